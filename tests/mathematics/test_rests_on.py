"""What figures rest on: boxes that limits force apart, deals counted whole or refused, a hand at the edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.counts import Category
from feltlaw.mathematics.deals import (
    DealClass,
    Deals,
    _kept_split,
    _size,
    _with_fourth,
    deals_for,
    folded_of_six,
)
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.rules import Rules
from feltlaw.ranking import Poker, WithFourth
from feltlaw.regulation import load
from feltlaw.regulation.model import Act, Regulation
from feltlaw.round.betting import check_box
from tests.support.math_checks import submission

LIMITS = {"minimum": 5, "maximum": 500}


class Never:
    """A main game that nobody folds."""

    def folded(self, cards: tuple[Card, ...]) -> Fraction:
        return Fraction(0)


# ── boxes ──


@pytest.mark.parametrize(
    ("regulation", "version", "limits", "box"),
    [
        ("PA-649a", "ante_covers_half", {"ante": (5, 20), "pair_plus": (25, 100)}, (14, 26)),
        ("PA-649a", "ante_covers", {"ante": (4, 5), "pair_plus": (5, 5)}, (5, 5)),
        ("PA-649a", "compulsory", {"ante": (5, 9), "pair_plus": (39, 100)}, (8, 40)),
        ("PA-649a", "compulsory", {"ante": (39, 100), "pair_plus": (5, 9)}, (40, 8)),
        ("PA-649a", "optional", {"ante": (5, 9), "pair_plus": (39, 100)}, (6, 40)),
        ("PA-669a", "", {"ante": (5, 9), "pair_plus": (39, 100)}, (6, 40)),
    ],
)
def test_limits_that_lie_apart_leave_the_least_box_that_a_version_allows(
    regulation: str, version: str, limits: Mapping[str, tuple[int, int]], box: tuple[int, int]
) -> None:
    """649a.7(e): the Ante covers Pair Plus or half of it, or neither is over five times the other."""
    wagers = {name: {"minimum": low, "maximum": high} for name, (low, high) in limits.items()}
    more: dict[str, Any] = {"version": {"pair_plus": version}} if version else {}
    of = Rules(submission(regulation, limits=LIMITS, wagers=wagers, **more))
    found = of.stakes("ante", "pair_plus")
    assert (found["ante"], found["pair_plus"]) == tuple(f"{one}.00" for one in box)
    check_box(of.submission, {name: int(Fraction(amount) * 100) for name, amount in found.items()})


def test_a_fixed_amount_leaves_the_other_stakes_alike() -> None:
    wagers = {"pair_plus": {"minimum": 25}, "three_card_progressive": {}}
    of = Rules(submission("PA-649a", limits=LIMITS, wagers=wagers))
    found = of.stakes("ante", "pair_plus", "three_card_progressive")
    assert found == {"ante": "26.00", "pair_plus": "26.00", "three_card_progressive": "1.00"}


def test_a_joker_is_among_the_cards_that_fill_a_round() -> None:
    """680a: 53 cards."""
    of = Rules(submission("PA-680a"))
    seats = of.scenario(of.stakes("ante"), others=8)["seats"]
    cards = [card for seat in seats for card in seat["cards"].split()]
    assert len(cards) == len(set(cards)) == 45
    rest = of._rest(())
    assert len(rest) == 53 and rest[-1].is_joker and len(Rules(submission("PA-649a"))._rest(())) == 52


# ── deals ──


def poker(regulation: str, name: str) -> Poker:
    found = load(regulation).rankings[name]
    assert isinstance(found, Poker)
    return found


@pytest.mark.parametrize("total", [2, 4])
def test_deals_are_counted_whole(total: int) -> None:
    label = poker("PA-649a", "three_card").read(tuple(map(Card, (0, 5, 10)))).label
    one = DealClass(label, 3, {})
    assert Deals((one,), 3).total == 3
    with pytest.raises(ArithmeticError, match="not all deals"):
        Deals((one,), total)


@pytest.mark.parametrize(
    ("regulation", "wager", "cards", "folds"),
    [
        ("PA-649a", "five_card_hand_bonus_player", ("player", "dealer"), False),
        ("PA-649a", "five_card_hand_bonus_player", ("player",), False),
        ("PA-649a", "six_card_bonus", ("player", "dealer"), True),
        ("PA-669a", "six_card_bonus", ("player", "community"), True),
        ("PA-679a", "prime", ("player", "dealer"), True),
        ("PA-679a", "pair_bonus", ("player", "fourth"), True),
        ("PA-679a", "pair_bonus", ("player", "dealer"), False),
    ],
)
def test_what_cannot_be_counted_is_refused(
    regulation: str, wager: str, cards: tuple[str, ...], folds: bool
) -> None:
    """Six cards for a hand of five, three for one; folds that no count tells; cards of another place."""
    table = submission(regulation)
    with pytest.raises(AnalysisError):
        deals_for(table, replace(table.regulation.wagers[wager], cards=cards), Never() if folds else None)


@pytest.mark.parametrize("fourth", ["2", "9", "A"])
def test_three_cards_and_a_further_one_of_any_rank(fourth: str) -> None:
    """679a: whichever rank the fourth card is asked for, every class shows a deal of its own."""
    law = load("PA-679a").rankings[load("PA-679a").wagers["pair_bonus"].ranking]
    assert isinstance(law, WithFourth) and isinstance(law.of, Poker)
    ranking = WithFourth(law.name, law.clause, of=law.of, fourth=fourth)
    found = _with_fourth(ranking, law.of)
    for one in found.classes:
        (further,) = one.cards["fourth"]
        assert further not in one.cards["player"]
        assert ranking.read(one.cards["player"], (further,)).label == one.label
    marked = sum(one.count for one in found.classes if one.cards["fourth"][0].rank == ranking.fourth)
    assert marked * 13 == found.total == 22_100 * 49


def test_cards_are_counted_where_they_lie() -> None:
    """As if four community cards were dealt beside the fourth card of 679a."""
    law = load("PA-679a")
    extra = tuple(replace(one, cards=4 if one.what == "community" else 1) for one in law.deal.extra)
    table = replace(submission("PA-679a"), regulation=replace(law, deal=replace(law.deal, extra=extra)))
    places = ("player", "dealer", "fourth", "community", "nowhere")
    assert [_size(table, name) for name in places] == [3, 3, 1, 4, 0]
    assert _size(submission("PA-669a"), "dealer") == 0


def test_an_example_is_split_so_that_it_is_not_folded() -> None:
    """The first three of five cards are given up, then all but the last three."""
    example = tuple(map(Card, (0, 5, 10, 15, 17)))
    one = Category(poker("PA-649a", "five_card").read(example).label, 1, example)
    always, sometimes = Fraction(1), Fraction(1, 2)
    found = _kept_split(
        one, SimpleNamespace(folded=lambda cards: always if cards == example[:3] else sometimes)
    )
    assert found == {"player": (*example[:2], example[3]), "community": (example[2], example[4])}
    last = _kept_split(
        one, SimpleNamespace(folded=lambda cards: always if cards != example[2:] else sometimes)
    )
    assert last == {"player": example[2:], "community": example[:2]}
    with pytest.raises(ArithmeticError, match="is folded"):
        _kept_split(one, SimpleNamespace(folded=lambda cards: always))


def test_only_hands_with_five_of_a_suit_are_looked_at_one_by_one() -> None:
    ranking = poker("PA-649a", "six_card")
    straight = ranking.read(tuple(map(Card, (0, 5, 8, 12, 16, 50)))).label
    with pytest.raises(AnalysisError, match="five cards of one suit"):
        folded_of_six(ranking, frozenset({straight}), Never())


# ── a dealer ──


def test_a_hand_that_is_worth_a_fold_is_folded() -> None:
    game = DealerGame(submission("PA-649a"))
    case = game.cases[0]
    found = [game.stays(case._replace(value=game.fold_value + more)) for more in (-1, 0, 1)]
    assert found == [False, False, True]


def played(law: Regulation, acts: Iterable[Act]) -> DealerGame:
    (decision,) = law.decisions
    of = submission(law.id)
    return DealerGame(replace(of, regulation=replace(law, decisions=(replace(decision, acts=tuple(acts)),))))


def test_a_play_of_twice_the_ante_counts_twice() -> None:
    """No chapter has it; the figures are per unit of the Ante all the same."""
    law = load("PA-649a")
    acts = law.decisions[0].acts
    game = played(law, (replace(act, play=2 * act.play) for act in acts))
    assert [stake for _, stake in game.wagers] == [1, 2]
    assert game.average_stake == 1 + 2 * game.staying
    assert min(row.net for row in game.distribution.rows) == -3
    assert game.lost == -1
    usual = played(law, reversed(acts))
    assert (usual.stay.say, usual.leave.say) == ("play", "fold"), "in whatever order they are said"
    assert usual.average_stake == 1 + usual.staying and game.staying < usual.staying


@pytest.mark.parametrize(
    ("regulation", "sections", "covers"),
    [
        ("PA-649a", {"three_card_progressive": {}}, ("ante", "play", "ante_bonus")),
        ("MA-TCP", {"six_card_bonus": {}}, ("ante", "play", "ante_bonus")),
        ("PA-679a", {"prime": {}}, ("ante", "play", "bad_beat_bonus")),
    ],
)
def test_the_main_game_is_the_contest_and_the_bonuses_on_it(
    regulation: str, sections: dict[str, Any], covers: tuple[str, ...]
) -> None:
    assert DealerGame(submission(regulation, wagers=sections)).covers == covers


@pytest.mark.parametrize("regulation", ["PA-669a", "PA-680a"])
def test_a_game_without_a_dealer_to_beat_is_refused(regulation: str) -> None:
    with pytest.raises(AnalysisError, match="no game against a dealer"):
        DealerGame(submission(regulation))


@pytest.mark.parametrize(("regulation", "ranking"), [("PA-649a", "six_card"), ("PA-679a", "same_color")])
def test_a_contest_of_other_cards_is_refused(regulation: str, ranking: str) -> None:
    law = load(regulation)
    other = replace(law.wagers["ante"], ranking=ranking)
    of = replace(submission(regulation), regulation=replace(law, wagers={**law.wagers, "ante": other}))
    with pytest.raises(AnalysisError, match="no game of three cards"):
        DealerGame(of)
