"""What every ranking has in common: groups of cards in, a `Hand` out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from feltlaw.cards import Card
from feltlaw.values import quick

Rank = int
"""Hands compare as integers: a higher rank is a better hand, equal ranks tie."""


class RankingError(ValueError):
    """Cards that a ranking cannot read, or a ranking that is written wrongly."""


@dataclass(frozen=True, slots=True)
class Label:
    """The kind of hand, as far as any paytable can tell it apart.

    `names` are the rows that would pay it, the most specific first: a spade A-K-Q is a
    `mini_royal_of_spades`, a `mini_royal` and a `straight_flush`.
    """

    shape: str
    names: tuple[str, ...]
    clause: str


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that has been read: its rank, its label, and the words for it."""

    rank: Rank
    label: Label
    title: str

    @property
    def shape(self) -> str:
        return self.label.shape

    def __str__(self) -> str:
        return self.title


class Ranking(ABC):
    """A total order over what the cards show. `clause` is where the regulation gives it."""

    name: str
    clause: str

    @abstractmethod
    def read(self, *groups: Sequence[Card]) -> Hand:
        """The hand that these cards make; the groups are the wager's `cards`, in that order."""

    @abstractmethod
    def labels(self) -> tuple[Label, ...]:
        """Every label this ranking can give, so that a paytable's rows can be checked against them."""

    def expect(self, cards: Sequence[Card], how_many: int) -> None:
        """Refuses a wrong number of cards."""
        if len(cards) != how_many:
            wanted = "1 card" if how_many == 1 else f"{how_many} cards"
            raise RankingError(f"{self.name} is read from {wanted}, not {len(cards)}")

    def row_names(self) -> frozenset[str]:
        """Every row a paytable over this ranking may have."""
        return frozenset(name for label in self.labels() for name in label.names)
