"""The house's stream in one process: what people, tables and programs of a property are, written down in
turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlaw import house
from feltlaw.desk import told
from feltlaw.event import Event, Person
from feltlaw.floor.parts import Parts
from feltlaw.floor.store.model import Append, Change, Kept, Stopped, Uncertain
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.store import Head, Stale, StoreError

TRIES = 50
Rows = Sequence[Change]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written in one go: events of the house, and whatever belongs to them."""

    facts: Sequence[Any] = ()
    """Data of the house's events."""
    rows: Rows = ()
    lines: Sequence[Sealed] = ()
    """Events of other streams."""
    leases: Mapping[str, int] = field(default_factory=dict)
    kept: Kept | None = None


class Journal:
    """Appends to the house's stream, beginning again where another process was first."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._head: Head | None = None
        self._lock = asyncio.Lock()

    async def write(self, by: Person, make: Callable[[int, int], Awaitable[Entry]]) -> Entry:
        """Writes what `make` gives for a time and an append's number; asked again after a lost race."""
        async with self._lock:
            for attempt in range(TRIES):
                if self._head is None:
                    self._head = await self._parts.head(house.STREAM)
                now, batch = told(self._parts.clock), self._parts.batch()
                entry = await make(now, batch)
                own = self._sealed(entry.facts, by, now, batch)
                append = Append([*entry.lines, *own], entry.leases, entry.kept, entry.rows)
                try:
                    await self._parts.store.append(append)
                except (Stale, Uncertain) as error:
                    self._head = None
                    self._parts.fail(error)
                    await asyncio.sleep(self._parts.pause(attempt))
                    continue
                except StoreError:
                    self._head = None
                    self._parts.fail()
                    raise
                if own:
                    self._head = Head(own[-1].number, own[-1].hash)
                return entry
            raise Stopped("other processes were first again and again")

    async def note(self, by: Person, *facts: Any, rows: Rows = (), kept: Kept | None = None) -> None:
        """Writes facts that depend on nothing else."""

        async def make(now: int, batch: int) -> Entry:
            return Entry(facts, rows, kept=kept)

        await self.write(by, make)

    def _sealed(self, facts: Sequence[Any], by: Person, now: int, batch: int) -> list[Sealed]:
        lines: list[Sealed] = []
        head = self._head
        assert head is not None
        for data in facts:
            event = Event(house.KIND_OF[type(data)], by, now, data)
            line = seal(house.STREAM, head.number + 1, batch, head.hash, event)
            head = Head(line.number, line.hash)
            lines.append(line)
        return lines
