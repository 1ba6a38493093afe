"""The page of what rules ask of the system around the games: each row with its tests, or what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tools.clauses.collect import Marked, by_clause
from tools.clauses.pages import cell

ROW = re.compile(r"\| (S-[0-9]{2}) \| ([^|]+) \|")
FEW = 3
"""So many tests are named on the page; the marks name them all."""
NOT_YET: dict[str, str] = {
    "S-04": "seed, reseed, rate and reserve are the submission's; there is no limit and no guard against an "
    "unreasonable contribution: no chapter asks for one",
    "S-10": "what a process is (version, one hash over its regulations) is written down at its start; it is "
    "not compared with anything yet",
    "S-15": "a meter has no limit",
    "S-17": "the chapters' reserves are part of the posted paytable; a sign for Ohio is not drawn",
    "S-18": "the analysis has the probability of each prize; a bound on it is not checked",
    "S-21": "a correction can say `moved`; the end of a progressive is not an act of its own yet",
    "S-32": "people and machines sign in, processes of one property trust their database; records are signed",
    "S-33": "two accounts of any department confirm; departments are not kept apart yet",
    "S-34": "amounts are whole cents up to 13 digits everywhere",
    "S-45": "the house's stream has starts, stops, access and configuration; hand pays are in the tables'",
    "S-71": "comes with submissions",
    "S-72": "comes with submissions",
    "S-73": "decks are received, inspected and taken out by name at the table; their ages are the table's",
    "S-74": "comes with the house",
    "S-75": "`start_program` names version and data; `feltlaw --version` shows it",
}
"""By row, what is missing where no test proves it, or not all of it."""


def page(tests: Iterable[Marked], asked: Path) -> str:
    """The page, from the rows of conformance/system.md and the marks of the tests."""
    named = by_clause(tests)
    rows = []
    for own, wants in ROW.findall(asked.read_text("utf-8")):
        found = [
            one.partition("::")[2].replace("test_", "", 1).replace("_", " ") for one in named.get(own, ())
        ]
        more = f" and {len(found) - FEW} more" if len(found) > FEW else ""
        rows.append([own, wants, "; ".join(found[:FEW]) + more, NOT_YET.get(own, "")])
    proved = sum(bool(row[2]) for row in rows)
    return "\n".join(
        [
            "# What rules ask of the system around the games",
            "",
            "Written by `make conformance` from `conformance/system.md` and the marks of the tests; do not "
            "edit. As understood, never certified: certification is a laboratory's act.",
            "",
            f"{proved} of {len(rows)} rows have a test of their own.",
            "",
            *(
                _line(row)
                for row in (["row", "asks for", "proved by", "what is missing"], ["---"] * 4, *rows)
            ),
            "",
        ]
    )


def _line(row: Iterable[str]) -> str:
    return "| " + " | ".join(cell(one) for one in row) + " |"
