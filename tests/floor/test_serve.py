"""`feltlaw serve`: a newcomer's property, stopped and started, killed in the middle of a round."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from feltlaw.floor.demo import set_up
from feltlaw.floor.property import Where, open_property
from feltlaw.regulation import regulation_ids
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

    async def work() -> None:
        async with open_property(Where.of(str(folder))) as prop:
            await set_up(prop, said.append)

    asyncio.run(work())
    return {row[0]: row[2] for row in (line.split() for line in said[1:])}


def seated(server: Server, table: str, passwords: dict[str, str]) -> httpx.Client:
    client = signed_in(server, "player1", passwords["player1"], PASSWORD)
    assert give(client, table, "sit", seat=1).status_code == 200
    assert give(client, table, "buy-in", amount="500").status_code == 200
    return client


def test_a_demo_property_is_brought_to_life_once(tmp_path: Path) -> None:
    with serving(tmp_path, "--demo") as server:
        assert len(server.passwords) >= 8
        lobby = httpx.get(f"{server.address}/api/tables").json()["items"]
        assert {one["regulation"] for one in lobby} == set(regulation_ids())
        assert {one["mode"] for one in lobby} == {"automatic", "dealt"}
        links = [meter["link"] for one in lobby for meter in one.get("meters", ())]
        assert links.count("three-card") == 2
        until = time.monotonic() + 60
        while not any(one.get("seats") for one in lobby) and time.monotonic() < until:
            time.sleep(0.5)
            lobby = httpx.get(f"{server.address}/api/tables").json()["items"]
        assert any(one.get("seats") for one in lobby), "the program's players sit down"
        assert server.stop() == 0
    with serving(tmp_path, "--demo") as server:
        assert any("as before" in line for line in server.said)


def test_a_property_is_played_stopped_and_started_again(tmp_path: Path) -> None:
    passwords = a_property(tmp_path)
    with serving(tmp_path) as server:
        client = seated(server, "3", passwords)
        seq = played(client, "3")["seq"]
        again = f"key {next(_keys)}"
        bet = {"seat": 1, "wagers": {"ante": "10"}}
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
        assert httpx.get(f"{server.address}/readyz").json()["status"] == "ok"


@pytest.mark.parametrize("at", ["betting", "deciding"])
def test_nothing_answered_is_lost_when_it_is_killed(tmp_path: Path, at: str) -> None:
    passwords = a_property(tmp_path)
    with serving(tmp_path) as server:
        client = seated(server, "1", passwords)
        answer = give(client, "1", "bet", seat=1, wagers={"ante": "10", "pair_plus": "10"})
        if at == "deciding":
            answer = give(client, "1", "ready", seat=1)
        before = answer.json()
        assert before["view"]["phase"] == at or at == "betting"
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with serving(tmp_path) as server:
        client = signed_in(server, "player1", PASSWORD)
        after = client.get("/api/tables/1/view").json()
        assert after["seq"] >= before["seq"]
        assert after["view"]["you"]["chips"] == before["view"]["you"]["chips"]
        if at == "deciding":
            assert after["view"]["you"]["hands"] == before["view"]["you"]["hands"]
            assert give(client, "1", "decide", seat=1, act="play").status_code == 200


def test_a_screen_misses_nothing(tmp_path: Path) -> None:
    passwords = a_property(tmp_path)
    with serving(tmp_path) as server:
        client = seated(server, "4", passwords)
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
