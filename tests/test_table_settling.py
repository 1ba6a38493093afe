"""Settling at the table: whose turn it is, what is turned up when, and in which order the money moves."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Event
from tests.driver import DEALER, REGULATIONS, Driver, drive, main_bets, marks

SEATS = (1, 3, 4)
STEPWISE = ("MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)")


def revealed(regulation: str, bets: dict[int, dict[str, int]] | None = None, **more: Any) -> Driver:
    """A table at which settling begins; everybody has stayed in."""
    cards = more.pop("hands", None)
    bets = bets or {seat: main_bets(regulation) for seat in SEATS}
    return drive(regulation, **more).start(bets, cards).until("settling")


def lines_of(event: Event) -> list[tuple[int, str]]:
    return [(line["seat"], line.get("wager") or line["award"]) for line in event.data["lines"]]


# ── one player after the other ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=marks(name, "turn_up_player", "settle_players", without=STEPWISE))
        for name in REGULATIONS
    ],
)
def test_players_are_turned_up_and_settled_one_at_a_time_from_the_dealers_right(regulation: str) -> None:
    table = revealed(regulation)
    for at, seat in enumerate(sorted(SEATS, reverse=True)):
        others = [one for one in SEATS if one != seat]
        assert "face down" in table.refused("settle_player", DEALER, seat=seat).what
        for other in others:
            assert "counterclockwise" in table.refused("turn_up_player", seat=other).legal
        table.do("turn_up_player", seat=seat)
        shown = [str(card) for card in table.state.cards_at(f"seat {seat}")]
        assert table.last("turn_up_player").data == {"seat": seat, "cards": shown}
        for other in others:
            refusal = table.refused("settle_player", seat=other)
            assert f"Settle seat {seat}" in refusal.legal
            assert refusal.cite.clauses == _settle_clause(regulation)
        assert len(table.events("settle_player")) == at
        table.do("settle_player", seat=seat)
        assert {one for one, _ in lines_of(table.last("settle_player"))} == {seat}
    assert table.state.phase == "racking"


def _settle_clause(regulation: str) -> tuple[str, ...]:
    steps = [step for step in load(regulation).steps if step.do == "settle_players"]
    return next(step.cite.clauses for step in steps if step.when in ("always", "by_player"))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_lines_carried_out_are_the_settlement_each_once_and_in_its_order(regulation: str) -> None:
    table = revealed(regulation)
    expected = [line.turn for line in table.lines()]
    table.finish()
    carried = [line["turn"] for event in table.table.events for line in event.data.get("lines", [])]
    assert carried == expected
    assert sorted(table.round.settled_turns) == sorted(expected)


@pytest.mark.clause("PA-679a.11(d)(2)(ii)")
def test_a_fourth_card_is_turned_up_for_a_pair_or_better_before_the_bonus_is_paid() -> None:
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}
    hands = {"seat 3": "9s 9h 4d", "seat 1": "As 7h 4c"}
    table = revealed("PA-679a", bets, wagers={"pair_bonus": {}}, hands=hands)
    assert "not the time" in table.refused("reveal_fourth", seat=3).what
    table.do("turn_up_player", seat=3)
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "fourth card" in refusal.what and refusal.clauses == ["PA-679a.11(d)(2)(ii)"]
    assert "no fourth card to reveal" in table.refused("reveal_fourth", seat=1).what
    table.do("reveal_fourth", seat=3)
    assert table.last("reveal_fourth").data["card"] == [
        str(card) for card in table.state.cards_at("fourth 3")
    ]
    table.do("settle_player", seat=3)
    table.do("turn_up_player", seat=1)
    assert "reveal_fourth" not in table.offered(), "no pair, no fourth card"
    table.finish()
    assert table.round.fourths_up == (3,)


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "I-77")
def test_the_community_card_stands_in_for_the_fourth_card() -> None:
    bets = {1: {"ante": 1000, "pair_bonus": 500}, 3: {"ante": 1000}}
    offered = {"pair_bonus": {"community_card": True}}
    table = revealed("PA-679a", bets, wagers=offered, hands={"seat 1": "9s 9h 4d"})
    table.do("turn_up_player", seat=3)
    table.do("settle_player", seat=3)
    assert table.round.community_up == 0, "nobody needed it so far"
    table.do("turn_up_player", seat=1)
    table.do("settle_player", seat=1)
    assert (1, "pair_bonus") not in lines_of(table.last("settle_player"))
    table.do("reveal_community")
    table.do("settle_player", seat=1)
    assert lines_of(table.last("settle_player")) == [(1, "pair_bonus")]


@pytest.mark.clause("PA-649a.11(c)(7)", "PA-649a.11(c)(8)", "I-44")
def test_community_cards_come_up_after_the_first_bettors_other_wagers() -> None:
    bets = {
        1: {"ante": 1000, "five_card_progressive": 100},
        3: {"ante": 1000, "pair_plus": 500, "five_card_progressive": 100},
        4: {"ante": 1000},
    }
    table = revealed("PA-649a", bets, wagers={"five_card_progressive": {}}, hands={"seat 3": "2s 5h 9c"})
    for seat in (4, 3):
        assert "not the time" in table.refused("reveal_community", DEALER).what
        table.do("turn_up_player", seat=seat)
        table.do("settle_player", seat=seat)
    assert "five_card_progressive" not in {wager for _, wager in lines_of(table.last("settle_player"))}
    assert {(3, "ante"), (3, "play"), (3, "pair_plus")} <= set(lines_of(table.last("settle_player")))
    table.do("reveal_community")
    assert len(table.last("reveal_community").data["cards"]) == 2
    table.do("settle_player", seat=3)
    assert lines_of(table.last("settle_player")) == [(3, "five_card_progressive")]
    table.finish()


@pytest.mark.clause("I-70")
def test_community_cards_are_shown_even_if_nobody_is_left_who_needs_them() -> None:
    bets = {1: {"ante": 1000, "five_card_progressive": 100}, 3: {"ante": 1000}}
    table = drive("PA-649a", wagers={"five_card_progressive": {}}).start(bets)
    table.finish(seat_1="fold")
    assert len(table.events("reveal_community")) == 1
    assert table.kinds().index("reveal_community") < table.kinds().index("rack_cards")


# ── Massachusetts, step by step ──

BY_STEP = {"order": "by_step"}


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(1)(iv)", "I-120")
def test_each_step_is_finished_for_all_players_before_the_next() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in SEATS}
    hands = {"seat 1": "As Ah 2c", "seat 3": "9s 5h 2d", "seat 4": "Ks Kh 3d", "dealer": "Qs Qh 7c"}
    table = revealed("MA-TCP", bets, settlement=BY_STEP, hands=hands)
    for at, seat in enumerate((4, 3, 1)):
        assert not {"collect_losers", "pay_winners", "settle_player"} & table.offered()
        assert "face down" in table.refused("collect_losers", DEALER).what
        for other in SEATS:
            if other != seat:
                table.refused("turn_up_player", seat=other)
        table.do("turn_up_player", seat=seat)
        assert len(table.events("turn_up_player")) == at + 1
    assert "not the time" in table.refused("pay_winners", DEALER).what
    table.do("collect_losers")
    assert {line["result"] for line in table.last("collect_losers").data["lines"]} == {"lose"}
    assert "racked" not in table.last("collect_losers").data, "hands are collected when everybody is paid"
    table.do("pay_winners")
    assert "lose" not in {line["result"] for line in table.last("pay_winners").data["lines"]}
    assert table.last("pay_winners").data["racked"] == ["seat 4", "seat 3", "seat 1"]
    table.do("rack_cards")
    assert table.round.racked == ("stub", "seat 4", "seat 3", "seat 1", "dealer")


@pytest.mark.clause("MA-TCP.10(c)(2)", "MA-TCP.10(c)(2)(i)", "MA-TCP.10(c)(2)(iii)", "MA-TCP.10(c)")
def test_player_by_player_each_hand_is_racked_before_the_next_and_the_dealers_last() -> None:
    table = revealed("MA-TCP")
    for seat, racked in ((4, ["seat 4"]), (3, ["seat 4", "seat 3"]), (1, ["seat 4", "seat 3", "seat 1"])):
        table.do("turn_up_player", seat=seat)
        table.do("settle_player", seat=seat)
        assert table.last("settle_player").data["racked"] == racked[-1:]
        assert [place for place in table.round.racked if place != "stub"] == racked
    table.do("rack_cards")
    assert [item["place"] for item in table.last("rack_cards").data["order"]] == ["dealer"]


@pytest.mark.clause("MA-TCP.10(c)(2)(iii)", "MA-TCP.13(g)bis", "MA-TCP.13(c)")
def test_a_hand_with_a_link_wager_is_racked_only_when_that_is_settled_too() -> None:
    bets = {1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}
    hands = {"seat 1": "2s 5h 9c", "community": "Kd 7d"}
    table = revealed("MA-TCP", bets, wagers={"multi_game_link": {}}, hands=hands)
    table.do("turn_up_player", seat=3)
    table.do("settle_player", seat=3)
    table.do("turn_up_player", seat=1)
    table.do("settle_player", seat=1)
    assert "racked" not in table.last("settle_player").data
    table.do("reveal_community")
    table.do("settle_player", seat=1)
    assert table.last("settle_player").data["racked"] == ["seat 1"]


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.13(g)bis")
def test_step_by_step_the_community_cards_come_up_after_the_hands_and_before_the_money() -> None:
    bets = {1: {"ante": 1000, "multi_game_link": 100}, 3: {"ante": 1000}}
    table = revealed("MA-TCP", bets, wagers={"multi_game_link": {}}, settlement=BY_STEP)
    for seat in (3, 1):
        assert "not the time" in table.refused("reveal_community", DEALER).what
        table.do("turn_up_player", seat=seat)
    assert not {"collect_losers", "pay_winners"} & table.offered()
    table.do("reveal_community")
    table.do("collect_losers")
    table.finish()


# ── Cover All and envy: hands left face up ──

COVER: dict[str, Any] = {"wagers": {"cover_all": {}, "pair_plus": {}}}


def cover_bets(*seats: int, by: int = 1) -> dict[int, dict[str, int]]:
    return {seat: {"ante": 1000, **({"cover_all": 500} if seat == by else {})} for seat in seats}


@pytest.mark.parametrize("order", ["by_player", "by_step"])
@pytest.mark.clause("MA-TCP.12(h)", "MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.12(j)", "I-107")
def test_the_highest_hand_so_far_stays_face_up_until_cover_all_is_settled(order: str) -> None:
    hands = {
        "seat 5": "4s 5h 6c",  # a straight
        "seat 4": "Ks Kh 3d",
        "seat 3": "7s 7h 7d",  # three of a kind, higher
        "seat 1": "4d 5c 6h",  # a straight again, lower
        "dealer": "2s 9h Jd",
    }
    bets = cover_bets(1, 3, 4, 5)
    table = revealed("MA-TCP", bets, settlement={"order": order}, hands=hands, **COVER)
    exposed = []
    while table.state.phase == "settling" and "settle_rest" not in table.offered():
        table.take(table.next())
        exposed.append(table.round.exposed)
    stages = [one for at, one in enumerate(exposed) if at == 0 or one != exposed[at - 1]]
    assert stages == ([(), ("seat 5",), ("seat 3",)] if order == "by_player" else [(), ("seat 3",)])
    racked = [place for place in table.round.racked if place != "stub"]
    assert racked == ["seat 4", "seat 5", "seat 1"], "the straight leaves when the higher hand is found"
    assert table.offers("settle_rest")[0].cite.clauses[0] == "MA-TCP.12(j)"
    table.do("settle_rest")
    assert lines_of(table.last("settle_rest")) == [(1, "cover_all")]
    table.do("rack_cards")
    assert [item["place"] for item in table.last("rack_cards").data["order"]] == ["seat 3", "dealer"]
    assert table.round.exposed == ()


@pytest.mark.clause("MA-TCP.12(h)a")
def test_a_higher_hand_of_the_dealers_leaves_no_player_hand_face_up() -> None:
    hands = {"seat 3": "4s 5h 6c", "seat 1": "2d 9c Jh", "dealer": "8s 8h 8d"}
    table = revealed("MA-TCP", cover_bets(1, 3), hands=hands, **COVER)
    table.until(do="settle_rest")
    assert table.round.exposed == () and "dealer" not in table.round.racked
    nobody = {seat: {"ante": 1000} for seat in (1, 3)}
    plain = revealed("MA-TCP", nobody, hands={**hands, "dealer": "2s 9h Jd"}, **COVER)
    plain.finish()
    assert all(not event.data.get("exposed") for event in plain.events("settle_player"))


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(b)", "I-100")
@pytest.mark.parametrize("counts", [True, False])
def test_folded_hands_are_looked_at_while_cover_all_is_open(counts: bool) -> None:
    hands = {"seat 4": "4s 5h 6c", "seat 3": "Ks Kh 3d", "seat 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    offered = {"cover_all": {"folded_hands_count": counts}}
    table = drive("MA-TCP", wagers=offered).start(cover_bets(1, 3, 4), hands).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    table.do("collect_forfeits")
    data = table.last("collect_forfeits").data
    assert data["looked_at"] == ([3, 4] if counts else [])
    assert data["exposed"] == (["seat 4"] if counts else [])
    assert data["racked"] == (["seat 3"] if counts else ["seat 3", "seat 4"])
    table.until(do="settle_rest")
    table.do("settle_rest")
    (line,) = [line for line in table.lines(1) if line.id == "cover_all"]
    assert line.result == ("win" if counts else "lose")
    table.do("rack_cards")
    assert "seat 4" in table.round.racked


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.13(e)c")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
def test_a_hand_that_gives_envy_stays_face_up_until_envy_is_paid(order: str) -> None:
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in SEATS}
    hands = {"seat 4": "As Ks Qs", "seat 3": "2d 9c Jh", "seat 1": "5d 5c Jc", "dealer": "2s 9h Jd"}
    table = revealed(
        "MA-TCP", bets, wagers={"three_card_progressive": {}}, settlement={"order": order}, hands=hands
    )
    table.until(do="settle_rest")
    assert table.round.exposed == ("seat 4",)
    assert [place for place in table.round.racked if place != "stub"] == ["seat 3", "seat 1"]
    table.do("settle_rest")
    assert lines_of(table.last("settle_rest")) == [(3, "envy_three_card"), (1, "envy_three_card")]
    table.do("rack_cards")
    assert [item["place"] for item in table.last("rack_cards").data["order"]] == ["seat 4", "dealer"]


# ── after all players ──


@pytest.mark.clause("PA-680a.11(f)", "I-139")
def test_the_pot_is_settled_last_and_the_cards_stay_until_then() -> None:
    bets = {seat: {"ante": 1000, "pot": 500} for seat in SEATS}
    table = revealed("PA-680a", bets, wagers={"pot": {}})
    table.until(do="settle_rest")
    assert table.offers("settle_rest")[0].cite.clauses[0] == "PA-680a.11(f)"
    assert table.round.racked == ("stub",)
    assert "not the time" in table.refused("rack_cards", DEALER).what
    table.do("settle_rest")
    assert {wager for _, wager in lines_of(table.last("settle_rest"))} == {"pot"}
    assert table.state.phase == "racking"


@pytest.mark.clause("PA-649a.11(c)(5)(v)", "PA-669a.11(i)(3)(i)(E)")
@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_envy_is_paid_after_the_last_player_and_the_cards_stay_until_then(regulation: str) -> None:
    bets = {seat: {**main_bets(regulation), "three_card_progressive": 100} for seat in SEATS}
    table = revealed(regulation, bets, wagers={"three_card_progressive": {}}, hands={"seat 4": "As Ks Qs"})
    table.until(do="settle_rest")
    assert not [place for place in table.round.racked if place.startswith("seat")]
    table.do("settle_rest")
    assert lines_of(table.last("settle_rest")) == [(3, "envy_three_card"), (1, "envy_three_card")]


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "PA-679a.11(d)(2)(ii)")
@pytest.mark.parametrize(("hand", "says", "turned"), [("Kh 9d 4s", "play", 0), ("Kh Kd 4s", "play", 1)])
def test_the_pair_bonus_community_card_is_turned_up_for_a_pair_only(
    hand: str, says: str, turned: int
) -> None:
    table = drive("PA-679a", wagers={"pair_bonus": {"community_card": True, "paytable": "A"}})
    cards = {"seat 1": hand, "seat 3": "Qh Qd 5s"}
    table.start({1: {"ante": 1000, "pair_bonus": 500}, 3: {"ante": 1000}}, cards).finish(seat_1=says)
    assert len(table.events("reveal_community")) == turned
    assert {line.id: line.result for line in table.lines(1)}["pair_bonus"] == ("win" if turned else "lose")
