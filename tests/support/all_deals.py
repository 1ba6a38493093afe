"""Every deal of the games of three cards against a dealer, one by one, paid by settlement.

Each of the player's hands, suits that play alike taken once, meets each of the dealer's 18,424. The contest
is asked about every two ranks, and settlement what a hand is paid for each way it can end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb, lcm

import numpy as np

from feltlaw.cards import DECK, Card
from feltlaw.contest import Outcome, against_dealer
from feltlaw.mathematics.rules import Rules
from feltlaw.money import Cents, dollars
from feltlaw.ranking import Poker
from feltlaw.submission import Submission
from tests.support.hands import Numbers
from tests.support.math_checks import settled

HANDS, DEALER_HANDS, HIDDEN = comb(52, 3), comb(49, 3), comb(48, 2)
MAIN = ("ante", "play")
OUTCOMES = tuple(Outcome)
Cards = tuple[Card, ...]

THREE = np.array(list(combinations(range(52), 3)), dtype=np.int64)


@dataclass(frozen=True)
class Met:
    """A hand against all the dealer's."""

    cards: Cards
    weight: int
    rank: int
    ends: Numbers
    """The dealer's hands by how the contest ends."""
    seen: Numbers
    """The same for each card that the dealer may show."""
    dealers: Mapping[Outcome, Cards]
    """A dealer's hand for each end."""


