"""What everybody is told of a count of the stub: whether it was right, and whether all cards are there."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Command, legal
from feltlaw.telling import Teller
from tests.support.driver import DEALS, REGULATIONS
from tests.support.parts import lines
from tests.support.played import CREW, Played, main_wagers, shuffled_deck, submission, viewers

WHOLE = {"PA-680a": 53}
HAND = {"PA-680a": 5}
FOUND: list[tuple[str, int, dict[str, Any], str]] = [
    ("rack_counted_stub", 0, {}, "The dealer counts the stub: the deck is complete."),
    ("misdealt", 1, {"misdealt": True, "deck": 0}, "the deck is whole"),
    ("misdealt", 1, {"misdealt": True, "deck": -1}, "the deck is not whole"),
    ("misdealt", 1, {"misdealt": True, "deck": 1}, "the deck is not whole"),
    ("remove_deck", 1, {"misdealt": False}, "the deck is not whole"),
]
"""Step, whether the stub is off, what was found, the deck by how many cards it is off, and what is told."""


def cases() -> list[Any]:
    found = []
    for name in REGULATIONS:
        for deal in DEALS:
            for at, (step, off, data, said) in enumerate(FOUND):
                steps = [one for one in lines(name) if one.group == deal and one.do == step]
                proved = pytest.mark.clause(*(clause for one in steps for clause in one.clauses))
                found.append(
                    pytest.param(name, deal, (off, data, said), marks=proved, id=f"{name}-{deal}-{at}")
                )
    return found


@pytest.mark.parametrize(("regulation", "deal", "counted"), cases())
@pytest.mark.parametrize("void", [False, True])
def test_everybody_is_told_whether_the_whole_deck_is_there_and_not_only_that_it_was_misdealt(
    regulation: str, deal: str, counted: tuple[int, dict[str, Any], str], void: bool
) -> None:
    """A misdeal is one thing, a whole deck another; the deck leaves where it is told not to be whole."""
    off, found, said = counted
    whole = WHOLE.get(regulation, 52)
    rest = whole - 3 * HAND.get(regulation, 3)
    for by in (-1, 1) if off else (0,):
        about = submission(regulation, cards={"deal": deal}, wagers={})
        table = Played(about, shuffled_deck(regulation, deal), real_cards=True)
        table.sit(1, 2)
        table.crew()
        table.bet({seat: main_wagers(about) for seat in (1, 2)})
        table.crew(until="rack_stub")
        if void:
            reports = [one.data for one in legal(table.state) if one.do == "report"]
            (report,) = [one for one in reports if one.kind == "wrong_number_of_cards"]
            table.give(Command("report", CREW["dealer"], report))
        deck = {"deck": whole + found["deck"]} if "deck" in found else {}
        table.do("count_stub", CREW["dealer"], cards=rest + by, **{**found, **deck})
        (step,) = [one for one in table.steps if one.event.kind == "count_stub"]
        wanted = f"The stub has {rest + by} cards, which is wrong; {said}." if off else said
        for viewer in viewers({1: 1, 2: 1}):
            (event,) = step.look().frame(viewer).events
            assert [str(one) for one in Teller(about).event(event)] == [wanted]
        if off or void:
            table.crew()
            (over,) = [one.event.data for one in table.steps if one.event.kind == "end_round"]
            assert over.deck_removed == ("not whole" in said)
