"""The Lucky Bonus where positions are drawn from those with a stake: what else is staked matters (I-63)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import feltlaw
from feltlaw import Submission
from feltlaw.mathematics import Analysis, WagerAnalysis, analyze
from feltlaw.mathematics.figures import decimal
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
@pytest.mark.parametrize(("wager", "other"), [(PLAYER, "on the dealer's hand"), (DEALER, "on the player's")])
def test_each_wager_says_what_it_assumes_of_the_other(wager: str, other: str) -> None:
    said = assumed(entry(analyze(offering(**STAKED), players=3), wager))
    assert "Lucky Bonus" in said and other in said and "I-63" in said
    assert "assumes" not in entry(analyze(offering(lucky_bonus=True)), wager).to_json()
    assert "assumes" not in entry(analyze(offering(**STAKED | {"lucky_bonus": False})), wager).to_json()


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
