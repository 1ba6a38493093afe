"""What a par sheet files about the cards and the seats of a table."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.report.blocks import Facts
from feltlaw.report.filed import filed
from tests.support.driver import DEALS, REGULATIONS, submission
from tests.support.submissions import by_clause, regulation_of

CARDS = {"PA-649a": 52, "MA-TCP": 52, "PA-679a": 52, "PA-669a": 52, "PA-680a": 53}
"""What a deck has in play: in Saigon with one joker, however many it was made with (680a.3(a), I-146)."""
SEATS = {"PA-649a": 7, "MA-TCP": 7, "PA-679a": 6, "PA-669a": 6, "PA-680a": 6}


def facts(regulation: str, **sections: Any) -> dict[str, str]:
    block = next(iter(filed(submission(regulation, **sections))))
    assert isinstance(block, Facts)
    return {one.label: one.value for one in block.items}


def ways(regulation: str) -> list[dict[str, Any]]:
    """How cards are shuffled and dealt, from one deck and from two, made with one joker and with two."""
    found: list[dict[str, Any]] = [{"deal": deal, "shuffle": "automated"} for deal in DEALS]
    found += [{**one, "decks": 2, "deck_backs": ["red", "blue"]} for one in found]
    found.append({"deal": "manual_shoe", "shuffle": "manual"})
    if regulation == "PA-680a":
        found += [{**one, "jokers_made": made} for one in found for made in (1, 2)]
    return found


@pytest.mark.parametrize(
    "clause",
    by_clause(
        (("PA-649a.3(a)", "PA-649a.3(b)"),),
        (("PA-679a.3(a)", "PA-679a.3(b)"),),
        (("PA-669a.3(a)", "PA-669a.3(b)"),),
        (("PA-680a.3(a)", "PA-680a.3(a)#2", "PA-680a.3(b)", "I-146"),),
        (("MA-TCP.2(a)", "MA-TCP.2(b)"),),
    ),
)
def test_a_deck_is_filed_with_the_cards_that_are_in_play(clause: str) -> None:
    regulation = regulation_of(clause)
    for cards in ways(regulation):
        decks = "2 decks" if cards.get("decks") == 2 else "1 deck"
        wanted = f"{CARDS[regulation]} in a deck, {decks}"
        assert facts(regulation, cards=cards)["Cards"] == wanted, cards


@pytest.mark.parametrize(
    "clause",
    by_clause(
        ("PA-649a.2(a)",), ("PA-679a.2(a)",), ("PA-669a.2(a)",), ("PA-680a.2(a)",),
        (("I-128", "MA-TCP.6(e)"),),
    ),
)  # fmt: skip
def test_the_tables_own_seats_are_filed(clause: str) -> None:
    regulation = "MA-TCP" if clause == "I-128" else regulation_of(clause)
    for seats in range(1, SEATS[regulation] + 1):
        assert facts(regulation, limits={"seats": seats})["Seats"] == str(seats)


def test_every_chapter_is_looked_at() -> None:
    assert set(CARDS) == set(SEATS) == set(REGULATIONS)
