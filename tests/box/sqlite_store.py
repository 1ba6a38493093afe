"""The floor's SQLite store with its writing thread and its file taken away: the same commits, at made-up
moments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, cast

import apsw

from feltlaw.floor.store.model import Append, Stopped
from feltlaw.floor.store.protocol import Heard, Transaction
from feltlaw.floor.store.sqlite import SQLiteStore, _Job, run_steps
from tests.box.disk import Disk, Fate, Logged
from tests.box.loop import Life

T = TypeVar("T")
FATES: tuple[Fate, ...] = ("killed before", "killed after", "full")


class _Writer:
    """The connection of the writing thread; a disk can be full, and what was written is known."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self.full = False
        self.logged: Logged = []

    def execute(self, sql: str, values: Any = ()) -> Any:
        if self.full and sql == "COMMIT":
            raise apsw.FullError("database or disk is full")
        if sql.startswith("INSERT"):
            self.logged.append((sql, [values]))
        return self._db.execute(sql, values)

    def executemany(self, sql: str, values: Any) -> Any:
        self.logged.append((sql, list(values)))
        return self._db.executemany(sql, values)

    def __enter__(self) -> Any:
        return self._db.__enter__()

    def __exit__(self, *error: Any) -> Any:
        return self._db.__exit__(*error)


class _Later:
    """Stands for the event loop where the writing thread hands its answers over."""

    def __init__(self, store: BoxSQLite) -> None:
        self._store = store

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> None:
        store = self._store
        if store.life.alive and not store.silent:
            store.disk.loop.later(store.disk.moment(), callback, *args)


class BoxSQLite(SQLiteStore):
    """For the one process that has the file."""

    def __init__(self, disk: Disk, life: Life) -> None:
        self.fault = ""
        self.commits = 0
        self.disk, self.life = disk, life
        self.silent = False
        """Whether answers reach nobody any more."""
        self._heard: list[Heard] = []
        self._waiting: list[_Job] = []
        self._full = _Writer(disk.db)
        self._writer = cast(apsw.Connection, self._full)

    async def _ask(self, append: Append | None, transaction: Transaction[Any] | None) -> Any:
        if self.fault:
            raise Stopped(self.fault)
        done: asyncio.Future[Any] = self.disk.loop.create_future()
        later = cast(asyncio.AbstractEventLoop, _Later(self))
        if not self._waiting:
            self.disk.loop.later(self.disk.moment(), self._commit)
        self._waiting.append(_Job(append, transaction, later, done))
        return await done

    def _commit(self) -> None:
        """Everything that has come by now, in one transaction."""
        if not self.life.alive:
            return
        jobs, self._waiting = self._waiting, []
        fate = self.disk.fate(FATES)
        if fate == "killed before":
            self.disk.kill(self.life, "before a commit")
            return
        self._full.full = fate == "full"
        self.silent = fate == "killed after"
        self._full.logged = []
        self._together(jobs)
        if self.disk.db.in_transaction:
            self.disk.db.execute("ROLLBACK")
        elif not self.fault:
            self.disk.became_durable(self.life, self._full.logged)
        if fate == "killed after":
            self.disk.kill(self.life, "after a commit, before anybody was told")

    async def read(self, transaction: Transaction[T]) -> T:
        await asyncio.sleep(self.disk.moment())
        found = run_steps(self.disk.db, transaction())
        await asyncio.sleep(self.disk.moment())
        return found

    def tell(self, streams: list[str]) -> None:
        """`_together` tells listeners itself."""

    async def close(self) -> None:
        self.silent = True
