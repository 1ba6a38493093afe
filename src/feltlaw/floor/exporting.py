"""Streams of the floor as a document that is proved elsewhere: `feltlaw audit verify` reads it.

Lines of one append stand together, in the order of the appends' numbers, which rise in every stream whichever
process made them.

What is still to be played is in no export: an open table ends before the first deck that lies on it.
"""

from __future__ import annotations

import heapq
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltlaw.audit.hiding import hidden_in
from feltlaw.canonical import canonical
from feltlaw.floor.reading import LAST, each_raw, table_state
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.checkpoints import Checkpoint, sign
from feltlaw.record.exports import FIRST, LINES
from feltlaw.record.keys import Signer
from feltlaw.record.lines import START, Entry, decode, open_line
from feltlaw.record.store import EMPTY, Head
from feltlaw.refusal import Refused
from feltlaw.schema import write

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


async def export_parts(
    store: FloorStore, parts: Sequence[Part], signer: Signer | None = None, now: int = 0
) -> AsyncIterator[bytes]:
    """The document, in pieces of a bearable size; where somebody signs, with a checkpoint of its own ends."""
    yield FIRST + b'"streams":%s,\n' % canonical([part.stream for part in parts]) + LINES
    heads: dict[str, Head] = {}
    begins = START
    waiting: list[bytes] = []
    size, first = 0, True
    async for raw in _merged(store, parts):
        if (entry := _as_sealed(raw)) is not None:
            begins = entry.hash if first else begins
            heads[entry.stream] = Head(entry.number, entry.hash)
        waiting.append(raw if first else b",\n" + raw)
        first = False
        size += len(raw)
        if size > FLUSH:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting) + b"\n],\n"
    if signer is not None:
        signed = sign(signer, Checkpoint(begins, 1, now, heads, START, signer.id))
        yield b'"checkpoint":%s,\n' % canonical(signed.to_json())
    yield b'"heads":%s}\n' % canonical({stream: write(head) for stream, head in heads.items()})


async def _entries(store: FloorStore, part: Part) -> AsyncIterator[Any]:
    async for raw in each_raw(store, part.stream, part.after, part.last):
        yield open_line(raw)


def _as_sealed(raw: bytes) -> Entry | None:
    """The line; None where somebody has changed it. It goes out as it is, for the auditor to find."""
    try:
        return open_line(raw)
    except ValueError:
        return None


async def _merged(store: FloorStore, parts: Sequence[Part]) -> AsyncIterator[bytes]:
    """The lines of all parts by the numbers of their appends, which rise in every stream."""
    streams = [each_raw(store, part.stream, part.after, part.last) for part in parts]
    fronts: list[tuple[int, int, bytes]] = []
    batches = [0] * len(streams)

    async def advance(at: int) -> None:
        raw = await anext(streams[at], None)
        if raw is not None:
            entry = _as_sealed(raw)
            batches[at] = entry.batch if entry else batches[at]
            heapq.heappush(fronts, (batches[at], at, raw))

    for at in range(len(streams)):
        await advance(at)
    while fronts:
        _, at, raw = heapq.heappop(fronts)
        yield raw
        await advance(at)


async def every_stream(store: FloorStore, *, decks: bool = False) -> list[Part]:
    """The whole record of the floor as it is at one moment, as far as it may be shown; with `decks` also what
    is still to be played."""
    rows = await store.read(lambda: sql.reading_rows("streams", order="stream"))
    heads = {str(row["stream"]): int(row["number"]) for row in rows if int(row["number"])}
    if decks:
        return [Part(name, 0, last) for name, last in heads.items()]
    return [Part(name, 0, min(last, await shown_until(store, name))) for name, last in heads.items()]
