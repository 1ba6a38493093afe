"""What is done about a round that is over, over HTTP: disputes, their answers, payments put right."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from feltlaw.client import Problem
from feltlaw.desk import system_clock
from feltlaw.house import DISPUTE_DAYS
from tests.floor.playing import seated
from tests.floor.served import SETUP, served
from tests.floor.test_api_rounds import proved, some_rounds

NO_PAIR = "Queen high: no pair. Nothing changes."


@pytest.mark.clause("S-50")
def test_a_player_disputes_a_round_and_is_answered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            player, other = await floor.client("player1"), await floor.client("player2")
            floorperson, auditor = await floor.client("floor1"), await floor.client("auditor1")
            said = await player.dispute_round("t1", 2, "My pair was not paid.", "10.00")
            (mine,) = said["disputes"]
            assert (mine["state"], mine["claim"], mine["words"]) == ("open", "10.00", "My pair was not paid.")
            assert [one["held"] for one in (await player.rounds(table="t1")).items] == [False, True, False]
            (waiting,) = (await floorperson.disputes()).items
            assert (waiting["table"], waiting["round"], waiting["player"]) == ("t1", 2, "player1")
            assert (await other.disputes()).items == []

            settled = await floorperson.settle_dispute("t1", 2, NO_PAIR)
            assert settled["held"] is False
            assert (await floorperson.disputes()).items == []
            (answered,) = (await player.disputes()).items
            assert (answered["state"], answered["answer"]) == ("settled", NO_PAIR)
            assert "settled_by" not in answered, "to a player the crew has no names"
            assert (await auditor.round("t1", 2))["disputes"][0]["settled_by"] == "floor1"
            assert (await player.dispute_round("t1", 2, "I saw a pair."))["disputes"][1]["state"] == "open"
            kinds = [line["kind"] for line in json.loads(await auditor.record("house"))["lines"]]
            asked, settled_so = ["dispute_round", "hold_round"], ["settle_dispute", "release_round"]
            assert kinds[-6:] == [*asked, *settled_so, *asked]
            proved(await auditor.record("house"))

    asyncio.run(scenario())


@pytest.mark.clause("S-50")
def test_an_answer_is_to_one_dispute_of_one_round_and_has_its_time(tmp_path: Path) -> None:
    later = [0]

    async def scenario() -> None:
        async with served(tmp_path, clock=lambda: system_clock() + later[0]) as floor:
            await some_rounds(floor)
            player, floorperson = await floor.client("player1"), await floor.client("floor1")
            for number in (1, 2):
                await player.dispute_round("t1", number, f"Round {number} was not paid.")
            later[0] = 86_400_000
            (first,) = (await floorperson.settle_dispute("t1", 2, NO_PAIR))["disputes"]
            day = {key: datetime.fromisoformat(first[key]) for key in ("at", "settled_at")}
            assert day["settled_at"] - day["at"] >= timedelta(days=1)
            (left,) = (await floorperson.disputes()).items
            assert (left["round"], left["words"]) == (1, "Round 1 was not paid."), "that of another round"
            await player.dispute_round("t1", 2, "I saw a pair.")
            both = (await floorperson.settle_dispute("t1", 2, "There was none."))["disputes"]
            assert [one["answer"] for one in both] == [NO_PAIR, "There was none."]
            assert both[0] == first, "what was answered before stays"

    asyncio.run(scenario())


@pytest.mark.clause("S-50", "I-157")
def test_nobody_answers_a_dispute_of_a_round_that_he_played(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            player = await floor.client("player1")
            await player.dispute_round("t1", 2, "I had a pair.")
            await floor.property.people.change(SETUP, "player1", ["player", "floorperson"], ())
            with pytest.raises(Problem) as own:
                await (await floor.client("player1")).settle_dispute("t1", 2, "I had one.")
            assert (own.value.status, own.value.clauses) == (403, ("S-50", "I-157"))
            (left,) = (await (await floor.client("floor1")).disputes()).items
            assert (left["round"], left["state"]) == (2, "open")
            await (await floor.client("floor1")).settle_dispute("t1", 2, NO_PAIR)

    asyncio.run(scenario())


@pytest.mark.clause("S-50")
def test_who_may_dispute_and_who_may_answer(tmp_path: Path) -> None:
    later = [0]

    async def scenario() -> None:
        async with served(tmp_path, clock=lambda: system_clock() + later[0]) as floor:
            await some_rounds(floor)
            player, other = await floor.client("player1"), await floor.client("player2")
            floorperson, auditor = await floor.client("floor1"), await floor.client("auditor1")

            async def refused(status: int, asked: object) -> Problem:
                with pytest.raises(Problem) as found:
                    await asked  # type: ignore[misc]
                assert found.value.status == status, found.value
                return found.value

            for stranger in (other, floorperson, auditor, await floor.client("dealer1")):
                await refused(403, stranger.dispute_round("t1", 2, "It is not mine."))
            await refused(400, player.dispute_round("t1", 2, ""))
            await refused(400, player.dispute_round("t1", 2, "    "))
            await refused(400, player.dispute_round("t1", 2, "words", "-1.00"))
            await refused(404, player.dispute_round("t1", 99, "It was never played."))
            nothing = await refused(409, floorperson.settle_dispute("t1", 2, "Nothing is wrong."))
            assert nothing.clauses == ("S-50",)
            await player.dispute_round("t1", 2, "My pair was not paid.")
            twice = await refused(409, player.dispute_round("t1", 2, "Still not."))
            assert twice.clauses == ("S-50",)
            for stranger in (player, auditor, await floor.client("cashier1")):
                await refused(403, stranger.settle_dispute("t1", 2, "I say so."))

            await auditor.hold_round("t1", 2, "an audit")
            settled = await floorperson.settle_dispute("t1", 2, "No pair.")
            assert settled["held"] is True, "what an auditor holds, no answer to a player lets go"
            later[0] = (DISPUTE_DAYS + 1) * 86_400_000
            late = await refused(409, player.dispute_round("t1", 2, "Now I remember."))
            assert late.clauses == ("S-50",)

    asyncio.run(scenario())


@pytest.mark.clause("S-36", "I-157")
def test_a_correction_is_an_entry_of_its_own(tmp_path: Path) -> None:
    """The round reads as before to the letter; beside it stands what was put right, and by whom."""

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            one, two = await floor.client("floor1"), await floor.client("floor2")
            player, auditor = await floor.client("player1"), await floor.client("auditor1")
            before = await auditor.round("t1", 1)
            assert before["corrections"] == []
            change = {"player": "player1", "amount": "5.00", "to": "player", "reason": "paid too little"}
            waits = (await one.correct_round("t1", 1, {**change, "event": before["first"] + 1}))["approval"]
            (listed,) = (await two.approvals()).items
            assert (listed["event"], listed["round"]) == (before["first"] + 1, 1)
            assert (await auditor.round("t1", 1))["corrections"] == [], "asked is not done"
            await two.decide_approval(waits, approve=True)
            after = dict(await auditor.round("t1", 1))
            (entry,) = after.pop("corrections")
            assert {**after, "corrections": []} == before
            assert (entry["event"], entry["amount"], entry["to"]) == (before["first"] + 1, "5.00", "player")
            assert (entry["asked_by"], entry["confirmed_by"]) == ("floor1", "floor2")
            assert entry["number"] > before["last"]
            (own,) = (await player.round("t1", 1))["corrections"]
            assert own["reason"] == "paid too little"
            assert "asked_by" not in own

    asyncio.run(scenario())


@pytest.mark.clause("S-50")
def test_an_answer_is_for_the_player_it_names(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table("PA-649a", "automatic", "t1")
            one, two = await seated(floor, "player1", "t1", 3), await seated(floor, "player2", "t1", 5)
            for player, seat in ((one, 3), (two, 5)):
                await player.command("t1", "bet", {"seat": seat, "wagers": {"ante": "10.00"}})
            for player, seat in ((one, 3), (two, 5)):
                await player.command("t1", "ready", {"seat": seat})
            for player, seat in ((one, 3), (two, 5)):
                await player.command("t1", "decide", {"seat": seat, "act": "fold"})
            await one.dispute_round("t1", 1, "I had a pair.")
            await two.dispute_round("t1", 1, "I was not asked.")
            floorperson = await floor.client("floor1")
            with pytest.raises(Problem, match="Several dispute this round") as both:
                await floorperson.settle_dispute("t1", 1, NO_PAIR)
            assert both.value.status == 409 and "player1, player2" in both.value.legal
            settled = await floorperson.settle_dispute("t1", 1, NO_PAIR, "player1")
            assert settled["held"] is True
            (other,) = (await two.disputes()).items
            assert other["state"] == "open" and not other.get("answer")
            settled = await floorperson.settle_dispute("t1", 1, "You were, and folded.", "player2")
            assert settled["held"] is False

    asyncio.run(scenario())


@pytest.mark.clause("S-36", "I-157")
def test_nobody_without_an_account_is_paid_by_a_correction(tmp_path: Path) -> None:
    """Neither of the round nor, as a command of the table, of anybody who never brought money."""

    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await some_rounds(floor)
            one, two = await floor.client("floor1"), await floor.client("floor2")
            for name in ("nobody", "Player1", " player1", "a|b", "player2"):
                change = {"player": name, "amount": "5.00", "to": "player", "reason": "paid too little"}
                with pytest.raises(Problem, match="did not play this round"):
                    await one.correct_round("t1", 1, change)
                if name == "player2":
                    continue
                asked = await one.command("t1", "correct", {**change, "event": 5})
                with pytest.raises(Problem, match="has no account at the cage"):
                    await two.decide_approval(asked.approval, approve=True)
            auditor = await floor.client("auditor1")
            kinds = {line["kind"] for line in json.loads(await auditor.record("cage"))["lines"]}
            assert "from_table" not in kinds
            proved(await auditor.record("cage"))

    asyncio.run(scenario())
