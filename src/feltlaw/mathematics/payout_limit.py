"""The payout limit of a submission: from what stake on it cuts winnings, and what that costs a player."""

from __future__ import annotations

from fractions import Fraction

from feltlaw.mathematics.engines import Engine
from feltlaw.mathematics.outcomes import Distribution, WagerAnalysis, decimal, ratio
from feltlaw.money import Cents, dollars
from feltlaw.submission import Submission


def payout_limit(
    submission: Submission, engine: Engine, main: WagerAnalysis, bet: Cents | None
) -> dict[str, object] | None:
    """The `payout_limit` entry of the main game; None where the submission has no limit.

    For one person with one box (I-81): over several boxes the limit is reached sooner, and what is left of it
    for one hand depends on the others, so that has no one figure.
    """
    limit, rule = submission.limits.payout_limit, submission.regulation.payout_limit
    if limit is None or rule is None or engine.limited is None:
        return None
    most = submission.wagers[engine.main].maximum
    reached = limit / engine.limited.most()
    found: dict[str, object] = {
        "limit": dollars(limit),
        "wagers": list(rule.wagers),
        "clauses": [*rule.cite.clauses, *rule.applies.clauses],
        "boxes": 1,
        "reached_above": dollars(int(reached)),
        "table_maximum": dollars(most),
        "reached_within_limits": reached < most,
    }
    at = most if bet is None else bet
    ev = under_limit(submission, engine, main, at).ev
    found["at"] = {
        "bet": dollars(at),
        "ev": ratio(ev),
        "ev_decimal": decimal(ev),
        "house_edge": decimal(-ev),
        "cost": ratio(_cost(main, ev)),
        "cost_decimal": decimal(_cost(main, ev)),
    }
    return found


def under_limit(submission: Submission, engine: Engine, main: WagerAnalysis, bet: Cents) -> Distribution:
    """What the main game does with an Ante of so many cents, the payout limit applied to it."""
    limit = submission.limits.payout_limit
    if limit is None or engine.limited is None or bet <= limit / engine.limited.most():
        return main.distribution
    return engine.limited.results(bet)


def _cost(main: WagerAnalysis, ev: Fraction) -> Fraction:
    return main.ev - ev
