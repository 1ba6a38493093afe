"""Hands of five cards, out of five or six: each shape of each list, the low ace, the six-card royals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given

import feltlaw
from feltlaw.cards import Card, parse_cards
from feltlaw.ranking import Hand
from tests.ranking.test_classes import (
    NOTHING,
    SIX_CARD,
    any_hand,
    five_card_kinds,
    in_sequence,
    letters,
    of_a_kind,
    poker,
    six_card_kinds,
    suited,
)

DEFINITIONS: dict[str, Callable[[tuple[Card, ...]], bool]] = {
    "royal_flush": lambda cards: suited(cards) and letters(cards) == "AKQJT",
    "straight_flush": lambda cards: suited(cards) and in_sequence(cards),
    "four_of_a_kind": lambda cards: of_a_kind(cards)[0] == 4,
    "full_house": lambda cards: of_a_kind(cards) == [3, 2],
    "flush": suited,
    "straight": in_sequence,
    "three_of_a_kind": lambda cards: of_a_kind(cards)[0] == 3,
    "two_pair": lambda cards: of_a_kind(cards) == [2, 2, 1],
    "pair": lambda cards: of_a_kind(cards)[0] == 2,
}
SEVEN = list(DEFINITIONS)[:7]
LISTS = {
    ("PA-649a", "five_card"): SEVEN,
    ("PA-649a", "five_of_six"): SEVEN,
    ("PA-649a", "six_card"): ["super_royal", *SEVEN],
    ("MA-TCP", "five_card"): SEVEN,
    ("MA-TCP", "six_card"): SEVEN,
    ("PA-679a", "six_card"): ["six_card_royal_flush", *SEVEN],
    ("PA-669a", "six_card"): list(DEFINITIONS),
}
"""As printed, from the highest; the Super Royal of 649a is printed last and ranks first (I-36)."""


def is_six_card_royal(cards: Sequence[Card]) -> bool:
    return suited(cards) and letters(cards) == "AKQJT9"


@cache
def best_fit(cards: tuple[Card, ...]) -> str:
    """The first of the definitions that some five of the cards meet."""
    fives = list(combinations(cards, 5))
    return next((shape for shape, fits in DEFINITIONS.items() if any(map(fits, fives))), NOTHING)


def expected(regulation: str, name: str, cards: tuple[Card, ...]) -> str:
    shapes = LISTS[regulation, name]
    if is_six_card_royal(cards) and shapes[0] != "royal_flush":
        return shapes[0]
    return best_fit(cards) if best_fit(cards) in shapes else NOTHING


@cache
def hands_by_shape(regulation: str, name: str) -> dict[str, dict[tuple[Card, ...], int]]:
    """A hand of every kind with its rank, by what the ranking calls it."""
    ranking = poker(regulation, name)
    found: dict[str, dict[tuple[Card, ...], int]] = {}
    for cards in five_card_kinds() if ranking.of == 5 else six_card_kinds():
        hand = ranking.read(cards)
        found.setdefault(hand.shape, {})[cards] = hand.rank
    return found


def read(regulation: str, name: str, cards: str) -> Hand:
    return poker(regulation, name).read(parse_cards(cards))


def clause_of(regulation: str, shape: str) -> str | None:
    """Where the shape is listed; Massachusetts pays on such hands without a list (I-05)."""
    match regulation:
        case "PA-649a":
            return f"PA-649a.6(d)({8 if shape == 'super_royal' else SEVEN.index(shape) + 1})"
        case "PA-679a":
            return f"PA-679a.6(d)({LISTS['PA-679a', 'six_card'].index(shape) + 1})"
        case "PA-669a":
            return f"PA-669a.6(b)({LISTS['PA-669a', 'six_card'].index(shape) + 1})"
        case _:
            return None


@pytest.mark.parametrize(
    ("regulation", "name", "shape"),
    [
        pytest.param(regulation, name, shape, marks=pytest.mark.clause(clause) if clause else ())
        for (regulation, name), shapes in LISTS.items()
        for shape in shapes
        for clause in [clause_of(regulation, shape)]
    ],
)
def test_listed_hand(regulation: str, name: str, shape: str) -> None:
    """The hands that fit the words and nothing higher up, in their place in the list."""
    found = hands_by_shape(regulation, name)
    hands = {cards for group in found.values() for cards in group}
    assert set(found[shape]) == {cards for cards in hands if expected(regulation, name, cards) == shape}
    shapes = [*LISTS[regulation, name], NOTHING]
    below = found[shapes[shapes.index(shape) + 1]]
    assert min(found[shape].values()) > max(below.values())
    clause = poker(regulation, name).read(next(iter(found[shape]))).label.clause
    assert clause == (clause_of(regulation, shape) or clause)


@pytest.mark.parametrize(("regulation", "name"), LISTS)
@pytest.mark.parametrize(
    ("five", "shape"),
    [
        ("As Ks Qs Js Ts", "royal_flush"),
        ("Kd Qd Jd Td 9d", "straight_flush"),
        ("5h 4h 3h 2h Ah", "straight_flush"),
        ("2c 2d 2h 2s 3c", "four_of_a_kind"),
        ("Kc Kd Kh 4c 4d", "full_house"),
        ("Ah Kh Qh Jh 9h", "flush"),
        ("2d 3d 4d 5d Ad", "straight_flush"),
        ("As Kd Qc Jh Ts", "straight"),
        ("As 2d 3c 4h 5s", "straight"),
        ("2c 2d 2h Ks 9c", "three_of_a_kind"),
        ("Kc Kd 4h 4s 9c", "two_pair"),
        ("Ac Ad Kh Qs Jc", "pair"),
        ("Kd As 2c 3h 4s", NOTHING),
        ("Kd Qd As 2c 3h", NOTHING),
        ("Ac Kd Qh Js 9c", NOTHING),
    ],
)
def test_hand_by_name(regulation: str, name: str, five: str, shape: str) -> None:
    """I-05: A-2-3-4-5 is a straight in every chapter, and the ace joins nothing else below it."""
    ranking = poker(regulation, name)
    cards = parse_cards(five)
    if ranking.of == 6:
        spare = next(card for card in parse_cards("7h 7s 8c 8d 9s 6d") if sixth_changes_nothing(cards, card))
        cards = (*cards, spare)
    assert ranking.read(cards).shape == (shape if shape in ranking.order else NOTHING)


def sixth_changes_nothing(five: tuple[Card, ...], card: Card) -> bool:
    return card not in five and best_fit(five) == best_fit((*five, card))


@pytest.mark.clause("PA-669a.6(a)#2")
def test_ace_is_low_with_2_3_4_5_only() -> None:
    assert read("PA-669a", "six_card", "As 2d 3c 4h 5s Kd").title == "straight, 5 high"
    assert read("PA-669a", "six_card", "As 2s 3s 4s 5s Kd").title == "straight flush, 5 high"
    assert read("PA-669a", "six_card", "Kc Qd As 2h 3c 9s").shape == NOTHING
    wheel, next_up = (
        read("PA-669a", "six_card", cards).rank for cards in ("As 2d 3c 4h 5s Kd", "2d 3c 4h 5s 6d Kd")
    )
    assert wheel < next_up


@pytest.mark.parametrize(
    ("regulation", "name"),
    [
        pytest.param("PA-649a", "five_card", marks=pytest.mark.clause("PA-649a.6(a)#2")),
        pytest.param("MA-TCP", "five_card", marks=pytest.mark.clause("MA-TCP.3(a)#2")),
    ],
)
def test_only_two_straights_hold_an_ace(regulation: str, name: str) -> None:
    found = hands_by_shape(regulation, name)
    assert {letters(cards) for cards in found["straight"] if "A" in letters(cards)} == {"AKQJT", "A5432"}
    assert {letters(cards) for cards in found["straight_flush"] if "A" in letters(cards)} == {"A5432"}
    assert min(found["straight"].values()) == read(regulation, name, "5s 4d 3c 2h As").rank


@pytest.mark.clause("PA-669a.6(a)")
def test_pairs_run_from_aces_down_to_2s() -> None:
    ranks = [read("PA-669a", "six_card", f"{card}c {card}d {side}").rank for card, side in PAIRS]
    assert all(higher > lower for higher, lower in pairwise(ranks))


PAIRS = [(card, "Th 8s 5c 3d" if card in "AKQJ974" else "Jh 9s 7c 4d") for card in "AKQJT98765432"]


@given(any_hand(6))
def test_six_cards_are_worth_the_best_five_of_them(cards: tuple[Card, ...]) -> None:
    for regulation, name in SIX_CARD:
        ranking = poker(regulation, name)
        if not (is_six_card_royal(cards) and ranking.order[0] != "royal_flush"):
            assert ranking.rank(cards) == max(map(ranking.rank, combinations(cards, 5)))


@pytest.mark.parametrize(
    ("regulation", "wager"),
    [
        pytest.param("MA-TCP", "six_card_bonus", marks=pytest.mark.clause("MA-TCP.6(g)(1)")),
        pytest.param("PA-679a", "all_six_bonus", marks=pytest.mark.clause("PA-679a.11(d)(3)")),
        pytest.param("PA-649a", "six_card_bonus"),
    ],
)
def test_player_and_dealer_cards_make_one_hand(regulation: str, wager: str) -> None:
    terms = feltlaw.load(regulation).wagers[wager]
    assert (terms.cards, terms.ranking) == (("player", "dealer"), "six_card")
    hand = poker(regulation, terms.ranking).read(parse_cards("7c 7d Kh"), parse_cards("7s 2c 2d"))
    assert hand.shape == "full_house"


@pytest.mark.parametrize(("regulation", "name"), SIX_CARD)
def test_it_does_not_matter_who_holds_which_card(regulation: str, name: str) -> None:
    """I-83, I-96: five of the six count, wherever they lie."""
    ranking = poker(regulation, name)
    player, others = parse_cards("7c 7d Kh"), parse_cards("7s 2c 2d")
    assert ranking.read(player, others) == ranking.read(others, player) == ranking.read((*player, *others))
    assert ranking.read(player, others).shape == "full_house"


@pytest.mark.clause("PA-669a.1:community-card")
def test_community_cards_count_for_every_player() -> None:
    ranking = poker("PA-669a", "six_card")
    community = parse_cards("Tc Td 4h")
    for player in ("2s 5d 8h", "3c 6s Kd"):
        assert ranking.read(parse_cards(player), community).shape == "pair"
    assert ranking.read(parse_cards("Th 6s Kd"), community).shape == "three_of_a_kind"


@pytest.mark.parametrize(
    ("cards", "reached"),
    [
        ("Tc Td 4h 2s 5d 8h", True),
        ("3c 3d 7h 2s 2c Kd", True),
        ("9c 9d Ah Ks Qd 8h", False),
        ("Ac Kd Qh 9s 8d 7h", False),
        ("2c 2d 2h Ks Qd 8h", True),
        *(
            (f"Tc Td {kickers}", True)
            for kickers in ("4h 3s 2c 5d", "9h 8s 7c 5d", "Kh Qs 9c 2d", "Ah 3s 2c 6d")
        ),
        *((f"9c 9d {kickers}", False) for kickers in ("4h 3s 2c 6d", "Ah Ks Qc 2d")),
    ],
)
@pytest.mark.clause("PA-669a.6(a)", "PA-669a.7(d)(1)", "PA-669a.7(d)(2)")
def test_pair_of_tens_or_better(cards: str, reached: bool) -> None:
    """I-96: two pair of any rank is better than a pair of 10s."""
    hand = read("PA-669a", "six_card", cards)
    assert ("pair_of_tens_or_better" in hand.label.names) is reached
    assert (hand.rank >= poker("PA-669a", "six_card").threshold("pair_of_tens").rank) is reached


def rows(regulation: str, wager: str, cards: str) -> dict[str, str]:
    """The row that each paytable of a wager pays six cards by."""
    label = read(regulation, "six_card", cards).label
    tables = feltlaw.load(regulation).wagers[wager].payouts.tables
    return {name: row.hand for name, table in tables.items() if (row := table.pick(label)) is not None}


@pytest.mark.clause("PA-649a.6(d)(8)")
def test_super_royal_counts_under_paytable_E_only() -> None:
    """I-36, I-37: it ranks first, and is a royal flush to a table without its row."""
    royal_elsewhere = dict.fromkeys("ABCD", "royal_flush")
    assert rows("PA-649a", "six_card_bonus", "Ad Kd Qd Jd Td 9d") == {
        **royal_elsewhere,
        "E": "super_royal_of_diamonds",
    }
    assert rows("PA-649a", "six_card_bonus", "As Ks Qs Js Ts 9s") == {**royal_elsewhere, "E": "super_royal"}
    assert rows("PA-649a", "six_card_bonus", "Ad Kd Qd Jd Td 8d") == {**royal_elsewhere, "E": "royal_flush"}


@pytest.mark.clause("PA-679a.6(d)(1)", "PA-679a.6(d)(2)")
def test_six_card_royal_is_a_royal_where_it_has_no_row() -> None:
    """I-37."""
    royal_elsewhere = dict.fromkeys("ABCD", "royal_flush")
    assert rows("PA-679a", "all_six_bonus", "Ah Kh Qh Jh Th 9h") == {
        **royal_elsewhere,
        "E": "six_card_royal_flush",
    }
    assert rows("PA-679a", "all_six_bonus", "Ah Kh Qh Jh Th 8h") == {**royal_elsewhere, "E": "royal_flush"}


@pytest.mark.parametrize(
    ("regulation", "name"),
    [
        pytest.param("PA-649a", "five_of_six", marks=pytest.mark.clause("PA-649a.6(d)(8)")),
        ("MA-TCP", "six_card"),
        ("PA-669a", "six_card"),
    ],
)
def test_six_card_royal_is_a_royal_where_it_is_not_listed(regulation: str, name: str) -> None:
    six, royal = (read(regulation, name, f"As Ks Qs Js Ts {sixth}") for sixth in ("9s", "2d"))
    assert (six.rank, six.label, six.title) == (royal.rank, royal.label, royal.title)
