"""A player leaves between the call and his cards: his boxes are dealt, whatever is ruled on his wagers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALS, FLOOR, FLOOR2, REGULATIONS, Driver, dealt_to, drive, main_bets
from tests.support.eyes import Eyes
from tests.support.parts import lines
from tests.support.rounds import player

SEATS = (1, 3, 4)
MAY_LEAVE = {name: "MA-TCP.6(c)" if name == "MA-TCP" else f"{name}.7(b)#2" for name in REGULATIONS}
BESIDE: dict[str, list[tuple[str, dict[str, Any], dict[str, int]]]] = {
    "PA-649a": [("", {"five_card_progressive": {}}, {"five_card_progressive": 100})],
    "MA-TCP": [("", {"multi_game_link": {}}, {"multi_game_link": 100})],
    "PA-679a": [
        ("card", {"pair_bonus": {}}, {"pair_bonus": 500}),
        ("community", {"pair_bonus": {"community_card": True}}, {"pair_bonus": 500}),
    ],
}
"""By chapter wagers for which more is dealt than hands, and in Three Card Prime how."""
NOTHING: tuple[str, dict[str, Any], dict[str, int]] = ("", {}, {})


def cases() -> list[Any]:
    """Every way of dealing, with main wagers alone and with one for which more cards come."""
    found = []
    for name in REGULATIONS:
        for deal in DEALS:
            steps = [one for one in lines(name) if one.group == deal and one.do == "deal_hands"]
            proved = [clause for step in steps for clause in step.clauses]
            for at, more in enumerate([NOTHING, *BESIDE.get(name, [])]):
                marked = pytest.mark.clause(*proved, MAY_LEAVE[name], "I-09")
                found.append(pytest.param(name, deal, more, marks=marked, id=f"{name}-{deal}-{at}"))
    return found


def where(table: Driver) -> list[tuple[str, int]]:
    return [(place.group, place.seat) for place in dealt_to(table.log)]


@pytest.mark.parametrize(("regulation", "deal", "more"), cases())
@pytest.mark.parametrize("gone", [(1,), (3,), (4,), (1, 3), (1, 3, 4)])
@pytest.mark.parametrize("ruling", ["left", "abandoned"])
def test_who_placed_his_wagers_before_the_call_is_dealt_in_although_he_left(
    regulation: str,
    deal: str,
    more: tuple[str, dict[str, Any], dict[str, int]],
    gone: tuple[int, ...],
    ruling: str,
) -> None:
    """ "To each player who has placed": he gets the cards that would have been his, those of his other wagers
    too, and so does everybody after him."""
    if ruling == "abandoned" and regulation == "MA-TCP":
        return
    how, terms, stake = more
    option: dict[str, Any] = {"settlement": {"departed_player": "forfeit"}} if ruling == "abandoned" else {}
    bets = {seat: {**main_bets(regulation), **(stake if seat in gone else {})} for seat in SEATS}
    tables = []
    for leaves in (False, True):
        table = drive(regulation, cards={"deal": deal}, wagers=terms, seed=3, **option).start(bets)
        for seat in gone if leaves else ():
            table.do("leave", player(seat), seat=seat)
        table.until("dealing")
        assert not dealt_to(table.log)
        for seat in gone if leaves else ():
            if ruling == "abandoned":
                table.both("rule_departed", FLOOR, FLOOR2, seat=seat, ruling=ruling)
        assert table.round.facts.rulings == (dict.fromkeys(gone, ruling) if leaves else {})
        tables.append(table.until("stub"))
    stays, left = tables
    eyes = Eyes(regulation, deal, [], bets, fourths=how or "card")
    assert where(left) == where(stays) == eyes.deal_order()
    assert left.round.facts.dealt == stays.round.facts.dealt
    many = len(eyes.deal_order())
    assert left.offers("count_stub")[0].data.cards == {"PA-680a": 53}.get(regulation, 52) - many


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=pytest.mark.clause(clause, "I-09"), id=f"{name}-{deal}")
        for name, clause in MAY_LEAVE.items()
        if name != "MA-TCP"
        for deal in DEALS
    ],
)
def test_wagers_that_were_ruled_abandoned_before_a_card_was_dealt_are_lost(
    regulation: str, deal: str
) -> None:
    option = {"departed_player": "forfeit"}
    table = drive(regulation, cards={"deal": deal}, settlement=option)
    table.start({seat: main_bets(regulation) for seat in SEATS})
    table.do("leave", player(3), seat=3)
    table.both("rule_departed", FLOOR, FLOOR2, seat=3, ruling="abandoned")
    table.finish()
    assert {one.outcome for one in table.lines(3)} == {"abandoned"}
    assert sum(one.net for one in table.lines(3)) == -sum(main_bets(regulation).values())
    assert "abandoned" not in {one.outcome for seat in (1, 4) for one in table.lines(seat)}
