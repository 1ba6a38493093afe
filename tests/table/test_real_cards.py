"""Real cards: nobody knows them when they are dealt, and the dealer enters them when they are turned up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from feltlaw.cards import Card, parse_cards
from feltlaw.cards import deck as full_deck
from feltlaw.round import Refused
from feltlaw.table import Command, Offer, Person, legal, read_state, write_state
from feltlaw.table.places import parse_place
from tests.support.driver import (
    DEALER,
    DEALS,
    FLOOR,
    REGULATIONS,
    Driver,
    drive,
    main_bets,
    proves,
    submission,
)

WHERE = {"reveal_dealer": "dealer", "reveal_community": "community"}


def real(regulation: str, **sections: Any) -> Driver:
    return drive(regulation, real_cards=True, **sections)


def left(table: Driver) -> list[Card]:
    """Cards that lie nowhere yet as far as anybody knows."""
    known = {one.card for one in table.round.facts.dealt}
    return [card for card in full_deck(table.state.submission.regulation.deck.jokers) if card not in known]


def wanted(table: Driver, offer: Offer) -> int:
    """How many cards the dealer has to enter with what comes next."""
    seats = {"turn_up_player": "player", "reveal_fourth": "fourth"}
    place = WHERE.get(offer.do) or f"{seats[offer.do]} {offer.data.seat}"
    many = table.round.cards_at(parse_place(place)).count(None)
    streets = any(decision.revealed for decision in table.state.submission.regulation.decisions)
    return min(many, 1) if offer.do == "reveal_community" and streets else many


def go_on(table: Driver, cards: dict[str, str] | None = None) -> Offer:
    """The next thing in the course of a round, cards entered where they come up."""
    offer = table.next()
    if offer.do in (*WHERE, "turn_up_player", "reveal_fourth") and (many := wanted(table, offer)):
        assert offer.choose["cards"]["count"] == many, "an offer says how many cards are to be entered"
        named = WHERE.get(offer.do) or f"player {getattr(offer.data, 'seat', 0)}"
        given = parse_cards((cards or {}).get(named, "")) or left(table)[:many]
        offer = replace(offer, data=replace(offer.data, cards=tuple(given[:many])))
    table.take(offer)
    return offer


def until(table: Driver, do: str) -> Driver:
    while do not in table.offered():
        go_on(table)
    return table


@proves("turn_up_player", "reveal_dealer", "reveal_community", "reveal_fourth")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_become_known_when_they_are_turned_up(regulation: str, deal: str) -> None:
    table = real(regulation, cards={"deal": deal}).start()
    while table.state.phase == "dealing":
        table.do("deal")
        assert {one.card for one in table.round.facts.dealt} == {None}
    while table.state.rounds == 0:
        known = {one.card for one in table.round.facts.dealt} - {None}
        up = {card for cards in table.round.up.values() for card in cards}
        if regulation != "PA-680a":  # there the dealer names all five with the three that he turns up
            assert known <= up, "nobody names a card that lies face down"
        go_on(table)
    cards = [one.card for one in table.round.facts.dealt if one.card is not None]
    assert len(cards) == len(set(cards)) and cards
    deck = table.state.decks[0]
    assert deck is not None and deck.order == (), "there is no order that could be opened"


@proves("turn_up_player", "reveal_dealer", "reveal_community", "reveal_fourth")
@pytest.mark.parametrize("regulation", [name for name in REGULATIONS if name != "PA-669a"])
def test_a_dealer_enters_cards_that_can_be_there(regulation: str) -> None:
    table = until(real(regulation).start(), "reveal_dealer")
    many = {"PA-680a": 5}.get(regulation, 3)
    some = left(table)
    refusal = table.refused("reveal_dealer", DEALER)
    assert "not known" in refusal.what and f"Enter {many} cards" in refusal.legal
    for wrong in (some[: many - 1], some[: many + 1]):
        assert f"Enter {many}" in table.refused("reveal_dealer", DEALER, cards=tuple(wrong)).legal
    twice = (some[0], *some[: many - 1])
    assert "lies elsewhere" in table.refused("reveal_dealer", DEALER, cards=twice).what
    if regulation != "PA-680a":
        joker = (*parse_cards("Jk"), *some[: many - 1])
        assert "no joker" in table.refused("reveal_dealer", DEALER, cards=joker).what
    with pytest.raises(Refused, match="cards"):
        table.json("reveal_dealer", DEALER, cards=["Xx", "As", "Ks"])
    table.do("reveal_dealer", cards=tuple(some[:many]))
    seat = until(table, "turn_up_player").offers("turn_up_player")[0].data.seat
    refusal = table.refused("turn_up_player", DEALER, seat=seat, cards=tuple(some[:many]))
    assert "lies elsewhere" in refusal.what


@proves("turn_up_player", "reveal_dealer", "reveal_community", "reveal_fourth")
@pytest.mark.parametrize("regulation", [name for name in REGULATIONS if name != "PA-669a"])
def test_cards_that_the_program_dealt_are_not_entered(regulation: str) -> None:
    table = drive(regulation).start().until(do="reveal_dealer")
    many = {"PA-680a": 5}.get(regulation, 3)
    for cards in (tuple(left(table)[:many]), table.round.known_at(parse_place("dealer"))):
        assert "knows the cards" in table.refused("reveal_dealer", DEALER, cards=cards).what


@pytest.mark.clause("MA-TCP.9(c)(2)")
def test_a_stack_that_was_held_is_entered_when_it_is_turned_up() -> None:
    table = until(
        real("MA-TCP", cards={"deal": "automated_shoe", "dealer_stack": "held"}).start(),
        "deliver_dealer_stack",
    )
    table.do("deliver_dealer_stack")
    assert table.round.cards_at(parse_place("dealer")) == (None,) * 3
    until(table, "reveal_dealer")
    table.do("reveal_dealer", cover_card="beside the shoe", cards=tuple(parse_cards("As Ks Qs")))
    assert table.cards("dealer") == table.up("dealer") == ["As", "Ks", "Qs"]


@pytest.mark.clause("PA-649a.11(c)(7)", "I-70")
def test_the_community_cards_come_up_before_the_next_players_hand() -> None:
    """(c) goes on "for each player": seat 4's stakes are settled before seat 1's cards are turned up."""
    stakes = {"ante": 1000, "five_card_progressive": 100}
    table = real("PA-649a", wagers={"five_card_progressive": {}}).start({1: stakes, 4: stakes})
    while (offer := go_on(table)).do != "turn_up_player":
        pass
    assert offer.data.seat == 4
    until(table, "reveal_community")
    assert not table.offers("turn_up_player") and table.up("player 1") == []
    refusal = table.refused("turn_up_player", DEALER, seat=1, cards=tuple(left(table)[:3]))
    assert "no hand is to be turned up now" in refusal.what


# ── guests ──


@proves("place_wagers", "decide", "stay_seated")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_dealer_enters_seats_bets_and_decisions_for_guests(regulation: str) -> None:
    """At a real table guests need no account; what they do is on record as the dealer's entry."""
    table = real(regulation)
    table.do("sit", DEALER, seat=2)
    name = table.state.seats[2]
    table.do("buy_in", DEALER, seat=2, amount=100_000)
    table.until("betting")
    table.do("bet", DEALER, seat=2, wagers=main_bets(regulation))
    table.do("ready", DEALER, seat=2)
    table.do("no_more_bets")
    while table.state.rounds == 0:
        offer = table.next()
        if offer.do in ("decide", "set_hand"):
            table.do(offer.do, DEALER, **{f: getattr(offer.data, f) for f in offer.data.__slots__})
            assert table.log[-1].by == DEALER or table.events(offer.do)[-1].by == DEALER
        else:
            go_on(table)
    table.do("cash_out", DEALER, seat=2, amount=table.state.chips(name) or 1)
    table.do("leave", DEALER, seat=2)
    assert table.state.seats == {}


