"""Printing: one JSON document, or tables and paragraphs for a terminal."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence

from feltlaw.cli.columns import table_lines, wrapped

NARROWEST, WIDEST, USUAL = 40, 160, 100


def width() -> int:
    """The columns of the terminal, within reason; 100 where there is none."""
    return max(NARROWEST, min(shutil.get_terminal_size((USUAL, 24)).columns, WIDEST))


def unicode_is_safe() -> bool:
    """Whether the terminal can show suits, card backs and lines."""
    return "utf" in (sys.stdout.encoding or "").lower()


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", least: Sequence[str] = ()
) -> None:
    """A table; where it is too wide, columns go under their row, those named in `least` first.

    A number is never cut, whatever the width.
    """
    if title:
        print_title(title)
    lines = table_lines(heads, [tuple(row) for row in rows], width(), least)
    for at, line in enumerate(lines.head):
        is_rule = at == len(lines.head) - 1
        print(_rule(line) if is_rule else styled(line, "bold"))
    for line in lines.body:
        print(line)
    print()


def print_title(text: str) -> None:
    """A heading, in as many lines as it needs."""
    for line in wrapped(text, width(), "", ""):
        print(styled(line, "bold"))


def _rule(line: str) -> str:
    return line if unicode_is_safe() else line.replace("─", "-")


def styled(text: str, style: str, *, error: bool = False) -> str:
    """The text in a style of `rich`, where a terminal shows it and nobody has said NO_COLOR."""
    stream = sys.stderr if error else sys.stdout
    if not style or not stream.isatty():
        return text
    from rich.console import Console

    console = Console(force_terminal=True, highlight=False, markup=False, width=len(text) + 1)
    with console.capture() as drawn:
        console.print(text, style=style, end="", soft_wrap=True)
    return drawn.get()


def print_wrapped(text: str, indent: str = "", then: str | None = None) -> None:
    """A paragraph, wrapped to the terminal; numbers, names and citations are not torn apart.

    `then` stands before its other lines, two more blanks than before the first if it is not given.
    """
    print("\n".join(wrapped(text, width(), indent, indent + "  " if then is None else then)))
