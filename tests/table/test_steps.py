"""Massachusetts: step by step or player by player, hands racked as they are settled or left exposed."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import parse_cards
from tests.support.driver import DEALER, DEVICE, FLOOR, Driver
from tests.support.rounds import P1, SEATS, deciding, ids, line, nets, places, racked, real, settling

BY_STEP = {"order": "by_step"}
ORDERS = pytest.mark.parametrize("order", ["by_player", "by_step"])


# ── step by step ──


@pytest.mark.clause(
    "MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(1)(iii)",
    "MA-TCP.10(c)(1)(iv)", "I-120",
)  # fmt: skip
def test_each_step_is_finished_for_all_players_before_the_next() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in SEATS}
    hands = {"seat 1": "As Ah 2c", "seat 3": "9s 5h 2d", "seat 4": "Ks Kh 3d", "dealer": "Qs Qh 7c"}
    table = settling("MA-TCP", bets, hands, settlement=BY_STEP)
    for at, seat in enumerate((4, 3, 1)):
        assert not {"collect_losers", "pay_winners", "settle_player"} & table.offered()
        assert "face down" in table.refused("collect_losers", DEALER).what
        assert "step by step" in table.refused("settle_player", DEALER, seat=seat).what
        for other in SEATS:
            if other != seat:
                table.refused("turn_up_player", DEALER, seat=other)
        table.do("turn_up_player", DEALER, seat=seat)
        assert len(table.events("turn_up_player")) == at + 1
    refusal = table.refused("pay_winners", DEALER)
    assert "losing wagers come first" in refusal.what and "MA-TCP.10(c)(1)(ii)" in refusal.clauses
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("collect_losers", person).legal.startswith("It is for the dealer.")
    table.do("collect_losers", DEALER)
    losers = table.last("collect_losers").data
    assert ids(table.last("collect_losers")) == [(3, "ante"), (3, "play"), (3, "pair_plus")]
    assert {one.result for one in losers.lines} == {"lose"}
    assert losers.racked == (), "hands are collected when everybody is paid"
    assert "are collected" in table.refused("collect_losers", DEALER).what
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("pay_winners", person).legal.startswith("It is for the dealer.")
    table.do("pay_winners", DEALER)
    paid = table.last("pay_winners")
    assert ids(paid) == [(seat, name) for seat in (4, 1) for name in ("ante", "play", "pair_plus")]
    assert places(paid.data.racked) == ["player 4", "player 3", "player 1"]
    table.do("rack_cards", DEALER)
    assert racked(table) == ["player 4", "player 3", "player 1", "dealer"]


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.13(g)bis")
def test_step_by_step_the_community_cards_come_up_after_the_hands_and_before_the_money() -> None:
    bets = {1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}
    table = settling("MA-TCP", bets, wagers={"multi_game_link": {}}, settlement=BY_STEP)
    for seat in (3, 1):
        assert "not the time" in table.refused("reveal_community", DEALER).what
        table.do("turn_up_player", DEALER, seat=seat)
    assert not {"collect_losers", "pay_winners"} & table.offered()
    assert "community cards" in table.refused("collect_losers", DEALER).what
    table.do("reveal_community", DEALER)
    table.do("collect_losers", DEALER)
    table.finish()


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.13(d)d", "MA-TCP.13(d)f")
def test_step_by_step_winners_are_paid_up_to_the_award_that_waits() -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    hands = {"seat 3": "As Ks Qs", "seat 1": "Ah Kh Qh", "dealer": "Jd 9h 4c"}
    table = settling("MA-TCP", bets, hands, wagers={"three_card_progressive": {}}, settlement=BY_STEP)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("turn_up_player", DEALER, seat=1)
    table.do("collect_losers", DEALER)
    for seat in (3, 1):
        table.do("pay_winners", DEALER)
        assert {one for one, _ in ids(table.last("pay_winners"))} <= {3, seat}
        assert "verify win" in table.refused("pay_winners", DEALER).legal
        table.do("verify_win", DEALER, seat=seat, wager="three_card_progressive")
        assert "validate" in table.refused("pay_winners", DEALER).legal
        table.do("validate", FLOOR, seat=seat, wager="three_card_progressive")
    table.do("pay_winners", DEALER)
    assert ids(table.last("pay_winners")) == [(1, "three_card_progressive")]


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.13(g)bis", "I-70")
def test_step_by_step_with_real_cards_nobody_needs_the_community_cards_before_envy_does() -> None:
    """The only bettor on the link has folded: losers and winners are settled before those cards are known."""
    bets = {1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}
    hands = {"player 3": "5s 6s 7s", "community": "8s 9s", "player 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    table = real("MA-TCP", bets, hands, wagers={"multi_game_link": {}}, settlement=BY_STEP).until("deciding")
    table.say(1, "fold")
    table.say(3, "play")
    for do in ("collect_forfeits", "reveal_dealer", "turn_up_player", "collect_losers", "pay_winners"):
        table.step(do)
    table.step("reveal_community")
    table.step("settle_rest")
    assert line(table, 1, "envy_multi_game_link").paid == 300_00
    table.finish()


# ── player by player ──


@pytest.mark.clause("MA-TCP.10(c)(2)", "MA-TCP.10(c)(2)(i)", "MA-TCP.10(c)(2)(iii)", "MA-TCP.10(c)")
def test_player_by_player_each_hand_is_racked_before_the_next_and_the_dealers_last() -> None:
    table = settling("MA-TCP")
    assert "player by player" in table.refused("collect_losers", DEALER).what
    assert "player by player" in table.refused("pay_winners", DEALER).what
    gone = []
    for seat in (4, 3, 1):
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
        gone.append(f"player {seat}")
        assert places(table.last("settle_player").data.racked) == gone[-1:]
        assert racked(table) == gone
    table.do("rack_cards", DEALER)
    assert [str(one.place) for one in table.last("rack_cards").data.order] == ["dealer"]


@pytest.mark.clause("MA-TCP.10(c)(2)(iii)", "MA-TCP.13(g)bis", "MA-TCP.13(c)")
def test_a_hand_with_a_link_wager_is_racked_only_when_that_is_settled_too() -> None:
    bets = {1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}
    hands = {"seat 1": "2s 5h 9c", "community": "Kd 7d"}
    table = settling("MA-TCP", bets, hands, wagers={"multi_game_link": {}})
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    table.do("turn_up_player", DEALER, seat=1)
    table.do("settle_player", DEALER, seat=1)
    assert table.last("settle_player").data.racked == ()
    table.do("reveal_community", DEALER)
    table.do("settle_player", DEALER, seat=1)
    assert places(table.last("settle_player").data.racked) == ["player 1"]


# ── Cover All: the highest hand stays ──

COVER: dict[str, Any] = {"wagers": {"cover_all": {}, "pair_plus": {}}}


def cover_bets(*seats: int, by: int = 1) -> dict[int, dict[str, int]]:
    return {seat: {"ante": 1000, **({"cover_all": 500} if seat == by else {})} for seat in seats}


def stages(table: Driver) -> list[tuple[int, ...]]:
    """Which seats lie exposed while the players are settled, each time it changes."""
    found = [table.round.settling.exposed]
    while table.state.phase == "settling" and "settle_rest" not in table.offered():
        table.take(table.next())
        if table.round.settling.exposed != found[-1]:
            found.append(table.round.settling.exposed)
    return found


@ORDERS
@pytest.mark.clause("MA-TCP.12(h)", "MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.12(j)", "I-107")
def test_the_highest_hand_so_far_stays_face_up_until_cover_all_is_settled(order: str) -> None:
    hands = {
        "seat 5": "4s 5h 6c",  # a straight
        "seat 4": "Ks Kh 3d",
        "seat 3": "7s 7h 7d",  # three of a kind, higher
        "seat 1": "4d 5c 6h",  # a straight again, lower
        "dealer": "2s 9h Jd",
    }
    table = settling("MA-TCP", cover_bets(1, 3, 4, 5), hands, settlement={"order": order}, **COVER)
    assert stages(table) == ([(), (5,), (3,)] if order == "by_player" else [(), (3,)])
    assert racked(table) == (
        ["player 4", "player 5", "player 1"] if order == "by_player" else ["player 5", "player 4", "player 1"]
    ), "the straight leaves when the higher hand is found"
    assert table.offers("settle_rest")[0].cite.clauses[0] == "MA-TCP.12(j)"
    table.do("settle_rest", DEALER)
    assert ids(table.last("settle_rest")) == [(1, "cover_all")]
    assert line(table, 1, "cover_all").paid == 20 * 500, "three of a kind, four players"
    table.do("rack_cards", DEALER)
    assert [str(one.place) for one in table.last("rack_cards").data.order] == ["player 3", "dealer"]
    assert table.round.settling.exposed == ()


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(g)")
def test_a_higher_hand_of_the_dealers_leaves_no_player_hand_face_up() -> None:
    hands = {"seat 3": "4s 5h 6c", "seat 1": "2d 9c Jh", "dealer": "8s 8h 8d"}
    table = settling("MA-TCP", cover_bets(1, 3), hands, **COVER)
    table.until(do="settle_rest")
    assert table.round.settling.exposed == () and racked(table) == ["player 3", "player 1"]
    table.do("settle_rest", DEALER)
    assert line(table, 1, "cover_all").paid == 35 * 500, "the dealer's three of a kind, two players"
    nobody = {seat: {"ante": 1000} for seat in (1, 3)}
    plain = settling("MA-TCP", nobody, {**hands, "dealer": "2s 9h Jd"}, **COVER).finish()
    assert not any(event.data.exposed for event in plain.events("settle_player")), "nobody made the wager"


@pytest.mark.clause("MA-TCP.12(i)")
def test_an_equal_hand_does_not_replace_the_one_that_lies_there() -> None:
    hands = {"seat 4": "4s 5h 6c", "seat 3": "4d 5c 6h", "seat 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    table = settling("MA-TCP", cover_bets(1, 3, 4), hands, **COVER)
    table.until(do="settle_rest")
    assert table.round.settling.exposed == (4,) and racked(table) == ["player 3", "player 1"]


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(b)", "I-100")
@pytest.mark.parametrize("counts", [True, False])
def test_folded_hands_are_looked_at_while_cover_all_is_open(counts: bool) -> None:
    hands = {"seat 4": "4s 5h 6c", "seat 3": "Ks Kh 3d", "seat 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    offered = {"cover_all": {"folded_hands_count": counts}}
    table = deciding("MA-TCP", cover_bets(1, 3, 4), hands, wagers=offered)
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    if counts:
        mine = {3: parse_cards("2c 2d 2h")}
        assert "knows the cards" in table.refused("collect_forfeits", DEALER, hands=mine).what
    table.do("collect_forfeits", DEALER)
    data = table.last("collect_forfeits").data
    assert data.looked_at == ((4, 3) if counts else ())
    assert data.exposed == ((4,) if counts else ())
    assert places(data.racked) == (["player 3"] if counts else ["player 4", "player 3"])
    assert table.up("player 4") == (["4s", "5h", "6c"] if counts else []) and table.up("player 3") == []
    table.until(do="settle_rest")
    table.do("settle_rest", DEALER)
    assert line(table, 1, "cover_all").net == (1000 if counts else -500), "2 to 1 with three players"
    table.do("rack_cards", DEALER)
    assert "player 4" in racked(table)


@pytest.mark.clause("MA-TCP.12(b)", "MA-TCP.10(b)#3", "I-100", "I-108")
def test_a_surrendered_hand_is_not_looked_at_even_for_cover_all() -> None:
    hands = {"seat 3": "4s 5h 6c", "seat 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    table = deciding("MA-TCP", cover_bets(1, 3), hands, **COVER)
    table.say(1, "play")
    table.say(3, "surrender")
    table.do("collect_forfeits", DEALER, counted={3: 3})
    data = table.last("collect_forfeits").data
    assert (data.looked_at, data.exposed, places(data.racked)) == ((), (), ["player 3"])
    table.finish()
    assert table.up("player 3") == [] and line(table, 1, "cover_all").result == "lose"


# ── envy: hands that earn it stay ──


@ORDERS
@pytest.mark.clause("MA-TCP.13(e)a", "MA-TCP.13(e)b", "MA-TCP.13(e)c")
def test_a_hand_that_gives_envy_stays_face_up_until_envy_is_paid(order: str) -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in SEATS}
    hands = {"seat 4": "As Ks Qs", "seat 3": "2d 9c Jh", "seat 1": "5d 5c Jc", "dealer": "2s 9h Jd"}
    offered: dict[str, Any] = {"three_card_progressive": {}}
    table = settling("MA-TCP", bets, hands, wagers=offered, settlement={"order": order})
    table.until(do="settle_rest")
    assert table.round.settling.exposed == (4,) and racked(table) == ["player 3", "player 1"]
    assert "MA-TCP.13(e)c" in table.offers("settle_rest")[0].cite.clauses
    table.do("settle_rest", DEALER)
    assert ids(table.last("settle_rest")) == [(3, "envy_three_card"), (1, "envy_three_card")]
    table.do("rack_cards", DEALER)
    assert [str(one.place) for one in table.last("rack_cards").data.order] == ["player 4", "dealer"]


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.13(e)b")
def test_two_hands_lie_exposed_where_one_gives_envy_and_another_is_higher() -> None:
    """A hand that gives envy is not removed when a higher one is found for Cover All."""
    stakes = {"ante": 1000, "three_card_progressive": 100, "cover_all": 500}
    hands = {"seat 4": "Ah Kh Qh", "seat 3": "As Ks Qs", "seat 1": "5d 5c Jc", "dealer": "2s 9h Jd"}
    offered: dict[str, Any] = {"three_card_progressive": {}, "cover_all": {}}
    table = settling("MA-TCP", dict.fromkeys(SEATS, stakes), hands, wagers=offered)
    table.until(do="settle_rest")
    assert set(table.round.settling.exposed) == {4, 3} and racked(table) == ["player 1"]
    before = nets(table, 1)[1]
    table.do("settle_rest", DEALER)
    envy = [(one.seat, one.for_seat) for one in table.last("settle_rest").data.lines if one.is_award]
    assert envy == [(4, 3), (3, 4), (1, 4), (1, 3)], "all players win multiple envy payouts"
    assert nets(table, 1)[1] - before == 80 * 500 + 25_00 + 100_00
