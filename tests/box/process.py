"""One server process of the box: a floor with its store and clock, begun, killed, and begun again."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Literal

from feltlaw.floor.cashier import Cashier
from feltlaw.floor.floor import Floor
from feltlaw.shuffle import SeededSource
from tests.box.disk import Disk
from tests.box.loop import Life
from tests.box.postgres_store import BoxPostgres
from tests.box.sqlite_store import BoxSQLite

Kind = Literal["sqlite", "postgres"]
NOON = 1_800_000_000_000


@dataclass
class Process(Life):
    """A process from its start to its death; the one that follows it has another name."""

    slot: int
    kind: Kind
    disk: Disk
    rng: random.Random
    seed: int
    jump_ms: int = 0
    """How far its clock is off."""
    name: str = ""
    alive: bool = True
    ready: bool = False
    hangs: list[asyncio.Future[int]] = field(default_factory=list)
    """Screens that hang on it, and notice when it is gone."""
    store: BoxSQLite | BoxPostgres = field(init=False)
    floor: Floor = field(init=False)
    cashier: Cashier = field(init=False)

    def clock(self) -> int:
        return NOON + int(self.disk.loop.now * 1000) + self.jump_ms

    async def begin(self) -> None:
        """Connects and begins to serve; raises what a start may raise."""
        if self.kind == "sqlite":
            self.store = BoxSQLite(self.disk, self)
        else:
            self.store = BoxPostgres(self.disk, self)
            await self.store.begin()
        chance = (f"{self.seed} {number}" for number in range(10**6))
        self.floor = Floor(
            self.store,
            self.clock,
            self.name,
            str(self.slot),
            source=lambda: SeededSource(f"{self.name} {next(chance)}"),
            rng=self.rng,
        )
        await self.floor.start()
        self.cashier = Cashier(self.floor.parts)
        self.ready = True
