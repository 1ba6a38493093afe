"""`feltlaw serve`: a newcomer's property, stopped and started, killed in the middle of a round."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from feltlaw.floor.demo import set_up
from feltlaw.floor.property import Where, open_property
from feltlaw.regulation import regulation_ids
from tests.floor.served import QUICK
from tests.floor.serving import Server, serving, signed_in
from tests.support.cli import feltlaw

PASSWORD = "a password of one's own"
_keys = count(1)


def give(client: httpx.Client, table: str, do: str, key: str = "", **data: Any) -> httpx.Response:
    """A command with a key of its own."""
    headers = {"Idempotency-Key": key or f"key {next(_keys)}"}
    if do in ("buy-in", "cash-out"):
        return client.post(f"/api/tables/{table}/{do}", json=data, headers=headers)
    return client.post(f"/api/tables/{table}/commands", json={"do": do, "data": data}, headers=headers)


def played(client: httpx.Client, table: str) -> dict[str, Any]:
    """A round by oneself; the answer to the decision."""
    for do, data in (("bet", {"seat": 1, "wagers": {"ante": "10"}}), ("ready", {"seat": 1})):
        answer = give(client, table, do, **data)
        assert answer.status_code == 200, answer.text
    answer = give(client, table, "decide", seat=1, act="play")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def a_property(folder: Path) -> dict[str, str]:
    """The demo's people and tables without its players; by name, the one-time passwords."""
    said: list[str] = []
    asyncio.run(_set_up(folder, said.append))
    return {row[0]: row[2] for row in (line.split() for line in said[1:])}


async def _set_up(folder: Path, say: Callable[[str], None]) -> None:
    async with open_property(Where.of(str(folder))) as prop:
        prop.people.hasher = QUICK
        await set_up(prop, say)


def seated(client: httpx.Client, table: str) -> None:
    assert give(client, table, "sit", seat=1).status_code == 200
    assert give(client, table, "buy-in", amount="200").status_code == 200


def test_a_demo_property_is_brought_to_life_once(tmp_path: Path) -> None:
    with serving(tmp_path, "--demo") as server:
        assert len(server.passwords) >= 8
        lobby = _lobby(server)
        assert {one["regulation"] for one in lobby} == set(regulation_ids())
        assert {one["mode"] for one in lobby} == {"automatic", "dealt"}
        links = [meter["link"] for one in lobby for meter in one.get("meters", ())]
        assert links.count("three-card") == 2
        until = time.monotonic() + 60
        while not any(one.get("seats") for one in lobby) and time.monotonic() < until:
            time.sleep(0.1)
            lobby = _lobby(server)
        assert any(one.get("seats") for one in lobby), "the program's players sit down"
        assert server.stop() == 0
    said: list[str] = []
    asyncio.run(_set_up(tmp_path, said.append))
    assert any("as before" in line for line in said)


def _lobby(server: Server) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = httpx.get(f"{server.address}/api/tables", timeout=60).json()["items"]
    return found


def test_a_property_is_watched_stopped_killed_and_begun_again(tmp_path: Path) -> None:
    """Three servers on one folder, one after the other: nothing that was answered or shown is lost."""
    passwords = a_property(tmp_path)
    again = f"key {next(_keys)}"
    bet = {"seat": 1, "wagers": {"ante": "10"}}
    with serving(tmp_path) as server:
        client = signed_in(server, "player1", passwords["player1"], PASSWORD)
        seated(client, "4")
        _watched(server, client)
        seated(client, "3")
        seq = played(client, "3")["seq"]
        first = give(client, "3", "bet", again, **bet).json()
        assert server.stop() == 0
    with serving(tmp_path) as server:
        client = signed_in(server, "player1", PASSWORD)
        second = give(client, "3", "bet", again, **bet)
        assert second.status_code == 200 and second.json()["seq"] == first["seq"] > seq
        assert second.json()["events"] == first["events"]
        other = give(client, "3", "bet", again, seat=1, wagers={"ante": "20"})
        assert other.status_code == 422
        view = client.get("/api/tables/3/view").json()["view"]
        assert view["you"]["seats"] == [1]
        assert client.get("/readyz").json()["status"] == "ok"
        deciding = give(client, "3", "ready", seat=1).json()
        assert deciding["view"]["phase"] == "deciding"
        seated(client, "1")
        betting = give(client, "1", "bet", seat=1, wagers={"ante": "10", "pair_plus": "10"}).json()
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with serving(tmp_path) as server:
        client = signed_in(server, "player1", PASSWORD)
        for table, before in (("3", deciding), ("1", betting)):
            after = client.get(f"/api/tables/{table}/view").json()
            assert after["seq"] >= before["seq"]
            assert after["view"]["you"]["chips"] == before["view"]["you"]["chips"]
            assert after["view"]["you"].get("hands") == before["view"]["you"].get("hands")
        assert give(client, "3", "decide", seat=1, act="play").status_code == 200


