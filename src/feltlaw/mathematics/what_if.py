"""What if a row paid something else: a table beyond those that are printed, for the figures alone.

The table that comes out is never offered anywhere. Whether the regulation would allow it is said with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.money import Lose, MeterShare, Pays
from feltlaw.nearest import did_you_mean
from feltlaw.paytable import Paytable, PaytableError, Row
from feltlaw.regulation.model import Award, Payouts, Wager
from feltlaw.submission import Finding, Submission, check

PRINTED = "paytable "


@dataclass(frozen=True, slots=True)
class Change:
    """A row that pays something else; `was` is empty for a row that was not there."""

    of: str
    hand: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A submission with rows changed, and what the regulation says to each table that came out."""

    submission: Submission
    changes: tuple[Change, ...]
    allowed: Mapping[str, str]
    """By wager or award: the name of the printed table it is, or that it may be posted; empty if neither."""
    why: Mapping[str, tuple[str, tuple[str, ...]]]
    """By those that are not allowed: what stands against it, and the clauses."""

    def to_json(self) -> list[dict[str, object]]:
        return [
            {
                "of": one.of,
                "row": one.hand,
                "was": one.was or None,
                "now": one.now,
                "allowed": one.of in self.allowed,
                **({"as": self.allowed[one.of]} if one.of in self.allowed else {}),
                **(
                    {"why": self.why[one.of][0], "clauses": list(self.why[one.of][1])}
                    if one.of in self.why
                    else {}
                ),
            }
            for one in self.changes
        ]


def what_if(submission: Submission, rows: Sequence[tuple[str, str, Pays]]) -> WhatIf:
    """The submission with these rows (wager or award, hand, what it pays); `lose` takes a row away."""
    changes: list[Change] = []
    tables: dict[str, Paytable] = {}
    for name, typed, pays in rows:
        paid = _paid(submission, name)
        table = tables.get(name) or _table(submission, name)
        ranking = submission.regulation.rankings[paid.ranking]
        hand = _hand(typed, table, ranking.row_names(), paid.title)
        if isinstance(pays, MeterShare) and not (isinstance(paid, Wager) and paid.meter):
            raise AnalysisError(f"{name}: there is no meter that could pay {pays}")
        was = str(table.rows[hand].pays) if hand in table.rows else ""
        changed = dict(table.rows)
        if isinstance(pays, Lose):
            changed.pop(hand, None)
        else:
            changed[hand] = Row(hand, pays, table.clauses)
        tables[name] = replace(table, rows=changed)
        try:
            tables[name].check(ranking)
        except PaytableError as error:
            raise AnalysisError(f"{name}: {error}") from None
        changes.append(Change(name, hand, was, "lose" if isinstance(pays, Lose) else str(pays)))
    allowed, why = {}, {}
    for name, table in tables.items():
        found, against = _allowed(submission, _paid(submission, name), table)
        if found:
            allowed[name] = found
        else:
            why[name] = against
    named = {name: replace(table, name=_name(allowed.get(name, ""))) for name, table in tables.items()}
    return WhatIf(_with(submission, named), tuple(changes), allowed, why)


def _name(allowed: str) -> str:
    """What the table is called in the figures: its letter where it is a printed one."""
    return allowed.removeprefix(PRINTED) if allowed.startswith(PRINTED) else "what if"


def _paid(submission: Submission, name: str) -> Wager | Award:
    """The wager or award of that id, where this table offers it with a paytable."""
    if name in submission.wagers and 0 in submission.wagers[name].tables:
        return submission.wagers[name].wager
    if name in submission.awards and submission.awards[name].paytable is not None:
        return submission.awards[name].award
    known = [one for one, offered in submission.wagers.items() if 0 in offered.tables]
    known += [one for one, paid in submission.awards.items() if paid.paytable is not None]
    raise AnalysisError(
        f"this table has no paytable of '{name[:40]}'.{did_you_mean(name, known)} It has {', '.join(known)}"
    )


def _table(submission: Submission, name: str) -> Paytable:
    table = (
        submission.wagers[name].tables[0] if name in submission.wagers else submission.awards[name].paytable
    )
    assert table is not None, "what has none was refused"
    return table


def _hand(typed: str, table: Paytable, names: frozenset[str], title: str) -> str:
    """The row that is meant: `three of a kind` will do for `three_of_a_kind`."""
    word = "_".join(typed.lower().replace("-", " ").replace("_", " ").split())
    if word in names:
        return word
    mean = did_you_mean(word, table.rows) or did_you_mean(word, names)
    raise AnalysisError(f"{title} has no row '{typed[:40]}'.{mean} It has {', '.join(table.rows)}")


def _with(submission: Submission, tables: Mapping[str, Paytable]) -> Submission:
    wagers = {
        name: replace(offered, tables={0: tables[name]}) if name in tables else offered
        for name, offered in submission.wagers.items()
    }
    awards = {
        name: replace(paid, paytable=tables[name]) if name in tables else paid
        for name, paid in submission.awards.items()
    }
    return replace(submission, wagers=wagers, awards=awards)


# ── whether it is allowed ──


def _allowed(
    submission: Submission, paid: Wager | Award, table: Paytable
) -> tuple[str, tuple[str, tuple[str, ...]]]:
    """The name under which a submission may choose these rows; or why none may."""
    payouts = paid.payouts
    for printed in payouts.tables.values():
        if _pays(printed) == _pays(table) and (
            not printed.versions or submission.version in printed.versions
        ):
            return f"{PRINTED}{printed.name}" if printed.name else "as printed", ("", ())
    faults: tuple[Finding, ...] = ()
    for keys in _ways(payouts, table):
        section = submission.regulation.wagers[paid.stake_of[0]].section if isinstance(paid, Award) else ""
        checked = check(_data(submission, section or paid.section, keys))  # type: ignore[union-attr]
        if checked.submission is not None and _pays(_table(checked.submission, paid.id)) == _pays(table):
            return "posted by the operator", ("", ())
        faults = checked.faults or faults
    if faults:
        return "", (f"{faults[0].what}. {faults[0].legal}".strip(), tuple(faults[0].cite.clauses))
    names = [one.name for one in payouts.tables.values() if one.name]
    printed_as = f"the regulation prints {', '.join(names)}" if names else "the regulation prints one table"
    clauses = dict.fromkeys(clause for one in payouts.tables.values() for clause in one.clauses)
    return "", (f"{printed_as}, and none pays this", tuple(clauses))


def _ways(payouts: Payouts, table: Paytable) -> list[dict[str, Any]]:
    """The keys by which an operator may have rows of its own: a posted table, or a row that may be added."""
    found: list[dict[str, Any]] = []
    if payouts.posted:
        found.append({"rows": {hand: str(row.pays) for hand, row in table.rows.items()}})
    added = {
        row.key: str(table.rows[row.hand].pays)
        for row in payouts.optional_rows.values()
        if row.hand in table.rows
    }
    return [*found, *([added] if added else [])]


def _data(submission: Submission, section: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    data = deepcopy(submission.to_data())
    data["wagers"].setdefault(section, {}).update(keys)
    return data


def _pays(table: Paytable) -> dict[str, Pays]:
    return {hand: row.pays for hand, row in table.rows.items()}
