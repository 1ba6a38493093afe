"""Opening a table: a new one, one that goes on from yesterday, or one as its record left it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from feltlaw.canonical import canonical
from feltlaw.desk.chance import Chance
from feltlaw.desk.clock import Clock, system_clock, told
from feltlaw.desk.desk import SNAPSHOT_EVERY, Desk
from feltlaw.desk.links import Links
from feltlaw.event import SYSTEM, Event, Person
from feltlaw.link import LinkState
from feltlaw.meter import Meter
from feltlaw.program import version
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.restore import restored, table_stream
from feltlaw.record.store import Head, Store
from feltlaw.refusal import NO_CLAUSE, Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.read import start_meters
from feltlaw.schema import tidy
from feltlaw.shuffle import SeededSource, Source, SystemSource
from feltlaw.submission import Submission
from feltlaw.table import State, TableOpened, begin
from feltlaw.table.life import carried_state
from feltlaw.table.phases import phase_of


def open_desk(
    submission: Submission,
    store: Store,
    *,
    table: str = "",
    by: Person = SYSTEM,
    source: Source | None = None,
    clock: Clock = system_clock,
    real_cards: bool = False,
    shared: Links | None = None,
    meters: Mapping[str, Meter] | None = None,
    carried: State | None = None,
    carried_links: Mapping[str, LinkState] | None = None,
    snapshot_every: int = SNAPSHOT_EVERY,
    sign: str = "",
) -> Desk:
    """Opens a table on a store: a new one, or one that goes on from the state an earlier record left.

    Its meters begin at their seeds, at the amounts given, or where their links stand. What it begins with is
    appended together. `sign` is the layout hash on the sign that hangs at the table: another one than the
    submission's is refused.
    """
    chosen = source or SystemSource()
    name = table or submission.table or "table"
    property_links = shared or Links(store)
    now = told(clock)
    lines: list[Sealed] = []
    link_states: dict[str, LinkState] = {}
    for meter, link in links_of(submission, name).items():
        before = (carried_links or {}).get(link)
        amounts = before.meter if before else (meters or {}).get(meter) or start_meters(submission)[meter]
        line, link_states[link] = property_links.opening(link, amounts, by, now, before)
        lines += [line] if line else []
    stream = table_stream(name)
    head = store.head(stream)
    event = opening_event(
        submission, name, by, now, source=chosen, head=head, real_cards=real_cards, carried=carried, sign=sign
    )
    line = seal(stream, head.number + 1, store.batch + 1, head.hash, event)
    store.append([*lines, line], None, None)
    property_links.states.update(link_states)
    state = begin(event)
    return Desk(
        store,
        property_links,
        state,
        Head(line.number, line.hash),
        Chance(chosen),
        clock,
        snapshot_every,
        opened=line.number,
        saved_at=state.rounds,
    )


def opening_event(
    submission: Submission,
    table: str,
    by: Person,
    now: int,
    *,
    source: Source,
    head: Head,
    real_cards: bool = False,
    carried: State | None = None,
    sign: str = "",
) -> Event:
    """The event that opens a table, or a new part of its stream."""
    if sign:
        _check_sign(submission, sign)
    if carried is not None:
        _check_links(submission, table, carried)
    opened = TableOpened(
        table,
        canonical(submission.to_data()).decode(),
        submission.digest,
        submission.regulation.digest,
        version(),
        links_of(submission, table),
        real_cards,
        not source.live,
        source.seed or "",
        carried_state(carried) if carried is not None else "",
        head.hash if head.number else "",
        sign,
    )
    event = Event("open_table", by, now, tidy(opened), phase="opening")
    phase = phase_of(begin(event))
    return event if phase == "opening" else replace(event, phase=phase)


def _check_sign(submission: Submission, sign: str) -> None:
    """Refuses a sign that was drawn from other choices than the table is opened with."""
    from feltlaw.layout import layout_hash  # the font is measured only where there is a sign

    wanted = layout_hash(submission)
    if sign != wanted:
        asked = [item.cite for item in submission.regulation.layout if item.shows == "odds"]
        raise Refused(
            f"the sign is of another layout ({shown(sign[:16])})",
            f"The submission's is {wanted[:16]}: draw its felt and sign anew (feltlaw layout), or see what "
            "differs (feltlaw layout check).",
            asked[0].joined(*asked[1:]) if asked else NO_CLAUSE,
        )


def _check_links(submission: Submission, table: str, carried: State) -> None:
    """Refuses a submission without a link that is still owed something: it would never hear of it (I-154)."""
    owed = {one.link for one in carried.owed_to_links}
    owed |= {one.link for one in carried.owed_hits}
    owed |= {one.link for one in carried.untold}
    lost = sorted(owed - {*links_of(submission, table).values()})
    if lost:
        raise Refused(
            f"the table still owes something to {' and '.join(map(shown, lost))}, which did not answer",
            "Open it with a submission that names every such link, and with another once they are back.",
            Cite((), ("I-154",)),
        )


def links_of(submission: Submission, table: str) -> dict[str, str]:
    """By the regulation's name of a meter, the link that keeps it: one that is shared, or the table's own."""
    found: dict[str, str] = {}
    for offered in submission.wagers.values():
        meter = offered.wager.meter
        if meter and meter not in found:
            found[meter] = offered.meter if offered.linked else f"{table}:{meter}"
    return found


def reopen(
    store: Store,
    table: str,
    *,
    clock: Clock = system_clock,
    shared: Links | None = None,
    snapshot_every: int = SNAPSHOT_EVERY,
) -> Desk:
    """A table as its record left it: from the last saved state that the record names, or from its opening."""
    state, head, number, opened = restored(store, table_stream(table))
    property_links = shared or Links(store)
    for name in state.links.values():
        property_links.reach(name)
    saved = store.saved(table_stream(table))
    last = saved.state.get("rounds", 0) if saved else 0
    return Desk(
        store,
        property_links,
        state,
        head,
        Chance(source_of(opened)),
        clock,
        snapshot_every,
        opened=number,
        saved_at=last if isinstance(last, int) else 0,
    )


def source_of(opened: TableOpened) -> Source:
    """The source of chance that a table was opened with; only practice can have a seed."""
    return SeededSource(opened.seed) if opened.practice and opened.seed else SystemSource()
