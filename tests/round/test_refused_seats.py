"""What a refusal of a seat says: the number while it is short."""

from __future__ import annotations

import pytest

from tests.round.test_refusals import refusal, scenario


@pytest.mark.clause("PA-649a.2(a)")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (8, "there is no seat 8"),
        (-99, "there is no seat -99"),
        (99, "there is no seat 99"),
        (100, "there is no seat with such a number"),
        (-100, "there is no seat with such a number"),
    ],
)
def test_a_seat_the_layout_does_not_have_is_named_while_its_number_is_short(number: int, said: str) -> None:
    refused = refusal(scenario("PA-649a", {"seat": number}))
    assert refused.what == said
    assert refused.legal == "Seats run from 1 to 7."
    assert refused.clauses == ["PA-649a.2(a)"]
