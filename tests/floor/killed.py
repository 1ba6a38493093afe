"""A server process that is there to be killed: two tables on one link, and people who play at once.

It says on its standard output what is asked before it is asked, and what was answered after it was answered;
what it is given on its standard input was asked before, with the same keys, and got no answer.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from feltlaw.desk import system_clock
from feltlaw.event import Person, Role
from feltlaw.floor.api.problems import problem_of
from feltlaw.floor.cashier import Cashier
from feltlaw.floor.floor import Elsewhere, Floor
from feltlaw.floor.keeper import Keeper
from feltlaw.floor.opening import Wanted
from feltlaw.floor.property import Where, open_store
from feltlaw.refusal import Refused
from feltlaw.views import Viewer
from tests.box.process import Process
from tests.box.tables import submitted
from tests.box.wires import Ask, Reply, done

TABLES = {"t1": 0, "t2": 1}
LEASE_MS = 400
WISHES = ("decide", "set_hand", "ready", "bet", "come_back", "sit")


def say(**what: Any) -> None:
    print(json.dumps(what), flush=True)


async def asked(floor: Floor, ask: Ask) -> Reply:
    """Asks until there is an answer, and says so."""
    say(ask=[ask.by.role, ask.by.account, ask.do, ask.data, ask.table, ask.key])
    process = cast(Process, SimpleNamespace(floor=floor, cashier=Cashier(floor.parts)))
    while True:
        try:
            reply = await done(process, ask)
        except (Exception, Elsewhere) as error:
            problem = problem_of(error)
            reply = Reply(problem.status if problem else 503, problem.bytes if problem else b"")
            if problem is None and not isinstance(error, Elsewhere):
                say(fault=f"{ask}: {type(error).__name__}: {error}")
        if reply.status != 503:
            say(answer=[ask.by.account, ask.key, reply.status, reply.body.decode()])
            return reply
        await asyncio.sleep(0.05)


async def opened(floor: Floor, table: str, game: int) -> Keeper:
    """The table, opened by this process or by one before it."""
    wanted = Wanted(table, "automatic", submitted(game, "fold"), Person("manager", "mia"))
    while True:
        try:
            return await floor.open(wanted)
        except Elsewhere:
            await asyncio.sleep(0.05)
        except Refused:
            return await floor.table(table)


def wish(floor: Floor, table: str, player: str) -> tuple[str, Any] | None:
    """What a player does next, by what he sees."""
    keeper = floor.keepers.get(table)
    if keeper is None:
        return None
    view = json.loads(keeper.feed.look.view_bytes(Viewer("player", player)))
    offers = {offer["do"]: offer["data"] for offer in view["legal"]}
    if view.get("you", {}).get("seats") and float(view["you"].get("chips", 0)) < 60:
        return ("buy_in", {"amount": "100.00"}) if "buy_in" in offers else None
    for do in WISHES:
        if do in offers and not (do == "sit" and view.get("you", {}).get("seats")):
            data = offers[do]
            if do == "bet":
                data = {**data, "wagers": {**data["wagers"], "three_card_progressive": "1.00"}}
            return do, data
    return None


async def plays(floor: Floor, table: str, player: str, run: str) -> None:
    for number in range(10**6):
        found = wish(floor, table, player)
        if found is None:
            await asyncio.sleep(0.02)
            continue
        reply = await asked(floor, Ask(Person("player", player), *found, table, f"{run}-{number}"))
        if found[0] == "buy_in" and reply.status == 409:
            await asyncio.sleep(0.05)


async def validates(floor: Floor, table: str, run: str) -> None:
    flo = Person("floorperson", "flo")
    for number in range(10**6):
        await asyncio.sleep(0.05)
        keeper = floor.keepers.get(table)
        if keeper is None:
            continue
        view = json.loads(keeper.feed.look.view_bytes(Viewer("floorperson")))
        for offer in view["legal"]:
            if offer["do"] in ("validate", "resolve_light", "release_cards"):
                await asked(floor, Ask(flo, offer["do"], offer["data"], table, f"{run}-{table}-{number}"))
                break


async def pays_in(floor: Floor, run: str) -> None:
    for number in range(10**6):
        for player in ("ann", "bob", "cid"):
            ask = Ask(Person("cashier", "cas"), "deposit", (player, 200_00), "", f"{run}-{player}-{number}")
            await asked(floor, ask)
        await asyncio.sleep(0.05)


async def main() -> None:
    where, run = sys.argv[1:3]
    again = json.loads(sys.stdin.readline() or "[]")
    database = where if where.startswith("postgresql:") else ""
    store = await open_store(Where(Path(where if not database else "."), database))
    floor = Floor(store, system_clock, f"{run}-{os.getpid()}", lease_ms=LEASE_MS)
    await floor.start()
    for table, game in TABLES.items():
        await opened(floor, table, game)
    say(ready=True)
    work: list[Coroutine[Any, Any, object]] = [
        asked(floor, Ask(Person(cast(Role, role), account), do, data, table, key))
        for role, account, do, data, table, key in again
    ]
    work += [
        plays(floor, table, player, run) for table, player in (("t1", "ann"), ("t1", "bob"), ("t2", "cid"))
    ]
    work += [validates(floor, table, run) for table in TABLES]
    await asyncio.gather(*work, pays_in(floor, run))


if __name__ == "__main__":
    asyncio.run(main())
