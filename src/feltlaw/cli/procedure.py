"""`feltlaw procedure`: what is done at a table, step by step."""

from __future__ import annotations

from typing import Any

from feltlaw.cli.errors import unreadable
from feltlaw.cli.files import faulty, read_submission_data
from feltlaw.cli.naming import choice_named
from feltlaw.cli.output import print_json, print_title, print_wrapped
from feltlaw.regulation import load, regulation_ids
from feltlaw.regulation.model import Cite
from feltlaw.regulation.vocabulary import ACTORS
from feltlaw.submission import Submission, SubmissionError
from feltlaw.telling.procedure import Part, procedure
from feltlaw.telling.said import listed, upper_first

SAID = ("If ", "When ", "At every win", "Decks that come")
"""How a text begins that says itself when it is done."""


def run(name: str, *, deal: str | None, role: str | None, as_json: bool) -> None:
    """Prints the steps of a submission, or of a regulation's usual table."""
    submission = _submission(name, deal)
    by = choice_named(role, ACTORS, "--by") if role is not None else ""
    parts = list(procedure(submission, by))
    if as_json:
        print_json(_json(submission, parts))
    else:
        _print(submission, parts)


def _submission(name: str, deal: str | None) -> Submission:
    """The submission that was named, dealt in another way where that is asked."""
    data: dict[str, Any] = read_submission_data(name)
    if deal is not None:
        cards = data.get("cards", {})
        if not isinstance(cards, dict):
            raise unreadable("--deal: [cards] of the submission is no table")
        regulation = data.get("regulation")
        if isinstance(regulation, str) and regulation in regulation_ids():
            data = {**data, "cards": {**cards, "deal": choice_named(deal, load(regulation).deals, "--deal")}}
    try:
        return Submission.from_data(data)
    except SubmissionError as error:
        raise faulty(error) from None


def _print(submission: Submission, parts: list[Part]) -> None:
    regulation, cards = submission.regulation, submission.cards
    print_wrapped(f"{regulation.id}  {regulation.title}, {regulation.citation}")
    shuffle, deal = regulation.shuffles[cards.shuffle], regulation.deals[cards.deal]
    ways = " or ".join(regulation.deals)
    print_wrapped(f"{shuffle.text} ({shuffle.cite}), dealt {deal.text[:1].lower()}{deal.text[1:]}.")
    print_wrapped(f"Another way of dealing: --deal {ways}.")
    number = 0
    for part in parts:
        print()
        print_title(part.title)
        for step in part.steps:
            number += 1
            who = f"{upper_first(listed(step.by, 'or'))}: " if step.by else ""
            when = f"{step.when}: " if step.when and not step.text.startswith(SAID) else ""
            print_wrapped(f"{number:>3}  {who}{when}{step.text} ({step.cite})", " ", "      ")


def _json(submission: Submission, parts: list[Part]) -> dict[str, object]:
    return {
        "regulation": submission.regulation.id,
        "hash": submission.digest,
        "shuffle": submission.cards.shuffle,
        "deal": submission.cards.deal,
        "parts": [
            {
                "part": part.title,
                "steps": [
                    {
                        "by": list(step.by),
                        "when": step.when,
                        "text": step.text,
                        "clauses": _clauses(step.cite),
                    }
                    for step in part.steps
                ],
            }
            for part in parts
        ],
    }


def _clauses(cite: Cite) -> list[str]:
    return [*cite.clauses, *cite.interpretations]
