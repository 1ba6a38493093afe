"""The kernel that numba compiles, run as it is written."""

from __future__ import annotations

import numpy as np
import pytest

from feltlaw.cards import Card
from feltlaw.mathematics.evaluators import Evaluator, _one_by_one
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.ranking import Poker
from tests.ranking.test_classes import poker


@pytest.mark.parametrize(("regulation", "name"), [("PA-649a", "three_card"), ("PA-649a", "five_card")])
def test_the_kernel_ranks_as_the_ranking_does(regulation: str, name: str) -> None:
    """Hands of no flush, and a flush in every suit with and without another card."""
    ranking = poker(regulation, name)
    plain = Evaluator(ranking)
    assert plain._kernel is None, "numba is loaded only where it is asked for"
    hands = [[4 * at + suit for at in range(ranking.of)] for suit in range(4)]
    hands += [[*hand[1:], (hand[0] + 1) % 52] for hand in hands]
    hands += [[(first + 7 * at) % 52 for at in range(ranking.of)] for first in range(40)]
    found = np.zeros(len(hands), np.int32)
    tables = (plain._keys, plain._mixed, plain._suit_keys, plain._suited)
    _one_by_one(np.array(hands), plain._start, *tables, found)
    assert found.tolist() == [ranking.rank([Card(card) for card in hand]) for hand in hands]


@pytest.mark.parametrize(("cards", "of"), [(3, 4), (3, 5), (5, 7)])
def test_hands_that_no_table_holds_are_refused(cards: int, of: int) -> None:
    """Neither of four cards nor with two cards beside the flush."""
    other = Poker("other", "PA-649a.6(b)", cards=cards, of=of, shapes={"flush": "PA-649a.6(b)"})
    with pytest.raises(AnalysisError, match="not one of three, five or six"):
        Evaluator(other)


def test_hands_stand_in_rows() -> None:
    three = Evaluator(poker("PA-649a", "three_card"))
    for shape in ((2, 3, 1), (3,), (3, 2)):
        with pytest.raises(AnalysisError, match="rows of 3 card numbers"):
            three.ranks(np.zeros(shape, np.uint8))
