"""Posted tables: how much room one takes in any size of type, and how it is drawn there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from feltlaw.layout.canvas import Canvas
from feltlaw.layout.fonts import CAP, MEDIUM, REGULAR, SEMIBOLD, capitals, face
from feltlaw.layout.model import Posted

PITCH = 1.36
"""From line to line, in ems."""
HEAD, HEAD_SPACING, HEAD_PITCH = 0.78, 0.1, 1.5
"""The heading beside the type of the rows, the space between its letters, and the line under it, in ems."""
NOTE = 0.76
COLUMN_GAP = 1.35


@dataclass(frozen=True, slots=True)
class Setting:
    """A table set in one size of type."""

    size: float
    width: float
    height: float
    columns: tuple[float, ...]
    """The widths of the columns of figures, the last at the right edge."""
    heads: tuple[tuple[str, ...], ...]
    """The columns' heads, line by line."""
    title: str
    note_below: bool
    first: float
    """From the top to the first row's line."""
    pitch: float = PITCH
    """From line to line, in ems."""


def title_of(block: Posted) -> str:
    """The heading: where each column names a wager, it need not name them again."""
    return "Hand" if block.heads and block.more and not _is_contest(block) else block.title


def _is_contest(block: Posted) -> bool:
    return any("ealer" in row.shown for row in block.rows)


def measure(block: Posted, size: float, bold: bool = False, pitch: float = PITCH) -> Setting:
    """The room a table takes."""
    label = max(face(REGULAR).width(row.shown, size) for row in block.rows)
    figures = face(SEMIBOLD if bold else MEDIUM)
    small = HEAD * size
    columns, heads = [], []
    for at in range(len(block.rows[0].pays)):
        cells = max(figures.width(row.pays[at], size) for row in block.rows)
        head = _head(block.heads[at], cells, small) if block.heads else ()
        heads.append(head)
        columns.append(max([cells, *(_small(one, small) for one in head)]))
    width = label + sum(columns) + COLUMN_GAP * size * len(columns)
    if len(columns) == 1:  # what is long on the left may stand beside what is short on the right
        width = (
            max(face(REGULAR).width(row.shown, size) + figures.width(row.pays[0], size) for row in block.rows)
            + size
        )
    title = title_of(block)
    lines = max([1, *(len(one) for one in heads)])
    titled = _small(capitals(title), small)
    in_heading = titled + (sum(columns) + COLUMN_GAP * size * len(columns) if block.heads else 0)
    note = face(REGULAR).width(block.note, NOTE * size)
    below = bool(block.note) and (bool(block.heads) or titled + note + 1.2 * size > max(width, in_heading))
    width = max(width, in_heading, note if below else titled + (note + 1.2 * size if note else 0))
    first = small * CAP + (lines - 1) * small * 1.15 + HEAD_PITCH * size + (NOTE * size * 1.3 if below else 0)
    height = first + pitch * size * (len(block.rows) - 1)
    return Setting(size, width, height, tuple(columns), tuple(heads), title, below, first, pitch)


def _small(text: str, size: float) -> float:
    return face(SEMIBOLD).width(text, size, HEAD_SPACING * size)


def _head(text: str, room: float, size: float) -> tuple[str, ...]:
    """A column's head, in two lines where one would make the column wider than its figures."""
    whole = capitals(text)
    if not text or _small(whole, size) <= 1.3 * room:
        return (whole,) if text else ()
    parts = [part for part in re.split(r" |(?<=-)", whole) if part]
    ways: list[Sequence[str]] = [[whole]]
    for cut in range(1, len(parts)):
        ways.append([_join(parts[:cut]), _join(parts[cut:])])
    return tuple(min(ways, key=lambda way: max(_small(one, size) for one in way)))


def _join(parts: Sequence[str]) -> str:
    return "".join(part if part.endswith("-") else f"{part} " for part in parts).strip()


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a table, the weight of its figures, and how much lower its rows stand."""

    head: str
    ink: str
    note: str = ""
    weight: int = MEDIUM
    suits: str = ""
    drop: float = 0.0


def draw_table(
    canvas: Canvas, block: Posted, setting: Setting, at: tuple[float, float, float], look: Look
) -> None:
    """A table with its left edge, its top and its width: heading, heads of columns, note and rows."""
    left, top, width = at
    size, small = setting.size, HEAD * setting.size
    line, right = top + CAP * small, left + width

    def headed(x: float, y: float, text: str, anchor: str = "start") -> None:
        spacing = HEAD_SPACING * small
        canvas.text(x, y, text, small, weight=SEMIBOLD, fill=look.head, spacing=spacing, anchor=anchor)

    headed(left, line, capitals(setting.title))
    edges = [right]
    for column in reversed(setting.columns[1:]):
        edges.insert(0, edges[0] - column - COLUMN_GAP * size)
    for edge, lines in zip(edges, setting.heads, strict=True):
        for row, text in enumerate(lines):
            headed(edge, line + row * small * 1.15, text, "end")
    if block.note:
        tall = max([1, *(len(one) for one in setting.heads)])
        y = line + (tall - 1) * small * 1.15 + NOTE * size * 1.45 if setting.note_below else line
        x, anchor = (left, "start") if setting.note_below else (right, "end")
        canvas.text(x, y, block.note, NOTE * size, anchor=anchor, fill=look.note or look.ink)
    for nth, row_ in enumerate(block.rows):
        y = top + look.drop + setting.first + nth * setting.pitch * size
        canvas.text(left, y, row_.shown, size, fill=look.ink, suits=look.suits)
        for edge, text in zip(edges, row_.pays, strict=True):
            canvas.text(edge, y, text, size, weight=look.weight, anchor="end", fill=look.ink)
