"""The links of a record: every meter the sum of its stream, and what its tables say they moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltlaw.audit.differences import told
from feltlaw.audit.money import Otherwise, Wrong, check_meter, check_moves, from_table, on_link, owed_to
from feltlaw.canonical import digest
from feltlaw.event import Event, Snapshot
from feltlaw.link import (
    ConfigureLink,
    CorrectLink,
    LinkState,
    OpenLink,
    apply,
    begin,
    configuration,
    correction,
    opening,
    terms_of,
    write_link,
)
from feltlaw.money import show_dollars
from feltlaw.record.lines import Sealed
from feltlaw.refusal import Refused
from feltlaw.round.read import start_meters
from feltlaw.schema import write
from feltlaw.table import State

if TYPE_CHECKING:
    from feltlaw.record.tables import Left


ALONE = frozenset({"open_link", "snapshot", "stop_link", "resume_link", "correct_link", "configure_link"})
"""Events of a link that no table's command leads to."""


def _allowed(check: Callable[[LinkState, Any], object], state: LinkState, data: object) -> None:
    try:
        check(state, data)
    except Refused as refused:
        raise Wrong(f"the rules refuse this: {refused}") from None


@dataclass
class Links:
    """All links of a record, as their streams have left them so far."""

    states: dict[str, LinkState] = field(default_factory=dict)
    apart: dict[tuple[str, str], int] = field(default_factory=dict)
    """By table and link, how far their books were apart when the table was opened."""
    left: Left | None = None
    """What the record before this one left, where it was given."""

    def see(self, line: Sealed) -> None:
        """Folds one event of a link as it stands on record; raises `Wrong` where it cannot have happened."""
        name, event = line.stream.removeprefix("link/"), line.event
        try:
            if event.kind == "open_link":
                self.states[name] = self._open(name, line)
                return
            state = self.states.get(name)
            if state is None:
                raise Wrong("this link was not opened before")
            check_moves(state, event)
            self._alone(state, event)
            self.states[name] = apply(state, event)
            check_meter(self.states[name])
        except (AssertionError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise Wrong(f"'{event.kind}' cannot have happened to this link ({error})") from error

    def _open(self, name: str, line: Sealed) -> LinkState:
        data: OpenLink = line.event.data
        if data.link != name:
            raise Wrong(f"it opens the link {data.link}, in another stream")
        state = begin(line.event, line.number)
        check_moves(LinkState(name, state.meter), line.event)
        check_meter(state)
        before = self.states.get(name) or (self.left.links.get(name) if self.left else None)
        if before is not None:
            expected = write(opening(name, before.meter, line.prev, before))
            if write(data) != expected:
                raise Otherwise(f"it does not go on where it had ended: {told(write(data), expected)}")
        elif not data.continues and any(
            (one.contributed_cents, one.hits, one.paid_cents, one.reserved_cents, one.reseeded_cents)
            != (0,) * 5
            for one in data.levels.values()
        ):
            raise Wrong("a meter that begins has not counted anything yet")
        return state

    def _alone(self, state: LinkState, event: Event) -> None:
        match event.data:
            case Snapshot(state=named, number=number):
                if named != digest(write_link(state)) or number != state.number:
                    raise Otherwise("the state that is named here is not the one that the events lead to")
            case CorrectLink():
                _allowed(correction, state, event.data)
            case ConfigureLink():
                _allowed(configuration, state, event.data)

    # ── tables on links ──

    def table_opens(self, state: State) -> list[str]:
        """Takes note of how a table and its links stand; its own whose terms are not the submission's."""
        started = start_meters(state.submission)
        others = []
        for meter, name in state.links.items():
            link = self.states.get(name)
            if link is None:
                continue
            self.apart[state.table, name] = self._apart(state, link)
            own = name == f"{state.table}:{meter}"
            if own and terms_of(link.meter) != terms_of(started[meter]):
                others.append(name)
        return others

    def check(self, state: State, name: str) -> None:
        """A link's books and a table's agree about what passed between them."""
        link = self.states.get(name)
        before = self.apart.get((state.table, name))
        if link is None or before is None:
            return
        off = self._apart(state, link) - before
        if off:
            raise Wrong(
                f"the table and the link {name} do not agree about what passed between them: "
                f"{show_dollars(abs(off))} apart"
            )

    def left_locked(self, tables: Iterable[State]) -> Iterator[tuple[str, str]]:
        """Awards that a running link still holds although their rounds are over, at the end of a record."""
        rounds: dict[str, int] = {}
        untold: set[str] = set()
        for state in tables:
            rounds[state.table] = state.rounds
            untold |= {one.hit for one in state.untold} | {one.hit for one in state.owed_hits}
        for name, link in self.states.items():
            for hit in link.open.values() if not link.stopped else ():
                if rounds.get(hit.table, 0) >= hit.round and hit.id not in untold:
                    amount = show_dollars(hit.cents - hit.paid_cents)
                    yield (
                        name,
                        f"{amount} is locked for the {hit.wager} of {hit.table}, round {hit.round}, now over",
                    )

    def _apart(self, state: State, link: LinkState) -> int:
        return on_link(state.books, link.id) + owed_to(state, link) - from_table(link, state.table)
