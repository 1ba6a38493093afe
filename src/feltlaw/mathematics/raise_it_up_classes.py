"""Sets of known cards by class, and sums over the next card: what Raise It Up Stud is counted with.

A player's choice rests on the set of cards he knows, whoever holds them: three, then four, then five; six
make the hand. Suits matter only while a flush can come, so sets of n cards fall into three kinds:

- `free`: no flush can come; a set is its ranks (with 3, 4, 5, 6 cards at most 1, 2, 3, 4 of one suit);
- `short`: all but one card of one suit; the suited ranks, then the rank of the odd card;
- `suited`: all cards of one suit; the suited ranks.

From a short or suited set the next card of the suit leads to the same kind, any other one kind down. `climb`
adds up, for every class of n cards, what a list holds for the classes of n + 1, once for each card that may
come. The 52 cards, six of them known, are so counted through 24,000 classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple

from feltlaw.cards import Card

RANKS = range(13)
HAND, MOST = 3, 6
"""The player's cards, and all cards there are in the end."""
IMPOSSIBLE = -1
"""The place of a fifth card of a rank: the last of a free list, which holds 0."""

UNITS = tuple(1 << 3 * rank for rank in RANKS)
"""A number for each rank, such that the sum over up to six cards tells their ranks."""

Ranks = tuple[int, ...]
Fetch = Callable[[Sequence[int]], tuple[int, ...]]


class ClassNumbers(NamedTuple):
    """A number for every class of sets of one size."""

    free: list[int]
    """One more than there are classes: the last is 0, for sets that cannot be."""
    short: list[int]
    suited: list[int]


class ClassPlace(NamedTuple):
    """Where a set of cards stands in a level: the kind, 0 to 2, and the place in its list."""

    kind: int
    at: int


