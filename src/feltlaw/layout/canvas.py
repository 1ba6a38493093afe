"""Writes SVG: shapes and text in the order they are drawn, elements of the model with what they stand for.

Text is written as text, in the font that comes with the program, or as outlines. Coordinates are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import asin, cos, degrees, sin

from feltlaw.layout.fonts import FAMILY, REGULAR, SUIT_SIGNS, face, typographic
from feltlaw.layout.model import CardArea, Element, Piece, Posted

TEXT, OUTLINES = "text", "outlines"
SUIT_SCALE, SUIT_LINE = 0.0078, 96
RED_SUITS = "♥♦"


def number(value: float) -> str:
    """Two decimals at most, none that says nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass(frozen=True, slots=True)
class _Type:
    """How a text is set."""

    size: float
    weight: int
    fill: str
    spacing: float
    suits: str = ""


def _on_bow(text: str, style: _Type, radius: float) -> Iterator[tuple[float, float, float]]:
    """Each letter's place beside the bow's lowest point, and how far it is turned.

    The foot of a letter is on the bow under the letter's own middle.
    """
    _, starts, wide = face(style.weight).places(text)
    total = wide * style.size + style.spacing * (len(text) - 1)
    for at, (start, end) in enumerate(pairwise((*starts, wide))):
        half = (end - start) * style.size / 2
        angle = asin((start * style.size + at * style.spacing + half - total / 2) / radius)
        x, y = radius * sin(angle), radius * (cos(angle) - 1)
        yield x - half * cos(angle), y + half * sin(angle), -degrees(angle)


