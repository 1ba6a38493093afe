"""A drawing from which something is gone, or has something too much: the check tells what and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from feltlaw.layout.compare import Found, Said, differences, read_drawing
from feltlaw.layout.drawing import Drawing, draw
from feltlaw.layout.export import to_png
from feltlaw.register import clauses
from feltlaw.submission import Submission
from tests.layout.test_positions import AREAS, DEALER, PLAYER
from tests.support.driver import REGULATIONS
from tests.support.layouts import drawn, layout, table
from tests.support.submissions import by_clause

SEATS = {"PA-649a": 7, "MA-TCP": 7, "PA-679a": 6, "PA-669a": 6, "PA-680a": 6}
TITLES = {
    "PA-649a": {
        "ante": "Ante", "play": "Play", "pair_plus": "Pair Plus", "six_card_bonus": "Six Card Bonus",
        "three_card_progressive": "Three-Card Progressive", "five_card_progressive": "Five-Card Progressive",
        "five_of_six_progressive": "5 of 6 Progressive",
    },
    "MA-TCP": {
        "ante": "Ante", "play": "Play", "pair_plus": "Pair Plus", "six_card_bonus": "6 Card Bonus",
        "cover_all": "Cover All", "multi_game_link": "Multi Game Link Progressive",
    },
    "PA-679a": {
        "ante": "Ante", "play": "Play", "prime": "Prime", "pair_bonus": "Pair Bonus",
        "all_six_bonus": "All-Six Bonus",
    },
    "PA-669a": {
        "ante": "Ante", "blind": "Blind", "play": "Play", "pair_plus": "Pair Plus",
        "six_card_bonus": "Six Card Bonus", "three_card_progressive": "Progressive Payout",
    },
    "PA-680a": {"ante": "Ante", "pot": "Pot", "bonus": "Bonus"},
}  # fmt: skip
"""What the tables offer that are looked at here, beside the two stakes in an electronic system."""


def stated(drawing: Drawing) -> Found:
    """As a PDF or a PNG carries it: what the drawing says of itself, without its texts."""
    elements = Counter(
        (one["kind"], one["clause"], str(one["seat"] or ""), one["wager"], one["label"])
        for one in drawing.statement["elements"]
    )
    return Found({key: str(one) for key, one in drawing.statement["drawn"].items()}, elements)


def ways(regulation: str, part: str = "felt") -> Mapping[str, Found]:
    drawing = drawn(regulation, part)
    return {"carried": stated(drawing), "drawn": read_drawing(drawing.svg.encode())}


def less(found: Found, gone: Counter[Said]) -> Found:
    """The drawing without some of what is on it; its texts are looked at only where nothing else differs."""
    return Found(found.drawn, found.elements - gone, found.texts)


def asking(regulation: str, wager: str) -> str:
    """The paragraph that wants the wager's area."""
    return next(clause for clause, some in AREAS[regulation].items() if wager in some)


def by_regulation() -> list[object]:
    return by_clause(
        *(
            (
                tuple(
                    f"{name}.{one}" for one in AREAS[name] if f"{name}.{one}" in clauses() and one != "7(a)"
                ),
                name,
            )
            for name in REGULATIONS
        )
    )


@pytest.mark.parametrize(("clause", "regulation"), by_regulation())
@pytest.mark.parametrize("way", ["carried", "drawn"])
def test_an_area_that_one_seat_lacks_is_told_with_its_seat_and_paragraph(
    clause: str, regulation: str, way: str
) -> None:
    """Of every wager at every seat; at each other seat it is still there."""
    assert clause.startswith(regulation)
    found, seats, titles = ways(regulation)[way], SEATS[regulation], TITLES[regulation]
    for shift in range(seats):
        at = {wager: str((place + shift) % seats + 1) for place, wager in enumerate(titles)}
        gone = Counter(one for one in found.elements if one[0] == "area" and at.get(one[3]) == one[2])
        assert len(gone) == len(titles)
        told = differences(table(regulation), less(found, gone), layout(regulation))
        assert len(told) == len(titles)
        for wager, title in titles.items():
            (line,) = (one for one in told if one.startswith(f"area of {wager}: '{title}' is missing ("))
            assert f"{regulation}.{asking(regulation, wager)}" in line
            assert line.endswith(f", at seat {at[wager]}")


