"""A payout that was rounded up says so: which reading, and from what. One that was not says nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

import feltlaw
from feltlaw.money import MeterShare, Odds, parse_money, show_exact
from feltlaw.round import read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import Line, Settlement, explain, settle_round
from tests.support.effort import examples
from tests.support.settled import PRINTED
from tests.support.strategies import Data, scenarios

ROUNDING = {"I-02", "I-03", "I-147"}


def rounded(line: Line) -> set[str]:
    return ROUNDING & set(line.cite.interpretations)


def saigon(cards: str, ante: str, unit: str = "0.01", **more: Any) -> Settlement:
    return feltlaw.settle(
        {
            "submission": {"regulation": "PA-680a", "settlement": {"breakage_unit": unit}, **more},
            "seats": [{"seat": 1, "cards": cards, "wagers": {"ante": ante}}],
            "dealer": "Kd Qd Jd Ad 2d",
        }
    )


HALF, EVEN = "Kc Qc Jc 2c 3c", "Kc Qc Jc 4s 5d"
"""Point Count 5 pays 1 to 2, Point Count 9 pays 1 to 1."""


@pytest.mark.clause("I-137")
def test_the_unit_is_said_to_be_the_houses_and_not_the_pots() -> None:
    """What players share among themselves is no payment out of the table inventory."""
    said = feltlaw.load("PA-680a").options["settlement.breakage_unit"].text
    assert said.endswith("the Pot is split to the cent")


@pytest.mark.clause("PA-680a.12(b)", "I-02", "I-147")
@pytest.mark.parametrize(
    ("staked", "paid", "readings", "note"),
    [
        ((HALF, "5.00", "0.01"), 2_50, set(), ""),
        ((HALF, "5.01", "0.01"), 2_51, {"I-02"}, "rounded up from $2.505 to the cent"),
        ((HALF, "5.00", "1.00"), 3_00, {"I-02"}, "rounded up from $2.50 to a whole $1"),
        ((HALF, "5.01", "0.25"), 2_75, {"I-02"}, "rounded up from $2.505 to a whole $0.25"),
        ((HALF, "6.00", "1.00"), 3_00, set(), ""),
        ((EVEN, "7.25", "1.00"), 8_00, {"I-02", "I-147"}, "rounded up from $7.25 to a whole $1"),
        ((EVEN, "7.25", "0.25"), 7_25, set(), ""),
        ((EVEN, "7.25", "0.01"), 7_25, set(), ""),
    ],
)
def test_odds(staked: tuple[str, str, str], paid: int, readings: set[str], note: str) -> None:
    """I-02 for what is not payable; I-147 too where the odds are whole and only the unit is too large."""
    settlement = saigon(*staked)
    (line,) = settlement.lines
    assert (line.paid, rounded(line), line.note) == (paid, readings, note)
    (said,) = explain(settlement, feltlaw.load("PA-680a"))
    assert said.endswith(f" Note: {note}." if note else ").")
    assert all(reading in said for reading in readings)


EVEN_MONEY = [
    ("PA-649a.12(a)", {"ante": "7.25"}, ["play"], "Qh 9d 4c", {"ante", "play"}),
    ("PA-649a.11(c)(3)(i)", {"ante": "7.25"}, ["play"], "Jh 9d 4c", {"ante"}),
    ("PA-679a.12(a)", {"ante": "7.25"}, ["play"], "Qh 9d 4c", {"ante", "play"}),
    ("PA-669a.12(b)", {"ante": "7.25", "blind": "7.25"}, ["play 1x"], "Qh 9d 4c", {"ante", "play"}),
    ("MA-TCP.11(a)(1)", {"ante": "7.25"}, ["play"], "Qh 9d 4c", {"ante", "play"}),
]
"""Wagers, what is said, the other cards, and which wagers a pair of kings is paid 1 to 1 on."""


@pytest.mark.parametrize(
    ("clause", "wagers", "said", "rest", "won"),
    [pytest.param(*one, marks=pytest.mark.clause(one[0], "I-147"), id=one[0]) for one in EVEN_MONEY],
)
def test_even_money_is_paid_to_the_cent_and_never_less(
    clause: str, wagers: dict[str, str], said: list[str], rest: str, won: set[str]
) -> None:
    """$7.25 at 1 to 1: $7.25 where the tray can pay it, and $8 where it pays whole dollars only."""
    regulation = clause.partition(".")[0]
    cards = "community" if regulation == "PA-669a" else "dealer"
    seat = {"seat": 1, "cards": "Ks Kd 3c", "wagers": wagers, "decisions": said}
    for unit, paid in (("0.01", 7_25), ("0.25", 7_25), ("1.00", 8_00)):
        chosen = {"regulation": regulation, "settlement": {"breakage_unit": unit}}
        lines = feltlaw.settle({"submission": chosen, "seats": [seat], cards: rest}).lines
        assert {line.id: line.paid for line in lines if line.paid} == dict.fromkeys(won, paid)


BONUSES: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    **{f"PA-649a.12(b):{one}": ("ante_bonus", {"ante": {"bonus_paytable": one}}, {}) for one in "ABC"},
    **{f"PA-649a.12(c):{one}": ("ante_bonus", {"ante": {"bonus_paytable": one}}, {"pair_plus": "ante_covers"})
       for one in "ABC"},
    "MA-TCP.11(a)(3)": ("ante_bonus", {}, {}),
    **{f"MA-TCP.11(a)(3)(i):{one}": ("ante_bonus", {"ante": {"bonus_paytable": one}},
                                     {"pair_plus": "ante_covers"}) for one in "ABC"},
    **{f"PA-679a.12(c):{one}": ("bad_beat_bonus", {"play": {"bad_beat_paytable": one}}, {})
       for one in "ABCD"},
}  # fmt: skip
"""By the paragraph that prints it: the award, how its table is chosen, and in which version."""
BONUS_HANDS = {
    "straight_flush": "9s 8s 7s", "three_of_a_kind": "9s 9h 9d", "straight": "9s 8h 7d", "flush": "Ks 9s 4s",
}  # fmt: skip


@pytest.mark.parametrize("clause", [pytest.param(one, marks=pytest.mark.clause(one)) for one in BONUSES])
@pytest.mark.parametrize(("staked", "cents"), [("7.50", 750), ("7.25", 725), ("7.01", 701), ("8.00", 800)])
@pytest.mark.clause("I-02", "I-147")
def test_a_bonus_at_odds_is_rounded_up_to_the_unit_as_any_payout_from_the_tray(
    clause: str, staked: str, cents: int
) -> None:
    """Every row of every table: never less than was won, and what the tray can pay."""
    award, wagers, version = BONUSES[clause]
    regulation = clause.partition(".")[0]
    for (hand, cards), unit in product(BONUS_HANDS.items(), (1, 25, 50, 100)):
        odds = PRINTED[clause]["rows"].get(hand, "")
        if " to 1" not in odds:
            continue
        won = int(odds.removesuffix(" to 1")) * cents
        rules = {
            "regulation": regulation, "wagers": wagers, "settlement": {"breakage_unit": f"{unit / 100:.2f}"},
            **({"version": version} if version else {}),
        }  # fmt: skip
        seat = {"seat": 1, "cards": cards, "wagers": {"ante": staked}, "decisions": ["play"]}
        lines = feltlaw.settle({"submission": rules, "seats": [seat], "dealer": "Ac Kc Qc"}).lines
        (line,) = [one for one in lines if one.id == award]
        assert line.paid == -(-won // unit) * unit, (hand, unit)
        assert rounded(line) == ({"I-02", "I-147"} if won % unit else set()), (hand, unit)


@pytest.mark.clause("PA-680a.12(d)", "I-02", "I-81")
@pytest.mark.parametrize(
    ("ante", "paid", "readings"),
    [
        ("50000.50", 50_000_75, {"I-02", "I-147", "I-81"}),
        ("50000.75", 50_000_75, {"I-81"}),
        ("50001.50", 50_000_75, {"I-81"}),
    ],
)
def test_what_the_payout_limit_cuts_is_rounded_only_where_some_of_the_rounding_is_left(
    ante: str, paid: int, readings: set[str]
) -> None:
    """50,000.50 rounded to 50,001 and cut to 50,000.75 is more than was won; 50,000.75 is what was won."""
    limits = {"maximum": 60_000, "payout_limit": "50000.75"}
    (line,) = saigon(EVEN, ante, "1.00", limits=limits).lines
    assert line.paid == paid
    assert {*rounded(line), *({"I-81"} & set(line.cite.interpretations))} == readings
    assert ("rounded up from $50,000.50 to a whole $1; " in line.note) == ("I-02" in readings)
    assert line.note.endswith("by the payout limit of $50,000.75")


@pytest.mark.clause("PA-680a.12(d)")
def test_the_payout_limit_keeps_the_note_that_was_there() -> None:
    data: Data = {
        "submission": {
            "regulation": "PA-680a",
            "limits": {"maximum": 60_000, "payout_limit": 50_000},
        },
        "seats": [
            {
                "seat": 1,
                "cards": "Kd Qc Jh 4s 5d",
                "wagers": {"ante": 60_000},
                "decisions": ["set Kd 4s 5d"],
                "ruling": "left",
            }
        ],
        "dealer": "2c 2d 2h 2s 9c",
    }
    (line,) = feltlaw.settle(data).lines
    assert [part[:6] for part in line.note.split("; ")] == ["set as", "correc", "held f", "cut fr"]


def with_coupon(staked: str) -> Line:
    """What an Ante with a coupon on it is paid for a pair of kings, in whole dollars."""
    (ante, _) = feltlaw.settle(
        {
            "submission": {
                "regulation": "MA-TCP",
                "wagers": {"ante": {"match_play": True}},
                "settlement": {"breakage_unit": "1.00"},
            },
            "seats": [
                {
                    "seat": 1,
                    "cards": "Ks Kd 3c",
                    "wagers": {"ante": staked},
                    "decisions": ["play"],
                    "match_play": "ante",
                }
            ],
            "dealer": "Qh 9d 4c",
        }
    ).lines
    return ante


@pytest.mark.clause("MA-TCP.12(k)", "MA-TCP.6(b)", "I-02", "I-123")
def test_a_coupon_doubles_what_was_rounded() -> None:
    ante = with_coupon("7.25")
    assert ante.paid == 16_00
    assert ante.note == "rounded up from $7.25 to a whole $1; doubled by a match play coupon"
    assert {"I-02", "I-147", "I-123"} <= set(ante.cite.interpretations)


@pytest.mark.clause("MA-TCP.6(b)", "I-02", "I-123", "I-147")
def test_what_a_coupon_doubles_was_not_rounded_for_that() -> None:
    """$7 at 1 to 1 is $7, and $14 with the coupon: more than was won, but none of it by rounding."""
    ante = with_coupon("7.00")
    assert (ante.paid, rounded(ante)) == (14_00, set())
    assert ante.note == "doubled by a match play coupon"


@pytest.mark.clause("PA-649a.12(h)(1)", "I-03")
@pytest.mark.parametrize(
    ("meter", "paid", "note"),
    [("9999.84", 1_000_01, "rounded up from $1,000.005 to the cent"), ("9999.79", 1_000_00, "")],
)
def test_a_percentage_of_a_meter(meter: str, paid: int, note: str) -> None:
    settlement = feltlaw.settle(
        {
            "submission": {"regulation": "PA-649a", "wagers": {"five_card_progressive": {}}},
            "seats": [
                {"seat": 3, "cards": "7h 6h 5h", "wagers": {"pair_plus": 5, "five_card_progressive": 1}}
            ],
            "dealer": "Ks Jd 9c",
            "community": "9h 8h",
            "meters": {"five_card_progressive": meter},
        }
    )
    line = next(line for line in settlement.lines if line.id == "five_card_progressive")
    assert (line.paid, line.note, rounded(line)) == (paid, note, {"I-03"} if note else set())


@pytest.mark.clause("PA-649a.12(i)(2)#2", "I-03", "I-59")
def test_of_an_award_that_is_divided_only_the_share_with_the_cent_was_rounded() -> None:
    """10% of 10,000.05 is 1,000.005, rounded to 1,000.01: 500.01 and 500; rounded down, 500 each."""
    seats = [
        {"seat": seat, "cards": cards, "wagers": {"pair_plus": 5, "five_card_hand_bonus_dealer": 1}}
        for seat, cards in ((1, "9c 7d 2h"), (4, "8c 6d 3h"))
    ]
    settlement = feltlaw.settle(
        {
            "submission": {"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": {}}},
            "seats": seats,
            "dealer": "9s 8s 7s",
            "community": "6s 5s",
            "meters": {"five_card_hand_bonus": "9999.63"},
        }
    )
    first, second = (line for line in settlement.lines if line.id == "five_card_hand_bonus_dealer")
    divided = "one award, divided among 2 wagers"
    assert (first.seat, first.paid, rounded(first)) == (4, 500_01, {"I-03"})
    assert first.note == f"{divided}; it was rounded up from $1,000.005 to the cent"
    assert (second.paid, rounded(second), second.note) == (500_00, set(), divided)


@pytest.mark.clause(
    "PA-649a.12(a)", "PA-679a.12(a)", "PA-669a.12(c)", "MA-TCP.12(k)", "PA-680a.12(b)", "I-02", "I-147"
)
@settings(max_examples=examples(150), deadline=None)
@given(scenarios())
def test_exactly_the_lines_that_rounding_made_larger(scenario: Data) -> None:
    round_ = read_round(scenario, read_submission(scenario["submission"]))
    unit = parse_money(round_.submission.option("settlement.breakage_unit"))
    stakes = {seat.number: seat.stakes for seat in round_.boxes}
    for line in settle_round(round_).lines:
        if isinstance(line.pays, Odds):
            exact = stakes[line.seat][line.on or line.id] * line.pays.ratio
            payable = exact % (unit if line.paid_from == "inventory" else 1) == 0
            wanted = {"I-02"} | ({"I-147"} if line.pays.ratio.denominator == 1 else set())
            assert rounded(line) == (wanted if not payable and line.paid > exact else set())
        elif isinstance(line.pays, MeterShare):
            assert rounded(line) <= {"I-03"}
        else:
            assert rounded(line) == set()
        assert ("rounded up from $" in line.note) == bool(rounded(line))


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (Fraction(250), "$2.50"),
        (Fraction(200), "$2"),
        (Fraction(501, 2), "$2.505"),
        (Fraction(1, 2), "$0.005"),
        (Fraction(10000005, 100), "$1,000.0005"),
        (Fraction(1000, 3), "$3.33 and 1/3 of a cent"),
    ],
)
def test_amounts_that_are_not_whole_cents_are_shown_exactly(cents: Fraction, said: str) -> None:
    assert show_exact(cents) == said
