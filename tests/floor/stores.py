"""Stores to try things on: SQLite in a file, PostgreSQL in a new database."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Literal

from feltlaw.event import SYSTEM, Event
from feltlaw.floor.store.postgres import open_postgres
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.floor.store.sqlite import SQLiteStore
from feltlaw.record.lines import START, Sealed, seal
from feltlaw.table.life import StopTable
from tests.floor.postgres import shared_server

Kind = Literal["sqlite", "postgres"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgres")
_names = itertools.count(1)

Opener = Callable[[], Coroutine[Any, Any, FloorStore]]


def opener(kind: Kind, folder: Path) -> Opener:
    """Opens a store that was empty at first, as often as one likes."""
    if kind == "sqlite":

        async def sqlite() -> FloorStore:
            return SQLiteStore(folder / "floor.db")

        return sqlite
    url = shared_server().database(f"t{os.getpid()}_{next(_names)}")

    async def postgres() -> FloorStore:
        return await open_postgres(url)

    return postgres


def chain(stream: str, many: int, start: int = 0, prev: str = START, at: int = 1_000) -> list[Sealed]:
    """So many events that follow each other."""
    lines: list[Sealed] = []
    for number in range(start + 1, start + many + 1):
        event = Event("stop_table", SYSTEM, at, StopTable(f"number {number}"))
        line = seal(stream, number, number, prev, event)
        prev = line.hash
        lines.append(line)
    return lines
