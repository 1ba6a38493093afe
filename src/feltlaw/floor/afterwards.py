"""What comes after a round and is about it: payments put right, disputes; rows that are written with the
events that say so. The round itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import TABLES, Change, Insert
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.lines import Sealed
from feltlaw.table.rulings import Corrected

Row = dict[str, Any]
OPEN, SETTLED = "open", "settled"
BY_CREW, BY_DISPUTE = 1, 2
"""Why a round is held: somebody holds it, a dispute does, or both."""


def correction_rows(table: str, line: Sealed) -> Iterator[Change]:
    """The row of a payment that is put right, linked to the event it corrects (S-36)."""
    event, data = line.event, line.event.data
    if isinstance(data, Corrected):
        second = event.confirmed_by.account if event.confirmed_by is not None else ""
        yield Insert(
            "corrections",
            {
                "table_id": table, "number": line.number, "event": data.event, "at": event.at,
                "player": data.player, "amount": data.amount_cents, "paid_to": data.to,
                "short": data.short_cents, "reason": data.reason, "asked_by": event.by.account,
                "confirmed_by": second,
            },
        )  # fmt: skip


async def corrections_of(store: FloorStore, row: Mapping[str, Any]) -> list[Row]:
    """Payments of a round that were put right after it, the first one first."""
    return await store.read(lambda: _linked(str(row["table_id"]), int(row["first"]), int(row["last"])))


def _linked(table: str, first: int, last: int) -> sql.Steps[list[Row]]:
    columns = TABLES["corrections"][0]
    rows = yield sql.one(
        f"SELECT {', '.join(columns)} FROM corrections"
        " WHERE table_id = ? AND event >= ? AND event <= ? ORDER BY number",
        *(table, first, last),
    )
    return [dict(zip(columns, one, strict=True)) for one in rows]


async def disputes_of(store: FloorStore, row: Mapping[str, Any]) -> list[Row]:
    """What players said about a round, the first of them first."""
    key = {"table_id": row["table_id"], "number": row["number"]}
    return await store.read(lambda: sql.reading_rows("disputes", key, order="at"))
