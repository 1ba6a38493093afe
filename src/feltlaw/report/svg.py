"""SVG written by hand: the shapes that the charts are drawn with, and where an axis gets its marks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from math import ceil, floor

from feltlaw.report.blocks import Chart

WIDTH = 360
INK, SOFT, GRID, PAPER = "#1a1a1a", "#5c5c5c", "#d4d4d4", "#ffffff"
DARK, LIGHT = "#17503c", "#cfdcd5"
"""What wins and what loses: far enough apart to be told in grey."""
FONT = "Libertinus Serif, Georgia, serif"
SIZE = 11


class Drawing:
    """Shapes in the order they are drawn, on a white ground."""

    def __init__(self, height: int, alt: str) -> None:
        self.height = height
        self.alt = alt
        self._shapes: list[str] = []

    def text(self, x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK) -> None:
        self._shapes.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
        )

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        color: str = INK,
        width: float = 1,
        dash: str = "",
    ) -> None:
        (x1, y1), (x2, y2) = start, end
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
            f'stroke-width="{width:g}"{dashes}/>'
        )

    def bar(self, x: float, y: float, width: float, height: float, *, fill: str, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" '
            f'stroke="{DARK}" stroke-width="0.6"{dashes}/>'
        )

    def ground(self, x: float, y: float, width: float, height: float) -> None:
        """White, for a legend that stands on grid lines."""
        self._shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{PAPER}"/>'
        )

    def dot(self, x: float, y: float, *, fill: str = DARK, radius: float = 3.2) -> None:
        self._shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" '
            f'stroke="{DARK}" stroke-width="1.2"/>'
        )

    def chart(self, caption: str) -> Chart:
        """The drawing with its caption; captions count for a fifth of the width."""
        return Chart(str(self), caption, self.alt, self.height / WIDTH + 0.2)

    def __str__(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" role="img" '
            f'aria-label="{escape(self.alt)}" font-family="{FONT}" font-size="{SIZE}">'
            f'<rect width="{WIDTH}" height="{self.height}" fill="{PAPER}"/>{"".join(self._shapes)}</svg>'
        )


def round_step(span: Fraction, marks: int) -> Fraction:
    """A round step (1, 2 or 5 times a power of ten) with which a span has at most so many.

    >>> round_step(Fraction(70), 5), round_step(Fraction(1, 3), 4)
    (Fraction(20, 1), Fraction(1, 10))
    """
    step = Fraction(1)
    if span <= 0:
        return step
    while step * marks < span:
        step *= 10
    while step * marks >= span * 10:
        step /= 10
    return next(small for small in (step / 5, step / 2, step) if small * marks >= span)


def marks(low: Fraction, high: Fraction, most: int) -> Iterator[Fraction]:
    """Round numbers from low to high."""
    step = round_step(high - low, most)
    for times in range(ceil(low / step), floor(high / step) + 1):
        yield times * step
