"""The sum of many rounds: its distribution on whole steps, exactly or to a bounded number of digits.

Net results lie on a lattice, so a round is a polynomial whose exponents are steps above the lowest result,
and N rounds are its N-th power. Two ways lead there:

- `coefficients`: exact, one after the other, from the lowest up;
- `mass_below`: chances cut off after `DIGITS` decimal places, power after power by squaring. Everything that
  is cut off is added up, so the true value lies between two known ones.

A square of many thousand chances is one product of two long decimals, each chance a slot of it: the decimal
module multiplies them in nearly linear time, which the integers of Python do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Inexact
from fractions import Fraction
from itertools import islice
from math import gcd, lcm

from feltlaw.mathematics.outcomes import Distribution

DIGITS = 20
"""Decimal places of a chance."""
ONE = 10**DIGITS
FEWEST_CUT, ALL_CUT = 100, 10**9
"""What may be cut off at either end, in units of the last place: after one step; in a long session in all."""
LONG = 20_000
"""Rounds from which a session is long: seven digits of it will do."""
SLOT = 2 * DIGITS + 1
"""Digits of a slot: a sum of products of chances is at most one."""
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])


@dataclass(frozen=True, slots=True)
class Steps:
    """A distribution on whole steps from 0: net = lowest + step * size."""

    counts: Mapping[int, int]
    total: int
    lowest: Fraction
    size: Fraction

    @property
    def most(self) -> int:
        return max(self.counts)

    def ahead_from(self, rounds: int) -> int:
        """The fewest steps in so many rounds that are more than nothing won."""
        return int(-rounds * self.lowest / self.size) + 1 if self.lowest <= 0 else 0


def steps_of(found: Distribution) -> Steps:
    """The net results of one round as steps, as coarse as they may be."""
    nets = [net for net, many in found.by_net.items() if many]
    lowest = min(nets)
    unit = lcm(*(net.denominator for net in nets))
    whole = [int((net - lowest) * unit) for net in nets]
    common = gcd(*whole) or 1
    counts = {step // common: found.by_net[net] for step, net in zip(whole, nets, strict=True)}
    shared = gcd(*counts.values(), found.total)
    counts = {step: many // shared for step, many in counts.items()}
    return Steps(counts, found.total // shared, lowest, Fraction(common, unit))


def coefficients(steps: Steps, rounds: int) -> Iterator[int]:
    """In how many of `total ** rounds` ways the rounds come to 0, 1, 2, ... steps.

    Each number follows from those before it, in whole numbers, by the recurrence that
    P · (P^n)' = n · P' · P^n gives.
    """
    first = steps.counts[0]
    others = [(step, many) for step, many in steps.counts.items() if step]
    found = [first**rounds]
    yield found[0]
    while True:
        at = len(found)
        whole = sum(
            (step * (rounds + 1) - at) * many * found[at - step] for step, many in others if step <= at
        )
        found.append(whole // (at * first))
        yield found[-1]


def count_below(steps: Steps, rounds: int, end: int) -> int:
    """How many ways come to fewer than `end` steps, exactly."""
    return sum(islice(coefficients(steps, rounds), end))


@dataclass(frozen=True, slots=True)
class _Window:
    """Chances of the sums from `first` steps up, rounded down; no more than `missing` was lost so far."""

    first: int
    slots: list[int]
    missing: int


def mass_below(steps: Steps, rounds: int, end: int, most_slots: int) -> tuple[Fraction, Fraction] | None:
    """Between what two values the chance of fewer than `end` steps lies; None where that takes too long.

    `most_slots` bounds the work: so many slots are squared in all.
    """
    work = 0
    # what goes beyond the end never comes back
    one = [steps.counts.get(at, 0) * ONE // steps.total for at in range(min(steps.most + 1, end))]
    window, played = _Window(0, one, len(steps.counts)), 1
    for bit in f"{rounds:b}"[1:]:
        work += len(window.slots)
        if work > most_slots:
            return None
        window, played = _squared(window, end), 2 * played
        if bit == "1":
            window, played = _one_more(window, steps, end), played + 1
        # what is cut off now is multiplied as often as these rounds go into all of them
        window = _trimmed(window, max(FEWEST_CUT, ALL_CUT * played // rounds if rounds >= LONG else 0))
    low = sum(window.slots)
    return Fraction(low, ONE), Fraction(min(ONE, low + window.missing), ONE)


def _squared(one: _Window, end: int) -> _Window:
    many = len(one.slots)
    if not many:
        return _Window(2 * one.first, [], 2 * one.missing)
    packed = _EXACT.create_decimal("".join([f"{slot:0{SLOT}d}" for slot in reversed(one.slots)]))
    size = 2 * many - 1
    text = str(_EXACT.multiply(packed, packed)).zfill(SLOT * size)
    top = len(text)
    kept = max(0, min(size, end - 2 * one.first))
    slots = [int(text[top - SLOT * (at + 1) : top - SLOT * at - DIGITS]) for at in range(kept)]
    # (a + e)² - a² is at most 2e where all of it is at most one, and each slot loses less than a unit
    return _Window(2 * one.first, slots, 2 * one.missing + len(slots))


def _one_more(one: _Window, steps: Steps, end: int) -> _Window:
    """The same with one round more."""
    room = max(0, min(end - one.first, len(one.slots) + steps.most))
    slots = [0] * room
    for step, many in steps.counts.items():
        if step < room:
            part = one.slots[: room - step]
            place = slice(step, step + len(part))
            slots[place] = [sum_ + many * slot for sum_, slot in zip(slots[place], part, strict=True)]
    return _Window(one.first, [slot // steps.total for slot in slots], one.missing + room)


def _trimmed(one: _Window, most: int) -> _Window:
    """Without the ends that hold next to nothing."""
    slots = one.slots
    start, below = 0, 0
    while start < len(slots) and below + slots[start] <= most:
        below += slots[start]
        start += 1
    end, above = len(slots), 0
    while end > start and above + slots[end - 1] <= most:
        above += slots[end - 1]
        end -= 1
    return _Window(one.first + start, slots[start:end], one.missing + below + above)
