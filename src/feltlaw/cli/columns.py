"""Tables as lines of text for any width.

Figures stand to the right and are never cut. Where the columns do not all fit, heads are wrapped first, then
columns of words; then columns go, one after the other, under the row they belong to.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

GAP = 2
INDENT = " "
UNDER = "    "
FEWEST = 14
"""A column of words is not made narrower than this, nor than its longest word."""
_FIGURE = re.compile(
    r"[-+±]?\s?\$?[0-9][0-9,.]*(\s?%)?(/[0-9,]+)?( \*)?"  # 12, $1,000.50, 3.37 %, 4/5, a marked one
    r"|[0-9,]+ (to|for) [0-9,]+|[0-9]+% of \w+|push|lose|none|not computed|—"
)
NO_BREAK = "\u00a0"
_WITHIN = re.compile(r"(?<=\d) (?=%)|(?<=\d) (?:to|for) (?=\d)|(?<=\d%) of (?=\w)|(?<=±) (?=[\d$])")
_NAME = re.compile(r"[a-z_]{4}")


@dataclass(frozen=True, slots=True)
class Lines:
    """A table that was laid out: its head with the line below it, and its body."""

    head: list[str]
    body: list[str]


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    cells: tuple[str, ...]
    figures: bool

    @property
    def widest(self) -> int:
        return max(map(len, (self.head, *self.cells)))

    @property
    def narrowest(self) -> int:
        """As narrow as it can be without tearing a word or a number."""
        head = _longest_word(self.head)
        if self.figures:
            return max(head, *map(len, self.cells), 0)
        word = max((_longest_word(cell) for cell in self.cells), default=0)
        return min(self.widest, max(head, word, FEWEST))


def table_lines(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, least: Sequence[str] = ()
) -> Lines:
    """The table in lines no longer than `width`, unless a single word is; empty columns are left out."""
    columns = [
        _Column(head, cells, is_figures(cells))
        for head, cells in zip(heads, _turned(rows, len(heads)), strict=True)
        if any(cells) or not rows
    ]
    shown = list(range(len(columns)))
    there = [one.head for one in columns]
    goes = [there.index(head) for head in least if head in there]
    goes += [at for at in reversed(shown[1:]) if at not in goes]
    while (widths := _widths([columns[at] for at in shown], width - len(INDENT))) is None and goes:
        shown.remove(goes.pop(0))
    if widths is None:
        widths = [columns[at].narrowest for at in shown]
    beside = [columns[at] for at in shown]
    under = [columns[at] for at in range(len(columns)) if at not in shown]
    head = [line for line in _row([one.head for one in beside], beside, widths, bottom=True) if line.strip()]
    rule = INDENT + "─" * (sum(widths) + GAP * (len(widths) - 1))
    body = []
    for at in range(len(rows)):
        body += _row([one.cells[at] for one in beside], beside, widths)
        body += _under([(one.head, one.cells[at]) for one in under], width)
    return Lines([*head, rule], body)


def is_figures(cells: Sequence[str]) -> bool:
    """Whether a column holds amounts, counts, odds or other figures, and nothing else."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_FIGURE.fullmatch(cell) for cell in filled)


def _turned(rows: Sequence[Sequence[str]], many: int) -> list[tuple[str, ...]]:
    return [tuple(row[at] for row in rows) for at in range(many)]


def joined_figures(text: str) -> str:
    """The text with no-break spaces inside its figures: `3.37 %`, `35 to 1`, `100% of meter`."""
    return _WITHIN.sub(lambda found: found[0].replace(" ", NO_BREAK), text)


def _longest_word(text: str) -> int:
    return max(map(len, joined_figures(text).split(" ")), default=0)


def _widths(columns: Sequence[_Column], room: int) -> list[int] | None:
    """A width for each column; None where they do not fit beside each other."""
    room -= GAP * (len(columns) - 1)
    least = [one.narrowest for one in columns]
    if sum(least) > room:
        return None
    widths = [one.widest for one in columns]
    # the heads of figures are wrapped before words are, and of words the widest column first
    for figures in (True, False):
        while (over := sum(widths) - room) > 0:
            slack = [
                (widths[at], at)
                for at, one in enumerate(columns)
                if one.figures is figures and widths[at] > least[at]
            ]
            if not slack:
                break
            _, at = max(slack)
            widths[at] = max(least[at], widths[at] - (over if figures else 1))
    return widths


def _row(
    cells: Sequence[str], columns: Sequence[_Column], widths: Sequence[int], *, bottom: bool = False
) -> list[str]:
    """One row, in as many lines as its tallest cell; heads of several lines stand at the bottom."""
    parts = [_wrap(cell, room) for cell, room in zip(cells, widths, strict=True)]
    tall = max(map(len, parts))
    if bottom:
        parts = [[""] * (tall - len(part)) + part for part in parts]
    lines = []
    for at in range(tall):
        texts = [part[at] if at < len(part) else "" for part in parts]
        placed = [
            text.rjust(room) if column.figures else text.ljust(room)
            for text, room, column in zip(texts, widths, columns, strict=True)
        ]
        lines.append((INDENT + (" " * GAP).join(placed)).rstrip())
    return lines


def _under(cells: Sequence[tuple[str, str]], width: int) -> list[str]:
    """What stands below a row: each head with its cell, as many to a line as fit."""
    told = [f"{head} {cell}".strip() for head, cell in cells if cell]
    if not told:
        return []
    lines, line = [], ""
    for text in (*(f"{one};" for one in told[:-1]), told[-1]):
        if line and len(UNDER) + len(line) + 1 + len(text) <= width:
            line += f" {text}"
            continue
        lines += [line] if line else []
        line = text
    lines.append(line)
    return [UNDER + part for one in lines for part in _wrap(one, max(width - len(UNDER), FEWEST), then="  ")]


def _wrap(text: str, room: int, then: str = "") -> list[str]:
    return [text] if len(text) <= room else wrapped(text, room, "", then) or [""]


def wrapped(text: str, width: int, first: str, then: str) -> list[str]:
    """A paragraph in lines; numbers, names and citations are not torn apart."""
    joined = joined_figures(text)
    room = width - max(len(first), len(then))
    names = any(len(word) > room and _NAME.search(word) for word in joined.split(" "))
    lines = textwrap.wrap(
        joined,
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=names,  # only a name may go on in the next line: a test's, a file's
        break_on_hyphens=False,
    )
    return [line.replace(NO_BREAK, " ").rstrip() for line in lines]
