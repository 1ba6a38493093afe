"""Stakes and rounds that the mathematics settles: boxes that a table takes, cards where they belong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics.rules import Rules, returns_the_stake
from feltlaw.money import parse_pays
from feltlaw.round import read_round
from feltlaw.round.betting import check_box
from feltlaw.settlement import settle_round
from tests.support.math_checks import submission

LIMITS = {"minimum": 5, "maximum": 500}


def rules(regulation: str, **sections: Any) -> Rules:
    return Rules(submission(regulation, **{"limits": LIMITS, **sections}))


def linked(version: str, **sections: Any) -> Rules:
    """PA-649a in a version that links Pair Plus and Ante (7(e))."""
    return rules("PA-649a", version={"pair_plus": version}, **sections)


# ── stakes ──

SIDE: dict[str, Any] = {"wagers": {"three_card_progressive": {}, "six_card_bonus": {}}}
STAKES: list[tuple[Rules, tuple[str, ...], dict[str, str]]] = [
    (rules("PA-649a"), ("ante",), {"ante": "6.00"}),
    (rules("PA-649a"), ("pair_plus",), {"pair_plus": "6.00"}),
    (rules("PA-649a"), ("pair_plus", "ante"), {"pair_plus": "6.00", "ante": "6.00"}),
    (rules("PA-649a", limits={"minimum": 6, "maximum": 500}), ("ante",), {"ante": "6.00"}),
    (rules("PA-649a", limits={"minimum": 7, "maximum": 500}), ("ante",), {"ante": "8.00"}),
    (rules("PA-649a", limits={"minimum": 5, "maximum": 5}), ("ante",), {"ante": "5.00"}),
    (
        rules("PA-649a", **SIDE),
        ("three_card_progressive",),
        {"three_card_progressive": "1.00", "ante": "6.00"},
    ),
    (rules("PA-669a"), ("pair_plus",), {"pair_plus": "6.00", "ante": "6.00", "blind": "6.00"}),
    (rules("PA-669a"), ("ante",), {"ante": "6.00", "blind": "6.00"}),
    (rules("PA-669a"), ("blind",), {"blind": "6.00", "ante": "6.00"}),
    (rules("PA-680a", wagers={"bonus": {}}), ("bonus",), {"bonus": "6.00", "ante": "6.00"}),
    (
        rules("PA-649a", wagers={"ante": {"maximum": 10}, "pair_plus": {"minimum": 10}}),
        ("ante", "pair_plus"),
        {"ante": "10.00", "pair_plus": "10.00"},
    ),
    (linked("compulsory"), ("ante",), {"ante": "6.00", "pair_plus": "6.00"}),
    (linked("compulsory"), ("pair_plus",), {"pair_plus": "6.00", "ante": "6.00"}),
    (linked("ante_covers"), ("ante",), {"ante": "6.00"}),
    (linked("ante_covers"), ("pair_plus",), {"pair_plus": "6.00", "ante": "6.00"}),
    (linked("ante_covers_half"), ("pair_plus",), {"pair_plus": "6.00", "ante": "6.00"}),
]
APART: list[tuple[Rules, tuple[str, ...], dict[str, str]]] = [
    (rules("PA-649a", wagers={"pair_plus": {"minimum": 25, "maximum": 100}, "ante": {"maximum": 10}}),
     ("ante", "pair_plus"), {"ante": "6.00", "pair_plus": "26.00"}),
    (linked("ante_covers", wagers={"pair_plus": {"maximum": 5}, "ante": {"minimum": 25}}),
     ("pair_plus",), {"pair_plus": "5.00", "ante": "26.00"}),
    (linked("compulsory", wagers={"pair_plus": {"maximum": 9}, "ante": {"minimum": 25}}),
     ("ante",), {"ante": "26.00", "pair_plus": "6.00"}),
    (linked("compulsory", wagers={"pair_plus": {"minimum": 25}, "ante": {"maximum": 9}}),
     ("ante",), {"ante": "6.00", "pair_plus": "26.00"}),
]  # fmt: skip
"""Limits that leave no stake for both: each at its own least, linked ones as far apart as they may be."""


@pytest.mark.parametrize(("of", "wagers", "found"), STAKES)
def test_stakes_are_the_least_even_ones_with_all_that_they_need(
    of: Rules, wagers: tuple[str, ...], found: dict[str, str]
) -> None:
    assert of.stakes(*wagers) == found
    check_box(of.submission, cents(found))


def cents(stakes: dict[str, str]) -> dict[str, int]:
    return {name: int(Fraction(amount) * 100) for name, amount in stakes.items()}


@pytest.mark.parametrize(("of", "wagers", "found"), APART)
def test_limits_that_lie_apart_are_kept_each_by_itself(
    of: Rules, wagers: tuple[str, ...], found: dict[str, str]
) -> None:
    stakes = of.stakes(*wagers)
    assert set(stakes) == set(found)
    check_box(of.submission, cents(stakes))
    for name, amount in cents(stakes).items():
        offered = of.submission.wagers[name]
        assert offered.minimum <= amount <= offered.maximum
        assert amount % 200 == 0 or amount in (offered.minimum, offered.maximum)
    if of.submission.version == "optional":
        assert stakes == found


# ── what a stake brings ──


@pytest.mark.parametrize(
    ("pays", "paid", "net", "back"),
    [
        ("1 to 1", 1, 1, True),
        ("3 to 2", Fraction(3, 2), Fraction(3, 2), True),
        ("1 to 2", Fraction(1, 2), Fraction(1, 2), True),
        ("50 for 1", 50, 49, False),
        ("push", 0, 0, True),
        ("lose", 0, -1, False),
    ],
)
def test_what_a_unit_brings(pays: str, paid: Fraction, net: Fraction, back: bool) -> None:
    of = rules("PA-649a")
    assert (of.paid(parse_pays(pays)), of.net(parse_pays(pays))) == (paid, net)
    assert returns_the_stake(parse_pays(pays)) == back


def test_a_payout_limit_takes_what_is_beyond_it() -> None:
    """679a.12(h): an aggregate limit of $50,000 or more, on the Ante and the Play."""
    free = rules("PA-679a")
    assert free.beyond_limit(Fraction(10**9), 100) == 0
    limited = rules("PA-679a", limits={**LIMITS, "payout_limit": 50_000})
    won = {"ante": Fraction(1), "play": Fraction(10), "prime": Fraction(4), "bad_beat_bonus": Fraction(9)}
    assert limited.under_limit(won) == free.under_limit(won) == 11
    assert rules("PA-649a").under_limit(won) == 0
    for bet, winnings, beyond in (
        (100_00, 500, 0), (100_00, 501, 1), (100_00, 499, 0), (50_00, 1001, 1), (None, 10**9, 0), (0, 9, 0),
    ):  # fmt: skip
        assert limited.beyond_limit(Fraction(winnings), bet) == beyond


@pytest.mark.parametrize(
    ("regulation", "wager", "fold", "surrender"),
    [
        ("PA-649a", "ante", False, None),
        ("PA-649a", "pair_plus", False, None),
        ("MA-TCP", "ante", False, False),
        ("MA-TCP", "pair_plus", True, False),
        ("PA-669a", "pair_plus", True, None),
    ],
)
def test_what_a_fold_or_a_surrender_takes(
    regulation: str, wager: str, fold: bool, surrender: bool | None
) -> None:
    """649a.11(b)(2); MA 10(b)#2, #3; 669a.11(f)."""
    of = rules(regulation)
    assert of.keeps(of.regulation.wagers[wager]) == fold
    bare = replace(of.regulation.wagers[wager], on_fold=None, on_surrender=None)
    assert of.keeps(bare) and of.keeps(bare, "surrender"), "where nothing is said nothing is taken"
    if surrender is not None:
        assert of.keeps(of.regulation.wagers[wager], "surrender") == surrender


