"""The aggregate payout limit per player and round (679a.12(h), 680a.12(d))."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.money import Cents, show_dollars
from feltlaw.regulation.model import Cite
from feltlaw.settlement.pad import Pad


def apply_limit(pad: Pad) -> None:
    """Cuts winnings on the limited wagers in the order of settlement, over all boxes of one person (I-81)."""
    limit, rule = pad.submission.limits.payout_limit, pad.regulation.payout_limit
    if limit is None or rule is None:
        return
    people = {played.number: played.player for played in pad.seats}
    won: dict[str, Cents] = {}
    for at, line in enumerate(pad.lines):
        if line.id not in rule.wagers or not line.paid:
            continue
        person = people[line.seat]
        left = limit - won.get(person, 0)
        won[person] = won.get(person, 0) + min(line.paid, left)
        if line.paid > left:
            words = f"cut from {show_dollars(line.paid)} by the payout limit of {show_dollars(limit)}"
            clauses = (*line.cite.clauses, *rule.cite.clauses, *rule.applies.clauses)
            pad.lines[at] = replace(
                line,
                paid=left,
                cite=Cite(clauses, (*line.cite.interpretations, "I-81")),
                note="; ".join(filter(None, (line.note, words))),
            )
