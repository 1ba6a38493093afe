"""Three-card hands: the order of the cards, each shape of each list, and how two hands compare."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from feltlaw.cards import DECK, Card, parse_cards
from tests.ranking.test_classes import (
    in_sequence,
    letters,
    of_a_kind,
    poker,
    suited,
    three_card_hands,
)

HIGH_TO_LOW = "AKQJT98765432"
REGULATIONS = ["PA-649a", "MA-TCP", "PA-679a", "PA-669a"]

DEFINITIONS: dict[str, Callable[[tuple[Card, ...]], bool]] = {
    "mini_royal": lambda cards: suited(cards) and letters(cards) == "AKQ",
    "straight_flush": lambda cards: suited(cards) and in_sequence(cards),
    "three_of_a_kind": lambda cards: of_a_kind(cards) == [3],
    "straight": in_sequence,
    "flush": suited,
    "pair": lambda cards: of_a_kind(cards) == [2, 1],
}
PRINTED = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
LISTS = {"PA-649a": PRINTED, "MA-TCP": PRINTED, "PA-679a": ["mini_royal", *PRINTED], "PA-669a": PRINTED}
"""The lists as printed; only 679a has the mini-royal in it."""
UNLISTED = "unlisted"


@cache
def hands_by_shape(regulation: str) -> dict[str, dict[tuple[Card, ...], int]]:
    """Every hand's rank, by the first name of the printed list that the ranking gives it."""
    ranking = poker(regulation, "three_card")
    found: dict[str, dict[tuple[Card, ...], int]] = {}
    for cards in three_card_hands():
        hand = ranking.read(cards)
        name = next((name for name in hand.label.names if name in LISTS[regulation]), UNLISTED)
        found.setdefault(name, {})[cards] = hand.rank
    return found


def rank(regulation: str, cards: str) -> int:
    return poker(regulation, "three_card").read(parse_cards(cards)).rank


def shape(regulation: str, cards: str) -> str:
    return poker(regulation, "three_card").read(parse_cards(cards)).shape


def listed(clause: str, shape: str, highest: str, lowest: str) -> object:
    regulation = clause.partition(".")[0]
    return pytest.param(
        regulation, clause, shape, highest, lowest, marks=pytest.mark.clause(clause), id=clause
    )


@pytest.mark.parametrize(
    ("regulation", "clause", "shape", "highest", "lowest"),
    [
        listed("PA-649a.6(b)(1)", "straight_flush", "As Ks Qs", "Ad 2d 3d"),
        listed("PA-649a.6(b)(2)", "three_of_a_kind", "As Ah Ad", "2s 2h 2d"),
        listed("PA-649a.6(b)(3)", "straight", "As Kd Qc", "Ah 2d 3c"),
        listed("PA-649a.6(b)(4)", "flush", "Ah Kh Jh", "5c 3c 2c"),
        listed("PA-649a.6(b)(5)", "pair", "As Ad Kh", "2c 2d 3h"),
        listed("MA-TCP.3(b)(1)", "straight_flush", "As Ks Qs", "3d 2d Ad"),
        listed("MA-TCP.3(b)(2)", "three_of_a_kind", "As Ah Ad", "2s 2h 2d"),
        listed("MA-TCP.3(b)(3)", "straight", "As Kd Qc", "3h 2d Ac"),
        listed("MA-TCP.3(b)(4)", "flush", "Ah Kh Jh", "5c 3c 2c"),
        listed("MA-TCP.3(b)(5)", "pair", "As Ad Kh", "2c 2d 3h"),
        listed("PA-679a.6(b)(1)", "mini_royal", "As Ks Qs", "Ac Kc Qc"),
        listed("PA-679a.6(b)(2)", "straight_flush", "Kh Qh Jh", "Ad 2d 3d"),
        listed("PA-679a.6(b)(3)", "three_of_a_kind", "As Ah Ad", "2s 2h 2d"),
        listed("PA-679a.6(b)(4)", "straight", "As Kd Qc", "Ah 2d 3c"),
        listed("PA-679a.6(b)(5)", "flush", "Ah Kh Jh", "5c 3c 2c"),
        listed("PA-679a.6(b)(6)", "pair", "As Ad Kh", "2c 2d 3h"),
        listed("PA-669a.6(c)(1)", "straight_flush", "As Ks Qs", "Ad 2d 3d"),
        listed("PA-669a.6(c)(2)", "three_of_a_kind", "As Ah Ad", "2s 2h 2d"),
        listed("PA-669a.6(c)(3)", "straight", "As Kd Qc", "Ah 2d 3c"),
        listed("PA-669a.6(c)(4)", "flush", "Ah Kh Jh", "5c 3c 2c"),
        listed("PA-669a.6(c)(5)", "pair", "As Ad Kh", "2c 2d 3h"),
    ],
)
def test_listed_hand(regulation: str, clause: str, shape: str, highest: str, lowest: str) -> None:
    """The hands that fit the words and nothing higher up; its highest, its lowest, its place in the list."""
    at = LISTS[regulation].index(shape)
    higher = [DEFINITIONS[above] for above in LISTS[regulation][:at]]
    found = hands_by_shape(regulation)
    assert set(found[shape]) == {
        cards
        for cards in three_card_hands()
        if DEFINITIONS[shape](cards) and not any(fits(cards) for fits in higher)
    }
    ranks = found[shape].values()
    assert max(ranks) == rank(regulation, highest)
    assert min(ranks) == rank(regulation, lowest)
    below = [*LISTS[regulation], UNLISTED][at + 1]
    assert min(ranks) > max(found[below].values())
    assert poker(regulation, "three_card").read(parse_cards(lowest)).label.clause == clause


