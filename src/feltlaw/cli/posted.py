"""What wins at a table, printed: its paytables side by side, and a sentence for what has none."""

from __future__ import annotations

from rich.text import Text

from feltlaw.cli.output import print_table
from feltlaw.cli.screen import say
from feltlaw.submission import Submission
from feltlaw.telling.posted import beside_tables, posted_tables


def show_tables(submission: Submission, players: int, only: str = "") -> bool:
    """The paytables, those that read the same cards side by side; False where nothing is called `only`."""
    shown = False
    for table in posted_tables(submission, players, only):
        print_table((table.heading, *table.titles), table.rows)
        shown = True
    for name, text in beside_tables(submission, players, only):
        say("  ", Text(name, style="bold"), f", {text}")
        shown = True
    return shown
