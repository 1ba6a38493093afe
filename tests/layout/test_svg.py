"""The drawings keep their contract: attributes, words, measures, for every regulation and part."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from feltlaw.layout import layout_hash, layout_of
from feltlaw.layout.colours import LINES, Colours, parse_colour
from feltlaw.layout.drawing import PARTS, Style, draw
from feltlaw.layout.fonts import FAMILY
from feltlaw.register import citable
from feltlaw.submission import Submission, check
from tests.support.layouts import ALL, KINDS, SVG, drawn, layout, read, table
from tests.support.submissions import REGULATIONS

KINDS_OF_ELEMENT = {"area", "cards", "words", "pays", "limit", "equipment"}


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("part", PARTS)
def test_root_says_what_is_drawn(regulation: str, part: str) -> None:
    drawing = drawn(regulation, part)
    root = ElementTree.fromstring(drawing.svg)
    assert root.tag == f"{SVG}svg"
    left, top, width, height = (float(one) for one in root.attrib["viewBox"].split())
    assert root.attrib["width"] == f"{width:g}mm", "a unit is a millimetre"
    assert root.attrib["height"] == f"{height:g}mm"
    assert (left, top) == (0, 0) or part == "felt"
    assert root.attrib["data-layout-hash"] == layout(regulation).hash
    assert root.attrib["data-submission"] == table(regulation).digest
    assert root.attrib["data-regulation"] == regulation
    assert root.attrib["data-part"] == part
    assert FAMILY in root.attrib["font-family"]
    assert layout(regulation).hash[:8] in "".join(root.itertext()), "also where it can be read"


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("part", PARTS)
def test_elements_cite_known_clauses(regulation: str, part: str) -> None:
    known = citable()
    within = {clause[:at] for clause in known for at, sign in enumerate(clause) if sign in "(:#ab"}
    for one in read(drawn(regulation, part)):
        assert one.kind in KINDS_OF_ELEMENT
        assert one.label
        assert all(clause in known | within for clause in one.clauses), one
        assert all(reading in known for reading in one.readings), one
        assert all(clause.startswith(regulation) for clause in one.clauses)
        if one.wager:
            assert one.wager in table(regulation).wagers
        if one.kind in ("area", "pays", "limit"):
            assert one.clauses or one.label == "There is no payout limit.", one


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_area_for_every_seat_and_wager(regulation: str, kind: str) -> None:
    submission = table(regulation, kind)
    areas = [one for one in read(drawn(regulation, "felt", kind)) if one.kind == "area" and one.seat]
    wanted = {(seat, wager) for seat in range(1, submission.limits.seats + 1) for wager in submission.wagers}
    assert {(one.seat, one.wager) for one in areas} == wanted
    assert len(areas) == len(wanted)


def test_seats_run_from_the_right() -> None:
    """Seat 1 is farthest to the dealer's left; the seats are evenly spread and mirror each other."""
    found = layout("PA-669a")
    assert [one.number for one in found.seats] == [1, 2, 3, 4, 5, 6]
    angles = [one.angle for one in found.seats]
    steps = {round(one - other, 6) for one, other in pairwise(angles)}
    assert len(steps) == 1
    assert angles == pytest.approx([-one for one in reversed(angles)])
    places = [one.shape.x for one in found.areas if one.wager == "ante"]
    assert places == sorted(places, reverse=True)


@pytest.mark.parametrize("part", PARTS)
def test_words_stand_whole_in_the_label(part: str) -> None:
    """Capitals, bows and broken lines change what is drawn, never what is read aloud."""
    for one in read(drawn("PA-649a", part)):
        told, shown = (text.lower().replace("’", "'") for text in (one.label, one.text))
        if one.kind == "area" and shown and one.what == "":
            assert told == shown or told.endswith(shown)  # the name of a device stands above its fields
        if one.kind == "words" and shown:
            assert told in shown or shown in told


@pytest.mark.parametrize("part", PARTS)
def test_outlines_hold_no_text(part: str) -> None:
    with_text = read(drawn("PA-669a", part))
    outlined = draw(table("PA-669a"), part, Style(outlines=True))
    assert "<text" not in outlined.svg
    assert "@font-face" not in outlined.svg
    told = [(one.kind, one.clauses, one.seat, one.wager, one.label) for one in read(outlined)]
    assert told == [(one.kind, one.clauses, one.seat, one.wager, one.label) for one in with_text]


def test_drawing_brings_its_letters_along() -> None:
    drawing = draw(table("PA-680a"), "sign")
    assert drawing.svg.count("@font-face") == len(set(re.findall(r"font-weight:(\d+)", drawing.svg)))
    assert "http" not in drawing.svg.replace("http://www.w3.org/2000/svg", ""), "nothing is fetched"


# ── what the hash follows ──


def test_hash_is_of_the_model_not_of_the_style() -> None:
    submission = table("PA-669a")
    blue = Style(Colours(parse_colour("#1E4D7B")), outlines=True)
    drawings = [draw(submission, "felt", style, fonts=False) for style in (None, blue, Style(LINES))]
    assert {one.layout.hash for one in drawings} == {layout_hash(submission)}
    assert len({one.svg for one in drawings}) == 3
    assert re.fullmatch("[0-9a-f]{64}", layout_hash(submission))


def test_hash_leaves_out_which_table_it_is() -> None:
    data = {"regulation": "PA-669a", "certificate_holder": "Riverside Casino"}
    one, other = (Submission.from_data({**data, "table": name}) for name in ("RIU-01", "RIU-02"))
    assert one.digest != other.digest
    assert layout_hash(one) == layout_hash(other)


BASE = {"regulation": "PA-649a", "certificate_holder": "Riverside Casino", **ALL["PA-649a"]}


@pytest.mark.parametrize(
    "change",
    [
        {"limits": {"minimum": 15, "maximum": 500}},
        {"limits": {"minimum": 10, "maximum": 500, "seats": 5}},
        {"certificate_holder": "Harbor Casino"},
        {"wagers": {**ALL["PA-649a"]["wagers"], "six_card_bonus": {"paytable": "A"}}},
        {"wagers": {"six_card_bonus": {}}},
    ],
    ids=str,
)
def test_hash_follows_what_is_shown(change: dict[str, object]) -> None:
    changed = Submission.from_data({**BASE, **change})
    assert layout_hash(changed) != layout_hash(Submission.from_data(BASE))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_options_that_differ_are_on_the_sign(regulation: str) -> None:
    """Whatever is chosen otherwise than the default is printed."""
    law = table(regulation).regulation
    for path, option in law.options.items():
        *tables, key = path.split(".")
        others = [one for one in option.values if one != option.default]
        if not others or option.needs:
            continue
        data: dict[str, object] = {"regulation": regulation}
        inner = data
        for name in tables:
            inner = inner.setdefault(name, {})  # type: ignore[assignment]
        inner[key] = others[0]
        found = check(data).submission
        if found is None:
            continue  # another choice goes with it
        plain = {"regulation": regulation, **({"wagers": {tables[1]: {}}} if tables[0] == "wagers" else {})}
        assert _labels(found) - _labels(Submission.from_data(plain)), path


def _labels(submission: Submission) -> set[str]:
    return {one.label for one in layout_of(submission).elements()}
