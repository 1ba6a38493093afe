"""Meters over a run, and what their awards do to sessions: as settlement moves and divides them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.meter import FULL, Level, Meter
from feltlaw.round import read_round
from feltlaw.settlement import settle_round
from feltlaw.simulation.chunk import play_chunk
from feltlaw.simulation.history import History, Series, quarter, quarter_floor
from feltlaw.simulation.local import run_here
from feltlaw.simulation.program import compile_run
from feltlaw.simulation.run import Run, Seat
from feltlaw.simulation.slots import END, HIT
from feltlaw.submission import Submission
from tests.support.simulated import everything, full_table, scenario, submission, traced

FREQUENT = {
    "PA-649a": {"five_card_progressive": {}, "three_card_progressive": {}},
    "MA-TCP": {"multi_game_link": {"paytable": "PTMGLML02"}},
}


@pytest.mark.parametrize("regulation", FREQUENT)
def test_meters_go_as_settlement_moves_them(regulation: str) -> None:
    """Some blocks settled round by round, the meters handed on: the same awards, sessions and amounts.

    Only rounds with an award move a meter otherwise than by contributions, so only those are settled.
    """
    given_ = Submission.from_data({"regulation": regulation, "wagers": FREQUENT[regulation]})
    run = full_table(given_, 6 * 2080, bankrolls=(10_000,))
    program = compile_run(run)
    totals = run_here(program, threads=1)
    meters: dict[str, Meter] = {}
    paid = 0
    awards = 0
    blank = Meter({})
    for block in range(run.blocks):
        out = traced(program, run.block, block)
        hits = {int(row[2]) for row in out.records[: out.used[0]] if row[0] == 0}
        for at in range(run.block):
            if at in hits or not meters:
                settled = settle_round(replace(read_round(scenario(program, out, at), given_), **_on(meters)))
                meters = dict(settled.after)
                lines = [line for line in settled.lines if line.level]
                paid += sum(line.paid for line in lines)
                awards += len(lines)
            else:
                for seat in run.seats:
                    for wager, stake in seat.stakes.items():
                        name = given_.regulation.wagers[wager].meter
                        if name:
                            meters[name] = meters.get(name, blank).contribute(stake)
    assert awards >= 2
    assert totals.history.meters == _plain(meters, totals.history.meters)
    assert sum(totals.history.paid.values()) == paid


@pytest.mark.parametrize("share", ["per_wager", "per_player"])
def test_a_dealers_award_is_divided_as_settlement_divides_it(share: str) -> None:
    """Five players staked on the dealer's hand, which is a straight flush: one award, odd cents and all."""
    wagers = {"five_card_hand_bonus": {"dealer_share": share}}
    given_ = Submission.from_data({"regulation": "PA-649a", "wagers": wagers})
    run = Run(
        given_, (Seat(everything(given_)),) * 5, 2080, start={"five_card_hand_bonus": {"meter": 12_345_67}}
    )
    program = compile_run(run)
    hands = ("2c 2d 4h", "3c 4d 6h", "5c 6d 8h", "8c Td Qh", "Ac 9d 3h")
    round_ = {
        "submission": given_.to_data(),
        "dealer": "5s 6s 7s",
        "community": "8s 9s",
        "meters": {"five_card_hand_bonus": "12345.67"},
        "seats": [
            {"seat": at, "cards": cards, "wagers": run.seats[0].to_data()["wagers"], "decisions": ["play"]}
            for at, cards in enumerate(hands, 1)
        ],
    }
    settled = settle_round(read_round(round_, given_))
    paid = {line.seat - 1: line.paid for line in settled.lines if line.level}
    assert len(paid) == 5
    cell = next(
        at
        for at, one in enumerate(program.cells)
        if one.id == "five_card_hand_bonus_dealer" and one.share is not None and one.share.percent < FULL
    )
    rows = [[HIT, 0, 0, seat, cell, 0, 0] for seat in range(4, -1, -1)]
    rows += [[END, 0, 159, seat, -1, 0, 0] for seat in range(5)]
    history = History(program)
    chunk = play_chunk(program, 0, 1)
    history.read(replace(chunk, records=np.array(rows, np.int64)))
    assert sum(history.paid.values()) == sum(paid.values())
    assert history.sessions[0][:2] == [5, sum(paid.values())]
    assert history.sessions[0][2] == sum(cents**2 for cents in paid.values())
    left = settled.after["five_card_hand_bonus"].levels["meter"].amount
    assert history.meters["five_card_hand_bonus"].levels["meter"].amount == left


