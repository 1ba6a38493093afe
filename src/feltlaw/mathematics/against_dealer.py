"""The main game of Three Card Poker and of Three Card Prime: Ante and Play against a dealer who must qualify.

Every figure is a sum over the 1,755 hands of `three_card`, each with the dealer's hands counted by how the
contest ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from feltlaw.cards import Card
from feltlaw.contest import Outcome, against_dealer
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, distribution
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.three_card import (
    DEALER_HANDS,
    DEALS,
    HANDS,
    HandOfThree,
    HandTable,
    hand_table,
    suit_shape,
)
from feltlaw.money import Cents
from feltlaw.ranking import Label, Poker
from feltlaw.regulation.main_game import MainGame, main_game, main_wager, main_wagers
from feltlaw.regulation.model import Act, Award, Wager
from feltlaw.submission import Submission

_NEVER, _ALWAYS = Fraction(0), Fraction(1)


class Zone(NamedTuple):
    """The dealer's hands from a place upward, until the next zone, against which a hand fares alike."""

    outcome: Outcome
    lowest: int


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a hand wins by staying in, for one outcome."""

    words: str
    net: Fraction
    limited: Fraction
    """What is handed over of it under the payout limit, before that cuts anything."""


class Case(NamedTuple):
    """A hand of the player against all dealer's hands."""

    hand: HandOfThree
    zones: tuple[Zone, ...]
    counts: tuple[int, ...]
    """The dealer's hands in each zone, those with a card of the player's left out."""
    value: int
    """The sum over the dealer's hands of what staying in wins, in units of 1/`MainGame.scale`."""


