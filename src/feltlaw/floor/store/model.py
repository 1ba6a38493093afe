"""What the floor writes and reads: events with what goes with them in the same transaction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from feltlaw.record.lines import Sealed
from feltlaw.record.store import Stale, StoreError

Row = tuple[Any, ...]


class Stopped(StoreError):
    """The store has failed and takes nothing any more: a disk that is full or broken, a lost database."""


class Behind(Stale):
    """Other events, or other appends, came first: a stream's last append has this number, or a higher one."""

    def __init__(self, what: str, batch: int) -> None:
        super().__init__(what)
        self.batch = batch


class Uncertain(StoreError):
    """The connection was lost, and nothing of the append is on record; what was decided must be read
    again."""


class LostLease(StoreError):
    """Another process owns the stream now."""


class KeyTaken(StoreError):
    """The key was used at the same time by another request of the same account."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer that was given to an account's key, to be given again."""

    account: str
    key: str
    request: str
    """A digest of method, path and body, so that a key is not used for something else."""
    status: int
    body: bytes
    """The answer; empty where it is rebuilt from the events of `stream` from `first` to `last`."""
    at: int
    stream: str = ""
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Lease:
    """A process owns a stream until a moment; the epoch tells its time from that of every other owner."""

    stream: str
    owner: str
    epoch: int
    until: int


@dataclass(frozen=True, slots=True)
class Upsert:
    """A row of a projection or of something that is no event, written with the events it belongs to."""

    table: str
    key: Mapping[str, Any]
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Insert:
    """A row that was not there."""

    table: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Update:
    """Some columns of a row that is there; the others stay as they are."""

    table: str
    key: Mapping[str, Any]
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Delete:
    """A row that goes."""

    table: str
    key: Mapping[str, Any]


Change = Upsert | Insert | Update | Delete
"""What is done to rows that are no events."""


@dataclass(frozen=True, slots=True)
class Append:
    """One transaction: all of it becomes durable together, or nothing does."""

    lines: Sequence[Sealed] = ()
    leases: Mapping[str, int] = field(default_factory=dict)
    """By stream, the epoch in which this process owns it; refused where another one does by now."""
    kept: Kept | None = None
    rows: Sequence[Change] = ()


def _columns(sql: str) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By table, its columns and its key, as the migrations create them."""
    found = {}
    for name, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", sql, re.S):
        rows = [row.strip().rstrip(",") for row in body.strip().split("\n")]
        columns = tuple(row.split()[0] for row in rows if not row.startswith("PRIMARY KEY"))
        listed = [row for row in rows if row.startswith("PRIMARY KEY")]
        key = tuple(re.findall(r"\w+", listed[0].removeprefix("PRIMARY KEY"))) if listed else columns[:1]
        found[name] = (columns, key)
    return found


def migrations() -> list[tuple[int, str]]:
    """The numbered changes of the schema, in order."""
    folder = files("feltlaw.floor.store") / "migrations"
    names = sorted(one.name for one in folder.iterdir() if one.name.endswith(".sql"))
    return [(int(name.removesuffix(".sql")), (folder / name).read_text("utf-8")) for name in names]


TABLES = _columns("".join(sql for _, sql in migrations()))
"""The tables a row may go to: their columns and their keys; nothing else is ever put into a statement."""
