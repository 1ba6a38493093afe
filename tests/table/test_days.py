"""Closing a table and opening it again: people, chips, decks, inventory and meters are where they were."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from feltlaw.books import INVENTORY
from feltlaw.desk import open_desk
from feltlaw.link import StopLink
from feltlaw.record.store import MemoryStore
from feltlaw.round import Refused
from feltlaw.round.read import start_meters
from feltlaw.shuffle import SeededSource
from feltlaw.table import RULES, Person, legal
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    HOUR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    main_bets,
    submission,
)
from tests.support.on_record import on_record
from tests.table.pauses import next_day, signed

P1, P3 = Person("player", "p1"), Person("player", "p3")
MANAGER = Person("manager", "max")
PROGRESSIVE: dict[str, Any] = {"three_card_progressive": {}}
TWO = {"shuffle": "automated", "decks": 2}
BROKEN = {
    "PA-649a": "PA-649a.13(g)",
    "MA-TCP": "MA-TCP.14(g)",
    "PA-679a": "PA-679a.13(g)",
    "PA-669a": "PA-669a.13(g)",
    "PA-680a": "PA-680a.13(f)",
}
"""The paragraph about a device that is out of order."""


# ── closing ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_table_is_closed_between_rounds_with_nothing_on_the_layout(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    for wrong in (DEALER, DEVICE, P1):
        assert "may not close table" in table.refused("close_table", wrong).what
    table.bet({1: main_bets(regulation)})
    assert "wagers lie on the layout" in table.refused("close_table", FLOOR).what
    table.do("no_more_bets")
    while table.state.rounds == 0:
        assert "a round is on" in table.refused("close_table", FLOOR).what
        table.take(table.next())
    table.do("close_table", FLOOR)
    assert table.state.phase == "closed" and table.state.round is None
    on_record(table)


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("who", [FLOOR, MANAGER])
def test_at_a_closed_table_nothing_is_done(regulation: str, who: Person) -> None:
    table = drive(regulation).start().finish()
    table.do("close_table", who)
    assert legal(table.state) == ()
    for do, rule in RULES.items():
        if do in ("correct", "confirm", "withdraw", "resume_table", "link_is_back"):
            continue
        data = {one.name: _some(one.name) for one in fields(rule.command)}
        for role in ("player", "dealer", "floorperson", "device", "manager"):
            with pytest.raises(Refused):
                table.give(table.command(do, Person(role, "zoe"), **data))


def _some(field: str) -> Any:
    known: dict[str, Any] = {
        "wagers": {"ante": 1000}, "cards": (), "hands": {}, "kind": "card_face_up", "place": None,
        "card": None, "guest": "", "coupon": "", "act": "play", "cover_card": "bottom", "player": "p1",
        "wager": "ante",
        "device": "shuffler", "sign": "covered", "instead": "manual", "ruling": "left", "reason": "because",
        "instrument": "chips", "link": "x", "to": "player", "misdealt": None, "counted": None,
    }  # fmt: skip
    return known.get(field, 0 if field in ("deck", "all", "preshuffled", "face_up") else 1)


def test_a_mistake_can_be_put_right_after_closing() -> None:
    """What a player was paid too little he gets at the cage, also when the table is closed."""
    table = drive("PA-649a").start().finish()
    table.do("leave", P3)
    table.do("close_table")
    table.both("correct", FLOOR, event=1, player="p3", amount=500, to="player", reason="paid too little")
    assert table.last("correct").data.amount_cents == 500
    on_record(table)


# ── and opening again ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_chips_seats_inventory_and_numbers_are_carried_over(regulation: str) -> None:
    table = drive(regulation)
    table.start().finish()
    table.start().finish()
    table.do("close_table")
    morning = next_day(table)
    before, after = table.state, morning.state
    assert (after.seats, after.books, after.rounds, after.asked) == (
        before.seats,
        before.books,
        before.rounds,
        before.asked,
    )
    assert after.books.get(INVENTORY, 0) == before.books.get(INVENTORY, 0)
    assert after.is_open and after.phase == "shuffling" and after.round is None
    assert morning.desk.number == table.desk.number + 1, "one record, which goes on"
    morning.start().finish()
    assert morning.state.rounds == 3 and morning.last("end_round").data.round == 3
    on_record(morning)


@pytest.mark.parametrize(
    "regulation",
    [
        *(
            pytest.param(name, marks=pytest.mark.clause(f"{name}.4(e)", f"{name}.5(a)", f"{name}.5(c)(2)"))
            for name in PENNSYLVANIA
        ),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.4(a)", "MA-TCP.5(a)", "MA-TCP.5(b)(2)")),
    ],
)
@pytest.mark.parametrize("last", ["shuffled", "cut", "betting", "dealt"])
def test_a_preshuffled_deck_that_was_not_dealt_needs_no_shuffle_in_the_morning(
    regulation: str, last: str
) -> None:
    """5(a): shuffled before play "unless the cards were preshuffled"; after a round it is as any other."""
    table = drive(regulation)
    table.do("receive_deck", deck=0, preshuffled=True)
    table.sit(1, 3)
    if last == "cut":
        table.do("cut")
    elif last == "betting":
        table.until("betting")
    elif last == "dealt":
        table.start().finish()
    table.do("close_table")
    morning = next_day(table)
    if last == "dealt":
        assert "have not been shuffled" in morning.refused("place_cards", DEALER).what
        return
    assert morning.state.deck is not None and table.state.deck is not None
    assert morning.state.deck.root == table.state.deck.root, "the seal it came with"
    morning.start().finish()
    assert not morning.events("shuffle", "inspect", "verify_inspection", "spread", "wash")
    cuts = [event for day in (table, morning) for event in day.events("cut")]
    assert len(cuts) == 1, "5(b), (c): it is cut once before it is dealt"
    on_record(morning)


def test_a_deck_that_was_being_opened_is_opened_on() -> None:
    table = drive("PA-649a", cards=TWO)
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.do("inspect", deck=0)
    table.do("close_table")
    morning = next_day(table)
    assert morning.state.phase == "opening"
    assert [deck and deck.stage for deck in morning.state.decks] == ["inspected", None]
    refusal = morning.refused("verify_inspection", Person("floorperson", "dee"), deck=0)
    assert "inspected this deck himself" in refusal.what, "also on another day"
    morning.start({1: main_bets("PA-649a")}).finish()


def test_decks_keep_their_backs_turns_ages_and_counts() -> None:
    cards = {**TWO, "shuffler_counts_cards": False}
    table = drive("PA-649a", cards=cards)
    table.start().finish()
    table.clock.now += 7 * HOUR
    table.start().finish()
    table.start().finish()
    table.do("close_table")
    morning = next_day(table)

    def about(one: Driver) -> list[tuple[str, int, int]]:
        return [(deck.back, deck.since, deck.uncounted_rounds) for deck in one.state.decks if deck]

    assert about(morning) == about(table) and morning.state.active == table.state.active == 1
    assert morning.state.running == table.state.running
    assert morning.state.running - about(morning)[1][1] == 7 * HOUR, "the hours of use go on where they were"
    morning.until(do="place_cards")
    morning.clock.now += HOUR - 1
    assert not morning.desk.deck_is_due()
    morning.clock.now += 1
    assert morning.desk.deck_is_due(), "eight hours in all"
    assert "too long" in morning.refused("place_cards", DEALER).what


AGES = [
    pytest.param(
        name,
        deal,
        hours,
        f"{name}.3(c)({number})",
        marks=pytest.mark.clause(f"{name}.3(c)({number})", "I-14"),
    )
    for name in PENNSYLVANIA
    for deal, hours, number in (("hand", 4, 1), ("manual_shoe", 8, 2), ("automated_shoe", 8, 2))
]


@pytest.mark.parametrize(("regulation", "deal", "hours", "clause"), AGES)
def test_a_deck_grows_older_while_the_table_is_closed(
    regulation: str, deal: str, hours: int, clause: str
) -> None:
    """3(c): "at least every" so many hours; the clock starts at the table (I-14), and nothing stops it."""
    table = drive(regulation, cards={"deal": deal})
    table.start({1: main_bets(regulation)}).finish()
    table.clock.now += HOUR
    table.do("close_table")
    morning = next_day(table, (hours - 1) * HOUR - 1)
    place = "hold_cards" if deal == "hand" else "place_cards"
    morning.until(do=place)
    assert not morning.desk.deck_is_due() and not morning.events("change_deck")
    morning.clock.now += 1
    refusal = morning.refused(place, DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (clause,)
    assert morning.desk.deck_is_due()
    morning.start({1: main_bets(regulation)}).finish()
    assert len(morning.events("change_deck")) == 1
    on_record(morning)


def test_a_clock_that_went_back_while_the_table_was_closed_makes_no_deck_younger() -> None:
    table = drive("PA-649a").start().finish()
    table.clock.now += 5 * HOUR
    table.do("close_table")
    morning = next_day(table, -100 * HOUR)
    assert morning.state.running == table.state.running and morning.state.now == morning.clock.now
    morning.clock.now += 2 * HOUR
    morning.until(do="place_cards")
    assert morning.state.running == table.state.running + 2 * HOUR


@pytest.mark.clause("PA-649a.5(f)", "I-149")
def test_cards_that_lay_alone_before_closing_are_spread_after_opening() -> None:
    table = drive("PA-649a").start().finish()
    for player in (P1, P3):
        table.do("leave", player)
    table.do("close_table")
    morning = next_day(table)
    morning.sit(2)
    morning.until("betting")
    refusal = morning.refused("bet", Person("player", "p2"), seat=2, wagers={"ante": 1000})
    assert "spread and washed" in refusal.what


@pytest.mark.clause("PA-649a.5(f)#2", "MA-TCP.5(e)")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_cards_that_were_spread_before_closing_are_washed_after_opening(regulation: str) -> None:
    """Nobody plays with cards that lay there in their order, shuffled or not."""
    table = drive(regulation).open(1)
    table.do("idle_spread", face_up=True)
    table.do("close_table")
    morning = next_day(table)
    assert morning.state.phase == "idle" and morning.state.deck is not None
    assert morning.state.deck.stage == "idle" and "shuffle" not in morning.offered()
    morning.do("idle_wash")
    morning.start({1: main_bets(regulation)}).finish()


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(BROKEN[name])) for name in REGULATIONS]
)
@pytest.mark.parametrize("deal", DEALS)
def test_a_device_out_of_order_stays_so_overnight(regulation: str, deal: str) -> None:
    """And another method is used until it is brought back."""
    table = drive(regulation, cards={**TWO, "deal": deal}).start().finish()
    for device, instead in (("shuffler", "manual"), ("shoe", "manual_shoe")):
        if device == "shuffler" or deal == "automated_shoe":
            table.do("device_out_of_order", device=device, sign=signed(regulation), instead=instead)
    broken = dict(table.state.out_of_order)
    table.do("close_table")
    morning = next_day(table)
    assert morning.state.out_of_order == broken and broken["shuffler"] == signed(regulation)
    assert (morning.state.shuffle, morning.state.deal) == ("manual", "manual_shoe")
    assert len(morning.state.decks) == 1
    morning.start().finish()
    assert "cut" in morning.kinds()
    for device in broken:
        morning.do("device_repaired", device=device)
    assert (morning.state.shuffle, morning.state.deal) == ("automated", deal)
    morning.start().finish()


def test_who_worked_yesterday_may_play_today_and_requests_do_not_wait_overnight() -> None:
    table = drive("PA-649a").start().finish()
    table.do("correct", FLOOR, event=1, player="p1", amount=5, to="player", reason="too little")
    assert table.state.requests
    table.do("close_table", MANAGER)
    assert not table.state.requests
    morning = next_day(table)
    assert morning.state.crew == ("flo",), "who opened it"
    morning.do("sit", Person("player", "dee"), seat=5)
    assert "works at this table" in morning.refused("sit", Person("player", "flo"), seat=6).what


# ── meters ──


def test_meters_go_on_where_they_were() -> None:
    table = drive("PA-649a", wagers=PROGRESSIVE)
    bets = {"ante": 1000, "three_card_progressive": 100}
    table.start({1: bets, 3: bets}).finish()
    link = table.link("three_card_progressive")
    table.do("close_table")
    morning = next_day(table)
    again = morning.link("three_card_progressive")
    assert (again.meter, again.number, again.wagers, again.books) == (
        link.meter,
        link.number,
        link.wagers,
        link.books,
    )
    morning.start({1: bets, 3: bets}).finish()
    assert morning.link("three_card_progressive").wagers == 4
    on_record(morning)


def test_a_link_that_was_stopped_is_stopped_in_the_morning() -> None:
    table = drive("PA-649a", wagers=PROGRESSIVE).start().finish()
    name = table.state.links["three_card_progressive"]
    table.desk.links.write(name, StopLink("self-check failed"), FLOOR, table.clock.now)
    table.do("close_table")
    morning = next_day(table).until("betting")
    box = {"ante": 1000, "three_card_progressive": 100}
    assert "self-check failed" in morning.refused("bet", P1, seat=1, wagers=box).what


def test_on_another_record_a_meter_begins_at_the_amount_it_is_given() -> None:
    submitted = submission("PA-649a", wagers=PROGRESSIVE)
    given = start_meters(submitted)["three_card_progressive"]
    seed = {name: level.amount for name, level in given.levels.items()}
    raised = type(given)(
        {
            name: type(level)(**{**_terms(level), "amount": level.amount + 4321})
            for name, level in given.levels.items()
        }
    )
    desk = open_desk(
        submitted, MemoryStore(), meters={"three_card_progressive": raised}, source=SeededSource(1)
    )
    link = desk.links.states[desk.state.links["three_card_progressive"]]
    assert {name: link.showing(name) for name in seed} == {name: cents + 4321 for name, cents in seed.items()}
    assert sum(link.books.values()) == 0


def _terms(level: Any) -> dict[str, Any]:
    return {one.name: getattr(level, one.name) for one in fields(level)}
