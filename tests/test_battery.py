"""The laboratories' list of tests for chance (S-64), on numbers and decks as tables use them.

Each gives how many standard deviations the sample lies from what equal chances lead to, and each is held
against a bad source that it has to find.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import factorial, log, sqrt

import pytest

from feltlaw.shuffle import SeededSource, Source, SystemSource, below, shuffle

MOST = 6.0
"""Standard deviations. A good generator passes this once in some hundred million runs."""
BOUND = 52
Draws = Sequence[int]


def off_by(found: Mapping[int, int], chances: Mapping[int, Fraction]) -> float:
    """Chi-square of counts against chances that add up to one, in standard deviations."""
    many = sum(found.values())
    off = sum((found.get(cell, 0) - many * float(p)) ** 2 / (many * float(p)) for cell, p in chances.items())
    free = len(chances) - 1
    return float((off - free) / sqrt(2 * free))


def even(cells: int) -> dict[int, Fraction]:
    return dict.fromkeys(range(cells), Fraction(1, cells))


def groups(draws: Draws, size: int) -> Iterator[tuple[int, ...]]:
    """So many at a time, none twice; what is left over is left out."""
    return zip(*[iter(draws)] * size, strict=False)


def frequency(draws: Draws) -> float:
    return off_by(Counter(draws), even(BOUND))


def serial(draws: Draws) -> float:
    """Each number with the next one, no number twice."""
    return off_by(Counter(one * BOUND + two for one, two in groups(draws, 2)), even(BOUND**2))


def overlaps(draws: Draws) -> float:
    """Pairs that share a number: their chi-square less that of the numbers is again one (Good 1953)."""
    pairs = Counter(one * BOUND + two for one, two in itertools.pairwise([*draws, draws[0]]))
    many = len(draws)

    def psi(counts: Mapping[int, int], cells: int) -> float:
        return cells / many * sum(count * count for count in counts.values()) - many

    free = BOUND**2 - BOUND
    return (psi(pairs, BOUND**2) - psi(Counter(draws), BOUND) - free) / sqrt(2 * free)


def gaps(draws: Draws) -> float:
    """How many numbers pass between two of the lowest quarter."""
    found: Counter[int] = Counter()
    longest, waited = 12, 0
    for draw in draws:
        if draw < BOUND // 4:
            found[min(waited, longest)] += 1
            waited = 0
        else:
            waited += 1
    low, high = Fraction(1, 4), Fraction(3, 4)
    chances = {length: high**length * low for length in range(longest)}
    return off_by(found, chances | {longest: high**longest})


@cache
def onto(things: int, classes: int) -> int:
    """Ways to put so many things into so many classes, none empty, the classes alike (Stirling)."""
    if things == classes:
        return 1
    if not 0 < classes < things:
        return 0
    return classes * onto(things - 1, classes) + onto(things - 1, classes - 1)


def poker(draws: Draws) -> float:
    """Different values among five."""
    values, hand = 13, 5
    found = Counter(len({one % values for one in five}) for five in groups(draws, hand))
    ways = {
        kinds: onto(hand, kinds) * factorial(values) // factorial(values - kinds) for kinds in range(1, 6)
    }
    chances = {kinds: Fraction(many, values**hand) for kinds, many in ways.items()}
    rare = chances.pop(1)
    found[2] += found.pop(1, 0)
    return off_by(found, chances | {2: chances[2] + rare})


def coupons(draws: Draws) -> float:
    """How many numbers until every suit has come."""
    suits, longest = 4, 20
    found: Counter[int] = Counter()
    seen: set[int] = set()
    taken = 0
    for draw in draws:
        seen.add(draw % suits)
        taken += 1
        if len(seen) == suits:
            found[min(taken, longest)] += 1
            seen, taken = set(), 0
    chances = {
        length: Fraction(factorial(suits) * onto(length - 1, suits - 1), suits**length)
        for length in range(suits, longest)
    }
    return off_by(found, chances | {longest: 1 - sum(chances.values(), Fraction(0))})


def permutations(draws: Draws) -> float:
    """Orders of four numbers, those with equal ones left out."""
    fours = [four for four in groups(draws, 4) if len(set(four)) == len(four)]
    orders = list(itertools.permutations(range(4)))
    found = Counter(orders.index(tuple(sorted(four).index(one) for one in four)) for four in fours)
    return off_by(found, even(factorial(4)))


def threes(draws: Draws) -> list[int]:
    """Numbers of three draws each, of which hardly two are equal."""
    return [(one * BOUND + two) * BOUND + three for one, two, three in groups(draws, 3)]


def runs(draws: Draws) -> float:
    """Lengths of rises; the number after a rise is left out, so that they do not hang together (Knuth)."""
    numbers, longest, at = threes(draws), 6, 0
    found: Counter[int] = Counter()
    while at < len(numbers) - 20:
        length = 1
        while numbers[at + length] > numbers[at + length - 1]:
            length += 1
        found[min(length, longest)] += 1
        at += length + 1
    chances = {
        length: Fraction(1, factorial(length)) - Fraction(1, factorial(length + 1))
        for length in range(1, longest)
    }
    return off_by(found, chances | {longest: Fraction(1, factorial(longest))})


def correlation(draws: Draws) -> float:
    """A number and the next one, as a coefficient times the root of their count."""
    return _correlated(draws[:-1], draws[1:])


def _correlated(one: Draws, two: Draws) -> float:
    middle, many = (BOUND - 1) / 2, len(one)
    together = sum((a - middle) * (b - middle) for a, b in zip(one, two, strict=True))
    return together / many / ((BOUND**2 - 1) / 12) * sqrt(many)


def kolmogorov(draws: Draws) -> float:
    """The greatest distance from the straight line, against the bound of its own law (2e-9)."""
    many = threes(draws)
    far = max(
        max((at + 1) / len(many) - one / BOUND**3, one / BOUND**3 - at / len(many))
        for at, one in enumerate(sorted(many))
    )
    return far * sqrt(len(many)) / sqrt(log(2 / 2e-9) / 2) * MOST


ON_DRAWS = (
    *(frequency, serial, overlaps, gaps, poker, coupons, permutations, runs, correlation, kolmogorov),
)


def interplay(orders: Sequence[Draws]) -> float:
    """The same place in one deck and in the next."""
    return _correlated(
        [card for order in orders[:-1] for card in order], [card for order in orders[1:] for card in order]
    )


def neighbours(orders: Sequence[Draws]) -> float:
    """Cards that lie on the one they lay on in a new deck: one in each order, on average."""
    found = sum(two - one == 1 for order in orders for one, two in itertools.pairwise(order))
    many = len(orders) * (BOUND - 1)
    return (found - many / BOUND) / sqrt(many / BOUND * (1 - 1 / BOUND))


ON_DECKS = (interplay, neighbours)


def drawn(source: Source, many: int) -> list[int]:
    return [below(source, BOUND) for _ in range(many)]


def dealt(source: Source, many: int) -> list[Draws]:
    return [shuffle(source).order for _ in range(many)]


@pytest.mark.clause("S-60", "S-61", "S-64")
@pytest.mark.parametrize("test", ON_DRAWS)
def test_numbers(test: Callable[[Draws], float]) -> None:
    assert abs(test(drawn(SeededSource("battery"), 60_000))) < MOST


@pytest.mark.clause("S-61", "S-64")
@pytest.mark.parametrize("test", ON_DECKS)
def test_decks(test: Callable[[Sequence[Draws]], float]) -> None:
    assert abs(test(dealt(SeededSource("battery of decks"), 1_500))) < MOST


@pytest.mark.proof
@pytest.mark.clause("S-60", "S-61", "S-64")
def test_the_operating_systems_generator_at_length() -> None:
    draws, orders = drawn(SystemSource(), 3_000_000), dealt(SystemSource(), 60_000)
    off = {test.__name__: test(draws) for test in ON_DRAWS} | {
        test.__name__: test(orders) for test in ON_DECKS
    }
    assert {name: found for name, found in off.items() if abs(found) > MOST} == {}


# ── sources that are bad in one way each ──


def bad(numbers: Iterator[int]) -> list[int]:
    return list(itertools.islice(numbers, 60_000))


def _good() -> Iterator[int]:
    source = SeededSource("what is spoilt")
    while True:
        yield below(source, BOUND)


def favoured() -> Iterator[int]:
    """A remainder where a new draw should be."""
    source = SeededSource("remainder")
    while True:
        yield source.take(1)[0] % BOUND


def sticky() -> Iterator[int]:
    """Now and then the number before, once more a little higher."""
    last = 0
    for at, one in enumerate(_good()):
        last = (last + 1) % BOUND if at % 7 == 0 else one
        yield last


def swinging() -> Iterator[int]:
    """High after low more often than chance has it."""
    last = 0
    for at, one in enumerate(_good()):
        last = BOUND - 1 - last if at % 6 == 0 else one
        yield last


def low() -> Iterator[int]:
    """Now and then the lower of two."""
    source = _good()
    for at, one in enumerate(source):
        yield min(one, next(source)) if at % 8 == 0 else one


def alternating() -> Iterator[int]:
    """Three from one half of the deck, three from the other."""
    for at, one in enumerate(_good()):
        yield one % (BOUND // 2) + BOUND // 2 * (at // 3 % 2)


def in_turn() -> Iterator[int]:
    """Everything once before anything comes again: more even than chance."""
    source = SeededSource("in turn")
    while True:
        yield from shuffle(source).order


FOUND_IN: dict[Callable[[Draws], float], Callable[[], Iterator[int]]] = {
    frequency: favoured,
    serial: sticky,
    overlaps: sticky,
    gaps: in_turn,
    poker: in_turn,
    coupons: in_turn,
    permutations: swinging,
    runs: alternating,
    correlation: swinging,
    kolmogorov: low,
}


@pytest.mark.clause("S-64")
@pytest.mark.parametrize("test", ON_DRAWS)
def test_a_bad_source_is_found(test: Callable[[Draws], float]) -> None:
    assert abs(test(bad(FOUND_IN[test]()))) > MOST


@pytest.mark.clause("S-64")
def test_decks_that_hang_together_are_found() -> None:
    good = dealt(SeededSource("good"), 1_500)
    again = [order for order in good[:750] for _ in range(2)]
    assert abs(interplay(again)) > MOST
    riffled = [[*range(at % 52, 52), *range(at % 52)] for at in range(1_500)]
    assert abs(neighbours(riffled)) > MOST
    assert abs(neighbours(good)) < MOST
