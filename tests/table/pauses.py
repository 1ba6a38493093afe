"""What may come between two rounds, or before the cards are dealt: a night, an idle hour, another shuffle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltlaw.desk import Links
from feltlaw.record.restore import restored
from feltlaw.table import Person
from feltlaw.testing import ManualClock
from tests.support.driver import DEALER, FLOOR, Driver, main_bets

TWO = {"shuffle": "automated", "decks": 2}
NOT_COUNTED = {"shuffle": "automated", "shuffler_counts_cards": False}


def stages(table: Driver) -> list[str]:
    return [deck.stage if deck else "gone" for deck in table.state.decks]


def signed(regulation: str) -> str:
    """What is done with a broken device: a sign in Pennsylvania; in Massachusetts it is taken away."""
    return "removed" if regulation == "MA-TCP" else "signed"


def out(regulation: str) -> dict[str, Any]:
    """The shuffler put out of order."""
    return {"device": "shuffler", "sign": signed(regulation), "instead": "manual"}


def next_day(table: Driver, after: int | None = None) -> Driver:
    """The same table, opened again on the same record by somebody who has only the record.

    `after` is how long it was closed by the clock; without it, another clock stands where the first began.
    """
    left, _, _, _ = restored(table.desk.store, table.desk.stream)
    assert left == table.state
    return Driver(
        left.submission,
        shared=Links(table.desk.store),
        table=left.table,
        carried=left,
        real_cards=left.real_cards,
        seed=9,
        clock=None if after is None else ManualClock(table.clock.now + after),
    )


def night(table: Driver) -> Driver:
    """Closed, and opened again."""
    table.do("close_table", FLOOR)
    return next_day(table)


def idle(table: Driver) -> Driver:
    """All players go, the cards are spread, and washed for one who comes back."""
    for name in dict.fromkeys(table.state.seats.values()):
        table.do("leave", Person("player", name))
    table.do("idle_spread", DEALER)
    table.sit(1)
    table.do("idle_wash")
    return table


def ordered(table: Driver) -> Driver:
    """A floorperson has the cards in the shoe shuffled again (Pennsylvania)."""
    table.until("betting").do("order_shuffle", FLOOR)
    return table


def void(table: Driver) -> Driver:
    """A round that two cards found face up make void (.13(a), MA 14(a))."""
    table.start({1: main_bets(table.state.submission.regulation.id)})
    for _ in range(2):
        table.do("report", DEALER, kind="card_face_up")
    table.finish()
    assert table.last("end_round").data.void
    return table


def device_out_and_back(table: Driver) -> Driver:
    table.until("shuffling").do("device_out_of_order", **out(table.state.submission.regulation.id))
    table.do("device_repaired", device="shuffler")
    return table


def nothing(table: Driver) -> Driver:
    return table


PAUSES: Mapping[str, Callable[[Driver], Driver]] = {
    "nothing": nothing,
    "night": night,
    "idle": idle,
    "ordered": ordered,
    "device": device_out_and_back,
}
"""Pauses in which no deck leaves the table that was submitted with one."""


def pauses(regulation: str) -> list[str]:
    """Those that the chapter knows: Massachusetts has no shuffle by order."""
    return [name for name in PAUSES if name != "ordered" or regulation != "MA-TCP"]
