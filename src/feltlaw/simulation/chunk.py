"""Chunks: blocks played one after another, and what they add to a run's totals.

Totals are whole numbers and add up in any order, so it does not matter how a run was divided. Beside every
sum stands the sum of its squares over whole blocks: blocks are independent of each other, so their spread is
the spread of the sum, whatever ties the seats of a round together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feltlaw.simulation import kernel
from feltlaw.simulation.kernel import Tallies
from feltlaw.simulation.model import SimulationError
from feltlaw.simulation.program import BARS, Program

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPARE = 4096
"""Room for records beyond those expected."""
OFTEN = 16
"""At most one record in so many rounds is expected; with less room a chunk is done again with more."""
HALF = 30
"""Squares are taken in halves of so many bits, which 64 bits hold."""


def seed_words(seed: int) -> NDArray[Any]:
    """A seed as the loop takes it."""
    return np.array([seed & (1 << 64) - 1, seed >> 64], np.uint64)


def room(program: Program, sizes: Sequence[int], *, trace: int = 0, records: int | None = None) -> Tallies:
    """Empty tallies for blocks of these sizes."""
    tables, profiles = program.tables, len(program.run.profiles)
    if records is None:
        records = SPARE + (sum(sizes) // OFTEN if tables.hits.any() else 0)
    return Tallies(
        cells=np.zeros((len(sizes), len(program.cells)), np.int64),
        results=np.zeros((profiles + 1, BARS), np.int64),
        sums=np.zeros((len(sizes), profiles + 1, 2), np.int64),
        lost=np.zeros((profiles, len(tables.banks)), np.int64),
        records=np.zeros((records, kernel.RECORD), np.int64),
        used=np.zeros(1, np.int64),
        trace_cards=np.zeros((trace, tables.cards + 2), np.int64),
        trace_seats=np.zeros((trace, tables.seats, 2), np.int64),
    )


@dataclass
class Chunk:
    """What some blocks of a run came to."""

    first: int
    blocks: int
    whole: int
    """Blocks of full length, which the squares are over."""
    cells: list[int]
    squares: list[int]
    """By cell."""
    nets: list[int]
    """By statistic (see `statistics`), cents."""
    net_squares: list[int]
    results: list[list[int]]
    sessions: list[list[int]]
    """By profile, the table last: sessions (hours) counted, what they came to, and the squares of that."""
    lost: list[list[int]]
    records: NDArray[Any]


def statistics(program: Program) -> list[tuple[int, str]]:
    """What nets are summed of: every wager and award of every profile; under an empty id all of them."""
    found = dict.fromkeys((cell.profile, cell.id) for cell in program.cells)
    return [*found, *((profile, "") for profile in range(len(program.run.profiles)))]


def play_chunk(program: Program, first: int, blocks: int) -> Chunk:
    """Plays the blocks from `first` on."""
    run = program.run
    sizes = [run.block_rounds(block) for block in range(first, first + blocks)]
    out = room(program, sizes)
    while kernel.play(program.tables, seed_words(run.seed), first, np.array(sizes, np.int64), out) < 0:
        if len(out.records) > 64 * sum(sizes) + SPARE:
            raise SimulationError("a meter pays more often than a simulation has room for")
        out = room(program, sizes, records=4 * len(out.records))
    whole = sum(size == run.block for size in sizes)
    nets = out.cells @ _weights(program)
    return Chunk(
        first,
        blocks,
        whole,
        [int(many) for many in out.cells.sum(axis=0)],
        squares(out.cells[:whole]),
        [int(cents) for cents in nets.sum(axis=0)],
        squares(nets[:whole]),
        out.results.tolist(),
        [[int(many) for many in pair] for pair in out.sums.sum(axis=0)],
        out.lost.tolist(),
        out.records[: out.used[0]].copy(),
    )


def _weights(program: Program) -> NDArray[Any]:
    """By cell and statistic: the cents that one count adds."""
    listed = statistics(program)
    found = np.zeros((len(program.cells), len(listed)), np.int64)
    for at, cell in enumerate(program.cells):
        found[at, listed.index((cell.profile, cell.id))] = cell.net
        found[at, listed.index((cell.profile, ""))] = cell.net
    return found


def squares(table: NDArray[Any]) -> list[int]:
    """The sum of the squares of every column, exactly, however large."""
    high, low = table >> HALF, table & (1 << HALF) - 1
    parts = ((high * high).sum(axis=0), (high * low).sum(axis=0), _sum_of_squares(low))
    return [
        (int(a) << 2 * HALF) + (int(b) << HALF + 1) + c for a, b, c in zip(*parts, strict=True)
    ]


def _sum_of_squares(low: NDArray[Any]) -> list[int]:
    """Squares of up to 60 bits: summed by their own halves."""
    square = low * low
    high, rest = (square >> HALF).sum(axis=0), (square & (1 << HALF) - 1).sum(axis=0)
    return [(int(a) << HALF) + int(b) for a, b in zip(high, rest, strict=True)]
