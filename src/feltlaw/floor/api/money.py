"""Players' accounts at the cage: entries, balances, deposits and withdrawals."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw import cage
from feltlaw.canonical import canonical
from feltlaw.event import canonical_account
from feltlaw.floor.api.answers import answered, kept_response
from feltlaw.floor.api.describing import MONEY, described, fields
from feltlaw.floor.api.problems import Problem, kept_refusal
from feltlaw.floor.api.site import body_of, caller_of, json_of, json_response, key_of, only, site_of
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.people import Caller
from feltlaw.floor.store.model import KeyTaken
from feltlaw.money import MoneyError, dollars, parse_money

router = APIRouter(prefix="/api/accounts", tags=["money"])
AMOUNT = fields({"amount": MONEY})
MOST = 500


@router.get("/me", summary="My account at the cage")
async def mine(request: Request) -> Response:
    caller = await caller_of(request)
    if not caller.account:
        raise Problem(401, "This needs an account.")
    return await _account(request, caller.account)


@router.get("/{name}", summary="A player's account at the cage")
async def account(request: Request, name: str) -> Response:
    (await caller_of(request)).one_of("cashier", "auditor")
    return await _account(request, await _known(request, name))


async def _account(request: Request, name: str) -> Response:
    site = site_of(request)
    before, limit = _whole(request, "after", 0), _whole(request, "limit", 100)
    entries = await site.cashier.entries(name, before, min(max(limit, 1), MOST))
    told = [_entry(one) for one in entries]
    following = str(entries[-1]["number"]) if len(entries) == min(max(limit, 1), MOST) else None
    balance = dollars(await site.cashier.balance(name))
    return json_response(canonical({"account": name, "balance": balance, "items": told, "next": following}))


def _whole(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isdecimal() or len(text) > 15:
        raise Problem(400, f"'{name}' is not a whole number.")
    return int(text)


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "number": row["number"],
        "at": shown_time(row["at"]),
        "kind": row["kind"],
        "amount": dollars(row["amount"]),
        "balance": dollars(row["balance"]),
        **({"table": row["table_id"]} if row["table_id"] else {}),
    }


@router.post("/{name}/deposit", summary="Money over the counter", openapi_extra=described(AMOUNT, keyed=True))
async def deposit(request: Request, name: str) -> Response:
    return await _enter(request, name, cage.Deposit)


@router.post("/{name}/withdraw", summary="Money back", openapi_extra=described(AMOUNT, keyed=True))
async def withdraw(request: Request, name: str) -> Response:
    return await _enter(request, name, cage.Withdraw)


async def _enter(request: Request, name: str, kind: type[cage.Deposit] | type[cage.Withdraw]) -> Response:
    body = await body_of(request)
    caller: Caller = await caller_of(request, changing=True)
    by = caller.one_of("cashier")
    amount = _amount(only(json_of(body), "amount").get("amount"))
    key = key_of(request, caller.account, body)
    site = site_of(request)
    for _ in range(2):
        if known := await answered(site.floor.store, key):
            return kept_response(known)
        player = await _known(request, name)
        try:
            answer = await site.cashier.enter(kind(player, amount), by, key, kept_refusal)
        except KeyTaken:
            continue
        return json_response(answer)
    raise Problem(409, "This key is being used at the same time.", "Ask again in a moment.")


def _amount(given: object) -> int:
    try:
        cents = parse_money(given)
    except MoneyError as error:
        raise Problem(400, f"'amount' is not an amount of money: {error}.") from None
    if not 1 <= cents <= cage.MOST:
        raise Problem(400, "'amount' is out of bounds.", f"Write 0.01 to {dollars(cage.MOST)}.")
    return cents


async def _known(request: Request, name: str) -> str:
    found = await site_of(request).people.find(canonical_account(name)[:60])
    if found is None or "player" not in found.roles:
        raise Problem(404, f"There is no player {name[:40]}.")
    return found.name
