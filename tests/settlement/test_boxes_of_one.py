"""Several boxes of one player: each is paid as if it were somebody else's, limits and the person apart."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from tests.support.settled import DOLLAR

SET, RUN = "9s 9h 9d", "8s 7h 6d"
LOW = "Kc Qd 2h"
PAID: list[Any] = [
    pytest.param(
        "PA-649a", {"dealer": "9c Th 5c", "community": "4c 5s"}, {SET: {
            "pair_plus": 25, "three_card_progressive": 60, "six_card_bonus": 50, "five_card_progressive": 9,
            "five_of_six_progressive": 100, "ante_bonus": 4 * 2,
        }, RUN: {
            "pair_plus": 6, "three_card_progressive": 6, "six_card_bonus": 10, "five_card_progressive": 30,
            "five_of_six_progressive": 5, "ante_bonus": 1 * 2,
        }},
        marks=pytest.mark.clause(
            "PA-649a.12(b)", "PA-649a.12(d)", "PA-649a.12(e)(1):A", "PA-649a.12(e)(2)", "PA-649a.12(f):A",
            "PA-649a.12(h)(1)", "PA-649a.12(h)(2)", "PA-649a.12(j)(1)", "PA-649a.12(j)(2)", "PA-649a.7(f)",
        ), id="649a",
    ),
    pytest.param(
        "PA-649a", {"dealer": "9c Tc 5c", "community": "2c 4c"}, {"9s 9h 4s": {}, "2s 2d 4d": {
            "five_card_hand_bonus_player": 100, "five_card_hand_bonus_dealer": 50,
        }, "Ac 3c Jc": {"five_card_hand_bonus_player": 50, "five_card_hand_bonus_dealer": 50}},
        marks=pytest.mark.clause("PA-649a.12(i)(1)", "PA-649a.12(i)(2)", "PA-649a.7(f)"),
        id="649a hand bonus",
    ),
    pytest.param(
        "MA-TCP", {"dealer": "9c Th 5c"}, {SET: {
            "pair_plus": 25, "six_card_bonus": 50, "three_card_progressive": 60, "cover_all": 25,
            "ante_bonus": 8,
        }, RUN: {
            "pair_plus": 5, "six_card_bonus": 10, "three_card_progressive": 6, "cover_all": 25,
            "ante_bonus": 2,
        }},
        marks=pytest.mark.clause(
            "MA-TCP.6(e)", "MA-TCP.6(g)(1)", "MA-TCP.6(g)(4)", "MA-TCP.11(a)(2)", "MA-TCP.11(a)(3)",
            "MA-TCP.12(b)", "MA-TCP.12(g)", "MA-TCP.12(k)", "MA-TCP.13(e):Table 1",
        ), id="MA",
    ),
    pytest.param(
        "MA-TCP", {"dealer": "9c Th 5c", "community": "4c 5s"},
        {SET: {"multi_game_link": 9, "ante_bonus": 8}, RUN: {"multi_game_link": 30, "ante_bonus": 2}},
        marks=pytest.mark.clause("MA-TCP.6(e)", "MA-TCP.13(g)bis", "MA-TCP.13(g):PTMGL01"), id="MA link",
    ),
    pytest.param(
        "PA-679a", {"dealer": "9c 9s Tc"}, {"9h 9d 8h": {"prime": 3, "pair_bonus": 1, "all_six_bonus": 50},
                                            "8s 7s 6c": {"prime": 4, "pair_bonus": 6, "all_six_bonus": 10}},
        marks=pytest.mark.clause(
            "PA-679a.7(e)", "PA-679a.12(d)", "PA-679a.12(e)", "PA-679a.12(g):A", "PA-679a.11(d)(1)(ii)",
            "PA-679a.11(d)(2)(ii)(A)", "PA-679a.11(d)(3)(ii)",
        ), id="679a",
    ),
]  # fmt: skip


@pytest.mark.clause("I-10")
@pytest.mark.parametrize(("regulation", "rest", "hands"), PAID)
@pytest.mark.parametrize("persons", ["aab", "abb", "aaa", "abc"])
def test_each_box_has_what_its_own_hand_wins(
    regulation: str, rest: dict[str, str], hands: dict[str, dict[str, int]], persons: str
) -> None:
    """Also a hand below another of the same player's; "the highest hand" is the best reading of each."""
    names = dict.fromkeys(name for some in hands.values() for name in some if name != "ante_bonus")
    offered: dict[str, Any] = {name.removesuffix("_player").removesuffix("_dealer"): {} for name in names}
    hands = {**hands, **({LOW: {}} if len(hands) == 2 else {})}
    for order in ([*hands], [*hands][::-1]):
        seats: list[dict[str, Any]] = []
        for number, (owner, cards) in enumerate(zip(persons, order, strict=True), 1):
            wagers = {"ante": 2, **(dict.fromkeys(names, 1) if hands[cards] else {})}
            seat = {"seat": number, "player": owner, "cards": cards, "wagers": wagers, "decisions": ["play"]}
            fourth = {"fourth": f"{'34J'[number - 1]}d"} if "pair_bonus" in wagers else {}
            seats.append({**seat, **fourth})
        rules = {"regulation": regulation, "wagers": offered,
                 "limits": {"minimum": 1, "maximum": 500, "adjacent_boxes": 3}}  # fmt: skip
        needs = {"cards": {"shuffle": "automated"}} if "cover_all" in names else {}
        lines = feltlaw.settle({"submission": {**rules, **needs}, "seats": seats, **rest}).lines
        for number, cards in enumerate(order, 1):
            paid = {one.id: one.paid for one in lines if one.seat == number and one.paid}
            paid = {name: cents for name, cents in paid.items() if name in {*names, "ante_bonus"}}
            assert paid == {name: times * DOLLAR for name, times in hands[cards].items()}, (cards, persons)


