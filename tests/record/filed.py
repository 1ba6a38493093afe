"""A table with one player whose record is a file."""

from __future__ import annotations

from pathlib import Path

from feltlaw.desk import Desk
from feltlaw.event import Person
from tests.support.recorded import file_table, submission

ANN = Person("player", "ann")


def table(path: Path) -> Desk:
    desk = file_table(path, submission("PA-679a")).desk
    desk.do("sit", ANN, {"seat": 1})
    return desk


def buy(desk: Desk, dollars: int, key: str = "") -> None:
    desk.do("buy_in", ANN, {"amount": str(dollars)}, key=key)


def chips(desk: Desk) -> int:
    return desk.state.chips("ann")


def desk_player(desk: Desk) -> Person:
    return Person("player", next(iter(desk.state.seats.values())))
