"""The procedure of a table tells each person all that he is to do, also what no one asks for or checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from feltlaw.register import clauses
from feltlaw.submission import Submission
from feltlaw.telling.procedure import Done, procedure
from tests.support.driver import DEALS, REGULATIONS, submission
from tests.support.parts import Line, lines
from tests.test_parts import missing

HAPPENS = ("always", "idle", "wrong_count", "player_left", "preshuffled", "manual_or_preshuffled")
"""What every table has to do, whatever was submitted: it is always so, or may come about there."""
SHUFFLED: tuple[dict[str, Any], ...] = (
    {"shuffle": "automated", "shuffler_counts_cards": False},
    {"shuffle": "automated", "shuffler_counts_cards": True, "decks": 2},
)
SIDE: dict[str, dict[str, Any]] = {
    "PA-649a": {"three_card_progressive": {}, "five_card_hand_bonus": {}},
    "MA-TCP": {"three_card_progressive": {}, "cover_all": {}},
    "PA-679a": {"pair_bonus": {}, "prime": {}},
    "PA-669a": {"three_card_progressive": {}},
    "PA-680a": {"bonus": {}},
}


def tables(regulation: str, deal: str) -> list[Submission]:
    """With nothing and with something beside the main game; a device counts the deck, or the dealer does."""
    return [
        submission(regulation, cards={"deal": deal, **cards}, wagers=wagers)
        for cards in SHUFFLED
        for wagers in ({}, SIDE[regulation])
    ]


def due(line: Line, about: Submission) -> bool:
    """Whether every such table has it; a wrong count is found where somebody counts."""
    if line.group == "two_decks" and about.cards.decks != 2:
        return False
    return line.group not in {*DEALS} - {about.cards.deal} and line.when in HAPPENS


def told(about: Submission, by: str = "") -> list[Done]:
    return [step for part in procedure(about, by) for step in part.steps]


def told_in_order(expected: Sequence[Line], steps: Sequence[Done]) -> str:
    """The first line that nobody is told, or not after what comes before it; nothing where there is none."""
    left = iter(steps)
    for line in expected:
        if not any(one.cite.clauses == line.clauses and not missing(line.said, one.text) for one in left):
            return f"{line.where}: {line.do}"
    return ""


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            id=f"{name}-{deal}",
            marks=pytest.mark.clause(
                *dict.fromkeys(
                    clause
                    for line in lines(name)
                    if line.group in (deal, "round", "betting", "shuffle", "opening", "two_decks")
                    if line.when in HAPPENS
                    for clause in line.clauses
                    if clause in clauses() and clauses()[clause].testable in ("procedure", "record")
                )
            ),
        )
        for name in REGULATIONS
        for deal in DEALS
    ],
)
def test_everybody_is_told_all_that_is_his_to_do_and_in_its_order(regulation: str, deal: str) -> None:
    """How cards are held and drawn too, and how a player keeps his: nobody asks for it, this tells it."""
    for about in tables(regulation, deal):
        expected = [line for line in lines(regulation) if due(line, about)]
        assert not told_in_order(expected, told(about))
        for role in ("dealer", "floorperson", "player"):
            mine = [line for line in expected if role in line.who]
            assert not told_in_order(mine, told(about, role)), role


HELD = {
    "MA-TCP": ("8(b)(2)", "8(b)(2)(i)", "8(b)(2)(ii)"),
    "PA-649a": ("9(a)(2)",), "PA-679a": ("9(a)(2)",), "PA-669a": ("9(a)(2)",), "PA-680a": ("9(a)(2)",),
}  # fmt: skip


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in found)), id=name)
        for name, found in HELD.items()
    ],
)
def test_who_deals_from_the_hand_is_told_where_the_deck_is_kept(regulation: str) -> None:
    """In one hand for the whole round, in front of him and over the table inventory container; who deals from
    a shoe is not."""
    words = ("hold", "hand", "for the whole round", "in front of you", "over the table inventory container")
    for deal in DEALS:
        for about in tables(regulation, deal):
            for steps in (told(about), told(about, "dealer")):
                held = [one for one in steps if not missing(words, one.text)]
                assert [one.cite.clauses for one in held] == (
                    [tuple(f"{regulation}.{one}" for one in HELD[regulation])] if deal == "hand" else []
                )
