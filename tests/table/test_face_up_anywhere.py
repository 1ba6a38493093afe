"""A card found face up, wherever in the deal: which card comes instead, and which place it fills."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import Card
from tests.support.driver import DEALER, DEALS, REGULATIONS, drive, main_bets
from tests.support.rounds import branch

SEATS = (1, 3, 4)
BESIDE: dict[str, list[tuple[dict[str, Any], dict[str, int], list[str]]]] = {
    "PA-649a": [
        ({}, {}, []),
        ({"five_card_progressive": {}}, {"five_card_progressive": 100}, ["community"] * 2),
        ({"five_card_hand_bonus": {}}, {"five_card_hand_bonus_dealer": 100}, ["community"] * 2),
    ],
    "MA-TCP": [({}, {}, []), ({"multi_game_link": {}}, {"multi_game_link": 100}, ["community"] * 2)],
    "PA-679a": [
        ({}, {}, []),
        ({"pair_bonus": {}}, {"pair_bonus": 500}, ["fourth 3", "fourth 4"]),
        ({"pair_bonus": {"community_card": True}}, {"pair_bonus": 500}, ["community"]),
    ],
    "PA-669a": [({}, {}, ["community"] * 3)],
    "PA-680a": [({}, {}, [])],
}
"""By chapter, what is offered, what seats 3 and 4 stake on it, and where cards beside the hands go."""
FOURS = {"shuffle": "continuous", "four_card_stacks": True}


def deal_of(regulation: str, beside: list[str], deal: str, *, fours: bool) -> tuple[list[list[str]], int]:
    """What is dealt, one delivery after the other, and how many of them an automated shoe gives in stacks."""
    many = 5 if regulation == "PA-680a" else 3
    hands = [f"player {seat}" for seat in SEATS] + ["dealer"] * (regulation != "PA-669a")
    if deal != "automated_shoe":
        return [[place] for place in hands * many + beside], 0
    if regulation == "PA-669a":
        hands, beside = [*hands, "community"], []
    stacks = [[place] * many for place in hands]
    if fours:
        top = ["rack", *(one if "fourth 3" in beside else "rack" for one in ("fourth 3", "fourth 4")), "rack"]
        stacks = [[*stack, last] for stack, last in zip(stacks, top, strict=True)]
        beside = [one for one in beside if one == "community"]
    return [*stacks, *([one] for one in beside)], len(stacks)


def lie(order: list[str], due: list[list[str]], stacks: int, at: int) -> dict[str, list[str]]:
    """Which cards lie where when the next one after `at` deliveries lay face up.

    It is in no place. Where it lay in a stack, the hand is one short until the stub's first card is there,
    before any other card comes from the stub.
    """
    places = [place for one in due for place in one]
    left = [*order]
    del left[sum(len(one) for one in due[:at])]
    if at < stacks:
        short = [[*one[1:]] if number == at else one for number, one in enumerate(due)]
        places = [place for one in [*short[:stacks], [due[at][0]], *short[stacks:]] for place in one]
    found: dict[str, list[str]] = {}
    for place, card in zip(places, left, strict=False):
        found.setdefault(place, []).append(card)
    return found


def cases() -> list[Any]:
    found = []
    for name in REGULATIONS:
        clause = "MA-TCP.14(a)" if name == "MA-TCP" else f"{name}.13(a)"
        for offered, more, beside in BESIDE[name]:
            for deal in DEALS:
                for fours in (False, True):
                    if fours and (name, deal) != ("PA-679a", "automated_shoe"):
                        continue
                    proved = [clause, *(["PA-679a.10(g)(1)", "PA-679a.10(g)(2)"] if fours else [])]
                    label = "-".join([name, deal, *more, *(["fours"] if fours else []), *beside[:1]])
                    values = (name, deal, offered, more, beside, fours)
                    found.append(pytest.param(*values, marks=pytest.mark.clause(*proved), id=label))
    return found


@pytest.mark.parametrize(("regulation", "deal", "offered", "more", "beside", "fours"), cases())
@pytest.mark.clause("I-12")
def test_the_card_that_comes_instead_fills_the_place_that_is_short(
    regulation: str, deal: str, offered: dict[str, Any], more: dict[str, int], beside: list[str], fours: bool
) -> None:
    table = drive(regulation, cards={"deal": deal, **(FOURS if fours else {})}, wagers=offered)
    main = main_bets(regulation)
    table.start({1: main, 3: {**main, **more}, 4: {**main, **more}}).until("dealing")
    assert table.state.deck is not None
    order = [str(Card(number)) for number in table.state.deck.order]
    due, stacks = deal_of(regulation, beside, deal, fours=fours)
    for at in range(len(due)):
        expected = lie(order, due, stacks, at)
        taken = sum(len(one) for one in due[:at])
        for at_once in (False, True):
            other = branch(table)
            other.do("report", DEALER, kind="card_face_up")
            assert other.up("found face up") == [order[taken]]
            while other.state.phase == "dealing":
                if at_once and other.offers("deal"):
                    other.do("deal", DEALER, all=True)
                else:
                    other.take(other.next())
            places = {str(one.place) for one in other.round.facts.dealt} - {"found face up"}
            assert {place: other.cards(place) for place in places} == expected, at
            assert not other.round.void
        before = len(table.round.facts.dealt)
        while len(table.round.facts.dealt) == before:
            table.take(table.next())

