"""How results spread: sums of rounds counted exactly, and sessions that end in ruin."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from feltlaw.mathematics import AnalysisError, analyze
from feltlaw.mathematics.model import Distribution, Row, decimal
from feltlaw.mathematics.volatility import (
    DIGITS,
    EXACT,
    NORMAL,
    Session,
    chance_ahead,
    chance_of_ruin,
)
from tests.math_checks import submission


def coin(*nets: tuple[Fraction | int, int]) -> Distribution:
    rows = tuple(Row(str(at), many, Fraction(net)) for at, (net, many) in enumerate(nets))
    return Distribution(rows, sum(many for _, many in nets))


SMALL = [
    coin((1, 1), (-1, 1)),
    coin((2, 1), (-1, 3)),
    coin((Fraction(3, 2), 2), (Fraction(-1, 2), 3), (-1, 1)),
    coin((100, 1), (1, 4), (0, 2), (-2, 5)),
]


def sums(found: Distribution, rounds: int) -> Counter[Fraction]:
    """Every sum by looking at all sequences."""
    counted: Counter[Fraction] = Counter()
    for rows in product(found.rows, repeat=rounds):
        ways = 1
        for row in rows:
            ways *= row.combinations
        counted[sum((row.net for row in rows), Fraction(0))] += ways
    return counted


@pytest.mark.parametrize("found", SMALL)
@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
def test_chance_ahead_against_all_sequences(found: Distribution, rounds: int) -> None:
    counted = sums(found, rounds)
    ahead = Fraction(sum(many for net, many in counted.items() if net > 0), found.total**rounds)
    chance = chance_ahead(found, rounds)
    assert (chance.exact, chance.method) == (ahead, EXACT)


@pytest.mark.parametrize("found", SMALL)
def test_long_sessions_agree_with_exact_ones(found: Distribution, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = chance_ahead(found, 60)
    monkeypatch.setattr("feltlaw.mathematics.volatility.EXACT_BITS", 0)
    rounded = chance_ahead(found, 60)
    assert rounded.method == DIGITS
    assert exact.exact is not None
    assert rounded.value == decimal(exact.exact, len(rounded.value) - 2)


def test_the_normal_approximation_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = SMALL[0]
    exact = chance_ahead(found, 101)
    monkeypatch.setattr("feltlaw.mathematics.volatility.EXACT_BITS", 0)
    monkeypatch.setattr("feltlaw.mathematics.volatility.WIDEST", 0)
    near = chance_ahead(found, 101)
    assert near.method == NORMAL
    assert abs(float(near.value) - float(exact.value)) < 0.05


def test_sure_things() -> None:
    assert chance_ahead(coin((1, 1)), 5).value == decimal(1)
    assert chance_ahead(coin((-1, 1)), 5).value == decimal(0)


@pytest.mark.parametrize("found", SMALL)
@pytest.mark.parametrize(("rounds", "bankroll"), [(3, 1), (5, 2), (5, 3)])
def test_ruin_against_all_sequences(found: Distribution, rounds: int, bankroll: int) -> None:
    ruined = 0
    for rows in product(found.rows, repeat=rounds):
        ways, money, lost = 1, Fraction(bankroll), False
        for row in rows:
            ways *= row.combinations
            money += row.net
            lost = lost or money <= 0
        ruined += ways if lost else 0
    chance = chance_of_ruin(found, rounds, bankroll)
    assert chance.method == DIGITS
    assert chance.value == decimal(Fraction(ruined, found.total**rounds), len(chance.value) - 2)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(AnalysisError, match="rounds"):
        chance_ahead(SMALL[0], 0)
    with pytest.raises(AnalysisError, match="bankroll"):
        chance_of_ruin(SMALL[0], 5, 0)
    with pytest.raises(AnalysisError, match="too many"):
        chance_of_ruin(SMALL[3], 100_000, 10_000)


def test_moments() -> None:
    found = coin((1, 1), (-1, 1))
    assert (found.ev, found.variance) == (Fraction(0), Fraction(1))
    assert (found.std_dev, found.skewness) == ("1.000000", "0.000000")
    skewed = coin((3, 1), (-1, 3))
    assert skewed.ev == 0
    assert skewed.variance == 3
    assert skewed.skewness_squared == Fraction(24, 4) ** 2 / 27


def test_a_session_at_the_table() -> None:
    session = Session(rounds=100, bankroll=30, bet=1000, per_hour=40)
    ante = analyze(submission("PA-649a"), session=session).to_json()["wagers"]["ante"]["session"]
    assert ante["chance_ahead"] == "0.4041692152"
    assert ante["theoretical_win_per_hour"] == "13.49"
    assert Fraction(ante["theoretical_win_per_hour_exact"]) == Fraction(686689, 20358520) * 400
    assert ante["chance_of_ruin_method"] == DIGITS


def test_a_wager_of_one_amount_is_reckoned_at_it() -> None:
    chosen = submission("PA-649a", wagers={"three_card_progressive": {"amount": 5}})
    told = analyze(chosen, session=Session(bet=1000, per_hour=10)).to_json()["wagers"]
    assert told["three_card_progressive"]["session"]["bet"] == "5.00"
    assert told["ante"]["session"]["bet"] == "10.00"


def test_counts_that_do_not_sum_are_refused() -> None:
    with pytest.raises(ArithmeticError, match="2 combinations counted, of 3"):
        Distribution((Row("a", 2, Fraction(1)),), 3)
