"""Guests who have gone leave the state: it grows with who is there, never with who ever came."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from feltlaw.canonical import canonical
from feltlaw.table import Person, State, legal, write_state
from tests.support.driver import DEALER, Driver, drive, main_bets
from tests.support.on_record import on_record

GUESTS = 5000


def size(state: State) -> int:
    return len(canonical(write_state(state)))


def cost(work: Callable[[], object]) -> float:
    """The least time of several tries, so that a busy machine does not count."""
    found = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(5):
            work()
        found.append(time.perf_counter() - start)
    return min(found)


def visit(table: Driver, number: int) -> None:
    """A guest comes, buys in, thinks better of it or is found to have gone, and another comes."""
    guest = Person("player", f"guest number {number}")
    seat = 3 + number % 4
    table.give(table.command("sit", guest, seat=seat))
    table.give(table.command("buy_in", guest, amount=50_00))
    if number % 50 == 0:
        table.give(table.command("bet", guest, seat=seat, wagers={"ante": 1000}))
        table.give(table.command("record_departure", DEALER, player=guest.account))
    else:
        table.give(table.command("leave", guest, seat=0))


def test_five_thousand_guests_leave_nothing_behind() -> None:
    table = drive("PA-649a").open(1)
    visit(table, 0)
    before, offers = table.state, legal(table.state)
    took = cost(lambda: legal(before))
    refusing = cost(lambda: _refused(table))
    for number in range(1, GUESTS):
        visit(table, number)
    after = table.state
    assert after.seats == before.seats and after.books.keys() == before.books.keys()
    assert "guest number" not in json.dumps(write_state(after))
    assert legal(after) == offers
    assert size(after) - size(before) < 20, "a few digits of clocks and counters"
    assert cost(lambda: legal(after)) < 3 * took
    assert cost(lambda: _refused(table)) < 3 * refusing


def _refused(table: Driver) -> None:
    with pytest.raises(ValueError, match="seat 1 is taken"):
        table.json("sit", Person("player", "late"), seat=1)


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a"])
def test_guests_who_played_leave_nothing_behind_either(regulation: str) -> None:
    """One round each, the last of them left in its middle; the state keeps the last round and no more."""
    table = drive(regulation, cards={"shuffle": "automated"})
    sizes = []
    for number in range(8):
        guest, other = Person("player", f"a{number}"), Person("player", f"b{number}")
        for seat, person in ((1, guest), (3, other)):
            table.do("sit", person, seat=seat)
            table.do("buy_in", person, amount=100_000)
        while table.state.phase != "betting" or "bet" not in table.offered():
            spread = table.offers("idle_spread") if number else []
            table.take(spread[0]) if spread and table.state.phase == "shuffling" else table.take(table.next())
        table.bet({1: main_bets(regulation), 3: main_bets(regulation)})
        table.do("no_more_bets")
        table.until("deciding")
        table.do("leave", other)
        table.finish()
        table.do("leave", guest)
        assert table.state.seats == {} and table.state.away == ()
        assert {account.kind for account in table.state.books} <= {"cage", "inventory"}
        sizes.append(size(table.state))
    assert max(sizes) - min(sizes) < 1500, "whatever a round's lines come to"
    written = json.dumps(write_state(table.state))
    assert "a7" in written and not any(f'"{who}{n}"' in written for who in "ab" for n in range(7))
    on_record(table)
