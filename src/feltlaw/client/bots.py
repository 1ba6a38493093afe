"""Players and floorpersons that the program brings to a floor, each an account with a key of its own.

They know what any client knows: their own views. Players stake what visitors stake and decide as the
mathematics says; floorpersons validate what waits for one.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from feltlaw.client.asynchronous import AsyncClient
from feltlaw.client.floorpersons import approve_what_waits, validate_at
from feltlaw.client.model import Problem, Unreachable
from feltlaw.client.players import Player, Rules
from feltlaw.client.watching import Tally, settled

PURSE = "1000.00"
"""What a player is given at the cage when nothing is left."""
LEAVE_SECONDS = 5.0
LOOK_SECONDS = 5.0
"""So often they look whether tables were opened or closed."""


@dataclass(frozen=True)
class Bots:
    """What bots are told: where, how fast, at which tables."""

    url: str
    tables: Sequence[str] = ()
    """Left empty, every automatic table that is open."""
    pace: float = 1.0
    """Seconds that somebody takes for an act, about; 0 is as fast as it goes."""
    seed: int | None = None
    tally: Tally = field(default_factory=Tally)


async def run_bots(
    url: str,
    keys: Sequence[str],
    *,
    tables: Sequence[str] = (),
    players: int = 0,
    pace: float = 1.0,
    seed: int | None = None,
    stop: asyncio.Event | None = None,
    tally: Tally | None = None,
) -> Tally:
    """Runs until `stop` is set, or until it is cancelled; gives what was done.

    The accounts of `keys` do what their roles say: players play, floorpersons validate, a cashier refills
    purses. With a manager's key and `players`, accounts are made: so many players, a floorperson, a cashier.
    Players are spread over the tables in turn.
    """
    bots = Bots(url, tables, pace, seed, tally or Tally())
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(AsyncClient(url, key=key)) for key in keys]
        roles = [(client, await client.me()) for client in clients]
        own: list[AsyncClient] = []
        if players:
            manager = next((client for client, me in roles if "manager" in me["roles"]), None)
            if manager is None:
                raise ValueError("bots with accounts of their own need a manager's key")
            own = await stack.enter_async_context(accounts(url, manager, players))
        everybody = [*roles, *[(client, await client.me()) for client in own]]
        with_role = {
            role: [(client, str(me["account"])) for client, me in everybody if role in me["roles"]]
            for role in ("player", "floorperson", "cashier")
        }
        await _run(bots, with_role, stop or asyncio.Event())
    return bots.tally


Held = list[tuple[AsyncClient, str]]


async def _run(bots: Bots, people: dict[str, Held], stop: asyncio.Event) -> None:
    """Everybody works until it is time to stop; players then get up, where they may."""
    cashier = people["cashier"][0][0] if people["cashier"] else None
    rules = Rules()

    async def fund(account: str) -> bool:
        if cashier is None:
            return False
        await cashier.deposit(account, PURSE)
        return True

    working: list[asyncio.Task[None]] = []
    for index, (client, account) in enumerate(people["player"]):
        rng = random.Random(None if bots.seed is None else f"{bots.seed} {account}")
        working.append(
            asyncio.ensure_future(
                _seated(bots, index, stop, lambda table, client=client, account=account, rng=rng: Player(  # type: ignore[misc]
                    client, table, account, rules, bots.pace, rng, bots.tally, fund, stop
                ).play())
            )
        )  # fmt: skip
    for index, (client, account) in enumerate(people["floorperson"]):
        working.append(asyncio.ensure_future(_validating(bots, client, index)))
        working.append(asyncio.ensure_future(approve_what_waits(client, account, bots.pace, bots.tally)))

    def ended(task: asyncio.Task[None]) -> None:
        if _failed(task):
            stop.set()

    for task in working:
        task.add_done_callback(ended)
    try:
        await stop.wait()
        leaving = working[: len(people["player"])]
        if leaving:
            await asyncio.wait(leaving, timeout=LEAVE_SECONDS)
    finally:
        await settled(working)
    for task in working:
        if error := _failed(task):
            raise error


def _failed(task: asyncio.Task[None]) -> BaseException | None:
    return None if task.cancelled() else task.exception()


async def _open_tables(bots: Bots, client: AsyncClient) -> list[str]:
    items = (await client.tables()).items
    known = {one["id"]: one for one in items if one["state"] == "open"}
    if bots.tables:
        return [name for name in bots.tables if name in known]
    return [name for name, one in known.items() if one["mode"] == "automatic"]


async def _seated(
    bots: Bots, index: int, stop: asyncio.Event, play: Callable[[str], Awaitable[None]]
) -> None:
    """A player at a table of his, and at another when that one is closed."""
    async with AsyncClient(bots.url) as visitor:
        while not stop.is_set():
            with contextlib.suppress(Problem, Unreachable):
                found = await _open_tables(bots, visitor)
                if found:
                    await play(found[index % len(found)])
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK_SECONDS if bots.pace else 0.2)


async def _validating(bots: Bots, client: AsyncClient, index: int) -> None:
    """A floorperson who looks after every table; the second leaves the first some time."""
    at: dict[str, asyncio.Task[None]] = {}
    delay = bots.pace + index * 3
    try:
        while True:
            with contextlib.suppress(Problem, Unreachable):
                for name in await _open_tables(bots, client):
                    if name not in at or at[name].done():
                        at[name] = asyncio.ensure_future(validate_at(client, name, delay, bots.tally))
            await asyncio.sleep(LOOK_SECONDS if bots.pace else 0.2)
    finally:
        await settled(list(at.values()))


@asynccontextmanager
async def accounts(url: str, manager: AsyncClient, players: int) -> AsyncIterator[list[AsyncClient]]:
    """Clients of accounts for bots, made where they are missing, with keys that end with them."""
    wanted = [("bot-floorperson", "floorperson"), ("bot-cashier", "cashier")]
    wanted += [(f"bot-player-{number}", "player") for number in range(1, players + 1)]
    known = {one["name"] for one in (await manager.people()).items}
    made: list[str] = []
    async with AsyncExitStack() as stack:
        clients = []
        try:
            for name, role in wanted:
                if name not in known:
                    await manager.add_person(name, [role])
                key = await manager.make_key(name, "feltlaw bots")
                made.append(key["id"])
                clients.append(await stack.enter_async_context(AsyncClient(url, key=key["key"])))
            yield clients
        finally:
            for own in made:
                with contextlib.suppress(Problem, Unreachable):
                    await manager.end_key(own)
