"""What a session comes to: the exact distribution of the sum of many rounds, for a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from feltlaw.mathematics.outcomes import Distribution
from feltlaw.mathematics.sums import coefficients, steps_of

LOW, HIGH, NEARLY_ALL = Fraction(5, 100), Fraction(95, 100), Fraction(995, 1000)
MOST_STEPS = 30_000


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """Counts of the results from the lowest up, of `total`; what lies beyond the last is one count."""

    rounds: int
    lowest: Fraction
    step: Fraction
    counts: tuple[int, ...]
    total: int

    @property
    def beyond(self) -> int:
        return self.total - sum(self.counts)

    def result(self, place: int) -> Fraction:
        return self.lowest + place * self.step

    def at(self, part: Fraction) -> Fraction | None:
        """The result that this part of all sessions does not exceed; None where it lies beyond."""
        needed = ceil(part * self.total)
        passed = 0
        for place, count in enumerate(self.counts):
            passed += count
            if passed >= needed:
                return self.result(place)
        return None


def session(found: Distribution, rounds: int) -> SessionCounts:
    """The results of so many rounds with equal stakes, up to where nearly all of them lie."""
    steps = steps_of(found)
    total = steps.total**rounds
    low, high, enough = (ceil(part * total) for part in (LOW, HIGH, NEARLY_ALL))
    counts: list[int] = []
    passed, start, end = 0, 0, MOST_STEPS
    for at, count in enumerate(coefficients(steps, rounds)):
        if passed < low:
            start = at
        counts.append(count)
        if passed < high <= passed + count:
            # a long thin tail is not followed: only as far again as three quarters of what holds the most
            end = min(MOST_STEPS, at + 1 + (at - start) * 3 // 4)
        passed += count
        if passed >= enough or len(counts) >= end:
            break
    return SessionCounts(rounds, rounds * steps.lowest, steps.size, tuple(counts), total)
