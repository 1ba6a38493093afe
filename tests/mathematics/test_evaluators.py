"""The batch evaluators against the rankings they are made from, hand by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from feltlaw.cards import Card, deck
from feltlaw.mathematics.evaluators import Evaluator
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.ranking import Poker
from tests.ranking.test_classes import FIVE_CARD, SIX_CARD, THREE_CARD, jokers, poker, shape_counts
from tests.ranking.test_counts import SIX_CARD_COUNTS, expected_counts
from tests.support.effort import LONG

RANDOM_HANDS = 20_000 if LONG else 5_000
SUITED_HANDS = 10_000 if LONG else 5_000
Hands = NDArray[np.integer[Any]]


def evaluator(regulation: str, name: str, *, compiled: bool = False) -> Evaluator:
    return Evaluator(poker(regulation, name), jokers=jokers(regulation), compiled=compiled)


def drawn(many: int, cards: int, of: int, seed: int) -> NDArray[np.uint8]:
    """Hands drawn at random from the first cards of the deck."""
    draw = np.random.default_rng(seed).random((many, cards))
    return np.argsort(draw, axis=1)[:, :of].astype(np.uint8)


def nearly_suited(many: int, cards: int, of: int, seed: int) -> NDArray[np.uint8]:
    """Hands with all but one card of one suit, or all of them, or with the joker."""
    hands: NDArray[np.uint8] = drawn(many, 13, of, seed) * 4
    hands += np.random.default_rng(seed + 1).integers(0, 4, (many, 1), np.uint8)
    others = np.random.default_rng(seed + 2).integers(0, cards, many, np.uint8)
    free = (hands != others[:, None]).all(axis=1)
    hands[free, -1] = others[free]
    return hands


def one_by_one(ranking: Poker, hands: Hands) -> list[int]:
    cards = deck(1)
    return [ranking.rank([cards[number] for number in hand]) for hand in hands.tolist()]


@pytest.mark.parametrize(("regulation", "name"), THREE_CARD)
def test_every_three_card_hand(regulation: str, name: str) -> None:
    hands = np.array(list(combinations(range(52), 3)), np.uint8)
    assert len(hands) == comb(52, 3)
    assert evaluator(regulation, name).ranks(hands).tolist() == one_by_one(poker(regulation, name), hands)


@pytest.mark.effort
@pytest.mark.parametrize(("regulation", "name"), [*FIVE_CARD, *SIX_CARD])
def test_random_hands(regulation: str, name: str) -> None:
    ranking, cards = poker(regulation, name), 52 + jokers(regulation)
    hands = np.concatenate(
        [
            drawn(RANDOM_HANDS, cards, ranking.of, seed=649),
            nearly_suited(SUITED_HANDS, cards, ranking.of, seed=669),
        ]
    )
    assert evaluator(regulation, name).ranks(hands).tolist() == one_by_one(ranking, hands)


@pytest.mark.parametrize(("regulation", "name"), [THREE_CARD[0], FIVE_CARD[-1], SIX_CARD[-1]])
def test_compiled_is_the_same(regulation: str, name: str) -> None:
    pytest.importorskip("numba")
    of, cards = poker(regulation, name).of, 52 + jokers(regulation)
    hands = np.concatenate([drawn(RANDOM_HANDS, cards, of, 1), nearly_suited(SUITED_HANDS, cards, of, 2)])
    plain, compiled = evaluator(regulation, name), evaluator(regulation, name, compiled=True)
    assert np.array_equal(plain.ranks(hands), compiled.ranks(hands))


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int32, np.int64])
def test_arrays_of_any_whole_numbers(kind: type[np.integer[Any]]) -> None:
    hands = drawn(500, 52, 5, seed=3)
    five_card = evaluator(*FIVE_CARD[0])
    wanted = five_card.ranks(hands).tolist()
    assert five_card.ranks(hands.astype(kind)).tolist() == wanted
    assert five_card.ranks(np.asfortranarray(hands.astype(kind))).tolist() == wanted
    assert five_card.ranks(hands.astype(kind)[::-1, ::-1]).tolist() == wanted[::-1]


def test_the_hands_given_are_left_alone() -> None:
    hands = drawn(500, 52, 6, seed=4).astype(np.intp)
    before = hands.copy()
    evaluator(*SIX_CARD[0]).ranks(hands)
    evaluator(*SIX_CARD[0]).ranks(hands.T.copy().T)
    assert np.array_equal(hands, before)


def test_no_hands() -> None:
    assert evaluator(*THREE_CARD[0]).ranks(np.empty((0, 3), np.uint8)).tolist() == []


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (np.zeros((2, 5), np.uint8), "rows of 3 card numbers, not from an array of uint8 with shape (2, 5)"),
        (np.zeros(3, np.uint8), "shape (3,)"),
        (np.zeros((1, 3)), "an array of float64"),
        (np.array([[50, 51, 52]]), "the numbers of the cards are 0 to 51"),
        (np.array([[-1, 0, 1]]), "the numbers of the cards are 0 to 51"),
    ],
)
def test_what_is_no_array_of_hands(hands: Any, says: str) -> None:
    with pytest.raises(AnalysisError) as error:
        evaluator(*THREE_CARD[0]).ranks(hands)
    assert says in str(error.value)


def test_a_ranking_of_other_hands() -> None:
    seven = Poker("of_seven", "PA-649a.6(b)", cards=5, of=7, shapes={"flush": "PA-649a.6(b)"})
    with pytest.raises(AnalysisError, match="of_seven is not one of three, five or six cards"):
        Evaluator(seven)


def test_another_order_of_the_shapes_is_followed() -> None:
    """The ranking decides: here a straight beats a flush, even where the sixth card makes it."""
    clause = "PA-649a.6(b)"
    shapes = dict.fromkeys(("straight", "pair", "flush"), clause)
    odd = Poker("odd_order", clause, cards=5, of=6, shapes=shapes)
    hands = nearly_suited(SUITED_HANDS, 52, 6, seed=5)
    wanted = one_by_one(odd, hands)
    assert Evaluator(odd).ranks(hands).tolist() == wanted
    suited = [len({Card(number).suit for number in hand}) < 3 for hand in hands.tolist()]
    found = Counter(rank >> 20 for rank, is_suited in zip(wanted, suited, strict=True) if is_suited)
    assert set(found) == {1, 2, 3}, "flushes with a pair and with a straight beside them are among them"


# ── proofs ──


def every_hand(first: int, cards: int, of: int) -> NDArray[np.uint8]:
    """All hands whose lowest card is this one."""
    hands = np.array([[first]], np.uint8)
    for _ in range(of - 1):
        last = hands[:, -1].astype(np.intp)
        more = cards - 1 - last
        rows = np.repeat(np.arange(len(hands)), more)
        steps = np.arange(len(rows)) - np.repeat(np.cumsum(more) - more, more)
        hands = np.column_stack([hands[rows], (last[rows] + 1 + steps).astype(np.uint8)])
    return hands


@pytest.mark.proof
@pytest.mark.parametrize(("regulation", "name"), FIVE_CARD)
def test_every_five_card_hand(regulation: str, name: str) -> None:
    ranking, cards = poker(regulation, name), 52 + jokers(regulation)
    five_card = evaluator(regulation, name)
    seen = 0
    for first in range(cards - 4):
        hands = every_hand(first, cards, 5)
        assert five_card.ranks(hands).tolist() == one_by_one(ranking, hands)
        seen += len(hands)
    assert seen == comb(cards, 5)


@pytest.mark.proof
@pytest.mark.parametrize(("regulation", "name"), SIX_CARD)
def test_every_six_card_hand_by_shape(regulation: str, name: str) -> None:
    ranking, six_card = poker(regulation, name), evaluator(regulation, name)
    found: Counter[int] = Counter()
    for first in range(52 - 5):
        ranks, many = np.unique(six_card.ranks(every_hand(first, 52, 6)), return_counts=True)
        found.update(dict(zip(ranks.tolist(), many.tolist(), strict=True)))
    assert found.total() == comb(52, 6)
    assert shape_counts(ranking, found) == expected_counts(ranking, SIX_CARD_COUNTS)
