"""How results spread over many rounds: chances to be ahead or to lose a bankroll, and the win by the hour.

The sum of N rounds is counted exactly where that is feasible: a distribution over whole steps is one long
integer, each step a slot of it, and a product of such integers is a convolution. Longer sessions are counted
in slots of fixed width; what their rounding can lose is bounded, so every digit shown is right. Only what is
too wide for both is given by the normal approximation, and is said to be so.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, lcm, sqrt
from statistics import NormalDist

from feltlaw.mathematics.model import AnalysisError, Distribution, decimal, ratio, root
from feltlaw.money import Cents, dollars

EXACT_BITS = 800_000
"""The longest integer that is multiplied for an exact chance."""
WIDEST = 200_000
"""The most slots that are multiplied for a chance to all digits shown."""
FIXED = 96
"""Binary places of a chance in a slot."""
PLACES = 10
MOST_ROUNDS = 1_000_000
MOST_MOVES = 40_000_000
EXACT, DIGITS, NORMAL = "exact", "exact to all digits shown", "normal approximation"


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability and how it was found; `exact` only where the whole fraction is known."""

    value: str
    method: str
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class _Steps:
    """A distribution on whole steps from 0: net = lowest + step * size."""

    counts: dict[int, int]
    total: int
    lowest: Fraction
    size: Fraction

    @property
    def most(self) -> int:
        return max(self.counts)


