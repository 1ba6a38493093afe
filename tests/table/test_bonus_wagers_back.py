"""Cards beside the hands that nobody can tell apart: which wagers go back, and what comes off the meters.

For every wager that rests on such cards, in every way of dealing, with one player who has folded (I-20).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from feltlaw.table.places import COMMUNITY, fourth
from tests.support.driver import DEALER, DEALS
from tests.support.house_money import meters
from tests.support.rounds import real

MINE, DEALERS = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
Meters = dict[str, tuple[int, int]]


@dataclass(frozen=True)
class Beside:
    """Cards beside the hands, the wagers on them, and what becomes of these where one player has folded."""

    regulation: str
    offered: dict[str, Any]
    wagers: tuple[str, ...]
    others: tuple[str, ...]
    """Wagers that do not rest on them."""
    clauses: tuple[str, ...]
    """By which they are dealt in each of `DEALS`, or which reading is at stake."""
    stake: int = 100
    folds: tuple[str, ...] = ()
    """By which a fold costs some of them and not the others."""
    lost: str = ""
    """What a fold has lost: 649a.11(b)(2), I-110; not by 649a.11(b)(3) and 679a.11(b)."""
    meters: Meters = field(default_factory=dict)
    """With the three wagers of others, and of these with the lost one alone."""
    cards: int = 2
    apart: bool = False
    """Whether each seat has its own."""


POKER = ("three_card_progressive", "five_card_progressive", "five_card_hand_bonus", "five_of_six_progressive")
THREE = {"three_card_progressive": (1_000_42, 0), "five_of_six_progressive": (10_000_84, 0)}
CASES = (
    Beside(
        "PA-649a", {one: {} for one in POKER}, ("five_card_progressive", MINE, DEALERS), tuple(THREE),
        ("PA-649a.8(d)#2", "PA-649a.9(b)#2", "PA-649a.10(c)#2"),
        folds=("PA-649a.11(b)(2)", "PA-649a.11(b)(3)"), lost="five_card_progressive",
        meters={**THREE, "five_card_progressive": (10_000_21, 0), "five_card_hand_bonus": (10_000_00, 0)},
    ),
    Beside(
        "PA-679a", {"pair_bonus": {}}, ("pair_bonus",), (),
        ("PA-679a.8(c)#2", "PA-679a.9(b)#2", "PA-679a.10(c)#2"), stake=500, cards=1, apart=True,
        folds=("PA-679a.11(b)#2",),
    ),
    Beside(
        "PA-679a", {"pair_bonus": {"community_card": True}}, ("pair_bonus",), (),
        ("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)"), stake=500, cards=1,
        folds=("PA-679a.11(b)#2",),
    ),
    Beside(
        "MA-TCP", {"multi_game_link": {}}, ("multi_game_link",), (), ("I-110",) * 3,
        folds=("MA-TCP.13(c)#2",), lost="multi_game_link", meters={"multi_game_link": (10_000_21, 0)},
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("case", "deal"),
    [
        pytest.param(
            case,
            deal,
            marks=pytest.mark.clause(clause, *case.folds, "I-20", "I-07"),
            id=f"{case.regulation}-{clause}-{deal}",
        )
        for case in CASES
        for deal, clause in zip(DEALS, case.clauses, strict=True)
    ],
)
def test_what_rests_on_them_goes_back_and_off_its_meter_and_what_a_fold_has_lost_does_not(
    case: Beside, deal: str
) -> None:
    box = {"ante": 1000, **dict.fromkeys((*case.wagers, *case.others), case.stake)}
    table = real(case.regulation, dict.fromkeys((1, 3, 4), box), wagers=case.offered, cards={"deal": deal})
    table.until("deciding").say(1, "fold")
    found: dict[int, dict[str, int]] = {}
    for place in [fourth(seat) for seat in (1, 3, 4)] if case.apart else [COMMUNITY]:
        assert len(table.round.cards_at(place)) == case.cards, "face down, where they belong"
        chips = {seat: table.chips(seat) for seat in (1, 3, 4)}
        table.do("correct_bonus_cards", DEALER, place=place, found="unclear")
        returned = table.last("correct_bonus_cards").data.returned
        assert not case.apart or set(returned) == {place.seat}
        for seat, cents in chips.items():
            assert table.chips(seat) == cents + sum(returned.get(seat, {}).values())
        found |= returned
    back = dict.fromkeys(case.wagers, case.stake)
    folded = {wager: cents for wager, cents in back.items() if wager != case.lost}
    assert found == {**({1: folded} if folded else {}), 3: back, 4: back}
    assert meters(table) == {f"table:{one} meter": shows for one, shows in case.meters.items()}
    table.finish()
    assert not table.round.void
    assert {one.id: one.outcome for one in table.lines(1) if one.id in case.wagers} == (
        {case.lost: "folded"} if case.lost else {}
    )
    assert not [one for seat in (3, 4) for one in table.lines(seat) if one.id in case.wagers]
