"""Opening a table, and how long a deck is used."""

from __future__ import annotations

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from feltlaw.table.opening import HOUR
from tests.driver import (
    DEALER,
    DEALS,
    FLOOR,
    PENNSYLVANIA,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    whole_deck,
)

MACHINE = {"shuffle": "automated"}
BY_HAND = {"shuffle": "manual"}
TWO = {"shuffle": "automated", "decks": 2}


def received(regulation: str, **cards: object) -> Driver:
    table = drive(regulation, cards=cards)
    table.do("receive_deck")
    return table


# ── inspection to wash ──


@each("inspect", "verify_inspection", "spread")
def test_a_deck_is_inspected_verified_and_spread_in_this_order(regulation: str) -> None:
    table = received(regulation)
    steps = ["inspect", "verify_inspection", "spread"]
    for at, step in enumerate(steps):
        for later in steps[at + 1 :]:
            refusal = table.refused(later, deck=0)
            assert f"Next for it: {step.replace('_', ' ')}" in refusal.legal
            assert refusal.cite.clauses == next(
                s.cite.clauses for s in load(regulation).steps if s.do == later
            )
        table.do(step, deck=0)
    assert [event.kind for event in table.table.events] == ["receive_deck", *steps]


@each("inspect", "verify_inspection")
def test_the_dealer_inspects_and_a_floorperson_confirms_it_on_the_record(regulation: str) -> None:
    table = received(regulation)
    assert "for the dealer" in table.refused("inspect", FLOOR, deck=0).legal
    table.do("inspect", at=100, deck=0)
    assert "for the floorperson" in table.refused("verify_inspection", DEALER, deck=0).legal
    table.do("verify_inspection", at=160, deck=0)
    record = [(event.kind, event.by, event.at) for event in table.table.events[-2:]]
    assert record == [("inspect", DEALER, 100), ("verify_inspection", FLOOR, 160)]


@each("wash")
def test_the_cards_are_washed_only_when_a_player_could_look(regulation: str) -> None:
    table = received(regulation)
    for step in ("inspect", "verify_inspection", "spread"):
        table.do(step)
    refusal = table.refused("wash", deck=0)
    assert "no player" in refusal.what
    assert refusal.clauses == [str(one) for one in marks(regulation, "wash").args]
    table.sit(2)
    assert "shuffle" not in table.offered(), "the cards are washed and stacked before they are shuffled"
    table.do("wash")
    assert {"shuffle"} <= table.offered()


@each("each_deck")
@pytest.mark.parametrize("first", [0, 1])
def test_each_deck_is_opened_on_its_own(regulation: str, first: int) -> None:
    table = drive(regulation, cards=TWO)
    table.sit(1)
    table.do("receive_deck", deck=0)
    table.do("receive_deck", deck=1)
    steps = ("inspect", "verify_inspection", "spread", "wash")
    for step in steps:
        table.do(step, deck=first)
        deck = table.state.decks[first]
        assert deck is not None and f"deck {first} is {deck.stage}" in table.refused(step, deck=first).what
    assert table.state.phase == "opening"
    refusal = table.refused("shuffle", deck=first, **whole_deck(regulation))
    assert "it is not the time to shuffle" in refusal.what
    for step in steps:
        table.do(step, deck=1 - first)
    assert {offer.data["deck"] for offer in table.offers("shuffle")} == {0, 1}


@each("skip_opening", more={name: [f"{name}.5(c)(2)"] for name in PENNSYLVANIA})
@pytest.mark.clause("I-15", "I-16")
def test_a_preshuffled_deck_skips_the_opening_and_is_cut(regulation: str) -> None:
    for deal in DEALS:
        table = drive(regulation, cards={**MACHINE, "deal": deal})
        table.do("receive_deck", deck=0, preshuffled=True, **whole_deck(regulation))
        assert not {"inspect", "verify_inspection", "spread", "wash", "shuffle"} & table.offered()
        place = "hold_cards" if deal == "hand" else "place_cards"
        assert "have not been cut" in table.refused(place).what
        table.do("cut")
        table.do(place)
        assert table.state.phase == "betting"
        table.start().finish()
        assert "cut" not in table.offered(), "later rounds are shuffled by the device"


@pytest.mark.clause("I-146")
def test_the_second_joker_leaves_the_deck_before_it_is_spread() -> None:
    table = drive("PA-680a", cards={"jokers_made": 2})
    table.sit(1)
    assert "cannot be used" in table.refused("receive_deck", deck=0, cards=52).what
    table.do("receive_deck", cards=54, deck=0)
    table.do("inspect")
    table.do("verify_inspection")
    assert table.refused("spread", deck=0).clauses == ["PA-680a.3(a)#2", "I-146"]
    table.do("remove_joker")
    assert "not the time" in table.refused("remove_joker", deck=0).what
    table.until("betting")
    assert table.state.decks[0] is not None and table.state.decks[0].box_cards == 53


