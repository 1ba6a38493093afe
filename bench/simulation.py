"""The simulation against the same loop in C++, compiled here: the same tallies, one thread; then on two."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from bench.exact import FLAGS, SOURCES, compiler
from bench.measure import Compared, Effort, LeftOut, Result, agree, best
from feltlaw.simulation import kernel
from feltlaw.simulation.chunk import play_chunk, room, seed_words
from feltlaw.simulation.program import BARS, Program, compile_run
from feltlaw.submission import Submission
from tests.support.simulated import RICH, full_table, submission

BLOCKS = 600
ROUNDS = 10**9


def simulation(effort: Effort, folder: Path) -> Iterator[Result]:
    """Three Card Poker with Ante and Pair Plus at seven seats, then every game with all its wagers."""
    program = compile_run(full_table(Submission.from_data({"regulation": "PA-649a"}), ROUNDS))
    play_chunk(program, 0, 1)
    yield from _against_cpp(program, effort, folder)
    yield _on_two(program, effort)
    base = None
    for regulation in RICH:
        found = compile_run(full_table(submission(regulation), ROUNDS))
        blocks = effort.size(BLOCKS // 2)
        taken, _ = best(_ours(found, blocks), effort.rounds(3))
        each = taken / (blocks * found.run.block)
        base = base or each
        seats = len(found.run.seats)
        yield Compared(
            f"simulate {regulation}, all wagers",
            f"a round of {seats} seats",
            each,
            base,
            "PA-649a, all wagers",
            note=f"{1 / each / 1e6:.1f} M rounds/s on one thread",
        )


def _ours(program: Program, blocks: int) -> Callable[[], kernel.Tallies]:
    sizes = np.full(blocks, program.run.block, np.int64)
    seed = seed_words(program.run.seed)

    def work() -> kernel.Tallies:
        out = room(program, sizes.tolist())
        kernel.play(program.tables, seed, 0, sizes, out)
        return out

    return work


def _against_cpp(program: Program, effort: Effort, folder: Path) -> Iterator[Result]:
    found = compiler()
    name = "simulate Three Card Poker, one thread"
    if found is None:
        yield LeftOut(name, "there is no C++ compiler (g++, or another named by CXX)")
        return
    library = folder / "simulate.so"
    subprocess.run([found, *FLAGS, "-o", library, SOURCES / "simulate.cpp"], check=True)
    loaded = ctypes.CDLL(str(library))
    blocks = effort.size(BLOCKS)
    ours, theirs = [], []
    for _ in range(effort.rounds(7)):
        # in turn, so that a busy machine disturbs both alike
        taken, out = best(_ours(program, blocks), 1)
        ours.append(taken)
        taken, (ends, results) = best(lambda: _theirs(loaded, program, blocks), 1)
        theirs.append(taken)
    agree(name, out.cells.sum(axis=0).tolist(), _spread(program, ends).tolist())
    agree(name, out.results.tolist(), results.tolist())
    rounds = blocks * program.run.block
    yield Compared(
        name,
        "a round of 7 seats",
        min(ours) / rounds,
        min(theirs) / rounds,
        "the same loop in C++",
        0.8,
        f"Ante and Pair Plus; {rounds / min(ours) / 1e6:.1f} M rounds/s",
    )


def _theirs(library: Any, program: Program, blocks: int) -> tuple[Any, Any]:
    tables, run = program.tables, program.run
    ends = np.zeros(len(tables.end_net), np.int64)
    results = np.zeros((2, BARS), np.int64)
    first, second = (int(word) for word in seed_words(run.seed))
    whole = ctypes.c_int64

    def at(array: Any) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    library.simulate(
        *(ctypes.c_uint64(first), ctypes.c_uint64(second)),
        *(whole(blocks), whole(run.block), whole(run.session), whole(run.per_hour)),
        *(at(tables.three), at(tables.place), at(tables.outcome), whole(tables.met)),
        *(at(tables.group), whole(tables.groups), at(tables.end_net)),
        *(whole(int(tables.width[0])), whole(int(tables.width[1])), whole(BARS), at(ends), at(results)),
    )
    return ends, results


def _spread(program: Program, ends: Any) -> Any:
    """Cells of what the baseline counted."""
    tables = program.tables
    cells = np.zeros(len(program.cells), np.int64)
    for end, many in enumerate(ends):
        for place in range(tables.end_at[end], tables.end_at[end + 1]):
            cells[tables.end_cell[place]] += many
    return cells


def _on_two(program: Program, effort: Effort) -> Result:
    """The same work by one thread and by two, in wall-clock time."""
    blocks = effort.size(2 * BLOCKS)
    name = "simulate Three Card Poker, two threads"
    if (os.cpu_count() or 1) < 2:
        return LeftOut(name, "there is only one processor")

    def wall(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = perf_counter()
            for done in [pool.submit(play_chunk, program, at * blocks // 8, blocks // 8) for at in range(8)]:
                done.result()
            return perf_counter() - start

    times = [(wall(1), wall(2)) for _ in range(effort.rounds(5))]
    rounds = blocks // 8 * 8 * program.run.block
    one, two = (min(pair[at] for pair in times) / rounds for at in (0, 1))
    return Compared(name, "a round of 7 seats", two, one, "itself on one", 1.7, "wall-clock time")
