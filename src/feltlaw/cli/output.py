"""Printing: one JSON document, or tables and paragraphs for a terminal."""

from __future__ import annotations

import io
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

NARROWEST, WIDEST, USUAL = 60, 160, 100
GAP = 2
LONGEST_FIGURE = len("100% of meter")


def width() -> int:
    """The columns of the terminal, within reason; 100 where there is none."""
    return max(NARROWEST, min(shutil.get_terminal_size((USUAL, 24)).columns, WIDEST))


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table; where it is too wide for the terminal, columns of text are folded, columns of figures not."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, GAP - 1, 0, 0))
    lines = [tuple(row) for row in rows]
    for at, head in enumerate(heads):
        longest = max(len(line[at]) for line in (heads, *lines))
        table.add_column(head, overflow="fold", no_wrap=longest <= LONGEST_FIGURE)
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    drawn = io.StringIO()  # rich never writes to standard output itself: it would end the program there
    console = Console(
        file=drawn, force_terminal=sys.stdout.isatty(), width=width(), highlight=False, markup=False
    )
    if title:
        console.print(title, style="bold")
    console.print(table)
    print("\n".join(line.rstrip() for line in drawn.getvalue().split("\n") if line.strip()), end="\n\n")


def print_wrapped(text: str, indent: str = "") -> None:
    """A paragraph, wrapped to the terminal; citations are not torn apart."""
    lines = textwrap.wrap(
        text, width(), initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )
    print("\n".join(lines))
