"""The end of a round of which several have left, or several hits are owed to a link that does not answer."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.table.places import hand
from tests.support.driver import DEALER, DEVICE, FLOOR2, REGULATIONS, drive, main_bets, submission
from tests.support.rounds import check_links, linked_real, meter, nets, player, write_link
from tests.table.pauses import TWO

SEATS = (1, 3, 4)
TURN = {name: f"{name}.2(b)(4)" if name == "MA-TCP" else f"{name}.3(b)(3)" for name in REGULATIONS}
"""The two decks alternate."""


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(clause, "I-09")) for name, clause in TURN.items()],
)
@pytest.mark.parametrize("gone", [(), (1,), (3,), (1, 3), (4, 1), (3, 4), SEATS])
def test_with_the_end_of_a_round_everybody_who_left_in_it_is_gone_and_the_other_deck_comes(
    regulation: str, gone: tuple[int, ...]
) -> None:
    """What each had in front of him and what was held for him is at the cage; the table is idle where all
    have gone, whoever of them sat first."""
    table = drive(regulation, cards=TWO).start({seat: main_bets(regulation) for seat in SEATS})
    used = table.state.active
    for seat in gone:
        table.do("leave", player(seat), seat=seat)
    table.until("racking")
    has = {f"p{seat}": table.chips(seat) + table.state.held(f"p{seat}") for seat in SEATS}
    table.finish()
    ended = table.last("end_round").data
    assert ended.kept == {f"p{seat}": has[f"p{seat}"] for seat in gone if has[f"p{seat}"]}
    assert sorted(table.state.seats) == [seat for seat in SEATS if seat not in gone]
    assert table.state.away == () and ended.table_idle == (gone == SEATS)
    for seat in SEATS:
        assert table.state.chips(f"p{seat}") == (0 if seat in gone else has[f"p{seat}"])
        assert table.state.held(f"p{seat}") == 0
    assert (ended.next_deck, table.state.active) == (1 - used, 1 - used)


LINK = "multi_game_link"
WON = {"player 3": "As Ks Qs", "player 1": "9s 8s 7s", "community": "Js Ts", "dealer": "2c 7d 9h"}


@pytest.mark.clause("MA-TCP.13(d)g", "I-07", "I-152", "I-154")
@pytest.mark.parametrize("unreachable", [False, True])
def test_no_hit_of_a_void_round_is_over_for_its_link_before_it_is_given_back(unreachable: bool) -> None:
    """All of the meter, and a tenth of what it began with anew, both measured when the link goes down: it has
    them back when it answers, and nobody has told it that they were paid."""
    stakes: dict[str, int] = {"ante": 1000, LINK: 100}
    offered: dict[str, Any] = {LINK: {"meter": "link"}}
    (table,) = linked_real(submission("MA-TCP", wagers=offered), "one")
    table.put(WON).start({1: stakes, 3: stakes})
    for seat in (3, 1):
        table.until(do="verify_win").do("verify_win", DEALER, seat=seat, wager=LINK)
        if seat == 3:
            table.until(do="settle_player").do("settle_player", DEALER, seat=seat)
    assert len(table.link(LINK).open) == 2
    states = table.desk.links.states
    if unreachable:
        away = states.pop("link")
    else:
        write_link(table, "link", StopLink("cut off"))
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.round.void
    table.finish()
    if unreachable:
        states["link"] = away
    assert len(table.link(LINK).open) == 2, "it does not answer"
    if not unreachable:
        write_link(table, "link", ResumeLink("healed"))
    table.do("link_is_back", DEVICE, link="link")
    assert len(table.last("link_is_back").data.given_back) == 2
    assert table.link(LINK).open == {} and meter(table, LINK) == 10_000_00
    heard = [one.event.kind for one in table.desk.links.store.read("link/link")]
    assert heard.count("give_back_hit") == 2 and "close_hit" not in heard
    assert nets(table, 1, 3) == {1: 0, 3: 0}
    check_links([table])
