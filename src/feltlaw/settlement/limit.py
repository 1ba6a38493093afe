"""The aggregate payout limit per player and round (679a.12(h), 680a.12(d))."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.money import Cents, show_dollars
from feltlaw.regulation.model import Cite
from feltlaw.settlement.table import Table


def apply_limit(table: Table) -> None:
    """Cuts winnings on the limited wagers in the order of settlement, over all boxes of one person (I-81)."""
    limit, rule = table.submission.limits.payout_limit, table.regulation.payout_limit
    if limit is None or rule is None:
        return
    people = {played.number: played.player for played in table.seats}
    won: dict[str, Cents] = {}
    for at, line in enumerate(table.lines):
        if line.id not in rule.wagers or not line.paid:
            continue
        person = people[line.seat]
        left = limit - won.get(person, 0)
        won[person] = won.get(person, 0) + min(line.paid, left)
        if line.paid > left:
            clauses = (*line.cite.clauses, *rule.cite.clauses, *rule.applies.clauses)
            table.lines[at] = replace(
                line,
                paid=left,
                cite=Cite(clauses, (*line.cite.interpretations, "I-81")),
                note=f"cut from {show_dollars(line.paid)} by the payout limit of {show_dollars(limit)}",
            )
