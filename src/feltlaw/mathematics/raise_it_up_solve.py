"""Raise It Up Stud solved: the value of every action for every class of known cards, and the best play.

Numbers are sums over the cards still to come, in units of 1/`Terms.scale`; dividing by `left(n)` gives the
mean. For the cards known, one integer holds side by side what Ante and Blind bring, what each unit of Play
brings, and how often each label comes; adding the integers adds them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm, perm

from feltlaw.cards import Card
from feltlaw.mathematics.counts import in_every_suit
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.raise_it_up_classes import (
    HAND,
    IMPOSSIBLE,
    MOST,
    ClassNumbers,
    ClassPlace,
    Ranks,
    climb,
    sets,
    total,
)
from feltlaw.mathematics.raise_it_up_hands import SixCards, read_six_cards
from feltlaw.mathematics.rules import Rules
from feltlaw.ranking import Poker
from feltlaw.regulation.main_game import main_wagers
from feltlaw.regulation.model import Act, Wager
from feltlaw.submission import Submission

BITS = 40
"""The room of each number within a packed one: enough for all 2,443,022,400 deals."""
FIELD = (1 << BITS) - 1
HANDS = 22_100

StreetActs = tuple[tuple[Act, ...], ...]
"""The acts open at each of the three decisions."""
StreetRule = Callable[[Ranks, Ranks], bool]
"""Whether to play the most with these ranks, some of them suited; otherwise check or fold."""


def left(known: int) -> int:
    """In how many ways, in order, the cards still to come may fall."""
    return perm(52 - known, MOST - known)


DEALS = HANDS * left(HAND)


@dataclass(frozen=True)
class Terms:
    """What the submission says: the acts, and what every label brings."""

    ranking: Poker
    covers: tuple[str, ...]
    """The wagers of the main game, the one that the decisions are about first."""
    rows: tuple[str, ...]
    """For every label, lowest first, the row of the Play paytable; empty where the hand loses."""
    kept: tuple[Fraction, ...]
    """What Ante and Blind win or lose, per unit of the Ante."""
    play: tuple[Fraction, ...]
    """What each unit of the Play wager wins or loses."""
    folded: Fraction
    """What a fold costs."""
    streets: StreetActs
    names: tuple[str, ...]
    """What each decision is called."""

    @cached_property
    def scale(self) -> int:
        return lcm(*(value.denominator for value in (*self.kept, *self.play, self.folded)))

    def net(self, label: int, times: int) -> Fraction:
        return self.kept[label] + times * self.play[label]


def read_terms(submission: Submission) -> Terms:
    """The terms of a submission, as far as the main game goes."""
    regulation, rules = submission.regulation, Rules(submission)
    decisions = regulation.decisions
    if [decision.revealed for decision in decisions] != [0, 1, 2]:
        raise AnalysisError(f"{regulation.id} does not decide before each of three community cards")
    wagers = main_wagers(regulation)
    before = [wager for wager in wagers if wager.stake.kind != "decision"]
    decided = [wager for wager in wagers if wager.stake.kind == "decision"]
    if len(decided) != 1:
        raise AnalysisError(f"{regulation.id} does not decide about one wager")
    ranking = regulation.rankings[wagers[0].ranking]
    titles = ", ".join(wager.title for wager in wagers)
    if not isinstance(ranking, Poker) or any(
        (wager.ranking, wager.cards) != (ranking.name, ("player", "community")) for wager in wagers
    ):
        raise AnalysisError(f"{regulation.id}: {titles} must rest on the same six cards")
    if any(rules.keeps(wager) for wager in before):
        raise AnalysisError(f"{regulation.id}: a fold must give up what was staked before it")
    hands = read_six_cards(ranking)
    paid = {wager.id: [_paid(rules, wager, hand) for hand in hands.examples] for wager in wagers}
    played = paid[decided[0].id]
    kept = zip(*(paid[wager.id] for wager in before), strict=True)
    return Terms(
        ranking,
        tuple(wager.id for wager in wagers),
        tuple(row for row, _ in played),
        tuple(sum((net for _, net in both), Fraction(0)) for both in kept),
        tuple(net for _, net in played),
        -Fraction(len(before)),
        tuple(tuple(sorted(decision.acts, key=lambda act: act.play)) for decision in decisions),
        tuple(decision.name for decision in decisions),
    )


def _paid(rules: Rules, wager: Wager, cards: tuple[Card, ...]) -> tuple[str, Fraction]:
    """The row that pays six cards, whatever the suit of a flush among them, and what it wins per unit."""
    if rules.paytable(wager.id) is None:
        raise AnalysisError(f"the {wager.id} wager has no paytable")
    ranking = rules.regulation.rankings[wager.ranking]
    found = {rules.row_and_net(wager, ranking.read(turned).label) for turned in in_every_suit(cards)}
    if len(found) > 1:
        raise AnalysisError(f"the {wager.id} paytable pays one suit otherwise than another")
    row, net = found.pop()
    return row.hand if row else "", net


@dataclass(frozen=True)
class Plan:
    """A way of playing: at each decision what every act is worth, and which one is taken."""

    known: tuple[int, ...]
    """How many cards are known at each decision."""
    options: tuple[tuple[ClassNumbers, ...], ...]
    """At each decision, for each act, its value for every class of known cards."""
    followed: tuple[ClassNumbers | None, ...]
    """Where a rule is followed: the place of the act it demands."""
    start: ClassNumbers
    """For every class of three cards, what the plan is worth."""
    value: Fraction
    """The mean result, per unit of the Ante."""

    @cached_property
    def chosen(self) -> tuple[ClassNumbers, ...]:
        """For each decision and class of known cards, the place of the act; of equals the least bold."""
        return tuple(self._chosen(street) for street in range(len(self.options)))

    def _chosen(self, street: int) -> ClassNumbers:
        followed = self.followed[street]
        if followed is not None:
            return followed
        kinds = zip(*self.options[street], strict=True)
        return ClassNumbers(
            *([worth.index(max(worth)) for worth in zip(*kind, strict=True)] for kind in kinds)
        )


@dataclass(frozen=True)
class Tally:
    """How often a plan ends how."""

    results: Mapping[tuple[int, int], int]
    """Deals by how many times the Ante was played, and by label."""
    acts: Mapping[tuple[int, int], int]
    """Deals by decision and act, checks left out."""
    packed: tuple[ClassNumbers, ...]
    """For each decision and class, all of these numbers in one, for what may still happen from there."""
    fields: Mapping[tuple[str, int, int], int]
    """Where in a packed number each of them stands."""

    def field(self, packed: int, what: str, first: int, second: int) -> int:
        return packed >> self.fields[what, first, second] & FIELD


class StreetSolver:
    """One submission's main game: what every class of known cards is worth."""

    def __init__(self, terms: Terms, *, counted: bool = True) -> None:
        """`counted`: whether labels are counted too, which `tally` needs; values alone are quicker."""
        self.terms = terms
        self.hands: SixCards = read_six_cards(terms.ranking)
        labels = range(len(terms.rows))
        self._money = BITS * len(labels) if counted else 0
        self._least = (min(terms.kept), min(terms.play))
        words = [
            (1 << BITS * label if counted else 0)
            + (int((terms.kept[label] - self._least[0]) * terms.scale) << self._money)
            + (int((terms.play[label] - self._least[1]) * terms.scale) << self._money + BITS)
            for label in labels
        ]
        free, short, suited = ([words[label] for label in kind] for kind in self.hands.classes)
        free[IMPOSSIBLE] = 0
        self.known: dict[int, ClassNumbers] = {MOST: ClassNumbers(free, short, suited)}
        for n in range(MOST - 1, HAND - 1, -1):
            self.known[n] = climb(n, self.known[n + 1])
        self._worth: dict[tuple[int, int], ClassNumbers] = {}

    def count(self, n: int, place: ClassPlace, label: int) -> int:
        """How often a label comes from a class of n known cards."""
        return self.known[n][place.kind][place.at] >> BITS * label & FIELD

    def worth(self, n: int, times: int) -> ClassNumbers:
        """For every class of n known cards, what a Play of so many times the Ante is worth."""
        if (n, times) not in self._worth:
            kept, play = self._least
            least = int((kept + times * play) * self.terms.scale) * left(n)
            money = self._money
            kinds = [
                [(both & FIELD) + times * (both >> BITS) + least for both in [word >> money for word in kind]]
                for kind in self.known[n]
            ]
            kinds[0][IMPOSSIBLE] = 0
            self._worth[n, times] = ClassNumbers(*kinds)
        return self._worth[n, times]

    def plan(
        self,
        streets: StreetActs | None = None,
        known: tuple[int, int, int] = (3, 4, 5),
        rules: tuple[StreetRule | None, ...] = (None, None, None),
    ) -> Plan:
        """The best play with these acts, so many cards known at each decision, and rules followed if any."""
        streets = streets or self.terms.streets
        later: ClassNumbers | None = None
        at = MOST
        options: list[tuple[ClassNumbers, ...]] = []
        followed: list[ClassNumbers | None] = []
        for acts, n, rule in zip(reversed(streets), reversed(known), reversed(rules), strict=True):
            later = _down(later, at, n)
            worth = tuple(self._option(act, n, later) for act in acts)
            demanded = None if rule is None else _follow(n, rule, len(acts) - 1)
            later = _best(worth) if demanded is None else _take(worth, demanded)
            options.insert(0, worth)
            followed.insert(0, demanded)
            at = n
        start = _down(later, at, HAND)
        assert start is not None
        value = Fraction(total(start), self.terms.scale * DEALS)
        return Plan(known, tuple(options), tuple(followed), start, value)

    def _option(self, act: Act, n: int, later: ClassNumbers | None) -> ClassNumbers:
        if act.play:
            return self.worth(n, act.play)
        if not act.fold:
            assert later is not None, "the last decision has no check"
            return later
        lost = int(self.terms.folded * self.terms.scale) * left(n)
        free, short, suited = ([lost] * len(kind) for kind in self.known[n])
        free[IMPOSSIBLE] = 0
        return ClassNumbers(free, short, suited)

    def tally(self, plan: Plan) -> Tally:
        """Counts how the deals end under a plan with all the game's acts."""
        streets = self.terms.streets
        fields = self._fields()
        counts = (1 << self._money) - 1
        later: ClassNumbers | None = None
        at = MOST
        packed: list[ClassNumbers] = []
        for street, n in reversed(list(enumerate(plan.known))):
            later = _down(later, at, n)
            acts = [
                (
                    act.play,
                    fields["result", act.play, 0] if act.play else 0,
                    left(n) << fields["act", street, place],
                )
                for place, act in enumerate(streets[street])
            ]
            checks = [not act.play and not act.fold for act in streets[street]]
            kinds: list[list[int]] = []
            for kind, chosen in enumerate(plan.chosen[street]):
                waiting = later[kind] if later is not None else [0] * len(chosen)
                kinds.append([])
                for place, word, wait in zip(chosen, self.known[n][kind], waiting, strict=True):
                    play, offset, tallied = acts[place]
                    if checks[place]:
                        kinds[-1].append(wait)
                    else:
                        kinds[-1].append(((word & counts) << offset if play else 0) + tallied)
            kinds[0][IMPOSSIBLE] = 0
            later = ClassNumbers(*kinds)
            packed.insert(0, later)
            at = n
        start = _down(later, at, HAND)
        assert start is not None
        whole = total(start)
        found = {key: whole >> offset & FIELD for key, offset in fields.items()}
        return Tally(
            {key[1:]: many for key, many in found.items() if key[0] == "result"},
            {key[1:]: many for key, many in found.items() if key[0] == "act"},
            tuple(packed),
            fields,
        )

    def _fields(self) -> dict[tuple[str, int, int], int]:
        streets = self.terms.streets
        times = sorted({act.play for acts in streets for act in acts if act.play})
        keys = [("result", play, label) for play in times for label in range(len(self.terms.rows))]
        keys += [("act", street, place) for street, acts in enumerate(streets) for place in range(len(acts))]
        return {key: BITS * at for at, key in enumerate(keys)}


