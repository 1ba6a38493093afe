"""A server to be measured: a property with tables and players, served until it has been measured.

Usage: python -m bench.floor_server DATABASE|FOLDER FIRST LAST durable|not|empty
It prints its address and the players' keys as JSON, measures from the first line it is given to the second,
and prints what it has used. `empty` answers every command with the same bytes and does nothing else.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from fastapi import FastAPI, Request
from starlette.responses import Response

from bench.layers import Layers, Pauses
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
from feltlaw.floor.serve import KEEP_S, listening, quick_loop, settle_memory
from feltlaw.floor.store import sqlite
from feltlaw.submission import Submission

MANAGER = Person("manager", "manager1")
CASHIER = Person("cashier", "cashier1")
FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
UNLIMITED = Limits((1e9, 1e9), (1e9, 1e9), (1e9, 1e9))
CLOCKS = {"betting_seconds": 600, "decision_seconds": 600}
"""Clocks that run out for nobody who plays, however busy the machine is."""
ANSWER = b'{"seq":1,"events":[],"view":{"%s":1}}' % (b"x" * 6000)
"""About as long as the answer to a command."""


async def set_up(prop: Property, first: int, last: int) -> dict[str, list[str]]:
    """Tables with a player for every seat, each with money and a key; by table, the keys."""
    prop.people.hasher = FAST
    prop.floor.parts.validates = True  # nobody is there to validate a win
    submission = Submission.from_data({**SUBMISSION, "automatic": CLOCKS})
    keys: dict[str, list[str]] = {}
    for table in map(str, range(first, last + 1)):
        await prop.floor.open(Wanted(table, "automatic", submission, MANAGER))
        keys[table] = await asyncio.gather(*(_player(prop, f"player{table}-{seat}") for seat in SEATS))
    return keys


async def _player(prop: Property, name: str) -> str:
    await prop.people.add(MANAGER, name, ["player"], password="not used by anybody")
    await prop.cashier.enter(cage.Deposit(name, 10**11), CASHIER, KeyUse(CASHIER.account, name, ""))
    return (await prop.people.make_key(MANAGER, name))[1]


def not_durable() -> None:
    """Commits are not waited for, to see what waiting costs."""
    connect = sqlite.connect

    def quick(path: Path | None) -> object:
        connection = connect(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    sqlite.connect = quick  # type: ignore[assignment]


def empty() -> FastAPI:
    """The same framework with nothing behind it."""
    app = FastAPI()

    async def answer(request: Request) -> Response:
        async for _ in request.stream():
            pass
        return Response(ANSWER, media_type="application/json")

    app.post("/api/tables/{table}/{what}")(answer)
    return app


async def main(place: str, first: int, last: int, *, nothing: bool) -> None:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        where = Where(folder, place) if "://" in place else Where(Path(place))
        listener = stack.enter_context(listening("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        store: Any = None
        if nothing:
            app, keys = empty(), {str(table): ["none"] * len(SEATS) for table in range(first, last + 1)}
        else:
            prop = await stack.enter_async_context(open_property(where, address=address))
            store, keys = prop.floor.store, await set_up(prop, first, last)
            practice = PracticeTables(system_clock)
            app = create_app(Site(prop.floor, prop.people, prop.cashier, Forwarder(), practice, UNLIMITED))
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", ws="websockets-sansio",
            ws_per_message_deflate=False, backlog=4096, timeout_keep_alive=KEEP_S,
        )  # fmt: skip
        server = uvicorn.Server(config)
        running = asyncio.ensure_future(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        settle_memory()
        print(json.dumps({"address": address, "keys": keys}), flush=True)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, sys.stdin.readline)
        since, commits, layers, pauses = process_time(), getattr(store, "commits", 0), Layers(), Pauses()
        await loop.run_in_executor(None, sys.stdin.readline)
        parts = layers.end()
        used, made = process_time() - since, getattr(store, "commits", 0) - commits
        server.should_exit = True
        await running
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        told = {"commits": made, "seconds": used, "layers": parts, "memory": memory, "pause": pauses.longest}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    how = sys.argv[4]
    if how == "not":
        not_durable()
    runner = asyncio.Runner(loop_factory=quick_loop())
    runner.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), nothing=how == "empty"))
