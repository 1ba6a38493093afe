"""What was assumed: the interpretations that the data of the wagers offered rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from feltlaw.clause import parse_clause
from feltlaw.paytable import Paytable
from feltlaw.register import Interpretation, interpretations
from feltlaw.regulation.place import Place
from feltlaw.report.blocks import CLAUSES, Block, Column, SheetTable, Text
from feltlaw.report.words import capital
from feltlaw.submission import Submission


@dataclass(frozen=True, slots=True)
class Assumed:
    """An interpretation, and the clauses of the regulation that the data reads with it."""

    interpretation: Interpretation
    clauses: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    """Options, with their values, by which the submission departs from what the reading says by default."""


def readings(submission: Submission) -> Iterator[Block]:
    """The interpretations as a table."""
    yield Text(
        "Where the text of the regulation leaves something open, the figures rest on the readings below: "
        "all that the data of the wagers offered cites. Readings about shuffling, the steps of dealing, "
        "irregularities and the layout do not touch the figures; feltlaw rules show lists them."
    )
    yield SheetTable(
        "Interpretations used",
        (
            Column("No."),
            Column("Question"),
            Column("Adopted reading"),
            Column(f"{CLAUSES} of {submission.regulation.id}"),
        ),
        tuple(
            (
                one.interpretation.id,
                _plain(one.interpretation.title),
                _plain(capital(one.interpretation.reading)) + _chosen_words(one.chosen),
                ", ".join(clause.removeprefix(f"{submission.regulation.id}.") for clause in one.clauses),
            )
            for one in assumed(submission)
        ),
    )


def _plain(text: str) -> str:
    """The register's words without its marks: `code`, *stress*, [links](to.md)."""
    return re.sub(r"`|(?<!\w)\*+(?=\S)|(?<=\S)\*+(?!\w)|\[([^\]]+)\]\([^)]*\)", r"\1", text)


def assumed(submission: Submission) -> list[Assumed]:
    """Every interpretation cited where the data rules these wagers, their awards, hands and decisions."""
    parts = set(_parts(submission))
    known = interpretations()
    found = []
    for name in sorted(submission.regulation.citations, key=parse_clause):
        places = [
            place
            for place in submission.regulation.citations[name]
            if _counts(_path(place.where), parts, submission)
        ]
        if places and name in known:
            clauses = {clause for place in places for clause in _clauses(place)}
            paths = {path[1] for place in places if (path := _path(place.where))[0] == "options"}
            chosen = tuple(
                f"{path} = {submission.options[path]}"
                for path in sorted(paths & set(submission.options))
                if submission.options[path] != submission.regulation.options[path].default
            )
            found.append(Assumed(known[name], tuple(sorted(clauses, key=parse_clause)), chosen))
    return found


def _chosen_words(chosen: tuple[str, ...]) -> str:
    return f" Chosen here: {', '.join(chosen)}." if chosen else ""


def _clauses(place: Place) -> list[str]:
    value = place.data.get("clause", [])
    return [value] if isinstance(value, str) else list(value)


def _parts(submission: Submission) -> Iterator[tuple[str, ...]]:
    """The parts of the regulation's data that the figures rest on."""
    regulation = submission.regulation
    yield ("decisions",)
    yield ("deal",)
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
    """Whether a place lies in one of the parts, and not in a paytable or schedule that is not used."""
    if path[:1] not in parts and path[:2] not in parts:
        return False
    if path[2:3] == ("paytables",):
        return path[3] in {table.key for table in _chosen(path[0], path[1], submission)}
    if path[2:3] == ("schedules",):
        award = submission.awards[path[1]].award
        used = {table.key for table in _chosen("wager", award.stake_of[0], submission)}
        printed_for = award.schedules[int(path[3])].paytables
        return not printed_for or bool(used & set(printed_for))
    return True


def _chosen(kind: str, name: str, submission: Submission) -> Iterator[Paytable]:
    if kind == "wager":
        yield from submission.wagers[name].tables.values()
    elif paytable := submission.awards[name].paytable:
        yield paytable


def _path(where: str) -> tuple[str, ...]:
    """The steps to a place of the data.

    >>> _path('options."wagers.x.y"'), _path("award.envy.schedules[1]")
    (('options', 'wagers.x.y'), ('award', 'envy', 'schedules', '1'))
    """
    return tuple(quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|([^."\[\]]+)', where))
