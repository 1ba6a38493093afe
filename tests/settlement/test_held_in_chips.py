"""What is held for a player who has left is a payment out of the tray like any other (I-02, I-09): he has
coming what he would have been paid, rounded up to what the tray can pay."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from tests.settlement.test_rounding import EVEN_MONEY, HALF

SIDE: list[tuple[str, str, dict[str, Any], str, int]] = [
    ("PA-649a.12(d):A", "pair_plus", {}, "Ks Kd 3c", 7_25),
    ("PA-649a.12(b):A", "ante_bonus", {}, "7s 6d 5c", 7_25),
    ("PA-649a.12(f):A", "six_card_bonus", {"six_card_bonus": {}}, "Qs Qd 3c", 36_25),
    ("PA-679a.12(d)", "prime", {"prime": {}}, "Kd Jh 3d", 21_75),
    ("PA-669a.12(a):A", "pair_plus", {}, "Ks Kd 3c", 7_25),
    ("PA-680a.12(c)", "bonus", {"bonus": {}}, "Kd Kc 3h 3s 4c", 58_00),
    ("MA-TCP.11(a)(2)", "pair_plus", {}, "Ks Kd 3c", 7_25),
]
"""A wager or award, a hand that wins it, and what $7.25 on it is paid to the cent."""
MAIN = {
    **{name: ("Qh 9d 4c", {"ante": "7.25"}, ["play"]) for name in ("PA-649a", "PA-679a", "MA-TCP")},
    "PA-669a": ("Qh 9d 4c", {"ante": "7.25", "blind": "7.25"}, ["play 1x"]),
    "PA-680a": ("Th Td Ts 4d 5d", {"ante": "7.25"}, []),
}


@pytest.mark.parametrize(
    "case", [pytest.param(one, marks=pytest.mark.clause(one[0]), id=f"{one[0]}-{one[1]}") for one in SIDE]
)
@pytest.mark.clause("I-02", "I-09")
@pytest.mark.parametrize("ruling", ["", "left"])
def test_what_is_held_for_who_has_left_on_another_wager_is_rounded_too(
    case: tuple[str, str, dict[str, Any], str, int], ruling: str
) -> None:
    """It is paid out of the same tray: in whole dollars where the tray pays those alone."""
    clause, name, offered, hand, exact = case
    regulation = clause.partition(".")[0]
    rest, wagers, said = MAIN[regulation]
    more = {} if name == "ante_bonus" else {name: "7.25"}
    seat = {"seat": 1, "cards": hand, "wagers": {**wagers, **more}, "decisions": said, "ruling": ruling}
    cards = "community" if regulation == "PA-669a" else "dealer"
    for unit in (1, 25, 100):
        chosen = {
            "regulation": regulation,
            "wagers": offered,
            "settlement": {"breakage_unit": f"{unit / 100:.2f}"},
        }
        lines = feltlaw.settle({"submission": chosen, "seats": [seat], cards: rest}).lines
        assert [one.paid for one in lines if one.id == name] == [-(-exact // unit) * unit]


HELD = [
    *((one[0], *one) for one in EVEN_MONEY),
    ("PA-680a.12(a)", "PA-680a.11(d)(2)(ii)(B)", {"ante": "7.25"}, [], "Kd Qd Jd Ac 2c", {"ante"}),
    ("PA-680a.12(a)", "PA-680a.11(d)(1)(ii)(A)", {"ante": "7.25"}, [], "6c 6h 5c 5s 7d", {"ante"}),
]


@pytest.mark.parametrize(
    ("clause", "wagers", "said", "rest", "won"),
    [pytest.param(*one[1:], marks=pytest.mark.clause(*one[:2], "I-02", "I-147"), id=one[1]) for one in HELD],
)
@pytest.mark.clause("I-09")
def test_what_is_held_for_who_has_left_is_what_he_would_have_been_paid(
    clause: str, wagers: dict[str, str], said: list[str], rest: str, won: set[str]
) -> None:
    """$7.25 at 1 to 1: $8 where the tray pays whole dollars only, whether he is there to take it or not."""
    regulation = clause.partition(".")[0]
    cards = "community" if regulation == "PA-669a" else "dealer"
    own = "Kh Qs Jc 4s 5h" if regulation == "PA-680a" else "Ks Kd 3c"
    seat = {"seat": 1, "cards": own, "wagers": wagers, "decisions": said, "ruling": "left"}
    for unit, paid in (("0.01", 7_25), ("0.25", 7_25), ("1.00", 8_00)):
        chosen = {"regulation": regulation, "settlement": {"breakage_unit": unit}}
        lines = feltlaw.settle({"submission": chosen, "seats": [seat], cards: rest}).lines
        assert {line.id: line.paid for line in lines if line.paid} == dict.fromkeys(won, paid)


@pytest.mark.clause("PA-680a.12(b)", "I-02", "I-09", "I-147")
@pytest.mark.parametrize("dealer", ["Kd Qd Jd Ad 2d", "6c 6h 6d 7d 8d"])
@pytest.mark.parametrize(
    ("unit", "ante", "paid"),
    [("0.01", "5.00", 2_50), ("0.01", "5.01", 2_51), ("0.25", "5.01", 2_75), ("1.00", "5.00", 3_00),
     ("1.00", "7.25", 4_00), ("1.00", "6.00", 3_00)],
)  # fmt: skip
@pytest.mark.parametrize("ruling", ["", "left"])
def test_the_half_on_a_five_is_the_same_for_who_has_left(
    dealer: str, unit: str, ante: str, paid: int, ruling: str
) -> None:
    """Whether the dealer's 3 is beaten or his hand does not qualify."""
    seat = {"seat": 1, "cards": HALF, "wagers": {"ante": ante}, "ruling": ruling}
    chosen = {"regulation": "PA-680a", "settlement": {"breakage_unit": unit}}
    (line,) = feltlaw.settle({"submission": chosen, "seats": [seat], "dealer": dealer}).lines
    assert (line.paid, line.returned) == (paid, round(float(ante) * 100))