# ── rounds ──


@pytest.mark.parametrize(
    ("regulation", "fold", "said"),
    [
        ("PA-649a", False, ["play"]), ("PA-649a", True, ["fold"]),
        ("PA-679a", False, ["play"]), ("PA-679a", True, ["fold"]),
        ("PA-680a", False, []), ("PA-680a", True, []),
    ],
)  # fmt: skip
def test_what_is_said_by_who_stays_and_by_who_folds(regulation: str, fold: bool, said: list[str]) -> None:
    assert rules(regulation).decisions(fold=fold) == said


def test_in_raise_it_up_one_folds_at_the_last_street_and_stays_at_the_first() -> None:
    of = rules("PA-669a")
    *waits, last = of.decisions(fold=True)
    assert waits == ["check", "check"] and last == "fold"
    (stays,) = of.decisions(fold=False)
    assert stays.startswith("play")


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a"])
@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("others", [0, 2])
def test_a_round_is_whole_and_settles(regulation: str, fold: bool, others: int) -> None:
    of = rules(regulation)
    own = parse_cards("2c 3c 4c")
    scenario = of.scenario(of.stakes("ante"), player=own, fold=fold, others=others)
    seats = scenario["seats"]
    assert [seat["seat"] for seat in seats] == list(range(1, others + 2))
    cards = [card for seat in seats for card in seat["cards"].split()]
    cards += scenario.get("dealer", "").split() + scenario.get("community", "").split()
    assert len(cards) == len(set(cards)), "no card lies twice"
    assert seats[0]["cards"].startswith("2c 3c 4c")
    assert ("dealer" in scenario) == (regulation != "PA-669a")
    assert ("community" in scenario) == (regulation == "PA-669a")
    assert "meters" not in scenario and "draws" not in scenario
    lines = settle_round(read_round(scenario, of.submission)).lines
    mine = {one.outcome for one in lines if one.seat == 1 and one.id == "ante"}
    assert (mine == {"folded"}) == (fold and regulation != "PA-680a")
    assert all(one.outcome != "folded" for one in lines if one.seat > 1)


def test_cards_lie_where_they_were_put() -> None:
    of = rules("PA-679a", wagers={"pair_bonus": {}})
    cards = {name: parse_cards(some) for name, some in
             (("player", "9c 9d 4c"), ("dealer", "Ks Qs 2d"), ("fourth", "9h"))}  # fmt: skip
    found = of.dealt(of.stakes("ante", "pair_bonus"), cards)
    assert (found["seats"][0]["cards"], found["seats"][0]["fourth"]) == ("9c 9d 4c", "9h")
    assert found["dealer"] == "Ks Qs 2d" and "community" not in found
    plain = of.scenario(of.stakes("ante"))
    assert "fourth" not in plain["seats"][0]
    board = rules("PA-679a", wagers={"pair_bonus": {"community_card": True}})
    shared = board.dealt(board.stakes("ante", "pair_bonus"), cards)
    assert shared["community"] == "9h"


def test_who_has_nothing_to_decide_says_nothing() -> None:
    of = rules("PA-649a")
    assert "decisions" not in of.scenario(of.stakes("pair_plus"))["seats"][0]
    assert of.scenario(of.stakes("ante"))["seats"][0]["decisions"] == ["play"]
    assert of.scenario(of.stakes("ante"), decisions=["fold"])["seats"][0]["decisions"] == ["fold"]
    given = of.scenario(of.stakes("ante"), meters={"m": 1}, draws={"d": 2})
    assert (given["meters"], given["draws"]) == ({"m": 1}, {"d": 2})
