"""Each wager has the table's limits or its own, never another wager's, to the cent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import drive, main_bets
from tests.support.rounds import P1

WAGERS = {
    "PA-649a.7(d)(1)": "ante",
    "PA-649a.7(d)(2)": "pair_plus",
    "PA-649a.7(d)(3)": "pair_plus",
    "PA-649a.7(d)(5)#3": "six_card_bonus",
    "PA-679a.7(d)(1)": "ante",
    "PA-679a.7(d)(2)": "prime",
    "PA-679a.7(d)(3)": "pair_bonus",
    "PA-679a.7(d)(4)": "all_six_bonus",
    "PA-669a.7(d)(1)": "ante",
    "PA-669a.7(d)(3)": "pair_plus",
    "PA-669a.7(d)(5)": "six_card_bonus",
    "PA-680a.7(d)(1)": "ante",
    "PA-680a.7(d)(3)": "bonus",
    "MA-TCP.6(a)(1)": "ante",
    "MA-TCP.6(a)(2)": "pair_plus",
    "MA-TCP.6(a)(3)": "pair_plus",
    "MA-TCP.6(g)": "six_card_bonus",
    "MA-TCP.12(a)": "cover_all",
}
ALONE = ("PA-649a.7(d)(2)", "MA-TCP.6(a)(2)")
"""Where it is made without an Ante."""
POSTED = {"minimum": 15, "maximum": 500}
OWN = {"low": (5, 100), "high": (20, 600), "none": (15, 500)}
"""Limits of a wager, below and above the table's, and a wager that has none of its own."""


@pytest.mark.parametrize(
    ("clause", "wager"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0], "I-21"), id=one[0]) for one in WAGERS.items()],
)
@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("other", OWN)
def test_a_wager_keeps_its_own_limits_whatever_those_of_others_are(
    clause: str, wager: str, own: str, other: str
) -> None:
    """`other` is the Ante, or for the Ante a side wager."""
    regulation = clause.partition(".")[0]
    side = next(one for at, one in WAGERS.items() if at.startswith(regulation) and one != "ante")
    another = "ante" if wager != "ante" else side
    wagers: dict[str, Any] = {side: {}, wager: {}}
    for name, limits in ((wager, own), (another, other)):
        if limits != "none":
            wagers[name] = {"minimum": OWN[limits][0], "maximum": OWN[limits][1]}
    table = drive(regulation, limits=POSTED, wagers=wagers).open(1)
    low, high = (100 * dollars for dollars in OWN[own])
    beside = main_bets(regulation, 2000)
    for cents, fits in ((low, True), (high, True), (low - 1, False), (high + 1, False), (100, False)):
        if wager == "ante":
            box = main_bets(regulation, cents)
        else:
            box = {**({} if clause in ALONE else beside), wager: cents}
        if fits:
            table.do("bet", P1, seat=1, wagers=box)
            assert table.round.facts.stakes[1] == box
        else:
            refusal = table.refused("bet", P1, seat=1, wagers=box)
            assert ("below the minimum" if cents < low else "above the maximum") in refusal.what
