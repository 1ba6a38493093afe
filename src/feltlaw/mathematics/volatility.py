"""How results spread over many rounds: chances to be ahead or to lose a bankroll, and the win by the hour.

A chance is counted exactly where that is feasible, otherwise with a bounded error, of which only the digits
that are certain are shown. Where neither can be done in a few seconds, the normal approximation is used if
the wager is even enough for it, and nothing is said otherwise: a wager that lives on one win in a million is
not normal after a hundred thousand rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from feltlaw.mathematics.outcomes import AnalysisError, Distribution, decimal, ratio, root
from feltlaw.mathematics.rare_wins import bounds_ahead
from feltlaw.mathematics.ruin import Ruin, first_rounds
from feltlaw.mathematics.sums import count_below, mass_below, steps_of
from feltlaw.money import Cents, dollars

EXACT_BITS = 800_000
"""The bits of all numbers that an exact chance is counted with."""
MOST_SLOTS = 300_000
"""Slots that are squared for a chance to all digits shown: two or three seconds."""
MOST_MOVES = 150_000_000
"""Slots that are moved for a chance of ruin: about as long."""
MOST_ROUNDS = 1_000_000
PLACES = 10
EVEN_ENOUGH = Fraction(1, 20)
"""The most skewness of the whole session for which a normal variable, corrected for it, will do."""
NARROW = Fraction(1, 10)
"""How far apart two bounds may be that are worth saying."""
EXACT, DIGITS, BOUNDS, NORMAL = "exact", "exact to all digits shown", "bounds", "normal approximation"
NOT_COMPUTED = "not computed"


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability and how it was found; `exact` only where the whole fraction is known."""

    value: str
    """Empty where it was not computed."""
    method: str
    exact: Fraction | None = None
    why: str = ""

    def to_json(self, key: str) -> dict[str, object]:
        found: dict[str, object] = {key: self.value or None, f"{key}_method": self.method}
        return found | ({f"{key}_why": self.why} if self.why else {})


def chance_ahead(found: Distribution, rounds: int) -> Chance:
    """The chance to have won more than was lost after so many rounds with equal stakes."""
    _check(rounds)
    steps = steps_of(found)
    # Ahead from this many steps on, so what lies there need not be told apart: only the others are counted.
    needed = steps.ahead_from(rounds)
    if needed <= 0:
        return Chance(decimal(1, PLACES), EXACT, Fraction(1))
    if rounds * steps.total.bit_length() * needed <= EXACT_BITS:
        ahead = 1 - Fraction(count_below(steps, rounds, needed), steps.total**rounds)
        return Chance(decimal(ahead, PLACES), EXACT, ahead)
    low, high = bounds_ahead(found, rounds)  # which take no time, and are often enough
    if high - low > Fraction(1, 10**PLACES):
        behind = mass_below(steps, rounds, needed, MOST_SLOTS)
        low, high = (1 - behind[1], 1 - behind[0]) if behind else (low, high)
    certain = _certain(low, high)
    if certain is not None:
        return certain
    if found.skewness_squared <= rounds * EVEN_ENOUGH**2:
        first = rounds * steps.lowest + needed * steps.size
        return Chance(_normal(found, rounds, first - steps.size / 2), NORMAL)
    return _between(low, high) or Chance(
        "", NOT_COMPUTED, why=f"{rounds:,} rounds are too many to count here; feltlaw simulate plays them"
    )


def _check(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise AnalysisError(f"{rounds} rounds: write a number from 1 to {MOST_ROUNDS:,}")


def _normal(found: Distribution, rounds: int, boundary: Fraction) -> str:
    """The chance that a normal variable of the same mean and spread ends above what lies between two results.

    The skewness is allowed for by the first term of Edgeworth's series.
    """
    spread = sqrt(rounds * found.variance)
    standard = NormalDist()
    at = float(boundary - rounds * found.ev) / spread
    skewed = float(found.skewness) / sqrt(rounds) / 6 * (at * at - 1) * standard.pdf(at)
    return f"{min(1.0, max(0.0, 1 - standard.cdf(at) + skewed)):.3f}"


def chance_of_ruin(found: Distribution, rounds: int, bankroll: int) -> Chance:
    """The chance that losses reach a bankroll, in units of the wager, at some time within so many rounds."""
    _check(rounds)
    if bankroll < 1:
        raise AnalysisError(f"a bankroll of {bankroll} units: write 1 or more")
    ruin = Ruin(found, bankroll)
    first = first_rounds(ruin, rounds, MOST_MOVES)
    low, high = ruin.bounds(first)
    if first < rounds:
        high = Fraction(1)  # what is lost in the first rounds is lost in all of them
    return (
        _certain(low, high)
        or _between(low, high)
        or Chance(
            "",
            NOT_COMPUTED,
            why=f"{rounds:,} rounds with {bankroll:,} units are too many to count here; feltlaw simulate "
            "plays them",
        )
    )


def _certain(low: Fraction, high: Fraction) -> Chance | None:
    """A chance that lies between two, with the digits in which they agree; None where hardly any do."""
    for places in range(PLACES, 2, -1):
        if decimal(low, places) == decimal(high, places):
            return Chance(decimal(low, places), DIGITS)
    return None


def _between(low: Fraction, high: Fraction) -> Chance | None:
    if high - low > NARROW:
        return None
    return Chance(f"{decimal(low, 4)} to {decimal(high, 4)}", BOUNDS)


@dataclass(frozen=True, slots=True)
class Session:
    """What somebody wants to know about a sitting."""

    rounds: int | None = None
    bankroll: int | None = None
    """In units of the wager."""
    bet: Cents | None = None
    per_hour: int | None = None

    def check(self) -> None:
        """Refuses what makes no sense, whatever the wager."""
        if self.rounds is not None:
            _check(self.rounds)
        if self.bankroll is not None and self.bankroll < 1:
            raise AnalysisError(f"a bankroll of {self.bankroll} units: write 1 or more")
        if self.per_hour is not None and self.per_hour < 1:
            raise AnalysisError(f"{self.per_hour} rounds an hour: write 1 or more")

    def facts(self, found: Distribution, stake: Cents | None = None) -> dict[str, object]:
        """The `session` entry of a wager with these results; `stake` is what is staked, where it is known."""
        told: dict[str, object] = {}
        if stake is not None:
            told |= {"bet": dollars(stake), "ev": ratio(found.ev), "ev_decimal": decimal(found.ev)}
        if self.rounds is not None:
            told |= {
                "rounds": self.rounds,
                "expected": decimal(found.ev * self.rounds, 6),
                "std_dev": root(found.variance * self.rounds),
                **chance_ahead(found, self.rounds).to_json("chance_ahead"),
            }
        if self.rounds is not None and self.bankroll is not None:
            ruin = chance_of_ruin(found, self.rounds, self.bankroll)
            told |= {"bankroll": self.bankroll, **ruin.to_json("chance_of_ruin")}
        if stake is not None and self.per_hour is not None:
            hourly = -found.ev * stake * self.per_hour
            told |= {
                "rounds_per_hour": self.per_hour,
                "theoretical_win_per_hour": dollars(round(hourly)),
                "theoretical_win_per_hour_exact": ratio(hourly / 100),
            }
        return told
