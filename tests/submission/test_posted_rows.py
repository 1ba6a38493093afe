"""Massachusetts Pair Plus as the licensee posts it: each row that is too low, and the order of the rows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.submission.test_paytables import FLOOR, ratio, table_of
from tests.support.submissions import accepted, report

ROWS = "wagers.pair_plus.rows"
SUITS = ("clubs", "diamonds", "hearts", "spades")
BEST_DOWN = ["mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"]


def posted(**odds: int) -> dict[str, object]:
    """The lowest odds that 11(a)(2) allows, some of them otherwise."""
    return {ROWS: {hand: f"{number} to 1" for hand, number in {**FLOOR, **odds}.items()}}


def said(mini: str, odds: int, wider: str, more: int) -> str:
    return f"{mini} would pay {odds} to 1, less than {wider} at {more} to 1, although it is the better hand"


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-40")
@pytest.mark.parametrize("suits", [(), ("spades",), ("clubs", "hearts"), SUITS])
def test_no_mini_royal_is_posted_below_the_straight_flush_whichever_suits_have_rows_of_their_own(
    suits: tuple[str, ...],
) -> None:
    """I-40: odds at or above the floor, but never below the table's straight flush row."""
    own = dict.fromkeys((f"mini_royal_of_{suit}" for suit in suits), 90)
    for mini in (59, 60, 61):
        found = report("MA-TCP", posted(mini_royal=mini, straight_flush=60, **own))
        wanted = [said("mini_royal", 59, "straight_flush", 60)] if mini < 60 else []
        assert [one.what for one in found.faults] == wanted


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-40")
@pytest.mark.parametrize("suits", [("spades",), ("clubs", "hearts"), SUITS])
def test_each_suit_that_would_pay_less_than_the_others_is_named(suits: tuple[str, ...]) -> None:
    low = [f"mini_royal_of_{suit}" for suit in suits]
    for odds in (39, 40):
        found = report("MA-TCP", posted(mini_royal=40, **dict.fromkeys(low, odds)))
        wanted = [said(one, 39, "mini_royal", 40) for one in low] if odds < 40 else []
        assert sorted(one.what for one in found.faults) == sorted(wanted)
        for one in found.faults:
            assert set(one.cite.clauses) == {"MA-TCP.11(a)(2)", "MA-TCP.3(b)(1)"}
            assert (one.cite.interpretations, one.legal) == (("I-40",), "Write 40 to 1 or more.")


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
def test_the_lowest_odds_allowed_are_one_table_whether_posted_or_left_out() -> None:
    """In whatever order they are written; and odds above them stand from the best hand down."""
    plain = accepted("MA-TCP")
    for hands in (BEST_DOWN, BEST_DOWN[::-1], [*BEST_DOWN[2:], *BEST_DOWN[:2]]):
        assert accepted("MA-TCP", {ROWS: {hand: f"{FLOOR[hand]} to 1" for hand in hands}}) == plain
        higher = accepted("MA-TCP", {ROWS: {hand: f"{FLOOR[hand] + 1} to 1" for hand in hands}})
        assert [*table_of(higher, "pair_plus").rows] == BEST_DOWN
        assert higher != plain


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
@pytest.mark.parametrize("mini", [True, False])
@pytest.mark.parametrize("suits", [("spades",), ("hearts", "clubs"), SUITS])
def test_a_suit_with_a_row_of_its_own_stands_above_the_other_mini_royals(
    suits: tuple[str, ...], mini: bool
) -> None:
    """Rows are posted from the best hand down, in whatever order the licensee wrote them, also where the row
    of all mini-royals is left out."""
    own = [f"mini_royal_of_{suit}" for suit in suits]
    plain = BEST_DOWN if mini else BEST_DOWN[1:]
    for hands in ([*own, *plain], [*plain, *own], [*plain[:2], *own, *plain[2:]]):
        rows = {hand: "90 to 1" if hand in own else f"{FLOOR[hand]} to 1" for hand in hands}
        assert [*table_of(accepted("MA-TCP", {ROWS: rows}), "pair_plus").rows] == [*own, *plain]


