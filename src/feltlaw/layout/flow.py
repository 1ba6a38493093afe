"""Blocks of text and tables that flow into columns: what signs, cards and guides are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from feltlaw.layout.canvas import Canvas, number
from feltlaw.layout.colours import GOLD, INK, RED, RULE, SOFT
from feltlaw.layout.fonts import CAP, MEDIUM, REGULAR, SEMIBOLD, capitals, face
from feltlaw.layout.lines import wrapped
from feltlaw.layout.model import Element, Posted
from feltlaw.layout.tables import HEAD, HEAD_SPACING, Look, draw_table, measure

HEAD_LINE = 0.42
"""From a heading to the line under it, in ems."""
TIGHT, TEXT_PITCH = 1.26, 1.34
"""From line to line of a table and of a text, in ems."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a block is drawn: its left upper corner, how wide it may be, and the type."""

    left: float
    top: float
    width: float
    size: float


def element_of(canvas: Canvas, element: Element | None) -> AbstractContextManager[None]:
    return canvas.element(element) if element is not None else nullcontext()


@dataclass(frozen=True)
class Table:
    """A posted table under its heading."""

    block: Posted
    bold: bool = False

    def width(self, size: float) -> float:
        return measure(self.block, size, self.bold, TIGHT).width

    def height(self, size: float, width: float) -> float:
        return measure(self.block, size, self.bold, TIGHT).height + 0.44 * size

    def draw(self, canvas: Canvas, slot: Slot) -> None:
        left, top, width, size = slot.left, slot.top, slot.width, slot.size
        setting = measure(self.block, size, self.bold, TIGHT)
        tall = max([1, *(len(one) for one in setting.heads)])
        with canvas.element(self.block):
            y = top + CAP * HEAD * size + (tall - 1) * HEAD * size * 1.15 + HEAD_LINE * size
            if not setting.note_below:
                canvas.line(left, y, left + width, y, stroke=RULE, stroke_width=number(0.03 * size))
            weight = SEMIBOLD if self.bold else MEDIUM
            look = Look(GOLD, INK, SOFT, weight, RED, 0.22 * size)
            draw_table(canvas, self.block, setting, (left, top, width), look)


@dataclass(frozen=True)
class Facts:
    """Lines with a figure at the end, each perhaps an element of its own."""

    heading: str
    lines: tuple[tuple[str, str, Element | None], ...]
    bold: bool = False

    def width(self, size: float) -> float:
        weight = SEMIBOLD if self.bold else MEDIUM
        return max(
            face(REGULAR).width(a, size) + face(weight).width(b, size) + 1.2 * size for a, b, _ in self.lines
        )

    def height(self, size: float, width: float) -> float:
        return _below_head(size) + TIGHT * size * (len(self.lines) - 1) + 0.22 * size

    def draw(self, canvas: Canvas, slot: Slot) -> None:
        left, top, width, size = slot.left, slot.top, slot.width, slot.size
        draw_heading(canvas, self.heading, slot)
        for at, (label, value, element) in enumerate(self.lines):
            y = top + _below_head(size) + at * TIGHT * size
            with element_of(canvas, element):
                canvas.text(left, y, label, size, fill=INK)
                weight = SEMIBOLD if self.bold else MEDIUM
                canvas.text(left + width, y, value, size, weight=weight, anchor="end", fill=INK)


@dataclass(frozen=True)
class Paragraphs:
    """Text under a heading; `numbered` gives each paragraph its number."""

    heading: str
    texts: tuple[tuple[str, Element | None], ...]
    numbered: bool = False

    def width(self, size: float) -> float:
        return 16 * size

    def _indent(self, size: float) -> float:
        return 1.5 * size if self.numbered else 0.0

    def _lines(self, size: float, width: float) -> list[tuple[list[str], Element | None]]:
        room = width - self._indent(size)
        return [(wrapped(text, size, room), element) for text, element in self.texts]

    def height(self, size: float, width: float) -> float:
        lines = self._lines(size, width)
        many = sum(len(one) for one, _ in lines)
        return (
            _below_head(size) + TEXT_PITCH * size * (many - 1) + 0.4 * size * (len(lines) - 1) + 0.22 * size
        )

    def draw(self, canvas: Canvas, slot: Slot) -> None:
        left, top, width, size = slot.left, slot.top, slot.width, slot.size
        draw_heading(canvas, self.heading, slot)
        y = top + _below_head(size)
        for step, (lines, element) in enumerate(self._lines(size, width), 1):
            with element_of(canvas, element):
                if self.numbered:
                    canvas.text(left, y, str(step), size, weight=SEMIBOLD, fill=GOLD)
                for line in lines:
                    canvas.text(left + self._indent(size), y, line, size, fill=INK)
                    y += TEXT_PITCH * size
            y += 0.4 * size


