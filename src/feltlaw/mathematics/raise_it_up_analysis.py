"""Raise It Up Stud (PA-669a): Ante, Blind and Play, exactly, with the best play at all three decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from feltlaw.cards import DECK, Card
from feltlaw.mathematics.advice import Exposure
from feltlaw.mathematics.outcomes import AnalysisError, OutcomeRow, WagerAnalysis, distribution
from feltlaw.mathematics.raise_it_up import StreetGame
from feltlaw.mathematics.raise_it_up_classes import HAND, MOST, ClassPlace, example, place_of
from feltlaw.mathematics.raise_it_up_joint import joint_play
from feltlaw.mathematics.raise_it_up_solve import DEALS, Plan, StreetSolver, Tally
from feltlaw.mathematics.raise_it_up_strategy import best_play, frequencies
from feltlaw.mathematics.rules import Rules

EXPOSED = {
    "the 4th Street card": (4, 4, 5),
    "the 5th Street card": (4, 5, 5),
    "the 6th Street card": (4, 5, 6),
}
"""What may be seen before the first decision, and how many cards are then known at each decision."""


def analyze_main(game: StreetGame, *, full_table: bool = False) -> WagerAnalysis:
    """The whole game per unit of the Ante, at optimal play; on request with every decision.

    >>> from feltlaw.submission import Submission
    >>> found = analyze_main(StreetGame(Submission.from_data({"regulation": "PA-669a"})))
    >>> found.ev, found.average_stake
    (Fraction(-7129937, 203585200), Fraction(7173043, 2165800))
    """
    beside = joint_play(game)
    played = sum(times * many for (times, _), many in game.tally.results.items())
    return WagerAnalysis(
        wager=game.terms.covers[0],
        distribution=distribution(_rows(game), DEALS),
        covers=game.terms.covers,
        average_stake=-game.terms.folded + Fraction(played, DEALS),
        strategy=best_play(game.solver, game.plan, game.tally, full_table=full_table),
        exposures=tuple(_exposures(game.solver)),
        warnings=("the main game pays back more than it takes",) if game.plan.value > 0 else (),
        more={"decisions": frequencies(game.solver, game.tally)} | ({"joint_play": beside} if beside else {}),
    )


def _exposures(solver: StreetSolver) -> Iterator[Exposure]:
    for seen, known in EXPOSED.items():
        yield Exposure(seen, solver.plan(known=known).value, "known from the first decision on")


# ── outcomes ──


def _rows(game: StreetGame) -> Iterator[OutcomeRow]:
    """A row for each amount played and each line of the Play paytable, and one for the fold."""
    terms, tally, rules = game.terms, game.tally, Rules(game.submission)
    search = _Search(game.solver, game.plan, tally)
    stakes = rules.stakes(terms.covers[0])

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
                yield OutcomeRow(f"play {times}x: {words}", many, net, witness(("result", times, held[0])))
    for street, acts in enumerate(terms.streets):
        for place, act in enumerate(acts):
            many = tally.acts[street, place]
            if act.fold and many:
                yield OutcomeRow("fold", many, terms.folded, witness(("act", street, place)))


class _Search:
    """Finds a deal that ends in a given way under a plan: follows the counts to where they are not zero."""

    def __init__(self, solver: StreetSolver, plan: Plan, tally: Tally) -> None:
        self.solver = solver
        self.tally = tally
        self.chosen = plan.chosen

    def find(self, field: tuple[str, int, int]) -> tuple[tuple[Card, ...], tuple[Card, ...], list[str]]:
        """The player's cards, the community's, and what the player says."""
        cards = self._start(field)
        said: list[str] = []
        for street, acts in enumerate(self.solver.terms.streets):
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
                    return example(HAND, ClassPlace(kind, at))
        raise AnalysisError("no deal ends that way")

    def _deal(self, cards: tuple[Card, ...], fits: Callable[[tuple[Card, ...]], bool]) -> tuple[Card, ...]:
        return next(more for card in DECK if card not in cards and fits(more := (*cards, card)))

    def _has(self, field: tuple[str, int, int], street: int, cards: tuple[Card, ...]) -> bool:
        kind, at = place_of(cards)
        return self.tally.field(self.tally.packed[street][kind][at], *field) > 0

    def _makes(self, cards: tuple[Card, ...], label: int) -> bool:
        return self.solver.count(len(cards), place_of(cards), label) > 0
