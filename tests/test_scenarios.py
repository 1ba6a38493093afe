"""Every scenario of conformance/scenarios, settled. They were written from the law, not from the code."""

from __future__ import annotations

import pytest

import feltlaw
from feltlaw.register import clauses
from tests.scenarios import Scenario, all_scenarios, mismatches


def _cases() -> list[object]:
    return [pytest.param(case, id=case.name, marks=_marks(case)) for case in all_scenarios()]


def _marks(case: Scenario) -> list[pytest.MarkDecorator]:
    """Some refusals rest on no clause: a card twice, a decision nobody knows."""
    named = (*case.clauses, *case.interpretations)
    return [pytest.mark.clause(*named)] if named else []


@pytest.mark.parametrize("case", _cases())
def test_scenario(case: Scenario) -> None:
    wanted = case.expect.get("refused")
    if wanted is None:
        assert mismatches(case.expect, feltlaw.settle(case.scenario).to_json()) == []
        return
    with pytest.raises(feltlaw.Refused) as refusal:
        feltlaw.settle(case.scenario)
    assert set(wanted["clauses"]) <= set(refusal.value.clauses), str(refusal.value)
    assert all(word in str(refusal.value).lower() for word in wanted["says"]), str(refusal.value)


def test_scenarios_name_known_clauses() -> None:
    for case in all_scenarios():
        assert set(case.clauses) <= set(clauses()), case.name
