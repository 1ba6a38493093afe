"""Every scenario of conformance/scenarios, settled. They were written from the law, not from the code."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw.register import clauses
from tests.support.scenarios import Scenario, all_scenarios, mismatches, unsound
from tools.scenarios import SCENARIOS, formed


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
        result = feltlaw.settle(case.scenario).to_json()
        assert mismatches(case.expect, result) == [] and unsound(result) == []
        return
    with pytest.raises(feltlaw.Refused) as refusal:
        feltlaw.settle(case.scenario)
    assert set(wanted["clauses"]) <= set(refusal.value.clauses), str(refusal.value)
    assert all(word in str(refusal.value).lower() for word in wanted["says"]), str(refusal.value)


def test_a_refusal_is_expected_with_its_words() -> None:
    """Where only "refused" is expected, any refusal would do."""
    without = [case.name for case in all_scenarios() if not case.expect.get("refused", {"says": 1})["says"]]
    assert without == []


def test_scenarios_are_written_in_one_form() -> None:
    paths = sorted(SCENARIOS.glob("*/*.json"))
    other = [path.name for path in paths if (text := path.read_text("utf-8")) != formed(text)]
    assert not other, f"run python -m tools.scenarios: {other}"


def test_scenarios_name_known_clauses() -> None:
    for case in all_scenarios():
        assert set(case.clauses) <= set(clauses()), case.name


def envy(*paid: str) -> dict[str, Any]:
    lines = [{"award": "envy", "paid": one, "for_seat": at} for at, one in enumerate(paid, 1)]
    return {"seats": [{"seat": 1, "settlements": lines}]}


@pytest.mark.parametrize(
    ("wanted", "got", "differ"),
    [
        (envy("25.00", "100.00"), envy("25.00", "100.00"), False),
        (envy("25.00"), envy("25.00", "100.00"), True),
        (envy("25.00", "100.00"), envy("100.00"), True),
        (envy("25.00", "25.00"), envy("25.00", "100.00"), True),
        (envy("1.00"), {"seats": [{"seat": 1, "settlements": []}]}, True),
    ],
)
def test_all_lines_of_a_name_are_matched(wanted: dict[str, Any], got: dict[str, Any], differ: bool) -> None:
    assert bool(mismatches(wanted, got)) == differ


def test_lines_of_a_name_are_matched_in_any_order() -> None:
    turned = envy("25.00", "100.00")
    turned["seats"][0]["settlements"].reverse()
    assert mismatches(envy("25.00", "100.00"), turned) == []