def _down(level: ClassNumbers | None, at: int, n: int) -> ClassNumbers | None:
    """A level for `at` known cards brought down to n."""
    if level is not None:
        for size in range(at - 1, n - 1, -1):
            level = climb(size, level)
    return level


def _best(options: Sequence[ClassNumbers]) -> ClassNumbers:
    if len(options) == 1:
        return options[0]
    return ClassNumbers(*(list(map(max, *kinds)) for kinds in zip(*options, strict=True)))


def _take(options: Sequence[ClassNumbers], places: ClassNumbers) -> ClassNumbers:
    kinds = zip(zip(*options, strict=True), places, strict=True)
    return ClassNumbers(
        *([worth[at] for at, *worth in zip(chosen, *kind, strict=True)] for kind, chosen in kinds)
    )


def _follow(n: int, rule: StreetRule, most: int) -> ClassNumbers:
    """What a rule demands of every class: the boldest act, or the first, which is check or fold."""
    kinds = [[most * rule(ranks, suited) for ranks, suited in kind] for kind in sets(n).all_seen]
    kinds[0].append(0)
    return ClassNumbers(*kinds)


@lru_cache(maxsize=8)
def solved(terms: Terms) -> tuple[StreetSolver, Plan]:
    """The game and its best play."""
    solver = StreetSolver(terms)
    return solver, solver.plan()