LIMITED: dict[str, tuple[str, dict[str, str], dict[str, int]]] = {
    "PA-679a": ("prime", {"dealer": "Qc 7s 2d"}, {"9h 9d 4h": 3, "Ks 8h 3d": 0, "Ac Jd 5h": 0}),
    "PA-680a": ("bonus", {"dealer": "Kd Qd Jd 3d 5d"},
                {"Kh Qh Jh 4h 5h": 15, "Ks Qs Js 4s 6s": 15, "Kc Qc Jc 9c Td": 12}),
}  # fmt: skip
"""Hands that win, with what an optional wager pays on them."""


@pytest.mark.clause("I-81")
@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.12(h)", "PA-679a.12(h)#2")),
        pytest.param("PA-680a", marks=pytest.mark.clause("PA-680a.12(d)", "PA-680a.12(d)#2")),
    ],
)
@pytest.mark.parametrize("owners", ["aab", "abb", "aaa", "abc"])
@pytest.mark.parametrize("ante", [12_000, 20_000, 60_000])
def test_a_payout_limit_is_for_the_person_and_for_wagers_against_the_dealer_alone(
    regulation: str, owners: str, ante: int
) -> None:
    """$50,000 a person and round, over all boxes in the order of settlement; optional wagers beside it."""
    other, rest, hands = LIMITED[regulation]
    limited = ("ante", "play") if regulation == "PA-679a" else ("ante",)
    limits = {"minimum": 5, "maximum": 60_000, "adjacent_boxes": 3, "payout_limit": 50_000}
    seats = []
    for seat, (owner, cards) in enumerate(zip(owners, hands, strict=True), 1):
        box = {"seat": seat, "player": owner, "cards": cards, "wagers": {"ante": ante, other: 20_000}}
        seats.append({**box, **({"decisions": ["play"]} if "play" in limited else {})})
    rules = {"regulation": regulation, "limits": limits, "wagers": {other: {}}}
    lines = feltlaw.settle({"submission": rules, "seats": seats, **rest}).lines
    paid = {(one.seat, one.id): (one.paid, one.returned) for one in lines}
    left = dict.fromkeys(owners, 50_000)
    for seat in (3, 2, 1):
        for name in limited:
            due = min(ante, left[owners[seat - 1]])
            left[owners[seat - 1]] -= due
            assert paid[seat, name] == (due * DOLLAR, ante * DOLLAR), (seat, name)
        assert paid[seat, other][0] == 20_000 * [*hands.values()][seat - 1] * DOLLAR


@pytest.mark.clause("PA-649a.12(i)(2)", "PA-649a.12(i)(2)#2", "PA-649a.11(b)(3)", "I-54", "I-59", "I-60")
@pytest.mark.parametrize("owners", ["aabc", "abbb", "abcd", "aaab"])
@pytest.mark.parametrize(("hand", "percent"), [("As Ks Qs", 100), ("9s 8s 7s", 10)])
@pytest.mark.parametrize("share", ["per_wager", "per_player"])
def test_a_share_of_the_meter_on_the_dealers_hand_is_divided_among_all_who_staked_on_it(
    owners: str, hand: str, percent: int, share: str
) -> None:
    """Who folded too, and who has Pair Plus alone; one award, odd cents from the dealer's right. A share for
    each wager, or for each person where it is so submitted."""
    cards = ["2c 5d 9h", "3c 6d Th", "4c 7d Jh", "2d 5h 9c"]
    says = [["play"], ["fold"], [], ["fold"]]
    for staked in range(1, 16):
        seats: list[dict[str, Any]] = []
        for at, owner in enumerate(owners):
            wagers = {"ante": 10} if says[at] else {"pair_plus": 10}
            wagers |= {"five_card_hand_bonus_dealer": 1} if staked >> at & 1 else {}
            box = {"seat": at + 1, "player": owner, "cards": cards[at], "wagers": wagers}
            seats.append({**box, "decisions": says[at]})
        rules = {"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": {"dealer_share": share}},
                 "limits": {"minimum": 5, "maximum": 500, "adjacent_boxes": 3}}  # fmt: skip
        round_ = {"submission": rules, "seats": seats, "dealer": hand, "community": "Js Ts"}
        lines = feltlaw.settle({**round_, "meters": {"five_card_hand_bonus": "10000.01"}}).lines
        paid = {one.seat: one.paid for one in lines if one.id == "five_card_hand_bonus_dealer"}
        winners = [seat for seat in (4, 3, 2, 1) if staked >> (seat - 1) & 1]
        award = -(-(1_000_001 + 21 * len(winners)) * percent // 100)
        persons = list(dict.fromkeys(owners[seat - 1] for seat in winners))
        if share == "per_wager":
            due = {seat: even(award, len(winners), at) for at, seat in enumerate(winners)}
        else:
            due = {}
            for at, person in enumerate(persons):
                own = [seat for seat in winners if owners[seat - 1] == person]
                part = even(award, len(persons), at)
                due |= {seat: even(part, len(own), turn) for turn, seat in enumerate(own)}
        assert paid == due, (owners, staked)


def even(cents: int, among: int, turn: int) -> int:
    """An even share, with one of the odd cents for the first."""
    return cents // among + (turn < cents % among)
