"""Two three-card hands side by side: 649a.6(c), 679a.6(c) and Massachusetts 3(c); and queen high."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from feltlaw.cards import RANKS, parse_cards
from tests.ranking.test_classes import letters, poker, three_card_hands

COMPARING = [
    pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.6(c)")),
    pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.3(c)")),
    pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.6(c)")),
]
WITHOUT_RANK_OF_ITS_OWN = ("flush", "high_card")


@cache
def one_of_each(regulation: str, shape: str) -> dict[str, int]:
    """The rank of each different hand of a shape, by the letters of its cards."""
    ranking = poker(regulation, "three_card")
    read = ((letters(cards), ranking.read(cards)) for cards in three_card_hands())
    return {cards: hand.rank for cards, hand in read if hand.shape == shape}


def by_the_letter(one: str, other: str) -> int:
    """What (c) says alone, of the highest card the other lacks: 1 for the first, -1 for the second, or 0."""
    mine = max((RANKS.index(card) for card in one if card not in other), default=-1)
    theirs = max((RANKS.index(card) for card in other if card not in one), default=-1)
    return (mine > theirs) - (mine < theirs)


def duels(regulation: str, shape: str) -> Iterator[tuple[str, str, int]]:
    """Every two different hands of a shape, and 1 or -1 for which the ranking puts first, 0 for a tie."""
    hands = one_of_each(regulation, shape)
    for one, other in combinations(hands, 2):
        yield one, other, (hands[one] > hands[other]) - (hands[one] < hands[other])


@pytest.mark.parametrize("regulation", COMPARING)
@pytest.mark.parametrize("shape", WITHOUT_RANK_OF_ITS_OWN)
def test_highest_card_that_the_other_lacks(regulation: str, shape: str) -> None:
    for one, other, winner in duels(regulation, shape):
        assert winner == by_the_letter(one, other) != 0, (one, other)


@pytest.mark.parametrize("regulation", COMPARING)
def test_pairs_of_one_rank_compare_by_the_card_that_the_other_lacks(regulation: str) -> None:
    for one, other, winner in duels(regulation, "pair"):
        if one[1] == other[1]:  # of three sorted letters with two alike, the middle one belongs to the pair
            assert winner == by_the_letter(one, other) != 0, (one, other)


@pytest.mark.parametrize("regulation", COMPARING)
def test_rank_of_the_pair_comes_first(regulation: str) -> None:
    """I-04: (b) orders the pairs before (c) looks at single cards, which would put 2,795 of 12,090 wrong."""
    wrong = 0
    for one, other, winner in duels(regulation, "pair"):
        if one[1] != other[1]:
            assert winner == (1 if RANKS.index(one[1]) > RANKS.index(other[1]) else -1), (one, other)
        wrong += winner != by_the_letter(one, other)
    assert len(list(duels(regulation, "pair"))) == 12_090
    assert wrong == 2_795


@pytest.mark.parametrize("regulation", COMPARING)
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Kd 2h", "3c 3d Ah"),
        ("4c 3d 2h", "As 2d 3c"),
        ("Kc Qd Js", "As 2d 3c"),
        ("Kc Qc Jc", "As 2s 3s"),
        ("7c 7d 3h", "3c 3d 7h"),
        ("9h 9d Ks", "9c 9s Qs"),
        ("As 9s 3s", "Ad 9d 2d"),
        ("Qs 6d 4c", "Qh 6s 3c"),
        ("Ah 4d 2c", "Kh Qd Tc"),
    ],
)
def test_higher_hand(regulation: str, higher: str, lower: str) -> None:
    ranking = poker(regulation, "three_card")
    assert ranking.read(parse_cards(higher)).rank > ranking.read(parse_cards(lower)).rank


@pytest.mark.parametrize("regulation", COMPARING)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks Qs", "Ah Kh Qh"),
        ("9s 8s 7s", "9d 8d 7d"),
        ("Ac 2d 3h", "Ad 2h 3c"),
        ("As 9s 3s", "Ad 9d 3d"),
        ("7c 7d 3h", "7h 7s 3d"),
        ("Qs 6d 4c", "Qh 6c 4s"),
    ],
)
def test_equal_hands_tie(regulation: str, one: str, other: str) -> None:
    ranking = poker(regulation, "three_card")
    assert ranking.read(parse_cards(one)).rank == ranking.read(parse_cards(other)).rank


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a"),
        pytest.param("MA-TCP"),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.1:qualify")),
    ],
)
def test_queen_high_or_better(regulation: str) -> None:
    """Every listed hand, and of the others those with a queen, king or ace."""
    ranking = poker(regulation, "three_card")
    queen_high = ranking.threshold("queen_high")
    for cards in three_card_hands():
        hand = ranking.read(cards)
        reached = hand.shape != "high_card" or not set("AKQ").isdisjoint(letters(cards))
        assert (hand.rank >= queen_high.rank) == reached, cards
        assert ("queen_high_or_better" in hand.label.names) == reached, cards
    assert queen_high.rank == ranking.rank(parse_cards("Qh 3s 2d"))
    assert queen_high.rank > ranking.rank(parse_cards("Jh Ts 8d"))
