"""The exact mathematics of a submission: every wager it offers, or every paytable its regulation allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.cards import Card
from feltlaw.mathematics.deals import Folds
from feltlaw.mathematics.engines import engine_for
from feltlaw.mathematics.model import AnalysisError, HandValue, WagerAnalysis
from feltlaw.mathematics.payout_limit import payout_limit
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from feltlaw.mathematics.together import Stakes, Together, play_together
from feltlaw.mathematics.volatility import Session
from feltlaw.money import Cents, dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Payouts
from feltlaw.submission import Offered, Submission, SubmissionError

Entry = WagerAnalysis | Mapping[str, WagerAnalysis]
"""A wager, or what it is with each paytable or number of players."""

ONLY = "only"


@dataclass(frozen=True)
class Analysis:
    """Everything that was asked about one submission."""

    submission: Submission
    wagers: Mapping[str, Entry]
    players: int = 1
    hand: HandValue | None = None
    together: Together | None = None
    """All wagers at once; None where there is nothing beside the main game, or every paytable was asked."""

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
    stakes: Stakes | None = None,
) -> Analysis:
    """The exact mathematics of every wager offered; with `all_tables`, of every paytable that is allowed.

    `players` are at the table, all making the same wagers. `hand` asks what each action is worth with those
    cards, `session` what a sitting of so many rounds may come to, `full_table` the decision for every hand.
    `stakes`, in units of the Ante, are made together with it; left out, one unit on every wager.

    >>> found = analyze(Submission.from_data({"regulation": "PA-649a"}))
    >>> found.wagers["ante"].ev
    Fraction(-686689, 20358520)
    """
    most = submission.limits.seats
    if players is not None and not 1 <= players <= most:
        raise AnalysisError(f"{players} players: a table of {submission.regulation.id} has 1 to {most}")
    bet = session.bet if session is not None else None
    whole = _Whole(submission, players, full_table=full_table, bet=bet)
    asked = whole.engine.hand(tuple(hand)) if hand is not None else None
    if all_tables and stakes is not None:
        raise AnalysisError("stakes made together are those of one table, not of every paytable")
    wagers = whole.all_tables() if all_tables else whole.offered()
    together = None if all_tables else whole.together(wagers, stakes)
    if session is not None:
        wagers = {name: _sat(entry, session, _fixed(submission, name)) for name, entry in wagers.items()}
    return Analysis(submission, wagers, players or 1, asked, together)


def _sat(entry: Entry, session: Session, fixed: Cents) -> Entry:
    """The entry with what a sitting may come to."""
    if isinstance(entry, WagerAnalysis):
        return replace(entry, more={**entry.more, "session": session.facts(entry.distribution, fixed)})
    return {
        key: replace(one, more={**one.more, "session": session.facts(one.distribution, fixed)})
        for key, one in entry.items()
    }


def _fixed(submission: Submission, wager: str) -> Cents:
    """The only stake that a wager takes; 0 where the player chooses."""
    offered = submission.wagers.get(wager)
    return offered.minimum if offered is not None and offered.wager.stake.kind == "fixed" else 0


class _Whole:
    """One submission, and the number of players asked about."""

    def __init__(
        self, submission: Submission, players: int | None, *, full_table: bool, bet: Cents | None
    ) -> None:
        self.submission = submission
        self.bet = bet
        self.players = players
        self.full_table = full_table
        self.engine = engine_for(submission)

    @cached_property
    def folds(self) -> Folds | None:
        return self.engine.folds()

    def offered(self) -> dict[str, Entry]:
        """Every wager as the table offers it."""
        main = self.engine.analyze(self.full_table)
        limit = payout_limit(self.submission, self.engine, main, self.bet)
        if limit is not None:
            main = replace(main, more={**main.more, "payout_limit": limit})
        found: dict[str, Entry] = {main.wager: main}
        for offered in self.submission.wagers.values():
            if _stands_alone(offered, main):
                found[offered.wager.id] = self._entry(self.submission, offered.wager.id)
        return found

    def together(self, wagers: Mapping[str, Entry], stakes: Stakes | None) -> Together | None:
        """All wagers of the table at once, or those staked."""
        values = {
            name: (entry if isinstance(entry, WagerAnalysis) else entry[str(self.players or 1)]).ev
            for name, entry in wagers.items()
        }
        if stakes is None:
            stakes = {name: Fraction(1) for name in list(values)[1:]}
            if not stakes:
                return None
        return play_together(self.submission, self.engine.changed_by, values, stakes)

    def all_tables(self) -> dict[str, Entry]:
        """Every wager of the regulation with every paytable."""
        main = self.engine.analyze(self.full_table)
        found: dict[str, Entry] = {main.wager: self._main_tables(main)}
        regulation = self.submission.regulation
        for wager in regulation.wagers.values():
            if wager.contest or wager.id in main.covers:
                continue
            if wager.payouts.by_players:
                found[wager.id] = self._entry(varied(self.submission, wager.section), wager.id)
                continue
            offered = self.submission.wagers.get(wager.id)
            own = offered.paytable() if offered else None
            tables = list(wager.payouts.tables.values())
            if own is not None and own.key not in wager.payouts.tables:
                tables.append(own)
            found[wager.id] = {
                _key(table, tables): self._one(
                    self.submission
                    if own is not None and own.key == table.key
                    else varied(self.submission, wager.section, table, wager.payouts),
                    wager.id,
                )
                for table in tables
            }
        return found

    def _main_tables(self, main: WagerAnalysis) -> dict[str, WagerAnalysis]:
        """The main game with every table of its bonus."""
        regulation = self.submission.regulation
        for name in main.covers:
            award = regulation.awards.get(name)
            if award is None or award.payouts.choice is None:
                continue
            tables = list(award.payouts.tables.values())
            own = self.submission.awards[name].paytable
            return {
                _key(table, tables): main
                if own is not None and own.key == table.key
                else engine_for(
                    varied(self.submission, award.payouts.choice.section, table, award.payouts)
                ).analyze(self.full_table)
                for table in tables
            }
        return {ONLY: main}

    def _entry(self, submission: Submission, wager: str) -> Entry:
        """A side wager; by number of players where that chooses its paytable."""
        if not submission.regulation.wagers[wager].payouts.by_players:
            return self._one(submission, wager)
        from feltlaw.mathematics.cover_all import analyze_cover_all, analyze_every_table

        if self.players:
            return {str(self.players): analyze_cover_all(submission, self.players)}
        return {str(many): one for many, one in sorted(analyze_every_table(submission).items())}

    def _one(self, submission: Submission, wager: str) -> WagerAnalysis:
        side = SideWager(Rules(submission), submission.wagers[wager], self.folds, self.players or 1)
        return side.analyze()


def _stands_alone(offered: Offered, main: WagerAnalysis) -> bool:
    """Whether a wager has an entry of its own: it is outside the main game, and not the players' own Pot."""
    return offered.wager.id not in main.covers and not offered.wager.contest and bool(offered.tables)