def _steps(found: Distribution) -> _Steps:
    nets = [net for net, many in found.by_net.items() if many]
    lowest = min(nets)
    unit = lcm(*(net.denominator for net in nets))
    whole = [int((net - lowest) * unit) for net in nets]
    common = gcd(*whole) or 1
    counts = {step // common: found.by_net[net] for step, net in zip(whole, nets, strict=True)}
    shared = gcd(*counts.values(), found.total)
    counts = {step: many // shared for step, many in counts.items()}
    return _Steps(counts, found.total // shared, lowest, Fraction(common, unit))


def chance_ahead(found: Distribution, rounds: int) -> Chance:
    """The chance to have won more than was lost after so many rounds with equal stakes."""
    _check(rounds)
    steps = _steps(found)
    # Ahead from this many steps on, so what lies there need not be told apart: only the others are counted.
    needed = int(-rounds * steps.lowest / steps.size) + 1
    if needed <= 0:
        return Chance(decimal(1, PLACES), EXACT, Fraction(1))
    width = rounds * steps.total.bit_length() + 8
    if width * needed <= EXACT_BITS:
        ahead = 1 - Fraction(sum(_power(steps, rounds, width, needed)), steps.total**rounds)
        return Chance(decimal(ahead, PLACES), EXACT, ahead)
    if needed <= WIDEST:
        high = 1 - Fraction(sum(_fixed_power(steps, rounds, needed)), 1 << FIXED)
        # a slot loses less than one unit in a product, and a square doubles what was lost before
        return _bracketed(high - Fraction(4 * rounds * needed, 1 << FIXED), high)
    return Chance(_normal(found, rounds, steps.size), NORMAL)


def _check(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise AnalysisError(f"{rounds} rounds: write a number from 1 to {MOST_ROUNDS:,}")


def _power(steps: _Steps, rounds: int, width: int, needed: int) -> list[int]:
    """The counts of the sum of so many rounds, exactly, for the steps below `needed`."""
    width += -width % 8
    mask = (1 << width * needed) - 1
    one = sum(many << (step * width) for step, many in steps.counts.items() if step < needed)
    found = 1
    while rounds:
        if rounds & 1:
            found = found * one & mask
        rounds >>= 1
        one = one * one & mask
    return _unpack(found, width, needed)


def _fixed_power(steps: _Steps, rounds: int, needed: int) -> list[int]:
    """The same with chances rounded down to `FIXED` binary places after every product."""
    size = min(steps.most + 1, needed)
    one = [(steps.counts.get(step, 0) << FIXED) // steps.total for step in range(size)]
    found = [1 << FIXED]
    while True:
        if rounds & 1:
            found = _product(found, one, needed)
        rounds >>= 1
        if not rounds:
            return found
        one = _product(one, one, needed)


def _product(first: list[int], second: list[int], needed: int) -> list[int]:
    width = 2 * FIXED + min(len(first), len(second)).bit_length() + 1
    width += -width % 8
    size = len(first) + len(second) - 1
    slots = _unpack(_pack(first, width) * _pack(second, width), width, size)
    return [slot >> FIXED for slot in slots[:needed]]


def _unpack(packed: int, width: int, slots: int) -> list[int]:
    size = width // 8
    raw = packed.to_bytes(size * slots + size, "little")
    return [int.from_bytes(raw[at * size : (at + 1) * size], "little") for at in range(slots)]


def _pack(slots: list[int], width: int) -> int:
    size = width // 8
    return int.from_bytes(b"".join(slot.to_bytes(size, "little") for slot in slots), "little")


def _normal(found: Distribution, rounds: int, step: Fraction) -> str:
    """The chance that a normal variable of the same mean and spread ends above zero, half a step allowed."""
    if not found.variance:
        return "1" if found.ev > 0 else "0"
    spread = sqrt(rounds * found.variance)
    above = 1 - NormalDist().cdf((float(step) / 2 - rounds * float(found.ev)) / spread)
    return f"{above:.4f}"


def chance_of_ruin(found: Distribution, rounds: int, bankroll: int) -> Chance:
    """The chance that losses reach a bankroll, in units of the wager, at some time within so many rounds.

    Chances are rounded down, and what has risen far above the start is set aside. Both are counted, and the
    digits they leave in doubt are not shown.
    """
    _check(rounds)
    if bankroll < 1:
        raise AnalysisError(f"a bankroll of {bankroll} units: write 1 or more")
    nets = {net: many for net, many in found.by_net.items() if many}
    unit = lcm(*(net.denominator for net in nets))
    common = gcd(*(int(net * unit) for net in nets), bankroll * unit) or 1
    moves = [(int(net * unit) // common, (many << FIXED) // found.total) for net, many in nets.items()]
    start = bankroll * unit // common
    top = start + 8 * (isqrt(int(rounds * found.variance * unit**2 / common**2)) + 1)
    if rounds * top * len(moves) > MOST_MOVES:
        raise AnalysisError(f"{rounds:,} rounds with {bankroll:,} units are too many to count; ask for fewer")
    state = [0] * (top + 1)
    state[start] = 1 << FIXED
    ruined = 0
    for _ in range(rounds):
        after = [0] * (top + 1)
        for money, chance in enumerate(state):
            if chance:
                for move, often in moves:
                    part = chance * often >> FIXED
                    if money + move <= 0:
                        ruined += part
                    elif money + move <= top:
                        after[money + move] += part
        state = after
    low = Fraction(ruined, 1 << FIXED)
    return _bracketed(low, 1 - Fraction(sum(state), 1 << FIXED))


def _bracketed(low: Fraction, high: Fraction) -> Chance:
    """A chance that lies between two, with the digits in which they agree."""
    for places in range(PLACES, 1, -1):
        if decimal(low, places) == decimal(high, places):
            return Chance(decimal(low, places), DIGITS)
    return Chance(f"{decimal(low, 4)} to {decimal(high, 4)}", "bounds")


@dataclass(frozen=True, slots=True)
class Session:
    """What somebody wants to know about a sitting."""

    rounds: int | None = None
    bankroll: int | None = None
    """In units of the wager."""
    bet: Cents | None = None
    per_hour: int | None = None

    def facts(self, found: Distribution, fixed: Cents = 0) -> dict[str, object]:
        """The `session` entry of a wager; `fixed` is the only stake it takes, if there is one."""
        told: dict[str, object] = {}
        if self.rounds is not None:
            ahead = chance_ahead(found, self.rounds)
            told |= {
                "rounds": self.rounds,
                "expected": decimal(found.ev * self.rounds, 6),
                "std_dev": root(found.variance * self.rounds),
                "chance_ahead": ahead.value,
                "chance_ahead_method": ahead.method,
            }
        if self.rounds is not None and self.bankroll is not None:
            ruin = chance_of_ruin(found, self.rounds, self.bankroll)
            told |= {
                "bankroll": self.bankroll,
                "chance_of_ruin": ruin.value,
                "chance_of_ruin_method": ruin.method,
            }
        if self.bet is not None and self.per_hour is not None:
            bet = fixed or self.bet
            hourly = -found.ev * bet * self.per_hour
            told |= {
                "bet": dollars(bet),
                "rounds_per_hour": self.per_hour,
                "theoretical_win_per_hour": dollars(round(hourly)),
                "theoretical_win_per_hour_exact": ratio(hourly / 100),
            }
        return told
