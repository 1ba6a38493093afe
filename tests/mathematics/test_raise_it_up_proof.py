"""Raise It Up Stud a second time: every hand with every board, card by card, paid by settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import pytest

from feltlaw.cards import DECK, Card
from feltlaw.mathematics import WagerAnalysis, analyze
from feltlaw.mathematics.outcomes import root
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_analysis import EXPOSED, analyze_main
from feltlaw.mathematics.raise_it_up_rules import named_ways
from feltlaw.mathematics.raise_it_up_solve import read_terms
from feltlaw.submission import Submission
from tests.mathematics.test_raise_it_up import check_classes
from tests.support.figures import Figures
from tests.support.math_checks import side_net, submission
from tests.support.side_deals import Group, Groups
from tests.support.side_proof import Second
from tests.support.streets import DEALS, FOLD_AT, Streets, canonical_hands, nets

pytestmark = pytest.mark.proof

METHOD = "every hand, every board, settled"
FORFEITED: Mapping[str, dict[str, object]] = {
    "progressive": {"three_card_progressive": {}},
    "Pair Plus A": {"pair_plus": {"on_fold": "forfeit"}},
    "Pair Plus B": {"pair_plus": {"on_fold": "forfeit", "paytable": "B"}},
    "both": {"three_card_progressive": {}, "pair_plus": {"on_fold": "forfeit"}, "six_card_bonus": {}},
}
"""Wagers that a fold loses."""


@dataclass
class Walked:
    """Sums over all deals."""

    best: int = 0
    ends: Counter[tuple[int, int]] = field(default_factory=Counter)
    folds: dict[tuple[Card, ...], Fraction] = field(default_factory=dict)
    exposed: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    together: dict[str, Fraction] = field(default_factory=dict)
    """With wagers that a fold loses, one unit each: the value of the game and of what comes back of them."""


def back(chosen: Submission, cards: tuple[Card, ...], *, fold: bool) -> Fraction:
    """What comes back of the wagers on the player's own cards, one unit each, through settlement."""
    own = [one.wager.id for one in chosen.wagers.values() if one.wager.cards == ("player",)]
    return sum((1 + side_net(chosen, wager, {"player": cards}, fold=fold) for wager in own), Fraction(0))


@cache
def walked() -> Walked:
    terms = read_terms(submission("PA-669a"))
    offered = {name: submission("PA-669a", wagers=wagers) for name, wagers in FORFEITED.items()}
    found = Walked(together=dict.fromkeys(offered, Fraction(0)))
    fold, scale = nets().fold, nets().scale
    for hand, many in canonical_hands().items():
        one = Streets(hand)
        cards = tuple(DECK[card] for card in hand)
        best = one.best(fold)
        found.best += many * best
        found.folds[cards] = Fraction(one.folds, FOLD_AT)
        for end, times in one.ends().items():
            found.ends[end] += many * times
        for at, seen in enumerate(EXPOSED, 1):
            found.exposed[seen] += many * one.exposed(at)
        for way in named_ways(terms.streets):
            found.ways[way.name] += many * one.way(way)
        for name, chosen in offered.items():
            for turned in in_each_suit(cards):
                more = label_back(chosen, turned)
                # a fold loses what would come back; staying in brings it
                whole = int(more * scale)
                assert whole == more * scale
                value = one.best(fold - whole) + whole * FOLD_AT if whole else best
                found.together[name] += Fraction(many * value, scale * DEALS) / len(in_each_suit(cards))
    return found