@pytest.mark.clause("PA-649a.7(a)")
def test_what_is_offered_to_a_guest_the_dealer_does_for_his_seat() -> None:
    """Chips are what he may wager: bought for the seat that he sits at, and given back there."""
    table = real("PA-649a")
    for seat in (2, 5):
        table.do("sit", DEALER, seat=seat)
    for do in ("buy_in", "cash_out"):
        (offer,) = [one for one in table.offers(do) if one.who == table.state.seats[5]]
        table.give(Command(do, DEALER, offer.data))
        assert (table.chips(2), table.chips(5)) == (0, 100_00 if do == "buy_in" else 0)


@pytest.mark.clause("PA-649a.7(b)")
def test_a_guest_has_a_name_that_is_nobody_elses() -> None:
    table = real("PA-649a")
    table.do("sit", DEALER, seat=1, guest="ann")
    assert table.state.seats == {1: "ann"}
    for name in ("Ann", "ann ", "dee", "flo", "a|b"):
        table.refused("sit", DEALER, seat=2, guest=name)
    assert "himself" in table.refused("sit", Person("player", "bob"), seat=2, guest="ann").what
    table.refused("buy_in", DEALER, seat=3, amount=100)
    table.refused("leave", DEALER, seat=3)
    table.until("betting")
    table.refused("bet", DEALER, seat=3, wagers={"ante": 1000})
    table.refused("ready", DEALER, seat=3)


