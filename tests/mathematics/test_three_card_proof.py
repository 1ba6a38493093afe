"""Three Card Poker and Prime a second time: every deal, one by one, paid by settlement.

Nothing here uses inclusion and exclusion or classes of ranks.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics import WagerAnalysis, analyze
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.exposure import dealer_card_seen
from feltlaw.mathematics.outcomes import root
from feltlaw.mathematics.strategy import best_play
from feltlaw.mathematics.three_card import suit_shape
from feltlaw.mathematics.volatility import Session
from feltlaw.submission import Submission
from tests.mathematics.test_three_card import MAIN_GAMES
from tests.support.all_deals import DEALER_HANDS, HANDS, ByDeals, Met
from tests.support.figures import Figures
from tests.support.math_checks import side_net, submission
from tests.support.side_deals import groups

pytestmark = pytest.mark.proof

METHOD = "every deal, settled"
DEALS = HANDS * DEALER_HANDS
Plays = Callable[[Met], bool]
LOWEST = {
    "any queen with a 6": "Qc 6d 2h",
    "any queen with a 7": "Qc 7d 2h",
    "any king": "Kc 3d 2h",
    "any ace": "Ac 4d 2h",
    "pairs and better only": "2c 2d 3h",
}
"""The lowest hand that each rule of thumb plays."""


def named(chosen: Submission) -> str:
    """The tables of the main game, and what else it depends on."""
    given = [
        one.paytable for one in chosen.awards.values() if one.award.id in ("ante_bonus", "bad_beat_bonus")
    ]
    names = [table.key for table in given if table is not None]
    return ", ".join([*names, *(["mini-royal row"] if "mini_royal" in str(chosen.to_data()) else [])])


@pytest.mark.parametrize(("regulation", "sections"), MAIN_GAMES)
def test_every_deal(regulation: str, sections: dict[str, object], figure: Figures) -> None:
    """407,170,400 deals: outcomes, decisions, other ways of playing, and one dealer card seen."""
    chosen = submission(regulation, **sections)
    game, found = DealerGame(chosen), ByDeals(chosen)
    compare = figure.of(regulation, "ante", named(chosen))
    whole = game.distribution
    compare("expected value", whole.ev, found.ev(), METHOD)
    assert whole.by_net == found.by_net
    assert all(folded == (game.folded(cards) == 1) for cards, folded in found.folded.items())
    values = {(suit_shape(case.hand.cards), case.hand.label): game.stay_value(case) for case in game.cases}
    for met, value in zip(found.met, found.values, strict=True):
        assert values[suit_shape(met.cards), game.ranking.read(met.cards).label] == value
    compare("how often the best play stays in", game.staying, found.staying, METHOD)
    compare("average stake", game.average_stake, 1 + found.staying, METHOD)
    square = sum((many * net**2 for net, many in found.by_net.items()), Fraction(0)) / DEALS
    compare("standard deviation", whole.std_dev, root(square - found.ev() ** 2), METHOD)
    ahead = Fraction(sum(many for net, many in found.by_net.items() if net > 0), DEALS)
    compare("hit frequency", whole.hit_frequency, ahead, METHOD)
    compare("one dealer card seen", dealer_card_seen(game).ev, found.card_seen(), METHOD)
    for way in best_play(game).compared:
        if way.name in LOWEST:
            second = found.ev(from_rank(game.ranking.rank(parse_cards(LOWEST[way.name]))))
        else:
            second = found.ev(WAYS[way.name](found, way.rule))
        compare(f"played as: {way.name}", way.ev, second, METHOD)


def from_rank(least: int) -> Plays:
    return lambda met: met.rank >= least


def by_rule(found: ByDeals, rule: str) -> Plays:
    """`play Q-6-4 or better`: the hand is read off the words."""
    text = rule.removeprefix("play ").removesuffix(" or better")
    ranks = [rank.replace("10", "T") for rank in text.split("-")]
    least = found.ranking.rank(
        parse_cards(" ".join(rank + suit for rank, suit in zip(ranks, "cdh", strict=True)))
    )
    return from_rank(least)


def mimic(found: ByDeals, _: str) -> Plays:
    """Plays what a dealer needs to qualify, which is what the chapter says: queen high."""
    return from_rank(found.ranking.rank(parse_cards("Qc 3d 2h")))


WAYS: dict[str, Callable[[ByDeals, str], Plays]] = {
    "the rule": by_rule,
    "mimic the dealer": mimic,
    "never fold": lambda *_: lambda _: True,
    "always fold": lambda *_: lambda _: False,
}

TOGETHER = [
    ("PA-649a", {"five_card_progressive": {}, "three_card_progressive": {}, "pair_plus": {"paytable": "D"}}),
    ("MA-TCP", {"multi_game_link": {}}),
    ("MA-TCP", {"multi_game_link": {"paytable": "PTMGLML02"}, "six_card_bonus": {}}),
    ("PA-679a", {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}}),
]


@pytest.mark.parametrize(("regulation", "wagers"), TOGETHER)
@pytest.mark.parametrize("units", [Fraction(1), Fraction(1, 20)])
def test_played_together(
    regulation: str, wagers: dict[str, object], units: Fraction, figure: Figures
) -> None:
    """For every hand, folding and staying in with all wagers on the felt, each of them settled both ways."""
    chosen = submission(regulation, wagers=wagers)
    found = ByDeals(chosen)
    beside = [name for name, one in chosen.wagers.items() if name not in ("ante", "play")]
    engine = analyze(chosen, stakes=dict.fromkeys(beside, units)).together
    assert engine is not None
    stays: dict[object, Fraction] = {}
    leaves: dict[object, Fraction] = {}
    lost: dict[str, dict[object, Fraction]] = {wager: {} for wager in beside}
    apart = Fraction(0)
    for wager in beside:
        counted = groups(chosen, wager, by_hand=True)
        for group in counted.groups:
            stay = side_net(chosen, wager, group.cards)
            leave = side_net(chosen, wager, group.cards, fold=True)
            share = Fraction(group.count, counted.total)
            if group.hand is None:
                assert stay == leave, "nothing here depends on the decision"
                apart += units * share * stay
            else:
                stays[group.hand] = stays.get(group.hand, Fraction(0)) + units * share * stay
                leaves[group.hand] = leaves.get(group.hand, Fraction(0)) + units * share * leave
                lost[wager][group.hand] = lost[wager].get(group.hand, Fraction(0)) + share * (stay - leave)
    total = Fraction(0)
    base = Fraction(0)
    for met, value in zip(found.met, found.values, strict=True):
        weight = Fraction(met.weight, HANDS)
        stay = weight * value + stays.get(met.cards, Fraction(0))
        leave = weight * found.fold + leaves.get(met.cards, Fraction(0))
        total += max(stay, leave)
        base += leave if found.folded[met.cards] else stay
    compare = figure.of(regulation, "together", f"{', '.join(beside)}: {units} each")
    method = "every hand, folded and played, settled"
    compare("best play for all of them", engine.ev, total + apart, method)
    compare("best play of the main game", engine.base, base + apart, method)
    compare("gain", engine.gain, total - base, method)
    ante = analyze(chosen).wagers["ante"]
    assert isinstance(ante, WagerAnalysis)
    told = ante.more.get("joint_play", [])
    assert isinstance(told, list)
    for one in told:
        turns = [
            Fraction(met.weight, HANDS) * (found.fold - value) / back
            for met, value in zip(found.met, found.values, strict=True)
            if found.folded[met.cards] and (back := lost[one["with"]].get(met.cards))
        ]
        beside_it = figure.of(regulation, one["with"])
        least = str(min(turns)) if turns else "None"
        beside_it("stake from which it changes a decision", str(one["changes_above"]), least, method)


@pytest.mark.parametrize("bet", [400_000, 500_000, 2_000_000])
def test_under_a_payout_limit(bet: int, figure: Figures) -> None:
    chosen = submission("PA-679a", limits={"minimum": 10, "maximum": 20_000, "payout_limit": 50_000})
    entry = analyze(chosen, session=Session(bet=bet)).wagers["ante"]
    assert isinstance(entry, WagerAnalysis)
    limit = entry.more["payout_limit"]
    assert isinstance(limit, dict)
    compare = figure.of("PA-679a", "ante", f"payout limit $50,000, Ante ${bet // 100:,}")
    compare("expected value", Fraction(limit["at"]["ev"]), ByDeals(chosen, bet).ev(), METHOD)
