"""What is told of a line that nobody can read in full, and what may be missing from a part."""

from __future__ import annotations

import pytest

from feltlaw.table.places import DEALER, hand
from feltlaw.views import Viewer, text, view
from feltlaw.views import lines as lines_
from tests.support.driver import drive
from tests.views.test_lines import DEALERS3, OWN3, highest, line, lying

LOST = {"result": "lose", "paid": 0, "returned": 0, "pays": None}


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "I-86")
def test_only_the_pair_bonus_is_told_without_a_further_card() -> None:
    """Of another wager that rests on cards nobody has seen, the money alone."""
    state = lying("PA-649a", {hand(1): OWN3}, {DEALER: DEALERS3}, wagers={"six_card_bonus": {}})
    told = lines_.line_view(state, line(id="six_card_bonus", outcome="high_card", **LOST))
    assert (told.outcome, told.hand, told.net) == ("", "", -1000)


def test_a_cover_all_that_a_ruling_has_taken_is_told_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests on no cards any more, whatever of them was seen."""
    state = lying("MA-TCP", {}, {hand(1): OWN3, DEALER: DEALERS3}, wagers={"cover_all": {}})
    taken = line(id="cover_all", outcome="communicated", hand="", note="taken by a ruling", **LOST)
    told = highest(state, taken, {1: True, 3: True}, monkeypatch)
    assert (told.outcome, told.note, told.net) == ("communicated", "taken by a ruling", -1000)


DEALERS5: dict[bool, tuple[str, tuple[str, str, str]]] = {
    False: ("4c 4d 4h 4s 6c", ("neither_qualifies", "push", "")),
    True: ("Kc Qc Jc 9s 5d", ("only_dealer_qualifies", "lose", "")),
}


@pytest.mark.clause("PA-680a.11(d)(1)(i)", "PA-680a.11(d)(2)(i)", "I-139")
@pytest.mark.parametrize("qualifies", [False, True])
def test_of_a_hand_that_does_not_qualify_everybody_is_told_what_that_costs(qualifies: bool) -> None:
    """Three cards of it show that; the other two, and what they count, stay face down."""
    dealers, told = DEALERS5[qualifies]
    table = drive("PA-680a").start({1: {"ante": 1000}}, {"seat 1": "2c 2d 3h 2h 3s", "dealer": dealers})
    table.until(do="settle_player").do("settle_player")
    round_ = view(table.state, Viewer("onlooker")).public.round
    assert round_ is not None
    (ante,) = round_.lines
    assert (ante.outcome, ante.pays, ante.hand) == told
    assert (ante.paid, ante.returned) == (0, 0 if qualifies else 1000)


@pytest.mark.parametrize(
    ("kind", "some"),
    [
        (int | None, int),
        (int | str | None, int | str | None),
        (int, int),
        (tuple[int, ...], tuple[int, ...]),
    ],
)
def test_what_may_be_one_of_two_is_not_taken_for_the_first(kind: object, some: object) -> None:
    assert text._some(kind) == some
