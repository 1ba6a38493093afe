"""PostgreSQL for several processes: each has one connection that writes, and what waits for it shares a
commit.

A connection that is lost in mid-commit leaves it open what came of it. Whoever asks again first locks the
same rows, which waits for whatever the old connection may still be doing, so the answer is certain.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection, errors
from psycopg_pool import AsyncConnectionPool

from feltlaw.floor.store.model import Append, KeyTaken, Row, Stopped, Uncertain, migrations
from feltlaw.floor.store.protocol import Heard, Transaction
from feltlaw.floor.store.statements import Statement, Steps, appending, finding
from feltlaw.record.store import StoreError

T = TypeVar("T")
MOST_TOGETHER = 500
CHANNEL = "feltlaw"
LONGEST_NOTICE = 7_900
"""PostgreSQL takes no longer payloads than 8,000 bytes."""
PATIENCE_S = 60.0
"""So long the store tries to reach a database that was lost, before it stops."""
LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""What a lost connection raises; `ADMIN_SHUTDOWN` and its like are operational errors too."""


@dataclass(frozen=True, slots=True)
class _Job:
    append: Append | None
    transaction: Transaction[Any] | None
    done: asyncio.Future[Any]

    def resolve(self, result: Any, error: BaseException | None = None) -> None:
        if self.done.done():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(result)


