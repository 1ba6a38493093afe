"""Draws the felt: the ground, the areas with their inscriptions, the words, the pays."""

from __future__ import annotations

from math import sqrt

from feltlaw.layout.blocks import bows, limit_block
from feltlaw.layout.canvas import Canvas, number
from feltlaw.layout.colours import Colours
from feltlaw.layout.fonts import CAP, MEDIUM, SEMIBOLD, face
from feltlaw.layout.geometry import Box, Circle, Point, Shape, at_angle
from feltlaw.layout.inscribe import SPACING, lines_of
from feltlaw.layout.middle import SPACINGS
from feltlaw.layout.model import Area, CardArea, Inscription, Layout, Piece, Place, Posted, Rule, Table, Words
from feltlaw.layout.tables import Look, draw_table, measure

LINE = 2.0
"""The lines of areas, in millimetres."""


def outline(table: Table, inset: float = 0.0) -> str:
    """The felt's edge, or a line inside it."""
    radius, top, corner = table.radius - inset, inset - table.depth, max(table.corner - inset, 12.0)
    return (
        f"M{number(-radius)} 0V{number(top + corner)}"
        f"A{number(corner)} {number(corner)} 0 0 1 {number(corner - radius)} {number(top)}"
        f"H{number(radius - corner)}"
        f"A{number(corner)} {number(corner)} 0 0 1 {number(radius)} {number(top + corner)}"
        f"V0{arc(radius, 90, -90)}Z"
    )


def arc(radius: float, start: float, end: float) -> str:
    """An arc about the origin from one angle to another, in pieces small enough to be drawn truly."""
    parts = 12
    flag = 1 if start > end else 0
    points = [at_angle(radius, start + (end - start) * at / parts) for at in range(1, parts + 1)]
    return "".join(
        f"A{number(radius)} {number(radius)} 0 0 {flag} {number(x)} {number(y)}" for x, y in points
    )


def gradient(colours: Colours, centre: Point, radius: float) -> str:
    """The cloth's colour, lighter about a point."""
    stops = ((0, colours.felt), (0.55, colours.middle), (1, colours.edge))
    return (
        f'<radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="{number(centre[0])}" '
        f'cy="{number(centre[1])}" r="{number(radius)}">'
        + "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in stops)
        + "</radialGradient>"
    )


def draw_ground(canvas: Canvas, table: Table, colours: Colours) -> None:
    """The cloth, lighter in the middle, and the line along its edge."""
    if colours.flat:
        canvas.path(outline(table), fill=colours.felt, stroke=colours.text, stroke_width=2)
    else:
        canvas.define(gradient(colours, (0.0, 180.0), 1020.0))
        canvas.path(outline(table), fill="url(#felt)")
    canvas.path(
        outline(table, table.line), fill="none", stroke=colours.accent, stroke_width=1.6, stroke_opacity=0.55
    )


def draw_felt(canvas: Canvas, layout: Layout, colours: Colours, logo: str = "") -> None:
    """Everything that is printed on the cloth."""
    for card in layout.cards:
        if card.drawn:
            draw_cards(canvas, card, colours)
    held = {name for piece in layout.equipment for name in piece.areas}
    for area in layout.areas:
        if area.id not in held:
            draw_area(canvas, area, colours)
        if area.equals:
            draw_equals(canvas, area, layout.area(area.equals, area.seat), colours)
    for piece in layout.equipment:
        if piece.areas:
            draw_electronic(canvas, piece, layout, colours)
    for words in layout.words:
        draw_words(canvas, words, colours)
    if layout.name is not None:
        draw_name(canvas, layout.name, colours, logo)
    for block in layout.posted:
        if block.place is not None:
            with canvas.element(block):
                draw_block(canvas, block, block.place, colours)
    for rule in layout.rules:
        if rule.place is not None:
            draw_rule(canvas, rule, rule.place, colours)


# ── areas ──


