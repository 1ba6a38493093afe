"""The Ante Bonus, by every version and table: who gets it, and that the dealer's hand has no part in it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import feltlaw
from feltlaw.money import Cents
from tests.support.settled import DOLLAR, PRINTED

SPADES, OTHERS = ("mini_royal_of_spades", "mini_royal", "straight_flush"), ("mini_royal", "straight_flush")
HANDS = {
    "As Ks Qs": SPADES, "Ah Kh Qh": OTHERS, "Qs Js Ts": ("straight_flush",), "3s 2s As": ("straight_flush",),
    "9s 9h 9d": ("three_of_a_kind",), "As Kh Qd": ("straight",), "8s 7h 6d": ("straight",),
    "Ks 9s 4s": (), "9s 9h 4d": (), "Kh 8d 6s": (),
}  # fmt: skip
DEALERS = {"does not qualify": "Jc 8c 3d", "is lower": "Qc 7c 3d", "is higher": "Ac Kc Qc"}
LINKED = ("ante_covers", "ante_covers_half", "compulsory")
CASES = [
    *((version, table, "PA-649a", f"PA-649a.12({letter}):{table}", f"PA-649a.12({letter})", "I-30", "I-31")
      for letter, some in (("b", ["optional"]), ("c", LINKED)) for version in some for table in "ABC"),
    ("optional", "", "MA-TCP", "MA-TCP.11(a)(3)", "MA-TCP.11(a)(3)", "I-102"),
    *((version, table, "MA-TCP", f"MA-TCP.11(a)(3)(i):{table}", "MA-TCP.11(a)(3)(i)", "I-102", "I-104")
      for version in LINKED for table in "ABC"),
]  # fmt: skip
STAKES: dict[str, tuple[dict[str, int], list[str]]] = {
    "plays": ({"ante": 10}, ["play"]),
    "plays with Pair Plus": ({"ante": 10, "pair_plus": 10}, ["play"]),
    "folds": ({"ante": 10, "pair_plus": 10}, ["fold"]),
    "folds and is turned up": ({"ante": 10, "pair_plus": 10, "six_card_bonus": 5}, ["fold"]),
    "has Pair Plus alone": ({"pair_plus": 10}, []),
}


def bonus(rules: dict[str, Any], does: str, cards: str, dealer: str) -> list[tuple[Cents, str]]:
    stakes, said = STAKES[does]
    seat = {"seat": 2, "cards": cards, "wagers": stakes, "decisions": said}
    beside = {"seat": 1, "cards": "5c 5h 2h", "wagers": {"ante": 10, "pair_plus": 10}, "decisions": ["play"]}
    lines = feltlaw.settle({"submission": rules, "seats": [seat, beside], "dealer": dealer}).lines
    assert not [line for line in lines if line.id == "ante_bonus" and line.seat == 1]
    return [(line.paid, line.on) for line in lines if line.id == "ante_bonus"]


@pytest.mark.parametrize(
    ("version", "table", "regulation", "printed"),
    [
        pytest.param(*case[:4], marks=pytest.mark.clause(*case[3:]), id=f"{case[3]} {case[0]}")
        for case in CASES
    ],
)
def test_who_has_ante_and_play_gets_it_for_his_own_hand_alone(
    version: str, table: str, regulation: str, printed: str
) -> None:
    """Whatever the dealer holds (I-30, I-31, I-102); without a Play wager there is none, also where a folded
    hand is turned up for another wager."""
    rules = {
        "regulation": regulation,
        "limits": {"minimum": 5, "maximum": 500},
        "version": {"pair_plus": version},
        "wagers": {"ante": {"bonus_paytable": table} if table else {}, "six_card_bonus": {}},
    }
    rows = {hand: text for hand, text in PRINTED[printed]["rows"].items() if text not in ("", "N/A")}
    for (cards, names), does in product(HANDS.items(), STAKES):
        if (version == "compulsory" and does == "plays") or (version != "optional" and "alone" in does):
            continue
        text = next((rows[name] for name in names if name in rows), "")
        due = [(10 * DOLLAR * int(text.removesuffix(" to 1")), "ante")] if text and "plays" in does else []
        level = cards.translate(str.maketrans("shd", "dcs"))
        tie = {} if set(cards.split()) & set(level.split()) else {"is level": level}
        for dealer, held in {**DEALERS, **tie}.items():
            assert bonus(rules, does, cards, held) == due, (cards, does, dealer)


@pytest.mark.parametrize(
    ("version", "table"),
    [
        pytest.param(version, table, marks=pytest.mark.clause(*clauses, "MA-TCP.6(b)", "I-123"))
        for version, table, regulation, *clauses in CASES
        if regulation == "MA-TCP"
    ],
)
@pytest.mark.parametrize("on", ["ante", ""])
def test_a_coupon_doubles_the_even_money_of_its_wager_and_no_bonus_on_it(
    version: str, table: str, on: str
) -> None:
    """Once: neither the Ante Bonus, at even money or not, nor the Play or the Pair Plus beside it, whatever
    the dealer has."""
    rules = {
        "regulation": "MA-TCP",
        "version": {"pair_plus": version},
        "wagers": {"ante": {"match_play": True, **({"bonus_paytable": table} if table else {})}},
    }
    printed = f"MA-TCP.11(a)(3)(i):{table}" if table else "MA-TCP.11(a)(3)"
    rows = {hand: text for hand, text in PRINTED[printed]["rows"].items() if text not in ("", "N/A")}
    for (cards, names), dealer in product(HANDS.items(), DEALERS.values()):
        odds = next((rows[name] for name in names if name in rows), "")
        times = int(odds.removesuffix(" to 1")) if " to 1" in odds else 0
        seat = {"seat": 1, "cards": cards, "wagers": {"ante": 10, "pair_plus": 10}, "decisions": ["play"]}
        told = {
            coupon: {
                line.id: line
                for line in feltlaw.settle(
                    {
                        "submission": rules,
                        "seats": [{**seat, **({"match_play": coupon} if coupon else {})}],
                        "dealer": dealer,
                    }
                ).lines
            }
            for coupon in {"", on}
        }
        found = told[on]
        bonus = [line.paid for name, line in found.items() if name == "ante_bonus"]
        assert bonus == ([10 * times * DOLLAR] if times else []), (cards, dealer)
        won = dealer != DEALERS["is higher"]
        assert found["ante"].paid == (10 * DOLLAR * (2 if on else 1) if won else 0)
        assert ("I-123" in found["ante"].cite.interpretations) == bool(on)
        for name in {*found} - {"ante"}:
            assert found[name] == told[""][name], "the coupon lies on the Ante alone"
