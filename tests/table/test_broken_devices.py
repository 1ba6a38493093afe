"""Devices that jam or break: each kind, each way that is used instead, each moment it can be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, DEALS, FLOOR, PENNSYLVANIA, REGULATIONS, Driver, drive, main_bets
from tests.support.rounds import branch
from tests.table.test_irregular_moments import clause

SIGNS = {name: ("removed",) if name == "MA-TCP" else ("covered", "signed") for name in REGULATIONS}
"""13(g), 680a.13(f): covered, or a sign on it. MA 14(g): taken off the table."""
SHUFFLERS = [(name, "automated") for name in REGULATIONS] + [(name, "continuous") for name in PENNSYLVANIA]
"""5(g): a device that reshuffles by itself, in Pennsylvania alone."""


def proving(kind: str, *values: tuple[Any, ...]) -> list[Any]:
    """Cases that begin with their chapter, marked with its paragraph."""
    return [
        pytest.param(*one, marks=pytest.mark.clause(clause(one[0], kind)), id="-".join(map(str, one)))
        for one in values
    ]


def order(table: Driver) -> tuple[int, ...]:
    assert table.state.deck is not None
    return table.state.deck.order


# ── a shuffler that jams ──


@pytest.mark.parametrize(("regulation", "shuffle"), proving("shuffler_jam", *SHUFFLERS))
def test_cards_in_a_shuffler_that_jams_are_shuffled_before_they_are_used(
    regulation: str, shuffle: str
) -> None:
    """Before the first round and after it; however often it jams."""
    for rounds in (0, 1):
        table = drive(regulation, cards={"shuffle": shuffle})
        table.sit(1)
        if rounds:
            table.start({1: main_bets(regulation)}).finish()
        table.until(do="shuffle")
        for _ in range(2):
            table.do("report", DEALER, kind="shuffler_jam")
            data = table.last("report").data
            assert (data.round, data.cite.clauses) == ("stands", (clause(regulation, "shuffler_jam"),))
            assert "place_cards" not in table.offered()
            assert "have not been shuffled" in table.refused("place_cards", DEALER).what
        table.do("shuffle")
        refusal = table.refused("report", DEALER, kind="shuffler_jam")
        assert refusal.cite.clauses == (clause(regulation, "shuffler_jam"),), "the cycle is complete"
        table.start({1: main_bets(regulation)}).finish()
        assert not table.events("void_round")


@pytest.mark.parametrize(
    ("regulation", "deal"),
    proving(
        "shuffler_jam",
        *((name, deal) for name in REGULATIONS for deal in DEALS),
    ),
)
def test_a_shuffler_may_jam_with_the_other_deck_at_every_moment_of_a_round(
    regulation: str, deal: str
) -> None:
    """The round that is on is played with cards that were shuffled before, and stands."""
    table = drive(regulation, cards={"decks": 2, "deal": deal}).start().finish()
    table.slow_shuffler = True
    place = "hold_cards" if deal == "hand" else "place_cards"
    table.do(place)
    table.start()
    while table.state.rounds == 1:
        table.do("report", DEALER, kind="shuffler_jam")
        assert table.last("report").data.round == "stands"
        table.take(table.next())
    assert not table.round.void and not table.events("void_round")
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.do("shuffle")
    table.do(place)


# ── a shuffler that is out of order ──


@pytest.mark.parametrize(
    ("regulation", "deal"),
    proving("device_out_of_order", *((name, deal) for name in REGULATIONS for deal in DEALS)),
)
@pytest.mark.clause("I-25")
def test_another_method_of_shuffling_is_used_from_the_next_round_on(regulation: str, deal: str) -> None:
    """From the call on cards that were shuffled before are dealt, as they were to be dealt."""
    table = drive(regulation, cards={"deal": deal}).start()
    (sign, *_), lying = SIGNS[regulation], order(table)
    while table.state.rounds == 0:
        other = branch(table)
        other.do("device_out_of_order", device="shuffler", sign=sign, instead="manual")
        assert (other.state.shuffle, other.state.deal) == ("automated", deal)
        assert other.state.phase == table.state.phase and order(other) == lying
        table.take(table.next())
        if table.state.rounds:
            other.take(other.next())
            assert (other.state.shuffle, other.state.deal) == (
                "manual",
                "manual_shoe" if deal == "hand" else deal,
            )


# ── a shoe that is replaced ──


@pytest.mark.parametrize(
    ("regulation", "shuffle", "instead"),
    proving(
        "device_out_of_order",
        *(
            (name, shuffle, instead)
            for name in REGULATIONS
            for shuffle, instead in (
                ("automated", "manual_shoe"),
                ("automated", "hand"),
                ("manual", "manual_shoe"),
            )
        ),
    ),
)
@pytest.mark.clause("I-25")
def test_cards_come_out_of_a_shoe_that_is_replaced_before_they_are_dealt(
    regulation: str, shuffle: str, instead: str
) -> None:
    """Also where it waits for wagers with the cards in it: they are held, or put into the other shoe."""
    for sign in SIGNS[regulation]:
        table = drive(regulation, cards={"shuffle": shuffle, "deal": "automated_shoe"}).open(1)
        table.bet({1: main_bets(regulation)})
        lying = order(table)
        for wrong in {"covered", "signed", "removed"} - {*SIGNS[regulation]}:
            refusal = table.refused("device_out_of_order", device="shoe", sign=wrong, instead=instead)
            assert refusal.cite.clauses == (clause(regulation, "device_out_of_order"),)
        table.do("device_out_of_order", FLOOR, device="shoe", sign=sign, instead=instead)
        assert (table.state.deal, table.state.shuffle) == (instead, shuffle)
        assert "no_more_bets" not in table.offered(), "no cards lie where they will be dealt from"
        table.refused("no_more_bets", DEALER)
        table.do("hold_cards" if instead == "hand" else "place_cards")
        table.do("no_more_bets")
        table.until("dealing").do("deal")
        assert len(table.last("deal").data.to) == 1, "one card at a time, no stack"
        assert order(table) == lying and len(table.events("cut")) == (shuffle == "manual")
        table.finish()
        assert not table.round.void


# ── dealt from the hand instead ──

FROM_THE_HAND = {name: (f"{name}.9(a)(1)",) for name in PENNSYLVANIA} | {
    "MA-TCP": ("MA-TCP.8(a)", "MA-TCP.8(b)(1)")
}
"""9(a)(1), MA 8(a) and (b)(1): cards may be dealt from the hand, if a device shuffles them."""


@pytest.mark.parametrize(
    ("regulation", "shuffle"),
    [
        pytest.param(name, shuffle, marks=pytest.mark.clause(*FROM_THE_HAND[name]), id=f"{name}-{shuffle}")
        for name, shuffle in SHUFFLERS
    ],
)
def test_the_hand_deals_instead_of_a_shoe_as_long_as_a_device_shuffles(regulation: str, shuffle: str) -> None:
    """Also where the shoe was submitted; not once the shuffler is out of order as well, until it is back."""
    (sign, *_) = SIGNS[regulation]
    shoe = {"device": "shoe", "sign": sign}
    shuffler = {"device": "shuffler", "sign": sign, "instead": "manual"}
    table = drive(regulation, cards={"shuffle": shuffle, "deal": "automated_shoe"}).open(1)
    by_hand = branch(table)
    by_hand.do("device_out_of_order", FLOOR, **shoe, instead="hand")
    by_hand.start({1: main_bets(regulation)}).until("stub")
    assert (by_hand.state.deal, by_hand.state.shuffle) == ("hand", shuffle)
    by_hand.finish()
    by_hand.do("device_out_of_order", FLOOR, **shuffler)
    assert (by_hand.state.deal, by_hand.state.shuffle) == ("manual_shoe", "manual")
    by_hand.start({1: main_bets(regulation)}).finish()
    first = branch(table)
    first.do("device_out_of_order", FLOOR, **shuffler)
    refusal = first.refused("device_out_of_order", FLOOR, **shoe, instead="hand")
    assert "hand may not be used instead" in refusal.what and "manual_shoe" in refusal.legal
    first.start({1: main_bets(regulation)}).finish().until("shuffling")
    first.do("device_repaired", device="shuffler")
    first.do("device_out_of_order", FLOOR, **shoe, instead="hand")
    assert (first.state.deal, first.state.shuffle) == ("hand", shuffle)
    first.start({1: main_bets(regulation)}).finish()
    submitted = drive(regulation, cards={"shuffle": shuffle, "deal": "hand"}).open(1)
    submitted.do("device_out_of_order", FLOOR, **shuffler)
    assert (submitted.state.deal, submitted.state.shuffle) == ("manual_shoe", "manual")
    submitted.start({1: main_bets(regulation)}).finish().until("shuffling")
    submitted.do("device_repaired", device="shuffler")
    assert (submitted.state.deal, submitted.state.shuffle) == ("hand", shuffle)
    submitted.start({1: main_bets(regulation)}).finish()


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*FROM_THE_HAND[name])) for name in REGULATIONS],
)
def test_cards_that_are_shuffled_by_hand_are_never_dealt_from_it(regulation: str) -> None:
    (sign, *_) = SIGNS[regulation]
    table = drive(regulation, cards={"shuffle": "manual", "deal": "automated_shoe"}).open(1)
    refusal = table.refused("device_out_of_order", FLOOR, device="shoe", sign=sign, instead="hand")
    assert "hand may not be used instead" in refusal.what
    table.do("device_out_of_order", FLOOR, device="shoe", sign=sign, instead="manual_shoe")
    assert table.state.deal == "manual_shoe"
    table.start({1: main_bets(regulation)}).finish()


# ── brought back over cards that were shuffled by hand ──

CUT_BY_HAND = {name: (f"{name}.5(c)(1)", f"{name}.5(c)(2)") for name in PENNSYLVANIA} | {
    "MA-TCP": ("MA-TCP.5(b)(1)", "MA-TCP.5(b)(2)")
}
"""Cards that the dealer shuffled are cut; only those from a device are dealt as they come (5(c)(1), (2))."""


@pytest.mark.parametrize(
    ("regulation", "shuffle", "deal"),
    [
        pytest.param(
            name,
            shuffle,
            deal,
            marks=pytest.mark.clause(*CUT_BY_HAND[name], *(FROM_THE_HAND[name] if deal == "hand" else ())),
            id=f"{name}-{shuffle}-{deal}",
        )
        for name, shuffle in SHUFFLERS
        for deal in DEALS
    ],
)
@pytest.mark.parametrize("cut", [False, True])
def test_cards_that_the_dealer_shuffled_are_not_dealt_as_if_the_device_had_shuffled_them(
    regulation: str, shuffle: str, deal: str, cut: bool
) -> None:
    """Whether they were cut or not when the shuffler came back into use."""
    (sign, *_) = SIGNS[regulation]
    table = drive(regulation, cards={"shuffle": shuffle, "deal": deal}).start().finish()
    table.do("device_out_of_order", FLOOR, device="shuffler", sign=sign, instead="manual")
    table.until("shuffling").do("shuffle", DEALER, deck=0)
    if cut:
        table.do("cut")
    table.do("device_repaired", FLOOR, device="shuffler")
    assert (table.state.shuffle, table.state.deal) == (shuffle, deal)
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert place not in table.offered()
    assert "have not been" in table.refused(place, DEALER).what
    before = len(table.log)
    table.start()
    prepared = [event.kind for event in table.log[before:] if event.kind in ("shuffle", "cut", place)]
    assert prepared == ["shuffle", place], "by the device, and so without a cut"
    table.finish()
