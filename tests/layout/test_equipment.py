"""What stands at the dealer's side: by the way the cards are shuffled and dealt, and by what is offered."""

from __future__ import annotations

from itertools import combinations

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.dealer import equipment
from feltlaw.layout.drawing import draw
from feltlaw.layout.geometry import distance
from feltlaw.layout.model import Piece
from feltlaw.layout.model import Table as Measures
from tests.support.driver import DEALS, PENNSYLVANIA, REGULATIONS, submission
from tests.support.layouts import read
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, LINK, OPTIONAL, THREE, Table, subsets
from tests.support.submissions import by_clause, regulation_of

BOXES = {"PA-649a": "2(e)", "PA-679a": "2(c)", "PA-669a": "2(d)", "PA-680a": "2(c)"}
RACK = {"PA-649a": "2(f)", "PA-679a": "2(d)", "PA-669a": "2(e)", "PA-680a": "2(d)", "MA-TCP": "7(d)"}
DEALT = {
    "manual_shoe": ("Dealing shoe", "8(a)", "7(a)"),
    "hand": ("", "", ""),
    "automated_shoe": ("Automated dealing shoe", "10(a)(1)", "9(a)"),
}
"""The shoe, and the clause by which cards are dealt from it, in Pennsylvania and in Massachusetts."""
SHUFFLED = {
    "manual": ("", ""),
    "automated": ("Shuffler", "5(a)"),
    "continuous": ("Continuous shuffler", "5(g)"),
}
PROGRESSIVE = {THREE, FIVE, FIVE_OF_SIX, LINK}


def wanted(
    regulation: str, deal: str, shuffle: str, offered: tuple[str, ...]
) -> dict[str, tuple[str, set[str]]]:
    """Every piece: what it is called, and clauses that ask for it."""
    massachusetts = regulation == "MA-TCP"
    found = {
        "inventory": ("Table inventory container", set[str]()),
        "discard_rack": ("Discard rack", {RACK[regulation]}),
    }
    if not massachusetts:
        found["drop_box"] = ("Drop box", {BOXES[regulation]})
        found["tip_box"] = ("Tip box", {BOXES[regulation]})
    shoe, here, there = DEALT[deal]
    if shoe:
        found["shoe"] = (shoe, {there if massachusetts else here})
    shuffler, clause = SHUFFLED[shuffle]
    if shuffler:
        i_deal = {"12(d)", "12(e)"} if "cover_all" in offered else set()
        found["shuffler"] = (shuffler, {clause, *i_deal})
    if PROGRESSIVE & set(offered):
        found["progressive_system"] = ("Progressive meter", {"13(d)a" if massachusetts else "2(c)"})
    if massachusetts and PROGRESSIVE & set(offered):
        found["keypad"] = ("Keypad", {"13(b)", "13(d)d"})
    locks = ({"2(c)(2)"} if PROGRESSIVE & set(offered) else set()) | (
        {"2(d)", "2(d)#2"} if HAND in offered else set()
    )
    if locks and not massachusetts:
        found["lock_out"] = ("Lock-out", locks)
    return found


def proven(regulation: str, deal: str) -> list[str]:
    shoe = DEALT[deal][2 if regulation == "MA-TCP" else 1]
    more = {
        "PA-649a": ["PA-649a.2(c)", "PA-649a.2(c)(2)", "PA-649a.2(d)", "PA-649a.2(d)#2"],
        "PA-669a": ["PA-669a.2(c)", "PA-669a.2(c)(2)"],
        "MA-TCP": ["MA-TCP.12(d)", "MA-TCP.13(b)", "MA-TCP.13(d)d"],
    }.get(regulation, [])
    boxes = [f"{regulation}.{BOXES[regulation]}"] if regulation in BOXES else []
    found = [f"{regulation}.{RACK[regulation]}", f"{regulation}.5(a)", *boxes, *more]
    found += [f"{regulation}.{shoe}"] if shoe else []
    return [*found, f"{regulation}.5(g)"] if regulation in PENNSYLVANIA else found


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(regulation, deal, marks=pytest.mark.clause(*proven(regulation, deal)))
        for regulation in REGULATIONS
        for deal in DEALS
    ],
)
def test_a_table_has_what_its_way_of_dealing_and_its_wagers_need(regulation: str, deal: str) -> None:
    for shuffle in SHUFFLED if regulation in PENNSYLVANIA else ("manual", "automated"):
        for offered in subsets(regulation):
            if shuffle == "manual" and (deal == "hand" or "cover_all" in offered):
                continue
            cards = {"deal": deal, "shuffle": shuffle}
            given = Table(regulation, offered).sections()
            pieces = list(equipment(submission(regulation, cards=cards, **given), Measures()))
            found = {one.what: one for one in pieces}
            assert len(found) == len(pieces)
            asked = wanted(regulation, deal, shuffle, offered)
            assert {what: one.title for what, one in found.items()} == {
                what: title for what, (title, _) in asked.items()
            }, (shuffle, offered)
            for what, (_, clauses) in asked.items():
                cited = set(found[what].cite.clauses)
                assert cited >= {f"{regulation}.{one}" for one in clauses}, (what, offered)
                assert what in ("inventory", "shoe") or len(cited) == len(clauses), (what, offered)
            in_their_places(found)


