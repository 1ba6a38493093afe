"""Draws the equipment: plain views from above, enough to see what stands where."""

from __future__ import annotations

from feltlaw.layout.canvas import Canvas
from feltlaw.layout.colours import CARD_BACK, CHIPS, INK, PAPER, RAIL_LINE, SURFACE, Colours
from feltlaw.layout.felt import frame
from feltlaw.layout.fonts import SEMIBOLD
from feltlaw.layout.model import Layout, Piece

TUBES = (0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3)
"""The colours of the chips in the table inventory container, from left to right."""


def draw_equipment(canvas: Canvas, layout: Layout, colours: Colours) -> None:
    """Everything that stands on or at the dealer's side."""
    for piece in layout.equipment:
        if not piece.areas:
            with canvas.element(piece, transform=frame(piece.shape)):
                _DRAWN.get(piece.what, _plain)(canvas, piece, colours)


def _ground(colours: Colours) -> str:
    return SURFACE if colours.flat else colours.dark


def _plain(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    width, height = piece.shape.size
    canvas.rect(
        -width / 2,
        -height / 2,
        width,
        height,
        piece.shape.corner,
        fill=_ground(colours),
        stroke=colours.accent,
        stroke_width=1.6,
    )


def _inventory(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    width, height = piece.shape.size
    canvas.rect(
        -width / 2,
        -height / 2,
        width,
        height,
        14,
        fill=_ground(colours),
        stroke=colours.accent,
        stroke_width=1,
    )
    tube = (width - 36) / len(TUBES)
    for at, chip in enumerate(TUBES):
        left = -width / 2 + 18 + at * tube
        fill = "none" if colours.flat else CHIPS[chip]
        canvas.rect(
            left + 2,
            -height / 2 + 14,
            tube - 4,
            height - 30,
            5,
            fill=fill,
            stroke=colours.text,
            stroke_width=0.8,
            stroke_opacity=0.5,
        )
        marks = "".join(
            f"M{left + 2:.1f} {-height / 2 + 14 + step:.1f}h{tube - 4:.1f}"
            for step in range(8, int(height) - 30, 8)
        )
        canvas.path(marks, fill="none", stroke=INK, stroke_width=0.7, stroke_opacity=0.3)


def _drop_box(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    """The box hangs under the table; on it there is a slot."""
    width, height = piece.shape.size
    canvas.rect(
        -width / 2,
        -height / 2,
        width,
        height,
        4,
        fill="none",
        stroke=colours.text,
        stroke_width=1.2,
        stroke_opacity=0.55,
        stroke_dasharray="8 6",
    )
    canvas.rect(-48, -7, 96, 14, 7, fill=INK, stroke=colours.accent, stroke_width=1.4)


def _back(canvas: Canvas, x: float, y: float, colours: Colours) -> None:
    fill = SURFACE if colours.flat else CARD_BACK
    canvas.rect(
        x - 31.5,
        y - 44.5,
        63,
        89,
        4,
        fill=fill,
        stroke=SURFACE if not colours.flat else INK,
        stroke_width=1.6,
    )
    canvas.path(
        f"M{x} {y - 22}L{x + 15} {y}L{x} {y + 22}L{x - 15} {y}Z",
        fill="none",
        stroke=SURFACE if not colours.flat else INK,
        stroke_width=1.2,
        stroke_opacity=0.8,
    )


def _discard_rack(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    _plain(canvas, piece, colours)
    for shift in (3.0, 0.0):
        _back(canvas, shift, shift, colours)


def _shoe(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    width, height = piece.shape.size
    _plain(canvas, piece, colours)
    canvas.rect(-45, height / 2 - 58, 90, 58, 8, fill="none", stroke=colours.accent, stroke_width=1)
    canvas.rect(
        -31.5,
        height / 2 - 44,
        63,
        44,
        3,
        fill=SURFACE if colours.flat else CARD_BACK,
        stroke=SURFACE if not colours.flat else INK,
        stroke_width=1.6,
    )
    canvas.rect(
        -width / 2 + 14,
        -height / 2 + 14,
        width - 28,
        56,
        6,
        fill="none",
        stroke=colours.accent,
        stroke_width=1,
        stroke_opacity=0.7,
    )


def _shuffler(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    width, height = piece.shape.size
    canvas.rect(-width / 2, -height / 2, width, height, 8, fill=SURFACE, stroke=RAIL_LINE, stroke_width=1.6)
    canvas.rect(-width / 2 + 14, -height / 2 + 16, 64, 34, 4, fill=INK)
    canvas.rect(
        width / 2 - 84, -height / 2 + 14, 66, height - 28, 5, fill=PAPER, stroke=RAIL_LINE, stroke_width=1
    )
    canvas.circle(-width / 2 + 26, height / 2 - 24, 7, fill="none", stroke=RAIL_LINE, stroke_width=1.4)
    canvas.circle(-width / 2 + 50, height / 2 - 24, 7, fill="none", stroke=RAIL_LINE, stroke_width=1.4)


def _lock_out(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    _plain(canvas, piece, colours)
    for row in range(2):
        for column in range(3):
            canvas.circle(
                -22 + 22 * column, -34 + 22 * row, 7, fill="none", stroke=colours.accent, stroke_width=1.3
            )
    canvas.rect(-29, 12, 58, 28, 6, fill=colours.accent)
    ground = _ground(colours)
    canvas.rect(-8, 24, 16, 11, 2, fill=ground)
    canvas.path("M-4.5 24v-3a4.5 4.5 0 0 1 9 0v3", fill="none", stroke=ground, stroke_width=2)


def _tip_box(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    width, height = piece.shape.size
    canvas.rect(-width / 2, -height / 2, width, height, 8, fill=SURFACE, stroke=RAIL_LINE, stroke_width=1.6)
    canvas.rect(-28, -5, 56, 10, 5, fill=INK)


def _meter(canvas: Canvas, piece: Piece, colours: Colours) -> None:
    """The meter that players see from the front (S-01)."""
    width, height = piece.shape.size
    canvas.rect(-width / 2, -height / 2, width, height, 8, fill=INK, stroke=RAIL_LINE, stroke_width=1.6)
    canvas.text(0, 11, "$ 0,000.00", 30, weight=SEMIBOLD, anchor="middle", fill="#E3BC66", spacing=3)


_DRAWN = {
    "inventory": _inventory,
    "drop_box": _drop_box,
    "discard_rack": _discard_rack,
    "shoe": _shoe,
    "shuffler": _shuffler,
    "lock_out": _lock_out,
    "keypad": _lock_out,
    "tip_box": _tip_box,
    "progressive_system": _meter,
}
