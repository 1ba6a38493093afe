"""What the filed sheet points at: each thing with the clauses that ask for it, and a leader that leads there.

Between two seats a ray of the felt is free; leaders run along these rays, and straight up beside the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import atan2, degrees, hypot

from feltlaw.layout.blocks import words_boxes
from feltlaw.layout.dealer import AT_EDGE, BETWEEN, INVENTORY
from feltlaw.layout.geometry import Box, Point, Shape, at_angle, crosses
from feltlaw.layout.model import Area, CardArea, Layout, Place
from feltlaw.layout.seats import RING_GAP, WIDEST, half_share
from feltlaw.layout.words import listed
from feltlaw.regulation import Cite

LANE = 7.0
"""Between leaders that share a ray."""
OUT = 26.0
"""How far beyond the rail a ray's leader goes before it turns to its label."""
TOP, LEFT, RIGHT = "top", "left", "right"


@dataclass(frozen=True, slots=True)
class Callout:
    """A label and the way to what it names; the points are the table's, the last one near the label."""

    title: str
    clauses: tuple[str, ...]
    side: str
    points: tuple[Point, ...]


def short(cite: Cite, most: int = 3) -> tuple[str, ...]:
    """Clauses as a label has them: the chapter once, a few at most, then the readings.

    >>> short(Cite(("PA-669a.2(b)(4)", "PA-669a.2(c)(1)"), ("I-23",)))
    ('669a.2(b)(4), 2(c)(1), I-23',)
    """
    names = list(cite.clauses)
    if not names and not cite.interpretations:
        return ()
    found = [names[0].removeprefix("PA-")] if names else []
    found += [one.partition(".")[2] for one in names[1:most]]
    if len(names) > most:
        found.append("…")
    found += cite.interpretations[:2]
    lines: list[str] = [""]
    for one in found:
        if lines[-1] and len(lines[-1]) + len(one) > 26:
            lines.append(one)
        else:
            lines[-1] = f"{lines[-1]}, {one}" if lines[-1] else one
    return tuple(lines)


def callouts(layout: Layout) -> list[Callout]:
    """Everything that the sheet points at."""
    return [*_equipment(layout), *_front(layout), *_corners(layout), *_Rays(layout).all()]


# ── along the dealer's side ──


def _equipment(layout: Layout) -> Iterator[Callout]:
    for piece in layout.equipment:
        if not piece.seat:
            x, high = piece.shape.x - (90 if piece.what == "inventory" else 0), piece.shape.height
            y = piece.shape.y - high / 2 if piece.what in AT_EDGE else piece.shape.y - high * 0.36
            yield Callout(piece.title, short(piece.cite), TOP, ((x, y),))


def _front(layout: Layout) -> Iterator[Callout]:
    """The card areas before the inventory: out to the side, then up beside the inventory."""
    channel = INVENTORY / 2 + BETWEEN / 2
    front = [one for one in layout.cards if not one.seat and one.drawn]
    for cite, group in groupby(front, key=lambda one: one.cite):
        some = list(group)
        titles = list(dict.fromkeys(one.label for one in some))
        left = sum(one.shape.x for one in some) < -1
        edge = min(some, key=lambda one: one.shape.x) if left else max(some, key=lambda one: one.shape.x)
        side = -1 if left else 1
        anchor = (edge.shape.x + side * edge.shape.width / 2, edge.shape.y)
        title = listed(titles) if len(titles) < 3 else f"{titles[0]} to {titles[-1]}"
        yield Callout(title, short(cite), TOP, ((side * channel, anchor[1]), anchor))


def _corners(layout: Layout) -> Iterator[Callout]:
    """The posted pays and the payout limit, where they stand in a corner."""
    blocks = [one for one in layout.posted if one.place and _in_corner(one.place)]
    for title, some in (
        ("Posted pays", [one.place for one in blocks]),
        (
            "Payout limit",
            [
                one.place
                for one in layout.rules
                if one.id == "payout_limit" and one.place and _in_corner(one.place)
            ],
        ),
    ):
        places = [one for one in some if one is not None]
        if not places:
            continue
        lefts = [one for one in places if one.left < 0]
        chosen = (lefts or places)[0]
        elements = (
            blocks if title == "Posted pays" else [one for one in layout.rules if one.id == "payout_limit"]
        )
        cite = (
            elements[0].cite.joined(*(one.cite for one in elements[1:]))
            if title != "Posted pays"
            else Cite(elements[0].cite.clauses[:1])
        )
        y = chosen.top + chosen.size * 0.4
        x = chosen.left - 8 if chosen.left < 0 else chosen.left + chosen.width + 8
        yield Callout(title, short(cite), LEFT if x < 0 else RIGHT, ((x, y),))


