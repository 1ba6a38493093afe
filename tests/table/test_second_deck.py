"""The second of two decks: wanted while a device shuffles, of the other colour, opened as the first was."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.support.driver import DEALER, FLOOR, REGULATIONS, Driver, drive, each, main_bets
from tests.support.rounds import branch, player
from tests.table.pauses import PAUSES, TWO, night, nothing, out, pauses, signed, stages

BESIDE = {name: ["MA-TCP.2(b)" if name == "MA-TCP" else f"{name}.3(b)"] for name in REGULATIONS}
COLOURS = {name: ["MA-TCP.2(b)(2)" if name == "MA-TCP" else f"{name}.3(b)(1)"] for name in REGULATIONS}
SHOE = {**TWO, "deal": "automated_shoe"}
STEPS = ("receive_deck", "inspect", "verify_inspection", "spread")


def backs(table: Driver) -> list[str]:
    return [deck.back for deck in table.state.decks if deck is not None]


def shoe(regulation: str, instead: str) -> dict[str, Any]:
    """The automated shoe put out of order."""
    return {"device": "shoe", "sign": signed(regulation), "instead": instead}


# ── while a device shuffles ──


@each("alternate_decks", more=BESIDE)
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("first", ["shoe to the hand", "shoe", "shuffler"])
@pytest.mark.parametrize("pause", [nothing, night])
def test_a_second_deck_is_wanted_again_when_the_shuffler_is_back_and_not_for_another_device(
    regulation: str, first: str, pause: Any
) -> None:
    """Both are out of order, in either order: "if an automated card shuffling device is utilized"."""
    for back_first in ("shoe", "shuffler"):
        table = drive(regulation, cards=SHOE).start().finish()
        if first == "shuffler":
            table.do("device_out_of_order", **out(regulation))
            table.do("device_out_of_order", **shoe(regulation, "manual_shoe"))
        else:
            table.do("device_out_of_order", **shoe(regulation, "hand" if "hand" in first else "manual_shoe"))
            table.do("device_out_of_order", **out(regulation))
        table = pause(table)
        if not table.state.seats:
            table.sit(1, 3)
        (kept,) = backs(table)
        assert (table.state.shuffle, table.state.deal) == ("manual", "manual_shoe")
        if back_first == "shoe":
            table.do("device_repaired", device="shoe")
            assert (table.state.shuffle, table.state.deal) == ("manual", "automated_shoe")
            assert "receive_deck" not in table.offered() and backs(table) == [kept]
            assert "not wanted" in table.refused("receive_deck", deck=1).what
            for _ in range(2):
                table.start({1: main_bets(regulation)}).finish()
                assert backs(table) == [kept], "one deck, shuffled by hand"
        table.do("device_repaired", device="shuffler")
        assert table.state.shuffle == "automated"
        assert [offer.data.deck for offer in table.offers("receive_deck")] == [1]
        if back_first == "shuffler":
            assert table.state.deal != "automated_shoe", "the shoe is still out of order"
            table.do("receive_deck", deck=1)
            table.do("device_repaired", device="shoe")
        assert table.state.deal == "automated_shoe"
        used = []
        for _ in range(2):
            used.append(table.start({1: main_bets(regulation)}).state.active)
            table.finish()
        assert sorted(used) == [0, 1] and sorted(backs(table)) == ["blue", "red"]


# ── of another colour ──


@each("alternate_decks", more=COLOURS)
@pytest.mark.parametrize("colours", [("red", "blue"), ("green", "black")])
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("failed", [False, True])
def test_whichever_deck_is_changed_it_has_the_colour_that_the_other_one_has_not(
    regulation: str, colours: tuple[str, str], rounds: int, failed: bool
) -> None:
    """Whichever is in play, and whichever of the two colours lies first since the shuffler had failed."""
    table = drive(regulation, cards={**TWO, "deck_backs": list(colours)})
    table.sit(1, 3)
    for _ in range(rounds):
        table.start().finish()
    table.until("shuffling")
    if failed:
        kept = backs(table)[table.state.active]
        table.do("device_out_of_order", **out(regulation))
        table.do("device_repaired", device="shuffler")
        table.do("receive_deck", deck=1)
        (other,) = {*colours} - {kept}
        assert backs(table) == [kept, other]
    lying = backs(table)
    assert sorted(lying) == sorted(colours)
    for deck, preshuffled in product((0, 1), (False, True)):
        table.do("change_deck", deck=deck)
        assert backs(table) == [lying[1 - deck]]
        table.do("receive_deck", deck=deck, preshuffled=preshuffled)
        assert backs(table) == lying and table.last("receive_deck").data.back == lying[deck]


@each("alternate_decks", more=COLOURS)
@pytest.mark.parametrize("first", [0, 1])
def test_two_decks_that_come_for_two_are_of_two_colours_again(regulation: str, first: int) -> None:
    """Both are off the table, after a failure had left the second colour first; either comes first."""
    table = drive(regulation, cards=TWO).start().finish()
    table.do("device_out_of_order", **out(regulation))
    table.do("device_repaired", device="shuffler")
    table.do("receive_deck", deck=1)
    assert backs(table) == ["blue", "red"]
    for deck in (0, 1):
        table.do("change_deck", deck=deck)
    for deck in (first, 1 - first):
        table.do("receive_deck", deck=deck)
    assert sorted(backs(table)) == ["blue", "red"]


# ── stored while the first is played with ──


@each("store_other_deck")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("slow", [False, True])
def test_the_stored_deck_is_not_taken_away_from_the_time_on_when_wagers_may_be_placed(
    regulation: str, deal: str, rounds: int, slow: bool
) -> None:
    """Whichever of the two it is, whether it is shuffled or the device is about it, with wagers and without
    any; the deck in play may be changed until the call, and then neither."""
    table = drive(regulation, cards={**TWO, "deal": deal})
    for _ in range(rounds):
        table.start().finish()
    table.slow_shuffler = slow
    table.sit(*({1, 3} - {*table.state.seats}))
    if slow and rounds:
        table.do("hold_cards" if deal == "hand" else "place_cards")
    table.until("betting")
    playing, stored = rounds % 2, 1 - rounds % 2
    assert stages(table)[playing] == "placed"
    assert stages(table)[stored] == ("loaded" if slow and rounds else "shuffled")
    for bets in (None, {1: main_bets(regulation)}, {3: main_bets(regulation)}):
        if bets:
            table.bet(bets)
        assert [offer.data.deck for offer in table.offers("change_deck")] == [playing]
        refusal = table.refused("change_deck", FLOOR, deck=stored)
        assert refusal.what == f"deck {stored} cannot be taken away now"
    other = branch(table)
    other.do("change_deck", deck=playing)
    assert stages(other)[playing] == "gone" and stages(other)[stored] != "gone"
    table.do("no_more_bets")
    while table.state.rounds == rounds:
        assert not table.offers("change_deck")
        for deck in (playing, stored):
            table.refused("change_deck", FLOOR, deck=deck)
        table.take(table.next())
    assert "gone" not in stages(table)


# ── opened as the first was ──


@each("each_deck", "wash")
@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("seen", ["not spread", "spread"])
def test_somebody_is_there_to_look_at_the_second_deck_as_at_the_first(
    regulation: str, deck: int, seen: str
) -> None:
    """The first was looked at and washed, and then he went, before the second was spread or after it."""
    table = drive(regulation, cards=TWO)
    table.sit(1)
    for at in (0, 1):
        for step in STEPS:
            if at != deck or seen == "spread" or step != "spread":
                table.do(step, deck=at)
    table.do("wash", deck=1 - deck)
    table.do("leave", player(1))
    if seen != "spread":
        table.do("spread", deck=deck)
    unseen(table, deck)


@each("each_deck", "wash")
@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_somebody_is_there_to_look_at_a_deck_that_comes_later(
    regulation: str, deck: int, rounds: int
) -> None:
    """Whether the other one is shuffled, in the rack, or lies preshuffled: nobody looked at this one."""
    for preshuffled in (False, True):
        table = drive(regulation, cards=TWO)
        table.sit(1, 3)
        for _ in range(rounds):
            table.start().finish()
        table.until("shuffling")
        for at in (0, 1):
            if at == deck or preshuffled:
                table.do("change_deck", deck=at)
                table.do("receive_deck", deck=at, preshuffled=at != deck)
        for step in STEPS[1:]:
            table.do(step, deck=deck)
        for seat in (1, 3):
            table.do("leave", player(seat))
        unseen(table, deck)


def unseen(table: Driver, deck: int) -> None:
    """A deck that is spread waits for somebody to look at it."""
    assert stages(table)[deck] == "spread" and not table.state.seats
    assert "wash" not in table.offered()
    assert "no player" in table.refused("wash", DEALER, deck=deck).what
    table.sit(3)
    assert [offer.data.deck for offer in table.offers("wash")] == [deck]
    table.do("wash", deck=deck)
    assert stages(table)[deck] == "stacked"


@each("each_deck", "shuffle")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand"])
@pytest.mark.parametrize("rounds", [0, 1])
def test_no_deck_is_dealt_while_one_of_the_two_lies_stacked(regulation: str, deal: str, rounds: int) -> None:
    """4(d): "each deck … shuffled": when the table opens, after an idle hour or a night, with a new one."""
    place = "hold_cards" if deal == "hand" else "place_cards"
    for pause in (*pauses(regulation), "changed 0", "changed 1"):
        for first in (0, 1):
            table = drive(regulation, cards={**TWO, "deal": deal})
            table.sit(1, 3)
            for _ in range(rounds):
                table.start().finish()
            if rounds or pause == "idle":
                table.until("shuffling")
                table = changed(table, pause) if pause.startswith("changed") else PAUSES[pause](table)
            if not table.state.seats:
                table.sit(1, 3)
            table.until("shuffling")
            while lying := [at for at, stage in enumerate(stages(table)) if stage == "stacked"]:
                assert place not in table.offered(), (pause, stages(table))
                assert "have not been shuffled" in table.refused(place, DEALER).what
                offered = [offer.data.deck for offer in table.offers("shuffle")]
                table.do("shuffle", deck=first if first in offered and first in lying else offered[0])
            table.start({1: main_bets(regulation)}).finish()


def changed(table: Driver, which: str) -> Driver:
    """One of the decks is new, opened as far as the wash."""
    deck = int(which[-1])
    table.do("change_deck", deck=deck)
    for step in (*STEPS, "wash"):
        table.do(step, deck=deck)
    return table
