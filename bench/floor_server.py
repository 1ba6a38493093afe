"""A server to be measured: a property with tables and players, served until its standard input ends.

Usage: python -m bench.floor_server DATABASE|FOLDER TABLES durable|not
It prints its address and the players' keys as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from time import process_time

import uvicorn
from argon2 import PasswordHasher

from bench.tables import SEATS, SUBMISSION
from feltlaw import cage
from feltlaw.desk import system_clock
from feltlaw.event import Person
from feltlaw.floor.api.app import create_app
from feltlaw.floor.api.rates import Limits
from feltlaw.floor.api.site import Site
from feltlaw.floor.forward import Forwarder
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.practice import PracticeTables
from feltlaw.floor.property import Property, Where, open_property
from feltlaw.floor.serve import listening
from feltlaw.floor.store import sqlite
from feltlaw.submission import Submission

MANAGER = Person("manager", "manager1")
FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
UNLIMITED = Limits((1e9, 1e9), (1e9, 1e9), (1e9, 1e9))


async def set_up(prop: Property, tables: int) -> dict[str, list[str]]:
    """Tables with a player at every seat, each with money and a key; by table, the keys."""
    prop.people.hasher = FAST
    prop.floor.parts.validates = True  # nobody is there to validate a win
    keys: dict[str, list[str]] = {}
    for at in range(1, tables + 1):
        table = str(at)
        await prop.floor.open(Wanted(table, "automatic", Submission.from_data(SUBMISSION), MANAGER))
        for seat in SEATS:
            name = f"player{at}-{seat}"
            await prop.people.add(MANAGER, name, ["player"], password="not used by anybody")
            deposit = cage.Deposit(name, 10**11)
            await prop.cashier.enter(deposit, Person("cashier", "cashier1"), KeyUse("cashier1", name, ""))
            keys.setdefault(table, []).append((await prop.people.make_key(MANAGER, name))[1])
    return keys


def _not_durable() -> None:
    """Commits are not waited for, to see what waiting costs."""
    connect = sqlite.connect

    def quick(path: Path | None) -> object:
        connection = connect(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    sqlite.connect = quick  # type: ignore[assignment]


async def main(place: str, tables: int) -> None:
    where = Where(Path("."), place) if "://" in place else Where(Path(place))
    async with AsyncExitStack() as stack:
        listener = stack.enter_context(listening("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        prop = await stack.enter_async_context(open_property(where, address=address))
        keys = await set_up(prop, tables)
        site = Site(
            prop.floor, prop.people, prop.cashier, Forwarder(), PracticeTables(system_clock), UNLIMITED
        )
        config = uvicorn.Config(create_app(site), log_config=None, access_log=False, lifespan="off")
        server = uvicorn.Server(config)
        running = asyncio.ensure_future(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        print(json.dumps({"address": address, "keys": keys}), flush=True)
        since, commits = process_time(), getattr(prop.floor.store, "commits", 0)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        used, made = process_time() - since, getattr(prop.floor.store, "commits", 0) - commits
        server.should_exit = True
        await running
        print(json.dumps({"commits": made, "seconds": used}), flush=True)


if __name__ == "__main__":
    if sys.argv[3] == "not":
        _not_durable()
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
