"""Raise It Up Stud (PA-669a): the main game solved, and what each act is worth with any known cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from feltlaw.cards import Card, CardError, check_distinct, show
from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.raise_it_up_classes import HAND, ClassPlace, place_of, sets
from feltlaw.mathematics.raise_it_up_rules import RULES
from feltlaw.mathematics.raise_it_up_solve import Tally, Terms, left, read_terms, solved
from feltlaw.mathematics.raise_it_up_strategy import KNOWN
from feltlaw.submission import Submission


class StreetGame:
    """One submission's main game, solved."""

    def __init__(self, submission: Submission, terms: Terms | None = None) -> None:
        self.submission = submission
        self.solver, self.plan = solved(terms or read_terms(submission))
        self.terms = self.solver.terms

    def where_a_fold_costs(self, more: Fraction) -> StreetGame:
        """The same game, a fold costing more than it does, per unit of the Ante."""
        return StreetGame(self.submission, replace(self.terms, folded=self.terms.folded - more))

    def worth(self, cards: Sequence[Card]) -> Fraction:
        """What three cards are worth at the best play."""
        kind, at = place_of(cards)
        return Fraction(self.plan.start[kind][at], self.terms.scale * left(HAND))

    def first_act(self, cards: Sequence[Card]) -> str:
        """What the best play does first with three cards."""
        kind, at = place_of(cards)
        return self.terms.streets[0][self.plan.chosen[0][kind][at]].say

    @cached_property
    def tally(self) -> Tally:
        """How often the best play ends how."""
        return self.solver.tally(self.plan)

    def folded(self, cards: Sequence[Card]) -> Fraction:
        """How often the best play gives up these three cards in the end."""
        return Fraction(self.given_up(0, cards), left(HAND))

    def given_up(self, street: int, cards: Sequence[Card]) -> int:
        """In how many ways the cards to come lead to a fold, from a decision with these cards known."""
        kind, at = place_of(cards)
        packed = self.tally.packed[street][kind][at]
        return sum(
            self.tally.field(packed, "act", later, place)
            for later, acts in enumerate(self.terms.streets)
            for place, act in enumerate(acts)
            if act.fold
        )

    def hand_value(self, hand: Sequence[Card], community: Sequence[Card] = ()) -> HandValue:
        """What each act is worth with these three cards and the community cards known so far, none to two."""
        cards = (*hand, *community)
        try:
            check_distinct(cards)
        except CardError as error:
            raise AnalysisError(str(error)) from None
        if len(hand) != HAND or len(cards) not in KNOWN or any(card.is_joker for card in cards):
            raise AnalysisError(
                f"a hand of {self.submission.regulation.title} is three cards, like Js Td 8c, and none, one "
                f"or two community cards, not {show(hand)} and {show(community) or 'none'}"
            )
        street = len(community)
        kind, at = place_of(cards)
        whole = self.terms.scale * left(len(cards))
        acts = self.terms.streets[street]
        values = [Fraction(level[kind][at], whole) for level in self.plan.options[street]]
        bold = values.index(max(values)) > 0
        said = RULES[street](*sets(len(cards)).seen(ClassPlace(kind, at)))
        return HandValue(
            show(hand) + (f" | {show(community)}" if community else ""),
            self.terms.names[street],
            {act.say: value for act, value in zip(acts, values, strict=True)},
            () if said == bold else ("the rule to remember says otherwise for these cards",),
        )
