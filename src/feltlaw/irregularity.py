"""Irregularities: what becomes of the round and of each wager."""

from __future__ import annotations

from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite, Irregularity
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds

_DEVICE = {"shuffler_jam": "shuffler", "shoe_jam": "automated_shoe"}
_COUNTED = {"void": "at_most", "partly_settled": "exactly", "stands": "exactly"}


def find_irregularity(submission: Submission, kind: str) -> Irregularity:
    """The regulation's rule for this kind, or a refusal where the game cannot have it."""
    known = submission.regulation.irregularities
    rule = known.get(kind)
    if rule is None:
        raise Refused(
            f"'{shown(kind)}' cannot happen in {submission.regulation.title}", f"Known: {', '.join(known)}."
        )
    if not can_happen(submission, kind):
        device = "shuffling device" if kind == "shuffler_jam" else "automated shoe"
        raise Refused(
            f"there is no {device} at this table to jam",
            "Name another irregularity, or state the device in the submission.",
            rule.cite,
        )
    return rule


def can_happen(submission: Submission, kind: str) -> bool:
    """Whether this table can have it: what jams must be there."""
    return kind not in _DEVICE or holds(_DEVICE[kind], submission)


def round_end(submission: Submission, rule: Irregularity) -> str:
    """`stands`, `void` or `partly_settled`, an option of the submission considered."""
    if rule.option and submission.option(rule.option[0]) == rule.option[1]:
        return rule.option[2]
    return rule.round


def cited(submission: Submission, rule: Irregularity, deal: str = "") -> Cite:
    """The clauses in force: where each way of dealing has its own, those of `deal`, or of the submission."""
    steps = [step for step in submission.regulation.steps if step.group == (deal or submission.cards.deal)]
    here = {clause for step in steps for clause in step.cite.clauses}
    others = {
        clause
        for step in submission.regulation.steps
        if step.group in submission.regulation.deals
        for clause in step.cite.clauses
    } - here
    kept = tuple(clause for clause in rule.cite.clauses if clause not in others)
    return Cite(kept or rule.cite.clauses, rule.cite.interpretations)


def cards_counted(kind: str, end: str) -> str:
    """How strictly the cards of a round with this irregularity are counted (see `check_cards`)."""
    return "any" if kind == "wrong_number_of_cards" else _COUNTED[end]
