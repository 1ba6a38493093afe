"""How many hands there are of each kind, against the counts everybody publishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb

import pytest

from feltlaw.ranking import Poker
from tests.ranking.test_classes import (
    FIVE_CARD,
    NOTHING,
    THREE_CARD,
    jokers,
    poker,
    rank_counts,
    shape_counts,
    three_card_hands,
)

# Three Card Poker, as in any textbook of the game: 48 straight flushes, four of them mini-royals.
THREE_CARD_COUNTS = {
    "mini_royal": 4,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high_card": 16_440,
}
# Five cards of 52, as in any textbook of poker.
FIVE_CARD_COUNTS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
# The best five of six: B. Alspach, "6-Card Poker Hands" (2000); 4 x 47 of his straight flushes are royal.
SIX_CARD_COUNTS = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
    "two_pair": 2_532_816,
    "pair": 9_730_740,
    "high_card": 6_612_900,
}
SIX_CARD_ROYALS = {"super_royal", "six_card_royal_flush"}


def expected_counts(ranking: Poker, published: Mapping[str, int]) -> dict[str, int]:
    """The published counts for a list that stops earlier, or that puts the six-card royals apart."""
    found: Counter[str] = Counter()
    for shape, count in published.items():
        found[shape if shape in ranking.order else NOTHING] += count
    for shape in SIX_CARD_ROYALS.intersection(ranking.order):
        found[shape] = 4
        found["royal_flush"] -= 4
    return {shape: count for shape, count in found.items() if count}


@pytest.mark.parametrize(
    ("published", "cards"), [(THREE_CARD_COUNTS, 3), (FIVE_CARD_COUNTS, 5), (SIX_CARD_COUNTS, 6)]
)
def test_published_counts_sum_to_the_binomial(published: dict[str, int], cards: int) -> None:
    assert sum(published.values()) == comb(52, cards)


@pytest.mark.parametrize(("regulation", "name"), THREE_CARD)
def test_three_card_counts(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    ranks = Counter(ranking.rank(cards) for cards in three_card_hands())
    assert shape_counts(ranking, ranks) == expected_counts(ranking, THREE_CARD_COUNTS)
    assert ranks == rank_counts(regulation, name)


@pytest.mark.parametrize(("regulation", "name"), [pair for pair in FIVE_CARD if not jokers(pair[0])])
def test_five_card_counts(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    found = shape_counts(ranking, rank_counts(regulation, name))
    assert found == expected_counts(ranking, FIVE_CARD_COUNTS)


@pytest.mark.clause("PA-680a.6(c)(1)", "PA-680a.6(c)(2)", "PA-680a.6(c)(3)", "PA-680a.6(c)(4)")
def test_bonus_hand_counts() -> None:
    ranking = poker("PA-680a", "bonus_hand")
    found = shape_counts(ranking, rank_counts("PA-680a", "bonus_hand"))
    assert sum(found.values()) == comb(53, 5)
    assert found["five_aces"] == 1
    assert found["royal_flush_no_joker"] == 4
    assert found["royal_flush_with_joker"] == 4 * 5, "the joker for any one of five cards"
    # Ten runs of five, the joker for one card of each; but four in a row can join two runs, and count once.
    runs_with_joker = 10 * 5 - 9
    assert found["straight_flush"] == 4 * (10 + runs_with_joker) - 4 - 20
    # By arithmetic: quads, or three aces and the joker, and any other card.
    assert found["four_of_a_kind"] == 12 * 49 + 1 * 48 + 4 * 48
