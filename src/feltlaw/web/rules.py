"""Clauses for the pages: what the program does about each, our reading, and a round that shows it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.clause import parse_clause
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import caller_of, json_response
from feltlaw.floor.api.submissions import read_submission
from feltlaw.floor.api.tools import apart
from feltlaw.refusal import Refused
from feltlaw.register import SECTIONS, clauses, conformance_map, examples, interpretations
from feltlaw.regulation import load, regulation_ids
from feltlaw.round import Round, read_round
from feltlaw.settlement import Settlement, settle_round
from feltlaw.settlement.explain import happened
from feltlaw.submission import SubmissionError
from feltlaw.web.telling import described

router = APIRouter(prefix="/api", tags=["rules"])


@router.get("/clauses", summary="Clauses and readings by their ids: what the program does about each")
async def cited(request: Request) -> Response:
    await caller_of(request)
    ids = request.query_params.get("ids", "").split("|")[:60]
    return json_response(canonical({"items": [one for one in map(_cited, ids) if one]}))


def _cited(own: str) -> dict[str, Any] | None:
    reading = interpretations().get(own)
    if reading is not None:
        return {"id": own, "title": reading.title, "text": f"{reading.reading}.", "reading": True}
    entry = (
        clauses().get(own) or clauses().get(own.partition("#")[0]) or clauses().get(own.rpartition(":")[0])
    )
    if entry is None:
        return None
    return {"id": own, "kind": entry.kind, "actor": entry.actor, "text": entry.requirement, "reading": False}


@router.get("/rules/{regulation}", summary="Every clause of a regulation in our own words")
async def rules(request: Request, regulation: str) -> Response:
    await caller_of(request)
    if regulation not in regulation_ids():
        raise Problem(404, "There is no such regulation.", f"Regulations: {', '.join(regulation_ids())}.")
    return json_response(canonical(await apart(lambda: _rules(regulation))))


def _rules(regulation: str) -> dict[str, Any]:
    law, mapped = load(regulation), conformance_map()
    items: list[dict[str, Any]] = []
    for entry in clauses().values():
        if entry.regulation != regulation:
            continue
        about = mapped.get(entry.id, {})
        items.append(
            {
                "id": entry.id,
                "kind": entry.kind,
                "actor": entry.actor,
                "text": entry.requirement,
                "status": list(about.get("status", [])),
                "readings": list(about.get("interpretations", [])),
                "tests": len(about.get("tests", [])),
                "section": parse_clause(entry.id).section,
                "example": entry.id in examples(),
            }
        )
    names = {one for item in items for one in item["readings"]}
    readings = {one: _reading(one) for one in sorted(names) if one in interpretations()}
    return {
        "regulation": law.id,
        "title": law.title,
        "citation": law.citation,
        "sections": dict(enumerate(SECTIONS[law.id.partition("-")[0]], 1)),
        "items": items,
        "readings": readings,
    }


def _reading(own: str) -> dict[str, str]:
    one = interpretations()[own]
    return {"title": one.title, "problem": one.problem, "text": one.reading, "readings": one.readings}


# ── a round that shows a clause ──


@router.get("/examples", summary="A round that shows what a clause does")
async def example(request: Request) -> Response:
    await caller_of(request)
    own = request.query_params.get("clause", "")
    if own not in examples():
        raise Problem(404, "No round shows this clause.", "It is about what is done, not about what is paid.")
    return json_response(canonical(await apart(lambda: _example(own))))


def _example(own: str) -> dict[str, Any]:
    found = examples()[own]
    scenario = found.scenario
    told: dict[str, Any] = {"clause": own, "title": found.title}
    try:
        submission = read_submission(scenario["submission"])
        played = read_round(scenario, submission)
        settled = settle_round(played)
    except SubmissionError as error:
        return told | {"refused": "; ".join(str(one) for one in error.findings)}
    except Refused as refusal:
        return told | {"refused": str(refusal), "clauses": list(refusal.clauses)}
    return told | _shown(own, played, settled)


def _shown(own: str, played: Round, settled: Settlement) -> dict[str, Any]:
    """The round as the felt draws one, each line with whether the clause is behind it."""
    submission = played.submission
    lines = [
        {
            **line.to_json(),
            "seat": line.seat,
            "sentence": happened(line, submission.regulation),
            "shows": own in line.cite.clauses,
        }
        for line in settled.lines
    ]
    seats = [
        {
            "seat": box.number,
            "cards": [str(card) for card in box.cards],
            "fourth": [str(card) for card in box.fourth],
            "left": box.left_by,
            "hand": next(
                (str(one["hand"]) for one in lines if one["seat"] == box.number and "hand" in one), ""
            ),
        }
        for box in played.boxes
    ]
    return {
        "game": described(submission),
        "seats": seats,
        "dealer": [str(card) for card in played.dealer],
        "qualifies": (settled.dealer or {}).get("qualifies"),
        "community": [str(card) for card in played.community],
        "lines": lines,
    }
