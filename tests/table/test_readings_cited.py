"""A refusal names every reading it rests on: that of its own paragraph and the one about people (I-157)."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
from tests.support.driver import FLOOR, PENNSYLVANIA, REGULATIONS, Driver, drive, main_bets

STUB = {"PA-649a": "8(f)", "PA-679a": "8(e)", "PA-669a": "8(f)", "PA-680a": "8(e)"}
"""The count of the stub of a manual shoe, whose "five rounds" I-13 reads."""
COUNTED = {name: (f"{name}.{paragraph}",) for name, paragraph in STUB.items()} | {
    "MA-TCP": ("MA-TCP.7(e)", "MA-TCP.7(f)")
}
SEATED = {name: f"{name}.7(b)" for name in PENNSYLVANIA} | {"MA-TCP": "MA-TCP.6(c)"}


def after_the_deal(regulation: str) -> Driver:
    return drive(regulation).start({seat: main_bets(regulation) for seat in (1, 3)}).until("stub")


@pytest.mark.clause("I-157", "I-13")
@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize(
    ("do", "said", "readings"),
    [("count_stub", {"cards": 1}, ("I-13", "I-157")), ("rack_stub", {}, ("I-157",))],
)
def test_who_plays_is_told_by_which_readings_he_does_not_act_for_the_house(
    regulation: str, do: str, said: dict[str, Any], readings: tuple[str, ...]
) -> None:
    refusal = after_the_deal(regulation).refused(do, Person("dealer", "p1"), **said)
    assert "p1 plays at this table" in refusal.what
    assert refusal.cite.interpretations == readings
    if do == "count_stub":
        assert refusal.cite.clauses == COUNTED[regulation]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(SEATED[name], "I-157", *["I-150"][: name != "MA-TCP"]))
        for name in REGULATIONS
    ],
)
def test_a_departure_is_recorded_by_the_reading_of_who_goes_early_and_of_how_many_say_so(
    regulation: str,
) -> None:
    """Before the call one person does (I-150, of the Pennsylvania chapters); later it takes two (I-157)."""
    table = after_the_deal(regulation)
    readings = ("I-150", "I-157") if regulation != "MA-TCP" else ("I-157",)
    for offer in table.offers("record_departure"):
        assert (offer.cite.clauses, offer.cite.interpretations) == ((SEATED[regulation],), readings)
    refusal = table.refused("record_departure", Person("player", "p3"), player="p1")
    assert refusal.cite.interpretations == readings
    refusal = table.refused("come_back", Person("player", "p3"))
    assert "nobody has left" in refusal.what and refusal.cite.interpretations == readings
    table.do("record_departure", FLOOR, player="p1")
    assert table.kinds()[-1] == "ask"
