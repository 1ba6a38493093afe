"""Every wager of every chapter, one at a time: while the cards are prepared once more it is neither made nor
raised, and from the call on it is not taken back either, whatever lies beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.regulation import load
from tests.support.driver import DEALS, Driver, drive, main_bets
from tests.support.rounds import branch, player

WAGERS: dict[str, dict[str, tuple[str, ...]]] = {
    "PA-649a": {
        "ante": ("7(d)(1)",),
        "pair_plus": ("1:pair-plus-wager", "7(d)(2)"),
        "three_card_progressive": ("7(d)(4)#2",),
        "six_card_bonus": ("7(d)(5)#3",),
        "five_card_progressive": ("7(d)(6)#2",),
        "five_card_hand_bonus_player": ("2(d)#2", "7(d)(7)#2"),
        "five_card_hand_bonus_dealer": ("2(d)#2", "7(d)(7)#2"),
        "five_of_six_progressive": ("7(d)(8)#2",),
    },
    "MA-TCP": {
        "ante": ("1:ante-wager",),
        "pair_plus": ("1:pair-plus-wager",),
        "six_card_bonus": ("6(g)(3)",),
        "cover_all": ("12(a)",),
        "three_card_progressive": ("13(a)",),
        "multi_game_link": ("13(a)",),
    },
    "PA-679a": {
        "ante": ("1:ante-wager",),
        "prime": ("1:prime-wager",),
        "pair_bonus": ("1:pair-bonus-wager",),
        "all_six_bonus": ("1:all-six-bonus-wager",),
    },
    "PA-669a": {
        "ante": ("7(d)(1)",),
        "blind": ("7(d)(1)",),
        "pair_plus": ("7(d)(3)",),
        "three_card_progressive": ("7(d)(4)#2",),
        "six_card_bonus": ("7(d)(5)",),
    },
    "PA-680a": {
        "ante": ("1:ante-wager",),
        "pot": ("1:pot-wager",),
        "bonus": ("1:bonus-wager",),
    },
}
"""What is staked before the cards, and where that is said."""
SHUT = {name: f"{name}.{'6(d)' if name == 'MA-TCP' else '7(c)'}" for name in WAGERS}
PLACED = {name: f"{name}.{'6(b)' if name == 'MA-TCP' else '7(a)'}" for name in WAGERS}
DOLLAR_STAKES = ("progressive", "link", "hand_bonus")


def each_wager(more: dict[str, str], *readings: str) -> Iterator[Any]:
    for name, wagers in WAGERS.items():
        for wager, clauses in wagers.items():
            marked = pytest.mark.clause(*(f"{name}.{one}" for one in clauses), more[name], *readings)
            yield pytest.param(name, wager, marks=marked, id=f"{name}-{wager}")


def box_with(regulation: str, wager: str) -> dict[str, int]:
    stake = 100 if any(word in wager for word in DOLLAR_STAKES) else 500
    return {**main_bets(regulation), **({} if wager in main_bets(regulation) else {wager: stake})}


def table_with(regulation: str, wager: str, **sections: Any) -> Driver:
    return drive(regulation, wagers={load(regulation).wagers[wager].section: {}}, **sections)


def changes(regulation: str, wager: str) -> Iterator[tuple[int, dict[str, int]]]:
    """By seat, other boxes: 1 and 3 have the wager, 4 has bet nothing."""
    box = box_with(regulation, wager)
    for cents in (box[wager] * 2, box[wager] + 100, box[wager] - 1):
        yield 1, {**box, wager: cents}
    yield 3, {one: cents for one, cents in box.items() if one != wager}
    yield 3, {}
    yield 4, box


@pytest.mark.parametrize(("regulation", "wager"), [*each_wager(SHUT, "I-17")])
@pytest.mark.parametrize("deal", DEALS)
def test_from_the_call_to_the_first_card_no_wager_is_made_changed_or_taken_back(
    regulation: str, wager: str, deal: str
) -> None:
    """While chips are counted and devices started, and with the first cards; the others in its box stay
    where they are as well."""
    table = table_with(regulation, wager, cards={"deal": deal}).open(1, 3, 4)
    box = box_with(regulation, wager)
    table.start({1: box, 3: box})
    while True:
        assert "bet" not in table.offered()
        for seat, wagers in changes(regulation, wager):
            refusal = table.refused("bet", player(seat), seat=seat, wagers=wagers)
            assert refusal.what == "betting is closed"
            assert refusal.clauses == [SHUT[regulation], "I-17"]
        assert table.round.facts.stakes == {1: box, 3: box}
        if table.events("deal"):
            return
        table.take(table.next())


@pytest.mark.parametrize(("regulation", "wager"), [*each_wager(PLACED)])
@pytest.mark.parametrize("do", ["order_shuffle", "change_deck"])
def test_while_the_cards_are_prepared_once_more_no_wager_is_made_or_raised(
    regulation: str, wager: str, do: str
) -> None:
    """At every step of it, a wager that must be made and one that may be; what lies there may be taken back,
    and when the cards have been placed it is made again."""
    if do == "order_shuffle" and regulation == "MA-TCP":
        return
    table = table_with(regulation, wager).open(1, 3, 4)
    box, main = box_with(regulation, wager), main_bets(regulation)
    without = {one: cents for one, cents in box.items() if one != wager}
    lying: dict[int, dict[str, int]] = {1: box, 3: main if wager not in main else {}}
    table.bet({seat: one for seat, one in lying.items() if one})
    more: dict[str, Any] = {"deck": table.state.active} if do == "change_deck" else {}
    table.do(do, **more)
    moments = 0
    while table.state.phase != "betting":
        for seat, wagers in ((1, {**box, wager: 2 * box[wager]}), (3, box), (4, box)):
            refusal = table.refused("bet", player(seat), seat=seat, wagers=wagers)
            assert "prepared" in refusal.what or "not ready" in refusal.what
        back = branch(table)
        back.do("bet", player(1), seat=1, wagers=without if wager not in main else {})
        assert wager not in back.round.facts.stakes.get(1, {})
        moments += 1
        table.take(table.next())
    assert moments and table.round.facts.stakes[1] == box
    table.do("bet", player(3), seat=3, wagers=box)
    table.do("bet", player(4), seat=4, wagers=box)
    assert table.round.facts.stakes == {1: box, 3: box, 4: box}
