"""A table in memory, for a script or a notebook: the desk with everything it needs chosen already."""

from __future__ import annotations

from typing import Any

from feltlaw.desk.clock import Clock, system_clock
from feltlaw.desk.opening import open_desk
from feltlaw.event import Event, Person
from feltlaw.record.store import MemoryStore
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Offer, State, legal
from feltlaw.views import View, Viewer, view


class Table:
    """One table of a submission, its record in memory. With a seed its cards come the same way every time.

    >>> from feltlaw import Person, Submission
    >>> table = Table(Submission.from_data({"regulation": "PA-679a"}), seed="example")
    >>> [event.kind for event in table.do("sit", Person("player", "ann"), seat=3)]
    ['sit']
    >>> sorted({offer.do for offer in table.legal("floorperson")})
    ['close_table', 'device_out_of_order', 'receive_deck', 'record_departure']
    """

    def __init__(self, submission: Submission, *, seed: str = "", clock: Clock = system_clock) -> None:
        source = SeededSource(seed) if seed else None
        self.desk = open_desk(submission, MemoryStore(), source=source, clock=clock)

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.desk.state

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(line.event for line in self.desk.store.read(self.desk.stream))

    def do(self, do: str, by: Person, **data: Any) -> tuple[Event, ...]:
        """Gives a command, its data as in JSON; raises `Refused`, and then nothing has happened."""
        return self.desk.do(do, by, data).events

    def legal(self, role: str | None = None, account: str = "") -> tuple[Offer, ...]:
        """Everything that may be done now, by anybody, by one role, or by one person."""
        return legal(self.state, role, account)

    def view(self, viewer: Viewer) -> View:
        """What one person may see."""
        return view(self.state, viewer, self.desk.reached())
