"""The conformance register: every clause in our own words, and how the unclear ones are read."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

SECTIONS: dict[str, tuple[str, ...]] = {
    "PA": (
        "Definitions",
        "The table and its layout",
        "Cards and decks",
        "Opening the table",
        "Shuffle and cut",
        "Ranking of hands",
        "Wagers",
        "Dealing from a manual shoe",
        "Dealing from the hand",
        "Dealing from an automated shoe",
        "Playing and settling a round",
        "What is paid",
        "Irregularities",
    ),
    "MA": (
        "Definitions",
        "Cards and decks",
        "Ranking of hands",
        "Opening the table",
        "Shuffle and cut",
        "Wagers",
        "Dealing from a manual shoe",
        "Dealing from the hand",
        "Dealing from an automated shoe",
        "Playing and settling a round",
        "What is paid",
        "Cover All",
        "Progressive wagers",
        "Irregularities",
    ),
}
"""What the sections of the documents are about, in our own words, by jurisdiction."""


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """One operative clause of the register."""

    id: str
    regulation: str
    kind: str
    actor: str
    requirement: str
    testable: str


@dataclass(frozen=True, slots=True)
class Interpretation:
    """How an unclear text is read."""

    id: str
    title: str
    clauses: str
    problem: str
    readings: str
    adopted: str
    option: str
    test: str

    @property
    def reading(self) -> str:
        """The adopted one of the readings in its own words; the adoption itself where it names none."""
        letter = re.match(r"[A-Z]\b", self.adopted)
        texts = re.split(r"(?:^|[;.] )\(([A-Z])\) ", self.readings.rstrip("."))
        found = dict(zip(texts[1::2], texts[2::2], strict=True)).get(letter[0]) if letter else None
        return found or self.adopted.rstrip(".")


def _text(name: str) -> str:
    packaged = Path(__file__).with_name("conformance") / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[2] / "conformance" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def clauses() -> Mapping[str, ClauseEntry]:
    """Every operative clause, in the order of the documents."""
    rows = csv.DictReader(StringIO(_text("clauses.csv")))
    return {
        row["id"]: ClauseEntry(
            row["id"], row["game"], row["kind"], row["actor"], row["requirement"], row["testable"]
        )
        for row in rows
    }


@lru_cache(maxsize=1)
def interpretations() -> Mapping[str, Interpretation]:
    """The register of interpretations."""
    found: dict[str, Interpretation] = {}
    for part in re.split(r"^### ", _text("interpretations.md"), flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        key, _, title = heading.partition(" ")
        items = dict(re.findall(r"^- \*\*([A-Za-z]+)(?:: [^*]*|:)?\*\*:?[ ]?(.*)$", body, flags=re.MULTILINE))
        adopted = re.search(r"^- \*\*Adopted:([^*]*)\*\*(.*)$", body, flags=re.MULTILINE)
        found[key] = Interpretation(
            key,
            title,
            items.get("Clauses", ""),
            items.get("Problem", ""),
            items.get("Readings", ""),
            "".join(adopted.groups()).strip() if adopted else "",
            items.get("Option", ""),
            items.get("Test", ""),
        )
    return found


@lru_cache(maxsize=1)
def conformance_map() -> Mapping[str, Mapping[str, list[str]]]:
    """For each clause: the code and the tests that name it. Written by `make conformance`."""
    found: Mapping[str, Mapping[str, list[str]]] = json.loads(_text("map.json"))
    return found


@dataclass(frozen=True, slots=True)
class Example:
    """A round that shows what a clause does: a scenario, as `settle` reads it."""

    title: str
    scenario: Mapping[str, Any]


@lru_cache(maxsize=1)
def examples() -> Mapping[str, Example]:
    """By clause the round that shows it. Written by `make conformance`."""
    data = json.loads(_text("examples.json"), parse_float=Decimal)
    rounds = {name: Example(one["title"], one["scenario"]) for name, one in data["rounds"].items()}
    return {clause: rounds[name] for clause, name in data["clauses"].items()}


@lru_cache(maxsize=1)
def citable() -> frozenset[str]:
    """The ids of all clauses and interpretations."""
    return frozenset(clauses()) | frozenset(interpretations())
