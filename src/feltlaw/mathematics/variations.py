"""What an operator may change at a table: each choice with its bounds, and the table by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from feltlaw.mathematics.outcomes import WagerAnalysis
from feltlaw.mathematics.tables import varied
from feltlaw.money import Odds, parse_pays
from feltlaw.paytable import Paytable
from feltlaw.regulation.model import Cite, Payouts
from feltlaw.submission import Submission

NONE = ""
"""Stands for a row that is not there."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that a submission chooses, where it stands in the submission, and what may stand there."""

    path: str
    kind: str
    """`choice` among values, `odds` of a row, `offer` of a wager."""
    wager: str
    """The wager or award it is about; empty for the whole table."""
    words: str
    value: str
    cite: Cite
    values: tuple[str, ...] = ()
    hand: str = ""
    """For odds: the row."""
    least: str = ""
    less: str | None = None
    """For odds: one step down; empty where that leaves the row out, None where it would be too low."""
    more: str = ""

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "path": self.path,
            "kind": self.kind,
            "wager": self.wager,
            "words": self.words,
            "value": self.value,
            "clauses": list(self.cite.clauses),
        }
        if self.kind == "odds":
            return found | {"hand": self.hand, "least": self.least, "less": self.less, "more": self.more}
        return found | {"values": list(self.values)}


def knobs(submission: Submission) -> Iterator[Knob]:
    """Everything about wagers that this regulation leaves to the operator."""
    law = submission.regulation
    if law.versions:
        cite = next(iter(law.versions.values())).cite
        path = f"version.{law.linked_wager}"
        yield Knob(path, "choice", "", "linked stakes", submission.version, cite, tuple(law.versions))
    for section, wagers in law.sections().items():
        first = law.wagers[wagers[0]]
        offered = wagers[0] in submission.wagers
        if not first.always_offered:
            value = "true" if offered else "false"
            yield Knob(
                f"wagers.{section}", "offer", first.id, first.title, value, first.cite, ("false", "true")
            )
        if offered:
            yield from _of(
                submission, first.id, section, first.payouts, submission.wagers[first.id].paytable()
            )
    for own, paid in submission.awards.items():
        choice = paid.award.payouts.choice
        if choice is not None:
            yield from _of(submission, own, choice.section, paid.award.payouts, paid.paytable)
    for path, option in law.options.items():
        section = path.removeprefix("wagers.").rpartition(".")[0]
        mine = law.sections().get(section, ())
        if mine and option.values and path in submission.options:
            values = tuple(_text(one) for one in option.values)
            value = _text(submission.options[path])
            yield Knob(path, "choice", mine[0], option.text, value, option.cite, values)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of(
    submission: Submission, own: str, section: str, payouts: Payouts, table: Paytable | None
) -> Iterator[Knob]:
    """The table of a wager or award, and those of its rows that may be changed."""
    if table is None:
        return
    fitting = [
        one for one in payouts.tables.values() if not one.versions or submission.version in one.versions
    ]
    names = tuple(dict.fromkeys(one.name for one in fitting))
    if payouts.choice is not None and len(names) > 1:
        path = f"wagers.{payouts.choice.section}.{payouts.choice.key}"
        yield Knob(path, "choice", own, "paytable", table.name, payouts.choice.cite, names)
    if payouts.posted is not None:
        for hand, row in fitting[0].rows.items():
            now = table.rows[hand].pays if hand in table.rows else row.pays
            if isinstance(now, Odds) and isinstance(row.pays, Odds):
                yield _odds(
                    f"wagers.{section}.rows.{hand}", own, hand, now=now, least=row.pays, cite=payouts.posted
                )
    for added in payouts.optional_rows.values():
        if added.versions and submission.version not in added.versions:
            continue
        path = f"wagers.{section}.{added.key}"
        mine = submission.to_data().get("wagers", {}).get(section, {})
        pays = parse_pays(mine[added.key]) if added.key in mine else None
        odds = pays if isinstance(pays, Odds) else None
        yield _odds(path, own, added.hand, now=odds, least=added.at_least, cite=added.cite, optional=True)


def _odds(
    path: str, own: str, hand: str, *, now: Odds | None, least: Odds, cite: Cite, optional: bool = False
) -> Knob:
    if now is None:
        return Knob(path, "odds", own, hand, NONE, cite, (), hand, str(least), None, str(least))
    down = Odds(now.win - now.on, now.on)
    less = str(down) if down.ratio >= least.ratio else NONE if optional else None
    more = str(Odds(now.win + now.on, now.on))
    return Knob(path, "odds", own, hand, str(now), cite, (), hand, str(least), less, more)


def gone_at(entry: WagerAnalysis, hand: str) -> Odds | None:
    """The odds of a row from which the house has no edge, all else as it is; None where it pays nobody."""
    words = hand.replace("_", " ")
    rows = [row for row in entry.distribution.rows if row.outcome == words]
    often = Fraction(sum(row.combinations for row in rows), entry.distribution.total)
    if not often or entry.house_edge <= 0:
        return None
    return Odds(ceil(rows[0].net + entry.house_edge / often), 1)


def changed(submission: Submission, changes: Mapping[str, str]) -> Submission:
    """The table with other choices; raises `SubmissionError` where one is not allowed."""
    for path, value in changes.items():
        submission = _changed(submission, path, value)
    return submission


def _changed(submission: Submission, path: str, value: str) -> Submission:
    known = {one.path: one for one in knobs(submission)}
    knob = known.get(path)
    if knob is None:
        raise KeyError(path)
    parts = path.split(".")
    if knob.kind == "offer" and value == "true":
        return varied(submission, parts[1])
    data: dict[str, Any] = deepcopy(submission.to_data())
    inside = data
    for part in parts[:-1]:
        inside = inside.setdefault(part, {})
    if knob.kind == "offer" or value == NONE:
        inside.pop(parts[-1], None)
    elif parts[-2] == "rows":
        for one in known.values():
            if one.path.rpartition(".")[0] == path.rpartition(".")[0]:
                inside.setdefault(one.hand, one.value)
        inside[parts[-1]] = value
    else:
        inside[parts[-1]] = {"true": True, "false": False}.get(value, value)
    return Submission.from_data(data)
