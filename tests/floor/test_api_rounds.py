"""Rounds over HTTP: searched, seen again as anybody saw them, held, exported and proved elsewhere."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.client import Problem
from feltlaw.client.calls import Call
from feltlaw.floor.exporting import every_stream, export_parts
from feltlaw.money import parse_money
from feltlaw.record.report import Report
from tests.floor.playing import LINKED, play, seated
from tests.floor.postgres import shared_server
from tests.floor.served import Served, served
from tests.support.cli import feltlaw

GAME = "PA-649a"


async def some_rounds(floor: Served) -> None:
    manager = await floor.client("manager1")
    for table in ("t1", "t2"):
        await manager.open_table(GAME, "automatic", table)
    one = await seated(floor, "player1", "t1", 3)
    two = await seated(floor, "player2", "t2", 1)
    for _ in range(3):
        await play(one, "t1", 3, {"ante": "10.00", "pair_plus": "10.00"})
    await play(two, "t2", 1, {"ante": "20.00"}, "fold")


def test_rounds_are_found(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            auditor = await floor.client("auditor1")
            every = await auditor.rounds()
            assert [(one["table"], one["round"]) for one in every.items] == [
                ("t2", 1), ("t1", 3), ("t1", 2), ("t1", 1),
            ]  # fmt: skip
            assert every.next is None
            first = await auditor.rounds(limit=3)
            rest = await auditor.rounds(limit=3, after=first.next)
            assert first.items + rest.items == every.items
            assert rest.next is None
            assert len((await auditor.rounds(table="t1")).items) == 3
            assert len((await auditor.rounds(player="player2")).items) == 1
            assert len((await auditor.rounds(wager="pair_plus")).items) == 3
            (folded,) = (await auditor.rounds(hand="folded")).items
            assert folded["table"] == "t2"
            assert not (await auditor.rounds(min="100000")).items
            assert not (await auditor.rounds(irregularity="any")).items
            assert not (await auditor.rounds(to="2020-01-01")).items
            at = every.items[1]["at"]
            assert len((await auditor.rounds(from_=at)).items) == 2
            player = await floor.client("player1")
            assert {one["table"] for one in (await player.rounds()).items} == {"t1"}
            assert not (await player.rounds(player="player2", table="t2")).items
            for wrong in ({"limit": "0"}, {"after": "x"}, {"from_": "x"}, {"min": "x"}, {"nothing": "1"}):
                with pytest.raises(Problem) as refused:
                    await auditor.rounds(**wrong)
                assert refused.value.status == 400
            for nobody in ("", "cashier1"):
                with pytest.raises(Problem) as refused:
                    await (await floor.client(nobody)).rounds()
                assert refused.value.status == (403 if nobody else 401)

    asyncio.run(scenario())


@pytest.mark.clause("S-40")
def test_a_round_is_seen_again_as_each_saw_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            auditor, one, two = [await floor.client(name) for name in ("auditor1", "player1", "player2")]
            mine = await one.round("t1", 2)
            assert mine["as"] == "player"
            assert mine["view"]["you"]["account"] == "player1"
            assert [event["number"] for event in mine["events"]] == list(
                range(mine["first"], mine["last"] + 1)
            )
            assert any("Ante" in line["text"] and "PA-649a" in line["text"] for line in mine["explained"])
            assert any(event["told"] for event in mine["events"])
            with pytest.raises(Problem) as not_his:
                await two.round("t1", 2)
            assert not_his.value.status == 403
            folded = await two.round("t2", 1)
            own = json.dumps([event.get("own") for event in folded["events"]])
            looking_on = await two.round("t2", 1, "onlooker")
            assert '"cards"' in own
            assert not any(event.get("own") for event in looking_on["events"])
            whole = await auditor.round("t2", 1)
            assert whole["as"] == "auditor"
            assert whole["view"]["seal"]
            again = await auditor.send(_as_player("t2", 1, "player2"))
            assert again["events"] == folded["events"]
            floorperson = await floor.client("floor1")
            assert (await floorperson.round("t2", 1))["as"] == "floorperson"
            for role in ("auditor", "player"):
                with pytest.raises(Problem) as refused:
                    await floorperson.round("t2", 1, role)
                assert refused.value.status == 403
            with pytest.raises(Problem) as missing:
                await auditor.round("t2", 9)
            assert missing.value.status == 404

    asyncio.run(scenario())


def _as_player(table: str, number: int, player: str) -> Call[dict[str, Any]]:
    wanted = {"as": "player", "player": player}
    return Call("GET", f"/api/rounds/{table}/{number}", dict, params=wanted)


@pytest.mark.clause("S-50")
def test_a_hold_is_on_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            floorperson, player = await floor.client("floor1"), await floor.client("player1")
            held = await floorperson.hold_round("t1", 2, "the player claims another total")
            assert held["held"] is True
            assert [one["held"] for one in (await player.rounds()).items] == [False, True, False]
            with pytest.raises(Problem) as refused:
                await player.hold_round("t1", 1, "mine")
            assert refused.value.status == 403
            auditor = await floor.client("auditor1")
            document = json.loads(await auditor.record("house"))
            kinds = [line["kind"] for line in document["lines"]]
            assert kinds.count("hold_round") == 1

    asyncio.run(scenario())


def proved(document: bytes) -> Report:
    report = audit(document)
    assert not report.faults, [str(fault) for fault in report.faults]
    return report


def test_a_bundle_proves_its_round_elsewhere(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path / "floor") as floor:
            await some_rounds(floor)
            auditor = await floor.client("auditor1")
            bundle = await auditor.bundle("t1", 2)
            assert proved(bundle).checked["rounds"] == 2
            (tmp_path / "bundle.json").write_bytes(bundle)
            ran = feltlaw("audit", "verify", str(tmp_path / "bundle.json"))
            assert ran.status == 0, ran.err
            changed = bundle.replace(b'"account":"player1"', b'"account":"player2"', 1)
            assert changed != bundle
            assert audit(changed).faults
            for stream in ("table/t1", "cage", "house"):
                proved(await auditor.record(stream))
            with pytest.raises(Problem) as missing:
                await auditor.record("table/t9")
            assert missing.value.status == 404
            with pytest.raises(Problem) as refused:
                await (await floor.client("manager1")).record("house")
            assert refused.value.status == 403

    asyncio.run(scenario())


def test_no_export_holds_a_deck_that_is_still_to_be_played(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            player, auditor = await floor.client("player1"), await floor.client("auditor1")
            await player.command("t1", "bet", {"seat": 3, "wagers": {"ante": "10.00"}})
            await player.command("t1", "ready", {"seat": 3})
            keeper = floor.site.floor.keepers["t1"]
            deck = keeper.state.deck
            assert deck is not None and deck.root
            with pytest.raises(Problem) as under_way:
                await auditor.round("t1", 4)
            assert (under_way.value.status, "not over" in under_way.value.detail) == (409, True)
            document = await auditor.record("table/t1")
            assert proved(document).checked["rounds"] == 3
            for line in json.loads(document)["lines"]:
                assert deck.root not in json.dumps(line)

    asyncio.run(scenario())


def test_two_processes_export_and_verify(tmp_path: Path) -> None:
    """Tables on one meter in two processes, one of which takes over from the other and back."""

    async def scenario() -> None:
        database = shared_server().database("exports")
        async with served(database) as one:
            async with served(database) as two:
                manager = await one.client("manager1")
                await manager.open_table(LINKED, "automatic", "t1")
                await (await two.client("manager1")).open_table(LINKED, "automatic", "t2")
                first = await seated(one, "player1", "t1", 3)
                second = await seated(two, "player2", "t2", 1)
                floorperson = await one.client("floor1")
                wagers = {"ante": "10.00", "three_card_progressive": "1.00"}
                for _ in range(3):
                    await asyncio.gather(
                        play(first, "t1", 3, wagers, floorperson=floorperson),
                        play(second, "t2", 1, wagers, floorperson=floorperson),
                    )
                await one.site.floor.release("t1")
                await two.site.floor.table("t1")
                await play(first, "t1", 3, wagers, floorperson=floorperson)
                await two.site.floor.release("t1")
                await one.site.floor.table("t1")
                await play(first, "t1", 3, wagers, floorperson=floorperson)
            auditor = await one.client("auditor1")
            for stream in ("table/t1", "table/t2", "link/tcp-link", "cage", "house"):
                proved(await auditor.record(stream))
            assert proved(await auditor.bundle("t1", 5)).checked["rounds"] == 5
            store = one.site.floor.store
            document = b"".join([piece async for piece in export_parts(store, await every_stream(store))])
            report = proved(document)
            assert report.checked["rounds"] == 8
            assert report.checked["link_events"] >= 8
            lines = json.loads(document)["lines"]
            batches = [line["batch"] for line in lines]
            assert batches == sorted(batches), "whichever process made them"
            runs = [batch for at, batch in enumerate(batches) if not at or batches[at - 1] != batch]
            assert len(runs) == len(set(runs)), "each append in one piece"

    asyncio.run(scenario())


@pytest.mark.clause("S-36", "I-157")
def test_a_payment_of_a_round_is_put_right_by_two(tmp_path: Path) -> None:
    """The second account may take its time: another round does not take the request back."""

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            one, two = await floor.client("floor1"), await floor.client("floor2")
            player = await floor.client("player1")
            change = {"player": "player1", "amount": "5.00", "to": "player", "reason": "paid too little"}
            for wrong in ({"event": 10**6}, {"amount": "-1"}, {"to": "me"}, {"reason": ""}):
                with pytest.raises(Problem) as refused:
                    await one.correct_round("t1", 1, {**change, **wrong})
                assert refused.value.status == 400
            with pytest.raises(Problem) as not_his:
                await player.correct_round("t1", 1, change)
            assert not_his.value.status == 403
            waits = (await one.correct_round("t1", 1, change))["approval"]
            await play(player, "t1", 3, {"ante": "10.00"})
            (listed,) = (await two.approvals()).items
            assert (listed["id"], listed["do"]) == (waits, "correct")
            before = (await player.view("t1")).view["you"]["chips"]
            await two.decide_approval(waits, approve=True)
            after = (await player.view("t1")).view["you"]["chips"]
            assert parse_money(after) - parse_money(before) == 500
            assert not (await two.approvals()).items
            proved(await (await floor.client("auditor1")).record("table/t1"))

    asyncio.run(scenario())


def test_what_waited_at_a_table_that_is_closed_waits_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            one = await floor.client("floor1")
            change = {"player": "player1", "amount": "5.00", "to": "player", "reason": "paid too little"}
            await one.correct_round("t1", 1, change)
            await (await floor.client("manager1")).close_table("t1")
            assert not (await one.approvals()).items

    asyncio.run(scenario())


def test_the_layout_over_http_is_that_of_the_command_line(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path / "floor") as floor:
            client = await floor.client()
            told = dict(await client.layout("PA-679a", part="sign"))
            assert "<svg" in told.pop("svg")[:200]
            assert told == json.loads(feltlaw("layout", "PA-679a", "--json").out)
            with pytest.raises(Problem, match="part"):
                await client.layout("PA-679a", part="ceiling")

    asyncio.run(scenario())
