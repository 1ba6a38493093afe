"""Envy at a full table: who gives it, to whom and how much, with any boxes, wagers and folds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.settlement import Line
from tests.support.settled import DOLLAR, FOLDS, STAYS, main, settled


@dataclass(frozen=True)
class Envy:
    """A wager with envy: hands that earn it and dollars on $1, hands that come close, the other cards."""

    regulation: str
    wager: str
    holds: Mapping[str, int]
    close: Sequence[str]
    rest: Mapping[str, str]
    terms: Mapping[str, Any]


THREE = {"As Ks Qs": 100, "Ah Kh Qh": 25, "Ac Kc Qc": 25}
CLOSE = ["Js Ts 9s", "Jh Jd Jc", "9h 8d 4c"]
FIVE = {"As Ks Qs": 1000, "9s 8s 7s": 300}
FIVE_CLOSE = ["Jh Jd Jc", "Qh Kd 9c", "5s 3s 2s"]
DEALERS = {"dealer": "Ad Kd Qd"}
COMMUNITY = {"dealer": "4h 4d 6c", "community": "Js Ts"}
CASES = {
    "649a three cards": Envy("PA-649a", "three_card_progressive", THREE, CLOSE, DEALERS, {}),
    "649a five cards": Envy("PA-649a", "five_card_progressive", FIVE, FIVE_CLOSE, COMMUNITY, {}),
    "649a 5 of 6": Envy(
        "PA-649a", "five_of_six_progressive", {"As Ks Qs": 100}, ["9s 8s 7s", *FIVE_CLOSE[:2]],
        {"dealer": "Js Ts 6c"}, {},
    ),
    "649a 5 of 6, two own": Envy(
        "PA-649a", "five_of_six_progressive", {"Jh Th 6h": 50}, ["Ts Td 5d", "9c 8h 7h", "4s 4c 2d"],
        {"dealer": "Ah Kh Qh"}, {},
    ),
    "669a": Envy(
        "PA-669a", "three_card_progressive", THREE, CLOSE, {"community": "Kd 5h 3d"}, {},
    ),
    "MA three cards": Envy("MA-TCP", "three_card_progressive", THREE, CLOSE, DEALERS, {"paytable": "1"}),
    "MA two levels": Envy(
        "MA-TCP", "three_card_progressive", THREE, CLOSE, DEALERS, {"paytable": "two-level"}
    ),
    "MA link": Envy("MA-TCP", "multi_game_link", FIVE, FIVE_CLOSE, COMMUNITY, {"paytable": "PTMGL01"}),
}  # fmt: skip


def _649a(step: str, pays: str, name: str) -> list[str]:
    bonus, under = f"PA-649a.1:{name}", f"PA-649a.11(c)({step})(v)"
    paid = [f"PA-649a.12({pays})(5){schedule}" for schedule in ("", ":$1", ":$5")]
    return [bonus, f"{bonus}-qualifying-hand", under, f"{under}#2", *paid]


_MA = ["MA-TCP.13(e)a", "MA-TCP.13(e)a#2", "MA-TCP.13(e)c", "MA-TCP.13(c)#2"]
CLAUSES = {
    "649a three cards": [*_649a("5", "e", "three-card-envy-bonus"), "PA-649a.11(b)(2)#2"],
    "649a five cards": [*_649a("7", "h", "five-card-envy-bonus"), "PA-649a.11(b)(2)#2"],
    "649a 5 of 6": [*_649a("9", "j", "5-of-6-envy-bonus"), "PA-649a.11(b)(3)"],
    "649a 5 of 6, two own": [*_649a("9", "j", "5-of-6-envy-bonus"), "PA-649a.11(b)(3)"],
    "669a": [
        *("PA-669a.1:envy-bonus", "PA-669a.1:envy-bonus-qualifying-hand", "PA-669a.11(g)"),
        *("PA-669a.11(i)(3)(i)(E)", "PA-669a.11(i)(3)(i)(E)#2", "PA-669a.12(e)(5)"),
        *("PA-669a.12(e)(5):$1", "PA-669a.12(e)(5):$5"),
    ],
    "MA three cards": [*_MA, "MA-TCP.13(e):Table 1"],
    "MA two levels": [*_MA, "MA-TCP.13(f)"],
    "MA link": [*_MA, "MA-TCP.13(g):PTMGL01"],
}
IN_PROPORTION = ("3", "2.50", "0.50", "7.25")
"""Amounts that no schedule has, whole dollars and others, less than one and more than five."""
READ = ("I-46", "I-47", "I-48", "I-49", "I-52")
SAID: dict[str, dict[str, list[str]]] = {
    "play": STAYS,
    "fold": FOLDS,
    "surrender": {"MA-TCP": ["surrender"]},
    "pair_plus": {"PA-649a": [], "MA-TCP": []},
}
"""What a box does; with Pair Plus alone there is nothing to decide."""


@dataclass(frozen=True)
class Held:
    """One box."""

    owner: str
    cards: str
    does: str
    staked: bool
    six: bool

    def shown(self, envy: Envy, qualify: bool) -> bool:
        """Whether its hand lies face up for everybody: it is in play, or a wager that lives keeps a folded
        one there (649a.11(c), 669a.11(f)#3); in Massachusetts only where folded hands qualify (I-48)."""
        if self.does in ("play", "pair_plus"):
            return True
        if self.does == "surrender":
            return False
        keeps = self.six or (self.staked and envy.wager == "five_of_six_progressive")
        if envy.regulation == "PA-669a":
            keeps = keeps or self.staked
        return qualify and (keeps or self.staked) if envy.regulation == "MA-TCP" else keeps


def dealt(envy: Envy, rng: random.Random) -> list[Held]:
    """Four boxes, side by side; two of them one player's as often as not."""
    hands = [*envy.holds, *envy.close]
    hands = [*hands[:2], *rng.sample(hands[2:], 2)]
    rng.shuffle(hands)
    several = ("abcd", "aabc", "abbc", "abcc", "aabb", "aaab")
    owners = rng.choice(several) if envy.regulation != "PA-669a" else "abcd"
    ways = [does for does, said in SAID.items() if envy.regulation in said or does in ("play", "fold")]
    somebody = rng.randrange(4)
    found = []
    for at, (owner, cards) in enumerate(zip(owners, hands, strict=True)):
        does, staked = rng.choice(["play", *ways]), at == somebody or rng.random() < 0.5
        found.append(Held(owner, cards, does, staked, does != "pair_plus" and rng.random() < 0.5))
    return found


def seats(envy: Envy, boxes: Sequence[Held], stake: int | str) -> list[dict[str, Any]]:
    found = []
    for number, box in enumerate(boxes, 1):
        wagers: dict[str, int | str] = {}
        wagers |= {"pair_plus": 5} if box.does == "pair_plus" else main(envy.regulation)
        wagers |= {envy.wager: stake} if box.staked else {}
        wagers |= {"six_card_bonus": 5} if box.six else {}
        said = SAID[box.does].get(envy.regulation, [box.does])
        seat = {"seat": number, "player": box.owner, "cards": box.cards, "wagers": wagers}
        found.append({**seat, "decisions": said} if said else seat)
    return found


def due(envy: Envy, boxes: Sequence[Held], stake: int | str, qualify: bool) -> list[tuple[int, int, int]]:
    """Receiver, holder and cents: each box with the wager for every hand of another person that earns it."""
    return [
        (to, of, int(envy.holds[held.cards] * Fraction(stake) * DOLLAR))
        for to, box in enumerate(boxes, 1)
        for of, held in enumerate(boxes, 1)
        if box.staked and box.owner != held.owner and held.cards in envy.holds and held.shown(envy, qualify)
    ]


def came(lines: Sequence[Line]) -> list[tuple[int, int, int]]:
    return sorted((one.seat, one.for_seat, one.paid) for one in lines if one.id.startswith("envy"))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.clause(*CLAUSES[name], *READ), id=name) for name in CASES],
)
def test_envy_is_for_each_wager_and_every_hand_of_another_person_that_lies_face_up(name: str) -> None:
    """The holder needs no wager (I-47) and may have envy coming himself; who folded has it coming too. The
    amounts are those for $1 and go with the receiver's own wager to the cent (I-52, I-117)."""
    envy, rng = CASES[name], random.Random(name)
    for stake, qualify in (("1", True), ("1", False), ("5", True), *((one, True) for one in IN_PROPORTION)):
        terms = {"amount": stake, **envy.terms}
        terms |= {"envy_scale": "linear"} if stake in IN_PROPORTION else {}
        if envy.regulation == "MA-TCP":
            terms["folded_hands_qualify"] = qualify
        offered = {envy.wager: terms, "six_card_bonus": {}}
        for _ in range(25):
            boxes = dealt(envy, rng)
            most = max(sum(one.owner == box.owner for one in boxes) for box in boxes)
            lines = settled(
                envy.regulation, offered, *seats(envy, boxes, stake), **envy.rest, adjacent_boxes=most
            )
            assert came(lines) == due(envy, boxes, stake, qualify), boxes


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.clause(*CLAUSES[name], "I-52", "I-117"), id=name)
        for name in CASES
    ],
)
@pytest.mark.parametrize("cents", [5, 25, 50, 101, 199, 250, 499, 501, 733, 1000, 1250])
def test_envy_is_in_proportion_to_the_wager_to_the_cent(name: str, cents: int) -> None:
    """I-52: of less than a dollar, of dollars and cents, of a little more or less than is printed for."""
    envy, stake = CASES[name], f"{cents / 100:.2f}"
    offered = {envy.wager: {"amount": stake, "envy_scale": "linear", **envy.terms}}
    hands = [*[*envy.holds][:2], *envy.close][:3]
    boxes = [Held(owner, cards, "play", True, False) for owner, cards in zip("abc", hands, strict=True)]
    lines = settled(envy.regulation, offered, *seats(envy, boxes, stake), **envy.rest)
    dollar = due(envy, boxes, 1, True)
    assert came(lines) == [(to, of, sum_of // DOLLAR * cents) for to, of, sum_of in dollar]
    assert dollar


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.clause(*CLAUSES[name], "I-48", "I-49"), id=name)
        for name in CASES
        if len(CASES[name].holds) > 1
    ],
)
@pytest.mark.parametrize("persons", ["abc", "aab", "abb"])
def test_two_who_hold_such_hands_give_each_other_envy_unless_they_are_one(name: str, persons: str) -> None:
    envy = CASES[name]
    if envy.regulation == "PA-669a":
        persons = "abc"
    hands = [*[*envy.holds][:2], envy.close[0]]
    boxes = [Held(owner, cards, "play", True, False) for owner, cards in zip(persons, hands, strict=True)]
    several = 4 - len(set(persons))
    offered = {envy.wager: {**envy.terms}}
    lines = settled(envy.regulation, offered, *seats(envy, boxes, "1"), **envy.rest, adjacent_boxes=several)
    one, two = (DOLLAR * envy.holds[cards] for cards in hands[:2])
    wanted = {"abc": [(1, 2, two), (2, 1, one), (3, 1, one), (3, 2, two)],
              "aab": [(3, 1, one), (3, 2, two)], "abb": [(1, 2, two), (2, 1, one), (3, 1, one)]}  # fmt: skip
    assert came(lines) == wanted[persons]


