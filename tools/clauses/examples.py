"""A round for each clause that one shows: the smallest of the scenarios that name it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from feltlaw.register import clauses

SCENARIOS = Path(__file__).resolve().parents[2] / "conformance" / "scenarios"
SMALL = 2
"""Seats that say more than one alone and are still seen at a glance."""


def examples_text() -> str:
    """The rounds and which clause each is for, as JSON, a line for each."""
    known = {
        f"{path.parent.name}/{path.stem}": json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(SCENARIOS.glob("*/*.json"))
    }
    best: dict[str, tuple[tuple[bool, bool, int], str]] = {}
    for name, data in known.items():
        for clause in data["clauses"]:
            how = (*_shows(data, clause), abs(len(data["scenario"]["seats"]) - SMALL))
            if clause not in best or how < best[clause][0]:
                best[clause] = (how, name)
    chosen = {clause: best[clause][1] for clause in clauses() if clause in best}
    rounds = {
        name: {"title": known[name]["title"], "scenario": known[name]["scenario"]}
        for name in sorted(set(chosen.values()))
    }
    return f'{{"clauses": {_lines(chosen)},\n"rounds": {_lines(rounds)}}}\n'


def _shows(data: dict[str, Any], clause: str) -> tuple[bool, bool]:
    """Whether no line cites the clause, and whether the round is refused; False sorts first."""
    seats = data["expect"].get("seats", [])
    cited = any(clause in line.get("clauses", ()) for seat in seats for line in seat.get("settlements", ()))
    return not cited, not seats


def _lines(entries: dict[str, Any]) -> str:
    written = (
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items()
    )
    return "{\n" + ",\n".join(written) + "\n}"
