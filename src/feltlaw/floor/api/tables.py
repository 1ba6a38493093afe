"""Tables: the lobby, opening and closing, views, commands, money to and from a table."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.event import Person
from feltlaw.floor.api.answers import answered, given, kept_response, told_again
from feltlaw.floor.api.describing import AMOUNT, COMMAND, OPEN, described
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.problems import refused as as_problem
from feltlaw.floor.api.site import (
    LARGE,
    SMALL,
    Site,
    body_of,
    caller_of,
    json_of,
    json_response,
    key_of,
    only,
    role_named,
    role_of,
    site_of,
    text_of,
    viewer_of,
)
from feltlaw.floor.api.submissions import submission_of
from feltlaw.floor.floor import Elsewhere, Floor
from feltlaw.floor.keeper import Keeper, KeyUse, NotHere, Refusal
from feltlaw.floor.opening import Wanted, check_name
from feltlaw.floor.people import Caller
from feltlaw.floor.practice import PREFIX, YOU
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import KeyTaken
from feltlaw.house import MODES
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused
from feltlaw.submission import Submission
from feltlaw.table import Command, read_command
from feltlaw.table.machine import RULES
from feltlaw.telling.posted import posted_tables
from feltlaw.views import Viewer

router = APIRouter(prefix="/api", tags=["tables"])
Found = tuple[Floor, Keeper, Caller]


async def found(request: Request, table: str, caller: Caller) -> Found:
    """A table of the property or of somebody's practice, and who acts there; may be `Elsewhere`."""
    site = site_of(request)
    if table.startswith(PREFIX):
        keeper = await site.practice.table(table)
        return site.practice.floor, keeper, YOU
    return site.floor, await site.floor.table(table), caller


async def owned(
    request: Request, table: str, body: bytes, act: Callable[[Found], Awaitable[Response]], *, changing: bool
) -> Response:
    """Does something where the table is owned: here, or in the process that this is passed on to."""
    caller = await caller_of(request, changing=changing)
    try:
        return await act(await found(request, table, caller))
    except Elsewhere as elsewhere:
        return await site_of(request).forwarder.request(request, body, elsewhere)


# ── the lobby ──


@router.get("/tables", summary="The lobby")
async def lobby(request: Request) -> Response:
    await caller_of(request)
    site = site_of(request)
    rows = await site.floor.store.read(lambda: sql.reading_rows("tables", order="id"))
    items = [await _told(site, row) for row in rows]
    return json_response(canonical({"items": items, "next": None}))


@router.get("/tables/{table}", summary="One table: game, limits, posted pays, seats, meters")
async def one_table(request: Request, table: str) -> Response:
    await caller_of(request)
    site = site_of(request)
    if table.startswith(PREFIX):
        keeper = await site.practice.table(table)
        row = {"id": table, "mode": "practice", "state": "open", "opened_at": 0}
        return json_response(canonical(_table(row, keeper.state.submission, keeper)))
    row = await _row(site, table)
    return json_response(canonical(await _told(site, row, whole=True)))


async def _row(site: Site, table: str) -> dict[str, Any]:
    rows = await site.floor.store.read(lambda: sql.reading_rows("tables", {"id": table}))
    if not rows:
        raise Problem(404, f"There is no table {table[:40]}.", "GET /api/tables lists them.")
    return rows[0]


async def _told(site: Site, row: Mapping[str, Any], *, whole: bool = False) -> dict[str, Any]:
    submission = await submission_of(site.floor.store, str(row["submission"]))
    keeper = site.floor.keepers.get(str(row["id"]))
    return _table(row, submission, keeper if keeper and not keeper.lost else None, whole=whole)


def _table(
    row: Mapping[str, Any], submission: Submission, keeper: Keeper | None, *, whole: bool = True
) -> dict[str, Any]:
    regulation = submission.regulation
    about: dict[str, Any] = {
        "id": row["id"],
        "game": regulation.title,
        "regulation": regulation.id,
        "submission": submission.digest,
        "mode": row["mode"],
        "state": row["state"],
    }
    if keeper is not None:
        public = json.loads(keeper.feed.look.view_bytes(Viewer("onlooker")))
        about |= {
            name: public[name] for name in ("phase", "limits", "seats", "meters", "rounds") if name in public
        }
        about["stopped"] = keeper.state.stopped or keeper.fault
    if whole:
        about["wagers"] = [
            {"id": one.wager.id, "title": one.wager.title, "optional": not one.wager.always_offered}
            for one in submission.wagers.values()
        ]
        players = submission.limits.seats
        about["pays"] = [
            {"heading": one.heading, "titles": list(one.titles), "rows": [list(row) for row in one.rows]}
            for one in posted_tables(submission, players)
        ]
    return about


@router.post("/tables", summary="Open a table", openapi_extra=described(OPEN), status_code=201)
async def open_one(request: Request) -> Response:
    body = await body_of(request, LARGE)
    caller = await caller_of(request, changing=True)
    manager = caller.one_of("manager")
    fields = only(json_of(body), "submission", "mode", "id", "as", "layout_hash")
    mode = fields.get("mode", "automatic")
    if mode not in MODES:
        raise Problem(400, "There is no such mode.", f"Modes: {', '.join(MODES)}.")
    site = site_of(request)
    submission = await submission_of(site.floor.store, fields.get("submission"))
    name = text_of(fields, "id", 40) if "id" in fields else await _free_name(site, submission)
    check_name(name)
    if name.startswith(PREFIX):
        raise Problem(400, "This name is kept for practice.", "Choose another.")
    try:
        sign = text_of(fields, "layout_hash", 64) if "layout_hash" in fields else ""
        keeper = await site.floor.open(Wanted(name, mode, submission, manager, sign))
    except Elsewhere as elsewhere:
        return await site.forwarder.request(request, body, elsewhere)
    row = {"id": name, "mode": mode, "state": "open"}
    return json_response(canonical(_table(row, submission, keeper)), 201)


