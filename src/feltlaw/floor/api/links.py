"""Links: meters, hits that wait, stopping and resuming, and what two permissions held apart allow (S-03)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.event import Person
from feltlaw.floor.api.answers import answered, kept_response, told_again
from feltlaw.floor.api.approved import Carries, approvable
from feltlaw.floor.api.describing import MONEY, ROLE, described, fields
from feltlaw.floor.api.live import refuse, sending
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import (
    Site,
    body_of,
    caller_of,
    json_of,
    json_response,
    key_of,
    only,
    role_named,
    site_of,
    text_of,
    viewer_of,
)
from feltlaw.floor.api.tables import Found, Once, owned
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.approvals import WAITING
from feltlaw.floor.linking import link_of, write_link
from feltlaw.floor.people import Caller, NotAllowed
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Insert
from feltlaw.house import RESET, Grant
from feltlaw.link import CorrectLink, Hit, LinkState, ResumeLink, StopLink, correction
from feltlaw.money import MoneyError, dollars, parse_money
from feltlaw.refusal import Refused
from feltlaw.schema import read
from feltlaw.table import read_command

router = APIRouter(prefix="/api/links", tags=["links"])
REASON = {"type": "string", "maxLength": 200}
REASONS: tuple[str, ...] = get_args(get_type_hints(CorrectLink)["why"])
"""Why a meter may be put right (S-13)."""
RESET_BODY = fields(
    {"level": {"type": "string"}, "amount": MONEY, "up": {"type": "boolean"}, "why": {"enum": list(REASONS)}},
    reason=REASON,
)
PREFIX = "link:"


@router.get("", summary="Meters, hits that wait, the last 25")
async def every(request: Request) -> Response:
    (await caller_of(request)).one_of("floorperson", "manager", "auditor")
    site = site_of(request)
    rows = await site.floor.store.read(lambda: sql.reading_rows("links", order="id"))
    items = [told(await link_of(site.floor.parts, str(row["id"]))) for row in rows]
    return json_response(canonical({"items": items, "next": None}))


def told(link: LinkState) -> dict[str, Any]:
    """A link in full."""
    return {
        **shown(link),
        "levels": [
            {
                "level": name,
                "showing": dollars(one.amount),
                "reseed": dollars(one.reseed),
                "rate": str(one.rate),
                "reserve": dollars(one.reserve),
                "reserve_rate": str(one.reserve_rate),
                "contributed": dollars(one.contributed),
                "hits": one.hits,
                "paid": dollars(one.paid),
                "paid_by_system": dollars(one.paid - one.paid_by_hand),
                "paid_by_hand": dollars(one.paid_by_hand),
                "reseeded": dollars(one.reseeded),
            }
            for name, one in link.meter.levels.items()
        ],
        "wagers": link.wagers,
        "last": [_hit(one) for one in link.last],
    }


def shown(link: LinkState) -> dict[str, Any]:
    """What a sign shows: amounts, whether it runs, and hits whose rounds are not over."""
    return {
        "id": link.id,
        "number": link.number,
        "stopped": link.stopped,
        "levels": [
            {"level": name, "showing": dollars(one.amount)} for name, one in link.meter.levels.items()
        ],
        "pending": [_hit(one) for one in link.open.values() if not one.paid_cents],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "table": hit.table,
        "round": hit.round,
        "seats": list(hit.seats),
        "wager": hit.wager,
        "at": shown_time(hit.at),
        "amount": dollars(hit.cents),
        "level": hit.level,
        "validated_by": hit.validated_by or None,
        "paid": dollars(hit.paid_cents),
    }


# ── hits ──


@router.post(
    "/{link}/validate",
    summary="Validate a hit that waits",
    openapi_extra=described(fields({"hit": {"type": "string"}}, **{"as": ROLE}), keyed=True),
)
async def validate(request: Request, link: str) -> Response:
    body = await body_of(request)
    caller = await caller_of(request, changing=True)
    given = only(json_of(body), "hit", "as")
    caller.one_of("floorperson")
    site = site_of(request)
    if known := await answered(site.floor.store, key_of(request, caller.account, body)):
        if known.body:
            return kept_response(known)
        return await told_again(site.floor.store, known, viewer_of(caller, "floorperson"))
    state = await link_of(site.floor.parts, link)
    hit = state.open.get(text_of(given, "hit"))
    if hit is None:
        raise Problem(404, "There is no such hit waiting.", "GET /api/links lists them.")

    async def act(here: Found) -> Response:
        floor, keeper, caller = here
        by = caller.acting_as(role_named(given, request) or "floorperson")
        key = key_of(request, caller.account, body)
        seat = hit.seats[0]
        command = read_command("validate", {"seat": seat, "wager": hit.wager}, by)
        return await Once(floor, keeper, viewer_of(caller, by.role), key, None).give(command)

    return await owned(request, hit.table, body, act, changing=True)


# ── running, stopped ──


@router.post("/{link}/stop", summary="Stop a link", openapi_extra=described(fields({"reason": REASON})))
async def stop(request: Request, link: str) -> Response:
    by, reason = await _ordered(request)

    def fact(state: LinkState) -> StopLink:
        if state.stopped:
            raise Refused(f"{link} is stopped already: {state.stopped}", "Resume it first (S-09).")
        return StopLink(reason)

    after = await write_link(site_of(request).floor.parts, link, by, fact)
    return json_response(canonical(told(after)))


@router.post("/{link}/resume", summary="Resume a link", openapi_extra=described(fields({"reason": REASON})))
async def resume(request: Request, link: str) -> Response:
    by, reason = await _ordered(request)

    def fact(state: LinkState) -> ResumeLink:
        if not state.stopped:
            raise Refused(f"{link} runs", "Stop it first.")
        return ResumeLink(reason)

    after = await write_link(site_of(request).floor.parts, link, by, fact)
    return json_response(canonical(told(after)))


async def _ordered(request: Request) -> tuple[Person, str]:
    by = (await caller_of(request, changing=True)).one_of("floorperson", "manager")
    body = only(json_of(await body_of(request)), "reason")
    return by, text_of(body, "reason")


# ── putting a meter right: two accounts that hold the permission ──


def granted(caller: Caller, grant: Grant) -> Person:
    """The person who acts by a permission that is held apart from others (S-03)."""
    by = caller.one_of("floorperson", "manager", "auditor", "cashier")
    if grant not in caller.grants:
        raise NotAllowed(
            f"{caller.account} may not {grant.replace('_', ' ')}",
            "Ask somebody who holds this permission.",
            ("S-03",),
        )
    return by


@router.post(
    "/{link}/reset",
    summary="Put a stopped meter right; another account with the permission confirms",
    openapi_extra=described(RESET_BODY),
    status_code=202,
)
async def reset(request: Request, link: str) -> Response:
    caller = await caller_of(request, changing=True)
    by = granted(caller, RESET)
    given = only(json_of(await body_of(request)), "level", "amount", "up", "why", "reason")
    fact = _correction(given)
    site = site_of(request)
    _check_reset(await link_of(site.floor.parts, link), fact)
    own = f"{PREFIX}{link}~{secrets.token_hex(4)}"
    about = f"the meter {link}, level {fact.level}, {'up' if fact.up else 'down'} by {dollars(fact.cents)}"
    row = Insert(
        "approvals",
        {
            "id": own, "state": WAITING, "asked_by": by.account, "role": by.role,
            "asked_at": site.floor.clock(), "kind": "reset_link", "target": link,
            "body": canonical({"about": f"{about}: {fact.why}, {fact.reason}", "given": given}),
            "decided_by": "", "decided_at": 0,
        },
    )  # fmt: skip
    await site.floor.store.append(Append(rows=[row]))
    return json_response(canonical({"approval": own}), 202)


def _correction(given: Mapping[str, Any]) -> CorrectLink:
    try:
        cents = parse_money(given.get("amount"))
    except MoneyError as error:
        raise Problem(400, f"'amount' is not an amount of money: {error}.") from None
    if not cents > 0:
        raise Problem(400, "'amount' is out of bounds.", "Write what it goes up or down by.")
    told = {name: given[name] for name in ("level", "up", "why", "reason") if name in given}
    return read(CorrectLink, {**told, "amount_cents": cents})


def _check_reset(state: LinkState, fact: CorrectLink) -> CorrectLink:
    if not state.stopped:
        raise Refused(f"{state.id} runs", "Stop it first: nothing is changed while it runs (S-11).")
    return correction(state, fact)


@approvable(PREFIX)
async def _confirmed(site: Site, caller: Caller, row: Mapping[str, Any], carries: Carries) -> bytes:
    """The second account's word on a reset."""
    by = granted(caller, RESET)
    asked = Person(row["role"], str(row["asked_by"]))
    if by.account == asked.account and carries.approve:
        raise NotAllowed("this needs a second account", "Ask another who holds this permission.", ("I-157",))
    if not carries.approve:
        await site.floor.store.append(Append(kept=carries.once, rows=[carries.row(by)]))
        return canonical({"id": row["id"], "approved": False})
    fact = _correction(json.loads(bytes(row["body"]))["given"])
    link = str(row["target"])
    after = await write_link(
        site.floor.parts, link, asked, lambda state: _check_reset(state, fact), confirmed_by=by,
        rows=[carries.row(by)], kept=carries.once,
    )  # fmt: skip
    return canonical(told(after))


# ── signs ──


@router.websocket("/{link}/live")
async def live(socket: WebSocket, link: str) -> None:
    """A frame `{id, number, stopped, levels, pending}` whenever the meter has moved, the newest only."""
    await socket.accept()
    try:
        await caller_of(socket)
        floor = site_of(socket).floor
        await link_of(floor.parts, link)
        sign = await floor.signs.watch(link)
    except Exception as error:
        await refuse(socket, error)
        return

    async def following() -> bytes:
        return canonical(shown(await sign.next()))

    async def still() -> bool:
        return True

    try:
        await sending(socket, following, still)
    finally:
        sign.close()
