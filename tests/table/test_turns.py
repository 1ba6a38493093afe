"""One turn after the other: a player's wagers all in his own, in their order, and the same way round in what
waits for all players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, main_bets
from tests.support.rounds import settling


@pytest.mark.clause("PA-649a.11(c)(8)", "PA-649a.11(c)(8)#2", "I-44", "I-60")
def test_the_stake_on_ones_own_hand_comes_before_that_on_the_dealers() -> None:
    """In each player's turn, before the next player's, and before the 5 of 6 Progressive (I-44)."""
    both = ["five_card_hand_bonus_player", "five_card_hand_bonus_dealer"]
    stakes = {"ante": 1000, "five_of_six_progressive": 100, **dict.fromkeys(reversed(both), 100)}
    offered: dict[str, Any] = {"five_card_hand_bonus": {}, "five_of_six_progressive": {}}
    hands = {"seat 3": "2s 5h 9c", "seat 1": "3s 6h Tc", "dealer": "Ac Qd 4h", "community": "Kd 7d"}
    table = settling("PA-649a", {1: stakes, 3: stakes}, hands, wagers=offered).finish()
    every = ["ante", "play", *both, "five_of_six_progressive"]
    assert [(one.seat, one.id) for one in table.lines()] == [(seat, id) for seat in (3, 1) for id in every]


TURNS: dict[str, tuple[dict[str, int], dict[str, Any], list[tuple[str, str]], list[str]]] = {
    "PA-649a": (
        {"pair_plus": 500, "six_card_bonus": 500},
        {"six_card_bonus": {}},
        [("ante", "lose"), ("play", "lose"), ("pair_plus", "win"), ("six_card_bonus", "lose")],
        ["PA-649a.11(c)#3", "PA-649a.11(c)(3)(ii)(A)", "PA-649a.11(c)(4)", "PA-649a.11(c)(6)"],
    ),
    "MA-TCP": (
        {"pair_plus": 500, "six_card_bonus": 500},
        {"six_card_bonus": {}},
        [("ante", "lose"), ("play", "lose"), ("pair_plus", "win"), ("six_card_bonus", "lose")],
        ["MA-TCP.10(c)(2)", "MA-TCP.10(c)(2)(ii)", "MA-TCP.10(c)(2)(iii)"],
    ),
    "PA-679a": (
        {"prime": 500, "all_six_bonus": 500},
        {"prime": {}, "all_six_bonus": {}},
        [("ante", "lose"), ("play", "lose"), ("prime", "win"), ("all_six_bonus", "lose")],
        ["PA-679a.11(c)#3", "PA-679a.11(d)", "PA-679a.11(d)(1)(ii)", "PA-679a.11(d)(3)(i)"],
    ),
}
"""What lies beside an Ante, what is offered, and the lines of a hand that loses and wins one of them."""


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*one[3])) for name, one in TURNS.items()]
)
def test_what_a_player_loses_and_what_he_wins_is_settled_in_one_turn(regulation: str) -> None:
    """All of it before the next player's cards are turned up; his own are collected then in Massachusetts."""
    beside, offered, wanted, _ = TURNS[regulation]
    stakes = {**main_bets(regulation), **beside}
    hands = {"seat 3": "6d 6h 2d", "seat 1": "5d 5h 3d", "dealer": "Ks Kc 9s"}
    table = settling(regulation, {1: stakes, 3: stakes}, hands, wagers=offered)
    for seat in (3, 1):
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
        done = table.last("settle_player").data
        assert [(one.seat, one.id, one.result) for one in done.lines] == [(seat, *one) for one in wanted]
        assert [str(place) for place in done.racked] == [f"player {seat}"][: regulation == "MA-TCP"]
    assert len(table.events("settle_player")) == 2


AFTER: dict[str, tuple[str, dict[str, Any], dict[str, int], dict[str, str], str, list[str]]] = {
    "three-card envy": (
        "PA-649a", {"three_card_progressive": {}}, {"three_card_progressive": 100}, {}, "envy_three_card",
        ["PA-649a.11(c)#3", "PA-649a.11(c)(5)(v)", "PA-649a.11(c)(5)(v)#2", "I-50"],
    ),
    "five-card envy": (
        "PA-649a", {"five_card_progressive": {}}, {"five_card_progressive": 100},
        {"community": "Js Ts"}, "envy_five_card",
        ["PA-649a.11(c)#3", "PA-649a.11(c)(7)(v)", "PA-649a.11(c)(7)(v)#2", "I-50"],
    ),
    "5 of 6 envy": (
        "PA-649a", {"five_of_six_progressive": {}}, {"five_of_six_progressive": 100},
        {"dealer": "Js Ts 2c"}, "envy_five_of_six",
        ["PA-649a.11(c)#3", "PA-649a.11(c)(9)(v)", "PA-649a.11(c)(9)(v)#2", "I-50"],
    ),
    "669a envy": (
        "PA-669a", {"three_card_progressive": {}}, {"three_card_progressive": 100}, {}, "envy_three_card",
        ["PA-669a.11(i)", "PA-669a.11(i)(3)(i)(E)", "PA-669a.11(i)(3)(i)(E)#2", "I-50"],
    ),
    "MA envy": (
        "MA-TCP", {"three_card_progressive": {}}, {"three_card_progressive": 100}, {}, "envy_three_card",
        ["MA-TCP.13(e)c", "I-50"],
    ),
    "MA Cover All": ("MA-TCP", {"cover_all": {}}, {"cover_all": 500}, {}, "cover_all", ["MA-TCP.12(j)"]),
    "Pot": ("PA-680a", {"pot": {}}, {"pot": 500}, {}, "pot", ["PA-680a.11(f)"]),
}  # fmt: skip
"""What is settled after all players, and where: offered, staked, dealt, its lines' name, the paragraphs."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.clause(*one[5])) for name, one in AFTER.items()]
)
def test_what_waits_for_all_players_goes_round_from_the_dealers_right_too(name: str) -> None:
    """Counterclockwise, as the players were settled: seat 6 before 5, 5 before 3, 3 before 1."""
    regulation, offered, stakes, dealt, of, _ = AFTER[name]
    bets = {seat: {**main_bets(regulation), **stakes} for seat in (1, 3, 5, 6)}
    hands = {"seat 1": "As Ks Qs", "seat 3": "2d 9c Jh", "seat 5": "4d 7h 8c", **dealt}
    if regulation == "PA-680a":
        hands = {}
    table = settling(regulation, bets, hands, wagers=offered).finish()
    lines = [one.seat for one in table.last("settle_rest").data.lines if one.id == of]
    assert list(dict.fromkeys(lines)) == ([6, 5, 3] if of.startswith("envy") else [6, 5, 3, 1])
