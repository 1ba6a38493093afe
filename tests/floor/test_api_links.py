"""Links over HTTP: hits validated, meters stopped and back, put right by two, and read by signs."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from feltlaw.client import AsyncClient, Frame, Problem, run_bots
from feltlaw.client.watching import settled
from feltlaw.floor import automatic
from feltlaw.floor.api import configuring
from tests.floor.playing import LINKED, play, seated, stack
from tests.floor.postgres import shared_server
from tests.floor.served import PASSWORD, SETUP, Served, served

LINK = "tcp-link"
WAGERS = {"ante": "10.00", "three_card_progressive": "1.00"}
ROYAL = ("As", "2c", "Ks", "7d", "Qs", "9h")
"""Seat and dealer in turn: a mini-royal for the player."""


async def with_a_hit(
    floor: Served, table: str = "t1", account: str = "player1", seat: int = 3
) -> AsyncClient:
    """A player whose second round wins the meter, up to the moment a floorperson is awaited."""
    player = await seated(floor, account, table, seat)
    stack(floor.site.floor.keepers[table], *ROYAL)
    await play(player, table, seat, {"ante": "10.00"})
    await play(player, table, seat, WAGERS)
    return player


@pytest.mark.clause("S-02", "S-05", "S-06", "S-07", "S-20")
def test_a_hit_waits_and_is_validated(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            manager, floorperson = await floor.client("manager1"), await floor.client("floor1")
            for table in ("t1", "t2"):
                await manager.open_table(LINKED, "automatic", table)
            (link,) = (await floorperson.links()).items
            assert (link["id"], link["levels"][0]["showing"]) == (LINK, "1000.00")
            player = await with_a_hit(floor)
            (link,) = (await floorperson.links()).items
            (hit,) = link["pending"]
            assert (hit["table"], hit["amount"], hit["validated_by"]) == ("t1", "1000.14", None)
            assert link["levels"][0]["showing"] == "1000.00"
            with pytest.raises(Problem) as refused:
                await player.link_act(LINK, "validate", {"hit": hit["id"]})
            assert refused.value.status == 403
            await floorperson.link_act(LINK, "validate", {"hit": hit["id"]})
            while (frame := await floorperson.view("t1")).offers("release_cards"):
                offer = frame.offers("release_cards")[0]
                await floorperson.command("t1", offer["do"], offer["data"])
            (link,) = (await floorperson.links()).items
            assert not link["pending"]
            (last,) = link["last"]
            assert (last["validated_by"], last["paid"]) == ("floor1", "1000.14")
            level = link["levels"][0]
            assert (level["paid"], level["paid_by_system"], level["paid_by_hand"]) == (
                "1000.14",
                "0.00",
                "1000.14",
            )
            assert (link["wagers"], level["hits"], level["contributed"]) == (1, 1, "0.14")
            with pytest.raises(Problem) as gone:
                await floorperson.link_act(LINK, "validate", {"hit": hit["id"]})
            assert gone.value.status == 404
            (found,) = (await (await floor.client("auditor1")).rounds(min="1000")).items
            assert found["round"] == 2

    asyncio.run(scenario())


def test_a_bot_validates_what_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await (await floor.client("manager1")).open_table(LINKED, "automatic", "t1")
            player = await with_a_hit(floor)
            stop = asyncio.Event()
            keys = [await floor.key("floor1")]
            running = asyncio.ensure_future(run_bots(floor.url, keys, pace=0, stop=stop))
            for _ in range(100):
                await asyncio.sleep(0.05)
                if (await player.view("t1")).view["rounds"] == 2:
                    break
            stop.set()
            tally = await running
            assert tally.validated >= 1
            assert (await player.view("t1")).view["rounds"] == 2

    asyncio.run(scenario())


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables do not look by themselves whether a link is back: what was heard has to bring it to them."""
    monkeypatch.setattr(automatic, "LINK_MS", 3_600_000)


