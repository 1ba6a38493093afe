"""Small counts made a second time, card by card."""

from __future__ import annotations

from bisect import bisect_right
from itertools import combinations, product

import pytest

from feltlaw.cards import DECK, parse_cards
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.exposure import _Seen
from feltlaw.mathematics.three_card import hand_table
from feltlaw.ranking import Poker, RankingError
from feltlaw.regulation import load
from tests.support.math_checks import submission


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


def test_a_dealer_hand_of_a_place_is_dealt_where_there_is_one() -> None:
    table = hand_table(poker("PA-649a", "three_card"))
    taken = parse_cards("Ac Ad 9c")
    for place in range(0, len(table.ranks), 20):
        found = table.dealt(place, place + 1, taken)
        assert found is not None and table.at(found) == place
        assert len(set(found) | set(taken)) == 6
    aces = table.at(parse_cards("Ac Ad Ah"))
    assert table.dealt(aces, aces + 1, taken) is None, "two of them are gone"
    assert table.dealt(aces, aces + 2, taken) is not None
    assert table.dealt(aces, aces, ()) is None


def test_three_cards_are_read_by_a_ranking_of_three() -> None:
    with pytest.raises(RankingError, match="not a ranking of three cards"):
        hand_table(poker("PA-649a", "six_card"))
    for cards in ("Ac Kc", "Ac Kc Qc Jc"):
        with pytest.raises(RankingError):
            hand_table(poker("PA-649a", "three_card")).of(parse_cards(cards))


# ── a card of the dealer's is seen ──


def test_what_staying_in_is_worth_against_a_card_seen() -> None:
    """All pairs of hidden cards, for hands that differ by their suits alone."""
    game = DealerGame(submission("PA-649a"))
    seen, table = _Seen(game), game.table
    hands = ["Qc 6d 4h", "Qc 6c 4h", "Qc 6d 4c", "Qd 6c 4c", "Qc 6c 4c", "Qc Qd 4c"]
    for cards, shown in product(map(parse_cards, hands), parse_cards("4c 4s 9c 9d 9h 9s Qs")):
        case = game.case(cards)
        if shown in case.hand.cards:
            continue
        paid = game.payoffs[case.hand.label]
        lowest = [zone.lowest for zone in case.zones]
        nets = [int(paid[zone.outcome].net * game.scale) for zone in case.zones]
        rest = [card for card in DECK if card not in (*case.hand.cards, shown)]
        places = [table.at((shown, *two)) for two in combinations(rest, 2)]
        by_hand = sum(nets[bisect_right(lowest, place) - 1] for place in places)
        assert seen._value(case, shown) == by_hand, (cards, shown)
