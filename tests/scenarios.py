"""Reads the scenarios under conformance/scenarios and matches a settlement against what they expect."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1] / "conformance" / "scenarios"


@dataclass(frozen=True)
class Scenario:
    """One file: the scenario, what is expected of it, and the clauses that makes it prove."""

    name: str
    title: str
    clauses: tuple[str, ...]
    interpretations: tuple[str, ...]
    scenario: dict[str, Any]
    expect: dict[str, Any]


@lru_cache(maxsize=1)
def all_scenarios() -> tuple[Scenario, ...]:
    """Every scenario file, by regulation and name."""
    found = []
    for path in sorted(ROOT.glob("*/*.json")):
        data = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        found.append(
            Scenario(
                f"{path.parent.name}/{path.stem}",
                data["title"],
                tuple(data["clauses"]),
                tuple(data["interpretations"]),
                data["scenario"],
                data["expect"],
            )
        )
    return tuple(found)


def mismatches(expect: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """Where a settlement differs from what a scenario demands of it."""
    found: list[str] = []
    for key, wanted in expect.items():
        if key == "seats":
            found += _seats(wanted, result["seats"])
        elif key == "order":
            found += _order(wanted, result["seats"])
        elif key not in result:
            found.append(f"{key} is missing")
        else:
            found += _subset(wanted, result[key], key)
    return found


def _seats(wanted: list[dict[str, Any]], actual: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    by_number = {seat["seat"]: seat for seat in actual}
    for seat in wanted:
        where = f"seat {seat['seat']}"
        if seat["seat"] not in by_number:
            found.append(f"{where} is missing")
            continue
        got = by_number[seat["seat"]]
        lines = {line.get("wager") or line.get("award"): line for line in got["settlements"]}
        for key, value in seat.items():
            if key == "settlements":
                for line in value:
                    name = line.get("wager") or line.get("award")
                    if name in lines:
                        found += _subset(line, lines[name], f"{where} {name}")
                    else:
                        found.append(f"{where} has no line {name}")
            elif key == "absent":
                found += [f"{where} has a line {name}" for name in value if name in lines]
            else:
                found += _subset(value, got.get(key), f"{where} {key}")
    return found


def _subset(wanted: Any, got: Any, where: str) -> list[str]:
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return [f"{where}: {got!r} instead of an object"]
        return [
            fault for key, value in wanted.items() for fault in _subset(value, got.get(key), f"{where}.{key}")
        ]
    if where.endswith(".clauses"):
        missing = [clause for clause in wanted if clause not in (got or [])]
        return [f"{where}: {missing} not among {got}"] if missing else []
    return [] if wanted == got else [f"{where}: {got!r} instead of {wanted!r}"]


def _order(wanted: list[list[Any]], seats: list[dict[str, Any]]) -> list[str]:
    turns: dict[tuple[int, str], int] = {}
    for seat in seats:
        for line in seat["settlements"]:
            turns.setdefault((seat["seat"], line.get("wager") or line["award"]), line["turn"])
    places = [turns.get((seat, name), -1) for seat, name in wanted]
    if -1 in places or places != sorted(places):
        return [f"order: {wanted} came at turns {places}"]
    return []
