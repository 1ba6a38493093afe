"""The data that runs against the second statement of the law, line by line (conformance/parts).

Where they disagree a test names both: the line of the register and what the data has in its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from feltlaw.register import clauses, interpretations
from feltlaw.regulation import load
from feltlaw.regulation.model import Step
from tests.support.parts import PARTS, Added, Line, Term, lines, readings, terms

REGULATIONS = sorted(path.stem for path in (PARTS / "steps").glob("*.txt"))


def marked(line: Line | Term | Added, named: Sequence[str]) -> ParameterSet:
    """A line with its own clauses and readings as marks; none is asked of the data."""
    known = [one for one in named if one in clauses() or one in interpretations()]
    return pytest.param(line, marks=[pytest.mark.clause(*known)] if known else [], id=str(line))


STEPS = [marked(line, line.clauses) for regulation in REGULATIONS for line in lines(regulation)]
TERMS = [marked(term, term.proves) for regulation in REGULATIONS for term in terms(regulation)]
READINGS = [marked(one, (*one.readings, *one.clauses)) for one in readings()]


def in_place(line: Line) -> Step:
    group = [step for step in load(line.regulation).steps if step.group == line.group]
    assert len(group) > line.at, f"{line.where}: the data has no {line.do}"
    return group[line.at]


@pytest.mark.parametrize("line", STEPS)
def test_step(line: Line) -> None:
    """The right step in its place, by the right person, for the right reason, under the right condition."""
    step = in_place(line)
    stated = (line.do, line.who, line.clauses, line.when, line.number, line.way)
    assert (step.do, step.by, step.cite.clauses, step.when, step.number, step.way) == stated, line.where


def missing(words: Sequence[str], text: str) -> str:
    """What a text does not say in whole words, or not after what should come before it."""
    at = 0
    for word in words:
        whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        if not (found := whole.search(text, at)):
            return f"'{word}' is not in '{text[at:]}'"
        at = found.end()
    return ""


@pytest.mark.parametrize("line", STEPS)
def test_words(line: Line) -> None:
    """What the program can only say, it says whole, and in that order."""
    assert not missing(line.said, in_place(line).text), line.where


def more_than(stated: Sequence[str], text: str) -> list[str]:
    """Words of a text that are not stated, as often as they are there."""
    said, found = (Counter(re.findall(r"[\w-]+", one.lower())) for one in (" / ".join(stated), text))
    return sorted((found - said).elements())


def added_to(line: Line | Term) -> list[str]:
    """What readings add to a line's words."""
    return [
        word
        for one in readings()
        if (one.step == line if isinstance(line, Line) else one.step is None and line == _term_at(one))
        for word in one.said
    ]


def _term_at(added: Added) -> Term | None:
    return next((one for one in terms(added.regulation) if one.path == added.place), None)


@pytest.mark.parametrize("line", STEPS)
def test_no_other_words(line: Line) -> None:
    """Nobody is told of a condition, a moment or a person that neither the chapter nor a reading has."""
    added = more_than([*line.said, *added_to(line)], in_place(line).text)
    assert not added, f"{line.where}: '{in_place(line).text}'"


def table_of(term: Term | Added) -> dict[str, Any]:
    found: Any = load(term.regulation).data
    path = term.path if isinstance(term, Term) else term.place
    kind, _, option = path.partition("/")
    if option:
        assert option in found[kind], f"{term.where}: {term.regulation} has no option {option}"
        table: dict[str, Any] = found[kind][option]
        return table
    for quoted, plain, at in re.findall(r'"([^"]+)"|(\w+)(?:\[(\d+)\])?', path):
        name = quoted or plain
        assert name in found, f"{term.where}: the data has no {path}"
        found = found[name][int(at)] if at else found[name]
    assert isinstance(found, dict)
    return found


def written(value: Any, regulation: str) -> str:
    """A value of the data as the register writes it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case [{"say": _}, *_]:
            return " / ".join(_choice(one) for one in value)
        case list():
            return " ".join(written(one, regulation) for one in value)
    return str(value).removeprefix(f"{regulation}.")


def _choice(choice: dict[str, Any]) -> str:
    """What a choice does, not what it is called."""
    kinds = [key for key in ("fold", "surrender", "sets") if choice.get(key)]
    return kinds[0] if kinds else f"play {choice['play']}" if choice.get("play") else "check"


@pytest.mark.parametrize("term", TERMS)
def test_term(term: Term) -> None:
    found = table_of(term)
    if term.clauses:
        clause = found["clause"] if isinstance(found["clause"], list) else [found["clause"]]
        assert (term.where, tuple(clause)) == (term.where, term.clauses)
    stated = dict(term.facts)
    assert {key: written(found.get(key, ""), term.regulation) for key in stated} == stated, term.where
    if not term.clauses:
        assert list(found) == list(stated), f"{term.where}: another order"
    for key, words in (("text", term.said), ("sign", term.sign), ("notice", term.notice)):
        assert not missing(words, found.get(key, "")), term.where
    if term.path.startswith("options/"):
        said = {key for key in ("sign", "notice") if key in found}
        assert said == {key for key in ("sign", "notice") if getattr(term, key)}, term.where
        kinds = {"values": "choice", "kind": stated.get("kind")}
        assert found["kind"] == next(kinds[key] for key in stated if key in kinds), term.where


FILL = {"a", "an", "the", "this", "it", "itself", "them", "way", "envy"}
"""Words that change nothing of what is fixed, offered or posted."""


@pytest.mark.parametrize("term", TERMS)
def test_no_other_words_of_a_term(term: Term) -> None:
    found, facts = table_of(term), [value for key, value in term.facts if key == "text"]
    for key, words in (("text", term.said), ("sign", term.sign), ("notice", term.notice)):
        stated = [*words, *facts, *(added_to(term) if key == "text" else ())]
        added = more_than(stated, found.get(key, ""))
        assert not {*added} - FILL, f"{term.where}: '{found[key]}'"


@pytest.mark.parametrize("added", READINGS)
def test_reading(added: Added) -> None:
    """What a reading adds is in the data too, and the data names the reading there."""
    found: dict[str, Any]
    if added.step:
        step = in_place(added.step)
        found = {"by": list(step.by), "when": step.when, "text": step.text}
        cited = step.cite.interpretations
    else:
        found = table_of(added)
        named = found.get("interpretation", [])
        cited = tuple([named] if isinstance(named, str) else named) if "clause" in found else added.readings
    stated, text = dict(added.facts), found.get("text", "")
    assert {key: written(found.get(key, ""), added.regulation) for key in stated} == stated, added.where
    assert not missing(added.said, text), added.where
    assert set(added.readings) <= set(cited), f"{added.where}: the data names {cited} there"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_nothing_else_is_done(regulation: str) -> None:
    stated = Counter(line.group for line in lines(regulation))
    assert Counter(step.group for step in load(regulation).steps) == stated


def test_every_clause_of_the_statement_is_known() -> None:
    cited = {one for name in REGULATIONS for line in lines(name) for one in line.clauses}
    cited |= {one for name in REGULATIONS for term in terms(name) for one in term.proves}
    assert {one for added in readings() for one in added.readings} <= interpretations().keys()
    assert [
        one for one in cited - set(clauses()) if not any(known.startswith(one) for known in clauses())
    ] == []
