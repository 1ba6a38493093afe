"""Every set of five or six cards, one by one, read by an evaluator of this file's own.

A kind of hand is a number: its category, and what a paytable might still ask (the rank of a single pair, the
suit of a straight flush, whether the joker is in it). Nothing here uses a ranking of the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import numpy.typing as npt

from feltlaw.cards import DECK, JOKER, Card

Numbers = npt.NDArray[np.int64]

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, SUITED_STRAIGHT, ROYAL, SIX_ROYAL, ACES = range(12)
STEP = 16
"""Numbers of one category: a kind is its category times this, and the detail."""
WITH_JOKER = 256
KINDS = 512

RUNS = (0b1000000001111, *(0b11111 << low for low in range(9)))
UNIT = np.array([1 << 3 * (card // 4) for card in range(52)], dtype=np.int64)
SUIT = np.array([1 << 4 * (card % 4) for card in range(52)], dtype=np.int64)
BIT = np.array([1 << card // 4 for card in range(52)], dtype=np.int64)
FROM_THREE, FIVE_OR_MORE = 0x3333, 0x8888
"""A counter for each suit, begun at three, so that five cards of a suit reach eight."""


def by_ranks(ranks: tuple[int, ...]) -> int:
    """The kind of cards that make no flush."""
    many = Counter(ranks)
    sizes = sorted(many.values(), reverse=True)
    if sizes[0] == 4:
        return QUADS * STEP
    if sizes[0] == 3 and sizes[1] >= 2:
        return FULL * STEP
    held = sum(1 << rank for rank in many)
    if any(held & run == run for run in RUNS):
        return STRAIGHT * STEP
    if sizes[0] == 3:
        return TRIPS * STEP
    pairs = [rank for rank, count in many.items() if count == 2]
    if len(pairs) == 1:
        return PAIR * STEP + pairs[0]
    return TWO_PAIR * STEP if pairs else HIGH * STEP


def by_suit(held: int) -> int:
    """The category of five or six cards of one suit, by the bits of their ranks."""
    if held == 0b1111110000000:
        return SIX_ROYAL
    if held & RUNS[-1] == RUNS[-1]:
        return ROYAL
    return SUITED_STRAIGHT if any(held & run == run for run in RUNS) else FLUSH


@cache
def _unsuited(size: int) -> tuple[Numbers, Numbers]:
    """Sums of units, ascending, and the kinds they stand for."""
    sums = {
        sum(1 << 3 * rank for rank in ranks): by_ranks(ranks)
        for ranks in combinations_with_replacement(range(13), size)
        if max(Counter(ranks).values()) <= 4
    }
    keys = np.array(sorted(sums), dtype=np.int64)
    return keys, np.array([sums[int(key)] for key in keys], dtype=np.int64)


@cache
def _suited() -> Numbers:
    return np.array(
        [by_suit(held) if held.bit_count() >= 5 else 0 for held in range(1 << 13)], dtype=np.int64
    )


def evaluate(cards: Numbers) -> Numbers:
    """The kind of each line of five or six cards."""
    keys, kinds = _unsuited(cards.shape[1])
    found: Numbers = kinds[np.searchsorted(keys, UNIT[cards].sum(axis=1))]
    flush = np.flatnonzero(FROM_THREE + SUIT[cards].sum(axis=1) & FIVE_OR_MORE)
    for suit in range(4):
        own = cards[flush] % 4 == suit
        mine = flush[own.sum(axis=1) >= 5]
        held = np.bitwise_or.reduce(np.where(cards[mine] % 4 == suit, BIT[cards[mine]], 0), axis=1)
        category = _suited()[held]
        found[mine] = category * STEP + np.where(category > FLUSH, suit, 0)
    return found


def evaluate_with_joker(four: Numbers) -> Numbers:
    """The kind of four cards and the joker: an ace, or what makes a straight, a flush or both."""
    best = np.zeros(len(four), dtype=np.int64)
    for card in range(52):
        free = np.flatnonzero(~(four == card).any(axis=1))
        found = evaluate(np.column_stack([four[free], np.full(len(free), card)]))
        category = found // STEP
        made = (
            (category == STRAIGHT) | (category == FLUSH) | (category >= SUITED_STRAIGHT) | (card // 4 == 12)
        )
        best[free] = np.maximum(best[free], np.where(made, found, 0))
    aces = (four // 4 == 12).all(axis=1)
    return np.where(aces, ACES * STEP, best) + WITH_JOKER


@dataclass(frozen=True)
class Tally:
    """How many sets there are of each kind, and one of them."""

    counts: Mapping[int, int]
    examples: Mapping[int, tuple[Card, ...]]
    total: int


def tally(pieces: Iterator[tuple[Numbers, Numbers]]) -> Tally:
    """Counts pieces of cards with their kinds."""
    counts: Counter[int] = Counter()
    examples: dict[int, tuple[Card, ...]] = {}
    for cards, kinds in pieces:
        many = np.bincount(kinds, minlength=KINDS)
        for kind in map(int, np.flatnonzero(many)):
            counts[kind] += int(many[kind])
            if kind not in examples:
                held = tuple(DECK[card] for card in cards[int(np.argmax(kinds == kind))])
                examples[kind] = (*held, JOKER) if kind >= WITH_JOKER else held
    return Tally(counts, examples, counts.total())


@cache
def every_set(size: int, jokers: int = 0) -> Tally:
    """All sets of five or six cards."""
    found = tally(_pieces(size, jokers))
    assert found.total == comb(52 + jokers, size)
    return found


def _pieces(size: int, jokers: int) -> Iterator[tuple[Numbers, Numbers]]:
    rest = np.array(list(combinations(range(52), size - 2)), dtype=np.int64)
    for first, second in combinations(range(52), 2):
        later = rest[np.searchsorted(rest[:, 0], second, side="right") :]
        if len(later):
            before = np.broadcast_to(np.array([first, second]), (len(later), 2))
            cards = np.column_stack([before, later])
            yield cards, evaluate(cards)
    if jokers:
        four = np.array(list(combinations(range(52), 4)), dtype=np.int64)
        yield four, evaluate_with_joker(four)
