"""Saigon 5 Card a second time: by where the joker lies, every pair of hands, without inclusion and exclusion.

Point Counts are worked out here from the chapter's words, not by the package's ranking.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest

from feltlaw.mathematics.saigon import analyze_main
from feltlaw.submission import Submission

pytestmark = pytest.mark.proof

CARDS = {value: 16 if value == 10 else 4 for value in range(1, 11)}
JOKER = 0
Values = tuple[int, ...]


def point_counts(values: Values) -> set[int]:
    """Every Point Count five cards can qualify with."""
    found = set()
    for three in combinations(range(5), 3):
        inside = [values[at] for at in three]
        outside = [values[at] for at in range(5) if at not in three]
        if any(sum(each) in (10, 20, 30) for each in product(*map(worth, inside))):
            totals = [sum(each) for each in product(*map(worth, outside))]
            found.add(max(total - 10 if total > 10 else total for total in totals))
    return found


def worth(value: int) -> tuple[int, ...]:
    return (3, 6, 9) if value == JOKER else (value,)


@cache
def hands(joker: bool) -> list[tuple[dict[int, int], int, list[int]]]:
    """Classes of five cards: how many cards of each value, the ways to hold them, and their Point Counts."""
    found = []
    for values in combinations_with_replacement(range(1, 11), 4 if joker else 5):
        held = Counter(values)
        ways = prod(comb(CARDS[value], many) for value, many in held.items())
        if ways:
            counts = sorted(point_counts((JOKER, *values) if joker else values)) or [0]
            found.append((dict(held), ways, counts))
    return found


def net(mine: int, dealers: int) -> int:
    """In halves of the Ante, as 680a.11(d) and 680a.12 say."""
    won = 1 if mine == 5 else 2
    if mine == 0 or dealers == 0:
        return 0 if mine == dealers else won if mine else -2
    return 0 if mine == dealers else won if mine > dealers else -2


def dealers_against(held: dict[int, int], joker: bool) -> list[int]:
    """The dealer's hands by Point Count, from the cards that are left."""
    left = [comb(CARDS[value] - held.get(value, 0), many) for value in range(1, 11) for many in range(6)]
    found = [0] * 11
    for theirs, _, counts in hands(joker):
        ways = 1
        for value, many in theirs.items():
            ways *= left[6 * value - 6 + many]
        found[counts[-1]] += ways
    return found


def test_by_where_the_joker_lies() -> None:
    best = highest = deals = 0
    for mine_has, theirs_has in ((False, False), (True, False), (False, True)):
        for held, ways, counts in hands(mine_has):
            dealers = dealers_against(held, theirs_has)
            values = {
                mine: sum(many * net(mine, theirs) for theirs, many in enumerate(dealers)) for mine in counts
            }
            deals += ways * sum(dealers)
            highest += ways * values[counts[-1]]
            if not mine_has:
                best += ways * values[counts[-1]]
                assert len(counts) == 1
            else:
                best += ways * max(values.values())
    assert deals == comb(53, 5) * comb(48, 5)
    found = analyze_main(Submission.from_data({"regulation": "PA-680a"}))
    assert found.ev == Fraction(best, 2 * deals)
    assert found.strategy is not None
    assert found.strategy.compared[0].ev == Fraction(highest, 2 * deals)


def test_the_best_setting_does_not_depend_on_where_the_joker_is_counted() -> None:
    """A hand without the joker has one Point Count, so the choice never depends on the dealer's joker."""
    assert all(len(counts) == 1 for _, _, counts in hands(False))
