"""Both sides of what a player can pay: to the cent it is accepted, a cent more is not."""

from __future__ import annotations

from feltlaw.table import Person
from tests.support.driver import REGULATIONS, Driver, drive, each, main_bets

P1 = Person("player", "p1")


def seated(regulation: str, chips: int) -> Driver:
    """One player with so much in front of him, where betting is open."""
    table = drive(regulation)
    table.sit(1, chips=chips)
    table.until("betting")
    return table


def of(regulation: str, ante: int) -> tuple[dict[str, int], int]:
    """The main wagers at that ante, and what they come to."""
    wagers = main_bets(regulation, ante)
    return wagers, sum(wagers.values())


@each("place_wagers")
def test_a_player_bets_all_he_has_and_not_a_cent_more(regulation: str) -> None:
    wagers, all_of_it = of(regulation, 1000)
    table = seated(regulation, all_of_it - 1)
    refusal = table.refused("bet", P1, seat=1, wagers=wagers)
    assert "in front of you" in refusal.what and refusal.clauses
    table.do("buy_in", P1, amount=1)
    table.do("bet", P1, seat=1, wagers=wagers)
    assert (table.chips(1), table.round.facts.stakes[1]) == (0, wagers)


@each("place_wagers")
def test_a_raised_wager_costs_the_difference(regulation: str) -> None:
    first, _ = of(regulation, 1000)
    second, all_of_it = of(regulation, 2000)
    third, _ = of(regulation, 2001)
    table = seated(regulation, all_of_it)
    table.do("bet", P1, seat=1, wagers=first)
    table.refused("bet", P1, seat=1, wagers=third)
    table.do("bet", P1, seat=1, wagers=second)
    assert (table.chips(1), table.round.facts.stakes[1]) == (0, second)
    table.do("bet", P1, seat=1, wagers=first)
    assert table.chips(1) == all_of_it - sum(first.values())


@each("place_wagers")
def test_a_wager_of_nothing_is_no_wager(regulation: str) -> None:
    wagers, all_of_it = of(regulation, 1000)
    table = seated(regulation, all_of_it)
    table.do("bet", P1, seat=1, wagers=wagers)
    table.do("bet", P1, seat=1, wagers=dict.fromkeys(wagers, 0))
    assert table.chips(1) == all_of_it and not table.round.facts.stakes.get(1)


@each("decide", regulations=[name for name in REGULATIONS if name != "PA-680a"])
def test_a_play_wager_is_offered_to_whoever_can_pay_it(regulation: str) -> None:
    """With a cent less than the Ante left he may do everything but play."""
    wagers, all_of_it = of(regulation, 1000)
    for left, can in ((999, set[int]()), (1000, {1}), (1999, {1}), (2000, {1, 2})):
        table = seated(regulation, all_of_it + left)
        table.do("bet", P1, seat=1, wagers=wagers)
        table.do("no_more_bets")
        table.until("deciding")
        times = {offer.data.times for offer in table.offers("decide") if offer.data.times}
        most = 3 if regulation == "PA-669a" else 1
        assert times == {one for one in can if one <= most}, left
        if not can:
            refusal = table.refused("decide", P1, seat=1, act="play", times=1)
            assert refusal.clauses
