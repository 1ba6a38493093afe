"""Bounds for a long session of a wager that lives on a rare win, where its sums are too many to count.

Let A be: at least one win of w or more in N rounds, each with the chance q.

- Ahead without A: the other results alone come to more than nothing, which Chernoff's bound makes small.
- Behind in spite of A: some round won w, and the N - 1 others lost at least that; the same bound again.

So the chance to be ahead lies between P(A) - N · q · P(the others lose w) and P(A) + P(ahead without A), for
every w; the best of both are taken. Floats only choose where a bound is read off, never what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from math import exp

from feltlaw.mathematics.outcomes import Distribution

_UP = Context(prec=40, rounding=ROUND_CEILING, Emin=-10_000_000, Emax=10_000_000)
SLACK = Decimal("1e-25")
"""More than what functions of so many digits lose."""
LEAST = Decimal("1e-40")
"""Bounds below this are not told apart."""
PLACES = 10**20
HIGHEST, HALVES = 1e3, 40


def bounds_ahead(found: Distribution, rounds: int) -> tuple[Fraction, Fraction]:
    """Between what the chance to be ahead lies."""
    results = [(net, Fraction(many, found.total)) for net, many in found.by_net.items()]
    low, high = Fraction(0), Fraction(1)
    for rare in [net for net, _ in results if net > 0] + [results[-1][0] + 1]:
        chance = sum((share for net, share in results if net >= rare), Fraction(0))
        least, most = _at_least_once(chance, rounds)
        without = [(net, share) for net, share in results if net < rare]
        high = min(high, most + _above(without, Fraction(0), rounds))
        if chance:
            opposite = [(-net, share) for net, share in results]
            low = max(low, least - rounds * chance * _above(opposite, rare, rounds - 1))
    return low, high


def _at_least_once(chance: Fraction, rounds: int) -> tuple[Fraction, Fraction]:
    """1 - (1 - q)^N from below and from above."""
    if chance in (0, 1):
        return chance, chance
    never = Fraction(max(LEAST, _power(1 - chance, rounds)))
    return max(Fraction(0), 1 - never - Fraction(SLACK)), min(Fraction(1), 1 - never + Fraction(SLACK))


def _power(base: Fraction, times: int) -> Decimal:
    """A power of a number below one, to more digits than are asked for."""
    wide = Context(prec=60, Emin=-10_000_000, Emax=10_000_000)
    logarithm = wide.ln(wide.divide(Decimal(base.numerator), Decimal(base.denominator)))
    return wide.exp(wide.multiply(logarithm, Decimal(times)))


NetChances = Sequence[tuple[Fraction, Fraction]]


def _above(results: NetChances, least: Fraction, rounds: int) -> Fraction:
    """At most this is the chance that so many rounds come to `least` or more: E[exp(t·X)]^N / exp(t·least).

    It holds for every t above 0, also where the shares sum to less than one.
    """
    tilt = _best_tilt(results, least, rounds)
    if not tilt:
        return Fraction(1)
    mean = Decimal(0)
    for net, share in results:
        raised = _UP.multiply(_UP.exp(_decimal(net * tilt)), 1 + SLACK)
        mean = _UP.add(mean, _UP.multiply(raised, _decimal(share)))
    power = _UP.multiply(_UP.ln(_UP.multiply(mean, 1 + SLACK)), Decimal(rounds))
    power = _UP.subtract(power, _decimal(least * tilt))
    if power >= 0:
        return Fraction(1)
    return min(Fraction(1), Fraction(max(LEAST, _UP.multiply(_UP.exp(power), 1 + rounds * SLACK))))


def _decimal(value: Fraction) -> Decimal:
    """No less than the value."""
    return _UP.divide(Decimal(value.numerator), Decimal(value.denominator))


def _best_tilt(results: NetChances, least: Fraction, rounds: int) -> Fraction:
    """About the t with the smallest bound; 0 where none helps."""
    nets = [(float(net), float(share)) for net, share in results]
    goal, highest = float(least) / max(1, rounds), max(net for net, _ in nets)

    def slope(tilt: float) -> float:
        weights = [(net, share * exp(tilt * (net - highest))) for net, share in nets]
        return sum(net * weight for net, weight in weights) / sum(weight for _, weight in weights) - goal

    low, high = 0.0, 1 / max(abs(net) for net, _ in nets)
    while slope(high) < 0 and high < HIGHEST:
        low, high = high, 2 * high
    for _ in range(HALVES):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return Fraction(round(low * PLACES), PLACES)
