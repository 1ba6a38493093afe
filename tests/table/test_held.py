"""Massachusetts: the dealer's stack under its cover card, held in the shoe; the number of players shown."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.table import Person
from tests.support.driver import DEALER, DEALS, DEVICE, FLOOR, Driver, dealt_to, drive

SEATS = (1, 3, 4)
HELD_ORDER = [
    "collect_forfeits",
    "deliver_dealer_stack",
    "remove_stub",
    "rack_stub",
    "reveal_dealer",
    "reveal_community",
]


def shoe(stack: str, **more: Any) -> Driver:
    return drive("MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": stack}, **more)


def places(table: Driver, *kinds: str) -> list[str]:
    return [str(place) for place in dealt_to(table.events(*kinds))]


@pytest.mark.clause("MA-TCP.9(c)", "MA-TCP.9(c)(1)", "MA-TCP.10(b)#5")
def test_the_dealers_stack_is_delivered_under_a_cover_card() -> None:
    table = shoe("delivered").start()
    events = []
    while table.state.phase == "dealing":
        table.do("deal")
        events.append((places(table, "deal")[-1], table.last("deal").data.cover_card))
    assert events == [("player 1", ""), ("player 3", "dealer"), ("dealer", "")]
    assert table.round.dealing.cover_card == "dealer"
    table.until(do="reveal_dealer")
    refusal = table.refused("reveal_dealer", DEALER, cover_card="")
    assert "cover card" in refusal.what and refusal.cite.clauses == ("MA-TCP.10(b)#5",)
    table.do("reveal_dealer", DEALER, cover_card="beside the shoe")
    assert table.round.dealing.cover_card == "beside the shoe"
    assert table.last("reveal_dealer").data.cover_card == "beside the shoe"


@pytest.mark.clause("MA-TCP.9(c)", "MA-TCP.9(c)(1)")
def test_dealt_all_at_once_the_stack_is_covered_too() -> None:
    table = shoe("delivered").start()
    table.do("deal", all=True)
    assert table.last("deal").data.cover_card == table.round.dealing.cover_card == "dealer"
    held = shoe("held").start()
    held.do("deal", all=True)
    assert held.state.phase == "deciding" and places(held, "deal") == ["player 1"] * 3 + ["player 3"] * 3
    assert held.round.dealing.cover_card == "dealer" and held.last("deal").data.complete


@pytest.mark.clause("MA-TCP.9(c)")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand"])
def test_a_cover_card_lies_on_no_hand_that_was_dealt_card_by_card(deal: str) -> None:
    table = drive("MA-TCP", cards={"deal": deal}).start().until(do="reveal_dealer")
    assert table.round.dealing.cover_card == ""
    refusal = table.refused("reveal_dealer", DEALER, cover_card="beside the shoe")
    assert "cover card" in refusal.what
    table.do("reveal_dealer", DEALER)


@pytest.mark.clause("MA-TCP.9(c)(2)", "MA-TCP.9(d)", "MA-TCP.13(g)bis")
def test_a_held_stack_and_the_stub_wait_for_the_decisions_and_the_forfeits() -> None:
    table = shoe("held", wagers={"multi_game_link": {}})
    table.start({1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}).until("deciding")
    assert places(table, "deal") == ["player 1"] * 3 + ["player 3"] * 3
    assert table.round.dealing.cover_card == "dealer" and table.round.dealing.stub == ""
    refusal = table.refused("deliver_dealer_stack", DEALER)
    assert "has not decided" in refusal.what and "MA-TCP.9(c)(2)" in refusal.clauses
    table.say(1, "play")
    assert "has not decided" in table.refused("deliver_dealer_stack", DEALER).what
    table.say(3, "fold")
    assert "not been collected" in table.refused("deliver_dealer_stack", DEALER).what
    assert not {"reveal_dealer", "rack_stub", "count_stub", "remove_stub", "deal"} & table.offered()
    table.do("collect_forfeits")
    for wrong in (FLOOR, DEVICE, Person("player", "p1")):
        assert table.refused("deliver_dealer_stack", wrong).legal.startswith("It is for the dealer.")
    table.do("deliver_dealer_stack", DEALER)
    assert places(table, "deliver_dealer_stack") == ["dealer"] * 3
    assert "stub is in the shoe" in table.refused("deal", DEALER).what
    table.finish()
    assert [kind for kind in table.kinds() if kind in HELD_ORDER] == HELD_ORDER


@pytest.mark.clause("MA-TCP.9(c)(2)", "MA-TCP.9(d)", "MA-TCP.9(e)", "MA-TCP.1:stub")
@pytest.mark.parametrize("do", ["rack_stub", "count_stub"])
@pytest.mark.parametrize("folds", [(1,), (1, 3), (1, 3, 4)])
def test_the_stub_goes_on_the_forfeited_hands_that_lie_in_the_rack_already(
    do: str, folds: tuple[int, ...]
) -> None:
    """Each hand once, the stub upon them, then those of the players who stayed and the dealer's."""
    table = shoe("held").start({seat: {"ante": 1000} for seat in SEATS}).until("deciding")
    for seat in SEATS:
        table.say(seat, "fold" if seat in folds else "play")
    table.do("collect_forfeits")
    forfeited = [f"player {seat}" for seat in reversed(folds)]
    assert [str(place) for place in table.round.racked] == forfeited
    table.do("deliver_dealer_stack")
    table.until(do=do).do(do)
    assert [str(place) for place in table.round.racked] == [*forfeited, "stub"]
    stayed = {f"player {seat}" for seat in SEATS if seat not in folds}
    table.finish()
    rest = [str(place) for place in table.round.racked[len(folds) + 1 :]]
    assert set(rest[:-1]) == stayed and rest[-1] == "dealer" and len(rest) == len(stayed) + 1


