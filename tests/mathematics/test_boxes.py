"""Stakes made together: a box that holds them, or why none does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from feltlaw.mathematics.box_stakes import box_of, usual_box
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, WagerAnalysis
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from tests.support.math_checks import submission

MAIN = WagerAnalysis(
    "ante", Distribution((OutcomeRow("lost", 1, Fraction(-1)),), 1), ("ante", "play", "ante_bonus")
)


@pytest.mark.parametrize(
    ("units", "box"),
    [
        (Fraction(0), {"ante": 500, "pair_plus": 0}),
        (Fraction(1), {"ante": 500, "pair_plus": 500}),
        (Fraction(1, 2), {"ante": 1000, "pair_plus": 500}),
        (Fraction(10), {"ante": 500, "pair_plus": 5000}),
    ],
)
def test_the_smallest_box_with_such_stakes(units: Fraction, box: dict[str, int]) -> None:
    """Of $5 to $50 each; nothing may be staked too."""
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 50})
    assert box_of(table, MAIN, ["pair_plus"], {"pair_plus": units}) == box


@pytest.mark.parametrize(
    ("units", "says"),
    [
        (Fraction(-1, 9), "less than nothing"),
        (Fraction(1, 7919), "no Ante of this table makes whole cents"),
        (Fraction(11), "maximum"),
    ],
)
def test_stakes_that_no_box_holds(units: Fraction, says: str) -> None:
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 50})
    with pytest.raises(AnalysisError, match=says):
        box_of(table, MAIN, ["pair_plus"], {"pair_plus": units})


def test_an_amount_that_is_fixed_raises_no_ante() -> None:
    """649a.7(e)(1): the Ante covers Pair Plus, of $2 or more; the progressive takes $5 beside it."""
    sections: dict[str, Any] = {"pair_plus": {"minimum": 2}, "three_card_progressive": {"amount": 5}}
    table = submission(
        "PA-649a", limits={"minimum": 1}, version={"pair_plus": "ante_covers"}, wagers=sections
    )
    found = usual_box(table, MAIN, ["pair_plus", "three_card_progressive"])
    assert found == {"ante": 200, "pair_plus": 200, "three_card_progressive": 500}


def test_suits_are_named_from_clubs_on() -> None:
    """649a: a royal flush of each suit is counted apart, and an example of it is of that suit."""
    ranking = load("PA-649a").rankings["five_card"]
    assert isinstance(ranking, Poker)
    first = categories(ranking)[:4]
    suits = ["clubs", "diamonds", "hearts", "spades"]
    assert [one.label.names[0] for one in first] == [f"royal_flush_of_{suit}" for suit in suits]
    assert [{card % 4 for card in one.example} for one in first] == [{0}, {1}, {2}, {3}]
