"""SQLite for one process: one thread writes, and everything that waits for it shares one durable commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import apsw

from feltlaw.floor.store.model import Append, Row, Stopped, migrations
from feltlaw.floor.store.protocol import Heard, Transaction
from feltlaw.floor.store.statements import FOR_UPDATE, Statement, Steps, appending
from feltlaw.record.store import StoreError

T = TypeVar("T")
LEAST_SQLITE = 3051003
"""3.51.3; earlier ones may lose what was written when a write-ahead log begins anew."""
MOST_TOGETHER = 500
"""So many share a commit at most, so that the first does not wait for long."""
READERS = 2


class SQLiteStore:
    """A property's store in one file, or in memory where no path is given."""

    def __init__(self, path: Path | None) -> None:
        if apsw.SQLITE_VERSION_NUMBER < LEAST_SQLITE:
            raise Stopped(f"SQLite {apsw.sqlite_lib_version()} may lose data; 3.51.3 or later is needed")
        self.fault = ""
        self.commits = 0
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._heard: list[Heard] = []
        self._readers = ThreadPoolExecutor(READERS, "feltlaw-reader")
        self._local = threading.local()
        self._opened: list[apsw.Connection] = []
        try:
            self._writer = connect(path)
            migrate(self._writer)
        except (apsw.Error, OSError) as error:
            raise Stopped(f"the database cannot be opened: {error}") from error
        self._thread = threading.Thread(target=self._work, name="feltlaw-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> None:
        await self._ask(append, None)

    async def write(self, transaction: Transaction[T]) -> T:
        found: T = await self._ask(None, transaction)
        return found

    async def read(self, transaction: Transaction[T]) -> T:
        if self._path is None:  # a database in memory has one connection
            return await self.write(transaction)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, transaction)

    def listen(self, heard: Heard) -> Callable[[], None]:
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    async def close(self) -> None:
        self._jobs.put(None)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._thread.join)
        await loop.run_in_executor(None, self._readers.shutdown)
        for connection in (*self._opened, self._writer):
            connection.close()

    # ── the writing thread ──

    async def _ask(self, append: Append | None, transaction: Transaction[Any] | None) -> Any:
        if self.fault:
            raise Stopped(self.fault)
        loop = asyncio.get_running_loop()
        job = _Job(append, transaction, loop, loop.create_future())
        self._jobs.put(job)
        return await job.done

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            last = False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MOST_TOGETHER:
                    job = self._jobs.get_nowait()
                    if job is None:
                        last = True
                        break
                    jobs.append(job)
            self._together(jobs)
            if last:
                return

    def _together(self, jobs: list[_Job]) -> None:
        """Everything that waited, in one transaction; answered when it is durable, and not before."""
        if self.fault:
            for job in jobs:
                job.resolve(None, Stopped(self.fault))
            return
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            results = self._run(jobs)
            self._writer.execute("COMMIT")
        except Exception as error:  # whatever it was: what is on the disk now is not certain
            self.fault = f"the database failed: {error}"
            for job in jobs:
                job.resolve(None, Stopped(self.fault))
            return
        self.commits += 1
        for job, (result, refused) in zip(jobs, results, strict=True):
            job.resolve(result, refused)
        if told := _streams(jobs, results):
            for heard in list(self._heard):
                jobs[0].loop.call_soon_threadsafe(heard, told)

    def _run(self, jobs: list[_Job]) -> list[tuple[Any, StoreError | None]]:
        """Appends that stand next to each other are checked and written together."""
        results: list[tuple[Any, StoreError | None]] = []
        at = 0
        while at < len(jobs):
            some = at
            while some < len(jobs) and jobs[some].append is not None:
                some += 1
            if some > at:
                appends = [job.append for job in jobs[at:some] if job.append is not None]
                results += [(None, refused) for refused in run_steps(self._writer, appending(appends))]
                at = some
                continue
            results.append(self._alone(jobs[at]))
            at += 1
        return results

    def _alone(self, job: _Job) -> tuple[Any, StoreError | None]:
        """A transaction that may refuse itself without taking the others along."""
        assert job.transaction is not None
        try:
            with self._writer:
                result = run_steps(self._writer, job.transaction())
        except StoreError as refused:
            return None, refused
        return result, None

    def _read(self, transaction: Transaction[T]) -> T:
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        try:
            if connection is None:
                connection = self._local.connection = connect(self._path)
                self._opened.append(connection)
            with connection:
                result = run_steps(connection, transaction())
        except apsw.Error as error:
            raise Stopped(f"the database cannot be read: {error}") from error
        return result


@dataclass(frozen=True, slots=True)
class _Job:
    """Something the writing thread has to do, and who waits for it."""

    append: Append | None
    transaction: Transaction[Any] | None
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]

    def resolve(self, result: Any, error: BaseException | None = None) -> None:
        def put() -> None:
            if self.done.done():
                return
            if error is not None:
                self.done.set_exception(error)
            else:
                self.done.set_result(result)

        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self.loop.call_soon_threadsafe(put)


def _streams(jobs: list[_Job], results: list[tuple[Any, StoreError | None]]) -> list[str]:
    """The streams that these jobs appended to."""
    done = (job.append for job, (_, refused) in zip(jobs, results, strict=True) if refused is None)
    return sorted({line.stream for append in done if append is not None for line in append.lines})


def connect(path: Path | None) -> apsw.Connection:
    """A connection that waits for others, writes ahead, and has everything on the disk when it says so."""
    connection = apsw.Connection(str(path) if path is not None else ":memory:")
    connection.set_busy_timeout(10_000)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    return connection


def migrate(connection: apsw.Connection) -> None:
    """Brings the schema up to date, one numbered change after the other."""
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY)")
        done = {row[0] for row in connection.execute("SELECT version FROM versions")}
        steps = migrations()
        if max(done, default=0) > steps[-1][0]:
            raise Stopped("the database was written by a later version of feltlaw")
        for version, sql in steps:
            if version not in done:
                connection.execute(sql)
                connection.execute("INSERT INTO versions VALUES (?)", (version,))


def run_steps(connection: apsw.Connection, steps: Steps[T]) -> T:
    """Carries a transaction's statements to a database; beginning and ending it is the caller's."""
    try:
        statement = next(steps)
        while True:
            statement = steps.send(_executed(connection, statement))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _executed(connection: apsw.Connection, statement: Statement) -> list[Row]:
    sql, values = statement
    sql = sql.removesuffix(FOR_UPDATE)
    if len(values) == 1:
        return list(connection.execute(sql, values[0]))
    connection.executemany(sql, values)
    return []
