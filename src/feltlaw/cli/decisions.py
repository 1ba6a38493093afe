"""The full table of decisions: it may have many thousand lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from feltlaw.cli.output import print_table
from feltlaw.mathematics.advice import StrategyLine
from feltlaw.mathematics.outcomes import decimal

PLACES = 6


def print_decisions(table: Sequence[StrategyLine]) -> None:
    """Every class of hands, what each action is worth with it, and which is best; nothing for no table."""
    for asked, lines in groupby(table, key=lambda line: line.asked):
        _print_group(asked, list(lines))


def _print_group(asked: str, lines: Sequence[StrategyLine]) -> None:
    acts = list(lines[0].actions)
    alike = all(list(line.actions) in (acts, []) for line in lines)
    suits = any(line.suits for line in lines)
    rows = []
    for line in lines:
        worth = {act: decimal(value, PLACES) for act, value in line.actions.items()}
        figures = (
            [worth.get(act, "") for act in acts]
            if alike
            else [", ".join(f"{act} {value}" for act, value in worth.items())]
        )
        rows.append([line.hand, *([line.suits] if suits else []), f"{line.hands:,}", *figures, line.best])
    heads = ["hand", *(["suits"] if suits else []), "hands", *(acts if alike else ["worth"]), "best"]
    print()
    print_table(heads, rows, f"Every hand {asked}".rstrip(), least=("hands", "suits"))
