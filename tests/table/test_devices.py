"""Shuffler and shoe out of order: what is done with them, what is used instead, and how they come back."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    PENNSYLVANIA,
    REGULATIONS,
    dealt_to,
    drive,
    main_bets,
)

OUT: dict[str, Any] = {"device": "shuffler", "sign": "covered", "instead": "manual"}
SHOE: dict[str, Any] = {"device": "shoe", "sign": "covered", "instead": "manual_shoe"}
TWO = {"shuffle": "automated", "decks": 2}


def clauses_of(regulation: str, kind: str) -> tuple[str, ...]:
    return load(regulation).irregularities[kind].cite.clauses


def sign(regulation: str) -> str:
    return load(regulation).irregularities["device_out_of_order"].signs[0]


@pytest.mark.parametrize(
    ("regulation", "right", "wrong"),
    [
        *(
            pytest.param(name, ("covered", "signed"), ("removed",), marks=pytest.mark.clause(clause))
            for name in PENNSYLVANIA
            for clause in clauses_of(name, "device_out_of_order")
        ),
        pytest.param("MA-TCP", ("removed",), ("covered", "signed"), marks=pytest.mark.clause("MA-TCP.14(g)")),
    ],
)
@pytest.mark.clause("I-25")
def test_a_broken_device_is_covered_signed_or_removed_before_another_method_is_used(
    regulation: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    clause = clauses_of(regulation, "device_out_of_order")
    for device, instead, cards in (
        ("shuffler", "manual", {}),
        ("shoe", "manual_shoe", {"deal": "automated_shoe"}),
    ):
        for sign in right:
            table = drive(regulation, cards=cards)
            table.sit(1)
            table.until("shuffling")
            for bad in (*wrong, "fine"):
                refusal = table.refused("device_out_of_order", device=device, sign=bad, instead=instead)
                assert refusal.cite.clauses == clause and right[0] in refusal.legal
            refusal = table.refused("device_out_of_order", device=device, sign=sign, instead="magic")
            assert "may not be used instead" in refusal.what
            for wrong_person in (DEALER, DEVICE, Person("player", "p1")):
                refusal = table.refused(
                    "device_out_of_order", wrong_person, device=device, sign=sign, instead=instead
                )
                assert refusal.legal.startswith("It is for the floorperson.")
            table.do("device_out_of_order", device=device, sign=sign, instead=instead)
            assert table.state.out_of_order == {device: sign}
            table.start({1: main_bets(regulation)}).finish()
            assert ("cut" in table.kinds()) == (device == "shuffler"), "a shuffle by hand is cut"
            assert len(dealt_to([table.events("deal")[0]])) == 1 or device == "shuffler"
            refusal = table.refused("device_out_of_order", device=device, sign=sign, instead=instead)
            assert refusal.cite.clauses == clause


@pytest.mark.clause("I-25")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_without_the_shuffler_two_decks_become_one(regulation: str) -> None:
    table = drive(regulation, cards={"decks": 2}).start().finish()
    before = len(table.state.decks)
    table.do("device_out_of_order")
    assert (before, len(table.state.decks), table.state.shuffle) == (2, 1, "manual")
    table.start().finish()
    table.start().finish()
    assert table.state.rounds == 3


@pytest.mark.clause("I-25", "I-15")
@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.{'8(b)(1)' if name == 'MA-TCP' else '9(a)(1)'}"))
        for name in REGULATIONS
    ],
)
def test_cards_shuffled_by_hand_are_not_dealt_from_the_hand(regulation: str) -> None:
    """Whether the device breaks between rounds, while wagers are placed, or in a round."""
    for phase in ("shuffling", "betting", "deciding"):
        table = drive(regulation, cards={"deal": "hand"}).start().finish()
        if phase == "deciding":
            table.start()
        table.until(phase).do("device_out_of_order")
        if phase == "deciding":
            table.finish()
        assert table.state.phase == "shuffling", "what is in the hand goes back"
        assert "have not been shuffled" in table.refused("place_cards", DEALER).what
        assert (table.state.shuffle, table.state.deal) == ("manual", "manual_shoe")
        table.start().finish()
    shoe = drive(regulation, cards={"deal": "automated_shoe", "shuffle": "manual"})
    shoe.sit(1)
    shoe.until("shuffling")
    sign = shoe.offers("device_out_of_order")[0].data.sign
    refusal = shoe.refused("device_out_of_order", device="shoe", sign=sign, instead="hand")
    assert "may not be used instead" in refusal.what
    assert (
        "no shuffler in use"
        in shoe.refused("device_out_of_order", device="shuffler", sign=sign, instead="manual").what
    )


# ── when ──


@pytest.mark.parametrize(
    ("regulation", "right", "wrong"),
    [
        *(
            pytest.param(name, "signed", ("removed",), marks=pytest.mark.clause(f"{name}.{at}"))
            for name, at in (
                ("PA-649a", "13(g)"),
                ("PA-669a", "13(g)"),
                ("PA-679a", "13(g)"),
                ("PA-680a", "13(f)"),
            )
        ),
        pytest.param("MA-TCP", "removed", ("covered", "signed"), marks=pytest.mark.clause("MA-TCP.14(g)")),
    ],
)
def test_during_a_round_too_a_broken_shuffler_is_covered_signed_or_removed(
    regulation: str, right: str, wrong: tuple[str, ...]
) -> None:
    for phase in ("betting", "dealing", "stub", "deciding", "settling", "racking"):
        table = drive(regulation)
        if phase == "betting":
            table.sit(1)
        else:
            table.start()
        table.until(phase)
        for bad in wrong:
            table.refused("device_out_of_order", device="shuffler", sign=bad, instead="manual")
        table.do("device_out_of_order", device="shuffler", sign=right, instead="manual")
        assert table.state.out_of_order == {"shuffler": right}


@pytest.mark.clause("I-25")
def test_a_shuffler_breaks_at_any_time_and_its_method_ends_with_the_round() -> None:
    """13(g): a sign on the device comes first; the cards in play were shuffled before."""
    stages = drive("PA-649a", cards={"deal": "hand"}).start()
    while stages.state.rounds == 0:
        table = drive("PA-649a", cards={"deal": "hand"}).start()
        while len(table.log) < len(stages.log):
            table.take(table.next())
        table.do("device_out_of_order", **OUT)
        assert table.refused("device_out_of_order", **OUT).clauses[0] == "PA-649a.13(g)"
        assert (table.state.shuffle, table.state.deal) == ("automated", "hand"), (
            "the round goes on as it began"
        )
        table.finish()
        assert (table.state.shuffle, table.state.deal) == ("manual", "manual_shoe")
        table.start().finish()
        stages.take(stages.next())


@pytest.mark.clause("I-25")
def test_what_a_broken_shuffler_shuffled_is_shuffled_again() -> None:
    table = drive("PA-649a").start().finish()
    table.do("shuffle")
    table.do("device_out_of_order", **OUT)
    assert "have not been shuffled" in table.refused("place_cards").what
    table.start().finish()


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*clauses_of(name, "device_out_of_order")))
        for name in REGULATIONS
    ],
)
@pytest.mark.clause("I-25")
@pytest.mark.parametrize("moment", ["dealing", "stub", "deciding", "settling", "racking"])
def test_a_shuffler_that_dies_over_the_second_deck_leaves_the_table_with_one(
    regulation: str, moment: str
) -> None:
    """The deck inside it cannot be shuffled any more; the round with the other one is played to its end."""
    table = drive(regulation, cards=TWO).start().finish()
    table.slow_shuffler = True
    table.do("place_cards")
    table.start().until(moment)
    table.do("report", DEALER, kind="shuffler_jam")
    table.do("device_out_of_order", **{**OUT, "sign": sign(regulation)})
    assert "shuffle" not in table.offered(), "the device is out of order"
    assert "cannot happen now" in table.refused("report", DEALER, kind="shuffler_jam").what
    table.finish()
    assert len(table.state.decks) == 1 and table.state.shuffle == "manual"
    assert table.state.deck is not None and table.state.deck.stage == "used", "the one that was in play"
    table.start().finish()


@pytest.mark.clause("I-25")
def test_a_shoe_is_replaced_between_rounds_only() -> None:
    """In a round a shoe that fails voids it first (13(f)); also while a recut is made after the call."""
    cards = {"shuffle": "manual", "deal": "automated_shoe"}
    table = drive("PA-649a", cards=cards).start()
    table.do("recut")
    assert table.state.phase == "shuffling" and table.round.betting.locked
    assert "not the time" in table.refused("device_out_of_order", **SHOE).what
    while table.state.rounds == 0:
        assert "device_out_of_order" not in table.offered()
        table.take(table.next())
    table.do("device_out_of_order", **SHOE)
    table.start().finish()


@pytest.mark.clause("I-25")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_device_is_replaced_while_wagers_are_placed_or_nobody_plays(regulation: str) -> None:
    out = {**OUT, "sign": sign(regulation)}
    for deal, phase in (("manual_shoe", "betting"), ("hand", "shuffling")):
        table = drive(regulation, cards={"deal": deal}).open(1, 3)
        table.bet({1: main_bets(regulation)})
        table.do("device_out_of_order", **out)
        assert (table.state.phase, table.state.deal) == (phase, "manual_shoe")
        assert table.round.facts.stakes == {1: main_bets(regulation)}, "the wagers stay where they are"
        table.until("betting")
        table.do("no_more_bets")
        table.finish()
    shoe = drive(regulation, cards={"deal": "automated_shoe"}).open(1)
    shoe.do("device_out_of_order", **{**SHOE, "sign": sign(regulation)})
    assert shoe.state.phase == "shuffling" and shoe.state.deck is not None
    assert shoe.state.deck.stage == "shuffled", "the cards come out of the shoe as they lie"
    shoe.do("place_cards")
    idle = drive(regulation, cards=TWO).open(1)
    idle.do("leave")
    idle.do("idle_spread")
    idle.do("device_out_of_order", **out)
    assert idle.state.phase == "idle" and len(idle.state.decks) == 1
    idle.start().finish()


# ── a wager that is played with the device ──


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(d)", "MA-TCP.13(a)")
def test_without_the_shuffler_other_wagers_are_made_with_their_own_devices() -> None:
    """Cover All alone is played with the shuffler; the progressive has a system and keypads of its own."""
    table = drive("MA-TCP", wagers={"cover_all": {}, "three_card_progressive": {}}).open(1)
    (offer,) = table.offers("bet")
    assert {"ante", "cover_all", "three_card_progressive"} <= set(offer.choose["wagers"])
    table.do("device_out_of_order", **{**OUT, "sign": "removed"})
    table.until("betting")
    (offer,) = table.offers("bet")
    assert {"ante", "three_card_progressive"} <= set(offer.choose["wagers"])
    assert "cover_all" not in offer.choose["wagers"]
    bet = {"ante": 1000, "three_card_progressive": 100}
    table.do("bet", Person("player", "p1"), seat=1, wagers=bet)
    assert table.round.facts.stakes[1] == bet


@pytest.mark.clause("MA-TCP.12(d)", "MA-TCP.12(e)", "MA-TCP.14(g)")
def test_without_the_shuffler_nobody_makes_the_wager_that_it_counts_the_players_for() -> None:
    """12(d), (e): Cover All is played with the i-Deal Plus in its mode, which is off the table."""
    removed = {**OUT, "sign": "removed"}
    table = drive("MA-TCP", wagers={"cover_all": {}}).start({1: {"ante": 1000, "cover_all": 500}}).finish()
    table.do("device_out_of_order", **removed)
    table.until("betting")
    p1 = Person("player", "p1")
    refusal = table.refused("bet", p1, seat=1, wagers={"ante": 1000, "cover_all": 500})
    assert "out of order" in refusal.what and "Cover All" in refusal.what
    assert refusal.clauses == ["MA-TCP.12(d)", "MA-TCP.12(e)"]
    (offer,) = table.offers("bet")
    assert "cover_all" not in offer.choose["wagers"] and "ante" in offer.choose["wagers"]
    table.start({1: {"ante": 1000, "pair_plus": 500}}).finish()
    assert "cover_all" not in [one.id for one in table.lines(1)]
    table.do("device_repaired", device="shuffler")
    table.start({1: {"ante": 1000, "cover_all": 500}}).finish()
    assert "cover_all" in [one.id for one in table.lines(1)]


@pytest.mark.clause("MA-TCP.12(d)", "MA-TCP.12(e)", "I-99")
@pytest.mark.parametrize("called", [False, True])
def test_such_a_wager_goes_back_at_the_call_and_stands_after_it(called: bool) -> None:
    """Nothing is withdrawn after the call (6(d)): the hands of that round are counted as they were dealt."""
    table = drive("MA-TCP", wagers={"cover_all": {}}).open(1, 3)
    table.bet({1: {"ante": 1000, "cover_all": 500}, 3: {"ante": 1000}})
    before = table.chips(1)
    if called:
        table.do("no_more_bets")
    table.do("device_out_of_order", **{**OUT, "sign": "removed"})
    if not called:
        table.until("betting").do("no_more_bets")
        (back,) = table.last("no_more_bets").data.returned
        assert (back.seat, back.wager) == (1, "cover_all") and "out of order" in back.why
        assert table.chips(1) == before + 500 and table.state.on_felt(1, "cover_all") == 0
    table.finish()
    assert ("cover_all" in [one.id for one in table.lines(1)]) == called


# ── back ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_repaired_device_is_used_again(regulation: str) -> None:
    out = {**OUT, "sign": sign(regulation)}
    table = drive(regulation, cards={**TWO, "deal": "hand"}).start().finish()
    refusal = table.refused("device_repaired", device="shuffler")
    assert "no device is out of order" in refusal.what and refusal.cite.clauses == clauses_of(
        regulation, "device_out_of_order"
    )
    table.do("device_out_of_order", **out)
    table.start().finish()
    table.until(do="cut")
    assert "no shoe is out of order" in table.refused("device_repaired", device="shoe").what
    assert "for the floorperson" in table.refused("device_repaired", DEALER, device="shuffler").legal
    table.do("device_repaired", device="shuffler")
    assert (table.state.shuffle, table.state.deal) == ("automated", "hand")
    assert table.state.out_of_order == {} and len(table.state.decks) == 2
    assert table.state.deck is not None and table.state.deck.stage == "stacked", "shuffled by the device anew"
    assert "receive_deck" in table.offered()
    for _ in range(2):
        table.start().finish()
    shoe = drive(regulation, cards={"deal": "automated_shoe"}).start().finish()
    shoe.do("device_out_of_order", **{**SHOE, "sign": sign(regulation), "instead": "hand"})
    shoe.do("device_out_of_order", **out)
    shoe.do("device_repaired", device="shuffler")
    assert (shoe.state.shuffle, shoe.state.deal) == ("automated", "manual_shoe")
    shoe.do("device_repaired", device="shoe")
    assert (shoe.state.shuffle, shoe.state.deal) == ("automated", "automated_shoe")
    shoe.start().finish()


# ── whose hands ──


@pytest.mark.clause("PA-649a.5(a)", "PA-649a.8(c)", "PA-649a.10(b)")
def test_a_device_does_not_shuffle_where_there_is_none_and_never_deals() -> None:
    """ "The dealer shall deliver" the stacks, also those that an automated shoe dispenses (10(b))."""
    by_hand = drive("PA-649a", cards={"shuffle": "manual"})
    by_hand.sit(1)
    by_hand.until(do="shuffle")
    refusal = by_hand.refused("shuffle", DEVICE, deck=0)
    assert refusal.what == "a device may not shuffle" and "for the dealer." in refusal.legal
    assert by_hand.offers("shuffle")[0].roles == ("dealer",)
    for deal in DEALS:
        table = drive("PA-649a", cards={"deal": deal})
        table.sit(1)
        table.until(do="shuffle")
        assert table.offers("shuffle")[0].roles == ("dealer", "device")
        table.do("shuffle", DEVICE)
        table.start()
        assert "a device may not deal" in table.refused("deal", DEVICE).what
    broken = drive("PA-649a")
    broken.sit(1)
    broken.until("shuffling")
    broken.do("device_out_of_order", **OUT)
    assert broken.refused("shuffle", DEVICE, deck=0).what == "a device may not shuffle"


# ── what becomes of the cards ──


@pytest.mark.clause("PA-649a.5(c)(2)", "I-25")
def test_a_preshuffled_deck_needs_no_shuffler() -> None:
    """It is cut and used, whatever becomes of the device; one that the device shuffled is shuffled anew."""
    for back_again in (False, True):
        table = drive("PA-649a")
        table.do("receive_deck", deck=0, preshuffled=True, cards=52)
        table.do("device_out_of_order", **OUT)
        if back_again:
            table.do("device_repaired", device="shuffler")
        assert [deck and deck.stage for deck in table.state.decks] == ["shuffled"]
        table.sit(1)
        table.until("betting")
        assert "cut" in table.kinds() and "shuffle" not in table.kinds()


@pytest.mark.clause("I-25")
def test_cut_cards_come_out_of_a_broken_shoe_as_they_lie() -> None:
    table = drive("PA-649a", cards={"shuffle": "manual", "deal": "automated_shoe"}).open(1)
    table.do("device_out_of_order", **SHOE)
    assert table.state.deck is not None and table.state.deck.stage == "cut", "they are not cut twice"
    table.do("place_cards")
    assert table.kinds().count("cut") == 1


@pytest.mark.clause("I-25")
def test_a_repaired_shoe_brings_no_second_deck_while_the_shuffler_is_out() -> None:
    table = drive("PA-649a", cards={**TWO, "deal": "automated_shoe"}).start().finish()
    table.do("device_out_of_order", **{**SHOE, "instead": "manual_shoe"})
    table.do("device_out_of_order", **OUT)
    table.do("device_repaired", device="shoe")
    assert len(table.state.decks) == 1 and table.state.deal == "automated_shoe"
    table.start().finish()


def test_the_time_for_a_repair_is_told_in_words() -> None:
    table = drive("PA-649a").start().finish()
    table.do("device_out_of_order", **OUT)
    table.until("betting")
    refusal = table.refused("device_repaired", device="shuffler")
    assert refusal.what == "it is not the time to bring a device back into use"
    assert "between rounds" in refusal.legal and refusal.cite.clauses == ("PA-649a.13(g)",)
    assert "put a device out of order" in table.refused("device_out_of_order", **OUT).what
