"""A card found face up, wherever in the deal: which card comes instead, and which place it fills."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from feltlaw.cards import Card
from feltlaw.refusal import Refused
from tests.support.driver import DEALER, DEALS, REGULATIONS, dealt_to, drive, main_bets
from tests.support.rounds import branch, house, nets
from tests.table.test_irregular_moments import clause
from tests.table.test_real_cards import WHERE, go_on, left, real, wanted

SEATS = (1, 3, 4)
CLAUSE = {name: "MA-TCP.14(a)" if name == "MA-TCP" else f"{name}.13(a)" for name in REGULATIONS}


class Beside(NamedTuple):
    """What is offered, what seats 3 and 4 stake on it, and where cards beside the hands go."""

    offered: dict[str, Any]
    more: dict[str, int]
    places: list[str]


ALONE = Beside({}, {}, [])
BESIDE = {
    "PA-649a": [
        ALONE,
        Beside({"five_card_progressive": {}}, {"five_card_progressive": 100}, ["community"] * 2),
        Beside({"five_card_hand_bonus": {}}, {"five_card_hand_bonus_dealer": 100}, ["community"] * 2),
    ],
    "MA-TCP": [ALONE, Beside({"multi_game_link": {}}, {"multi_game_link": 100}, ["community"] * 2)],
    "PA-679a": [
        ALONE,
        Beside({"pair_bonus": {}}, {"pair_bonus": 500}, ["fourth 3", "fourth 4"]),
        Beside({"pair_bonus": {"community_card": True}}, {"pair_bonus": 500}, ["community"]),
    ],
    "PA-669a": [Beside({}, {}, ["community"] * 3)],
    "PA-680a": [ALONE],
}
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
        top = ["rack", *(one if one in beside else "rack" for one in ("fourth 3", "fourth 4")), "rack"]
        stacks = [[*stack, last] for stack, last in zip(stacks, top, strict=True)]
        beside = [one for one in beside if one == "community"]
    return [*stacks, *([one] for one in beside)], len(stacks)


def one_short(due: list[list[str]], stacks: int, at: int) -> list[list[str]]:
    """What is dealt when the first card of delivery `at` lay face up.

    A stack comes out one short; the hand has the stub's first card, before any other comes from the stub.
    """
    if at >= stacks:
        return due
    return [*due[:at], due[at][1:], *due[at + 1 : stacks], due[at][:1], *due[stacks:]]


def whose(place: str) -> str:
    """A place as the dealer is told of it."""
    own = {"dealer": "your own hand", "community": "the community area"}
    return own.get(place) or place.replace("player", "seat")


def cases() -> list[Any]:
    found = []
    for name in REGULATIONS:
        for beside in BESIDE[name]:
            for deal in DEALS:
                for fours in (False, True):
                    if fours and (name, deal) != ("PA-679a", "automated_shoe"):
                        continue
                    proved = [CLAUSE[name], *(["PA-679a.10(g)(1)", "PA-679a.10(g)(2)"] if fours else [])]
                    label = "-".join([name, deal, *beside.more, *(["fours"] * fours), *beside.places[:1]])
                    marks = pytest.mark.clause(*proved)
                    found.append(pytest.param(name, deal, beside, fours, marks=marks, id=label))
    return found


@pytest.mark.parametrize(("regulation", "deal", "beside", "fours"), cases())
@pytest.mark.clause("I-12")
def test_the_card_that_comes_instead_fills_the_place_that_is_short(
    regulation: str, deal: str, beside: Beside, fours: bool
) -> None:
    cards = {"deal": deal, **(FOURS if fours else {})}
    table = drive(regulation, cards=cards, wagers=beside.offered)
    main = main_bets(regulation)
    both = {**main, **beside.more}
    table.start({1: main, 3: both, 4: both}).until("dealing")
    assert table.state.deck is not None
    order = [str(Card(number)) for number in table.state.deck.order]
    due, stacks = deal_of(regulation, beside.places, deal, fours=fours)
    for at in range(len(due)):
        taken = sum(len(one) for one in due[:at])
        rest = order[:taken] + order[taken + 1 :]
        expected: dict[str, list[str]] = {}
        short = one_short(due, stacks, at)
        for place, card in zip((place for one in short for place in one), rest, strict=False):
            expected.setdefault(place, []).append(card)
        for at_once in (False, True):
            other = branch(table)
            other.do("report", DEALER, kind="card_face_up")
            assert other.up("found face up") == [order[taken]]
            short_of: list[str] = []
            while other.state.phase == "dealing":
                for offer in other.offers("deal")[:1]:
                    short_of += re.findall("lay face up in the stack of (.+?):", offer.text)
                if at_once and other.offers("deal"):
                    other.do("deal", DEALER, all=True)
                else:
                    other.take(other.next())
            places = {str(one.place) for one in other.round.facts.dealt} - {"found face up"}
            assert {place: other.cards(place) for place in places} == expected, at
            if not at_once:
                went = [[str(place) for place in dealt_to([one])] for one in other.events("deal")]
                assert [one for one in went if one] == [one for one in short if one]
                wanted_for = [whose(due[at][0])] if at < stacks else []
                assert short_of == wanted_for, "the stub's first card, and no other"
            assert not other.round.void
        before = len(table.round.facts.dealt)
        while len(table.round.facts.dealt) == before:
            table.take(table.next())


JAM = {name: clause(name, "shoe_jam") for name in REGULATIONS}
TWO = {name: clause(name, "cards_face_up") for name in REGULATIONS}
UNTIL_THE_RACK = ("PA-669a", "PA-680a")
"""Where the stub is in the automated shoe until all cards are dealt: the card for a short stack comes out of
it too (10(c))."""


@pytest.mark.parametrize(
    ("regulation", "deal", "beside"),
    [
        pytest.param(
            name,
            deal,
            beside,
            marks=pytest.mark.clause(TWO[name], *([JAM[name]] if deal == "automated_shoe" else [])),
            id="-".join([name, deal, *beside.more, *beside.places[:1]]),
        )
        for name in REGULATIONS
        for beside in BESIDE[name]
        for deal in DEALS
    ],
)
@pytest.mark.clause("I-12")
def test_as_long_as_a_card_is_to_come_a_second_may_lie_face_up_and_the_shoe_may_fail(
    regulation: str, deal: str, beside: Beside
) -> None:
    """Wherever the first lay: up to the card that comes instead of it, which is dealt like the others, all
    hands are void then and all wagers go back."""
    main = main_bets(regulation)
    table = drive(regulation, cards={"deal": deal}, wagers=beside.offered)
    bets = {1: main, 3: {**main, **beside.more}, 4: {**main, **beside.more}}
    table.start(bets).until("dealing")
    due, stacks = deal_of(regulation, beside.places, deal, fours=False)
    for at in range(max(stacks, 1)):
        first = branch(table)
        first.do("report", DEALER, kind="card_face_up")
        for many in range(len(one_short(due, stacks, at)) - at, 0, -1):
            if not first.offers("deal"):
                first.do("remove_stub")
            in_shoe = deal == "automated_shoe" and (
                regulation in UNTIL_THE_RACK or many > missing(due, stacks)
            )
            possible = {one.data.kind for one in first.offers("report")}
            assert "card_face_up" in possible and ("shoe_jam" in possible) == in_shoe, (at, many)
            for kind, cited in (("card_face_up", TWO), ("cards_face_up", TWO), ("shoe_jam", JAM)):
                if kind == "shoe_jam" and not in_shoe:
                    assert "cannot happen now" in first.refused("report", DEALER, kind=kind).what
                    continue
                other = branch(first)
                other.do("report", DEALER, kind=kind)
                assert other.round.void and {one.result for one in other.lines()} == {"void"}
                assert cited[regulation] in other.last("void_round").data.cite.clauses
                assert nets(other, *SEATS) == dict.fromkeys(SEATS, 0) and house(other) == 0
            first.do("deal")
        assert first.state.phase != "dealing" or not first.offers("deal")
        assert not {"card_face_up", "shoe_jam"} & {one.data.kind for one in first.offers("report")}
        table.do("deal")


def missing(due: list[list[str]], stacks: int) -> int:
    """How many cards come out of the stub when all stacks are out, the one that is missing among them."""
    return len(due) - stacks + 1


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(CLAUSE[name]), id=f"{name}-{deal}")
        for name in REGULATIONS
        for deal in DEALS
    ],
)
def test_a_real_card_found_face_up_is_nobodys_in_that_round(regulation: str, deal: str) -> None:
    """Wherever cards are turned up and entered; in the next round it is a card like any other."""
    beside = BESIDE[regulation][-1]
    table = real(regulation, cards={"deal": deal}, wagers=beside.offered)
    box = {**main_bets(regulation), **beside.more}
    table.start({1: box, 3: box}).until("dealing")
    table.do("deal", DEALER)
    lay = Card(7)
    table.json("report", DEALER, kind="card_face_up", card=str(lay))
    asked = set()
    for _ in table.to_the_end():
        offer = table.next()
        if offer.do in {*WHERE, "turn_up_player", "reveal_fourth"} and (many := wanted(table, offer)):
            asked.add(offer.do)
            assert lay not in left(table)
            for at in range(many):
                cards = left(table)[:many]
                cards[at] = lay
                with pytest.raises(Refused, match="lies elsewhere already"):
                    table.take(replace(offer, data=replace(offer.data, cards=tuple(cards))))
        go_on(table)
    assert asked >= {"turn_up_player", "reveal_community" if regulation == "PA-669a" else "reveal_dealer"}
    table.start({1: box, 3: box}).until("dealing")
    assert lay in left(table) and not table.round.void
