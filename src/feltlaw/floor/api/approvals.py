"""What waits for a second account, and its word (I-157)."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.approved import carried_by, carry_out
from feltlaw.floor.api.describing import ROLE, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import (
    Site,
    body_of,
    caller_of,
    json_of,
    json_response,
    only,
    role_named,
    site_of,
    viewer_of,
)
from feltlaw.floor.api.tables import Found, owned
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.approvals import WAITING, request_of
from feltlaw.floor.searching import round_with
from feltlaw.floor.store import statements as sql
from feltlaw.table import Command
from feltlaw.table.rules import Confirm, Withdraw

router = APIRouter(prefix="/api/approvals", tags=["approvals"])
DECIDE = fields({"approve": {"type": "boolean"}}, **{"as": ROLE})


@router.get("", summary="What waits for a second account")
async def waiting(request: Request) -> Response:
    (await caller_of(request)).one_of("floorperson", "dealer", "manager", "auditor")
    rows = await site_of(request).floor.store.read(
        lambda: sql.reading_rows("approvals", {"state": WAITING}, order="asked_at", limit=500)
    )
    items = [await _told(site_of(request), row) for row in rows]
    return json_response(canonical({"items": items, "next": None}))


async def _told(site: Site, row: dict[str, Any]) -> dict[str, Any]:
    body = json.loads(bytes(row["body"]))
    event = body.get("event")
    found = {} if event is None else {"event": event}
    if event is not None and (number := await round_with(site.floor.store, row["target"], event)):
        found["round"] = number
    return {
        "id": row["id"],
        "do": row["kind"],
        "link" if carried_by(row["id"]) else "table": row["target"],
        "asked_by": {"account": row["asked_by"], "role": row["role"]},
        "asked_at": shown_time(row["asked_at"]),
        "about": body.get("about", ""),
        **found,
    }


@router.post("/{approval}", summary="Approve or refuse", openapi_extra=described(DECIDE))
async def decide(request: Request, approval: str) -> Response:
    body = await body_of(request)
    given = only(json_of(body), "approve", "as")
    approve = given.get("approve")
    if not isinstance(approve, bool):
        raise Problem(400, "'approve' is neither true nor false.")
    if carried_by(approval) is not None:
        caller = await caller_of(request, changing=True)
        site = site_of(request)
        return json_response(await carry_out(site, caller, approval, approve=approve))
    try:
        table, number = request_of(approval)
    except ValueError:
        raise Problem(404, "There is no such approval.", "GET /api/approvals lists them.") from None

    async def act(here: Found) -> Response:
        _, keeper, caller = here
        wanted = role_named(given, request)
        by = caller.acting_as(wanted) if wanted else caller.one_of("floorperson", "dealer")
        data = Confirm(number) if approve else Withdraw(number)
        answer = await keeper.command(Command("confirm" if approve else "withdraw", by, data))
        return json_response(keeper.frame(answer, viewer_of(caller, by.role)))

    return await owned(request, table, body, act, changing=True)
