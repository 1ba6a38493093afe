"""What a player is only told to do, he is told without conditions or moments that the chapter has not."""

from __future__ import annotations

import re

import pytest

from feltlaw.regulation import load
from tests.support.driver import REGULATIONS
from tests.support.parts import Line, lines

LIMITS = (
    "until", "till", "unless", "if", "when", "whenever", "once", "after", "before", "while", "during",
    "except", "as long as", "as soon as", "face up", "face down", "open", "you may", "need not", "no longer",
)  # fmt: skip
"""Words that make a duty smaller or another one."""
ONLY_TOLD = ("stay_seated", "examine", "own_hand", "keep_in_view", "no_talking")
DUTIES = [
    line for name in REGULATIONS for line in lines(name) if line.who == ("player",) and line.do in ONLY_TOLD
]


@pytest.mark.parametrize(
    "line", [pytest.param(one, marks=pytest.mark.clause(*one.clauses), id=str(one)) for one in DUTIES]
)
def test_a_players_duty_holds_as_far_as_the_chapter_says_and_no_less(line: Line) -> None:
    """By the second statement of the law: what it does not say of the duty, the words do not say either."""
    step = [one for one in load(line.regulation).steps if one.group == line.group][line.at]
    stated = " / ".join(line.said).lower()
    added = [one for one in LIMITS if re.search(rf"\b{one}\b", step.text.lower()) and one not in stated]
    assert not added, f"{line.where}: '{step.text}'"


def test_every_chapter_has_such_duties() -> None:
    found = {(line.regulation, line.do) for line in DUTIES}
    for do in ("stay_seated", "examine", "own_hand"):
        assert {name for name, one in found if one == do} == set(REGULATIONS)
    assert {name for name, do in found if do == "keep_in_view"} == set(REGULATIONS) - {"MA-TCP"}
    assert {name for name, do in found if do == "no_talking"} == {"PA-669a"}
