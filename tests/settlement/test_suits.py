"""No suit is higher than another: with its suits changed round, a deal comes to the same money."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.settlement import Line
from tests.support.settled import PRINTED, STAYS, main, settled

Offered = dict[str, dict[str, Any]]
HANDS = (
    "As Ks Qs", "Js Ts 9s", "3s 2s As", "7s 7h 7d", "As Kh Qs", "4s 3h 2d", "Ks 9s 4s", "9s 9h 4d",
    "As 8h 4s",
)  # fmt: skip
"""A player's: every kind of three cards that a chapter lists."""
OTHERS = ("Js Ts 2d", "Ad Kd Qd", "9d 9c 8s", "Qh 4c 2d", "8c 6d 5h", "Ac Kc Qh")
"""The dealer's, or the community cards: with the player's also royal flushes and equal hands."""


def tables(clause: str) -> list[str]:
    """The letters of a list of paytables, those that name a suit left out."""
    found = [one for one in PRINTED if one.startswith(f"{clause}:")]
    return [
        one.partition(":")[2]
        for one in found
        if not any(
            paid and "_of_" in row.replace("_of_a_kind", "") for row, paid in PRINTED[one]["rows"].items()
        )
    ]


def offers(regulation: str) -> list[Offered]:
    """What is offered beside the main game, every paytable once."""
    lists = {
        "PA-649a": {"ante": "12(b)", "pair_plus": "12(d)", "six_card_bonus": "12(f)"},
        "MA-TCP": {"six_card_bonus": "6(g)(4)"},
        "PA-679a": {"play": "12(c)", "pair_bonus": "12(f)", "all_six_bonus": "12(g)"},
        "PA-669a": {"pair_plus": "12(a)", "six_card_bonus": "12(f)"},
    }[regulation]
    keys = {"ante": "bonus_paytable", "play": "bad_beat_paytable"}
    letters = {wager: tables(f"{regulation}.{of}") for wager, of in lists.items()}
    return [
        {wager: {keys.get(wager, "paytable"): some[at % len(some)]} for wager, some in letters.items()}
        for at in range(max(map(len, letters.values())))
    ]


def money(lines: tuple[Line, ...]) -> list[tuple[str, str, str, int, int]]:
    return [(one.id, one.outcome, one.result, one.paid, one.returned) for one in lines]


def around(cards: str, by: int) -> str:
    return "".join("shdc"[("shdc".index(one) + by) % 4] if one in "shdc" else one for one in cards)


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.6(a)")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.3(a)", "MA-TCP.1:suit")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.6(a)")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.6(a)")),
    ],
)
def test_suits_changed_round_change_no_cent(regulation: str) -> None:
    """With every paytable that names no suit."""
    place = "community" if regulation == "PA-669a" else "dealer"
    deals = [(own, some) for at, own in enumerate(HANDS) for some in (OTHERS[0], OTHERS[1 + at % 5])]
    for offered in offers(regulation):
        beside = {*offered} - {"ante", "play"} | ({"pair_plus"} if regulation == "MA-TCP" else set())
        staked = {**main(regulation), **dict.fromkeys(beside, 5)}
        for own, others in deals:
            if {*own.split()} & {*others.split()}:
                continue
            seen = []
            for by in range(4):
                seat: dict[str, Any] = {"seat": 1, "cards": around(own, by), "wagers": staked}
                seat["decisions"] = STAYS.get(regulation, ["play"])
                if "pair_bonus" in staked:
                    seat["fourth"] = around("2c", by)
                seen.append(money(settled(regulation, offered, seat, **{place: around(others, by)})))
            assert seen.count(seen[0]) == 4, (offered, own, others)
