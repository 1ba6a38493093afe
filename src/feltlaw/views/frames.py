"""A table as one person sees it, whole, and what a screen gets after an append: frames.

A frame is `{"seq", "events", "view"}`. Everybody's part of it is built and written once, and each person's
own is put into it, so that a full table costs little more than one onlooker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from feltlaw.event import Event
from feltlaw.schema import codec
from feltlaw.table.state import State
from feltlaw.values import once
from feltlaw.views.event_parts import EventView
from feltlaw.views.events import crew_part, event_view, may_tell_more, moments, own_part, public_event
from feltlaw.views.happenings import Moment
from feltlaw.views.kept import Kept
from feltlaw.views.offers import offers_bytes, offers_for
from feltlaw.views.own import Players, crew_view, own_view, whole_deck
from feltlaw.views.parts import ON_DUTY, Own, Public, Viewer
from feltlaw.views.public import NO_LINKS, Links, public_view
from feltlaw.views.text import quoted, text


@dataclass(frozen=True)
class View:
    """A table as one person sees it: everybody's part, and his own. In JSON the two are one object."""

    public: Public
    own: Own

    def __repr__(self) -> str:
        may = ", ".join(dict.fromkeys(offer.do for offer in self.own.legal))
        return f"<View of {self.public.table} for {self.own.role}: {self.public.phase}; may {may or 'wait'}>"

    def to_json(self) -> dict[str, Any]:
        return {**codec(Public).write(self.public), **codec(Own).write(self.own)}


@dataclass(frozen=True)
class Frame:
    """What one person gets after an append: what happened, and the table as it is now."""

    seq: int
    """The number of the table's last event."""
    events: tuple[EventView, ...]
    view: View

    def to_json(self) -> dict[str, Any]:
        events = [codec(EventView).write(one) for one in self.events]
        return {"seq": self.seq, "events": events, "view": self.view.to_json()}


def view(state: State, viewer: Viewer, links: Links = NO_LINKS) -> View:
    """The table as a person sees it."""
    return Look(state, links).view(viewer)


class Look:
    """A table at one moment, for everybody who looks at it; with `before`, also what has just happened."""

    def __init__(
        self,
        state: State,
        links: Links = NO_LINKS,
        seq: int = 0,
        *,
        before: State | None = None,
        events: Sequence[Event] = (),
        states: Sequence[State] = (),
        kept: Kept | None = None,
    ) -> None:
        self.state, self.links, self.seq = state, links, seq
        self.kept = kept or Kept()
        self.moments: tuple[Moment, ...] = ()
        if before is not None:
            self.moments = tuple(moments(before, events, states))

    @once
    def public(self) -> Public:
        return public_view(self.state, self.links, self.kept)

    def view(self, viewer: Viewer) -> View:
        own = own_view(self.state, viewer, self.kept)
        return View(self.public, Own(own.role, offers_for(self.state, viewer), own.you, own.crew, own.seal))

    def frame(self, viewer: Viewer) -> Frame:
        """What this person gets, as values."""
        events = tuple(event_view(moment, viewer, number) for number, moment in self._numbered)
        return Frame(self.seq, events, self.view(viewer))

    # ── as bytes ──

    def frame_bytes(self, viewer: Viewer, *, events: bool = True) -> bytes:
        """What this person gets, as JSON; without events it is the whole table for who has missed some."""
        told = self._events_bytes(viewer) if events else b""
        own = self._own_bytes(viewer)
        return b"".join((self._head, told, b'],"view":', self._public_bytes, *own, b"}}"))

    def view_bytes(self, viewer: Viewer) -> bytes:
        """The view alone, as JSON."""
        return b"".join((self._public_bytes, *self._own_bytes(viewer), b"}"))

    @once
    def _head(self) -> bytes:
        return b'{"seq":%d,"events":[' % self.seq

    @property
    def _numbered(self) -> Iterable[tuple[int, Moment]]:
        return enumerate(self.moments, self.seq - len(self.moments) + 1)

    @once
    def _public_bytes(self) -> bytes:
        """Everybody's part, open at its end."""
        return text(self.public)[:-1].encode("ascii")

    def _own_bytes(self, viewer: Viewer) -> tuple[bytes, ...]:
        """One's own part, which goes on where everybody's is open, in pieces."""
        role = viewer.role
        begins = (_role_bytes(role), *offers_bytes(self.state, viewer))
        if role == "player":
            return *begins, b',"you":', self._players.written(viewer.account)
        if role not in ON_DUTY:
            return begins
        crew = _named("crew", crew_view(self.state, self.kept))
        seal = whole_deck(self.state) if role == "auditor" else None
        return (*begins, crew) if seal is None else (*begins, crew, _named("seal", seal))

    @once
    def _players(self) -> Players:
        return Players(self.state, self.kept)

    @once
    def _public_events(self) -> list[str]:
        """Every event as everybody may know it, each whole."""
        return [text(public_event(moment, number)) for number, moment in self._numbered]

    @once
    def _everybodys_events(self) -> bytes:
        return ",".join(self._public_events).encode("ascii")

    @once
    def _with_secrets(self) -> list[int]:
        """The events of which somebody may know more than everybody."""
        return [at for at, moment in enumerate(self.moments) if may_tell_more(moment)]

    def _events_bytes(self, viewer: Viewer) -> bytes:
        if not self._with_secrets:
            return self._everybodys_events
        more: dict[int, str] = {}
        for at in self._with_secrets:
            moment = self.moments[at]
            own = own_part(moment, viewer)
            crew = crew_part(moment) if viewer.role in ON_DUTY else None
            added = f',"own":{text(own)}' if own is not None else ""
            added += f',"crew":{text(crew)}' if crew is not None else ""
            if added:
                more[at] = f"{self._public_events[at][:-1]}{added}}}"
        if not more:
            return self._everybodys_events
        return ",".join([more.get(at, told) for at, told in enumerate(self._public_events)]).encode("ascii")


@cache
def _role_bytes(role: str) -> bytes:
    return b',"role":%b,"legal":' % quoted(role).encode("ascii")


def _named(name: str, value: object) -> bytes:
    return f',"{name}":{text(value)}'.encode("ascii")