async def stopped_and_back(floor: Served, other: Served) -> None:
    """A meter is stopped in one process; a table of another takes no wager on it, and a hit waits for it."""
    manager, floorperson = await floor.client("manager1"), await floor.client("floor1")
    await manager.open_table(LINKED, "automatic", "t1")
    await (await other.client("manager1")).open_table(LINKED, "automatic", "t2")
    player = await seated(other, "player2", "t2", 3)
    stack(other.site.floor.keepers["t2"], *ROYAL)
    await play(player, "t2", 3, {"ante": "10.00"})
    await player.command("t2", "bet", {"seat": 3, "wagers": WAGERS})
    await player.command("t2", "ready", {"seat": 3})
    await (await other.client("floor2")).link_act(LINK, "stop", {"reason": "a failed check"})
    with pytest.raises(Problem) as refused:
        await floorperson.link_act(LINK, "stop", {"reason": "again"})
    assert refused.value.status == 409
    await asyncio.sleep(0.3)
    other_player = await seated(floor, "player1", "t1", 1)
    with pytest.raises(Problem) as no_wager:
        await other_player.command("t1", "bet", {"seat": 1, "wagers": WAGERS})
    assert "a failed check" in no_wager.value.detail
    await player.command("t2", "decide", {"seat": 3, "act": "play"})
    waiting = await player.view("t2")
    assert waiting.view["rounds"] == 1
    (link,) = (await floorperson.links()).items
    assert not link["pending"], "registered without an amount (I-154)"
    await floorperson.link_act(LINK, "resume", {"reason": "checked"})
    for _ in range(100):
        await asyncio.sleep(0.05)
        (link,) = (await floorperson.links()).items
        if link["pending"]:
            break
    (hit,) = link["pending"]
    assert hit["amount"] == "1000.14"
    await floorperson.link_act(LINK, "validate", {"hit": hit["id"]})
    await other_player.command("t1", "bet", {"seat": 1, "wagers": WAGERS})


@pytest.mark.clause("I-154", "S-09", "S-12")
@pytest.mark.usefixtures("seldom")
def test_a_link_stopped_and_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await stopped_and_back(floor, floor)

    asyncio.run(scenario())


@pytest.mark.clause("I-154")
@pytest.mark.usefixtures("seldom")
def test_a_link_stopped_and_back_in_two_processes() -> None:
    async def scenario() -> None:
        database = shared_server().database("stopped_links")
        async with served(database) as one, served(database) as two:
            await stopped_and_back(one, two)

    asyncio.run(scenario())