@pytest.mark.parametrize(("clause", "regulation"), by_regulation())
@pytest.mark.parametrize("lacking", [(1, 2), (2, 4, 6), (1, 2, 3, 4, 5, 6)])
def test_an_area_that_several_seats_lack_is_told_with_all_of_them(
    clause: str, regulation: str, lacking: tuple[int, ...]
) -> None:
    assert clause.startswith(regulation)
    found, seats = ways(regulation)["carried"], [str(one) for one in lacking]
    gone = Counter(one for one in found.elements if one[0] == "area" and one[2] in seats and one[2])
    told = differences(table(regulation), less(found, gone), layout(regulation))
    for wager, title in TITLES[regulation].items():
        (line,) = (one for one in told if one.startswith(f"area of {wager}: '{title}' is missing ("))
        assert line.endswith(f", at seats {', '.join(seats)}")
    plenty = Found(found.drawn, found.elements + gone)
    told = differences(table(regulation), plenty, layout(regulation))
    for wager, title in TITLES[regulation].items():
        wanted = f"area of {wager}: '{title}' is not in the submission, at seats {', '.join(seats)}"
        assert wanted in told, "twice at a seat is once too often"


@pytest.mark.clause("PA-649a.2(b)(5)", "PA-649a.2(d)")
@pytest.mark.parametrize("seat", range(1, 8))
def test_a_system_or_one_stake_in_it_that_a_seat_lacks_is_told(seat: int) -> None:
    for part in ("felt", "sheet"):
        found = ways("PA-649a", part)
        for kind, wager in (("equipment", ""), ("area", PLAYER), ("area", DEALER)):
            gone = Counter(
                one
                for one in found["carried"].elements
                if (one[0], one[2]) == (kind, str(seat))
                and wager in ("", one[3])
                and "PA-649a.2(b)(5)" in one[1]
            )
            assert len(gone) == 1, part
            (line,) = differences(table("PA-649a"), less(found["carried"], gone), layout("PA-649a"))
            assert "is missing" in line and "PA-649a.2(b)(5)" in line and line.endswith(f", at seat {seat}")


@pytest.mark.parametrize(
    "clause",
    by_clause(
        ("PA-649a.2(b)(1)",), ("PA-649a.2(b)(7)#2",), ("PA-649a.2(e)",), ("PA-649a.2(f)",),
        ("PA-679a.2(b)(1)",), ("PA-679a.2(b)(4)",), ("PA-679a.2(b)(4)#2",), ("PA-679a.2(b)(5)",),
        ("PA-679a.2(c)",), ("PA-679a.2(d)",), ("PA-669a.2(b)(1)",), ("PA-669a.2(b)(3)",),
        ("PA-669a.2(b)(6)",), ("PA-669a.2(d)",), ("PA-669a.2(e)",), ("PA-680a.2(b)(1)",),
        ("PA-680a.2(b)(3)",), ("PA-680a.2(b)(4)",), ("PA-680a.2(b)(6)",), ("PA-680a.2(b)(7)",),
        ("PA-680a.2(c)",), ("PA-680a.2(d)",),
    ),
)  # fmt: skip
def test_each_thing_that_a_paragraph_wants_is_told_where_it_is_gone(clause: str) -> None:
    """One of several is enough: one box of two, one phrase, one street, one table, one seat's area."""
    regulation = clause.partition(".")[0]
    found = ways(regulation, "sheet")["carried"]
    mine = [one for one in found.elements if clause in one[1].split("|")]
    assert mine
    for one in mine:
        (line,) = differences(table(regulation), less(found, Counter([one])), layout(regulation))
        assert "is missing" in line and one[4] in line and clause in line
        assert line.endswith(f", at seat {one[2]}" if one[2] else ")")


@pytest.mark.clause("PA-679a.2(b)(3)", "PA-680a.2(b)(5)")
@pytest.mark.parametrize(("regulation", "wager"), [("PA-679a", "prime"), ("PA-680a", "bonus")])
def test_a_picture_without_one_area_is_told(
    regulation: str, wager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through a whole PNG: a table of six seats whose drawing has been made without one of them."""
    small = {"regulation": regulation, "limits": {"seats": 2}, "wagers": {wager: {}}}
    given = Submission.from_data(small)
    drawing = draw(given, "felt", fonts=False)
    elements = drawing.statement["elements"]
    left = [one for one in elements if (one["kind"], one["wager"], one["seat"]) != ("area", wager, 2)]
    assert len(left) == len(elements) - 1
    monkeypatch.setitem(drawing.statement, "elements", left)
    (line,) = differences(given, read_drawing(to_png(drawing, 400)))
    assert line.startswith(f"area of {wager}: ") and line.endswith(", at seat 2")
