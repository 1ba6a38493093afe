"""Whether a drawing is that of a submission, and what differs where it is not.

A drawing is made again with its own colours and paper, so whatever was changed by hand shows as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from feltlaw.layout.colours import ColourError, Colours
from feltlaw.layout.drawing import PARTS, Drawing, Style, draw
from feltlaw.layout.export import read_statement
from feltlaw.layout.inscribe import LayoutError
from feltlaw.layout.logo import Logo
from feltlaw.layout.model import Layout
from feltlaw.layout.paper import PaperError
from feltlaw.submission import Submission

LARGEST = 32 * 1024 * 1024
_SVG = "{http://www.w3.org/2000/svg}"
_ANY_LOGO = Logo("image/png", b"", 1.0)

Said = tuple[str, str, str, str, str]
"""Kind, clauses, seat, wager and words of an element."""


class DrawingError(ValueError):
    """A file that is not one of our drawings; the message says what it lacks."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a drawing says about itself: how it was made, its elements, and in an SVG every line of text."""

    drawn: dict[str, str]
    elements: Counter[Said]
    texts: Counter[str] | None = None

    @property
    def hash(self) -> str:
        return self.drawn.get("layout_hash", "")


def read_drawing(data: bytes) -> Found:
    """Reads an SVG, PDF or PNG that `feltlaw layout` wrote."""
    if len(data) > LARGEST:
        raise DrawingError(f"the drawing has more than {LARGEST // 1024 // 1024} MB, more than any of ours")
    if data.startswith((b"%PDF", b"\x89PNG\r\n\x1a\n")):
        statement = read_statement(data)
        if statement is None:
            raise DrawingError("the file does not say which layout it draws; feltlaw did not write it so")
        return _stated(statement)
    return _read_svg(data)


def _stated(statement: dict[str, Any]) -> Found:
    try:
        drawn = {str(key): str(one) for key, one in statement["drawn"].items()}
        elements = Counter(_said(one) for one in statement["elements"])
    except (AttributeError, KeyError, TypeError):
        raise DrawingError("what the file says about its layout is damaged") from None
    return _checked(Found(drawn, elements))


def _said(one: dict[str, Any]) -> Said:
    return one["kind"], one["clause"], str(one["seat"] or ""), one["wager"], one["label"]


def _read_svg(data: bytes) -> Found:
    lowered = data.lower()
    if b"<!doctype" in lowered or b"<!entity" in lowered:
        raise DrawingError("the SVG declares entities, which none of our drawings does")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise DrawingError("the file is not a drawing: neither SVG nor PDF nor PNG") from None
    if root.tag != f"{_SVG}svg":
        raise DrawingError("the file is not an SVG drawing")
    drawn = {
        key.removeprefix("data-").replace("-", "_"): one
        for key, one in root.attrib.items()
        if key.startswith("data-")
    }
    names = ("data-kind", "data-clause", "data-seat", "data-wager", "aria-label")
    elements: Counter[Said] = Counter()
    for node in root.iter():
        if "data-kind" in node.attrib:
            kind, clause, seat, wager, label = (node.get(name, "") for name in names)
            elements[kind, clause, seat, wager, label] += 1
    texts = Counter("".join(node.itertext()) for node in root.iter(f"{_SVG}text"))
    return _checked(Found(drawn, elements, texts))


def _checked(found: Found) -> Found:
    if not found.hash or found.drawn.get("part") not in PARTS:
        raise DrawingError("the file does not say which layout it draws; feltlaw did not write it so")
    return found


def differences(submission: Submission, found: Found, layout: Layout | None = None) -> list[str]:
    """What is other in a drawing than in the submission's, in words; empty where they are the same."""
    law = submission.regulation.id
    if found.drawn.get("regulation") != law:
        return [f"it is for {found.drawn.get('regulation')}, the submission for {law}"]
    mine = _redrawn(submission, found, layout)
    again = _read_svg(mine.svg.encode()) if found.texts is not None else _stated(mine.statement)
    told = _changes(found.elements, again.elements)
    if not told and found.texts is not None and again.texts is not None:
        told += [f"the text '{one}' was added" for one in (found.texts - again.texts).elements()]
        told += [f"the text '{one}' is missing" for one in (again.texts - found.texts).elements()]
    if found.hash != mine.layout.hash:
        told = told or ["its measures or the places of its areas are others"]
        told.insert(0, f"its layout hash is {found.hash[:16]}, the submission's {mine.layout.hash[:16]}")
    return told


def _redrawn(submission: Submission, found: Found, layout: Layout | None) -> Drawing:
    """The same part of the submission's own layout, in the drawing's colours and on its paper."""
    drawn = found.drawn
    try:
        colours = Colours(drawn["felt"], drawn["ink"], drawn["accent"], flat=drawn.get("flat") == "true")
        style = Style(
            colours,
            drawn.get("paper", ""),
            outlines=drawn.get("outlines") == "true",
            logo=_ANY_LOGO if drawn.get("logo") == "true" else None,
        )
        return draw(submission, drawn["part"], style, fonts=False, layout=layout)
    except LayoutError:
        raise
    except (ColourError, PaperError, KeyError, ValueError):
        raise DrawingError("what the drawing says about its colours or its paper is damaged") from None


def _changes(theirs: Counter[Said], ours: Counter[Said]) -> list[str]:
    """Elements that only one of them has; two in the same place are one that says something else."""
    only_theirs, only_ours = list((theirs - ours).elements()), list((ours - theirs).elements())
    told: dict[str, list[str]] = {}
    for one in list(only_theirs):
        twin = next((other for other in only_ours if _same_place(one, other)), None)
        if twin is not None:
            only_theirs.remove(one)
            only_ours.remove(twin)
            told.setdefault(f"{_where(one)} {_otherwise(one, twin)}", []).append(one[2])
    for one in only_theirs:
        told.setdefault(f"{_where(one)} '{one[4]}' is not in the submission", []).append(one[2])
    for one in only_ours:
        told.setdefault(f"{_where(one)} '{one[4]}' is missing{_cites(one)}", []).append(one[2])
    return [text + _at(seats) for text, seats in told.items()]


def _same_place(one: Said, other: Said) -> bool:
    return (one[0], one[2], one[3]) == (other[0], other[2], other[3]) and one[3] != ""


def _otherwise(one: Said, other: Said) -> str:
    """Where two differ: only those parts of their words that the other does not have."""
    if one[4] == other[4]:
        return f"'{one[4]}' cites {one[1].replace('|', ', ')}, not {other[1].replace('|', ', ')}"
    parts, others = one[4].split("; "), other[4].split("; ")
    said = "; ".join(part for part in parts if part not in others) or one[4]
    wanted = "; ".join(part for part in others if part not in parts) or other[4]
    return f"says '{said}', the submission '{wanted}'{_cites(other)}"


def _where(one: Said) -> str:
    return f"{one[0]} of {one[3]}:" if one[3] else f"{one[0]}:"


def _at(seats: Sequence[str]) -> str:
    numbers = [seat for seat in seats if seat]
    if not numbers:
        return ""
    return f", at seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _cites(one: Said) -> str:
    return f" ({one[1].replace('|', ', ')})" if one[1] else ""
