"""What was assumed: the interpretations that the data of the wagers offered rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from feltlaw.clause import parse_clause
from feltlaw.paytable import Paytable
from feltlaw.register import Interpretation, interpretations
from feltlaw.report.blocks import Block, Column, Table, Text
from feltlaw.report.words import capital
from feltlaw.submission import Submission


def readings(submission: Submission) -> Iterator[Block]:
    """The interpretations as a table."""
    yield Text(
        "Where the text of the regulation leaves something open, the figures rest on the readings below: all that "
        "the data of the wagers offered cites. Readings about shuffling, dealing steps, irregularities and the "
        "layout do not touch the figures; feltlaw rules show lists them."
    )
    yield Table(
        "Interpretations used",
        (Column("No."), Column("Question"), Column("Adopted reading"), Column("Clauses")),
        tuple(
            (one.id, _plain(one.title), _plain(capital(one.reading)), _plain(one.clauses.rstrip(".")))
            for one in assumed(submission)
        ),
    )


def _plain(text: str) -> str:
    return text.replace("`", "")


def assumed(submission: Submission) -> list[Interpretation]:
    """Every interpretation cited where the data rules these wagers, their awards, hands and decisions."""
    parts = set(_parts(submission))
    found = {
        name
        for name, places in submission.regulation.citations.items()
        if parse_clause(name).is_interpretation
        and any(_counts(_path(place.where), parts, submission) for place in places)
    }
    known = interpretations()
    return [known[name] for name in sorted(found, key=parse_clause)]


def _parts(submission: Submission) -> Iterator[tuple[str, ...]]:
    """The parts of the regulation's data that the figures rest on."""
    regulation = submission.regulation
    yield ("decisions",)
    for wager in submission.wagers:
        mine = regulation.wagers[wager]
        yield "wager", wager
        yield "ranking", mine.ranking
        if mine.contest:
            yield "contest", mine.contest
    for name in submission.awards:
        yield "award", name
        yield "ranking", regulation.awards[name].ranking
    for path in submission.options:
        if not path.startswith("cards."):
            yield "options", path
    if submission.version:
        yield "versions", submission.version
    if submission.limits.payout_limit is not None:
        yield ("payout_limit",)


def _counts(path: tuple[str, ...], parts: set[tuple[str, ...]], submission: Submission) -> bool:
    """Whether a place lies in one of the parts, and not in a paytable that was not chosen."""
    if path[:1] not in parts and path[:2] not in parts:
        return False
    if path[2:3] != ("paytables",):
        return True
    return path[3:4] in {(table.key,) for table in _chosen(path[0], path[1], submission)}


def _chosen(kind: str, name: str, submission: Submission) -> Iterator[Paytable]:
    if kind == "wager":
        yield from submission.wagers[name].tables.values()
    elif paytable := submission.awards[name].paytable:
        yield paytable


def _path(where: str) -> tuple[str, ...]:
    """The steps to a place of the data, list indices apart: `options."wagers.x.y"` has two."""
    steps = re.findall(r'"([^"]*)"|([^."\[\]]+)(?:\[\d+\])?', where)
    return tuple(quoted or plain for quoted, plain in steps)
