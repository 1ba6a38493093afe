"""The sign at the table: every payout, limit and rule, in type that is read from where a player sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feltlaw.layout.canvas import Canvas, number
from feltlaw.layout.colours import FAINT, INK, PAPER, RULE, SURFACE, Colours
from feltlaw.layout.felt import gradient
from feltlaw.layout.flow import (
    Block,
    Columns,
    Facts,
    Laid,
    Slot,
    Table,
    columns_of,
    draw_columns,
    lay,
    sizes,
)
from feltlaw.layout.fonts import CAP, MEDIUM, REGULAR, SEMIBOLD, capitals, face
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.lines import grouped, wrapped
from feltlaw.layout.middle import SPACINGS
from feltlaw.layout.model import LIMIT, Layout, Rule, Words
from feltlaw.layout.paper import Paper, paper

DISTANCE = 2000.0
"""How far from the sign a player sits, in millimetres."""
SMALLEST = round(DISTANCE * 0.0034907 / CAP, 2)
"""Type whose capitals are 12 minutes of arc high at that distance: 9.6 mm."""
LARGEST = 17.0
RULES = 0.82
"""The type of the rules beside that of the pays."""
CANDIDATES = ("a3", "a2", "a1", "a0")
GAP = 1.28


@dataclass(frozen=True)
class _Plan:
    """A sign that fits: paper, type, columns, wide blocks, rules."""

    paper: Paper
    size: float
    columns: Columns
    laid: Laid
    wide: tuple[Block, ...]
    rules: tuple[tuple[str, list[str], Rule], ...]


class Sign:
    """One sign being planned and drawn."""

    def __init__(self, canvas: Canvas, layout: Layout, colours: Colours, chosen: str = "") -> None:
        self.canvas, self.layout, self.colours = canvas, layout, colours
        self.ground = SURFACE if colours.flat else PAPER
        self.plan = self._plan(chosen)

    @property
    def paper(self) -> Paper:
        return self.plan.paper

    # ── planning ──

    def _plan(self, chosen: str) -> _Plan:
        for name in (chosen,) if chosen else CANDIDATES:
            sheet = paper(name, upright=True)
            found = [
                plan
                for size in sizes(min(LARGEST, sheet.width * 0.052), SMALLEST)
                for columns in (2, 3, 4)
                if (plan := self._try(sheet, size, columns)) is not None
            ]
            if found:  # large type is good, and a table that fits its column is better
                return max(found, key=lambda plan: plan.size - 1.2 * len(plan.wide))
        where = f"on {paper(chosen).shown}" if chosen else "on any paper"
        raise LayoutError(
            f"the sign does not fit {where} in type of {SMALLEST} mm, which is what can be read at 2 m; "
            "take a larger paper"
        )

    def _try(self, sheet: Paper, size: float, many: int) -> _Plan | None:
        """The sign on a paper in one size of type; None where it is too wide or too high."""
        inside = sheet.width - 2 * self._margin(sheet)
        columns = columns_of(inside, many, size, 1.9, GAP)
        blocks = self._blocks()
        narrow = [block for block in blocks if block.width(size) <= columns.width]
        wide = [block for block in blocks if block.width(size) > columns.width]
        if len(narrow) == 1:  # one beside nothing
            narrow, wide = [], list(blocks)
        if any(block.width(size) > inside for block in wide):
            return None
        laid = lay(narrow, columns, size)
        rules = self._set_rules(size, inside)
        used = laid.height + sum(block.height(size, inside) + GAP * size for block in wide)
        used += (
            self._rules_height(rules, size) + self._head_height(sheet) + self._foot_height(sheet) + 2.2 * size
        )
        return _Plan(sheet, size, columns, laid, tuple(wide), rules) if used <= sheet.height else None

    def _margin(self, sheet: Paper) -> float:
        return sheet.width * 0.06

    def _blocks(self) -> list[Block]:
        """The limits first, then what is paid."""
        return [*limit_blocks(self.layout, bold=True), *(Table(one, bold=True) for one in self.layout.posted)]

    def _sentences(self) -> list[Rule]:
        return [
            one
            for one in self.layout.rules
            if not (one.kind == LIMIT and one.short) or one.id == "payout_limit"
        ]

    def _set_rules(self, size: float, inside: float) -> tuple[tuple[str, list[str], Rule], ...]:
        """Each rule's heading, empty where it is that of the rule before, and its lines."""
        small = RULES * size
        found: list[tuple[str, list[str], Rule]] = []
        before = ""
        for rule in self._sentences():
            heading = "" if rule.heading == before else rule.heading
            before = rule.heading
            found.append((heading, wrapped(rule.text, small, inside - self._indent(size)), rule))
        return tuple(found)

    def _indent(self, size: float) -> float:
        return (
            max(face(SEMIBOLD).width(one.heading, RULES * size) for one in self._sentences()) + RULES * size
        )

    def _rules_height(self, rules: Sequence[tuple[str, list[str], Rule]], size: float) -> float:
        small = RULES * size
        return sum(1.3 * small * max(1, len(lines)) + 0.3 * small for _, lines, _ in rules) + 1.6 * size

    def _head_height(self, sheet: Paper) -> float:
        return sheet.width * (0.226 + 0.05 * (self._phrase_lines() - 1))

    def _phrase_lines(self) -> int:
        return max(1, sum(len(one.lines) for one in self._phrases()))

    def _phrases(self) -> list[Words]:
        return [one for one in self.layout.words if one.style == "phrase"]

    def _foot_height(self, sheet: Paper) -> float:
        return sheet.width * 0.05

    # ── drawing ──

    def draw(self, logo: str = "") -> None:
        plan, canvas = self.plan, self.canvas
        sheet, size = plan.paper, plan.size
        margin = self._margin(sheet)
        inside = sheet.width - 2 * margin
        canvas.rect(0, 0, sheet.width, sheet.height, fill=self.ground)
        top = self._head(logo) + 1.1 * size
        rules = self._rules_height(plan.rules, size)
        bottom = sheet.height - self._foot_height(sheet) - rules
        wide = sum(block.height(size, inside) + GAP * size for block in plan.wide)
        room = bottom - top - wide - 1.1 * size
        draw_columns(canvas, plan.laid, plan.columns, Slot(margin, top, inside, size), room)
        spare = (room - plan.laid.height) if all(len(one) < 2 for one in plan.laid.columns) else 0.0
        apart = spare / (len(plan.wide) + 1) if spare > 0 else 0.0
        y = bottom - wide - apart * len(plan.wide)
        for block in plan.wide:
            block.draw(canvas, Slot(margin, y, inside, size))
            y += block.height(size, inside) + GAP * size + apart
        self._rules(bottom)
        self._foot()

    def _head(self, logo: str) -> float:
        """The felt at the top with the name, the game and the phrases; how far down it reaches."""
        sheet, colours, canvas = self.paper, self.colours, self.canvas
        high, sag = self._head_height(sheet), sheet.width * 0.055
        radius = (sheet.width**2 / 4 + sag**2) / (2 * sag)
        fill = colours.felt
        if not colours.flat:
            canvas.define(gradient(colours, (sheet.width / 2, high * 0.3), sheet.width * 0.62))
            fill = "url(#felt)"
        side = high - sag
        bow = f"A{number(radius)} {number(radius)} 0 0 1 0 {number(side)}"
        canvas.path(f"M0 0H{number(sheet.width)}V{number(side)}{bow}Z", fill=fill)
        lift = sheet.width * 0.012
        canvas.path(
            f"M0 {number(side - lift)}A{number(radius)} {number(radius)} 0 0 0 {number(sheet.width)} "
            f"{number(side - lift)}",
            fill="none",
            stroke=colours.accent,
            stroke_width=number(sheet.width * 0.0016),
            stroke_opacity=0.7,
        )
        self._head_words(logo, high, radius)
        return high

    def _head_words(self, logo: str, high: float, radius: float) -> None:
        sheet, colours, canvas = self.paper, self.colours, self.canvas
        middle = sheet.width / 2
        y = sheet.width * 0.045
        name = self.layout.name
        if name is not None:
            with canvas.element(name):
                if logo:
                    canvas.raw(logo)
                else:
                    text = capitals(name.label)
                    size = shrunk(text, SEMIBOLD, sheet.width * 0.019, sheet.width * 0.86, 0.2)
                    canvas.text(
                        middle,
                        y,
                        text,
                        size,
                        weight=SEMIBOLD,
                        anchor="middle",
                        fill=colours.accent,
                        spacing=0.2 * size,
                    )
        size = shrunk(self.layout.title, SEMIBOLD, sheet.width * 0.074, sheet.width * 0.86, 0.0)
        y += sheet.width * 0.022 + CAP * size
        title = next(one for one in self.layout.words if one.style == "title")
        with canvas.element(title):
            canvas.text(
                middle, y, self.layout.title, size, weight=SEMIBOLD, anchor="middle", fill=colours.text
            )
        y += sheet.width * 0.07
        for words in self._phrases():
            with canvas.element(words):
                for line in words.lines:
                    size = shrunk(line, MEDIUM, sheet.width * 0.037, sheet.width * 0.8, SPACINGS["phrase"])
                    canvas.bowed(
                        y,
                        line,
                        size,
                        radius,
                        x=middle,
                        weight=MEDIUM,
                        fill=colours.text,
                        spacing=SPACINGS["phrase"] * size,
                    )
                    y += sheet.width * 0.05

    def _rules(self, top: float) -> None:
        plan, canvas = self.plan, self.canvas
        sheet, small = plan.paper, RULES * plan.size
        margin = self._margin(sheet)
        canvas.line(margin, top, sheet.width - margin, top, stroke=INK, stroke_width=0.05 * small)
        y = top + 1.3 * small + 0.4 * small
        for heading, lines, rule in plan.rules:
            with canvas.element(rule):
                canvas.text(margin, y, heading, small, weight=SEMIBOLD, fill=INK)
                for line in lines:
                    canvas.text(margin + self._indent(plan.size), y, line, small, fill=INK)
                    y += 1.3 * small
            y += 0.3 * small

    def _foot(self) -> None:
        sheet, canvas = self.paper, self.canvas
        margin = self._margin(sheet)
        size = sheet.width * 0.0093
        y = sheet.height - sheet.width * 0.037
        canvas.line(margin, y, sheet.width - margin, y, stroke=RULE, stroke_width=0.06 * size)
        at = f"{self.layout.at}  ·  " if self.layout.at else ""
        cited = clauses_line(self.layout, sheet.width - 2 * margin - 20 * size, size, at)
        canvas.text(margin, y + 1.7 * size, cited, size, fill=FAINT)
        canvas.text(margin, y + 3.2 * size, f"layout {grouped(self.layout.hash)}", size, fill=FAINT)
        canvas.text(
            sheet.width - margin,
            y + 3.2 * size,
            "feltlaw",
            size * 1.15,
            weight=SEMIBOLD,
            anchor="end",
            fill=INK,
        )


