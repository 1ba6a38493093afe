"""The chance that losses reach a bankroll within so many rounds: round by round, all sums of money at once.

One integer holds a slot for each sum of money, and in it the chance to have it, in units of 2^-`BITS`. A
result of a round moves all slots by as many places and multiplies them by its chance. Money that can hardly
be lost any more in the rounds that are left is set aside: by Doob's inequality a loss of x at some time in r
rounds has a chance of at most E[exp(-t·X)]^r / exp(t·x), for every t above 0. Everything is rounded down, and
what that loses is bounded.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, gcd, lcm, log

from feltlaw.mathematics.outcomes import Distribution

BITS = 64
ONE = 1 << BITS
SLOT = 2 * BITS + 8
_LOW = (1 << SLOT) - 1
NEGLIGIBLE = 48.0
"""A chance of exp(-48) is less than half of a unit."""
TILTS, ALIKE = 40, 32
"""How many t are tried, and for how many rounds left the same level will do."""


class Ruin:
    """A wager and a bankroll, on whole steps."""

    def __init__(self, found: Distribution, bankroll: int) -> None:
        nets = found.by_net
        unit = lcm(*(net.denominator for net in nets))
        step = gcd(*(int(net * unit) for net in nets), bankroll * unit)
        self.start = bankroll * unit // step
        self.moves = [(int(net * unit) // step, many * ONE // found.total) for net, many in nets.items()]
        self.most_lost = max(0, -min(move for move, _ in self.moves))

    @cached_property
    def _tilts(self) -> list[tuple[float, float]]:
        """Some t, and the logarithm of E[exp(-t·X)], rounded up and not below 0, as the inequality needs."""
        found = []
        for power in range(TILTS):
            tilt = 4.0 / self.most_lost / 1.3**power
            mean = sum(chance / ONE * exp(-tilt * move) for move, chance in self.moves)
            found.append((tilt, max(0.0, log(mean)) * (1 + 1e-9) + 1e-12))
        return found

    def level(self, left: int) -> int:
        """The most money that is still in danger with so many rounds left."""
        left = -(-left // ALIKE) * ALIKE
        return min(
            left * self.most_lost, ceil(min((left * grown + NEGLIGIBLE) / t for t, grown in self._tilts))
        )

    def work(self, rounds: int) -> int:
        """About how many slots are moved in so many rounds."""
        return rounds * max(self.start, self.level(rounds)) * len(self.moves) if self.most_lost else 0

    def bounds(self, rounds: int) -> tuple[Fraction, Fraction]:
        """Between what the chance of ruin lies."""
        if self.start > self.most_lost * rounds:
            return Fraction(0), Fraction(0)
        state, ruined, lost = ONE << SLOT * self.start, 0, 0
        widest = max(self.start, self.level(rounds))
        mask = _mask(widest + 1)
        for left in range(rounds - 1, -1, -1):
            end = self.level(left)
            state, gone = self._round(state, end, mask >> SLOT * (widest - end))
            ruined += gone
            lost += end + 2 * len(self.moves) + 2
        return Fraction(ruined, ONE), Fraction(min(ONE, ruined + lost), ONE)

    def _round(self, state: int, end: int, mask: int) -> tuple[int, int]:
        """The money after one more round, up to `end`, and the chance that it was lost in this one."""
        after, ruined = 0, 0
        for move, chance in self.moves:
            if move >= 0:
                if move < end:
                    kept = state & ((1 << SLOT * (end - move + 1)) - 1)
                    after += (kept << SLOT * move) * chance
                continue
            place = SLOT * (1 - move)
            ruined += _sum(state & ((1 << place) - 1), 1 - move) * chance >> BITS
            after += (state >> place << SLOT) * chance
        return after >> BITS & mask, ruined


def _mask(slots: int) -> int:
    """All but the room that products need, in so many slots from the first."""
    return ((1 << SLOT * slots) - 1) // _LOW * (ONE | (ONE - 1))


def _sum(packed: int, slots: int) -> int:
    return sum(packed >> SLOT * at & _LOW for at in range(slots)) if packed else 0


def first_rounds(ruin: Ruin, rounds: int, most: int) -> int:
    """As many of the rounds as can be counted with so much work."""
    if ruin.work(rounds) <= most:
        return rounds
    return bisect_right(range(rounds), most, key=ruin.work) - 1
