"""The positions of a table: so many, each somebody's as long as his hand is in the round there."""

from __future__ import annotations

import pytest

from feltlaw.table import Offer, Person, legal
from tests.support.driver import DEALER, FLOOR2, Driver, drive, main_bets
from tests.support.rounds import RealTable, player, real

MOST = {"PA-649a": 7, "PA-679a": 6, "PA-669a": 6, "PA-680a": 6, "MA-TCP": 7}
"""So many betting positions at the most (2(a), I-128)."""
POSITIONS = {**{name: f"{name}.2(a)" for name in MOST}, "MA-TCP": "I-128"}
NEW = Person("player", "new")
GONE = ("leave", "recorded")
"""He goes and says so, or two people record it."""
PHASES = ("dealing", "stub", "deciding", "settling", "racking")
CHAPTERS = [
    pytest.param(name, most, marks=pytest.mark.clause(POSITIONS[name]), id=name)
    for name, most in MOST.items()
]


def goes(table: Driver, how: str, account: str) -> None:
    if how == "leave":
        table.do("leave", Person("player", account))
    else:
        table.both("record_departure", DEALER, FLOOR2, player=account)
    assert table.state.is_away(account)


def free(table: Driver, account: str = "new") -> list[int]:
    """The seats that somebody is told he may take."""
    offers: tuple[Offer, ...] = legal(table.state, "player", account)
    return [one.data.seat for one in offers if one.do == "sit"]


def nobody_gets(table: Driver, *seats: int) -> None:
    before = dict(table.state.seats)
    for seat in seats:
        for account in ("new", before[seat]):
            assert free(table, account) == []
            refusal = table.refused("sit", Person("player", account), seat=seat)
            assert any(one in refusal.what for one in ("taken", "left in the middle")), refusal.what
    assert table.state.seats == before


@pytest.mark.parametrize(("regulation", "most"), CHAPTERS)
@pytest.mark.parametrize("how", GONE)
@pytest.mark.parametrize("phase", PHASES)
def test_the_position_of_who_has_left_is_nobodys_until_the_round_is_over(
    regulation: str, most: int, how: str, phase: str
) -> None:
    """Of a full table the first, a middle and the last one, and then all that are left: there is no room for
    one more. After the round each of them is free."""
    table = drive(regulation).start({seat: main_bets(regulation) for seat in range(1, most + 1)})
    table.until(phase)
    gone: list[int] = []
    for seat in (3, 1, most):
        goes(table, how, f"p{seat}")
        gone.append(seat)
        nobody_gets(table, *gone)
        assert "every seat is taken" in table.refused("sit", NEW, seat=seat).what
    for _ in table.to_the_end():
        assert len(table.state.seats) == most and free(table) == []
        table.take(table.next())
    assert free(table) == sorted(gone)
    for seat in gone:
        table.sit(seat)
    assert len(table.state.seats) == most


@pytest.mark.parametrize(("regulation", "most"), CHAPTERS)
def test_who_comes_while_another_has_left_sits_where_nobody_was(regulation: str, most: int) -> None:
    """The seats beside him are free, his own is not, however many are."""
    for seats in range(3, most + 1):
        table = drive(regulation, limits={"seats": seats}).start().until("deciding")
        goes(table, "leave", "p3")
        rest = [seat for seat in range(1, seats + 1) if seat not in (1, 3)]
        assert free(table) == rest
        assert "seat 3 is taken" in table.refused("sit", NEW, seat=3).what
        for seat in rest:
            table.sit(seat)
        nobody_gets(table, 3)
        table.finish()
        assert free(table) == [3]


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(POSITIONS[name])) for name in MOST if name != "PA-669a"],
)
@pytest.mark.parametrize("how", GONE)
def test_all_positions_of_one_person_stay_his(regulation: str, how: str) -> None:
    """One of them has no hand in the round; it is his as well until it is over. In Raise It Up everybody has
    one position (669a.7(e))."""
    table = drive(regulation, limits={"adjacent_boxes": 3, "seats": 4})
    table.sit(1, 4)
    for seat in (2, 3):
        table.do("sit", player(1), seat=seat)
    table.start({seat: main_bets(regulation) for seat in (1, 2, 4)}).until("deciding")
    goes(table, how, "p1")
    nobody_gets(table, 1, 2, 3)
    table.finish()
    assert free(table) == [1, 2, 3]


@pytest.mark.parametrize(("regulation", "most"), CHAPTERS)
def test_a_guest_who_has_left_keeps_his_position_too(regulation: str, most: int) -> None:
    """At a table with real cards neither an account nor another guest is seated there."""
    table: RealTable = real(
        regulation, {seat: main_bets(regulation) for seat in range(1, most + 1)}, guests=True
    )
    table.until("deciding")
    table.both("record_departure", DEALER, FLOOR2, player="guest 2")
    assert table.state.is_away("guest 2") and not table.offers("sit")
    for guest in ("guest 2", "another"):
        table.refused("sit", DEALER, seat=2, guest=guest)
    table.refused("sit", NEW, seat=2)
    assert table.state.seats[2] == "guest 2"
    table.finish()
    assert free(table) == [2]
    table.do("sit", DEALER, seat=2, guest="another")
