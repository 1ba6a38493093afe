"""Forfeits of players who are gone, and the order of reveals after them."""

from __future__ import annotations

import pytest

from feltlaw.table import Person
from tests.driver import DEALER, Driver, drive

BETS = {1: {"ante": 1000, "blind": 1000}, 3: {"ante": 1000, "blind": 1000}}


def street(table: Driver, *seats: int) -> None:
    for seat in seats:
        table.say(seat, "check")
    table.do("reveal_community")


@pytest.mark.clause("PA-669a.11(f)#2", "PA-669a.11(f)#3", "I-09")
@pytest.mark.parametrize("streets", [0, 1, 2])
def test_in_raise_it_up_a_player_who_left_without_a_play_wager_has_folded(streets: int) -> None:
    table = drive("PA-669a").start(BETS).until("deciding")
    for _ in range(streets):
        street(table, 1, 3)
    table.do("leave", Person("player", "P1"))
    refusal = table.refused("reveal_community", DEALER)
    assert "has not decided" in refusal.what, "seat 3 is still to decide"
    table.say(3, "play 1x")
    refusal = table.refused("reveal_community", DEALER)
    assert "not been collected" in refusal.what and refusal.cite.clauses == ("PA-669a.11(f)#2",)
    table.do("collect_forfeits")
    assert table.last("collect_forfeits").data["forfeited"] == {"1": ["ante", "blind"]}
    assert table.round.racked == ("stub", "seat 1")
    assert "collect_forfeits" not in table.offered(), "once"
    table.finish()
    assert table.round.turned_up == (3,), "his hand is in the rack"
    assert {line.outcome for line in table.lines(1)} == {"folded"}


@pytest.mark.clause("PA-669a.11(f)#3", "I-09")
def test_the_hand_of_a_player_who_left_stays_for_his_six_card_bonus() -> None:
    bets = {1: {**BETS[1], "six_card_bonus": 500}, 3: BETS[3]}
    table = drive("PA-669a", wagers={"six_card_bonus": {}}).start(bets).until("deciding")
    table.do("leave", Person("player", "P1"))
    table.do("collect_forfeits")
    assert table.round.racked == ("stub",)
    table.finish()
    assert table.round.turned_up == (3, 1)


@pytest.mark.clause("PA-669a.11(f)", "I-09")
def test_a_player_who_left_after_his_play_wager_has_not_folded() -> None:
    table = drive("PA-669a").start(BETS).until("deciding")
    table.say(1, "play 3x")
    table.do("leave", Person("player", "P1"))
    assert "collect_forfeits" not in table.offered()
    table.finish()
    assert table.round.turned_up == (3, 1)


@pytest.mark.clause("MA-TCP.10(b)#4", "MA-TCP.9(c)(2)")
def test_the_dealers_cards_are_not_revealed_while_they_are_in_the_shoe_or_the_stub_is_out() -> None:
    table = (
        drive("MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": "held"}).start().until("deciding")
    )
    for seat in (1, 3):
        table.say(seat, "play")
    assert "not the time" in table.refused("reveal_dealer", DEALER, cover_card="beside the shoe").what
    table.do("deliver_dealer_stack")
    while not table.round.stub_done:
        assert "not the time" in table.refused("reveal_dealer", DEALER, cover_card="beside the shoe").what
        table.take(table.next())
    table.do("reveal_dealer")


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.7(b)", "I-86")
@pytest.mark.parametrize("ruling", ["left", "abandoned"])
def test_an_abandoned_hand_is_racked_without_a_look(ruling: str) -> None:
    """Its Pair Plus is lost with the rest; that of a player who only left is still to be settled."""
    bets = {1: {**BETS[1], "pair_plus": 500}, 3: BETS[3]}
    table = drive("PA-669a", wagers={"pair_plus": {}}, settlement={"departed_player": "forfeit"})
    table.start(bets).until("deciding")
    table.do("leave", Person("player", "P1"))
    table.do("rule_departed", seat=1, ruling=ruling)
    table.do("collect_forfeits")
    assert table.last("collect_forfeits").data["looked_at"] == ([1] if ruling == "left" else [])
    table.finish()