@cache
def player_hands(ranking: Poker) -> dict[Cards, int]:
    """One of all hands that become each other by exchanging suits, and how many they are.

    Hands that paytables tell apart by their suit stay apart.
    """
    found: Counter[Cards] = Counter()
    named = ranking.shape_floor("mini_royal")
    for cards in combinations(DECK, 3):
        if ranking.rank(cards) >= named:
            found[cards] += 1
            continue
        used = sorted({card % 4 for card in cards})
        turns = [dict(zip(used, to, strict=True)) for to in permutations(range(4), len(used))]
        alike = min(tuple(sorted(4 * (card // 4) + turn[card % 4] for card in cards)) for turn in turns)
        found[tuple(DECK[card] for card in alike)] += 1
    assert sum(found.values()) == HANDS
    return dict(found)


@cache
def every_deal(ranking: Poker, qualifier: int, bad_beat: int | None) -> list[Met]:
    """All 407,170,400 deals."""
    ranks = [ranking.rank(cards) for cards in combinations(DECK, 3)]
    order = sorted(set(ranks))
    place = {rank: at for at, rank in enumerate(order)}
    places = np.array([place[rank] for rank in ranks])
    holds = np.zeros((52, len(THREE)), dtype=bool)
    for column in range(3):
        holds[THREE[:, column], np.arange(len(THREE))] = True
    ends = np.array(
        [
            [OUTCOMES.index(against_dealer(mine, other, qualifier, bad_beat)) for other in order]
            for mine in order
        ],
        dtype=np.int64,
    )
    many = len(OUTCOMES)
    found = []
    for cards, weight in player_hands(ranking).items():
        mine = ranking.rank(cards)
        free = np.flatnonzero(~(holds[cards[0]] | holds[cards[1]] | holds[cards[2]]))
        ended = ends[place[mine]][places[free]]
        shown = (THREE[free] * many + ended[:, None]).ravel()
        dealers = {
            OUTCOMES[end]: tuple(DECK[card] for card in THREE[free[int(np.argmax(ended == end))]])
            for end in np.flatnonzero(np.bincount(ended, minlength=many))
        }
        seen = np.bincount(shown, minlength=52 * many).reshape(52, many)
        found.append(Met(cards, weight, mine, np.bincount(ended, minlength=many), seen, dealers))
        assert int(found[-1].ends.sum()) == DEALER_HANDS
    return found


class ByDeals:
    """The main game of a submission by all its deals; with `bet`, at that Ante to the cent."""

    def __init__(self, submission: Submission, bet: Cents | None = None) -> None:
        self.submission = submission
        self.rules = Rules(submission)
        ante = submission.regulation.wagers["ante"]
        ranking = submission.regulation.rankings[ante.ranking]
        assert isinstance(ranking, Poker)
        self.ranking = ranking
        qualifier = ranking.threshold(submission.regulation.contests[ante.contest].qualifier).rank
        self.met = every_deal(ranking, qualifier, self.rules.bad_beat(ante))
        self.stakes = self.rules.stakes("ante")
        if bet is not None:
            self.stakes["ante"] = dollars(bet)
        self._paid: dict[tuple[str, Outcome], Fraction] = {}
        self.fold = self.settle(self.met[0].cards, (), fold=True)

    def settle(self, cards: Cards, dealer: Cards, *, fold: bool = False) -> Fraction:
        """What a deal brings the main game per unit of the Ante."""
        scenario = self.rules.scenario(self.stakes, player=cards, dealer=dealer, fold=fold)
        lines = settled(scenario, self.submission).lines
        mine = [line for line in lines if line.id in MAIN or line.on in MAIN]
        stake = next(line.stake for line in mine if line.id == "ante")
        return Fraction(sum(line.net for line in mine), stake)

    def net(self, met: Met, outcome: Outcome) -> Fraction:
        """What a hand brings that stays in, for one end."""
        key = (self.ranking.read(met.cards).label.names[0], outcome)
        if key not in self._paid:
            self._paid[key] = self.settle(met.cards, met.dealers[outcome])
        return self._paid[key]

    @cached_property
    def nets(self) -> list[list[Fraction]]:
        """For each hand, by end."""
        return [
            [self.net(met, end) if end in met.dealers else Fraction(0) for end in OUTCOMES]
            for met in self.met
        ]

    @cached_property
    def scale(self) -> int:
        return lcm(*{net.denominator for nets in self.nets for net in nets}, self.fold.denominator)

    @cached_property
    def whole(self) -> list[Numbers]:
        """The same in units of 1/`scale`."""
        return [np.array([int(net * self.scale) for net in nets], dtype=np.int64) for nets in self.nets]

    @cached_property
    def values(self) -> list[Fraction]:
        """What each hand is worth that stays in."""
        return [
            Fraction(int(met.ends @ nets), self.scale * DEALER_HANDS)
            for met, nets in zip(self.met, self.whole, strict=True)
        ]

    @cached_property
    def plays(self) -> list[bool]:
        """For each hand, whether staying in is better than a fold."""
        return [value > self.fold for value in self.values]

    @cached_property
    def folded(self) -> dict[Cards, bool]:
        return {met.cards: not plays for met, plays in zip(self.met, self.plays, strict=True)}

    @property
    def staying(self) -> Fraction:
        return Fraction(
            sum(met.weight for met, plays in zip(self.met, self.plays, strict=True) if plays), HANDS
        )

    def ev(self, plays: Callable[[Met], bool] | None = None) -> Fraction:
        """What a way of playing is worth; without one, the best."""
        decided = self.plays if plays is None else [plays(met) for met in self.met]
        total = Fraction(0)
        for met, value, stay in zip(self.met, self.values, decided, strict=True):
            total += met.weight * (value if stay else self.fold)
        return total / HANDS

    @cached_property
    def by_net(self) -> dict[Fraction, int]:
        """Deals by what they bring at the best play."""
        found: Counter[Fraction] = Counter()
        for met, nets, plays in zip(self.met, self.nets, self.plays, strict=True):
            if plays:
                for net, many in zip(nets, met.ends, strict=True):
                    found[net] += met.weight * int(many)
            else:
                found[self.fold] += met.weight * DEALER_HANDS
        return dict(sorted((net, many) for net, many in found.items() if many))

    def card_seen(self) -> Fraction:
        """The value when one of the dealer's cards is seen, whichever it is."""
        fold = int(self.fold * self.scale) * HIDDEN
        total = 0
        for met, nets in zip(self.met, self.whole, strict=True):
            shown = np.delete(met.seen @ nets, list(met.cards))
            total += met.weight * int(np.maximum(shown, fold).sum())
        return Fraction(total, self.scale * HANDS * 49 * HIDDEN)
