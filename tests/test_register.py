from __future__ import annotations

import csv
import re

import pytest

from feltlaw.clause import parse_clause
from feltlaw.register import citable, clauses, conformance_map, interpretations
from feltlaw.regulation import regulation_ids
from tests.support import ROOT

TEXT = (ROOT / "conformance" / "interpretations.md").read_text(encoding="utf-8")
FIELDS = ("Clauses", "Problem", "Readings", "Adopted", "Option", "Test")

with (ROOT / "conformance" / "clauses.csv").open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.reader(_file))


def test_every_row_of_the_file_is_an_entry() -> None:
    header, *rows = ROWS
    assert header == ["id", "game", "kind", "actor", "requirement", "testable"]
    entries = [
        [entry.id, entry.regulation, entry.kind, entry.actor, entry.requirement, entry.testable]
        for entry in clauses().values()
    ]
    assert entries == rows
    assert all(all(field for field in row) for row in rows)


def test_an_entry_is_found_by_its_id_and_belongs_to_its_regulation() -> None:
    for text, entry in clauses().items():
        assert entry.id == text
        assert parse_clause(text).regulation == entry.regulation
    assert {entry.regulation for entry in clauses().values()} == set(regulation_ids())


def blocks() -> dict[str, str]:
    """Each item of the file, by its id, cut without the program's help."""
    found: dict[str, str] = {}
    for line in TEXT.splitlines():
        if line.startswith("### "):
            current = line[4:].split()[0]
            found[current] = ""
        elif line.startswith("#"):
            current = ""
        if found and current:
            found[current] += line + "\n"
    return found


def test_there_are_as_many_interpretations_as_the_file_says() -> None:
    stated = re.search(r"(\d+) items\.", TEXT)
    assert stated
    assert len(interpretations()) == int(stated[1])
    assert list(interpretations()) == [f"I-{number:02d}" for number in range(1, int(stated[1]) + 1)]
    assert list(blocks()) == list(interpretations())


@pytest.mark.parametrize("key", interpretations())
def test_an_interpretation_has_every_field_of_the_file(key: str) -> None:
    item, block = interpretations()[key], blocks()[key]
    assert item.id == key
    assert block.startswith(f"### {key} {item.title}\n")
    found = [item.clauses, item.problem, item.readings, item.adopted, item.option, item.test]
    lines = [line for line in block.splitlines()[1:] if line]
    assert [line.split("**")[1].split(":")[0] for line in lines] == list(FIELDS)
    for field, line in zip(found, lines, strict=True):
        wanted = line.split(":", 1)[1].replace("**", "", 1).strip()
        assert field == wanted
        assert field


@pytest.mark.parametrize("key", interpretations())
def test_the_adopted_reading_is_one_of_the_readings(key: str) -> None:
    item = interpretations()[key]
    letter = re.match(r"([A-Z])\b", item.adopted)
    if letter:
        assert f"({letter[1]}) {item.reading}" in item.readings
    else:
        assert item.reading == item.adopted.rstrip(".")
    assert item.reading


@pytest.mark.parametrize(
    ("key", "reading"),
    [
        ("I-06", "printed order is rank order (except I-36)"),
        ("I-70", "they are shown whenever they were dealt, because folders keep envy"),
        ("I-29", "the obvious ones; generated documents use the correct words"),
    ],
)
def test_a_reading_in_its_own_words(key: str, reading: str) -> None:
    assert interpretations()[key].reading == reading


def test_what_can_be_cited() -> None:
    assert citable() == set(clauses()) | set(interpretations())
    assert len(citable()) == len(clauses()) + len(interpretations())


def test_the_map_speaks_of_clauses_and_interpretations_only() -> None:
    assert set(conformance_map()) <= citable()
