"""An analysis as comma-separated values for a spreadsheet: a line for each outcome, or for each paytable."""

from __future__ import annotations

import csv
import sys
from fractions import Fraction

from feltlaw.mathematics import Analysis
from feltlaw.mathematics.named import EXPECTED_VALUE, OUTCOMES, PAYTABLE, SUMMARY
from feltlaw.mathematics.outcomes import decimal

PLACES = 12
SUMMARY_HEADS = ("Regulation", "Wager", PAYTABLE, *SUMMARY, EXPECTED_VALUE)
OUTCOME_HEADS = ("Outcome", "Pays", *OUTCOMES)


def print_csv(found: Analysis, *, details: bool) -> None:
    """One table with a head: with details an outcome a line, without them a wager or paytable a line."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow((*SUMMARY_HEADS, *(OUTCOME_HEADS if details else ())))
    regulation = found.submission.regulation
    for name, key, entry in found.entries():
        whole = entry.distribution
        summary = (
            regulation.id,
            (regulation.wagers.get(name) or regulation.awards[name]).title,
            key or entry.paytable or "",
            *(decimal(value, PLACES) for value in (entry.house_edge, entry.element_of_risk)),
            whole.std_dev,
            decimal(whole.hit_frequency, PLACES),
            str(entry.ev),
        )
        if not details:
            writer.writerow(summary)
            continue
        for row in whole.rows:
            chance = Fraction(row.combinations, whole.total)
            writer.writerow(
                (
                    *summary,
                    row.outcome,
                    row.pays,
                    row.combinations,
                    decimal(chance, PLACES),
                    str(row.net),
                    decimal(chance * row.net, PLACES),
                )
            )
