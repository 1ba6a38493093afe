"""Tables that share a meter must be alike."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.money import show_dollars, show_percent
from feltlaw.regulation.model import Cite
from feltlaw.submission.choices import Choices
from feltlaw.submission.findings import Finding, Findings, word
from feltlaw.submission.parts import Offered


def check_linked(submissions: Sequence[tuple[str, Choices]]) -> tuple[Finding, ...]:
    """Whether tables that name the same meter are alike, as far as the regulation asks for it."""
    findings = Findings()
    first: dict[str, tuple[str, Choices, Offered]] = {}
    for where, submission in submissions:
        feeding = {offered.meter: offered for offered in submission.wagers.values() if offered.linked}
        for meter, offered in feeding.items():
            seen = first.setdefault(meter, (where, submission, offered))
            if seen[0] != where:
                _compare(seen, (where, submission, offered), findings)
    return tuple(findings)


def _compare(
    one: tuple[str, Choices, Offered], other: tuple[str, Choices, Offered], findings: Findings
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
    if all(facts[fact][0] == facts[fact][1] for fact in ("paytable", "amount")):
        _compare_terms(one, other, findings)


def _compare_terms(
    one: tuple[str, Choices, Offered], other: tuple[str, Choices, Offered], findings: Findings
) -> None:
    """One meter has one seed and one rate: what the text leaves open belongs to the paytable (I-113).

    With another paytable or amount the terms differ of themselves, and that has been said; the same paytable
    is the same regulation.
    """
    (name, _, left), (where, second, right) = one, other
    linked = second.regulation.linked
    for level in right.levels.values():
        same = left.levels.get(level.name, level)
        suffix, of = ("", "") if len(right.levels) == 1 else (f".{level.name}", f" of the {level.name}")
        terms = {
            "seed": (show_dollars(same.seed), show_dollars(level.seed)),
            "increment": (show_percent(same.rate), show_percent(level.rate)),
        }
        for term, (mine, theirs) in terms.items():
            if mine == theirs:
                continue
            clauses = tuple(clause for clause in level.clauses if not clause.startswith("I-"))
            readings = tuple(clause for clause in level.clauses if clause.startswith("I-"))
            rule = linked.cite if linked else Cite(())
            findings.fault(
                f"{where}: wagers.{right.wager.section}.{term}{suffix}",
                f"meter {word(right.meter)} is shared with {name}, "
                f"but the {term}{of} is {theirs} here and {mine} there",
                f"Make the {term} the same, or give each table its own meter.",
                Cite((*rule.clauses, *clauses), (*rule.interpretations, *readings)),
            )


def _name(offered: Offered) -> str:
    table = offered.paytable()
    return table.name or table.clauses[-1] if table else offered.wager.id
