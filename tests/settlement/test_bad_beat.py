"""The Bad Beat Bonus by each of its tables: a hand of the table that is lower, whatever made the dealer's
higher, another kind of hand or a single card."""

from __future__ import annotations

import pytest

from tests.support.settled import DOLLAR, PRINTED, paid, settled

Beaten = tuple[str, str]
"""The player's cards, and the dealer's that are higher."""
BY_CARDS: dict[str, list[Beaten]] = {
    "straight_flush": [("9s 8s 7s", "Th 9h 8h"), ("3s 2s As", "4h 3h 2h"), ("Kc Qc Jc", "Ad Kd Qd")],
    "three_of_a_kind": [("9s 9h 9d", "Ts Th Td"), ("2s 2h 2d", "As Ah Ad")],
    "straight": [("9s 8h 7d", "Th 9d 8c"), ("As 2h 3d", "4h 3c 2c"), ("Ks Qh Jd", "Ah Kd Qc")],
    "flush": [
        ("Ks 9s 4s", "Ah 5h 2h"), ("Ks 9s 4s", "Kh Th 2h"), ("Ks 9s 4s", "Kh 9h 5h"),
        ("5s 3s 2s", "Jh 9h 8h"),
    ],
    "pair": [("9s 9h 4d", "Ts Th 2d"), ("9s 9h 4d", "9c 9d 5h")],
    "high_card": [("Qs 8h 4d", "Ah 7d 2c"), ("Qs 8h 4d", "Qh 9d 2c"), ("Qs 8h 4d", "Qh 8d 5c")],
}  # fmt: skip
"""By kind, where both have it: a card decides, the highest, the next or the last (679a.6(b), (c), I-04)."""
BY_KIND: dict[str, list[Beaten]] = {
    "straight_flush": [("9s 8s 7s", "Ah Kh Qh")],
    "three_of_a_kind": [("As Ah Ad", "4h 3h 2h"), ("As Ah Ad", "Kc Qc Jc")],
    "straight": [("As Kh Qd", "2s 2h 2d"), ("9s 8h 7d", "5c 4c 3c")],
    "flush": [("As Qs 9s", "3h 2d Ac"), ("As Qs 9s", "2h 2d 2c"), ("As Qs 9s", "3h 2h Ah")],
    "pair": [("As Ah Kd", "6c 4c 2c"), ("As Ah Kd", "Qc Jd Th")],
    "high_card": [("As Kh Jd", "2h 2d 3c"), ("As Kh Jd", "6c 4c 2c")],
}
"""The same where the dealer has a higher kind."""
NUMBERS = {"straight_flush": 2, "three_of_a_kind": 3, "straight": 4, "flush": 5, "pair": 6}


def listed(kind: str) -> list[str]:
    return [f"PA-679a.6(b)({NUMBERS[kind]})"] if kind in NUMBERS else []


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param(table, kind, marks=pytest.mark.clause(f"PA-679a.12(c):{table}", *listed(kind)))
        for table in "ABCD"
        for kind in BY_CARDS
    ],
)
@pytest.mark.parametrize("beaten", [BY_CARDS, BY_KIND], ids=["by a card", "by a kind of hand"])
@pytest.mark.clause(
    *("PA-679a.12(c)", "PA-679a.11(c)(3)(iii)", "PA-679a.11(c)(3)(iv)", "PA-679a.1:bad-beat-bonus"),
    *("PA-679a.6(c)", "I-71", "I-72"),
)
def test_who_is_beaten_with_a_hand_of_the_table_gets_the_bonus_on_his_play(
    beaten: dict[str, list[Beaten]], table: str, kind: str
) -> None:
    """His Ante is lost and his Play comes back; of a lower hand both are collected."""
    odds = PRINTED[f"PA-679a.12(c):{table}"]["rows"].get(kind, "")
    times = int(odds.removesuffix(" to 1")) if odds else 0
    for cards, dealer in beaten[kind]:
        seat = {"seat": 1, "cards": cards, "wagers": {"ante": 10}, "decisions": ["play"]}
        lines = settled("PA-679a", {"play": {"bad_beat_paytable": table}}, seat, dealer=dealer)
        found = {line.id: (line.paid, line.returned) for line in lines}
        bonus = {"bad_beat_bonus": (10 * times * DOLLAR, 0)} if times else {}
        play = (0, 10 * DOLLAR if times else 0)
        assert found == {"ante": (0, 0), "play": play, **bonus}, (cards, dealer)


@pytest.mark.parametrize(
    "table", [pytest.param(one, marks=pytest.mark.clause(f"PA-679a.12(c):{one}")) for one in "ABCD"]
)
@pytest.mark.clause("PA-679a.12(c)", "PA-679a.11(c)(3)(i)", "PA-679a.11(c)(3)(ii)")
def test_nobody_gets_it_who_is_not_beaten(table: str) -> None:
    """Not with an equal hand or a higher one, and not where the dealer has no queen."""
    for held in BY_CARDS.values():
        for lower, higher in held:
            ties = higher.translate(str.maketrans("shdc", "hdcs"))
            for cards, dealer in ((higher, lower), (higher, ties), (lower, "Js 9h 3c")):
                if set(cards.split()) & set(dealer.split()):
                    continue
                seat = {"seat": 1, "cards": cards, "wagers": {"ante": 10}, "decisions": ["play"]}
                lines = settled("PA-679a", {"play": {"bad_beat_paytable": table}}, seat, dealer=dealer)
                assert paid(lines, "bad_beat_bonus") == [], (cards, dealer)