def test_a_bankroll_lost_before_or_after_an_award() -> None:
    """Lows on both sides of an award, to the cent: what was lost before it counts."""
    given_ = submission("PA-669a")
    stakes = everything(given_)
    run = Run(given_, (Seat(stakes),) * 3, 2080, bankrolls=(10_000, 10_001, 30_000))
    program = compile_run(run)
    cell = next(at for at, one in enumerate(program.cells) if one.share is not None)
    history = History(program)
    rows = [
        [HIT, 0, 5, 2, cell, -4_000, -10_000],
        [HIT, 0, 9, 1, cell, 500, -200],
        [HIT, 0, 9, 0, cell, -2_000, -2_000],
        [END, 0, 159, 0, -1, -500_000, -500_000],
        [END, 0, 159, 1, -1, -100, -300],
        [END, 0, 159, 2, -1, 0, -700],
    ]
    history.read(replace(play_chunk(program, 0, 1), records=np.array(rows, np.int64)))
    # seat 3 stood at -100.00 before its award; seat 1 lost all of it, and more, afterwards
    award = history.levels["three_card_progressive"]["meter"].awards
    assert award.many == 3
    assert history.lost == [[2, 1, 1]]
    assert history.sessions[0][0] == 3
    assert history.sessions[0][1] == award.total - 4_000 + 500 - 2_000 - 500_000 - 100


def _on(meters: dict[str, Meter]) -> dict[str, Any]:
    return {"meters": meters} if meters else {}


def _plain(meters: dict[str, Meter], like: dict[str, Meter]) -> dict[str, Meter]:
    """Without what was paid by hand, which a simulation does not tell apart."""
    return {
        name: Meter({level: replace(one, paid_by_hand=0) for level, one in meters[name].levels.items()})
        for name in like
    }


@given(st.integers(1, 10**9), st.integers(0, 50), st.fractions(0, 1))
def test_contributions_together_are_contributions_one_by_one(stake: int, times: int, rate: Any) -> None:
    level = Level(0, 0, rate, rate / 2)
    one_by_one = level
    for _ in range(times):
        one_by_one = one_by_one.contribute(stake)
    assert level.contribute(stake, times) == one_by_one


def test_a_meter_may_start_from_any_amount() -> None:
    given_ = submission("PA-669a")
    start = {"three_card_progressive": {"meter": 1_234_56}}
    run = replace(full_table(given_, 200), start=start)
    totals = run_here(compile_run(run))
    level = totals.history.meters["three_card_progressive"].levels["meter"]
    assert level.hits == 0
    assert level.amount == 1_234_56 + level.contributed


@given(st.integers(1, 10**15))
def test_bars_by_size(number: int) -> None:
    bar = quarter(number)
    assert quarter_floor(bar) <= number
    assert number < quarter_floor(bar + 1) or bar == 159


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=20))
def test_a_series_remembers_what_it_was_told(numbers: list[int]) -> None:
    series = Series()
    for number in numbers:
        series.add(number)
    assert (series.many, series.total, series.least, series.most) == (
        len(numbers),
        sum(numbers),
        min(numbers),
        max(numbers),
    )
    assert series.squares == sum(number**2 for number in numbers) and sum(series.bars) == len(numbers)
