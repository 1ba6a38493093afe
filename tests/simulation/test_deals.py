"""The loop's own deals, settled: every seat's result to the cent."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import read_round
from feltlaw.settlement import settle_round
from feltlaw.simulation.program import compile_run
from feltlaw.simulation.run import Run, Seat
from feltlaw.simulation.slots import HIT
from feltlaw.submission import Submission
from tests.support.effort import LONG
from tests.support.simulated import RICH, everything, full_table, scenario, submission, traced

ROUNDS = 240 if LONG else 96


def check(given: Submission, *strategies: str, rounds: int = ROUNDS) -> None:
    """Settles a full table's rounds."""
    settled(full_table(given, rounds, *strategies, seed=7))


def settled(run: Run) -> None:
    """Settles every round of a short run, and compares all seats and the number of awards from meters."""
    program = compile_run(run)
    out = traced(program, run.rounds)
    hits = 0
    for at in range(run.rounds):
        found = settle_round(read_round(scenario(program, out, at), run.submission))
        for seat in range(len(program.run.seats)):
            lines = [line for line in found.lines if line.seat == seat + 1]
            from_meter = [line for line in lines if line.level]
            hits += len(from_meter)
            net = sum(line.paid + line.returned - line.stake for line in lines)
            assert net - sum(line.paid for line in from_meter) == out.trace_seats[at, seat, 0], (at, seat)
    assert hits == int((out.records[: out.used[0], 0] == HIT).sum())


@pytest.mark.effort
@pytest.mark.parametrize("regulation", RICH)
def test_every_wager_is_settled_to_the_cent(regulation: str) -> None:
    check(submission(regulation))


VARIANTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "folded hands do not count, hits are shared": (
        {
            "regulation": "MA-TCP",
            "wagers": {
                "cover_all": {"folded_hands_count": False},
                "multi_game_link": {"paytable": "PTMGLML03", "multiple_hits": "share"},
            },
        },
        ("optimal", "pairs and better only"),
    ),
    "folded hands qualify": (
        {"regulation": "MA-TCP", "wagers": {"three_card_progressive": {"folded_hands_qualify": True}}},
        ("always fold", "never fold"),
    ),
    "one community card, quarters": (
        {
            "regulation": "PA-679a",
            "wagers": {"pair_bonus": {"community_card": True}, "prime": {}},
            "settlement": {"breakage_unit": "0.25"},
        },
        ("any king", "mimic the dealer"),
    ),
    "the Pot for hands that qualify": (
        {"regulation": "PA-680a", "wagers": {"pot": {"qualifying_only": True}, "bonus": {}}},
        ("optimal", "the lowest", "never a 5"),
    ),
    "Pair Plus given up": (
        {
            "regulation": "PA-669a",
            "wagers": {"pair_plus": {"on_fold": "forfeit"}, "three_card_progressive": {}},
        },
        ("optimal", "the rule", "made hands only", "always 3x"),
    ),
    "both wagers compulsory": (
        {"regulation": "PA-649a", "version": {"pair_plus": "compulsory"}},
        ("optimal", "never fold"),
    ),
    "draws that need a win, among staked positions": (
        {
            "regulation": "PA-649a",
            "wagers": {
                "five_card_hand_bonus": {
                    "magic_card": True,
                    "magic_card_chance": "1/2",
                    "lucky_bonus": True,
                    "lucky_bonus_chance": "9/10",
                    "lucky_positions": "staked",
                    "bonus_needs_win": True,
                }
            },
        },
        ("optimal", "any queen with a 6"),
    ),
}


@pytest.mark.effort
@pytest.mark.parametrize("name", VARIANTS)
def test_options_are_settled_to_the_cent(name: str) -> None:
    data, strategies = VARIANTS[name]
    check(Submission.from_data(data), *strategies, rounds=ROUNDS // 2)


def test_a_payout_limit_cuts_what_the_main_game_pays() -> None:
    limits = {"minimum": 5000, "maximum": 10000}
    free = Submission.from_data({"regulation": "PA-679a", "limits": limits})
    cut = Submission.from_data({"regulation": "PA-679a", "limits": {**limits, "payout_limit": 55000}})
    runs = [Run(given, (Seat({"ante": 1_000_000}),) * 3, 240) for given in (free, cut)]
    before, after = ({cell.words: cell.net for cell in compile_run(run).cells} for run in runs)
    changed = {after[words] for words in before if before[words] != after[words]}
    assert changed == {5_500_000}
    settled(runs[1])


@pytest.mark.effort
def test_seats_that_stake_differently() -> None:
    """Wagers of every kind, each at some seats only, and one seat without the main game."""
    given = submission("PA-649a")
    every = everything(given)
    seats = (
        Seat({"pair_plus": 500}),
        Seat(every, "never fold"),
        Seat({"ante": 1000, "three_card_progressive": every["three_card_progressive"]}, "any ace"),
        Seat({"ante": 500, "pair_plus": 1000, "five_of_six_progressive": every["five_of_six_progressive"]}),
        Seat({name: cents for name, cents in every.items() if "hand_bonus" not in name}),
    )
    settled(Run(given, seats, ROUNDS, seed=11))
