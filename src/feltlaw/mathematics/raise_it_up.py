"""Raise It Up Stud (PA-669a): Ante, Blind and Play, exactly, with the best play at all three decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from feltlaw.cards import DECK, Card, CardError, check_distinct, show
from feltlaw.mathematics.advice import Exposure, HandValue
from feltlaw.mathematics.model import AnalysisError, Row, WagerAnalysis, distribution
from feltlaw.mathematics.raise_it_up_classes import HAND, MOST, Place, example, place_of, sets
from feltlaw.mathematics.raise_it_up_rules import RULES
from feltlaw.mathematics.raise_it_up_solve import (
    ANTE_BLIND_PLAY,
    DEALS,
    Game,
    Plan,
    Tally,
    Terms,
    left,
    read_terms,
    solved,
)
from feltlaw.mathematics.raise_it_up_strategy import KNOWN, best_play, frequencies
from feltlaw.mathematics.rules import Rules
from feltlaw.submission import Submission

EXPOSED = {
    "the 4th Street card": (4, 4, 5),
    "the 5th Street card": (4, 5, 5),
    "the 6th Street card": (4, 5, 6),
}
"""What may be seen before the first decision, and how many cards are then known at each decision."""


class MainGame:
    """One submission's main game, solved."""

    def __init__(self, submission: Submission, terms: Terms | None = None) -> None:
        self.submission = submission
        self.game, self.plan = solved(terms or read_terms(submission))
        self.terms = self.game.terms

    def where_a_fold_costs(self, more: Fraction) -> MainGame:
        """The same game, a fold costing more than it does, per unit of the Ante."""
        return MainGame(self.submission, replace(self.terms, folded=self.terms.folded - more))

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
        return self.game.tally(self.plan)

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
        said = RULES[street](*sets(len(cards)).seen(Place(kind, at)))
        return HandValue(
            show(hand) + (f" | {show(community)}" if community else ""),
            self.terms.names[street],
            {act.say: value for act, value in zip(acts, values, strict=True)},
            () if said == bold else ("the rule to remember says otherwise for these cards",),
        )

    def analysis(self, *, full_table: bool = False) -> WagerAnalysis:
        """The whole game per unit of the Ante, at optimal play; on request with every decision."""
        from feltlaw.mathematics.raise_it_up_joint import joint_play

        beside = joint_play(self)
        played = sum(times * many for (times, _), many in self.tally.results.items())
        rows = _rows(self.submission, self.game, self.plan, self.tally)
        return WagerAnalysis(
            wager="ante",
            distribution=distribution(rows, DEALS),
            covers=ANTE_BLIND_PLAY,
            average_stake=-self.terms.folded + Fraction(played, DEALS),
            strategy=best_play(self.game, self.plan, self.tally, full_table=full_table),
            exposures=tuple(_exposures(self.game)),
            warnings=("the main game pays back more than it takes",) if self.plan.value > 0 else (),
            more={"decisions": frequencies(self.game, self.tally)}
            | ({"joint_play": beside} if beside else {}),
        )


def analyze_main(submission: Submission) -> WagerAnalysis:
    """The main game per unit of the Ante, at optimal play.

    >>> from feltlaw.submission import Submission
    >>> game = analyze_main(Submission.from_data({"regulation": "PA-669a"}))
    >>> game.ev, game.average_stake
    (Fraction(-7129937, 203585200), Fraction(7173043, 2165800))
    """
    return MainGame(submission).analysis()


def hand_value(submission: Submission, hand: Sequence[Card], community: Sequence[Card] = ()) -> HandValue:
    """What each act is worth with these cards known.

    >>> from feltlaw.cards import parse_cards
    >>> hand_value(Submission.from_data({"regulation": "PA-669a"}), parse_cards("Js Td 8c")).best
    'play 3x'
    """
    return MainGame(submission).hand_value(hand, community)


def _exposures(game: Game) -> Iterator[Exposure]:
    for seen, known in EXPOSED.items():
        yield Exposure(seen, game.plan(known=known).value, "known from the first decision on")


# ── outcomes ──


def _rows(submission: Submission, game: Game, plan: Plan, tally: Tally) -> Iterator[Row]:
    """A row for each amount played and each line of the Play paytable, and one for the fold."""
    terms, rules = game.terms, Rules(submission)
    search = _Search(game, plan, tally)
    stakes = rules.stakes("ante")

    def witness(field: tuple[str, int, int]) -> Mapping[str, object]:
        hand, community, said = search.find(field)
        return rules.scenario(stakes, player=hand, community=community, decisions=said)

    for times in sorted({times for times, _ in tally.results}, reverse=True):
        grouped: dict[tuple[str, Fraction], list[int]] = {}
        for label in range(len(terms.rows) - 1, -1, -1):
            grouped.setdefault((terms.rows[label], terms.net(label, times)), []).append(label)
        for (row, net), labels in grouped.items():
            held = [label for label in labels if tally.results[times, label]]
            if held:
                words = row.replace("_", " ") or "no winning hand"
                many = sum(tally.results[times, label] for label in held)
                yield Row(f"play {times}x: {words}", many, net, witness(("result", times, held[0])))
    for street, acts in enumerate(terms.streets):
        for place, act in enumerate(acts):
            many = tally.acts[street, place]
            if act.fold and many:
                yield Row("fold", many, terms.folded, witness(("act", street, place)))


class _Search:
    """Finds a deal that ends in a given way under a plan: follows the counts to where they are not zero."""

    def __init__(self, game: Game, plan: Plan, tally: Tally) -> None:
        self.game = game
        self.tally = tally
        self.chosen = plan.chosen

    def find(self, field: tuple[str, int, int]) -> tuple[tuple[Card, ...], tuple[Card, ...], list[str]]:
        """The player's cards, the community's, and what the player says."""
        cards = self._start(field)
        said: list[str] = []
        for street, acts in enumerate(self.game.terms.streets):
            kind, at = place_of(cards)
            act = acts[self.chosen[street][kind][at]]
            said.append(act.say)
            if act.play or act.fold:
                break
            cards = self._deal(cards, partial(self._has, field, street + 1))
        while len(cards) < MOST:
            cards = self._deal(cards, lambda more: field[0] == "act" or self._makes(more, field[2]))
        return cards[:HAND], cards[HAND:], said

    def _start(self, field: tuple[str, int, int]) -> tuple[Card, ...]:
        for kind, packed in enumerate(self.tally.packed[0]):
            for at, number in enumerate(packed):
                if self.tally.field(number, *field):
                    return example(HAND, Place(kind, at))
        raise AnalysisError("no deal ends that way")

    def _deal(self, cards: tuple[Card, ...], fits: Callable[[tuple[Card, ...]], bool]) -> tuple[Card, ...]:
        return next(more for card in DECK if card not in cards and fits(more := (*cards, card)))

    def _has(self, field: tuple[str, int, int], street: int, cards: tuple[Card, ...]) -> bool:
        kind, at = place_of(cards)
        return self.tally.field(self.tally.packed[street][kind][at], *field) > 0

    def _makes(self, cards: tuple[Card, ...], label: int) -> bool:
        return self.game.count(len(cards), place_of(cards), label) > 0
