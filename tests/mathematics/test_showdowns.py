"""Saigon 5 Card: another game is refused, and a deal is set to the Point Count that is asked for."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.contest import Outcome
from feltlaw.mathematics import saigon
from feltlaw.mathematics.advice import Exposure, Strategy, StrategyLine
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow
from feltlaw.mathematics.saigon_game import ShowdownGame, find_deal
from tests.support.math_checks import submission


@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_a_game_without_a_showdown_is_refused(regulation: str) -> None:
    with pytest.raises(AnalysisError, match="has no showdown"):
        assert ShowdownGame(submission(regulation)).ante.id


@pytest.mark.parametrize("which", [0, -1])
def test_a_deal_is_set_as_it_was_picked(which: int) -> None:
    """Of hands with the joker, which may be set to several Point Counts, the lowest and the highest."""
    game = ShowdownGame(submission("PA-680a"))
    several = [hand for hand in game.classes.hands if len(hand.ranks) > 1]
    one = game.classes
    hands = [*several[::40], *one.hands[::50]]
    made: Any = SimpleNamespace(
        classes=SimpleNamespace(hands=hands, example=one.example, ranking=one.ranking),
        outcome=game.outcome, submission=game.submission,
    )  # fmt: skip
    picked = {hand.kinds: hand.ranks[which] for hand in hands}
    for outcome in game.ante.outcomes:
        deal = find_deal(made, picked, Outcome(outcome))
        if deal is None:
            continue
        five, said, dealer = deal
        rank = picked[one.kinds_of(five)]
        three = set(parse_cards(said.removeprefix("set ")))
        assert [split.rank for split in one.ranking.splits(five) if set(split.three) == three] == [rank]
        assert game.outcome(rank, one.ranking.house_way(dealer).rank) == outcome
        assert len({*five, *dealer}) == 10


@pytest.mark.parametrize("full", [False, True])
def test_every_hand_with_a_choice_is_told_where_it_is_asked_for(
    full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Distribution((OutcomeRow("lost", 1, Fraction(-1)),), 1)
    line = StrategyLine("joker, 10", 4, {}, "set")
    made = {
        "results": whole, "decisions": [line], "_strategy": Strategy("set", {}),
        "_exposure": Exposure("one card", Fraction(-1)), "_point_counts": {},
    }  # fmt: skip
    for name, found in made.items():
        monkeypatch.setattr(saigon, name, lambda *given, found=found: found)
    game: Any = SimpleNamespace(picked={}, ante=SimpleNamespace(id="ante"))
    strategy = saigon.analyze_main(game, full_table=full).strategy
    assert strategy is not None and strategy.table == ((line,) if full else ())
