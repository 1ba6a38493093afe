"""Saigon's ranking: a three-card hand that totals 10, 20 or 30, and a two-card Point Count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from feltlaw.cards import RANKS, Card, show
from feltlaw.ranking.base import Hand, Label, Rank, Ranking, RankingError


@dataclass(frozen=True, slots=True)
class Split:
    """Five cards set into two hands."""

    three: tuple[Card, ...]
    two: tuple[Card, ...]
    qualifies: bool
    points: int
    """The Point Count of the two."""

    @property
    def rank(self) -> Rank:
        """What the Ante compares: the Point Count, or 0 where the hand does not qualify."""
        return self.points if self.qualifies else 0

    def __str__(self) -> str:
        return f"{show(self.three)} | {show(self.two)}"


class PointCount(Ranking):
    """Values of the cards, the totals that qualify, and the Point Count of a showdown hand.

    A hand's rank is its Point Count. `splits` lists the ways five cards may be set.
    """

    def __init__(
        self,
        name: str,
        clause: str,
        *,
        values: Mapping[str, int],
        joker: Sequence[int],
        qualifying: Sequence[int],
        highest: int,
    ) -> None:
        if set(values) != set(RANKS):
            raise RankingError(f"ranking {name}: every rank {RANKS} needs one value")
        self.name = name
        self.clause = clause
        self.joker = tuple(joker)
        self.qualifying = frozenset(qualifying)
        self.highest = highest
        self._values = tuple((values[rank],) for rank in RANKS)
        self._labels = tuple(
            Label(f"point_count_{points}", (f"point_count_{points}", "point_count"), clause)
            for points in range(1, highest + 1)
        )

    def read(self, *groups: Sequence[Card]) -> Hand:
        two = [card for group in groups for card in group]
        self.expect(two, 2)
        points = self.points(two)
        return Hand(points, self._labels[points - 1], f"Point Count {points}")

    def labels(self) -> tuple[Label, ...]:
        return self._labels

    def values(self, card: Card) -> tuple[int, ...]:
        """The values a card may take: one, or the joker's three."""
        return self.joker if card.is_joker else self._values[card.rank]

    def totals(self, cards: Sequence[Card]) -> set[int]:
        """Every total these cards can make."""
        found = {0}
        for card in cards:
            found = {total + value for total in found for value in self.values(card)}
        return found

    def points(self, two: Sequence[Card]) -> int:
        """The Point Count of a two-card hand, the joker taken at its best (I-132, I-134)."""
        return max(total - self.highest if total > self.highest else total for total in self.totals(two))

    def qualifies(self, three: Sequence[Card]) -> bool:
        return not self.qualifying.isdisjoint(self.totals(three))

    def splits(self, five: Sequence[Card]) -> tuple[Split, ...]:
        """The legal ways to set five cards: those that qualify, or where none does, all (680a.11(b))."""
        self.expect(five, 5)
        found = [self._split(five, chosen) for chosen in combinations(range(len(five)), 3)]
        return tuple(split for split in found if split.qualifies) or tuple(found)

    def house_way(self, five: Sequence[Card]) -> Split:
        """In the order of the cards, the first split with the highest Point Count (I-129, I-130, I-145)."""
        return max(self.splits(five), key=lambda split: split.points)

    def split(self, five: Sequence[Card], three: Sequence[Card]) -> Split:
        """Five cards set as somebody chose."""
        self.expect(five, 5)
        chosen = [at for at, card in enumerate(five) if card in three]
        if len(three) != 3 or len(chosen) != 3:
            raise RankingError(f"{self.name}: {show(three)} is not three of {show(five)}")
        return self._split(five, chosen)

    def _split(self, five: Sequence[Card], chosen: Sequence[int]) -> Split:
        three = tuple(five[at] for at in chosen)
        two = tuple(card for at, card in enumerate(five) if at not in chosen)
        return Split(three, two, self.qualifies(three), self.points(two))