async def _free_name(site: Site, submission: Submission) -> str:
    """The table's number in the submission, or the next that is free."""
    rows = await site.floor.store.read(lambda: sql.reading_rows("tables"))
    taken = {str(row["id"]) for row in rows}
    wanted = submission.table
    if wanted and wanted not in taken:
        return wanted
    return next(name for name in map(str, range(1, len(taken) + 2)) if name not in taken)


@router.post("/tables/{table}/close", summary="Close a table for the day", openapi_extra=described({}))
async def close_one(request: Request, table: str) -> Response:
    body = await body_of(request, SMALL)
    fields = only(json_of(body), "as")

    async def act(here: Found) -> Response:
        floor, keeper, caller = here
        wanted = role_named(fields, request)
        by = caller.acting_as(wanted) if wanted else caller.one_of("floorperson", "manager")
        await floor.close(table, by)
        return json_response(canonical({"id": table, "state": "closed", "seq": keeper.head.number}))

    return await owned(request, table, body, act, changing=True)


# ── views and commands ──


@router.get("/tables/{table}/view", summary="The table as I may see it")
async def view(request: Request, table: str) -> Response:
    async def act(here: Found) -> Response:
        _, keeper, caller = here
        viewer = viewer_of(caller, request.query_params.get("as"))
        look = keeper.feed.look
        return json_response(b'{"seq":%d,"view":%b}' % (look.seq, look.view_bytes(viewer)))

    return await owned(request, table, b"", act, changing=False)


@router.post("/tables/{table}/commands", summary="A command", openapi_extra=described(COMMAND, keyed=True))
async def command(request: Request, table: str) -> Response:
    body = await body_of(request)
    fields = only(json_of(body), "do", "data", "expect", "as")
    do, data = fields.get("do"), fields.get("data", {})
    if not isinstance(do, str) or do not in RULES:
        raise Problem(400, "'do' is not the name of a command.", "GET /api/openapi.json lists them.")
    if do == "close_table":
        raise Problem(400, "A table is closed by a call of its own.", f"POST /api/tables/{table}/close.")
    return await _command(request, table, body, fields, (do, data))


@router.post(
    "/tables/{table}/buy-in", summary="Money to the table", openapi_extra=described(AMOUNT, keyed=True)
)
async def buy_in(request: Request, table: str) -> Response:
    return await _money(request, table, "buy_in")


@router.post(
    "/tables/{table}/cash-out", summary="Money from the table", openapi_extra=described(AMOUNT, keyed=True)
)
async def cash_out(request: Request, table: str) -> Response:
    return await _money(request, table, "cash_out")


async def _money(request: Request, table: str, do: str) -> Response:
    body = await body_of(request)
    fields = only(json_of(body), "amount", "seat", "as")
    data = {name: fields[name] for name in ("amount", "seat") if name in fields}
    return await _command(request, table, body, fields, (do, data))


async def _command(
    request: Request, table: str, body: bytes, fields: dict[str, Any], asked: tuple[object, object]
) -> Response:
    async def act(here: Found) -> Response:
        floor, keeper, caller = here
        role = role_of(caller, role_named(fields, request))
        if role == "onlooker":
            raise Problem(401, "This needs an account.", "POST /api/sign-in with name and password.")
        key = key_of(request, caller.account, body)
        expect = fields.get("expect")
        if expect is not None and type(expect) is not int:
            raise Problem(400, "'expect' is not the number of an event.")
        by = Person(role, caller.account)  # type: ignore[arg-type]
        once = Once(floor, keeper, viewer_of(caller, role), key, expect)
        return await once.give(read_asked(asked, by))

    return await owned(request, table, body, act, changing=True)


def read_asked(asked: tuple[object, object], by: Person) -> Command:
    """A command from a request; what is not written as one is no refusal of the table."""
    try:
        return read_command(*asked, by)
    except Refused as malformed:
        raise Problem(400, f"{malformed.what[:1].upper()}{malformed.what[1:]}.", malformed.legal) from None


@dataclass(frozen=True, slots=True)
class Once:
    """A command with its key: done once, told as often as it is asked."""

    floor: Floor
    keeper: Keeper
    viewer: Viewer
    key: KeyUse
    expect: int | None

    async def give(self, command: Command) -> Response:
        """Does it, and where it was done before tells what was answered then: the store refuses a key twice,
        so nothing is read for one that is new."""
        for _ in range(2):
            try:
                answer = await self.keeper.command(
                    command, key=self.key, expect=self.expect, refusing=self._refusal
                )
            except Refused as refused:
                raise as_problem(refused, seq=self.keeper.head.number) from None
            except (StoreError, NotHere) as error:
                if known := await self._before():
                    return known
                if not isinstance(error, KeyTaken):
                    raise
            else:
                return given(self.keeper, answer.lines, self.viewer)
        raise Problem(409, "This key is being used at the same time.", "Ask again in a moment.")

    async def _before(self) -> Response | None:
        """The answer that this key was given before."""
        known = await answered(self.floor.store, self.key)
        if known is None or known.body:
            return kept_response(known) if known else None
        return await told_again(self.floor.store, known, self.viewer)

    def _refusal(self, refused: Refused) -> Refusal:
        problem = as_problem(refused, seq=self.keeper.head.number)
        return Refusal(problem.status, problem.bytes)
