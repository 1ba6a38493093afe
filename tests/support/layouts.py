"""What the tests of layouts share: submissions with few and with all wagers, and drawings read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.etree import ElementTree

from feltlaw.layout import Layout, layout_of
from feltlaw.layout.blocks import words_boxes
from feltlaw.layout.drawing import Drawing, draw
from feltlaw.layout.fonts import CAP
from feltlaw.layout.geometry import Box, Shape, box, distance
from feltlaw.layout.model import Area, Place
from feltlaw.submission import Submission, new_submission, read_toml

SVG = "{http://www.w3.org/2000/svg}"
HOLDER = "Riverside Casino"
AMOUNTS = {"minimum": 10, "maximum": 500}
ALL: dict[str, dict[str, Any]] = {
    "PA-649a": {
        "limits": {**AMOUNTS, "adjacent_boxes": 2},
        "wagers": {
            "six_card_bonus": {"paytable": "E"},
            "three_card_progressive": {},
            "five_card_progressive": {},
            "five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True},
            "five_of_six_progressive": {},
        },
    },
    "MA-TCP": {
        "limits": AMOUNTS,
        "wagers": {"six_card_bonus": {}, "cover_all": {}, "multi_game_link": {"paytable": "PTMGLML02"}},
    },
    "PA-679a": {
        "limits": {**AMOUNTS, "payout_limit": 75_000},
        "wagers": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {"paytable": "E"}},
    },
    "PA-669a": {
        "limits": AMOUNTS,
        "wagers": {"pair_plus": {}, "six_card_bonus": {}, "three_card_progressive": {}},
    },
    "PA-680a": {"limits": {**AMOUNTS, "payout_limit": 50_000}, "wagers": {"bonus": {}, "pot": {}}},
}
KINDS = ("few", "usual", "all")


@cache
def table(regulation: str, kind: str = "all") -> Submission:
    """A table with few wagers, with those of `rules new`, or with all that go together."""
    head = {"regulation": regulation, "certificate_holder": HOLDER, "table": "T-07"}
    if kind == "usual":
        return Submission.from_data({**read_toml(new_submission(regulation)), **head})
    if kind == "few":
        return Submission.from_data({**head, "limits": AMOUNTS})
    return Submission.from_data({**head, **ALL[regulation]})


@cache
def drawn(regulation: str, part: str, kind: str = "all") -> Drawing:
    return draw(table(regulation, kind), part, fonts=False, layout=layout(regulation, kind))


@dataclass(frozen=True)
class Seen:
    """An element of a drawing as its attributes tell it, and the text drawn for it."""

    kind: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    seat: int
    wager: str
    label: str
    what: str
    group: str
    award: str
    text: str
    sizes: tuple[float, ...]
    """Of its type."""
    x: float | None
    y: float | None


def read(drawing: Drawing) -> list[Seen]:
    """Every element of a drawing, from the SVG alone."""
    return list(seen(drawing.svg))


def seen(svg: str) -> Iterator[Seen]:
    for node in ElementTree.fromstring(svg).iter():
        if "data-kind" not in node.attrib:
            continue
        x, y = _moved(node.get("transform", ""))
        yield Seen(
            node.attrib["data-kind"],
            tuple(one for one in node.get("data-clause", "").split("|") if one),
            tuple(one for one in node.get("data-reading", "").split("|") if one),
            int(node.get("data-seat", "0")),
            node.get("data-wager", ""),
            node.get("aria-label", ""),
            node.get("data-what", ""),
            node.get("data-group", ""),
            node.get("data-award", ""),
            " ".join("".join(one.itertext()) for one in node.iter(f"{SVG}text")),
            tuple(float(one.attrib["font-size"]) for one in node.iter(f"{SVG}text")),
            x,
            y,
        )


def _moved(transform: str) -> tuple[float | None, float | None]:
    """The place that `translate(x y)` or `matrix(...)` moves to."""
    name, _, rest = transform.partition("(")
    numbers = rest.partition(")")[0].replace(",", " ").split()
    if name == "translate":
        return float(numbers[0]), float(numbers[1])
    return None, None


def asked_by(clause: str, part: str = "felt", kind: str = "all") -> list[Seen]:
    """The elements of a drawing that a clause asks for."""
    regulation = clause.partition(".")[0]
    return [one for one in read(drawn(regulation, part, kind)) if clause in one.clauses]


# ── what lies where ──


def solids(layout: Layout) -> Iterator[tuple[str, Shape]]:
    """Everything on the felt that may not lie on anything else: fields of a device are part of it."""
    inside = {name for piece in layout.equipment for name in piece.areas}
    for area in layout.areas:
        if area.id not in inside:
            yield area.id, area.shape
    for cards in layout.cards:
        yield cards.id, cards.shape
    for piece in layout.equipment:
        yield piece.id, piece.shape
    for words in (*layout.words, *((layout.name,) if layout.name else ())):
        for at, one in enumerate(words_boxes(words)):
            yield f"{words.id}.{at}", one
    places = [(one.id, one.place) for one in layout.posted] + [(one.id, one.place) for one in layout.rules]
    yield from ((name, place_box(place)) for name, place in places if place is not None)


def place_box(place: Place) -> Box:
    return box(place.left, place.top, place.left + place.width, place.top + place.height)


def overlaps(things: Iterable[tuple[str, Shape]], gap: float) -> list[str]:
    """Pairs nearer to each other than the gap; lines of the same words may be near each other."""
    found = []
    listed = list(things)
    for at, (one, shape) in enumerate(listed):
        for other, beside in listed[at + 1 :]:
            if one.rpartition(".")[0] == other.rpartition(".")[0] and one.startswith(("words", "name")):
                continue
            if distance(shape, beside) < gap:
                found.append(f"{one} and {other}: {distance(shape, beside):.1f}")
    return found


def capitals(area: Area) -> float:
    """How high an area's capitals are, in millimetres."""
    return CAP * area.inscription.size


@cache
def layout(regulation: str, kind: str = "all") -> Layout:
    return layout_of(table(regulation, kind))