def _watched(server: Server, client: httpx.Client) -> None:
    """A screen of a player at table 4 misses nothing, and a visitor's shows nothing of his."""
    cookie = f"feltlaw={client.cookies['feltlaw']}"
    address = f"ws{server.address.removeprefix('http')}/api/tables/4/live"
    with connect(address, additional_headers={"Cookie": cookie}) as screen:
        whole = json.loads(screen.recv(10))
        assert whole["events"] == [] and whole["view"]["you"]["seats"] == [1]
        seq = whole["seq"]
        wagers = {"ante": "10", "blind": "10"}
        assert give(client, "4", "bet", seat=1, wagers=wagers).status_code == 200
        frame = json.loads(screen.recv(10))
        assert [event["kind"] for event in frame["events"]] == ["bet"] and frame["seq"] == seq + 1
    assert give(client, "4", "ready", seat=1).status_code == 200
    with connect(f"{address}?after={seq + 1}", additional_headers={"Cookie": cookie}) as screen:
        missed = json.loads(screen.recv(10))
        assert missed["events"][0]["kind"] == "ready" and missed["view"]["you"]["hands"]
    with connect(address) as visitor:
        seen = json.loads(visitor.recv(10))
        assert seen["view"]["role"] == "onlooker" and "you" not in seen["view"]


def test_people_and_tables_on_the_command_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    made = feltlaw("people", "add", "dealer7", "--role", "dealer", *data)
    assert made.status == 0 and made.out.startswith("dealer7 dealer ")
    assert feltlaw("people", "add", "dealer7", "--role", "dealer", *data).status == 1
    assert feltlaw("people", "add", "x", "--role", "king", *data).status == 1
    final = feltlaw(
        "people", "add", "boss", "--role", "manager", "--password-stdin", *data, stdin=b"long enough\n"
    )
    assert final.out == "boss manager\n"
    opened = feltlaw("tables", "open", "PA-679a", "--id", "seven", "--mode", "dealt", "--by", "boss", *data)
    assert opened.out == "Table seven is open.\n"
    assert feltlaw("tables", "open", "PA-679a", "--id", "seven", "--by", "boss", *data).status == 1
    assert feltlaw("tables", "open", "PA-679a", "--id", "8", "--by", "dealer7", *data).status == 1
    assert feltlaw("people", "lock", "dealer7", *data).out == "dealer7 is locked.\n"
    assert "locked" in feltlaw("people", "list", *data).out
    with serving(tmp_path) as server:
        client = signed_in(server, "boss", "long enough")
        (table,) = client.get("/api/tables").json()["items"]
        assert (table["id"], table["mode"], table["state"]) == ("seven", "dealt", "open")
        assert feltlaw("people", "add", "late", "--role", "player", *data).status == 0
        assert feltlaw("tables", "close", "seven", *data).status == 1
        assert feltlaw("serve", *data, "--port", "0").status == 2
        assert client.post("/api/tables/seven/close").status_code == 200
    assert json.loads(feltlaw("tables", "list", "--json", *data).out)["tables"][0]["state"] == "closed"