def _key(table: Paytable, tables: Sequence[Paytable]) -> str:
    """What a table is called among others: its name, its key where two share it, `only` without one."""
    if not table.name:
        return ONLY if table.key != "posted" else table.key
    return table.key if [one.name for one in tables].count(table.name) > 1 else table.name


def varied(
    submission: Submission, section: str, table: Paytable | None = None, payouts: Payouts | None = None
) -> Submission:
    """The submission with a section added or its paytable changed, all else kept as far as it goes."""
    data = deepcopy(submission.to_data())
    try:
        return Submission.from_data(_changed(data, submission, section, table, payouts))
    except SubmissionError:
        return Submission.from_data(
            _changed({"regulation": submission.regulation.id}, submission, section, table, payouts)
        )


def _changed(
    data: dict[str, Any],
    submission: Submission,
    section: str,
    table: Paytable | None,
    payouts: Payouts | None,
) -> dict[str, Any]:
    wagers = data.setdefault("wagers", {})
    mine = wagers.setdefault(section, {})
    for group in submission.regulation.exclusive:
        if section in group.wagers:
            for other in group.wagers:
                if other != section:
                    wagers.pop(other, None)
    if table is None or payouts is None:
        return data
    for key in ("rows", "seed", "increment", *(row.key for row in payouts.optional_rows.values())):
        mine.pop(key, None)
    if payouts.choice is not None and table.name:
        mine[payouts.choice.key] = table.name
    if table.amount is not None:
        mine["amount"] = dollars(table.amount)
    if table.versions and submission.version not in table.versions:
        data["version"] = {"pair_plus": table.versions[0]}
    return data
