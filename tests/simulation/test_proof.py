"""A billion rounds of each game, every wager at a full table: all figures with an exact value in line."""

from __future__ import annotations

import pytest

from feltlaw.simulation.local import run_here
from feltlaw.simulation.program import compile_run
from feltlaw.simulation.results import Results
from tests.support.figures import SIMULATED, Record
from tests.support.simulated import RICH, full_table, submission

ROUNDS = 10**9


@pytest.mark.proof
@pytest.mark.parametrize("regulation", RICH)
def test_a_billion_rounds(regulation: str, record_property: Record) -> None:
    run = full_table(submission(regulation), ROUNDS, seed=20_260_000)
    found = Results(run_here(compile_run(run), threads=1))
    named = {name: figure.z for figure in found.figures if (name := figure.name.removeprefix("seats "))}
    worst = max(abs(z or 0) for z in named.values())
    record_property(
        SIMULATED,
        {
            "title": f"{regulation}: {ROUNDS:,} rounds of {len(run.seats)} seats, {len(named)} z-scores, the "
            f"largest {worst:.2f}; {found.bound:.2f} is passed by chance in 1 of 1,000 runs",
            "z": named,
        },
    )
    assert found.totals.rounds == ROUNDS
    assert len(named) > 20
    assert not found.out_of_line