def test_only_decks_that_are_wanted_come_and_go() -> None:
    table = drive("PA-649a", cards=TWO)
    table.do("receive_deck", deck=0)
    for deck in (0, 2, -1):
        assert "not wanted" in table.refused("receive_deck", deck=deck).what
    assert "Receive a deck first" in table.refused("inspect", deck=1).legal
    assert "cannot be used" in table.refused("receive_deck", deck=1, cards=51).what
    assert "taken away" in table.refused("change_deck", deck=1).what
    table.do("change_deck", deck=0)
    assert table.state.decks == (None, None)
    table.open(1)
    assert "taken away" in table.refused("change_deck", deck=1 - table.state.active).what


# ── deck age ──


@pytest.mark.parametrize(
    ("regulation", "deal", "hours"),
    [
        pytest.param(name, deal, hours, marks=pytest.mark.clause(f"{name}.3(c)({number})"))
        for name in PENNSYLVANIA
        for deal, hours, number in (("hand", 4, 1), ("manual_shoe", 8, 2), ("automated_shoe", 8, 2))
    ],
)
def test_a_deck_is_changed_in_time(regulation: str, deal: str, hours: int) -> None:
    """Four and eight hours: .3(c)."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.do("receive_deck", at=1000)
    table.until(do=place)
    due = 1000 + hours * HOUR
    refusal = table.refused(place, DEALER, at=due)
    assert "too long" in refusal.what and refusal.cite.clauses == (
        f"{regulation}.3(c)({1 if hours == 4 else 2})",
    )
    table.do(place, DEALER, at=due - 1)
    table.bet({1: main_bets(regulation)})
    assert table.refused("no_more_bets", DEALER, at=due).clauses[:1] == list(refusal.cite.clauses)
    table.do("change_deck", at=due, deck=0)
    table.until("betting")
    assert table.round.stakes, "the wagers stay where they are"
    table.do("no_more_bets")
    assert {event.kind for event in table.events("change_deck", "receive_deck")} == {
        "change_deck",
        "receive_deck",
    }


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.3(c)(1)", "I-14")) for name in PENNSYLVANIA],
)
def test_a_deck_once_dealt_from_the_hand_has_four_hours_in_all(regulation: str) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"})
    table.sit(1)
    table.do("receive_deck", at=0)
    table.start({1: main_bets(regulation)}).finish()
    table.do("device_out_of_order", at=3 * HOUR, device="shoe", sign="covered", instead="hand")
    table.until(do="hold_cards")
    assert "too long" in table.refused("hold_cards", DEALER, at=4 * HOUR).what
    table.do("hold_cards", DEALER, at=4 * HOUR - 1)
    table.do("order_shuffle")
    table.do("device_out_of_order", device="shuffler", sign="covered", instead="manual")
    assert table.state.deal == "manual_shoe"
    table.until(do="cut")
    table.do("cut")
    assert "too long" in table.refused("place_cards", DEALER, at=4 * HOUR).what, "it was dealt from the hand"


@pytest.mark.clause("I-14")
def test_massachusetts_sets_no_hours() -> None:
    table = drive("MA-TCP", cards={"deal": "hand"})
    table.sit(1)
    table.do("receive_deck", at=0)
    table.until(do="hold_cards")
    table.do("hold_cards", at=1000 * HOUR)
    assert table.state.phase == "betting"


@each("place_cards", groups=("automated_shoe",))
def test_the_cards_are_put_in_the_automated_shoe_before_betting(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal})
    table.sit(1)
    table.until(do="place_cards")
    assert "bet" not in table.offered()
    assert "no_more_bets" not in table.offered() and "deal" not in table.offered()
    assert "for the dealer" in table.refused("place_cards", FLOOR).legal
    offer = table.offers("place_cards")[0]
    assert set(offer.cite.clauses) == set(marks(regulation, "place_cards", group=deal).args)
    table.do("place_cards")
    assert table.state.phase == "betting"


@each("verify_inspection")
def test_nobody_verifies_his_own_inspection(regulation: str) -> None:
    table = received(regulation)
    table.do("inspect")
    refusal = table.refused("verify_inspection", Person("floorperson", DEALER.name), deck=0)
    assert "inspected this deck himself" in refusal.what
    assert set(refusal.cite.clauses) == set(marks(regulation, "verify_inspection").args)
    table.do("verify_inspection", FLOOR, deck=0)


@pytest.mark.clause("PA-680a.3(a)#2", "I-146")
@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_a_preshuffled_deck_is_neither_cut_nor_shuffled_with_its_second_joker(shuffle: str) -> None:
    table = drive("PA-680a", cards={"jokers_made": 2, "shuffle": shuffle})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True, cards=54, **whole_deck("PA-680a"))
    assert not {"cut", "shuffle", "order_shuffle", "place_cards"} & table.offered()
    for do, data in (
        ("cut", {"depth": 26, "cover_card": "bottom"}),
        ("place_cards", {}),
        ("shuffle", {"deck": 0, **whole_deck("PA-680a")}),
    ):
        refusal = table.refused(do, **data)
        assert "second joker" in refusal.what and "remove_joker" in refusal.legal
        assert refusal.cite.interpretations == ("I-146",)
    table.do("leave")
    table.do("idle_spread")
    table.sit(2)
    table.do("idle_wash")
    assert "shuffle" not in table.offered(), "washed, and the second joker is still in it"
    table.do("remove_joker")
    table.start({2: {"ante": 1000}}).finish()
