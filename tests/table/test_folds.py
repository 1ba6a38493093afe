"""Raise It Up: a fold is collected at once, and what lay on the hand with it."""

from __future__ import annotations

import pytest

from feltlaw.books import INVENTORY
from feltlaw.cards import parse_cards
from tests.support.driver import DEALER, FLOOR, Driver, main_bets
from tests.support.rounds import P1, deciding, ids, line, names, nets, places, player, racked, real

MAIN = main_bets("PA-669a")


def streets(table: Driver, *seats: int) -> Driver:
    """Raise It Up up to 5th Street, everybody checking."""
    for _ in range(2):
        for seat in seats:
            table.say(seat, "check")
        table.do("reveal_community")
    return table


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.11(f)#2", "PA-669a.11(f)#3", "I-86")
def test_a_fold_on_fifth_street_is_collected_at_once() -> None:
    bets = {1: MAIN | {"pair_plus": 500}, 3: MAIN | {"six_card_bonus": 500}, 4: MAIN}
    table = deciding("PA-669a", bets, {"seat 1": "6h 6d 2c"}, wagers={"six_card_bonus": {}})
    streets(table, 1, 3, 4)
    inventory = table.state.books.get(INVENTORY, 0)
    for seat, gone, lines, looked in (
        (1, ["player 1"], ["pair_plus", "ante", "blind"], (1,)),
        (3, [], ["ante", "blind"], ()),
        (4, ["player 4"], ["ante", "blind"], ()),
    ):
        events = table.say(seat, "fold")
        assert [event.kind for event in events] == ["decide", "collect_forfeits"]
        data = events[-1].data
        assert ids(events[-1]) == [(seat, name) for name in lines] and not data.done
        assert places(data.racked) == gone, "a Six Card Bonus keeps the hand on the table"
        assert data.looked_at == looked, "Pair Plus is read before the hand is racked"
        assert table.state.on_felt(seat, "ante") == table.state.on_felt(seat, "blind") == 0
    assert table.state.books[INVENTORY] == inventory + 3 * 2000 - 500
    assert table.up("player 1") == [], "the dealer looked, the table did not"
    table.do("reveal_community")
    table.finish()
    assert line(table, 1, "pair_plus").net == 500, "-20 +5 (I-86)"
    assert nets(table, 1) == {1: -1500} and table.round.settling.turned_up == (3,)


@pytest.mark.clause("I-86")
def test_pair_plus_on_a_fold_is_lost_only_where_the_submission_says_so() -> None:
    bets = {1: MAIN | {"pair_plus": 500}, 3: MAIN}
    table = deciding("PA-669a", bets, {"seat 1": "6h 6d 2c"}, wagers={"pair_plus": {"on_fold": "forfeit"}})
    streets(table, 1, 3).say(1, "fold")
    data = table.last("collect_forfeits").data
    assert {one.outcome for one in data.lines} == {"folded"} and data.looked_at == ()
    assert nets(table, 1) == {1: -2500}


@pytest.mark.clause("PA-669a.11(f)#3", "PA-669a.11(g)", "I-93")
@pytest.mark.parametrize("wager", ["three_card_progressive", "six_card_bonus"])
def test_a_progressive_or_a_six_card_bonus_keeps_a_folded_hand_until_envy_is_settled(wager: str) -> None:
    amount = 100 if wager == "three_card_progressive" else 500
    bets = {1: {**MAIN, wager: amount, "pair_plus": 500}, 3: MAIN}
    table = deciding("PA-669a", bets, {"seat 1": "5h 6d 7c", "community": "8s 9c 2d"}, wagers={wager: {}})
    streets(table, 1, 3).say(1, "fold")
    forfeited = ["ante", "blind"] + (["three_card_progressive"] if "progressive" in wager else [])
    assert sorted(names(table.last("collect_forfeits"))) == sorted(forfeited)
    assert racked(table) == []
    table.finish(seat_3="play 1x")
    assert table.round.settling.turned_up == (3, 1)
    assert line(table, 1, "pair_plus").result == "win", "settled at (i)(1) where the hand stays"
    assert line(table, 1, wager).net == (-100 if "progressive" in wager else 5000)


