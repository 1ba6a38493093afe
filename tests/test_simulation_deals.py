"""The loop's own deals, settled: every seat's result to the cent."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import read_round
from feltlaw.settlement import settle_round
from feltlaw.simulation.program import compile_run
from tests.simulated import RICH, full_table, scenario, submission, traced

ROUNDS = 480


def check(given: Any, *strategies: str, rounds: int = ROUNDS) -> int:
    """Settles the first rounds of a run; how many awards from a meter there were."""
    program = compile_run(full_table(given, rounds, *strategies, seed=7))
    out = traced(program, rounds)
    hits = 0
    for at in range(rounds):
        settled = settle_round(read_round(scenario(program, out, at), given))
        for seat in range(len(program.run.seats)):
            lines = [line for line in settled.lines if line.seat == seat + 1]
            from_meter = [line for line in lines if line.level]
            hits += len(from_meter)
            net = sum(line.paid + line.returned - line.stake for line in lines)
            assert net - sum(line.paid for line in from_meter) == out.trace_seats[at, seat, 0], (at, seat)
    assert hits == int((out.records[: out.used[0], 0] == 0).sum())
    return hits


@pytest.mark.parametrize("regulation", RICH)
def test_every_wager_is_settled_to_the_cent(regulation: str) -> None:
    check(submission(regulation))
