"""Shapes on the table, in millimetres.

The origin is the centre of the table's arc, 65 mm in front of the dealer's edge; y grows towards the players.
Angles are degrees from straight down, growing towards the right of the drawing, which is the dealer's left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    turn: float = 0.0
    """How far what is written in it is turned."""

    @property
    def size(self) -> Point:
        return 2 * self.radius, 2 * self.radius


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle about its centre, turned; its corners may be rounded."""

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    corner: float = 0.0

    @property
    def size(self) -> Point:
        return self.width, self.height

    def corners(self) -> tuple[Point, ...]:
        """The four corners, as if none were rounded."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return tuple(
            (self.x + dx * c - dy * s, self.y + dx * s + dy * c)
            for dx, dy in (
                (-self.width / 2, -self.height / 2),
                (self.width / 2, -self.height / 2),
                (self.width / 2, self.height / 2),
                (-self.width / 2, self.height / 2),
            )
        )


Shape = Circle | Box


def box(left: float, top: float, right: float, bottom: float, corner: float = 0.0) -> Box:
    """An upright rectangle by its edges."""
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top, 0.0, corner)


def at_angle(radius: float, angle: float) -> Point:
    """The point on a ray from the origin."""
    return radius * sin(radians(angle)), radius * cos(radians(angle))


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the upright rectangle around a shape."""
    if isinstance(shape, Circle):
        r = shape.radius
        return shape.x - r, shape.y - r, shape.x + r, shape.y + r
    xs, ys = zip(*shape.corners(), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: Shape, other: Shape, gap: float = 0.0) -> bool:
    """Whether two shapes come nearer to each other than the gap; rounded corners count as square ones."""
    return distance(one, other) < gap if gap else distance(one, other) <= 0


def distance(one: Shape, other: Shape) -> float:
    """How far apart two shapes are; 0 or less where they touch or overlap."""
    if isinstance(one, Circle) and isinstance(other, Circle):
        return hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius
    if isinstance(one, Circle):
        return _to_box((one.x, one.y), _box_of(other)) - one.radius
    if isinstance(other, Circle):
        return _to_box((other.x, other.y), one) - other.radius
    if _crossing(one, other):
        return -1.0
    return min(
        *(_to_box(corner, other) for corner in one.corners()),
        *(_to_box(corner, one) for corner in other.corners()),
    )


def _box_of(shape: Shape) -> Box:
    assert isinstance(shape, Box)
    return shape


def _to_box(point: Point, shape: Box) -> float:
    """A point's distance from a box, negative inside it."""
    c, s = cos(radians(shape.turn)), sin(radians(shape.turn))
    dx, dy = point[0] - shape.x, point[1] - shape.y
    across, along = abs(dx * c + dy * s) - shape.width / 2, abs(-dx * s + dy * c) - shape.height / 2
    if across <= 0 and along <= 0:
        return max(across, along)
    return hypot(max(across, 0.0), max(along, 0.0))


def _crossing(one: Box, other: Box) -> bool:
    """Whether no line parts two boxes."""
    return not any(
        _parted([_along(p, axis) for p in one.corners()], [_along(p, axis) for p in other.corners()])
        for axis in (*_axes(one), *_axes(other))
    )


def _axes(shape: Box) -> Iterator[Point]:
    c, s = cos(radians(shape.turn)), sin(radians(shape.turn))
    yield c, s
    yield -s, c


def _along(point: Point, axis: Point) -> float:
    return point[0] * axis[0] + point[1] * axis[1]


def _parted(some: Sequence[float], others: Sequence[float]) -> bool:
    return max(some) <= min(others) or max(others) <= min(some)


def crosses(start: Point, end: Point, shape: Shape) -> bool:
    """Whether a straight line touches a shape."""
    reach = sum(shape.size) / 2  # no point of it is farther from its middle
    if not _near(start[0], end[0], shape.x, reach) or not _near(start[1], end[1], shape.y, reach):
        return False
    if isinstance(shape, Circle):
        return _to_line((shape.x, shape.y), start, end) < shape.radius
    c, s = cos(radians(shape.turn)), sin(radians(shape.turn))
    a, b = (
        ((x - shape.x) * c + (y - shape.y) * s, -(x - shape.x) * s + (y - shape.y) * c)
        for x, y in (start, end)
    )
    low, high = 0.0, 1.0
    for p, q, half in ((a[0], b[0], shape.width / 2), (a[1], b[1], shape.height / 2)):
        if p == q:
            if abs(p) > half:
                return False
            continue
        first, last = sorted(((-half - p) / (q - p), (half - p) / (q - p)))
        low, high = max(low, first), min(high, last)
    return low < high


def _near(start: float, end: float, middle: float, reach: float) -> bool:
    return min(start, end) < middle + reach and max(start, end) > middle - reach


def _to_line(point: Point, start: Point, end: Point) -> float:
    """A point's distance from a piece of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return hypot(point[0] - start[0] - part * dx, point[1] - start[1] - part * dy)
