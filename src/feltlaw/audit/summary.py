"""What an audit proved, and what it could not, in sentences."""

from __future__ import annotations

from feltlaw.audit.findings import Findings
from feltlaw.record.report import Report
from feltlaw.record.words import numbered

COUNTS = (
    *("tables", "commands", "decided_again", "rounds", "lines", "decks", "moves", "link_events", "snapshots"),
)


def conclude(audit: Findings, report: Report) -> None:
    """Adds an audit's findings to a report."""
    counts = {name: audit.counts.get(name, 0) for name in COUNTS}
    report.checked.update(counts)
    _cage(audit, report)
    if not audit.tables:
        _not_proved(audit, report, counts)
        if not report.faults and not any("what happened at" in one for one in report.not_proved):
            report.not_proved.append("what happened at a table: there is none in it")
        return
    _proved(audit, report, counts)
    _not_proved(audit, report, counts)


def _proved(audit: Findings, report: Report, counts: dict[str, int]) -> None:
    again, commands = counts["decided_again"], counts["commands"]
    every = "" if again == commands else f" of {commands:,}"
    lines = f"{numbered(counts['lines'], 'line')} in {numbered(counts['rounds'], 'round')} settled again"
    report.proved.append(f"{again:,}{every} commands decided again with the same events, {lines}")
    if counts["decks"]:
        decks = numbered(counts["decks"], "deck")
        report.proved.append(f"{decks}: the order against its seal, the cards dealt against the order")
    if not report.faults:
        money = f"money: {numbered(counts['moves'], 'movement')}, none from an account that had too little"
        links = audit.links.states
        told = "; each meter the sum of its stream, and as its tables moved it" if links else ""
        report.proved.append(f"{money}, the layout empty after every round{told}")
    if counts["snapshots"]:
        report.proved.append(f"{numbered(counts['snapshots'], 'saved state')}: what the events lead to")
    if audit.counts.get("carried"):
        report.proved.append("what the table began with is what the record before it left")


def _cage(audit: Findings, report: Report) -> None:
    cage = audit.cage
    if not cage.entries:
        return
    if not report.faults:
        moved, accounts = numbered(cage.entries, "movement"), numbered(len(cage.balances), "account")
        report.proved.append(
            f"the cage: {moved} in {accounts}, none ever below zero; what went to tables and came back as "
            "their events say it"
        )
    _, untold = cage.left(report.heads)
    if untold:
        moved = numbered(untold, "movement")
        report.not_proved.append(f"the tables' side of {moved} at the cage: their events are not here")


def _not_proved(audit: Findings, report: Report, counts: dict[str, int]) -> None:
    missing = sorted({name for table in audit.tables.values() for name in table.missing})
    if missing:
        report.not_proved.append(
            f"what passed between a table and {', '.join(missing)}: their streams are not here"
            + (f"; {numbered(audit.undecided, 'event')} rest on it" if audit.undecided else "")
        )
    if audit.orphans:
        report.not_proved.append(
            f"what led to {numbered(audit.orphans, 'event')} of links: their tables are not here"
        )
    for table in audit.tables.values():
        if table.lost:
            report.not_proved.append(table.lost)
    if audit.unknown:
        words = ", ".join(sorted(audit.unknown))
        report.not_proved.append(f"what the streams of {words} say: only that they are unchanged")
    if audit.told:
        others = sorted({table.opened.program for table in audit.tables.values() if not table.same})
        report.notes.append(
            f"{numbered(audit.told, 'event')} would be decided otherwise by this program than by feltlaw "
            f"{', '.join(others)}"
        )
