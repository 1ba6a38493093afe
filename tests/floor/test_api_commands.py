"""Commands and money over HTTP: done once, whatever is sent again; every status where it belongs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from feltlaw.client import Problem
from feltlaw.client.wire import trusted
from feltlaw.shuffle import SourceFailed, SystemSource
from tests.floor.playing import play, seated
from tests.floor.served import Served, served

GAME = "PA-649a"


class Raw:
    """Requests as they are, for what a client would not send."""

    def __init__(self, floor: Served, key: str = "") -> None:
        signed = {"Authorization": f"Bearer {key}"} if key else {}
        self.http = httpx.AsyncClient(base_url=floor.url, headers=signed, trust_env=False, verify=trusted())
        floor.others.append(self.http)

    async def post(self, path: str, body: Any, key: str | None = "k", **headers: str) -> httpx.Response:
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        more = {"Idempotency-Key": key} if key is not None else {}
        return await self.http.post(path, content=sent, headers={**more, **headers})

    async def status(self, path: str, body: Any, key: str | None = "k") -> int:
        answer = await self.post(path, body, key)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            told = answer.json()
            assert told["status"] == answer.status_code
            assert told["title"] and told["detail"]
        return answer.status_code


def test_the_same_key_gives_the_same_answer_after_a_restart_too(tmp_path: Path) -> None:
    sit = {"do": "sit", "data": {"seat": 2}}
    wrong = {"do": "sit", "data": {"seat": 1}}
    rich = {"amount": "9999999.00"}

    async def asked(raw: Raw, cashier: Raw) -> list[tuple[int, Any]]:
        answers = [
            await cashier.post("/api/accounts/player1/deposit", {"amount": "50.00"}, "deposit"),
            await cashier.post("/api/accounts/player1/withdraw", rich, "too much"),
            await raw.post("/api/tables/t1/commands", sit, "sit"),
            await raw.post("/api/tables/t1/commands", wrong, "refused"),
            await raw.post("/api/tables/t1/buy-in", {"amount": "30.00"}, "buy in"),
            await raw.post("/api/tables/t1/buy-in", {"amount": "30.00"}, "too little left"),
        ]
        return [(one.status_code, one.json()) for one in answers]

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            player, cashier = await floor.key("player1"), await floor.key("cashier1")
            first = await asked(Raw(floor, player), Raw(floor, cashier))
            assert [status for status, _ in first] == [200, 409, 200, 409, 200, 409]
            await Raw(floor, player).post(
                "/api/tables/t1/commands", {"do": "leave", "data": {"seat": 2}}, "l"
            )
            assert await asked(Raw(floor, player), Raw(floor, cashier)) == first
        async with served(tmp_path) as floor:
            raw = Raw(floor, player)
            assert await asked(raw, Raw(floor, cashier)) == first
            assert await raw.status("/api/tables/t1/commands", {**sit, "expect": 1}, "sit") == 422
            assert await raw.status("/api/tables/t1/buy-in", {"amount": "30.00"}, "sit") == 422
            other = Raw(floor, await floor.key("player2"))
            assert await other.status("/api/tables/t1/commands", sit, "sit") == 200, "keys are of one account"
            account = (await raw.http.get("/api/accounts/me")).json()
            assert account["balance"] == "50.00"

    asyncio.run(scenario())


@pytest.mark.clause("S-51")
def test_sent_many_times_at_once_it_is_done_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            cashier = await floor.client("cashier1")
            found = await asyncio.gather(*[cashier.deposit("player1", "10.00", key="x") for _ in range(20)])
            assert {one["balance"] for one in found} == {"10.00"}
            player = await floor.client("player1")
            await player.command("t1", "sit", {"seat": 1})
            frames = await asyncio.gather(*[player.buy_in("t1", "6.00", key="y") for _ in range(20)])
            assert len({frame.seq for frame in frames}) == 1
            assert (await player.account())["balance"] == "4.00"
            assert (await player.view("t1")).view["you"]["chips"] == "6.00"

    asyncio.run(scenario())


def test_statuses(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            raw, manager = Raw(floor, await floor.key("player1")), Raw(floor, await floor.key("manager1"))
            commands, sit = "/api/tables/t1/commands", {"do": "sit", "data": {"seat": 1}}
            bad: list[Any] = [
                b"", b"{", b"[]", b'"x"', b"\xff\xfe", {"do": "nothing", "data": {}}, {"do": 3}, {},
                {**sit, "data": []}, {**sit, "data": {"seat": "1"}}, {**sit, "data": {"seat": 1, "x": 1}},
                {**sit, "expect": "1"}, {**sit, "expect": True}, {**sit, "as": "king"}, {**sit, "more": 1},
                {"do": "close_table", "data": {}}, b'{"do":"sit","data":{"seat":1e400}}',
                b"[" * 50_000, {"do": "bet", "data": {"seat": 1, "wagers": {"ante": 10.5}}},
            ]  # fmt: skip
            for body in bad:
                assert await raw.status(commands, body) == 400, str(body)[:80]
            assert await raw.status(commands, sit, None) == 400
            assert await raw.status(commands, sit, "x" * 201) == 400
            assert await raw.status("/api/tables/t9/commands", sit) == 404
            assert await raw.status("/api/nothing", {}) == 404
            assert await raw.status(commands, {"do": "ready", "data": {"seat": 1}}, "a") == 409
            stale = await raw.post(commands, {**sit, "expect": 1}, "b")
            assert stale.status_code == 409
            seq = stale.json()["seq"]
            assert await raw.status(commands, {**sit, "expect": seq}, "c") == 200
            assert await raw.status(commands, b" " * 70_000, "d") == 413
            assert await manager.status("/api/tables", b" " * 1_100_000) == 413
            wrong = {"regulation": GAME, "limits": {"minimum": 500, "maximum": 5}}
            faulty = await manager.post("/api/tables", {"submission": wrong})
            assert faulty.status_code == 422
            assert faulty.json()["faults"]
            assert await manager.status("/api/tables", {"submission": GAME, "mode": "magic"}) == 400
            assert await manager.status("/api/tables", {"submission": GAME, "id": "a b"}) in (400, 409)
            assert await manager.status("/api/tables", {"submission": GAME, "id": "t1"}) == 409
            for amount in ("0", "-1", "1.001", 5.5, None, "1e3", "99999999999999999999"):
                assert await raw.status("/api/tables/t1/buy-in", {"amount": amount}, "e") in (400, 409), (
                    amount
                )
            assert (await raw.http.delete("/api/tables")).status_code == 405

    asyncio.run(scenario())


@pytest.mark.clause("S-49")
def test_a_store_that_failed_is_a_stop(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            raw = Raw(floor, await floor.key("player1"))
            await raw.http.get("/api/me")
            floor.site.floor.keepers["t1"].stop("the disk is full")
            assert await raw.status("/api/tables/t1/commands", {"do": "sit", "data": {"seat": 1}}) == 503
            ready = (await raw.http.get("/readyz")).json()
            assert ready["stopped"] == {"t1": "the disk is full"}
            floor.site.floor.store.fault = "the disk is full"  # type: ignore[misc]
            assert (await raw.http.get("/readyz")).status_code == 503
            assert (await raw.http.get("/healthz")).status_code == 200
            assert await raw.status("/api/practice", {"submission": GAME}) == 201
            floor.site.floor.store.fault = ""  # type: ignore[misc]

    asyncio.run(scenario())


def test_two_pairs_of_eyes(tmp_path: Path) -> None:
    """The first call answers 202 with an approval; another account's word carries it out (I-157)."""

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            player = await seated(floor, "player1", "t1", 3)
            await player.command("t1", "bet", {"seat": 3, "wagers": {"ante": "10.00"}})
            await player.command("t1", "ready", {"seat": 3})
            one, two = await floor.client("floor1"), await floor.client("floor2")
            offers = (await one.view("t1")).offers("record_departure")
            asked = await one.command("t1", "record_departure", offers[0]["data"], key="gone")
            assert asked.approval
            again = await one.command("t1", "record_departure", offers[0]["data"], key="gone")
            assert again.approval == asked.approval
            (waits,) = (await two.approvals()).items
            assert (waits["id"], waits["asked_by"]["account"]) == (asked.approval, "floor1")
            with pytest.raises(Problem) as own:
                await one.decide_approval(asked.approval, approve=True)
            assert own.value.status == 409
            with pytest.raises(Problem) as not_his:
                await player.decide_approval(asked.approval, approve=True)
            assert not_his.value.status == 403
            done = await two.decide_approval(asked.approval, approve=True)
            assert done["seq"] > asked.seq
            assert not (await two.approvals()).items
            with pytest.raises(Problem) as over:
                await two.decide_approval(asked.approval, approve=True)
            assert over.value.status == 409
            for wrong in ("t1~999", "t9~1", "nothing"):
                with pytest.raises(Problem) as missing:
                    await two.decide_approval(wrong, approve=True)
                assert missing.value.status in (404, 409)

    asyncio.run(scenario())


