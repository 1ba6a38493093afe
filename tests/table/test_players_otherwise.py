"""Wagers and hands where a player is not the usual one: on two boxes, folded or surrendered with others, gone
from the table, changing a bet; a stake on the dealer's hand; a wager that only loses when all is done."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import INVENTORY
from tests.support.driver import CHIPS, DEALER, FLOOR, Driver, drive, main_bets, marks
from tests.support.rounds import P1, P3, line, nets, places, player, real
from tests.table.test_stub import NOT_COUNTED, stub_of

FIVE: dict[str, dict[str, Any]] = {"five_card_hand_bonus": {}}
FIVE_STAKES = ("five_card_hand_bonus_player", "five_card_hand_bonus_dealer")
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


DEVICES = {"PA-649a": ["PA-649a.2(c)(1)"], "PA-669a": ["PA-669a.2(c)(1)"], "MA-TCP": ["MA-TCP.13(a)"]}


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*clauses)) for name, clauses in DEVICES.items()],
)
def test_a_device_acknowledges_what_lies_on_it_whatever_is_added_or_taken_beside_it(regulation: str) -> None:
    """Each of several, at whichever position: with another one, a stake on the layout, or a higher Ante."""
    offered = {**PROGRESSIVE[regulation], **(FIVE if regulation == "PA-649a" else {})}
    table = drive(regulation, wagers=offered).open(1, 3)
    for seat in (1, 3):
        box, lying = main_bets(regulation), []
        for wager in [*PROGRESSIVE[regulation], *(FIVE_STAKES if regulation == "PA-649a" else ())]:
            box[wager] = 100
            lying.append(wager)
            for more in ({}, {"pair_plus": 500}, main_bets(regulation, 1500)):
                table.bet({seat: {**box, **more}})
                assert sorted(table.last("bet").data.accepted) == sorted(lying)
        while lying:
            del box[lying.pop(0)]
            table.bet({seat: box})
            assert sorted(table.last("bet").data.accepted) == sorted(lying)


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


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=marks(name, "count_progressive_chips")) for name in PROGRESSIVE],
)
def test_the_chips_of_a_player_who_left_after_the_call_are_counted_and_removed_too(regulation: str) -> None:
    table = drive(regulation, wagers=PROGRESSIVE[regulation])
    box = {**main_bets(regulation), "three_card_progressive": 100}
    table.start({1: box, 3: box})
    table.do("leave", player(3))
    inventory = table.state.books[INVENTORY]
    table.do("count_progressive_chips", DEALER, chips=2)
    assert table.state.books[INVENTORY] == inventory + 200
    assert not [one for one in table.state.books if one.kind == "felt" and one.part.endswith("progressive")]


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
