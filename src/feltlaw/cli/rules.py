"""`feltlaw rules new` and `check`; `show` is in `clauses`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from feltlaw.cli.clauses import show
from feltlaw.cli.columns import wrapped
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.excerpts import Place, excerpt, find, places
from feltlaw.cli.files import read_submission_text, shown
from feltlaw.cli.naming import regulation_named
from feltlaw.cli.output import print_json, print_wrapped, styled, width
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Checked, Finding, check, check_linked, new_submission
from feltlaw.submission.findings import plain

__all__ = ["check_files", "new", "show"]

STYLES = {"fault": "bold red", "warning": "bold yellow", "notice": "bold cyan"}
LEVELS = tuple(STYLES)
MOST_NAMED = 8


def new(regulation: str) -> None:
    """Prints a submission to start from."""
    print(new_submission(regulation_named(regulation)), end="")


def check_files(files: Sequence[str], *, as_json: bool) -> None:
    """Checks submissions, and those that share a meter against each other."""
    if list(files).count("-") > 1:
        raise unreadable("standard input (-) can be checked once only")
    texts: dict[str, str] = {}
    given: dict[str, Mapping[str, Any]] = {}
    for name in files:
        given[name], texts[name] = read_submission_text(name)
    reports = {name: _with_mathematics(check(data)) for name, data in given.items()}
    linked = check_linked([(name, one.submission) for name, one in reports.items() if one.submission])
    if as_json:
        documents = [_json(name, given[name], report) for name, report in reports.items()]
        together = {"files": documents, "linked": [found.to_json() for found in linked]}
        valid = all(report.submission for report in reports.values()) and not _faults(linked)
        print_json(documents[0] if len(files) == 1 else {"valid": valid, **together})
    else:
        for name, report in reports.items():
            _print_report(name, given[name], report, texts[name])
        _print_findings(linked, "", "")
    faults = [(name, found) for name, report in reports.items() for found in report.faults]
    faults += [("", found) for found in _faults(linked)]
    if faults:
        raise refused(_in_short(faults) if as_json else _counted(faults))


def _with_mathematics(report: Checked) -> Checked:
    """The report with a warning for each wager that pays back more than it takes (I-61)."""
    if report.submission is None:
        return report
    from feltlaw.mathematics.warnings import warnings

    return replace(report, findings=(*report.findings, *warnings(report.submission)))


def _faults(findings: Iterable[Finding]) -> list[Finding]:
    return [found for found in findings if found.level == "fault"]


def _in_short(faults: Sequence[tuple[str, Finding]]) -> str:
    """The faults in one line: where, what, and by which clauses."""
    named = [
        f"{found.where}: {found.what}" + (f" ({', '.join(found.cite.clauses)})" if found.cite.clauses else "")
        for _, found in faults[:MOST_NAMED]
    ]
    more = f"; and {len(faults) - MOST_NAMED} more" if len(faults) > MOST_NAMED else ""
    files = [shown(name) for name in dict.fromkeys(name for name, _ in faults) if name]
    return f"{', '.join(files) or 'together'}: {_count(len(faults), 'fault')}: {'; '.join(named)}{more}"


def _counted(faults: Sequence[tuple[str, Finding]]) -> str:
    """How many there are, after they were all shown."""
    files = [shown(name) for name in dict.fromkeys(name for name, _ in faults) if name]
    return f"{', '.join(files) or 'together'}: {_count(len(faults), 'fault')}"


def _regulation(data: Mapping[str, Any]) -> str | None:
    """The regulation a submission names, where there is one of that name."""
    name = data.get("regulation")
    return name if isinstance(name, str) and name in regulation_ids() else None


def _json(name: str, data: Mapping[str, Any], report: Checked) -> dict[str, object]:
    return {
        "file": name,
        "valid": report.submission is not None,
        "regulation": _regulation(data),
        "hash": report.submission.digest if report.submission else None,
        "faults": [found.to_json() for found in report.faults],
        "warnings": [found.to_json() for found in report.of("warning")],
        "notices": [found.to_json() for found in report.of("notice")],
    }


def _print_report(name: str, data: Mapping[str, Any], report: Checked, text: str) -> None:
    regulation = _regulation(data)
    title = f": {regulation} {load(regulation).title}" if regulation else ""
    print_wrapped(f"{_called(name)}{title}")
    _print_findings(report.findings, name, text)
    print_wrapped(", ".join(_count(len(report.of(level)), level) for level in LEVELS))
    if report.submission:
        offered = ", ".join(offer.wager.title for offer in report.submission.wagers.values())
        print_wrapped(f"Offered: {offered}")
        print(f"Hash: {report.submission.digest}")


def _called(name: str) -> str:
    return "standard input" if name == "-" else plain(name)


def _print_findings(findings: Sequence[Finding], name: str, text: str) -> None:
    """What is wrong first, on standard error, then what is only worth knowing; each where it stands."""
    known = places(text)
    stands = [
        (one, find(one.where, known) if one.level == "fault" else known.get(one.where)) for one in findings
    ]
    stands.sort(key=lambda one: (LEVELS.index(one[0].level), one[1].line if one[1] else 0))
    for found, place in stands:
        _print_finding(found, name, text, place)


def _print_finding(found: Finding, name: str, text: str, place: Place | None) -> None:
    """`file:line: fault: what` as compilers write it, with the line below."""
    error = found.level == "fault"
    at = f"{_called(name)}:{place.line}: " if place is not None else ""
    said = wrapped(f"{at}{found.level}: {found}", width(), "  ", "    ")
    said[0] = said[0].replace(found.level, styled(found.level, STYLES[found.level], error=error), 1)
    lines = [f"      {line}" for line in excerpt(text, place)] if place is not None else []
    if error:
        sys.stdout.flush()
    for line in (*said, *(styled(line, "dim", error=error) for line in lines)):
        print(line, file=sys.stderr if error else sys.stdout)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
