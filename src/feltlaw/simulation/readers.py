"""Readers: for the sum of cards' keys, a small number that says what the cards are.

The keys are those of `mathematics.evaluators`, the names those of the ranking, which is asked once for every
kind of hand. Where a flush may be about, suits are told apart, since a row may name one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from feltlaw.cards import DECK, Card
from feltlaw.mathematics.counts import Labels
from feltlaw.mathematics.evaluators import (
    EACH,
    KEYS,
    ONE,
    RANKS,
    HandCards,
    mixed_hands,
    rank_keys,
    suit_keys,
    suited_hands,
)
from feltlaw.mathematics.raise_it_up_classes import ClassNumbers, sets
from feltlaw.mathematics.three_card import suit_shape
from feltlaw.ranking import Label, Poker
from feltlaw.simulation.run import SimulationError
from feltlaw.simulation.slots import SUITED

if TYPE_CHECKING:
    from numpy import int64, uint8
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Reader:
    """The tables for hands of one size."""

    keys: tuple[int, ...]
    """By card: the key, with the counter of its suit."""
    start: int
    mixed: NDArray[uint8]
    suited: NDArray[uint8]
    """By suit, `SUITED` places each."""


@dataclass(frozen=True)
class Kind:
    """What a reader may answer: the labels of a hand, one for each ranking, and such a hand."""

    labels: tuple[Label, ...]
    cards: HandCards


@lru_cache(maxsize=8)
def label_reader(rankings: tuple[Poker, ...], jokers: int = 0) -> tuple[Reader, tuple[Kind, ...]]:
    """A reader that answers for several rankings of the same cards at once, and what its numbers mean."""
    sizes = {(ranking.of, ranking.cards) for ranking in rankings}
    if len(sizes) > 1:
        raise SimulationError("rankings of different sizes are not read together")
    of, flush = sizes.pop()
    kinds: list[Kind] = []
    numbers: dict[tuple[Label, ...], int] = {}
    known = [Labels(ranking) for ranking in rankings]

    def number(cards: HandCards, known_labels: Sequence[Label | None]) -> int:
        labels = tuple(
            ranking.read(cards).label if label is None else label
            for ranking, label in zip(rankings, known_labels, strict=True)
        )
        if labels not in numbers:
            numbers[labels] = len(kinds)
            kinds.append(Kind(labels, cards))
        return numbers[labels]

    def find(cards: HandCards) -> list[Label | None]:
        """The labels that do not depend on the suit of a flush."""
        found = zip(known, rankings, strict=True)
        return [labels.find(ranking.rank(cards), cards) for labels, ranking in found]

    keys = rank_keys(of)
    mixed = {_sum(keys, hand): number(hand, find(hand)) for hand in mixed_hands(of, jokers)}
    suited: list[dict[int, int]] = [{} for _ in range(4)]
    keys = suit_keys(0)
    for hand in suited_hands(rankings[0], jokers):
        at, labels = _sum(keys, hand), find(hand)
        known_number = None if None in labels else number(hand, labels)
        for suit in range(4):
            suited[suit][at] = number(_turned(hand, suit), labels) if known_number is None else known_number
    return _reader(of, flush, mixed, suited), tuple(kinds)


def _turned(hand: HandCards, suit: int) -> HandCards:
    """A hand in clubs, its suit exchanged with another."""
    return tuple(card if card.is_joker else DECK[card - card % 4 + _other(card % 4, suit)] for card in hand)


def _other(own: int, suit: int) -> int:
    return suit if own == 0 else 0 if own == suit else own


def act_reader(cards: int, chosen: ClassNumbers) -> Reader:
    """A reader of what is done with so many known cards: for free, short and suited sets, see `Sets`."""
    classes = sets(cards)
    keys = KEYS[5]
    mixed = {sum(keys[rank] for rank in ranks): chosen.free[at] for at, ranks in enumerate(classes.free)}
    suited: dict[int, int] = {}
    for at, ranks in enumerate(classes.almost):
        for odd in RANKS:
            suited[sum(1 << rank for rank in ranks) + (odd + 1 << 13)] = chosen.short[13 * at + odd]
    for at, ranks in enumerate(classes.flush):
        suited[sum(1 << rank for rank in ranks)] = chosen.suited[at]
    return _reader(5, cards - 1, mixed, [suited] * 4)


def _reader(of: int, flush: int, mixed: dict[int, int], suited: Sequence[dict[int, int]]) -> Reader:
    counters = (*(ONE[card % 4] for card in range(52)), EACH)
    keys = tuple(key + counter for key, counter in zip(rank_keys(of), counters, strict=True))
    second = np.zeros(4 * SUITED, np.uint8)
    for suit, found in enumerate(suited):
        second[[suit * SUITED + at for at in found]] = list(found.values())
    first = np.zeros(max(mixed) + 1, np.uint8)
    first[list(mixed)] = list(mixed.values())
    return Reader(keys, (8 - flush) * EACH, first, second)


def _sum(keys: Sequence[int], hand: HandCards) -> int:
    return sum([keys[card] for card in hand])


def three_cards(each: Callable[[tuple[Card, ...]], int]) -> NDArray[Any]:
    """A number for every three cards, in any order they may be dealt in."""
    found = np.zeros(52**3, np.uint16)
    for cards in combinations(DECK, 3):
        a, b, c = cards
        value = each(cards)
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            found[(x * 52 + y) * 52 + z] = value
    return found


@cache
def _shapes() -> tuple[NDArray[Any], tuple[tuple[Card, ...], ...]]:
    """For every three cards the number of their kind, from 1, suits being alike; and cards of each kind."""
    examples: dict[tuple[tuple[int, ...], ...], tuple[Card, ...]] = {}
    numbers: dict[tuple[tuple[int, ...], ...], int] = {}

    def number(cards: tuple[Card, ...]) -> int:
        shape = suit_shape(cards)
        examples.setdefault(shape, cards)
        return numbers.setdefault(shape, len(numbers) + 1)

    return three_cards(number), tuple(examples.values())


def three_cards_alike(each: Callable[[tuple[Card, ...]], int]) -> NDArray[Any]:
    """The same for a number that stays when suits are exchanged; asked once for each kind of hand."""
    numbers, examples = _shapes()
    found: NDArray[Any] = np.array([0, *map(each, examples)], np.uint16)[numbers]
    return found


def suit_key_table() -> NDArray[int64]:
    """By suit and card: what the card adds to the place in a reader's second table."""
    return np.array([suit_keys(suit) for suit in range(4)], np.int64)
