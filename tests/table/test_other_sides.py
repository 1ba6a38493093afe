"""What a rule leaves alone: people who are not meant, devices that are whole, wagers that lie elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.link import StopLink
from feltlaw.table import Person, legal
from feltlaw.table.places import STUB
from tests.support.driver import (
    CHIPS,
    DEALER,
    FLOOR,
    FLOOR2,
    PENNSYLVANIA,
    REGULATIONS,
    drive,
    each,
    main_bets,
    submission,
)
from tests.support.rounds import P1, linked_real, real, write_link

P5 = Person("player", "p5")


@each("stay_seated", "abandon")
def test_who_is_not_in_the_round_just_goes(regulation: str) -> None:
    """With all his chips and at once, though others play; the crew needs no second person to record it."""
    for word in ("leave", "record_departure"):
        table = drive(regulation).open(1, 5)
        table.bet({1: main_bets(regulation)})
        table.do("no_more_bets")
        table.do(word, P5, seat=5) if word == "leave" else table.do(word, DEALER, player="p5")
        gone = table.last(word).data
        assert (gone.mid_round, gone.kept_cents, gone.table_idle) == (False, CHIPS, False)
        assert not table.state.requests and table.state.seats == {1: "p1"}


@each("place_wagers")
def test_a_wager_moves_as_many_chips_as_it_changes(regulation: str) -> None:
    table = drive(regulation).open(1)
    many = len(main_bets(regulation))
    for cents in (1000, 1001, 1000, 999, 5000):
        table.bet({1: main_bets(regulation, cents)})
        assert table.chips(1) == CHIPS - many * cents
        assert [table.state.on_felt(1, wager) for wager in main_bets(regulation)] == [cents] * many
    table.bet({1: {}})
    assert table.chips(1) == CHIPS


@each("count_stub", "rack_counted_stub", "misdealt")
def test_a_stub_that_was_counted_wrong_is_not_racked_as_if_it_were_right(regulation: str) -> None:
    for misdealt, deck in ((False, None), (True, 53 if regulation == "PA-680a" else 52)):
        table = real(regulation, cards={"shuffler_counts_cards": False}).until("stub")
        (offer,) = table.offers("count_stub")
        table.do("count_stub", DEALER, cards=offer.data.cards - 1, misdealt=misdealt, deck=deck)
        assert STUB not in table.round.racked and table.round.void
        assert "decide" not in table.offered()


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause("PA-669a.11(a)(3)")) for name in REGULATIONS]
)
def test_talking_is_ruled_on_where_the_chapter_says_so(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    said = "rule_communication" in table.offered()
    assert said == (regulation == "PA-669a")
    if not said:
        assert table.refused("rule_communication", FLOOR, seat=1).clauses


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.13({'f' if name == 'PA-680a' else 'g'})", "I-25"))
     for name in PENNSYLVANIA],
)  # fmt: skip
def test_before_the_first_card_a_broken_shuffler_is_replaced_at_once(regulation: str) -> None:
    """Though the bets are down: the cards are to be shuffled again anyway, and no card is out."""
    table = drive(regulation, cards={"shuffle": "automated"}).start({1: main_bets(regulation)})
    while table.state.phase == "locked":
        table.take(table.next())
    playing = table.command("device_out_of_order", FLOOR, device="shuffler", sign="covered", instead="manual")
    table.do("order_shuffle", FLOOR)
    table.give(playing)
    equipment = table.last("device_out_of_order").data.equipment
    assert equipment is not None and equipment.shuffle == "manual" and table.state.shuffle == "manual"
    table.finish()


@pytest.mark.clause("PA-649a.11(c)(5)(ii)", "I-156", "I-154")
@pytest.mark.parametrize("cut_off", ["before the win is verified", "after it"])
def test_a_light_that_stays_dark_owes_its_link_what_the_link_has(cut_off: str) -> None:
    """A hit that was never registered is not given back to the link later."""
    (table,) = linked_real(submission("PA-649a", wagers={"three_card_progressive": {"meter": "tcp"}}), "one")
    table.put({"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"})
    table.start({seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)})
    table.until(do="verify_win")
    win: dict[str, Any] = {"seat": 3, "wager": "three_card_progressive"}
    if cut_off.startswith("before"):
        write_link(table, "tcp", StopLink("cut off"))
    table.do("verify_win", DEALER, **win, light=False)
    if not cut_off.startswith("before"):
        write_link(table, "tcp", StopLink("cut off"))
    table.both("resolve_light", FLOOR, FLOOR2, **win, accepted=False)
    owed = table.last("resolve_light").data.owed_hit
    assert (owed is None) == cut_off.startswith("before")
    assert [one.hit for one in table.state.owed_hits] == ([] if owed is None else [owed.hit])


@pytest.mark.clause("PA-680a.5(a)", "PA-680a.3(a)#2")
def test_a_deck_with_two_jokers_is_not_shuffled() -> None:
    table = drive("PA-680a", cards={"jokers_made": 2})
    table.sit(1)
    for _ in range(12):
        if "remove_joker" in table.offered():
            assert "shuffle" not in table.offered() and table.refused("shuffle", DEALER, deck=0).clauses
        opening = [one for one in legal(table.state) if one.do in OPENING]
        if not opening:
            break
        table.take(opening[0])
    table.do("remove_joker")
    table.until(do="shuffle").do("shuffle")


OPENING = ("receive_deck", "inspect", "verify_inspection", "spread", "wash")


@each("device_count", "shuffle")
def test_where_the_shuffler_is_out_nobody_has_counted_the_deck(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "shuffler_counts_cards": True}).open(1)
    assert table.last("shuffle").data.counted == (53 if regulation == "PA-680a" else 52)
    (offer,) = [one for one in table.offers("device_out_of_order") if one.data.device == "shuffler"]
    table.take(offer)
    table.do("change_deck", FLOOR, deck=0)
    table.until(do="shuffle")
    refusal = table.refused("shuffle", DEALER, deck=0, counted=52)
    assert "no device that counted" in refusal.what and refusal.clauses
    table.do("shuffle", DEALER, deck=0)
    assert table.last("shuffle").data.counted is None and not table.last("shuffle").data.removed


@each("alternate_decks")
def test_without_its_shuffler_a_table_goes_on_with_one_deck(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": 2}).start({1: main_bets(regulation)})
    (offer,) = [one for one in table.offers("device_out_of_order") if one.data.device == "shuffler"]
    table.take(offer)
    table.finish()
    assert (table.state.active, len(table.state.decks)) == (0, 1)
    table.start({1: main_bets(regulation)}).finish()
    assert (table.state.active, table.state.rounds) == (0, 2)


@each("come_back", "abandon")
def test_nobody_comes_back_who_has_not_left(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    assert "come_back" not in table.offered() and table.refused("come_back", P1).clauses


@each("stay_seated")
def test_guests_are_several_and_none_of_them_is_the_dealer(regulation: str) -> None:
    table = drive(regulation, real_cards=True)
    for seat, name in ((1, "zoe"), (3, "amy"), (5, "max")):
        table.do("sit", DEALER, seat=seat, guest=name)
    assert set(table.state.guests) == {"zoe", "amy", "max"}
    fresh = drive(regulation, real_cards=True)
    refusal = fresh.refused("sit", Person("dealer", "dan"), seat=1, guest="dan")
    assert "works at this table" in refusal.what and refusal.clauses


@each("each_deck", "place_cards")
def test_no_deck_is_dealt_while_the_other_is_being_opened(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "automated", "decks": 2})
    table.sit(1)
    table.do("receive_deck", FLOOR, deck=0)
    for do in ("inspect", "verify_inspection", "spread", "wash"):
        table.do(do, deck=0)
    table.do("receive_deck", FLOOR, deck=1)
    for do in ("inspect", "verify_inspection", "spread", "wash"):
        assert "place_cards" not in table.offered() and table.refused("place_cards", DEALER).clauses
        assert "order_shuffle" not in table.offered()
        table.do(do, deck=1)
    table.until("betting")
