"""What the floor writes and reads: events with what goes with them in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlaw.record.lines import Sealed
from feltlaw.record.store import StoreError

Row = tuple[Any, ...]


class Stopped(StoreError):
    """The store has failed and takes nothing any more: a disk that is full or broken, a lost database."""


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
class Delete:
    """A row that goes."""

    table: str
    key: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Append:
    """One transaction: all of it becomes durable together, or nothing does."""

    lines: Sequence[Sealed] = ()
    leases: Mapping[str, int] = field(default_factory=dict)
    """By stream, the epoch in which this process owns it; refused where another one does by now."""
    kept: Kept | None = None
    rows: Sequence[Upsert | Delete] = ()


COLUMNS: Mapping[str, tuple[str, ...]] = {
    "people": ("account", "roles", "password", "one_time", "locked", "failed", "failed_at", "created"),
    "sessions": ("id", "account", "created", "seen", "expires"),
    "api_keys": ("id", "account", "roles", "made_by", "created", "ended"),
    "rounds": (
        "table_id", "number", "first", "last", "at", "void", "ended", "players", "wagers", "hands",
        "irregularities", "most_paid", "house_net", "held",
    ),
    "snapshots": ("stream", "number", "opened", "hash", "state"),
    "approvals": ("id", "asked_by", "asked_at", "kind", "target", "body", "about", "state", "decided_by"),
    "directory": ("id", "kind", "data"),
}  # fmt: skip
"""The tables a row may go to, and their columns; nothing else is ever put into a statement."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "people": ("account",),
    "sessions": ("id",),
    "api_keys": ("id",),
    "rounds": ("table_id", "number"),
    "snapshots": ("stream",),
    "approvals": ("id",),
    "directory": ("kind", "id"),
}
