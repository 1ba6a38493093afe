"""People over HTTP: who may do what, signing in, one-time passwords, lock-outs, keys, rates."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from feltlaw.client import AsyncClient, Problem
from feltlaw.client.wire import trusted
from feltlaw.floor.api.rates import Limits
from tests.floor.served import PASSWORD, PEOPLE, SETUP, served

HEADER = {"X-Feltlaw": "1"}


def browser(url: str, **named: Any) -> httpx.AsyncClient:
    """As a page asks: with a cookie, and with the header where it remembers to."""
    return httpx.AsyncClient(base_url=url, trust_env=False, verify=trusted(), **named)


def test_a_session_is_a_cookie_that_no_page_can_read_or_send_from_elsewhere(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor, browser(floor.url) as page:
            answer = await page.post("/api/sign-in", json={"name": "manager1", "password": PASSWORD})
            assert answer.status_code == 200
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert "path=/" in cookie
            assert "secure" not in cookie
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"
            floor.site.secure = True
            again = await page.post("/api/sign-in", json={"name": "manager1", "password": PASSWORD})
            assert "secure" in again.headers["set-cookie"].lower()
            floor.site.secure = False
            await page.post("/api/sign-in", json={"name": "manager1", "password": PASSWORD})
            about = {"submission": "PA-649a", "mode": "automatic", "id": "t1"}
            bare = await page.post("/api/tables", json=about)
            assert bare.status_code == 403
            assert "X-Feltlaw" in bare.json()["detail"]
            assert (await page.get("/api/tables")).json()["items"] == []
            assert (await page.post("/api/tables", json=about, headers=HEADER)).status_code == 201
            stolen = page.cookies["feltlaw"]
            assert (await page.post("/api/sign-out", headers=HEADER)).status_code == 200
            for secret in (stolen, "made-up", stolen[:-1] + ("A" if stolen[-1] != "A" else "B")):
                async with browser(floor.url, cookies={"feltlaw": secret}) as thief:
                    answer = await thief.get("/api/me")
                    assert answer.status_code == 401
                    assert answer.headers["content-type"] == "application/problem+json"

    asyncio.run(scenario())


def test_a_one_time_password_serves_for_choosing_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            given = (await manager.add_person("dealer9", ["dealer"]))["one_time_password"]
            dealer = await floor.signed_in("dealer9", given)
            assert (await dealer.me())["change_password"] is True
            with pytest.raises(Problem) as first:
                await dealer.tables()
            assert (first.value.status, first.value.body["change_password"]) == (403, True)
            for old, new in ((given, "short"), ("wrong password", PASSWORD), (given, given)):
                with pytest.raises(Problem) as refused:
                    await dealer.new_password(old, new)
                assert refused.value.status == 409
            await dealer.new_password(given, PASSWORD)
            assert (await dealer.me())["account"] is None, "one signs in again"
            with pytest.raises(Problem) as old_one:
                await dealer.sign_in("dealer9", given)
            assert old_one.value.status == 401
            await dealer.sign_in("dealer9", PASSWORD)
            assert (await dealer.tables()).items == []
            again = (await manager.change_person("dealer9", reset=True))["one_time_password"]
            with pytest.raises(Problem):
                await dealer.me()
            assert (await (await floor.signed_in("dealer9", again)).me())["change_password"] is True
            final = await manager.add_person("dealer8", ["dealer"], password=PASSWORD)
            assert "one_time_password" not in final

    asyncio.run(scenario())


def test_too_many_wrong_passwords_lock_an_account_for_a_while(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            visitor = await floor.client()
            words = set()
            for name in ("player1", "player1", "nobody", "player1", "player1"):
                with pytest.raises(Problem) as wrong:
                    await visitor.sign_in(name, "a wrong password")
                words.add(wrong.value.detail)
                assert wrong.value.status == 401
            assert len(words) == 1, "whether there is such an account cannot be told"
            await visitor.sign_in("player1", PASSWORD)
            for _ in range(5):
                with pytest.raises(Problem):
                    await visitor.sign_in("player1", "a wrong password")
            with pytest.raises(Problem) as locked:
                await visitor.sign_in("player1", PASSWORD)
            assert (locked.value.status, "locked" in locked.value.detail) == (401, True)
            manager, auditor = await floor.client("manager1"), await floor.client("auditor1")
            assert b'"lock_person"' in await auditor.record("house")
            await manager.change_person("player1", lock=False)
            await visitor.sign_in("player1", PASSWORD)

    asyncio.run(scenario())


def test_a_locked_account_is_out_at_once_and_its_keys_with_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager, player = await floor.client("manager1"), await floor.client("player1")
            page = await floor.signed_in("player1")
            await player.me()
            await manager.change_person("player1", lock=True, why="left")
            for client in (player, page):
                with pytest.raises(Problem) as out:
                    await client.account()
                assert out.value.status == 401

    asyncio.run(scenario())


def test_a_key_is_shown_once_and_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager = await floor.client("manager1")
            made = await manager.make_key("player1", "a machine")
            async with AsyncClient(floor.url, key=made["key"]) as machine:
                assert (await machine.me())["account"] == "player1"
                listed = [one for one in (await manager.keys()).items if one["id"] == made["id"]]
                assert made["key"] not in str(listed)
                await manager.end_key(made["id"])
                with pytest.raises(Problem) as ended:
                    await machine.me()
                assert ended.value.status == 401
            with pytest.raises(Problem):
                await manager.end_key(made["id"])
            auditor = await floor.client("auditor1")
            assert made["key"].encode() not in await auditor.record("house")

    asyncio.run(scenario())


RESERVED: list[tuple[str, str, dict[str, Any], tuple[str, ...]]] = [
    ("POST", "/api/tables", {"submission": "PA-649a", "mode": "automatic"}, ("manager1",)),
    ("GET", "/api/people", {}, ("manager1", "auditor1")),
    ("POST", "/api/people", {"name": "x1", "roles": ["player"]}, ("manager1",)),
    ("POST", "/api/people/player1", {"lock": False}, ("manager1",)),
    ("GET", "/api/keys", {}, ("manager1",)),
    ("POST", "/api/keys", {"account": "player1"}, ("manager1",)),
    ("POST", "/api/keys/x/end", {}, ("manager1",)),
    ("GET", "/api/accounts/player1", {}, ("cashier1", "auditor1")),
    ("POST", "/api/accounts/player1/deposit", {"amount": "1.00"}, ("cashier1",)),
    ("POST", "/api/accounts/player1/withdraw", {"amount": "1.00"}, ("cashier1",)),
    ("POST", "/api/tables/t1/close", {}, ("floor1", "floor2", "manager1")),
    ("GET", "/api/approvals", {}, ("floor1", "floor2", "dealer1", "manager1", "auditor1")),
    ("POST", "/api/approvals/t1~1", {"approve": True}, ("floor1", "floor2", "dealer1")),
    ("GET", "/api/rounds", {}, ("floor1", "floor2", "auditor1", "player1", "player2")),
    ("POST", "/api/rounds/t1/1/hold", {"reason": "x"}, ("floor1", "floor2", "auditor1")),
    ("GET", "/api/rounds/t1/1/bundle", {}, ("auditor1",)),
    ("GET", "/api/record/house", {}, ("auditor1",)),
    ("GET", "/api/links", {}, ("floor1", "floor2", "manager1", "auditor1")),
    ("POST", "/api/links/x/validate", {"hit": "x"}, ("floor1", "floor2")),
    ("POST", "/api/links/x/stop", {"reason": "x"}, ("floor1", "floor2", "manager1")),
    ("POST", "/api/links/x/resume", {"reason": "x"}, ("floor1", "floor2", "manager1")),
    ("POST", "/api/links/x/reset", {}, ()),
]
"""Calls that are for some roles only: everybody else is refused before anything is looked at."""


def test_every_permission_is_refused_to_everybody_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table("PA-649a", "dealt", "t1")
            for account, _ in (("", "visitor"), *PEOPLE):
                key = await floor.key(account) if account else ""
                signed = {"Authorization": f"Bearer {key}"} if key else {}
                async with browser(floor.url, headers={**HEADER, **signed}) as asking:
                    for at, (method, path, body, allowed) in enumerate(RESERVED):
                        answer = await asking.request(
                            method, path, json=body or None, headers={"Idempotency-Key": f"{account}-{at}"}
                        )
                        told = (account, method, path, answer.status_code, answer.text)
                        if account in allowed:
                            assert answer.status_code not in (401, 403, 500), told
                        else:
                            assert answer.status_code == (403 if account else 401), told
                            assert answer.json()["title"], told

    asyncio.run(scenario())


def test_crews_commands_are_refused_with_their_clauses(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table("PA-649a", "dealt", "t1")
            player = await floor.client("player1")
            with pytest.raises(Problem) as refused:
                await player.command("t1", "receive_deck", {"deck": 0})
            assert refused.value.status == 409
            assert refused.value.clauses
            with pytest.raises(Problem) as role:
                await player.command("t1", "receive_deck", {"deck": 0}, as_="floorperson")
            assert role.value.status == 403
            with pytest.raises(Problem) as nobody:
                await (await floor.client()).command("t1", "sit", {"seat": 1})
            assert nobody.value.status == 401
            await floor.property.people.add(SETUP, "two-roles", ["dealer", "floorperson"], (), PASSWORD)
            both = await floor.client("two-roles")
            with pytest.raises(Problem) as which:
                await both.command("t1", "receive_deck", {"deck": 0})
            assert (which.value.status, which.value.body["choices"]) == (400, ["dealer", "floorperson"])

    asyncio.run(scenario())


def test_whoever_asks_too_much_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        few = Limits((1.0, 20.0), (0.1, 5.0), (0.1, 3.0))
        async with served(tmp_path, limits=few) as floor, browser(floor.url) as page:
            statuses = [(await page.get("/api/tables")).status_code for _ in range(8)]
            assert statuses[:5] == [200] * 5
            assert statuses[5:] == [429] * 3
            answer = await page.get("/api/tables")
            assert answer.headers["retry-after"]
            wrong = {"name": "x", "password": "y" * 12}
            tries = [(await page.post("/api/sign-in", json=wrong)).status_code for _ in range(5)]
            assert tries == [401, 401, 401, 429, 429]
            signed = {"Authorization": f"Bearer {await floor.key('player1')}"}
            known = [(await page.get("/api/tables", headers=signed)).status_code for _ in range(22)]
            assert known[:20] == [200] * 20
            assert 429 in known
            assert (await page.get("/healthz")).status_code == 200

    asyncio.run(scenario())
