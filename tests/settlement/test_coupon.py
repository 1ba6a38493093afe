"""A match play coupon in Massachusetts: which one payout it doubles, and what it leaves as it is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import feltlaw
from feltlaw.settlement import Line
from tests.support.settled import DOLLAR, PRINTED

TEN = 10 * DOLLAR
HANDS = {
    "As Ks Qs": ("mini_royal_of_spades", "mini_royal", "straight_flush"),
    "Ah Kh Qh": ("mini_royal", "straight_flush"),
    "9s 8s 7s": ("straight_flush",),
    "9s 9h 9d": ("three_of_a_kind",),
    "9s 8h 7d": ("straight",),
    "Ks 9s 4s": ("flush",),
    "9s 9h 4d": ("pair",),
    "Kh 8d 6s": (),
}
"""Cards, and the rows that may pay them, the narrowest first."""
PAIR_PLUS = {
    "mini_royal": 35,
    "straight_flush": 35,
    "three_of_a_kind": 25,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}
"""The lowest odds of 11(a)(2), all of them to 1."""
DEALERS = {"does not qualify": "Jc 8c 3d", "is lower": "Qc 7c 3d", "is higher": "Ac Kc Qc"}
LINKED = ("ante_covers", "ante_covers_half", "compulsory")
CASES = [
    ("optional", "", "MA-TCP.11(a)(3)", ["MA-TCP.11(a)(3)"]),
    *(
        (version, table, f"MA-TCP.11(a)(3)(i):{table}", [f"MA-TCP.11(a)(3)(i):{table}", "MA-TCP.11(a)(3)(i)"])
        for version in LINKED
        for table in "ABC"
    ),
]


def lines_of(rules: dict[str, Any], cards: str, dealer: str, on: str) -> dict[str, Line]:
    wagers = {"ante": 10, "pair_plus": 10, "six_card_bonus": 10}
    seat = {"seat": 1, "cards": cards, "wagers": wagers, "decisions": ["play"]}
    seat |= {"match_play": on} if on else {}
    beside = {"seat": 2, "cards": "2h 2d 5c", "wagers": wagers, "decisions": ["play"]}
    lines = feltlaw.settle({"submission": rules, "seats": [seat, beside], "dealer": dealer}).lines
    assert not [line for line in lines if line.seat == 2 and "coupon" in line.note], "it is nobody else's"
    return {line.id: line for line in lines if line.seat == 1}


def bonus(rows: dict[str, str], names: tuple[str, ...]) -> int:
    """What the Ante Bonus pays for $10."""
    text = next((rows[name] for name in names if rows.get(name, "N/A") not in ("", "N/A")), "0 to 1")
    return int(TEN * Fraction(text.removesuffix(" to 1")))


@pytest.mark.parametrize(
    ("version", "table", "printed"),
    [
        pytest.param(*case[:3], marks=pytest.mark.clause(*case[3]), id=f"{case[0]} {case[1]}")
        for case in CASES
    ],
)
@pytest.mark.clause("MA-TCP.6(b)", "MA-TCP.11(a)(1)", "MA-TCP.11(a)(2)", "I-123")
@pytest.mark.parametrize("on", ["ante", "pair_plus"])
def test_a_coupon_doubles_an_even_money_payout_of_the_wager_it_lies_on_and_no_other(
    version: str, table: str, printed: str, on: str
) -> None:
    """The Ante Bonus is no payout of the Ante: even at 1 to 1 it stays what it is, as do the Play wager and
    the 6 Card Bonus; of the Pair Plus the pair alone is paid even money."""
    rules = {
        "regulation": "MA-TCP",
        "limits": {"minimum": 5, "maximum": 500},
        "version": {"pair_plus": version},
        "wagers": {
            "ante": {"match_play": True, **({"bonus_paytable": table} if table else {})},
            "six_card_bonus": {},
        },
    }
    rows = PRINTED[printed]["rows"]
    for (cards, names), (how, dealer) in product(HANDS.items(), DEALERS.items()):
        plain, found = (lines_of(rules, cards, dealer, one) for one in ("", on))
        assert {*plain} == {*found}
        odds = next((PAIR_PLUS[name] for name in names if name in PAIR_PLUS), 0)
        wins = how != "is higher"
        due = {"ante": TEN if wins else 0, "pair_plus": odds * TEN, "ante_bonus": bonus(rows, names)}
        if cards == "Kh 8d 6s" and how == "is lower":
            assert plain["ante"].paid == TEN
        assert {name: plain[name].paid if name in plain else 0 for name in due} == due, (cards, how)
        doubled = wins if on == "ante" else odds == 1
        for name, line in found.items():
            lies = name == on
            assert line.paid == plain[name].paid * (2 if lies and doubled else 1), (cards, how, name)
            assert ("coupon" in line.note) == lies
            assert lies or line == plain[name], (cards, how, name)
        words = "doubled by a match play coupon" if doubled else "the match play coupon is given up"
        assert found[on].note.endswith(words) and "I-123" in found[on].cite.interpretations
