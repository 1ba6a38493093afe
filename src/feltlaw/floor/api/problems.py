"""What is not done, as `application/problem+json`: what, why, which clause, what would be legal."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.floor import NoTable
from feltlaw.floor.keeper import NotHere, Refusal
from feltlaw.floor.linking import NoLink
from feltlaw.floor.people import NotAllowed, NotSignedIn
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused
from feltlaw.schema import SchemaError
from feltlaw.submission import SubmissionError

MEDIA = "application/problem+json"
TITLES = {
    400: "This request cannot be read",
    401: "Sign in first",
    403: "You may not do this",
    404: "There is no such thing",
    409: "Refused",
    413: "This request is too large",
    422: "This cannot be accepted",
    429: "Too many requests",
    503: "Stopped",
}


class Problem(Exception):
    """Something that is not done, and what the asker is told."""

    def __init__(self, status: int, detail: str, legal: str = "", **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.body: dict[str, Any] = {
            "title": TITLES.get(status, "Problem"),
            "status": status,
            "detail": detail,
            **({"legal": legal} if legal else {}),
            **more,
        }

    @property
    def bytes(self) -> bytes:
        return canonical(self.body)

    def response(self) -> Response:
        headers = {"Retry-After": "1"} if self.status in (429, 503) else None
        return Response(self.bytes, self.status, headers, MEDIA)


def refused(error: Refused, **more: Any) -> Problem:
    """A refusal of the law or of the house."""
    return Problem(409, f"{error.what}.", error.legal, clauses=error.clauses, **more)


def kept_refusal(error: Refused) -> Refusal:
    problem = refused(error)
    return Refusal(problem.status, problem.bytes)


def problem_of(error: Exception) -> Problem | None:
    """What to say about an error; None where it is a fault of ours."""
    match error:
        case Problem():
            return error
        case SubmissionError():
            faults = [one.to_json() for one in error.findings]
            return Problem(422, "This submission has faults.", faults=faults)
        case Refused():
            return refused(error)
        case SchemaError():
            return Problem(400, _capital(str(error)))
        case NotSignedIn():
            return Problem(401, _capital(f"{error}."), "POST /api/sign-in with name and password.")
        case NotAllowed():
            return Problem(403, _capital(f"{error.what}."), error.legal, clauses=list(error.clauses))
        case NoTable():
            return Problem(404, _capital(f"{error}."), "GET /api/tables lists them.")
        case NoLink():
            return Problem(404, _capital(f"{error}."), "GET /api/links lists them.")
        case NotHere():
            return Problem(503, "This table is being handed over.", "Ask again in a moment.")
        case StoreError():
            return Problem(503, _capital(f"{error}."), "Nothing is accepted until somebody has looked at it.")
    return None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
