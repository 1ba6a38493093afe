"""Envy and players who left in mid-round: at the table still, unless their wagers are abandoned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

import feltlaw
from tests.settlement.test_envy_company import CASES, CLAUSES, Envy, Held, came, due, seats
from tests.support.settled import DOLLAR

SAYS = ("envy-bonus", "(v)", "(E)", "13(e)a")
"""How the paragraphs end that say who gives envy, and to whom."""
ABANDONED = {name: f"{envy.regulation}.7(b)#2" for name, envy in CASES.items() if envy.regulation != "MA-TCP"}


def says(clause: str) -> bool:
    return clause.endswith(SAYS)


def envied(
    envy: Envy, boxes: Sequence[Held], rulings: Sequence[str], silent: Sequence[bool]
) -> list[tuple[int, int, int]]:
    """What comes of these boxes; who is silent has left before he decided."""
    played: list[dict[str, Any]] = []
    for seat, ruling, unsaid in zip(seats(envy, boxes, 1), rulings, silent, strict=True):
        said = {key: value for key, value in seat.items() if key != "decisions" or not unsaid}
        played.append({**said, **({"ruling": ruling} if ruling else {})})
    terms = {"amount": 1, **envy.terms}
    if envy.regulation == "MA-TCP":
        terms["folded_hands_qualify"] = True
    rules: dict[str, Any] = {"regulation": envy.regulation, "limits": {"minimum": 5, "maximum": 500},
                             "wagers": {envy.wager: terms, "six_card_bonus": {}}}  # fmt: skip
    if "abandoned" in rulings:
        rules["settlement"] = {"departed_player": "forfeit"}
    return came(feltlaw.settle({"submission": rules, "seats": played, **envy.rest}).lines)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.clause(*filter(says, found), "I-09", "I-48"), id=name)
        for name, found in CLAUSES.items()
    ],
)
def test_the_hand_of_a_player_who_left_gives_envy_and_he_has_his(name: str) -> None:
    """With his decision made, as if he were there; without it as of a fold (I-09). Whoever has left."""
    envy = CASES[name]
    high, low = next(iter(envy.holds)), envy.close[0]
    for left in product((False, True), repeat=3):
        for unsaid, six in product((False, True), repeat=2):
            silent = [gone and unsaid for gone in left]
            boxes = [
                Held(owner, cards, "fold" if away else "play", True, six)
                for owner, cards, away in zip("abc", (low, high, envy.close[1]), silent, strict=True)
            ]
            found = envied(envy, boxes, ["left" if gone else "" for gone in left], silent)
            assert found == due(envy, boxes, 1, True), (left, unsaid, six)
            if not silent[1]:
                assert [(to, of) for to, of, _ in found] == [(1, 2), (3, 2)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.clause(one, "I-09")) for name, one in ABANDONED.items()]
)
@pytest.mark.parametrize("said", ["play", "fold", ""])
@pytest.mark.parametrize("six", [True, False])
def test_a_player_whose_wagers_are_abandoned_has_no_envy_on_them(name: str, said: str, six: bool) -> None:
    """His wager is lost whatever he had decided; the others have theirs."""
    envy = CASES[name]
    high, low = next(iter(envy.holds)), envy.close[0]
    boxes = [
        Held("a", low, said or "play", True, six),
        Held("b", high, "play", False, False),
        Held("c", envy.close[1], "play", True, six),
    ]
    found = envied(envy, boxes, ["abandoned", "", ""], [not said, False, False])
    assert found == [(3, 2, envy.holds[high] * DOLLAR)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.clause(
                clause, *(one for one in CLAUSES[name] if says(one) or one.endswith("hand")), "I-09", "I-48"
            ),
        )
        for name, clause in ABANDONED.items()
    ],
)
@pytest.mark.parametrize("said", ["play", "fold", ""])
@pytest.mark.parametrize("staked", [True, False])
@pytest.mark.parametrize("six", [True, False])
def test_the_hand_of_a_player_whose_wagers_are_abandoned_gives_nobody_envy(
    name: str, said: str, staked: bool, six: bool
) -> None:
    """Whatever he had decided and staked: nobody turns it up. Others who hold such hands give theirs."""
    envy = CASES[name]
    high = next(iter(envy.holds))
    boxes = [
        Held("a", envy.close[0], "play", True, six),
        Held("b", high, said or "play", staked, six),
        Held("c", envy.close[1], "play", True, six),
    ]
    assert envied(envy, boxes, ["", "abandoned", ""], [False, not said, False]) == []
    if len(envy.holds) > 1:
        second = [*envy.holds][1]
        boxes[2] = Held("c", second, "play", True, six)
        found = envied(envy, boxes, ["", "abandoned", ""], [False, not said, False])
        assert found == [(1, 3, envy.holds[second] * DOLLAR)]
