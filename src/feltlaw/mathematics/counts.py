"""How many sets of cards there are of each kind, exactly, one example of each.

The ranking decides every hand. Suits and ranks that play alike are counted together, so a few thousand hands
stand for all 2,598,960 of five cards or 20,358,520 of six.
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
    lays: tuple[tuple[tuple[int, int], ...], ...]
    """For each card, which of the ranks and which suit; once for each choice of which rank is held twice."""
    count: int
    """How many hands there are for each choice of ranks and each lay."""
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
    for pattern in _patterns(ranking.of, ranking.cards):
        tally.add(pattern)
    if jokers:
        for pattern in _patterns(ranking.of - 1, ranking.cards - 1):
            tally.add(pattern, JOKER)
    found = tally.found()
    if sum(one.count for one in found) != comb(52 + jokers, ranking.of):
        raise ArithmeticError(f"{ranking.name}: the hands counted are not all hands")
    return found


class Labels:
    """The labels of hands whose rank is known.

    A label changes only at a shape's lowest hand or at a threshold, so one hand of each step is read and
    stands for the others; None where suits have rows of their own, so that every one must be read.
    """

    def __init__(self, ranking: Poker) -> None:
        self.ranking = ranking
        floors = {ranking.shape_floor(shape) for shape in ranking.order}
        thresholds = {threshold.rank for threshold in ranking.thresholds}
        self._cuts = sorted(floors | thresholds)
        self._known: dict[int, Label | None] = {}
        self._floors = sorted(floors)
        self._split = {bisect_right(self._floors, rank) for rank in thresholds - floors}

    def find(self, rank: int, cards: tuple[Card, ...]) -> Label | None:
        step = bisect_right(self._cuts, rank)
        if step not in self._known:
            label = self.ranking.read(cards).label
            self._known[step] = None if label.names[0].endswith(_NAMED) else label
        return self._known[step]

    def has_threshold(self, rank: int) -> bool:
        """Whether hands of the same shape can have different labels."""
        return bisect_right(self._floors, rank) in self._split


class _Tally:
    """Counts by label, and a hand for each."""

    def __init__(self, ranking: Poker) -> None:
        self.ranking = ranking
        self._labels = Labels(ranking)
        self._counts: Counter[Label] = Counter()
        self._best: dict[Label, tuple[int, tuple[Card, ...]]] = {}

    def add(self, pattern: _Pattern, *extra: Card) -> None:
        """All choices of ranks for one pattern.

        It does not change the shape which of the ranks held is the pair, so one lay stands for all, unless
        the shape has a threshold or a joker is about, which stands for an ace.
        """
        rank_of = self.ranking.rank
        first, *others = pattern.lays
        for held in combinations(_SUITED, pattern.ranks):
            cards = (*[held[at][suit] for at, suit in first], *extra)
            rank = rank_of(cards)
            if others and (extra or self._labels.has_threshold(rank)):
                self._count(pattern, cards, rank, 1)
                for lay in others:
                    cards = (*[held[at][suit] for at, suit in lay], *extra)
                    self._count(pattern, cards, rank_of(cards), 1)
            else:
                self._count(pattern, cards, rank, len(pattern.lays))

    def _count(self, pattern: _Pattern, cards: tuple[Card, ...], rank: int, lays: int) -> None:
        label = self._labels.find(rank, cards)
        if label is not None:
            if label not in self._best:
                self._best[label] = (rank, cards)
            self._counts[label] += pattern.count * lays * (4 if pattern.one_suit else 1)
        elif not pattern.one_suit:
            raise RankingError(f"{self.ranking.name}: a suit is named where none is common")
        else:
            for turned in in_every_suit(cards):
                label = self.ranking.read(turned).label
                self._best.setdefault(label, (rank, turned))
                self._counts[label] += pattern.count * lays

    def found(self) -> tuple[Category, ...]:
        order = sorted(self._counts, key=lambda label: -self._best[label][0])
        return tuple(Category(label, self._counts[label], self._best[label][1]) for label in order)


def in_every_suit(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The same hand four times, its suits turned one further each time."""
    for turn in range(4):
        yield tuple(card if card.is_joker else DECK[card // 4 * 4 + (card + turn) % 4] for card in cards)


def _patterns(cards: int, flush: int) -> Iterator[_Pattern]:
    """The patterns of all sets of so many cards; `flush` of one suit make a flush."""
    for parts in _partitions(cards, 4):
        orders = sorted(set(permutations(parts)))
        mixed = prod(comb(4, m) for m in parts)
        for size in range(flush, len(parts) + 1):
            # clubs for these ranks: where one is held twice all must have one, so its place does not matter
            for clubs in combinations(range(len(parts)), size):
                ways = prod(comb(3, m - 1) if at in clubs else comb(3, m) for at, m in enumerate(orders[0]))
                mixed -= 4 * ways
                lays = [
                    [(at, suit + (at not in clubs)) for at, m in enumerate(o) for suit in range(m)]
                    for o in orders
                ]
                if ways:
                    yield _Pattern(len(parts), tuple(map(tuple, lays)), ways, True)
        turns = [[at for at, m in enumerate(order) for _ in range(m)] for order in orders]
        yield _Pattern(
            len(parts), tuple(tuple((at, n % 4) for n, at in enumerate(turn)) for turn in turns), mixed, False
        )


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in _partitions(total - first, first):
            yield first, *rest
