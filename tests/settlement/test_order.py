"""When each line is made: forfeits where they are collected, and Cover All when all players are done."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feltlaw
from feltlaw import load, regulation_ids
from feltlaw.settlement import Line, Settlement
from tests.support.effort import examples
from tests.support.strategies import Data, scenarios

FORFEITED = ("folded", "surrendered")
FOLDING = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a")


def forfeits(settlement: Settlement) -> list[Line]:
    return [line for line in settlement.lines if line.outcome in FORFEITED]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.11(c)")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.10(b)#4")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.11(c)")),
    ],
)
@settings(max_examples=examples(50), deadline=None)
@given(data=st.data())
def test_forfeits_are_collected_before_anybody_is_settled(regulation: str, data: st.DataObject) -> None:
    """These three collect all forfeited wagers before the dealer's hand is turned up."""
    settlement = feltlaw.settle(data.draw(scenarios(regulation)))
    assert [line.turn for line in forfeits(settlement)] == list(range(1, len(forfeits(settlement)) + 1))


@pytest.mark.clause("PA-669a.11(f)#2", "PA-669a.11(f)#3", "I-86")
@settings(max_examples=examples(50), deadline=None)
@given(scenarios("PA-669a"))
def test_raise_it_up_collects_each_fold_at_once(scenario: Data) -> None:
    """In the order of folding, clockwise from seat 1; a hand that is racked has its Pair Plus settled first.

    The hand of a folder with a Progressive or a Six Card Bonus stays, and his Pair Plus with it.
    """
    settlement = feltlaw.settle(scenario)
    if any(line.result == "void" for line in settlement.lines):
        return
    staked = {seat["seat"]: seat["wagers"] for seat in scenario["seats"]}
    folded = list(dict.fromkeys(line.seat for line in forfeits(settlement)))
    assert folded == sorted(folded)
    racked = {seat for seat in folded if not {"three_card_progressive", "six_card_bonus"} & set(staked[seat])}
    first = [
        line
        for line in settlement.lines
        if line.outcome in FORFEITED or (line.seat in racked and line.id == "pair_plus")
    ]
    assert [line.turn for line in first] == list(range(1, len(first) + 1))
    assert [line.seat for line in first] == sorted(line.seat for line in first)


def test_nobody_folds_in_saigon() -> None:
    """There is nothing to forfeit in 680a.11: hands are set, and every wager is settled."""
    acts = [act for decision in load("PA-680a").decisions for act in decision.acts]
    assert not any(act.leaves for act in acts)
    folding = {one for one in regulation_ids() for d in load(one).decisions for a in d.acts if a.leaves}
    assert folding == set(FOLDING)


@pytest.mark.clause("PA-680a.11(d)", "PA-680a.11(f)", "I-139")
@settings(max_examples=examples(50), deadline=None)
@given(scenarios("PA-680a"))
def test_saigon_settles_from_the_highest_seat_down_and_the_pot_last(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    assert not forfeits(settlement)
    if any(line.result == "void" for line in settlement.lines):
        return
    places = [(line.id == "pot", -line.seat) for line in settlement.lines]
    assert places == sorted(places)


@pytest.mark.parametrize("regulation", FOLDING)
@pytest.mark.clause("I-08")
def test_a_void_round_collects_nothing(regulation: str) -> None:
    seat: dict[str, Any] = {"seat": 1, "cards": "9s 7d 2c", "wagers": {"ante": 10}, "decisions": ["fold"]}
    top = {"dealer": "Qc Tc 8s"}
    kind = "dealer_card_exposed"
    if regulation == "PA-669a":
        seat |= {"wagers": {"ante": 10, "blind": 10}, "decisions": ["check", "check", "fold"]}
        top, kind = {"community": "Qc Tc 8s"}, "community_card_exposed"
    data = {"submission": {"regulation": regulation}, "seats": [seat], "irregularity": {"kind": kind}} | top
    assert {line.result for line in feltlaw.settle(data).lines} == {"void"}


# ── Cover All ──


@pytest.mark.parametrize("order", ["by_step", "by_player"])
@pytest.mark.clause("MA-TCP.12(j)", "MA-TCP.13(e)c", "I-120")
@settings(max_examples=examples(50), deadline=None)
@given(data=st.data())
def test_cover_all_waits_for_all_players_and_envy_for_cover_all(order: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios("MA-TCP"))
    scenario["submission"]["settlement"]["order"] = order
    settlement = feltlaw.settle(scenario)
    if any(line.result == "void" for line in settlement.lines):
        return
    places = [2 if line.for_seat else int(line.id == "cover_all") for line in settlement.lines]
    assert places == sorted(places)
