"""What should come out: the exact chance of every cell, wherever the mathematics knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.mathematics.counts import in_every_suit
from feltlaw.mathematics.cover_all import analyze_cover_all
from feltlaw.mathematics.deals import deals_for
from feltlaw.mathematics.envy import envy_per_other
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.progressive import Progressive, drawn_awards
from feltlaw.mathematics.raise_it_up_hands import read_six_cards
from feltlaw.mathematics.raise_it_up_solve import DEALS as STREET_DEALS
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.saigon_classes import DEALS as SHOWDOWN_DEALS
from feltlaw.mathematics.saigon_game import by_ranks
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.three_card import DEALER_HANDS, DEALS
from feltlaw.ranking import Highest
from feltlaw.simulation.games import FOLD
from feltlaw.simulation.program import Program
from feltlaw.simulation.ways import PlayByStreets, PlayOrFold, SetHands

Chances = Mapping[int, Fraction]
"""By cell: how often it comes in a round of one seat."""


@dataclass(frozen=True)
class Expected:
    """What one wager or award of a profile should come to."""

    mean: Fraction
    """Cents a round, awards from meters left out."""
    chances: Chances | None = None


class Exact:
    """The exact figures of a run, made when they are asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.run = program.run
        self.submission = program.run.submission
        self.rules = Rules(self.submission)
        self.alike = len(program.run.profiles) == 1
        self._known: dict[tuple[int, str], Expected | None] = {}

    def expected(self, profile: int, name: str) -> Expected | None:
        """None where the mathematics has no figure."""
        if (profile, name) not in self._known:
            self._known[profile, name] = self._figure(profile, name)
        return self._known[profile, name]

    def _figure(self, profile: int, name: str) -> Expected | None:
        regulation = self.submission.regulation
        try:
            if name == regulation.decisions[0].of:
                return self._main(profile)
            if name in regulation.awards:
                return self._award(profile, name)
            if regulation.wagers[name].contest:
                return Expected(Fraction(0)) if self.alike else None
            return self._wager(profile, name)
        except AnalysisError:
            return None

    def _of(self, chances: Chances) -> Expected:
        cells = self.program.cells
        return Expected(sum((often * cells[at].net for at, often in chances.items()), Fraction(0)), chances)

    # ── the main game ──

    def _main(self, profile: int) -> Expected | None:
        way = self.program.ways[profile]
        meaning = self.program.main.get(profile)
        if meaning is None:
            return None
        counts: dict[object, int] = {}
        if isinstance(way, PlayOrFold):
            total = DEALS
            for case in way.game.cases:
                if not way.plays(case):
                    counts[FOLD] = counts.get(FOLD, 0) + case.hand.weight * DEALER_HANDS
                    continue
                for zone, many in zip(case.zones, case.counts, strict=True):
                    key = (zone.outcome, case.hand.label)
                    counts[key] = counts.get(key, 0) + case.hand.weight * many
        elif isinstance(way, PlayByStreets):
            if way.streets != way.game.terms.streets:
                return self._mean_only(profile, way.ev)
            total = STREET_DEALS
            return self._of(dict(self._street_chances(way, meaning)))
        elif isinstance(way, SetHands):
            total = SHOWDOWN_DEALS
            picked = {hand.kinds: way.pick(hand) for hand in way.game.classes.hands}
            for (mine, other), many in by_ranks(way.game, picked).items():
                outcome = way.game.outcome(mine, other)
                counts[outcome] = counts.get(outcome, 0) + many
        else:
            return None
        return self._of({meaning[key]: Fraction(many, total) for key, many in counts.items() if many})

    def _mean_only(self, profile: int, ev: Fraction) -> Expected:
        main = self.submission.regulation.decisions[0].of
        return Expected(ev * self.run.profiles[profile].stakes[main])

    def _street_chances(
        self, way: PlayByStreets, meaning: Mapping[object, int]
    ) -> Iterator[tuple[int, Fraction]]:
        game = way.game.solver
        tally = game.tally(way.plan)
        ranking = way.game.terms.ranking
        examples = read_six_cards(ranking).examples
        found: dict[int, Fraction] = {}
        for (times, number), many in tally.results.items():
            if many:
                # a suit that is named is one of four alike
                labels = {ranking.read(turned).label for turned in in_every_suit(examples[number])}
                for label in labels:
                    cell = meaning[times, label]
                    found[cell] = found.get(cell, Fraction(0)) + Fraction(many, STREET_DEALS * len(labels))
        folds = sum(
            tally.acts[street, place]
            for street, acts in enumerate(way.streets)
            for place, act in enumerate(acts)
            if act.fold
        )
        found[meaning[FOLD]] = Fraction(folds, STREET_DEALS)
        yield from found.items()

    # ── side wagers ──

    def _wager(self, profile: int, name: str) -> Expected | None:
        wager = self.submission.regulation.wagers[name]
        if isinstance(self.submission.regulation.rankings[wager.ranking], Highest):
            return self._highest(profile, name)
        way = self.program.ways[profile]
        decides = self.submission.regulation.decisions[0].of in self.run.profiles[profile].stakes
        folds = None
        if decides and self.submission.regulation.decisions[0].acts and not self.rules.keeps(wager):
            folds = way.folds
            if folds is None and not isinstance(way, SetHands):
                return None
        deals = deals_for(self.submission, wager, folds)
        cells = {label: (played, folded) for label, played, folded in self.program.labels[profile, name]}
        found: dict[int, Fraction] = {}
        for deal in deals.classes:
            at = cells[deal.label][deal.folded]
            found[at] = found.get(at, Fraction(0)) + Fraction(deal.count, deals.total)
        return self._of(found)

    def _highest(self, profile: int, name: str) -> Expected | None:
        """The highest hand at the table, which is known where every hand counts."""
        if not self.program.tables.count_folded:
            return None
        stake = self.run.profiles[profile].stakes[name]
        whole = analyze_cover_all(self.submission, len(self.run.seats)).distribution
        nets = {net * stake: Fraction(many, whole.total) for net, many in whole.by_net.items()}
        found: dict[int, Fraction] = {}
        for at, cell in enumerate(self.program.cells):
            if (cell.profile, cell.id) == (profile, name) and cell.net in nets:
                found[at] = nets[Fraction(cell.net)]
        exact = self._of(found)
        # rows that pay alike cannot be told apart by what they pay
        alone = len(found) == len({self.program.cells[at].net for at in found}) == len(nets)
        mean = whole.ev * stake
        return exact if alone and exact.mean == mean else Expected(mean)

    # ── awards ──

    def _award(self, profile: int, name: str) -> Expected | None:
        award = self.submission.awards[name].award
        if award.kind == "envy":
            return self._envy(profile, award.stake_of[0])
        total = Fraction(0)
        for wager in award.stake_of:
            stake = self.run.profiles[profile].stakes.get(wager)
            if stake is None:
                continue
            if not self.alike:
                return None
            offered = self.submission.wagers[wager]
            beside = self.run.profiles[profile].stakes
            for draw in drawn_awards(self.rules, offered, len(self.run.seats), beside):
                if draw.id == award.kind:
                    won = self._won(profile, wager) if draw.needs_win else Fraction(1)
                    if won is None:
                        return None
                    total += draw.chance * draw.paid * won * stake
        return Expected(total)

    def _won(self, profile: int, wager: str) -> Fraction | None:
        found = self.expected(profile, wager)
        if found is None or found.chances is None:
            return None
        cells = self.program.cells
        return sum((often for at, often in found.chances.items() if cells[at].won), Fraction(0))

    def _envy(self, profile: int, wager: str) -> Expected | None:
        if not self.alike:
            return None
        way = self.program.ways[profile]
        folds = None if isinstance(way, SetHands) else way.folds
        side = SideWager(self.rules, self.submission.wagers[wager], folds, len(self.run.seats))
        each = envy_per_other(side.envied)
        if each is None or self.run.profiles[profile].stakes[wager] != side.stake:
            return None
        return Expected(each * (len(self.run.seats) - 1) * side.stake)

    # ── meters ──

    def progressive(self, profile: int, name: str) -> Progressive | None:
        """How a wager wins from its meter."""
        found = self.expected(profile, name)
        if found is None or found.chances is None:
            return None
        cells = self.program.cells
        parts = ((cells[at].share, often) for at, often in found.chances.items())
        offered = self.submission.wagers[name]
        return Progressive.of(offered, parts, Fraction(0), 1)
