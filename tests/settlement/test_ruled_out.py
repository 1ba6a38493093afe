"""A player on whom a floorperson has ruled: each wager of his is lost, and each award, whatever his cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import feltlaw
from feltlaw.settlement import Settlement

POKER = ("three_card_progressive", "five_card_progressive", "five_of_six_progressive")
BONUS = ("five_card_hand_bonus_player", "five_card_hand_bonus_dealer")


@dataclass(frozen=True)
class Round:
    """Seat 1 has staked on everything there is and wins all of it; seat 2 folds, or has the lesser hand."""

    offered: tuple[str, ...]
    stakes: dict[str, int]
    cards: str
    says: str
    other: dict[str, Any]
    """Seat 2."""
    rest: dict[str, str]
    fourth: dict[str, str] = field(default_factory=dict)
    shows: dict[str, int] = field(default_factory=dict)
    """Each meter with the round's wagers on it, when nobody has won."""


ROUNDS = {
    "PA-649a": Round(
        ("pair_plus", "six_card_bonus", "five_card_hand_bonus", *POKER),
        {"ante": 10, "pair_plus": 5, "six_card_bonus": 5, **dict.fromkeys((*POKER, *BONUS), 1)},
        "As Ks Qs", "play",
        {"cards": "2c 3d 5h", "wagers": {"ante": 10, "three_card_progressive": 1}, "decisions": ["fold"]},
        {"dealer": "9s 8s 7s", "community": "Js Ts"},
        shows={"three_card_progressive": 1_000_28, "five_card_progressive": 10_000_21,
               "five_card_hand_bonus": 10_000_42, "five_of_six_progressive": 10_000_28},
    ),
    "PA-679a": Round(
        ("prime", "pair_bonus", "all_six_bonus"),
        {"ante": 10, "prime": 5, "pair_bonus": 5, "all_six_bonus": 5}, "9h 9d 4h", "play",
        {"cards": "2c 3d 5h", "wagers": {"ante": 10}, "decisions": ["fold"]}, {"dealer": "9c 2s 5c"},
        fourth={"fourth": "Kc"},
    ),
    "PA-669a": Round(
        ("pair_plus", "three_card_progressive", "six_card_bonus"),
        {"ante": 10, "blind": 10, "pair_plus": 5, "three_card_progressive": 1, "six_card_bonus": 5},
        "As Ks Qs", "play 3x",
        {"cards": "2c 3d 5h", "wagers": {"ante": 10, "blind": 10, "three_card_progressive": 1},
         "decisions": ["check", "check", "fold"]},
        {"community": "Js Ts 4d"}, shows={"three_card_progressive": 1_000_28},
    ),
    "PA-680a": Round(
        ("pot", "bonus"), {"ante": 10, "pot": 5, "bonus": 5}, "Ks Kh Kd Ts Td", "set Ks Kh Kd",
        {"cards": "Qh 6d 4c 9h 9d", "wagers": {"ante": 10, "pot": 5}}, {"dealer": "Kc 7c 3d 5h 2h"},
    ),
}  # fmt: skip
RULINGS = {
    **{("abandoned", name): f"{name}.7(b)#2" for name in ROUNDS},
    ("communicated", "PA-669a"): "PA-669a.11(a)(3)",
}


def settled(regulation: str, ruling: str, *, decided: bool) -> Settlement:
    of = ROUNDS[regulation]
    mine = {"seat": 1, "cards": of.cards, "wagers": of.stakes, "ruling": ruling, **of.fourth}
    rules = {
        "regulation": regulation,
        "limits": {"minimum": 5, "maximum": 500},
        "wagers": {wager: {} for wager in of.offered},
        "settlement": {"departed_player": "forfeit"},
    }
    seats = [{**mine, **({"decisions": [of.says]} if decided else {})}, {"seat": 2, **of.other}]
    return feltlaw.settle({"submission": rules, "seats": seats, **of.rest})


@pytest.mark.parametrize(
    ("ruling", "regulation", "clause"),
    [pytest.param(*key, clause, marks=pytest.mark.clause(clause, "I-09")) for key, clause in RULINGS.items()],
)
@pytest.mark.parametrize("decided", [True, False])
def test_no_wager_of_his_is_settled_on_its_cards(
    ruling: str, regulation: str, clause: str, decided: bool
) -> None:
    """Those against the dealer, those on a paytable, those on a meter and the pot; before a decision or after
    it. Had he only left, each would be a win."""
    of = ROUNDS[regulation]
    left = [one for one in settled(regulation, "left", decided=True).lines if one.seat == 1]
    assert {one.id for one in left} >= set(of.stakes) and not [one for one in left if one.result == "lose"]
    after = settled(regulation, ruling, decided=decided)
    lines = [one for one in after.lines if one.seat == 1]
    play = {"play"} if decided and regulation != "PA-680a" else set()
    assert sorted(one.id for one in lines) == sorted({*of.stakes, *play}), "no award is his either"
    for one in lines:
        assert (one.result, one.outcome, one.paid, one.returned) == ("lose", ruling, 0, 0)
        assert one.cite.clauses == (clause,)
    shows = {name: level.amount for name, meter in after.after.items() for level in meter.levels.values()}
    assert shows == of.shows
