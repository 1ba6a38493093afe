"""A property opened for work: its database, its name, everything a process needs of it, closed in order."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from feltlaw.desk import Clock, system_clock
from feltlaw.floor.cashier import Cashier
from feltlaw.floor.floor import Floor
from feltlaw.floor.people import People
from feltlaw.floor.store.model import Stopped
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.keys import PRIVATE_FOLDER, Keys, data_folder

DATABASE = "feltlaw.db"


@dataclass(frozen=True, slots=True)
class Where:
    """Where a property's data lie: a folder with a database of its own, or a PostgreSQL server."""

    data: Path
    database: str = ""
    private: Path | None = None
    """The folder of the signing key, if it is not with the data."""
    key: Path | None = None
    """The file of the signing key, if it has a place of its own."""

    @classmethod
    def of(cls, data: str | None = None, database: str | None = None, key: str | None = None) -> Where:
        """As the command line or the environment says it, else in the user's data folder."""
        own = data_folder(data)
        folder = own / "floor" if data is None else own
        named = database or os.environ.get("FELTLAW_DATABASE", "")
        return cls(folder, named, own, Path(key) if key else None)

    @property
    def keys(self) -> Keys:
        """The key that signs what leaves the property; `feltlaw record key` exports its public part."""
        return Keys(self.private or self.data, self.key)


async def open_store(where: Where) -> FloorStore:
    """The database; raises `Stopped` where it cannot be opened or another process has it."""
    if where.database:
        from feltlaw.floor.store.postgres import open_postgres

        return await open_postgres(where.database)
    from feltlaw.floor.store.sqlite import SQLiteStore

    try:
        where.data.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    except OSError as error:
        raise Stopped(f"the folder {where.data} cannot be used: {error.strerror}") from None
    return SQLiteStore(where.data / DATABASE)


@dataclass(frozen=True, slots=True)
class Property:
    """A property as one process has it."""

    floor: Floor
    people: People
    cashier: Cashier


@asynccontextmanager
async def open_property(
    where: Where, *, address: str = "", clock: Clock = system_clock, serves: bool = True
) -> AsyncIterator[Property]:
    """A property open for work. A process that does not serve takes no tables on its own.

    A folder has one server; that there is no other is for the caller to see to.
    """
    store = await open_store(where)
    process = f"{socket.gethostname()[:30]}-{os.getpid()}-{secrets.token_hex(3)}"
    floor = Floor(store, clock, process, address, keys=where.keys)
    try:
        await floor.start(adopts=serves, alone=serves and not where.database)
        try:
            yield Property(floor, People(floor.parts, floor.journal), Cashier(floor.parts))
        finally:
            await floor.stop()
    finally:
        await store.close()
