"""The stub: racked unseen, or counted, at least once in five rounds."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from feltlaw.table.places import STUB
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    proves,
)

SEATS = (1, 3, 4)
NOT_COUNTED = {"shuffle": "automated", "shuffler_counts_cards": False}
WHOLE = {"PA-680a": 53}
"""52 cards in a deck; 53 in Saigon (680a.3(a))."""
HAND = {"PA-680a": 5}
"""Three cards in a hand; five in Saigon."""


def stub_of(regulation: str, seats: int) -> int:
    """What is left when so many hands and the dealer's, or the community cards of Raise It Up, are out."""
    return WHOLE.get(regulation, 52) - (seats + 1) * HAND.get(regulation, 3)


def dealt(regulation: str, deal: str) -> Driver:
    """A table with the whole deal done."""
    table = drive(regulation, cards={"deal": deal})
    return table.start({seat: main_bets(regulation) for seat in SEATS}).until("stub")


@each("rack_stub", groups=DEALS, more={"MA-TCP": ["MA-TCP.1:stub"]})
def test_the_stub_is_racked_before_anybody_decides(regulation: str, deal: str) -> None:
    _stub_is_racked(regulation, deal, "rack_stub")


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=marks(name, "remove_stub", group="automated_shoe"))
        for name in ("MA-TCP", "PA-679a")
    ],
)
def test_the_stub_leaves_the_automated_shoe_and_is_racked(regulation: str) -> None:
    """These two texts say it in one sentence."""
    _stub_is_racked(regulation, "automated_shoe", "remove_stub")