@dataclass(frozen=True)
class Grid:
    """A table with a head for each column, the first column left, the others right."""

    heading: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    element: Element | None = None

    def _columns(self, size: float) -> list[float]:
        found = []
        for at in range(len(self.heads)):
            weight = REGULAR if at == 0 else MEDIUM
            cells = [face(weight).width(row[at], size) for row in self.rows]
            found.append(max([face(SEMIBOLD).width(self.heads[at], 0.86 * size), *cells]))
        return found

    def width(self, size: float) -> float:
        columns = self._columns(size)
        titled = face(SEMIBOLD).width(capitals(self.heading), HEAD * size, HEAD_SPACING * HEAD * size)
        noted = face(REGULAR).width(self.note, 0.86 * size)
        return max(sum(columns) + 0.9 * size * (len(columns) - 1), titled + noted + 1.2 * size)

    def height(self, size: float, width: float) -> float:
        return _below_head(size) + 1.3 * size * len(self.rows) + 0.22 * size

    def draw(self, canvas: Canvas, slot: Slot) -> None:
        left, top, width, size = slot.left, slot.top, slot.width, slot.size
        with element_of(canvas, self.element):
            draw_heading(canvas, self.heading, slot, self.note)
            columns = self._columns(size)
            edges = [left + width]
            spare = (width - sum(columns)) / max(1, len(columns) - 1)
            for column in reversed(columns[2:]):
                edges.insert(0, edges[0] - column - spare)
            y = top + _below_head(size)
            canvas.text(left, y, self.heads[0], 0.86 * size, weight=SEMIBOLD, fill=SOFT)
            for edge, head in zip(edges, self.heads[1:], strict=True):
                canvas.text(edge, y, head, 0.86 * size, weight=SEMIBOLD, anchor="end", fill=SOFT)
            for row in self.rows:
                y += 1.3 * size
                canvas.text(left, y, row[0], size, fill=INK, suits=RED)
                for edge, cell in zip(edges, row[1:], strict=True):
                    canvas.text(edge, y, cell, size, weight=MEDIUM, anchor="end", fill=INK)


Block = Table | Facts | Paragraphs | Grid


def _below_head(size: float) -> float:
    """From the top of a heading to the first line under it."""
    return CAP * HEAD * size + 1.72 * size


def draw_heading(canvas: Canvas, text: str, slot: Slot, note: str = "") -> None:
    small = HEAD * slot.size
    line, right = slot.top + CAP * small, slot.left + slot.width
    canvas.text(
        slot.left, line, capitals(text), small, weight=SEMIBOLD, fill=GOLD, spacing=HEAD_SPACING * small
    )
    canvas.text(right, line, note, 0.86 * slot.size, anchor="end", fill=SOFT)
    y = line + HEAD_LINE * slot.size
    canvas.line(slot.left, y, right, y, stroke=RULE, stroke_width=number(0.03 * slot.size))


# ── columns ──


@dataclass(frozen=True, slots=True)
class Laid:
    """Blocks in columns, and how high the highest is."""

    columns: tuple[tuple[Block, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns beside each other: how many, how wide, and what is between them and between their blocks."""

    many: int
    width: float
    gutter: float
    gap: float


def columns_of(inside: float, many: int, size: float, gutter: float, gap: float) -> Columns:
    """So many columns in a width; the gaps are in ems."""
    return Columns(many, (inside - gutter * size * (many - 1)) / many, gutter * size, gap * size)


def lay(blocks: Sequence[Block], columns: Columns, size: float) -> Laid:
    """Blocks in order in columns, as even as can be."""
    heights = [block.height(size, columns.width) for block in blocks]

    def column(start: int, end: int) -> float:
        return sum(heights[start:end]) + columns.gap * max(0, end - start - 1)

    @cache
    def best(start: int, left: int) -> tuple[float, tuple[int, ...]]:
        if left == 1:
            return column(start, len(blocks)), (len(blocks),)
        ways = []
        for end in range(start, len(blocks) + 1):
            rest, cuts = best(end, left - 1)
            ways.append((max(column(start, end), rest), (end, *cuts)))
        return min(ways)

    height, cuts = best(0, columns.many)
    return Laid(tuple(tuple(blocks[a:b]) for a, b in pairwise((0, *cuts))), height)


def draw_columns(canvas: Canvas, laid: Laid, columns: Columns, slot: Slot, room: float = 0.0) -> None:
    """Blocks in their columns; with `room`, each column is spread towards that height."""
    for at, column in enumerate(laid.columns):
        heights = [block.height(slot.size, columns.width) for block in column]
        spare = (room - sum(heights)) / (len(column) - 1) if room and len(column) > 1 else columns.gap
        y = slot.top
        for block, height in zip(column, heights, strict=True):
            left = slot.left + at * (columns.width + columns.gutter)
            block.draw(canvas, Slot(left, y, columns.width, slot.size))
            y += height + min(max(columns.gap, spare), 2.2 * columns.gap)


def sizes(largest: float, smallest: float, step: float = 0.97) -> Iterator[float]:
    """Type sizes from the largest down, the smallest always among them."""
    size = largest
    while size > smallest:
        yield size
        size *= step
    yield smallest
