"""Rounds that are looked for, from the rows that are written with their events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import TABLES
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.money import Cents

PAGE = 500
MOST_READ = 20_000
"""Rows one request goes through; where more have to be, the next one goes on from there."""
Row = dict[str, Any]
Place = tuple[int, str, int]
"""A round in the order of a search: when it ended, its table, its number."""


@dataclass(frozen=True)
class Wanted:
    """What is looked for; wager, hand and amount are those of one line, of the player where one is named."""

    table: str = ""
    player: str = ""
    since: int | None = None
    until: int | None = None
    wager: str = ""
    hand: str = ""
    paid: Cents | None = None
    irregularity: str = ""
    held: bool = False
    """Only rounds whose evidence is held."""

    def fits(self, row: Mapping[str, Any]) -> bool:
        found = json.loads(row["irregularities"])
        if self.irregularity and not (found if self.irregularity == "any" else self.irregularity in found):
            return False
        if not self.wager and not self.hand and self.paid is None:
            return True
        return any(self._fits_line(line) for line in json.loads(row["lines"]))

    def _fits_line(self, line: list[Any]) -> bool:
        _, wager, outcome, paid, player = line
        return (
            self.wager in ("", wager)
            and self.hand in ("", outcome)
            and self.player in ("", player)
            and (self.paid is None or paid >= self.paid)
        )


async def search(
    store: FloorStore, wanted: Wanted, after: Place | None, limit: int
) -> tuple[list[Row], Place | None]:
    """The newest rounds first, and where to go on; None at the end of them."""
    found: list[Row] = []
    read = 0
    while True:
        place = after
        rows = await store.read(lambda place=place: _page(wanted, place))  # type: ignore[misc]
        for row in rows:
            after = (int(row["at"]), str(row["table_id"]), int(row["number"]))
            read += 1
            if wanted.fits(row):
                found.append(row)
                if len(found) == limit:
                    return found, after
        if len(rows) < PAGE:
            return found, None
        if read >= MOST_READ:
            return found, after


def _page(wanted: Wanted, after: Place | None) -> sql.Steps[list[Row]]:
    columns = TABLES["rounds"][0]
    where, values = ["1 = 1"], list[Any]()
    for condition, value in (
        ("r.table_id = ?", wanted.table or None),
        ("p.player = ?", wanted.player or None),
        ("r.at >= ?", wanted.since),
        ("r.at < ?", wanted.until),
        ("r.most_paid >= ?", wanted.paid),
        ("r.held > ?", 0 if wanted.held else None),
    ):
        if value is not None:
            where.append(condition)
            values.append(value)
    if after is not None:
        at, table, number = after
        where.append("(r.at < ? OR (r.at = ? AND (r.table_id < ? OR (r.table_id = ? AND r.number < ?))))")
        values += [at, at, table, table, number]
    joined = (
        " JOIN round_players p ON p.table_id = r.table_id AND p.number = r.number AND p.at = r.at"
        if wanted.player
        else ""
    )
    rows = yield sql.one(
        f"SELECT {', '.join(f'r.{name}' for name in columns)} FROM rounds r{joined}"
        f" WHERE {' AND '.join(where)} ORDER BY r.at DESC, r.table_id DESC, r.number DESC LIMIT ?",
        *values,
        PAGE,
    )
    return [dict(zip(columns, row, strict=True)) for row in rows]


async def round_row(store: FloorStore, table: str, number: int) -> Row | None:
    """One round that is over."""
    rows = await store.read(lambda: sql.reading_rows("rounds", {"table_id": table, "number": number}))
    return rows[0] if rows else None


async def round_with(store: FloorStore, table: str, event: int) -> int:
    """The number of the round that is over and has this event; 0 where none has."""
    return await store.read(lambda: _with(table, event))


def _with(table: str, event: int) -> sql.Steps[int]:
    rows = yield sql.one(
        "SELECT number FROM rounds WHERE table_id = ? AND first <= ? AND last >= ?", table, event, event
    )
    return int(rows[0][0]) if rows else 0


async def players_of(store: FloorStore, row: Mapping[str, Any]) -> set[str]:
    """Who played a round."""
    key = {"table_id": row["table_id"], "number": row["number"]}
    rows = await store.read(lambda: sql.reading_rows("round_players", {"at": row["at"], **key}))
    return {str(one["player"]) for one in rows}
