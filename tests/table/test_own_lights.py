"""Every win has a light of its own: of another wager of the box, of another box or of another player it says
nothing, lit or dark."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from tests.support.driver import DEALER, FLOOR, Driver, drive
from tests.support.rounds import line, player

THREE, FIVE, OF_SIX = "three_card_progressive", "five_card_progressive", "five_of_six_progressive"
BONUS = "five_card_hand_bonus"
LIT = (THREE, FIVE, OF_SIX)
"""What has a light, in the order of settlement: 649a.11(c)(5), (7) and (9)."""
PAYS = {THREE: 6_00, FIVE: 30_00, OF_SIX: 5_00}
"""Of $1 for a straight: 649a.12(e)(1), (h)(1) and (j)(1)."""
HANDS = {"seat 3": "5h 6c 7s", "seat 4": "5d 6s 7c", "community": "8h 9c", "dealer": "8d 9s Kd"}
"""A straight on three cards, on five with the community cards and of six with the dealer's."""
OWNERS: Mapping[str, Mapping[int, str]] = {
    "one box": {3: "p3"},
    "two boxes": {4: "p3", 3: "p3"},
    "two players": {4: "p4", 3: "p3"},
}
"""Whose each box is, in the order of settlement."""
LAW = ("PA-649a.11(c)(5)(ii)", "PA-649a.11(c)(7)(ii)", "PA-649a.11(c)(9)(ii)", "I-156")


def to_settle(who: str, *wagers: str) -> Driver:
    """Every box has all of these wagers."""
    owners = OWNERS[who]
    offered: dict[str, dict[str, str]] = {one: {} for one in wagers}
    table = drive("PA-649a", wagers=offered, limits={"adjacent_boxes": 2})
    box = {"ante": 1000, **dict.fromkeys(wagers, 100)}
    places = {"dealer", *(f"seat {seat}" for seat in owners), *(["community"] if FIVE in wagers else [])}
    table.planned = dict.fromkeys(sorted(owners), box)
    table.wanted = {place: cards for place, cards in HANDS.items() if place in places}
    table.open(*sorted({int(one[1:]) for one in owners.values()}))
    for seat, owner in owners.items():
        by = player(int(owner[1:]))
        if seat not in table.state.seats:
            table.do("sit", by, seat=seat)
        table.do("bet", by, seat=seat, wagers=box)
    table.do("no_more_bets")
    return table.until(do="verify_win")


def look(table: Driver, seat: int, wager: str, *, light: bool) -> None:
    """The dealer looks, a floorperson where the light is off, and the win is paid."""
    win = {"seat": seat, "wager": wager}
    table.until(do="verify_win").do("verify_win", DEALER, **win, light=light)
    assert table.last("verify_win").data.check.light == light
    asked = [(offer.data.seat, offer.data.wager) for offer in table.offers("resolve_light")]
    assert asked == ([] if light else [(seat, wager)])
    if not light:
        assert "light is off" in table.refused("settle_player", DEALER, seat=seat).legal
        table.refused("validate", FLOOR, **win)
        table.do("resolve_light", FLOOR, **win, accepted=True)
    table.do("validate", FLOOR, **win)
    table.until(do="settle_player").do("settle_player", DEALER, seat=seat)
    assert line(table, seat, wager).paid == PAYS[wager]


@pytest.mark.clause(*LAW)
@pytest.mark.parametrize("lit", list(product((True, False), repeat=3)))
@pytest.mark.parametrize("who", OWNERS)
def test_each_of_several_wins_has_its_own_light(who: str, lit: tuple[bool, ...]) -> None:
    """Of the second box the lights are the other way round."""
    table = to_settle(who, *LIT)
    for nth, seat in enumerate(OWNERS[who]):
        for wager, light in zip(LIT, lit, strict=True):
            look(table, seat, wager, light=light if nth == 0 else not light)
    table.finish()
    resolved = [(one.data.seat, one.data.wager) for one in table.events("resolve_light")]
    dark = [
        (seat, wager)
        for nth, seat in enumerate(OWNERS[who])
        for wager, light in zip(LIT, lit, strict=True)
        if light == (nth > 0)
    ]
    assert resolved == dark


@pytest.mark.clause(*LAW)
@pytest.mark.parametrize("pair", [(THREE, FIVE), (THREE, OF_SIX), (FIVE, OF_SIX)])
@pytest.mark.parametrize("lit", list(product((True, False), repeat=2)))
def test_each_of_two_wins_has_its_own_light(pair: tuple[str, str], lit: tuple[bool, bool]) -> None:
    table = to_settle("one box", *pair)
    for wager, light in zip(pair, lit, strict=True):
        look(table, 3, wager, light=light)
    table.finish()


@pytest.mark.clause("PA-649a.11(c)(8)(i)", *LAW)
@pytest.mark.parametrize("light", [True, False])
def test_a_win_without_a_light_lights_no_other(light: bool) -> None:
    """A flush of the Five Card Hand Bonus, in the midst of three that have lights."""
    table = drive("PA-649a", wagers={**{one: {} for one in LIT}, BONUS: {}})
    box = {"ante": 1000, **dict.fromkeys((*LIT, f"{BONUS}_player"), 100)}
    table.start({3: box}, {"seat 3": "5h 6h 7h", "community": "9h Th", "dealer": "8c 9c Kd"})
    looked = []
    while table.state.rounds == 0:
        if table.offers("verify_win"):
            wager = table.offers("verify_win")[0].data.wager
            table.do("verify_win", DEALER, seat=3, wager=wager, light=light)
            looked.append(wager)
            has_light = wager in LIT
            assert bool(table.offers("resolve_light")) == (has_light and not light), wager
        else:
            table.take(table.next())
    assert looked == [THREE, FIVE, f"{BONUS}_player", OF_SIX]
