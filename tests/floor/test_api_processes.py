"""Several processes on one database: whoever is asked answers, and nothing is missed when a table moves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from feltlaw.client import AsyncClient, Frame, Problem
from feltlaw.client.watching import settled
from feltlaw.floor.floor import Elsewhere
from tests.floor.playing import play, seated
from tests.floor.postgres import shared_server
from tests.floor.served import Served, served

GAME = "PA-649a"


async def follow(frames: AsyncIterator[Frame], into: list[Frame]) -> None:
    async with contextlib.aclosing(frames):  # type: ignore[type-var]
        async for frame in frames:
            into.append(frame)


async def until(found: list[Frame], seq: int) -> None:
    async with asyncio.timeout(15):
        while not found or found[-1].seq < seq:
            await asyncio.sleep(0.02)


def check_whole(frames: list[Frame]) -> None:
    """Nothing twice, nothing left out but before a frame with the whole table."""
    last = None
    for frame in frames:
        if frame.events and last is not None:
            assert frame.first == last + 1
        numbers = [event["number"] for event in frame.events]
        assert numbers == list(range(frame.first, frame.seq + 1))
        last = frame.seq


def test_a_table_of_another_process() -> None:
    async def scenario() -> None:
        database = shared_server().database("forwarding")
        async with served(database) as one, served(database) as two:
            await (await one.client("manager1")).open_table(GAME, "automatic", "t1")
            assert "t1" in one.site.floor.keepers
            player = await seated(two, "player1", "t1", 3)
            seen: list[Frame] = []
            start = (await player.view("t1")).seq
            watching = asyncio.ensure_future(follow(player.live("t1", after=start), seen))
            last = await play(player, "t1", 3, {"ante": "10.00"})
            assert "t1" not in two.site.floor.keepers
            here = await (await one.client("player1")).view("t1")
            assert (here.seq, here.view) == (last.seq, last.view)
            await until(seen, last.seq)
            check_whole(seen)
            twice = [await one.command("t1", "sit", {"seat": 5}, key="x") for one in await both(one, two)]
            assert twice[0].seq == twice[1].seq, "one key, whoever is asked"
            with pytest.raises(Problem) as refused:
                await player.command("t1", "decide", {"seat": 3, "act": "play"})
            assert (refused.value.status, bool(refused.value.clauses)) == (409, True)
            page = await two.signed_in("player1")
            assert (await page.view("t1")).view["role"] == "player"
            await settled([watching])

    asyncio.run(scenario())


async def both(one: Served, two: Served) -> list[AsyncClient]:
    return [await one.client("player2"), await two.client("player2")]


def test_a_table_moves_while_somebody_watches_and_plays() -> None:
    async def scenario() -> None:
        database = shared_server().database("moving")
        async with served(database) as one, served(database) as two:
            await (await one.client("manager1")).open_table(GAME, "automatic", "t1")
            player = await seated(one, "player1", "t1", 3)
            seen: dict[str, list[Frame]] = {"one": [], "two": []}
            start = (await player.view("t1")).seq
            watching = [
                asyncio.ensure_future(
                    follow((await floor.client("player1")).live("t1", after=start), seen[name])
                )
                for name, floor in (("one", one), ("two", two))
            ]
            for turn in range(4):
                source, target = (one, two) if turn % 2 == 0 else (two, one)
                await play(player, "t1", 3, {"ante": "10.00"})
                await source.site.floor.release("t1")
                with contextlib.suppress(Elsewhere):  # a screen that came back was quicker
                    await target.site.floor.table("t1")
            last = await play(player, "t1", 3, {"ante": "10.00"})
            assert last.view["rounds"] == 5
            for found in seen.values():
                await until(found, last.seq)
                check_whole(found)
                assert found[-1].view == last.view
            await settled(watching)

    asyncio.run(scenario())


def test_a_process_that_died_is_followed_by_another() -> None:
    async def scenario() -> None:
        database = shared_server().database("died")
        async with served(database) as two:
            async with served(database) as one:
                await (await one.client("manager1")).open_table(GAME, "automatic", "t1")
                player = await seated(two, "player1", "t1", 3)
                await player.command("t1", "bet", {"seat": 3, "wagers": {"ante": "10.00"}})
            frame = await player.command("t1", "ready", {"seat": 3})
            assert frame.offers("decide")
            assert "t1" in two.site.floor.keepers

    asyncio.run(scenario())


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            player = await floor.client("player1", patience=0.2)
            await floor.site.floor.release("t1")
            floor.site.floor.stopping = True
            with pytest.raises(Problem) as stopped:
                await player.command("t1", "sit", {"seat": 1})
            assert stopped.value.status == 503

    asyncio.run(scenario())
