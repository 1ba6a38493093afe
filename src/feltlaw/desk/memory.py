"""A table for a script or a notebook: the desk with everything it needs chosen already."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from feltlaw.desk.clock import Clock, system_clock
from feltlaw.desk.desk import Desk
from feltlaw.desk.opening import open_desk
from feltlaw.event import Event, Person
from feltlaw.record.store import MemoryStore
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Offer, State, legal
from feltlaw.views import View, Viewer, view


class Table:
    """One table of a submission, its record in memory. With a seed its cards come the same way every time.

    Amounts in commands are dollars, as in JSON; those in events, views and states are cents.

    >>> from feltlaw import Person, Submission
    >>> table = Table(Submission.from_data({"regulation": "PA-679a"}), seed="example")
    >>> table.do("sit", Person("player", "ann"), seat=3)
    (<Event sit by player ann>,)
    >>> table.do("buy_in", Person("player", "ann"), amount=500)
    (<Event buy_in by player ann: $500 cage|ann to chips|ann>,)
    >>> sorted({offer.do for offer in table.legal("floorperson")})
    ['close_table', 'device_out_of_order', 'receive_deck', 'record_departure']
    """

    def __init__(self, submission: Submission, *, seed: str = "", clock: Clock = system_clock) -> None:
        source = SeededSource(seed) if seed else None
        self.desk = open_desk(submission, MemoryStore(), source=source, clock=clock)

    @classmethod
    def of(cls, desk: Desk) -> Table:
        """The table of a desk that is open already, such as one whose record is a file."""
        table = cls.__new__(cls)
        table.desk = desk
        return table

    def __repr__(self) -> str:
        state = self.state
        seats = ", ".join(f"{seat} {player}" for seat, player in sorted(state.seats.items()))
        law = state.submission.regulation
        return f"<Table {state.table}, {law.id} {law.title}: {state.phase}; seats: {seats or 'empty'}>"

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def submission(self) -> Submission:
        """What the table was approved for."""
        return self.state.submission

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

    def close(self) -> None:
        """Lets go of the record. The table itself is as it was left, and can be opened again from there."""
        self.desk.close()
