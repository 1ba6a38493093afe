"""The layout of one table as types: what lies where, what is written there, and the clauses that ask for it.

It follows from the regulation's `[layout]` data and the submission alone. Drawings, pages and checks read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any

from feltlaw.canonical import digest
from feltlaw.layout.geometry import Box, Circle, Shape
from feltlaw.regulation import Cite

AREA, CARDS, WORDS, PAYS, LIMIT, EQUIPMENT = "area", "cards", "words", "pays", "limit", "equipment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What every element has: its words whole, and what it belongs to."""

    id: str
    kind: str
    label: str
    cite: Cite
    seat: int = 0
    wager: str = ""


@dataclass(frozen=True, slots=True)
class Inscription:
    """Words inside a shape, line by line, in capitals of this type size."""

    lines: tuple[str, ...]
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Element):
    """Where a wager is placed: printed on the cloth, a sensor, or a field of an electronic system."""

    shape: Shape
    inscription: Inscription
    device: str = ""
    equals: str = ""
    """The wager beside it that it must equal; a sign between them says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardArea(Element):
    """Where cards lie. One that nobody asks for is not drawn, but cards still need a place."""

    shape: Box
    group: str
    cards: int
    inscription: Inscription
    below: bool = False
    """Whether the inscription stands under the area, not in it."""
    drawn: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Element):
    """Words across the middle of the layout; on the sign alone where `size` is 0.

    `y` is the line's height in the middle, `radius` that of its bow, 0 for a straight line.
    """

    lines: tuple[str, ...]
    size: float = 0.0
    y: float = 0.0
    leading: float = 0.0
    radius: float = 0.0
    style: str = "phrase"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a posted table: as shown, as read aloud, and what each column pays."""

    shown: str
    said: str
    pays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block of text stands on the felt, and its type size."""

    left: float
    top: float
    width: float
    height: float
    size: float
    figures: float = 0.0
    """Where the second column of a line begins, from the left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted(Element):
    """What wins and what it pays."""

    title: str
    heads: tuple[str, ...] = ()
    """What the columns pay for, where there are several."""
    rows: tuple[Row, ...]
    note: str = ""
    award: str = ""
    more: tuple[str, ...] = ()
    """Further wagers that the same table pays."""
    place: Place | None = None
    """On the felt; None where it stands on the sign alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Element):
    """A sentence for the sign under a heading: limits, folds, meters, what the house has chosen."""

    heading: str
    text: str
    short: str = ""
    """As a figure beside the heading, where there is one: `$10 to $500`."""
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece(Element):
    """A piece of equipment on or at the table."""

    what: str
    title: str
    shape: Box
    areas: tuple[str, ...] = ()
    """The areas it holds."""
    inscription: Inscription | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A betting position; 1 is farthest to the dealer's left, on the right of the drawing."""

    number: int
    angle: float


@dataclass(frozen=True, slots=True)
class Table:
    """The table's measures: the felt is a half circle about a point `depth` in front of the dealer's edge."""

    radius: float = 965.0
    depth: float = 65.0
    rail: float = 100.0
    back: float = 30.0
    """The rail on the dealer's side."""
    corner: float = 50.0
    line: float = 16.0
    """How far inside the edge the felt's own line runs."""

    @property
    def width(self) -> float:
        return 2 * (self.radius + self.rail)

    @property
    def height(self) -> float:
        return self.back + self.depth + self.radius + self.rail


@dataclass(frozen=True)
class Layout:
    """One table's layout and sign."""

    regulation: str
    title: str
    holder: str
    table: Table
    seats: tuple[Seat, ...]
    areas: tuple[Area, ...]
    cards: tuple[CardArea, ...]
    words: tuple[Words, ...]
    posted: tuple[Posted, ...]
    rules: tuple[Rule, ...]
    equipment: tuple[Piece, ...]
    name: Words | None
    """The name or logo of who holds the table, where one is given or asked for."""
    pays_on_felt: bool
    at: str = field(default="", compare=False)
    """Which table it is; it may hang at any other with the same choices, so the hash leaves it out."""

    def elements(self) -> Iterator[Element]:
        """Everything that somebody asks for or that has a place."""
        yield from self.areas
        yield from self.cards
        yield from self.words
        if self.name is not None:
            yield self.name
        yield from self.posted
        yield from self.rules
        yield from self.equipment

    def area(self, wager: str, seat: int = 0) -> Area:
        return next(one for one in self.areas if (one.wager, one.seat) == (wager, seat))

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the model."""
        return digest(self.to_data())

    def to_data(self) -> dict[str, Any]:
        """The model as plain data, lengths in millimetres."""
        return {
            "regulation": self.regulation,
            "title": self.title,
            "holder": self.holder,
            "pays_on_felt": self.pays_on_felt,
            "table": _plain(self.table),
            "seats": [_plain(one) for one in self.seats],
            "elements": [_plain(one) for one in self.elements()],
        }


def _plain(value: Any) -> Any:
    """Dataclasses as mappings, what is empty left out, lengths to a tenth of a millimetre."""
    match value:
        case Cite():
            return {"clauses": list(value.clauses), "readings": list(value.interpretations)}
        case Circle():
            return {"circle": [round(one, 1) for one in (value.x, value.y, value.radius, value.turn)]}
        case Box():
            sides = (value.x, value.y, value.width, value.height, value.turn, value.corner)
            return {"box": [round(one, 1) for one in sides]}
        case float():
            return round(value, 1)
        case tuple():
            return [_plain(one) for one in value]
        case Mapping():
            return {key: _plain(one) for key, one in value.items()}
        case _ if is_dataclass(value):
            found = {one.name: getattr(value, one.name) for one in fields(value)}
            return {key: _plain(one) for key, one in found.items() if one not in ("", (), None, 0, False)}
    return value
