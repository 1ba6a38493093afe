"""The Lucky Bonus where positions are drawn from those with a stake: what else is staked matters (I-63)."""

from __future__ import annotations

import importlib
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import feltlaw
from feltlaw import Submission
from feltlaw.mathematics import Analysis, WagerAnalysis, analyze
from feltlaw.mathematics.figures import decimal
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.warnings import warnings
from feltlaw.report.blocks import Text
from feltlaw.report.wager import side_wager
from feltlaw.round.draws import draws_made, positions
from tests.support.cli import feltlaw as feltlaw_program
from tests.support.math_checks import submission

SECTION = "five_card_hand_bonus"
PLAYER, DEALER = f"{SECTION}_player", f"{SECTION}_dealer"
STAKED = {"lucky_bonus": True, "lucky_bonus_chance": "1", "lucky_positions": "staked"}
"""The draw comes in every round, from the positions with a stake."""


def offering(**options: Any) -> Submission:
    return submission("PA-649a", wagers={SECTION: options})


def together(chosen: Submission, players: int, *wagers: str) -> Fraction:
    """What all wagers are worth at once, these of the bonus among them, one unit each."""
    units = {name: Fraction(1) for name in wagers}
    found = analyze(chosen, players=players, stakes=units).together
    assert found is not None
    return found.base


def settled(chosen: Submission, players: int, *wagers: str) -> Fraction:
    """The mean of what the Lucky Bonus brings seat 1 over every position that can be drawn, all settled."""
    cards = ["9c 7d 2h", "8c 6d 3h", "Tc 5d 4h"]
    hands = [
        {"seat": at, "cards": cards[at - 1], "wagers": {"pair_plus": 5, **dict.fromkeys(wagers, 1)}}
        for at in range(1, players + 1)
    ]
    (made,) = draws_made(chosen)
    among = positions(chosen, made, {at: dict.fromkeys(wagers, 100) for at in range(1, players + 1)})
    total = 0
    for position in among:
        round_ = {"dealer": "Js 9d 4s", "community": "Kd 5s", "draws": {"lucky_position": position}}
        lines = feltlaw.settle({"submission": chosen.to_data(), "seats": hands, **round_}).lines
        total += sum(line.paid for line in lines if line.seat == 1 and line.id == "lucky_bonus")
    return Fraction(total, 100 * len(among))


