"""Saigon 5 Card: counts that add up, what symmetry demands, settings, witnesses."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import pytest

import feltlaw
from feltlaw.cards import JOKER, parse_cards
from feltlaw.contest import Outcome
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.outcomes import AnalysisError, WagerAnalysis
from feltlaw.mathematics.saigon import analyze_main, hand_value
from feltlaw.mathematics.saigon_classes import DEALER_HANDS, DEALS, HANDS, Classes
from feltlaw.mathematics.saigon_game import ShowdownGame
from feltlaw.ranking import Poker
from feltlaw.submission import Submission

EV = Fraction(-23749189, 1271680410)


@cache
def submission() -> Submission:
    return Submission.from_data({"regulation": "PA-680a"})


@cache
def analysis() -> WagerAnalysis:
    return analyze_main(ShowdownGame(submission()))


def test_the_full_table() -> None:
    """Every class of hands with a choice, and all other hands in one line."""
    strategy = analyze_main(ShowdownGame(submission()), full_table=True).strategy
    assert strategy is not None
    *chosen, others = strategy.table
    assert sum(line.hands for line in strategy.table) == HANDS
    assert (others.best, others.actions) == ("the house way", {})
    assert len({line.hand for line in chosen}) == len(chosen)
    for line in chosen:
        assert line.hand.startswith("joker, ")
        assert len(line.actions) > 1
        assert line.actions[line.best] == max(line.actions.values())
    asked = hand_value(ShowdownGame(submission()), parse_cards("Jk Kh Td 3c As"))
    line = next(line for line in chosen if line.hand == "joker, 10, 10, 3, A")
    assert set(line.actions.values()) == set(asked.actions.values())
    assert analysis().strategy is not None
    assert not analysis().strategy.table  # type: ignore[union-attr]


def classes() -> Classes:
    return ShowdownGame(submission()).classes


def count(outcome: str) -> int:
    return next(row.combinations for row in analysis().distribution.rows if row.outcome == outcome)


def test_the_value_of_the_ante() -> None:
    assert analysis().ev == EV
    assert analysis().to_json()["house_edge"] == "0.0186754383"


def test_the_outcomes_are_all_deals() -> None:
    assert analysis().distribution.total == DEALS == comb(53, 5) * comb(48, 5)
    assert {row.outcome.replace(" ", "_") for row in analysis().distribution.rows} == {
        *submission().regulation.wagers["ante"].outcomes
    }


def test_player_and_dealer_play_alike_but_for_the_half_pay() -> None:
    """Both set the house way, so wins come as often as losses; the edge is half of all wins with a 5."""
    alone, higher = count("only player qualifies with half points"), count("higher with half points")
    assert count("only dealer qualifies") == count("only player qualifies") + alone
    assert count("lower") == count("higher") + higher
    assert Fraction(-alone - higher, 2 * DEALS) == EV


def test_every_class_faces_all_dealers_hands() -> None:
    game = ShowdownGame(submission())
    assert len(game.classes.hands) == 2708
    for hand in game.classes.hands:
        dealers = game.dealers[hand.kinds]
        assert sum(dealers) == DEALER_HANDS
        assert min(dealers) >= 0


def test_a_seen_card_splits_the_dealers_hands() -> None:
    """Over all cards the player does not hold, every dealer's hand is seen five times."""
    hand = classes().kinds_of(parse_cards("Jk Kh 4d 3c 2s"))
    sums = [0] * 11
    for kind, cards in enumerate(classes().cards):
        free = len(cards) - hand.count(kind)
        for rank, many in enumerate(classes().against(hand, seen=kind)):
            sums[rank] += free * many
    assert sums == [5 * many for many in classes().against(hand)]


