"""Saigon's Bonus: poker hands with a joker that is an ace, or fills a straight, a flush or both."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cards import DECK, JOKER, Card, parse_cards
from feltlaw.ranking import Hand
from feltlaw.ranking.shapes import flush, spread
from tests.ranking.test_classes import (
    NOTHING,
    any_hand,
    five_card_kinds,
    in_sequence,
    letters,
    of_a_kind,
    poker,
    suited,
)
from tests.ranking.test_five_card import DEFINITIONS

LIST = [
    "five_aces",
    "royal_flush_no_joker",
    "royal_flush_with_joker",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
]
EXAMPLES = {
    "five_aces": ["Jk As Ah Ad Ac"],
    "royal_flush_no_joker": ["As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"],
    "royal_flush_with_joker": [
        "Jk Ks Qs Js Ts",
        "As Jk Qs Js Ts",
        "Ah Kh Jk Jh Th",
        "Ad Kd Qd Jk Td",
        "Ac Kc Qc Jc Jk",
    ],
    "straight_flush": [
        "Ks Qs Js Ts 9s",
        "Jk 9s Js Qs Ks",
        "5d 4d 3d 2d Ad",
        "Jk 2d 3d 4d 5d",
        "Jk Ah 3h 4h 5h",
        "Jk 6c 7c 8c 9c",
    ],
    "four_of_a_kind": ["Kc Kd Kh Ks 2c", "Jk As Ah Ad 2c", "2c 2d 2h 2s Jk", "As Ah Ad Ac Ks"],
    "full_house": ["Kc Kd Kh 2s 2c", "Jk As Ad Kc Kd", "As Ad Ah Kc Kd"],
    "flush": ["As Ks Qs Js 9s", "Jk Kd 9d 5d 2d", "Jk Ah 9h 5h 2h", "7c 5c 4c 3c 2c"],
    "straight": [
        "As Kd Qc Jh Ts",
        "5s 4d 3c 2h As",
        "Jk Kd Qc Jh Ts",
        "Jk 2d 3c 4h 5s",
        "Jk 9d 8c 6h 5s",
        "As 2d 3c 5h Jk",
    ],
    "three_of_a_kind": ["2c 2d 2h Ks 9c", "Jk Kc Kd Kh 4s", "Jk As Ad 9c 4h"],
    "two_pair": ["Kc Kd 4h 4s 9c", "Jk As Kc Kd 4h", "3c 3d 2h 2s 4c"],
    NOTHING: [
        "Jk Kd Ks 4c 2h",
        "Ac Ad Kh Qs Jc",
        "Jk As Kc 9d 4h",
        "Qs Kd As 2c 3h",
        "Jk Kd 2c 3h 9s",
        "Ac Kd Qh Js 9c",
    ],
}


def read(cards: str) -> Hand:
    return poker("PA-680a", "bonus_hand").read(parse_cards(cards))


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, marks=pytest.mark.clause(f"PA-680a.6(c)({at})"))
        for at, shape in enumerate(LIST, 1)
    ],
)
def test_listed_hand(shape: str) -> None:
    """Its examples, its place in the list, and every natural hand that its words fit."""
    below = [*LIST, NOTHING][LIST.index(shape) + 1]
    for cards in EXAMPLES[shape]:
        hand = read(cards)
        assert (hand.shape, hand.label.clause) == (shape, f"PA-680a.6(c)({LIST.index(shape) + 1})"), cards
        assert all(hand.rank > read(lower).rank for lower in EXAMPLES[below])
    ranking = poker("PA-680a", "bonus_hand")
    natural = {cards for cards in five_card_kinds() if ranking.read(cards).shape == shape}
    assert natural == {cards for cards in five_card_kinds() if printed(cards) == shape}


def printed(cards: tuple[Card, ...]) -> str:
    fit = next((shape for shape, fits in DEFINITIONS.items() if fits(cards)), NOTHING)
    return "royal_flush_no_joker" if fit == "royal_flush" else fit if fit in LIST else NOTHING


@pytest.mark.parametrize("cards", EXAMPLES[NOTHING])
def test_hand_below_the_list(cards: str) -> None:
    """A pair, an ace paired by the joker included, is not listed; nor is queen, king, ace, 2 and 3."""
    assert read(cards).shape == NOTHING


@pytest.mark.clause("PA-680a.6(c)")
@pytest.mark.parametrize(
    ("cards", "title"),
    [
        ("Jk Ac Kd Ks 4h", "two pair, aces and kings, 4 kicker"),
        ("Jk Ac Ad Ks Kh", "full house, aces over kings"),
        ("Jk Kc Kd Kh 4s", "three kings"),
        ("Jk Kd Ks 4c 2h", "no listed hand"),
        ("Jk Ac Ad Ah 4s", "four aces, 4 kicker"),
        ("Jk Kh Qh Jh Th", "royal flush of hearts with the joker"),
        ("Jk Qh Jh Th 9h", "straight flush, king high"),
        ("Jk Kh Qd Js Tc", "straight, ace high"),
        ("Jk 9h 7h 4h 2h", "flush, ace high"),
        ("Jk Ah 7h 4h 2h", "flush, ace high"),
    ],
)
def test_joker_is_an_ace_or_fills_a_straight_or_flush(cards: str, title: str) -> None:
    """The consequences of I-142: never a second king."""
    assert read(cards).title == title


@pytest.mark.clause("PA-680a.6(c)")
@given(any_hand(4))
def test_joker_is_at_least_an_ace(four: tuple[Card, ...]) -> None:
    """Not in a royal flush with no joker: with it, it is one with the joker."""
    ranking = poker("PA-680a", "bonus_hand")
    with_joker = ranking.read((*four, JOKER))
    for ace in (card for card in DECK if letters([card]) == "A" and card not in four):
        natural = ranking.read((*four, ace))
        if natural.shape == "royal_flush_no_joker":
            assert with_joker.shape == "royal_flush_with_joker"
        else:
            assert with_joker.rank >= natural.rank


@pytest.mark.clause("PA-680a.6(c)")
@given(any_hand(4))
def test_joker_is_no_other_card_where_ranks_must_be_equal(four: tuple[Card, ...]) -> None:
    """Pairs, threes, fours and full houses are those that the four cards and an ace make."""
    hand = poker("PA-680a", "bonus_hand").read((*four, JOKER))
    kinds = of_a_kind([*four, Card(51)])
    assert {
        "four_of_a_kind": kinds[0] == 4,
        "full_house": kinds == [3, 2],
        "three_of_a_kind": kinds[0] == 3,
        "two_pair": kinds == [2, 2, 1],
    }.get(hand.shape, True)


@pytest.mark.parametrize(
    ("shape", "equal"),
    [
        pytest.param(shape, equal, marks=pytest.mark.clause(clause, "PA-680a.6(c)", "I-142"))
        for shape, equal, clause in (
            ("five_aces", [5], "PA-680a.6(c)(1)"),
            ("four_of_a_kind", [4, 1], "PA-680a.6(c)(5)"),
            ("full_house", [3, 2], "PA-680a.6(c)(6)"),
            ("three_of_a_kind", [3, 1, 1], "PA-680a.6(c)(9)"),
            ("two_pair", [2, 2, 1], "PA-680a.6(c)(10)"),
        )
    ],
)
def test_cards_of_one_rank_are_those_there_are_with_the_joker_as_an_ace(shape: str, equal: list[int]) -> None:
    """For any four ranks beside the joker."""
    ranking = poker("PA-680a", "bonus_hand")
    for ranks in combinations_with_replacement("23456789TJQKA", 4):
        cards = parse_cards(
            " ".join(f"{rank}{'cdhs'[ranks[:at].count(rank)]}" for at, rank in enumerate(ranks))
        )
        with_ace = sorted(Counter([*ranks, "A"]).values(), reverse=True)
        assert (ranking.read((*cards, JOKER)).shape == shape) == (with_ace == equal), ranks


@pytest.mark.clause("PA-680a.6(c)#2")
def test_ace_is_low_with_2_3_4_5_only() -> None:
    ranking = poker("PA-680a", "bonus_hand")
    runs = {letters(cards) for cards in five_card_kinds() if ranking.read(cards).shape == "straight"}
    assert {run for run in runs if "A" in run} == {"AKQJT", "A5432"}
    assert read("As 2d 3c 4h 5s").title == "straight, 5 high"
    assert read("As 2s 3s 4s 5s").title == "straight flush, 5 high"
    assert read("Qs Kd As 2c 3h").shape == NOTHING
    assert read("Jk Kd As 2c 3h").shape == NOTHING, "the joker does not turn the corner either"
    assert read("Jk Kd Ad 2d 3d").shape == "flush"


def test_joker_stands_for_any_card_of_a_straight_or_flush() -> None:
    ranking = poker("PA-680a", "bonus_hand")
    for five in five_card_kinds():
        if in_sequence(five) or suited(five):
            for at in range(5):
                hand = ranking.read((*five[:at], JOKER, *five[at + 1 :]))
                assert hand.rank >= ranking.shape_floor("straight" if in_sequence(five) else "flush")
                if in_sequence(five) and suited(five):
                    assert hand.rank >= ranking.shape_floor("straight_flush")


@pytest.mark.clause("PA-680a.6(c)(7)")
def test_in_a_flush_the_joker_is_the_highest_card_that_is_missing() -> None:
    """Of all cards of the suit that are not there, tried one by one."""
    for held in combinations("23456789TJQKA", 4):
        cards = [f"{rank}h" for rank in held]
        with_joker = flush(spread(parse_cards(" ".join(["Jk", *cards])), 5))
        each = [
            flush(spread(parse_cards(" ".join([f"{rank}h", *cards])), 5))
            for rank in "23456789TJQKA"
            if rank not in held
        ]
        assert with_joker == max(one for one in each if one is not None)


@pytest.mark.clause("PA-649a.6(a)", "PA-649a.6(b)(4)", "PA-669a.6(a)", "MA-TCP.3(a)", "PA-680a.6(c)(7)")
@given(st.sets(st.integers(0, 52), min_size=5, max_size=7))
def test_cards_are_laid_out_by_rank_and_suit(numbers: set[int]) -> None:
    """The joker counts among the aces and in no suit; it helps a flush and no more."""
    cards = [Card(number) for number in sorted(numbers)]
    plain = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(plain)
    found = spread(cards, 5)
    ranks = [sum(card // 4 == rank for card in plain) for rank in range(13)]
    suits = [sum(card % 4 == suit for card in plain) for suit in range(4)]
    assert found.counts == (*ranks[:12], ranks[12] + jokers) and found.most == max(found.counts)
    assert (found.suit_counts, found.jokers, found.size) == (tuple(suits), jokers, 5)
    assert found.suited == (max(suits) + jokers >= 5)

    def bits(some: list[Card]) -> int:
        return sum(
            {1 << (card // 4 + 1) for card in some} | ({1} if any(c // 4 == 12 for c in some) else set())
        )

    assert found.ranks == bits(plain)
    assert found.suits == tuple(bits([card for card in plain if card % 4 == suit]) for suit in range(4))
    held = [sorted((card // 4 for card in plain if card % 4 == suit), reverse=True) for suit in range(4)]
    enough = [one for one in held if one and len(one) + jokers >= 5]
    best = flush(found)
    assert (best is not None) == bool(enough)
    if not jokers and enough:
        assert best == tuple(max(enough)[:5])


@pytest.mark.clause("PA-649a.6(a)", "PA-680a.6(c)(7)")
def test_the_joker_is_the_fifth_card_of_a_flush_and_not_the_fourth_and_fifth() -> None:
    for cards, enough in (("Jk 2h 5h 9h Kh", True), ("Jk 2h 5h 9h Kd", False), ("Ah 2h 5h 9h Kd", False)):
        assert spread(parse_cards(cards), 5).suited == enough


@pytest.mark.clause("PA-669a.6(b)(5)", "PA-669a.6(c)(4)", "PA-649a.6(d)(5)")
def test_a_flush_is_of_the_suit_that_has_five() -> None:
    """However high the cards of another suit are."""
    assert flush(spread(parse_cards("2h 4h 6h 8h Th As"), 5)) == (8, 6, 4, 2, 0)
    assert flush(spread(parse_cards("2h 4h 6h 8h Th Ah"), 5)) == (12, 8, 6, 4, 2)
    assert flush(spread(parse_cards("2h 4h 6h 8h Ts As"), 5)) is None