@pytest.mark.clause("PA-669a.11(i)", "PA-669a.11(f)#3", "I-48", "I-93")
@pytest.mark.parametrize("folder", [1, 4])
@pytest.mark.parametrize("hand", ["As Ks Qs", "2s 9d Jc"])
def test_a_folded_hand_that_stayed_is_turned_up_in_its_turn_and_before_envy_is_paid(
    folder: int, hand: str
) -> None:
    other = 5 - folder
    stakes = {**MAIN, "three_card_progressive": 100}
    hands = {f"seat {folder}": hand, f"seat {other}": "3d 9c Jh"}
    table = deciding("PA-669a", {1: stakes, 4: stakes}, hands, wagers={"three_card_progressive": {}})
    streets(table, 1, 4)
    for seat in (1, 4):
        table.say(seat, "fold" if seat == folder else "play 1x")
    table.until("settling")
    if folder == 1:
        table.do("turn_up_player", DEALER, seat=4)
        table.do("settle_player", DEALER, seat=4)
    assert table.state.phase == "settling" and "turn_up_player" in table.offered()
    assert not {"settle_rest", "rack_cards"} & table.offered(), "first the hand that lies there"
    table.do("turn_up_player", DEALER, seat=folder)
    assert table.up(f"player {folder}") == hand.split()
    table.finish()
    envy = [one for one in table.lines(other) if one.id == "envy_three_card"]
    assert [one.paid for one in envy] == ([100_00] if hand == "As Ks Qs" else [])


@pytest.mark.clause("PA-669a.11(f)#2", "PA-669a.11(f)#3", "I-09")
@pytest.mark.parametrize("bonus", [False, True])
def test_the_hand_of_a_player_who_left_goes_the_same_way(bonus: bool) -> None:
    bets = {1: MAIN | ({"six_card_bonus": 500} if bonus else {}), 3: MAIN}
    table = deciding("PA-669a", bets, wagers={"six_card_bonus": {}})
    table.do("leave", P1)
    streets(table, 3)
    assert ids(table.last("collect_forfeits")) == [(1, "ante"), (1, "blind")]
    assert racked(table) == ([] if bonus else ["player 1"])
    table.finish(seat_3="play 1x")
    assert table.round.settling.turned_up == ((3, 1) if bonus else (3,))


@pytest.mark.clause("PA-669a.11(f)", "I-09")
def test_a_player_who_left_after_his_play_wager_has_not_folded() -> None:
    table = deciding("PA-669a", {1: MAIN, 3: MAIN})
    table.say(1, "play 3x")
    table.do("leave", P1)
    table.finish()
    assert not table.events("collect_forfeits") and table.round.settling.turned_up == (3, 1)


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.7(b)", "I-86")
def test_an_abandoned_hand_is_racked_without_a_look() -> None:
    """Its Pair Plus is lost with the rest."""
    table = deciding("PA-669a", {1: MAIN | {"pair_plus": 500}, 3: MAIN}, {"seat 1": "6h 6d 2c"},
                     settlement={"departed_player": "forfeit"})  # fmt: skip
    table.do("leave", P1)
    table.both("rule_departed", FLOOR, seat=1, ruling="abandoned")
    table.until("racking")
    assert not table.events("collect_forfeits") and table.up("player 1") == []
    assert {one.outcome for one in table.lines(1)} == {"abandoned"} and nets(table, 1) == {1: -2500}
    table.finish()
    assert "player 1" in racked(table)


@pytest.mark.clause("PA-669a.11(f)#2", "I-09")
def test_two_who_have_left_fold_one_after_the_other_and_each_loses_his_own_wagers_then() -> None:
    table = streets(deciding("PA-669a", {1: MAIN, 3: MAIN, 4: MAIN}), 1, 3, 4)
    for seat in (3, 1):
        table.do("leave", player(seat), seat=seat)
    first, second = table.events("collect_forfeits")
    assert (ids(first), ids(second)) == ([(1, "ante"), (1, "blind")], [(3, "ante"), (3, "blind")])
    assert (first.data.seats, second.data.seats) == ((1,), (3,))


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.11(f)#2", "I-86")
def test_with_real_cards_the_dealer_enters_the_hand_he_looked_at() -> None:
    table = real("PA-669a", {1: MAIN | {"pair_plus": 500}, 3: MAIN}).until("deciding")
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.step("reveal_community")
    assert [event.kind for event in table.say(1, "fold")] == ["decide"], "nobody has seen his cards"
    refusal = table.refused("collect_forfeits", DEALER)
    assert "not known" in refusal.what and "Enter 3 cards" in refusal.legal
    table.do("collect_forfeits", DEALER, hands={1: parse_cards("6h 6d 2c")})
    assert names(table.last("collect_forfeits")) == ["pair_plus", "ante", "blind"]
    assert nets(table, 1) == {1: -1500} and racked(table) == ["player 1"]
