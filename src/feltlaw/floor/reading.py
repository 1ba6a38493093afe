"""Streams read from the floor's store: whole lines, and the states of tables and links that they lead to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from feltlaw import cage, house
from feltlaw import link as links
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.link import LinkState
from feltlaw.record import marks
from feltlaw.record.lines import Kinds, Sealed, open_line, unseal
from feltlaw.record.restore import named_state, restored, restored_link, stream_of
from feltlaw.record.store import Head, Saved, StoreError
from feltlaw.table import EVENTS, State, TableOpened

KINDS: Kinds = {
    "table": EVENTS, "link": links.KINDS, "cage": cage.KINDS, "house": house.KINDS, marks.STREAM: marks.KINDS,
}  # fmt: skip
PAGE = 2_000
LAST = 10**12
"""No stream has so many events."""


async def lines_after(store: FloorStore, stream: str, after: int) -> list[Sealed]:
    """The events of a stream after a number, all of them."""
    return [line async for line in each_line(store, stream, after)]


async def each_line(store: FloorStore, stream: str, after: int, last: int = LAST) -> AsyncIterator[Sealed]:
    """The events of a stream after a number up to another, page by page."""
    async for raw in each_raw(store, stream, after, last):
        yield read_line(raw)


async def each_raw(store: FloorStore, stream: str, after: int, last: int = LAST) -> AsyncIterator[bytes]:
    """The same as the bytes that are on record."""
    while after < last:
        start = after
        many = min(PAGE, last - after)
        raws = await store.read(lambda start=start, many=many: sql.reading_lines(stream, start, many))  # type: ignore[misc]
        for raw in raws:
            yield raw
        if len(raws) < many:
            return
        after += len(raws)


def read_line(raw: bytes) -> Sealed:
    """A line of the store; raises `StoreError` where it is not as it was written."""
    try:
        return unseal(open_line(raw), KINDS)
    except ValueError as error:
        raise StoreError(f"a line of the record cannot be read: {error}") from error


class Fetched:
    """A part of a stream at hand: what restoring a state reads."""

    def __init__(self, lines: Sequence[Sealed], saved: Saved | None) -> None:
        self._lines, self._saved = lines, saved

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        return (line for line in self._lines if line.stream == stream and line.number > after)

    def saved(self, stream: str) -> Saved | None:
        return self._saved


async def fetched(store: FloorStore, stream: str, last: int = LAST) -> Fetched:
    """What leads to the state of a stream after an event: the saved state before it, its opening, the rest.

    A saved state that the record does not name is of no use, and everything is read.
    """
    rows = await store.read(lambda: sql.saved_before(stream, last))
    found = await _part(store, stream, last, read_saved(rows[0])) if rows else None
    if found is not None and named_state(found, stream) is not None:
        return found
    return await _part(store, stream, last, None)


async def _part(store: FloorStore, stream: str, last: int, saved: Saved | None) -> Fetched:
    lines: list[Sealed] = []
    if saved is not None and saved.opened:
        lines = [line async for line in each_line(store, stream, saved.opened - 1, saved.opened)]
    after = saved.number if saved else 0
    lines += [line async for line in each_line(store, stream, after, last)]
    return Fetched(lines, saved)


def read_saved(row: Mapping[str, Any]) -> Saved:
    state = json.loads(bytes(row["state"]))
    return Saved(int(row["number"]), int(row["opened"]), str(row["hash"]), state)


async def table_state(
    store: FloorStore, stream: str, last: int = LAST
) -> tuple[State, Head, int, TableOpened]:
    """A table's state after an event, its last event, and the opening of that part of its stream."""
    try:
        return restored(await fetched(store, stream, last), stream)
    except StoreError:  # a state that a program of another version saved: everything is read again
        return restored(await _part(store, stream, last, None), stream)


async def link_state(store: FloorStore, name: str) -> tuple[LinkState, Head] | None:
    """A link as it stands, and its last event; None where it is not on record."""
    stream = stream_of(name)
    part = await fetched(store, stream)
    state = restored_link(part, name)
    if state is None:
        return None
    head = await store.read(lambda: sql.reading_head(stream))
    last = list(part.read(stream))[-1:]
    if last:
        head = Head(last[0].number, last[0].hash)
    return state, head
