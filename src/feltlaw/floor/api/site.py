"""What the routes of one process share, and who asks: sign-in, roles, bodies, limits on rate."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from feltlaw.canonical import parse
from feltlaw.event import Role
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.rates import Limits, Rates
from feltlaw.floor.cashier import Cashier
from feltlaw.floor.floor import Floor
from feltlaw.floor.forward import Forwarder
from feltlaw.floor.keeper import KeyUse
from feltlaw.floor.people import VISITOR, Caller, NotSignedIn, People
from feltlaw.floor.practice import PracticeTables
from feltlaw.views import VIEWERS, Viewer

COOKIE = "feltlaw"
HEADER = "x-feltlaw"
LONGEST_KEY = 200
SMALL, LARGE = 64 * 1024, 1024 * 1024
"""Bytes of a command, and of a submission or a scenario."""


@dataclass
class Site:
    """One process of a property, as its routes know it."""

    floor: Floor
    people: People
    cashier: Cashier
    forwarder: Forwarder
    practice: PracticeTables
    limits: Limits = field(default_factory=Limits)
    secure: bool = False
    """Whether the cookie is for TLS only."""
    name: str = "feltlaw"
    """What the property is called."""
    rates: Rates = field(init=False)

    def __post_init__(self) -> None:
        self.rates = Rates(self.limits)


def site_of(connection: HTTPConnection) -> Site:
    found: Site = connection.app.state.site
    return found


async def caller_of(connection: HTTPConnection, *, changing: bool = False) -> Caller:
    """Who asks. A cookie changes something only with a header that no foreign page can send."""
    site = site_of(connection)
    if connection.headers.get("authorization", ""):
        secret = _bearer(connection)
        if not secret:
            raise NotSignedIn("this is not a bearer key")
        caller = await site.people.of_key(secret)
    elif secret := connection.cookies.get(COOKIE, ""):
        if changing and connection.headers.get(HEADER) != "1":
            raise Problem(403, "A changing request carries the header X-Feltlaw: 1.", "Send it along.")
        caller = await site.people.of_session(secret)
    else:
        caller = VISITOR
    site.rates.check(caller.account or address_of(connection), known=bool(caller.account))
    if caller.one_time and connection.url.path not in ("/api/me/password", "/api/me", "/api/sign-out"):
        raise Problem(
            403,
            "This password was given for one time and must be changed first.",
            "POST /api/me/password with old and new.",
            change_password=True,
        )
    return caller


def _bearer(connection: HTTPConnection) -> str:
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


async def still_there(connection: HTTPConnection, caller: Caller) -> bool:
    """Whether whoever watches may still see it: a session that is over sees nothing more."""
    if not caller.session and not caller.machine:
        return True
    if site_of(connection).people.watched(_bearer(connection) or connection.cookies.get(COOKIE, "")):
        return True
    try:
        return (await caller_of(connection)).account == caller.account
    except Exception:
        return False


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "nowhere"


def role_of(caller: Caller, wanted: object) -> str:
    """The role one acts in: the one named, or the only one there is; a visitor looks on."""
    if wanted is not None and wanted not in VIEWERS and wanted != "device":
        raise Problem(400, "There is no such role.", f"Roles: {', '.join(VIEWERS)}.")
    if wanted == "onlooker" or (not caller.account and wanted is None):
        return "onlooker"
    if wanted is not None:
        return caller.acting_as(wanted).role  # type: ignore[arg-type]
    if len(caller.roles) != 1:
        choices = list(caller.roles)
        raise Problem(
            400, "Say in which role: as.", f"Yours: {', '.join(choices) or 'none'}.", choices=choices
        )
    return caller.roles[0]


def viewer_of(caller: Caller, wanted: object) -> Viewer:
    role = role_of(caller, wanted)
    return Viewer("onlooker" if role == "device" else role, caller.account)


async def body_of(request: Request, most: int = SMALL) -> bytes:
    """The body, at most so long; raises a problem where it is longer."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Problem(413, f"A request of this kind has at most {most:,} bytes.")
        parts.append(part)
    return b"".join(parts)


def json_of(raw: bytes) -> dict[str, Any]:
    """The fields of a body."""
    try:
        found = parse(raw) if raw else {}
    except ValueError as error:
        raise Problem(400, f"The body cannot be read: {error}.", "Send one JSON object.") from None
    if not isinstance(found, dict):
        raise Problem(400, "The body is not a JSON object.", "Send one JSON object.")
    return found


def only(body: dict[str, Any], *known: str) -> dict[str, Any]:
    """The body, where it has no other fields than these."""
    if unknown := sorted(set(body) - set(known)):
        raise Problem(400, f"There is no field '{unknown[0][:40]}' here.", f"Fields: {', '.join(known)}.")
    return body


def text_of(body: dict[str, Any], name: str, most: int = 200, *, least: int = 1) -> str:
    """A field that is a text."""
    value = body.get(name)
    if (
        not isinstance(value, str)
        or len(value.strip()) < least
        or len(value) > most
        or not value.isprintable()
    ):
        raise Problem(400, f"'{name}' is not a text of {least} to {most} characters.")
    return value


def key_of(request: Request, account: str, body: bytes) -> KeyUse:
    """The key of a request that must be done once."""
    key = request.headers.get("idempotency-key", "")
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        legal = f"Send Idempotency-Key, a new text of at most {LONGEST_KEY} characters for each command."
        raise Problem(400, "This needs an Idempotency-Key.", legal)
    asked = hashlib.sha256(b"\n".join([request.method.encode(), request.url.path.encode(), body]))
    return KeyUse(account, key, asked.hexdigest())


def role_named(body: dict[str, Any], request: Request) -> Any:
    """`as`, from the body or from the address."""
    return body.get("as", request.query_params.get("as"))


def as_roles(values: Any) -> tuple[Role, ...]:
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise Problem(400, "'roles' is not a list of roles.")
    return tuple(values)


def json_response(raw: bytes, status: int = 200) -> Response:
    return Response(raw, status, media_type="application/json")
