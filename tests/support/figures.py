"""The table of figures that `make proof` prints: each by the engine, and by a second method.

A test asks for the fixture `figure` and gives it both; what it records travels with the test's report, so it
reaches the summary from other processes too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from feltlaw.mathematics.outcomes import percent
from tests.support.submissions import REGULATIONS

FIGURE, COUNTS, SIMULATED, BOX = "figure", "counts", "simulated", "box"
"""The names of the properties in which tests record."""
LONGEST = 30
Value = Fraction | int | str
Record = Callable[[str, object], None]

HEADS = (
    "regulation",
    "wager",
    "paytable",
    "figure",
    "by the engine",
    "",
    "second method",
    "second figure",
    "",
)


@dataclass(frozen=True, slots=True)
class Figures:
    """Compares a figure with a second one, and remembers both."""

    record: Record
    regulation: str = ""
    wager: str = ""
    table: str = ""

    def of(self, regulation: str, wager: str, table: str = "") -> Figures:
        return Figures(self.record, regulation, wager, table)

    def __call__(self, what: str, first: Value, second: Value, method: str) -> None:
        """The two must be equal."""
        self._note(what, first, method, shown(second), first == second)
        assert first == second, f"{self.regulation} {self.wager} {self.table}, {what}: {first}, but {second}"

    def by_chance(self, what: str, chance: Fraction, seen: int, trials: int, method: str) -> None:
        """The engine's chance against how often it came: within five standard errors."""
        score = float(seen - trials * chance) / sqrt(trials * chance * (1 - chance))
        found = f"{percent(Fraction(seen, trials))}, z = {score:+.2f}"
        self._note(what, chance, method, found, abs(score) < 5)
        assert abs(score) < 5, f"{self.regulation} {self.wager} {self.table}, {what}: z = {score:.2f}"

    def _note(self, what: str, first: Value, method: str, second: str, agree: bool) -> None:
        line = (
            self.regulation,
            self.wager,
            self.table,
            what,
            shown(first),
            in_percent(first),
            method,
            second,
        )
        self.record(FIGURE, [*line, "agrees" if agree else "DIFFERS"])


def shown(value: Value) -> str:
    """The fraction, or the text; of a long one the ends."""
    text = str(value)
    if len(text) <= LONGEST:
        return text
    if isinstance(value, str):
        first, *_, last = value.split(", ")
        return f"{first} .. {last}"
    top, _, below = text.partition("/")
    return f"{_short(top)}/{_short(below)}" if below else _short(top)


def _short(digits: str) -> str:
    return digits if len(digits) <= 14 else f"{digits[:6]}..{digits[-4:]} ({len(digits.strip('-'))} digits)"


def in_percent(value: Value) -> str:
    return percent(value) if isinstance(value, Fraction) and value.denominator > 1 else ""


def summary(properties: Iterable[tuple[str, object]]) -> Iterator[str]:
    """The lines that close a run of proofs."""
    lines: list[tuple[str, ...]] = []
    counts: Counter[str] = Counter()
    boxed: Counter[str] = Counter()
    simulated: list[dict[str, object]] = []
    for name, value in properties:
        if name == SIMULATED and isinstance(value, dict):
            simulated.append(value)
        if name == FIGURE and isinstance(value, list | tuple):
            lines.append(tuple(map(str, value)))
        elif name == COUNTS and isinstance(value, dict):
            counts.update(value)
        elif name == BOX and isinstance(value, dict):
            boxed.update(value)
    if lines:
        yield from _table(sorted(lines, key=_order))
        wrong = sum(line[-1] != "agrees" for line in lines)
        yield ""
        yield f"{len(lines):,} figures, each by two methods; {wrong or 'none'} of them differ."
    for run in simulated:
        yield ""
        yield str(run["title"])
        scores = run["z"]
        assert isinstance(scores, dict)
        for named, z in scores.items():
            yield f"{z:>+8.2f}  {named}"
    for title, found in (("Random tables:", counts), ("Properties in a box:", boxed)):
        if found:
            yield ""
            yield title
            for what, many in found.most_common():
                yield f"{many:>12,}  {what}"


def _order(line: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    known = REGULATIONS.index(line[0]) if line[0] in REGULATIONS else len(REGULATIONS)
    return known, line[1:4]


def _table(lines: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(line[at]) for line in (HEADS, *lines)) for at in range(len(HEADS))]
    for line in (HEADS, tuple("-" * width for width in widths), *lines):
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
