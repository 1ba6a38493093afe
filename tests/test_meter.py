"""Progressive meters: arithmetic in whole cents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.meter import Level, Meter

cents = st.integers(0, 10**9)
rates = st.fractions(0, 1, max_denominator=10_000)
percents = st.integers(1, 100).map(Fraction)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    return Level(
        draw(cents), draw(cents), draw(rates), draw(rates), ("PA-649a.12(i)(4)",), reserve=draw(cents)
    )


def held(level: Level) -> int:
    return level.amount + level.reserve


METERS = pytest.mark.clause(
    "PA-649a.12(e)(3)",
    "PA-649a.12(e)(4)",
    "PA-649a.12(h)(3)",
    "PA-649a.12(i)(4)",
    "PA-669a.12(e)(3)",
    "MA-TCP.13(f)",
)


@METERS
@given(levels(), st.integers(0, 10**6))
def test_a_contribution_is_rounded_up_and_counted(level: Level, stake: int) -> None:
    after = level.contribute(stake)
    assert after.amount - level.amount == after.contributed - level.contributed
    assert after.reserve - level.reserve == after.reserved - level.reserved
    assert 0 <= after.contributed - stake * level.rate < 1
    assert 0 <= after.reserved - stake * level.reserve_rate < 1
    assert (after.hits, after.paid) == (0, 0)


@METERS
@given(levels(), percents, st.booleans())
def test_an_award_comes_off_the_meter_and_only_a_full_one_restarts_it(
    level: Level, percent: Fraction, by_hand: bool
) -> None:
    award = level.award(percent)
    assert 0 <= award - level.amount * percent / 100 < 1
    after = level.pay(award, percent, by_hand=by_hand)
    assert (after.hits, after.paid, after.paid_by_hand) == (1, award, award if by_hand else 0)
    if percent == 100:
        assert (after.amount, after.reserve, after.reseeded) == (
            level.reseed + level.reserve,
            0,
            level.reseed,
        )
    else:
        assert (after.amount, after.reserve, after.reseeded) == (level.amount - award, level.reserve, 0)
    assert held(after) - held(level) == after.reseeded - award


@pytest.mark.clause("PA-649a.12(e)(3)", "PA-649a.12(e)(3):A", "PA-669a.12(e)(3)")
def test_every_full_award_is_reseeded_and_all_reseeds_are_counted() -> None:
    """12(e)(3), table A at $1: seed and reseed are $1,000, so two full awards bring $2,000 of the house's."""
    level = Level(1_000_00, 1_000_00, Fraction("0.14"), Fraction(0))
    for times in (1, 2):
        level = level.pay(level.award(Fraction(100)), Fraction(100), by_hand=False)
        assert (level.amount, level.reseeded) == (1_000_00, times * 1_000_00)
    assert level.pay(100_00, Fraction(10), by_hand=False).reseeded == 2_000_00


@pytest.mark.clause("PA-649a.12(i)(4)", "I-58")
def test_the_reserve_becomes_the_new_meter() -> None:
    """I-58: meter 30,000, reserve 7,600, reseed 0."""
    level = Level(30_000_00, 0, Fraction("0.21"), Fraction("0.08"), reserve=7_600_00)
    after = level.pay(level.award(Fraction(100)), Fraction(100), by_hand=True)
    assert (after.paid, after.amount, after.reserve) == (30_000_00, 7_600_00, 0)


@pytest.mark.clause("I-03")
def test_a_tenth_of_an_odd_meter_is_rounded_up() -> None:
    """I-03: 10% of 10,000.05."""
    level = Level(10_000_05, 10_000_00, Fraction("0.21"), Fraction(0))
    assert level.award(Fraction(10)) == 1_000_01
    assert level.pay(1_000_01, Fraction(10), by_hand=True).amount == 9_000_04


@given(
    st.dictionaries(st.sampled_from(["mega", "major", "minor"]), levels(), min_size=1), st.integers(0, 1000)
)
def test_every_level_takes_its_own_part(by_name: dict[str, Level], stake: int) -> None:
    after = Meter(by_name).contribute(stake)
    assert after.levels == {name: level.contribute(stake) for name, level in by_name.items()}
    assert after.total - Meter(by_name).total == sum(
        level.contributed + level.reserved for level in after.levels.values()
    )


@given(levels(), levels())
def test_an_award_of_one_level_leaves_the_others(major: Level, minor: Level) -> None:
    meter = Meter({"major": major, "minor": minor})
    award = major.award(Fraction(100))
    after = meter.pay("major", award, Fraction(100), by_hand=False)
    assert after.levels["minor"] == minor
    assert after.levels["major"] == major.pay(award, Fraction(100), by_hand=False)
    assert after.total == meter.total - award + major.reseed