def test_other_peoples_seats(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
            mine = await seated(floor, "player1", "t1", 3)
            other = await seated(floor, "player2", "t1", 4)
            before = (await mine.view("t1")).view["you"]
            for do, data in (
                ("bet", {"seat": 3, "wagers": {"ante": "10.00"}}),
                ("leave", {"seat": 3}),
                ("ready", {"seat": 3}),
                ("sit", {"seat": 3}),
            ):
                with pytest.raises(Problem) as refused:
                    await other.command("t1", do, data)
                assert refused.value.status == 409
            assert (await mine.view("t1")).view["you"] == before
            await other.command("t1", "leave", {"seat": 4})
            await play(mine, "t1", 3, {"ante": "10.00"})

    asyncio.run(scenario())


@pytest.mark.clause("S-62")
def test_a_source_of_chance_that_fails_takes_the_table_out_of_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: SystemSource, many: int) -> bytes:
        raise SourceFailed("the generator gives nothing")

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            await manager.open_table("PA-649a", "automatic", "t1")
            player = await seated(floor, "player1", "t1", 3)
            await play(player, "t1", 3, {"ante": "10.00"})
            with monkeypatch.context() as patched:
                patched.setattr(SystemSource, "take", nothing)
                for do, data in (
                    ("bet", {"seat": 3, "wagers": {"ante": "10.00"}}),
                    ("ready", {"seat": 3}),
                    ("decide", {"seat": 3, "act": "play"}),
                ):
                    frame = await player.command("t1", do, data)
                    if frame.view.get("stopped"):
                        break
            assert frame.view["stopped"] is True
            assert frame.events[0]["kind"] == do, "what was decided before it stands"
            told = await (await floor.client("floor1")).view("t1")
            assert "generator gives nothing" in json.dumps(told.view)
            with pytest.raises(Problem, match="stopped"):
                await player.command("t1", do, data)

    asyncio.run(scenario())
