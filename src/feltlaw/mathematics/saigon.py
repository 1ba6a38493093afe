"""Saigon 5 Card (PA-680a): the Ante, exactly, with the best setting of every hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

from feltlaw.cards import Card, CardError, check_distinct, show
from feltlaw.contest import Outcome, showdown
from feltlaw.mathematics.advice import Compared, Exposure, HandValue, Strategy
from feltlaw.mathematics.counts import categories
from feltlaw.mathematics.model import AnalysisError, Distribution, Row, WagerAnalysis, distribution, ratio
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.saigon_classes import CARDS, DEALER_HANDS, DEALS, HANDS, Classes, HandClass, classes
from feltlaw.money import Cents
from feltlaw.ranking import Label, PointCount, Poker
from feltlaw.regulation.model import Wager
from feltlaw.submission import Submission

Pick = Callable[[HandClass], int]
"""A way of setting: which of a hand's possible ranks it takes."""

ALWAYS = "set the three that qualify so that the other two have the highest Point Count (the house way)"


@dataclass(frozen=True)
class Game:
    """One submission's Ante."""

    submission: Submission
    bet: Cents | None = None
    """Where given, the payout limit is applied to an Ante of so many cents."""

    @cached_property
    def classes(self) -> Classes:
        ranking = self.submission.regulation.rankings[self._ante.ranking]
        if not isinstance(ranking, PointCount) or self._ante.contest != "showdown":
            raise AnalysisError(f"{self.submission.regulation.id} has no showdown of Point Counts")
        return classes(ranking)

    @cached_property
    def rules(self) -> Rules:
        return Rules(self.submission)

    @property
    def _ante(self) -> Wager:
        return self.submission.regulation.wagers["ante"]

    def outcome(self, player: int, dealer: int) -> Outcome:
        return showdown(player, dealer, self.submission.regulation.contests["showdown"].half_points)

    def net(self, outcome: Outcome) -> Fraction:
        pays = self._ante.outcomes[outcome].pays
        if pays is None:
            raise AnalysisError(f"outcome {outcome} has no pay of its own")
        cut = self.rules.beyond_limit(self.limited(outcome), self.bet)
        return self.rules.net(pays, self._ante.paid_from) - cut

    def limited(self, outcome: Outcome) -> Fraction:
        """What is handed over under the payout limit, per unit, before that cuts anything."""
        pays = self._ante.outcomes[outcome].pays
        paid = self.rules.paid(pays, self._ante.paid_from) if pays is not None else Fraction(0)
        return self.rules.under_limit({self._ante.id: paid})

    @property
    def most_limited(self) -> Fraction:
        return max(self.limited(Outcome(outcome)) for outcome in self._ante.outcomes)

    @cached_property
    def scale(self) -> int:
        return lcm(*(self.net(Outcome(outcome)).denominator for outcome in self._ante.outcomes))

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


def analyze_main(submission: Submission, *, full_table: bool = False) -> WagerAnalysis:
    """The Ante at optimal play; on request with every hand that has a choice.

    >>> from feltlaw.submission import Submission
    >>> analyze_main(Submission.from_data({"regulation": "PA-680a"})).ev
    Fraction(-23749189, 1271680410)
    """
    from feltlaw.mathematics.saigon_table import decisions

    game = Game(submission)
    best, whole = game.picked, results(game)
    table = tuple(decisions(game)) if full_table else ()
    return WagerAnalysis(
        wager="ante",
        distribution=whole,
        covers=("ante",),
        strategy=replace(_strategy(game, best, whole), table=table),
        exposures=(_exposure(game, best, whole.ev),),
        more={"point_counts": _point_counts(game, best)},
    )


def hand_value(submission: Submission, five: Sequence[Card]) -> HandValue:
    """What each legal setting of five cards is worth.

    >>> from feltlaw.cards import parse_cards
    >>> submission = Submission.from_data({"regulation": "PA-680a"})
    >>> hand_value(submission, parse_cards("Jk Kh 4d 3c 2s")).best
    'set Jk Kh 4d (Point Count 5)'
    """
    try:
        check_distinct(five)
    except CardError as error:
        raise AnalysisError(str(error)) from None
    if len(five) != CARDS:
        raise AnalysisError(f"{show(five)}: give five cards")
    game = Game(submission)
    ranking = game.classes.ranking
    dealers = game.classes.against(game.classes.kinds_of(tuple(five)))
    splits = sorted(ranking.splits(five), key=lambda split: -split.points)
    qualifies = splits[0].qualifies
    words = f"Point Count {{}}{'' if qualifies else ', does not qualify'}"
    return HandValue(
        show(five),
        submission.regulation.decisions[0].name,
        {
            f"set {show(split.three)} ({words.format(split.points)})": Fraction(
                game.worth(dealers, split.rank), game.scale * DEALER_HANDS
            )
            for split in splits
        },
        ()
        if qualifies
        else ("no three cards total 10, 20 or 30, so every setting is worth the same to the Ante",),
    )


def bonus_counts(ranking: Poker) -> dict[Label, int]:
    """All 2,869,685 hands of five cards, the joker among them, by what the Bonus may tell apart."""
    return {category.label: category.count for category in categories(ranking, jokers=1)}


# ── outcomes ──


def results(game: Game) -> Distribution:
    """What the Ante does at the best setting."""
    return distribution(_rows(game), DEALS)