@dataclass(frozen=True)
class CardSets:
    """The classes of sets of n cards, and how they lead to those of n + 1."""

    n: int
    free: tuple[Ranks, ...]
    flush: tuple[Ranks, ...]
    """Ranks of one suit, n of them."""
    almost: tuple[Ranks, ...]
    """Ranks of one suit, n - 1 of them; with each odd rank, 0 to 12, they make the short sets."""
    free_at: dict[Ranks, int]
    flush_at: dict[Ranks, int]
    almost_at: dict[Ranks, int]

    @property
    def sizes(self) -> tuple[int, int, int]:
        return len(self.free), 13 * len(self.almost), len(self.flush)

    def seen(self, place: ClassPlace) -> tuple[Ranks, Ranks]:
        """All ranks of a class, lowest first, and those of the one suit (none for a free set)."""
        if place.kind == 0:
            return self.free[place.at], ()
        if place.kind > 1:
            return self.flush[place.at], self.flush[place.at]
        suited, odd = self.almost[place.at // 13], place.at % 13
        return tuple(sorted((*suited, odd))), suited

    @cached_property
    def all_seen(self) -> tuple[list[tuple[Ranks, Ranks]], ...]:
        """`seen` for every class of each kind."""
        kinds = enumerate(self.sizes)
        return tuple([self.seen(ClassPlace(kind, at)) for at in range(size)] for kind, size in kinds)

    def ways(self, place: ClassPlace) -> int:
        """How many sets of cards a class has."""
        if place.kind > 1:
            return 4
        return 12 if place.kind else self._free_ways[place.at]

    @cached_property
    def _free_ways(self) -> list[int]:
        """All sets of these ranks, less the short ones with each rank as the odd one, and the suited ones."""
        found = []
        for ranks in self.free:
            each = Counter(ranks)
            every = prod(comb(4, many) for many in each.values())
            short = sum(len(each) - (many == 1) >= self.n - 1 for many in each.values())
            found.append(every - 12 * short - 4 * (len(each) >= self.n))
        return found


@cache
def sets(n: int) -> CardSets:
    """The classes of sets of n cards, two to six."""
    free = tuple(
        ranks
        for ranks in combinations_with_replacement(RANKS, n)
        if n < 5 or (ranks[0] < ranks[4] and (n < 6 or ranks[1] < ranks[5]))
    )
    flush, almost = tuple(combinations(RANKS, n)), tuple(combinations(RANKS, n - 1))
    places = [{ranks: at for at, ranks in enumerate(listed)} for listed in (free, flush, almost)]
    return CardSets(n, free, flush, almost, *places)


@dataclass(frozen=True)
class NextCard:
    """The ways from the classes of n cards up to those of n + 1: each fetches one number for every class."""

    any_rank: list[Fetch]
    """For free sets: with a card of rank 0, 1, ... 12."""
    own_rank: list[Fetch]
    """For free sets: with a further card of the rank of the first, second ... card."""
    short: list[Fetch]
    """For short sets: with each card of the suit that may come."""
    short_as_free: Fetch
    """For short sets: what stands there for the same ranks as a free set of n cards."""
    short_doubled: Fetch
    """For short sets: with a further card of the odd rank, as a free set."""
    suited: list[Fetch]
    """For suited sets: with each card of the suit that may come."""


@cache
def steps(n: int) -> NextCard:
    """How sets of n cards grow."""
    now, up = sets(n), sets(n + 1)
    here, free, flush, almost = (_keys(listed) for listed in (now.free, up.free, up.flush, up.almost))
    grown = [[free.get(key + unit, IMPOSSIBLE) for key in here] for unit in UNITS]
    doubled, as_free, short = [], [], []
    for ranks in now.almost:
        key = sum(map(UNITS.__getitem__, ranks))
        places = [here[key + unit] for unit in UNITS]
        as_free += places
        doubled += [grown[odd][at] for odd, at in enumerate(places)]
        suited = [13 * almost[key + UNITS[rank]] for rank in RANKS if rank not in ranks]
        short += [[at + odd for at in suited] for odd in RANKS]
    by_suit = [
        [flush[key + UNITS[rank]] for rank in RANKS if rank not in ranks]
        for ranks, key in zip(now.flush, _keys(now.flush), strict=True)
    ]
    own = [[grown[ranks[card]][at] for at, ranks in enumerate(now.free)] for card in range(n)]
    return NextCard(
        any_rank=[itemgetter(*places) for places in grown],
        own_rank=[itemgetter(*places) for places in own],
        short=[itemgetter(*places) for places in zip(*short, strict=True)],
        short_as_free=itemgetter(*as_free),
        short_doubled=itemgetter(*doubled),
        suited=[itemgetter(*places) for places in zip(*by_suit, strict=True)],
    )


def _keys(listed: Sequence[Ranks]) -> dict[int, int]:
    """The places of these ranks, by the sum of their units."""
    return {sum(map(UNITS.__getitem__, ranks)): at for at, ranks in enumerate(listed)}


def climb(n: int, up: ClassNumbers) -> ClassNumbers:
    """For every class of n cards: the sum over each further card of what `up` holds for the n + 1."""
    ways = steps(n)
    any_rank = _sums(ways.any_rank, up.free)
    # four cards of a rank, less those already there
    free = [4 * every - own for every, own in zip(any_rank, _sums(ways.own_rank, up.free), strict=True)]
    free.append(0)
    # off the suit there are three cards of a rank, the odd one not among them
    off = zip(ways.short_as_free(any_rank), ways.short_doubled(up.free), strict=True)
    short = [
        suited + 3 * every - doubled
        for suited, (every, doubled) in zip(_sums(ways.short, up.short), off, strict=True)
    ]
    flush = [
        suited + 3 * sum(up.short[at : at + 13])
        for suited, at in zip(_sums(ways.suited, up.suited), range(0, len(up.short), 13), strict=True)
    ]
    return ClassNumbers(free, short, flush)


def _sums(fetches: Sequence[Fetch], numbers: Sequence[int]) -> list[int]:
    return list(map(sum, zip(*[fetch(numbers) for fetch in fetches], strict=True)))


def total(hands: ClassNumbers) -> int:
    """The sum over all 22,100 hands of three cards."""
    three = sets(HAND)
    free = sum(three.ways(ClassPlace(0, at)) * value for at, value in enumerate(hands.free[:-1]))
    return free + 12 * sum(hands.short) + 4 * sum(hands.suited)


def place_of(cards: Sequence[Card]) -> ClassPlace:
    """The class of three to six cards."""
    n = len(cards)
    here = sets(n)
    suits = [card % 4 for card in cards]
    suit = max(set(suits), key=suits.count)
    suited = tuple(sorted(card.rank for card in cards if card % 4 == suit))
    if len(suited) >= n:
        return ClassPlace(2, here.flush_at[suited])
    if len(suited) >= n - 1:
        odd = next(card.rank for card in cards if card % 4 != suit)
        return ClassPlace(1, 13 * here.almost_at[suited] + odd)
    return ClassPlace(0, here.free_at[tuple(sorted(card.rank for card in cards))])


def example(n: int, place: ClassPlace) -> tuple[Card, ...]:
    """Cards of a class; of a free one, such that no suit has more than it may."""
    ranks, suited = sets(n).seen(place)
    if suited:
        odd = list(ranks)
        for rank in suited:
            odd.remove(rank)
        return tuple(Card(4 * rank) for rank in suited) + tuple(Card(4 * rank + 1) for rank in odd)
    return tuple(Card(4 * rank + at % 4) for at, rank in enumerate(ranks))
