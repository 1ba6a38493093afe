"""Cover All where it is not offered, where it breaks even, and which hands lie side by side at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics import cover_all
from feltlaw.mathematics.cover_all import _run, analyze_cover_all
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow
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
