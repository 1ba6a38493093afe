"""What a par sheet files about the cards and the seats of a table, and by which tables it pays."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.report.blocks import Facts, SheetTable
from feltlaw.report.filed import filed
from tests.support.driver import DEALS, REGULATIONS, submission
from tests.support.ranked import choosing, tables
from tests.support.signs import Table, choices
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


NAMES = {
    "ante": "Ante", "play": "Play", "pair_plus": "Pair Plus", "prime": "Prime", "pair_bonus": "Pair Bonus",
    "all_six_bonus": "All-Six Bonus",
}  # fmt: skip
"""What wagers are called on which something else may be paid, or that have a table."""


def chosen(table: Table) -> dict[str, list[str]]:
    """By wager the letters or names of the tables that it pays by, and those of the awards on it."""
    found: dict[str, list[str]] = {}
    for one in choices(table):
        letter = table.name(one)
        if letter:
            section = one.key.partition(".")[0]
            title = one.title if section == one.of else NAMES[section]
            named = letter if section == one.of else f"{one.title} {letter}"
            found.setdefault(title, []).append(named)
    if "cover_all" in table.offered:
        found["Cover All"] = ["by number of players"]
    return found


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*choosing(name))) for name in REGULATIONS if choosing(name)],
)
def test_the_table_that_was_selected_is_filed_beside_its_wager(regulation: str) -> None:
    """A wager's own by its letter, that of an award on the wager by the award's title and the letter; where
    there is nothing to select, no letter stands."""
    for table in tables(regulation):
        _, block = (*filed(submission(regulation, **table.sections())),)[:2]
        assert isinstance(block, SheetTable)
        told = {row[0]: row[2] for row in block.rows}
        for title, names in (wanted := chosen(table)).items():
            assert told[title] == ", ".join(names), table
        others = {cell for title, cell in told.items() if title not in {*wanted, "Pair Plus"}}
        assert others <= {""}, table


def test_every_chapter_is_looked_at() -> None:
    assert set(CARDS) == set(SEATS) == set(REGULATIONS)
