"""The discard rack: every card ends there, in an order from which each hand can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from feltlaw.cards import Card
from tests.driver import DEALER, DEALS, FLOOR, REGULATIONS, Driver, drive, each, main_bets

SIDE: dict[str, dict[str, Any]] = {
    "PA-649a": {"six_card_bonus": {}, "five_card_progressive": {}},
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}},
    "PA-679a": {"pair_bonus": {}, "prime": {}},
    "PA-669a": {"six_card_bonus": {}},
    "PA-680a": {"bonus": {}, "pot": {}},
}


def racked(table: Driver) -> Iterator[tuple[str, int]]:
    """What the record says went to the rack in this round, in order, with how many cards."""
    dealt = table.round.dealt
    many = {place: sum(one.place == place for one in dealt) for place in {one.place for one in dealt}}
    many["stub"] = table.state.submission.regulation.deck.cards - len(dealt)
    for event in table.table.events:
        if event.kind in ("rack_stub", "count_stub"):
            yield "stub", many["stub"]
        for place in event.data.get("racked", ()):
            yield place, many[place]
        for item in event.data.get("order", ()) if event.kind == "rack_cards" else ():
            yield item["place"], len(item["cards"])


def pile(table: Driver) -> list[Card]:
    """The rack's cards as they lie, taken from the hands as dealt and the deck."""
    assert table.state.deck is not None
    order = [Card(number) for number in table.state.deck.order]
    lying = {place: list(table.state.cards_at(place)) for place, _ in racked(table)}
    lying["stub"] = order[table.round.taken :]
    return [card for place, _ in racked(table) for card in lying[place]]


@each("rack_cards")
@pytest.mark.parametrize("deal", DEALS)
def test_each_hand_can_be_rebuilt_from_the_rack(regulation: str, deal: str) -> None:
    for seed in range(3):
        table = drive(regulation, cards={"deal": deal}, wagers=SIDE[regulation], seed=seed)
        bets = {seat: main_bets(regulation) for seat in (1, 3, 4)}
        for wager, offered in table.state.submission.wagers.items():
            if wager in SIDE[regulation]:
                for seat in (1, 3, 4) if wager == "pot" else (3,):
                    bets[seat][wager] = offered.minimum
        table.start(bets)
        while table.state.rounds == 0:
            offers = table.offers("decide")
            table.take(offers[-1] if offers and offers[0].data["seat"] != 1 else table.next())
        cards = iter(pile(table))
        rebuilt = {place: list(islice(cards, many)) for place, many in racked(table)}
        hands = {dealt.place: list(table.state.cards_at(dealt.place)) for dealt in table.round.dealt}
        assert {place: rebuilt[place] for place in hands} == hands
        assert len(pile(table)) == len(set(pile(table))) == table.state.submission.regulation.deck.cards
        assert [place for place, _ in racked(table)] == list(table.round.racked)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_cards_are_racked_only_when_everything_is_settled(regulation: str) -> None:
    table = drive(regulation).start()
    while table.state.phase != "racking":
        assert "not the time" in table.refused("rack_cards", DEALER).what
        table.take(table.next())
    assert not any(table.state.on_felt().values())
    assert "for the dealer" in table.refused("rack_cards", FLOOR).legal
    table.do("rack_cards")
    assert table.round.ended


@pytest.mark.parametrize("regulation", [name for name in REGULATIONS if name != "PA-669a"])
def test_the_dealers_cards_come_last(regulation: str) -> None:
    table = drive(regulation).start().finish()
    assert table.round.racked[-1] == "dealer"
