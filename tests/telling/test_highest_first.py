"""Posted tables side by side: each hand in its place in the chapter's list, each cell as it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from feltlaw.submission import Submission
from feltlaw.telling.posted import posted_tables
from tests.support.driver import REGULATIONS, submission
from tests.support.ranked import WITH_2, Column, columns, highest_first, proving, said, tables
from tests.support.signs import PAIR_BONUS, Table, subsets, with_options

each = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*proving(name))) for name in REGULATIONS]
)


def _beside(row: Sequence[str]) -> bool:
    """Rows that may stand among those of the list: hands with a 2, and `flush or lower` beside `flush`."""
    return row[0].endswith("with 2") or row[0] == "flush or lower"


def check(about: Submission, printed: Iterable[tuple[str, str, Column]], players: int) -> None:
    """Every column once, and where a hand has no row in one of them an empty cell there."""
    left = {title: rows for _, title, rows in printed}
    for table in posted_tables(about, players):
        found = [left.pop(title) for title in table.titles]
        hands = highest_first({hand for rows in found for hand in rows})
        wanted = [(said(hand), *(rows.get(hand, "") for rows in found)) for hand in hands]
        assert sorted(table.rows, key=_beside) == wanted, table.titles
    assert not left


@each
def test_posted_tables_have_the_hands_from_the_highest_with_what_is_printed(regulation: str) -> None:
    """Whichever paytables are chosen, and however many of them stand side by side."""
    for table in tables(regulation):
        check(submission(regulation, **table.sections()), columns(table, 3), 3)
    for offered in subsets(regulation):
        table = Table(regulation, offered)
        check(submission(regulation, **table.sections()), columns(table, 1), 1)


@pytest.mark.clause("PA-649a.6(b)(1)", "PA-649a.6(e)", "PA-649a.12(g)(1)", "PA-649a.12(g)(2)", "I-39")
@pytest.mark.parametrize("progressive", [False, True])
def test_a_mini_royal_that_is_added_stands_above_the_straight_flush(progressive: bool) -> None:
    """In its own column alone; in the others its cell is empty, and they pay it as a straight flush."""
    table = Table("PA-649a", ("three_card_progressive",) if progressive else ())
    for added in (
        {"pair_plus": "45 to 1"},
        {"ante_bonus": "6 to 1"},
        {"pair_plus": "40 to 1", "ante_bonus": "5 to 1"},
    ):
        keys = {"pair_plus": "wagers.pair_plus.mini_royal", "ante_bonus": "wagers.ante.mini_royal"}
        about = with_options(table, {keys[of]: pays for of, pays in added.items()})
        more = [(of, title, rows | ({"mini_royal": added[of]} if of in added else {}))
                for of, title, rows in columns(table, 3)]  # fmt: skip
        check(about, more, 3)


@pytest.mark.clause(
    "PA-679a.12(e)", "PA-679a.12(f):A", "PA-679a.6(b)(1)", "PA-679a.6(b)(5)", "PA-679a.6(b)(6)"
)
def test_a_pair_bonus_lists_every_hand_with_a_2_and_without() -> None:
    ((*_, rows),) = [one for one in columns(Table("PA-679a", (PAIR_BONUS,)), 3) if one[0] == PAIR_BONUS]
    plain = ["mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    assert list(rows) == [*plain, *(f"{hand}{WITH_2}" for hand in plain)]
