"""A run: the same to the bit however it is divided, stopped and gone on with; its sums and meters checked."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist, mean, pstdev, stdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.meter import FULL, Level, Meter
from feltlaw.round import read_round
from feltlaw.round.read import start_meters
from feltlaw.settlement import settle_round
from feltlaw.simulation import local
from feltlaw.simulation.chunk import play_chunk, squares, statistics
from feltlaw.simulation.document import document
from feltlaw.simulation.history import History, Series, quarter, quarter_floor
from feltlaw.simulation.local import run_here
from feltlaw.simulation.model import Run, Seat, SimulationError
from feltlaw.simulation.program import BARS, Program, compile_run
from feltlaw.simulation.results import ENOUGH, Figure, Results, Spread
from feltlaw.simulation.slots import END, HIT
from feltlaw.simulation.totals import Totals
from feltlaw.submission import Submission
from tests.simulated import RICH, everything, full_table, scenario, submission, traced

ROUNDS = 50_000


@pytest.fixture(scope="module")
def rich() -> Program:
    """Every wager of PA-649a at seven seats, two of which never fold."""
    run = full_table(submission("PA-649a"), ROUNDS, "optimal", "never fold", bankrolls=(5_000, 20_000))
    return compile_run(run)


@pytest.fixture(scope="module")
def whole(rich: Program) -> Totals:
    return run_here(rich, threads=1)


# ── the same to the bit ──


@pytest.mark.parametrize(("threads", "rounds"), [(1, 1), (2, 7_000), (3, 20_000), (5, 1 << 21)])
def test_threads_and_chunks_change_nothing(
    rich: Program, whole: Totals, threads: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "CHUNK_ROUNDS", rounds)
    assert run_here(rich, threads=threads).to_data() == whole.to_data()


def test_another_seed_gives_another_result(rich: Program, whole: Totals) -> None:
    other = replace(rich, run=replace(rich.run, seed=2))
    assert run_here(other).sums["cells"] != whole.sums["cells"]


def test_a_longer_run_begins_like_a_shorter_one(rich: Program, whole: Totals) -> None:
    longer = replace(rich, run=replace(rich.run, rounds=2 * ROUNDS))
    blocks = whole.whole
    assert play_chunk(longer, 0, blocks).cells == play_chunk(rich, 0, blocks).cells


def test_a_chunk_computed_twice_counts_once(rich: Program) -> None:
    totals = Totals(rich)
    chunk = play_chunk(rich, 0, 3)
    assert totals.add(chunk)
    before = totals.to_data()
    assert not totals.add(chunk)
    assert totals.to_data() == before
    with pytest.raises(ValueError, match="missing"):
        totals.add(play_chunk(rich, 5, 1))


# ── stopping and going on ──


class StopAfter:
    """Presses Ctrl-C when so many blocks are done."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks

    def __call__(self, totals: Totals) -> None:
        if totals.blocks >= self.blocks:
            raise KeyboardInterrupt


@pytest.mark.parametrize("blocks", [1, 5, 20])
def test_an_interrupted_run_goes_on_to_the_same_result(
    rich: Program, whole: Totals, blocks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "CHUNK_ROUNDS", 2_500)
    checkpoint = tmp_path / "run.json"
    stopped = run_here(rich, threads=2, checkpoint=checkpoint, told=StopAfter(blocks))
    assert 0 < stopped.blocks < rich.run.blocks
    assert not stopped.done
    assert run_here(rich, threads=2, checkpoint=checkpoint).to_data() == whole.to_data()
    # and once more: there is nothing left to do
    assert run_here(rich, checkpoint=checkpoint).to_data() == whole.to_data()


