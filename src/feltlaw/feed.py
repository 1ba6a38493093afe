"""What people at screens get of a table: after every append one look, and from it each his own part."""

from __future__ import annotations

from collections.abc import Callable

from feltlaw.desk import Answer, Desk
from feltlaw.table import State
from feltlaw.views import Look, View, Viewer
from feltlaw.views.kept import Kept


class Feed:
    """The looks at one table. Whoever watches is told of each append, and asks the look for his frame."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.watchers: list[Callable[[Look], None]] = []
        self._kept = Kept()
        self._state = desk.state
        self.look = Look(desk.state, dict(desk.links.states), desk.number, kept=self._kept)
        """The table as it is now."""
        desk.watchers.append(self._appended)

    def view(self, viewer: Viewer) -> View:
        """The table as somebody sees it now."""
        return self.look.view(viewer)

    def _appended(self, answer: Answer, state: State) -> None:
        before, self._state = self._state, state
        self.look = Look(
            state,
            dict(self.desk.links.states),
            answer.number,
            before=before,
            events=answer.events,
            states=answer.states,
            kept=self._kept,
        )
        for watcher in self.watchers:
            watcher(self.look)
