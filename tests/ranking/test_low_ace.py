"""The ace below the 2, in hands of five cards and of the best five of six."""

from __future__ import annotations

import pytest

from tests.ranking.test_classes import poker
from tests.ranking.test_five_card import read

LOW_ACE = [
    pytest.param(regulation, name, marks=pytest.mark.clause(*clauses), id=f"{regulation}-{name}")
    for regulation, clauses, names in (
        ("PA-649a", ("PA-649a.6(a)#2", "I-05"), ("five_card", "five_of_six", "six_card")),
        ("MA-TCP", ("MA-TCP.3(a)#2", "I-05"), ("five_card", "six_card")),
        ("PA-679a", ("PA-679a.6(a)#2", "I-05"), ("six_card",)),
        ("PA-669a", ("PA-669a.6(a)#2",), ("six_card",)),
    )
    for name in names
]


@pytest.mark.parametrize(("regulation", "name"), LOW_ACE)
def test_an_ace_is_low_in_straights_of_five_cards_too(regulation: str, name: str) -> None:
    """In the lowest straight, suited or not, and in no run that goes on from the king."""
    beside = "" if poker(regulation, name).of == 5 else " 9d"
    for low, next_up, shape in (
        ("As 2d 3c 4h 5s", "2d 3c 4h 5s 6d", "straight"),
        ("As 2s 3s 4s 5s", "2s 3s 4s 5s 6s", "straight_flush"),
    ):
        wheel = read(regulation, name, low + beside)
        assert wheel.shape == shape
        assert wheel.rank < read(regulation, name, next_up + beside).rank
    for around in ("Kc As 2h 3c 4d", "Qd Kc As 2h 3c", "Jd Qs Kc Ah 2c"):
        plain = read(regulation, name, around + (beside and " 8s"))
        assert plain.shape not in ("straight", "straight_flush"), around
