"""Rounds: found, told event by event as somebody saw them, and sealed for somebody elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from feltlaw.audit import audit
from feltlaw.books import Account
from feltlaw.canonical import canonical
from feltlaw.event import Event, canonical_account
from feltlaw.floor.api.afterwards import known_round, told_afterwards
from feltlaw.floor.api.describing import described
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import Site, caller_of, json_response, site_of
from feltlaw.floor.api.times import read_time, shown_time
from feltlaw.floor.api.tools import apart
from feltlaw.floor.exporting import Part, export_parts, round_parts, whole_stream
from feltlaw.floor.people import Caller, NotAllowed
from feltlaw.floor.reading import each_line, table_state
from feltlaw.floor.searching import Place, Wanted, players_of, search
from feltlaw.money import MoneyError, dollars, parse_money
from feltlaw.record.restore import table_stream
from feltlaw.schema import codec
from feltlaw.table import State, apply
from feltlaw.telling import Teller
from feltlaw.telling.reasons import explained, sentence
from feltlaw.views import VIEWERS, EventView, Look, View, Viewer, event_view
from feltlaw.views.parts import LineView

router = APIRouter(prefix="/api", tags=["rounds"])
FILTERS = ("table", "player", "from", "to", "wager", "hand", "min", "irregularity", "held", "limit", "after")
MOST, USUAL = 200, 50
LONGEST = 24 << 20
"""Bytes of an export that is audited for somebody who waits."""


# ── search ──


@router.get("/rounds", summary="Rounds that are looked for, the newest first")
async def find(request: Request) -> Response:
    caller = await caller_of(request)
    asked = dict(request.query_params)
    if unknown := sorted(set(asked) - set(FILTERS)):
        raise Problem(400, f"There is no filter '{unknown[0][:40]}'.", f"Filters: {', '.join(FILTERS)}.")
    own = _only_own(caller)
    wanted = Wanted(
        asked.get("table", "")[:80],
        own or canonical_account(asked.get("player", "")[:60]),
        read_time(asked.get("from"), "from"),
        read_time(asked.get("to"), "to"),
        asked.get("wager", "")[:80],
        asked.get("hand", "")[:80],
        _money(asked.get("min")),
        asked.get("irregularity", "")[:80],
        asked.get("held") == "true",
    )
    limit, after = _limit(asked.get("limit")), _place(asked.get("after"))
    rows, place = await search(site_of(request).floor.store, wanted, after, limit)
    following = f"{place[0]}~{place[2]}~{place[1]}" if place else None
    return json_response(canonical({"items": [_told(row, own) for row in rows], "next": following}))


def _only_own(caller: Caller) -> str:
    """The account whose rounds alone somebody may see; empty for those who may see all."""
    if {"auditor", "floorperson"} & set(caller.roles):
        return ""
    caller.one_of("player", "auditor", "floorperson")
    return caller.account


def _told(row: Mapping[str, Any], own: str) -> dict[str, Any]:
    lines = [line for line in json.loads(row["lines"]) if not own or line[4] == own]
    everybody = (
        {} if own else {"house_net": dollars(row["house_net"]), "most_paid": dollars(row["most_paid"])}
    )
    return {
        "table": row["table_id"],
        "round": row["number"],
        "at": shown_time(row["at"]),
        "first": row["first"],
        "last": row["last"],
        "void": bool(row["void"]),
        "held": bool(row["held"]),
        "irregularities": json.loads(row["irregularities"]),
        "lines": [
            {"seat": seat, "wager": wager, "hand": hand, "paid": dollars(paid), "player": player}
            for seat, wager, hand, paid, player in lines
        ],
        **everybody,
    }


def _money(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_money(text)
    except MoneyError as error:
        raise Problem(400, f"'min' is not an amount of money: {error}.") from None


def _limit(text: str | None) -> int:
    if text is None:
        return USUAL
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= MOST:
        raise Problem(400, "'limit' is out of bounds.", f"Write a whole number from 1 to {MOST}.")
    return int(text)


def _place(text: str | None) -> Place | None:
    if text is None:
        return None
    at, _, rest = text.partition("~")
    number, _, table = rest.partition("~")
    if (
        not (at + number).isdecimal()
        or not (at + number).isascii()
        or max(len(at), len(number)) > 15
        or not table
    ):
        raise Problem(400, "'after' is not where a list went on.", "Give 'next' of the answer before.")
    return int(at), table[:80], int(number)


# ── one round ──


@router.get("/rounds/{table}/{number}", summary="One round, event by event, as somebody saw it")
async def one(request: Request, table: str, number: str) -> Response:
    caller = await caller_of(request)
    site = site_of(request)
    row = await known_round(site, table, number)
    viewer = await _viewer(request, caller, site, row)
    store, stream, start = site.floor.store, table_stream(table), int(row["first"]) - 1
    before = (await table_state(store, stream, start))[0] if start else None
    lines = [line async for line in each_line(store, stream, start, int(row["last"]))]
    states: list[State] = []
    state = before
    for line in lines:
        state = apply(state, line.event)  # type: ignore[arg-type]
        states.append(state)
    events = [line.event for line in lines]
    look = Look(states[-1], {}, int(row["last"]), before=before or states[0], events=events, states=states)
    books = {"books": _books(events)} if viewer.role in ("auditor", "floorperson") else {}
    own = _only_own(caller)
    after = await told_afterwards(site, row, own)
    return json_response(canonical({**_told(row, own), **_as_seen(look, viewer), **books, **after}))


def _books(events: Iterable[Event]) -> list[dict[str, str]]:
    """What came into each account in the round, and what went out of it, players' and seats' together."""
    into: dict[str, int] = {}
    out: dict[str, int] = {}
    for event in events:
        for source, target, cents in event.moves:
            out[_account(source)] = out.get(_account(source), 0) + cents
            into[_account(target)] = into.get(_account(target), 0) + cents
    return [
        {"account": name, "in": dollars(into.get(name, 0)), "out": dollars(out.get(name, 0))}
        for name in sorted({*into, *out}, key=lambda name: (_place_of(name), name))
    ]


_NAMES = {
    "chips": "Players’ chips",
    "felt": "Felt",
    "pot": "Pot",
    "inventory": "Table inventory container",
    "house": "House",
    "link": "Meter {of}",
    "reserve": "Reserve of {of}",
    "held": "Held for who left",
    "cage": "Cage",
}
"""Accounts by what they do."""


def _account(account: Account) -> str:
    return _NAMES.get(account.kind, account.kind).format(of=account.of.replace("_", " "))


def _place_of(name: str) -> int:
    return next((at for at, words in enumerate(_NAMES.values()) if name.startswith(words.split("{")[0])), 99)


def _as_seen(look: Look, viewer: Viewer) -> dict[str, Any]:
    """The events with their words, and every line explained as far as this person saw what it rests on."""
    view = look.view(viewer)
    submission = look.state.submission
    yours = view.own.you.seats if view.own.you is not None else ()
    teller = Teller(submission, yours)
    first = look.seq - len(look.moments) + 1
    events = [event_view(moment, viewer, at) for at, moment in enumerate(look.moments, first)]
    told = [
        {**codec(EventView).write(event), "told": [str(said) for said in teller.event(event)]}
        for event in events
    ]
    reasons = [
        {
            "seat": line.seat,
            "id": line.id,
            "for_seat": line.for_seat,
            "text": explained(line, submission),
            "sentence": sentence(line, submission),
        }
        for line in _lines(view)
        if line.outcome
    ]
    return {"as": viewer.role, "events": told, "explained": reasons, "view": view.to_json()}


def _lines(view: View) -> list[LineView]:
    """Everybody's lines, each as fully as this person may know it."""
    public = view.public.round.lines if view.public.round is not None else ()
    mine = {(line.seat, line.id, line.for_seat): line for line in view.own.you.lines} if view.own.you else {}
    return [mine.get((line.seat, line.id, line.for_seat), line) for line in public]


