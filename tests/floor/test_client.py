"""The typed client against a floor on a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from feltlaw.client import AsyncClient, Client, Frame, Problem, Unreachable
from tests.floor.served import PASSWORD, Served, served

GAME = "PA-649a"


async def table_with_player(floor: Served, name: str = "t1", account: str = "player1") -> AsyncClient:
    """An automatic table, and a player with money at the cage."""
    manager, cashier = await floor.client("manager1"), await floor.client("cashier1")
    await manager.open_table(GAME, "automatic", name)
    await cashier.deposit(account, "500.00")
    return await floor.client(account)


@pytest.mark.clause("S-30")
def test_a_round_from_the_door_to_the_cage(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            player = await table_with_player(floor)
            lobby = await player.tables()
            assert [one["id"] for one in lobby.items] == ["t1"]
            assert lobby.next is None
            assert (await player.table("t1"))["pays"]
            await player.command("t1", "sit", {"seat": 3})
            await player.buy_in("t1", "100.00")
            await player.command("t1", "bet", {"seat": 3, "wagers": {"ante": "10.00"}})
            dealt = await player.command("t1", "ready", {"seat": 3})
            assert dealt.offers("decide")
            assert dealt.seen.own.you is not None
            (hand,) = dealt.seen.own.you.hands
            assert len(hand.cards) == 3
            assert dealt.seen.to_json() == dealt.view
            coach = await player.coach("t1")
            assert coach["seq"] == dealt.seq
            best = coach["hands"][0]["best"]
            over = await player.command("t1", best["do"], best["data"])
            assert over.seen.public.rounds == 1
            chips = over.view["you"]["chips"]
            await player.command("t1", "leave", {"seat": 3})
            account = await player.account()
            assert account["balance"] == f"{400 + float(chips):.2f}"

    asyncio.run(scenario())


def test_a_refusal_is_a_problem_with_its_clauses(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            player = await table_with_player(floor)
            await player.command("t1", "sit", {"seat": 3})
            with pytest.raises(Problem) as refused:
                await player.command("t1", "decide", {"seat": 3, "act": "play"})
            assert refused.value.status == 409
            assert refused.value.legal
            assert any(one.startswith(GAME) for one in refused.value.clauses)
            with pytest.raises(Problem) as missing:
                await player.view("t9")
            assert missing.value.status == 404

    asyncio.run(scenario())


class Cutting:
    """Stands between a client and a floor, and cuts a connection after the request has gone through."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cuts = 0
        self.seen: list[bytes] = []
        self.server: asyncio.Server | None = None

    async def start(self) -> str:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, here = await asyncio.open_connection("127.0.0.1", self.port)
        asking = asyncio.ensure_future(self._asked(reader, here))
        try:
            while answer := await there.read(1 << 20):
                if self.cuts:
                    self.cuts -= 1
                    break
                writer.write(answer)
                await writer.drain()
        except OSError:
            pass
        finally:
            asking.cancel()
            for one in (here, writer):
                one.close()
                with contextlib.suppress(OSError):
                    await one.wait_closed()

    async def _asked(self, reader: asyncio.StreamReader, here: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(1 << 16):
            self.seen.append(chunk)
            here.write(chunk)
        here.close()


def test_a_lost_answer_is_asked_for_again_with_the_same_key(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await table_with_player(floor)
            await (await floor.client("player1")).command("t1", "sit", {"seat": 3})
            cutting = Cutting(int(floor.url.rpartition(":")[2]))
            url = await cutting.start()
            async with AsyncClient(url, key=await floor.key("player1")) as player:
                cutting.cuts = 3
                answer = await player.buy_in("t1", "100.00")
                assert answer.view["you"]["chips"] == "100.00"
                assert cutting.cuts == 0
                keys = {
                    line
                    for chunk in cutting.seen
                    for line in chunk.split(b"\r\n")
                    if line.lower().startswith(b"idempotency-key")
                }
                assert len(keys) == 1
                assert (await player.account())["balance"] == "400.00"
                cutting.cuts = 1
                with pytest.raises(Unreachable):  # without a key nobody may send it again
                    await player.practice(GAME)
            await cutting.stop()

    asyncio.run(scenario())


def test_it_waits_for_a_floor_that_starts_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await table_with_player(floor)
            key, url = await floor.key("player1"), floor.url
        player = AsyncClient(url, key=key)
        asking = asyncio.ensure_future(player.command("t1", "sit", {"seat": 2}, key="once"))
        await asyncio.sleep(0.3)
        async with served(tmp_path, port=int(url.rpartition(":")[2])):
            first = await asking
            again = await player.command("t1", "sit", {"seat": 2}, key="once")
            assert first.seq == again.seq
            with pytest.raises(Problem) as reused:
                await player.command("t1", "sit", {"seat": 3}, key="once")
            assert reused.value.status == 422
        await player.close()
        async with AsyncClient(url, patience=0.2) as nobody:
            with pytest.raises(Unreachable):
                await nobody.tables()

    asyncio.run(scenario())


async def collect(frames: AsyncIterator[Frame], until: int, chips: str = "") -> list[Frame]:
    found: list[Frame] = []
    async with contextlib.aclosing(frames):  # type: ignore[type-var]
        async for frame in frames:
            found.append(frame)
            if frame.seq >= until and chips in ("", frame.view["you"].get("chips")):
                break
    return found


def test_frames_go_on_after_the_floor_was_gone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            player = await table_with_player(floor)
            seq = (await player.view("t1")).seq
            url, key = floor.url, await floor.key("player1")
            watcher = AsyncClient(url, key=key)
            listening = asyncio.ensure_future(collect(watcher.live("t1", after=seq), seq, "180.00"))
            await player.command("t1", "sit", {"seat": 3})
            await player.buy_in("t1", "50.00")
            await asyncio.sleep(0.1)
        async with served(tmp_path, port=int(url.rpartition(":")[2])) as floor:
            player = await floor.client("player1")
            await player.buy_in("t1", "60.00")
            await player.buy_in("t1", "70.00")
            frames = await asyncio.wait_for(listening, 15)
            await watcher.close()
        told = [event for frame in frames for event in frame.events]
        assert [event["number"] for event in told] == sorted({event["number"] for event in told})
        assert told[0]["number"] == seq + 1

    asyncio.run(scenario())


def test_a_reader_who_comes_back_misses_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            player = await table_with_player(floor)
            start = (await player.command("t1", "sit", {"seat": 3})).seq
            for _ in range(3):
                await player.buy_in("t1", "10.00")
            frames = await asyncio.wait_for(collect(player.live("t1", after=start), start + 3), 10)
            assert [frame.seq for frame in frames] == [start + 1, start + 2, start + 3]
            assert all(frame.events for frame in frames)
            (whole,) = await collect(player.live("t1", after=0), start)
            assert not whole.events
            assert whole.view["you"]["chips"] == "30.00"
            with pytest.raises(Problem) as nothing:
                await collect(player.live("t9"), 1)
            assert nothing.value.status == 404

    asyncio.run(scenario())


def test_the_client_for_one_thing_after_the_other(tmp_path: Path) -> None:
    def plain(url: str) -> None:
        with Client(url) as visitor:
            assert visitor.me()["account"] is None
            own = visitor.practice(GAME)["id"]
            visitor.command(own, "sit", {"seat": 1})
            visitor.buy_in(own, "200.00")
            visitor.command(own, "bet", {"seat": 1, "wagers": {"ante": "10.00"}})
            visitor.command(own, "ready", {"seat": 1})
            best = visitor.coach(own)["hands"][0]["best"]
            frame = visitor.command(own, best["do"], best["data"])
            assert next(iter(visitor.live(own, as_="player"))).seq == frame.seq
        with Client(url) as player:
            assert player.sign_in("player1", PASSWORD)["roles"] == ["player"]
            assert player.account()["balance"] == "0.00"
            player.sign_out()
            with pytest.raises(Problem) as over:
                player.account()
            assert over.value.status == 401

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await asyncio.to_thread(plain, floor.url)

    asyncio.run(scenario())


def test_no_address_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}", patience=0.1) as nobody, pytest.raises(Unreachable):
        nobody.tables()
