"""How many sets of cards there are of each kind, exactly, one example of each.

The ranking decides every hand. Suits and ranks that play alike are counted together, so a few thousand hands stand for
all 2,598,960 of five cards or 20,358,520 of six.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, prod

from feltlaw.cards import DECK, JOKER, SUIT_NAMES, Card
from feltlaw.ranking import Label, Poker, RankingError

_SUITED = tuple(DECK[4 * rank : 4 * rank + 4] for rank in range(13))
"""The cards of each rank, clubs first."""
_NAMED = tuple(f"_of_{suit}" for suit in SUIT_NAMES.values())


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of hand, as far as a paytable can tell."""

    label: Label
    count: int
    example: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Hands that differ in their ranks only: the suits, given by which of the ranks held a card has."""

    ranks: int
    """How many different ranks are held."""
    lay: tuple[tuple[int, int], ...]
    """For each card, which of the ranks and which suit."""
    count: int
    """How many hands there are for each choice of ranks."""
    one_suit: bool
    """Enough clubs for a flush: as many hands again in each other suit, not in `count`."""


@lru_cache(maxsize=64)
def categories(ranking: Poker, jokers: int = 0) -> tuple[Category, ...]:
    """Every label with its count over all sets of `ranking.of` cards, the best hands first.

    >>> from feltlaw.regulation import load
    >>> found = categories(load("PA-649a").rankings["five_card"])
    >>> sum(one.count for one in found), found[0].label.names[0], found[0].count
    (2598960, 'royal_flush_of_clubs', 1)
    """
    tally = _Tally(ranking)
    for pattern in _patterns(ranking.of, ranking.cards, finer=bool(ranking.thresholds)):
        tally.add(pattern, ())
    if jokers:
        for pattern in _patterns(ranking.of - 1, ranking.cards - 1, finer=True):
            tally.add(pattern, (JOKER,))
    found = tally.found()
    if sum(one.count for one in found) != comb(52 + jokers, ranking.of):
        raise ArithmeticError(f"{ranking.name}: the hands counted are not all hands")
    return found


class Labels:
    """The labels of hands whose rank is known.

    A label changes only at a shape's lowest hand or at a threshold, so one hand of each step is read and stands for the
    others; None where the suit has a name of its own in the paytables, so that every suit must be read.
    """

    def __init__(self, ranking: Poker) -> None:
        self.ranking = ranking
        floors = {ranking.shape_floor(shape) for shape in ranking.order}
        self._cuts = sorted(floors | {threshold.rank for threshold in ranking.thresholds})
        self._known: dict[int, Label | None] = {}

    def find(self, rank: int, cards: tuple[Card, ...]) -> Label | None:
        step = bisect_right(self._cuts, rank)
        if step not in self._known:
            label = self.ranking.read(cards).label
            self._known[step] = None if label.names[0].endswith(_NAMED) else label
        return self._known[step]


class _Tally:
    """Counts by label, and a hand for each."""

    def __init__(self, ranking: Poker) -> None:
        self.ranking = ranking
        self._labels = Labels(ranking)
        self._counts: Counter[Label] = Counter()
        self._best: dict[Label, tuple[int, tuple[Card, ...]]] = {}

    def add(self, pattern: _Pattern, extra: tuple[Card, ...]) -> None:
        """All choices of ranks for one pattern."""
        rank_of, find, counts = self.ranking.rank, self._labels.find, self._counts
        count = pattern.count * (4 if pattern.one_suit else 1)
        for held in combinations(_SUITED, pattern.ranks):
            cards = tuple([held[at][suit] for at, suit in pattern.lay]) + extra
            rank = rank_of(cards)
            label = find(rank, cards)
            if label is None:
                self._by_suit(pattern, cards, rank)
                continue
            if label not in counts:
                self._best[label] = (rank, cards)
            counts[label] += count

    def _by_suit(self, pattern: _Pattern, cards: tuple[Card, ...], rank: int) -> None:
        """A shape whose suit has a name: each suit on its own."""
        if not pattern.one_suit:
            raise RankingError(f"{self.ranking.name}: a suit is named where none is common")
        for turned in in_every_suit(cards):
            label = self.ranking.read(turned).label
            self._best.setdefault(label, (rank, turned))
            self._counts[label] += pattern.count

    def found(self) -> tuple[Category, ...]:
        order = sorted(self._counts, key=lambda label: -self._best[label][0])
        return tuple(Category(label, self._counts[label], self._best[label][1]) for label in order)


def in_every_suit(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The same hand four times, its suits turned one further each time."""
    for turn in range(4):
        yield tuple(card if card.is_joker else DECK[card // 4 * 4 + (card + turn) % 4] for card in cards)


def _patterns(cards: int, flush: int, *, finer: bool) -> Iterator[_Pattern]:
    """The patterns of all sets of so many cards; `flush` of one suit make a flush.

    Where no ranking tells a pair of 2s from a pair of 3s, it does not matter which of the ranks held is the pair, and
    one choice stands for all. `finer` keeps them apart.
    """
    for parts in _partitions(cards, 4):
        orders = sorted(set(permutations(parts)))
        for many in orders if finer else orders[:1]:
            yield from _suits(many, flush, 1 if finer else len(orders))


def _suits(many: tuple[int, ...], flush: int, alike: int) -> Iterator[_Pattern]:
    """The ways to suit so many cards of each rank: no flush at all, or clubs for certain ranks."""
    mixed = prod(comb(4, m) for m in many)
    for size in range(flush, len(many) + 1):
        for clubs in combinations(range(len(many)), size):
            ways = prod(comb(3, m - 1) if at in clubs else comb(3, m) for at, m in enumerate(many))
            mixed -= 4 * ways
            lay = [(at, suit + (at not in clubs)) for at, m in enumerate(many) for suit in range(m)]
            if ways:
                yield _Pattern(len(many), tuple(lay), ways * alike, True)
    in_turn = [at for at, m in enumerate(many) for _ in range(m)]
    yield _Pattern(len(many), tuple((at, card % 4) for card, at in enumerate(in_turn)), mixed * alike, False)


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in _partitions(total - first, first):
            yield first, *rest
