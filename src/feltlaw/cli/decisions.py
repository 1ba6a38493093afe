"""The full table of decisions in plain columns: it may have many thousand lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from feltlaw.mathematics.advice import StrategyLine
from feltlaw.mathematics.outcomes import decimal

PLACES = 6
FIGURES = ("hands",)


def print_decisions(table: Sequence[StrategyLine]) -> None:
    """Every class of hands, what each action is worth with it, and which is best; nothing for no table."""
    for asked, lines in groupby(table, key=lambda line: line.asked):
        _print_group(asked, list(lines))


def _print_group(asked: str, lines: Sequence[StrategyLine]) -> None:
    print(f"\nEvery hand {asked}".rstrip())
    acts = list(lines[0].actions)
    alike = all(list(line.actions) in (acts, []) for line in lines)
    suits = any(line.suits for line in lines)
    heads = ["hand", *(["suits"] if suits else []), "hands", *(acts if alike else ["worth"]), "best"]
    rows = [heads]
    for line in lines:
        worth = {act: decimal(value, PLACES) for act, value in line.actions.items()}
        figures = (
            [worth.get(act, "") for act in acts]
            if alike
            else [", ".join(f"{act} {value}" for act, value in worth.items())]
        )
        rows.append([line.hand, *([line.suits] if suits else []), f"{line.hands:,}", *figures, line.best])
    widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    right = {*FIGURES, *(acts if alike else ())}
    for row in rows:
        cells = (
            cell.rjust(width) if head in right else cell.ljust(width)
            for head, cell, width in zip(heads, row, widths, strict=True)
        )
        print("  ".join(cells).rstrip())
