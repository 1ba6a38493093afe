"""Rules about a submission as a whole: what goes together, which minimum counts, what others must approve."""

from __future__ import annotations

from feltlaw.money import show_dollars
from feltlaw.regulation import Cite
from feltlaw.submission.choices import Choices
from feltlaw.submission.conditions import holds
from feltlaw.submission.findings import Findings, word
from feltlaw.submission.options import check_needs
from feltlaw.submission.parts import Offered

PENDING = "pending"


def check_whole(choices: Choices, findings: Findings) -> None:
    """Every rule that looks at more than one part."""
    _exclusive(choices, findings)
    _own_meters(choices, findings)
    _table_minimum(choices, findings)
    _attest(choices, findings)


def _exclusive(choices: Choices, findings: Findings) -> None:
    for rule in choices.regulation.exclusive:
        both = [wager for wager in rule.wagers if wager in choices.wagers]
        if len(both) > 1:
            findings.fault(
                f"wagers.{both[1]}",
                f"{' and '.join(both)} may not be offered at one table",
                "Keep one of them.",
                rule.cite,
            )


def _own_meters(choices: Choices, findings: Findings) -> None:
    """Several progressives may be offered, each with a meter of its own (I-43)."""
    feeding: dict[str, Offered] = {}
    for offered in choices.wagers.values():
        first = feeding.setdefault(offered.meter, offered)
        if offered.meter and first.wager.meter != offered.wager.meter:
            findings.fault(
                f"wagers.{offered.wager.section}.meter",
                f"meter {word(offered.meter)} is already fed by the {first.wager.title}",
                "Give each progressive wager of the table a meter of its own.",
                Cite(offered.wager.cite.clauses[:1], ("I-43",)),
            )


def _table_minimum(choices: Choices, findings: Findings) -> None:
    """A wager of the table minimum is the posted minimum of the wager that is dealt cards (I-140)."""
    for offered in choices.wagers.values():
        main = choices.wagers.get(choices.regulation.deal.to.wagers[0])
        if main is None or main.minimum == choices.limits.minimum:
            return
        if offered.wager.stake.kind != "table_minimum":
            continue
        own, table = show_dollars(main.minimum), show_dollars(choices.limits.minimum)
        name = main.wager.title
        findings.notice(
            f"wagers.{main.wager.section}.minimum",
            f"the {name}'s minimum is {own} and the table's {table}: "
            f"the {offered.wager.title} follows the {name}'s and is {own}",
            "Make the two alike, if that is not meant.",
            offered.wager.stake.cite,
        )


def _attest(choices: Choices, findings: Findings) -> None:
    """Rules of other documents that the operator vouches for: a missing word is a warning (I-24)."""
    for approval in choices.regulation.approvals:
        if not holds(approval.when, choices):
            continue
        reference = choices.approvals.get(approval.key, "")
        cite = Cite(approval.cite.clauses, ("I-24",))
        where = f"approvals.{approval.key}"
        check_needs(approval.needs, choices.cards, findings, where=where, what=approval.text, cite=cite)
        if not reference:
            findings.warn(
                where,
                f"no reference for {approval.text}",
                f'Add {approval.key} = "…" under [approvals].',
                cite,
            )
        elif reference.casefold() == PENDING:
            findings.notice(where, f"pending: {approval.text}", "Enter the reference when it is there.", cite)
