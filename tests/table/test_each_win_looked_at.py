"""Several who win on the same wager: each is verified, and validated where it must be, before it is paid."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from feltlaw.regulation import load
from tests.support.driver import DEALER, FLOOR, FLOOR2, Driver, drive, main_bets
from tests.support.rounds import line

SEATS = (4, 3, 1)
"""In the order in which they are settled: from the dealer's far right."""
STRAIGHTS = {"seat 1": "5s 6c 7h", "seat 3": "5h 6d 7c", "seat 4": "5d 6h 7s", "dealer": "2c 9s Jh"}
FOURS = {"seat 1": "5s 5h 5d", "seat 3": "9s 9h 9d", "seat 4": "Kd 8h 4s", "community": "9c 5c",
         "dealer": "2c 6s Jh"}  # fmt: skip
SIXES = {"seat 1": "2s 3h 4c", "seat 3": "2c 3d 4h", "seat 4": "2d 3s 4d", "dealer": "5d 6h Kc"}
DEALT = {"dealer": "9s 9h 9d", "community": "9c 2d"}
FULL = {"dealer": "9s 9h 2c", "community": "9c 2d"}


class Won(NamedTuple):
    """A wager, the hands, what each winner is paid, whether a floorperson validates it, and who says so."""

    regulation: str
    wager: str
    hands: dict[str, str]
    cents: int
    winners: tuple[int, ...]
    validated: bool
    clauses: tuple[str, ...]
    order: str = "by_player"


VERIFIED = ("PA-649a.11(c)(8)(i)", "PA-649a.11(c)(8)(ii)", "I-66")
MINE, HIS = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
THREE, FIVE, OF_SIX, LINK = (
    "three_card_progressive", "five_card_progressive", "five_of_six_progressive", "multi_game_link"
)  # fmt: skip
BAY = ("MA-TCP.13(d)d", "MA-TCP.13(d)e", "MA-TCP.13(d)f")
WON = [
    Won("PA-649a", THREE, STRAIGHTS, 6_00, SEATS, True, ("PA-649a.11(c)(5)(i)", "PA-649a.11(c)(5)(iii)")),
    Won("PA-649a", FIVE, FOURS, 300_00, (3, 1), True, ("PA-649a.11(c)(7)(i)", "PA-649a.11(c)(7)(iii)")),
    Won("PA-649a", MINE, FOURS, 500_00, (3, 1), True, VERIFIED),
    Won("PA-649a", HIS, DEALT, 500_00, SEATS, True, VERIFIED),
    Won("PA-649a", HIS, FULL, 100_00, SEATS, False, VERIFIED),
    Won("PA-649a", OF_SIX, SIXES, 5_00, SEATS, True, ("PA-649a.11(c)(9)(i)", "PA-649a.11(c)(9)(iii)")),
    Won("PA-669a", THREE, {one: STRAIGHTS[one] for one in ("seat 1", "seat 3", "seat 4")}, 6_00, SEATS, True,
        ("PA-669a.11(i)(3)(i)(A)", "PA-669a.11(i)(3)(i)(C)")),
    Won("MA-TCP", THREE, STRAIGHTS, 6_00, SEATS, True, BAY),
    Won("MA-TCP", LINK, FOURS, 300_00, (3, 1), True, BAY),
    Won("MA-TCP", THREE, STRAIGHTS, 6_00, SEATS, True, BAY, "by_step"),
    Won("MA-TCP", LINK, FOURS, 300_00, (3, 1), True, BAY, "by_step"),
]  # fmt: skip


def playing(one: Won, *more: str) -> Driver:
    regulation = load(one.regulation)
    wagers: dict[str, Any] = {regulation.wagers[wager].section: {} for wager in (one.wager, *more)}
    settlement = {"order": one.order} if one.order == "by_step" else {}
    table = drive(one.regulation, wagers=wagers, settlement=settlement)
    stakes = {**main_bets(one.regulation), **dict.fromkeys((one.wager, *more), 100)}
    return table.start(dict.fromkeys(SEATS, stakes), one.hands)


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(
            one,
            marks=pytest.mark.clause(*one.clauses),
            id="-".join((one.regulation, one.wager, str(one.cents // 100), one.order)),
        )
        for one in WON
    ],
)
def test_each_of_several_wins_on_a_wager_is_looked_at_for_itself(one: Won) -> None:
    """One player's win having been verified and validated says nothing of the next player's."""
    table = playing(one)
    pay: tuple[str, Any] = ("pay_winners", {}) if one.order == "by_step" else ("settle_player", None)
    for at, seat in enumerate(one.winners):
        table.until(do="verify_win")
        win = {"seat": seat, "wager": one.wager}
        do, data = pay[0], {"seat": seat} if pay[1] is None else pay[1]
        assert "verify win" in table.refused(do, DEALER, **data).legal, seat
        table.do("verify_win", DEALER, **win)
        if one.validated:
            chips = table.chips(seat)
            assert "validate" in table.refused(do, DEALER, **data).legal, seat
            assert table.chips(seat) == chips
            table.do("validate", (FLOOR, FLOOR2)[at % 2], **win)
        else:
            assert "validate" not in table.offered()
            assert "no" in table.refused("validate", FLOOR, **win).what
    table.finish()
    assert [line(table, seat, one.wager).paid for seat in one.winners] == [one.cents] * len(one.winners)
    found = [(check.seat, check.validated_by) for check in table.round.settling.checks]
    wanted = [(seat, ("flo", "fay")[at % 2] * one.validated) for at, seat in enumerate(one.winners)]
    assert [(seat, by or "") for seat, by in found] == wanted


@pytest.mark.clause(*VERIFIED, "PA-649a.11(c)(7)(iii)")
def test_each_of_several_wagers_that_win_at_one_seat_is_looked_at_for_itself() -> None:
    """His fives and the dealer's nines make four-of-a-kind with the community cards: he has three wins."""
    hands = {"seat 4": "Kd 8h 4s", "seat 3": "5s 5h 5d", "seat 1": "2h 7d Js", "community": "9c 5c",
             "dealer": "9s 9h 9d"}  # fmt: skip
    table = playing(Won("PA-649a", MINE, hands, 500_00, (3,), True, ()), HIS, FIVE)
    due = [(4, HIS), (3, FIVE), (3, MINE), (3, HIS), (1, HIS)]
    table.finish()
    for kind in ("verify_win", "validate"):
        found = [(one.data.check.seat, one.data.check.wager) if kind == "verify_win"
                 else (one.data.seat, one.data.wager) for one in table.events(kind)]  # fmt: skip
        assert sorted(found) == sorted(due), kind
