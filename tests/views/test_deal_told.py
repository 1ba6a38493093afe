"""What everybody is told of a deal: where each card went, in the order in which they went there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from feltlaw.telling import Teller
from feltlaw.views import Viewer
from feltlaw.views.event_parts import DealtView
from tests.support.eyes import CARDS, Eyes
from tests.support.parts import lines
from tests.support.played import (
    CREW,
    DEALS,
    REGULATIONS,
    Played,
    main_wagers,
    shuffled_deck,
    submission,
    viewers,
)

SEATS = (1, 2, 4)
BESIDE: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "PA-649a": ({"five_card_progressive": {}}, {"five_card_progressive": "1"}),
    "MA-TCP": ({"multi_game_link": {}}, {"multi_game_link": "1"}),
    "PA-679a": ({"pair_bonus": {}}, {"pair_bonus": "5"}),
}
FOUR = {"deal": "automated_shoe", "shuffle": "continuous", "four_card_stacks": True}


def cases() -> list[Any]:
    found = []
    for name in REGULATIONS:
        for deal in DEALS:
            steps = [
                step
                for step in lines(name)
                if step.group == deal and step.do in ("deal_hands", "deal_extra", "deal_community")
            ]
            proved = pytest.mark.clause(*(clause for step in steps for clause in step.clauses))
            found.append(pytest.param(name, {"deal": deal}, marks=proved, id=f"{name}-{deal}"))
    stacks = pytest.mark.clause("PA-679a.10(g)", "PA-679a.10(g)(1)", "PA-679a.10(g)(2)")
    return [*found, pytest.param("PA-679a", FOUR, marks=stacks, id="PA-679a-stacks-of-four")]


@pytest.mark.parametrize(("regulation", "cards"), cases())
@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("at_once", [1, 0, 2])
def test_each_card_of_a_deal_is_told_to_everybody_with_its_place(
    regulation: str, cards: dict[str, Any], beside: bool, at_once: int
) -> None:
    """Dealt one after the other, all at once, or the rest at once after the first: as many places as cards,
    and in words how many there were."""
    terms, stake = BESIDE.get(regulation, ({}, {})) if beside else ({}, {})
    about = submission(regulation, cards=cards, wagers=terms)
    table = Played(about, shuffled_deck(regulation, "told"))
    table.sit(*SEATS)
    table.crew()
    bets = {seat: {**main_wagers(about), **(stake if seat != 2 else {})} for seat in SEATS}
    table.bet(bets)
    table.crew(until="deal")
    if at_once == 2:
        table.do("deal", CREW["dealer"])
    while table.state.phase == "dealing":
        table.crew(until="deal")
        if table.state.phase == "dealing":
            table.do("deal", CREW["dealer"], all=at_once > 0)
    eyes = Eyes(regulation, cards["deal"], [], bets, fourths="stack" if cards is FOUR else "card")
    due = eyes.deal_order()
    hands = CARDS.get(regulation, 3) * len(SEATS)
    assert [group for group, _ in due].count("player") == hands
    deals = [step for step in table.steps if step.event.kind == "deal"]
    for viewer in (*viewers(bets), Viewer("onlooker")):
        places, words = [], []
        for step in deals:
            frame = step.look().frame(viewer)
            (event,) = frame.events
            assert isinstance(event.data, DealtView)
            places += [(one.group, one.seat) for one in event.data.to]
            words += [str(one) for one in Teller(about).event(event)]
            (written,) = json.loads(step.look().frame_bytes(viewer))["events"]
            assert len(written["data"]["to"]) == len(event.data.to)
        assert places == due, viewer
        assert sum(int(said.split()[0]) for said in words) == len(due)
