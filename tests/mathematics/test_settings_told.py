"""What each setting of five cards is said to leave: its Point Count, from every two cards that there are."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics.saigon import hand_value
from feltlaw.mathematics.saigon_game import ShowdownGame
from tests.support.driver import submission

VALUES = {rank: at for at, rank in enumerate("A23456789", 1)} | dict.fromkeys("TJQK", 10)
"""680a.6(a); a joker counts 3, 6 or 9."""
RANKS = "A23456789TJQK"


def sums(cards: tuple[str, ...]) -> list[int]:
    plain = sum(VALUES[card[0].upper()] for card in cards if card != "Jk")
    return [plain + more for more in ((3, 6, 9) if "Jk" in cards else (0,))]


def point_count(two: tuple[str, ...]) -> int:
    """The total, less 10 where it is greater than 10 (680a.6(b)); the joker at its best (I-132)."""
    return max(total - 10 if total > 10 else total for total in sums(two))


def settings(five: tuple[str, ...]) -> dict[frozenset[str], str]:
    """By its three cards what each legal setting leaves: where three qualify, no others (680a.11(b))."""
    every = [(three, tuple(one for one in five if one not in three)) for three in combinations(five, 3)]
    good = [(three, two) for three, two in every if {10, 20, 30} & set(sums(three))]
    words = "" if good else ", does not qualify"
    return {frozenset(three): f"Point Count {point_count(two)}{words}" for three, two in good or every}


@cache
def game() -> ShowdownGame:
    return ShowdownGame(submission("PA-680a"))


def told(five: tuple[str, ...]) -> dict[frozenset[str], str]:
    """What the program says of each setting, with its cards and in its sentence."""
    found = hand_value(game(), parse_cards(" ".join(five)))
    assert set(found.actions) == set(found.sets)
    for said, one in found.sets.items():
        assert said == f"set {' '.join(map(str, one.cards))} ({one.note})"
    return {frozenset(map(str, one.cards)): one.note for one in found.sets.values()}


QUALIFYING = (("Kh", "Qh", "Jh"), ("9h", "8h", "3h"), ("7h", "2h", "Ah"))
"""Threes that total 30, 20 and 10."""
LAW = pytest.mark.clause(
    "PA-680a.6(b)", "PA-680a.6(b)(1)", "PA-680a.6(b)(2)", "PA-680a.1:showdown-hand", "PA-680a.11(b)(1)"
)


@LAW
@pytest.mark.parametrize("three", QUALIFYING)
def test_every_two_cards_that_three_leave_are_told_with_their_point_count(three: tuple[str, ...]) -> None:
    """From ace and ace to king and king: totals up to 10 as they are, those over 10 less 10."""
    for one, other in combinations_with_replacement(RANKS, 2):
        five = (*three, f"{one}s", f"{other}d")
        found = told(five)
        assert found == settings(five)
        total = VALUES[one] + VALUES[other]
        assert found[frozenset(three)] == f"Point Count {total if total <= 10 else total - 10}"


@LAW
@pytest.mark.parametrize(
    ("five", "three", "count"),
    [
        ("Kh Qh Jh Ks 8d", "Kh Qh Jh", 8),
        ("Kh Qh Jh As 4d", "Kh Qh Jh", 5),
        ("9h 8h 3h Ts Jd", "9h 8h 3h", 10),
        ("9h 8h 3h 5s 5d", "9h 8h 3h", 10),
        ("9h 8h 3h 9s 2d", "9h 8h 3h", 1),
        ("Jk 8s 6s 5h 2d", "Jk 6s 5h", 10),
    ],
)
def test_point_counts_of_some_hands(five: str, three: str, count: int) -> None:
    """Those of 680a.6(b)(1) and (2), of 680a.11(b)(1), and some that total more than 10."""
    cards = tuple(five.split())
    assert told(cards)[frozenset(three.split())] == f"Point Count {count}"
    assert told(cards) == settings(cards)


@LAW
@pytest.mark.clause("PA-680a.6(a)(4)", "I-132")
def test_settings_with_the_joker_on_either_side_are_told() -> None:
    """In the three it makes up what is lacking; in the two it counts what is best."""
    for low, high in (("2s", "Kd"), ("As", "4d"), ("5s", "9d"), ("7s", "7d")):
        five = ("Jk", "9h", "8h", low, high)
        assert told(five) == settings(five)
    assert told(("Jk", "Kh", "Qh", "Jh", "4s"))[frozenset(("Kh", "Qh", "Jh"))] == "Point Count 10"


@pytest.mark.clause("PA-680a.6(b)", "PA-680a.11(b)(2)", "PA-680a.1:showdown-hand")
@pytest.mark.parametrize(
    "five", ["8c 5c 3s 4d Kh", "Ks Kd 4s 4d 3c", "As Ad 2s 2d 3h", "Ts Jd 9h 9s 8d", "9h 9s 9d 8h 8s"]
)
def test_without_a_qualifying_three_every_setting_is_told_with_its_point_count(five: str) -> None:
    cards = tuple(five.split())
    assert told(cards) == settings(cards)
    assert len(told(cards)) == 10
