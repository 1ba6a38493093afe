"""The data that runs against the second statement of the law, line by line (conformance/parts).

Where they disagree a test names both: the line of the register and what the data has in its place.
"""

from __future__ import annotations

from collections import Counter

import pytest
from _pytest.mark import ParameterSet

from feltlaw.register import clauses
from feltlaw.regulation import load
from feltlaw.regulation.model import Step
from tests.parts import PARTS, Line, lines

REGULATIONS = sorted(path.stem for path in PARTS.glob("*.txt"))


def marked(line: Line) -> ParameterSet:
    """A line with its own clauses as marks; none is asked of the data."""
    known = [one for one in line.clauses if one in clauses()]
    return pytest.param(line, marks=[pytest.mark.clause(*known)] if known else [], id=str(line))


STEPS = [marked(line) for regulation in REGULATIONS for line in lines(regulation)]


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


@pytest.mark.parametrize("line", STEPS)
def test_words(line: Line) -> None:
    """What the program can only say, it says whole."""
    text = in_place(line).text.lower()
    missing = [word for word in line.said if word.lower() not in text]
    assert not missing, f"{line.where}: {missing} not in '{text}'"


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_nothing_else_is_done(regulation: str) -> None:
    stated = Counter(line.group for line in lines(regulation))
    assert Counter(step.group for step in load(regulation).steps) == stated


def test_every_clause_of_the_statement_is_known() -> None:
    cited = {one for regulation in REGULATIONS for line in lines(regulation) for one in line.clauses}
    assert [
        one for one in cited - set(clauses()) if not any(known.startswith(one) for known in clauses())
    ] == []
