"""Each box of a player is bet on, and waits for the deal, by itself: what he says of one says nothing of his
others (I-10). Boxes of several players are no different."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.support.driver import CHIPS, REGULATIONS, Driver, drive, main_bets
from tests.support.driver import marks as clauses_of
from tests.support.rounds import branch, player

SEATS = (2, 3, 4)
ANTE = {name: "MA-TCP.6(a)(1)" if name == "MA-TCP" else f"{name}.7(d)(1)" for name in REGULATIONS}
"""A player competes by placing an Ante."""
BEFORE = {name: "MA-TCP.6(d)" if name == "MA-TCP" else f"{name}.7(c)" for name in REGULATIONS}
"""All wagers are placed before the call."""
OWNERS = ((2, 2, 2), (2, 2, 4), (2, 3, 3), (2, 3, 4))
"""Whose the boxes at seats 2, 3 and 4 are; each is called after his first."""


def cases(law: dict[str, str]) -> pytest.MarkDecorator:
    """In Raise It Up a player has one box (669a.7(e))."""
    return pytest.mark.parametrize(
        ("regulation", "owners"),
        [
            pytest.param(
                name,
                owners,
                marks=[pytest.mark.clause(law[name], "I-10"), clauses_of(name, "close_betting")],
                id=f"{name}-{''.join(map(str, owners))}",
            )
            for name in REGULATIONS
            for owners in OWNERS
            if name != "PA-669a" or len({*owners}) == len(owners)
        ],
    )


def opened(regulation: str, owners: tuple[int, ...], chips: int = CHIPS) -> Driver:
    """Betting is open, and nobody has bet yet."""
    limits: dict[str, Any] = {} if regulation == "PA-669a" else {"limits": {"adjacent_boxes": 3}}
    table = drive(regulation, **limits)
    for seat, owner in zip(SEATS, owners, strict=True):
        table.do("sit", player(owner), seat=seat)
    for owner in dict.fromkeys(owners):
        table.do("buy_in", player(owner), amount=chips)
    return table.until("betting")


def offered(table: Driver, do: str) -> set[tuple[int, str]]:
    """For which box it is offered, and to whom."""
    return {(one.data.seat, one.who) for one in table.offers(do)}


@cases(ANTE)
@pytest.mark.parametrize("order", [*permutations(SEATS)])
def test_a_bet_is_offered_for_every_box_whatever_its_player_has_bet_at_others(
    regulation: str, owners: tuple[int, ...], order: tuple[int, ...]
) -> None:
    table = opened(regulation, owners)
    own = {(seat, f"p{owner}") for seat, owner in zip(SEATS, owners, strict=True)}
    whose = dict(own)
    assert offered(table, "bet") == own
    for seat in order:
        empty = next(one for one in table.offers("bet") if one.data.seat == seat)
        assert set(empty.data.wagers) >= {"ante"}, "the least that may lie there"
        table.do("bet", player(int(whose[seat][1:])), seat=seat, wagers=main_bets(regulation))
        assert offered(table, "bet") == own
    for seat in order:
        table.do("bet", player(int(whose[seat][1:])), seat=seat, wagers={})
        assert offered(table, "bet") == own
    assert table.round.facts.stakes == {}


@cases(ANTE)
def test_a_bet_is_offered_for_another_box_as_long_as_there_are_chips_for_it(
    regulation: str, owners: tuple[int, ...]
) -> None:
    """Everybody has chips for two boxes: of three boxes of his own the third is not offered any more."""
    two = 2 * sum(main_bets(regulation).values())
    for order in permutations(SEATS):
        table = opened(regulation, owners, two)
        whose = dict(zip(SEATS, owners, strict=True))
        for number, seat in enumerate(order, 1):
            able = {(one, f"p{owner}") for one, owner in whose.items()}
            assert offered(table, "bet") == (
                able if number < 3 or len({*owners}) > 1 else able - {(seat, "p2")}
            )
            if (seat, f"p{whose[seat]}") in offered(table, "bet"):
                table.do("bet", player(whose[seat]), seat=seat, wagers=main_bets(regulation))


@cases(BEFORE)
@pytest.mark.parametrize("order", [*permutations(SEATS)])
def test_who_waits_for_the_deal_at_one_box_may_still_bet_at_his_others(
    regulation: str, owners: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """It is said of each box once; what lies at one may be changed until the call, and only that box has to
    say it again."""
    table = opened(regulation, owners)
    whose = {seat: player(owner) for seat, owner in zip(SEATS, owners, strict=True)}
    bets, more = main_bets(regulation), main_bets(regulation, 2000)
    table.bet(dict.fromkeys(SEATS, bets))
    for many, seat in enumerate(order, 1):
        assert (seat, whose[seat].account) in offered(table, "ready")
        table.do("ready", whose[seat], seat=seat)
        waits = set(order[:many])
        assert {*table.round.betting.ready} == waits
        assert {one for one, _ in offered(table, "ready")} == {*SEATS} - waits
        for changed in SEATS:
            other = branch(table)
            other.do("bet", whose[changed], seat=changed, wagers=more)
            assert {*other.round.betting.ready} == waits - {changed}
            assert other.round.facts.stakes == {**dict.fromkeys(SEATS, bets), changed: more}
            if len(waits - {changed}) > 0:
                gone = min(waits - {changed})
                other.do("bet", whose[gone], seat=gone, wagers={})
                assert {*other.round.betting.ready} == waits - {changed, gone}
    for seat in SEATS:
        assert "waits already" in table.refused("ready", whose[seat], seat=seat).what
