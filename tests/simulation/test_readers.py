"""What the simulation's tables say that cards are, where one suit has a row of its own."""

from __future__ import annotations

import pytest

from feltlaw.cards import parse_cards
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from feltlaw.simulation.readers import label_reader, suit_key_table
from feltlaw.simulation.slots import SUITED

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
OWN_ROWS = [
    ("PA-679a", "six_card", "AKQJT9", "six_card_royal_flush", ["12(g):E", "6(d)(1)"]),
    ("PA-649a", "six_card", "AKQJT9", "super_royal", ["12(f):E", "6(e)"]),
    ("PA-649a", "three_card", "AKQ", "mini_royal", ["12(e)(1):A", "12(e)(1):B"]),
    ("PA-669a", "three_card", "AKQ", "mini_royal", ["12(e)(1)", "6(c)(1)"]),
    ("MA-TCP", "three_card", "AKQ", "mini_royal", ["13(e):Table 1", "13(e):Table 2", "13(e):Table 3"]),
    ("PA-649a", "five_card", "AKQJT", "royal_flush", ["12(h)(1)"]),
    ("MA-TCP", "five_card", "AKQJT", "royal_flush", ["13(g):PTMGLML01"]),
    ("PA-669a", "six_card", "AKQJT2", "royal_flush", ["12(d)", "6(b)(1)"]),
]
"""The hand that pays most, and the paragraphs that print it; a row of one suit is that suit's alone."""


@pytest.mark.parametrize(
    ("regulation", "ranking", "ranks", "shape"),
    [
        pytest.param(name, *case, marks=pytest.mark.clause(*(f"{name}.{one}" for one in clauses)),
                     id=f"{name}-{case[0]}")
        for name, *case, clauses in OWN_ROWS
    ],
)  # fmt: skip
def test_a_hand_in_one_suit_is_read_as_of_that_suit_and_of_no_other(
    regulation: str, ranking: str, ranks: str, shape: str
) -> None:
    of = load(regulation).rankings[ranking]
    assert isinstance(of, Poker)
    reader, kinds = label_reader((of,), 0)
    keys = suit_key_table()
    for number, (suit, title) in enumerate(SUITS.items()):
        cards = parse_cards(" ".join(f"{rank}{suit}" for rank in ranks))
        at = number * SUITED + int(sum(keys[number][card] for card in cards))
        (label,) = kinds[int(reader.suited[at])].labels
        said = {one for one in label.names if one.startswith(f"{shape}_of_")}
        assert (label.shape, said) == (shape, {f"{shape}_of_{title}"}), suit
