"""The limits that everybody is told are those of this table, not the most that its chapter allows."""

from __future__ import annotations

import json
from itertools import product

import pytest

from feltlaw.views import Viewer, view
from tests.support.played import Played, shuffled_deck, submission
from tests.support.submissions import by_clause, regulation_of

MOST = {"PA-649a": 7, "MA-TCP": 7, "PA-679a": 6, "PA-669a": 6, "PA-680a": 6}
"""Betting positions: 649a.2(a), 669a.2(a), 679a.2(a), 680a.2(a); in Massachusetts seven (12(k), I-128)."""
BOXES = {"PA-649a": 7, "MA-TCP": 3, "PA-679a": 6, "PA-669a": 1, "PA-680a": 6}
"""Adjacent boxes of one player: 649a.7(f), 679a.7(e), 680a.7(e); three in MA 6(e), one in 669a.7(e)."""
EVERYBODY = [
    *(Viewer(role, role) for role in ("dealer", "floorperson", "auditor", "manager", "cashier")),
    Viewer("player", "p1"), Viewer("player", "p9"), Viewer("onlooker"),
]  # fmt: skip


def told(table: Played) -> list[dict[str, object]]:
    """What each of them sees of the limits."""
    look = table.steps[-1].look()
    return [json.loads(look.frame_bytes(viewer))["view"]["limits"] for viewer in EVERYBODY]


@pytest.mark.parametrize(
    "clause",
    by_clause(
        (("PA-649a.2(a)", "PA-649a.7(f)"),),
        (("PA-679a.2(a)", "PA-679a.7(e)"),),
        (("PA-669a.2(a)", "PA-669a.7(e)"),),
        (("PA-680a.2(a)", "PA-680a.7(e)"),),
        (("MA-TCP.6(e)", "I-128"),),
    ),
)
def test_a_table_tells_its_own_number_of_seats_and_boxes(clause: str) -> None:
    """Every number of seats that is allowed, with every number of boxes for one player."""
    regulation = regulation_of(clause)
    deck = shuffled_deck(regulation, 1)
    for seats, boxes in product(range(1, MOST[regulation] + 1), range(1, BOXES[regulation] + 1)):
        if boxes > seats:
            continue
        given = submission(regulation, limits={"seats": seats, "adjacent_boxes": boxes}, wagers={})
        limits = view(Played(given, deck).state, Viewer("onlooker")).public.limits
        assert (limits.seats, limits.adjacent_boxes) == (seats, boxes)
        assert (limits.minimum, limits.maximum, limits.payout_limit) == (500, 50_000, None)


@pytest.mark.parametrize(
    ("clause", "limit"),
    by_clause(
        ("PA-649a.2(a)", None), ("PA-669a.2(a)", None), ("MA-TCP.6(a)(1)", None),
        (("PA-679a.2(a)", "PA-679a.2(b)(5)"), 75_000), (("PA-680a.2(a)", "PA-680a.2(b)(7)"), 50_000),
    ),
)  # fmt: skip
@pytest.mark.parametrize(("low", "high"), [(5, 500), (25, 1000), (15, 15)])
def test_everybody_is_told_the_same_limits(clause: str, limit: int | None, low: int, high: int) -> None:
    """As dollars, the payout limit where the house has one; with one player there and with two."""
    regulation = regulation_of(clause)
    stated = {} if limit is None else {"payout_limit": limit}
    limits = {"minimum": low, "maximum": high, "seats": 4, **stated}
    table = Played(submission(regulation, limits=limits, wagers={}), shuffled_deck(regulation, 1))
    wanted: dict[str, object] = {
        "minimum": f"{low}.00",
        "maximum": f"{high}.00",
        "seats": 4,
        "adjacent_boxes": 1,
    }
    wanted |= {} if limit is None else {"payout_limit": f"{limit}.00"}
    for seat in (1, 4):
        table.sit(seat)
        assert all(one == wanted for one in told(table))
