"""The database of the box: what is durable, and what a process is told about it, early, late or never.

Transactions are the floor's own. One at a time has the database, as row locks would have it; what it writes
is there from one moment on, whole, and that moment may come after the process that asked for it has died.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any, Literal

import apsw

from feltlaw.floor.store.sqlite import migrate
from tests.box.loop import BoxLoop, Life

Fate = Literal["done", "lost before", "lost after", "killed before", "killed after", "full"]
"""What comes of a commit: `lost` is the connection, `killed` the process that asked."""
Logged = list[tuple[str, Sequence[tuple[Any, ...]]]]


class Disk:
    """What is durable, and who has it to himself at the moment."""

    def __init__(self, loop: BoxLoop, rng: random.Random, counts: Counter[str]) -> None:
        self.loop, self.rng, self.counts = loop, rng, counts
        self.db = apsw.Connection(":memory:")
        migrate(self.db)
        self.rates: dict[Fate, float] = {}
        """How often something goes wrong with a commit; empty once the faults have ended."""
        self.heads: dict[str, int] = {}
        """The last durable number of each stream."""
        self.kill: Callable[[Life, str], None] = lambda life, why: None
        self.faults: list[str] = []
        """What was written by somebody who may not."""
        self.told: Callable[[list[str]], None] = lambda streams: None
        self._holder: object = None
        self._queue: deque[tuple[object, Life, asyncio.Future[None]]] = deque()

    # ── chance ──

    def moment(self, most: float = 0.02) -> float:
        """How long something takes; now and then much longer."""
        return self.rng.random() * (most if self.rng.random() < 0.95 else most * 50)

    def fate(self, possible: Sequence[Fate]) -> Fate:
        for fate in possible:
            if self.rng.random() < self.rates.get(fate, 0.0):
                self.counts[f"fault: commit {fate}"] += 1
                return fate
        return "done"

    # ── one at a time ──

    async def take(self, session: object, life: Life) -> None:
        """Waits until nobody else writes."""
        if self._holder is None:
            self._holder = session
            return
        turn: asyncio.Future[None] = self.loop.create_future()
        self._queue.append((session, life, turn))
        await turn

    def give_back(self, session: object) -> None:
        if self._holder is not session:
            return
        self._holder = None
        while self._queue:
            session, life, turn = self._queue.popleft()
            if life.alive and not turn.done():
                self._holder = session
                turn.set_result(None)
                return

    # ── what became durable ──

    def write(self, life: Life, logged: Logged) -> None:
        """A whole transaction becomes durable now."""
        self.db.execute("BEGIN")
        for sql, values in logged:
            if len(values) == 1:
                list(self.db.execute(sql, values[0]))
            else:
                self.db.executemany(sql, values)
        self.db.execute("COMMIT")
        self.became_durable(life, logged)

    def became_durable(self, life: Life, logged: Logged) -> None:
        self.counts["commits"] += 1
        streams: dict[str, int] = {}
        for sql, values in logged:
            if sql.startswith("INSERT INTO events"):
                for stream, number, *_ in values:
                    streams[stream] = number
        for stream in streams:
            if stream.startswith("table/"):
                (owner,) = next(
                    iter(self.db.execute("SELECT owner FROM streams WHERE stream = ?", (stream,)))
                )
                if owner != life.name:
                    self.faults.append(f"{life.name} wrote to {stream}, which {owner or 'nobody'} owned")
        self.heads |= streams
        if streams:
            self.told(sorted(streams))

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return list(self.db.execute(sql, values))
