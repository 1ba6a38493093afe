"""The whole order of the hands, and every tie, against evaluators written by others.

Three cards against PokerKit's Rhode Island hold'em, whose shapes stand in the order of Three Card Poker;
five and six cards against phevaluator, over every class of hands and over hands drawn at random.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from phevaluator.card import Card as PheCard
from phevaluator.evaluator import evaluate_cards
from pokerkit import RhodeIslandHoldemHand
from pokerkit.lookups import Entry

from feltlaw.cards import DECK, JOKER, Card, parse_cards, show
from feltlaw.ranking import Poker
from tests.ranking.test_classes import (
    NOTHING,
    SIX_CARD,
    check_same_order,
    classes,
    letters,
    poker,
    six_card_kinds,
    suited,
    three_card_hands,
)
from tests.ranking.test_counts import SIX_CARD_ROYALS
from tests.support.effort import LONG, some

RANDOM_HANDS = 200_000 if LONG else 4_000
"""Beside a hand of every class."""
BELOW_ALL = -10_000
ROYAL = -1
LOWEST = {
    "straight_flush": "5c 4c 3c 2c Ac",
    "full_house": "2c 2d 2h 3c 3d",
    "straight": "5d 4c 3c 2c Ac",
    "three_of_a_kind": "2c 2d 2h 3c 4c",
    "two_pair": "3c 3d 2c 2d 4c",
    "pair": "2c 2d 3c 4c 5c",
}


@cache
def floor(shape: str) -> int:
    return evaluated(parse_cards(LOWEST[shape]))


def evaluated(cards: tuple[Card, ...]) -> int:
    """phevaluator gives the best hand the lowest number, so turn it round."""
    return -int(evaluate_cards(*cards))


def strength(ranking: Poker, cards: tuple[Card, ...]) -> int:
    """phevaluator's opinion; hands below the ranking's list are all alike, and a six-card royal is apart."""
    found = evaluated(cards)
    if (
        found == ROYAL
        and ranking.order[0] in SIX_CARD_ROYALS
        and suited(cards)
        and letters(cards) == "AKQJT9"
    ):
        return ROYAL + 1
    return found if found >= floor(ranking.order[-1]) else BELOW_ALL


def bonus_strength(cards: tuple[Card, ...]) -> int:
    """For Saigon's Bonus: the joker is an ace, or any card that makes a straight, a flush or both."""
    if JOKER not in cards:
        found = evaluated(cards)
        return ROYAL + 1 if found == ROYAL else found if found >= floor("two_pair") else BELOW_ALL
    four = tuple(card for card in cards if card != JOKER)
    if letters(four) == "AAAA":
        return ROYAL + 2
    found = max(_with_joker_as(card, four) for card in DECK if card not in four)
    return found if found >= floor("two_pair") else BELOW_ALL


def _with_joker_as(card: Card, four: tuple[Card, ...]) -> int:
    found = evaluated((*four, card))
    completes = found >= floor("straight_flush") or floor("straight") <= found < floor("full_house")
    return found if completes or letters([card]) == "A" else BELOW_ALL


@cache
def pokerkit_entry(cards: tuple[Card, ...]) -> Entry:
    return RhodeIslandHoldemHand.lookup.get_entry(show(cards).replace(" ", ""))


@cache
def random_hands(size: int) -> tuple[tuple[Card, ...], ...]:
    random = Random(f"{RANDOM_HANDS} hands of {size}")
    return tuple(tuple(random.sample(DECK, size)) for _ in range(RANDOM_HANDS))


def test_phevaluator_numbers_the_cards_as_we_do() -> None:
    assert [PheCard.to_id(str(card)) for card in DECK] == [int(card) for card in DECK]


@pytest.mark.parametrize(
    ("regulation", "ranks"),
    [
        # Published for Three Card Poker: 741 different hands, 274 of them below a pair.
        pytest.param("PA-649a", 741, marks=pytest.mark.clause("PA-649a.6(a)", "PA-649a.6(c)")),
        pytest.param("MA-TCP", 741, marks=pytest.mark.clause("MA-TCP.3(a)", "MA-TCP.3(c)")),
        pytest.param("PA-679a", 741, marks=pytest.mark.clause("PA-679a.6(a)", "PA-679a.6(c)")),
        pytest.param("PA-669a", 741 - 274 + 1, marks=pytest.mark.clause("PA-669a.6(a)")),
    ],
)
def test_three_cards_against_pokerkit(regulation: str, ranks: int) -> None:
    ranking = poker(regulation, "three_card")
    pairs = set()
    for cards in three_card_hands():
        hand = ranking.read(cards)
        entry = pokerkit_entry(cards)
        theirs = entry.label.value.lower().replace(" ", "_").replace("one_pair", "pair")
        listed = theirs in ranking.order
        assert hand.shape.replace("mini_royal", "straight_flush") == (theirs if listed else NOTHING), show(
            cards
        )
        pairs.add((hand.rank, entry.index if listed else BELOW_ALL))
    assert check_same_order(pairs) == ranks


@pytest.mark.effort
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_five_cards_against_phevaluator(regulation: str) -> None:
    ranking = poker(regulation, "five_card")
    check_same_order((ranking.rank(cards), strength(ranking, cards)) for cards, _ in classes(5))
    check_same_order((ranking.rank(cards), strength(ranking, cards)) for cards in random_hands(5))


@pytest.mark.effort
@pytest.mark.clause("PA-680a.6(c)")
def test_bonus_hands_against_phevaluator() -> None:
    ranking = poker("PA-680a", "bonus_hand")
    check_same_order((ranking.rank(cards), bonus_strength(cards)) for cards, _ in some(classes(5, 1)))


@pytest.mark.effort
@pytest.mark.parametrize(("regulation", "name"), SIX_CARD)
def test_six_cards_against_phevaluator(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    drawn = random_hands(6) if regulation == "PA-669a" else random_hands(6)[::4]  # 669a: its main game
    hands = [*six_card_kinds(), *drawn]
    check_same_order((ranking.rank(cards), strength(ranking, cards)) for cards in hands)
