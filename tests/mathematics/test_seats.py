"""Figures by the number of players are for those who can sit at this table, not at the largest one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from feltlaw.mathematics import AnalysisError, analyze
from feltlaw.mathematics.engines import engine_for
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.side import SideWager
from tests.support.driver import submission
from tests.support.signs import FIVE, FIVE_OF_SIX, LINK, LINKS, THREE

MOST = {"PA-649a": 7, "PA-669a": 6, "MA-TCP": 7}
"""Betting positions: 649a.2(a), 669a.2(a); in Massachusetts seven (I-128)."""
SEATED = {"PA-649a": "PA-649a.2(a)", "PA-669a": "PA-669a.2(a)", "MA-TCP": "I-128"}
METERS = [
    ("PA-649a", THREE, "A", "PA-649a.12(e)(5)"),
    ("PA-649a", THREE, "B", "PA-649a.12(e)(5)"),
    ("PA-649a", FIVE, "", "PA-649a.12(h)(5)"),
    ("PA-649a", FIVE_OF_SIX, "", "PA-649a.12(j)(5)"),
    ("PA-669a", THREE, "", "PA-669a.12(e)(5)"),
    *(("MA-TCP", THREE, name, "MA-TCP.13(f)" if name == "two-level" else f"MA-TCP.13(e):Table {name}")
      for name in ("1", "2", "3", "two-level")),
    *(("MA-TCP", LINK, name, f"MA-TCP.13(g):{name}") for name in LINKS),
]  # fmt: skip
"""Progressive wagers with an envy bonus: each other player who has the wager is worth something more."""


def by_others(regulation: str, wager: str, paytable: str, seats: int) -> dict[str, Any]:
    """From which meter on the wager pays for itself, beside so many others."""
    section = {wager: {"paytable": paytable} if paytable else {}}
    table = submission(regulation, wagers=section, limits={"seats": seats})
    found = SideWager(Rules(table), table.wagers[wager], engine_for(table).folds()).analyze()
    told = found.more["meter"]
    assert isinstance(told, dict)
    others: dict[str, Any] = told.get("break_even_by_others", {})
    if others:
        assert others["0"] == told["break_even"], "alone there is no envy"
    return others


@pytest.mark.parametrize(
    ("regulation", "wager", "paytable"),
    [
        pytest.param(name, wager, paytable, marks=pytest.mark.clause(SEATED[name], clause))
        for name, wager, paytable, clause in METERS
    ],
)
def test_a_meter_is_told_beside_as_many_others_as_can_sit_there(
    regulation: str, wager: str, paytable: str
) -> None:
    """At a table for one beside none; the figures themselves do not go by the seats."""
    most = MOST[regulation]
    whole = by_others(regulation, wager, paytable, most)
    assert list(whole) == [str(many) for many in range(most)]
    for seats in range(1, most):
        found = by_others(regulation, wager, paytable, seats)
        assert list(found) == [str(many) for many in range(seats)]
        assert found == {many: whole[many] for many in found}
    for level in next(iter(whole.values())) if isinstance(whole["0"], dict) else [""]:
        figures = [Fraction(one[level] if level else one) for one in whole.values()]
        assert figures == sorted(figures, reverse=True), "envy lowers it"


@pytest.mark.clause("PA-649a.2(a)", "PA-649a.12(e)(5)")
def test_each_other_player_takes_as_much_off_the_meter() -> None:
    """Table A pays for itself at $10,080, B at $11,520; each other player's envy is worth $175 of it."""
    for paytable, alone in (("A", 10_080), ("B", 11_520)):
        for seats in (2, 4, 7):
            found = by_others("PA-649a", THREE, paytable, seats)
            assert {int(many): Fraction(at) for many, at in found.items()} == {
                many: alone - 175 * many for many in range(seats)
            }


@pytest.mark.clause("I-128", "MA-TCP.12(k)", "I-101")
@pytest.mark.parametrize("seats", range(1, 8))
def test_cover_all_is_counted_for_as_many_players_as_can_sit_there(seats: int) -> None:
    table = submission("MA-TCP", wagers={"cover_all": {}}, limits={"seats": seats})
    found = analyze(table).wagers["cover_all"]
    assert isinstance(found, dict)
    assert list(found) == [str(many) for many in range(1, seats + 1)]
    with pytest.raises(AnalysisError, match=str(seats)):
        analyze(table, players=seats + 1)
