"""A floor served on a real socket, in the event loop of a test."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher

from feltlaw.client import AsyncClient
from feltlaw.desk import Clock, system_clock
from feltlaw.event import Person, Role
from feltlaw.floor.api.app import create_app
from feltlaw.floor.api.rates import Limits
from feltlaw.floor.api.site import Site
from feltlaw.floor.forward import Forwarder
from feltlaw.floor.practice import PracticeTables
from feltlaw.floor.property import Property, Where, open_property

PASSWORD = "a long password"
SETUP = Person("manager", "setup")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""As safe as a test needs."""
MANY = Limits((1e6, 1e6), (1e6, 1e6), (1e6, 1e6))
PEOPLE: tuple[tuple[str, Role], ...] = (
    ("manager1", "manager"),
    ("cashier1", "cashier"),
    ("floor1", "floorperson"),
    ("floor2", "floorperson"),
    ("dealer1", "dealer"),
    ("auditor1", "auditor"),
    ("player1", "player"),
    ("player2", "player"),
)
"""Everybody's account is named by what it does."""


@cache
def _keys() -> Path:
    """What a floor on a database keeps in a folder: the same for all that this process serves."""
    folder = Path(tempfile.mkdtemp(prefix="feltlaw-keys-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@dataclass
class Served:
    """A floor that answers at an address."""

    url: str
    property: Property
    site: Site
    server: uvicorn.Server
    task: asyncio.Task[None]
    clients: list[AsyncClient] = field(default_factory=list)
    others: list[httpx.AsyncClient] = field(default_factory=list)
    """Whatever else asks, closed with the floor."""

    async def key(self, account: str) -> str:
        return (await self.property.people.make_key(SETUP, account))[1]

    async def client(self, account: str = "", **named: Any) -> AsyncClient:
        """A client with a key of an account, or a visitor's."""
        made = AsyncClient(self.url, key=await self.key(account) if account else "", **named)
        self.clients.append(made)
        return made

    async def signed_in(self, account: str, password: str = PASSWORD) -> AsyncClient:
        made = AsyncClient(self.url)
        self.clients.append(made)
        await made.sign_in(account, password)
        return made


@asynccontextmanager
async def served(
    where: Path | str,
    *,
    people: Sequence[tuple[str, Role]] = PEOPLE,
    limits: Limits = MANY,
    clock: Clock = system_clock,
    port: int = 0,
    lease_ms: int = 10_000,
) -> AsyncIterator[Served]:
    """A floor on the folder or the database, with people that sign in with `PASSWORD`."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    place = Where(where) if isinstance(where, Path) else Where(_keys(), where)
    async with open_property(place, address=url, clock=clock) as property_:
        property_.people.hasher = QUICK
        property_.floor.lease_ms = lease_ms
        for name, role in people:
            if await property_.people.find(name) is None:
                await property_.people.add(SETUP, name, [role], (), PASSWORD)
        forwarder, practice = Forwarder(), PracticeTables(clock)
        site = Site(property_.floor, property_.people, property_.cashier, forwarder, practice, limits)
        server, task = await serving(site, listening)
        made = Served(url, property_, site, server, task)
        try:
            yield made
        finally:
            for client in made.clients:
                await client.close()
            for other in made.others:
                await other.aclose()
            await ended(server, task)
            await forwarder.close()
            await practice.stop()


async def serving(site: Site, listening: socket.socket) -> tuple[uvicorn.Server, asyncio.Task[None]]:
    config = uvicorn.Config(
        create_app(site), log_config=None, lifespan="off", ws="websockets-sansio",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.ensure_future(server._serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    return server, task


async def ended(server: uvicorn.Server, task: asyncio.Task[None]) -> None:
    server.should_exit = True
    with contextlib.suppress(asyncio.CancelledError):
        await task
