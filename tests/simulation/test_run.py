"""A run: the same to the bit however it is divided, stopped and gone on with; its sums checked."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.round.read import start_meters
from feltlaw.simulation import kernel, local
from feltlaw.simulation.chunk import play_chunk, room, seed_words, squares, statistics
from feltlaw.simulation.document import document
from feltlaw.simulation.interpreted import interpreted
from feltlaw.simulation.local import run_here
from feltlaw.simulation.program import BARS, Program, compile_run
from feltlaw.simulation.results import Results
from feltlaw.simulation.run import Run, Seat, SimulationError
from feltlaw.simulation.totals import Totals
from feltlaw.submission import Submission
from tests.support.simulated import RICH, everything, full_table, submission, traced

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


@pytest.mark.parametrize("regulation", list(RICH))
def test_uncompiled_it_plays_the_same_to_the_bit(regulation: str) -> None:
    program = compile_run(full_table(submission(regulation), 96))
    found = [room(program, [96], trace=8) for _ in range(2)]
    for play, out in zip((kernel.play, interpreted(kernel.play)), found, strict=True):
        play(program.tables, seed_words(program.run.seed), 3, np.array([96]), out)
    assert all((one == other).all() for one, other in zip(*found, strict=True))
    assert found[0].cells.any()


def test_what_is_not_compiled_yet_begins_at_once(
    rich: Program, whole: Totals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first blocks uncompiled, the others compiled: the same totals."""
    monkeypatch.setattr(local, "is_compiled", lambda function: False)
    monkeypatch.setattr(local, "HEAD_START", 0.0)
    monkeypatch.setattr(local, "COMPILING", 0.0)
    seen: list[tuple[int, bool]] = []
    found = run_here(rich, told=lambda totals: seen.append((totals.blocks, totals.compiling)))
    assert found.to_data() == whole.to_data()
    assert seen[:3] == [(0, False), (1, False), (1, True)]
    assert not found.compiling


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
