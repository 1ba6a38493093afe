"""The discard rack: every card ends there, in an order from which the record alone rebuilds each hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.table.places import Place
from tests.support.driver import DEALER, DEALS, DEVICE, FLOOR, REGULATIONS, Driver, drive, main_bets, proves
from tests.support.rounds import P1, SEATS, places, racked, real

RACKED = {
    "PA-649a": "PA-649a.11(d)",
    "MA-TCP": "MA-TCP.10(d)",
    "PA-679a": "PA-679a.11(e)",
    "PA-669a": "PA-669a.11(j)",
    "PA-680a": "PA-680a.11(g)",
}
"""In a manner that permits the reconstruction of each hand in the event of a question or dispute."""
SIDE: dict[str, dict[str, Any]] = {
    "PA-649a": {"six_card_bonus": {}, "five_card_progressive": {}},
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}},
    "PA-679a": {"pair_bonus": {}, "prime": {}},
    "PA-669a": {"six_card_bonus": {}},
    "PA-680a": {"bonus": {}, "pot": {}},
}


def to_rack(table: Driver) -> Iterator[Place]:
    """Where the cards came from that the record says went to the rack, in order."""
    for event in table.log:
        if event.kind == "rack_stub" or (event.kind == "count_stub" and event.data.right):
            yield Place("stub")
        yield from getattr(event.data, "racked", ())
        if event.kind == "rack_cards":
            yield from (one.place for one in event.data.order)


def dealt(table: Driver) -> dict[Place, tuple[Card | None, ...]]:
    """Which cards came where, from the events of the deal alone."""
    found: dict[Place, list[Card | None]] = {}
    for event in table.events("deal", "deliver_dealer_stack"):
        for one in event.data.to:
            found.setdefault(one.place, []).append(one.card)
    return {place: tuple(cards) for place, cards in found.items()}


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(RACKED[name])) for name in REGULATIONS]
)
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("seed", range(3))
def test_each_hand_can_be_rebuilt_from_the_record_of_the_rack(regulation: str, deal: str, seed: int) -> None:
    table = drive(regulation, cards={"deal": deal}, wagers=SIDE[regulation], seed=seed)
    bets = {seat: main_bets(regulation) for seat in SEATS}
    for wager, offered in table.state.submission.wagers.items():
        if wager in SIDE[regulation]:
            for seat in SEATS if wager == "pot" else (3,):
                bets[seat][wager] = offered.minimum
    table.start(bets)
    while table.state.rounds == 0:
        offers = table.offers("decide")
        table.take(offers[-1] if offers and offers[0].data.seat != 1 else table.next())
    hands = dealt(table)
    assert table.state.deck is not None
    order = [Card(number) for number in table.state.deck.order]
    stub = tuple(order[sum(len(cards) for cards in hands.values()) :])
    gone = list(to_rack(table))
    assert len(gone) == len(set(gone)), "no hand is racked twice"
    assert set(gone) == {*hands, Place("stub")} and tuple(gone) == table.round.racked
    pile = [card for place in gone for card in {**hands, Place("stub"): stub}[place]]
    assert len(pile) == len(order) and set(pile) == set(order), "every card of the deck is there, once"
    for one in table.last("rack_cards").data.order:
        assert one.cards == hands[one.place], f"the record lists the cards of {one.place}"
    for seat in SEATS:
        shown = [card for card in order if str(card) in table.up(f"player {seat}")]
        assert set(shown) <= set(hands[Place("player", seat)])


@proves("rack_cards")
def test_the_record_tells_the_hands_of_two_seats_apart() -> None:
    hands = {"seat 1": "2s 5h 9c", "seat 3": "3s 6h Tc", "seat 4": "4s 7h Jc", "dealer": "Kd 8h 3c"}
    table = drive("PA-649a").start({seat: {"ante": 1000} for seat in SEATS}, hands).finish()
    recorded = [
        (str(one.place), " ".join(map(str, one.cards))) for one in table.last("rack_cards").data.order
    ]
    assert recorded == [
        ("player 4", "4s 7h Jc"), ("player 3", "3s 6h Tc"), ("player 1", "2s 5h 9c"), ("dealer", "Kd 8h 3c"),
    ]  # fmt: skip


@proves("rack_cards")
def test_a_real_card_that_nobody_saw_is_racked_unseen() -> None:
    bets = {seat: {"ante": 1000} for seat in (1, 3)}
    table = real("PA-649a", bets, {"player 3": "3s 6h Tc", "dealer": "Kd 8h 3c"}).until("deciding")
    table.say(1, "fold")
    table.say(3, "play")
    table.finish()
    assert places(table.last("collect_forfeits").data.racked) == ["player 1"]
    assert table.round.cards_at(Place("player", 1)) == (None, None, None)
    order = {str(one.place): [str(card) for card in one.cards] for one in table.last("rack_cards").data.order}
    assert order == {"player 3": ["3s", "6h", "Tc"], "dealer": ["Kd", "8h", "3c"]}


@proves("rack_cards")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_are_racked_by_the_dealer_and_only_when_everything_is_settled(regulation: str) -> None:
    table = drive(regulation).start()
    while table.state.phase != "racking":
        assert "not the time" in table.refused("rack_cards", DEALER).what
        table.take(table.next())
    assert not [account for account in table.state.books if account.kind in ("felt", "pot")]
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("rack_cards", person).legal.startswith("It is for the dealer.")
    (offer,) = table.offers("rack_cards")
    assert RACKED[regulation] in offer.cite.clauses
    table.do("rack_cards", DEALER)
    assert table.round.ended


@pytest.mark.clause("MA-TCP.10(c)")
@pytest.mark.parametrize("regulation", [name for name in REGULATIONS if name != "PA-669a"])
def test_the_dealers_cards_come_last(regulation: str) -> None:
    assert racked(drive(regulation).start().finish())[-1] == "dealer"


@proves("rack_cards")
def test_the_cards_of_a_void_round_are_racked_too() -> None:
    table = drive("PA-649a").start().until("deciding")
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=Place("dealer"), nth=1)
    assert table.state.phase == "racking"
    table.do("rack_cards", DEALER)
    assert racked(table) == ["player 3", "player 1", "dealer"]
