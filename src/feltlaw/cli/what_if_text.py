"""What rows that pay something else would change, and whether the regulation would have them."""

from __future__ import annotations

from feltlaw.cli.output import print_table, print_wrapped, styled
from feltlaw.mathematics import Analysis
from feltlaw.mathematics.outcomes import percent
from feltlaw.mathematics.what_if import WhatIf
from feltlaw.regulation import Regulation


def print_what_if(asked: WhatIf, found: Analysis, before: Analysis | None) -> None:
    """Each row, what the law says to it, and the house edge before and after."""
    regulation = asked.submission.regulation
    for one in asked.changes:
        was = f" instead of {one.was}" if one.was else ", a row that was not there"
        print_wrapped(f"What if: {_title(regulation, one.of)}, {one.hand.replace('_', ' ')}: {one.now}{was}.")
    for name, as_what in asked.allowed.items():
        print_wrapped(f"Allowed: {_title(regulation, name)} is then {as_what}.")
    for name, (why, clauses) in asked.why.items():
        text = f"{_title(regulation, name)}: {why.rstrip('.')} ({', '.join(clauses)}). For the figures alone."
        print(styled("Not allowed by the regulation.", "bold yellow"))
        print_wrapped(text, "  ")
    print()
    if before is None:
        return
    now = {(name, key): entry for name, key, entry in found.entries()}
    rows = [
        (
            _title(regulation, name) + (f", {key} players" if key else ""),
            percent(entry.house_edge),
            percent(now[name, key].house_edge),
            percent(now[name, key].house_edge - entry.house_edge),
        )
        for name, key, entry in before.entries()
        if (name, key) in now and now[name, key].house_edge != entry.house_edge
    ]
    if rows:
        print_table(("wager", "house edge as posted", "what if", "difference"), rows)
    else:
        print_wrapped("The house edge of every wager stays what it is.")
        print()


def _title(regulation: Regulation, name: str) -> str:
    return (regulation.wagers.get(name) or regulation.awards[name]).title