class PostgresStore:
    """A property's store in a PostgreSQL database; made by `open_postgres`."""

    def __init__(self, url: str) -> None:
        self.fault = ""
        self.commits = 0
        self._url = url
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._heard: list[Heard] = []
        self._connection: AsyncConnection[Any] | None = None
        self._pool = AsyncConnectionPool(url, min_size=1, max_size=4, open=False, kwargs={"autocommit": True})
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Connects, brings the schema up to date and begins to work."""
        try:
            self._connection = await self._connected()
            await migrate(self._connection)
            await self._pool.open(wait=True, timeout=30)
        except (psycopg.Error, OSError) as error:
            raise Stopped(f"the database cannot be opened: {error}") from error
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._listen())]

    async def append(self, append: Append) -> None:
        await self._ask(append, None)

    async def write(self, transaction: Transaction[T]) -> T:
        found: T = await self._ask(None, transaction)
        return found

    async def read(self, transaction: Transaction[T]) -> T:
        for attempt in range(3):
            try:
                async with self._pool.connection(timeout=10) as connection, connection.transaction():
                    await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    return await run_steps(connection, transaction())
            except LOST as error:
                if attempt == 2:
                    raise Stopped(f"the database cannot be read: {error}") from error
                await asyncio.sleep(0.05)
        raise AssertionError

    def listen(self, heard: Heard) -> Callable[[], None]:
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    async def close(self) -> None:
        await self._jobs.put(None)
        if self._tasks:
            await self._tasks[0]
            for task in self._tasks[1:]:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        await self._pool.close()
        if self._connection is not None:
            await self._connection.close()

    # ── the writing task ──

    async def _ask(self, append: Append | None, transaction: Transaction[Any] | None) -> Any:
        if self.fault:
            raise Stopped(self.fault)
        job = _Job(append, transaction, asyncio.get_running_loop().create_future())
        self._jobs.put_nowait(job)
        return await job.done

    async def _work(self) -> None:
        while (first := await self._jobs.get()) is not None:
            jobs = [first]
            last = False
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                job = self._jobs.get_nowait()
                if job is None:
                    last = True
                    break
                jobs.append(job)
            appends = [job for job in jobs if job.append is not None]
            for together in ([appends] if appends else []) + [[job] for job in jobs if job.append is None]:
                await self._together(together)
            if last:
                return

    async def _together(self, jobs: list[_Job]) -> None:
        """Jobs in one transaction; answered when it is durable, and not before."""
        if self.fault:
            for job in jobs:
                job.resolve(None, Stopped(self.fault))
            return
        try:
            results = await self._committed(jobs)
        except LOST as error:
            await self._after_loss(jobs, error)
        except errors.UniqueViolation as error:
            if len(jobs) == 1:
                taken = error.diag.table_name == "answers"
                what = f"written by another process at the same time: {error}"
                jobs[0].resolve(None, KeyTaken(what) if taken else StoreError(what))
                return
            for job in jobs:
                await self._together([job])
        except StoreError as refused:
            jobs[0].resolve(None, refused)
        except Exception as error:
            self._stop(jobs, f"the database failed: {error}")
        else:
            self.commits += 1
            for job, (result, refused_one) in zip(jobs, results, strict=True):
                job.resolve(result, refused_one)

    async def _committed(self, jobs: list[_Job]) -> list[tuple[Any, StoreError | None]]:
        connection = self._connection
        if connection is None or connection.closed:
            raise psycopg.OperationalError("there is no connection")
        async with connection.transaction():
            if jobs[0].transaction is not None:
                return [(await run_steps(connection, jobs[0].transaction()), None)]
            appends = [job.append for job in jobs if job.append is not None]
            results = await run_steps(connection, appending(appends))
            done = [append for append, refused in zip(appends, results, strict=True) if refused is None]
            for notice in _notices(done):
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notice))
            return [(None, refused) for refused in results]

    async def _after_loss(self, jobs: list[_Job], error: Exception) -> None:
        """A lost connection: a new one finds out what came of each append."""
        try:
            await self._reconnected(error)
            for job in jobs:
                if job.append is not None and await self._found(job.append):
                    job.resolve(None)
                else:
                    job.resolve(None, Uncertain(f"the connection to the database was lost: {error}"))
        except (*LOST, Stopped) as again:
            self._stop(jobs, f"the database was lost: {again}")

    async def _found(self, append: Append) -> bool:
        assert self._connection is not None
        async with self._connection.transaction():
            return await run_steps(self._connection, finding(append))

    async def _reconnected(self, error: Exception) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close()
        self._connection = None
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_S
        wait = 0.05
        while loop.time() < until:
            try:
                self._connection = await self._connected()
                return
            except (psycopg.Error, OSError) as again:
                error = again
                await asyncio.sleep(wait)
                wait = min(2.0, wait * 2)
        raise Stopped(str(error))

    def _stop(self, jobs: list[_Job], why: str) -> None:
        self.fault = why
        for job in jobs:
            job.resolve(None, Stopped(why))

    async def _connected(self) -> AsyncConnection[Any]:
        connection = await AsyncConnection.connect(self._url, autocommit=True, connect_timeout=10)
        await connection.execute("SET synchronous_commit = on")
        return connection

    async def _listen(self) -> None:
        """Hears what any process has appended; begins anew where the connection is lost."""
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._tell(())
                    async for notice in connection.notifies():
                        self._tell(notice.payload.split("\n"))
            await asyncio.sleep(0.2)

    def _tell(self, streams: Any) -> None:
        """No streams stands for any: notices may have been missed."""
        for heard in list(self._heard):
            heard(streams)


async def open_postgres(url: str) -> PostgresStore:
    """A store on a database, made ready."""
    store = PostgresStore(url)
    await store.begin()
    return store


def _notices(appends: list[Append]) -> list[str]:
    """Which streams have gone on, in as few notices as may be."""
    notices: list[str] = []
    for stream in sorted({line.stream for append in appends for line in append.lines}):
        if notices and len((notices[-1] + stream).encode()) < LONGEST_NOTICE:
            notices[-1] += "\n" + stream
        else:
            notices.append(stream)
    return notices


async def migrate(connection: AsyncConnection[Any]) -> None:
    """Brings the schema up to date; several processes may try at once."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(7023402)")
        await connection.execute("CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY)")
        cursor = await connection.execute("SELECT version FROM versions")
        done = {row[0] for row in await cursor.fetchall()}
        steps = migrations()
        if max(done, default=0) > steps[-1][0]:
            raise Stopped("the database was written by a later version of feltlaw")
        for version, sql in steps:
            if version not in done:
                await connection.execute(sql.replace("BLOB", "BYTEA").encode())
                await connection.execute("INSERT INTO versions VALUES (%s)", (version,))


async def run_steps(connection: AsyncConnection[Any], steps: Steps[T]) -> T:
    """Carries a transaction's statements to a database; beginning and ending it is the caller's."""
    try:
        statement = next(steps)
        while True:
            statement = steps.send(await _executed(connection, statement))
    except StopIteration as stop:
        result: T = stop.value
        return result


@lru_cache(1000)
def _translated(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()


async def _executed(connection: AsyncConnection[Any], statement: Statement) -> list[Row]:
    sql, values = statement
    async with connection.cursor() as cursor:
        if len(values) == 1:
            await cursor.execute(_translated(sql), values[0])
            return await cursor.fetchall() if cursor.description else []
        await cursor.executemany(_translated(sql), values)
        return []
