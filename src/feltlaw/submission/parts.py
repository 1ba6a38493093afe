"""The parts of a checked submission: how the cards are handled, the limits, each wager as it is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from feltlaw.money import Cents
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Award, Wager


@dataclass(frozen=True, slots=True)
class Cards:
    shuffle: str
    shuffler_counts_cards: bool
    decks: int
    deal: str
    deck_backs: tuple[str, ...]
    cover_card: str


@dataclass(frozen=True, slots=True)
class Limits:
    minimum: Cents
    maximum: Cents
    seats: int
    adjacent_boxes: int
    payout_limit: Cents | None


@dataclass(frozen=True, slots=True)
class MeterLevel:
    """One meter as it runs at this table: amounts in cents, rates as fractions of each wager."""

    name: str
    seed: Cents
    reseed: Cents
    rate: Fraction
    reserve_rate: Fraction
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A wager as this table offers it."""

    wager: Wager
    minimum: Cents
    maximum: Cents
    tables: Mapping[int, Paytable]
    """The paytable, under 0, or one for each number of players."""
    meter: str = ""
    """The name of the meter it feeds; the wager's own word for it means a meter of the table's own."""
    levels: Mapping[str, MeterLevel] = field(default_factory=dict)

    @property
    def linked(self) -> bool:
        """Whether its meter has a name of its own, which other tables may use as well."""
        return self.meter != self.wager.meter

    def paytable(self, players: int = 0) -> Paytable | None:
        """The paytable in force, for games where it depends on them with so many players."""
        return self.tables.get(players if 0 not in self.tables else 0)


@dataclass(frozen=True, slots=True)
class OfferedAward:
    """An award as this table pays it."""

    award: Award
    paytable: Paytable | None