def _rows(game: Game) -> Iterator[Row]:
    """One row for each outcome of the contest, in the data's order."""
    many: dict[Outcome, int] = {}
    for (mine, other), count in by_ranks(game, game.picked).items():
        outcome = game.outcome(mine, other)
        many[outcome] = many.get(outcome, 0) + count
    for name in game.submission.regulation.wagers["ante"].outcomes:
        outcome = Outcome(name)
        if many.get(outcome):
            words = name.replace("_", " ")
            witness = None if game.bet is not None else _witness(game, game.picked, outcome)
            yield Row(words, many[outcome], game.net(outcome), witness)


def by_ranks(game: Game, best: Mapping[tuple[int, ...], int]) -> dict[tuple[int, int], int]:
    """Deals by the player's rank and the dealer's."""
    found: dict[tuple[int, int], int] = {}
    for hand in game.classes.hands:
        mine = best[hand.kinds]
        for other, many in enumerate(game.dealers[hand.kinds]):
            found[mine, other] = found.get((mine, other), 0) + hand.ways * many
    return found


def _witness(game: Game, best: Mapping[tuple[int, ...], int], outcome: Outcome) -> dict[str, object]:
    """A deal that ends so, the player's hand set as it should be."""
    deal = find_deal(game, best, outcome)
    if deal is None:
        raise AnalysisError(f"no deal ends in {outcome}")
    five, said, dealer = deal
    return game.rules.scenario(game.rules.stakes("ante"), player=five, dealer=dealer, decisions=[said])


def find_deal(
    game: Game, picked: Mapping[tuple[int, ...], int], outcome: Outcome
) -> tuple[tuple[Card, ...], str, tuple[Card, ...]] | None:
    """A player's hand, how it is set, and a dealer's hand that end so; None where none do."""
    for hand in game.classes.hands:
        five = game.classes.example(hand.kinds)
        for other in game.classes.hands:
            if game.outcome(picked[hand.kinds], other.house) == outcome:
                dealer = game.classes.example(other.kinds, taken=five)
                if len(dealer) == CARDS:
                    splits = game.classes.ranking.splits(five)
                    split = next(split for split in splits if split.rank == picked[hand.kinds])
                    act = game.submission.regulation.decisions[0].acts[0]
                    return five, f"{act.say} {show(split.three)}", dealer
    return None


def _point_counts(game: Game, best: Mapping[tuple[int, ...], int]) -> dict[str, dict[str, str]]:
    """How often player and dealer hold each Point Count; 0 for a hand that does not qualify."""
    mine: dict[int, int] = {}
    theirs: dict[int, int] = {}
    for hand in game.classes.hands:
        mine[best[hand.kinds]] = mine.get(best[hand.kinds], 0) + hand.ways
        theirs[hand.house] = theirs.get(hand.house, 0) + hand.ways
    return {
        who: {str(rank): ratio(Fraction(counts[rank], HANDS)) for rank in sorted(counts)}
        for who, counts in (("player", mine), ("dealer", theirs))
    }


# ── strategy ──


def named_ways(half: int) -> tuple[tuple[str, str, Pick], ...]:
    """Ways to set a hand: a name, what it says, and what is set; `half` is the count that pays half."""
    return (
        ("the house way", ALWAYS, lambda hand: hand.house),
        (
            f"never a {half}",
            f"as the house way, but a lower Point Count rather than {half}, which pays half",
            lambda hand: hand.ranks[-2] if hand.house == half and len(hand.ranks) > 1 else hand.house,
        ),
        ("the lowest", "set the lowest Point Count that qualifies", lambda hand: hand.ranks[0]),
    )


def _strategy(game: Game, best: Mapping[tuple[int, ...], int], whole: Distribution) -> Strategy:
    hands = game.classes.hands
    half = game.submission.regulation.contests["showdown"].half_points
    highest = sum(hand.ways for hand in hands if best[hand.kinds] == hand.house != 0)
    lower = sum(hand.ways for hand in hands if best[hand.kinds] != hand.house)
    free = HANDS - highest - lower
    compared = tuple(
        Compared(name, rule, value, whole.ev - value)
        for name, rule, pick in named_ways(half)
        for value in (game.value(pick),)
    )
    choices = sum(hand.ways for hand in hands if len(hand.ranks) > 1)
    notes = [
        f"only hands with the joker can qualify with different Point Counts: {choices:,} of {HANDS:,}",
        f"{free:,} hands do not qualify; how they are set does not matter to the Ante",
    ]
    if lower:
        notes.append(f"{lower:,} hands are better set below their highest Point Count")
    else:
        notes.append("no hand is better set below its highest Point Count, the half-paying one included")
    return Strategy(
        rule=ALWAYS,
        frequencies={
            "set the highest Point Count": Fraction(highest, HANDS),
            "set a lower Point Count": Fraction(lower, HANDS),
            "does not qualify": Fraction(free, HANDS),
        },
        notes=tuple(notes),
        cost_of_rule=compared[0].cost,
        compared=compared,
    )


def _exposure(game: Game, best: Mapping[tuple[int, ...], int], ev: Fraction) -> Exposure:
    seen = _exposed(game, best)
    return Exposure("one dealer card", seen, "no hand is set otherwise" if seen == ev else "")


def _exposed(game: Game, best: Mapping[tuple[int, ...], int]) -> Fraction:
    """The value when one card of the dealer's is seen before the hand is set."""
    won = 0
    for hand in game.classes.hands:
        if len(hand.ranks) == 1:
            won += CARDS * hand.ways * game.worth(game.dealers[hand.kinds], best[hand.kinds])
            continue
        for kind, cards in enumerate(game.classes.cards):
            left = len(cards) - hand.kinds.count(kind)
            if left:
                dealers = game.classes.against(hand.kinds, seen=kind)
                won += hand.ways * left * max(game.worth(dealers, rank) for rank in hand.ranks)
    return Fraction(won, game.scale * CARDS * DEALS)
