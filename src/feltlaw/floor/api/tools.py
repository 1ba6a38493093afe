"""The tools, with the same JSON as the command line: check a submission, settle a round, the
mathematics, the layout."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import RLock
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.describing import SUBMISSION, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import LARGE, body_of, caller_of, json_of, json_response, only, site_of
from feltlaw.floor.api.submissions import submission_of
from feltlaw.layout import LayoutError, layout_of
from feltlaw.layout.drawing import PARTS, draw
from feltlaw.refusal import Refused
from feltlaw.round import read_round
from feltlaw.settlement import settle_round
from feltlaw.settlement.explain import explain
from feltlaw.submission import Submission, SubmissionError
from feltlaw.submission import check as checked
from feltlaw.submission.findings import Finding
from feltlaw.submission.where import line_of

router = APIRouter(prefix="/api", tags=["tools"])
T = TypeVar("T")
CHECK = fields({"submission": SUBMISSION})
ANALYZE = fields({"submission": SUBMISSION}, options={"type": "object"})
drawing = RLock()
"""One drawing at a time: the font is read as it is needed, and not by two at once."""
_workers = ThreadPoolExecutor(2, "feltlaw-tools")
SECONDS = 60


async def apart(work: Callable[[], T]) -> T:
    """Long work beside the tables, which do not wait for it."""
    return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(_workers, work), SECONDS)


@router.post("/rules/check", summary="Check a submission", openapi_extra=described(CHECK))
async def check(request: Request) -> Response:
    given = await _given(request, "submission")
    text = given.get("submission")
    try:
        submission = await submission_of(site_of(request).floor.store, text)
    except SubmissionError as error:
        return json_response(canonical({"valid": False, "findings": _findings(text, error.findings)}))
    findings = _findings(text, checked(submission.to_data()).findings)
    return json_response(canonical({"valid": True, "id": submission.digest, "findings": findings}))


def _findings(text: object, found: Iterable[Finding]) -> list[dict[str, object]]:
    """Each with the line of the text it stands in, where one was given."""
    told: list[dict[str, object]] = []
    for one in found:
        line = line_of(text, one.where) if isinstance(text, str) else 0
        told.append({**one.to_json(), **({"line": line} if line else {})})
    return told


@router.post("/settle", summary="Settle a round whose cards are known", openapi_extra=described({}))
async def settle(request: Request) -> Response:
    await caller_of(request)
    scenario = json_of(await body_of(request, LARGE))
    submission = await submission_of(site_of(request).floor.store, scenario.get("submission"))
    try:
        settled = settle_round(read_round(scenario, submission))
    except Refused:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise Problem(400, f"The scenario cannot be read: {error}.") from None
    told = list(explain(settled, submission.regulation))
    return json_response(canonical({**settled.to_json(), "explained": told}))


@router.post("/analyze", summary="The exact mathematics", openapi_extra=described(ANALYZE))
async def analyze(request: Request) -> Response:
    given = await _given(request, "submission", "options")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise Problem(400, "'options' is not an object.")
    players = options.get("players")
    if players is not None and (type(players) is not int or not 1 <= players <= 7):
        raise Problem(400, "'players' is not a number of players.")
    submission = await submission_of(site_of(request).floor.store, given.get("submission"))
    return json_response(await apart(lambda: _analyzed(submission, players)))


@router.post(
    "/layout", summary="The layout's model, and a drawing of a part", openapi_extra=described(ANALYZE)
)
async def layout(request: Request) -> Response:
    given = await _given(request, "submission", "options")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise Problem(400, "'options' is not an object.")
    part = only(options, "part").get("part", "")
    if part not in ("", *PARTS):
        raise Problem(400, "There is no such part.", f"Parts: {', '.join(PARTS)}.")
    submission = await submission_of(site_of(request).floor.store, given.get("submission"))
    return json_response(await apart(lambda: _drawn(submission, part)))


def _drawn(submission: Submission, part: str) -> bytes:
    try:
        with drawing:
            model = layout_of(submission)
            svg = {"svg": draw(submission, part, layout=model).svg} if part else {}
    except LayoutError as error:
        raise Problem(422, str(error)) from None
    return canonical({"layout_hash": model.hash, "submission": submission.digest, **model.to_data(), **svg})


def _analyzed(submission: Submission, players: int | None) -> bytes:
    from feltlaw.mathematics import AnalysisError
    from feltlaw.mathematics import analyze as exactly

    try:
        return canonical(exactly(submission, players=players).to_json())
    except AnalysisError as error:
        raise Problem(422, str(error)) from None


async def _given(request: Request, *known: str) -> dict[str, Any]:
    await caller_of(request)
    return only(json_of(await body_of(request, LARGE)), *known)
