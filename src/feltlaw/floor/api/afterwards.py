"""What is done about a round that is over: its evidence held, a dispute, its answer, a payment put right.

Nothing here changes a round: each is an entry of its own that names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.afterwards import BY_CREW, BY_DISPUTE, OPEN, SETTLED, corrections_of, disputes_of
from feltlaw.floor.api.describing import MONEY, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import (
    Site,
    body_of,
    caller_of,
    json_of,
    json_response,
    key_of,
    only,
    site_of,
    text_of,
    viewer_of,
)
from feltlaw.floor.api.tables import Found, Once, owned, read_asked
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.journal import Entry
from feltlaw.floor.people import NotAllowed
from feltlaw.floor.searching import players_of, round_row
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Insert, Update
from feltlaw.house import DISPUTE_DAYS, DisputeRound, HoldRound, ReleaseRound, SettleDispute
from feltlaw.money import MoneyError, dollars, parse_money

router = APIRouter(prefix="/api", tags=["rounds"])
WORDS: Mapping[str, Any] = {"type": "string", "minLength": 3, "maxLength": 200}
CORRECT = fields(
    {"player": {"type": "string"}, "amount": MONEY, "to": {"enum": ["player", "house"]}, "reason": WORDS},
    event={"type": "integer", "minimum": 1},
)
HOLD = fields({"reason": {"type": "string", "maxLength": 200}})
DISPUTE = fields({"words": WORDS}, claim=MONEY)
SETTLE = fields({"words": WORDS}, player=WORDS)
DAY_MS = 86_400_000
MOST = 200


async def known_round(site: Site, table: str, number: str) -> Mapping[str, Any]:
    """A round that is over; raises a problem otherwise."""
    row = None
    if number.isascii() and number.isdecimal() and len(number) < 16:
        row = await round_row(site.floor.store, table, int(number))
    if row is None:
        keeper = site.floor.keepers.get(table)
        if keeper is not None and keeper.state.locked is not None and number == str(keeper.state.rounds + 1):
            raise Problem(409, "This round is not over.", f"GET /api/tables/{table}/view shows it.")
        raise Problem(404, "There is no such round that is over.", "GET /api/rounds finds them.")
    return row


# ── what was said about it ──


async def told_afterwards(site: Site, row: Mapping[str, Any], own: str = "") -> dict[str, Any]:
    """Corrections and disputes of a round; only a player's own where one is named, and then without names of
    the crew."""
    store = site.floor.store
    corrections = [one for one in await corrections_of(store, row) if not own or one["player"] == own]
    disputes = [one for one in await disputes_of(store, row) if not own or one["player"] == own]
    return {
        "corrections": [_correction(one, own) for one in corrections],
        "disputes": [_dispute(one, own) for one in disputes],
    }


def _correction(row: Mapping[str, Any], own: str) -> dict[str, Any]:
    names = {} if own else {"asked_by": row["asked_by"], "confirmed_by": row["confirmed_by"]}
    return {
        "number": row["number"],
        "event": row["event"],
        "at": shown_time(row["at"]),
        "player": row["player"],
        "amount": dollars(row["amount"]),
        "to": row["paid_to"],
        "short": dollars(row["short"]),
        "reason": row["reason"],
        **names,
    }


def _dispute(row: Mapping[str, Any], own: str) -> dict[str, Any]:
    found = {
        "table": row["table_id"],
        "round": row["number"],
        "player": row["player"],
        "at": shown_time(row["at"]),
        "state": row["state"],
        "words": row["words"],
        "claim": dollars(row["claim"]),
    }
    if row["state"] == SETTLED:
        found |= {"answer": row["answer"], "settled_at": shown_time(row["settled_at"])}
        if not own:
            found["settled_by"] = row["settled_by"]
    return found


@router.get("/disputes", summary="What players dispute: one's own, or all that are open")
async def disputes(request: Request) -> Response:
    caller = await caller_of(request)
    by = caller.one_of("floorperson", "auditor", "manager", "player")
    own = caller.account if by.role == "player" else ""
    wanted = {"player": own} if own else {"state": OPEN}
    store = site_of(request).floor.store
    rows = await store.read(lambda: sql.reading_rows("disputes", wanted, order="at", limit=MOST))
    return json_response(canonical({"items": [_dispute(row, own) for row in rows], "next": None}))


# ── holding ──


def _key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"table_id": row["table_id"], "number": row["number"]}


@router.post(
    "/rounds/{table}/{number}/hold", summary="Freeze the evidence of a round", openapi_extra=described(HOLD)
)
async def hold(request: Request, table: str, number: str) -> Response:
    caller = await caller_of(request, changing=True)
    by = caller.one_of("auditor", "floorperson")
    reason = text_of(only(json_of(await body_of(request)), "reason"), "reason")
    site = site_of(request)

    async def make(now: int, batch: int) -> Entry:
        row = await known_round(site, table, number)
        if row["held"] & BY_CREW:
            return Entry()
        held = Update("rounds", _key(row), {"held": row["held"] | BY_CREW})
        return Entry([HoldRound(table, int(row["number"]), reason)], [held])

    row = await known_round(site, table, number)
    await site.floor.journal.write(by, make)
    return json_response(canonical({"table": table, "round": row["number"], "held": True}))


# ── disputes ──


def _claim(body: Mapping[str, Any]) -> int:
    try:
        found = parse_money(str(body.get("claim", "0")))
    except MoneyError as error:
        raise Problem(400, f"'claim' is not an amount of money: {error}.") from None
    if not 0 <= found <= 10**12:
        raise Problem(400, "'claim' is out of bounds.", "Name what should have been paid to you.")
    return found


@router.post(
    "/rounds/{table}/{number}/dispute",
    summary="A player disputes a round of his; its evidence is held",
    openapi_extra=described(DISPUTE),
    status_code=201,
)
async def dispute(request: Request, table: str, number: str) -> Response:
    caller = await caller_of(request, changing=True)
    by = caller.acting_as("player")
    body = only(json_of(await body_of(request)), "words", "claim")
    words, claim = text_of(body, "words", least=3), _claim(body)
    site = site_of(request)

    async def make(now: int, batch: int) -> Entry:
        row = await known_round(site, table, number)
        if by.account not in await players_of(site.floor.store, row):
            raise NotAllowed("this is not a round of yours", "A player disputes his own rounds.", ("S-50",))
        if now - int(row["at"]) > DISPUTE_DAYS * DAY_MS:
            late = f"This round was over more than {DISPUTE_DAYS} days ago."
            raise Problem(409, late, f"A dispute comes within {DISPUTE_DAYS} days.", clauses=["S-50"])
        before = await disputes_of(site.floor.store, row)
        if any(one["player"] == by.account and one["state"] == OPEN for one in before):
            legal = "Wait for the floorperson's answer; a settled one may be disputed again."
            raise Problem(409, "You dispute this round already.", legal, clauses=["S-50"])
        facts: list[Any] = [DisputeRound(table, int(row["number"]), words, claim)]
        if not row["held"]:
            facts.append(HoldRound(table, int(row["number"]), f"disputed by {by.account}"))
        unanswered = {"state": OPEN, "settled_by": "", "settled_at": 0, "answer": ""}
        said = {"player": by.account, "at": now, "words": words, "claim": claim, **unanswered}
        return Entry(facts, [
            Insert("disputes", {**_key(row), **said}),
            Update("rounds", _key(row), {"held": row["held"] | BY_DISPUTE}),
        ])  # fmt: skip

    await site.floor.journal.write(by, make)
    row = await known_round(site, table, number)
    return json_response(canonical(await told_afterwards(site, row, by.account)), 201)


@router.post(
    "/rounds/{table}/{number}/settle",
    summary="A floorperson answers what is disputed about a round; the hold that came with it ends",
    openapi_extra=described(SETTLE),
)
async def settle(request: Request, table: str, number: str) -> Response:
    caller = await caller_of(request, changing=True)
    by = caller.acting_as("floorperson")
    given = only(json_of(await body_of(request)), "words", "player")
    words, player = text_of(given, "words", least=3), text_of(given, "player") if "player" in given else ""
    site = site_of(request)

    async def make(now: int, batch: int) -> Entry:
        row = await known_round(site, table, number)
        if by.account in await players_of(site.floor.store, row):
            own = f"{by.account} played this round"
            raise NotAllowed(own, "Another floorperson answers.", ("S-50", "I-157"))
        every = [one for one in await disputes_of(site.floor.store, row) if one["state"] == OPEN]
        waiting = [str(one["player"]) for one in every if player in ("", one["player"])]
        if not waiting:
            legal = "GET /api/disputes lists what is open."
            raise Problem(409, "Nothing is disputed about this round.", legal, clauses=["S-50"])
        if len(waiting) > 1:
            legal = f"Name one of them as 'player': {', '.join(waiting)}."
            raise Problem(409, "Several dispute this round.", legal, clauses=["S-50"])
        left = row["held"] if len(every) > 1 else row["held"] & ~BY_DISPUTE
        facts: list[Any] = [SettleDispute(table, int(row["number"]), waiting[0], words)]
        if not left:
            facts.append(ReleaseRound(table, int(row["number"]), words))
        answered = {"state": SETTLED, "settled_by": by.account, "settled_at": now, "answer": words}
        return Entry(facts, [
            Update("disputes", {**_key(row), "player": waiting[0], "state": OPEN}, answered),
            Update("rounds", _key(row), {"held": left}),
        ])  # fmt: skip

    await site.floor.journal.write(by, make)
    row = await known_round(site, table, number)
    return json_response(canonical({"held": bool(row["held"]), **await told_afterwards(site, row)}))


# ── putting right ──


@router.post(
    "/rounds/{table}/{number}/correct",
    summary="Put a payment of a round right; a second account confirms",
    openapi_extra=described(CORRECT, keyed=True),
    status_code=202,
)
async def correct(request: Request, table: str, number: str) -> Response:
    """A new entry at the table, linked to an event of the round: its last one, where none is named (S-36)."""
    body = await body_of(request)
    caller = await caller_of(request, changing=True)
    caller.one_of("floorperson")
    given = only(json_of(body), "player", "amount", "to", "reason", "event")
    row = await known_round(site_of(request), table, number)
    event = given.setdefault("event", int(row["last"]))
    if type(event) is not int or not int(row["first"]) <= event <= int(row["last"]):
        raise Problem(400, "This event is not of the round.", f"Events: {row['first']} to {row['last']}.")
    players = sorted(await players_of(site_of(request).floor.store, row))
    if given.get("player") not in players:
        raise Problem(409, "He did not play this round.", f"Players: {', '.join(players)}.", clauses=["S-36"])

    async def act(here: Found) -> Response:
        floor, keeper, caller = here
        by = caller.acting_as("floorperson")
        command = read_asked(("correct", given), by)
        key = key_of(request, caller.account, body)
        return await Once(floor, keeper, viewer_of(caller, by.role), key, None).give(command)

    return await owned(request, table, body, act, changing=True)
