"""How results spread: sums of rounds counted exactly, and sessions that end in ruin."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from feltlaw.mathematics import AnalysisError, analyze
from feltlaw.mathematics.outcomes import Distribution, OutcomeRow, decimal
from feltlaw.mathematics.rare_wins import bounds_ahead
from feltlaw.mathematics.ruin import Ruin
from feltlaw.mathematics.sums import count_below, mass_below, steps_of
from feltlaw.mathematics.volatility import (
    BOUNDS,
    DIGITS,
    EXACT,
    NORMAL,
    NOT_COMPUTED,
    Session,
    chance_ahead,
    chance_of_ruin,
)
from tests.support.math_checks import submission


def coin(*nets: tuple[Fraction | int, int]) -> Distribution:
    rows = tuple(OutcomeRow(str(at), many, Fraction(net)) for at, (net, many) in enumerate(nets))
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


@pytest.mark.parametrize(
    ("found", "rounds"), [(SMALL[0], 101), (coin((2, 10), (-1, 21)), 1001), (SMALL[2], 501)]
)
def test_the_normal_approximation_says_so(
    found: Distribution, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = chance_ahead(found, rounds)
    monkeypatch.setattr("feltlaw.mathematics.volatility.EXACT_BITS", 0)
    monkeypatch.setattr("feltlaw.mathematics.volatility.MOST_SLOTS", 0)
    near = chance_ahead(found, rounds)
    assert near.method == NORMAL
    assert abs(Fraction(near.value) - Fraction(exact.value)) < Fraction(1, 1000)


JACKPOT = coin((1_000_000, 1), (5, 300_000), (-1, 20_000_000))
"""One win in twenty million carries a fifth of what is paid back."""


@pytest.mark.parametrize("rounds", [1_000, 150_000, 250_000, 900_000])
def test_a_rare_win_is_never_called_normal(rounds: int) -> None:
    chance = chance_ahead(JACKPOT, rounds)
    assert chance.method in (EXACT, DIGITS, BOUNDS)
    never = (1 - Fraction(1, JACKPOT.total)).limit_denominator(10**12)
    low = 1 - float(never) ** rounds
    assert float(chance.value.partition(" ")[0]) >= 0.99 * low


@pytest.mark.parametrize("rounds", [10, 100, 400])
@pytest.mark.parametrize("found", [*SMALL, coin((50, 1), (2, 3), (-1, 100)), coin((900, 1), (-1, 999))])
def test_bounds_hold_the_exact_chance(found: Distribution, rounds: int) -> None:
    steps = steps_of(found)
    needed = steps.ahead_from(rounds)
    ahead = 1 - Fraction(count_below(steps, rounds, needed), steps.total**rounds)
    low, high = bounds_ahead(found, rounds)
    assert low <= ahead <= high
    below = mass_below(steps, rounds, needed, 10**9)
    assert below is not None
    assert below[0] <= 1 - ahead <= below[1]
    assert below[1] - below[0] < Fraction(1, 10**12)


def test_a_long_session_keeps_seven_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    found, rounds = SMALL[1], 4_000
    steps = steps_of(found)
    needed = steps.ahead_from(rounds)
    exact = mass_below(steps, rounds, needed, 10**9)
    monkeypatch.setattr("feltlaw.mathematics.sums.LONG", 0)
    cut = mass_below(steps, rounds, needed, 10**9)
    assert exact is not None
    assert cut is not None
    assert cut[0] <= exact[0] <= exact[1] <= cut[1] < cut[0] + Fraction(1, 10**7)


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlaw.mathematics.volatility.EXACT_BITS", 0)
    monkeypatch.setattr("feltlaw.mathematics.volatility.MOST_SLOTS", 0)
    chance = chance_ahead(SMALL[1], 30)
    assert (chance.value, chance.method) == ("", NOT_COMPUTED)
    assert "feltlaw simulate" in chance.why
    assert set(chance.to_json("chance_ahead")) == {
        "chance_ahead", "chance_ahead_method", "chance_ahead_why"
    }  # fmt: skip
    monkeypatch.setattr("feltlaw.mathematics.volatility.MOST_MOVES", 10)
    ruin = chance_of_ruin(SMALL[0], 50, 10)
    assert (ruin.value, ruin.method) == ("", NOT_COMPUTED)


def test_ruin_in_the_first_rounds_bounds_that_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = coin((1, 1), (-1, 3))
    whole = chance_of_ruin(found, 300, 5)
    monkeypatch.setattr("feltlaw.mathematics.volatility.MOST_MOVES", 2_000)
    part = chance_of_ruin(found, 300, 5)
    low, _, high = part.value.partition(" to ")
    assert Fraction(low) <= Fraction(whole.value) <= Fraction(high or low)


@pytest.mark.parametrize("found", SMALL)
def test_money_set_aside_is_safe(found: Distribution) -> None:
    """The level above which money is not followed: all but surely more than can be lost."""
    whole, narrow = Ruin(found, 6).bounds(40), Ruin(found, 6)
    narrow.level = lambda left: left * narrow.most_lost  # type: ignore[method-assign]
    plain = narrow.bounds(40)
    assert abs(whole[0] - plain[0]) < Fraction(1, 10**15)
    assert plain[0] <= whole[1]


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
    for session, says in (
        (Session(rounds=0), "rounds"),
        (Session(rounds=5, bankroll=0), "bankroll"),
        (Session(bet=100, per_hour=0), "0 rounds an hour"),
        (Session(bet=100, per_hour=-3), "-3 rounds an hour"),
    ):
        with pytest.raises(AnalysisError, match=says):
            analyze(submission("PA-649a"), session=session)


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


def test_fixed_amounts_are_reckoned_at_the_bet() -> None:
    """PA-649a.12(f):E pays dollars for its best hands: at $100 they are worth less per unit."""
    chosen = submission("PA-649a", wagers={"six_card_bonus": {"paytable": "E"}})
    told = analyze(chosen, session=Session(rounds=5, bet=100_00, per_hour=60)).to_json()["wagers"]
    bonus = told["six_card_bonus"]
    assert (bonus["at_stake"], bonus["session"]["bet"]) == ("1.00", "100.00")
    assert bonus["session"]["ev_decimal"].startswith("-0.19311")
    assert bonus["session"]["theoretical_win_per_hour"] == "1158.68"
    dear = submission("PA-649a", wagers={"six_card_bonus": {"paytable": "E", "minimum": 100}})
    assert analyze(dear).to_json()["wagers"]["six_card_bonus"]["ev"] == bonus["session"]["ev"]


def test_a_bet_outside_the_limits() -> None:
    chosen = submission("PA-649a", wagers={"six_card_bonus": {"maximum": 25}})
    told = analyze(chosen, session=Session(rounds=5, bet=100_00, per_hour=60)).to_json()["wagers"]
    refused = told["six_card_bonus"]["session"]
    assert "above the maximum" in refused["bet_refused"]
    assert "PA-649a.7(d)" in refused["bet_refused"]
    assert "theoretical_win_per_hour" not in refused
    assert refused["chance_ahead"] is not None
    assert "bet_refused" not in told["pair_plus"]["session"]
    with pytest.raises(AnalysisError, match=r"above the maximum.*PA-649a\.7\(d\)"):
        analyze(chosen, session=Session(bet=20_000_00, per_hour=60))


def test_counts_that_do_not_sum_are_refused() -> None:
    with pytest.raises(ArithmeticError, match="2 combinations counted, of 3"):
        Distribution((OutcomeRow("a", 2, Fraction(1)),), 3)
