"""What a review of the table has seen happening, fault by fault: none of it can be repeated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from feltlaw.books import INVENTORY, Move, OutOfBalance, chips
from feltlaw.desk import open_desk, reopen
from feltlaw.link import StopLink
from feltlaw.record.restore import table_stream
from feltlaw.record.store import MemoryStore
from feltlaw.round import Refused
from feltlaw.shuffle import SeededSource
from feltlaw.table import Event, Person, apply, begin, legal, read_command, write_state
from feltlaw.table.places import Place, hand
from tests.support.driver import CHIPS, DEALER, FLOOR, FLOOR2, Driver, drive, submission
from tests.support.rounds import (
    P1,
    P3,
    check_links,
    line,
    linked,
    meter,
    names,
    nets,
    real,
    settling,
    write_link,
)

TCP: dict[str, Any] = {"three_card_progressive": {}}
JACKPOT = {"ante": 1000, "three_card_progressive": 100}
LINKED = submission("PA-649a", wagers={"three_card_progressive": {"meter": "tcp-link"}})
SPADES = {"seat 3": "As Ks Qs", "seat 1": "2d 9c Jh", "dealer": "3s 8h Jd"}


def validated() -> Driver:
    """Seat 3's jackpot is verified and validated, not paid yet."""
    table = settling("PA-649a", {1: JACKPOT, 3: JACKPOT}, SPADES, wagers=TCP)
    table.until(do="validate")
    table.do("validate", FLOOR, seat=3, wager="three_card_progressive")
    return table


# ── 1. One button undoes a validated jackpot ──


@pytest.mark.clause("I-68", "I-157")
def test_fault_1_nobodys_claim_undoes_a_validated_jackpot_that_the_table_dealt() -> None:
    table = validated()
    claim = {"kind": "wrong_number_of_cards", "place": hand(1), "cards": 4}
    for person in (DEALER, FLOOR, FLOOR2):
        assert "that the program dealt" in table.refused("report", person, **claim).what
    assert "wrong_number_of_cards" not in {one.data.kind for one in table.offers("report")}
    table.do("settle_player", DEALER, seat=3)
    assert line(table, 3, "three_card_progressive").paid == 1000_28


@pytest.mark.clause("I-157", "PA-649a.8(h)")
def test_fault_1_a_stub_is_not_miscounted_against_what_the_program_dealt() -> None:
    table = drive("PA-649a", wagers=TCP).start({1: JACKPOT, 3: JACKPOT}, SPADES).until("stub")
    due = table.offers("count_stub")[0].data.cards
    for wrong in (due - 1, due + 1):
        for misdealt in (True, False):
            refusal = table.refused("count_stub", DEALER, cards=wrong, misdealt=misdealt, deck=52)
            assert f"{due} are left" in refusal.what
    table.do("count_stub", DEALER, cards=due)
    assert not table.round.void


# ── 2. The dealer alone folds a player who is there ──


@pytest.mark.clause("I-157", "I-09")
def test_fault_2_the_dealer_alone_folds_nobody() -> None:
    hands = {"seat 1": "As Ks Qs", "dealer": "3s 8h Jd"}
    table = drive("PA-649a").start({1: {"ante": 1000, "pair_plus": 500}}, hands).until("deciding")
    table.do("record_departure", DEALER, player="p1")
    table.say(1, "play")
    table.finish()
    assert nets(table, 1)[1] > 0 and not table.events("record_departure")


# ── 6. Order inside a seat ──


@pytest.mark.clause("PA-649a.11(c)(3)(ii)(B)", "PA-649a.11(c)(4)", "PA-669a.11(i)(2)")
@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_fault_6_ante_and_pair_plus_do_not_wait_for_the_progressive(regulation: str) -> None:
    main = {"ante": 1000} | ({"blind": 1000} if regulation == "PA-669a" else {})
    bets = {3: {**main, "pair_plus": 500, "three_card_progressive": 100}}
    table = settling(regulation, bets, {"seat 3": "As Ks Qs"}, wagers=TCP)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    assert {"ante", "play", "pair_plus"} <= set(names(table.last("settle_player")))
    assert "three_card_progressive" not in names(table.last("settle_player"))
    assert not table.events("verify_win")


