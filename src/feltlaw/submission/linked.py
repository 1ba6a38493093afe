"""Tables that share a meter must be alike."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.money import show_dollars
from feltlaw.submission.findings import Finding, Findings, word
from feltlaw.submission.model import Offered, Submission


def check_linked(submissions: Sequence[tuple[str, Submission]]) -> tuple[Finding, ...]:
    """Whether tables that name the same meter are alike, as far as the regulation asks for it."""
    findings = Findings()
    first: dict[str, tuple[str, Submission, Offered]] = {}
    for where, submission in submissions:
        feeding = {offered.meter: offered for offered in submission.wagers.values() if offered.linked}
        for meter, offered in feeding.items():
            seen = first.setdefault(meter, (where, submission, offered))
            if seen[0] != where:
                _compare(seen, (where, submission, offered), findings)
    return tuple(findings)


def _compare(
    one: tuple[str, Submission, Offered], other: tuple[str, Submission, Offered], findings: Findings
) -> None:
    (name, first, left), (where, second, right) = one, other
    linked = second.regulation.linked or first.regulation.linked
    facts = {
        "paytable": (_name(left), _name(right)),
        "amount": (show_dollars(left.minimum), show_dollars(right.minimum)),
        "decks": (f"{first.regulation.deck.cards} cards", f"{second.regulation.deck.cards} cards"),
    }
    for fact, (mine, theirs) in facts.items():
        if mine == theirs:
            continue
        path = f"{where}: wagers.{right.wager.section}.meter"
        shared = f"meter {word(right.meter)} is shared with {name}"
        what = f"{shared}, but the {fact} is {theirs} here and {mine} there"
        if linked and fact in linked.alike:
            legal = f"Make the {fact} the same, or give each table its own meter."
            findings.fault(path, what, legal, linked.cite)
        else:
            findings.warn(path, what, "Make sure the link allows it.", right.wager.cite)


def _name(offered: Offered) -> str:
    table = offered.paytable()
    return table.name or table.clauses[-1] if table else offered.wager.id
