"""Streams of the floor as a document that is proved elsewhere: `feltlaw audit verify` reads it.

Lines of one append stand together. Appends of several processes carry numbers that say nothing about time;
their order is that of the streams they went to, which all agree, because each append was one transaction.

What is still to be played is in no export: an open table ends before the first deck that lies on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltlaw.audit.hiding import hidden_in
from feltlaw.canonical import canonical
from feltlaw.floor.reading import LAST, each_raw, table_state
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.exports import FIRST, LINES
from feltlaw.record.lines import decode, open_line
from feltlaw.record.store import EMPTY
from feltlaw.refusal import Refused

FLUSH = 1 << 16


@dataclass(frozen=True, slots=True)
class Part:
    """Events of a stream after a number, up to another."""

    stream: str
    after: int = 0
    last: int = LAST


async def whole_stream(store: FloorStore, stream: str) -> Part | None:
    """A stream from its first event on, as far as it may be shown; None where there is none."""
    head = await store.read(lambda: sql.reading_head(stream))
    if head == EMPTY:
        return None
    return Part(stream, 0, await shown_until(store, stream))


async def shown_until(store: FloorStore, stream: str) -> int:
    """The last event of a stream that may be shown: of a table, the one before the decks that lie there."""
    head = await store.read(lambda: sql.reading_head(stream))
    if not stream.startswith("table/"):
        return head.number
    state, head, opened, _ = await table_state(store, stream)
    hidden = hidden_in(state)
    roots = set(hidden.roots)
    if hidden.round and state.deck is not None and state.deck.root:
        roots.add(state.deck.root)
    if not roots:
        return head.number
    number = opened - 1
    async for raw in each_raw(store, stream, number, head.number):
        number += 1
        if b'"order"' in raw and _holds(decode(raw)["data"], roots):
            return number - 1
    return head.number


def _holds(data: Any, roots: set[str]) -> bool:
    """Whether the order of one of these decks stands in an event's data."""
    if isinstance(data, dict):
        if "order" in data and data.get("root") in roots:
            return True
        return any(_holds(one, roots) for one in data.values())
    return isinstance(data, list) and any(_holds(one, roots) for one in data)


async def round_parts(store: FloorStore, table: str, row: Mapping[str, Any]) -> list[Part]:
    """What proves a round: its table's events from the opening of that day to the round's end, and the links
    it was on, up to the same appends."""
    stream = f"table/{table}"
    last = int(row["last"])
    if await shown_until(store, stream) < last:
        raise Refused(
            f"another deck was shuffled at {table} during this round, and is still to be played",
            "Ask again after the next round.",
        )
    state, _, opened, _ = await table_state(store, stream, last)
    batches = {entry.batch async for entry in _entries(store, Part(stream, opened - 1, last))}
    parts = [Part(stream, opened - 1, last)]
    for link in sorted(set(state.links.values())):
        end = 0
        async for entry in _entries(store, Part(f"link/{link}")):
            if entry.batch in batches:
                end = entry.number
        if end:
            parts.append(Part(f"link/{link}", 0, end))
    return parts


async def export_parts(store: FloorStore, parts: Sequence[Part]) -> AsyncIterator[bytes]:
    """The document, in pieces of a bearable size."""
    yield FIRST + b'"streams":%s,\n' % canonical([part.stream for part in parts]) + LINES
    heads: dict[str, dict[str, object]] = {}
    waiting: list[bytes] = []
    size, first = 0, True
    async for raw in _merged(store, parts):
        entry = open_line(raw)
        heads[entry.stream] = {"number": entry.number, "hash": entry.hash}
        waiting.append(raw if first else b",\n" + raw)
        first = False
        size += len(raw)
        if size > FLUSH:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting) + b'\n],\n"heads":%s}\n' % canonical(heads)


async def _entries(store: FloorStore, part: Part) -> AsyncIterator[Any]:
    async for raw in each_raw(store, part.stream, part.after, part.last):
        yield open_line(raw)


async def _merged(store: FloorStore, parts: Sequence[Part]) -> AsyncIterator[bytes]:
    """The lines of all parts, each append in one piece, in an order that every stream agrees with."""
    if len(parts) == 1:
        async for raw in each_raw(store, parts[0].stream, parts[0].after, parts[0].last):
            yield raw
        return
    runs = [[run async for run in _runs(store, part)] for part in parts]
    lines = [each_raw(store, part.stream, part.after, part.last) for part in parts]
    for at, many in in_order(runs):
        for _ in range(many):
            yield await anext(lines[at])


Run = tuple[int, int]
"""A batch, and how many of its lines follow each other in a stream."""


async def _runs(store: FloorStore, part: Part) -> AsyncIterator[Run]:
    batch, many = -1, 0
    async for entry in _entries(store, part):
        if entry.batch != batch:
            if many:
                yield batch, many
            batch, many = entry.batch, 0
        many += 1
    if many:
        yield batch, many


def in_order(runs: Sequence[Sequence[Run]]) -> list[tuple[int, int]]:
    """Which stream comes next and with how many lines: a batch when it is next in all of its streams."""
    places: dict[int, list[int]] = {}
    for at, stream in enumerate(runs):
        for batch, _ in stream:
            places.setdefault(batch, []).append(at)
    queues = [deque(stream) for stream in runs]
    order: list[tuple[int, int]] = []
    fronts: dict[int, int] = {}
    ready: deque[int] = deque()

    def arrive(at: int) -> None:
        if queues[at]:
            batch = queues[at][0][0]
            fronts[batch] = fronts.get(batch, 0) + 1
            if fronts[batch] == len(places[batch]):
                ready.append(batch)

    for at in range(len(queues)):
        arrive(at)
    while ready:
        batch = ready.popleft()
        for at in places[batch]:
            order.append((at, queues[at].popleft()[1]))
        for at in places[batch]:
            arrive(at)
    if any(queues):
        raise ValueError("these streams do not agree on the order of their appends")
    return order


async def every_stream(store: FloorStore) -> list[Part]:
    """The whole record of the floor, as far as it may be shown."""
    rows = await store.read(lambda: sql.reading_rows("streams", order="stream"))
    names = [str(row["stream"]) for row in rows if int(row["number"])]
    return [part for name in names if (part := await whole_stream(store, name)) is not None]
