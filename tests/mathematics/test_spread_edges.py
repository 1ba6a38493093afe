"""Where one way of counting gives way to another, and what a sitting may ask, just at the edge."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.mathematics import volatility
from feltlaw.mathematics.cover_all_count import Reached, side_by_side
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow
from feltlaw.mathematics.ruin import Ruin, first_rounds
from feltlaw.mathematics.sums import Steps, _trimmed, _Window, mass_below, steps_of
from feltlaw.mathematics.volatility import DIGITS, EXACT, NORMAL, Session, _between, chance_ahead

FOUR_TO_ONE = Distribution((OutcomeRow("won", 1, Fraction(4)), OutcomeRow("lost", 4, Fraction(-1))), 5)
"""Its skewness is 3/2."""


def test_a_chance_is_exact_as_long_as_its_numbers_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 20
    bits = rounds * 3 * (20 // 5 + 1)  # 5 has three bits; ahead from the fifth win on
    for room, method in ((bits, EXACT), (bits - 1, DIGITS)):
        monkeypatch.setattr(volatility, "EXACT_BITS", room)
        found = chance_ahead(FOUR_TO_ONE, rounds)
        assert (found.method, found.value) == (method, "0.3703517361")


def test_a_normal_variable_will_do_up_to_some_skewness(monkeypatch: pytest.MonkeyPatch) -> None:
    """After 10,000 rounds it is 3/200."""
    monkeypatch.setattr(volatility, "EXACT_BITS", 0)
    monkeypatch.setattr(volatility, "MOST_SLOTS", 0)
    for enough, normal in ((Fraction(3, 200), True), (Fraction(29, 2000), False), (Fraction(31, 2000), True)):
        monkeypatch.setattr(volatility, "EVEN_ENOUGH", enough)
        assert (chance_ahead(FOUR_TO_ONE, 10_000).method == NORMAL) == normal


@pytest.mark.parametrize(
    ("session", "says"),
    [
        (Session(rounds=1, bankroll=1, per_hour=1), ""),
        (Session(rounds=1_000_000), ""),
        (Session(), ""),
        (Session(rounds=0), "0 rounds"),
        (Session(rounds=1_000_001), "1000001 rounds"),
        (Session(bankroll=0), "bankroll of 0"),
        (Session(per_hour=0), "0 rounds an hour"),
    ],
)
def test_what_may_be_asked_of_a_sitting(session: Session, says: str) -> None:
    if not says:
        return session.check()
    with pytest.raises(AnalysisError, match=says):
        session.check()


def test_a_bankroll_is_lost_in_so_many_rounds_or_not_asked_for() -> None:
    assert "bankroll" not in Session(bankroll=5).facts(FOUR_TO_ONE)
    assert "bankroll" not in Session(rounds=5).facts(FOUR_TO_ONE)
    assert Session(rounds=5, bankroll=5).facts(FOUR_TO_ONE)["bankroll"] == 5


def test_bounds_are_said_where_they_lie_close() -> None:
    said = _between(Fraction(1, 5), Fraction(3, 10))
    assert said is not None and said.value == "0.2000 to 0.3000"
    assert _between(Fraction(1, 5), Fraction(31, 100)) is None


@pytest.mark.parametrize(("suited", "mixed"), [({1, 2}, {1}), ({1}, {1, 2}), ({1}, {2})])
def test_straights_of_some_suits_only_cannot_be_laid_side_by_side(suited: set[int], mixed: set[int]) -> None:
    with pytest.raises(ValueError, match="in any suit"):
        side_by_side(Reached(frozenset(suited), frozenset(mixed), frozenset()))
    assert side_by_side(Reached(frozenset({1}), frozenset({1}), frozenset()))[:2] == [1, 64]


# ── sums on whole steps ──


def test_steps_are_those_of_results_that_come() -> None:
    rows: list[tuple[str, int, Fraction | int]] = [
        ("never", 0, -5),
        ("won", 2, 1),
        ("lost", 4, -1),
        ("never", 0, Fraction(1, 3)),
    ]
    found = Distribution(tuple(OutcomeRow(name, many, Fraction(net)) for name, many, net in rows), 6)
    assert steps_of(found) == Steps({0: 2, 1: 1}, 3, Fraction(-1), Fraction(2))


@pytest.mark.parametrize(
    ("lowest", "size", "needed"), [(-1, 2, 6), (-1, 3, 4), (0, 1, 1), (Fraction(1, 2), 1, 0), (-2, 1, 21)]
)
def test_the_fewest_steps_that_are_more_than_nothing(lowest: Fraction, size: int, needed: int) -> None:
    """In ten rounds; where nothing is ever lost one step is enough, where something is always won none."""
    steps = Steps({0: 1, 1: 1}, 2, Fraction(lowest), Fraction(size))
    assert steps.ahead_from(10) == needed
    assert 10 * lowest + needed * size > 0 >= 10 * lowest + (needed - 1) * size or lowest > 0


def test_ends_are_cut_off_once() -> None:
    assert _trimmed(_Window(0, [1, 1], 0), 5) == _Window(2, [], 2)
    assert _trimmed(_Window(3, [], 1), 5) == _Window(3, [], 1)
    assert _trimmed(_Window(0, [1, 9, 2], 0), 2) == _Window(1, [9], 3)


def test_as_many_slots_are_squared_as_may_be() -> None:
    coin = Steps({0: 1, 1: 1}, 2, Fraction(-1), Fraction(2))
    assert mass_below(coin, 2, 2, 1) is None
    found = mass_below(coin, 2, 2, 2)
    assert found is not None and found[0] <= Fraction(3, 4) <= found[1]


# ── ruin ──


@pytest.mark.parametrize(
    ("nets", "bankroll", "rounds", "chance"),
    [
        ((1, -1), 5, 5, Fraction(1, 32)),
        ((1, -1), 5, 4, Fraction(0)),
        ((1, -1), 1, 1, Fraction(1, 2)),
        ((1, -1), 1, 3, Fraction(5, 8)),
        ((0, -1), 2, 3, Fraction(1, 2)),
        ((0, -2), 1, 2, Fraction(3, 4)),
        ((1, 2), 1, 5, Fraction(0)),
        ((0, 1), 1, 5, Fraction(0)),
        ((6, -3), 3, 2, Fraction(1, 2)),
    ],
)
def test_a_bankroll_is_lost_as_often_as_can_be_counted_by_hand(
    nets: tuple[int, int], bankroll: int, rounds: int, chance: Fraction
) -> None:
    """Two results, one as often as the other; what cannot be lost in so few rounds is not lost at all."""
    rows = tuple(OutcomeRow(str(net), 1, Fraction(net)) for net in nets)
    low, high = Ruin(Distribution(rows, 2), bankroll).bounds(rounds)
    assert low <= chance <= high and high - low < Fraction(1, 10**15)
    assert (high == 0) == (chance == 0)


@pytest.mark.parametrize(("most", "rounds"), [(31, 10), (30, 10), (29, 9), (3, 1), (2, 0), (0, 0)])
def test_as_many_rounds_are_counted_as_the_work_allows(most: int, rounds: int) -> None:
    made: Any = SimpleNamespace(work=lambda many: 3 * many)
    assert first_rounds(made, 10, most) == rounds
