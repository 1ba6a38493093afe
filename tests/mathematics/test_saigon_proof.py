"""Saigon 5 Card a second time: by where the joker lies, every pair of hands, without inclusion and exclusion.

Point Counts are worked out here from the chapter's words, not by the package's ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest

from feltlaw.cards import show
from feltlaw.mathematics import WagerAnalysis, analyze
from feltlaw.mathematics.outcomes import root
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.saigon import analyze_main
from feltlaw.mathematics.saigon_game import ShowdownGame
from feltlaw.mathematics.volatility import Session
from tests.support.figures import Figures
from tests.support.math_checks import settled, submission
from tests.support.side_deals import groups

pytestmark = pytest.mark.proof

CARDS = {value: 16 if value == 10 else 4 for value in range(1, 11)}
JOKER = 0
DEALS = comb(53, 5) * comb(48, 5)
METHOD = "by where the joker lies, hand by hand"
Values = tuple[int, ...]


def point_counts(values: Values) -> set[int]:
    """Every Point Count five cards can qualify with."""
    found = set()
    for three in combinations(range(5), 3):
        inside = [values[at] for at in three]
        outside = [values[at] for at in range(5) if at not in three]
        if any(sum(each) in (10, 20, 30) for each in product(*map(values_of, inside))):
            totals = [sum(each) for each in product(*map(values_of, outside))]
            found.add(max(total - 10 if total > 10 else total for total in totals))
    return found


def values_of(value: int) -> tuple[int, ...]:
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


def net(mine: int, dealers: int, cap: Fraction | None = None) -> Fraction:
    """Per unit of the Ante, as 680a.11(d) and 680a.12 say; `cap` is the payout limit, per unit."""
    won = Fraction(1, 2) if mine == 5 else Fraction(1)
    won = won if cap is None else min(won, cap)
    if mine == dealers:
        return Fraction(0)
    return won if mine > dealers else Fraction(-1)


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


def dealers_with(held: dict[int, int], card: int) -> list[int]:
    """The dealer's hands without the joker that hold one certain card of this value, by Point Count."""
    taken = {**held, card: held.get(card, 0) + 1}
    found = [0] * 11
    for theirs, _, counts in hands(False):
        if theirs.get(card):
            rest = {**theirs, card: theirs[card] - 1}
            found[counts[-1]] += prod(
                comb(CARDS[value] - taken.get(value, 0), many) for value, many in rest.items()
            )
    return found


@cache
def against() -> list[tuple[int, list[int], list[int]]]:
    """Every class of player's hands, the joker here, there or nowhere: ways, Point Counts, dealers."""
    return [
        (ways, counts, dealers_against(held, theirs_has))
        for mine_has, theirs_has in ((False, False), (True, False), (False, True))
        for held, ways, counts in hands(mine_has)
    ]


def worth(dealers: list[int], mine: int, cap: Fraction | None = None) -> Fraction:
    return sum((many * net(mine, theirs, cap) for theirs, many in enumerate(dealers)), Fraction(0))


Pick = Callable[[list[int], list[int]], int]


def value(pick: Pick, cap: Fraction | None = None) -> Fraction:
    """The mean result of a way of setting: it is given the Point Counts there are, and the dealer's hands."""
    total = Fraction(0)
    for ways, counts, dealers in against():
        total += ways * worth(dealers, pick(counts, dealers), cap)
    return total / DEALS


def best(cap: Fraction | None = None) -> Pick:
    return lambda counts, dealers: max(counts, key=lambda mine: worth(dealers, mine, cap))


WAYS: dict[str, Pick] = {
    "the house way": lambda counts, _: counts[-1],
    "never a 5": lambda counts, _: counts[-2] if counts[-1] == 5 and len(counts) > 1 else counts[-1],
    "the lowest": lambda counts, _: counts[0],
}


