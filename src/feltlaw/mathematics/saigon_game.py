"""The Ante of Saigon 5 Card (PA-680a): what every setting of every hand is worth, and how the deals end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from feltlaw.cards import Card, show
from feltlaw.contest import Outcome, showdown
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, distribution
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.saigon_classes import CARDS, DEALS, Classes, HandClass, classes
from feltlaw.money import Cents
from feltlaw.ranking import PointCount
from feltlaw.regulation.main_game import MainGame, main_game, main_wager
from feltlaw.regulation.model import Wager
from feltlaw.submission import Submission

Pick = Callable[[HandClass], int]
"""A way of setting: which of a hand's possible ranks it takes."""


@dataclass(frozen=True)
class ShowdownGame:
    """One submission's Ante, hands set as they are best set."""

    submission: Submission
    bet: Cents | None = None
    """Where given, the payout limit is applied to an Ante of so many cents."""

    @cached_property
    def ante(self) -> Wager:
        """The wager that the hands are set for."""
        found = main_wager(self.submission.regulation)
        if found is None or main_game(self.submission.regulation) is not MainGame.SHOWDOWN:
            raise AnalysisError(f"{self.submission.regulation.id} has no showdown")
        return found

    @cached_property
    def classes(self) -> Classes:
        ranking = self.submission.regulation.rankings[self.ante.ranking]
        if not isinstance(ranking, PointCount):
            raise AnalysisError(f"{self.submission.regulation.id} has no showdown of Point Counts")
        return classes(ranking)

    @cached_property
    def rules(self) -> Rules:
        return Rules(self.submission)

    @property
    def half_points(self) -> int:
        """The Point Count that is paid half."""
        return self.submission.regulation.contests[self.ante.contest].half_points

    def outcome(self, player: int, dealer: int) -> Outcome:
        return showdown(player, dealer, self.half_points)

    def net(self, outcome: Outcome) -> Fraction:
        pays = self.ante.outcomes[outcome].pays
        if pays is None:
            raise AnalysisError(f"outcome {outcome} has no pay of its own")
        cut = self.rules.beyond_limit(self.limited(outcome), self.bet)
        return self.rules.net(pays, self.ante.paid_from) - cut

    def limited(self, outcome: Outcome) -> Fraction:
        """What is handed over under the payout limit, per unit, before that cuts anything."""
        pays = self.ante.outcomes[outcome].pays
        paid = self.rules.paid(pays, self.ante.paid_from) if pays is not None else Fraction(0)
        return self.rules.under_limit({self.ante.id: paid})

    @property
    def most_limited(self) -> Fraction:
        return max(self.limited(Outcome(outcome)) for outcome in self.ante.outcomes)

    @cached_property
    def scale(self) -> int:
        return lcm(*(self.net(Outcome(outcome)).denominator for outcome in self.ante.outcomes))

    @cached_property
    def nets(self) -> list[list[int]]:
        """In units of 1/`scale`, by the player's rank and the dealer's."""
        ranks = range(self.classes.ranking.highest + 1)
        return [[int(self.net(self.outcome(mine, other)) * self.scale) for other in ranks] for mine in ranks]

    @cached_property
    def dealers(self) -> dict[tuple[int, ...], list[int]]:
        """For each class of player's hands, the dealer's hands by rank."""
        return {hand.kinds: self.classes.against(hand.kinds) for hand in self.classes.hands}

    def worth(self, dealers: Sequence[int], rank: int) -> int:
        """What a rank wins against these dealer's hands, summed."""
        return sum(many * net for many, net in zip(dealers, self.nets[rank], strict=True))

    def best(self, hand: HandClass) -> int:
        """The rank to set; of equals the highest."""
        dealers = self.dealers[hand.kinds]
        return max(hand.ranks, key=lambda rank: (self.worth(dealers, rank), rank))

    def value(self, pick: Pick) -> Fraction:
        """The mean result of a way of setting."""
        won = sum(hand.ways * self.worth(self.dealers[hand.kinds], pick(hand)) for hand in self.classes.hands)
        return Fraction(won, self.scale * DEALS)

    @cached_property
    def picked(self) -> Mapping[tuple[int, ...], int]:
        """The rank to set, by class of hands."""
        return {hand.kinds: self.best(hand) for hand in self.classes.hands}


# ── outcomes ──


def results(game: ShowdownGame) -> Distribution:
    """What the Ante does at the best setting."""
    return distribution(_rows(game), DEALS)


def _rows(game: ShowdownGame) -> Iterator[OutcomeRow]:
    """One row for each outcome of the contest, in the data's order."""
    many: dict[Outcome, int] = {}
    for (mine, other), count in by_ranks(game, game.picked).items():
        outcome = game.outcome(mine, other)
        many[outcome] = many.get(outcome, 0) + count
    for name in game.ante.outcomes:
        outcome = Outcome(name)
        if many.get(outcome):
            words = name.replace("_", " ")
            witness = None if game.bet is not None else _witness(game, game.picked, outcome)
            yield OutcomeRow(words, many[outcome], game.net(outcome), witness)


def by_ranks(game: ShowdownGame, best: Mapping[tuple[int, ...], int]) -> dict[tuple[int, int], int]:
    """Deals by the player's rank and the dealer's."""
    found: dict[tuple[int, int], int] = {}
    for hand in game.classes.hands:
        mine = best[hand.kinds]
        for other, many in enumerate(game.dealers[hand.kinds]):
            found[mine, other] = found.get((mine, other), 0) + hand.ways * many
    return found


def _witness(game: ShowdownGame, best: Mapping[tuple[int, ...], int], outcome: Outcome) -> dict[str, object]:
    """A deal that ends so, the player's hand set as it should be."""
    deal = find_deal(game, best, outcome)
    if deal is None:
        raise AnalysisError(f"no deal ends in {outcome}")
    five, said, dealer = deal
    return game.rules.scenario(game.rules.stakes(game.ante.id), player=five, dealer=dealer, decisions=[said])


def find_deal(
    game: ShowdownGame, picked: Mapping[tuple[int, ...], int], outcome: Outcome
) -> tuple[tuple[Card, ...], str, tuple[Card, ...]] | None:
    """A player's hand, how it is set, and a dealer's hand that end so; None where none do."""
    ranks = range(game.classes.ranking.highest + 1)
    ends = [[game.outcome(mine, other) == outcome for other in ranks] for mine in ranks]
    for hand in game.classes.hands:
        five = game.classes.example(hand.kinds)
        so = ends[picked[hand.kinds]]
        for other in game.classes.hands:
            if so[other.house]:
                dealer = game.classes.example(other.kinds, taken=five)
                if len(dealer) == CARDS:
                    splits = game.classes.ranking.splits(five)
                    split = next(split for split in splits if split.rank == picked[hand.kinds])
                    act = game.submission.regulation.decisions[0].acts[0]
                    return five, f"{act.say} {show(split.three)}", dealer
    return None