class DealerGame:
    """One submission's game: every hand against all dealer's hands, and the best decision for it."""

    def __init__(self, submission: Submission, bet: Cents | None = None) -> None:
        """With `bet`, the payout limit is applied to an Ante of so many cents."""
        self.submission = submission
        self.bet = bet
        self.rules = Rules(submission)
        regulation = submission.regulation
        ante = main_wager(regulation)
        if ante is None or main_game(regulation) is not MainGame.AGAINST_DEALER:
            raise AnalysisError(f"{regulation.id} is no game against a dealer")
        decision, ranking = regulation.decisions[0], regulation.rankings[ante.ranking]
        if not isinstance(ranking, Poker) or ranking.of != 3:
            raise AnalysisError(f"{regulation.id} is no game of three cards against a dealer")
        self.ante = ante
        self.ranking = ranking
        self.table: HandTable = hand_table(ranking)
        self.acts = decision.acts
        self.stay: Act = next(act for act in decision.acts if act.play)
        self.leave: Act = next(act for act in decision.acts if act.fold)
        self.wagers: tuple[tuple[Wager, int], ...] = tuple(
            (wager, self.stay.play if wager.stake.kind == "decision" else 1)
            for wager in main_wagers(regulation)
        )
        """The wagers of the contest, with the stake on each per unit of the Ante of a player who stays in."""
        self.awards: tuple[Award, ...] = tuple(
            paid.award for paid in submission.awards.values() if paid.award.kind == "bonus"
        )
        self.qualifier = ranking.threshold(regulation.contests[ante.contest].qualifier).rank
        self.bad_beat = self.rules.bad_beat(ante)
        self._needed = self.table.place(self.qualifier)

    @property
    def covers(self) -> tuple[str, ...]:
        return (*(wager.id for wager, _ in self.wagers), *(award.id for award in self.awards))

    # ── what a hand is worth ──

    def zones(self, place: int) -> tuple[Zone, ...]:
        """How a hand of this place fares against all others; the contest is asked where it can change."""
        ranks = self.table.ranks
        found: list[Zone] = []
        for lowest in sorted({0, self._needed, place, place + 1}):
            if lowest < len(ranks):
                outcome = against_dealer(ranks[place], ranks[lowest], self.qualifier, self.bad_beat)
                if not found or found[-1].outcome is not outcome:
                    found.append(Zone(outcome, lowest))
        return tuple(found)

    @cached_property
    def payoffs(self) -> Mapping[Label, Mapping[Outcome, Payoff]]:
        """What all wagers and awards of the game pay a player who stays in, per unit of the Ante."""
        labels = {id(hand.label): hand.label for hand in self.table.hands}.values()
        outcomes = [Outcome(one) for one in self.ante.outcomes]
        return {label: {outcome: self._payoff(label, outcome) for outcome in outcomes} for label in labels}

    def _payoff(self, label: Label, outcome: Outcome) -> Payoff:
        total = Fraction(0)
        paid_for: list[str] = []
        handed: dict[str, Fraction] = {}
        for wager, stake in self.wagers:
            pays = wager.outcomes[outcome].pays
            if pays is None:
                row, _ = self.rules.row_and_net(wager, label)
                if row is None:
                    raise AnalysisError(f"no row of the {wager.title} paytable pays a {label.shape}")
                pays = row.pays
                paid_for.append(row.hand)
            total += stake * self.rules.net(pays, wager.paid_from)
            handed[wager.id] = stake * self.rules.paid(pays, wager.paid_from)
        stakes = {wager.id: stake for wager, stake in self.wagers}
        for award in self.awards:
            table = self.submission.awards[award.id].paytable
            row = table.pick(label) if table else None
            if row is not None and award.on_outcome in ("", outcome):
                handed[award.id] = stakes[award.stake_of[0]] * self.rules.paid(row.pays, award.paid_from)
                total += handed[award.id]
                paid_for.append(row.hand)
        limited = self.rules.under_limit(handed)
        total -= self.rules.beyond_limit(limited, self.bet)
        words = [outcome.value, *dict.fromkeys(paid_for)]
        return Payoff(f"{self.stay.say}: " + ", ".join(words).replace("_", " "), total, limited)

    @property
    def most_limited(self) -> Fraction:
        """The most that one round can hand over under the payout limit, per unit of the Ante."""
        return max(one.limited for paid in self.payoffs.values() for one in paid.values())

    @cached_property
    def lost(self) -> Fraction:
        """What a fold costs per unit of the Ante."""
        return -sum((Fraction(1) for wager, _ in self.wagers if not self.rules.keeps(wager)), Fraction(0))

    @cached_property
    def scale(self) -> int:
        """A whole number that makes every payoff whole."""
        return lcm(*(one.net.denominator for paid in self.payoffs.values() for one in paid.values()))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Every hand against all dealer's hands."""
        table, scale = self.table, self.scale
        zones = [self.zones(place) for place in range(len(table.ranks))]
        nets = {
            id(label): {outcome: int(one.net * scale) for outcome, one in paid.items()}
            for label, paid in self.payoffs.items()
        }
        found: list[Case] = []
        for hand in table.hands:
            mine, paid = zones[hand.at], nets[id(hand.label)]
            counts: list[int] = []
            before = value = 0
            outcome = mine[0].outcome
            for after, lowest in mine[1:]:
                if lowest == hand.at:
                    below = hand.lower
                elif lowest == hand.at + 1:
                    below = hand.lower + hand.equal
                else:
                    below = table.below(hand, lowest)
                counts.append(below - before)
                value += (below - before) * paid[outcome]
                before, outcome = below, after
            counts.append(DEALER_HANDS - before)
            value += (DEALER_HANDS - before) * paid[outcome]
            found.append(Case(hand, mine, tuple(counts), value))
        return tuple(found)

    def stay_value(self, case: Case) -> Fraction:
        return Fraction(case.value, self.scale * DEALER_HANDS)

    def case(self, cards: Sequence[Card]) -> Case:
        """The case that these three cards are."""
        hand = self.table.of(cards)
        return next(case for case in self.cases if case.hand is hand)

    # ── playing ──

    @cached_property
    def fold_value(self) -> int:
        """A fold, in the units of `Case.value`."""
        return int(self.lost * self.scale) * DEALER_HANDS

    def stays(self, case: Case) -> bool:
        """The best decision: to stay in where that is worth more than a fold."""
        return case.value > self.fold_value

    @cached_property
    def _given_up(self) -> frozenset[tuple[tuple[int, ...], ...]]:
        return frozenset(suit_shape(case.hand.cards) for case in self.cases if not self.stays(case))

    def folded(self, cards: tuple[Card, ...]) -> Fraction:
        """1 for a hand that the best play folds, 0 for the others."""
        return _ALWAYS if suit_shape(cards) in self._given_up else _NEVER

    def ev(self, plays: Callable[[Case], bool]) -> Fraction:
        """What a way of playing is worth per unit of the Ante."""
        fold = self.fold_value
        total = sum(case.hand.weight * (case.value if plays(case) else fold) for case in self.cases)
        return Fraction(total, self.scale * DEALS)

    @property
    def value(self) -> Fraction:
        """What the best play is worth per unit of the Ante."""
        return self.ev(self.stays)

    @cached_property
    def staying(self) -> Fraction:
        """How often the best decision is to stay in."""
        return Fraction(sum(case.hand.weight for case in self.cases if self.stays(case)), HANDS)

    @cached_property
    def average_stake(self) -> Fraction:
        often = {"decision": self.staying}
        return sum(
            (stake * often.get(wager.stake.kind, _ALWAYS) for wager, stake in self.wagers), Fraction(0)
        )

    # ── what can happen ──

    @cached_property
    def distribution(self) -> Distribution:
        """Every outcome of the game at its best, with a deal that ends so."""
        counts: dict[str, int] = {}
        firsts: dict[str, tuple[HandOfThree, Zone | None, Fraction]] = {}
        payoffs = {id(label): paid for label, paid in self.payoffs.items()}
        for case in self.cases:
            hand = case.hand
            if not self.stays(case):
                counts["fold"] = counts.get("fold", 0) + hand.weight * DEALER_HANDS
                firsts.setdefault("fold", (hand, None, self.lost))
                continue
            paid = payoffs[id(hand.label)]
            for zone, many in zip(case.zones, case.counts, strict=True):
                if many:
                    payoff = paid[zone.outcome]
                    counts[payoff.words] = counts.get(payoff.words, 0) + hand.weight * many
                    firsts.setdefault(payoff.words, (hand, zone, payoff.net))
        rows = [
            OutcomeRow(words, counts[words], net, self._witness(hand, zone))
            for words, (hand, zone, net) in firsts.items()
        ]
        return distribution(sorted(rows, key=lambda row: (-row.net, row.outcome)), DEALS)

    def _witness(self, hand: HandOfThree, zone: Zone | None) -> dict[str, object] | None:
        """A deal that ends so; none where the payout limit is applied, which needs that stake."""
        if self.bet is not None:
            return None
        stakes = self.rules.stakes(self.ante.id)
        if zone is None:
            return self.rules.scenario(stakes, player=hand.cards, fold=True)
        zones = self.zones(hand.at)
        later = [one.lowest for one in zones if one.lowest > zone.lowest]
        dealer = self.table.dealt(zone.lowest, min(later, default=len(self.table.ranks)), hand.cards)
        return self.rules.scenario(stakes, player=hand.cards, dealer=dealer or ())
