"""The floor's PostgreSQL store on a server that is made up: its own writing task, its own way to find out
what came of a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, cast

import psycopg
from psycopg import AsyncConnection, errors

from feltlaw.floor.store.postgres import PostgresStore
from feltlaw.floor.store.protocol import Heard
from feltlaw.floor.store.statements import FOR_UPDATE
from tests.box.disk import Disk, Fate, Logged
from tests.box.loop import Life

FATES: tuple[Fate, ...] = ("killed before", "killed after", "lost before", "lost after", "full")


@lru_cache(1000)
def _as_sqlite(sql: bytes | str) -> str:
    text = sql.decode() if isinstance(sql, bytes) else sql
    return text.replace("%s", "?").replace("%%", "%").removesuffix(FOR_UPDATE)


class _Session:
    """One connection to the server."""

    def __init__(self, disk: Disk, life: Life, *, reads: bool = False) -> None:
        self.disk, self.life, self.reads = disk, life, reads
        self.closed = False
        self._logged: Logged = []
        self._rows: list[tuple[Any, ...]] = []
        self.description: Any = True

    # ── statements: those of one transaction follow each other without a pause ──

    @asynccontextmanager
    async def cursor(self) -> AsyncIterator[_Session]:
        yield self

    async def execute(self, sql: bytes | str, values: Sequence[Any] = ()) -> None:
        text = _as_sqlite(sql)
        if text.startswith(("SET ", "SELECT pg_notify")):
            return
        if not text.startswith("SELECT"):
            self._logged.append((text, [tuple(values)]))
        self._rows = list(self.disk.db.execute(text, values))

    async def executemany(self, sql: bytes, values: Sequence[Any]) -> None:
        text = _as_sqlite(sql)
        self._logged.append((text, [tuple(one) for one in values]))
        self.disk.db.executemany(text, values)

    async def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    # ── transactions ──

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        disk = self.disk
        await asyncio.sleep(disk.moment())
        if self.reads:
            yield
            await asyncio.sleep(disk.moment())
            return
        await disk.take(self, self.life)
        if self.closed:
            disk.give_back(self)
            raise psycopg.OperationalError("the connection is closed")
        self._logged = []
        disk.db.execute("BEGIN")
        try:
            yield
        except BaseException:
            disk.db.execute("ROLLBACK")
            disk.give_back(self)
            raise
        disk.db.execute("ROLLBACK")  # what it wrote is there from the moment of its commit on, not before
        await self._commit(self._logged)

    async def _commit(self, logged: Logged) -> None:
        """Asks the server to commit; what it does then it does alone."""
        disk = self.disk
        if not logged:
            disk.give_back(self)
            return
        fate = disk.fate(FATES)
        answered: asyncio.Future[None] = disk.loop.create_future()
        happens = fate in ("done", "lost after", "killed after")

        def server() -> None:
            if happens:
                disk.write(self.life, logged)
            disk.give_back(self)
            if fate in ("done", "full"):
                disk.loop.later(disk.moment(), _answer, answered)

        disk.loop.later(disk.moment(), server)
        if fate in ("lost before", "lost after"):
            self.closed = True
            disk.loop.later(disk.moment(), _answer, answered)
        if fate in ("killed before", "killed after"):
            why = f"in mid-commit, which {'was' if happens else 'was not'} done"
            disk.loop.call_soon(disk.kill, self.life, why, context=disk.loop.outside)
        await answered
        if fate == "full":
            raise errors.DiskFull("could not extend file: No space left on device")
        if fate != "done":
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    async def close(self) -> None:
        self.closed = True


def _answer(answered: asyncio.Future[None]) -> None:
    if not answered.done():
        answered.set_result(None)


class _Pool:
    def __init__(self, disk: Disk, life: Life) -> None:
        self._disk, self._life = disk, life

    @asynccontextmanager
    async def connection(self, timeout: float) -> AsyncIterator[_Session]:
        await asyncio.sleep(self._disk.moment())
        yield _Session(self._disk, self._life, reads=True)

    async def close(self) -> None:
        pass


class BoxPostgres(PostgresStore):
    """For one of several processes."""

    def __init__(self, disk: Disk, life: Life) -> None:
        self.fault = ""
        self.commits = 0
        self.disk, self.life = disk, life
        self._jobs = asyncio.Queue()
        self._heard: list[Heard] = []
        self._connection = None
        self._pool = cast(Any, _Pool(disk, life))
        self._tasks = []

    async def begin(self) -> None:
        self._connection = await self._connected()
        self._tasks = [asyncio.create_task(self._work())]

    async def _connected(self) -> AsyncConnection[Any]:
        await asyncio.sleep(self.disk.moment(0.05))
        return cast(AsyncConnection[Any], _Session(self.disk, self.life))

    def tell(self, streams: list[str]) -> None:
        """A notice of the server: late, as any other."""
        if self._heard and self.life.alive:
            self.disk.loop.call_at(
                self.disk.loop.now + self.disk.moment(), self._tell, streams, context=self.life.context()
            )
