"""Measuring: the best of several times, in seconds of processor time, which a busy machine disturbs least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import TypeVar

T = TypeVar("T")


class WrongAnswer(Exception):
    """A baseline and feltlaw disagree, so their times say nothing."""


@dataclass(frozen=True)
class Compared:
    """One thing done by feltlaw and by a baseline, which gave the same answer."""

    name: str
    unit: str
    """What is done once in the times given."""
    ours: float
    baseline: float
    against: str
    at_least: float | None = None
    """How many times faster it has to be, where that was promised."""
    note: str = ""

    @property
    def times(self) -> float:
        return self.baseline / self.ours

    @property
    def missed(self) -> bool:
        return self.at_least is not None and self.times < self.at_least


@dataclass(frozen=True)
class LeftOut:
    """Something that cannot be measured here."""

    name: str
    why: str


@dataclass(frozen=True)
class Within:
    """A figure that was promised to stay within a bound."""

    name: str
    found: float
    most: float
    unit: str
    note: str = ""

    @property
    def missed(self) -> bool:
        return self.found > self.most


Result = Compared | LeftOut | Within


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    quick: bool = False

    def rounds(self, usual: int) -> int:
        return -(-usual // 3) if self.quick else usual

    def size(self, usual: int) -> int:
        return usual // 10 if self.quick else usual


def best(work: Callable[[], T], rounds: int) -> tuple[float, T]:
    """The shortest of several times, and what the work gave."""
    times: list[float] = []
    for _ in range(rounds):
        start = process_time()
        found = work()
        times.append(process_time() - start)
    return min(times), found


def agree(name: str, ours: object, baseline: object) -> None:
    """Refuses a baseline that has another answer."""
    if ours != baseline:
        raise WrongAnswer(f"{name}: feltlaw gives {ours}, the baseline {baseline}")


def seconds(value: float) -> str:
    """A time as a person reads it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if value >= size or unit == "ns":
            return f"{value / size:.3g} {unit}"
    raise AssertionError


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns side by side, the first to the left, the others to the right."""
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    lines = []
    for row in (heads, ["─" * width for width in widths], *rows):
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
