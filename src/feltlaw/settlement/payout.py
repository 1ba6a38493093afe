"""What a row pays on a stake, and what a fold does to a wager, asked without a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from feltlaw.meter import FULL
from feltlaw.money import Amount, Cents, ForOne, MeterShare, Odds, Pays, Push, parse_money, round_up
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import Label, Poker
from feltlaw.regulation.model import FoldRule, Wager
from feltlaw.submission import Submission
from feltlaw.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Payout:
    """What a hand brings a stake: its row, what the house adds, what comes back of the stake.

    No row: the stake is lost. A share of a meter is measured by whoever keeps the meter; here it is nothing.
    """

    row: Row | None
    paid: Cents = 0
    returned: Cents = 0

    def net(self, stake: Cents) -> Cents:
        return self.paid + self.returned - stake


def payout(
    submission: Submission, wager: Wager, label: Label, stake: Cents, paytable: Paytable | None
) -> Payout:
    """Picks the row of a hand and pays it."""
    row = paytable.pick(label) if paytable else None
    if row is None:
        return Payout(None)
    return Payout(row, *pay(submission, row.pays, stake, wager.paid_from))


def pay(submission: Submission, pays: Pays, stake: Cents, paid_from: str) -> tuple[Cents, Cents]:
    """What the house adds and what comes back of the stake, for every pay but a percentage of a meter."""
    if isinstance(pays, Odds):
        return round_up(pays.ratio * stake, payable_unit(submission, paid_from)), stake
    if isinstance(pays, ForOne):
        return pays.multiple * stake, 0
    if isinstance(pays, Amount):
        return pays.cents, stake
    return (0, stake) if isinstance(pays, Push) else (0, 0)


def payable_unit(submission: Submission, paid_from: str) -> Cents:
    """The smallest amount that can be paid: the table inventory's own, a cent from everywhere else (I-02)."""
    unit = submission.option("settlement.breakage_unit") if paid_from == "inventory" else None
    return _cents(str(unit)) if unit else 1


@lru_cache(maxsize=16)
def _cents(text: str) -> Cents:
    return parse_money(text)


def keeps(submission: Submission, rule: FoldRule, wager: Wager) -> bool:
    """Whether a fold rule leaves the wager in, turned round where the submission says so."""
    if rule.reversed_by:
        option, value = rule.reversed_by
        if submission.option(f"wagers.{wager.section}.{option}") == value:
            return not rule.keep
    return rule.keep


def bad_beat(submission: Submission, ranking: Poker, award: str) -> int | None:
    """The lowest hand the chosen Bad Beat table pays (I-72)."""
    table = submission.awards[award].paytable if award else None
    return min(ranking.shape_floor(hand) for hand in table.rows) if table else None


def is_by_hand(wager: Wager, pays: MeterShare) -> bool:
    """Whether this award may not come from the table inventory container or the account (I-67)."""
    rule = wager.by_hand
    return rule is not None and (rule.what == "percentage" or pays.percent == FULL)


def every_hand_wager(regulation_wagers: Mapping[str, Wager]) -> Wager | None:
    """The wager on the highest hand at the table, where the game has one."""
    return next((one for one in regulation_wagers.values() if "every_hand" in one.cards), None)


def folded_hands_count(submission: Submission) -> bool:
    """Whether folded hands are among all hands at the table (I-100)."""
    wager = every_hand_wager(submission.regulation.wagers)
    return wager is not None and submission.option(f"wagers.{wager.section}.folded_hands_count") is True
