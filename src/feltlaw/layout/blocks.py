"""Finds room on the felt for the posted pays: in the corners beside the dealer, and beside the middle.

They stand on the felt all together or, where they do not fit in type that can be read, on the sign alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from math import hypot, sqrt

from feltlaw.layout.fonts import CAP, face
from feltlaw.layout.geometry import Box, Circle, Shape, bounds, box, distance
from feltlaw.layout.middle import SPACINGS, WEIGHTS, Middle
from feltlaw.layout.model import PAYS, WORDS, Area, CardArea, Piece, Place, Posted, Row, Rule, Table, Words
from feltlaw.layout.tables import measure

SIZES = (17.0, 16.0, 15.0, 14.0, 13.0)
"""Type for pays on the felt: capitals from 12.4 down to 9.5 mm, 12 minutes of arc at 3.5 to 2.7 m."""
CELL = 8.0
CLEAR = 14.0
"""Room around a block."""
BETWEEN = 1.5
"""Between blocks that stand under each other, in ems."""
EDGE = 32.0
MIDDLE_Y, MIDDLE_X, LOWEST = 320.0, 420.0, 400.0
"""Where one looks for what stands beside the middle, and how low its own middle may be."""


def place_blocks(
    posted: Sequence[Posted],
    rules: Sequence[Rule],
    *,
    table: Table,
    areas: Sequence[Area],
    cards: Sequence[CardArea],
    pieces: Sequence[Piece],
    middle: Middle,
) -> tuple[tuple[Posted, ...], tuple[Rule, ...]]:
    """The posted pays and the payout limit with their places; without any where they do not all fit."""
    limit = [one for one in rules if one.id == "payout_limit" and one.short]
    taken = [
        *(one.shape for one in areas),
        *(one.shape for one in cards),
        *(one.shape for one in pieces),
        *(one.shape for one in middle.areas),
        *(_below(one) for one in cards if one.below),
        *_written(middle),
    ]
    ground = _Ground(table, taken)
    wanted = [*(one for one in posted if one.kind == PAYS), *(limit_block(one) for one in limit)]
    welcome = [one for one in posted if one.kind != PAYS]
    for blocks in [[*wanted, *welcome], wanted] if welcome else [wanted]:
        for size in SIZES:
            if found := _fill(ground, blocks, size):
                placed = dict(zip((one.id for one in blocks), found, strict=True))
                return (
                    tuple(replace(one, place=placed.get(one.id)) for one in posted),
                    tuple(replace(one, place=placed[one.id]) for one in limit),
                )
    return tuple(posted), ()


def limit_block(rule: Rule) -> Posted:
    """The payout limit as a table of one line."""
    words = rule.text.partition(";")[0].removeprefix(rule.short).strip()
    row = Row(words[:1].upper() + words[1:], words, (rule.short,))
    return Posted(
        id=rule.id,
        kind=WORDS,
        label=rule.label,
        cite=rule.cite,
        title=rule.heading,
        rows=(row,),
        wager=rule.wager,
    )


def _below(card: CardArea) -> Box:
    return Box(card.shape.x, card.shape.y + card.shape.height / 2 + 14, card.shape.width + 12, 24)


def _written(middle: Middle) -> Iterator[Box]:
    """The room that the words in the middle take."""
    for words in (*middle.words, *([middle.name] if middle.name else [])):
        yield from words_boxes(words)
    for rule in middle.rules:
        if rule.place:
            place = rule.place
            yield box(place.left, place.top, place.left + place.width, place.top + place.height)


def words_boxes(words: Words) -> list[Box]:
    """Upright boxes that hold the lines of some words and the fine lines about them, bows in eight parts."""
    style = words.style if words.style in WEIGHTS else "name"
    found = []
    for at, line in enumerate(words.lines):
        wide = face(WEIGHTS[style]).width(line, words.size, SPACINGS[style] * words.size)
        y = words.y + at * words.leading
        found += _bowed(wide / 2, y - CAP * words.size, y + 0.22 * words.size, words.radius)
    if words.radius:
        half, *heights = bows(words)
        for y in heights:
            found += _bowed(half, y, y, words.radius)
    return found


def _bowed(half: float, top: float, bottom: float, radius: float) -> list[Box]:
    parts = 8 if radius else 1
    edges = [half * (2 * part / parts - 1) for part in range(parts + 1)]
    return [
        box(
            left,
            top - _rise(max(abs(left), abs(right)), radius),
            right,
            bottom - _rise(min(abs(left), abs(right)) if parts > 1 else 0.0, radius),
        )
        for left, right in pairwise(edges)
    ]


def bows(words: Words) -> tuple[float, float, float]:
    """The fine lines above and below a phrase: how far they reach, and their heights in the middle."""
    spacing = SPACINGS["phrase"] * words.size
    widest = max(face(WEIGHTS["phrase"]).width(one, words.size, spacing) for one in words.lines)
    low = words.y + (len(words.lines) - 1) * words.leading + words.size * 0.8
    return widest / 2 + words.size * 1.1, words.y - words.size * 1.42, low


def _rise(x: float, radius: float) -> float:
    """How much higher a bowed line stands at the side than in the middle; a straight one does not."""
    return radius - sqrt(radius**2 - x**2) if radius else 0.0


@dataclass(frozen=True, slots=True)
class _Stack:
    """Blocks under each other."""

    blocks: tuple[Posted, ...]
    width: float
    height: float


class _Cells:
    """The felt of a table in cells of a few millimetres, whatever lies on it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left, self.top = -table.radius, -table.depth
        self.columns = int(2 * table.radius // CELL) + 1
        self.rows = int((table.radius + table.depth) // CELL) + 1
        self.off = [[not self._on_felt(c, r) for c in range(self.columns)] for r in range(self.rows)]

    def _centre(self, column: int, row: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * CELL, self.top + (row + 0.5) * CELL

    def _on_felt(self, column: int, row: int) -> bool:
        x, y = self._centre(column, row)
        inset = EDGE - CELL / 2
        return y >= inset - self.table.depth and hypot(x, max(y, 0.0)) <= self.table.radius - inset

    def near(self, shape: Shape) -> Iterator[tuple[int, int]]:
        """Column and row of the cells of the felt that a shape needs, its clear room included."""
        left, top, right, bottom = bounds(shape)
        columns = range(max(self.column(left - CLEAR), 0), min(self.column(right + CLEAR) + 1, self.columns))
        for r in range(max(self.row(top - CLEAR), 0), min(self.row(bottom + CLEAR) + 1, self.rows)):
            for c in columns:
                if not self.off[r][c]:
                    x, y = self._centre(c, r)
                    if distance(Circle(x, y, 0.6 * CELL), shape) < CLEAR:
                        yield c, r

    def column(self, x: float) -> int:
        return int((x - self.left) // CELL)

    def row(self, y: float) -> int:
        return int((y - self.top) // CELL)


@cache
def _cells(table: Table) -> _Cells:
    return _Cells(table)


@lru_cache(maxsize=1000)
def _near(table: Table, shape: Shape) -> tuple[tuple[int, int], ...]:
    """Seats and areas lie at the same places on many tables."""
    return tuple(_cells(table).near(shape))


class _Ground:
    """What is free on the felt."""

    def __init__(self, table: Table, taken: Sequence[Shape]) -> None:
        self.table = table
        self.cells = _cells(table)
        self.left, self.top = self.cells.left, self.cells.top
        blocked = [[*row] for row in self.cells.off]
        for shape in taken:
            for c, r in _near(table, shape):
                blocked[r][c] = True
        self.sums = [[0] * (self.cells.columns + 1)]
        for row in blocked:
            along = list(accumulate(row, initial=0))
            self.sums.append([a + b for a, b in zip(self.sums[-1], along, strict=True)])
        self._known: dict[tuple[float, int], list[tuple[float, int, int]]] = {}

    def free(self, left: float, top: float, width: float, height: float) -> bool:
        """Whether a rectangle touches no blocked cell."""
        c0, c1 = self.cells.column(left), self.cells.column(left + width) + 1
        r0, r1 = self.cells.row(top), self.cells.row(top + height) + 1
        if c0 < 0 or r0 < 0 or c1 > self.cells.columns or r1 > self.cells.rows:
            return False
        sums = self.sums
        return sums[r1][c1] - sums[r0][c1] - sums[r1][c0] + sums[r0][c0] == 0

    def _free_along(self, stack: _Stack, side: int, top: float) -> Iterator[float]:
        """Where a stack may begin at a height, from the middle outward on one side."""
        first, last = self.cells.row(top), self.cells.row(top + stack.height) + 1
        if first < 0 or last > self.cells.rows:
            return
        above, below = self.sums[first], self.sums[last]
        for left, a, b in self._along(stack.width, side):
            if below[b] - above[b] == below[a] - above[a]:
                yield left

    def _along(self, width: float, side: int) -> list[tuple[float, int, int]]:
        """Where something so wide may begin, whatever lies there, and from which column to which."""
        if (width, side) not in self._known:
            found = self._known[width, side] = []
            for at in range(6, 90):
                left = -at * CELL - width if side < 0 else at * CELL
                a, b = self.cells.column(left), self.cells.column(left + width) + 1
                if a < 0 or b > self.cells.columns:
                    break
                found.append((left, a, b))
        return self._known[width, side]

    def corner(self, stack: _Stack, side: int) -> tuple[float, float] | None:
        """In the corner beside the dealer, as far out as the rail lets it."""
        top = self.top + EDGE
        bottom = max(top + stack.height, 0.0)
        edge = sqrt(max(0.0, (self.table.radius - EDGE) ** 2 - bottom**2))
        for out in range(0, 80, 8):
            left = -edge + out if side < 0 else edge - out - stack.width
            if self.free(left, top, stack.width, stack.height):
                return left, top
        return None

    def beside(
        self, stack: _Stack, side: int, y: float | None = None, avoid: Sequence[Place] = ()
    ) -> tuple[float, float] | None:
        """Beside the middle: the free place nearest to where one looks for it."""
        best: tuple[float, float, float] | None = None
        tops = [y] if y is not None else [self.top + CELL * at for at in range(18, 60)]
        tops = [top for top in tops if top + stack.height / 2 <= LOWEST]
        for top in tops:
            off_line = abs(top + stack.height / 2 - MIDDLE_Y)
            if best is not None and off_line >= best[0]:
                continue
            for left in self._free_along(stack, side, top):
                off = off_line + 0.8 * abs(abs(left + stack.width / 2) - MIDDLE_X)
                if (best is None or off < best[0]) and not _meets(stack, left, top, avoid):
                    best = off, left, top
        return (best[1], best[2]) if best else None


def _meets(stack: _Stack, left: float, top: float, others: Sequence[Place]) -> bool:
    """Whether a stack comes too near to others."""
    room = 2 * CLEAR
    return any(
        left < one.left + one.width + room
        and one.left < left + stack.width + room
        and top < one.top + one.height + room
        and one.top < top + stack.height + room
        for one in others
    )


MOST_WAYS = 60_000
"""So many ways to share blocks out are looked at, some seconds at most; a table with few seats and many
wagers has millions, nearly all alike."""
LEFT_CORNER, LEFT, RIGHT, RIGHT_CORNER = range(4)
SIDE = {LEFT_CORNER: -1, LEFT: -1, RIGHT: 1, RIGHT_CORNER: 1}


def _fill(ground: _Ground, blocks: Sequence[Posted], size: float) -> list[Place] | None:
    """The calmest way to place all blocks, in two corners and on both sides of the middle."""
    return _Filling(ground, blocks, size).best()


class _Filling:
    """Every way to share the blocks out, those that cannot fit left out early."""

    def __init__(self, ground: _Ground, blocks: Sequence[Posted], size: float) -> None:
        self.ground, self.size = ground, size
        self.settings = {one.id: measure(one, size) for one in blocks}
        self.blocks = blocks
        self.units = [(one,) for one in blocks]
        self.stacks: dict[tuple[int, ...], _Stack] = {}
        self.known: dict[tuple[int, tuple[int, ...]], tuple[float, float] | None] = {}
        self.found: tuple[float, list[Place]] | None = None
        self.looked = 0

    def best(self) -> list[Place] | None:
        order = sorted(range(len(self.units)), key=lambda at: -self._stack((at,)).height)
        self._share(order, [(), (), (), ()])
        return self.found[1] if self.found else None

    def _share(self, left: Sequence[int], slots: list[tuple[int, ...]]) -> None:
        """Puts the next unit into each slot in turn."""
        self.looked += 1
        if self.looked > MOST_WAYS:
            return
        if not left:
            cost = self._cost(slots)
            if self.found is None or cost < self.found[0]:
                places = self._places(slots)
                if places is not None:
                    self.found = cost, places
            return
        unit, *rest = left
        for slot in range(4):
            stack = tuple(sorted((*slots[slot], unit)))
            if self._spot(slot, stack) is None:
                continue
            before = slots[slot]
            slots[slot] = stack
            if self.found is None or self._least(slots) < self.found[0]:
                self._share(rest, slots)
            slots[slot] = before

    def _stack(self, units: tuple[int, ...]) -> _Stack:
        if units not in self.stacks:
            self.stacks[units] = self._stacked(units)
        return self.stacks[units]

    def _stacked(self, units: tuple[int, ...]) -> _Stack:
        blocks = [block for at in units for block in self.units[at]]
        settings = [self.settings[one.id] for one in blocks]
        gaps = BETWEEN * self.size * max(0, len(blocks) - 1)
        heights = sum(one.height + 0.25 * self.size for one in settings)
        return _Stack(tuple(blocks), max((one.width for one in settings), default=0.0), heights + gaps)

    def _spot(self, slot: int, units: tuple[int, ...]) -> tuple[float, float] | None:
        key = (slot, units)
        if key not in self.known:
            stack = self._stack(units)
            place = self.ground.corner if slot in (LEFT_CORNER, RIGHT_CORNER) else self.ground.beside
            self.known[key] = place(stack, SIDE[slot])
        return self.known[key]

    def _heights(self, slots: Sequence[tuple[int, ...]]) -> list[float]:
        return [self._stack(one).height if one else 0.0 for one in slots]

    def _least(self, slots: Sequence[tuple[int, ...]]) -> float:
        """What the cost will be at least: what stands beside the middle stays there."""
        _, left, right, _ = self._heights(slots)
        return 0.7 * (left + right)

    def _cost(self, slots: Sequence[tuple[int, ...]]) -> float:
        """Corners are better than the middle, both sides weigh the same, the order is read from the left."""
        corner, left, right, other = self._heights(slots)
        column = {unit: at for at, some in enumerate(slots) for unit in some}
        turned = sum(
            column[one] > column[two] for one in range(len(column)) for two in range(one + 1, len(column))
        )
        apart = sum(
            block.award != "" and column[at] != column[self._wager_unit(block)]
            for at, (block,) in enumerate(self.units)
        )
        lonely = ((left > 0) != (right > 0)) + ((corner > 0) != (other > 0))
        return (
            0.7 * (left + right)
            + 0.6 * abs(corner - other)
            + 0.6 * abs(left - right)
            + 70 * lonely
            + 6 * turned
            + 30 * apart
        )

    def _wager_unit(self, award: Posted) -> int:
        """The block of the wager that an award is paid on."""
        return next(at for at, (one,) in enumerate(self.units) if award.wager in (one.wager, *one.more))

    def _places(self, slots: Sequence[tuple[int, ...]]) -> list[Place] | None:
        """Where every block stands: the corners first, then what has to keep clear of them."""
        stacks = {slot: self._stack(units) for slot, units in enumerate(slots) if units}
        spots: dict[int, tuple[float, float]] = {}
        for slot in (LEFT_CORNER, RIGHT_CORNER):
            if slot in stacks and (spot := self._spot(slot, slots[slot])):
                spots[slot] = spot
        avoid = [Place(*spots[slot], stacks[slot].width, stacks[slot].height, 0.0) for slot in spots]
        level: float | None = None
        for slot in sorted({LEFT, RIGHT} & stacks.keys(), key=lambda one: -stacks[one].height):
            stack = stacks[slot]
            found = self.ground.beside(stack, SIDE[slot], level, avoid) if level is not None else None
            found = found or self.ground.beside(stack, SIDE[slot], None, avoid)
            if found is None:
                return None
            spots[slot] = found
            level = found[1] if level is None else level
        placed: dict[str, Place] = {}
        for slot, (left, top) in spots.items():
            y = top
            for block in stacks[slot].blocks:
                height = self.settings[block.id].height
                sides = [round(one, 1) for one in (left, y, stacks[slot].width, height)]
                placed[block.id] = Place(sides[0], sides[1], sides[2], sides[3], self.size)
                y += height + (0.25 + BETWEEN) * self.size
        return [placed[one.id] for one in self.blocks]
