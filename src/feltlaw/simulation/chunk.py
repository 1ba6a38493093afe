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
from feltlaw.simulation.interpreted import Play
from feltlaw.simulation.kernel import TOGETHER, Tallies
from feltlaw.simulation.program import BARS, Program
from feltlaw.simulation.run import SimulationError
from feltlaw.simulation.slots import RECORD, SUMS, square_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        records = sum(sizes) // OFTEN if tables.hits.any() else 0
    # what the rounds that are played together may need, at the very most
    records += TOGETHER * (tables.seats + 1) * (2 + len(tables.slot)) + 1
    return Tallies(
        cells=np.zeros((len(sizes), len(program.cells)), np.int64),
        results=np.zeros((profiles + 1, BARS), np.int64),
        sums=np.zeros((profiles + 1, SUMS), np.int64),
        lost=np.zeros((profiles, len(tables.banks)), np.int64),
        records=np.zeros((records, RECORD), np.int64),
        used=np.zeros(1, np.int64),
        trace_cards=np.zeros((trace, tables.cards + 2), np.int64),
        trace_seats=np.zeros((trace, tables.seats, 2), np.int64),
    )


@dataclass
class Chunk:
    """What some blocks of a run came to. Squares are over whole blocks only; `rest` is the other one."""

    first: int
    blocks: int
    whole: int
    """Blocks of full length."""
    cells: list[int]
    cell_squares: list[int]
    cell_rest: list[int]
    """By cell."""
    nets: list[int]
    net_squares: list[int]
    net_rest: list[int]
    """By statistic (see `statistics`), in cents."""
    results: list[list[int]]
    """By profile, the table last: sessions (hours) in each bar."""
    sessions: list[list[int]]
    """By profile, the table last: how many, what they came to, the squares of that, and how many came out
    ahead."""
    lost: list[list[int]]
    """By profile and bankroll."""
    records: NDArray[Any]
    """In the order in which things happened."""


def statistics(program: Program) -> list[tuple[int, str]]:
    """What nets are summed of: every wager and award of every profile; under an empty id all of them."""
    found = dict.fromkeys((cell.profile, cell.id) for cell in program.cells)
    return [*found, *((profile, "") for profile in range(len(program.run.profiles)))]


def play_chunk(program: Program, first: int, blocks: int, play: Play = kernel.play) -> Chunk:
    """Plays the blocks from `first` on; `play` is the loop, compiled unless another is given."""
    run = program.run
    sizes = [run.block_rounds(block) for block in range(first, first + blocks)]
    out = room(program, sizes)
    while play(program.tables, seed_words(run.seed), first, np.array(sizes, np.int64), out) < 0:
        if len(out.records) > 64 * sum(sizes):
            raise SimulationError("a meter pays more often than a simulation has room for")
        out = room(program, sizes, records=4 * len(out.records))
    whole = sum(size == run.block for size in sizes)
    nets = out.cells @ _weights(program)
    records = out.records[: out.used[0]]
    return Chunk(
        first=first,
        blocks=blocks,
        whole=whole,
        cells=_sums(out.cells),
        cell_squares=squares(out.cells[:whole]),
        cell_rest=_sums(out.cells[whole:]),
        nets=_sums(nets),
        net_squares=squares(nets[:whole]),
        net_rest=_sums(nets[whole:]),
        results=out.results.tolist(),
        sessions=[[*sums[:2], square_sum(sums), sums[5]] for sums in out.sums.tolist()],
        lost=out.lost.tolist(),
        records=records[np.lexsort((records[:, 0], records[:, 2], records[:, 1]))],
    )


def _sums(table: NDArray[Any]) -> list[int]:
    return [int(many) for many in table.sum(axis=0)]


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
    return [(int(a) << 2 * HALF) + (int(b) << HALF + 1) + c for a, b, c in zip(*parts, strict=True)]


def _sum_of_squares(low: NDArray[Any]) -> list[int]:
    """Squares of up to 60 bits: summed by their own halves."""
    square = low * low
    high, rest = (square >> HALF).sum(axis=0), (square & (1 << HALF) - 1).sum(axis=0)
    return [(int(a) << HALF) + int(b) for a, b in zip(high, rest, strict=True)]
