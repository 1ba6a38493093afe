"""Whether a stack is cut goes by how it was shuffled, whatever becomes of the devices before it is dealt."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, DEALS, FLOOR, PENNSYLVANIA, Driver, drive, each, main_bets
from tests.table.pauses import out, signed

PREPARING = ("shuffle", "cut", "place_cards", "hold_cards")


def prepared(table: Driver, since: int) -> list[str]:
    """What was done with the cards until they were dealt, and by what they were shuffled before a cut."""
    return [event.kind for event in table.log[since:] if event.kind in PREPARING]


def shoe(regulation: str, instead: str) -> dict[str, Any]:
    """The automated shoe put out of order."""
    return {"device": "shoe", "sign": signed(regulation), "instead": instead}


def lying(table: Driver) -> tuple[int, ...]:
    assert table.state.deck is not None
    return table.state.deck.order


def at(table: Driver, moment: str, regulation: str) -> Driver:
    """A table whose cards were shuffled, or lie ready for the first wager, or have wagers on them."""
    if moment == "shuffled":
        table.until("shuffling")
        while table.offers("shuffle"):
            table.do("shuffle")
        return table
    table.until("betting")
    if moment == "wagers":
        table.bet({1: main_bets(regulation)})
    return table


# ── shuffled by a device ──


@each("no_cut", "cut")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("rounds", [0, 1])
def test_no_stack_that_a_device_has_shuffled_is_cut_when_the_device_fails(
    regulation: str, deal: str, decks: int, rounds: int
) -> None:
    """5(c)(1), MA 5(b)(1): it is dealt as it lies in the shoe, or shuffled anew by hand and then cut."""
    cards = {"shuffle": "automated", "deal": deal, "decks": decks}
    for moment in ("shuffled", "placed", "wagers"):
        table = drive(regulation, cards=cards)
        table.sit(1)
        for _ in range(rounds):
            table.start({1: main_bets(regulation)}).finish()
        at(table, moment, regulation)
        before, many = lying(table), len(table.log)
        table.do("device_out_of_order", FLOOR, **out(regulation))
        in_the_shoe = moment != "shuffled" and deal != "hand"
        if not in_the_shoe:
            assert "cut" not in table.offered() and "place_cards" not in table.offered()
            assert "have not been shuffled" in table.refused("place_cards", DEALER).what
        else:
            assert table.state.phase == "betting"
        table.start({1: main_bets(regulation)})
        assert prepared(table, many) == ([] if in_the_shoe else ["shuffle", "cut", "place_cards"])
        assert (lying(table) == before) == in_the_shoe, "what the device shuffled, or other cards"
        table.finish()
        many = len(table.log)
        table.start({1: main_bets(regulation)})
        assert prepared(table, many) == ["shuffle", "cut", "place_cards"], "by hand from now on"


@each("no_cut", "cut")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("moment", ["placed", "wagers"])
def test_a_stack_that_both_devices_leave_behind_is_shuffled_by_hand_before_it_is_cut(
    regulation: str, decks: int, moment: str
) -> None:
    """The device shuffled it, and failed; then the shoe it lay in fails too: it is not cut as it is. With
    the shoe first it goes into another one as it lies."""
    cards = {"shuffle": "automated", "deal": "automated_shoe", "decks": decks}
    table = drive(regulation, cards=cards)
    table.sit(1)
    at(table, moment, regulation)
    many = len(table.log)
    table.do("device_out_of_order", FLOOR, **out(regulation))
    table.do("device_out_of_order", FLOOR, **shoe(regulation, "manual_shoe"))
    assert not {"cut", "place_cards"} & table.offered()
    assert "have not been shuffled" in table.refused("place_cards", DEALER).what
    table.start({1: main_bets(regulation)})
    assert prepared(table, many) == ["shuffle", "cut", "place_cards"]
    table.finish()
    table = drive(regulation, cards=cards)
    table.sit(1)
    at(table, moment, regulation)
    before, many = lying(table), len(table.log)
    table.do("device_out_of_order", FLOOR, **shoe(regulation, "manual_shoe"))
    table.until("betting")
    table.do("device_out_of_order", FLOOR, **out(regulation))
    table.start({1: main_bets(regulation)})
    assert prepared(table, many) == ["place_cards"] and lying(table) == before
    table.finish()


@each("cut", regulations=PENNSYLVANIA, more={name: [f"{name}.5(g)"] for name in PENNSYLVANIA})
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("preshuffled", [False, True])
def test_a_stack_out_of_a_reshuffling_device_is_prepared_as_the_text_says_without_one(
    regulation: str, preshuffled: bool
) -> None:
    """5(g) spares it the cut as long as the device is used; then a preshuffled one is cut, and what the
    device shuffled is shuffled by hand first (5(c)(2))."""
    cards = {"shuffle": "continuous", "deal": "automated_shoe"}
    table = drive(regulation, cards=cards)
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=preshuffled)
    table.until("betting")
    assert not table.events("cut")
    many = len(table.log)
    table.do("device_out_of_order", FLOOR, **out(regulation))
    table.do("device_out_of_order", FLOOR, **shoe(regulation, "manual_shoe"))
    table.start({1: main_bets(regulation)})
    assert prepared(table, many) == ["shuffle"] * (not preshuffled) + ["cut", "place_cards"]
    table.finish()


@each("no_cut")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("instead", ["manual_shoe", "hand"])
def test_no_stack_of_a_shuffler_that_works_is_cut_because_it_is_dealt_from_elsewhere(
    regulation: str, decks: int, instead: str
) -> None:
    for moment in ("shuffled", "placed", "wagers"):
        table = drive(regulation, cards={"shuffle": "automated", "deal": "automated_shoe", "decks": decks})
        table.sit(1)
        at(table, moment, regulation)
        before, many = lying(table), len(table.log)
        table.do("device_out_of_order", FLOOR, **shoe(regulation, instead))
        assert "cut" not in table.offered()
        table.start({1: main_bets(regulation)})
        assert prepared(table, many) == ["hold_cards" if instead == "hand" else "place_cards"]
        assert lying(table) == before
        table.finish()


# ── shuffled by the dealer while the device was out of order ──


@each("no_cut", "cut")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("cut", [False, True])
def test_no_stack_that_the_dealer_has_shuffled_is_dealt_as_one_from_the_device_when_that_is_back(
    regulation: str, deal: str, decks: int, rounds: int, cut: bool
) -> None:
    """5(c)(1), MA 5(b)(1) spare a cut to cards that the device shuffled, not to those that lie there when it
    works again: whichever deck it is, cut already or not, the device shuffles it first."""
    cards = {"shuffle": "automated", "deal": deal, "decks": decks}
    table = drive(regulation, cards=cards)
    table.sit(1)
    for _ in range(rounds):
        table.start({1: main_bets(regulation)}).finish()
    table.until("shuffling").do("device_out_of_order", FLOOR, **out(regulation))
    table.until("shuffling").do("shuffle", DEALER, deck=0)
    if cut:
        table.do("cut")
    before, many = lying(table), len(table.log)
    place = "hold_cards" if deal == "hand" else "place_cards"
    table.do("device_repaired", FLOOR, device="shuffler")
    for do in ("cut", place):
        assert do not in table.offered()
    if decks == 2:
        table.do("receive_deck", deck=1)
        table.until("shuffling")
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.start({1: main_bets(regulation)})
    assert prepared(table, many) == ["shuffle"] * decks + [place]
    shuffled = [event for event in table.log[many:] if event.kind == "shuffle"]
    assert {event.data.deck for event in shuffled} == {*range(decks)}
    assert lying(table) != before
    table.finish()


@each("cut")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("shuffle", ["manual", "automated"])
def test_a_shoe_that_is_back_spares_no_cut_to_what_the_dealer_has_shuffled(
    regulation: str, shuffle: str
) -> None:
    """Only a device that shuffles does; the shuffler does not, or is still out of order."""
    for cut in (False, True):
        table = drive(regulation, cards={"shuffle": shuffle, "deal": "automated_shoe"})
        table.sit(1)
        table.until("shuffling")
        if shuffle == "automated":
            table.do("device_out_of_order", FLOOR, **out(regulation))
        table.do("device_out_of_order", FLOOR, **shoe(regulation, "manual_shoe"))
        table.do("shuffle", DEALER, deck=0)
        many = len(table.log)
        if cut:
            table.do("cut")
        table.do("device_repaired", FLOOR, device="shoe")
        assert "have not been" in table.refused("place_cards", DEALER).what
        table.start({1: main_bets(regulation)})
        assert prepared(table, many)[-2:] == ["cut", "place_cards"]
        table.finish()


@each("cut", "no_cut")
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("cut", [False, True])
def test_a_preshuffled_stack_is_cut_once_whatever_becomes_of_the_shuffler(regulation: str, cut: bool) -> None:
    """No device has shuffled it, before the failure or after it."""
    for deal in DEALS:
        table = drive(regulation, cards={"shuffle": "automated", "deal": deal})
        table.sit(1)
        table.do("receive_deck", deck=0, preshuffled=True)
        many = len(table.log)
        table.do("device_out_of_order", FLOOR, **out(regulation))
        if cut:
            table.do("cut")
        table.do("device_repaired", FLOOR, device="shuffler")
        place = "hold_cards" if deal == "hand" else "place_cards"
        assert ("cut" in table.offered()) == (not cut)
        table.start({1: main_bets(regulation)})
        assert prepared(table, many) == ["cut", place]
        table.finish()


# ── cut ──

CUT = {"by hand": ("manual", False), "preshuffled": ("automated", True), "both": ("manual", True)}
"""How cards come to be cut: whether a device shuffles here, and whether they came preshuffled."""


def ready(regulation: str, how: str) -> Driver:
    """Cards that are to be cut, beside an automated shoe."""
    shuffle, preshuffled = CUT[how]
    table = drive(regulation, cards={"shuffle": shuffle, "deal": "automated_shoe"})
    table.sit(1)
    if preshuffled:
        table.do("receive_deck", deck=0, preshuffled=True)
    return table.until(do="cut")


def others(how: str) -> tuple[str, ...]:
    """From what the cards may be dealt without the shoe: from the hand where a device shuffles."""
    return ("manual_shoe", "hand") if CUT[how][0] == "automated" else ("manual_shoe",)


@each("cut", "recut")
@pytest.mark.clause("I-25", "I-15")
@pytest.mark.parametrize("how", CUT)
def test_cards_that_were_cut_for_one_way_of_dealing_are_cut_for_every_other(
    regulation: str, how: str
) -> None:
    """Whether they lie cut, or in the shoe, or have wagers on them when the shoe is replaced."""
    for instead in others(how):
        for moment in ("cut", "placed", "wagers"):
            table = ready(regulation, how)
            table.do("cut")
            if moment != "cut":
                table.until("betting")
            if moment == "wagers":
                table.bet({1: main_bets(regulation)})
            before, many = lying(table), len(table.log)
            table.do("device_out_of_order", FLOOR, **shoe(regulation, instead))
            place = "hold_cards" if instead == "hand" else "place_cards"
            assert "cut" not in table.offered() and place in table.offered(), (instead, moment)
            cover = "discard rack" if regulation == "MA-TCP" else "bottom"
            assert "have been cut" in table.refused("cut", DEALER, depth=20, cover_card=cover).what
            table.start({1: main_bets(regulation)})
            assert prepared(table, many) == [place] and lying(table) == before
            table.finish()


@each("cut", "recut")
@pytest.mark.clause("I-25", "I-15")
@pytest.mark.parametrize("how", CUT)
def test_cards_that_were_to_be_cut_are_cut_whatever_they_are_dealt_from(regulation: str, how: str) -> None:
    """Not cut yet when the shoe is replaced, or to be cut once more."""
    for instead in others(how):
        for again in (False, True):
            table = ready(regulation, how)
            if again:
                table.do("cut")
                table.until("betting")
                table.do("recut", FLOOR)
            many = len(table.log)
            table.do("device_out_of_order", FLOOR, **shoe(regulation, instead))
            place = "hold_cards" if instead == "hand" else "place_cards"
            assert "have not been cut" in table.refused(place, DEALER).what
            table.start({1: main_bets(regulation)})
            assert prepared(table, many) == ["cut", place]
            table.finish()