def draw_shape(canvas: Canvas, shape: Shape, **more: object) -> None:
    """A shape about the origin of its own frame."""
    if isinstance(shape, Circle):
        canvas.circle(0, 0, shape.radius, **more)
    else:
        canvas.rect(-shape.width / 2, -shape.height / 2, shape.width, shape.height, shape.corner, **more)


def frame(shape: Shape) -> str:
    turn = f" rotate({number(shape.turn)})" if shape.turn else ""
    return f"translate({number(shape.x)} {number(shape.y)}){turn}"


def draw_area(canvas: Canvas, area: Area, colours: Colours) -> None:
    fill, density = colours.area()
    with canvas.element(area, transform=frame(area.shape)):
        draw_shape(
            canvas, area.shape, fill=fill, fill_opacity=density, stroke=colours.accent, stroke_width=LINE
        )
        middle = 0.0
        if area.device == "sensor":
            middle = _draw_light(canvas, area.shape, colours)
        draw_inscription(canvas, area.inscription, colours.text, middle)
        if not area.seat and isinstance(area.shape, Circle):
            canvas.circle(
                0,
                0,
                area.shape.radius - 7,
                fill="none",
                stroke=colours.accent,
                stroke_width=1,
                stroke_opacity=0.6,
            )


def _draw_light(canvas: Canvas, shape: Shape, colours: Colours) -> float:
    """The light of an accepted wager over the words; the middle that is left for them."""
    assert isinstance(shape, Box)
    high = shape.height * 0.44
    y, radius = -shape.height / 2 + high / 2 + 1, high / 2 - 4
    canvas.circle(0, y, radius, fill="none", stroke=colours.accent, stroke_width=1.4)
    d = radius * 0.52
    canvas.path(
        f"M0 {number(y - d)}L{number(d)} {number(y)}L0 {number(y + d)}L{number(-d)} {number(y)}Z",
        fill=colours.text,
    )
    return high / 2


def draw_inscription(canvas: Canvas, inscription: Inscription, fill: str, middle: float = 0.0) -> None:
    for line in lines_of(inscription.lines, inscription.size):
        canvas.text(
            0,
            middle + line.y,
            line.text,
            inscription.size,
            weight=SEMIBOLD,
            anchor="middle",
            fill=fill,
            spacing=SPACING * inscription.size,
        )


def draw_equals(canvas: Canvas, area: Area, other: Area, colours: Colours) -> None:
    """The sign between two wagers that must be the same."""
    x, y = (area.shape.x + other.shape.x) / 2, (area.shape.y + other.shape.y) / 2
    turn = (area.shape.turn + other.shape.turn) / 2
    with canvas.group(
        transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})",
        stroke=colours.accent,
        stroke_width=2.4,
    ):
        canvas.line(-6, -3.4, 6, -3.4)
        canvas.line(-6, 3.4, 6, 3.4)


def draw_cards(canvas: Canvas, card: CardArea, colours: Colours) -> None:
    fill, density = colours.area()
    with canvas.element(card, transform=frame(card.shape)):
        draw_shape(
            canvas, card.shape, fill=fill, fill_opacity=density, stroke=colours.accent, stroke_width=LINE
        )
        if card.below:
            size = card.inscription.size
            canvas_y = card.shape.height / 2 + 8 + CAP * size
            for at, line in enumerate(card.inscription.lines):
                canvas.text(
                    0,
                    canvas_y + at * 1.2 * size,
                    line,
                    size,
                    weight=SEMIBOLD,
                    anchor="middle",
                    fill=colours.text,
                    spacing=SPACING * size,
                )
        else:
            draw_inscription(canvas, card.inscription, colours.text)


