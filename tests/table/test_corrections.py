"""Payments put right by two people, and a table that a two people let it go on has stopped."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import CAGE, INVENTORY, Account, Move, OutOfBalance
from feltlaw.desk import reopen
from feltlaw.round import Refused
from feltlaw.table import Person, apply, money, settling, write_state
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, Driver, drive
from tests.support.rounds import P1, P3, house, nets

REASON = "the dealer paid the wrong seat"


def correction(**changes: Any) -> dict[str, Any]:
    return {"event": 9, "player": "p1", "amount": 700, "to": "player", "reason": REASON, **changes}


def after_a_round() -> Driver:
    return drive("PA-649a").start().finish()


# ── corrections ──


@pytest.mark.clause("I-157")
def test_a_correction_is_a_new_entry_linked_to_the_one_it_corrects_by_two_accounts_with_a_reason() -> None:
    table = after_a_round()
    chips, inventory, log = table.chips(1), table.state.books.get(INVENTORY, 0), list(table.log)
    for person in (DEALER, DEVICE, P1):
        assert table.refused("correct", person, **correction()).legal.startswith("It is for the floorperson.")
    table.do("correct", FLOOR, **correction())
    assert table.chips(1) == chips and table.kinds()[-1] == "ask", "one account moves no money"
    request = table.state.requests[-1]
    assert "$7" in request.about and "p1" in request.about and REASON in request.about
    for person in (FLOOR, Person("dealer", FLOOR.account), P3):
        table.refused("confirm", person, request=request.id)
    table.do("confirm", FLOOR2, request=request.id)
    event = table.last("correct")
    assert (event.by, event.confirmed_by) == (FLOOR, FLOOR2)
    assert (event.data.event, event.data.player, event.data.amount_cents) == (9, "p1", 700)
    assert (event.data.to, event.data.reason, event.data.short_cents) == ("player", REASON, 0)
    assert event.moves == (Move(INVENTORY, Account("chips", "p1"), 700),)
    assert table.chips(1) == chips + 700 and table.state.books[INVENTORY] == inventory - 700
    assert table.log[: len(log)] == log, "nothing that was written is touched"


@pytest.mark.parametrize("reason", ["", "  ", "x", "y" * 201])
def test_a_correction_needs_a_reason(reason: str) -> None:
    table = after_a_round()
    data = {"event": 9, "player": "p1", "amount": "7.00", "to": "player", "reason": reason}
    with pytest.raises(Refused, match="reason"):
        table.json("correct", FLOOR, **data)


@pytest.mark.parametrize("event", [0, -1, 10**13, "30", None])
def test_a_correction_names_an_event(event: object) -> None:
    table = after_a_round()
    data = {"event": event, "player": "p1", "amount": "7.00", "to": "player", "reason": REASON}
    with pytest.raises(Refused, match="event"):
        table.json("correct", FLOOR, **data)


def test_money_goes_back_to_the_house_as_far_as_it_is_there_and_nobody_is_made_to_owe() -> None:
    table = after_a_round()
    table.do("cash_out", P1, amount=table.chips(1) - 300)
    before = house(table)
    table.both("correct", FLOOR, **correction(to="house"))
    data = table.last("correct").data
    assert (data.amount_cents, data.short_cents) == (300, 400)
    assert table.chips(1) == 0 and house(table) == before + 300
    refusal = table.refused("correct", FLOOR, **correction(to="house"))
    assert "Nobody is made to owe" in refusal.legal and "I-157" in refusal.clauses


def test_what_is_due_to_a_player_who_has_gone_is_kept_for_him_and_nothing_is_taken_from_him() -> None:
    table = after_a_round()
    table.do("leave", P1)
    cage = table.state.books[CAGE]
    table.both("correct", FLOOR, **correction())
    assert table.state.books[CAGE] == cage + 700
    refusal = table.refused("correct", FLOOR, **correction(to="house"))
    assert "is not at this table" in refusal.what


def test_a_correction_during_a_round_leaves_the_round_alone() -> None:
    table = drive("PA-649a").start().until("deciding")
    straight = drive("PA-649a").start().until("deciding")
    table.both("correct", FLOOR, **correction())
    for one in (table, straight):
        one.finish()
    assert table.lines() == straight.lines()
    assert nets(table, 1)[1] == nets(straight, 1)[1] + 700


# ── stopped by a fault ──


def stopped(monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A table whose program is at fault: it pays out more than what lies on the layout."""
    table = drive("PA-649a").start().until(do="settle_player")
    real_moves = money.pay_lines

    def wrong(*given: Any) -> tuple[Move, ...]:
        source, target, cents = real_moves(*given)[0]
        return (Move(source, target, cents + 1),) if source.kind == "felt" else (Move(target, source, 1),)

    with monkeypatch.context() as patch:
        patch.setattr(settling, "pay_lines", wrong)
        with pytest.raises(Refused, match="two people let it go on"):
            table.do("settle_player", DEALER)
    return table


