"""What waits for a second account, at any table: a row each, written with the events that say so (I-157)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from feltlaw.canonical import canonical
from feltlaw.floor.store.model import Change, Update, Upsert
from feltlaw.record.lines import Sealed
from feltlaw.table.life import TableClosed
from feltlaw.table.rules import Asked, Withdraw
from feltlaw.table.state import Request

WAITING, CARRIED_OUT, TAKEN_BACK = "waiting", "carried out", "taken back"


def approval_id(table: str, request: int) -> str:
    """A request of a table as the floor names it."""
    return f"{table}~{request}"


def request_of(approval: str) -> tuple[str, int]:
    """The table and the number of a request; raises `ValueError` for what is no approval's name."""
    table, _, number = approval.rpartition("~")
    if not table or not number.isdecimal() or len(number) > 9:
        raise ValueError("it is not an approval's name")
    return table, int(number)


def _linked(asked: Request) -> dict[str, int]:
    """The event that a correction would be linked to."""
    return {"event": json.loads(asked.data)["event"]} if asked.do == "correct" else {}


def approval_rows(table: str, line: Sealed) -> Iterator[Change]:
    """What an event changes about what waits."""
    event, data = line.event, line.event.data
    if isinstance(data, Asked):
        asked = data.request
        yield Upsert(
            "approvals",
            {"id": approval_id(table, asked.id)},
            {
                "state": WAITING, "asked_by": asked.by.account,
                "role": asked.by.role, "asked_at": event.at, "kind": asked.do, "target": table,
                "body": canonical({"about": asked.about, **_linked(asked)}), "decided_by": "",
                "decided_at": 0,
            },
        )  # fmt: skip
    elif event.confirmed_by is not None:
        values = {"state": CARRIED_OUT, "decided_by": event.confirmed_by.account, "decided_at": event.at}
        yield Update("approvals", {"id": approval_id(table, event.request)}, values)
    elif isinstance(data, Withdraw):
        values = {"state": TAKEN_BACK, "decided_by": event.by.account, "decided_at": event.at}
        yield Update("approvals", {"id": approval_id(table, data.request)}, values)
    elif isinstance(data, TableClosed):  # whatever still waited is over with the day
        values = {"state": TAKEN_BACK, "decided_by": event.by.account, "decided_at": event.at}
        yield Update("approvals", {"target": table, "state": WAITING}, values)
