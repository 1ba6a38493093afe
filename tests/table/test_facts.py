"""Events are facts: the state folds them and computes nothing of the law, and every amount in them counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from feltlaw import books, contest, link
from feltlaw.books import Move, OutOfBalance, post
from feltlaw.event import event_json, read_event
from feltlaw.record.restore import table_stream
from feltlaw.settlement import awards, order, payout, reckoning, wagers
from feltlaw.table import EVENTS, Event, State, agenda, apply, begin, write_state
from feltlaw.table.places import hand
from tests.support.driver import DEALER, FLOOR, FLOOR2, REGULATIONS, Driver, drive, main_bets
from tests.support.rounds import player, real

WAGERS: dict[str, dict[str, Any]] = {
    "PA-649a": {
        "three_card_progressive": {},
        "five_card_hand_bonus": {"magic_card": True},
        "six_card_bonus": {},
    },
    "MA-TCP": {"three_card_progressive": {}, "cover_all": {}, "six_card_bonus": {}},
    "PA-679a": {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}
HANDS = {"PA-680a": {"seat 3": "Kh Kd Kc 4s 5h"}}


@cache
def played(regulation: str) -> Driver:
    """A table with a round of every wager: one seat plays a fine hand, one folds where it can, one leaves."""
    table = drive(regulation, wagers=WAGERS[regulation])
    table.chance.drawn = {"magic_card": "Ks"} if regulation == "PA-649a" else {}
    offered = table.state.submission.wagers
    every = {wager: offered[wager].minimum for wager in offered if wager != "play"}
    bets = {3: {**every, **main_bets(regulation)}, 1: main_bets(regulation), 4: main_bets(regulation)}
    if regulation == "PA-680a":
        bets = {seat: {**box, "pot": 500} for seat, box in bets.items()}
    table.start(bets, HANDS.get(regulation, {"seat 3": "As Ks Qs"})).until("deciding")
    table.do("leave", player(4))
    table.finish(**({} if regulation in ("PA-680a", "PA-669a") else {"seat_1": "fold"}))
    table.both("correct", FLOOR, event=5, player="p3", amount=100, to="house", reason="a test")
    return table


@cache
def voided() -> Driver:
    """A table with a round that is void after a jackpot was paid."""
    stakes = {"ante": 1000, "three_card_progressive": 100}
    hands = {"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
    table = real("PA-649a", {1: stakes, 3: stakes}, hands, wagers={"three_card_progressive": {}})
    table.until(do="validate").do("validate", FLOOR, seat=3, wager="three_card_progressive")
    table.do("settle_player", DEALER, seat=3)
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    table.finish()
    return table


def record(table: Driver) -> list[Event]:
    stream = table_stream(table.state.table)
    return [line.event for line in table.desk.store.read(stream)]


def fold(events: list[Event]) -> Iterator[State]:
    state = begin(events[0])
    yield state
    for event in events[1:]:
        state = apply(state, event)
        yield state


TABLES = pytest.mark.parametrize("name", [*REGULATIONS, "void"])


def table_of(name: str) -> Driver:
    return voided() if name == "void" else played(name)


# ── the fold ──


@TABLES
def test_the_events_alone_give_the_state(name: str) -> None:
    table = table_of(name)
    events = [read_event(json.loads(json.dumps(event_json(event))), EVENTS) for event in record(table)]
    assert events == record(table), "what is written down is what happened"
    *_, last = fold(events)
    assert write_state(last) == write_state(table.state) and last == table.state


@TABLES
def test_the_books_are_the_sum_of_the_movements(name: str) -> None:
    table = table_of(name)
    balances: books.Balances = {}
    for event, state in zip(record(table), fold(record(table)), strict=True):
        balances = post(balances, event.moves)
        assert balances == state.books and sum(balances.values()) == 0


@TABLES
def test_what_lines_say_is_what_moved(name: str) -> None:
    """Each line's payout and returned stake went to its player, or is held for him."""
    for event in record(table_of(name)):
        lines = getattr(event.data, "lines", ())
        if not lines or event.kind == "void_round":
            continue
        for seat in (1, 3, 4):
            mine = [move for move in event.moves if move.target.of == f"p{seat}"]
            assert {move.target.kind for move in mine} <= {"chips", "held"}
            due = sum(one.paid + one.returned for one in lines if one.seat == seat)
            assert sum(move.cents for move in mine) == due


