"""What each person may see of a table and of what happens there, built up from nothing.

A card is in a view because a rule showed it to everybody, or because it is the viewer's own and the deal was
complete. Nobody's view holds any other, whoever he is.
"""

from feltlaw.views.event_parts import EventView
from feltlaw.views.events import event_view, moments
from feltlaw.views.frames import Frame, Look, View, view
from feltlaw.views.parts import VIEWERS, Viewer

__all__ = ["VIEWERS", "EventView", "Frame", "Look", "View", "Viewer", "event_view", "moments", "view"]
