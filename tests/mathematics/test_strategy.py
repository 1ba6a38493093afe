"""The best play told: every hand once, rules that play from the hand they name, what the dealer may hold."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.strategy import best_cut, best_play, hand_value, named_strategies
from feltlaw.mathematics.three_card import short_name
from tests.support.math_checks import submission


@cache
def game() -> DealerGame:
    return DealerGame(submission("PA-649a"))


def test_the_full_table_is_there_where_it_is_asked_for() -> None:
    assert best_play(game()).table == ()
    table = best_play(game(), full_table=True).table
    assert sum(line.hands for line in table) == 22_100
    for line in table:
        assert line.best == max(line.actions, key=lambda act: line.actions[act])
    assert {line.best for line in table} == {"play", "fold"}
    assert table[0].hand != table[-1].hand == "5-3-2", "the best first"


def test_a_rule_plays_from_the_hand_that_it_names() -> None:
    played = {}
    for name, rule, plays in named_strategies(game(), best_cut(game())):
        hands = [case.hand for case in game().cases if plays(case)]
        lowest = min(hands, key=lambda hand: hand.at, default=None)
        played[name] = short_name(game().ranking, lowest.cards) if lowest else ""
        if played[name] and "every hand" not in rule:
            assert f"play {played[name]} or better" in rule
    assert played == {
        "the rule": "Q-6-4", "mimic the dealer": "Q-3-2", "never fold": "5-3-2",
        "any queen with a 6": "Q-6-2", "any queen with a 7": "Q-7-2", "any king": "K-3-2",
        "any ace": "A-4-2", "pairs and better only": "pair of 2s, 3 kicker", "always fold": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("values", "cut"),
    [((-3, 4, 5), 1), ((0, 4, 5), 1), ((1, 4, 5), 0), ((-1, -2, -3), 3), ((2, -1, 5), 0), ((1, -1, 5), 2)],
)
def test_the_cut_that_is_worth_most(values: tuple[int, ...], cut: int) -> None:
    """Of cuts that are worth the same the highest."""
    cases = [
        SimpleNamespace(hand=SimpleNamespace(at=at, weight=1), value=10 + v) for at, v in enumerate(values)
    ]
    made: Any = SimpleNamespace(table=SimpleNamespace(ranks=values), cases=cases, fold_value=10)
    assert best_cut(made) == cut


@pytest.mark.parametrize("cards", ["As Ks Qs", "Ac Ad Ah", "Qs 6d 4c", "2c 3d 5h"])
def test_only_dealer_hands_that_there_are_are_told(cards: str) -> None:
    notes = hand_value(game(), parse_cards(cards)).notes
    counts = [int(note.partition(": ")[2].partition(" of")[0].replace(",", "")) for note in notes]
    assert all(counts) and sum(counts) == 18_424
