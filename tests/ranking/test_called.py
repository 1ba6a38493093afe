"""What every hand is called, by the cards that decide it."""

from __future__ import annotations

import pytest

from feltlaw.cards import parse_cards
from tests.ranking.test_classes import FIVE_CARD, SIX_CARD, THREE_CARD, poker
from tests.support.called import KINDS

LISTED = {
    ("PA-649a", "three_card"): ("PA-649a.6(b)", [0, 1, 2, 3, 4, 5]),
    ("MA-TCP", "three_card"): ("MA-TCP.3(b)", [0, 1, 2, 3, 4, 5]),
    ("PA-679a", "three_card"): ("PA-679a.6(b)", [1, 2, 3, 4, 5, 6]),
    ("PA-669a", "three_card"): ("PA-669a.6(c)", [0, 1, 2, 3, 4, 5]),
    ("PA-649a", "five_card"): ("PA-649a.6(d)", [1, 2, 3, 4, 5, 6, 7]),
    ("PA-649a", "five_of_six"): ("PA-649a.6(d)", [1, 2, 3, 4, 5, 6, 7]),
    ("PA-649a", "six_card"): ("PA-649a.6(d)", [8, 1, 2, 3, 4, 5, 6, 7]),
    ("PA-679a", "six_card"): ("PA-679a.6(d)", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("PA-669a", "six_card"): ("PA-669a.6(b)", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("PA-680a", "bonus_hand"): ("PA-680a.6(c)", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
}
"""Where a list stands, and the number of each kind in it; 0 where it has none."""
ORDER = {
    "PA-649a": "PA-649a.6(a)",
    "MA-TCP": "MA-TCP.3(a)",
    "PA-679a": "PA-679a.6(a)",
    "PA-669a": "PA-669a.6(a)",
    "PA-680a": "PA-680a.6(c)",
}
"""The order of the cards, and in its second sentence the low ace; in 680a the joker."""


def clauses(regulation: str, ranking: str, shape: str) -> list[str]:
    where, numbers = LISTED.get((regulation, ranking), ("", []))
    at = dict(zip(KINDS[regulation, ranking], numbers, strict=False)).get(shape, 0)
    found = [ORDER[regulation], *([f"{where}({at})"] if at else [])]
    if shape in ("straight", "straight_flush"):
        found.append(f"{ORDER[regulation]}#2")
    if ranking in ("six_card", "five_of_six"):
        found += ["I-83"] if regulation == "PA-679a" else ["I-37"]
    return [*found, *(["I-142"] if regulation == "PA-680a" else [])]


@pytest.mark.parametrize(
    ("regulation", "ranking", "shape"),
    [
        pytest.param(
            regulation,
            ranking,
            shape,
            marks=pytest.mark.clause(*clauses(regulation, ranking, shape)),
            id=f"{regulation}-{ranking}-{shape}",
        )
        for regulation, ranking in [*THREE_CARD, *FIVE_CARD, *SIX_CARD]
        for shape in KINDS[regulation, ranking]
    ],
)
def test_a_hand_is_called_by_the_cards_that_decide_it(regulation: str, ranking: str, shape: str) -> None:
    """A run by its upper end, and of an ace, a 2 and so on that is not the ace; a group with the highest
    card beside it; the joker as the best card that it may be."""
    reads = poker(regulation, ranking)
    hands = list(KINDS[regulation, ranking][shape](reads.of))
    assert hands
    for cards, title in hands:
        hand = reads.read(parse_cards(cards))
        assert (hand.shape, hand.title) == (shape, title), cards
