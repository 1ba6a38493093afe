"""Five cards against five from one deck, by point value: what Saigon 5 Card is counted with.

For the Ante only the values of the cards matter: eleven classes of cards (ace to 9, the tens, the joker), so
2,708 classes of hands stand for all 2,869,685. The dealer's hands that share no card with a player's are
found by inclusion and exclusion over the sets T of the player's cards: of all hands, those that contain T are
added or taken away as T has an even or an odd number of cards. How many contain T depends on T's class alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

from feltlaw.cards import Card, deck
from feltlaw.ranking import PointCount

CARDS = 5
HANDS = comb(53, CARDS)
DEALER_HANDS = comb(53 - CARDS, CARDS)
DEALS = HANDS * DEALER_HANDS

BITS = 48
"""The room of each number within a packed one, one for each Point Count."""
FIELD = (1 << BITS) - 1
_SIGNS = tuple((-1) ** at.bit_count() for at in range(1 << CARDS))


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands whose cards have the same values."""

    kinds: tuple[int, ...]
    """The class of each card."""
    ways: int
    """How many hands there are."""
    ranks: tuple[int, ...]
    """What the Ante may compare, by setting: Point Counts, or 0 where the hand does not qualify."""
    house: int
    """What it compares with the house way."""


class Classes:
    """All hands by class, and how many hands of each rank go with given ones."""

    def __init__(self, ranking: PointCount) -> None:
        self.ranking = ranking
        values: dict[tuple[int, ...], list[Card]] = {}
        for card in deck(jokers=1):
            values.setdefault(ranking.values(card), []).append(card)
        self.cards = tuple(tuple(values[value]) for value in sorted(values))
        """The cards of each class."""
        self.kind = {card: kind for kind, cards in enumerate(self.cards) for card in cards}
        self.units = tuple(1 << 3 * kind for kind in range(len(self.cards)))
        self.hands = tuple(self._read())
        self._containing = self._count()

    def _read(self) -> list[HandClass]:
        found = []
        for kinds in combinations_with_replacement(range(len(self.cards)), CARDS):
            many = [(kind, kinds.count(kind)) for kind in sorted(set(kinds))]
            if any(count > len(self.cards[kind]) for kind, count in many):
                continue
            five = self.example(kinds)
            ranks = sorted({split.rank for split in self.ranking.splits(five)})
            house = ranks[0] if len(ranks) == 1 else self.ranking.house_way(five).rank
            ways = prod(comb(len(self.cards[kind]), count) for kind, count in many)
            found.append(HandClass(kinds, ways, tuple(ranks), house))
        if sum(hand.ways for hand in found) != HANDS:
            raise ArithmeticError("the hands counted are not all hands")
        return found

    def _count(self) -> dict[int, int]:
        """For every set of up to five cards, by class: the hands that contain it, by the house way's rank."""
        sums: dict[int, int] = {}
        for hand in self.hands:
            word = hand.ways << BITS * hand.house
            for key in self._subsets(hand.kinds):
                sums[key] = sums.get(key, 0) + word
        # so far every hand is counted once for each set of the class that it contains
        return {key: word // self._sets(key) for key, word in sums.items()}

    def _sets(self, key: int) -> int:
        """How many sets of cards a class of sets has."""
        return prod(comb(len(cards), key >> 3 * kind & 7) for kind, cards in enumerate(self.cards))

    def _subsets(self, kinds: tuple[int, ...]) -> list[int]:
        """All 32 subsets of five cards, as sums of units, in the order of `_SIGNS`."""
        sums = [0]
        for kind in kinds:
            unit = self.units[kind]
            sums += [key + unit for key in sums]
        return sums

    def against(self, kinds: tuple[int, ...], seen: int | None = None) -> list[int]:
        """How many dealer's hands of each rank, 0 to 10, share no card with these five.

        With `seen`, only those that contain one certain card of that class, which the player does not hold.
        """
        extra = 0 if seen is None else self.units[seen]
        fetch = self._containing.get
        packed = sum(
            [sign * fetch(key + extra, 0) for sign, key in zip(_SIGNS, self._subsets(kinds), strict=True)]
        )
        return [packed >> BITS * rank & FIELD for rank in range(self.ranking.highest + 1)]

    def kinds_of(self, five: tuple[Card, ...]) -> tuple[int, ...]:
        return tuple(sorted(self.kind[card] for card in five))

    def example(self, kinds: tuple[int, ...], taken: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Cards of these classes, none of those taken; fewer where there are not enough."""
        free = [[card for card in cards if card not in taken] for cards in self.cards]
        return tuple(free[kind].pop(0) for kind in kinds if free[kind])


@lru_cache(maxsize=4)
def classes(ranking: PointCount) -> Classes:
    """The classes of a ranking, counted once."""
    return Classes(ranking)
