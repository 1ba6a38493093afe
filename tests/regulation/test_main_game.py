"""Which kind of game each regulation's main game is, as its data says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feltlaw import load, regulation_ids
from feltlaw.regulation import read_regulation
from feltlaw.regulation.main_game import MainGame, main_game, main_wager, main_wagers
from tests.regulation.test_faults import changed

KINDS = {
    "PA-649a": (MainGame.AGAINST_DEALER, "ante", ["ante", "play"]),
    "MA-TCP": (MainGame.AGAINST_DEALER, "ante", ["ante", "play"]),
    "PA-679a": (MainGame.AGAINST_DEALER, "ante", ["ante", "play"]),
    "PA-669a": (MainGame.STREETS, "ante", ["ante", "blind", "play"]),
    "PA-680a": (MainGame.SHOWDOWN, "ante", ["ante"]),
}


@pytest.mark.parametrize("regulation", regulation_ids())
def test_the_main_game(regulation: str) -> None:
    law = load(regulation)
    kind, main, wagers = KINDS[regulation]
    found = main_wager(law)
    assert main_game(law) is kind
    assert found is not None and found.id == main
    assert [wager.id for wager in main_wagers(law)] == wagers


def test_it_is_what_is_decided_that_counts_and_no_name() -> None:
    """Saigon without the setting of hands would be one hand against the dealer's."""
    renamed = changed("PA-680a", 'name = "set the hands"', 'name = "anything"')
    assert main_game(read_regulation(renamed)) is MainGame.SHOWDOWN
    as_dealt = changed("PA-680a", '{ say = "set", sets = true }', '{ say = "stand" }')
    assert main_game(read_regulation(as_dealt)) is MainGame.AGAINST_DEALER


def test_a_game_of_another_kind_has_no_name_here() -> None:
    """No contest, and no community card between the decisions; no decision at all."""
    law = load("PA-669a")
    at_once = tuple(replace(one, revealed=0) for one in law.decisions)
    assert main_game(replace(law, decisions=at_once)) is None
    nothing = replace(law, decisions=())
    assert main_game(nothing) is None
    assert main_wager(nothing) is None
    assert main_wagers(nothing) == ()
    alone = replace(load("PA-679a"), deal=replace(load("PA-679a").deal, dealer=None))
    assert main_game(alone) is None
