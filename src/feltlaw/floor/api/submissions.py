"""Submissions as requests name them: TOML, an object, or the id of one that is on file."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import caller_of, json_response, site_of
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.regulation import regulation_ids
from feltlaw.submission import Submission, SubmissionError, new_submission, read_toml

router = APIRouter(prefix="/api/submissions", tags=["submissions"])
_ID = re.compile(r"[0-9a-f]{64}")


@router.get("/{own}", summary="A submission on file: the rules a table runs by")
async def one(request: Request, own: str) -> Response:
    await caller_of(request)
    if not _ID.fullmatch(own):
        raise Problem(404, "There is no submission with this id on file.")
    submission = await submission_of(site_of(request).floor.store, own)
    return json_response(canonical({"id": own, "submission": submission.to_data()}))


def is_id(given: object) -> bool:
    """Whether this names a submission that is on file."""
    return isinstance(given, str) and _ID.fullmatch(given) is not None


async def submission_of(store: FloorStore, given: object) -> Submission:
    """The submission a request means; raises `SubmissionError` or a problem."""
    if is_id(given):
        rows = await store.read(lambda: sql.reading_rows("submissions", {"id": given}))
        if not rows:
            raise Problem(404, "There is no submission with this id on file.")
        return _of_text(bytes(rows[0]["data"]).decode())
    return read_submission(given)


def read_submission(given: object) -> Submission:
    """A submission in TOML or as an object; the id of a regulation stands for the one it begins with."""
    if isinstance(given, str):
        if given in regulation_ids():
            return Submission.from_data(read_toml(new_submission(given)))
        try:
            return Submission.from_data(read_toml(given))
        except SubmissionError:
            raise
        except ValueError as error:
            raise Problem(400, f"The submission cannot be read: {error}") from None
    if isinstance(given, dict):
        return Submission.from_data(given)
    raise Problem(400, "'submission' is missing.", "Give TOML, an object, or the id of an approved one.")


@lru_cache(maxsize=256)
def _of_text(data: str) -> Submission:
    found: Any = json.loads(data)
    return Submission.from_data(found)
