"""Rulings, where several players have left: each may be ruled on until something of his is settled."""

from __future__ import annotations

import pytest

from tests.support.driver import DEALER, FLOOR, REGULATIONS, Driver, drive, main_bets
from tests.support.rounds import line, nets, player, settling

MAY_LEAVE = {name: "MA-TCP.6(c)" if name == "MA-TCP" else f"{name}.7(b)#2" for name in REGULATIONS}
EVERY = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(clause, "I-09")) for name, clause in MAY_LEAVE.items()],
)
LOSES = {name: clause for name, clause in MAY_LEAVE.items() if name != "MA-TCP"}
PENNSYLVANIA = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(clause, "I-09")) for name, clause in LOSES.items()],
)
"""Massachusetts says nothing of what becomes of the wagers, so they are settled there (I-09)."""
SEATS = (1, 3, 4)


def rulings(table: Driver) -> list[tuple[int, str]]:
    return [(one.data.seat, one.data.ruling) for one in table.offers("rule_departed")]


def leaving(regulation: str, option: str, *seats: int) -> Driver:
    """A table in the deal, which the players of these seats have left."""
    table = drive(regulation, settlement={"departed_player": option} if option else {})
    table.start({seat: main_bets(regulation) for seat in SEATS})
    table.do("deal")
    for seat in seats:
        table.do("leave", player(seat), seat=seat)
    return table


@pytest.mark.parametrize(
    ("regulation", "option"),
    [
        pytest.param(name, option, marks=pytest.mark.clause(clause, "I-09"))
        for name, clause in MAY_LEAVE.items()
        for option in (("settle", "forfeit") if name in LOSES else ("",))
    ],
)
@pytest.mark.parametrize("gone", [(), (3,), (1, 3), (3, 4), (1, 3, 4)])
def test_each_player_who_left_may_be_ruled_on_as_the_submission_allows(
    regulation: str, option: str, gone: tuple[int, ...]
) -> None:
    """That the wagers are settled, always; that they are abandoned, only where they may be."""
    table = leaving(regulation, option, *gone)
    words = ("left", "abandoned") if option == "forfeit" else ("left",)
    assert rulings(table) == [(seat, word) for seat in gone for word in words]


@PENNSYLVANIA
@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_a_ruling_on_one_player_leaves_that_on_another_as_it_is(
    regulation: str, order: tuple[int, int]
) -> None:
    """Two have left; each is ruled to have abandoned his wagers, and each loses them."""
    table = leaving(regulation, "forfeit", 1, 3)
    first, second = order
    table.both("rule_departed", FLOOR, seat=first, ruling="abandoned")
    assert table.round.facts.rulings == {first: "abandoned", second: "left"}
    assert {seat for seat, _ in rulings(table)} == {second}
    table.both("rule_departed", FLOOR, seat=second, ruling="abandoned")
    assert table.round.facts.rulings == {1: "abandoned", 3: "abandoned"}
    table.finish()
    lost = -sum(main_bets(regulation).values())
    for seat in (1, 3):
        assert {one.outcome for one in table.lines(seat)} == {"abandoned"}
        assert sum(one.net for one in table.lines(seat)) == lost


@EVERY
@pytest.mark.parametrize("settled", [1, 2])
def test_nobody_is_ruled_on_of_whom_a_wager_is_settled_however_many_were_before_him(
    regulation: str, settled: int
) -> None:
    option = {} if regulation == "MA-TCP" else {"settlement": {"departed_player": "forfeit"}}
    table = settling(regulation, {seat: main_bets(regulation) for seat in SEATS}, **option)
    done = (4, 3)[:settled]
    for seat in done:
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
    for seat in SEATS:
        table.do("leave", player(seat), seat=seat)
    assert {seat for seat, _ in rulings(table)} == {*SEATS} - {*done}
    for seat in done:
        refusal = table.refused("rule_departed", FLOOR, seat=seat, ruling="left")
        assert "has not left in mid-round" in refusal.what
        assert MAY_LEAVE[regulation] in refusal.clauses


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92")
@pytest.mark.parametrize("settled", [1, 2])
def test_that_somebody_spoke_is_found_until_a_wager_of_his_is_settled(settled: int) -> None:
    table = settling("PA-669a", {seat: main_bets("PA-669a") for seat in SEATS})
    done = (4, 3)[:settled]
    for seat in done:
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
    found = {one.data.seat for one in table.offers("rule_communication")}
    assert found == {*SEATS} - {*done}


@pytest.mark.clause("PA-669a.11(a)(3)", "I-92")
def test_each_of_several_who_spoke_loses_his_wagers() -> None:
    """What was found on one player stays, whatever is found on the next."""
    table = drive("PA-669a").start({seat: main_bets("PA-669a") for seat in SEATS}).until("deciding")
    for seat in (3, 1):
        table.both("rule_communication", FLOOR, seat=seat)
    assert table.round.facts.rulings == {1: "communicated", 3: "communicated"}
    table.finish()
    assert nets(table, 1, 3) == {1: -2000, 3: -2000}


@pytest.mark.clause("PA-649a.7(b)#2", "PA-649a.11(b)(3)", "I-09")
def test_a_verified_win_ends_the_time_for_a_ruling_whoever_has_won_before() -> None:
    """Seats 4 and 3 have folded, and their 5 of 6 Progressive wagers win: 5.00 for a straight. Of seat 3
    nothing is settled yet but his forfeits, when the dealer has verified his win."""
    stakes = {"ante": 1000, "five_of_six_progressive": 100}
    hands = {"seat 3": "2s 3h 4c", "seat 4": "2d 3c 4h", "dealer": "5d 6h Kc"}
    table = drive(
        "PA-649a", wagers={"five_of_six_progressive": {}}, settlement={"departed_player": "forfeit"}
    )
    table.start({1: {"ante": 1000}, 3: stakes, 4: stakes}, hands).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    for seat in (3, 4):
        table.do("leave", player(seat), seat=seat)
    table.until("settling")
    for seat in (4, 3):
        left = {one for one, _ in rulings(table)}
        assert seat in left
        table.until(do="verify_win")
        assert seat in {one for one, _ in rulings(table)}, "his cards are up, but nothing is settled"
        table.do("verify_win", DEALER, seat=seat, wager="five_of_six_progressive")
        assert {one for one, _ in rulings(table)} == left - {seat}
        refusal = table.refused("rule_departed", FLOOR, seat=seat, ruling="abandoned")
        assert "I-09" in refusal.clauses
        table.until(do="settle_player").do("settle_player", DEALER, seat=seat)
    table.finish()
    assert {line(table, seat, "five_of_six_progressive").paid for seat in (3, 4)} == {500}
