"""From a submission to a drawing: the sheet, the felt, the sign, the dealer's card or the players' guide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from feltlaw.layout import card, guide
from feltlaw.layout.canvas import OUTLINES, TEXT, Canvas
from feltlaw.layout.colours import SOFT, Colours
from feltlaw.layout.felt import draw_felt, draw_ground
from feltlaw.layout.fonts import SEMIBOLD, face, missing
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.logo import Logo
from feltlaw.layout.middle import SPACINGS
from feltlaw.layout.model import Layout, Words
from feltlaw.layout.page import Page
from feltlaw.layout.paper import paper as paper_named
from feltlaw.layout.place import layout_of
from feltlaw.layout.sheet import Note, Sheet
from feltlaw.layout.sign import Sign
from feltlaw.program import version
from feltlaw.submission import Submission

PARTS = ("sheet", "felt", "sign", "card", "guide")
TITLES = {
    "sheet": "Table layout",
    "felt": "Felt",
    "sign": "Sign",
    "card": "Payout card",
    "guide": "Gaming guide",
}
EDGE = 40.0
"""Around the felt: room for the cut, and for the line that says what it is."""


@dataclass(frozen=True, slots=True)
class Style:
    """What an operator chooses about a drawing; none of it is in the layout's hash."""

    colours: Colours = field(default_factory=Colours)
    paper: str = ""
    """Empty for what the part usually has."""
    outlines: bool = False
    logo: Logo | None = None


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG, its size in millimetres, and what it draws."""

    part: str
    layout: Layout
    svg: str
    width: float
    height: float
    statement: dict[str, Any] = field(repr=False)
    """What it says, for whoever checks it later."""


def draw(
    submission: Submission,
    part: str = "sheet",
    style: Style | None = None,
    *,
    fonts: bool = True,
    layout: Layout | None = None,
) -> Drawing:
    """Draws a part of a table's layout; raises `LayoutError` for what cannot be drawn.

    `fonts` puts the letters that are used into the drawing, so that it looks the same everywhere. `layout` is
    the submission's own, where it is at hand.
    """
    style = style or Style()
    layout = layout or layout_of(submission)
    _check_words(submission, layout, style)
    canvas = Canvas(OUTLINES if style.outlines else TEXT)
    left = top = 0.0
    if part == "felt":
        table = layout.table
        left, top = -table.radius - EDGE, -table.depth - EDGE
        width, height = 2 * (table.radius + EDGE), table.radius + table.depth + 2 * EDGE
        _felt(canvas, layout, style, submission)
    elif part == "sheet":
        sheet = Sheet(canvas, layout, paper_named(style.paper or "a2"), style.colours)
        sheet.draw(list(_notes(submission, layout)), submission.digest, _felt_logo(layout, style))
        width, height = sheet.paper.width, sheet.paper.height
    elif part == "sign":
        sign = Sign(canvas, layout, style.colours, style.paper)
        sign.draw(_sign_logo(sign, style))
        width, height = sign.paper.width, sign.paper.height
    else:
        width, height = _page(canvas, submission, layout, part, style)
    statement = _statement(submission, layout, part, style)
    label = f"{TITLES[part]}: {layout.title}" + (f", {layout.holder}" if layout.holder else "")
    attributes = {
        f"data-{key.replace('_', '-')}": one for key, one in statement["drawn"].items() if one != ""
    }
    svg = canvas.svg(width, height, left=left, top=top, label=label, fonts=fonts, **attributes)
    return Drawing(part, layout, svg, width, height, statement)


def _statement(submission: Submission, layout: Layout, part: str, style: Style) -> dict[str, Any]:
    """What a drawing says about itself, and every element with its words."""
    return {
        "drawn": {
            "layout_hash": layout.hash,
            "submission": submission.digest,
            "regulation": layout.regulation,
            "part": part,
            "paper": style.paper,
            "felt": style.colours.felt,
            "ink": style.colours.text,
            "accent": style.colours.accent,
            "flat": "true" if style.colours.flat else "",
            "outlines": "true" if style.outlines else "",
            "logo": "true" if style.logo is not None else "",
            "program": f"feltlaw {version()}",
        },
        "elements": [
            {
                "kind": one.kind,
                "clause": "|".join(one.cite.clauses),
                "seat": one.seat,
                "wager": one.wager,
                "label": one.label,
            }
            for one in layout.elements()
        ],
    }


# ── what can be written ──


def _check_words(submission: Submission, layout: Layout, style: Style) -> None:
    """Refuses texts that the font cannot write or that do not fit; a logo may stand for the name."""
    name = layout.name
    if style.logo is None:
        if lacking := missing(layout.holder):
            raise LayoutError(
                f"the name of the {submission.regulation.operator} has signs that the font of the drawings "
                f"does not have ({_codes(lacking)}): write it in Latin, Greek or Cyrillic letters, or give "
                "a logo"
            )
        if name is not None and name.style == "too long":
            raise LayoutError(
                f"the name '{_short(layout.holder)}' does not fit the layout in type that can be read: "
                "shorten it, or give a logo in its place"
            )
    texts = {"table": layout.at, **{f"approvals.{key}": one for key, one in submission.approvals.items()}}
    for where, text in texts.items():
        if lacking := missing(text):
            raise LayoutError(
                f"{where} has signs that the font of the drawings does not have ({_codes(lacking)})"
            )


def _codes(chars: list[str]) -> str:
    return ", ".join(f"U+{ord(char):04X}" for char in chars[:5]) + (", …" if len(chars) > 5 else "")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _notes(submission: Submission, layout: Layout) -> Iterator[Note]:
    """What the filed sheet says in words: choices that are not the defaults, and what was approved."""
    chosen = [one for one in layout.rules if one.id.startswith(("option.", "version", "boxes"))]
    yield Note("Chosen otherwise than the default", rules=tuple(chosen))
    yield Note("Approvals", tuple(f"{key}: {one}" for key, one in submission.approvals.items()))


# ── the parts ──


def _felt(canvas: Canvas, layout: Layout, style: Style, submission: Submission) -> None:
    """The cloth at its own size, with the openings that are cut into it and a line outside that names it."""
    draw_ground(canvas, layout.table, style.colours)
    for piece in layout.equipment:
        if piece.what in ("inventory", "drop_box"):
            width, height = (
                (piece.shape.width, piece.shape.height) if piece.what == "inventory" else (96.0, 14.0)
            )
            with canvas.element(piece):
                canvas.rect(
                    piece.shape.x - width / 2,
                    piece.shape.y - height / 2,
                    width,
                    height,
                    7,
                    fill="none",
                    stroke=style.colours.text,
                    stroke_width=1,
                    stroke_dasharray="6 5",
                    stroke_opacity=0.8,
                )
    draw_felt(canvas, layout, style.colours, _felt_logo(layout, style))
    at = f"table {layout.at}" if layout.at else ""
    told = [layout.title, layout.regulation, at, "1 : 1, cut along the edge of the felt"]
    text = "  ·  ".join(one for one in told if one)
    y = layout.table.radius + EDGE * 0.72
    canvas.text(-layout.table.radius, y, f"{text}  ·  layout {layout.hash}", 9, fill=SOFT)


def _felt_logo(layout: Layout, style: Style) -> str:
    """The logo where the name would stand."""
    if style.logo is None or layout.name is None:
        return ""
    name: Words = layout.name
    size = max(name.size, 20.0)
    wide = max([8 * size, *(face(SEMIBOLD).width(one, size, SPACINGS["name"] * size) for one in name.lines)])
    high = name.leading * max(0, len(name.lines) - 1) + 1.4 * size
    middle = name.y + name.leading * max(0, len(name.lines) - 1) / 2 - 0.36 * size
    return style.logo.drawn(0.0, middle, wide, high)


def _sign_logo(sign: Sign, style: Style) -> str:
    if style.logo is None:
        return ""
    width = sign.paper.width
    return style.logo.drawn(width / 2, width * 0.036, width * 0.4, width * 0.034)


def _page(
    canvas: Canvas, submission: Submission, layout: Layout, part: str, style: Style
) -> tuple[float, float]:
    made = card.card_blocks if part == "card" else guide.guide_blocks
    module = card if part == "card" else guide
    page = Page(
        canvas,
        layout,
        style.colours,
        made(submission, layout),
        what=TITLES[part],
        largest=module.LARGEST,
        papers=(style.paper,) if style.paper else module.PAPERS,
        columns=module.COLUMNS,
        named=style.logo is None,
    )
    page.draw()
    return page.paper.width, page.paper.height
