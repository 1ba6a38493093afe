"""Tables of a property: opened, taken over by a process, closed, opened again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from feltlaw.canonical import canonical
from feltlaw.desk import Chance, link_opening, links_of, opening_event, source_of
from feltlaw.event import Person
from feltlaw.floor.journal import Entry, Journal
from feltlaw.floor.keeper import Keeper
from feltlaw.floor.parts import Parts
from feltlaw.floor.reading import lines_after, table_state
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Lease, Upsert
from feltlaw.house import ApproveSubmission, EndTable, FileSubmission, Mode, UseTable
from feltlaw.link import LinkState
from feltlaw.meter import Meter
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.restore import stream_of, table_stream
from feltlaw.record.store import EMPTY, Head
from feltlaw.refusal import Refused, shown
from feltlaw.round.read import start_meters
from feltlaw.shuffle import Source
from feltlaw.submission import Submission
from feltlaw.table import State, begin

LEASE_MS = 10_000
"""So long a process owns a table without saying so again."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table that somebody wants to open."""

    table: str
    mode: Mode
    submission: Submission
    by: Person
    sign: str = ""
    """The hash of the layout that the sign at the table shows, where somebody has looked at it."""


def check_name(table: str) -> None:
    """A table's name stands in streams, addresses and signs."""
    if not NAME.fullmatch(table):
        legal = "Use letters, digits, '.', '_' and '-', at most 40."
        raise Refused(f"'{shown(table)}' cannot be a table's name", legal)


async def lease(
    parts: Parts, process: str, table: str, lasts: int = LEASE_MS, silent: tuple[str, int] | None = None
) -> Lease | None:
    """Takes a table for this process; None where another one has it."""
    now, stream = parts.clock(), table_stream(table)
    return await parts.store.write(lambda: sql.leasing(stream, process, now, now + lasts, silent))


async def open_table(
    parts: Parts, journal: Journal, wanted: Wanted, held: Lease, source: Source | Chance
) -> Keeper:
    """Opens a table that this process owns: house, table and links in one append.

    Where chance is more than a source, it is given whole.
    """
    chance = source if isinstance(source, Chance) else Chance(source)
    stream = table_stream(wanted.table)
    before = await _before(parts, stream)
    if before is not None and before[0].is_open:
        raise Refused(f"the table {wanted.table} is open already", "Close it first, or choose another name.")
    made: list[tuple[Sealed, State, dict[str, LinkState]]] = []

    async def make(now: int, batch: int) -> Entry:
        on = links_of(wanted.submission, wanted.table)
        await parts.links.ready(on.values())
        lines = _link_openings(parts, wanted, on, now, batch)
        head = before[1] if before else EMPTY
        event = opening_event(
            wanted.submission,
            wanted.table,
            wanted.by,
            now,
            source=chance.source,
            head=head,
            real_cards=wanted.mode == "real",
            carried=before[0] if before else None,
            sign=wanted.sign,
        )
        line = seal(stream, head.number + 1, batch, head.hash, event)
        made[:] = [(line, begin(event), {name: parts.links.tip(name) for name in on.values()})]
        facts = [
            *filed_facts(wanted.submission),
            UseTable(wanted.table, wanted.mode, wanted.submission.digest),
        ]
        rows = [
            filed_row(wanted.submission, wanted.by, now),
            _table_row(wanted, now, state="open"),
            *(Upsert("links", {"id": name}, {"opened_at": now}) for name in on.values()),
        ]
        return Entry(facts, rows, [*lines, line], {stream: held.epoch})

    await journal.write(wanted.by, make)
    line, state, links = made[0]
    parts.links.settle(links)
    return Keeper(
        parts, wanted.mode, held, state, Head(line.number, line.hash), line.number, chance,
        wanted.by.account, saved_at=state.rounds,
    )  # fmt: skip


def filed_facts(submission: Submission) -> tuple[FileSubmission, ApproveSubmission]:
    """A submission filed and approved, as the house has it."""
    data = canonical(submission.to_data()).decode()
    return FileSubmission(submission.digest, data), ApproveSubmission(submission.digest)


def filed_row(submission: Submission, by: Person, now: int) -> Upsert:
    """The same for whoever looks for it."""
    return Upsert(
        "submissions",
        {"id": submission.digest},
        {
            "state": "approved", "filed_by": by.account, "filed_at": now, "approved_by": by.account,
            "approved_at": now, "data": canonical(submission.to_data()),
        },
    )  # fmt: skip


async def _before(parts: Parts, stream: str) -> tuple[State, Head] | None:
    """A table of this name as it was left, where there was one."""
    if (await parts.head(stream)) == EMPTY:
        return None
    state, head, _, _ = await table_state(parts.store, stream)
    return state, head


def _link_openings(parts: Parts, wanted: Wanted, on: dict[str, str], now: int, batch: int) -> list[Sealed]:
    """The openings of links that are not there yet; those that are must have the same terms (S-16)."""
    lines: list[Sealed] = []
    meters = start_meters(wanted.submission)
    for meter, name in on.items():
        if parts.links.known(name):
            _check_terms(parts.links.tip(name), meters[meter], name)
    for meter, name in on.items():
        if parts.links.known(name):
            continue
        line, state = link_opening(name, meters[meter], wanted.by, now, head=EMPTY, batch=batch)
        parts.links.begin(name, state, Head(line.number, line.hash))
        lines.append(line)
    return lines


def _check_terms(link: LinkState, meter: Meter, name: str) -> None:
    """Tables share a meter with the same levels, rates and reseeds, or not at all."""

    def terms(one: Meter) -> object:
        return {level: (at.reseed, at.rate, at.reserve_rate) for level, at in one.levels.items()}

    if terms(link.meter) != terms(meter):
        raise Refused(
            f"the meter {name} runs with other terms",
            "Use the terms of the tables that are on it, or give the meter another name (S-16).",
        )


def _table_row(wanted: Wanted, now: int, *, state: str) -> Upsert:
    return Upsert(
        "tables",
        {"id": wanted.table},
        {
            "mode": wanted.mode,
            "submission": wanted.submission.digest,
            "state": state,
            "opened_at": now,
            "about": canonical({"opener": wanted.by.account}),
        },
    )


async def take_over(parts: Parts, held: Lease, table: str, mode: Mode, opener: str) -> Keeper:
    """A table that this process owns now, as its record has it."""
    stream = table_stream(table)
    state, head, opened, opening = await table_state(parts.store, stream)
    rows = await parts.store.read(lambda: sql.last_round(table))
    waiting = await lines_after(parts.store, stream, rows)
    await parts.links.ready(state.links.values())
    return Keeper(
        parts, mode, held, state, head, opened, Chance(source_of(opening)), opener,
        round_lines=[line for line in waiting if line.number <= head.number], saved_at=state.rounds,
    )  # fmt: skip


async def close_table(parts: Parts, journal: Journal, keeper: Keeper, by: Person) -> None:
    """After the table itself has closed: the house knows it too."""
    table = keeper.state.table

    async def make(now: int, batch: int) -> Entry:
        row = Upsert(
            "tables",
            {"id": table},
            {
                "mode": keeper.mode,
                "submission": keeper.state.submission.digest,
                "state": "closed",
                "opened_at": now,
                "about": canonical({"opener": keeper.opener}),
            },
        )
        return Entry([EndTable(table)], [row], leases={keeper.stream: keeper.lease.epoch})

    await journal.write(by, make)


__all__ = ["LEASE_MS", "Wanted", "check_name", "close_table", "lease", "open_table", "stream_of", "take_over"]
