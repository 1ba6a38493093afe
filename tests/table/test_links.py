"""Tables on links: contributions, hits in the link's own order, shared awards."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from tests.support.driver import DEALER, FLOOR, drive, submission
from tests.support.rounds import (
    check_links,
    deciding,
    line,
    linked,
    meter,
)
from tests.table.five_card import FIVE, ROYAL, five_card, settle_win, to_win

# ── contributions ──


@pytest.mark.clause("I-57", "PA-649a.12(e)(3):A")
def test_this_rounds_wagers_are_on_the_meter_when_it_is_won() -> None:
    """I-57: meter 1,000.00, three $1 wagers at 14%, spade A-K-Q: paid 1,000.42; meter after 1,000.00."""
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3, 4)}
    table.start(bets, {"seat 3": "As Ks Qs"})
    closed = table.last("no_more_bets").data
    assert closed.contributions[0].cents == {"meter": 42} and closed.contributions[0].wagers == 3
    assert closed.readings[0].showing == {"meter": 1000_42}
    table.finish()
    assert line(table, 3, "three_card_progressive").paid == 1000_42
    assert meter(table, "three_card_progressive") == 1000_00


@pytest.mark.clause("I-58", "PA-649a.12(i)(4)")
def test_the_reserve_restarts_the_bonus_meter() -> None:
    table = drive("PA-649a", wagers={"five_card_hand_bonus": {}})
    bets = {seat: {"ante": 1000, "five_card_hand_bonus_player": 100} for seat in (1, 3)}
    table.start(bets, ROYAL).finish()
    reading = table.last("verify_win").data.reading
    assert reading is not None and reading.showing == {"meter": 16}, "8% of two dollars"
    link = table.link("five_card_hand_bonus").meter.levels["meter"]
    assert line(table, 3, "five_card_hand_bonus_player").paid == 10_000_42
    assert (link.amount, link.reserve, link.reseeded) == (16, 0, 0)


# ── in turn ──


@pytest.mark.clause("I-54", "PA-649a.12(h)(4)")
@pytest.mark.parametrize(
    ("five", "two", "paid"),
    [("Qs Ks As", "7s 8s 9s", (20_000_00, 1_000_00)), ("7s 8s 9s", "Qs Ks As", (2_000_00, 18_000_00))],
)
def test_two_percentage_awards_are_paid_in_turn_on_the_meter_as_it_stands(
    five: str, two: str, paid: tuple[int, int]
) -> None:
    """I-54: meter 20,000 with this round's part, community Ts Js."""
    (table,) = linked(five_card(), "one", five=20_000_00 - 42)
    bets = {5: FIVE, 2: FIVE}
    table.start(bets, {"seat 5": five, "seat 2": two, "community": "Ts Js", "dealer": "2c 4d 6h"})
    table.until(do="verify_win")
    table.do("verify_win", DEALER, seat=5, wager="five_card_progressive")
    first = table.last("verify_win").data
    assert (first.award.showing_cents, first.award.cents) == (20_000_00, paid[0])
    table.finish()
    assert tuple(line(table, seat, "five_card_progressive").paid for seat in (5, 2)) == paid
    check_links([table])


@pytest.mark.clause("I-112")
@pytest.mark.parametrize(("hits", "paid"), [("in_turn", (1_000_12, 1_000_00)), ("share", (500_06, 500_06))])
def test_two_full_awards_of_one_level_go_in_turn_or_are_shared(hits: str, paid: tuple[int, int]) -> None:
    bets = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}
    hands = {"seat 3": "5s 6s 7s", "seat 1": "Ts Js Qs", "community": "8s 9s"}
    offered = {"multi_game_link": {"paytable": "PTMGLML01", "multiple_hits": hits}}
    table = deciding("MA-TCP", bets, hands, wagers=offered)
    assert meter(table, "multi_game_link", "minor") == 1_000_12
    table.finish()
    assert tuple(line(table, seat, "multi_game_link").paid for seat in (3, 1)) == paid
    assert meter(table, "multi_game_link", "minor") == 1_000_00
    link = table.link("multi_game_link").meter.levels["minor"]
    assert (link.hits, link.paid) == (2 if hits == "in_turn" else 1, sum(paid))
    check_links([table])


@pytest.mark.clause("I-112", "MA-TCP.13(d)c")
def test_unequal_awards_that_share_a_level_divide_the_larger_of_them() -> None:
    """A royal wins all of it, a straight flush a tenth; who is settled first has the smaller hand."""
    bets = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}
    hands = {"seat 3": "7s 8s 9s", "seat 1": "Qs Ks As", "community": "Ts Js"}
    offered = {"multi_game_link": {"paytable": "PTMGL01", "multiple_hits": "share"}}
    table = deciding("MA-TCP", bets, hands, wagers=offered).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager="multi_game_link")
    assert table.last("verify_win").data.award.cents == 10_000_42
    table.finish()
    paid = [line(table, seat, "multi_game_link").paid for seat in (3, 1)]
    assert sum(paid) == 10_000_42 and paid[0] * 10 <= paid[1] + 10
    assert meter(table, "multi_game_link") == 10_000_00
    check_links([table])


# ── one award for several ──

DEALERS = {"ante": 1000, "five_card_hand_bonus_dealer": 100}