@pytest.mark.clause("PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "PA-649a.12(i)(3)", "I-63")
@pytest.mark.parametrize("wagers", [(PLAYER,), (DEALER,), (PLAYER, DEALER)], ids=" and ".join)
@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("drawn_from", ["staked", "all"])
def test_one_position_is_drawn_whatever_is_staked(
    drawn_from: str, players: int, wagers: tuple[str, ...]
) -> None:
    """By brute force: the draw adds what settlement pays over all positions, each once."""
    drawn = offering(**STAKED | {"lucky_positions": drawn_from})
    added = together(drawn, players, *wagers) - together(offering(), players, *wagers)
    assert added == settled(drawn, players, *wagers)


@pytest.mark.clause("I-63")
def test_the_figure_of_the_review() -> None:
    """One player with everything: one position is drawn, so the two bonuses are worth 5 and not 10."""
    found = analyze(offering(**STAKED)).together
    assert found is not None
    assert decimal(found.ev, 4) == "3.7037"


@pytest.mark.clause("I-61", "I-63")
def test_a_bonus_that_needs_a_win_is_halved_too() -> None:
    """It comes to a wager that was paid, half as often when the other kind is staked as well."""
    needs = offering(**STAKED, bonus_needs_win=True)
    plain = together(offering(), 1, PLAYER, DEALER)
    alone = [together(needs, 1, name) - together(offering(), 1, name) for name in (PLAYER, DEALER)]
    assert together(needs, 1, PLAYER, DEALER) - plain == sum(alone) / 2


def entry(found: Analysis, wager: str) -> WagerAnalysis:
    one = found.wagers[wager]
    assert isinstance(one, WagerAnalysis)
    return one


def assumed(one: WagerAnalysis) -> str:
    said = one.to_json()["assumes"]
    assert isinstance(said, list) and len(said) == 1
    return str(said[0])


@pytest.mark.clause("I-63")
@pytest.mark.parametrize(("wager", "other"), [(PLAYER, "dealer"), (DEALER, "player")])
def test_each_wager_says_what_it_assumes_of_the_other(wager: str, other: str) -> None:
    said = assumed(entry(analyze(offering(**STAKED), players=3), wager))
    assert said == (
        "the Lucky Bonus is drawn from the positions with a stake (I-63): everybody makes this wager "
        f"and nobody the Five Card Hand Bonus on the {other}'s hand"
    )
    assert "assumes" not in entry(analyze(offering(lucky_bonus=True)), wager).to_json()
    assert "assumes" not in entry(analyze(offering(**STAKED | {"lucky_bonus": False})), wager).to_json()


@pytest.mark.clause("PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "I-63")
@pytest.mark.parametrize("wager", [PLAYER, DEALER])
def test_nothing_is_assumed_for_the_magic_card_which_is_drawn_from_a_deck(wager: str) -> None:
    """I-63 is on positions: the Lucky Bonus is drawn from them and the Magic Card is not."""
    assert assumed(entry(analyze(offering(**STAKED, magic_card=True)), wager)).startswith("the Lucky Bonus ")


@pytest.mark.clause("PA-649a.1:lucky-bonus(i)", "PA-649a.1:lucky-bonus(ii)", "I-63")
def test_nothing_is_assumed_for_a_wager_that_has_no_part_in_the_draw() -> None:
    """The Lucky Bonus comes to the two wagers of its own section; Pair Plus is drawn for nowhere."""
    assert "assumes" not in entry(analyze(offering(**STAKED)), "pair_plus").to_json()


module: Any = importlib.import_module("feltlaw.mathematics.warnings")
EXACTLY, MORE, LESS = Fraction(0), Fraction(1, 1000), Fraction(-1, 1000)


@pytest.mark.clause("I-61", "I-63", "PA-649a.1:lucky-bonus(i)", "PA-649a.12(i)(3)")
@pytest.mark.parametrize(
    ("ev", "with_folds", "kept", "warned"),
    [
        (MORE, MORE, True, True),
        (MORE, LESS, True, True),
        (MORE, LESS, False, False),
        (MORE, MORE, False, True),
        (MORE, EXACTLY, False, False),
        (EXACTLY, MORE, True, False),
        (EXACTLY, MORE, False, False),
        (LESS, MORE, False, False),
    ],
)
def test_a_warning_is_for_what_returns_more_than_is_staked(
    ev: Fraction, with_folds: Fraction, kept: bool, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for what returns just that; where a fold loses the wager, as it is played."""
    asked = []

    def side(rules: object, offered: Any, folds: object) -> Any:
        asked.append(offered.wager.id)
        return SimpleNamespace(ev=ev if folds is None else with_folds)

    monkeypatch.setattr(module, "SideWager", side)
    monkeypatch.setattr(module, "_folds", lambda submission: "folds")
    monkeypatch.setattr(module.Rules, "keeps", lambda self, wager: kept)
    table = submission("PA-649a", wagers={"six_card_bonus": {}})
    found = warnings(table)
    assert [one.where for one in found] == (["wagers.pair_plus"] if warned else [])
    assert set(asked) == {"pair_plus"}, "a table on six cards as it is printed is not counted again"
    if warned:
        returned = "100.10 %" if kept or with_folds == MORE else ""
        assert f"the Pair Plus wager returns {returned} of what is staked" in found[0].what
        assert found[0].cite.clauses and found[0].level == "warning"


def test_what_cannot_be_analyzed_is_not_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def side(rules: object, offered: Any, folds: object) -> Any:
        if offered.wager.id == "pair_plus":
            raise AnalysisError("too long")
        return SimpleNamespace(ev=MORE)

    monkeypatch.setattr(module, "SideWager", side)
    table = submission("PA-649a", wagers={"three_card_progressive": {}})
    (only,) = warnings(table)
    assert only.where == "wagers.three_card_progressive" and only.what.endswith("with the meter at its seed")


def test_the_sheet_and_the_terminal_say_it() -> None:
    chosen = offering(**STAKED)
    said = assumed(entry(analyze(chosen), PLAYER))
    table = f'regulation = "PA-649a"\n[wagers.{SECTION}]\nlucky_bonus = true\nlucky_positions = "staked"\n'
    ran = feltlaw_program("analyze", "-", stdin=table.encode(), columns=160)
    assert f"Assumed here: {said}." in " ".join(ran.out.split())
    blocks = side_wager(chosen, PLAYER, entry(analyze(chosen), PLAYER))
    assert f"Assumed here: {said}." in [one.text for one in blocks if isinstance(one, Text)]


@pytest.mark.clause("I-61", "I-63")
def test_the_warning_says_it_too() -> None:
    """Two wagers that return more than they take only if nobody makes the other one."""
    found = [one for one in warnings(offering(**STAKED)) if one.where == f"wagers.{SECTION}"]
    assert len(found) == 2
    assert all("nobody" in one.what and "I-63" in one.cite.interpretations for one in found)
