"""One page of columns under a head of felt: what the dealer's card and the players' guide are set on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feltlaw.layout.canvas import Canvas, number
from feltlaw.layout.colours import FAINT, INK, RULE, SURFACE, Colours
from feltlaw.layout.flow import Block, Columns, Laid, Slot, columns_of, draw_columns, lay, sizes
from feltlaw.layout.fonts import CAP, MEDIUM, SEMIBOLD, capitals, face
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.lines import grouped
from feltlaw.layout.model import Layout
from feltlaw.layout.paper import Paper, paper
from feltlaw.layout.sign import clauses_line, shrunk

DISTANCE = 450.0
"""How far one holds a card or a guide from the eye, in millimetres."""
SMALLEST = round(DISTANCE * 0.0034907 / CAP, 2)
"""Type whose capitals are 12 minutes of arc high there: 2.2 mm."""
GAP = 1.5


@dataclass(frozen=True)
class _Plan:
    paper: Paper
    size: float
    columns: Columns
    laid: Laid
    wide: tuple[Block, ...]


class Page:
    """A page that is planned when it is made, and then drawn."""

    def __init__(
        self,
        canvas: Canvas,
        layout: Layout,
        colours: Colours,
        blocks: Sequence[Block],
        *,
        what: str,
        largest: float,
        papers: Sequence[str],
        columns: Sequence[int],
        named: bool = True,
    ) -> None:
        self.canvas, self.layout, self.colours, self.what = canvas, layout, colours, what
        self.named = named
        self.plan = self._plan(blocks, largest, papers, columns)

    @property
    def paper(self) -> Paper:
        return self.plan.paper

    def _plan(
        self, blocks: Sequence[Block], largest: float, papers: Sequence[str], columns: Sequence[int]
    ) -> _Plan:
        for name in papers:
            sheet = paper(name, upright=True)
            for size in sizes(largest, SMALLEST):
                for many in columns:
                    plan = self._try(sheet, size, many, blocks)
                    if plan is not None:
                        return plan
        shown = paper(papers[-1]).shown
        raise LayoutError(f"the {self.what} does not fit one page of {shown} in type that can be read")

    def _try(self, sheet: Paper, size: float, many: int, blocks: Sequence[Block]) -> _Plan | None:
        inside = sheet.width - 2 * self._margin(sheet)
        columns = columns_of(inside, many, size, 2.6, GAP)
        narrow = [one for one in blocks if one.width(size) <= columns.width]
        wide = [one for one in blocks if one.width(size) > columns.width]
        if len(wide) > 2 or any(one.width(size) > inside for one in wide):
            return None
        laid = lay(narrow, columns, size)
        used = laid.height + sum(one.height(size, inside) + GAP * size for one in wide)
        room = sheet.height - self._head(sheet) - self._foot(sheet) - 2.4 * size
        return _Plan(sheet, size, columns, laid, tuple(wide)) if used <= room else None

    def _margin(self, sheet: Paper) -> float:
        return sheet.width * 0.062

    def _head(self, sheet: Paper) -> float:
        return sheet.width * 0.118

    def _foot(self, sheet: Paper) -> float:
        return sheet.width * 0.052

    def draw(self) -> None:
        plan, canvas = self.plan, self.canvas
        sheet, size = plan.paper, plan.size
        margin = self._margin(sheet)
        inside = sheet.width - 2 * margin
        canvas.rect(0, 0, sheet.width, sheet.height, fill=SURFACE)
        self._draw_head()
        y = self._head(sheet) + 1.7 * size
        draw_columns(canvas, plan.laid, plan.columns, Slot(margin, y, inside, size))
        y += plan.laid.height + GAP * size
        for block in plan.wide:
            block.draw(canvas, Slot(margin, y, inside, size))
            y += block.height(size, inside) + GAP * size
        self._draw_foot()

    def _draw_head(self) -> None:
        sheet, colours, canvas, layout = self.paper, self.colours, self.canvas, self.layout
        high, margin = self._head(sheet), self._margin(sheet)
        sag = sheet.width * 0.012
        radius = (sheet.width**2 / 4 + sag**2) / (2 * sag)
        side = high - sag
        canvas.path(
            f"M0 0H{number(sheet.width)}V{number(side)}A{number(radius)} {number(radius)} 0 0 1 0 "
            f"{number(side)}Z",
            fill=colours.middle,
        )
        size = shrunk(layout.title, SEMIBOLD, sheet.width * 0.05, sheet.width * 0.6, 0.0)
        y = sheet.width * 0.028 + CAP * size
        title = next(one for one in layout.words if one.style == "title")
        with canvas.element(title):
            canvas.text(margin, y, layout.title, size, weight=SEMIBOLD, fill=colours.text)
        small = sheet.width * 0.0175
        phrases = [one for one in layout.words if one.style == "phrase"]
        x, line = margin, y + sheet.width * 0.03
        for words in phrases:
            text = words.label
            room = sheet.width - 2 * margin
            fitted = shrunk(text, MEDIUM, small, room, 0.0)
            with canvas.element(words):
                canvas.text(x, line, text, fitted, weight=MEDIUM, fill=colours.text)
            x += face(MEDIUM).width(text, fitted) + 2 * small
        right = sheet.width - margin
        told = capitals(self.what)
        canvas.text(
            right,
            y,
            told,
            small * 0.86,
            weight=SEMIBOLD,
            anchor="end",
            fill=colours.accent,
            spacing=small * 0.12,
        )
        if layout.name is not None and layout.holder and self.named:
            room = sheet.width - 2 * margin - face(SEMIBOLD).width(layout.title, size) - 4 * small
            with canvas.element(layout.name):
                fitted = shrunk(layout.holder, MEDIUM, small * 0.86, room, 0.0)
                canvas.text(
                    right,
                    y - 1.8 * small,
                    layout.holder,
                    fitted,
                    weight=MEDIUM,
                    anchor="end",
                    fill=colours.text,
                )

    def _draw_foot(self) -> None:
        sheet, canvas, layout = self.paper, self.canvas, self.layout
        margin = self._margin(sheet)
        size = sheet.width * 0.0098
        y = sheet.height - sheet.width * 0.04
        canvas.line(margin, y, sheet.width - margin, y, stroke=RULE, stroke_width=0.06 * size)
        at = f"{layout.at}  ·  " if layout.at else ""
        cited = clauses_line(layout, sheet.width - 2 * margin, size, at)
        canvas.text(margin, y + 1.7 * size, cited, size, fill=FAINT)
        canvas.text(margin, y + 3.2 * size, f"layout {grouped(layout.hash)}", size, fill=FAINT)
        canvas.text(
            sheet.width - margin,
            y + 3.2 * size,
            "feltlaw",
            size * 1.2,
            weight=SEMIBOLD,
            anchor="end",
            fill=INK,
        )
