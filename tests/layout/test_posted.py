"""A wager against a posted paytable: its table is posted, every row of it with its odds."""

from __future__ import annotations

import re

import pytest

from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
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


@pytest.mark.clause("PA-649a.12(i)(3)", "I-61")
def test_how_often_a_bonus_is_drawn_stands_beside_it() -> None:
    drawn = {"magic_card": True, "magic_card_chance": "1/20", "lucky_bonus": True, "lucky_bonus_chance": "0"}
    offered = {"five_card_hand_bonus": drawn}
    notes = {one.award: one.note for one in posted(submission("PA-649a", wagers=offered)) if one.award}
    assert notes["magic_card"] == "drawn in 1 of 20 rounds"
    assert notes["lucky_bonus"] == "drawn in no round"
    assert notes["ante_bonus"] == ""


@pytest.mark.clause("PA-680a.12(c)", "I-01")
@pytest.mark.parametrize(
    ("regulation", "offered", "said"),
    [
        ("PA-680a", {}, False),
        ("PA-649a", {"pair_plus": {"paytable": "A"}}, False),
        ("PA-649a", {"five_card_progressive": {}}, True),
    ],
)
def test_the_sign_says_what_for_1_means_where_it_is_posted(
    regulation: str, offered: dict[str, dict[str, str]], said: bool
) -> None:
    headings = [one.heading for one in rules(submission(regulation, wagers=offered))]
    assert ("To 1, for 1" in headings) == said
