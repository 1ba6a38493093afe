"""Massachusetts Pair Plus as the licensee posts it: each row that is too low, and the order of the rows."""

from __future__ import annotations

import pytest

from tests.submission.test_paytables import FLOOR, table_of
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
