"""Wagers and hands where a player is not the usual one: on two boxes, folded or surrendered with others, gone
from the table, changing a bet; a stake on the dealer's hand; a wager that only loses when all is done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import CHIPS, DEALER, FLOOR, Driver, drive, main_bets, marks
from tests.support.rounds import P1, P3, line, nets, places, player, real
from tests.table.test_stub import NOT_COUNTED, stub_of

FIVE: dict[str, dict[str, Any]] = {"five_card_hand_bonus": {}}
PROGRESSIVE: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "five_card_progressive": {}, "five_of_six_progressive": {}},
    "PA-669a": {"three_card_progressive": {}},
    "MA-TCP": {"three_card_progressive": {}},
}


def two_boxes(regulation: str, bets: dict[int, dict[str, int]], **sections: Any) -> Driver:
    """Seats 3 and 4 are one person's; up to the first decision."""
    table = drive(regulation, limits={"adjacent_boxes": 2}, **sections)
    table.sit(*(seat for seat in bets if seat != 4))
    table.do("sit", P3, seat=4)
    return table.start(bets).until("deciding")


# ── a bet that is changed, and the call ──

ACCEPTED = [
    ("PA-649a", "three_card_progressive", "PA-649a.7(d)(4)#2"),
    ("PA-649a", "five_card_progressive", "PA-649a.7(d)(6)#2"),
    ("PA-649a", "five_card_hand_bonus_player", "PA-649a.7(d)(7)#2"),
    ("PA-649a", "five_of_six_progressive", "PA-649a.7(d)(8)#2"),
    ("PA-669a", "three_card_progressive", "PA-669a.7(d)(4)#2"),
    ("MA-TCP", "three_card_progressive", "MA-TCP.13(a)"),
]


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [pytest.param(name, wager, marks=pytest.mark.clause(clause)) for name, wager, clause in ACCEPTED],
)
def test_a_wager_stays_accepted_while_others_in_the_box_change(regulation: str, wager: str) -> None:
    offered = {**PROGRESSIVE[regulation], **(FIVE if regulation == "PA-649a" else {})}
    table = drive(regulation, wagers=offered).open(1)
    for ante in (1000, 1500, 500, 500):
        table.do("bet", P1, seat=1, wagers={**main_bets(regulation, ante), wager: 100})
        assert table.last("bet").data.accepted == (wager,)
    table.do("bet", P1, seat=1, wagers=main_bets(regulation))
    assert table.last("bet").data.accepted == ()


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=marks(name, "close_betting")) for name in PROGRESSIVE]
)
def test_nothing_is_taken_back_or_lowered_while_the_progressive_chips_are_counted(regulation: str) -> None:
    table = drive(regulation, wagers=PROGRESSIVE[regulation])
    box = {**main_bets(regulation), "three_card_progressive": 100}
    table.start({1: box, 3: box})
    assert table.state.phase == "locked"
    for wagers in ({}, main_bets(regulation), {**main_bets(regulation, 500), "three_card_progressive": 100}):
        refusal = table.refused("bet", P1, seat=1, wagers=wagers)
        assert "betting is closed" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "close_betting").args
    assert table.round.facts.stakes == {1: box, 3: box}


SIDES = [
    ("PA-649a", "six_card_bonus", ["PA-649a.7(d)(5)#3"]),
    ("MA-TCP", "six_card_bonus", ["MA-TCP.6(g)(3)"]),
    ("PA-679a", "prime", ["PA-679a.1:ante-wager"]),
    ("PA-669a", "six_card_bonus", ["PA-669a.7(d)(1)"]),
    ("PA-680a", "bonus", ["PA-680a.1:ante-wager"]),
]


@pytest.mark.parametrize(
    ("regulation", "side"), [pytest.param(*one[:2], marks=pytest.mark.clause(*one[2])) for one in SIDES]
)
def test_while_the_cards_are_prepared_again_too_a_side_wager_does_not_lie_alone(
    regulation: str, side: str
) -> None:
    table = drive(regulation, wagers={side: {}}).open(1)
    box = {**main_bets(regulation), side: 500}
    table.do("bet", P1, seat=1, wagers=box)
    if regulation == "MA-TCP":  # it knows no shuffle by order
        table.do("change_deck", deck=0)
    else:
        table.do("order_shuffle", FLOOR)
    assert table.state.phase in ("shuffling", "opening")
    assert table.refused("bet", P1, seat=1, wagers={side: 500}).clauses
    table.do("bet", P1, seat=1, wagers=main_bets(regulation))
    table.do("bet", P1, seat=1, wagers={})
    assert table.round.facts.stakes == {}


