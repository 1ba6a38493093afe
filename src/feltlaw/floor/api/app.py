"""The application: every route, every refusal as a problem, every request counted."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import structlog
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from feltlaw.floor.api import (
    afterwards,
    approvals,
    configuring,
    links,
    live,
    money,
    operations,
    people,
    practice,
    rounds,
    submissions,
    tables,
    tools,
)
from feltlaw.floor.api.operations import Counted
from feltlaw.floor.api.problems import Problem, problem_of
from feltlaw.floor.api.site import Site
from feltlaw.web import courses, figures, pages, rules, telling

log = structlog.get_logger("feltlaw")
ROUTERS = (
    *(tables, live, people, money, approvals, links, configuring, practice, submissions, rounds, tools),
    afterwards,
    *(operations, telling, rules, figures, courses, pages),
)
ABOUT = """Tables, people, money and meters of a property.

Refusals are `application/problem+json` with what would be legal and the clauses. Changing requests carry
`X-Feltlaw: 1` (with a cookie) or a bearer key."""


def create_app(site: Site) -> FastAPI:
    """The floor's application for one process."""
    app = FastAPI(
        title="feltlaw", summary=ABOUT.split("\n", maxsplit=1)[0], description=ABOUT,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
    )  # fmt: skip
    app.state.site = site
    app.state.counted = Counted()
    app.state.courses = {}
    for module in ROUTERS:
        app.include_router(module.router)
    app.add_exception_handler(Exception, _failed)
    for kind in (Problem, HTTPException):
        app.add_exception_handler(kind, _failed)
    app.add_middleware(Watched)
    return app


async def _failed(request: Request, error: Exception) -> Response:
    return respond(request, error)


def respond(request: Request, error: Exception) -> Response:
    """A problem for whoever asked; a fault of ours is logged whole and told in one line."""
    if isinstance(error, HTTPException):
        legal = "See /api/openapi.json." if error.status_code in (404, 405) else ""
        return Problem(error.status_code, str(error.detail), legal).response()
    problem = problem_of(error)
    if problem is None:
        log.error("fault", path=request.url.path, method=request.method, error=repr(error), exc_info=error)
        return Problem(500, "Something went wrong here. It is on our list.").response()
    if problem.status in (401, 403, 429):
        log.warning("refused", path=request.url.path, status=problem.status, why=str(problem)[:200])
    return problem.response()


class Watched:
    """Counts what goes through, turns refusals into problems, and sets the headers that every answer has."""

    HEADERS = (
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-frame-options", b"DENY"),
    )

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        since, status = perf_counter(), [500]
        started = [False]

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                started[0] = True
                status[0] = message["status"]
                headers: list[Any] = [*message.get("headers", ()), *self.HEADERS]
                if scope["path"].startswith("/api"):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:
            if started[0]:
                raise
            await respond(Request(scope), error)(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "unknown")
            scope["app"].state.counted.answered(route, status[0], since)