def test_money_that_is_not_there_stops_the_table_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stopped(monkeypatch)
    assert table.kinds()[-1] == "stop_table" and table.state.stopped
    assert "settle_player" not in table.kinds(), "nothing of it has happened"
    assert sum(table.state.books.values()) == 0
    again = reopen(table.desk.store, table.state.table, clock=table.clock)
    assert again.state.stopped == table.state.stopped, "a restart does not forget it"
    assert write_state(again.state) == write_state(table.state)


def test_a_stopped_table_does_nothing_for_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stopped(monkeypatch)
    for do, by, data in (
        ("settle_player", DEALER, {"seat": 3}),
        ("cash_out", P1, {"amount": 100}),
        ("sit", Person("player", "new"), {"seat": 5}),
        ("report", FLOOR, {"kind": "card_face_up"}),
        ("correct", FLOOR, correction()),
    ):
        assert "the table is stopped" in table.refused(do, by, **data).what
    assert table.offered() <= {"resume_table", "confirm", "withdraw"}


def test_two_people_let_a_stopped_table_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stopped(monkeypatch)
    for person in (DEALER, DEVICE, P1):
        legal = table.refused("resume_table", person, reason="looked at it").legal
        assert "for the floorperson or manager" in legal
    table.do("resume_table", FLOOR, reason="looked at it")
    assert table.state.stopped, "one word is not enough"
    request = table.state.requests[-1].id
    assert "himself" in table.refused("confirm", FLOOR, request=request).what
    assert {"confirm"} <= table.offered(), "there is a way on"
    table.do("confirm", FLOOR2, request=request)
    event = table.last("resume_table")
    assert (event.by, event.confirmed_by, event.data.reason) == (FLOOR, FLOOR2, "looked at it")
    assert not table.state.stopped
    table.finish()
    assert table.state.rounds == 1


def test_nothing_but_going_on_is_confirmed_at_a_stopped_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = drive("PA-649a").start().until(do="settle_player")
    table.do("correct", FLOOR, **correction())
    asked = table.state.requests[-1].id
    monkeypatch.setattr(settling, "pay_lines", lambda *given: (Move(Account("pot"), INVENTORY, 1),))
    with pytest.raises(Refused, match="two people let it go on"):
        table.do("settle_player", DEALER)
    assert "the table is stopped" in table.refused("confirm", FLOOR2, request=asked).what
    table.do("withdraw", FLOOR2, request=asked)
    assert table.state.requests == ()


def test_a_running_table_is_not_resumed() -> None:
    refusal = after_a_round().refused("resume_table", FLOOR, reason="no reason")
    assert "the table runs" in refusal.what


def test_what_does_not_balance_is_never_applied() -> None:
    table = drive("PA-649a").start().until(do="settle_player")
    table.do("settle_player", DEALER)
    event = table.last("settle_player")
    before = drive("PA-649a").start().until(do="settle_player").state
    wrong = Move(Account("felt", "9", "ante"), INVENTORY, 1)
    with pytest.raises(OutOfBalance):
        apply(before, type(event)(event.kind, event.by, event.at, event.data, (*event.moves, wrong)))


@pytest.mark.clause("S-36")
def test_a_correction_is_linked_to_an_event_that_there_is() -> None:
    table = after_a_round()
    for event in (table.desk.number + 1, 10**12):
        refusal = table.refused("correct", FLOOR, **correction(event=event))
        assert refusal.legal == f"The last event of this table is {table.desk.number}."
    table.both("correct", FLOOR, **correction(event=table.desk.number))


@pytest.mark.clause("I-157")
def test_nobody_who_works_at_the_table_is_paid_by_a_correction() -> None:
    table = after_a_round()
    for account in (DEALER.account, FLOOR.account):
        refusal = table.refused("correct", FLOOR, **correction(player=account))
        assert "works at this table" in refusal.what and "I-157" in refusal.clauses
    table.do("correct", FLOOR, **correction(player=FLOOR2.account))
    asked = table.state.requests[-1].id
    assert "works at this table" in table.refused("confirm", FLOOR2, request=asked).what
