"""What a session comes to: the exact distribution of the sum of many rounds, for a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm

from feltlaw.mathematics.model import Distribution

LOW, HIGH, NEARLY_ALL = Fraction(5, 100), Fraction(95, 100), Fraction(995, 1000)
MOST_STEPS = 30_000


@dataclass(frozen=True, slots=True)
class Spread:
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


def session(found: Distribution, rounds: int) -> Spread:
    """The results of so many rounds with equal stakes, up to where nearly all of them lie.

    The counts are the coefficients of a polynomial P to the power of `rounds`. Each follows from those before
    it, in whole numbers, by the recurrence that P · (P^n)' = n · P' · P^n gives; so the tail can be left out.
    """
    nets = {net: many for net, many in found.by_net.items() if many}
    lowest = min(nets)
    unit = lcm(*(net.denominator for net in nets))
    moves = {int((net - lowest) * unit): many for net, many in nets.items()}
    size, shared = gcd(*moves) or 1, gcd(*moves.values())
    first = moves.pop(0) // shared
    others = [(move // size, many // shared) for move, many in moves.items()]
    total = (found.total // shared) ** rounds
    low, high, enough = (ceil(part * total) for part in (LOW, HIGH, NEARLY_ALL))
    counts = [first**rounds]
    passed, start, end = counts[0], 0, MOST_STEPS
    while passed < enough and len(counts) < end:
        at = len(counts)
        if passed < low:
            start = at
        found_here = sum(
            (move * (rounds + 1) - at) * many * counts[at - move] for move, many in others if move <= at
        ) // (at * first)
        counts.append(found_here)
        if passed < high <= passed + found_here:
            # a long thin tail is not followed: only as far again as three quarters of what holds the most
            end = min(MOST_STEPS, at + 1 + (at - start) * 3 // 4)
        passed += found_here
    return Spread(rounds, rounds * lowest, Fraction(size, unit), tuple(counts), total)
