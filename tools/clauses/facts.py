"""Everything known about each clause, joined: the data, the code, the tests and the interpretations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from feltlaw.clause import parse_clause
from feltlaw.register import ClauseEntry, Interpretation, clauses, interpretations
from feltlaw.regulation import Regulation
from feltlaw.regulation.place import Place
from feltlaw.regulation.vocabulary import PHYSICAL_STEPS
from tools.clauses.code import scan
from tools.clauses.collect import Marked, by_clause
from tools.clauses.parts import functions
from tools.clauses.readings import Line, reach

PROVED, WORDS, OPEN = "proved", "words", "open"
STATUSES = (PROVED, WORDS, OPEN)
STATED = "tests/test_parts.py"
"""Reads the data against the second statement of the law, and plays nothing."""

PROMISES: dict[str, str] = {
    "rankings": "every clause about the ranking of hands",
    "tables": "every paytable, envy schedule and meter the text prints",
    "config": "every clause that a Rules Submission can break",
}
"""What must be proved, as things stand; the rest may wait for the part of the program it belongs to."""


@dataclass(frozen=True)
class Facts:
    entry: ClauseEntry
    places: tuple[Place, ...]
    tests: tuple[str, ...]
    code: tuple[str, ...]
    interpretations: tuple[Interpretation, ...]
    physical: bool = False
    """Whether it is only about how hands are held: a test may come past it, and proves nothing of it."""

    @property
    def status(self) -> str:
        """Proved where something is played, settled or refused; words where the data says the right thing."""
        if not self.physical and any(not test.startswith(STATED) for test in self.tests):
            return PROVED
        return WORDS if self.tests else OPEN


def promises_of(entry: ClauseEntry) -> list[str]:
    """The promises a clause belongs to."""
    held = {
        "rankings": entry.kind == "ranking",
        "tables": entry.kind != "definition" and bool(parse_clause(entry.id).name),
        "config": entry.testable == "config",
    }
    return [name for name in PROMISES if held[name]]


def join(regulations: Iterable[Regulation], tests: Iterable[Marked], src: Path) -> list[Facts]:
    """One entry for each clause of the register, in its order."""
    regulations = list(regulations)
    cited = {clause: places for one in regulations for clause, places in one.citations.items()}
    read_as = readings(regulations)
    code = scan(src)
    named = by_clause(tests)
    return [
        Facts(
            entry,
            cited.get(entry.id, ()),
            tuple(named.get(entry.id, ())),
            _code(entry.id, cited.get(entry.id, ()), read_as.get(entry.id, []), code),
            tuple(interpretations()[one] for one in read_as.get(entry.id, [])),
            _is_physical(cited.get(entry.id, ())),
        )
        for entry in clauses().values()
    ]


def _is_physical(places: Sequence[Place]) -> bool:
    steps = [place for place in places if not place.where.startswith("layout.")]
    return bool(steps) and all(place.data.get("do") in PHYSICAL_STEPS for place in steps)


def _code(
    clause: str, places: Iterable[Place], read_as: Iterable[str], cited: Mapping[str, set[str]]
) -> tuple[str, ...]:
    found = {name for place in places for name in functions(place, clause)}
    for citation in (clause, *read_as):
        found |= cited.get(citation, set())
    return tuple(sorted(found))


def readings(regulations: Iterable[Regulation]) -> dict[str, list[str]]:
    """For each clause the interpretations about it, in order.

    The register's own line tells, but clauses of another chapter that it names by way of contrast count only
    where that chapter's data cites the interpretation too. Where part of the line cannot be read, or it says
    nothing of such a chapter, the clauses beside which the data cites the interpretation are taken.
    """
    found: dict[str, set[str]] = {}
    lines = {one.id: Line(one.clauses) for one in interpretations().values()}
    for one, line in lines.items():
        for clause in line.ids:
            found.setdefault(clause, set()).add(one)
    for regulation in regulations:
        for one, line in lines.items():
            if one not in regulation.citations:
                continue
            told = {
                clause for clause in (*line.ids, *line.aside) if clauses()[clause].regulation == regulation.id
            }
            if line.unread or not told:
                told |= {clause for place in regulation.citations[one] for clause in _clauses(place)}
            for clause in told:
                found.setdefault(clause, set()).add(one)
    return {clause: sorted(some, key=parse_clause) for clause, some in found.items()}


def _clauses(place: Place) -> set[str]:
    value = place.data.get("clause", [])
    return {
        one for text in (value if isinstance(value, list) else [value]) for one in reach(parse_clause(text))
    }


def as_map(facts: Iterable[Facts]) -> dict[str, dict[str, list[str]]]:
    """What `conformance/map.json` holds."""
    return {
        one.entry.id: {
            "status": [one.status],
            "code": list(one.code),
            "tests": list(one.tests),
            "interpretations": [item.id for item in one.interpretations],
        }
        for one in facts
    }
