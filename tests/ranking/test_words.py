"""What a person would call a hand, and the labels that paytables go by."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import JOKER, SUIT_NAMES, SUITS, Card, parse_cards
from feltlaw.ranking import Hand, Label
from tests.ranking.test_classes import (
    FIVE_CARD,
    NOTHING,
    SIX_CARD,
    THREE_CARD,
    any_hand,
    five_card_kinds,
    jokers,
    poker,
    shape_of,
    six_card_kinds,
    three_card_hands,
)
from tests.support.effort import some

EVERY = [*THREE_CARD, *FIVE_CARD, *SIX_CARD]
Rankings = pytest.mark.parametrize(("regulation", "name"), EVERY)


@cache
def hands(regulation: str, name: str) -> tuple[tuple[Card, ...], ...]:
    """Every three-card hand; of five and six cards a hand of each kind, the suited ones in all four suits."""
    size = poker(regulation, name).of
    if size == 3:
        return three_card_hands()
    kinds = [*(five_card_kinds() if size == 5 else six_card_kinds())]
    if jokers(regulation):
        kinds += {(*four, JOKER) for five in kinds for four in combinations(five, 4)}
    turned = [
        turn(cards, by) for cards in kinds if len({card.suit for card in cards}) < 3 for by in (1, 2, 3)
    ]
    return (*kinds, *turned)


def turn(cards: tuple[Card, ...], by: int) -> tuple[Card, ...]:
    """Clubs for diamonds, diamonds for hearts, and so on."""
    suits = SUITS[by:] + SUITS[:by]
    return exchange(cards, tuple(suits))


def exchange(cards: tuple[Card, ...], suits: tuple[str, ...]) -> tuple[Card, ...]:
    changed = (str(card)[0] + suits[SUITS.index(card.suit)] if card.suit else "Jk" for card in cards)
    return parse_cards(" ".join(changed))


@cache
def without_suit(text: str) -> str:
    return re.sub("|".join(SUIT_NAMES.values()), "SUIT", text)


def plain(hand: Hand) -> tuple[str, str, tuple[str, ...]]:
    """The words of a hand without those for its suit."""
    return hand.shape, without_suit(hand.title), tuple(map(without_suit, hand.label.names))


@pytest.mark.effort
@Rankings
def test_hands_of_equal_rank_have_one_name(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    seen: dict[int, tuple[str, str, tuple[str, ...]]] = {}
    for cards in some(hands(regulation, name), 7):
        hand = ranking.read(cards)
        assert hand.rank == ranking.rank(cards)
        assert hand.shape == shape_of(ranking, hand.rank)
        assert str(hand) == hand.title
        words = plain(hand)
        assert words == seen.setdefault(hand.rank, words), cards


@Rankings
def test_labels_are_those_that_hands_have(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    seen: set[Label] = {ranking.read(cards).label for cards in hands(regulation, name)}
    assert seen == set(ranking.labels())
    assert len(ranking.labels()) == len(seen)
    assert ranking.row_names() == {row for label in seen for row in label.names}


@Rankings
def test_labels_stand_in_the_order_of_the_list(regulation: str, name: str) -> None:
    ranking = poker(regulation, name)
    shapes = list(dict.fromkeys(label.shape for label in ranking.labels()))
    assert shapes == [*ranking.order, *([] if "high_card" in ranking.order else [NOTHING])]


@given(st.data())
def test_order_of_the_cards_and_of_the_suits_does_not_matter(data: st.DataObject) -> None:
    regulation, name = data.draw(st.sampled_from(EVERY))
    ranking = poker(regulation, name)
    cards = data.draw(any_hand(ranking.of, jokers(regulation)))
    hand = ranking.read(cards)
    assert ranking.read(tuple(data.draw(st.permutations(cards)))) == hand
    other = ranking.read(exchange(cards, tuple(data.draw(st.permutations(SUITS)))))
    assert (other.rank, plain(other)) == (hand.rank, plain(hand))


@pytest.mark.parametrize(
    ("regulation", "name", "cards", "title"),
    [
        ("PA-649a", "three_card", "As Ks Qs", "mini-royal of spades"),
        ("MA-TCP", "three_card", "Qd Ad Kd", "mini-royal of diamonds"),
        ("PA-649a", "three_card", "Kh Qh Jh", "straight flush, king high"),
        ("PA-679a", "three_card", "Ah 2h 3h", "straight flush, 3 high"),
        ("PA-649a", "three_card", "Ac Ad Ah", "three aces"),
        ("PA-649a", "three_card", "2c 2d 2h", "three 2s"),
        ("PA-649a", "three_card", "As Kd Qc", "straight, ace high"),
        ("PA-669a", "three_card", "Ac 2d 3h", "straight, 3 high"),
        ("PA-649a", "three_card", "Js 9s 2s", "flush, jack high"),
        ("PA-649a", "three_card", "Qs Qd Ac", "pair of queens, ace kicker"),
        ("PA-649a", "three_card", "Ts Td 9c", "pair of 10s, 9 kicker"),
        ("PA-649a", "three_card", "Qs 6d 4c", "queen high"),
        ("PA-669a", "three_card", "Qs 6d 4c", "no listed hand"),
        ("PA-649a", "six_card", "Ad Kd Qd Jd Td 9d", "Super Royal of diamonds"),
        ("PA-679a", "six_card", "Ah Kh Qh Jh Th 9h", "six-card royal flush of hearts"),
        ("PA-649a", "five_of_six", "Ad Kd Qd Jd Td 9d", "royal flush of diamonds"),
        ("PA-649a", "five_card", "Ac Kc Qc Jc Tc", "royal flush of clubs"),
        ("PA-669a", "six_card", "9s 8s 7s 6s 5s Td", "straight flush, 9 high"),
        ("PA-669a", "six_card", "8c 8d 8h 8s Kc Kd", "four 8s, king kicker"),
        ("PA-669a", "six_card", "Kc Kd Kh 4c 4d 3s", "full house, kings over 4s"),
        ("PA-669a", "six_card", "Kc Kd Kh 4c 4d 4s", "full house, kings over 4s"),
        ("PA-669a", "six_card", "Ah Jh 9h 5h 3h 2h", "flush, ace high"),
        ("PA-669a", "six_card", "2c 3d 4h 5s 6c 7d", "straight, 7 high"),
        ("PA-669a", "six_card", "7c 7d 7h Ks Qc 2d", "three 7s"),
        ("PA-669a", "six_card", "Kc Kd 4h 4s 3c 3d", "two pair, kings and 4s, 3 kicker"),
        ("PA-669a", "six_card", "Tc Td 4h 2s 5d 8h", "pair of 10s, 8 kicker"),
        ("PA-669a", "six_card", "Ac Kd Qh 9s 8d 7h", "no listed hand"),
        ("PA-680a", "bonus_hand", "Jk As Ah Ad Ac", "five aces"),
        ("PA-680a", "bonus_hand", "As Ks Qs Js Ts", "royal flush of spades, no joker"),
        ("PA-680a", "bonus_hand", "As Ks Jk Js Ts", "royal flush of spades with the joker"),
    ],
)
def test_title(regulation: str, name: str, cards: str, title: str) -> None:
    assert poker(regulation, name).read(parse_cards(cards)).title == title


@pytest.mark.parametrize(
    ("regulation", "name", "cards", "names"),
    [
        (
            "PA-649a",
            "three_card",
            "As Ks Qs",
            [
                "mini_royal_of_spades",
                "mini_royal",
                "straight_flush",
                "queen_high_or_better",
                "mini_royal_or_lower",
            ],
        ),
        (
            "PA-649a",
            "three_card",
            "5h 6h 7h",
            ["straight_flush", "queen_high_or_better", "straight_flush_or_lower"],
        ),
        ("PA-669a", "six_card", "Tc Td 4h 2s 5d 8h", ["pair", "pair_of_tens_or_better", "pair_or_lower"]),
        ("PA-669a", "six_card", "9c 9d 4h 2s 5d 8h", ["pair", "pair_or_lower"]),
        ("PA-669a", "six_card", "Ac Kd Qh 9s 8d 7h", [NOTHING]),
    ],
)
def test_rows_that_would_pay_a_hand(regulation: str, name: str, cards: str, names: list[str]) -> None:
    """The most specific first."""
    found = poker(regulation, name).read(parse_cards(cards)).label.names
    assert [row for row in found if row in names] == names
    assert found[0] == names[0]
