"""The exact mathematics of a submission: every wager it offers, or every paytable its regulation allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.cards import Card
from feltlaw.mathematics.advice import HandValue
from feltlaw.mathematics.box_stakes import BoxStakes, UnitStakes, box_of, in_words, stake_of, usual_box
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.engines import Engine, engine_for
from feltlaw.mathematics.figures import percent
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, WagerAnalysis
from feltlaw.mathematics.payout_limit import payout_limit, under_limit
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.tables import ONLY, every_table, varied
from feltlaw.mathematics.together import Together, play_together
from feltlaw.mathematics.volatility import Session
from feltlaw.mathematics.witnesses import proved
from feltlaw.money import Cents
from feltlaw.refusal import Refused
from feltlaw.submission import Offered, Submission

AnalysisEntry = WagerAnalysis | Mapping[str, WagerAnalysis]
"""A wager, or what it is with each paytable or number of players."""


@dataclass(frozen=True)
class Analysis:
    """Everything that was asked about one submission."""

    submission: Submission
    wagers: Mapping[str, AnalysisEntry]
    players: int = 1
    hand: HandValue | None = None
    together: Together | None = None
    """All wagers at once; None where there is nothing beside the main game, or every paytable was asked."""

    def __repr__(self) -> str:
        edges = ", ".join(f"{name} {percent(entry.house_edge)}" for name, _, entry in self.entries())
        return f"<Analysis {self.submission.regulation.id}: house edge of {edges}>"

    def entries(self) -> Iterator[tuple[str, str, WagerAnalysis]]:
        """Wager, paytable or number of players (empty for a single entry), analysis."""
        for name, entry in self.wagers.items():
            if isinstance(entry, WagerAnalysis):
                yield name, "", entry
            else:
                for key, one in entry.items():
                    yield name, key, one

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(
            f"{name}{f' ({key})' if key else ''}: {warning}"
            for name, key, entry in self.entries()
            for warning in entry.warnings
        )

    def to_json(self) -> dict[str, Any]:
        """The analysis JSON of the contract."""
        found: dict[str, Any] = {
            "regulation": self.submission.regulation.id,
            "hash": self.submission.digest,
            "players": self.players,
            "wagers": {
                name: entry.to_json()
                if isinstance(entry, WagerAnalysis)
                else {key: one.to_json() for key, one in entry.items()}
                for name, entry in self.wagers.items()
            },
        }
        if self.together is not None:
            found["together"] = self.together.to_json()
        if self.hand is not None:
            found["hand"] = self.hand.to_json()
        if self.warnings:
            found["warnings"] = list(self.warnings)
        return found


def analyze(
    submission: Submission,
    *,
    players: int | None = None,
    all_tables: bool = False,
    hand: Sequence[Card] | None = None,
    session: Session | None = None,
    full_table: bool = False,
    stakes: UnitStakes | None = None,
) -> Analysis:
    """The exact mathematics of every wager offered; with `all_tables`, of every paytable that is allowed.

    `players` are at the table, all making the same wagers. `hand` asks what each action is worth with those
    cards, `session` what a sitting of so many rounds may come to, `full_table` the decision for every hand.
    `stakes`, in units of the Ante, are made together with it; left out, one unit of the smallest Ante on
    every wager that takes it, and what a wager takes otherwise.

    >>> found = analyze(Submission.from_data({"regulation": "PA-649a"}))
    >>> found.wagers["ante"].ev
    Fraction(-686689, 20358520)
    """
    most = submission.limits.seats
    if players is not None and not 1 <= players <= most:
        raise AnalysisError(f"{players} players: a table of {submission.regulation.id} has 1 to {most}")
    if session is not None:
        session.check()
    whole = _Whole(submission, players, full_table=full_table, session=session)
    asked = whole.engine.hand(tuple(hand)) if hand is not None else None
    if all_tables and stakes is not None:
        raise AnalysisError("stakes made together are those of one table, not of every paytable")
    wagers = whole.all_tables() if all_tables else whole.offered()
    together = None if all_tables else whole.together(wagers, stakes)
    return Analysis(submission, wagers, players or 1, asked, together)


class _Whole:
    """One submission, and what was asked about it."""

    def __init__(
        self, submission: Submission, players: int | None, *, full_table: bool, session: Session | None
    ) -> None:
        self.submission = submission
        self.session = session
        self.players = players
        self.full_table = full_table
        self.engine = engine_for(submission)

    @cached_property
    def folds(self) -> Folds | None:
        return self.engine.folds()

    def offered(self) -> dict[str, AnalysisEntry]:
        """Every wager as the table offers it."""
        main = self._main(self.submission, self.engine)
        found: dict[str, AnalysisEntry] = {main.wager: main}
        for offered in self.submission.wagers.values():
            if _stands_alone(offered, main):
                found[offered.wager.id] = self._entry(self.submission, offered.wager.id)
        return found

    def together(self, wagers: Mapping[str, AnalysisEntry], stakes: UnitStakes | None) -> Together | None:
        """All wagers of the table at once, or those staked."""
        entries = {
            name: entry if isinstance(entry, WagerAnalysis) else entry[str(self.players or 1)]
            for name, entry in wagers.items()
        }
        main, *beside = entries
        if stakes is None:
            box = usual_box(self.submission, entries[main], beside) if beside else None
            if box is None:
                return None
        else:
            box = box_of(self.submission, entries[main], beside, stakes)
        values = {name: self._value(entry, box) for name, entry in entries.items()}
        units = {name: Fraction(box[name], box[main]) for name in (stakes or beside)}
        return play_together(self.submission, self.engine.changed_by, values, units, box)

    def _value(self, entry: WagerAnalysis, box: BoxStakes) -> Fraction:
        """What a wager is worth in this box: its stake matters to fixed amounts, the others to a draw."""
        if entry.wager not in box or not {"at_stake", "assumes"} & entry.more.keys():
            return entry.ev
        staked = [name for name, cents in box.items() if cents]
        return self._side(self.submission, entry.wager, box[entry.wager], staked).ev

    def all_tables(self) -> dict[str, AnalysisEntry]:
        """Every wager of the regulation with every paytable."""
        main = self._main(self.submission, self.engine)
        found: dict[str, AnalysisEntry] = {main.wager: self._main_tables(main)}
        for wager in self.submission.regulation.wagers.values():
            if wager.contest or wager.id in main.covers:
                continue
            if wager.payouts.by_players:
                found[wager.id] = self._entry(varied(self.submission, wager.section), wager.id)
                continue
            offered = self.submission.wagers.get(wager.id)

            def read(chosen: Submission, name: str = wager.id) -> object:
                mine = chosen.wagers[name]
                table = mine.paytable()
                return table and table.rows, mine.levels

            own = offered.paytable() if offered else None
            tables = every_table(self.submission, wager.section, wager.payouts, own, read)
            found[wager.id] = {name: self._one(chosen, wager.id) for name, chosen in tables}
        return found

    def _main_tables(self, main: WagerAnalysis) -> dict[str, WagerAnalysis]:
        """The main game with every table of its bonus."""
        for name in main.covers:
            award = self.submission.regulation.awards.get(name)
            if award is None or award.payouts.choice is None:
                continue

            def read(chosen: Submission, name: str = name) -> object:
                table = chosen.awards[name].paytable
                return table and table.rows

            own = self.submission.awards[name].paytable
            tables = every_table(self.submission, award.payouts.choice.section, award.payouts, own, read)
            return {
                key: main if chosen is self.submission else self._main(chosen, engine_for(chosen))
                for key, chosen in tables
            }
        return {ONLY: main}

    def _main(self, submission: Submission, engine: Engine) -> WagerAnalysis:
        """The main game, with its payout limit and session."""
        main = engine.analyze(self.full_table)
        bet = self.session.bet if self.session is not None else None
        sat = self._sat(submission, main, lambda stake: under_limit(submission, engine, main, stake))
        limit = payout_limit(submission, engine, main, bet)
        return sat if limit is None else replace(sat, more={**sat.more, "payout_limit": limit})

    def _entry(self, submission: Submission, wager: str) -> AnalysisEntry:
        """A side wager; by number of players where that chooses its paytable."""
        if not submission.regulation.wagers[wager].payouts.by_players:
            return self._one(submission, wager)
        from feltlaw.mathematics.cover_all import analyze_cover_all, analyze_every_table

        if self.players:
            every = {self.players: analyze_cover_all(submission, self.players)}
        else:
            every = analyze_every_table(submission)
        return {
            str(many): self._sat(submission, one, lambda _, one=one: one.distribution)  # type: ignore[misc]
            for many, one in every.items()
        }

    def _one(self, submission: Submission, wager: str) -> WagerAnalysis:
        side = self._side(submission, wager)
        entry = side.analyze()

        def at(stake: Cents) -> Distribution:
            return self._side(submission, wager, stake).played if side.fixed_amounts else entry.distribution

        return self._sat(submission, entry, at)

    def _side(
        self, submission: Submission, wager: str, stake: Cents | None = None, beside: Sequence[str] = ()
    ) -> SideWager:
        offered = submission.wagers[wager]
        return SideWager(Rules(submission), offered, self.folds, self.players or 1, stake, beside=beside)

    def _sat(
        self, submission: Submission, entry: WagerAnalysis, at: Callable[[Cents], Distribution]
    ) -> WagerAnalysis:
        """The entry with what a sitting may come to; `at` has its results at a stake."""
        entry = proved(submission, entry)
        if self.session is None:
            return entry
        stake, refused = None, ""
        if self.session.bet is not None:
            try:
                stake = stake_of(submission, entry.wager, self.session.bet)
            except Refused as refusal:
                if entry.wager == self.engine.main:
                    raise AnalysisError(in_words(refusal)) from None
                refused = in_words(refusal)
        facts = self.session.facts(entry.distribution if stake is None else at(stake), stake)
        if refused:
            facts["bet_refused"] = refused
        return replace(entry, more={**entry.more, "session": facts})


def _stands_alone(offered: Offered, main: WagerAnalysis) -> bool:
    """Whether a wager has an entry of its own: it is outside the main game, and not the players' own Pot."""
    return offered.wager.id not in main.covers and bool(offered.tables)
