"""The seats: spread evenly along the arc, their areas in rings, from the rail inward, in the order of play.

A seat is a share of the arc. Its areas stand in rows; the search takes the largest areas that fit, in the
calmest rows: few, even, and broken where the main game ends and where the devices begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import asin, atan, degrees, hypot, sqrt

from feltlaw.layout.geometry import Box, Circle, Shape, at_angle
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.model import Seat, Table

SWEEP, WIDE_SWEEP, MANY = 144.0, 150.0, 6
"""The arc that the seats share, wider for more than six of them."""
WIDEST = 15.0
"""No seat uses more than these degrees to either side of its middle, however few there are."""
GAP, RING_GAP, SIDE_GAP, EQUALS_GAP = 10.0, 12.0, 5.0, 22.0
"""Between areas of a row, between rows, to a seat's own edge, and where a sign of equality stands between."""
AIRY = 0.84
"""The part of its share that a row may take before seats run into each other for the eye."""
SMALLNESS = 90.0
"""What small areas cost beside restless rows."""
SCALES = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72)


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a seat that needs a place."""

    key: str
    width: float
    height: float
    round: bool = False
    group: int = 0
    """Where it belongs: the main game, what is optional, devices. Rows are broken between groups."""
    equals: bool = False
    """Whether a sign of equality stands before it."""
    least: float = 0.0
    """The smallest scale at which its words fit it."""

    def scaled(self, scale: float) -> Item:
        scale = max(scale, self.least)
        return replace(self, width=round(self.width * scale, 1), height=round(self.height * scale, 1))


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an item of a seat lies: how far from the origin, and how many degrees from the seat's middle."""

    item: Item
    radius: float
    offset: float

    def shape(self, seat: Seat, corner: float = 8.0) -> Shape:
        angle = seat.angle + self.offset
        x, y = at_angle(self.radius, angle)
        x, y, turn = round(x, 1), round(y, 1), round(-angle, 2)
        if self.item.round:
            return Circle(x, y, self.item.width / 2, turn)
        return Box(x, y, self.item.width, self.item.height, turn, corner)


def seats_of(many: int) -> tuple[Seat, ...]:
    """The positions; seat 1 is farthest to the dealer's left."""
    step = (SWEEP if many <= MANY else WIDE_SWEEP) / many
    return tuple(Seat(at + 1, round(step * ((many - 1) / 2 - at), 2)) for at in range(many))


def half_share(many: int) -> float:
    """Half the degrees that a seat has to itself."""
    return (SWEEP if many <= MANY else WIDE_SWEEP) / many / 2


@dataclass(frozen=True, slots=True)
class Ring:
    """A row that has been laid."""

    spots: tuple[Spot, ...]
    inner: float
    """The radius that it reaches down to."""
    filled: float
    """The part of the seat's share that it takes."""


def lay_row(items: Sequence[Item], outer: float, share: float) -> Ring | None:
    """A row whose outermost points reach `outer`; None where it is wider than the seat."""
    middle = min(_middle(item, outer) for item in items)
    angles = [_angle(item, middle) for item in items]
    floor = middle - max(item.height for item in items) / 2
    gaps = [degrees((EQUALS_GAP if item.equals else GAP) / floor) for item in items[1:]]
    total = sum(angles) + sum(gaps)
    if total > 2 * (min(share, WIDEST) - degrees(SIDE_GAP / floor)):
        return None
    spots = []
    at = total / 2
    for item, angle, gap in zip(items, angles, (*gaps, 0.0), strict=True):
        spots.append(Spot(item, round(middle, 1), round(-(at - angle / 2), 3)))
        at -= angle + gap
    return Ring(tuple(spots), floor, total / (2 * share))


def _middle(item: Item, outer: float) -> float:
    """How far out an item's middle may lie."""
    if item.round:
        return outer - item.height / 2
    return sqrt(outer**2 - (item.width / 2) ** 2) - item.height / 2


def _angle(item: Item, middle: float) -> float:
    """The degrees that an item takes."""
    if item.round:
        return 2 * degrees(asin(item.width / 2 / middle))
    return 2 * degrees(atan(item.width / 2 / (middle - item.height / 2)))


def lay_seat(items: Sequence[Item], outer: float, inner: float, share: float) -> tuple[list[Spot], float]:
    """All areas of a seat between two radii, and how far in they reach."""
    best: tuple[float, list[Ring]] | None = None
    for scale in SCALES:
        scaled = [item.scaled(scale) for item in items]
        for rows in _ways(scaled):
            rings = _rings(rows, outer, share)
            if rings and rings[-1].inner >= inner:
                cost = _cost(rows, rings) + SMALLNESS * (1 - scale)
                if best is None or cost < best[0]:
                    best = cost, rings
    if best is not None:
        return [spot for ring in best[1] for spot in ring.spots], best[1][-1].inner
    raise LayoutError("the wagers of a seat do not fit the table")


def _ways(items: Sequence[Item]) -> Iterator[list[list[Item]]]:
    """Every way to cut the items into rows, in order."""
    for cuts in range(1 << max(0, len(items) - 1)):
        rows: list[list[Item]] = [[items[0]]]
        for at, item in enumerate(items[1:]):
            if cuts >> at & 1:
                rows.append([item])
            else:
                rows[-1].append(item)
        yield rows


def _rings(rows: Sequence[Sequence[Item]], outer: float, share: float) -> list[Ring] | None:
    found: list[Ring] = []
    for row in rows:
        ring = lay_row(row, outer, share)
        if ring is None:
            return None
        found.append(ring)
        outer = ring.inner - RING_GAP
    return found


def _cost(rows: Sequence[Sequence[Item]], rings: Sequence[Ring]) -> float:
    """How restless rows are: many, uneven, mixed, or so wide that two seats run into each other."""
    sizes = [len(row) for row in rows]
    mixed = sum(a.group != b.group for row in rows for a, b in pairwise(row))
    torn = sum(rows[at][0].equals for at in range(1, len(rows)))
    growing = sum(max(0, b - a) for a, b in pairwise(sizes))
    crowded = sum(max(0.0, ring.filled - AIRY) for ring in rings)
    return (
        12 * len(rows) + 5 * mixed + 2 * (max(sizes) - min(sizes)) + 3 * growing + 40 * torn + 250 * crowded
    )


def outside(shape: Shape, table: Table, inset: float) -> bool:
    """Whether a shape reaches over the felt's edge, or nearer to it than the inset."""
    if isinstance(shape, Circle):
        far = hypot(shape.x, shape.y) + shape.radius
        return far > table.radius - inset or shape.y - shape.radius < inset - table.depth
    return any(_off(x, y, table, inset) for x, y in shape.corners())


def _off(x: float, y: float, table: Table, inset: float) -> bool:
    if y < inset - table.depth:
        return True
    if y >= 0:
        return hypot(x, y) > table.radius - inset
    if abs(x) > table.radius - inset:
        return True
    corner_x, corner_y = table.radius - table.corner, table.corner - table.depth
    return (
        abs(x) > corner_x and y < corner_y and hypot(abs(x) - corner_x, corner_y - y) > table.corner - inset
    )
