"""The lowest payout limit a submission may state (I-82)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltlaw.money import Cents, gain, round_up
from feltlaw.regulation.model import PayoutLimit, Regulation
from feltlaw.submission.parts import Offered


def lowest_limit(
    regulation: Regulation, rule: PayoutLimit, wagers: Mapping[str, Offered], boxes: int
) -> Cents:
    """The greater of the regulation's own floor and the most one patron could win at the minimum wager."""
    return max(
        rule.at_least,
        round_up(sum((_most(regulation, wagers, name) for name in rule.wagers), Fraction(0)) * boxes),
    )


def _most(regulation: Regulation, wagers: Mapping[str, Offered], name: str) -> Fraction:
    """The most one such wager can win when the wager it follows is at its minimum."""
    offered = wagers[name]
    stake = offered.wager.stake
    times = 1
    if stake.kind == "decision":
        times = max(act.play for decision in regulation.decisions for act in decision.acts)
    base = wagers[stake.of].minimum if stake.of else offered.minimum
    table = offered.paytable()
    pays = [result.pays for result in offered.wager.outcomes.values() if result.pays is not None]
    pays += [row.pays for row in table.rows.values()] if table else []
    return max((won for one in pays if (won := gain(one)) is not None), default=Fraction(0)) * base * times