class Canvas:
    """One drawing."""

    def __init__(self, mode: str = TEXT) -> None:
        self.mode = mode
        self.used: dict[int, set[str]] = {}
        self._parts: list[str] = []
        self._glyphs: dict[tuple[int, str], str] = {}
        self._defs: list[str] = []

    # ── writing ──

    def tag(self, name: str, **attributes: object) -> None:
        self._parts.append(f"<{name}{_written(attributes)}/>")

    @contextmanager
    def group(self, **attributes: object) -> Iterator[None]:
        self._parts.append(f"<g{_written(attributes)}>")
        yield
        self._parts.append("</g>")

    @contextmanager
    def element(self, element: Element, **attributes: object) -> Iterator[None]:
        """A group that says what it stands for, as the contract of layouts has it."""
        told: dict[str, object] = {
            "data-kind": element.kind,
            "data-clause": "|".join(element.cite.clauses),
            "data-reading": "|".join(element.cite.interpretations),
            "data-seat": element.seat or "",
            "data-wager": element.wager,
        }
        if isinstance(element, CardArea):
            told["data-group"] = element.group
        if isinstance(element, Piece):
            told["data-what"] = element.what
        if isinstance(element, Posted):
            told["data-award"] = element.award
        told |= {"role": "img", "aria-label": element.label}
        self._parts.append(
            f"<g{_written({key: one for key, one in told.items() if one != ''})}{_written(attributes)}>"
        )
        if str(element.cite):  # shown where a pointer rests on it
            self._parts.append(f"<title>{escape(f'{element.label} ({element.cite})', quote=False)}</title>")
        yield
        self._parts.append("</g>")

    def define(self, markup: str) -> None:
        """Something for the drawing's definitions."""
        self._defs.append(markup)

    def raw(self, markup: str) -> None:
        self._parts.append(markup)

    # ── shapes ──

    def rect(
        self, left: float, top: float, width: float, height: float, corner: float = 0, **more: object
    ) -> None:
        rounded = {"rx": number(corner)} if corner else {}
        self.tag(
            "rect",
            x=number(left),
            y=number(top),
            width=number(width),
            height=number(height),
            **rounded,
            **more,
        )

    def circle(self, x: float, y: float, radius: float, **more: object) -> None:
        self.tag("circle", cx=number(x), cy=number(y), r=number(radius), **more)

    def line(self, x1: float, y1: float, x2: float, y2: float, **more: object) -> None:
        self.tag("line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2), **more)

    def path(self, data: str, **more: object) -> None:
        self.tag("path", d=data, **more)

    def polyline(self, points: list[tuple[float, float]], **more: object) -> None:
        self.tag(
            "polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill="none", **more
        )

    # ── text ──

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        weight: int = REGULAR,
        anchor: str = "start",
        fill: str = "",
        spacing: float = 0.0,
        suits: str = "",
    ) -> None:
        """A line of text; `suits` colours hearts and diamonds, where they shall be red."""
        if not text:
            return
        style = _Type(size, weight, fill, spacing, suits)
        wide = face(weight).width(text, size, spacing)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        if self.mode == OUTLINES:
            self._outlined(left, y, text, style)
            return
        pieces = list(face(weight).pieces(text, size, spacing))
        alone = len(pieces) == 1 and not pieces[0].is_suit
        for piece in pieces:
            if piece.is_suit:
                self._suit(left + piece.x, y, piece.text, style)
            elif alone:  # the space after the last letter counts for the anchor
                shift = {"start": 0.0, "middle": spacing / 2, "end": spacing}[anchor]
                self._plain(x + shift, y, piece.text, style, anchor)
            else:
                self._plain(left + piece.x, y, piece.text, style)

    def _plain(self, x: float, y: float, text: str, style: _Type, anchor: str = "start") -> None:
        self.used.setdefault(style.weight, set()).update(text)
        attributes: dict[str, object] = {"x": number(x), "y": number(y), "font-size": number(style.size)}
        if style.weight != REGULAR:
            attributes["font-weight"] = style.weight
        if anchor != "start":
            attributes["text-anchor"] = anchor
        if style.spacing:
            attributes["letter-spacing"] = number(style.spacing)
        if style.fill:
            attributes["fill"] = style.fill
        self._parts.append(f"<text{_written(attributes)}>{escape(text, quote=False)}</text>")

    def _suit(self, x: float, y: float, sign: str, style: _Type) -> None:
        scale = SUIT_SCALE * style.size
        colour = style.suits if style.suits and sign in RED_SUITS else style.fill
        more: dict[str, object] = {"fill": colour} if colour else {}
        left = x + 0.02 * style.size
        place = f"matrix({scale:.4g} 0 0 {scale:.4g} {number(left)} {number(y - SUIT_LINE * scale)})"
        self.path(SUIT_SIGNS[sign], transform=place, **more)

    def _outlined(self, x: float, y: float, text: str, style: _Type) -> None:
        names, starts, _ = face(style.weight).places(text)
        with self.group(fill=style.fill or None):
            for at, (name, start) in enumerate(zip(names, starts, strict=True)):
                left = x + start * style.size + at * style.spacing
                if name in SUIT_SIGNS:
                    self._suit(left, y, name, style)
                else:
                    self._use(name, style, f"translate({number(left)} {number(y)})")

    def _use(self, name: str, style: _Type, place: str) -> None:
        """A glyph's outline, defined once for the whole drawing; a space has none."""
        outline = face(style.weight).outline(name)
        if not outline:
            return
        key = (style.weight, name)
        if key not in self._glyphs:
            self._glyphs[key] = f"g{len(self._glyphs)}"
            self._defs.append(f'<path id="{self._glyphs[key]}" d="{outline}"/>')
        scale = f"scale({style.size / face(style.weight).em:.5g})"
        self.tag("use", href=f"#{self._glyphs[key]}", transform=f"{place} {scale}")

    def bowed(
        self,
        y: float,
        text: str,
        size: float,
        radius: float,
        *,
        x: float = 0.0,
        weight: int = REGULAR,
        fill: str = "",
        spacing: float = 0.0,
    ) -> None:
        """A line about x on a bow whose lowest point is at y."""
        text = typographic(text)
        style = _Type(size, weight, fill, spacing)
        names, places = face(weight).places(text)[0], list(_on_bow(text, style, radius))
        if self.mode == OUTLINES:
            with self.group(fill=fill or None):
                for name, (dx, dy, turn) in zip(names, places, strict=True):
                    place = f"translate({number(x + dx)} {number(y + dy)}) rotate({number(turn)})"
                    self._use(name, style, place)
            return
        self.used.setdefault(weight, set()).update(text)
        attributes: dict[str, object] = {
            "x": " ".join(number(x + dx) for dx, _, _ in places),
            "y": " ".join(number(y + dy) for _, dy, _ in places),
            "rotate": " ".join(number(turn) for _, _, turn in places),
            "font-size": number(size),
            "font-weight": weight,
        }
        if fill:
            attributes["fill"] = fill
        self._parts.append(f"<text{_written(attributes)}>{escape(text, quote=False)}</text>")

    # ── the whole ──

    def svg(
        self,
        width: float,
        height: float,
        *,
        left: float = 0.0,
        top: float = 0.0,
        label: str,
        fonts: bool = True,
        **attributes: object,
    ) -> str:
        """The drawing as a document; `fonts` puts the letters it uses into it."""
        box = f"{number(left)} {number(top)} {number(width)} {number(height)}"
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{number(width)}mm",
            "height": f"{number(height)}mm",
            "viewBox": box,
            "font-family": f"{FAMILY}, sans-serif",
            **attributes,
            "role": "group",
            "aria-label": label,
        }
        style = f"<style>{self._faces()}</style>" if fonts and self.used else ""
        defs = f"<defs>{''.join(self._defs)}</defs>\n" if self._defs else ""
        return f"<svg{_written(head)}>\n{style}{defs}{_lines(self._parts)}</svg>\n"

    def _faces(self) -> str:
        return "".join(
            f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
            f'src:url(data:font/woff;base64,{face(weight).subset(chars)}) format("woff")}}'
            for weight, chars in sorted(self.used.items())
        )


def _lines(parts: list[str]) -> str:
    """The parts, each outermost group on a line of its own, so that a difference can be read."""
    found: list[str] = []
    depth = 0
    for part in parts:
        if part.startswith("</g"):
            depth -= 1
        found.append(part)
        if part.startswith("<g") and not part.endswith("/>"):
            depth += 1
        if depth <= 2:
            found.append("\n")
    return "".join(found)


def _written(attributes: dict[str, object]) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
