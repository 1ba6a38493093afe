"""What a night, an idle hour or a new shuffle leaves alone (turns, counts, hours), and what is done anew."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from feltlaw.table import Person
from feltlaw.table.life import begin
from tests.support.driver import (
    DEALER,
    DEALS,
    FLOOR,
    HOUR,
    PENNSYLVANIA,
    REGULATIONS,
    drive,
    each,
    main_bets,
    marks,
)
from tests.support.rounds import player
from tests.table.pauses import NOT_COUNTED, PAUSES, TWO, idle, next_day, night, pauses, stages, void

SHUFFLED = {
    "manual": ("shuffled", "cut", "betting", "used"),
    "automated": ("shuffled", "betting", "used"),
    "continuous": ("shuffled", "betting", "used"),
}
"""Where the cards may be when the table closes: shuffled, cut, in the shoe or the hand, or used."""


def ways(regulation: str) -> list[str]:
    """How this chapter has cards shuffled: none of Massachusetts' devices reshuffles."""
    return [way for way in SHUFFLED if way != "continuous" or regulation != "MA-TCP"]


# ── shuffled before play ──


@each("shuffle", more={name: [f"{name}.4(c)"] for name in REGULATIONS})
def test_the_cards_are_shuffled_before_play_begins_again(regulation: str) -> None:
    """5(a): "immediately prior to commencement of play"; what was shuffled yesterday is not."""
    for shuffle in ways(regulation):
        for last in SHUFFLED[shuffle]:
            table = drive(regulation, cards={"shuffle": shuffle})
            table.sit(1, 3)
            if last == "used":
                table.start().finish()
            else:
                table.until("betting" if last == "betting" else "shuffling")
            if last in ("shuffled", "cut"):
                table.do("shuffle")
            if last == "cut":
                table.do("cut")
            many = len(table.events("shuffle"))
            morning = night(table)
            assert stages(morning) == ["stacked"], (shuffle, last)
            assert many and not {"cut", "recut", "place_cards"} & morning.offered()
            refusal = morning.refused("place_cards", DEALER)
            assert "have not been shuffled" in refusal.what
            assert refusal.clauses == list(marks(regulation, "shuffle").args)
            morning.start().finish()
            assert len(morning.events("shuffle")) == 1
            assert len(morning.events("cut")) == (shuffle == "manual")


@each("shuffle", "each_deck", "store_other_deck")
@pytest.mark.parametrize("deal", DEALS)
def test_both_of_two_decks_are_shuffled_before_play_begins_again(regulation: str, deal: str) -> None:
    """The one that was to be played, and the one that lay in the rack or the device."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    for last in ("shuffled", "betting", "loaded", "used"):
        table = drive(regulation, cards={**TWO, "deal": deal})
        table.sit(1, 3)
        if last in ("loaded", "used"):
            table.start().finish()
            assert stages(table) == ["used", "shuffled"]
        if last == "loaded":
            table.do(place)
            assert stages(table) == ["loaded", "placed"]
        else:
            table.until("betting" if last == "betting" else "shuffling")
        morning = night(table)
        assert stages(morning) == ["stacked", "stacked"], last
        assert {offer.data.deck for offer in morning.offers("shuffle")} == {0, 1}
        for deck in (0, 1):
            assert "have not been shuffled" in morning.refused(place, DEALER).what
            morning.do("shuffle", deck=deck)
        morning.start().finish()


@each("inspect", "verify_inspection", "spread", "wash", "each_deck")
def test_what_was_done_to_open_a_deck_is_done_and_the_rest_is_not(regulation: str) -> None:
    """A night is neither an inspection nor a wash, and takes none away."""
    steps = {"received": "inspect", "inspected": "verify_inspection", "verified": "spread", "spread": "wash"}
    for deck in (0, 1):
        table = drive(regulation, cards=TWO)
        table.sit(1)
        for at in (0, 1):
            table.do("receive_deck", deck=at)
        for stage, step in steps.items():
            table = night(table)
            assert stages(table) == [stage if at == deck else "received" for at in (0, 1)]
            for later in list(steps.values())[list(steps).index(stage) + 1 :]:
                assert f"deck {deck} is {stage}" in table.refused(later, deck=deck).what
            table.do(step, deck=deck)


@each("idle_spread", "idle_wash")
@pytest.mark.parametrize("cards", [{"shuffle": "manual"}, TWO], ids=["one", "two"])
def test_cards_of_an_idle_table_are_spread_and_washed_also_on_another_day(
    regulation: str, cards: dict[str, Any]
) -> None:
    for spread in (False, True):
        table = drive(regulation, cards=cards).open(1)
        table.do("leave", player(1))
        if spread:
            table.do("idle_spread", DEALER)
        morning = night(table)
        morning.sit(2)
        if not spread:
            morning.until("betting")
            refusal = morning.refused("bet", player(2), seat=2, wagers=main_bets(regulation))
            assert "spread and washed" in refusal.what
            morning.do("idle_spread", DEALER)
        assert set(stages(morning)) == {"idle"} and morning.state.phase == "idle"
        assert "shuffle" not in morning.offered()
        morning.do("idle_wash")
        morning.start({2: main_bets(regulation)}).finish()


# ── turns ──


@each("alternate_decks")
@pytest.mark.parametrize("deal", DEALS)
def test_two_decks_take_turns_whatever_comes_between(regulation: str, deal: str) -> None:
    """ "Each deck being used for every other round of play": also of the next day's first."""
    for pause in (name for name in pauses(regulation) if name != "device"):
        table = drive(regulation, cards={**TWO, "deal": deal})
        used = []
        for _ in range(4):
            table.start({1: main_bets(regulation)})
            deck = table.state.deck
            assert deck is not None
            used.append(deck.back)
            table.finish()
            table = PAUSES[pause](table)
        assert used == [used[0], used[1]] * 2 and used[0] != used[1], pause