def in_their_places(found: dict[str, Piece]) -> None:
    """The boxes on both sides of the dealer, all pieces beside each other, on his side."""
    assert all(distance(one.shape, other.shape) > 0 for one, other in combinations(found.values(), 2))
    assert all(one.shape.y < Measures().depth + 100 for one in found.values())
    if "drop_box" in found:
        assert found["drop_box"].shape.x < 0 < found["tip_box"].shape.x
    inside = -Measures().depth
    assert found["discard_rack"].shape.y - found["discard_rack"].shape.height / 2 > inside, "on the table top"


# ── whatever the Bureau has approved ──

ON_FILE: list[dict[str, str]] = [
    {},
    {"601a_10_g": "pending"},
    {"601a_10_g": "BCC-2024-031"},
    {"601a_10_a": "L-17", "601a_10_g": "BCC-2024-031", "461a_4": "LAB-9", "601a_2": "RS-2024-11"},
]
"""References for rules of other documents; the places of the boxes are under 601a.10(g) (I-24)."""


@pytest.mark.parametrize("clause", by_clause(*((f"{one}.{at}",) for one, at in BOXES.items())))
@pytest.mark.parametrize("approvals", ON_FILE)
@pytest.mark.parametrize("shuffle", SHUFFLED)
def test_the_boxes_are_on_both_sides_of_the_dealer_whatever_is_on_file(
    clause: str, approvals: dict[str, str], shuffle: str
) -> None:
    """These places are what is approved: an approval says of no other, nor does a device that shuffles."""
    regulation = regulation_of(clause)
    for deal, offered in (
        (deal, offered) for deal in DEALS for offered in ((), OPTIONAL[regulation][:1], OPTIONAL[regulation])
    ):
        if (shuffle, deal) == ("manual", "hand"):
            continue
        cards = {"deal": deal, "shuffle": shuffle}
        given = Table(regulation, offered).sections()
        pieces = equipment(submission(regulation, cards=cards, approvals=approvals, **given), Measures())
        found = {one.what: one for one in pieces}
        in_their_places(found)
        drop, tip, tray = (found[one].shape for one in ("drop_box", "tip_box", "inventory"))
        assert drop.x + drop.width / 2 <= tray.x - tray.width / 2, "to the dealer's right"
        assert tip.x - tip.width / 2 >= tray.x + tray.width / 2, "to his left"
        assert drop.y < 100 and tip.y < 100, "on his side of the table"
        assert clause in found["drop_box"].cite.clauses and clause in found["tip_box"].cite.clauses


CUT = {
    "PA-649a": ["inventory", "drop_box"], "MA-TCP": ["inventory"], "PA-679a": ["inventory", "drop_box"],
    "PA-669a": ["inventory", "drop_box"], "PA-680a": ["inventory", "drop_box"],
}  # fmt: skip
"""What is let into the table, so that the felt is cut for it: the chips and, where a chapter has it, the slot
of the drop box. A discard rack is attached to the top; a shoe, a lock-out and a keypad stand on the cloth."""


def standing(regulation: str) -> tuple[str, ...]:
    boxes = [f"{regulation}.{BOXES[regulation]}"] if regulation in BOXES else []
    return (f"{regulation}.{RACK[regulation]}", *boxes)


@pytest.mark.parametrize("clause", by_clause(*((standing(one),) for one in REGULATIONS)))
@pytest.mark.parametrize("deal", DEALS)
def test_the_felt_is_cut_for_nothing_that_stands_on_it(clause: str, deal: str) -> None:
    regulation = regulation_of(clause)
    both = tuple(one for one in OPTIONAL[regulation] if (regulation, one) != ("MA-TCP", LINK))
    for offered in ((), *((one,) for one in OPTIONAL[regulation]), both):
        given = Table(regulation, offered).sections()
        table = submission(regulation, cards={"deal": deal, "shuffle": "automated"}, **given)
        found = layout_of(table)
        felt = draw(table, "felt", fonts=False, layout=found)
        pieces = [one.what for one in read(felt) if one.kind == "equipment" and not one.seat]
        assert pieces == CUT[regulation], offered
        assert felt.svg.count('stroke-dasharray="6 5"') == len(CUT[regulation]), "no other opening"
        others = {one.what for one in found.equipment if not one.seat} - set(CUT[regulation])
        assert "discard_rack" in others
        assert not [one for one in read(felt) if one.what in others]
