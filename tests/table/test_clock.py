"""The clock: how long a deck is used, and that no clock which jumps does any harm."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from feltlaw.table import Person, read_command
from feltlaw.table.opening import change_due, elapsed
from tests.support.driver import (
    DEALER,
    FLOOR,
    HOUR,
    PENNSYLVANIA,
    REGULATIONS,
    SECOND,
    Driver,
    drive,
    main_bets,
)

PLACES = {"hand": "hold_cards", "manual_shoe": "place_cards", "automated_shoe": "place_cards"}
AGES = [
    pytest.param(
        name, deal, hours, f"{name}.3(c)({number})", marks=pytest.mark.clause(f"{name}.3(c)({number})")
    )
    for name in PENNSYLVANIA
    for deal, hours, number in (("hand", 4, 1), ("manual_shoe", 8, 2), ("automated_shoe", 8, 2))
]
"""Four and eight hours: .3(c)."""
PLACED = {"hand": "9(a)(2)", "manual_shoe": "8(a)", "automated_shoe": "10(a)(1)"}
PLACING = [
    pytest.param(
        *one.values, marks=[*one.marks, pytest.mark.clause(f"{one.values[0]}.{PLACED[str(one.values[1])]}")]
    )
    for one in AGES
]
"""The same, and the paragraphs by which cards that may be used are held or put into the shoe."""


def ready(regulation: str, deal: str) -> Driver:
    """A table whose deck has just come, and is ready to be dealt."""
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.do("receive_deck")
    table.until(do=PLACES[deal])
    return table


@pytest.mark.parametrize(("regulation", "deal", "hours", "clause"), PLACING)
def test_a_deck_is_changed_in_time(regulation: str, deal: str, hours: int, clause: str) -> None:
    table = ready(regulation, deal)
    place = PLACES[deal]
    table.clock.now += hours * HOUR
    refusal = table.refused(place, DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (clause,)
    table.clock.now -= 1
    table.do(place, DEALER)
    table.bet({1: main_bets(regulation)})
    table.clock.now += 1
    assert table.refused("no_more_bets", DEALER).cite.clauses == (clause,)
    table.do("buy_in", Person("player", "p1"), amount=100)
    assert "no_more_bets" not in table.offered() and "change_deck" in table.offered()
    table.do("change_deck", deck=0)
    table.until("betting")
    assert table.round.facts.stakes == {1: main_bets(regulation)}, "the wagers stay where they are"
    assert table.state.deck is not None and table.state.deck.since == table.state.running
    table.do("no_more_bets")
    assert len(table.events("change_deck")) == 1 and len(table.events("receive_deck")) == 2


@pytest.mark.parametrize(("regulation", "deal", "hours", "clause"), AGES)
def test_a_round_that_has_begun_is_played_to_its_end(
    regulation: str, deal: str, hours: int, clause: str
) -> None:
    """The deck is not taken away from hands that lie on the table; it is gone before the next round."""
    table = ready(regulation, deal)
    table.start({1: main_bets(regulation)})
    table.clock.now += hours * HOUR
    refusal = table.refused("change_deck", FLOOR, deck=0)
    assert "not the time" in refusal.what and refusal.cite.clauses == (clause,)
    table.finish()
    table.until(do=PLACES[deal])
    assert len(table.events("change_deck")) == 1, "the deck that was used so long left the table"


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(c)(1)", "I-14")) for name in PENNSYLVANIA],
)
def test_a_deck_once_dealt_from_the_hand_has_four_hours_in_all(regulation: str) -> None:
    """Opened at 12, dealt from a shoe until 15, then from the hand: due at 16, whatever comes after."""
    table = ready(regulation, "automated_shoe")
    came = table.clock.now
    table.start({1: main_bets(regulation)}).finish()
    table.clock.now = came + 3 * HOUR
    table.do("device_out_of_order", device="shoe", sign="covered", instead="hand")
    table.until(do="hold_cards")
    table.clock.now = came + 4 * HOUR
    assert "too long" in table.refused("hold_cards", DEALER).what
    table.clock.now -= 1
    table.do("hold_cards", DEALER)
    table.do("order_shuffle")
    table.do("device_out_of_order", device="shuffler", sign="covered", instead="manual")
    assert table.state.deal == "manual_shoe"
    table.until(do="cut")
    table.do("cut")
    table.clock.now += 1
    refusal = table.refused("place_cards", DEALER)
    assert "too long" in refusal.what, "it was dealt from the hand"
    assert refusal.cite.clauses == (f"{regulation}.3(c)(1)",)
    table.clock.now -= 1
    table.do("place_cards", DEALER)
    table.bet({1: main_bets(regulation)})
    table.clock.now += 1
    refusal = table.refused("no_more_bets", DEALER)
    assert "too long" in refusal.what, "and lies in a shoe now"
    assert refusal.cite.clauses == (f"{regulation}.3(c)(1)",)


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(c)(2)", "I-14")) for name in PENNSYLVANIA],
)
def test_only_the_deck_that_was_dealt_from_the_hand_has_four_hours(regulation: str) -> None:
    table = ready(regulation, "automated_shoe")
    came = table.clock.now
    table.do("device_out_of_order", device="shuffler", sign="signed", instead="manual")
    table.until(do="place_cards")
    table.clock.now = came + 8 * HOUR - 1
    table.do("place_cards", DEALER)


@pytest.mark.clause("MA-TCP.2(a)", "I-14")
@pytest.mark.parametrize("deal", PLACES)
def test_massachusetts_sets_no_hours(deal: str) -> None:
    """2: one deck, and no word of when it is changed; it is dealt round after round."""
    table = ready("MA-TCP", deal)
    for _ in range(3):
        table.clock.now += 1000 * HOUR
        table.do(PLACES[deal])
        table.bet({1: main_bets("MA-TCP")})
        table.clock.now += 1000 * HOUR
        table.do("no_more_bets")
        table.finish()
        table.until(do=PLACES[deal])
    assert len(table.events("receive_deck")) == 1 and not table.events("change_deck")


@pytest.mark.parametrize(("regulation", "deal", "hours", "clause"), AGES)
def test_each_of_two_decks_has_its_own_age(regulation: str, deal: str, hours: int, clause: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": 2, "deal": deal})
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.clock.now += (hours - 3) * HOUR
    table.do("receive_deck", deck=1)
    table.start({1: main_bets(regulation)}).finish()
    table.clock.now += 3 * HOUR
    table.start({1: main_bets(regulation)})
    assert table.state.active == 1, "its time is over for the first one; the second came three hours ago"
    table.finish()
    assert table.state.active == 0 and not table.events("change_deck")
    refusal = table.refused(PLACES[deal], DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (clause,)


# ── a clock that jumps ──


@pytest.mark.parametrize("jump", [-(10**12), -12 * HOUR, -1, 0, 1, 10 * SECOND, 30 * HOUR, 10**12])
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_round_is_played_whatever_the_clock_does(regulation: str, jump: int) -> None:
    table = drive(regulation).start()
    ran = [table.state.running]
    for _ in range(3):
        table.clock.now += jump
        table.take(table.next())
        ran.append(table.state.running)
    table.clock.now -= 3 * jump
    table.finish()
    ran.append(table.state.running)
    assert ran == sorted(ran)
    table.start().finish()
    assert table.state.rounds == 2


def test_the_tables_own_clock_never_goes_back_and_the_record_says_what_the_wall_clock_said() -> None:
    table = drive("PA-649a").open(1)
    ran, said = [table.state.running], []
    for jump in (5 * SECOND, -HOUR, 0, 3 * HOUR, -(10**9), SECOND, 2 * SECOND):
        table.clock.now += jump
        said.append(table.clock.now)
        table.do("buy_in", Person("player", "p1"), amount=100)
        ran.append(table.state.running)
    assert [event.at for event in table.events("buy_in")[1:]] == said
    assert [later - before for before, later in pairwise(ran)] == [
        5 * SECOND, 0, 0, 3 * HOUR, 0, SECOND, 2 * SECOND,
    ]  # fmt: skip


@pytest.mark.clause("PA-649a.3(c)(2)")
def test_a_clock_put_back_gives_no_deck_more_time() -> None:
    """Every hour the clock is put back by an hour: the deck is due all the same."""
    table = ready("PA-649a", "manual_shoe")
    rounds = 0
    while not table.desk.deck_is_due():
        table.clock.now += HOUR // 2
        table.do("buy_in", Person("player", "p1"), amount=100)
        table.clock.now -= HOUR // 2
        table.do("cash_out", Person("player", "p1"), amount=100)
        rounds += 1
        assert rounds <= 16
    assert rounds == 16, "sixteen half hours"
    assert "too long" in table.refused("place_cards", DEALER).what


@pytest.mark.clause("PA-649a.3(c)(2)")
def test_a_clock_that_jumped_ahead_only_makes_the_deck_due_early() -> None:
    table = ready("PA-649a", "manual_shoe")
    table.clock.now += 10**12
    table.do("buy_in", Person("player", "p1"), amount=100)
    table.clock.now -= 10**12
    assert "too long" in table.refused("place_cards", DEALER).what
    table.start({1: main_bets("PA-649a")}).finish()
    assert table.state.deck is not None
    due = change_due(table.state, table.state.deck)
    assert due is not None and due[0] - elapsed(table.state, table.clock.now) == 8 * HOUR, (
        "the new one is new"
    )


@pytest.mark.parametrize("field", ["at", "now", "time"])
def test_nobody_says_what_time_it_is(field: str) -> None:
    """Commands carry no time: the desk has one clock."""
    for do, data in (
        ("sit", {"seat": 1}),
        ("no_more_bets", {}),
        ("cut", {"depth": 20, "cover_card": "bottom"}),
    ):
        with pytest.raises(ValueError, match=f"there is no field '{field}'"):
            read_command(do, json.loads(json.dumps({**data, field: 5})), DEALER)


# ── from when time is counted ──


@pytest.mark.clause("I-14")
@pytest.mark.parametrize(
    "regulation", [pytest.param(one, marks=pytest.mark.clause(f"{one}.3(c)(2)")) for one in PENNSYLVANIA]
)
def test_the_tables_own_clock_begins_when_it_is_opened(regulation: str) -> None:
    """What went by before is nobody's: the first deck comes as long after the opening as it comes."""
    table = drive(regulation)
    assert (table.state.now, table.state.running) == (table.clock.now, 0)
    table.clock.now += 7 * SECOND
    table.do("receive_deck")
    assert table.state.running == 7 * SECOND
    assert table.state.decks[0] is not None and table.state.decks[0].since == 7 * SECOND