# ── two boxes ──


FED = [
    ("three_card_progressive", 14, 0, ["PA-649a.12(e)(3):A"]),
    ("five_card_progressive", 21, 0, ["PA-649a.12(h)(3)"]),
    ("five_card_hand_bonus_player", 21, 8, ["PA-649a.12(i)(4)"]),
    ("five_of_six_progressive", 28, 0, ["PA-649a.12(j)(3)"]),
]


@pytest.mark.clause("I-10", "I-57")
@pytest.mark.parametrize(
    ("wager", "rate", "reserve"),
    [pytest.param(*one[:3], marks=pytest.mark.clause(*one[3]), id=one[0]) for one in FED],
)
def test_each_wager_feeds_the_meter_also_of_two_boxes_of_one_player(
    wager: str, rate: int, reserve: int
) -> None:
    """So many cents of each dollar."""
    box = {"ante": 1000, wager: 100}
    section = wager.removesuffix("_player")
    table = two_boxes("PA-649a", {3: box, 4: box, 6: box}, wagers={section: {}})
    (given,) = table.last("no_more_bets").data.contributions
    assert (given.wagers, given.cents) == (3, {"meter": 3 * rate})
    assert given.reserve == ({"meter": 3 * reserve} if reserve else {})


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.7(d)(1)", "I-10")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.7(d)(1)", "I-10")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.6(a)(1)", "I-10")),
    ],
)
def test_the_play_wager_of_each_box_equals_its_own_ante(regulation: str) -> None:
    table = two_boxes(regulation, {3: {"ante": 1000}, 4: {"ante": 2500}})
    for seat in (3, 4):
        table.say(seat, "play")
    assert table.round.facts.stakes == {3: {"ante": 1000, "play": 1000}, 4: {"ante": 2500, "play": 2500}}
    assert table.state.on_felt(4, "play") == 2500


@pytest.mark.parametrize(
    ("regulation", "stays"),
    [
        pytest.param("PA-649a", "six_card_bonus", marks=pytest.mark.clause("PA-649a.11(c)", "I-10")),
        *(
            pytest.param("PA-679a", wager, marks=pytest.mark.clause("PA-679a.11(c)", "I-10"))
            for wager in ("prime", "pair_bonus", "all_six_bonus")
        ),
        pytest.param("MA-TCP", "pair_plus", marks=pytest.mark.clause("MA-TCP.10(b)#4", "I-10")),
    ],
)
def test_a_wager_on_one_box_keeps_no_folded_hand_of_the_other(regulation: str, stays: str) -> None:
    bets = {3: {"ante": 1000}, 4: {"ante": 1000, stays: 500}, 6: {"ante": 1000}}
    table = two_boxes(regulation, bets, wagers={stays: {}})
    for seat, word in ((3, "fold"), (4, "fold"), (6, "play")):
        table.say(seat, word)
    table.do("collect_forfeits", DEALER)
    assert places(table.last("collect_forfeits").data.racked) == ["player 3"]
    table.finish()
    assert sorted(event.data.seat for event in table.events("turn_up_player")) == [4, 6]


# ── folded and surrendered ──