CARD_ORDER = [
    pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.6(a)")),
    pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.3(a)")),
    pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.6(a)")),
    pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.6(a)")),
]


@pytest.mark.parametrize("regulation", CARD_ORDER)
def test_cards_rank_from_the_ace_down_to_the_2(regulation: str) -> None:
    for higher, lower in pairwise(HIGH_TO_LOW):
        kicker = next(card for card in HIGH_TO_LOW if card not in (higher, lower))
        alike = f"{kicker}c {kicker}d {{}}h"
        assert rank(regulation, f"{higher}c {higher}d {higher}h") > rank(
            regulation, f"{lower}c {lower}d {lower}h"
        )
        assert rank(regulation, f"{higher}c {higher}d {kicker}h") > rank(
            regulation, f"{lower}c {lower}d {kicker}h"
        )
        assert rank(regulation, alike.format(higher)) > rank(regulation, alike.format(lower))


@pytest.mark.parametrize("regulation", CARD_ORDER)
def test_all_suits_are_equal(regulation: str) -> None:
    """Hands of the same ranks differ only by whether they are suited."""
    ranking = poker(regulation, "three_card")
    seen: dict[tuple[str, bool], int] = {}
    for cards in three_card_hands():
        kind = (letters(cards), suited(cards))
        assert seen.setdefault(kind, ranking.rank(cards)) == ranking.rank(cards)


@pytest.mark.clause("MA-TCP.1:suit")
def test_there_are_four_suits_of_thirteen_cards() -> None:
    suits = [card.name.partition(" of ")[2] for card in DECK]
    assert {suit: suits.count(suit) for suit in suits} == dict.fromkeys(
        ("clubs", "diamonds", "hearts", "spades"), 13
    )
    named = {(str(card)[1], card.name.partition(" of ")[2]) for card in DECK}
    assert named == {("c", "clubs"), ("d", "diamonds"), ("h", "hearts"), ("s", "spades")}


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.6(a)#2")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("MA-TCP.3(a)#2")),  # I-121
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.6(a)#2")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.6(a)#2")),  # I-89
    ],
)
def test_ace_is_low_with_2_and_3_only(regulation: str) -> None:
    hands = hands_by_shape(regulation)
    with_ace = {letters(cards) for cards in hands["straight"] if "A" in letters(cards)}
    assert with_ace == {"AKQ", "A32"}
    suited_with_ace = {letters(cards) for cards in hands["straight_flush"] if "A" in letters(cards)}
    assert suited_with_ace == ({"A32"} if regulation == "PA-679a" else {"AKQ", "A32"})
    assert shape(regulation, "Kd As 2c") == shape(regulation, "Ad 9s 2c"), "king, ace and 2 is only ace high"
    assert shape(regulation, "Kd Ad 2d") == "flush"
    assert rank(regulation, "Ah 2d 3c") < rank(regulation, "2h 3d 4c")
    assert rank(regulation, "Ah 2h 3h") < rank(regulation, "2c 3c 4c")


MINI_ROYAL = [
    pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.6(e)")),
    pytest.param("MA-TCP"),
    pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.6(b)(1)")),
    pytest.param("PA-669a"),
]


@pytest.mark.parametrize("regulation", MINI_ROYAL)
def test_mini_royal_is_suited_and_outranks_every_straight_flush(regulation: str) -> None:
    """I-39, I-106: an ace, king and queen of different suits is a straight."""
    ranking = poker(regulation, "three_card")
    royals = {cards for cards in three_card_hands() if ranking.read(cards).shape == "mini_royal"}
    assert royals == {cards for cards in three_card_hands() if DEFINITIONS["mini_royal"](cards)}
    others = [ranking.rank(cards) for cards in three_card_hands() if cards not in royals]
    assert {ranking.rank(cards) > max(others) for cards in royals} == {True}
    assert max(others) == rank(regulation, "Kd Qd Jd")
    assert shape(regulation, "As Kd Qc") == "straight"
    assert "mini_royal_of_spades" in ranking.read(parse_cards("As Ks Qs")).label.names
    assert "mini_royal_of_spades" not in ranking.read(parse_cards("Ah Kh Qh")).label.names


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_suited_run_is_only_a_straight_flush(regulation: str) -> None:
    """I-122: the higher category applies, though the words of the straight and the flush fit as well."""
    names = poker(regulation, "three_card").read(parse_cards("5h 6h 7h")).label.names
    assert "straight_flush" in names
    assert {"straight", "flush"}.isdisjoint(names)