def test_by_where_the_joker_lies(figure: Figures) -> None:
    found = analyze_main(ShowdownGame(submission("PA-680a")))
    compare = figure.of("PA-680a", "ante")
    assert sum(ways * sum(dealers) for ways, _, dealers in against()) == DEALS
    compare("expected value", found.ev, value(best()), METHOD)
    assert found.strategy is not None
    for way in found.strategy.compared:
        compare(f"played as: {way.name}", way.ev, value(WAYS[way.name]), METHOD)
    by_net: Counter[Fraction] = Counter()
    for ways, counts, dealers in against():
        mine = best()(counts, dealers)
        for theirs, many in enumerate(dealers):
            by_net[net(mine, theirs)] += ways * many
    assert dict(sorted(by_net.items())) == found.distribution.by_net
    square = sum((many * one**2 for one, many in by_net.items()), Fraction(0)) / DEALS
    compare("standard deviation", found.distribution.std_dev, root(square - value(best()) ** 2), METHOD)
    ahead = Fraction(sum(many for one, many in by_net.items() if one > 0), DEALS)
    compare("hit frequency", found.distribution.hit_frequency, ahead, METHOD)
    points = found.more["point_counts"]
    assert isinstance(points, dict)
    for count, often in points["dealer"].items():
        # a hand is the dealer's as often as it is the player's
        second = sum(ways * sum(dealers) for ways, counts, dealers in against() if counts[-1] == int(count))
        compare(f"dealer holds Point Count {count}", Fraction(often), Fraction(second, DEALS), METHOD)


def test_a_dealers_card_seen(figure: Figures) -> None:
    """Only a hand with the joker has a choice; each of the other 48 cards may be seen."""
    total = Fraction(0)
    for ways, counts, dealers in against():
        if len(counts) == 1:
            total += 5 * ways * worth(dealers, counts[0])
    for held, ways, counts in hands(True):
        if len(counts) > 1:
            for card, many in CARDS.items():
                left = many - held.get(card, 0)
                if left:
                    dealers = dealers_with(held, card)
                    total += ways * left * max(worth(dealers, mine) for mine in counts)
    (exposure,) = analyze_main(ShowdownGame(submission("PA-680a"))).exposures
    figure.of("PA-680a", "ante")(f"{exposure.seen} seen", exposure.ev, total / (5 * DEALS), METHOD)


@pytest.mark.parametrize("bet", [40_000_00, 60_000_00, 150_000_00])
def test_under_a_payout_limit(bet: int, figure: Figures) -> None:
    limits = {"minimum": 10, "maximum": 200_000, "payout_limit": 50_000}
    entry = analyze(submission("PA-680a", limits=limits), session=Session(bet=bet)).wagers["ante"]
    assert isinstance(entry, WagerAnalysis)
    limit = entry.more["payout_limit"]
    assert isinstance(limit, dict)
    cap = Fraction(50_000_00, bet)
    compare = figure.of("PA-680a", "ante", f"payout limit $50,000, Ante ${bet // 100:,}")
    compare("expected value", Fraction(limit["at"]["ev"]), value(best(cap), cap), METHOD)


@pytest.mark.parametrize("units", [Fraction(1), Fraction(3)])
def test_played_together(units: Fraction, figure: Figures) -> None:
    """The Bonus is read from all five cards: however they are set, it is settled the same."""
    chosen = submission("PA-680a", wagers={"bonus": {}})
    engine = analyze(chosen, stakes={"bonus": units}).together
    assert engine is not None
    bonus = Fraction(0)
    counted = groups(chosen, "bonus")
    rules = Rules(chosen)
    for group in counted.groups:
        five = group.cards["player"]
        nets = set()
        for three in combinations(five, 3):
            said = [f"set {show(three)}"]
            stakes = rules.stakes("ante", "bonus")
            lines = settled(rules.scenario(stakes, player=five, decisions=said), chosen).lines
            nets |= {Fraction(line.net, line.stake) for line in lines if line.id == "bonus"}
        (one,) = nets
        bonus += Fraction(group.count, counted.total) * one
    compare = figure.of("PA-680a", "together", f"bonus: {units}")
    method = "every setting of every kind settled"
    compare("best play for all of them", engine.ev, value(best()) + units * bonus, method)


def test_the_best_setting_does_not_depend_on_where_the_joker_is_counted() -> None:
    """A hand without the joker has one Point Count, so the choice never depends on the dealer's joker."""
    assert all(len(counts) == 1 for _, _, counts in hands(False))