@pytest.mark.clause("MA-TCP.10(c)(2)(iii)", "MA-TCP.10(c)(2)(i)")
def test_a_folded_hand_with_a_live_wager_is_racked_at_its_turn_like_any_other() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in (1, 3, 4)}
    table = drive("MA-TCP").start(bets).until("deciding")
    for seat, word in ((1, "fold"), (3, "play"), (4, "fold")):
        table.say(seat, word)
    table.finish()
    found = [(one.data.lines[0].seat, places(one.data.racked)) for one in table.events("settle_player")]
    assert found == [(seat, [f"player {seat}"]) for seat in (4, 3, 1)]


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_the_cards_of_each_surrendered_hand_are_counted() -> None:
    table = drive("MA-TCP").start({seat: {"ante": 1000} for seat in (1, 3, 4)}).until("deciding")
    for seat, word in ((1, "surrender"), (3, "play"), (4, "surrender")):
        table.say(seat, word)
    for counted in ({}, {1: 3}, {4: 3}, {1: 3, 4: 2}, {1: 3, 3: 3, 4: 3}):
        refusal = table.refused("collect_forfeits", DEALER, counted=counted)
        assert refusal.cite.clauses == ("MA-TCP.10(b)#3",)
    table.do("collect_forfeits", DEALER, counted={1: 3, 4: 3})
    assert table.last("collect_forfeits").data.counted == {1: 3, 4: 3}


@pytest.mark.clause("MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(1)(iii)")
def test_step_by_step_the_losing_wagers_of_folded_hands_are_collected_with_the_others() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in (1, 3, 4)}
    hands = {"seat 1": "2s 7d 9c", "seat 3": "3s 8d Tc", "seat 4": "4h 4d Jc", "dealer": "Ad Kh 9h"}
    table = drive("MA-TCP", settlement={"order": "by_step"}).start(bets, hands).until("deciding")
    for seat, word in ((1, "fold"), (3, "play"), (4, "fold")):
        table.say(seat, word)
    table.finish()
    lost = [(one.seat, one.id) for one in table.last("collect_losers").data.lines]
    assert lost == [(3, "ante"), (3, "play"), (3, "pair_plus"), (1, "pair_plus")]
    assert [(one.seat, one.id) for one in table.last("pay_winners").data.lines] == [(4, "pair_plus")]


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.12(i)")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
def test_a_hand_that_gives_envy_stays_up_beside_a_higher_one(order: str) -> None:
    """With five cards a straight flush gives envy; with three a mini-royal is the highest for Cover All."""
    offered: dict[str, dict[str, Any]] = {"multi_game_link": {}, "cover_all": {}}
    stakes = {"ante": 1000, "multi_game_link": 100, "cover_all": 500}
    hands = {"seat 4": "5s 6s 7s", "seat 3": "Ah Kh Qh", "seat 1": "2d 7c 9d", "community": "8s 9s",
             "dealer": "3d 8c Jh"}  # fmt: skip
    table = drive("MA-TCP", wagers=offered, settlement={"order": order})
    table.start(dict.fromkeys((1, 3, 4), stakes), hands).until(do="settle_rest")
    assert set(table.round.settling.exposed) == {3, 4}
    assert {"player 1"} == {str(one) for one in table.round.racked if one.group == "player"}