def limit_blocks(layout: Layout, bold: bool = False) -> list[Block]:
    """How much may be staked, and by decision where that differs."""
    limits = [one for one in layout.rules if one.id.startswith("limit.")]
    found: list[Block] = [Facts("Limits", tuple((one.heading, one.short, one) for one in limits), bold)]
    multiples = [one for one in layout.rules if one.id.startswith("multiples.")]
    if multiples:
        title = multiples[0].short.split()[0]
        lines = tuple((one.heading, one.short.removeprefix(f"{title} "), one) for one in multiples)
        found.append(Facts(title, lines, bold))
    return found


def shrunk(text: str, weight: int, size: float, room: float, spacing: float) -> float:
    """A size at which a text fits one line; raises `LayoutError` where that would be less than half."""
    wide = face(weight).width(text, size, spacing * size)
    if wide > 2 * room:
        raise LayoutError(
            f"'{text[:37]}...' does not fit the head in type that can be read: shorten it, or give a logo"
        )
    return size if wide <= room else size * room / wide


def clauses_line(layout: Layout, room: float, size: float, start: str = "") -> str:
    """The clauses that a sign rests on, as many as one line holds."""
    found: dict[str, None] = {}
    for one in (*layout.posted, *layout.rules):
        found.update(dict.fromkeys(one.cite.clauses[:2]))
    names = list(found)
    if not names:
        return f"{start}{layout.regulation}"
    text = f"{start}{names[0]}"
    for name in names[1:]:
        longer = f"{text}  ·  {name.partition('.')[2]}"
        if face(REGULAR).width(f"{longer} …", size) > room:
            return f"{text} …"
        text = longer
    return text
