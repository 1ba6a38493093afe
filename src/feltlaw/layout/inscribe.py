"""Fits words into shapes: the largest type in which every line lies inside, found by measuring.

The same functions place the words when they are drawn and prove that they fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import hypot

from feltlaw.layout.fonts import CAP, SEMIBOLD, capitals, face
from feltlaw.layout.geometry import Circle, Shape
from feltlaw.layout.model import Inscription

SPACING = 0.06
"""Between the capitals of an inscription, in ems."""
LEADING = 1.22
MARGIN = 5.0
"""Millimetres between an inscription and its shape's edge."""
STEP = 0.5
SMALLEST = 7.0
"""The smallest type on the felt: capitals of 5 mm, 12 minutes of arc at the 1.4 m of a neighbour's area."""

MOST_WORDS = 12
"""Up to so many words every way to break them is tried."""


class LayoutError(ValueError):
    """A layout that cannot be made; the message says what does not fit and what would."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an inscription: where its middle is, from the middle of the room, and how wide it is."""

    text: str
    y: float
    """Of the baseline."""
    width: float


def lines_of(lines: Sequence[str], size: float) -> list[Line]:
    """The lines in capitals, one under the other, about the middle."""
    leading = LEADING * size
    top = -((len(lines) - 1) * leading + CAP * size) / 2
    return [
        Line(text, top + CAP * size + at * leading, face(SEMIBOLD).width(text, size, SPACING * size))
        for at, text in enumerate(lines)
    ]


def fits(lines: Sequence[str], size: float, shape: Shape, margin: float = MARGIN) -> bool:
    """Whether every line lies inside the shape."""
    for line in lines_of(lines, size):
        top, bottom = abs(line.y - CAP * size), abs(line.y)
        if isinstance(shape, Circle):
            if hypot(line.width / 2, max(top, bottom)) > shape.radius - margin:
                return False
        elif line.width > shape.width - 2 * margin or max(top, bottom) > shape.height / 2 - margin:
            return False
    return True


def inscribe(
    text: str, shape: Shape, largest: float, smallest: float = SMALLEST, margin: float = MARGIN
) -> Inscription:
    """The words in the largest type that fits, in as few lines as that takes."""
    best = _best(text, shape, largest, smallest, margin)
    if best is None:
        raise LayoutError(f"'{text}' does not fit its area on the layout in type that can be read")
    return best


def _best(text: str, shape: Shape, largest: float, smallest: float, margin: float) -> Inscription | None:
    size = largest
    while size >= smallest:
        for lines in breaks(capitals(text), 4):
            if fits(lines, size, shape, margin):
                return Inscription(lines, size)
        size -= STEP
    return None


def breaks(text: str, most: int) -> Iterator[tuple[str, ...]]:
    """The ways to break a text into lines, those with few lines first, and among them the even ones."""
    words = text.split()
    if len(words) > MOST_WORDS:
        yield from (_even(words, many) for many in range(1, most + 1))
        return
    for many in range(1, min(most, len(words)) + 1):
        ways = []
        for cuts in combinations(range(1, len(words)), many - 1):
            edges = (0, *cuts, len(words))
            ways.append(tuple(" ".join(words[a:b]) for a, b in pairwise(edges)))
        yield from sorted(ways, key=lambda way: (max(map(len, way)), way))


def _even(words: Sequence[str], many: int) -> tuple[str, ...]:
    """Many words in at most so many lines, the longest as short as it can be."""
    limit = max(len(" ".join(words)) // many, *map(len, words))
    while len(lines := _filled(words, limit)) > many:
        limit += 1
    return lines


def _filled(words: Sequence[str], limit: int) -> tuple[str, ...]:
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= limit:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)
