"""What a par sheet says about one submission, collected from its check and its analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from feltlaw.mathematics import Analysis, WagerAnalysis, analyze, warnings
from feltlaw.mathematics.named import PAYTABLE, SUMMARY
from feltlaw.mathematics.outcomes import root
from feltlaw.mathematics.volatility import Session
from feltlaw.program import version
from feltlaw.report.assumed import readings
from feltlaw.report.blocks import Block, Column, Fact, Facts, Sheet, SheetSection, SheetTable, Text, figures
from feltlaw.report.filed import approvals, filed, is_approval
from feltlaw.report.main_game import about_main_game
from feltlaw.report.numbers import number, percent
from feltlaw.report.together import together
from feltlaw.report.wager import ROUNDS, by_players, side_wager
from feltlaw.report.words import capital, counted, listed, title
from feltlaw.submission import Checked, Finding, Submission

WAGERS = "Wagers"
NOTHING = "not stated"


def par_sheet(checked: Checked, players: int | None = None, dated: str = "") -> Sheet:
    """The sheet of a submission that passed its check; raises `SubmissionError` for one that did not.

    `players` are at the table, all making the same wagers. `dated` is the day it was made on, if it shall
    say one.
    """
    submission = checked.submission_or_raise()
    found = analyze(submission, players=players, session=Session(rounds=ROUNDS))
    findings = (*warnings(submission), *checked.findings)
    return Sheet(
        title=submission.regulation.title,
        subtitle=submission.regulation.citation,
        holder=submission.certificate_holder,
        facts=sheet_facts(submission, found.players, dated),
        sections=tuple(_sections(submission, found, findings)),
        hash=submission.digest,
        version=program_version(),
    )


def program_version() -> str:
    return f"feltlaw {version()}"


def sheet_facts(submission: Submission, players: int, dated: str) -> Facts:
    """What a sheet says about itself: whose it is, of which day, made from what."""
    regulation = submission.regulation
    items = [
        Fact(capital(regulation.operator), submission.certificate_holder or NOTHING),
        Fact("Table", submission.table or NOTHING),
        Fact("Regulation", f"{regulation.id}, {regulation.citation}"),
        Fact("Jurisdiction", regulation.jurisdiction),
        Fact("Players counted", str(players)),
        Fact("Program", program_version()),
        *([Fact("Date", dated)] if dated else []),
        Fact("Submission hash (SHA-256)", submission.digest, code=True),
        Fact("Regulation data hash (SHA-256)", regulation.digest, code=True),
    ]
    return Facts(tuple(items))


def _sections(submission: Submission, found: Analysis, findings: Sequence[Finding]) -> Iterator[SheetSection]:
    yield SheetSection("summary", "Summary", tuple(_summary(submission, found, findings)), page=False)
    yield SheetSection("submission", "The submission", tuple(filed(submission)))
    for at, (name, entry) in enumerate(found.wagers.items()):
        blocks: Iterator[Block]
        if isinstance(entry, Mapping):
            blocks = by_players(submission, name, entry)
        elif at == 0:
            blocks = about_main_game(submission, entry)
        else:
            blocks = side_wager(submission, name, entry)
        yield SheetSection(
            f"wager-{name.replace('_', '-')}",
            _section_title(submission, name, entry),
            tuple(blocks),
            WAGERS,
            page=False,
        )
    if found.together is not None:
        main = next(iter(found.wagers))
        blocks = together(submission, found.together, main)
        yield SheetSection("together", "All wagers together", tuple(blocks), WAGERS, page=False)
    yield SheetSection("assumed", "What was assumed", tuple(readings(submission)), page=False)
    yield SheetSection(
        "approvals", "Warnings and approvals", tuple(approvals(submission, findings)), page=False
    )
    yield SheetSection("method", "How to read the figures", tuple(_method(found)), page=False)


def _section_title(submission: Submission, name: str, entry: object) -> str:
    named = title(submission.regulation, name)
    if not isinstance(entry, WagerAnalysis):
        return named
    inside = [title(submission.regulation, one) for one in entry.covers if one != name]
    return f"{named} with {listed(inside)}" if inside else named


# ── summary ──


def _summary(submission: Submission, found: Analysis, findings: Sequence[Finding]) -> Iterator[Block]:
    for finding in findings:
        if finding.level == "warning" and not is_approval(finding):
            yield Text(f"Warning: {finding.what} ({finding.cite}).", "warning")
    rows = [
        (
            title(submission.regulation, name) + (f", {counted(int(key), 'player')}" if key else ""),
            "" if key else entry.paytable,
            percent(entry.house_edge),
            percent(entry.element_of_risk),
            number(Fraction(root(entry.distribution.variance, 4)), 4),
            percent(entry.distribution.hit_frequency, 2),
        )
        for name, key, entry in found.entries()
    ]
    columns = (Column("Wager"), Column(PAYTABLE), *figures("", *SUMMARY)[1:])
    yield SheetTable("Every wager offered", columns, tuple(rows))
    main = title(submission.regulation, next(iter(found.wagers)))
    text = (
        f"House edge: the expected loss per unit of the wager; for the {main}, of the whole game at its best "
        "play. Element of risk: the same per unit of all that is staked. Hit frequency: how often the wager "
        "comes out ahead."
    )
    if any(offered.wager.meter for offered in submission.wagers.values()):
        text += " Progressive wagers are counted with the meter at its seed and without envy."
    if submission.limits.payout_limit is not None:
        text += f" The payout limit is not applied here; what it changes is said under {main}."
    yield Text(text, "note")
    outside = [
        offered.wager.title
        for name, offered in submission.wagers.items()
        if name not in found.wagers and not _covered(found, name)
    ]
    if outside:
        yield Text(f"{listed(outside)}: the players' own money, so the house has no edge on it.", "note")


def _covered(found: Analysis, name: str) -> bool:
    return any(name in entry.covers for _, _, entry in found.entries())


def _method(found: Analysis) -> Iterator[Block]:
    yield Text(
        "Every figure is counted, not simulated: each probability is a number of combinations over their "
        "total, and the same rankings, paytables and contests that settle a round at the table say what each "
        "combination pays. Fractions are exact and in lowest terms; decimals are rounded to the nearest."
    )
    yield Text(
        "Net is what the wager wins or loses per unit staked, the loss of the stake included. Probability × "
        "net adds up to the expected value; the house edge is its negative. Odd cents are not rounded; a "
        "payout limit is applied only where that is said. Results of sessions are exact, for equal stakes "
        "and rounds that do not depend on each other."
    )
    if found.players > 1:
        yield Text(f"{found.players} players are counted at the table, all making the same wagers.")
    yield Text(
        f"This sheet was made with {program_version()} from the submission and the regulation data whose "
        "hashes it states: the same submission gives the same sheet, byte for byte, but for its date."
    )
