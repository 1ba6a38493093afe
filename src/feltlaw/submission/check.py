"""Checks a Rules Submission: all faults at once, each with its clause and what would be legal."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from feltlaw.money import show_dollars
from feltlaw.nearest import did_you_mean
from feltlaw.regulation import Cite, Regulation, load, regulation_ids
from feltlaw.submission.cards import read_cards
from feltlaw.submission.choices import Choices
from feltlaw.submission.findings import Finding, Findings, Section, short, short_key, word
from feltlaw.submission.options import read_options
from feltlaw.submission.parts import Limits, Offered
from feltlaw.submission.payout_limit import lowest_limit
from feltlaw.submission.wagers import read_offered
from feltlaw.submission.whole import check_whole

LONGEST_LINE = 10_000
LONGEST_KEY = 40


class SubmissionError(ValueError):
    """A submission that breaks a rule; `findings` has all its faults."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in findings))


@dataclass(frozen=True, repr=False)
class Submission(Choices):
    """One table's approved choices: they have passed the check.

    >>> Submission.from_data({"regulation": "PA-679a"}).wagers["ante"].maximum
    1000000
    """

    @classmethod
    def from_data(cls, data: object) -> Submission:
        """A submission from its parsed TOML or JSON; faults are raised together."""
        return check(data).submission_or_raise()

    @classmethod
    def from_toml(cls, text: str) -> Submission:
        return cls.from_data(read_toml(text))


@dataclass(frozen=True)
class Checked:
    """The outcome of a check: the submission, where nothing is wrong with it, and all that was found."""

    submission: Submission | None
    findings: tuple[Finding, ...]

    def of(self, level: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == level)

    @property
    def faults(self) -> tuple[Finding, ...]:
        return self.of("fault")

    def submission_or_raise(self) -> Submission:
        if self.submission is None:
            raise SubmissionError(self.faults)
        return self.submission


def check(data: object) -> Checked:
    """Applies every configuration rule of the regulation to a submission, as TOML or JSON gives it."""
    findings = Findings()
    root = Section(data, "", findings)
    regulation = _regulation(root)
    if regulation is None:
        return Checked(None, tuple(findings))
    holder = root.text("certificate_holder", "")
    table = root.text("table", "")
    cards_section = root.table("cards")
    cards = read_cards(cards_section, regulation)
    limits_section = root.table("limits")
    limits = _limits(limits_section, regulation)
    version = _version(root, regulation)
    wagers_section = root.table("wagers")
    sections = {name: wagers_section.table(name) for name in regulation.sections()}
    given = {name for name in sections if wagers_section.has(name)}
    wagers, awards = read_offered(regulation, sections, given, version, limits)
    settlement, automatic = root.table("settlement"), root.table("automatic")
    tables = {"cards": cards_section, "settlement": settlement, "automatic": automatic} | {
        f"wagers.{name}": s for name, s in sections.items()
    }
    options = read_options(regulation, tables, given, cards)
    approvals = _approvals(root)
    limits = _payout_limit(limits_section, limits, regulation, wagers)
    for section in (cards_section, limits_section, settlement, automatic, *sections.values()):
        section.done()
    wagers_section.done(f"{regulation.id} has {', '.join(sections)}.")
    root.done()
    submission = Submission(
        regulation, holder, table, cards, limits, version, wagers, awards, options, approvals
    )
    check_whole(submission, findings)
    return Checked(None if any(f.level == "fault" for f in findings) else submission, tuple(findings))


def _regulation(root: Section) -> Regulation | None:
    name = root.take("regulation")
    if isinstance(name, str) and name in regulation_ids():
        return load(name)
    missing = not root.has("regulation")
    what = "the regulation is missing" if missing else f"there is no regulation {short(name)}"
    near = did_you_mean(name, regulation_ids()).strip() if isinstance(name, str) else ""
    legal = f"{near} Write one of {', '.join(word(known) for known in regulation_ids())}.".strip()
    root.findings.fault("regulation", what, legal)
    return None


def _limits(section: Section, regulation: Regulation) -> Limits:
    minimum = section.money("minimum", 100)
    maximum = section.money("maximum", max(1_000_000, minimum))
    if minimum > maximum:
        section.findings.fault(
            section.path("minimum"),
            f"the minimum {show_dollars(minimum)} is above the maximum {show_dollars(maximum)}",
            "Write a minimum that is no higher than the maximum.",
        )
        minimum = maximum
    seats = section.whole("seats", regulation.seats.most, 1, regulation.seats.most, regulation.seats.cite)
    boxes = section.whole("adjacent_boxes", 1, 1, min(regulation.boxes.most, seats), regulation.boxes.cite)
    return Limits(minimum, maximum, seats, boxes, None)


def _payout_limit(
    section: Section, limits: Limits, regulation: Regulation, wagers: Mapping[str, Offered]
) -> Limits:
    if not section.states("payout_limit"):
        return limits
    if regulation.payout_limit is None:
        section.findings.fault(
            section.path("payout_limit"),
            f"{regulation.id} knows no payout limit",
            "Leave it out: every win is paid in full.",
        )
        return limits
    least = lowest_limit(regulation, regulation.payout_limit, wagers, limits.adjacent_boxes)
    stated = section.money("payout_limit", least, regulation.payout_limit.cite)
    if stated < least:
        section.findings.fault(
            section.path("payout_limit"),
            f"a limit of {show_dollars(stated)} is too low",
            f"Write {show_dollars(least)} or more.",
            regulation.payout_limit.cite,
        )
    return replace(limits, payout_limit=stated)


def _version(root: Section, regulation: Regulation) -> str:
    if not regulation.versions:
        if root.states("version"):
            what = f"{regulation.id} has no linked-stake versions"
            root.findings.fault("version", what, "Leave the section out.")
        return ""
    section = root.table("version")
    clauses = dict.fromkeys(
        clause for version in regulation.versions.values() for clause in version.cite.clauses
    )
    chosen: str = section.choice(
        regulation.linked_wager, regulation.versions, regulation.free_version, Cite(tuple(clauses))
    )
    section.done()
    return chosen


def _approvals(root: Section) -> dict[str, str]:
    given = root.take("approvals", {})
    section = Section(given, "approvals", root.findings)
    found: dict[str, str] = {}
    for key in section.names():
        if len(key) > LONGEST_KEY or not key.isprintable():
            legal = f"Use a name of at most {LONGEST_KEY} letters."
            root.findings.fault(section.path(short_key(key)), "this is no name for a reference", legal)
        elif reference := section.text(key, ""):
            found[key] = reference
    return found


def read_toml(text: str) -> dict[str, Any]:
    """TOML with exact decimals. Raises `tomllib.TOMLDecodeError` where it does not parse."""
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):  # the parser would take minutes over some
        raise tomllib.TOMLDecodeError(f"a line is longer than {LONGEST_LINE:,} characters")
    return tomllib.loads(text, parse_float=Decimal)