def _in_corner(place: Place) -> bool:
    return place.top < 200 and abs(place.left + place.width / 2) > 560


# ── between the seats ──


@dataclass(frozen=True, slots=True)
class _Task:
    title: str
    cite: Cite
    items: tuple[Area | CardArea, ...] = ()
    """At a seat: the leader may go to any of these, at any seat."""
    anchors: tuple[Point, ...] = ()
    """In the middle: the points from which it may start."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A possible leader, from what is meant outward."""

    ray: float
    points: tuple[Point, ...]
    target: str = ""


class _Rays:
    """The free rays of the felt, and which leaders run along each."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        reach = min(half_share(len(layout.seats)), WIDEST + 2)
        self.rays: list[float] = []
        for angle in sorted(seat.angle + side * reach for seat in layout.seats for side in (-1, 1)):
            if not self.rays or angle - self.rays[-1] > 3:
                self.rays.append(angle)
        self.load: dict[float, int] = {}
        self.sides = {LEFT: 0, RIGHT: 0}
        at_seats = [one for one in layout.areas if one.seat]
        self.inner = min(hypot(one.shape.x, one.shape.y) - one.shape.size[1] / 2 for one in at_seats) - 8
        self.things: dict[str, Shape] = {one.id: one.shape for one in layout.areas}
        self.things |= {one.id: one.shape for one in layout.cards}
        self.things |= {one.id: one.shape for one in layout.equipment if one.seat}
        self.texts = [_box(one.place) for one in layout.posted if one.place]
        self.texts += [_box(one.place) for one in layout.rules if one.place]
        for words in (*layout.words, *([layout.name] if layout.name else [])):
            self.texts += words_boxes(words)
        self.drawn: list[tuple[Point, Point]] = []

    def all(self) -> list[Callout]:
        return [self._lead(task) for task in (*self._in_middle(), *self._at_seats())]

    def _at_seats(self) -> Iterator[_Task]:
        """One for each item of the law at the seats."""
        first = self.layout.seats[0].number
        areas: list[Area | CardArea] = [one for one in self.layout.areas if one.seat == first]
        cards: list[Area | CardArea] = [one for one in self.layout.cards if one.seat == first and one.drawn]
        for some in (areas, cards):
            found: dict[Cite, list[Area | CardArea]] = {}
            for one in some:
                found.setdefault(one.cite, []).append(one)
            for cite, group in found.items():
                yield _Task(listed(self._names(group)), cite, items=tuple(group))

    def _names(self, group: list[Area | CardArea]) -> list[str]:
        """What the things of a seat are called; a device's fields by the device."""
        held = {name: piece.label for piece in self.layout.equipment for name in piece.areas}
        return list(dict.fromkeys(held.get(one.id, one.label) for one in group))

    def _in_middle(self) -> Iterator[_Task]:
        for words in self.layout.words:
            if words.style == "phrase" and words.cite.clauses:
                boxes = words_boxes(words)
                wide = max(abs(one.x) + one.width / 2 for one in boxes[: 8 * len(words.lines)]) + 12
                y = words.y - words.size * 0.4 - wide**2 / (2 * words.radius)
                low = words.y + (len(words.lines) - 1) * words.leading + words.size * 0.95
                under = [
                    (part * wide, low - (part * wide) ** 2 / (2 * words.radius)) for part in (0.25, 0.5, 0.75)
                ]
                sides = ((wide, y), *under)
                anchors = (*sides, *((-x, y) for x, y in sides))
                yield _Task("Words on the layout", words.cite, anchors=anchors)
        multiples = [one for one in self.layout.rules if one.id.startswith("multiples.") and one.place]
        if multiples:
            place = multiples[-1].place
            assert place is not None
            y, x = place.top + place.height / 2, place.left + place.width + 10
            title = f"{multiples[0].short.split()[0]} as a multiple"
            yield _Task(title, Cite(multiples[0].cite.clauses[:1]), anchors=((x, y), (-x, y)))
        for area in self.layout.areas:
            if not area.seat:
                x, y = area.shape.size[0] / 2 * 0.87, area.shape.y + area.shape.size[0] / 4
                yield _Task(area.label, area.cite, anchors=((x, y), (-x, y)))
        name = self.layout.name
        if name is not None and name.cite.clauses:
            halves = [abs(one.x) + one.width / 2 for one in words_boxes(name)]  # none: too long, a logo there
            wide = max(halves, default=4 * name.size) + 12
            y = name.y - name.size * 0.35
            yield _Task("Certificate holder", name.cite, anchors=((wide, y), (-wide, y)))

    def _lead(self, task: _Task) -> Callout:
        """The leader that crosses least, along a ray that is not crowded."""
        way = min(self._ways(task), key=self._cost)
        self.load[way.ray] = self.load.get(way.ray, 0) + 1
        side = LEFT if way.ray < 0 else RIGHT
        self.sides[side] += 1
        self.drawn += zip(way.points, way.points[1:], strict=False)
        return Callout(task.title, short(task.cite), side, tuple(reversed(way.points)))

    def _ways(self, task: _Task) -> Iterator[_Way]:
        for ray in self.rays:
            for start in task.anchors:
                if (start[0] > 0) == (ray > 0):
                    yield _Way(ray, (start, *self._along(ray, self.inner)))
            for item in task.items:
                for seat in self.layout.seats:
                    twin = self.things[f"{item.id.rsplit('.', 1)[0]}.{seat.number}"]
                    if abs(seat.angle - ray) < 26:
                        yield from self._from_item(ray, twin, f"{item.id.rsplit('.', 1)[0]}.{seat.number}")

    def _from_item(self, ray: float, shape: Shape, name: str) -> Iterator[_Way]:
        """From an item's side to the ray, or through a gap outside or inside it."""
        radius, angle = hypot(shape.x, shape.y), degrees(atan2(shape.x, shape.y))
        width, height = shape.size
        step = degrees(width / 2 / radius)
        side = at_angle(radius, angle + (step if ray > angle else -step))
        yield _Way(ray, (side, *self._along(ray, radius)), name)
        gap = radius + height / 2 + RING_GAP / 2
        start = at_angle(radius + height / 2, angle)
        yield _Way(ray, (start, at_angle(gap, angle), *self._along(ray, gap)), name)
        start = at_angle(radius - height / 2, angle)
        for gap in (radius - height / 2 - RING_GAP / 2, self.inner):
            yield _Way(ray, (start, at_angle(gap, angle), *self._along(ray, gap)), name)

    def _along(self, ray: float, radius: float) -> list[Point]:
        """Points of a ray from a radius outward: where it enters, the felt's edge, beyond the rail."""
        table = self.layout.table
        lane = (0.0, 1.0, -1.0, 2.0, -2.0)[self.load.get(ray, 0) % 5] * LANE
        shift = at_angle(lane, ray + 90)
        ends = (radius, table.radius, table.radius + table.rail + OUT)
        return [(x + shift[0], y + shift[1]) for x, y in (at_angle(one, ray) for one in ends)]

    def _cost(self, way: _Way) -> float:
        """What is crossed, how crowded the ray and its side are, how long it is."""
        lines = list(zip(way.points[:-1], way.points[1:-1], strict=False))
        crossed = sum(
            crosses(a, b, shape)
            for a, b in lines
            for name, shape in self.things.items()
            if name != way.target
        )
        crossed += 2 * sum(crosses(a, b, one) for a, b in lines for one in self.texts)
        crossed += sum(_meet(one, other) for one in lines for other in self.drawn)
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines)
        side = LEFT if way.ray < 0 else RIGHT
        other = RIGHT if side == LEFT else LEFT
        crowded = max(0, self.sides[side] - self.sides[other])
        middle = 60 if abs(way.ray) < 2 else 0
        return 300 * crossed + 90 * self.load.get(way.ray, 0) + 0.4 * length + 70 * crowded + middle


def _box(place: Place) -> Box:
    return Box(place.left + place.width / 2, place.top + place.height / 2, place.width + 6, place.height + 10)


def _meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two leaders cross."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return (turn(*one, other[0]) > 0) != (turn(*one, other[1]) > 0) and (turn(*other, one[0]) > 0) != (
        turn(*other, one[1]) > 0
    )