WON = [
    pytest.param(
        "PA-649a", "five_of_six_progressive", {}, {"seat 3": "2s 3h 4c", "dealer": "5d 6h Kc"}, 5_00,
        marks=pytest.mark.clause("PA-649a.11(c)(9)(i)", "PA-649a.11(c)(9)(iii)", "PA-649a.11(c)(9)(iv)"),
    ),
    pytest.param(
        "PA-649a", "five_card_hand_bonus_player", {}, {"seat 3": "As Ah Ad", "community": "Ac Ts"}, 500_00,
        marks=pytest.mark.clause("PA-649a.11(c)(8)(ii)", "I-66"),
    ),
    pytest.param(
        "PA-649a", "five_card_hand_bonus_dealer", {}, {"dealer": "As Ah Ad", "community": "Ac Ts"}, 500_00,
        marks=pytest.mark.clause("PA-649a.11(c)(8)(ii)", "I-66"),
    ),
    pytest.param(
        "MA-TCP", "three_card_progressive", {"folded_hands_qualify": True}, {"seat 3": "5h 6d 7c"}, 6_00,
        marks=pytest.mark.clause("MA-TCP.13(d)f", "MA-TCP.13(c)#2"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("regulation", "wager", "options", "hands", "paid"), WON)
def test_a_floorperson_validates_the_win_of_a_folded_hand_and_on_the_dealers_too(
    regulation: str, wager: str, options: dict[str, Any], hands: dict[str, str], paid: int
) -> None:
    section = wager.removesuffix("_player").removesuffix("_dealer")
    for said in ("play", "fold"):
        table = drive(regulation, wagers={section: options})
        table.start({3: {"ante": 1000, wager: 100}}, hands).until("deciding")
        table.say(3, said)
        table.until(do="verify_win")
        table.do("verify_win", DEALER, seat=3, wager=wager)
        assert "validate" in table.refused("settle_player", DEALER, seat=3).legal
        table.do("validate", FLOOR, seat=3, wager=wager)
        table.do("settle_player", DEALER, seat=3)
        assert line(table, 3, wager).paid == paid


# ── gone ──

HELD = [
    ("PA-649a.11(c)(5)(iv)#2", "three_card_progressive", {"seat 3": "As Ks Qs"}),
    ("PA-649a.11(c)(7)(iv)#2", "five_card_progressive", {"seat 3": "As Ks Qs", "community": "Js Ts"}),
    ("PA-649a.11(c)(8)(iii)#2", "five_card_hand_bonus_player", {"seat 3": "As Ks Qs", "community": "Js Ts"}),
    ("PA-649a.11(c)(9)(iv)#2", "five_of_six_progressive", {"seat 3": "As Ks Qs", "dealer": "Js Ts 2c"}),
    ("PA-669a.11(i)(3)(i)(D)#2", "three_card_progressive", {"seat 3": "As Ks Qs"}),
]


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0], "I-28", "I-09"), id=one[0]) for one in HELD],
)
def test_the_cards_of_a_winner_who_left_stay_until_the_papers_are_complete(
    clause: str, wager: str, hands: dict[str, str]
) -> None:
    regulation = clause.partition(".")[0]
    table = drive(regulation, wagers={wager.removesuffix("_player"): {}})
    table.start({3: {**main_bets(regulation), wager: 100}}, hands).until("deciding")
    table.say(3, "play 1x")
    table.do("leave", player(3))
    table.until("racking")
    assert line(table, 3, wager).by_hand
    refusal = table.refused("rack_cards", DEALER)
    assert "papers" in refusal.what and clause in refusal.clauses
    table.do("release_cards", FLOOR)
    table.do("rack_cards", DEALER)
    assert table.state.rounds == 1 and nets(table, 3)[3] <= 0, "it went to the cage with him"


MISDEALT = {
    "PA-649a": ("8(h)", "13(c)"), "PA-679a": ("8(g)", "13(c)"), "PA-669a": ("8(h)", "13(c)"),
    "PA-680a": ("8(g)", "13(c)"), "MA-TCP": ("7(e)(2)", "14(c)"),
}  # fmt: skip


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in found), "I-09"))
        for name, found in MISDEALT.items()
    ],
)
def test_a_void_round_gives_a_player_who_left_his_wagers_back_too(regulation: str) -> None:
    table = real(regulation, cards=NOT_COUNTED).until("stub")
    stake = sum(main_bets(regulation).values())
    table.do("leave", player(3))
    off = stub_of(regulation, 3) - 1
    whole = stub_of(regulation, -1)
    table.do("count_stub", DEALER, cards=off, misdealt=True, deck=whole)
    assert table.round.void and table.state.held("p3") == stake
    table.do("rack_cards")
    assert table.state.held("p3") == 0 and table.last("end_round").data.kept == {"p3": CHIPS}
    assert nets(table, 1, 4) == {1: 0, 4: 0}


# ── to the last wager ──


@pytest.mark.clause("MA-TCP.1:round-of-play", "MA-TCP.12(j)")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
def test_a_round_lasts_until_the_last_losing_wager_is_collected(order: str) -> None:
    table = drive("MA-TCP", wagers={"cover_all": {}}, settlement={"order": order})
    hands = {"seat 1": "2s 7d 9c", "seat 3": "3s 8d Tc", "dealer": "4d 9h Jh"}
    table.start({seat: {"ante": 1000, "cover_all": 500} for seat in (1, 3)}, hands).until("racking")
    assert not [account for account in table.state.books if account.kind == "felt"]
    collected = [(one.seat, one.result) for one in table.paid() if one.id == "cover_all"]
    assert collected == [(3, "lose"), (1, "lose")] and table.state.rounds == 0
    assert "not the time" in table.refused("bet", P1, seat=1, wagers={"ante": 1000}).what
    table.finish()
    assert table.state.rounds == 1
