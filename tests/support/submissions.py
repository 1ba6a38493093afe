"""What the tests of submissions share: building one, and looking for what its check found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from feltlaw.submission import Checked, Finding, Submission, check

REGULATIONS = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a")


def by_clause(*rows: tuple[object, ...]) -> list[Any]:
    """Parameters of which the first is the clause, or the clauses, that the case proves."""
    found = []
    for clause, *values in rows:
        names = clause if isinstance(clause, tuple) else (clause,)
        found.append(pytest.param(names[0], *values, marks=pytest.mark.clause(*names), id=f"{names[0]}"))
    return found


def regulation_of(clause: str) -> str:
    return clause.partition(".")[0]


def data(regulation: str, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A submission with some keys changed, each written with its path: `cards.decks`."""
    found: dict[str, Any] = {"regulation": regulation}
    for path, value in (changes or {}).items():
        *parents, key = path.split(".")
        inner = found
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[key] = dict(value) if isinstance(value, dict) else value
    return found


def report(regulation: str, changes: Mapping[str, Any] | None = None) -> Checked:
    return check(data(regulation, changes))


def accepted(regulation: str, changes: Mapping[str, Any] | None = None) -> Submission:
    found = report(regulation, changes)
    assert found.submission is not None, [str(fault) for fault in found.faults]
    assert found.faults == ()
    return found.submission


def refused(regulation: str, changes: Mapping[str, Any], where: str, clause: str = "") -> Finding:
    """The fault at `where` that cites `clause`; it says what is wrong and what would be legal."""
    found = report(regulation, changes)
    assert found.submission is None
    return at(found.faults, where, clause)


def warned(found: Checked, where: str, clause: str) -> Finding:
    return at(found.of("warning"), where, clause)


def noticed(found: Checked, where: str, clause: str) -> Finding:
    return at(found.of("notice"), where, clause)


def at(findings: tuple[Finding, ...], where: str, clause: str = "") -> Finding:
    fitting = [one for one in findings if one.where == where and (not clause or clause in cited(one))]
    assert len(fitting) == 1, (where, clause, [str(one) for one in findings])
    found = fitting[0]
    assert found.what
    assert found.legal, "it has to say what would be legal"
    assert clause in str(found)
    return found


def cited(finding: Finding) -> tuple[str, ...]:
    return (*finding.cite.clauses, *finding.cite.interpretations)