@pytest.mark.clause("PA-649a.11(c)(9)", "I-44")
def test_fault_6_five_of_six_comes_after_the_wagers_on_the_community_cards() -> None:
    bets = {3: {"ante": 1000, "five_card_progressive": 100, "five_of_six_progressive": 100}}
    hands = {"seat 3": "2s 5h 9c", "community": "Kd 7d", "dealer": "As Qh Jd"}
    offered: dict[str, Any] = {"five_card_progressive": {}, "five_of_six_progressive": {}}
    table = settling("PA-649a", bets, hands, wagers=offered)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["ante", "play"]
    table.do("reveal_community", DEALER)
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["five_card_progressive", "five_of_six_progressive"]


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(3)")
def test_fault_6_the_ante_does_not_wait_for_the_fourth_card_nor_pair_bonus_for_all_six() -> None:
    bets = {3: {"ante": 1000, "pair_bonus": 500, "all_six_bonus": 500}}
    offered = {"pair_bonus": {"community_card": True}, "all_six_bonus": {}}
    table = settling("PA-679a", bets, {"seat 3": "9h 9d 4h"}, wagers=offered)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["ante", "play"]
    table.do("reveal_community", DEALER)
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["pair_bonus", "all_six_bonus"]


# ── 7. Saigon shows two cards that no clause turns up ──


@pytest.mark.clause("PA-680a.11(d)(1)(i)")
def test_fault_7_of_a_hand_that_does_not_qualify_three_cards_come_up() -> None:
    hands = {"seat 3": "2c 2d 2h 3s 3h", "dealer": "4c 4d 4h 6s 6h"}
    table = settling("PA-680a", {3: {"ante": 1000}}, hands)
    table.do("turn_up_player", DEALER, seat=3)
    shown = {str(card) for card in table.last("turn_up_player").data.shown.cards}
    assert len(shown) == 3
    table.finish()
    assert set(table.up("player 3")) == shown


# ── 8. Four eyes compare spellings ──


@pytest.mark.clause("I-157", "PA-649a.11(c)(5)(iii)")
def test_fault_8_who_verified_does_not_validate_whoever_dealt_in_between() -> None:
    table = settling("PA-649a", {1: JACKPOT, 3: JACKPOT}, SPADES, wagers=TCP)
    table.until(do="verify_win")
    win = {"seat": 3, "wager": "three_card_progressive"}
    table.do("verify_win", Person("dealer", "dan"), **win)
    table.do("record_departure", Person("dealer", "deb"), player="p1")
    for account in ("dan", "deb", "dee", "p3", "Dan", "DAN"):
        table.refused("validate", Person("floorperson", account), **win)
    table.do("validate", FLOOR, **win)


@pytest.mark.clause("I-157")
def test_fault_8_a_seated_player_does_not_deal() -> None:
    table = drive("PA-649a").start()
    for account in ("p1", "P1", " p1"):
        table.refused("deal", Person("dealer", account))


# ── 9. Dead ends ──


