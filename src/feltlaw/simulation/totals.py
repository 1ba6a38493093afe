"""The totals of a run: chunks added up in order, to be kept on disk and gone on from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltlaw.simulation.chunk import Chunk, statistics
from feltlaw.simulation.history import History, together
from feltlaw.simulation.program import BARS, Program

SUMMED = ("cells", "cell_squares", "cell_rest", "nets", "net_squares", "net_rest")


class Totals:
    """What all blocks so far came to. They are added in order, each once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.blocks = 0
        """Blocks added, from the first one on."""
        self.whole = 0
        cells, nets = len(program.cells), len(statistics(program))
        profiles = len(program.run.profiles)
        self.sums: dict[str, list[int]] = {
            name: [0] * (cells if name.startswith("cell") else nets) for name in SUMMED
        }
        self.tables: dict[str, list[list[int]]] = {
            "results": [[0] * BARS for _ in range(profiles + 1)],
            "sessions": [[0, 0, 0, 0] for _ in range(profiles + 1)],
            "lost": [[0] * len(program.run.bankrolls) for _ in range(profiles)],
        }
        self.history = History(program)
        self.unsaved = ""
        """Why the last checkpoint could not be written, if it could not."""
        self.compiling = False
        """Whether the loop is being made into machine code, and nothing comes out meanwhile."""
        self.stopped = ""
        """Why the run ended before its time, if it did and nobody pressed Ctrl-C."""

    @property
    def rounds(self) -> int:
        run = self.program.run
        return min(self.blocks * run.block, run.rounds)

    @property
    def done(self) -> bool:
        return self.blocks >= self.program.run.blocks

    def add(self, chunk: Chunk) -> bool:
        """Adds the next chunk; one that was added already is left alone."""
        if chunk.first < self.blocks:
            return False
        if chunk.first > self.blocks:
            raise ValueError(f"blocks {self.blocks} to {chunk.first - 1} are missing")
        self.compiling = False
        self.blocks += chunk.blocks
        self.whole += chunk.whole
        for name, sums in self.sums.items():
            more: list[int] = getattr(chunk, name)
            self.sums[name] = [one + other for one, other in zip(sums, more, strict=True)]
        for name, table in self.tables.items():
            self.tables[name] = together((table, getattr(chunk, name)))
        self.history.read(chunk)
        self.history.bring_to(self.rounds)
        return True

    def table(self, name: str) -> list[list[int]]:
        """`results`, `sessions` or `lost`, those with an award from a meter included."""
        return together((self.tables[name], getattr(self.history, name)))

    def to_data(self) -> dict[str, Any]:
        return {
            "blocks": self.blocks,
            "whole": self.whole,
            "sums": self.sums,
            "tables": self.tables,
            "history": self.history.to_data(),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Goes on from what `to_data` gave."""
        self.blocks, self.whole = data["blocks"], data["whole"]
        self.sums, self.tables = data["sums"], data["tables"]
        self.history.restore(data["history"])
