"""Tables of one's own, without an account and without a database: the same floor, in memory.

Whoever opened one knows its name, which nobody can guess, and plays there as `you`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from feltlaw import cage
from feltlaw.desk import Clock, told
from feltlaw.event import Person
from feltlaw.floor.cashier import Cashier
from feltlaw.floor.floor import Floor, NoTable
from feltlaw.floor.keeper import Keeper, KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.people import Caller
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.sqlite import SQLiteStore
from feltlaw.record.restore import table_stream
from feltlaw.refusal import Refused
from feltlaw.submission import Submission

PREFIX = "practice-"
YOU = Caller("you", ("player",))
HOUSE = Person("manager", "house")
PURSE = 10_000_00
KEPT_MS = 3_600_000
"""A practice table nobody has touched for so long goes."""
MOST = 500


@dataclass
class PracticeTables:
    """All practice tables of one process."""

    clock: Clock
    _floor: Floor | None = None
    _touched: dict[str, int] = field(default_factory=dict)

    async def open(self, submission: Submission) -> Keeper:
        """A new table with a purse for its player, who has the chips in front of him when he buys in."""
        floor = await self._running()
        await self._tidy(floor)
        if len(self._touched) >= MOST:
            raise Refused("too many practice tables are open", "Wait until others have finished.")
        name = f"{PREFIX}{secrets.token_hex(12)}"
        self._touched[name] = told(self.clock)
        keeper = await floor.open(Wanted(name, "automatic", submission, HOUSE))
        deposit = cage.Deposit(YOU.account, PURSE)
        key = KeyUse(YOU.account, f"purse {name}", "")
        await Cashier(floor.parts).enter(deposit, Person("cashier", "house"), key)
        return keeper

    async def table(self, name: str) -> Keeper:
        if self._floor is None or name not in self._touched:
            raise NoTable(f"there is no table {name}")
        self._touched[name] = told(self.clock)
        return await self._floor.table(name)

    @property
    def cashier(self) -> Cashier:
        assert self._floor is not None, "a table was found"
        return Cashier(self._floor.parts)

    @property
    def floor(self) -> Floor:
        assert self._floor is not None, "a table was found"
        return self._floor

    async def _running(self) -> Floor:
        if self._floor is None:
            floor = Floor(SQLiteStore(None), self.clock, "practice", validates=True)
            await floor.start()
            self._floor = floor
        return self._floor

    async def _tidy(self, floor: Floor) -> None:
        now = told(self.clock)
        for name in [one for one, at in self._touched.items() if now - at > KEPT_MS]:
            del self._touched[name]
            await floor.release(name)
            await floor.store.write(lambda name=name: sql.dropping(table_stream(name), name))  # type: ignore[misc]

    async def stop(self) -> None:
        if self._floor is not None:
            await self._floor.stop()
            await self._floor.store.close()
