"""Small counts made a second time, card by card."""

from __future__ import annotations

from itertools import combinations

import pytest

from feltlaw.cards import DECK, parse_cards
from feltlaw.mathematics.three_card import hand_table
from feltlaw.ranking import Poker
from feltlaw.regulation import load


def poker(regulation: str, name: str) -> Poker:
    found = load(regulation).rankings[name]
    assert isinstance(found, Poker)
    return found


@pytest.mark.parametrize("text", ["As Ks Qs", "Ah Kh Qh", "Ad Ks Qs", "7c 7d 7h", "9c 9h 2h", "2c 3d 5c"])
def test_cards_are_found_as_what_they_are_called(text: str) -> None:
    """649a.12(c): a mini royal of spades pays by itself."""
    cards = parse_cards(text)
    ranking = poker("PA-649a", "three_card")
    found = hand_table(ranking).of(cards)
    assert found.label == ranking.read(cards).label and found.label is not None
    assert ranking.rank(found.cards) == ranking.rank(cards)


@pytest.mark.parametrize("text", ["Qs 6d 4c", "8c 8d 8h", "Kd Kh 2h", "Ac Kc Qc", "4s 3s 2s"])
def test_dealer_hands_below_and_level(text: str) -> None:
    """All 18,424 by their places, and the places of some by the ranking itself."""
    cards = parse_cards(text)
    ranking = poker("PA-649a", "three_card")
    table = hand_table(ranking)
    hand = table.of(cards)
    rank = ranking.rank(cards)
    rest = [card for card in DECK if card not in cards]
    places = [table.at(three) for three in combinations(rest, 3)]
    assert (hand.lower, hand.equal) == (sum(at < hand.at for at in places), places.count(hand.at))
    assert table.ranks[hand.at] == rank == table.ranks[table.at(cards)]
    for three in combinations(rest[::5], 3):
        assert table.ranks[table.at(three)] == ranking.rank(three)
    for place in (0, hand.at, hand.at + 1, len(table.ranks)):
        assert table.below(hand, place) == sum(at < place for at in places)
