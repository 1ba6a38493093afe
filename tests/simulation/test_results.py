"""What came out, beside what should: every figure in line, errors that are what they say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist, mean, pstdev, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.simulation.document import document
from feltlaw.simulation.local import run_here
from feltlaw.simulation.program import BARS, compile_run
from feltlaw.simulation.results import ENOUGH, Figure, Results, SessionSpread
from feltlaw.simulation.run import Run, Seat
from feltlaw.submission import Submission
from tests.support.simulated import RICH, full_table, submission


@pytest.mark.parametrize("regulation", RICH)
def test_simulated_figures_are_in_line_with_the_exact_ones(regulation: str) -> None:
    run = full_table(submission(regulation), 120_000, seed=3)
    found = Results(run_here(compile_run(run)))
    assert len(found.figures) > 15
    assert not found.out_of_line
    exact = [found.net(0, name).exact for name in found.ids(0)]
    assert None not in exact


@pytest.mark.proof
def test_every_named_way_of_playing_is_worth_what_the_analysis_says() -> None:
    for regulation, names in (
        ("PA-649a", ("optimal", "mimic the dealer", "never fold", "any king", "always fold")),
        ("PA-669a", ("optimal", "the rule", "never fold", "always 3x", "wait for 5th street")),
        ("PA-680a", ("optimal", "the house way", "the lowest")),
    ):
        given_ = Submission.from_data({"regulation": regulation})
        run = full_table(given_, 80_000, *names, seed=5)
        found = Results(run_here(compile_run(run)))
        assert len(run.profiles) == len(names)
        for profile in range(len(names)):
            main = given_.regulation.decisions[0].of
            figure = found.net(profile, main)
            assert figure.z is not None and abs(figure.z) < found.bound, figure


def test_a_wrong_figure_would_be_out_of_line() -> None:
    """The check can fail: hands played one way, beside the exact figures of another."""
    given_ = Submission.from_data({"regulation": "PA-649a"})
    program = compile_run(full_table(given_, 100_000))
    other = compile_run(full_table(given_, 100_000, "any king"))
    assert not Results(run_here(program)).out_of_line
    wrong = Results(run_here(replace(program, ways=other.ways))).out_of_line
    assert {"seats 1-7: ante, fold", "seats 1-7: pair_plus, folded"} <= {figure.name for figure in wrong}


def test_few_rounds_have_no_z_scores() -> None:
    found = Results(run_here(compile_run(full_table(submission("PA-649a"), 500))))
    assert found.figures == ()
    assert found.net(0, "ante").error is None
    assert ENOUGH > 0 and document(found)["rounds"] == 500


def test_errors_are_what_they_say() -> None:
    """Over many seeds z spreads like a normal variable, and 99 of 100 intervals hold the exact value."""
    given_ = Submission.from_data({"regulation": "PA-649a"})
    run = Run(given_, (Seat({"ante": 1000, "pair_plus": 500}),) * 4, 100_000)
    program = compile_run(run)
    scores: list[float] = []
    held = 0
    for seed in range(80):
        found = Results(run_here(replace(program, run=replace(run, seed=seed)), threads=1))
        for name in ("ante", "pair_plus"):
            figure = found.net(0, name)
            assert figure.z is not None and figure.exact is not None
            scores.append(figure.z)
            held += abs(float(figure.observed - figure.exact)) <= figure.side
    assert 0.85 < pstdev(scores) < 1.15
    assert abs(mean(scores)) < 0.35
    assert 155 <= held <= 160


def test_the_interval_and_the_bound() -> None:
    figure = Figure("one", Fraction(0), 1.0, Fraction(0))
    assert 2 * NormalDist().cdf(-figure.side) == pytest.approx(0.01)
    assert Figure("off", Fraction(1), 0.0, Fraction(0)).z == float("inf")
    found = Results(run_here(compile_run(full_table(submission("PA-680a"), 100_000))))
    beyond = 2 * NormalDist().cdf(-found.bound)
    assert beyond * len(found.figures) == pytest.approx(0.001)


@given(st.lists(st.integers(-3000, 3000), min_size=1, max_size=60))
def test_quantiles_are_those_of_the_results(results: list[int]) -> None:
    bars = [0] * BARS
    for cents in results:
        bars[cents // 20 + BARS // 2] += 1
    spread = SessionSpread(len(results), sum(results), sum(one**2 for one in results), 0, bars, 20)
    ordered = sorted(results)
    for percent in (1, 5, 25, 50, 75, 95, 99):
        exact = ordered[-(-percent * len(ordered) // 100) - 1]
        assert spread.quantile(percent) <= exact < spread.quantile(percent) + 20
    assert spread.deviation == pytest.approx(stdev(results) if len(results) > 1 else 0.0)


@pytest.mark.clause("I-63")
@pytest.mark.parametrize("only", ["", "player", "dealer"])
def test_a_lucky_position_among_those_with_a_stake(only: str) -> None:
    """One is drawn every round from three seats, from the dealer's, or from all four."""
    section = {"lucky_bonus": True, "lucky_bonus_chance": "1", "lucky_positions": "staked"}
    given_ = Submission.from_data({"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": section}})
    kinds = [only] if only else ["player", "dealer"]
    stakes = {"pair_plus": 500} | {f"five_card_hand_bonus_{kind}": 100 for kind in kinds}
    found = Results(run_here(compile_run(Run(given_, (Seat(stakes),) * 3, 100_000, seed=7))))
    lucky = found.net(0, "lucky_bonus")
    each = {"": Fraction(2, 4), "player": Fraction(1, 3), "dealer": Fraction(1)}[only]
    assert lucky.exact == 5 * 100 * each
    assert lucky.z is None or abs(lucky.z) < found.bound, "with one position there is nothing to vary"
