"""A table and its record in one file: begun, opened again, or gone on with from what another record left."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from feltlaw.desk import Desk, Links, open_desk, reopen
from feltlaw.link import LinkState
from feltlaw.record.disk import clearly, open_to_read
from feltlaw.record.files import FileStore, Options
from feltlaw.record.opening import Damaged, create_record, find_damage, look, open_record
from feltlaw.record.restore import restored, restored_link, stream_of, table_stream
from feltlaw.record.store import Head, StoreError
from feltlaw.submission import Submission
from feltlaw.table import State


def create_table(
    path: Path | str, submission: Submission, options: Options | None = None, **opening: Any
) -> Desk:
    """A new table on a new record; the file appears when the table is open, or not at all.

    `opening` is passed on to `open_desk`: the table's name, who opens it, its source of chance, its clock.
    """
    store = create_record(path, _timed(options, opening), draft=True)
    return _published(store, lambda: open_desk(submission, store, **opening))


def open_table(path: Path | str, options: Options | None = None, *, table: str = "", **opening: Any) -> Desk:
    """A table as its record left it; where the record has several, one of them by its name."""
    store = open_record(path, _timed(options, opening))
    try:
        return reopen(store, table or _only_table(store), **opening)
    except BaseException:
        store.abandon()
        raise


def _timed(options: Options | None, opening: dict[str, Any]) -> Options:
    """The record's own events have the table's time."""
    if options is not None or "clock" not in opening:
        return options or Options()
    return Options(clock=opening["clock"])


def _published(store: FileStore, make: Callable[[], Desk]) -> Desk:
    try:
        desk = make()
        store.publish()
    except BaseException:
        store.abandon()
        raise
    return desk


def _only_table(store: FileStore) -> str:
    tables = tables_of(store)
    if len(tables) != 1:
        known = f"it has {', '.join(tables)}" if tables else "there is none in it"
        raise StoreError(f"name the table of this record; {known}")
    return tables[0]


def tables_of(store: FileStore) -> list[str]:
    """The names of the tables in a record."""
    return [stream.removeprefix("table/") for stream in store.streams if stream.startswith("table/")]


# ── going on from another record ──


@dataclass(frozen=True)
class Left:
    """What a table left at the end of its record."""

    state: State
    links: dict[str, LinkState] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    """The ends of the table's stream and of its links' streams."""


@contextmanager
def reading(path: Path | str) -> Iterator[FileStore]:
    """A record for reading only: nothing is locked, cut off or marked; a damaged one is refused."""
    place = Path(path)
    with clearly("read"):
        descriptor = open_to_read(place)
    try:
        looked = look(place, descriptor)
        if damage := find_damage(looked, descriptor):
            raise Damaged(damage)
        store = FileStore(
            place, descriptor, looked.walk.position, looked.known, Options(), states=looked.states
        )
    except BaseException:
        os.close(descriptor)
        raise
    try:
        yield store
    finally:
        store.abandon()


def left_by(path: Path | str, table: str = "") -> Left:
    """What a closed table left in its record."""
    with reading(path) as store:
        name = table or _only_table(store)
        stream = table_stream(name)
        state, head, _, _ = restored(store, stream)
        if state.is_open:
            raise StoreError(f"the table {name} is open in this record; close it first")
        _check_others(store, name, state)
        found: dict[str, LinkState] = {}
        heads = {stream: head}
        for link in state.links.values():
            one = restored_link(store, link)
            if one is None:
                raise StoreError(f"the link {link} is not on record")
            if one.open:
                raise StoreError(f"an award of the link {link} is pending; it must be paid or refused first")
            found[link] = one
            heads[stream_of(link)] = store.head(stream_of(link))
        return Left(state, found, heads)


def _check_others(store: FileStore, name: str, left: State) -> None:
    """A link that other tables of the record still play on does not leave it."""
    for other in tables_of(store):
        state = restored(store, table_stream(other))[0] if other != name else left
        shared = set(state.links.values()) & set(left.links.values())
        if state.is_open and shared:
            raise StoreError(
                f"the table {other} is on the same link, {min(shared)}, and open; close it first"
            )


def open_from(
    record: Path | str,
    path: Path | str,
    options: Options | None = None,
    *,
    table: str = "",
    submission: Submission | None = None,
    **opening: Any,
) -> Desk:
    """A table on a new record, with all that another one left: chips, table inventory, decks, meters.

    The numbers of its events and rounds go on, and its first event names the hash with which the other ended.
    Another submission may come into force with it.
    """
    left = left_by(record, table)
    store = create_record(path, _timed(options, opening), continues=left.heads, draft=True)

    def make() -> Desk:
        return open_desk(
            submission or left.state.submission,
            store,
            table=left.state.table,
            real_cards=left.state.real_cards,
            shared=Links(store),
            carried=left.state,
            carried_links=left.links,
            **opening,
        )

    return _published(store, make)
