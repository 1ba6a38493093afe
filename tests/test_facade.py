"""The names of the package itself, which are fetched when they are first used."""

from __future__ import annotations

import pytest

import feltlaw
from feltlaw.desk.memory import Table
from feltlaw.event import Person
from feltlaw.refusal import Refused
from feltlaw.regulation import Regulation, RegulationError, load, regulation_ids
from feltlaw.settlement import Settlement
from feltlaw.submission import Submission, SubmissionError

NAMES = {
    "Person": Person,
    "Refused": Refused,
    "Regulation": Regulation,
    "RegulationError": RegulationError,
    "Settlement": Settlement,
    "Submission": Submission,
    "SubmissionError": SubmissionError,
    "Table": Table,
    "load": load,
    "regulation_ids": regulation_ids,
}


def test_every_name_is_what_its_module_has() -> None:
    assert set(feltlaw.__all__) == {*NAMES, "analyze", "settle"}
    assert {name: getattr(feltlaw, name) for name in NAMES} == NAMES


def test_names_are_listed_before_they_are_fetched() -> None:
    assert set(feltlaw.__all__) <= set(dir(feltlaw))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'feltlaw' has no attribute 'shuffle_up'"):
        feltlaw.shuffle_up  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from feltlaw import deal_them  # type: ignore[attr-defined]  # noqa: F401
