"""Definitions that name hands: which of all hands win a progressive, and which give envy."""

from __future__ import annotations

import pytest

import feltlaw
from feltlaw.cards import Card
from feltlaw.paytable import Paytable
from tests.ranking.test_classes import (
    NOTHING,
    five_card_kinds,
    letters,
    poker,
    six_card_kinds,
    suited,
    three_card_hands,
)
from tests.ranking.test_five_card import best_fit


def paid(regulation: str, ranking: str, table: Paytable) -> set[tuple[Card, ...]]:
    """The hands that have a row."""
    reader = poker(regulation, ranking)
    hands = {3: three_card_hands, 5: five_card_kinds, 6: six_card_kinds}[reader.of]()
    return {cards for cards in hands if table.pick(reader.read(cards).label) is not None}


def schedules(regulation: str, award: str) -> list[Paytable]:
    found = [schedule.table for schedule in feltlaw.load(regulation).awards[award].schedules]
    assert found
    return found


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.1:three-card-envy-bonus-qualifying-hand")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.1:envy-bonus-qualifying-hand")),
        pytest.param("MA-TCP"),
    ],
)
def test_three_card_envy_hand_is_ace_king_queen_of_one_suit(regulation: str) -> None:
    envied = {cards for cards in three_card_hands() if letters(cards) == "AKQ" and suited(cards)}
    for table in schedules(regulation, "envy_three_card"):
        assert paid(regulation, "three_card", table) == envied


@pytest.mark.clause("PA-649a.1:five-card-envy-bonus-qualifying-hand")
def test_five_card_envy_hand_is_a_straight_flush_or_royal_flush() -> None:
    envied = {cards for cards in five_card_kinds() if best_fit(cards) in {"royal_flush", "straight_flush"}}
    for table in schedules("PA-649a", "envy_five_card"):
        assert paid("PA-649a", "five_card", table) == envied


@pytest.mark.clause("PA-649a.1:5-of-6-envy-bonus-qualifying-hand")
def test_5_of_6_envy_hand_is_a_royal_flush() -> None:
    envied = {cards for cards in six_card_kinds() if best_fit(cards) == "royal_flush"}
    for table in schedules("PA-649a", "envy_five_of_six"):
        assert paid("PA-649a", "five_of_six", table) == envied


@pytest.mark.clause("PA-649a.1:five-card-progressive-payout-hand")
def test_five_card_progressive_wins_from_three_of_a_kind_upward() -> None:
    lowest = {"two_pair", "pair", NOTHING}
    winning = {cards for cards in five_card_kinds() if best_fit(cards) not in lowest}
    for table in feltlaw.load("PA-649a").wagers["five_card_progressive"].payouts.tables.values():
        assert paid("PA-649a", "five_card", table) == winning


@pytest.mark.clause("PA-649a.1:three-card-progressive-payout-hand")
def test_three_card_progressive_wins_from_three_of_a_kind_or_from_a_straight_upward() -> None:
    ranking = poker("PA-649a", "three_card")
    seen = set()
    for table in feltlaw.load("PA-649a").wagers["three_card_progressive"].payouts.tables.values():
        lowest = "straight" if "straight" in table.rows else "three_of_a_kind"
        floor = ranking.shape_floor(lowest)
        assert paid("PA-649a", "three_card", table) == {
            cards for cards in three_card_hands() if ranking.rank(cards) >= floor
        }
        seen.add(lowest)
    assert seen == {"straight", "three_of_a_kind"}, "the chapter prints tables of both kinds"
