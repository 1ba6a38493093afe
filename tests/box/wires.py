"""Requests on their way: lost, late, twice, in another order, to a process that is not the owner; and their
answers."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltlaw import cage
from feltlaw.event import Person
from feltlaw.floor.api.answers import answered, kept_response
from feltlaw.floor.api.problems import Problem, kept_refusal, problem_of
from feltlaw.floor.api.tables import Once
from feltlaw.floor.floor import Elsewhere
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.opening import Wanted
from feltlaw.floor.store.model import KeyTaken
from feltlaw.refusal import Refused
from feltlaw.table import read_command
from feltlaw.views import VIEWERS, Viewer
from tests.box.process import Process

if TYPE_CHECKING:
    from tests.box.world import World

PATIENCE = 12.0
"""Seconds after which whoever asked believes that no answer will come."""
AGAIN = (503, 0)
"""Answers after which one asks again: not now, or nobody there."""


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes = b""


NOBODY = Reply(0)


@dataclass(eq=False)
class Ask:
    """Something that somebody wants of the property, and every answer he got."""

    by: Person
    do: str
    data: Any
    table: str = ""
    key: str = ""
    expect: int | None = None
    answers: list[Reply] = field(default_factory=list)

    @property
    def request(self) -> str:
        text = json.dumps(
            [self.by.role, self.do, self.data, self.table, self.expect], sort_keys=True, default=str
        )
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def viewer(self) -> Viewer:
        role = self.by.role if self.by.role in VIEWERS else "onlooker"
        return Viewer(role, self.by.account if role == "player" else "")

    def __str__(self) -> str:
        where = f" at {self.table}" if self.table else ""
        data = self.data[0] if self.do == "open" else self.data
        return f"{self.by.role} {self.by.account} asks {self.do} {data}{where} [{self.key}]"


# ── at the process ──


async def handled(process: Process, ask: Ask, world: World, *, passed_on: bool = False) -> Reply:
    """What a server does with a request; what is a fault of ours is remembered."""
    try:
        return await done(process, ask)
    except Elsewhere as elsewhere:
        if passed_on:
            return Reply(503)
        world.counts["requests passed on"] += 1
        return await world.wires.ask_once(int(elsewhere.address or 0), ask, passed_on=True)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            import traceback

            world.wrong(f"{ask} ended in {type(error).__name__}: {error}\n{traceback.format_exc()}")
            return Reply(500)
        return Reply(problem.status, problem.bytes)


async def done(process: Process, ask: Ask) -> Reply:
    floor = process.floor
    key = KeyUse(ask.by.account, ask.key, ask.request)
    if ask.do == "open":
        mode, submission = ask.data
        await floor.open(Wanted(ask.table, mode, submission, ask.by))
        return Reply(201)
    if ask.do in ("deposit", "withdraw"):
        kind = cage.Deposit if ask.do == "deposit" else cage.Withdraw
        return await _entered(process, kind(*ask.data), ask.by, key)
    keeper = await floor.table(ask.table)
    if ask.do == "close":
        await floor.close(ask.table, ask.by)
        return Reply(200)
    try:
        command = read_command(ask.do, ask.data, ask.by)
    except Refused:
        return Reply(400)  # it follows from the request alone, and its key is not used up
    once = Once(floor, keeper, ask.viewer, key, ask.expect)
    response = await once.give(command)
    return Reply(response.status_code, bytes(response.body))


async def _entered(process: Process, entry: cage.Entry, by: Person, key: KeyUse) -> Reply:
    for _ in range(2):
        if known := await answered(process.floor.store, key):
            response = kept_response(known)
            return Reply(response.status_code, bytes(response.body))
        try:
            return Reply(200, await process.cashier.enter(entry, by, key, kept_refusal))
        except KeyTaken:
            continue
    raise Problem(409, "This key is being used at the same time.", "Ask again in a moment.")


# ── on the wire ──


class Wires:
    """Between people and processes, and between processes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.loss = 0.0
        self.twice = 0.0

    def delay(self) -> float:
        rng = self._world.rng
        return rng.random() * (0.05 if rng.random() < 0.9 else 3.0)

    async def ask_once(self, slot: int, ask: Ask, *, passed_on: bool = False) -> Reply:
        """One request and its answer; `NOBODY` where none comes."""
        world, loop = self._world, self._world.loop
        answer: asyncio.Future[Reply] = loop.create_future()
        loop.later(PATIENCE, _put, answer, NOBODY)

        def sent(reply: Reply) -> None:
            if world.rng.random() < self.loss:
                world.counts["fault: answer lost"] += 1
                return
            loop.later(self.delay(), _put, answer, reply)

        def arrives() -> None:
            process = world.processes[slot]
            if process is None or not process.ready:
                loop.later(self.delay(), _put, answer, NOBODY)
                return
            loop.begin(_serve(handled(process, ask, world, passed_on=passed_on), sent), process)

        if world.rng.random() < self.loss:
            world.counts["fault: request lost"] += 1
        else:
            loop.later(self.delay(), arrives)
            if world.rng.random() < self.twice:
                world.counts["fault: request twice"] += 1
                loop.later(self.delay(), arrives)
        return await answer

    async def ask(self, ask: Ask, tries: int = 6) -> Reply:
        """Asks, and asks again with the same key where no answer came."""
        world = self._world
        world.counts["requests"] += 1
        for _ in range(tries):
            slot = world.rng.randrange(len(world.processes))
            reply = await self.ask_once(slot, ask)
            if reply.status not in AGAIN:
                ask.answers.append(reply)
                world.counts[f"answered {reply.status}"] += 1
                if world.rng.random() < 0.03:
                    continue
                return reply
            world.counts["asked again"] += 1
            if reply.body:
                world.say(f"  [{ask.key}] is not done: {reply.body.decode()[:300]}")
            await asyncio.sleep(world.rng.random() * 4)
        return ask.answers[-1] if ask.answers else NOBODY


async def _serve(work: Coroutine[Any, Any, Reply], sent: Any) -> None:
    sent(await work)


def _put(answer: asyncio.Future[Reply], reply: Reply) -> None:
    if not answer.done():
        answer.set_result(reply)