def test_a_guest_without_a_name_is_called_after_the_table_and_his_seat() -> None:
    for name in ("pit 3/blue", "t" * 50, "Salle Privée", "a|b"):
        table = Driver(submission("PA-649a"), real_cards=True, table=name)
        if len(name) > 40 or "|" in name:
            table.refused("sit", DEALER, seat=2)
            table.do("sit", DEALER, seat=2, guest="ann")
        else:
            table.do("sit", DEALER, seat=2)
            assert table.state.seats == {2: f"guest at {name.casefold()} 2"}
        table.do("buy_in", DEALER, seat=2, amount=100)
        assert (
            read_state(json.loads(json.dumps(write_state(table.state))), table.state.submission)
            == table.state
        )


@proves("place_wagers", "decide", "stay_seated")
def test_only_the_dealer_speaks_for_guests_and_only_with_real_cards() -> None:
    table = real("PA-649a")
    assert "It is for the player or dealer" in table.refused("sit", FLOOR, seat=1).legal
    program = drive("PA-649a")
    assert program.refused("sit", DEALER, seat=1).legal.startswith("It is for the player.")
    program.open(1)
    assert program.refused("bet", DEALER, seat=1, wagers={}).legal.startswith("It is for the player.")


@pytest.mark.clause("PA-649a.13(a)")
@pytest.mark.parametrize("text", ["2c", "2d", "As"])
def test_whichever_card_is_found_face_up_is_not_used_in_the_round(text: str) -> None:
    """The first card of a deck, the two of clubs, is a card like any other."""
    table = real("PA-649a").start().until("dealing")
    table.do("deal", DEALER)
    table.json("report", DEALER, kind="card_face_up", card=text)
    assert str(table.last("report").data.card) == text
    assert table.up("found face up") == [text]
    assert text not in map(str, left(table))


@pytest.mark.clause("I-157")
def test_the_dealer_does_not_act_for_a_player_with_an_account() -> None:
    """Nothing that takes money from a player is one person's button: a fold least of all."""
    table = real("PA-649a")
    ann = Person("player", "ann")
    table.do("sit", ann, seat=1)
    table.do("sit", DEALER, seat=3, guest="gus")
    table.do("buy_in", ann, amount=100_00)
    table.do("buy_in", DEALER, seat=3, amount=100_00)
    table.until("betting")
    for do, data in (
        ("bet", {"seat": 1, "wagers": {"ante": 1000}}),
        ("ready", {"seat": 1}),
        ("cash_out", {"seat": 1, "amount": 100}),
        ("leave", {"seat": 1}),
        ("sit", {"seat": 2, "guest": "ann"}),
    ):
        refusal = table.refused(do, DEALER, **data)
        assert "account of his own" in refusal.what and "I-157" in refusal.clauses, do
        offers = legal(table.state, "dealer", DEALER.account)
        assert not [one for one in offers if one.do == do and getattr(one.data, "seat", 0) == 1], do
    table.do("bet", ann, seat=1, wagers={"ante": 1000})
    table.do("bet", DEALER, seat=3, wagers={"ante": 1000})
    table.do("no_more_bets", DEALER)
    table.until("deciding")
    assert "account of his own" in table.refused("decide", DEALER, seat=1, act="fold").what
    assert not [one for one in legal(table.state, "dealer", DEALER.account) if one.do == "decide"]
    table.do("decide", ann, seat=1, act="play")
    table.do("record_departure", FLOOR, player="gus")
    table.do("decide", DEALER, seat=3, act="fold")
    assert not table.state.requests, "what the dealer enters for a guest shows that he is there"
    assert table.last("withdraw").by == Person("device", "table")
    table.until(do="reveal_dealer")
    assert list(table.state.guests) == ["gus"]
    table.do("leave", DEALER, seat=3)
    while table.state.rounds == 0:
        go_on(table)
    assert list(table.state.guests) == [] and list(table.state.seats) == [1]


@pytest.mark.clause("I-157")
def test_a_player_of_two_boxes_gives_both_up_at_once() -> None:
    """In the round one box cannot be given up alone, and nobody but the player speaks for both."""
    table = real("PA-649a", limits={"minimum": 5, "maximum": 500, "adjacent_boxes": 2})
    ann = Person("player", "ann")
    for seat in (1, 2):
        table.do("sit", ann, seat=seat)
    table.do("buy_in", ann, amount=200_00)
    table.until("betting")
    for seat in (1, 2):
        table.do("bet", ann, seat=seat, wagers={"ante": 1000})
    table.do("no_more_bets", DEALER)
    assert [one.data.seat for one in legal(table.state, "player", "ann") if one.do == "leave"] == [0]
    assert not [one for one in legal(table.state, "dealer", DEALER.account) if one.do == "leave"]
    table.do("leave", ann, seat=0)
    assert table.state.is_away("ann")