@each("alternate_decks")
def test_a_round_that_is_void_is_a_round_of_its_deck(regulation: str) -> None:
    table = drive(regulation, cards=TWO)
    for turn in (0, 1):
        assert table.state.active == turn
        void(table)
    assert table.state.active == 0


@each("alternate_decks")
@pytest.mark.parametrize("deck", [0, 1])
def test_a_deck_that_is_changed_does_not_change_the_turn(regulation: str, deck: int) -> None:
    table = drive(regulation, cards=TWO).start().finish()
    table.do("change_deck", deck=deck)
    for turn in (1, 0, 1):
        table.start()
        assert table.state.active == turn
        table.finish()


# ── five rounds, counted on ──


@each("count_stub", groups=DEALS)
@pytest.mark.clause("I-13")
@pytest.mark.parametrize("decks", [1, 2])
def test_the_five_rounds_of_a_deck_go_on_whatever_comes_between(
    regulation: str, deal: str, decks: int
) -> None:
    """Neither a night nor a wash nor a shuffle is a count."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal, "decks": decks})
    between = cycle(name for name in pauses(regulation) if decks == 1 or name != "device")
    for number in range(1, 5 * decks + 1):
        table.start({1: main_bets(regulation)}).until("stub")
        due = number > 4 * decks
        assert ("rack_stub" in table.offered()) != due, number
        if due:
            refusal = table.refused("rack_stub", DEALER)
            assert "must be counted" in refusal.what
            assert refusal.cite.clauses == marks(regulation, "count_stub", group=deal).args
            table.do("count_stub")
        table.finish()
        table = PAUSES[next(between)](table)
    table.start({1: main_bets(regulation)}).until("stub")
    assert "rack_stub" in table.offered(), "it has been counted"


@each("count_stub", groups=DEALS)
@pytest.mark.clause("I-13")
def test_rounds_that_are_void_are_among_the_five(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    for _ in range(4):
        void(table)
    table.start({1: main_bets(regulation)}).until("stub")
    assert "must be counted" in table.refused("rack_stub", DEALER).what
    table.do("count_stub")
    table.finish()


# ── hours ──


AGES = pytest.mark.parametrize(
    ("regulation", "deal", "hours", "clause"),
    [
        pytest.param(name, deal, hours, f"{name}.3(c)({at})", marks=pytest.mark.clause(f"{name}.3(c)({at})"))
        for name in PENNSYLVANIA
        for deal, hours, at in (("hand", 4, 1), ("manual_shoe", 8, 2), ("automated_shoe", 8, 2))
    ],
)


@AGES
def test_only_another_deck_is_a_new_one(regulation: str, deal: str, hours: int, clause: str) -> None:
    """Four and eight hours since it came (.3(c)); no wash, no shuffle and no night begins them anew."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.do("receive_deck", deck=0)
    between = cycle(pauses(regulation))
    for _ in range(2 * hours - 1):
        table.until("shuffling")
        table.clock.now += HOUR // 2
        table.start({1: main_bets(regulation)}).finish()
        table = PAUSES[next(between)](table)
    table.until(do=place)
    table.clock.now += HOUR // 2 - 1
    assert not table.desk.deck_is_due()
    table.clock.now += 1
    assert table.desk.deck_is_due()
    refusal = table.refused(place, DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (clause,)
    assert not table.events("change_deck")
    table.do("change_deck", deck=0)
    table.start({1: main_bets(regulation)}).finish()


@AGES
def test_the_hours_of_a_preshuffled_deck_are_those_of_any_other(
    regulation: str, deal: str, hours: int, clause: str
) -> None:
    """Of one that was not played with yet, and with which a round is to begin."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    for lies in (False, True):
        table = drive(regulation, cards={"deal": deal})
        table.sit(1)
        table.do("receive_deck", deck=0, preshuffled=True)
        table.do("cut")
        table.clock.now += hours * HOUR - 1
        if lies:
            table.do(place, DEALER)
            table.bet({1: main_bets(regulation)})
        table.clock.now += 1
        refusal = table.refused("no_more_bets" if lies else place, DEALER)
        assert "too long" in refusal.what and refusal.cite.clauses == (clause,)


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(c)(1)", "I-14")) for name in PENNSYLVANIA],
)
def test_a_deck_that_was_dealt_from_the_hand_was_so_on_every_day(regulation: str) -> None:
    """A round from the hand while the shoe was out of order: four hours, back in the shoe as well."""
    table = drive(regulation, cards={"deal": "automated_shoe"}).open(1)
    table.do("device_out_of_order", device="shoe", sign="covered", instead="hand")
    table.start({1: main_bets(regulation)}).finish()
    table.do("device_repaired", device="shoe")
    for pause in pauses(regulation):
        table = PAUSES[pause](table)
    table.start({1: main_bets(regulation)}).finish()
    table.until(do="place_cards")
    table.clock.now += 4 * HOUR - 1
    assert not table.desk.deck_is_due()
    table.clock.now += 1
    refusal = table.refused("place_cards", DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (f"{regulation}.3(c)(1)",)


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(c)(2)")) for name in PENNSYLVANIA]
)
@pytest.mark.parametrize("changed", [0, 1])
def test_of_two_decks_only_the_one_that_is_changed_is_new(regulation: str, changed: int) -> None:
    table = drive(regulation, cards=TWO)
    came = table.clock.now
    table.start({1: main_bets(regulation)}).finish()
    table.clock.now = came + 5 * HOUR
    table.do("change_deck", deck=changed)
    table = idle(table.start({1: main_bets(regulation)}).finish())
    table.until("shuffling")
    assert table.state.active == 0
    table.clock.now = came + 8 * HOUR - 1
    for deck in (0, 1):
        table.do("shuffle", deck=deck)
    assert not table.desk.deck_is_due()
    table.clock.now += 1
    assert table.desk.deck_is_due() == (changed == 1)
    if changed == 0:
        table.start({1: main_bets(regulation)}).finish()
        assert table.state.active == 1 and table.desk.deck_is_due()
    refusal = table.refused("place_cards", DEALER)
    assert "too long" in refusal.what and refusal.cite.clauses == (f"{regulation}.3(c)(2)",)


@pytest.mark.clause("PA-649a.3(c)(2)", "I-14")
def test_a_table_opened_again_begins_with_its_decks_their_hours_and_who_opens_it() -> None:
    """Eight hours are over in the night as well. The event says where the table is from then on."""
    table = drive("PA-649a", cards={"shuffle": "automated"}).open(1)
    table.do("close_table", FLOOR)
    morning = next_day(table, 8 * HOUR)
    assert morning.desk.deck_is_due() and morning.state.crew == (FLOOR.account,)
    lines = morning.desk.store.read(morning.desk.stream)
    first, second = (line.event for line in lines if line.event.kind == "open_table")
    for event, deck in ((first, "gone"), (second, "stacked")):
        assert [one.stage if one else "gone" for one in begin(event).decks] == [deck]
        assert begin(event).crew == (FLOOR.account,)
        assert begin(replace(event, by=Person("device", "dev"))).crew == ()
        for phase in ("opening", "shuffling", ""):
            assert begin(replace(event, phase=phase)).phase == (phase or "opening")