def test_what_an_interrupted_run_says_is_about_what_was_played(rich: Program) -> None:
    stopped = run_here(rich, told=StopAfter(3))
    told = document(Results(stopped))
    assert told["rounds"] == stopped.rounds == stopped.blocks * rich.run.block
    assert told["asked"] == ROUNDS


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a checkpoint"),
        ("[]", "not a checkpoint"),
        ("{}", "not a checkpoint"),
        ("\0\xff", "not a checkpoint"),
        ("[" * 200_000, "not a checkpoint"),
        ('{"run": {}, "digest": "0", "totals": {}, "seal": ""}', "belongs to another run"),
    ],
)
def test_a_strange_checkpoint_is_left_alone(rich: Program, text: str, why: str, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.json"
    checkpoint.write_text(text, encoding="utf-8")
    with pytest.raises(SimulationError, match=why):
        run_here(rich, checkpoint=checkpoint)
    assert checkpoint.read_text(encoding="utf-8") == text


def test_a_checkpoint_of_another_run_says_what_differs(rich: Program, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.json"
    run_here(replace(rich, run=replace(rich.run, seed=9, rounds=3_000)), checkpoint=checkpoint)
    kept = checkpoint.read_bytes()
    with pytest.raises(SimulationError, match="another rounds, another seed"):
        run_here(rich, checkpoint=checkpoint)
    assert checkpoint.read_bytes() == kept


@pytest.mark.parametrize(
    "harm", [{"blocks": 0}, {"blocks": "5"}, {"sums": None}, {"tables": {}}, {"history": {}}]
)
def test_a_damaged_checkpoint_is_left_alone(rich: Program, harm: dict[str, Any], tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.json"
    run_here(rich, checkpoint=checkpoint, told=StopAfter(2))
    data = json.loads(checkpoint.read_text(encoding="utf-8"))
    data["totals"] |= harm
    checkpoint.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SimulationError, match="damaged"):
        run_here(rich, checkpoint=checkpoint)


def test_a_checkpoint_that_cannot_be_written(rich: Program, tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match="cannot be written"):
        run_here(rich, checkpoint=tmp_path / "nowhere" / "run.json")


def test_a_run_is_worth_more_than_its_checkpoint(
    rich: Program, whole: Totals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up: the failure is told, the checkpoint before it stays, and all is counted."""
    checkpoint = tmp_path / "run.json"
    monkeypatch.setattr(local, "KEPT_EVERY", 0.0)
    monkeypatch.setattr(local, "CHUNK_ROUNDS", 5_000)
    replaced = Path.replace
    written: list[bytes] = []

    def full(self: Path, target: Path) -> Path:
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        written.append(self.read_bytes())
        return replaced(self, target)

    monkeypatch.setattr(Path, "replace", full)
    totals = run_here(rich, checkpoint=checkpoint)
    assert totals.to_data() == whole.to_data()
    assert "No space left" in totals.unsaved
    assert checkpoint.read_bytes() == written[-1]
    assert list(tmp_path.iterdir()) == [checkpoint]


def test_a_checkpoint_behind_a_link_stays_there(rich: Program, whole: Totals, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "run.json"
    link.symlink_to(tmp_path / "there" / "kept.json")
    run_here(rich, checkpoint=link)
    assert link.is_symlink()
    assert run_here(rich, checkpoint=tmp_path / "there" / "kept.json").to_data() == whole.to_data()


def test_two_runs_on_one_checkpoint_both_finish(rich: Program, whole: Totals, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.json"
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(run_here, rich, threads=1, checkpoint=checkpoint) for _ in range(2)]
        assert all(one.result().to_data() == whole.to_data() for one in both)


# ── sums ──


@given(st.lists(st.tuples(*[st.integers(-(2**45), 2**45)] * 3), min_size=1, max_size=8))
def test_squares_are_summed_exactly(rows: list[tuple[int, int, int]]) -> None:
    found = squares(np.array(rows, np.int64))
    assert found == [sum(row[at] ** 2 for row in rows) for at in range(3)]


def test_every_seat_ends_every_wager_in_one_cell(rich: Program, whole: Totals) -> None:
    run = rich.run
    for profile, name in statistics(rich):
        if name in run.profiles[profile].stakes:
            cells = [at for at, cell in enumerate(rich.cells) if (cell.profile, cell.id) == (profile, name)]
            total = sum(whole.sums["cells"][at] for at in cells)
            assert total == ROUNDS * len(run.seats_of(profile)), name


def test_sessions_and_hours_are_all_there(rich: Program, whole: Totals) -> None:
    run = rich.run
    *players, hours = whole.table("sessions")
    assert hours[0] == ROUNDS // run.per_hour
    for profile, sums in enumerate(players):
        assert sums[0] == ROUNDS // run.session * len(run.seats_of(profile))
    for sums, bars in zip(whole.table("sessions"), whole.table("results"), strict=True):
        assert sum(bars) == sums[0]


def test_money_is_conserved(rich: Program, whole: Totals) -> None:
    """What the players lose, the house wins, or it lies on the meters."""
    run = replace(rich.run, rounds=5 * rich.run.block)
    totals = run_here(replace(rich, run=run))
    *players, hours = totals.table("sessions")
    seeds = start_meters(run.submission)
    lying = sum(meter.total - seeds[name].total for name, meter in totals.history.meters.items())
    lost = -sum(sums[1] for sums in players)
    assert totals.history.paid
    assert lost == hours[1] + lying
    nets = sum(
        cents for (_, name), cents in zip(statistics(rich), totals.sums["nets"], strict=True) if not name
    )
    assert nets + sum(totals.history.paid.values()) == -lost


def test_sessions_as_the_deals_make_them() -> None:
    """Runs, lows, hours and bars counted again from the rounds as they were dealt."""
    given_ = submission("PA-679a")
    run = full_table(given_, 480, per_hour=30, hours=2, bankrolls=(3_000, 9_000))
    program = compile_run(run)
    out = traced(program, 480)
    won = out.trace_seats[:, :, 0]
    bars = np.zeros(BARS, np.int64)
    lost = [0, 0]
    for first in range(0, 480, 60):
        path = np.cumsum(won[first : first + 60], axis=0)
        for seat in range(len(run.seats)):
            end, low = int(path[-1, seat]), min(0, int(path[:, seat].min()))
            bars[min(max(end // int(program.tables.width[0]) + BARS // 2, 0), BARS - 1)] += 1
            for at, bank in enumerate(run.bankrolls):
                lost[at] += low <= -bank
    assert out.results[0].tolist() == bars.tolist()
    assert out.lost[0].tolist() == lost
    hours = -won.sum(axis=1).reshape(-1, 30).sum(axis=1)
    assert out.sums[1][:2].tolist() == [16, int(hours.sum())]
    assert out.sums[1][5] == int((hours > 0).sum())


# ── meters ──

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


# ── what came out, beside what should ──


@pytest.mark.parametrize("regulation", RICH)
def test_simulated_figures_are_in_line_with_the_exact_ones(regulation: str) -> None:
    run = full_table(submission(regulation), 300_000, seed=3)
    found = Results(run_here(compile_run(run)))
    assert len(found.figures) > 15
    assert not found.out_of_line
    exact = [found.net(0, name).exact for name in found.ids(0)]
    assert None not in exact


def test_every_named_way_of_playing_is_worth_what_the_analysis_says() -> None:
    for regulation, names in (
        ("PA-649a", ("optimal", "mimic the dealer", "never fold", "any king", "always fold")),
        ("PA-669a", ("optimal", "the rule", "never fold", "always 3x", "wait for 5th street")),
        ("PA-680a", ("optimal", "the house way", "the lowest")),
    ):
        given_ = Submission.from_data({"regulation": regulation})
        run = full_table(given_, 200_000, *names, seed=5)
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
    spread = Spread(len(results), sum(results), sum(one**2 for one in results), 0, bars, 20)
    ordered = sorted(results)
    for percent in (1, 5, 25, 50, 75, 95, 99):
        exact = ordered[-(-percent * len(ordered) // 100) - 1]
        assert spread.quantile(percent) <= exact < spread.quantile(percent) + 20
    assert spread.deviation == pytest.approx(stdev(results) if len(results) > 1 else 0.0)


# ── what cannot be simulated ──


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rounds": 0}, "whole number from 1"),
        ({"rounds": 10**30}, "whole number from 1"),
        ({"seats": ()}, "0 players"),
        ({"seed": -1}, "seed"),
        ({"hours": 0}, "session"),
        ({"per_hour": 10**9}, "session"),
        ({"bankrolls": (0,)}, "bankroll"),
    ],
)
def test_runs_that_make_no_sense(change: dict[str, Any], why: str) -> None:
    run = full_table(submission("PA-649a"), 100)
    with pytest.raises(SimulationError, match=why):
        replace(run, **change)


def test_stakes_the_table_refuses_are_refused_in_its_words() -> None:
    given_ = submission("PA-649a")
    with pytest.raises(SimulationError, match=r"below the minimum.*PA-649a"):
        compile_run(Run(given_, (Seat({"ante": 1}),), 10))
    with pytest.raises(SimulationError, match="needs"):
        compile_run(Run(given_, (Seat({"six_card_bonus": 500}),), 10))


def test_ways_of_playing_by_their_names() -> None:
    given_ = submission("PA-649a")
    stakes = everything(given_)
    for name in ("never-fold", "Never Fold", "NEVER  FOLD"):
        assert compile_run(Run(given_, (Seat(stakes, name),), 10)).ways[0].name == "never fold"
    with pytest.raises(SimulationError, match="'mimic the dealer'"):
        compile_run(Run(given_, (Seat(stakes, "by the stars"),), 10))


def test_a_seat_without_the_main_game() -> None:
    """Pair Plus alone: no decision, nothing folded, and the exact value without folds."""
    given_ = Submission.from_data({"regulation": "PA-649a"})
    run = Run(given_, (Seat({"pair_plus": 500}), Seat({"ante": 500, "pair_plus": 500})), 100_000)
    found = Results(run_here(compile_run(run)))
    assert found.ids(0) == ["pair_plus"]
    assert found.net(0, "pair_plus").exact is not None
    assert not found.out_of_line