def _stub_is_racked(regulation: str, deal: str, step: str) -> None:
    table = dealt(regulation, deal)
    rest = stub_of(regulation, len(SEATS))
    assert [offer.data.cards for offer in table.offers("count_stub")] == [rest], "what remains of the deck"
    early: tuple[str, dict[str, Any]] = ("decide", {"act": "play"})
    do, data = early if regulation != "PA-680a" else ("set_hand", {})
    assert "not complete" in table.refused(do, Person("player", "p1"), seat=1, **data).what
    offer = table.offers("rack_stub")[0]
    if found := marks(regulation, step, group=deal).args:
        assert offer.cite.clauses[0] in found
    for wrong in (FLOOR, DEVICE, Person("player", "p1")):
        assert table.refused("rack_stub", wrong).legal.startswith("It is for the dealer.")
        assert table.refused("count_stub", wrong, cards=rest).legal.startswith("It is for the dealer.")
    table.do("rack_stub", DEALER)
    assert table.round.racked == (STUB,) and table.round.dealing.stub == "racked"
    assert not table.events("count_stub") and "count_stub" not in table.offered(), "nobody has seen it"
    table.finish()
    assert "not the time" in table.refused("count_stub", cards=rest).what


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=[
                marks(name, "count_stub", group=deal, without=["MA-TCP.7(f)"]),
                marks(name, "rack_counted_stub", group=deal),
                marks(name, "rack_stub", "remove_stub", group=deal),
            ],
        )
        for name in REGULATIONS
        for deal in DEALS
    ],
)
@pytest.mark.clause("I-13")
def test_the_stub_is_counted_at_least_once_in_five_rounds(regulation: str, deal: str) -> None:
    """Five rounds: .8(f), MA 7(e); and only then the stub is not racked as it is (.8(e), MA 7(d))."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    clause = marks(regulation, "count_stub", group=deal).args
    for number in range(1, 11):
        table.start({1: main_bets(regulation)}).until("stub")
        if number % 5:
            table.do("rack_stub")
        else:
            refusal = table.refused("rack_stub", DEALER)
            assert "must be counted" in refusal.what and refusal.clauses == [*clause, "I-13"]
            table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
            event = table.last("count_stub")
            assert (event.data.right, event.data.whole, event.by) == (True, True, DEALER)
            assert table.round.racked == (STUB,), "right, and in the rack unseen"
        table.finish()
    assert len(table.events("count_stub")) == 2


BESIDE = {
    "PA-649a": ("five_card_progressive", {}, 100, 2),
    "MA-TCP": ("multi_game_link", {}, 100, 2),
    "PA-679a": ("pair_bonus", {"community_card": True}, 500, 1),
}
"""A wager for which community cards are dealt, its terms and stake, and how many there are."""


@each(
    "count_stub",
    "rack_counted_stub",
    groups=DEALS,
    regulations=tuple(BESIDE),
    more={"MA-TCP": ["MA-TCP.1:stub"]},
)
def test_cards_dealt_for_a_bonus_are_not_in_the_stub(regulation: str, deal: str) -> None:
    wager, terms, stake, community = BESIDE[regulation]
    table = drive(regulation, wagers={wager: terms}, cards={**NOT_COUNTED, "deal": deal})
    table.start({1: {"ante": 1000, wager: stake}, 3: {"ante": 1000}}).until("stub")
    assert len(table.cards("community")) == community
    table.do("count_stub", DEALER, cards=stub_of(regulation, 2) - community)
    assert table.round.racked == (STUB,) and not table.events("void_round")


@pytest.mark.parametrize(
    "regulation",
    [
        *(pytest.param(name, marks=pytest.mark.clause("I-13")) for name in PENNSYLVANIA),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.7(f)", "I-13")),
    ],
)
def test_a_counting_shuffler_spares_the_count(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "shuffler_counts_cards": True})
    for _ in range(7):
        table.start({1: main_bets(regulation)}).until("stub")
        table.do("rack_stub")
        table.finish()
    assert table.events("count_stub") == []


@pytest.mark.clause("I-13")
@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=marks(name, "count_stub", group=deal, without=["MA-TCP.7(f)"]))
        for name in REGULATIONS
        for deal in DEALS
    ],
)
def test_each_of_two_decks_is_counted_on_its_own(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={**NOT_COUNTED, "decks": 2, "deal": deal})
    counted = []
    for number in range(1, 11):
        table.start({1: main_bets(regulation)}).until("stub")
        if table.offers("rack_stub"):
            table.do("rack_stub")
        else:
            counted.append((number, table.state.active))
            table.do("count_stub")
        table.finish()
    assert counted == [(9, 0), (10, 1)], "each deck in its own fifth round"


@pytest.mark.clause("I-13")
def test_a_count_made_early_starts_the_five_rounds_again() -> None:
    table = drive("PA-649a", cards=NOT_COUNTED)
    due = []
    for number in range(1, 10):
        table.start({1: {"ante": 1000}}).until("stub")
        if number == 3 or not table.offers("rack_stub"):
            due.append(number)
            table.do("count_stub")
        table.finish()
    assert due == [3, 8]


@pytest.mark.clause("I-13")
def test_a_new_deck_has_five_rounds_of_its_own() -> None:
    table = drive("PA-649a", cards=NOT_COUNTED)
    for _ in range(4):
        table.start({1: {"ante": 1000}}).finish()
    table.do("change_deck", deck=0)
    for number in range(1, 6):
        table.start({1: {"ante": 1000}}).until("stub")
        assert ("rack_stub" in table.offered()) == (number < 5)
        table.finish()


@each("count_stub", groups=DEALS)
def test_a_round_whose_first_card_lay_face_up_is_one_of_the_five(regulation: str, deal: str) -> None:
    """Whichever of the five it is, the fifth stub is counted."""
    for found in (1, 5):
        table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
        for number in range(1, 6):
            table.start({1: main_bets(regulation)}).until("dealing")
            if number == found:
                table.do("report", DEALER, kind="card_face_up")
            table.until("stub")
            assert ("rack_stub" in table.offered()) == (number < 5), (found, number)
            table.finish()


@pytest.mark.clause("PA-649a.8(f)", "I-13")
def test_what_a_device_counted_needs_no_count_when_it_breaks() -> None:
    table = drive("PA-649a", cards={"shuffle": "automated", "shuffler_counts_cards": True})
    for _ in range(9):
        table.start({1: {"ante": 1000}}).finish()
    table.do("device_out_of_order")
    for number in range(1, 5):
        table.start({1: {"ante": 1000}}).until("stub")
        assert ("rack_stub" in table.offered()) == (number < 4), "the fifth since the device counted last"
        table.finish()


# ── what the program dealt, it knows ──


@proves("count_stub")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_count_against_what_the_program_dealt_is_refused(regulation: str, deal: str) -> None:
    """On both sides of the number, with and without a story: nobody voids a round by a false count."""
    table = dealt(regulation, deal)
    rest, whole = stub_of(regulation, len(SEATS)), load(regulation).deck.cards
    stories: tuple[dict[str, Any], ...] = (
        {},
        {"misdealt": False},
        {"misdealt": True},
        {"misdealt": True, "deck": whole},
    )
    for wrong in (0, rest - 1, rest + 1, whole, 200):
        for story in stories:
            refusal = table.refused("count_stub", DEALER, cards=wrong, **story)
            assert f"{rest} are left" in refusal.what
            assert set(refusal.cite.clauses) >= set(marks(regulation, "count_stub", group=deal).args)
    for story in ({"misdealt": True}, {"deck": whole - 1}, {"misdealt": True, "deck": whole}):
        assert "what must be in the stub" in table.refused("count_stub", DEALER, cards=rest, **story).what
    table.do("count_stub", DEALER, cards=rest)
    table.finish()
    assert not table.events("void_round")


@proves("count_stub")
@pytest.mark.parametrize("cards", [-5, -1, 201, 10**9, 1.0, "46", True, None])
def test_a_count_is_a_number_of_cards(cards: Any) -> None:
    table = dealt("PA-649a", "manual_shoe")
    with pytest.raises(ValueError, match="from 0 to 200"):
        table.json("count_stub", DEALER, cards=cards)
    if cards is not None:
        with pytest.raises(ValueError, match="from 0 to 200"):
            table.json("count_stub", DEALER, cards=40, deck=cards)
    assert table.state.phase == "stub"