@pytest.mark.clause("I-59", "PA-649a.12(i)(2)", "PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(ii)")
def test_an_award_on_the_dealers_hand_is_measured_and_locked_once_and_divided() -> None:
    submitted = submission("PA-649a", wagers={"five_card_hand_bonus": {"meter": "bonus"}})
    (table,) = linked(submitted, "one", bonus=10_000_01 - 42)
    hands = {"dealer": "As Ks Qs", "community": "Js Ts", "seat 4": "2c 3d 9h", "seat 1": "4c 5d 8h"}
    table.start({1: DEALERS, 4: DEALERS}, hands).until(do="verify_win")
    table.do("verify_win", DEALER, seat=4, wager="five_card_hand_bonus_dealer")
    (hit,) = table.link("five_card_hand_bonus").open.values()
    assert (hit.seats, hit.cents) == ((4, 1), 10_000_01)
    assert table.last("verify_win").data.award.seat == 0, "it is nobody's alone"
    reading = table.last("verify_win").data.reading
    assert reading.number == table.link("five_card_hand_bonus").number, "as the meter stood then"
    assert settle_win(table, 4, "five_card_hand_bonus_dealer") == 5_000_01
    table.finish()
    assert line(table, 1, "five_card_hand_bonus_dealer").paid == 5_000_00
    assert table.link("five_card_hand_bonus").meter.levels["meter"].hits == 1
    assert [one.data.seat for one in table.events("validate")] == [4, 1], "each is validated"
    heard = [one.event.kind for one in table.desk.links.store.read("link/bonus")]
    assert heard.count("validate_hit") == 1, "and the link hears of it once"
    check_links([table])


@pytest.mark.clause("I-59", "PA-649a.12(i)(2)", "PA-649a.7(b)#2")
def test_nobody_shares_an_award_with_who_was_ruled_out() -> None:
    sections: dict[str, Any] = {"settlement": {"departed_player": "forfeit"}}
    submitted = submission("PA-649a", wagers={"five_card_hand_bonus": {"meter": "bonus"}}, **sections)
    (table,) = linked(submitted, "one", bonus=10_000_01 - 42)
    hands = {"dealer": "As Ks Qs", "community": "Js Ts", "seat 4": "2c 3d 9h", "seat 1": "4c 5d 8h"}
    table.start({1: DEALERS, 4: DEALERS}, hands).until("deciding")
    table.do("leave", Person("player", "p4"), seat=4)
    table.both("rule_departed", FLOOR, seat=4, ruling="abandoned")
    table.finish()
    paid = {seat: line(table, seat, "five_card_hand_bonus_dealer").paid for seat in (1, 4)}
    assert paid == {1: 10_000_01, 4: 0}
    check_links([table])


@pytest.mark.clause("I-60")
def test_a_players_own_hand_comes_before_his_part_of_the_shared_award() -> None:
    """I-60: 10,000 at seat 6's turn: 1,000.00, then 450.00, and 450.00 for seat 2."""
    submitted = submission("PA-649a", wagers={"five_card_hand_bonus": {"meter": "bonus"}})
    (table,) = linked(submitted, "one", bonus=10_000_00 - 63)
    hands = {"dealer": "9s Ts Js", "community": "7s 8s", "seat 6": "4s 5s 6s", "seat 2": "2c 3d Kh"}
    bets = {2: DEALERS, 6: {**DEALERS, "five_card_hand_bonus_player": 100}}
    table.start(bets, hands).finish()
    assert [(one.seat, one.id, one.paid) for one in table.lines() if one.id.startswith("five_card_hand")] == [
        (6, "five_card_hand_bonus_player", 1_000_00),
        (6, "five_card_hand_bonus_dealer", 450_00),
        (2, "five_card_hand_bonus_dealer", 450_00),
    ]
    check_links([table])


# ── two tables ──


@pytest.mark.clause("I-55", "PA-649a.2(c)")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("validated", [0, 1])
def test_the_earlier_registered_win_takes_the_meter_and_the_later_the_reseed(
    first: int, validated: int
) -> None:
    """I-55: meter 15,000, two royals: 15,000.00 and 10,000.00, whoever validates first."""
    tables = linked(five_card(), "one", "two", five=15_000_00 - 42)
    for table in tables:
        table.start({3: FIVE}, ROYAL)
    for table in tables:
        table.until(do="verify_win")
        assert meter(table, "five_card_progressive") == 15_000_00
    for at in (first, 1 - first):
        tables[at].do("verify_win", DEALER, seat=3, wager="five_card_progressive")
        assert meter(tables[at], "five_card_progressive") == 10_000_00, "it restarts at once"
    paid = {at: settle_win(tables[at], 3) for at in (validated, 1 - validated)}
    assert (paid[first], paid[1 - first]) == (15_000_00, 10_000_00)
    for table in tables:
        table.finish()
    assert not tables[0].link("five_card_progressive").open
    check_links(tables)


def test_the_other_table_plays_on_while_a_hit_is_pending() -> None:
    one, two = linked(five_card(), "one", "two")
    to_win(one)
    one.do("verify_win", DEALER, seat=3, wager="five_card_progressive")
    two.start({1: FIVE}, {"seat 1": "2d 5c 9h", "community": "Kd 7h", "dealer": "3c 6d Qh"}).finish()
    assert meter(two, "five_card_progressive") == 10_000_21
    assert settle_win(one, 3) == 10_000_21, "what was locked is what is paid"
    check_links([one, two])
