"""A property in one process: which tables it owns, how it comes to own them, and how it lets go.

Several processes may serve one property. Each table is owned by one of them, by a lease in the store;
whoever is asked about a table of another passes the question on. A process that dies is followed by another
when its leases run out; one that only believes it still owns a table is refused by the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from feltlaw.canonical import digest
from feltlaw.desk import Chance, Clock
from feltlaw.event import Person
from feltlaw.floor.journal import Journal
from feltlaw.floor.keeper import Keeper, NotHere
from feltlaw.floor.opening import LEASE_MS, Wanted, check_name, close_table, lease, open_table, take_over
from feltlaw.floor.parts import PROCESSES, Parts
from feltlaw.floor.signing import SIGN_S, Signing
from feltlaw.floor.signs import Signs
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Lease, Stopped, Upsert
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.house import StartProgram, StopProgram
from feltlaw.program import version
from feltlaw.record.keys import KeyFault, Keys
from feltlaw.record.restore import table_stream
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused
from feltlaw.regulation import load, regulation_ids
from feltlaw.shuffle import Source, SystemSource
from feltlaw.table import Command
from feltlaw.table.life import CloseTable

PROGRAM = Person("device", "program")
"""Who writes down that a process began and ended."""


class NoTable(LookupError):
    """There is no such table at this property."""


class Elsewhere(Exception):
    """Another process owns the table: its name, and where it is reached."""

    def __init__(self, process: str, address: str) -> None:
        super().__init__(f"{process} owns it")
        self.process, self.address = process, address


@dataclass
class Floor:
    """The tables of a property that one process owns."""

    store: FloorStore
    clock: Clock
    process: str
    address: str = ""
    """Where the other processes reach this one."""
    source: Callable[[], Source] = SystemSource
    lease_ms: int = LEASE_MS
    validates: bool = False
    """Whether wins are validated without a person: at practice tables."""
    rng: random.Random = field(default_factory=random.Random)
    """For pauses, and for nothing that anybody bets on."""
    spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]] = asyncio.ensure_future
    keys: Keys | None = None
    """What signs exports; nothing does where there is no folder for a key."""
    parts: Parts = field(init=False)
    journal: Journal = field(init=False)
    signs: Signs = field(init=False)
    signing: Signing | None = None
    keepers: dict[str, Keeper] = field(default_factory=dict)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)
    _others: dict[str, tuple[tuple[str, int], float]] = field(default_factory=dict)
    """By table, its owner elsewhere and until when he said he owns it, and since when he has said nothing
    else."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    stopping: bool = False

    async def start(self, *, adopts: bool = True, alone: bool = False) -> None:
        """Begins to serve: the process is on record, and open tables without an owner are taken.

        `alone`: no other process serves the property, so that nobody's lease is waited for.
        """
        if alone:
            await self.store.write(sql.releasing_all)
        now = self.clock()
        serial, last = await self.store.write(lambda: sql.joining(self.process, self.address, version(), now))
        self.parts = Parts(self.store, self.clock, serial, self.validates, self.rng, count=last // PROCESSES)
        self.journal = Journal(self.parts)
        await self.journal.note(PROGRAM, StartProgram(self.process, version(), _data_digest()))
        self.signs = Signs(self.store, self.parts.links, self.keepers)
        self._tasks = [self.spawn(self._renewing()), self.spawn(self.signs.run())]
        if adopts:
            await self.adopt()
            self._tasks.append(self.spawn(self._adopting()))
            if self.keys is not None:
                self.signing = self.signing_with(self.keys)
                self._tasks.append(self.spawn(self._signing()))

    def signing_with(self, keys: Keys) -> Signing:
        """Who signs for this process with a key."""
        return Signing(self.parts, keys, version())

    async def stop(self, why: str = "it was told to") -> None:
        """Ends in good order: nothing more is accepted, tables are let go of for others."""
        self.stopping = True
        self.signs.end()
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for table in list(self.keepers):
            await self.release(table)
        with contextlib.suppress(StoreError):
            await self.journal.note(PROGRAM, StopProgram(self.process, why))
        await self._sign()

    # ── tables ──

    async def table(self, table: str) -> Keeper:
        """The table, where this process owns it or can; raises `Elsewhere`, `NoTable`, `Stopped`."""
        keeper = self.keepers.get(table)
        if keeper is not None and not keeper.lost:
            return keeper
        if self.stopping:
            raise Stopped("this server stops")
        async with self._locks.setdefault(table, asyncio.Lock()):
            keeper = self.keepers.get(table)
            if keeper is None or keeper.lost:
                keeper = await self._taken(table)
            return keeper

    async def open(self, wanted: Wanted, chance: Chance | None = None) -> Keeper:
        """Opens a table; an automatic one takes bets when this returns. `chance` is for practice only."""
        check_name(wanted.table)
        async with self._locks.setdefault(wanted.table, asyncio.Lock()):
            known = self.keepers.get(wanted.table)
            if known is not None and not known.lost and known.state.is_open:
                raise Refused(
                    f"the table {wanted.table} is open already", "Close it first, or choose another name."
                )
            held = await self._leased(wanted.table)
            keeper = await open_table(self.parts, self.journal, wanted, held, chance or self.source())
            self.keepers[wanted.table] = keeper
            if known is not None:
                known.lose()  # who still watches the table that was closed looks again
        await keeper.go_on()
        keeper.start()
        return keeper

    async def close(self, table: str, by: Person) -> None:
        """Closes a table for the day."""
        keeper = await self.table(table)
        await keeper.command(Command("close_table", by, CloseTable()))
        await close_table(self.parts, self.journal, keeper, by)
        await self._sign()

    async def release(self, table: str) -> None:
        """Lets go of a table, so that another process can have it at once."""
        keeper = self.keepers.pop(table, None)
        if keeper is None or keeper.lost:
            return
        await keeper.finish()
        with contextlib.suppress(StoreError):
            await self.store.write(lambda: sql.releasing([keeper.lease]))

    async def _taken(self, table: str) -> Keeper:
        rows = await self.store.read(lambda: sql.reading_rows("tables", {"id": table}))
        if not rows:
            raise NoTable(f"there is no table {table}")
        held = await self._leased(table)
        opener = json.loads(bytes(rows[0]["about"]))["opener"]
        keeper = await take_over(self.parts, held, table, rows[0]["mode"], opener)
        self.keepers[table] = keeper
        if not keeper.state.is_open and rows[0]["state"] == "open":
            await close_table(self.parts, self.journal, keeper, PROGRAM)
        keeper.start()
        return keeper

    async def _leased(self, table: str) -> Lease:
        """Takes a table that nobody has, or whose owner is gone; raises `Elsewhere`."""
        held = await lease(self.parts, self.process, table, self.lease_ms)
        if held is not None:
            return held
        stream = table_stream(table)
        owner, until = (await self.store.read(lambda: sql.owners([stream])))[stream]
        if self._is_silent(table, owner, until):
            held = await lease(self.parts, self.process, table, self.lease_ms, (owner, until))
        if held is None:
            rows = await self.store.read(lambda: sql.reading_rows("processes", {"id": owner}))
            raise Elsewhere(owner, str(rows[0]["address"]) if rows else "")
        return held

    # ── ownership ──

    async def adopt(self) -> None:
        """Takes open tables that nobody owns."""
        rows = await self.store.read(lambda: sql.reading_rows("tables", {"state": "open"}))
        wanted = [row["id"] for row in rows if row["id"] not in self.keepers or self.keepers[row["id"]].lost]
        owned = await self.store.read(lambda: sql.owners([table_stream(table) for table in wanted]))
        now = self.clock()
        for table in wanted:
            owner, until = owned.get(table_stream(table), ("", 0))
            if owner == self.process or until <= now or self._is_silent(table, owner, until):
                with contextlib.suppress(Elsewhere, NoTable, StoreError, NotHere):
                    await self.table(table)

    def _is_silent(self, table: str, owner: str, until: int) -> bool:
        """Whether an owner has not renewed its lease for twice as long as one lasts.

        Clocks of machines may be far apart, and one may have named a time of next year before it died: that
        it says nothing is seen without comparing clocks.
        """
        loop_time = asyncio.get_running_loop().time()
        said, since = self._others.get(table, (None, 0.0))
        if said != (owner, until):
            self._others[table] = ((owner, until), loop_time)
            return False
        return loop_time - since > 2 * self.lease_ms / 1000

    async def _adopting(self) -> None:
        while True:
            await asyncio.sleep(self.lease_ms / 1000 * (0.5 + self.parts.rng.random()))
            with contextlib.suppress(StoreError):
                await self.adopt()

    async def _renewing(self) -> None:
        while True:
            await asyncio.sleep(self.lease_ms / 3000)
            with contextlib.suppress(StoreError):
                await self.renew()

    async def _signing(self) -> None:
        while True:
            await asyncio.sleep(SIGN_S)
            await self._sign()

    async def _sign(self) -> None:
        """A checkpoint of everything; tables do not wait for one that cannot be made."""
        with contextlib.suppress(StoreError, KeyFault):
            if self.signing is not None:
                await self.signing.checkpoint()

    async def renew(self) -> None:
        """Says that this process is there, and owns what it owns for longer."""
        now = self.clock()
        leases = [keeper.lease for keeper in self.keepers.values() if not keeper.lost and not keeper.fault]
        await self.store.append(_seen(self, now))
        if not leases:
            return
        for stream in await self.store.write(lambda: sql.renewing(leases, now + self.lease_ms)):
            keeper = self.keepers.get(stream.removeprefix("table/"))
            if keeper is not None and keeper.lease in leases:
                keeper.lose()


@cache
def _data_digest() -> str:
    """One hash over the regulations of this program."""
    return digest({name: load(name).digest for name in regulation_ids()})


def _seen(floor: Floor, now: int) -> Append:
    row = Upsert(
        "processes",
        {"id": floor.process},
        {"serial": floor.parts.serial, "address": floor.address, "program": version(), "seen": now},
    )
    return Append(rows=[row])
