"""A folded hand, wager by wager: which keeps it on the table to be turned up, and what nobody ever sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

import feltlaw
from feltlaw.settlement import explain
from tests.support.driver import DEALER, main_bets
from tests.support.rounds import deciding, racked

QUALIFY = {"folded_hands_qualify": True}
STAY = {
    ("PA-649a", "pair_plus"): (False, ["PA-649a.11(b)(1)", "PA-649a.11(c)"]),
    ("PA-649a", "three_card_progressive"): (False, ["PA-649a.11(b)(2)", "PA-649a.11(c)"]),
    ("PA-649a", "five_card_progressive"): (False, ["PA-649a.11(b)(2)", "PA-649a.11(c)"]),
    ("PA-649a", "six_card_bonus"): (True, ["PA-649a.11(b)(3)", "PA-649a.11(c)"]),
    ("PA-649a", "five_card_hand_bonus_player"): (True, ["PA-649a.11(b)(3)", "PA-649a.11(c)"]),
    ("PA-649a", "five_card_hand_bonus_dealer"): (True, ["PA-649a.11(b)(3)", "PA-649a.11(c)"]),
    ("PA-649a", "five_of_six_progressive"): (True, ["PA-649a.11(b)(3)", "PA-649a.11(c)"]),
    ("PA-669a", "pair_plus"): (False, ["PA-669a.11(f)", "PA-669a.11(f)#3", "I-86"]),
    ("PA-669a", "three_card_progressive"): (True, ["PA-669a.11(f)#3", "PA-669a.11(g)", "I-93"]),
    ("PA-669a", "six_card_bonus"): (True, ["PA-669a.11(f)#3", "PA-669a.11(g)"]),
    ("PA-679a", "prime"): (True, ["PA-679a.11(b)#2", "PA-679a.11(c)"]),
    ("PA-679a", "pair_bonus"): (True, ["PA-679a.11(b)#2", "PA-679a.11(c)"]),
    ("PA-679a", "all_six_bonus"): (True, ["PA-679a.11(b)#2", "PA-679a.11(c)"]),
    ("MA-TCP", "pair_plus"): (True, ["MA-TCP.10(b)#2", "MA-TCP.10(b)#4", "I-108"]),
    ("MA-TCP", "six_card_bonus"): (True, ["MA-TCP.6(g)(2)", "MA-TCP.10(b)#4", "I-109"]),
    ("MA-TCP", "three_card_progressive"): (False, ["MA-TCP.13(c)#2", "MA-TCP.10(b)#4", "I-110"]),
    ("MA-TCP", "multi_game_link"): (False, ["MA-TCP.13(c)#2", "MA-TCP.10(b)#4", "I-110"]),
    ("MA-TCP", "cover_all"): (False, ["MA-TCP.12(h)a", "MA-TCP.10(b)#4", "I-100"]),
    ("MA-TCP", "three_card_progressive", "qualifies"): (True, ["MA-TCP.13(c)#2", "MA-TCP.10(b)#4", "I-110"]),
    ("MA-TCP", "multi_game_link", "qualifies"): (True, ["MA-TCP.13(c)#2", "MA-TCP.10(b)#4", "I-110"]),
}
"""Whether a wager keeps the hand of who folded on the table."""


def offered(wager: str, *more: str) -> dict[str, Any]:
    section = "five_card_hand_bonus" if "hand_bonus" in wager else wager
    return {section: QUALIFY if more else {}}


def stake(wager: str) -> int:
    return 100 if "progressive" in wager or "link" in wager or "hand" in wager else 500


@pytest.mark.parametrize(
    ("case", "stays"),
    [
        pytest.param(case, stays, marks=pytest.mark.clause(*clauses), id=" ".join(case))
        for case, (stays, clauses) in STAY.items()
    ],
)
@pytest.mark.parametrize("folder", [1, 3])
def test_a_folded_hand_stays_for_a_wager_that_rests_on_it_and_is_turned_up(
    case: tuple[str, ...], stays: bool, folder: int
) -> None:
    regulation, wager, *more = case
    bets: dict[int, dict[str, int]] = {seat: dict(main_bets(regulation)) for seat in (1, 3)}
    bets[folder][wager] = stake(wager)
    hands = {"seat 1": "2s 5h 9c", "seat 3": "3c 6d Th"}
    table = deciding(regulation, bets, hands, wagers=offered(wager, *more))
    if regulation == "PA-669a":
        for _ in range(2):
            table.say(1, "check")
            table.say(3, "check")
            table.do("reveal_community")
    own, other = f"player {folder}", 4 - folder
    table.finish(**{f"seat_{folder}": "fold"})
    (collected,) = (event.data for event in table.events("collect_forfeits"))
    assert [str(place) for place in collected.racked] == ([] if stays else [own])
    turned = sorted(event.data.seat for event in table.events("turn_up_player"))
    assert turned == ([1, 3] if stays else [other])
    assert bool(table.up(own)) == stays and racked(table).count(own) == 1


SIDES: dict[str, dict[str, Any]] = {
    "ante": {},
    "pair_plus": {},
    "six_card_bonus": {},
    "three_card_progressive": QUALIFY,
    "multi_game_link": QUALIFY,
    "cover_all": {},
}


@pytest.mark.clause("MA-TCP.10(b)#3", "I-100", "I-108")
@pytest.mark.parametrize("wager", SIDES)
def test_a_hand_that_was_given_up_unseen_is_told_nowhere(wager: str) -> None:
    """The only three of a kind at the table: a fold alone lets the result say what it was."""
    amount = 1 if wager in ("three_card_progressive", "multi_game_link") else 10
    for said in ("surrender", "fold"):
        wagers = {"ante": 10, "pair_plus": 10, wager: amount}
        seats = [
            {"seat": 1, "cards": "9s 9h 9d", "wagers": wagers, "decisions": [said]},
            {"seat": 2, "cards": "Qc 7h 3d", "wagers": wagers, "decisions": ["play"]},
        ]
        rules = {"regulation": "MA-TCP", "wagers": {wager: SIDES[wager]}}
        rest = {"dealer": "Kc 8h 2d", **({"community": "4d Js"} if wager == "multi_game_link" else {})}
        settled = feltlaw.settle({"submission": rules, "seats": seats, **rest})
        told = f"{json.dumps(settled.to_json())} {[*explain(settled, feltlaw.load('MA-TCP'))]}"
        assert ("three_of_a_kind" in told or "three 9s" in told) == (said == "fold"), told


KEPT = [
    pytest.param(case, order, marks=pytest.mark.clause(*clauses), id=f"{' '.join(case)} {order}".strip())
    for case, (stays, clauses) in STAY.items()
    for order in (("by_player", "by_step") if case[0] == "MA-TCP" else ("",))
    if stays
]
NOTHING_LEFT: dict[tuple[str, ...], tuple[int, ...]] = {("PA-669a", "three_card_progressive"): (1, 3)}
"""The wager was lost with the fold (669a.11(g)): what is refused may be of the next player."""


@pytest.mark.parametrize(("case", "order"), KEPT)
@pytest.mark.parametrize("folders", [(1,), (3,), (1, 3)])
def test_a_folded_hand_that_stays_is_turned_up_before_anything_of_it_is_settled(
    case: tuple[str, ...], order: str, folders: tuple[int, ...]
) -> None:
    """Nobody looks at it alone: until it is up, its wagers are neither taken nor paid, nor are its cards
    racked."""
    regulation, wager, *more = case
    bets: dict[int, dict[str, int]] = {seat: dict(main_bets(regulation)) for seat in (1, 3)}
    for folder in folders:
        bets[folder][wager] = stake(wager)
    hands = {"seat 1": "2s 5h 9c", "seat 3": "3c 6d Th"}
    options: dict[str, Any] = {"settlement": {"order": order}} if order else {}
    table = deciding(regulation, bets, hands, wagers=offered(wager, *more), **options)
    while table.state.phase != "settling":
        offer = table.next()
        if offer.do == "decide":
            words = ("fold", "check") if offer.data.seat in folders else ("play", "check")
            acts = {one.data.act: one for one in reversed(table.offers("decide"))}
            offer = next(acts[word] for word in words if word in acts)
        table.take(offer)
    settle, seats = ("collect_losers", False) if order == "by_step" else ("settle_player", True)
    for folder in sorted(folders, reverse=True):
        own = f"player {folder}"
        while not (due := table.offers("turn_up_player")) or due[0].data.seat != folder:
            table.take(table.next())
        done = table.paid(folder)
        assert not table.up(own) and own not in racked(table) and all(one.early for one in done)
        refusal = table.refused(settle, DEALER, **({"seat": folder} if seats else {}))
        others = NOTHING_LEFT.get(case, ())
        assert refusal.what in [f"the cards of seat {seat} are face down" for seat in (folder, *others)]
        assert table.paid(folder) == done
        table.do("turn_up_player", DEALER, seat=folder)
        assert len(table.up(own)) == 3
    table.finish()
    assert all(racked(table).count(f"player {folder}") == 1 for folder in folders)