async def _viewer(request: Request, caller: Caller, site: Site, row: Mapping[str, Any]) -> Viewer:
    """Whose eyes a round is seen with: an auditor and a floorperson choose, a player has his own."""
    wanted = request.query_params.get("as")
    if wanted is not None and wanted not in VIEWERS:
        raise Problem(400, "There is no such role.", f"Roles: {', '.join(VIEWERS)}.")
    players = await players_of(site.floor.store, row)
    if own := _only_own(caller):
        if own not in players:
            raise NotAllowed("this is not a round of yours", "A player sees his own rounds.")
        return Viewer("onlooker" if wanted == "onlooker" else "player", own)
    role = wanted or ("auditor" if "auditor" in caller.roles else "floorperson")
    if role != "player":
        if role == "auditor":
            caller.one_of("auditor")
        return Viewer(role, caller.account)
    caller.one_of("auditor")
    player = canonical_account(request.query_params.get("player", ""))
    if player not in players:
        known = ", ".join(sorted(players))
        raise Problem(400, "Say which player: player.", f"In this round: {known}.", choices=sorted(players))
    return Viewer("player", player)


# ── exports ──


@router.get("/rounds/{table}/{number}/bundle", summary="A sealed export that proves one round")
async def bundle(request: Request, table: str, number: str) -> Response:
    (await caller_of(request)).one_of("auditor")
    site = site_of(request)
    row = await known_round(site, table, number)
    parts = await round_parts(site.floor.store, table, row)
    return _document(site, parts, f"{table}-round-{row['number']}.json")