def test_the_counts_of_the_interpretations() -> None:
    """I-129 and I-130 give counts of hands; they come out here by classes."""
    joker = classes().kind[JOKER]
    hands = classes().hands
    with_joker = [hand for hand in hands if joker in hand.kinds]
    assert sum(hand.ways for hand in with_joker) == 270_725
    assert sum(hand.ways for hand in with_joker if hand.house) == 243_186
    assert sum(hand.ways for hand in hands if len(hand.ranks) > 1) == 124_300
    assert sum(hand.ways for hand in hands if hand.house == 5 and len(hand.ranks) > 1) == 5_024


def test_the_house_way_is_the_best_way() -> None:
    strategy = analysis().strategy
    assert strategy is not None
    assert strategy.cost_of_rule == 0
    assert strategy.frequencies["set a lower Point Count"] == 0
    assert sum(strategy.frequencies.values()) == 1
    costs = {way.name: way.cost for way in strategy.compared}
    assert costs["the house way"] == 0 < costs["never a 5"] < costs["the lowest"]


def test_a_dealers_card_seen_changes_nothing() -> None:
    assert [exposure.ev for exposure in analysis().exposures] == [EV]


def test_point_counts_of_both_sides() -> None:
    found = analysis().more["point_counts"]
    assert isinstance(found, dict)
    for side in ("player", "dealer"):
        assert sum(Fraction(often) for often in found[side].values()) == 1
    assert found["player"] == found["dealer"]
    assert found["dealer"]["0"] == "899667/2869685"


@pytest.mark.parametrize("limits", [{}, {"minimum": 15, "maximum": 25}])
def test_every_witness_settles_to_the_same_net(limits: dict[str, int]) -> None:
    data = {"regulation": "PA-680a", "limits": limits, "settlement": {"breakage_unit": "1.00"}}
    for row in analyze_main(ShowdownGame(Submission.from_data(data))).distribution.rows:
        assert row.witness is not None
        line = feltlaw.settle(row.witness).lines[0]
        assert (line.outcome, Fraction(line.net, line.stake)) == (row.outcome.replace(" ", "_"), row.net)


def test_each_setting_of_a_hand() -> None:
    found = hand_value(ShowdownGame(submission()), parse_cards("Jk Kh 4d 3c 2s"))
    assert list(found.actions) == ["set Jk Kh 4d (Point Count 5)", "set Jk 4d 3c (Point Count 2)"]
    assert found.actions["set Jk Kh 4d (Point Count 5)"] == Fraction(-1729, 36432)
    assert found.best == "set Jk Kh 4d (Point Count 5)"


def test_a_hand_that_does_not_qualify_is_worth_the_same_however_set() -> None:
    found = hand_value(ShowdownGame(submission()), parse_cards("2c 2d 2h 2s 9c"))
    assert len(found.actions) == 10
    assert len(set(found.actions.values())) == 1
    assert found.notes
    game = ShowdownGame(submission())
    lost = classes().against(classes().kinds_of(parse_cards("2c 2d 2h 2s 9c")))
    assert set(found.actions.values()) == {Fraction(-sum(lost[1:]), DEALER_HANDS)}
    assert game.net(Outcome.NEITHER_QUALIFIES) == 0


@pytest.mark.parametrize("text", ["Jk Kh 4d 3c", "Jk Kh 4d 3c 2s 2d"])
def test_wrong_cards_are_refused(text: str) -> None:
    with pytest.raises(AnalysisError, match="five cards"):
        hand_value(ShowdownGame(submission()), parse_cards(text))


def test_a_card_twice_is_refused() -> None:
    two = parse_cards("Kh")
    with pytest.raises(AnalysisError, match="twice"):
        hand_value(ShowdownGame(submission()), (*two, *two, *parse_cards("4d 3c 2s")))


def test_the_bonus_is_counted_over_all_hands() -> None:
    ranking = submission().regulation.rankings["bonus_hand"]
    assert isinstance(ranking, Poker)
    found = {category.label: category.count for category in categories(ranking, jokers=1)}
    assert sum(found.values()) == HANDS
    assert sum(many for label, many in found.items() if label.shape == "five_aces") == 1
    assert sum(many for label, many in found.items() if label.shape == "royal_flush_with_joker") == 20
