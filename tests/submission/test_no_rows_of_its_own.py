"""No paytable gets a row, or other odds for one, that its paragraph does not let the operator choose."""

from __future__ import annotations

import pytest

from tests.submission.test_paytables import LETTERS, LINKED_VERSIONS, table_of
from tests.support.submissions import accepted, regulation_of, report

ROWS = (
    "mini_royal", "mini_royal_of_spades", "royal_flush", "straight_flush", "four_of_a_kind", "full_house",
    "flush", "straight", "three_of_a_kind", "pair", "seven_card_straight_flush", "rows",
)  # fmt: skip
OPEN = {
    "PA-649a.12(d)": {"mini_royal"},
}
"""649a.12(g)(2) lets a mini-royal be added."""


@pytest.mark.parametrize(("clause", "key", "wager", "letters"), LETTERS)
def test_a_table_chosen_by_its_letter_gets_no_row_that_its_paragraph_does_not_have(
    clause: str, key: str, wager: str, letters: list[str]
) -> None:
    regulation, section = regulation_of(clause), key.rpartition(".")[0]
    for letter in letters:
        plain = table_of(accepted(regulation, {key: letter}), wager)
        assert plain.name == letter
        for row in ROWS:
            if row in OPEN.get(clause, ()):
                continue
            for odds in ("50 to 1", {"pair": "50 to 1"}):
                found = report(regulation, {key: letter, f"{section}.{row}": odds})
                assert found.submission is None, (letter, row)
                assert [one.where for one in found.faults] == [f"{section}.{row}"]


@pytest.mark.clause("PA-649a.12(g)", "PA-649a.12(g)(1)", "PA-649a.12(g)(2)", "I-32", "I-39")
def test_a_mini_royal_is_added_in_three_card_poker_of_pennsylvania_alone_and_only_where_it_says() -> None:
    """To the Ante Bonus of (b) and the Pair Plus of (d); not to the Ante Bonus of (c), for linked stakes."""
    for section, title, odds in (("ante", "ante_bonus", "5 to 1"), ("pair_plus", "pair_plus", "40 to 1")):
        key = f"wagers.{section}.mini_royal"
        assert "mini_royal" in table_of(accepted("PA-649a", {key: odds}), title).rows
        assert "mini_royal" not in table_of(accepted("PA-649a", {f"wagers.{section}": {}}), title).rows
        for version in LINKED_VERSIONS:
            found = report("PA-649a", {key: odds, "version.pair_plus": version})
            assert (found.submission is None) == (section == "ante"), version
        for regulation in ("MA-TCP", "PA-669a", "PA-679a", "PA-680a"):
            assert report(regulation, {key: "50 to 1"}).submission is None
