"""Community cards are every player's: of who is still in, has folded or has left, and whatever he has bet."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.views import Viewer, view
from tests.support.driver import DEALER, FLOOR, FLOOR2, Driver, drive, main_bets
from tests.support.rounds import player

BOARD = "Kd 9h 4s"
HANDS = {
    1: ("Ks 9d 2c", "", "pair of kings, 9", "two pair, kings and 9s, 2", "two pair, kings and 9s, 4"),
    2: ("4c 4d 8h", "pair of 4s, 8", "pair of 4s, king", "pair of 4s, king", "three 4s"),
    3: ("Qc Jd Th", "straight, queen high", "", "straight, king high", "straight, king high"),
    4: ("Kc Kh 5s", "pair of kings, 5", "three kings", "three kings", "three kings"),
    5: ("9s 9c 5d", "pair of 9s, 5", "pair of 9s, king", "three 9s", "three 9s"),
    6: ("7c 5c 2d", "", "", "", ""),
}
"""Each player's cards, and the hand that they make alone and with one, two and all community cards."""
SIDES: dict[str, dict[str, int]] = {
    "nothing": {},
    "six_card_bonus": {"six_card_bonus": 500},
    "three_card_progressive": {"three_card_progressive": 100},
    "pair_plus": {"pair_plus": 500},
    "all": {"six_card_bonus": 500, "three_card_progressive": 100, "pair_plus": 500},
}
WAYS = ("fold", "left", "abandoned", "spoke")
"""How somebody comes out of a round: by folding, by leaving it, and by what a floorperson rules."""


def dealt(side: str) -> Driver:
    """Six players with the same wagers, before the first decision."""
    offered: dict[str, dict[str, Any]] = {"six_card_bonus": {}, "three_card_progressive": {}}
    table = drive("PA-669a", wagers=offered, settlement={"departed_player": "forfeit"})
    bets = {seat: {**main_bets("PA-669a"), **SIDES[side]} for seat in HANDS}
    cards = {f"seat {seat}": hand for seat, (hand, *_) in HANDS.items()}
    return table.start(bets, {**cards, "community": BOARD}).until("deciding")


def called(seat: int, up: int) -> str:
    said = HANDS[seat][1 + up]
    return f"{said} kicker" if "pair" in said else said


def check(table: Driver, *seats: int) -> None:
    """Each of these reads his cards with the community cards that are up, and everybody what is turned up."""
    up = len(table.up("community"))
    for seat in seats:
        you = view(table.state, Viewer("player", f"p{seat}")).own.you
        assert you is not None
        (mine,) = you.hands
        assert {*map(str, mine.cards)} == {*HANDS[seat][0].split()}
        assert mine.hand == called(seat, up), (seat, up)
    round_ = view(table.state, Viewer("onlooker")).public.round
    assert round_ is not None
    for place in round_.places:
        if place.group == "player" and place.up:
            assert place.hand == called(place.seat, 3), place.seat


def out(table: Driver, how: str, seat: int) -> None:
    """Before his answer is due on this street; who folds does so when he is asked."""
    if how in ("left", "abandoned"):
        table.do("leave", player(seat))
    if how == "abandoned":
        table.both("rule_departed", FLOOR, DEALER, seat=seat, ruling="abandoned")
    if how == "spoke":
        table.both("rule_communication", FLOOR, FLOOR2, seat=seat)


def decide(table: Driver, street: int, *fold: int) -> None:
    """Everybody is asked; nobody plays before the last street."""
    while offers := table.offers("decide"):
        seat = offers[0].data.seat
        table.say(seat, "check" if street < 2 else "fold" if seat in fold else "play 1x")
        check(table, seat)


@pytest.mark.clause("PA-669a.1:community-card", "PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("how", "street"), [("fold", 2), *((how, at) for how in WAYS[1:] for at in range(3))]
)
def test_the_community_cards_count_in_the_hand_of_who_is_out_of_the_round_as_well(
    side: str, how: str, street: int
) -> None:
    """One, or all but two, on the street on which they go and to the end: whether their cards lie there
    still, for a Six Card Bonus or an Envy Bonus, or are in the rack."""
    for seats in ((1,), (5, 3, 2, 1)):
        table = dealt(side)
        for at in range(3):
            for seat in seats if at == street else ():
                out(table, how, seat)
                check(table, seat)
            decide(table, at, *(seats if how == "fold" else ()))
            while len(table.up("community")) == at:
                table.take(table.next())
                check(table, 4, *seats)
        for _ in table.to_the_end():
            table.take(table.next())
            check(table, 4, *seats)