def _forbidden(*given: object, **more: object) -> None:
    raise AssertionError("the law is asked while events are read")


@TABLES
def test_reading_events_asks_nothing_of_the_law(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No hand is read, nothing is settled, no meter measured, no phase worked out."""
    table = table_of(name)
    events = record(table)
    wanted = write_state(table.state)
    for where, what in (
        (reckoning.Reckoning, "__init__"),
        (agenda.Agenda, "__init__"),
        (order, "dealers_order"),
        (payout, "pay"),
        (wagers, "pay"),
        (awards, "pay"),
        (contest, "against_dealer"),
        (reckoning, "against_dealer"),
        (link, "contribution"),
        (link, "lock"),
    ):
        monkeypatch.setattr(where, what, _forbidden)
    monkeypatch.setattr("feltlaw.table.machine.phase_of", _forbidden)
    *_, last = fold(events)
    assert write_state(last) == wanted


@pytest.mark.parametrize("name", REGULATIONS)
def test_a_program_that_pays_a_cent_more_reads_the_old_record_to_the_cent(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(name)
    events, wanted = record(table), write_state(table.state)
    real_pay = payout.pay

    def dearer(*given: Any) -> tuple[int, int]:
        paid, returned = real_pay(*given)
        return paid + (1 if paid else 0), returned

    for where in (payout, wagers, awards):
        monkeypatch.setattr(where, "pay", dearer)
    *_, last = fold(events)
    assert write_state(last) == wanted


def test_a_cent_more_would_be_noticed_in_a_new_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def won() -> int:
        table = drive("PA-649a").start({3: {"pair_plus": 500}}, {"seat 3": "Ks Kh 4c"}).finish()
        return table.chips(3)

    before = won()
    real_pay = payout.pay
    monkeypatch.setattr(payout, "pay", lambda *given: (real_pay(*given)[0] + 1, real_pay(*given)[1]))
    assert won() == before + 1


# ── every amount counts ──


@TABLES
def test_a_movement_overwritten_by_a_cent_changes_the_state_or_cannot_be_read(name: str) -> None:
    events = record(table_of(name))
    states = list(fold(events))
    changed = 0
    for at, event in enumerate(events):
        for number, (source, target, cents) in enumerate(event.moves):
            for other in (cents + 1, cents - 1):
                moves = list(event.moves)
                moves[number] = Move(source, target, other)
                try:
                    after = apply(states[at - 1], replace(event, moves=tuple(moves)))
                except OutOfBalance:
                    pass
                else:
                    assert after.books != states[at].books
                changed += 1
    assert changed > 20


@TABLES
def test_a_line_or_an_award_overwritten_changes_the_state(name: str) -> None:
    events = record(table_of(name))
    states = list(fold(events))
    changed = 0
    for at, event in enumerate(events):
        for other in _overwritten(event):
            assert write_state(apply(states[at - 1], other)) != write_state(states[at]), other
            changed += 1
    assert changed > 5


def _overwritten(event: Event) -> Iterator[Event]:
    """The event with one amount of a line, an award or a contribution a cent higher."""
    data = event.data
    lines = list(getattr(data, "lines", ()))
    for number, one in enumerate(lines):
        for field in ("stake", "paid", "returned"):
            more = [*lines]
            more[number] = replace(one, **{field: getattr(one, field) + 1})
            yield replace(event, data=replace(data, lines=tuple(more)))
    if event.kind == "verify_win" and data.award is not None:
        for field in ("cents", "showing_cents"):
            award = replace(data.award, **{field: getattr(data.award, field) + 1})
            yield replace(event, data=replace(data, award=award))
    if event.kind == "no_more_bets":
        for number, part in enumerate(data.contributions):
            parts = [*data.contributions]
            parts[number] = replace(part, cents={level: cents + 1 for level, cents in part.cents.items()})
            yield replace(event, data=replace(data, contributions=tuple(parts)))
