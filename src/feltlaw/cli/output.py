"""Printing: one JSON document, or tables and paragraphs for a terminal."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


@lru_cache(maxsize=1)
def console() -> Console:
    """The terminal: colour and width follow it, plain text of 100 columns where there is none."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else max(80, min(shutil.get_terminal_size((100, 24)).columns, 160))
    return Console(width=width, highlight=False, markup=False)


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table whose last column takes the room that is left."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold", header_style="bold",
        pad_edge=False,
    )
    for at, head in enumerate(heads):
        table.add_column(head, overflow="fold", ratio=None if at < len(heads) - 1 else 1)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def print_wrapped(text: str, indent: str = "") -> None:
    """A paragraph, wrapped to the terminal."""
    width = console().width
    print("\n".join(textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  ") or [""]))