@router.get(
    "/rounds/{table}/{number}/audit", summary="What the record proves about a round, all checked again"
)
async def audited(request: Request, table: str, number: str) -> Response:
    (await caller_of(request)).one_of("auditor")
    site = site_of(request)
    row = await known_round(site, table, number)
    parts = await round_parts(site.floor.store, table, row)
    pieces, size = [], 0
    async for piece in export_parts(site.floor.store, parts):
        pieces.append(piece)
        size += len(piece)
        if size > LONGEST:
            legal = "Export the round and run feltlaw audit verify on it."
            raise Problem(413, "This table has been open too long to be checked while one waits.", legal)
    report = await apart(lambda: audit(b"".join(pieces)))
    return json_response(canonical(report.to_json()))


@router.get("/record/{stream:path}", summary="A sealed export of a stream")
async def record(request: Request, stream: str) -> Response:
    (await caller_of(request)).one_of("auditor")
    site = site_of(request)
    part = await whole_stream(site.floor.store, stream[:200])
    if part is None:
        legal = "Streams: table/ID, link/ID, cage, house, record."
        raise Problem(404, "There is no such stream.", legal)
    if not part.last:
        raise Problem(409, "Everything there is still to be played.", "Ask again after a round.")
    return _document(site, [part], f"{stream.replace('/', '-')}.json")


@router.post(
    "/checkpoint", summary="Sign how everything ends now, to be kept elsewhere", openapi_extra=described({})
)
async def checkpoint(request: Request) -> Response:
    (await caller_of(request, changing=True)).one_of("auditor")
    signing = site_of(request).floor.signing
    if signing is None:
        raise Problem(503, "This process has no key to sign with.")
    return json_response(canonical((await signing.checkpoint()).to_json()))


def _document(site: Site, parts: list[Part], name: str) -> Response:
    safe = "".join(one if one.isascii() and (one.isalnum() or one in "._-") else "_" for one in name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
    keys = site.floor.keys
    pieces = export_parts(site.floor.store, parts, keys.signer() if keys else None, site.floor.clock())
    return StreamingResponse(pieces, media_type="application/json", headers=headers)
