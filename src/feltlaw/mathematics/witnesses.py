"""Witness deals at tables whose limits are in their way: without those that prove nothing, and with a word.

A witness is staked evenly, so that it is paid what the figures say, without rounding. Where a table takes no
even stake, a payout that is rounded to its unit (I-02, I-147) gives another net. And limits may leave no box
in which a wager can be made at all.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from feltlaw.mathematics.box_stakes import in_words
from feltlaw.mathematics.outcomes import Distribution, OutcomeRow, WagerAnalysis, Witness
from feltlaw.mathematics.rules import EVEN
from feltlaw.money import Cents, Odds, dollars, parse_money, parse_pays
from feltlaw.refusal import Refused
from feltlaw.round import read_round
from feltlaw.round.betting import check_box
from feltlaw.settlement import settle_round
from feltlaw.submission import Submission


def proved(submission: Submission, entry: WagerAnalysis) -> WagerAnalysis:
    """The entry without the witnesses that are paid a rounded amount, or that no box may stake."""
    stakes = _stakes(entry)
    if not stakes:
        return entry
    try:
        check_box(submission, stakes)
    except Refused as refusal:
        rows = tuple(replace(row, witness=None) for row in entry.distribution.rows)
        warning = f"the limits of this table leave no box that may hold it: {in_words(refusal)}"
        whole = Distribution(rows, entry.distribution.total)
        return replace(entry, distribution=whole, warnings=(*entry.warnings, warning))
    stake = stakes.get(entry.wager, 0)
    return _without_rounded(submission, entry, stake) if stake % EVEN else entry


def _stakes(entry: WagerAnalysis) -> dict[str, Cents]:
    """What a witness stakes; nothing where there is none."""
    for row in entry.distribution.rows:
        if row.witness is not None:
            staked = row.witness["seats"][0]["wagers"]
            return {wager: parse_money(amount) for wager, amount in staked.items()}
    return {}


def _without_rounded(submission: Submission, entry: WagerAnalysis, stake: Cents) -> WagerAnalysis:
    names = frozenset((*entry.covers, entry.wager))
    rows = tuple(_kept(submission, row, names) for row in entry.distribution.rows)
    dropped = [
        row.outcome
        for row, before in zip(rows, entry.distribution.rows, strict=True)
        if row.witness is not before.witness
    ]
    if not dropped:
        return entry
    rounding = {"stake": dollars(stake), "outcomes": dropped, "clauses": ["I-02", "I-147"]}
    whole = Distribution(rows, entry.distribution.total)
    return replace(entry, distribution=whole, more={**entry.more, "rounding": rounding})


def _kept(submission: Submission, row: OutcomeRow, names: frozenset[str]) -> OutcomeRow:
    at_odds = not row.pays or isinstance(parse_pays(row.pays), Odds)
    if row.witness is None or not at_odds or _net(submission, row.witness, names) == row.net:
        return row
    return replace(row, witness=None)


def _net(submission: Submission, witness: Witness, names: frozenset[str]) -> Fraction:
    """What these wagers and the awards on them bring the player in seat 1, per unit of the first."""
    lines = settle_round(read_round(dict(witness), submission)).lines
    mine = [
        line
        for line in lines
        if line.seat == 1 and line.for_seat == 0 and (line.id in names or line.on in names)
    ]
    return Fraction(sum(line.net for line in mine), next(line.stake for line in mine if line.stake))
