"""Reads the scenarios under conformance/scenarios and matches a settlement against what they expect."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import permutations
from typing import Any

from tests.support import ROOT as PROJECT

ROOT = PROJECT / "conformance" / "scenarios"


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


def unsound(result: dict[str, Any]) -> list[str]:
    """Where a settlement does not add up, whatever it is about: turns without a gap, each line with its net
    and the result that follows from it (an empty meter or a limit that is used up is won too), each seat with
    its sums."""
    found: list[str] = []
    turns = sorted(line["turn"] for seat in result["seats"] for line in seat["settlements"])
    if turns != [*range(1, len(turns) + 1)]:
        found.append(f"turns {turns}")
    for seat in result["seats"]:
        for line in seat["settlements"]:
            stake, paid, returned, net = (
                Decimal(line.get(k, 0)) for k in ("stake", "paid", "returned", "net")
            )
            name = f"seat {seat['seat']} {line.get('wager') or line['award']}"
            if net != paid + returned - stake:
                found.append(f"{name}: net {net}")
            of_nothing = "%" in line.get("pays", "") or "I-81" in line.get("interpretations", ())
            right = {"void", "win" if paid else "push" if returned else "lose", *["win"][:of_nothing]}
            if line["result"] not in right:
                found.append(f"{name}: {line['result']} of {paid} and {returned}")
        own = seat["settlements"]
        for key, parts in (("staked", ("stake",)), ("credited", ("paid", "returned")), ("net", ("net",))):
            total = sum(Decimal(line.get(part, 0)) for line in own for part in parts)
            if Decimal(seat[key]) != total:
                found.append(f"seat {seat['seat']}: {key} {seat[key]} instead of {total}")
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
        lines = _by_name(got["settlements"])
        for key, value in seat.items():
            if key == "settlements":
                for name, some in _by_name(value).items():
                    found += _lines(some, lines.get(name, []), f"{where} {name}")
            elif key == "absent":
                found += [f"{where} has a line {name}" for name in value if name in lines]
            else:
                found += _subset(value, got.get(key), f"{where} {key}")
    return found


def _by_name(lines: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The lines of a seat by wager or award; an award may be paid several times."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        found.setdefault(line.get("wager") or line["award"], []).append(line)
    return found


def _lines(wanted: list[dict[str, Any]], got: list[dict[str, Any]], where: str) -> list[str]:
    """All lines of one name, each wanted one against one that was made, in any order and none left over."""
    if len(wanted) != len(got):
        return [f"{where}: {len(got)} lines instead of {len(wanted)}"]
    tries = ([*zip(wanted, order, strict=True)] for order in permutations(got))
    faults = ([fault for one, line in pairs for fault in _subset(one, line, where)] for pairs in tries)
    return min(faults, key=len)


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
