"""What an analysis gathers, with a main game that is made up and costs no time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from feltlaw.mathematics import analysis
from feltlaw.mathematics.analysis import analyze
from feltlaw.mathematics.engines import Engine
from feltlaw.mathematics.outcomes import AnalysisError, Distribution, OutcomeRow, WagerAnalysis
from feltlaw.mathematics.volatility import Session
from feltlaw.submission import Submission
from tests.support.math_checks import submission

COVERS = {
    "PA-649a": ("ante", "play", "ante_bonus"),
    "MA-TCP": ("ante", "play", "ante_bonus"),
    "PA-669a": ("ante", "blind", "play"),
    "PA-679a": ("ante", "play", "bad_beat_bonus"),
    "PA-680a": ("ante",),
}


def engine(table: Submission) -> Engine:
    """A main game that loses what the length of its bonus table says, so that tables differ."""
    award = next((one for one in table.awards.values() if one.award.kind == "bonus"), None)
    rows = str(award.paytable.rows) if award and award.paytable else ""
    found = Distribution((OutcomeRow("lost", 1, Fraction(-len(rows), 1000)),), 1)
    entry = WagerAnalysis("ante", found, COVERS[table.regulation.id])
    none: Any = None
    return Engine("ante", lambda full: entry, none, lambda: None, lambda stakes: ())


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "engine_for", engine)


def shape(found: analysis.Analysis) -> dict[str, list[str] | None]:
    """By wager the names of its tables, None for a single entry."""
    return {
        name: None if isinstance(entry, WagerAnalysis) else list(entry)
        for name, entry in found.wagers.items()
    }


def test_what_a_table_offers_has_an_entry_each() -> None:
    """The Pot of 680a is the players' own; the wagers of the main game are inside it."""
    table = submission("PA-680a", wagers={"bonus": {}, "pot": {}})
    assert shape(analyze(table)) == {"ante": None, "bonus": None}
    assert shape(analyze(submission("PA-669a"))) == {"ante": None, "pair_plus": None}


def test_every_table_of_every_wager_has_an_entry() -> None:
    assert shape(analyze(submission("PA-680a"), all_tables=True)) == {"ante": ["only"], "bonus": ["A"]}
    offered = {"pair_bonus": {"paytable": "B"}}
    found = analyze(submission("PA-679a", wagers=offered), all_tables=True)
    assert shape(found) == {
        "ante": [*"ABCD"], "prime": ["only"], "pair_bonus": [*"ABCD"], "all_six_bonus": [*"ABCDE"],
    }  # fmt: skip
    ante = found.wagers["ante"]
    assert not isinstance(ante, WagerAnalysis)
    assert {name: one.ev for name, one in ante.items()} == {
        name: engine(submission("PA-679a", wagers={"play": {"bad_beat_paytable": name}})).analyze(False).ev
        for name in "ABCD"
    }
    streets = shape(analyze(submission("PA-669a"), all_tables=True))
    assert list(streets) == ["ante", "pair_plus", "three_card_progressive", "six_card_bonus"]
    assert streets["ante"] == ["only"]


@pytest.mark.parametrize(("players", "fits"), [(None, True), (1, True), (3, True), (0, False), (4, False)])
def test_so_many_players_as_there_are_seats(players: int | None, fits: bool) -> None:
    table = submission("PA-679a", limits={"seats": 3})
    if fits:
        assert analyze(table, players=players).players == (players or 1)
        return
    with pytest.raises(AnalysisError, match="has 1 to 3"):
        analyze(table, players=players)


def test_cover_all_goes_by_the_players() -> None:
    table = submission("MA-TCP", wagers={"cover_all": {}}, limits={"seats": 2})
    assert shape(analyze(table))["cover_all"] == ["1", "2"]
    assert shape(analyze(table, players=2))["cover_all"] == ["2"]


# ── a sitting ──


def session(found: analysis.Analysis, wager: str) -> dict[str, Any]:
    entry = found.wagers[wager]
    assert isinstance(entry, WagerAnalysis)
    told = entry.more["session"]
    assert isinstance(told, dict)
    return told


def test_a_bet_that_the_main_wager_does_not_take_is_refused_and_another_is_told() -> None:
    table = submission("PA-649a", limits={"minimum": 5, "maximum": 50}, wagers={"pair_plus": {"maximum": 20}})
    found = analyze(table, session=Session(bet=3000))
    assert session(found, "ante")["bet"] == "30.00" and "bet_refused" not in session(found, "ante")
    assert "$5 to $20" in session(found, "pair_plus")["bet_refused"] and "bet" not in session(
        found, "pair_plus"
    )
    with pytest.raises(AnalysisError, match="50"):
        analyze(table, session=Session(bet=6000))


def test_a_fixed_amount_is_worth_less_on_a_higher_stake() -> None:
    """649a.12(f): table E has sums."""
    table = submission("PA-649a", wagers={"six_card_bonus": {"paytable": "E"}})
    once, twice = (analyze(table, session=Session(bet=bet)) for bet in (1000, 2000))
    values = [Fraction(session(one, "six_card_bonus")["ev"]) for one in (once, twice)]
    assert values[1] < values[0]
    assert session(once, "pair_plus")["ev"] == session(twice, "pair_plus")["ev"]


# ── stakes made together ──


def test_what_is_not_staked_is_not_drawn_from() -> None:
    """I-63: the Lucky Bonus is drawn from the positions with a stake."""
    player, dealer = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
    section = {"lucky_bonus": True, "lucky_bonus_chance": "1/2", "lucky_positions": "staked"}
    table = submission("PA-649a", wagers={"five_card_hand_bonus": section})
    unit = Fraction(table.wagers[player].minimum, table.wagers["ante"].minimum)
    bases = []
    for stakes in ({player: unit}, {player: unit, dealer: Fraction(0)}, {player: unit, dealer: unit}):
        found = analyze(table, stakes=stakes).together
        assert found is not None
        bases.append(found.base)
    assert bases[0] == bases[1] != bases[2]


def test_stakes_are_those_of_one_table() -> None:
    with pytest.raises(AnalysisError, match="one table"):
        analyze(submission("PA-680a"), stakes={}, all_tables=True)
    assert analyze(submission("PA-680a"), all_tables=True).together is None
