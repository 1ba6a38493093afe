"""The books: balanced, idempotent, never edited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feltlaw
from feltlaw.ledger import (
    OUTSIDE,
    TRAY,
    Entry,
    Ledger,
    LedgerError,
    book_round,
    buy_in,
    cash_out,
    correction,
    move,
    open_meters,
    settlement_entries,
    stakes,
)
from feltlaw.round import read_round
from feltlaw.round.read import read_submission, start_meters
from feltlaw.settlement import Settlement, settle_round
from tests.strategies import Data, scenarios

names = st.sampled_from(["player:Ann", "player:Bo", TRAY, OUTSIDE])


def prime(**seat: Any) -> Settlement:
    """A Three Card Prime round in which seat 1 wins its Ante and Play of 10."""
    given = {"seat": 1, "player": "Ann", "cards": "As Kd 9c", "wagers": {"ante": 10}, "decisions": ["play"]}
    data = {"submission": {"regulation": "PA-679a"}, "seats": [given | seat], "dealer": "Qs 8d 3c"}
    return feltlaw.settle(data)


@given(st.lists(st.tuples(names, names, st.integers(0, 10**9)), max_size=20))
def test_balances_always_sum_to_zero(moves: list[tuple[str, str, int]]) -> None:
    ledger = Ledger()
    for at, (source, target, cents) in enumerate(moves):
        ledger = ledger.post(move(f"m{at}", "test", source, target, cents))
    assert sum(ledger.balances.values()) == 0
    assert len(ledger.entries) == len(moves)


@given(st.lists(st.tuples(names, st.integers(-100, 100)), min_size=1))
def test_an_entry_that_does_not_balance_is_refused(postings: list[tuple[str, int]]) -> None:
    if sum(cents for _, cents in postings) == 0:
        assert Entry("e", "test", tuple(postings)).postings == tuple(postings)
    else:
        with pytest.raises(LedgerError, match="entry e does not balance: it is off by"):
            Entry("e", "test", tuple(postings))


def test_a_negative_amount_does_not_move() -> None:
    with pytest.raises(LedgerError, match="would move a negative amount"):
        move("m", "test", TRAY, OUTSIDE, -1)


def test_buy_in_and_cash_out() -> None:
    ledger = Ledger().post(buy_in("1", "Ann", 100_00), cash_out("2", "Ann", 40_00))
    assert ledger.balance("player:Ann") == 60_00
    assert ledger.balance(OUTSIDE) == -60_00
    assert ledger.balance("player:Bo") == 0


def test_the_same_entry_is_booked_once() -> None:
    entry = buy_in("1", "Ann", 100_00)
    once = Ledger().post(entry)
    assert once.post(entry, entry) == once
    with pytest.raises(LedgerError, match="entry 1 was booked before with other content"):
        once.post(buy_in("1", "Ann", 99_00))


def test_a_correction_undoes_an_entry_and_says_why() -> None:
    entry = buy_in("1", "Ann", 100_00)
    undo = correction("2", entry, "counted twice", "floorperson Kim")
    ledger = Ledger().post(entry, undo)
    assert set(ledger.balances.values()) == {0}
    assert ledger.entries["1"] == entry
    assert (undo.corrects, undo.reason, undo.approver) == ("1", "counted twice", "floorperson Kim")
    with pytest.raises(LedgerError, match="there is no entry 1 to correct"):
        Ledger().post(undo)
    for reason, approver in (("", "Kim"), ("counted twice", "")):
        with pytest.raises(LedgerError, match="correction 2 needs a reason and an approver"):
            correction("2", entry, reason, approver)


def test_a_round_is_booked_line_by_line() -> None:
    settlement = prime()
    booked = book_round(Ledger().post(buy_in("0", "Ann", 100_00)), "r1", settlement)
    kinds = [(entry.kind, entry.postings) for entry in list(booked.entries.values())[1:]]
    felt, ann = "layout:1", "player:Ann"
    assert kinds == [
        ("stake", ((ann, -10_00), (felt, 10_00))),
        ("stake", ((ann, -10_00), (felt, 10_00))),
        ("return", ((felt, -10_00), (ann, 10_00))),
        ("pay", ((TRAY, -10_00), (ann, 10_00))),
        ("return", ((felt, -10_00), (ann, 10_00))),
        ("pay", ((TRAY, -10_00), (ann, 10_00))),
    ]
    assert booked.balance(ann) == 120_00


@settings(max_examples=60, deadline=None)
@given(scenarios())
def test_every_entry_of_a_round_cites_a_clause_and_can_be_sent_twice(scenario: Data) -> None:
    settlement = feltlaw.settle(scenario)
    entries = [*stakes("r1", settlement), *settlement_entries("r1", settlement)]
    assert len({entry.key for entry in entries}) == len(entries)
    assert all(entry.clauses for entry in entries)
    booked = book_round(Ledger(), "r1", settlement)
    assert booked.post(*entries) == booked


def test_a_round_that_leaves_chips_on_the_felt_is_refused() -> None:
    settlement = prime()
    (seat,) = settlement.seats
    ante = replace(seat.lines[0], stake=0, paid=0, returned=0)
    short = replace(settlement, seats=(replace(seat, lines=(ante, seat.lines[1])),))
    ledger = Ledger().post(*stakes("r1", settlement))
    with pytest.raises(LedgerError, match="round r1 leaves money on the table"):
        book_round(ledger, "r1", short)


def test_a_tray_that_moves_otherwise_than_the_house_is_refused() -> None:
    """An award said to come off a meter that did not move."""
    settlement = prime()
    (seat,) = settlement.seats
    odd = replace(seat.lines[0], paid_from="meter", meter="tcp", level="meter")
    wrong = replace(settlement, seats=(replace(seat, lines=(odd, seat.lines[1])),))
    with pytest.raises(LedgerError, match="the tray does not move by what the house is up"):
        book_round(Ledger(), "r1", wrong)


def test_the_house_seeds_meters_and_reserves() -> None:
    data = {
        "submission": {"regulation": "PA-649a", "wagers": {"five_card_hand_bonus": {}, "six_card_bonus": {}}},
        "seats": [{"seat": 1, "cards": "2s 3d 5c", "wagers": {"pair_plus": 5}}],
        "dealer": "Ks Qd 9c",
        "meters": {"five_card_hand_bonus": {"meter": 30, "reserve": 7}},
    }
    round_ = read_round(data, read_submission(data["submission"]))
    ledger = Ledger().post(*open_meters("open", round_.meters))
    assert ledger.balance("meter:five_card_hand_bonus:meter") == 30_00
    assert ledger.balance("reserve:five_card_hand_bonus:meter") == 7_00
    assert ledger.balance(TRAY) == -37_00
    assert settle_round(round_).before == round_.meters


def test_an_empty_meter_needs_no_entry() -> None:
    submission = read_submission({"regulation": "PA-649a", "wagers": {"three_card_progressive": {}}})
    (meter,) = start_meters(submission).values()
    (level,) = meter.levels.values()
    empty = replace(meter, levels={"meter": replace(level, amount=0)})
    assert list(open_meters("open", {"three_card_progressive": empty})) == []
