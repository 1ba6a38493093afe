"""A wager against a posted paytable: its table is posted, every row of it with its odds."""

from __future__ import annotations

import re

import pytest

from feltlaw.layout.posted import posted
from feltlaw.register import clauses
from tests.support.driver import submission

POSTED = [
    ("PA-649a", "pair_plus", "PA-649a.1:pair-plus-wager", ["12(d):{}"], "ABCDE"),
    ("PA-679a", "prime", "PA-679a.1:prime-wager", ["12(d)"], ""),
    ("PA-679a", "pair_bonus", "PA-679a.1:pair-bonus-wager", ["12(e)", "12(f):{}"], "ABCD"),
    ("PA-679a", "all_six_bonus", "PA-679a.1:all-six-bonus-wager", ["12(g):{}"], "ABCDE"),
    ("PA-680a", "bonus", "PA-680a.1:bonus-wager", ["12(c)"], ""),
]
"""By definition, which paragraphs have its paytables and by which letters these go."""


def odds(text: str) -> list[str]:
    return re.findall(r"[\d,]+ to 1", text)


@pytest.mark.parametrize(
    ("regulation", "wager", "tables", "letter"),
    [
        pytest.param(regulation, wager, tables, letter, marks=pytest.mark.clause(definition))
        for regulation, wager, definition, tables, letters in POSTED
        for letter in letters or [""]
    ],
)
def test_what_a_definition_calls_posted_is_posted(
    regulation: str, wager: str, tables: list[str], letter: str
) -> None:
    """The odds are those of the register, in its order."""
    offered = {wager: {"paytable": letter} if letter else {}}
    (table,) = (one for one in posted(submission(regulation, wagers=offered)) if one.wager == wager)
    wanted = [odds(clauses()[f"{regulation}.{name.format(letter)}"].requirement) for name in tables]
    assert [row.pays for row in table.rows] == list(zip(*wanted, strict=True))


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(e)", "I-101")
def test_cover_all_is_posted_line_by_line_for_one_player_and_for_several() -> None:
    (table,) = (
        one for one in posted(submission("MA-TCP", wagers={"cover_all": {}})) if one.wager == "cover_all"
    )
    players = ["1 player", *(f"{many} players" for many in range(2, 8))]
    assert [row.shown for row in table.rows] == players
    assert [row.said for row in table.rows] == [f"{one}:" for one in players]
