"""Cover All where it is not offered, where it breaks even, and which hands lie side by side at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics import cover_all
from feltlaw.mathematics.cover_all import _run, _steps, analyze_cover_all
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow
from feltlaw.ranking import Highest, Poker
from feltlaw.regulation import load
from tests.support.math_checks import submission


@pytest.mark.parametrize("regulation", ["MA-TCP", "PA-649a"])
def test_a_table_without_it_has_no_figures(regulation: str) -> None:
    with pytest.raises(AnalysisError, match=f"offered at this {regulation} table"):
        analyze_cover_all(submission(regulation), 1)


@pytest.mark.parametrize(("net", "warned"), [(-1, 0), (0, 0), (1, 1)])
def test_a_table_that_breaks_even_is_not_warned_of(
    net: int, warned: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Distribution((OutcomeRow("won", 1, Fraction(net)),), 1)
    monkeypatch.setattr(cover_all, "distribution", lambda rows, total: found)
    entry = analyze_cover_all(submission("MA-TCP", wagers={"cover_all": {}}), 2)
    assert len(entry.warnings) == warned
    assert all("with 2 players the Cover All wager pays back more" in one for one in entry.warnings)


@pytest.mark.parametrize(
    ("cards", "place"),
    [("Ac 2d 3h", 0), ("2c 3d 4h", 1), ("Qc Kd Ah", 11), ("2c 3d 5h", None), ("Kc Ad 2h", None)],
)
def test_where_a_straight_begins(cards: str, place: int | None) -> None:
    if place is not None:
        assert _run(parse_cards(cards)) == place
        return
    with pytest.raises(AnalysisError, match="no straight"):
        _run(parse_cards(cards))


def test_a_row_above_hands_that_lose_is_refused() -> None:
    """A straight cannot win where three of a kind, which is higher, does not."""
    ranking = load("MA-TCP").rankings["three_card"]
    assert isinstance(ranking, Poker)
    rows = ("mini_royal", "straight_flush", "three_of_a_kind", "straight")
    assert [step.row for step in _steps(ranking, rows)] == list(rows)
    assert [step.row for step in _steps(ranking, rows[:2])] == list(rows[:2])
    with pytest.raises(AnalysisError, match="the row straight would not win"):
        _steps(ranking, (*rows[:2], "straight"))


@pytest.mark.parametrize("kind", ["no highest hand", "highest of no poker"])
def test_it_is_read_from_the_highest_hand(kind: str) -> None:
    law = load("MA-TCP")
    name = law.wagers["cover_all"].ranking
    color = load("PA-679a").rankings[load("PA-679a").wagers["prime"].ranking]
    other = color if kind == "no highest hand" else Highest(name, law.rankings[name].clause, of=color)
    table = submission("MA-TCP", wagers={"cover_all": {}})
    with pytest.raises(AnalysisError, match="not read from the highest hand"):
        analyze_cover_all(replace(table, regulation=replace(law, rankings={**law.rankings, name: other})), 1)