def draw_electronic(canvas: Canvas, piece: Piece, layout: Layout, colours: Colours) -> None:
    """A device with a field for each stake."""
    with canvas.element(piece):
        with canvas.group(transform=frame(piece.shape)):
            draw_shape(
                canvas,
                piece.shape,
                fill=colours.dark,
                fill_opacity=0.75,
                stroke=colours.accent,
                stroke_width=LINE,
            )
            if piece.inscription:
                field = next(one for one in layout.areas if one.id == piece.areas[0])
                middle = -(field.shape.size[1] + 6) / 2
                draw_inscription(canvas, piece.inscription, colours.text, middle)
        for name in piece.areas:
            area = next(one for one in layout.areas if one.id == name)
            with canvas.element(area, transform=frame(area.shape)):
                draw_shape(
                    canvas,
                    area.shape,
                    fill="#000000",
                    fill_opacity=0.25,
                    stroke=colours.accent,
                    stroke_width=1.4,
                )
                draw_inscription(canvas, area.inscription, colours.text)


# ── words ──


def draw_words(canvas: Canvas, words: Words, colours: Colours) -> None:
    """A phrase in a bow with a fine line above and below, or a plain line in the middle."""
    if words.style == "title":
        with canvas.element(words):
            canvas.text(
                0,
                words.y,
                words.lines[0],
                words.size,
                weight=MEDIUM,
                anchor="middle",
                fill=colours.text,
                spacing=SPACINGS["title"] * words.size,
            )
        return
    with canvas.element(words):
        for at, line in enumerate(words.lines):
            canvas.bowed(
                words.y + at * words.leading,
                line,
                words.size,
                words.radius,
                weight=MEDIUM,
                fill=colours.text,
                spacing=SPACINGS["phrase"] * words.size,
            )
        half, above, below = bows(words)
        for y in (above, below):
            canvas.path(
                _bow(y, half, words.radius),
                fill="none",
                stroke=colours.accent,
                stroke_width=1.4,
                stroke_opacity=0.6,
            )


def _bow(y: float, half: float, radius: float) -> str:
    rise = radius - sqrt(radius**2 - half**2)
    edge = number(y - rise)
    return f"M{number(-half)} {edge}A{number(radius)} {number(radius)} 0 0 0 {number(half)} {edge}"


def draw_name(canvas: Canvas, name: Words, colours: Colours, logo: str = "") -> None:
    """The name or logo of who holds the table; where there is none, the room for it."""
    with canvas.element(name):
        if logo:
            canvas.raw(logo)
            return
        for at, line in enumerate(name.lines):
            canvas.text(
                0,
                name.y + at * name.leading,
                line,
                name.size,
                weight=SEMIBOLD,
                anchor="middle",
                fill=colours.accent,
                spacing=SPACINGS["name"] * name.size,
            )
        if name.style == "placeholder":
            wide = (
                face(SEMIBOLD).width(name.lines[0], name.size, SPACINGS["name"] * name.size) + 2 * name.size
            )
            canvas.rect(
                -wide / 2,
                name.y - 1.3 * name.size,
                wide,
                1.9 * name.size,
                8,
                fill="none",
                stroke=colours.accent,
                stroke_width=1.6,
                stroke_dasharray="10 8",
            )


# ── pays ──


def draw_block(canvas: Canvas, block: Posted, place: Place, colours: Colours) -> None:
    """A posted table in its place on the felt."""
    look = Look(colours.accent, colours.text)
    draw_table(canvas, block, measure(block, place.size), (place.left, place.top, place.width), look)


def draw_rule(canvas: Canvas, rule: Rule, place: Place, colours: Colours) -> None:
    """A limit on the felt: a line with its figure, or a small table."""
    with canvas.element(rule):
        if rule.id == "payout_limit":
            draw_block(canvas, limit_block(rule), place, colours)
            return
        y = place.top + CAP * place.size
        canvas.text(place.left, y, rule.heading, place.size, weight=MEDIUM, fill=colours.accent)
        canvas.text(place.left + place.figures, y, rule.short, place.size, weight=MEDIUM, fill=colours.text)
