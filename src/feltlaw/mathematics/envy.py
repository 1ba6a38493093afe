"""Envy: what the hands of others are worth to whoever makes a progressive wager, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.mathematics.deals import Deals, Folds, deals_for, folded_of_six
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.rules import Rules
from feltlaw.money import Cents
from feltlaw.ranking import Label, Poker
from feltlaw.regulation.model import Award, Wager
from feltlaw.round import Refused, read_round
from feltlaw.settlement import settle_round


@dataclass(frozen=True)
class Envied:
    """A wager that earns envy, and the hands it is read from."""

    rules: Rules
    wager: Wager
    deals: Deals
    """Every deal, whatever the main game does."""
    folds: Folds | None
    """How the main game folds; None where it does not."""
    stake: Cents


def envy_per_other(envied: Envied) -> Fraction | None:
    """What envy is worth for each other player who makes the wager too, per unit staked; None without envy.

    Settlement itself is asked, once for each hand that a schedule names, played and folded.
    """
    award = next(
        (
            given.award
            for given in envied.rules.submission.awards.values()
            if given.award.kind == "envy" and given.award.stake_of[0] == envied.wager.id
        ),
        None,
    )
    if award is None:
        return None
    named = [
        one
        for one in envied.deals.classes
        if any(schedule.table.pick(one.label) is not None for schedule in award.schedules)
    ]
    if envied.rules.submission.limits.seats < 2:
        return Fraction(0)
    played = {one.label: _settled(envied, award, one.cards, fold=False) for one in named}
    folded = played
    if envied.folds is not None:
        folded = {one.label: _settled(envied, award, one.cards, fold=True) for one in named}
    deals = envied.deals
    if envied.folds is not None and played != folded:
        if "dealer" in envied.wager.cards:
            return _of_six(envied, envied.folds, played, folded)
        deals = deals_for(envied.rules.submission, envied.wager, envied.folds)
    paying = [one for one in deals.classes if one.label in played]
    total = sum(one.count * (folded if one.folded else played)[one.label] for one in paying)
    return Fraction(total, deals.total * envied.stake)


def _of_six(
    envied: Envied, folds: Folds, played: Mapping[Label, Cents], folded: Mapping[Label, Cents]
) -> Fraction:
    """Where folded hands give less and the dealer's cards make the hand: every such deal is looked at."""
    ranking = envied.rules.regulation.rankings[envied.wager.ranking]
    if not isinstance(ranking, Poker):
        raise AnalysisError(f"there is no way yet to count the envy on the {envied.wager.title} wager")
    given_up = folded_of_six(ranking, frozenset(played), folds)
    total = sum(one.count * played[one.label] for one in envied.deals.classes if one.label in played)
    less = sum((share * (played[label] - folded[label]) for label, share in given_up.items()), Fraction(0))
    return (total - less) / (envied.deals.total * envied.stake)


def _settled(envied: Envied, award: Award, cards: Mapping[str, tuple[Card, ...]], *, fold: bool) -> Cents:
    """The envy that a player in seat 2 gets for seat 1's hand."""
    rules = envied.rules
    stakes = rules.stakes(*(decision.of for decision in rules.regulation.decisions[:1]), envied.wager.id)
    scenario = rules.dealt(stakes, cards, fold=fold, others=1)
    try:
        lines = settle_round(read_round(scenario, rules.submission)).lines
    except Refused as refusal:
        raise AnalysisError(f"no round can be played at this table: {refusal}") from None
    return sum(line.paid for line in lines if (line.id, line.seat, line.for_seat) == (award.id, 2, 1))