def in_each_suit(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Cards of one suit in all four, which a paytable may tell apart; others as they are."""
    if len({card % 4 for card in cards}) > 1:
        return [cards]
    return [tuple(DECK[card // 4 * 4 + suit] for card in cards) for suit in range(4)]


_backs: dict[tuple[str, str], Fraction] = {}


def label_back(chosen: Submission, cards: tuple[Card, ...]) -> Fraction:
    """`back` once for each label: what is lost by folding."""
    label = chosen.regulation.rankings["three_card"].read(cards).label.names[0]
    key = (chosen.digest, label)
    if key not in _backs:
        _backs[key] = back(chosen, cards, fold=False) - back(chosen, cards, fold=True)
    return _backs[key]


def test_every_hand_against_every_board(figure: Figures) -> None:
    found, engine = walked(), analyze_main(StreetGame(submission("PA-669a")))
    compare = figure.of("PA-669a", "ante")
    scale = nets().scale
    compare("expected value", engine.ev, Fraction(found.best, scale * DEALS), METHOD)
    by_net: Counter[Fraction] = Counter()
    played = 0
    for (times, kind), many in found.ends.items():
        net = int(nets().kept[kind] + times * nets().play[kind]) if times else nets().fold
        by_net[Fraction(net, scale)] += many
        played += times * many
    assert dict(sorted(by_net.items())) == engine.distribution.by_net
    mean = Fraction(found.best, scale * DEALS)
    square = sum((many * net**2 for net, many in by_net.items()), Fraction(0)) / DEALS
    compare("average stake", engine.average_stake, 2 + Fraction(played, DEALS), METHOD)
    compare("standard deviation", engine.distribution.std_dev, root(square - mean**2), METHOD)
    ahead = Fraction(sum(many for net, many in by_net.items() if net > 0), DEALS)
    compare("hit frequency", engine.distribution.hit_frequency, ahead, METHOD)
    assert engine.strategy is not None
    folds = sum(
        (canonical_hands()[tuple(map(int, cards))] * share for cards, share in found.folds.items()),  # type: ignore[index]
        Fraction(0),
    )
    compare("how often the best play folds", engine.strategy.frequencies["fold"], folds / 22100, METHOD)
    for exposure in engine.exposures:
        second = Fraction(found.exposed[exposure.seen], scale * DEALS)
        compare(f"{exposure.seen} seen", exposure.ev, second, METHOD)
    for way in engine.strategy.compared:
        compare(f"played as: {way.name}", way.ev, Fraction(found.ways[way.name], scale * DEALS), METHOD)
    rule = Fraction(found.best - found.ways["the rule"], scale * DEALS)
    compare("what the rule costs", engine.strategy.cost_of_rule, rule, METHOD)


@pytest.mark.parametrize("name", ["progressive", "Pair Plus A", "Pair Plus B"])
def test_a_wager_that_a_fold_loses(name: str, figure: Figures) -> None:
    chosen = submission("PA-669a", wagers=FORFEITED[name])
    wager = next(iter(FORFEITED[name]))
    entry = analyze(chosen).wagers[wager]
    assert isinstance(entry, WagerAnalysis)
    hands = [
        Group(many // len(turns), {"player": cards}, tuple(DECK[card] for card in hand))
        for hand, many in canonical_hands().items()
        for turns in (in_each_suit(tuple(DECK[card] for card in hand)),)
        for cards in turns
    ]
    second = Second(chosen, wager, Groups(tuple(hands), 22100), lambda cards: walked().folds[cards])
    second.compare(entry, figure.of("PA-669a", wager, f"{entry.paytable or 'only'}, lost on a fold"), METHOD)


@pytest.mark.parametrize("name", FORFEITED)
def test_played_together(name: str, figure: Figures) -> None:
    chosen = submission("PA-669a", wagers=FORFEITED[name])
    found = analyze(chosen)
    assert found.together is not None
    second = walked().together[name] - len(found.together.alone)
    kept = [one for one in found.together.stakes if one not in found.together.alone]
    for wager in kept:
        entry = found.wagers[wager]
        assert isinstance(entry, WagerAnalysis)
        second += entry.ev
    words = ", ".join(found.together.stakes)
    compare = figure.of("PA-669a", "together", words)
    compare("best play for all of them", found.together.ev, second, METHOD)


def test_the_stake_from_which_a_decision_changes(figure: Figures) -> None:
    """At that stake the best play still is that of the main game; a hundredth more, and it is not."""
    chosen = submission("PA-669a", wagers=FORFEITED["progressive"])
    ante = analyze(chosen).wagers["ante"]
    assert isinstance(ante, WagerAnalysis)
    told = ante.more["joint_play"]
    assert isinstance(told, list)
    least = Fraction(told[0]["changes_above"])
    gains = [Fraction(0), Fraction(0)]
    fold, scale = nets().fold, nets().scale
    for hand, many in canonical_hands().items():
        cards = tuple(DECK[card] for card in hand)
        share = walked().folds[cards]
        lost = label_back(chosen, cards)
        if share and lost:
            one = Streets(hand)
            for at, stake in enumerate((least, least * Fraction(101, 100))):
                more = stake * lost * scale
                finer = more.denominator
                dearer = Fraction(one.best(fold * finer - int(more * finer), finer), finer)
                gains[at] += many * (dearer - (one.best(fold) - more * share * FOLD_AT))
    assert gains[1] > 0
    compare = figure.of("PA-669a", "three_card_progressive")
    compare("what is gained at the stake that changes a decision", Fraction(0), gains[0], METHOD)


def test_every_class_of_six_cards() -> None:
    check_classes(1)
