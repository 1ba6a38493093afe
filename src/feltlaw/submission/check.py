"""Checks a Rules Submission: all faults at once, each with its clause and what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feltlaw.money import dollars, parse_chance, show_dollars
from feltlaw.regulation import Cite, Option, Regulation, load, regulation_ids
from feltlaw.submission.conditions import holds
from feltlaw.submission.findings import Finding, Findings, Section, short, word
from feltlaw.submission.model import Cards, Limits, Offered, Submission, SubmissionError
from feltlaw.submission.payout_limit import lowest_limit
from feltlaw.submission.wagers import read_offered

PENDING = "pending"
_BACKS = ("red", "blue")


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


def check(data: Mapping[str, Any]) -> Report:
    """Applies every configuration rule of the regulation to a submission."""
    findings = Findings()
    root = Section(dict(data), "", findings)
    regulation = _regulation(root, findings)
    if regulation is None:
        return Report(None, tuple(findings))
    holder = root.text("certificate_holder", "")
    table = root.text("table", "")
    cards_section = root.table("cards")
    cards = _cards(cards_section, regulation, findings)
    limits_section = root.table("limits")
    limits = _limits(limits_section, regulation, findings)
    version = _version(root, regulation, findings)
    wagers_section = root.table("wagers")
    sections = {name: wagers_section.table(name) for name in regulation.sections()}
    given = {name for name in sections if wagers_section.has(name)}
    wagers, awards = read_offered(regulation, sections, given, version, limits, findings)
    settlement = root.table("settlement")
    tables = {"cards": cards_section, "settlement": settlement} | {f"wagers.{name}": s for name, s in sections.items()}
    options = _options(regulation, tables, given, cards, findings)
    approvals = _approvals(root, findings)
    limits = _payout_limit(limits_section, limits, regulation, wagers, findings)
    for section in (cards_section, limits_section, settlement, *(sections[name] for name in sections)):
        section.done()
    wagers_section.done(f"{regulation.id} has {', '.join(sections)}.")
    root.done()
    submission = Submission(
        regulation, holder, table, cards, limits, version, wagers, awards, options, approvals
    )
    _exclusive(submission, findings)
    _attest(submission, findings)
    return Report(None if any(f.level == "fault" for f in findings) else submission, tuple(findings))


def _regulation(root: Section, findings: Findings) -> Regulation | None:
    name = root.take("regulation")
    if isinstance(name, str) and name in regulation_ids():
        return load(name)
    what = "the regulation is missing" if name is None else f"there is no regulation {short(name)}"
    findings.fault("regulation", what, f"Write one of {', '.join(word(known) for known in regulation_ids())}.")
    return None


def _cards(section: Section, regulation: Regulation, findings: Findings) -> Cards:
    deck = regulation.deck
    shuffle_cite = Cite(tuple(dict.fromkeys(c for m in regulation.shuffles.values() for c in m.cite.clauses)))
    shuffle = section.choice("shuffle", regulation.shuffles, "automated", shuffle_cite)
    deal = section.choice("deal", regulation.deals, "manual_shoe")
    method = regulation.deals[deal]
    if method.needs and shuffle not in method.needs:
        findings.fault(
            section.path("deal"),
            f"cards that are shuffled by {'hand' if shuffle == 'manual' else shuffle} may not be dealt from the {deal}",
            f"Use shuffle = {' or '.join(word(one) for one in method.needs)}, or deal from a shoe.",
            method.cite,
        )
    counts = section.choice("shuffler_counts_cards", (True, False), shuffle != "manual")
    if counts and shuffle == "manual":
        findings.fault(
            section.path("shuffler_counts_cards"),
            "there is no shuffler to count the cards when they are shuffled by hand",
            "Write shuffler_counts_cards = false, or use a shuffler.",
            regulation.shuffles["manual"].cite,
        )
    decks = section.whole("decks", 1, 1, 2, deck.cite)
    if decks == 2 and shuffle not in deck.second_needs:
        findings.fault(
            section.path("decks"),
            f"two decks may not be used with shuffle = {word(shuffle)}",
            f"Use one deck, or shuffle = {' or '.join(word(one) for one in deck.second_needs)}.",
            deck.second,
        )
    backs = _backs(section, decks, deck.backs, findings)
    cover = section.text("cover_card", "yellow")
    if cover.casefold() in (back.casefold() for back in backs):
        findings.fault(
            section.path("cover_card"),
            f"a {cover} cover card cannot be told from {cover} backs",
            "Use a cover card of another colour.",
            deck.cover_card,
        )
    return Cards(shuffle, counts, decks, deal, backs, cover)


def _backs(section: Section, decks: int, cite: Cite, findings: Findings) -> tuple[str, ...]:
    given = section.take("deck_backs", list(_BACKS[:decks]))
    if not isinstance(given, list) or not all(isinstance(back, str) and 0 < len(back) <= 40 for back in given):
        findings.fault(section.path("deck_backs"), "colours are wanted", 'Write deck_backs = ["red", "blue"].', cite)
        return _BACKS[:decks]
    if len(given) != decks:
        findings.fault(
            section.path("deck_backs"), f"{len(given)} colours for {decks} deck(s)", "Name one colour for each deck.", cite
        )
    elif len({back.casefold() for back in given}) < decks:
        findings.fault(
            section.path("deck_backs"),
            "the two decks have backs of the same colour",
            "Use one design with backs of different colours.",
            cite,
        )
    return tuple(given)


def _limits(section: Section, regulation: Regulation, findings: Findings) -> Limits:
    minimum = section.money("minimum", 100)
    maximum = section.money("maximum", max(1_000_000, minimum))
    if minimum > maximum:
        findings.fault(
            section.path("minimum"),
            f"the minimum {show_dollars(minimum)} is above the maximum {show_dollars(maximum)}",
            "Write a minimum that is no higher than the maximum.",
        )
        minimum = maximum
    boxes = section.whole("adjacent_boxes", 1, 1, regulation.boxes.most, regulation.boxes.cite)
    return Limits(minimum, maximum, boxes, None)


def _payout_limit(
    section: Section, limits: Limits, regulation: Regulation, wagers: Mapping[str, Offered], findings: Findings
) -> Limits:
    if not section.has("payout_limit"):
        section.take("payout_limit")
        return limits
    if regulation.payout_limit is None:
        section.take("payout_limit")
        findings.fault(
            section.path("payout_limit"), f"{regulation.id} knows no payout limit", "Leave it out: every win is paid in full."
        )
        return limits
    least = lowest_limit(regulation, wagers, limits.adjacent_boxes)
    stated = section.money("payout_limit", least, regulation.payout_limit.cite)
    if stated < least:
        findings.fault(
            section.path("payout_limit"),
            f"a limit of {show_dollars(stated)} is too low",
            f"Write {show_dollars(least)} or more.",
            regulation.payout_limit.cite,
        )
    return Limits(limits.minimum, limits.maximum, limits.adjacent_boxes, stated)


def _version(root: Section, regulation: Regulation, findings: Findings) -> str:
    if not regulation.versions:
        if root.has("version"):
            root.take("version")
            findings.fault("version", f"{regulation.id} has no linked-stake versions", "Leave the section out.")
        return ""
    section = root.table("version")
    clauses = tuple(clause for version in regulation.versions.values() for clause in version.cite.clauses)
    chosen: str = section.choice("pair_plus", regulation.versions, "optional", Cite(clauses))
    section.done()
    return chosen


def _options(
    regulation: Regulation, tables: Mapping[str, Section], given: set[str], cards: Cards, findings: Findings
) -> dict[str, object]:
    """The values of all options of the sections that are there."""
    found: dict[str, object] = {}
    for path, option in regulation.options.items():
        parent, _, key = path.rpartition(".")
        section = tables[parent]
        _, _, wager = parent.partition(".")
        if wager and wager not in given and not _always(regulation, wager):
            continue
        if option.notice and not section.has(key):
            findings.notice(path, option.notice, f"State {key} = {word(option.default)} or another value.", option.cite)
        found[path] = _option(section, key, option, cards, findings)
    return found


def _always(regulation: Regulation, section: str) -> bool:
    return any(wager.always_offered for wager in regulation.wagers.values() if wager.section == section)


def _option(section: Section, key: str, option: Option, cards: Cards, findings: Findings) -> object:
    if option.kind == "chance":
        value = section.read(key, lambda text: str(parse_chance(text)), str(option.default), option.cite)
        return value
    if isinstance(option.default, str) and option.default[:1].isdigit() and section.has(key):
        chosen = _as_money(section, key, option, findings)
    else:
        chosen = section.choice(key, option.values, option.default, option.cite)
    if chosen != option.default:
        for name, allowed in option.needs.items():
            actual = getattr(cards, name)
            if actual not in allowed:
                findings.fault(
                    section.path(key),
                    f"{key} = {word(chosen)} does not go with {name} = {word(actual)}",
                    f"Use {name} = {' or '.join(word(one) for one in allowed)}.",
                    option.cite,
                )
    return chosen


def _as_money(section: Section, key: str, option: Option, findings: Findings) -> object:
    """An amount among a few, however it is written: 0.5, 0.50 or "0.50"."""
    cents = section.money(key, 0, option.cite)
    text = dollars(cents)
    if cents and text not in option.values:
        findings.fault(
            section.path(key), f"{text} is not a choice", f"Choose {' or '.join(str(v) for v in option.values)}.", option.cite
        )
        return option.default
    return text if cents else option.default


def _approvals(root: Section, findings: Findings) -> dict[str, str]:
    given = root.take("approvals", {})
    if not isinstance(given, dict):
        findings.fault("approvals", "a table is wanted here", "Write [approvals] with a reference per outside rule.")
        return {}
    section = Section(given, "approvals", findings)
    return {key[:40]: section.text(key, "") for key in given}


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


def _attest(submission: Submission, findings: Findings) -> None:
    """Rules of other documents that the operator vouches for: a missing word is a warning (I-24)."""
    for approval in submission.regulation.approvals:
        if not holds(approval.when, submission):
            continue
        reference = submission.approvals.get(approval.key, "")
        cite = Cite(approval.cite.clauses, ("I-24",))
        where = f"approvals.{approval.key}"
        if not reference:
            findings.warn(where, f"no reference for {approval.text}", f'Add {approval.key} = "…" under [approvals].', cite)
        elif reference.casefold() == PENDING:
            findings.notice(where, f"pending: {approval.text}", "Enter the reference when it is there.", cite)
