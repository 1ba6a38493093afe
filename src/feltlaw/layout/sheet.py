"""The sheet as it is filed: the table from above at a round scale, everything on and at it, its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from feltlaw.layout.callouts import LEFT, RIGHT, TOP, Callout, callouts
from feltlaw.layout.canvas import Canvas, number
from feltlaw.layout.colours import FAINT, GOLD, INK, PAPER, RAIL, RAIL_LINE, RULE, SOFT, SURFACE, Colours
from feltlaw.layout.dealer import AT_EDGE
from feltlaw.layout.felt import arc, draw_felt, draw_ground
from feltlaw.layout.fonts import CAP, REGULAR, SEMIBOLD, face
from feltlaw.layout.geometry import Circle, Point, at_angle
from feltlaw.layout.lines import grouped, wrapped
from feltlaw.layout.model import Layout, Rule, Table
from feltlaw.layout.paper import Paper, scale_for
from feltlaw.layout.pieces import draw_equipment
from feltlaw.layout.words import capital

A2 = 594.0
MARGIN = 18.0
TITLE_TYPE, LABEL_TYPE, CLAUSE_TYPE, NOTE_TYPE, FOOT_TYPE = 6.0, 4.1, 3.5, 3.5, 3.3
"""Type in millimetres on A2; other papers in proportion."""


COLUMNS, GUTTER = 3, 12.0


@dataclass(frozen=True, slots=True)
class Note:
    """Something the sheet says in words under the table."""

    heading: str
    texts: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    weight: int
    stands_for: Rule | None = None


class Sheet:
    """One sheet being drawn; `k` is its size beside A2."""

    def __init__(self, canvas: Canvas, layout: Layout, paper: Paper, colours: Colours) -> None:
        self.canvas, self.layout, self.paper, self.colours = canvas, layout, paper, colours
        self.k = min(paper.width / A2, paper.height / 420)
        table = layout.table
        self.scale = scale_for(table.width, paper.width - 2 * 76 * self.k)
        self.x = paper.width / 2
        self.y = 92 * self.k + (table.back + table.depth) / self.scale
        self.ground = SURFACE if colours.flat else PAPER

    def draw(self, notes: Sequence[Note], submission: str, logo: str) -> None:
        canvas = self.canvas
        canvas.rect(0, 0, self.paper.width, self.paper.height, fill=self.ground)
        self._head()
        size, lines = self._fitted(notes)
        rows = -(-len(lines) // COLUMNS)
        bottom = self.on_paper((0, self.layout.table.radius + self.layout.table.rail))[1]
        left_over = self.paper.height - 48 * self.k - rows * 1.42 * size - bottom
        self.y += min(max(left_over / 2, 0.0), 24 * self.k)
        place = f"translate({number(self.x)} {number(self.y)}) scale({1 / self.scale:.6g})"
        with canvas.group(transform=place, id="table"):
            self._table()
            draw_ground(canvas, self.layout.table, self.colours)
            draw_equipment(canvas, self.layout, self.colours)
            draw_felt(canvas, self.layout, self.colours, logo)
        self._callouts()
        self._notes(lines, size, self._measures() + 13 * self.k)
        self._foot(submission)

    def on_paper(self, point: Point) -> Point:
        return self.x + point[0] / self.scale, self.y + point[1] / self.scale

    # ── head and foot ──

    def _head(self) -> None:
        k, canvas = self.k, self.canvas
        left, y = MARGIN * k, 18 * k
        canvas.text(left, y, "feltlaw", TITLE_TYPE * k, weight=SEMIBOLD, fill=INK)
        x = left + face(SEMIBOLD).width("feltlaw", TITLE_TYPE * k) + 7 * k
        canvas.line(x, y - 6.5 * k, x, y + 2 * k, stroke=RULE, stroke_width=0.35 * k)
        x += 7 * k
        canvas.text(x, y, self.layout.title, TITLE_TYPE * k, weight=SEMIBOLD, fill=INK)
        x += face(SEMIBOLD).width(self.layout.title, TITLE_TYPE * k) + 6 * k
        told = ["Table layout", self.layout.regulation, *([self.layout.at] if self.layout.at else [])]
        canvas.text(x, y, "  ·  ".join(told), 4.8 * k, fill=SOFT)
        right = self.paper.width - MARGIN * k
        scale = f"1 : {self.scale:g} on {self.paper.shown}"
        room = right - x - face(REGULAR).width("  ·  ".join(told), 4.8 * k) - 20 * k
        parts = [self.layout.holder, scale] if self.layout.holder else [scale]
        if face(REGULAR).width("  ·  ".join(parts), 4.8 * k) > room:
            parts = [scale]
        canvas.text(right, y, "  ·  ".join(parts), 4.8 * k, anchor="end", fill=SOFT)
        canvas.line(left, 25 * k, right, 25 * k, stroke=RULE, stroke_width=0.3 * k)

    def _foot(self, submission: str) -> None:
        k, canvas = self.k, self.canvas
        y = self.paper.height - 13 * k
        self._scale_bar(y)
        right = self.paper.width - MARGIN * k
        size = FOOT_TYPE * k
        for at, (name, value) in enumerate((("layout", self.layout.hash), ("submission", submission))):
            canvas.text(
                right,
                y + (at - 0.5) * 1.5 * size,
                f"{name} {grouped(value)}",
                size * 0.9,
                anchor="end",
                fill=FAINT,
            )

    def _scale_bar(self, y: float) -> None:
        k, canvas = self.k, self.canvas
        left = MARGIN * k
        step = 100 / self.scale
        for at in range(5):
            fill = INK if at % 2 == 0 else self.ground
            canvas.rect(left + at * step, y, step, 1.6 * k, fill=fill, stroke=INK, stroke_width=0.25 * k)
        for at in range(6):
            canvas.text(
                left + at * step,
                y - 2 * k,
                f"{at * 100}",
                FOOT_TYPE * k,
                anchor="middle" if at else "start",
                fill=SOFT,
            )
        canvas.text(left + 5 * step + 7 * k, y - 2 * k, "mm", FOOT_TYPE * k, fill=SOFT)

    # ── the table ──

    def _table(self) -> None:
        """The rail, and the seats' numbers on it."""
        canvas, table = self.canvas, self.layout.table
        rail = self.ground if self.colours.flat else RAIL
        canvas.path(_rail(table), fill=rail, stroke=RAIL_LINE, stroke_width=1.4)
        for seat in self.layout.seats:
            x, y = at_angle(table.radius + table.rail / 2, seat.angle)
            canvas.text(x, y + CAP * 12, str(seat.number), 24, weight=SEMIBOLD, anchor="middle", fill=SOFT)
        canvas.text(0, -table.depth - table.back - 14, "Dealer", 17, anchor="middle", fill=SOFT)

    def _measures(self) -> float:
        """Dimension lines below and beside the table; how far down they reach."""
        k, table = self.k, self.layout.table
        left, _ = self.on_paper((-table.width / 2, 0))
        right, bottom = self.on_paper((table.width / 2, table.radius + table.rail))
        _, top = self.on_paper((0, -table.depth - table.back))
        y = bottom + 11 * k
        self._dimension((left, y), (right, y), f"{table.width:,.0f} over the rail")
        x = self.paper.width - 13 * k
        self._dimension((x, top), (x, bottom), f"{table.height:,.0f}")
        return y

    def _dimension(self, start: Point, end: Point, text: str) -> None:
        canvas, k = self.canvas, self.k
        across = start[1] == end[1]
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        half = face(REGULAR).width(text, FOOT_TYPE * k) / 2 + 3 * k
        line: dict[str, Any] = {"stroke": FAINT, "stroke_width": 0.25 * k}
        if across:
            canvas.line(start[0], start[1], middle[0] - half, middle[1], **line)
            canvas.line(middle[0] + half, middle[1], end[0], end[1], **line)
        else:
            canvas.line(start[0], start[1], middle[0], middle[1] - half, **line)
            canvas.line(middle[0], middle[1] + half, end[0], end[1], **line)
        for (x, y), sign in ((start, 1), (end, -1)):
            a, b = 1.8 * k * sign, 0.6 * k
            data = (
                f"l{number(a)} {number(-b)}v{number(2 * b)}Z"
                if across
                else f"l{number(-b)} {number(a)}h{number(2 * b)}Z"
            )
            canvas.path(f"M{number(x)} {number(y)}{data}", fill=FAINT)
            tick = (x, y - 2 * k, x, y + 2 * k) if across else (x - 2 * k, y, x + 2 * k, y)
            canvas.line(*tick, **line)
        turn = "" if across else f"rotate(-90 {number(middle[0])} {number(middle[1])})"
        with canvas.group(transform=turn or None):
            canvas.text(
                middle[0],
                middle[1] + CAP * FOOT_TYPE * k / 2,
                text,
                FOOT_TYPE * k,
                anchor="middle",
                fill=SOFT,
            )

    # ── leaders and labels ──

    def _callouts(self) -> None:
        found = callouts(self.layout)
        with self.canvas.group(fill="none", aria_hidden="true", id="leaders"):
            self._top([one for one in found if one.side == TOP])
            for side in (LEFT, RIGHT):
                self._side([one for one in found if one.side == side], side)

    def _label(self, callout: Callout, x: float, y: float, anchor: str) -> None:
        """A title and its clauses under it; y is the title's first line."""
        k, canvas = self.k, self.canvas
        lines = self._titles(callout)
        for at, line in enumerate(lines):
            canvas.text(
                x,
                y + at * 1.22 * LABEL_TYPE * k,
                line,
                LABEL_TYPE * k,
                weight=SEMIBOLD,
                anchor=anchor,
                fill=INK,
            )
        y += (len(lines) - 1) * 1.22 * LABEL_TYPE * k
        for at, line in enumerate(callout.clauses):
            canvas.text(
                x, y + (at + 1) * 1.38 * CLAUSE_TYPE * k, line, CLAUSE_TYPE * k, anchor=anchor, fill=SOFT
            )

    def _titles(self, callout: Callout) -> list[str]:
        widest = 44.0 if callout.side == TOP else 60.0
        return wrapped(callout.title, LABEL_TYPE * self.k, widest * self.k, SEMIBOLD)

    def _width(self, callout: Callout) -> float:
        clauses = [face(REGULAR).width(one, CLAUSE_TYPE * self.k) for one in callout.clauses]
        return max(
            [*(face(SEMIBOLD).width(one, LABEL_TYPE * self.k) for one in self._titles(callout)), *clauses]
        )

    def _height(self, callout: Callout) -> float:
        lines = self._titles(callout)
        return ((len(lines) - 1) * 1.22 * LABEL_TYPE + len(callout.clauses) * 1.38 * CLAUSE_TYPE) * self.k

    def _top(self, some: Sequence[Callout]) -> None:
        """Labels above the table, in two rows where they do not fit one."""
        k = self.k
        ordered = sorted(some, key=lambda one: one.points[0][0])
        total = sum(self._width(one) + 7 * k for one in ordered)
        rows = 1 if total < self.paper.width - 60 * k else 2
        step = LABEL_TYPE * k * 1.2 + max([self._height(one) for one in ordered], default=0.0)
        table = self.layout.table
        highest = self.on_paper((0, -table.depth - table.back - max(high for _, high in AT_EDGE.values())))[1]
        base = max(36 * k, highest - rows * (step + 3 * k) - 10 * k)
        for row in range(rows):
            part = ordered[row::rows]
            xs = self._spread(
                [self.on_paper(one.points[0])[0] for one in part], [self._width(one) + 6 * k for one in part]
            )
            for callout, x in zip(part, xs, strict=True):
                y = base + row * (step + 3 * k)
                self._label(callout, x, y, "middle")
                bottom = y + self._height(callout) + 2 * k
                first, *rest = [self.on_paper(one) for one in callout.points]
                edge = self.on_paper((0, -self.layout.table.depth))[1]
                bend = base + rows * (step + 3 * k)
                path = [(x, bottom), (x, max(bottom, bend - 5 * k)), (first[0], bend), first, *rest]
                self._leader(path, edge)

    def _spread(self, wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
        """Places along a line near those wanted, no two labels over each other."""
        left, right = MARGIN * self.k, self.paper.width - MARGIN * self.k
        found = list(wanted)
        for _ in range(200):
            moved = False
            for at in range(len(found) - 1):
                short = (widths[at] + widths[at + 1]) / 2 - (found[at + 1] - found[at])
                if short > 0.01:
                    found[at] -= short / 2
                    found[at + 1] += short / 2
                    moved = True
            for at, width in enumerate(widths):
                kept = min(max(found[at], left + width / 2), right - width / 2)
                moved = moved or abs(kept - found[at]) > 0.01
                found[at] = kept
            if not moved:
                break
        return found

    def _leader(self, path: Sequence[Point], edge: float) -> None:
        """A line to what is meant: ink on paper, light on the felt; a dot at its end."""
        k = self.k
        on_felt = [y > edge for _, y in path]
        cut = next((at for at, on in enumerate(on_felt) if on), len(path))
        if 0 < cut < len(path):
            (x0, y0), (x1, y1) = path[cut - 1], path[cut]
            part = (edge - y0) / (y1 - y0) if y1 != y0 else 0.0
            crossing = (x0 + (x1 - x0) * part, edge)
            self._lines([*path[:cut], crossing], INK)
            self._lines([crossing, *path[cut:]], self.colours.text)
        else:
            self._lines(path, INK if not on_felt[-1] else self.colours.text)
        x, y = path[-1]
        self.canvas.circle(x, y, 0.9 * k, fill=self.colours.text if on_felt[-1] else INK)

    def _lines(self, path: Sequence[Point], colour: str) -> None:
        self.canvas.polyline(list(path), stroke=colour, stroke_width=0.28 * self.k, stroke_opacity=0.85)

    def _side(self, some: Sequence[Callout], side: str) -> None:
        """Labels beside the table, from the top down."""
        if not some:
            return
        k = self.k
        sign = -1 if side == LEFT else 1
        table = self.layout.table
        edge_x = self.on_paper((sign * table.width / 2, 0))[0]
        ordered = sorted(some, key=lambda one: one.points[0][1])
        heights = [self._height(one) + (LABEL_TYPE + 5) * k for one in ordered]
        shift = CAP * LABEL_TYPE * k / 2
        ys = [self.on_paper(one.points[0])[1] + shift for one in ordered]
        top = self.on_paper((0, -table.depth))[1]
        low = self.on_paper((0, table.radius + table.rail))[1] + 2 * k
        ys = _stacked(ys, heights, top, low)
        for callout, y in zip(ordered, ys, strict=True):
            points = [self.on_paper(one) for one in callout.points]
            width = self._width(callout)
            start = points[0]
            # a label stands as far out as its own leader's end lets it, and never on the table
            x = (
                min(start[0] - 14 * k, edge_x - 4 * k)
                if side == LEFT
                else max(start[0] + 14 * k, edge_x + 4 * k)
            )
            room = MARGIN * k + width if side == LEFT else self.paper.width - MARGIN * k - width - 8 * k
            x = max(x, room) if side == LEFT else min(x, room)
            self._label(callout, x, y, "end" if side == LEFT else "start")
            join = (x - sign * 3 * k, y - shift)
            bend = (start[0] + sign * 7 * k, join[1])
            path = [join, bend, *points] if abs(join[1] - start[1]) > 0.2 else [join, *points]
            self._round(path, callout)

    def _round(self, path: Sequence[Point], callout: Callout) -> None:
        """A leader from the side: it is light from the felt's edge on."""
        table = self.layout.table
        felt = [hypot((x - self.x), max(y - self.y, 0.0)) * self.scale <= table.radius + 0.5 for x, y in path]
        cut = next((at for at, on in enumerate(felt) if on), len(path))
        if len(callout.points) == 1:  # straight in from the side
            x, y = path[-1]
            edge = self.x + (-1 if x < self.x else 1) * (table.radius / self.scale)
            self._lines([path[0], (edge, y)], INK)
            self._lines([(edge, y), (x, y)], self.colours.text)
        else:
            self._lines(path[: cut + 1], INK)
            self._lines(path[cut:], self.colours.text)
        self.canvas.circle(*path[-1], 0.9 * self.k, fill=self.colours.text)

    # ── notes ──

    def _fitted(self, notes: Sequence[Note]) -> tuple[float, list[_Line]]:
        """The notes in the largest type in which they fit under the table."""
        k = self.k
        bottom = self.on_paper((0, self.layout.table.radius + self.layout.table.rail))[1] + 26 * k
        size = NOTE_TYPE * k
        while True:
            lines = self._lines_of(notes, size)
            rows = int((self.paper.height - 26 * k - bottom) // (1.42 * size))
            if len(lines) <= rows * COLUMNS or size < 1.2 * k:
                return size, lines
            size *= 0.95

    def _lines_of(self, notes: Sequence[Note], size: float) -> list[_Line]:
        """Headings and notes, line by line; the first line of a note stands for all of it."""
        wide = self._column()
        found: list[_Line] = []
        for note in (*notes, Note("Measures", (self._sizes(),))):
            if note.texts or note.rules:
                found.append(_Line(note.heading, SEMIBOLD))
            for rule in note.rules:
                cited = ", ".join((*rule.cite.clauses[:2], *rule.cite.interpretations[:1]))
                text = f"{capital(rule.label)}{'' if rule.label.endswith('.') else '.'} {cited}"
                for at, line in enumerate(wrapped(text.strip(), size, wide)):
                    found.append(_Line(line, REGULAR, rule if at == 0 else None))
            for text in note.texts:
                found += [_Line(line, REGULAR) for line in wrapped(text, size, wide)]
        return found

    def _column(self) -> float:
        return (self.paper.width - 2 * MARGIN * self.k - GUTTER * self.k * (COLUMNS - 1)) / COLUMNS

    def _notes(self, lines: Sequence[_Line], size: float, top: float) -> None:
        """What was chosen otherwise than the default, what was approved, and the measures, in columns."""
        canvas, wide = self.canvas, self._column()
        rows = max(-(-len(lines) // COLUMNS), 4)
        column = row = 0
        for at, line in enumerate(lines):
            last = row == rows - 1 and line.weight == SEMIBOLD  # a heading does not end a column
            if row == rows or (last and at + 1 < len(lines)):
                column, row = column + 1, 0
            x, y = MARGIN * self.k + column * (wide + GUTTER * self.k), top + row * 1.42 * size
            fill = GOLD if line.weight == SEMIBOLD else SOFT
            if line.stands_for is not None:
                with canvas.element(line.stands_for):
                    canvas.text(x, y, line.text, size, weight=line.weight, fill=fill)
            else:
                canvas.text(x, y, line.text, size, weight=line.weight, fill=fill)
            row += 1

    def _sizes(self) -> str:
        layout, table = self.layout, self.layout.table
        sides = sorted({one.shape.size[0] for one in layout.areas if one.seat})
        sizes = [one.place.size for one in layout.posted if one.place]
        pays = (
            f"pays in capitals {CAP * min(sizes):.0f} high, read at {CAP * min(sizes) * 0.286:.1f} m"
            if sizes
            else "pays on the sign"
        )
        round_ = any(isinstance(one.shape, Circle) for one in layout.areas)
        across = "across" if round_ else "wide"
        return (
            f"Millimetres. Felt {2 * table.radius:,.0f} × {table.radius + table.depth:,.0f}; "
            f"areas {sides[0]:.0f} to {sides[-1]:.0f} {across}; cards 63 × 89, chips 39; {pays}."
        )


def _stacked(wanted: Sequence[float], heights: Sequence[float], top: float, low: float) -> list[float]:
    """Heights near those wanted, each label below the one before, all between two heights."""
    found: list[float] = []
    y = top
    for want, height in zip(wanted, heights, strict=True):
        y = max(want, y)
        found.append(y)
        y += height
    over = y - low - (heights[-1] if heights else 0)
    if over > 0:
        limit = low
        for at in range(len(found) - 1, -1, -1):
            found[at] = min(found[at], limit)
            limit = found[at] - (heights[at - 1] if at else 0)
    return found


def _rail(table: Table) -> str:
    radius, top, corner = table.radius + table.rail, -table.depth - table.back, 70.0
    bow = f"A{number(corner)} {number(corner)} 0 0 1"
    return (
        f"M{number(-radius)} 0V{number(top + corner)}"
        f"{bow} {number(corner - radius)} {number(top)}H{number(radius - corner)}"
        f"{bow} {number(radius)} {number(top + corner)}V0{arc(radius, 90, -90)}Z"
    )
