"""Checks a Rules Submission: all faults at once, each with its clause and what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from feltlaw.money import show_dollars
from feltlaw.regulation import Cite, Regulation, load, regulation_ids
from feltlaw.submission.cards import read_cards
from feltlaw.submission.conditions import holds
from feltlaw.submission.findings import Finding, Findings, Section, short, short_key, word
from feltlaw.submission.model import Limits, Offered, Submission, SubmissionError
from feltlaw.submission.options import check_needs, read_options
from feltlaw.submission.payout_limit import lowest_limit
from feltlaw.submission.wagers import read_offered

PENDING = "pending"
LONGEST_KEY = 40


@dataclass(frozen=True)
class Report:
    """The outcome of a check."""

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


def check(data: object) -> Report:
    """Applies every configuration rule of the regulation to a submission, as TOML or JSON gives it."""
    findings = Findings()
    root = Section(data, "", findings)
    regulation = _regulation(root)
    if regulation is None:
        return Report(None, tuple(findings))
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
    _exclusive(submission, findings)
    _own_meters(submission, findings)
    _table_minimum(submission, findings)
    _attest(submission, findings)
    return Report(None if any(f.level == "fault" for f in findings) else submission, tuple(findings))


def _regulation(root: Section) -> Regulation | None:
    name = root.take("regulation")
    if isinstance(name, str) and name in regulation_ids():
        return load(name)
    missing = not root.has("regulation")
    what = "the regulation is missing" if missing else f"there is no regulation {short(name)}"
    legal = f"Write one of {', '.join(word(known) for known in regulation_ids())}."
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
    chosen: str = section.choice("pair_plus", regulation.versions, "optional", Cite(tuple(clauses)))
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


def _exclusive(submission: Submission, findings: Findings) -> None:
    for rule in submission.regulation.exclusive:
        both = [wager for wager in rule.wagers if wager in submission.wagers]
        if len(both) > 1:
            findings.fault(
                f"wagers.{both[1]}",
                f"{' and '.join(both)} may not be offered at one table",
                "Keep one of them.",
                rule.cite,
            )


def _own_meters(submission: Submission, findings: Findings) -> None:
    """Several progressives may be offered, each with a meter of its own (I-43)."""
    feeding: dict[str, Offered] = {}
    for offered in submission.wagers.values():
        first = feeding.setdefault(offered.meter, offered)
        if offered.meter and first.wager.meter != offered.wager.meter:
            findings.fault(
                f"wagers.{offered.wager.section}.meter",
                f"meter {word(offered.meter)} is already fed by the {first.wager.title}",
                "Give each progressive wager of the table a meter of its own.",
                Cite(offered.wager.cite.clauses[:1], ("I-43",)),
            )


def _table_minimum(submission: Submission, findings: Findings) -> None:
    """A wager of the table minimum is the posted minimum of the wager that is dealt cards (I-140)."""
    for offered in submission.wagers.values():
        main = submission.wagers[submission.regulation.deal.to.wagers[0]]
        if offered.wager.stake.kind != "table_minimum" or main.minimum == submission.limits.minimum:
            continue
        own, table = show_dollars(main.minimum), show_dollars(submission.limits.minimum)
        name = main.wager.title
        findings.notice(
            f"wagers.{main.wager.section}.minimum",
            f"the {name}'s minimum is {own} and the table's {table}: "
            f"the {offered.wager.title} follows the {name}'s and is {own}",
            "Make the two alike, if that is not meant.",
            offered.wager.stake.cite,
        )


def _attest(submission: Submission, findings: Findings) -> None:
    """Rules of other documents that the operator vouches for: a missing word is a warning (I-24)."""
    for approval in submission.regulation.approvals:
        if not holds(approval.when, submission):
            continue
        reference = submission.approvals.get(approval.key, "")
        cite = Cite(approval.cite.clauses, ("I-24",))
        where = f"approvals.{approval.key}"
        check_needs(approval.needs, submission.cards, findings, where=where, what=approval.text, cite=cite)
        if not reference:
            findings.warn(
                where,
                f"no reference for {approval.text}",
                f'Add {approval.key} = "…" under [approvals].',
                cite,
            )
        elif reference.casefold() == PENDING:
            findings.notice(where, f"pending: {approval.text}", "Enter the reference when it is there.", cite)
