"""A felt in small, for lists of tables: the cloth, the areas and the words, and nothing nobody could read."""

from __future__ import annotations

from feltlaw.layout import layout_of
from feltlaw.layout.canvas import Canvas
from feltlaw.layout.colours import Colours
from feltlaw.layout.felt import draw_ground, draw_shape, frame
from feltlaw.layout.model import Layout
from feltlaw.submission import Submission

EDGE = 6.0
TRAY = ("#2a2823", "#2e7d5b", "#2e7d5b", "#2e7d5b", "#b2463a", "#b2463a", "#b2463a", "#ede6d6", "#ede6d6")
LINE = 7.0


def mini_felt(submission: Submission) -> bytes:
    """The drawing, about its own middle as the layout is."""
    layout, colours, canvas = layout_of(submission), Colours(), Canvas()
    table = layout.table
    draw_ground(canvas, table, colours)
    _tray(canvas, layout)
    for card in layout.cards:
        if card.drawn and not card.seat:
            with canvas.group(transform=frame(card.shape)):
                draw_shape(canvas, card.shape, fill="none", stroke=colours.accent, stroke_width=4)
    for area in layout.areas:
        with canvas.group(transform=frame(area.shape)):
            draw_shape(canvas, area.shape, fill="none", stroke=colours.accent, stroke_width=LINE)
    for words in layout.words:
        if words.style == "phrase" and words.size:
            for at, line in enumerate(words.lines):
                y = words.y + 20 + at * 58
                canvas.bowed(y, line, 46, words.radius or 1250, fill=colours.text)
    left, top = -table.radius - EDGE, -table.depth - EDGE
    width, height = 2 * (table.radius + EDGE), table.radius + table.depth + 2 * EDGE
    return canvas.svg(width, height, left=left, top=top, label=layout.title, fonts=False).encode()


def _tray(canvas: Canvas, layout: Layout) -> None:
    top = -layout.table.depth
    canvas.rect(-250, top, 500, 120, 14, fill="#0a2d22")
    for at, colour in enumerate(TRAY):
        canvas.rect(-226 + at * 51, top + 24, 44, 72, 4, fill=colour)