# ── odds that are not to 1 ──


def posted_as(**rows: str) -> dict[str, object]:
    """The lowest odds that 11(a)(2) allows, some rows in these words."""
    return {ROWS: {**{hand: f"{number} to 1" for hand, number in FLOOR.items()}, **rows}}


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-124")
@pytest.mark.parametrize("hand", FLOOR)
@pytest.mark.parametrize("on", [1, 2, 3, 10])
def test_odds_are_no_less_by_what_they_pay_on_each_dollar_and_not_by_their_first_number(
    hand: str, on: int
) -> None:
    """Each row just below the floor, at it and above it: 3 to 1 is also 6 to 2, and 5 to 2 is less."""
    least = FLOOR[hand] * on
    for win in {least - 1, FLOOR[hand], FLOOR[hand] + 1} - {0}:
        if win < least:
            found = report("MA-TCP", posted_as(**{hand: f"{win} to {on}"}))
            faults = [one for one in found.faults if one.where == f"{ROWS}.{hand}"]
            assert [one.legal for one in faults] == [f"Write {FLOOR[hand]} to 1 or more."], win
            assert faults[0].what.endswith("is too low") and "MA-TCP.11(a)(2)" in faults[0].cite.clauses
    for win in (least, least + 1):
        mini = {} if hand != "straight_flush" else {"mini_royal": f"{win} to {on}"}
        rows = posted_as(**{hand: f"{win} to {on}"}, **mini)
        taken = table_of(accepted("MA-TCP", rows), "pair_plus")
        assert ratio(taken, hand) == Fraction(win, on)


@pytest.mark.clause("MA-TCP.11(a)(2)", "I-40", "I-124")
@pytest.mark.parametrize(
    ("suits", "straight_flush", "fits"),
    [
        ("69 to 2", "35 to 1", False),
        ("70 to 2", "35 to 1", True),
        ("71 to 2", "36 to 1", False),
        ("72 to 2", "36 to 1", True),
        ("72 to 2", "73 to 2", False),
        ("73 to 2", "73 to 2", True),
        ("37 to 1", "73 to 2", True),
    ],
)
def test_mini_royals_without_a_row_of_their_own_are_paid_no_less_in_odds_of_any_words(
    suits: str, straight_flush: str, fits: bool
) -> None:
    """Paid by the row of each suit, or by one row: never below the floor or the straight flush."""
    each = {f"mini_royal_of_{suit}": suits for suit in SUITS}
    plain = {hand: f"{number} to 1" for hand, number in FLOOR.items() if hand != "mini_royal"}
    for mini in (each, {"mini_royal": suits}, {**each, "mini_royal": suits}):
        found = report("MA-TCP", {ROWS: {**plain, "straight_flush": straight_flush, **mini}})
        assert (found.submission is not None) == fits, [str(one) for one in found.faults]


@pytest.mark.parametrize(
    ("wager", "award", "least"),
    [
        pytest.param("ante", "ante_bonus", 5, marks=pytest.mark.clause("PA-649a.12(g)", "PA-649a.12(g)(1)")),
        pytest.param(
            "pair_plus", "pair_plus", 40, marks=pytest.mark.clause("PA-649a.12(g)", "PA-649a.12(g)(2)")
        ),
    ],
)
@pytest.mark.parametrize("on", [1, 2, 3, 10])
def test_a_mini_royal_row_that_is_added_meets_its_floor_in_odds_of_any_words(
    wager: str, award: str, least: int, on: int
) -> None:
    """At least 5 to 1 with the Ante Bonus, 40 to 1 with Pair Plus; 9 to 2 is less than 5 to 1."""
    key = f"wagers.{wager}.mini_royal"
    for win in {least * on - 1, least, least + 1}:
        if win < least * on:
            found = report("PA-649a", {key: f"{win} to {on}"})
            assert [one.legal for one in found.faults] == [f"Write {least} to 1 or more."], win
    for win in (least * on, least * on + 1):
        added = table_of(accepted("PA-649a", {key: f"{win} to {on}"}), award)
        assert ratio(added, "mini_royal") == Fraction(win, on)