@pytest.mark.clause("MA-TCP.9(c)(2)")
def test_nobody_knows_a_held_stack_before_it_is_delivered() -> None:
    """It lies in the shoe: not among the cards that were dealt, and dealt from where the others ended."""
    table = shoe("held").start().until("deciding")
    assert table.cards("dealer") == [] and len(table.round.facts.dealt) == 6
    assert table.state.deck is not None
    order = table.state.deck.order
    table.until(do="deliver_dealer_stack")
    table.do("deliver_dealer_stack")
    assert table.cards("dealer") == [str(Card(number)) for number in order[6:9]]
    assert table.round.up == {}


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.clause("MA-TCP.12(e)", "MA-TCP.12(c)")
def test_the_shuffler_shows_the_number_of_players_once_the_dealer_has_his_hand(
    deal: str, at_once: bool
) -> None:
    bets = {seat: {"ante": 1000, "cover_all": 500} for seat in SEATS}
    bets[1]["multi_game_link"] = 100
    for stack in ("held", "delivered") if deal == "automated_shoe" else ("delivered",):
        cards = {"deal": deal} | ({"dealer_stack": stack} if deal == "automated_shoe" else {})
        table = drive("MA-TCP", cards=cards, wagers={"multi_game_link": {}, "cover_all": {}})
        table.start(bets).until("dealing")
        if at_once:
            table.do("deal", all=True)
        table.until("settling")
        shown = table.events("show_number_of_players")
        assert [(event.by.role, event.data.players) for event in shown] == [("device", len(SEATS))]
        before = table.log[table.log.index(shown[0]) - 1]
        assert "dealer" in places_of(before)
    assert "show_number_of_players" not in drive("MA-TCP").start().until("settling").kinds()


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("folds", [(), (1,), (4,), (3, 4), SEATS])
@pytest.mark.parametrize("word", ["fold", "surrender"])
@pytest.mark.clause("MA-TCP.12(e)", "MA-TCP.12(c)", "I-99")
def test_the_number_of_players_is_that_of_the_hands_dealt_whoever_has_folded_by_then(
    deal: str, folds: tuple[int, ...], word: str
) -> None:
    """Also where the dealer's stack is held in the shoe until all have decided: what is shown then is what
    is paid, whoever is out and whether or not he made the wager."""
    for stack in ("held", "delivered") if deal == "automated_shoe" else ("delivered",):
        cards = {"deal": deal} | ({"dealer_stack": stack} if deal == "automated_shoe" else {})
        for staked in (SEATS, (SEATS[0],)):
            bets = {seat: {"ante": 1000, **({"cover_all": 500} if seat in staked else {})} for seat in SEATS}
            table = drive("MA-TCP", cards=cards, wagers={"cover_all": {}})
            table.start(bets, {"seat 1": "9s 8h 7d", "seat 3": "Qd 6s 4c", "seat 4": "Jd 5s 2c"})
            table.until("deciding")
            for seat in SEATS:
                table.say(seat, word if seat in folds else "play")
            table.finish()
            shown = [event.data.players for event in table.events("show_number_of_players")]
            assert shown == [len(SEATS)], (stack, staked)
            for line in table.paid():
                if line.id == "cover_all" and line.outcome == "straight":
                    assert f"{line.pays}" == "2 to 1"


def places_of(event: Any) -> set[str]:
    return {str(place) for place in dealt_to([event])}


@pytest.mark.clause("MA-TCP.9(e)", "I-13")
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("stack", ["delivered", "held"])
def test_five_rounds_are_five_however_the_stacks_were_delivered(stack: str, at_once: bool) -> None:
    table = drive(
        "MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": stack, "shuffler_counts_cards": False}
    )
    for number in range(1, 6):
        table.start()
        table.do("deal", DEALER, all=at_once)
        table.until("stub")
        assert ("rack_stub" in table.offered()) == (number < 5)
        table.finish()
    assert len(table.events("count_stub")) == 1
