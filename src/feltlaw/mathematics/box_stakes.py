"""What may be staked, for the questions that name a stake: asked of the same rules as a box at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm

from feltlaw.mathematics.outcomes import AnalysisError, WagerAnalysis
from feltlaw.money import Cents
from feltlaw.refusal import Refused
from feltlaw.round.betting import check_amount, check_box
from feltlaw.submission import Submission

UnitStakes = Mapping[str, Fraction]
"""Wagers beside the main game, each in units of the Ante."""
BoxStakes = Mapping[str, Cents]
"""The stakes of one box."""


def stake_of(submission: Submission, wager: str, bet: Cents) -> Cents:
    """The stake of somebody who bets so much: that, or the only one the wager takes; `Refused` if neither."""
    offered = submission.wagers[wager]
    if _is_one_amount(submission, wager):
        return offered.minimum
    check_amount(submission, wager, bet, {})
    return bet


def _is_one_amount(submission: Submission, wager: str) -> bool:
    return submission.wagers[wager].wager.stake.kind in ("fixed", "table_minimum")


def in_words(refusal: Refused) -> str:
    """A refusal with its clauses."""
    cited = ", ".join(refusal.clauses)
    return f"{refusal}{f' ({cited})' if cited else ''}"


def usual_box(submission: Submission, main: WagerAnalysis, beside: Sequence[str]) -> BoxStakes | None:
    """All wagers at the smallest stake of the main one, others as near to it as they may be.

    None where no box may hold all of them.
    """
    offered = submission.wagers
    lowest = offered[main.wager].minimum
    free = [offered[name].minimum for name in beside if not _is_one_amount(submission, name)]
    for ante in sorted({lowest, min(max([lowest, *free]), offered[main.wager].maximum)}):
        others = {name: min(max(ante, offered[name].minimum), offered[name].maximum) for name in beside}
        box = _box(submission, main, ante) | others
        try:
            check_box(submission, box)
        except Refused:
            continue
        return box
    return None


def box_of(
    submission: Submission, main: WagerAnalysis, beside: Sequence[str], stakes: UnitStakes
) -> BoxStakes:
    """These stakes, in units of the main wager, at the smallest one with which a box may hold them."""
    for name, units in stakes.items():
        if name not in beside:
            raise AnalysisError(_not_beside(submission, name, beside))
        if units < 0:
            raise AnalysisError(f"{name}: a stake of {units} is less than nothing")
    refused: Refused | None = None
    for ante in _antes(submission, main.wager, stakes):
        others = {name: int(units * ante) for name, units in stakes.items()}
        box = _box(submission, main, ante) | others
        try:
            check_box(submission, {name: cents for name, cents in box.items() if cents})
        except Refused as refusal:
            refused = refused or refusal
        else:
            return box
    if refused is None:
        title = submission.regulation.wagers[main.wager].title
        raise AnalysisError(f"no {title} of this table makes whole cents of these stakes")
    raise AnalysisError(in_words(refused))


def _box(submission: Submission, main: WagerAnalysis, ante: Cents) -> dict[str, Cents]:
    """The main wager with those that must equal it."""
    inside = [submission.wagers[name].wager for name in main.covers if name in submission.wagers]
    return {main.wager: ante} | {one.id: ante for one in inside if one.stake.kind == "equal"}


def _antes(submission: Submission, main: str, stakes: UnitStakes) -> Iterator[Cents]:
    """Where the smallest legal one may lie: each limit, reckoned back to the main wager, in whole cents."""
    offered = submission.wagers[main]
    whole = lcm(*(units.denominator for units in stakes.values()))
    limits = [Fraction(offered.minimum)]
    limits += [submission.wagers[name].minimum / units for name, units in stakes.items() if units]
    rounded = {ceil(limit / whole) * whole for limit in limits}
    first = ceil(Fraction(offered.minimum, whole)) * whole
    yield from (
        ante for ante in [first, *sorted(rounded - {first})] if offered.minimum <= ante <= offered.maximum
    )


def _not_beside(submission: Submission, name: str, beside: Sequence[str]) -> str:
    known = name in submission.regulation.wagers
    what = f"{name} is not staked beside the main game here" if known else f"there is no wager {name}"
    return f"{what}; this table offers {', '.join(beside) or 'nothing'} beside it"