@pytest.mark.clause("I-152", "PA-649a.13(c)")
def test_fault_9_a_late_misdeal_can_be_carried_out() -> None:
    table = real("PA-649a").until(do="settle_player")
    table.do("settle_player", DEALER)
    table.both("report", DEALER, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.round.void and nets(table, 1, 3, 4) == {1: 0, 3: 0, 4: 0}
    table.finish()


@pytest.mark.clause("I-156")
def test_fault_9_a_light_that_is_off_does_not_end_the_round() -> None:
    table = settling("PA-649a", {1: JACKPOT, 3: JACKPOT}, SPADES, wagers=TCP)
    table.until(do="verify_win")
    win = {"seat": 3, "wager": "three_card_progressive"}
    table.do("verify_win", DEALER, **win, light=False)
    table.do("resolve_light", FLOOR, **win, accepted=True)
    table.finish()
    assert line(table, 3, "three_card_progressive").paid == 1000_28


# ── 11. A meter cannot outlive its log or span tables ──


@pytest.mark.clause("PA-649a.2(c)", "I-55")
def test_fault_11_two_tables_that_name_one_meter_see_each_other() -> None:
    one, two = linked(LINKED, "one", "two")
    one.start({1: JACKPOT, 3: JACKPOT}).finish()
    assert meter(one, "three_card_progressive") == meter(two, "three_card_progressive")
    two.start({1: JACKPOT, 3: JACKPOT}, SPADES).finish()
    paid = line(two, 3, "three_card_progressive").paid
    assert paid > 1000_28, "what was staked at the other table is won here"
    assert meter(one, "three_card_progressive") == 1000_00
    check_links([one, two])


def test_fault_11_a_meter_goes_on_after_a_restart_and_in_a_table_opened_anew() -> None:
    store = MemoryStore()
    submitted = submission("PA-649a", wagers=TCP)
    table = Driver(submitted)
    table.start({1: JACKPOT, 3: JACKPOT}).finish()
    shown = meter(table, "three_card_progressive")
    again = reopen(table.desk.store, table.state.table, clock=table.clock)
    (link,) = again.links.states.values()
    assert link.showing("meter") == shown
    new = open_desk(
        submitted, store, source=SeededSource(1), clock=table.clock,
        meters={"three_card_progressive": table.link("three_card_progressive").meter},
    )  # fmt: skip
    (carried,) = new.links.states.values()
    assert carried.meter == table.link("three_card_progressive").meter


# ── 16. Events are not the truth ──


def record(table: Driver) -> list[Event]:
    return [one.event for one in table.desk.store.read(table_stream(table.state.table))]


def test_fault_16_a_recorded_amount_that_is_overwritten_changes_the_state() -> None:
    table = validated()
    table.do("settle_player", DEALER, seat=3)
    *events, last = record(table)
    state = begin(events[0])
    for event in events[1:]:
        state = apply(state, event)
    paid = next(one for one in last.moves if one.source.kind == "link")
    moves = tuple(Move(*one[:2], one.cents - 100) if one == paid else one for one in last.moves)
    assert write_state(apply(state, last)) == write_state(table.state)
    assert apply(state, replace(last, moves=moves)).chips("p3") == table.chips(3) - 100


# ── 17. Meters are overwritten whole ──


def test_fault_17_a_table_moves_a_meter_by_amounts_and_never_writes_a_value() -> None:
    one, two = linked(LINKED, "one", "two")
    one.start({1: JACKPOT, 3: JACKPOT})
    two.start({1: JACKPOT, 3: JACKPOT})
    assert meter(one, "three_card_progressive") == 1000_56, "neither has erased the other's part"
    one.until("deciding")
    one.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=Place("dealer"), nth=1)
    assert meter(two, "three_card_progressive") == 1000_28, "a void round takes off its own part alone"
    two.finish()
    check_links([one, two])


# ── 18. Two sets of books ──


def test_fault_18_there_is_one_set_of_books_and_it_is_live() -> None:
    table = validated()
    with pytest.raises(OutOfBalance):
        apply(table.state, Event("release_cards", FLOOR, 0, None, (Move(chips("nobody"), INVENTORY, 1),)))
    link = table.link("three_card_progressive")
    assert link.books[next(account for account in link.books if account.kind == "locked")] == 1000_28
    table.finish()
    assert sum(table.state.books.values()) == 0 == sum(table.link("three_card_progressive").books.values())
    check_links([table])


# ── and what goes with them ──


def test_fault_5_nothing_undeclared_or_unbounded_is_accepted() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    for junk in ("x" * 30_000_000, {"a": 1}, deep, 10**5000, 1.5, b"x", None):
        for field in ("nonce", "seat", "cards"):
            with pytest.raises(Refused) as caught:
                read_command("set_hand", {"seat": 1, field: junk}, P1)
            assert len(str(caught.value)) < 400


def test_a_stopped_link_is_told_before_a_wager_is_taken() -> None:
    (table,) = linked(LINKED, "one")
    table.open(3)
    write_link(table, "tcp-link", StopLink("a failed check"))
    assert "stopped" in table.refused("bet", P3, seat=3, wagers=JACKPOT).what
    assert legal(table.state) and table.chips(3) == CHIPS
