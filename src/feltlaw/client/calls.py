"""Every call of a floor, written down once: what is sent, and how its answer is read.

A call that changes something and may be repeated carries a key. It is made with the call, not with the
attempt, so however often it is sent it is done once.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from feltlaw.client import model
from feltlaw.client.model import Frame, Json, Page, Problem

T = TypeVar("T")
LATER = (429, 502, 503, 504)
"""Statuses of requests that were not carried out, or of which a key tells whether they were."""
NOT_CARRIED_OUT = 429


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, and what its answer becomes."""

    method: str
    path: str
    read: Callable[[Any], T]
    body: bytes = b""
    params: Mapping[str, str] | None = None
    key: str = ""
    raw: bool = False
    """Whether the answer is a file and not JSON."""

    @property
    def headers(self) -> dict[str, str]:
        found = {"X-Feltlaw": "1"}
        if self.body:
            found["Content-Type"] = "application/json"
        if self.key:
            found["Idempotency-Key"] = self.key
        return found

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent again when nobody knows what became of it."""
        return self.method == "GET" or bool(self.key)

    def again(self, status: int) -> bool:
        """Whether this answer is one to ask again after."""
        return status == NOT_CARRIED_OUT or (status in LATER and self.repeatable)

    def result(self, status: int, content: bytes) -> T:
        """The answer as a value; raises `Problem` where it is a refusal."""
        if status >= 400:
            raise Problem(status, _object(content))
        return self.read(content if self.raw else json.loads(content))


def _object(content: bytes) -> Json:
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"detail": content[:200].decode("utf-8", "replace")}


def _as_it_is(found: Any) -> Any:
    return found


def _get(path: str, read: Callable[[Any], T] = _as_it_is, **params: object) -> Call[T]:
    wanted = {name.rstrip("_"): str(value) for name, value in params.items() if value is not None}
    return Call("GET", path, read, params=wanted or None)


def _post(
    path: str, body: Mapping[str, object] | None = None, read: Callable[[Any], T] = _as_it_is, key: str = ""
) -> Call[T]:
    told = {name: value for name, value in (body or {}).items() if value is not None}
    return Call("POST", path, read, json.dumps(told).encode(), key=key)


def _key(given: str | None) -> str:
    return given or uuid.uuid4().hex


def _at(table: str, more: str = "") -> str:
    return f"/api/tables/{quote(table, safe='')}{more}"


# ── people ──


def sign_in(name: str, password: str) -> Call[model.Me]:
    return _post("/api/sign-in", {"name": name, "password": password})


def sign_out() -> Call[None]:
    return _post("/api/sign-out", read=lambda _: None)


def me() -> Call[model.Me]:
    return _get("/api/me")


def new_password(old: str, new: str) -> Call[Json]:
    return _post("/api/me/password", {"old": old, "new": new})


def people() -> Call[Page[Json]]:
    return _get("/api/people", Page.of)


def add_person(
    name: str, roles: Sequence[str], grants: Sequence[str] = (), password: str | None = None
) -> Call[Json]:
    about = {"name": name, "roles": list(roles), "grants": list(grants), "password": password}
    return _post("/api/people", about)


def change_person(name: str, **changes: object) -> Call[Json]:
    return _post(f"/api/people/{quote(name, safe='')}", changes)


def keys() -> Call[Page[Json]]:
    return _get("/api/keys", Page.of)


def make_key(account: str, label: str = "") -> Call[Json]:
    return _post("/api/keys", {"account": account, "label": label})


def end_key(key: str) -> Call[Json]:
    return _post(f"/api/keys/{quote(key, safe='')}/end")


# ── tables ──


def tables() -> Call[Page[model.Table]]:
    return _get("/api/tables", Page.of)


def table(name: str) -> Call[model.Table]:
    return _get(_at(name))


def open_table(submission: object, mode: str = "automatic", name: str | None = None) -> Call[model.Table]:
    return _post("/api/tables", {"submission": submission, "mode": mode, "id": name})


def close_table(name: str, as_: str | None = None) -> Call[Json]:
    return _post(_at(name, "/close"), {"as": as_})


def submission(digest: str) -> Call[Json]:
    return _get(f"/api/submissions/{quote(digest, safe='')}")


def view(name: str, as_: str | None = None) -> Call[Frame]:
    return _get(_at(name, "/view"), Frame.of, as_=as_)


def command(
    name: str, do: str, data: Json, *, as_: str | None = None, expect: int | None = None,
    key: str | None = None,
) -> Call[Frame]:  # fmt: skip
    body = {"do": do, "data": dict(data), "expect": expect, "as": as_}
    return _post(_at(name, "/commands"), body, Frame.of, _key(key))


def buy_in(name: str, amount: str, key: str | None = None, as_: str | None = None) -> Call[Frame]:
    return _post(_at(name, "/buy-in"), {"amount": amount, "as": as_}, Frame.of, _key(key))


def cash_out(name: str, amount: str, key: str | None = None, as_: str | None = None) -> Call[Frame]:
    return _post(_at(name, "/cash-out"), {"amount": amount, "as": as_}, Frame.of, _key(key))


def practice(submission: object) -> Call[model.Practice]:
    return _post("/api/practice", {"submission": submission})


def coach(name: str) -> Call[model.Coach]:
    return _get(_at(name, "/coach"), as_="player" if not name.startswith("practice-") else None)


# ── money, approvals ──


def account(name: str = "me", after: str | None = None, limit: int | None = None) -> Call[model.Account]:
    return _get(f"/api/accounts/{quote(name, safe='')}", after=after, limit=limit)


def deposit(name: str, amount: str, key: str | None = None) -> Call[model.Balance]:
    return _post(f"/api/accounts/{quote(name, safe='')}/deposit", {"amount": amount}, key=_key(key))


def withdraw(name: str, amount: str, key: str | None = None) -> Call[model.Balance]:
    return _post(f"/api/accounts/{quote(name, safe='')}/withdraw", {"amount": amount}, key=_key(key))


def approvals() -> Call[Page[model.Approval]]:
    return _get("/api/approvals", Page.of)


def decide_approval(approval: str, *, approve: bool, as_: str | None = None) -> Call[Json]:
    return _post(f"/api/approvals/{quote(approval, safe='')}", {"approve": approve, "as": as_})


# ── links ──


def links() -> Call[Page[model.Link]]:
    return _get("/api/links", Page.of)


def link_act(link: str, act: str, body: Mapping[str, object]) -> Call[Json]:
    keyed = _key(None) if act == "validate" else ""
    return _post(f"/api/links/{quote(link, safe='')}/{act}", body, key=keyed)


# ── rounds ──


def rounds(**filters: object) -> Call[Page[model.Round]]:
    return _get("/api/rounds", Page.of, **filters)


def one_round(name: str, number: int, as_: str | None = None) -> Call[Json]:
    return _get(_round(name, number), as_=as_)


def hold_round(name: str, number: int, reason: str) -> Call[Json]:
    return _post(_round(name, number, "/hold"), {"reason": reason})


def dispute_round(name: str, number: int, words: str, claim: str = "0.00") -> Call[Json]:
    return _post(_round(name, number, "/dispute"), {"words": words, "claim": claim})


def settle_dispute(name: str, number: int, words: str, player: str | None = None) -> Call[Json]:
    return _post(_round(name, number, "/settle"), {"words": words, "player": player})


def disputes() -> Call[Page[model.Dispute]]:
    return _get("/api/disputes", Page.of)


def correct_round(name: str, number: int, body: Mapping[str, object], key: str | None = None) -> Call[Json]:
    return _post(_round(name, number, "/correct"), body, key=_key(key))


def bundle(name: str, number: int) -> Call[bytes]:
    return Call("GET", _round(name, number, "/bundle"), bytes, raw=True)


def checkpoint() -> Call[Json]:
    return _post("/api/checkpoint", {})


def record(stream: str) -> Call[bytes]:
    return Call("GET", f"/api/record/{quote(stream)}", bytes, raw=True)


def _round(name: str, number: int, more: str = "") -> str:
    return f"/api/rounds/{quote(name, safe='')}/{number}{more}"


# ── tools ──


def check(submission: object) -> Call[Json]:
    return _post("/api/rules/check", {"submission": submission})


def settle(scenario: Json) -> Call[Json]:
    return _post("/api/settle", scenario)


def layout(submission: object, **options: object) -> Call[Json]:
    return _post("/api/layout", {"submission": submission, "options": options})


def analyze(submission: object, **options: object) -> Call[Json]:
    return _post("/api/analyze", {"submission": submission, "options": options})
