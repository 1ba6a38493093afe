"""Where things lie: nothing on anything else, every inscription inside its shape, everything on the table,
and type that can be read from where people sit."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan, degrees, hypot
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from feltlaw.layout import Layout, LayoutError, layout_of
from feltlaw.layout.colours import FELTS, READABLE, Colours, contrast
from feltlaw.layout.drawing import PARTS, draw
from feltlaw.layout.fonts import CAP
from feltlaw.layout.geometry import Box, Circle, Shape, at_angle
from feltlaw.layout.inscribe import SMALLEST, fits
from feltlaw.layout.model import Inscription
from feltlaw.layout.seats import outside
from feltlaw.submission import Submission
from tests.support.effort import examples
from tests.support.layouts import HOLDER, KINDS, drawn, layout, overlaps, read, solids, table
from tests.support.legal_submissions import legal
from tests.support.submissions import REGULATIONS

NEAREST = 6.0
"""Millimetres between any two things."""
MINUTES = 12.0
"""The height of a capital in minutes of arc from which text is read without effort."""
quick = settings(
    max_examples=examples(12),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
)


def check_places(found: Layout) -> None:
    """What holds for every layout."""
    assert not overlaps(solids(found), NEAREST)
    for name, shape, inscription, inside in _inscribed(found):
        assert not outside(shape, found.table, 0.0), name
        if inscription.lines:
            assert inscription.size >= SMALLEST, name
            assert not inside or fits(inscription.lines, inscription.size, _room(shape), 0.0), name
    for name, shape in _written(found):
        assert not outside(shape, found.table, found.table.line), name
    ids = [one.id for one in found.elements()]
    assert len(ids) == len(set(ids))


def _inscribed(found: Layout) -> Iterator[tuple[str, Shape, Inscription, bool]]:
    """What is printed on the cloth; whether its words stand in it or below."""
    for area in found.areas:
        yield area.id, area.shape, area.inscription, True
    for cards in found.cards:
        yield cards.id, cards.shape, cards.inscription, not cards.below


def _room(shape: Shape) -> Shape:
    """A shape about the origin, unturned, as inscriptions are measured."""
    return Circle(0, 0, shape.radius) if isinstance(shape, Circle) else Box(0, 0, shape.width, shape.height)


def _written(found: Layout) -> Iterator[tuple[str, Shape]]:
    names = {one.id for one in (*found.words, *found.posted, *found.rules)}
    for name, shape in solids(found):
        if name in names or name.rpartition(".")[0] in names:
            yield name, shape


@quick
@given(legal())
def test_random_submissions_have_room_for_everything(data: dict[str, Any]) -> None:
    check_places(layout_of(Submission.from_data(data)))


@pytest.mark.proof
@settings(quick, max_examples=1500, derandomize=False)
@given(legal())
def test_many_random_submissions_have_room_for_everything(data: dict[str, Any]) -> None:
    submission = Submission.from_data(data)
    check_places(layout_of(submission))
    for part in PARTS:
        try:
            draw(submission, part, fonts=False)
        except LayoutError as error:  # limits at which no round can be played
            assert part == "guide" and "there is no guide" in str(error)


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_few_usual_and_all_wagers(regulation: str, kind: str) -> None:
    check_places(layout(regulation, kind))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_number_of_seats(regulation: str) -> None:
    most = table(regulation).regulation.seats.most
    for seats in {1, 2, most - 1}:
        data = {"regulation": regulation, "limits": {"minimum": 10, "maximum": 500, "seats": seats}}
        found = layout_of(Submission.from_data(data))
        assert len(found.seats) == seats
        check_places(found)


def test_seats_are_alike() -> None:
    """A seat is a turn about the middle and nothing else."""
    for regulation in REGULATIONS:
        found = layout(regulation)
        for seat in found.seats:
            assert (seat.angle > 0) == (at_angle(1, seat.angle)[0] > 0)
        first = [one for one in found.areas if one.seat == 1]
        for seat in found.seats[1:]:
            for one in first:
                twin = found.area(one.wager, seat.number)
                assert hypot(twin.shape.x, twin.shape.y) == pytest.approx(
                    hypot(one.shape.x, one.shape.y), abs=0.2
                )
                assert twin.shape.size == one.shape.size
                assert twin.inscription == one.inscription


# ── reading ──


def _minutes(height: float, distance: float) -> float:
    return degrees(atan(height / distance)) * 60


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_type_on_the_felt_can_be_read(regulation: str, kind: str) -> None:
    """One's own areas and cards at 1.4 m, words and pays from the seat farthest away."""
    found = layout(regulation, kind)
    for name, _, inscription, _ in _inscribed(found):
        if inscription.lines:
            assert _minutes(CAP * inscription.size, 1400) >= MINUTES, name
    for words in found.words:
        if words.style == "phrase" and words.size:
            assert _minutes(CAP * words.size, 2000) >= MINUTES, words.id
    for place in (one.place for one in found.posted if one.place):
        assert _minutes(CAP * place.size, 2000) >= MINUTES


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("part", "distance"), [("sign", 2000), ("card", 450)])
def test_type_on_paper_can_be_read(regulation: str, kind: str, part: str, distance: float) -> None:
    """Pays at the full size; heads, notes and rules at two thirds of it and more."""
    for one in read(drawn(regulation, part, kind)):
        if one.kind == "pays":
            assert _minutes(CAP * max(one.sizes), distance) >= 0.99 * MINUTES, one.label
        if one.sizes and one.label != HOLDER:
            assert _minutes(CAP * min(one.sizes), distance) >= 0.64 * MINUTES, one.label


@pytest.mark.parametrize("name", FELTS)
def test_named_felts_have_contrast(name: str) -> None:
    colours = Colours(FELTS[name])
    for ground in (colours.felt, colours.middle, colours.edge):
        assert contrast(colours.text, ground) >= READABLE
        assert contrast(colours.accent, ground) >= READABLE
