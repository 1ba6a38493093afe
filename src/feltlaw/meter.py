"""Progressive meters: pure arithmetic in whole cents, no storage.

A meter has one level or several. Contributions go on when a wager is accepted (I-57), a percentage is paid on
what the meter shows at that moment, and a full award restarts the level with its reseed and whatever the
reserve holds (I-58).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from feltlaw.money import Cents, round_up
from feltlaw.values import quick

FULL = Fraction(100)


@quick
@dataclass(frozen=True, slots=True)
class Level:
    """One level of a meter: what it shows, its terms, and its counters."""

    amount: Cents
    reseed: Cents
    rate: Fraction
    reserve_rate: Fraction
    clauses: tuple[str, ...] = ()
    reserve: Cents = 0
    contributed: Cents = 0
    reserved: Cents = 0
    hits: int = 0
    paid: Cents = 0
    paid_by_hand: Cents = 0
    reseeded: Cents = 0
    """What the house put in to restart it."""

    def parts(self, stake: Cents) -> tuple[Cents, Cents]:
        """What one accepted wager puts on the meter and on the reserve; fractions of a cent are rounded
        up, in the players' favour (I-148)."""
        return round_up(self.rate * stake), round_up(self.reserve_rate * stake)

    def contribute(self, stake: Cents, times: int = 1) -> Level:
        """One accepted wager's part, or that of several alike."""
        added, kept = (times * part for part in self.parts(stake))
        return replace(
            self,
            amount=self.amount + added,
            reserve=self.reserve + kept,
            contributed=self.contributed + added,
            reserved=self.reserved + kept,
        )

    def award(self, percent: Fraction) -> Cents:
        """What a percentage comes to now, rounded up to the cent (I-03)."""
        return round_up(self.amount * percent / 100)

    def pay(self, cents: Cents, percent: Fraction, *, by_hand: bool) -> Level:
        """Takes an award off; a full one restarts the level."""
        paid = replace(
            self,
            amount=self.amount - cents,
            hits=self.hits + 1,
            paid=self.paid + cents,
            paid_by_hand=self.paid_by_hand + (cents if by_hand else 0),
        )
        reseed, reserve = self.restart(percent)
        return replace(
            paid,
            amount=paid.amount + reseed + reserve,
            reserve=paid.reserve - reserve,
            reseeded=paid.reseeded + reseed,
        )

    def restart(self, percent: Fraction) -> tuple[Cents, Cents]:
        """What a full award brings back at once: the house's reseed, and all of the reserve (I-58)."""
        return (self.reseed, self.reserve) if percent >= FULL else (0, 0)


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter by its levels; a single one is called `meter`."""

    levels: Mapping[str, Level]

    def contribute(self, stake: Cents, times: int = 1) -> Meter:
        """Every level takes its own part of an accepted wager, or of several alike."""
        return Meter({name: level.contribute(stake, times) for name, level in self.levels.items()})

    def take(self, level: str, percent: Fraction, *, by_hand: bool = False) -> tuple[Cents, Meter]:
        """What a percentage of a level comes to now, and the meter without it."""
        cents = self.levels[level].award(percent)
        return cents, self.pay(level, cents, percent, by_hand=by_hand)

    def pay(self, level: str, cents: Cents, percent: Fraction, *, by_hand: bool) -> Meter:
        return Meter({**self.levels, level: self.levels[level].pay(cents, percent, by_hand=by_hand)})

    @property
    def total(self) -> Cents:
        """All that lies on it, reserves included."""
        return sum(level.amount + level.reserve for level in self.levels.values())