@pytest.mark.clause("S-03", "S-13", "I-157")
def test_a_meter_is_put_right_by_two_who_may(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            people = floor.property.people
            for name in ("meters1", "meters2"):
                await people.add(SETUP, name, ["floorperson"], ["reset_meters"], PASSWORD)
            with pytest.raises(Exception, match="both reset meters"):
                await people.add(SETUP, "both", ["manager"], ["reset_meters", "configure_meters"], PASSWORD)
            manager = await floor.client("manager1")
            await manager.open_table(LINKED, "automatic", "t1")
            one, two = await floor.client("meters1"), await floor.client("meters2")
            change: dict[str, Any] = {
                "level": "meter", "amount": "100.00", "up": False, "why": "wrong display",
                "reason": "the sign showed too much",
            }  # fmt: skip
            with pytest.raises(Problem) as runs:
                await one.link_act(LINK, "reset", change)
            assert (runs.value.status, "runs" in runs.value.detail) == (409, True)
            await manager.link_act(LINK, "stop", {"reason": "to put it right"})
            with pytest.raises(Problem) as may_not:
                await manager.link_act(LINK, "reset", change)
            assert (may_not.value.status, may_not.value.clauses) == (403, ("S-03",))
            for wrong in ({"why": "because"}, {"amount": "-1"}, {"level": 3}):
                with pytest.raises(Problem) as refused:
                    await one.link_act(LINK, "reset", {**change, **wrong})
                assert refused.value.status == 400
            with pytest.raises(Problem) as too_much:
                await one.link_act(LINK, "reset", {**change, "amount": "5000.00"})
            assert too_much.value.status == 409
            waits = (await one.link_act(LINK, "reset", change))["approval"]
            (listed,) = (await two.approvals()).items
            assert (listed["id"], listed["do"]) == (waits, "reset_link")
            with pytest.raises(Problem) as own:
                await one.decide_approval(waits, approve=True)
            assert (own.value.status, own.value.clauses) == (403, ("I-157",))
            both = await asyncio.gather(
                two.decide_approval(waits, approve=True), two.decide_approval(waits, approve=True),
                return_exceptions=True,
            )  # fmt: skip
            assert sum(isinstance(one, Problem) for one in both) == 1
            (link,) = (await two.links()).items
            assert link["levels"][0]["showing"] == "900.00"
            assert not (await two.approvals()).items
            mistaken = (await one.link_act(LINK, "reset", change))["approval"]
            assert (await one.decide_approval(mistaken, approve=False))["approved"] is False, (
                "one's own, withdrawn"
            )
            again = (await one.link_act(LINK, "reset", change))["approval"]
            said = await asyncio.gather(
                *(two.decide_approval(again, approve=False) for _ in range(2)), return_exceptions=True
            )
            assert [one for one in said if not isinstance(one, Problem)] == [{"id": again, "approved": False}]
            assert not (await two.approvals()).items, "a no is written down"
            (link,) = (await two.links()).items
            assert link["levels"][0]["showing"] == "900.00"
            with pytest.raises(Problem) as over:
                await two.decide_approval(again, approve=True)
            assert (over.value.status, "taken back" in over.value.detail) == (409, True)
            record = json.loads(await (await floor.client("auditor1")).record(f"link/{LINK}"))
            (put_right,) = (one for one in record["lines"] if one["kind"] == "correct_link")
            names = {key: put_right[key]["account"] for key in ("by", "confirmed_by")}
            assert names == {"by": "meters1", "confirmed_by": "meters2"}
            with pytest.raises(Problem) as missing:
                await manager.link_act("nothing", "stop", {"reason": "x"})
            assert missing.value.status == 404

    asyncio.run(scenario())


async def readings(client: AsyncClient, into: list[Any]) -> None:
    async with contextlib.aclosing(client.link_live(LINK)) as frames:  # type: ignore[type-var]
        async for frame in frames:
            into.append(frame)


@pytest.mark.clause("S-01", "S-19")
def test_a_sign_shows_what_the_meter_shows() -> None:
    async def scenario() -> None:
        database = shared_server().database("signs")
        async with served(database) as one, served(database) as two:
            await (await one.client("manager1")).open_table(LINKED, "automatic", "t1")
            visitor = await two.client()
            seen: list[Any] = []
            reading = asyncio.ensure_future(readings(visitor, seen))
            player = await seated(one, "player1", "t1", 3)
            frame: Frame = await play(player, "t1", 3, WAGERS)
            await asyncio.sleep(0.5)
            await settled([reading])
            shown = [one["levels"][0]["showing"] for one in seen]
            assert shown[0] == "1000.00"
            assert shown[-1] == frame.view["meters"][0]["levels"][0]["showing"] == "1000.14"
            assert "last" not in seen[-1]

    asyncio.run(scenario())


def on_link(increment: str, link: str = "ma-link") -> dict[str, Any]:
    """A table of Massachusetts on a shared meter, which takes so much of each wager."""
    wager = {"paytable": "1", "meter": link, "increment": increment}
    return {"regulation": "MA-TCP", "wagers": {"three_card_progressive": wager}}


@pytest.mark.clause("S-03", "S-11", "S-16", "S-70")
def test_a_link_gets_other_terms_while_it_is_stopped_and_nobody_plays_by_the_old(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            people = floor.property.people
            await people.add(SETUP, "terms1", ["manager"], ["configure_meters"], PASSWORD)
            await people.add(SETUP, "terms2", ["floorperson"], ["configure_meters"], PASSWORD)
            manager, terms = await floor.client("manager1"), await floor.client("terms1")
            await manager.open_table(on_link("20%"), "automatic", "t1")
            await manager.open_table(on_link("20%", "other-link"), "automatic", "elsewhere")
            with pytest.raises(Problem, match="other terms"):
                await manager.open_table(on_link("25%"), "automatic", "t2")
            new = {"submission": on_link("25%"), "reason": "approved for the autumn"}

            async def refused(client: AsyncClient, body: dict[str, Any]) -> Problem:
                with pytest.raises(Problem) as told:
                    await client.link_act("ma-link", "configure", body)
                return told.value

            assert "S-11" in (await refused(terms, new)).legal, "it runs"
            await manager.link_act("ma-link", "stop", {"reason": "new terms"})
            assert (await refused(manager, new)).clauses == ("S-03",)
            assert (await refused(terms, new)).detail.startswith("t1 would go on"), (
                "and not who plays elsewhere"
            )
            await manager.close_table("t1")
            assert "no wager on" in (await refused(terms, {**new, "submission": LINKED})).detail
            other = await floor.client("terms2")
            assert (await refused(other, new)).clauses == ("S-70",)
            before = (await manager.links()).items[0]["levels"][0]
            after = (await terms.link_act("ma-link", "configure", new))["levels"][0]
            assert (before["rate"], after["rate"]) == ("1/5", "1/4")
            assert after["showing"] == before["showing"]
            await manager.link_act("ma-link", "resume", {"reason": "new terms"})
            await manager.open_table(on_link("25%"), "automatic", "t2")
            with pytest.raises(Problem, match="other terms"):
                await manager.open_table(on_link("20%"), "automatic", "t1")

    asyncio.run(scenario())


@pytest.mark.clause("S-16", "MA-TCP.13(h)")
def test_of_many_tables_that_play_by_the_old_terms_the_first_ten_are_named(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await floor.property.people.add(SETUP, "terms1", ["manager"], ["configure_meters"], PASSWORD)
            manager, terms = await floor.client("manager1"), await floor.client("terms1")
            tables = [f"t{number:02}" for number in range(1, 12)]
            for table in reversed(tables):
                await manager.open_table(on_link("20%"), "automatic", table)
            await manager.link_act("ma-link", "stop", {"reason": "new terms"})
            with pytest.raises(Problem) as told:
                body = {"submission": on_link("25%"), "reason": "approved for the autumn"}
                await terms.link_act("ma-link", "configure", body)
            said = "t01, t02, t03, t04, t05, t06, t07, t08, t09, t10 would go on"
            assert told.value.detail.startswith(said)

    asyncio.run(scenario())


def on_both_links(three: int, five: int) -> dict[str, Any]:
    """A table on two shared meters, of whose wagers each costs so many dollars, which its seed follows."""
    wagers = {
        "three_card_progressive": {"meter": "three-link", "amount": three},
        "five_card_progressive": {"meter": "five-link", "amount": five},
    }
    return {"regulation": "PA-649a", "wagers": wagers}


@pytest.mark.clause("S-16", "MA-TCP.13(h)")
def test_a_table_on_several_links_plays_on_by_the_old_terms_of_none(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with served(tmp_path) as floor:
            await floor.property.people.add(SETUP, "terms1", ["manager"], ["configure_meters"], PASSWORD)
            manager, terms = await floor.client("manager1"), await floor.client("terms1")
            await manager.open_table(on_both_links(1, 1), "automatic", "t1")
            for link, new in (("three-link", (5, 1)), ("five-link", (1, 5))):
                await manager.link_act(link, "stop", {"reason": "new terms"})
                with pytest.raises(Problem, match=f"t1 would go on with other terms than {link}"):
                    body = {"submission": on_both_links(*new), "reason": "approved for the autumn"}
                    await terms.link_act(link, "configure", body)

    asyncio.run(scenario())


@pytest.mark.clause("S-11", "S-16")
def test_a_table_that_opens_while_its_link_gets_other_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another process, after it was looked whether one is open and before the terms are written."""

    async def scenario() -> None:
        database = shared_server().database("terms")
        async with served(database) as one, served(database) as two:
            await one.property.people.add(SETUP, "terms1", ["manager"], ["configure_meters"], PASSWORD)
            manager, terms = await one.client("manager1"), await one.client("terms1")
            await manager.open_table(on_link("20%"), "automatic", "t1")
            await manager.close_table("t1")
            await manager.link_act("ma-link", "stop", {"reason": "new terms"})
            look, times = configuring._check_tables, iter(range(9))

            async def late(*about: Any) -> None:
                await look(*about)
                if next(times) == 1:  # it is looked before anything is written, and while it is
                    other = await two.client("manager1")
                    await other.open_table(on_link("20%"), "automatic", "t2")

            monkeypatch.setattr(configuring, "_check_tables", late)
            with pytest.raises(Problem, match="t2 would go on with other terms"):
                new = {"submission": on_link("25%"), "reason": "approved for the autumn"}
                await terms.link_act("ma-link", "configure", new)
            (link,) = (await manager.links()).items
            assert link["levels"][0]["rate"] == "1/5"

    asyncio.run(scenario())
