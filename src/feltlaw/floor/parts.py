"""What every table of a process shares: its store, clock, links, cage, and numbers of appends."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from feltlaw.desk import Clock
from feltlaw.floor.counter import Counter
from feltlaw.floor.links import FloorLinks
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Behind
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.store import Head

PROCESSES = 1 << 20
"""Fewer processes than this ever serve a property. An append's number is a count and, below it, the number of
its process: two never meet, and a count goes on from the highest that was seen."""


@dataclass
class Parts:
    """Shared by all tables of one process."""

    store: FloorStore
    clock: Clock
    serial: int
    """How many processes served this property before; each has numbers of its own."""
    validates: bool = False
    """Whether automatic tables validate wins by themselves."""
    rng: random.Random = field(default_factory=random.Random)
    """For pauses between attempts, and for nothing that anybody bets on."""
    links: FloorLinks = field(init=False)
    counter: Counter = field(init=False)
    count: int = 0
    """Of the last append, here or elsewhere, as far as this process knows."""

    def __post_init__(self) -> None:
        self.links = FloorLinks(self.store)
        self.counter = Counter(self.store)

    def batch(self) -> int:
        """A number for the next append, which no other has, and higher than those it follows."""
        self.count += 1
        return self.count * PROCESSES + self.serial % PROCESSES

    def fail(self, error: Exception | None = None) -> None:
        """An append was refused: what other streams were taken to be is read anew."""
        if isinstance(error, Behind):
            self.count = max(self.count, error.batch // PROCESSES)
        self.links.fail()
        self.counter.fail()

    def pause(self, attempt: int) -> float:
        """Seconds before the next attempt, so that two processes do not meet again and again."""
        return self.rng.random() * min(0.2, 0.002 * 1.5 ** min(attempt, 12))

    async def head(self, stream: str) -> Head:
        return await self.store.read(lambda: sql.reading_head(stream))
