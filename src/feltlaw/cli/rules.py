"""`feltlaw rules new` and `check`; `show` is in `clauses`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from feltlaw.cli.clauses import show
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import read_submission_data, shown
from feltlaw.cli.naming import regulation_named
from feltlaw.cli.output import print_json, print_wrapped
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Checked, Finding, check, check_linked, new_submission
from feltlaw.submission.findings import plain

__all__ = ["check_files", "new", "show"]

LEVELS = ("fault", "warning", "notice")
MOST_NAMED = 8


def new(regulation: str) -> None:
    """Prints a submission to start from."""
    print(new_submission(regulation_named(regulation)), end="")


def check_files(files: Sequence[str], *, as_json: bool) -> None:
    """Checks submissions, and those that share a meter against each other."""
    if list(files).count("-") > 1:
        raise unreadable("standard input (-) can be checked once only")
    given = {name: read_submission_data(name) for name in files}
    reports = {name: _with_mathematics(check(data)) for name, data in given.items()}
    linked = check_linked([(name, one.submission) for name, one in reports.items() if one.submission])
    if as_json:
        documents = [_json(name, given[name], report) for name, report in reports.items()]
        together = {"files": documents, "linked": [found.to_json() for found in linked]}
        valid = all(report.submission for report in reports.values()) and not _faults(linked)
        print_json(documents[0] if len(files) == 1 else {"valid": valid, **together})
    else:
        for name, report in reports.items():
            _print_report(name, given[name], report)
        _print_findings(linked)
    faults = [(name, found) for name, report in reports.items() for found in report.faults]
    faults += [("", found) for found in _faults(linked)]
    if faults:
        raise refused(_in_short(faults))


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


def _print_report(name: str, data: Mapping[str, Any], report: Checked) -> None:
    regulation = _regulation(data)
    title = f": {regulation} {load(regulation).title}" if regulation else ""
    print_wrapped(f"{'standard input' if name == '-' else plain(name)}{title}")
    _print_findings(report.findings)
    print_wrapped(", ".join(_count(len(report.of(level)), level) for level in LEVELS))
    if report.submission:
        offered = ", ".join(offer.wager.title for offer in report.submission.wagers.values())
        print_wrapped(f"Offered: {offered}")
        print(f"Hash: {report.submission.digest}")


def _print_findings(findings: Sequence[Finding]) -> None:
    """What is wrong first, then what is only worth knowing."""
    for found in sorted(findings, key=lambda one: LEVELS.index(one.level)):
        print_wrapped(f"{found.level}: {found}", "  ")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
