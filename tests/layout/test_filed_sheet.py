"""What the filed sheet points at: each thing that the chapter wants, by its name, and what wants it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.callouts import callouts
from feltlaw.layout.drawing import Style, draw
from feltlaw.layout.logo import Logo
from feltlaw.submission import Submission
from tests.support.driver import PENNSYLVANIA, REGULATIONS, submission
from tests.support.layouts import HOLDER, SVG, seen
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, LINK, OPTIONAL, PAIR_BONUS, SIX, THREE, Table
from tests.support.submissions import by_clause, regulation_of

SYSTEM = "Electronic wagering system, Five Card Hand Bonus"
BOXES = ["Drop box", "Tip box"]
RACK = ["Discard rack"]
ALWAYS: dict[str, dict[str, list[str]]] = {
    "PA-649a": {
        "2(b)(1)": ["Certificate holder"], "2(b)(2)": ["Ante, Play and Pair Plus"],
        "2(b)(7)#2": ["Words on the layout"], "2(e)": BOXES, "2(f)": RACK,
    },
    "MA-TCP": {"7(d)": RACK},
    "PA-679a": {
        "2(b)(1)": ["Certificate holder"], "2(b)(2)": ["Ante and Play"],
        "2(b)(4)#2": ["Words on the layout"] * 2, "2(c)": BOXES, "2(d)": RACK,
    },
    "PA-669a": {
        "2(b)(1)": ["Certificate holder"], "2(b)(2)": ["Ante, Blind and Play"],
        "2(b)(3)": ["Table inventory container", "4th Street to 6th Street"], "7(d)(3)": ["Pair Plus"],
        "2(d)": BOXES, "2(e)": RACK,
    },
    "PA-680a": {
        "2(b)(1)": ["Certificate holder"], "2(b)(2)": ["Ante"],
        "2(b)(4)": ["Three-card hand and Showdown hand"], "2(c)": BOXES, "2(d)": RACK,
    },
}  # fmt: skip
"""What every table has: the paragraph that wants it, and what it is called."""
THREE_FIVE = {
    (THREE,): "Three-Card Progressive",
    (FIVE,): "Five-Card Progressive",
    (THREE, FIVE): "Three-Card Progressive and Five-Card Progressive",
}


def where_offered(regulation: str, offered: tuple[str, ...]) -> dict[str, list[str]]:
    """What a table has for the wagers that it offers."""
    if regulation == "PA-649a":
        first = [THREE_FIVE[one] for one in [tuple(one for one in (THREE, FIVE) if one in offered)] if one]
        last = ["5 of 6 Progressive"] * (FIVE_OF_SIX in offered)
        bonus, any_ = HAND in offered, bool(first or last)
        return {
            "2(b)(3)": first, "2(b)(4)": ["Six Card Bonus"] * (SIX in offered), "2(b)(5)": [SYSTEM] * bonus,
            "2(b)(6)": last, "2(c)": ["Progressive meter"] * any_, "2(c)(1)": [*first, *last],
            "2(c)(2)": ["Lock-out"] * any_, "2(d)": ["Lock-out", SYSTEM] * bonus,
            "2(d)#2": ["Lock-out"] * bonus,
        }  # fmt: skip
    if regulation == "MA-TCP":
        names = {SIX: "6 Card Bonus", "cover_all": "Cover All"}
        areas = ["Ante", "Play", "Pair Plus", *(name for one, name in names.items() if one in offered)]
        meters = {THREE: "Three Card Poker Progressive", LINK: "Multi Game Link Progressive"}
        sensors = [name for one, name in meters.items() if one in offered]
        return {
            "6(b)": [f"{', '.join(areas[:-1])} and {areas[-1]}"], "13(a)": sensors,
            "13(b)": ["Keypad"] * bool(sensors), "13(d)a": ["Progressive meter"] * bool(sensors),
        }  # fmt: skip
    if regulation == "PA-679a":
        names = {"prime": "Prime", PAIR_BONUS: "Pair Bonus", "all_six_bonus": "All-Six Bonus"}
        areas = [name for one, name in names.items() if one in offered]
        told = [f"{', '.join(areas[:-1])} and {areas[-1]}"] if len(areas) > 1 else areas
        return {"2(b)(3)": told, "8(c)#2": ["4th card"] * (PAIR_BONUS in offered)}
    if regulation == "PA-669a":
        meter = THREE in offered
        return {
            "2(b)(4)": ["Progressive Payout"] * meter, "2(b)(5)": ["Six Card Bonus"] * (SIX in offered),
            "2(c)": ["Progressive meter"] * meter, "2(c)(1)": ["Progressive Payout"] * meter,
            "2(c)(2)": ["Lock-out"] * meter,
        }  # fmt: skip
    pot = ["Gathered Pot", "Pot"] * ("pot" in offered)
    return {"2(b)(3)": pot, "2(b)(5)": ["Bonus"] * ("bonus" in offered)}


def told(submitted: Submission) -> dict[str, list[str]]:
    """What the sheet points at, by each paragraph beside it; of its label the chapter stands there once."""
    found: dict[str, list[str]] = {}
    chapter = submitted.regulation.id.removeprefix("PA-")
    for one in callouts(layout_of(submitted)):
        label = ", ".join(one.clauses)
        assert label.startswith((f"{chapter}.", "I-")), one
        for clause in label.removeprefix(f"{chapter}.").split(", "):
            found.setdefault(clause, []).append(one.title)
    return found


def proven(regulation: str) -> tuple[str, ...]:
    offered = tuple(one for one in OPTIONAL[regulation] if (regulation, one) != ("MA-TCP", LINK))
    wanted = {**ALWAYS[regulation], **where_offered(regulation, offered)}
    return tuple(f"{regulation}.{one}" for one in wanted)


@pytest.mark.parametrize(
    ("regulation", "offered"),
    [
        pytest.param(regulation, offered, marks=pytest.mark.clause(*proven(regulation)))
        for regulation in REGULATIONS
        for offered in (
            (),
            *((one,) for one in OPTIONAL[regulation]),
            tuple(one for one in OPTIONAL[regulation] if (regulation, one) != ("MA-TCP", LINK)),
        )
    ],
)
def test_the_sheet_points_at_all_that_is_wanted_and_names_it_and_what_wants_it(
    regulation: str, offered: tuple[str, ...]
) -> None:
    """Nothing offered, each wager alone, all together; at a table of one seat, of few and of many."""
    seats = 1 + 5 * bool(offered) - 2 * (len(offered) == 1)
    given = {**Table(regulation, offered).sections(), "limits": {"seats": seats}}
    table = submission(regulation, certificate_holder=HOLDER, cards={"deal": "manual_shoe"}, **given)
    found = told(table)
    wanted = {**ALWAYS[regulation], **where_offered(regulation, offered)}
    for clause, names in wanted.items():
        assert sorted(found.get(clause, [])) == sorted(names), clause
    pays = {"2(b)(7)", "2(b)(4)" if regulation == "PA-679a" else "2(b)(6)", "2(b)(5)"}
    physical = {one for one in found if one.startswith("2(")}
    assert physical <= {*wanted, *pays}, "nothing else in the chapter wants anything there"


LOGO = Logo("image/png", b"", 2.0)


@pytest.mark.parametrize("clause", by_clause(*((f"{one}.2(b)(1)",) for one in PENNSYLVANIA)))
@pytest.mark.parametrize("holder", ["", "Aces", HOLDER, "The Old Mill Casino and Resort by the River"])
@pytest.mark.parametrize("logo", [None, LOGO], ids=["no logo", "logo"])
def test_name_logo_or_the_room_for_either_is_pointed_at(clause: str, holder: str, logo: Logo | None) -> None:
    """Whatever stands there, the sheet leads to it with the paragraph that asks for it."""
    law = regulation_of(clause)
    named = {"certificate_holder": holder} if holder else {}
    table = Submission.from_data({"regulation": law, "limits": {"seats": 2}, **named})
    found = layout_of(table)
    (one,) = (each for each in callouts(found) if "2(b)(1)" in ", ".join(each.clauses))
    assert (one.title, one.clauses) == ("Certificate holder", (f"{law.removeprefix('PA-')}.2(b)(1)",))
    assert found.name is not None
    (x, y) = one.points[-1]
    low = found.name.y + found.name.leading * len(found.name.lines)
    assert abs(x) < 600 and found.name.y - 60 < y < low, "the leader ends beside it"
    svg = draw(table, "sheet", Style(logo=logo), fonts=False, layout=found).svg
    texts = [
        " ".join("".join(node.itertext()).split()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")
    ]
    assert texts.count("Certificate holder") == texts.count(f"{law.removeprefix('PA-')}.2(b)(1)") == 1


# ── a logo in place of the name ──


@pytest.mark.parametrize("clause", by_clause(*((f"{one}.2(b)(1)",) for one in PENNSYLVANIA)))
@pytest.mark.parametrize("part", ["felt", "sheet", "sign", "card"])
@pytest.mark.parametrize("holder", ["", HOLDER, "קזינו"])
def test_a_logo_stands_there_whether_or_not_a_name_was_given(clause: str, part: str, holder: str) -> None:
    """Once, where the name would be, and neither the name nor the words for its room beside it."""
    named = {"certificate_holder": holder} if holder else {}
    table = Submission.from_data({"regulation": regulation_of(clause), "limits": {"seats": 2}, **named})
    svg = draw(table, part, Style(logo=LOGO), fonts=False).svg
    assert svg.count("<image") == (part != "card")
    names = [one for one in seen(svg) if clause in one.clauses]
    assert [one.text for one in names] == [""] * (part != "card"), "the logo and no words"
    texts = ["".join(node.itertext()).upper() for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert "NAME OR LOGO" not in " ".join(texts)
    if holder in ("", HOLDER):
        plain = draw(table, part, fonts=False).svg
        assert "<image" not in plain
        words = [one.text.upper() for one in seen(plain) if clause in one.clauses]
        here = 1 if part != "card" else bool(holder)
        assert words == [(holder or "Name or logo").upper()] * here
