"""Signing in and out, one's own account, the people of a property, and keys of machines."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.event import ROLES
from feltlaw.floor.api.describing import described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import (
    COOKIE,
    address_of,
    as_roles,
    body_of,
    caller_of,
    json_of,
    json_response,
    only,
    site_of,
    text_of,
)
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.people import SESSION_MS, Account, Caller
from feltlaw.floor.store import statements as sql

router = APIRouter(prefix="/api", tags=["people"])
TEXT = {"type": "string"}
ROLES_LIST = {"type": "array", "items": {"enum": list(ROLES)}}
SIGN_IN = fields({"name": TEXT, "password": TEXT})
ADD = fields({"name": TEXT, "roles": ROLES_LIST}, grants={"type": "array"}, password=TEXT)


@router.post("/sign-in", summary="Begin a session", openapi_extra=described(SIGN_IN))
async def sign_in(request: Request) -> Response:
    site = site_of(request)
    site.rates.check_sign_in(address_of(request))
    body = only(json_of(await body_of(request)), "name", "password")
    name, password = text_of(body, "name"), text_of(body, "password")
    secret, caller = await site.people.sign_in(name, password)
    answer = json_response(canonical(_me(caller)))
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=SESSION_MS // 1000,
        httponly=True,
        samesite="strict",
        secure=site.secure,
        path="/",
    )
    return answer


@router.post("/sign-out", summary="End the session", openapi_extra=described({}))
async def sign_out(request: Request) -> Response:
    caller = await caller_of(request, changing=True)
    await site_of(request).people.sign_out(caller)
    answer = json_response(b"{}")
    answer.delete_cookie(COOKIE, path="/")
    return answer


@router.get("/me", summary="Who I am, and what I may do")
async def me(request: Request) -> Response:
    return json_response(canonical(_me(await caller_of(request))))


def _me(caller: Caller) -> dict[str, Any]:
    return {
        "account": caller.account or None,
        "roles": list(caller.roles),
        "grants": list(caller.grants),
        "change_password": caller.one_time,
    }


@router.post(
    "/me/password",
    summary="Change one's own password",
    openapi_extra=described(fields({"old": TEXT, "new": TEXT})),
)
async def password(request: Request) -> Response:
    caller = await caller_of(request, changing=True)
    body = only(json_of(await body_of(request)), "old", "new")
    if not caller.account:
        raise Problem(401, "This needs an account.")
    await site_of(request).people.new_password(caller, text_of(body, "old"), text_of(body, "new"))
    answer = json_response(canonical({"account": caller.account, "sign_in_again": True}))
    answer.delete_cookie(COOKIE, path="/")
    return answer


# ── the people of a property ──


@router.get("/people", summary="Accounts and what they may do")
async def people(request: Request) -> Response:
    (await caller_of(request)).one_of("manager", "auditor")
    everybody = await site_of(request).people.everybody()
    return json_response(canonical({"items": [_told(one) for one in everybody], "next": None}))


def _told(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "roles": list(account.roles),
        "grants": list(account.grants),
        "locked": account.locked,
        "one_time_password": account.one_time,
    }


@router.post("/people", summary="Make an account", openapi_extra=described(ADD), status_code=201)
async def add(request: Request) -> Response:
    by = (await caller_of(request, changing=True)).one_of("manager")
    body = only(json_of(await body_of(request)), "name", "roles", "grants", "password")
    chosen = text_of(body, "password") if "password" in body else None
    name = text_of(body, "name", 40)
    given = await site_of(request).people.add(
        by, name, as_roles(body.get("roles")), _grants(body.get("grants", [])), chosen
    )
    return json_response(canonical({"name": name, **({"one_time_password": given} if given else {})}), 201)


def _grants(value: Any) -> Any:
    if not isinstance(value, list) or not set(map(str, value)) <= {"reset_meters", "configure_meters"}:
        raise Problem(400, "'grants' is not a list of reset_meters or configure_meters.")
    return tuple(value)


@router.post(
    "/people/{name}",
    summary="Change what an account may do, lock it, or give it a new one-time password",
    openapi_extra=described(
        fields(
            {}, roles=ROLES_LIST, grants={"type": "array"}, lock={"type": "boolean"}, reset={"const": True}
        )
    ),
)
async def change(request: Request, name: str) -> Response:
    by = (await caller_of(request, changing=True)).one_of("manager")
    body = only(json_of(await body_of(request)), "roles", "grants", "lock", "reset", "why")
    people = site_of(request).people
    if "roles" in body or "grants" in body:
        account = await people.find(name)
        roles = as_roles(body["roles"]) if "roles" in body else account.roles if account else ()
        grants = _grants(body["grants"]) if "grants" in body else account.grants if account else ()
        await people.change(by, name, roles, grants)
    if "lock" in body:
        if not isinstance(body["lock"], bool):
            raise Problem(400, "'lock' is neither true nor false.")
        await people.lock(by, name, locked=body["lock"], why=str(body.get("why", ""))[:200])
    given = await people.reset(by, name) if body.get("reset") is True else ""
    account = await people.find(name)
    if account is None:
        raise Problem(404, f"There is no account {name[:40]}.")
    return json_response(canonical({**_told(account), **({"one_time_password": given} if given else {})}))


# ── keys of machines ──


@router.get("/keys", summary="Keys of machines")
async def keys(request: Request) -> Response:
    (await caller_of(request)).one_of("manager")
    rows = await site_of(request).floor.store.read(lambda: sql.reading_rows("api_keys", order="created"))
    items = [
        {
            "id": row["id"], "account": row["account"], "label": row["label"], "made_by": row["made_by"],
            "created": shown_time(row["created"]),
            "ended": shown_time(row["ended"]) if row["ended"] else None,
        }
        for row in rows
    ]  # fmt: skip
    return json_response(canonical({"items": items, "next": None}))


@router.post(
    "/keys",
    summary="Make a key; its secret is shown once",
    openapi_extra=described(fields({"account": TEXT}, label=TEXT)),
    status_code=201,
)
async def make_key(request: Request) -> Response:
    by = (await caller_of(request, changing=True)).one_of("manager")
    body = only(json_of(await body_of(request)), "account", "label")
    label = text_of(body, "label", 80, least=0) if "label" in body else ""
    own, secret = await site_of(request).people.make_key(by, text_of(body, "account", 60), label)
    return json_response(canonical({"id": own, "key": secret}), 201)


@router.post("/keys/{own}/end", summary="A key serves no more", openapi_extra=described({}))
async def end_key(request: Request, own: str) -> Response:
    by = (await caller_of(request, changing=True)).one_of("manager")
    await site_of(request).people.end_key(by, own)
    return json_response(canonical({"id": own, "ended": True}))