@pytest.mark.clause(
    *("PA-669a.11(i)(3)(i)(E)", "PA-669a.11(i)(3)(i)(E)#2", "PA-669a.11(a)(3)", "PA-669a.1:envy-bonus"),
    "I-92",
)
@pytest.mark.parametrize("said", [["play 3x"], ["check", "check", "play 1x"], ["check", "check", "fold"]])
def test_a_hand_that_is_dead_by_a_ruling_gives_no_envy_and_has_none(said: list[str]) -> None:
    """Played or folded, with the wager or without, with cards that stay; the others give and have theirs."""
    stakes = {**main("PA-669a"), "three_card_progressive": 1}
    for own in (main("PA-669a"), stakes, {**stakes, "six_card_bonus": 5}):
        seats = [
            {"seat": 1, "cards": "Ah Kh Qh", "wagers": stakes, "decisions": STAYS["PA-669a"]},
            {"seat": 2, "cards": "As Ks Qs", "wagers": own, "decisions": said, "ruling": "communicated"},
            {"seat": 3, "cards": "9h 8d 4c", "wagers": stakes, "decisions": STAYS["PA-669a"]},
        ]
        offered: dict[str, Any] = {"three_card_progressive": {"amount": 1}, "six_card_bonus": {}}
        assert came(settled("PA-669a", offered, *seats, community="Kd 5h 3d")) == [(3, 1, 25 * DOLLAR)]
