"""What is done at a table, step by step: the regulation's steps, as far as the submission calls for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from feltlaw.refusal import NO_CLAUSE
from feltlaw.regulation.model import Cite, Step
from feltlaw.regulation.vocabulary import ACTORS, CONDITIONS
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds, known, may_hold
from feltlaw.telling.said import upper_first

_TITLES = {
    "two_decks": "Two decks",
    "opening": "Before the table opens",
    "shuffle": "Shuffle and cut",
    "betting": "Wagers",
    "round": "The round",
}
WRONG = "If something goes wrong"


@dataclass(frozen=True, slots=True)
class Done:
    """One step."""

    by: tuple[str, ...]
    """Who does it; empty where it says what becomes of a round."""
    text: str
    when: str
    """What must have happened at the table, in words; empty for what is always done."""
    cite: Cite


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    steps: tuple[Done, ...]
    cite: Cite = NO_CLAUSE


def procedure(submission: Submission, by: str = "") -> Iterator[Part]:
    """The parts of a table's day in their order; with `by`, the steps of that person alone."""
    regulation, deal = submission.regulation, submission.cards.deal
    groups: dict[str, list[Step]] = {}
    for step in regulation.steps:
        if step.group in regulation.deals and step.group != deal:
            continue
        if _called_for(step, submission) and (not by or by in step.by):
            groups.setdefault(step.group, []).append(step)
    for group, steps in groups.items():
        dealt = regulation.deals.get(group)
        title = f"The deal: {dealt.text[:1].lower()}{dealt.text[1:]}" if dealt else _TITLES[group]
        told = tuple(Done(_by(step, submission), step.text, _when(step.when), step.cite) for step in steps)
        yield Part(title, told, dealt.cite if dealt else NO_CLAUSE)
    if not by:
        wrong = (Done((), one.text, "", one.cite) for one in regulation.irregularities.values())
        yield Part(WRONG, tuple(wrong))


def _called_for(step: Step, submission: Submission) -> bool:
    if step.group == "two_decks" and not holds("two_decks", submission):
        return False
    return may_hold(step.when, submission)


def _by(step: Step, submission: Submission) -> tuple[str, ...]:
    """Who may do it, people before devices; a device only where one is in use."""
    people = tuple(one for one in ACTORS if one in step.by)
    if len(people) > 1 and not holds("shuffler", submission):
        return tuple(one for one in people if one != "device")
    return people


def _when(condition: str) -> str:
    """What happens at the table, where no submission decides it."""
    return "" if condition in known() else upper_first(f"when {CONDITIONS[condition]}")
