"""The mathematics for the pages: a table with other choices, every paytable, sheets to take away."""

from __future__ import annotations

import csv
import io
from collections import OrderedDict
from collections.abc import Iterator
from fractions import Fraction
from threading import Lock
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.describing import SUBMISSION, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import LARGE, body_of, caller_of, json_of, json_response, only, site_of
from feltlaw.floor.api.submissions import submission_of
from feltlaw.floor.api.tools import apart
from feltlaw.mathematics import Analysis, AnalysisError, WagerAnalysis, analyze
from feltlaw.mathematics.advice import Strategy, StrategyLine
from feltlaw.mathematics.figures import decimal
from feltlaw.mathematics.variations import changed, gone_at, knobs
from feltlaw.submission import Submission
from feltlaw.telling.names import title_of
from feltlaw.web.telling import submission_at

router = APIRouter(prefix="/api", tags=["mathematics"])
CHANGES = {"type": "object", "additionalProperties": {"type": "string"}}
ASKED = fields({"submission": SUBMISSION}, changes=CHANGES)
KEPT, MOST, AROUND = 128, 60, 36
"""Answers that are kept; changes in one question; hands shown on either side of the line between two acts."""
MEDIA = {"html": "text/html; charset=utf-8", "pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
_kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
_keeping = Lock()


async def _asked(request: Request, *more: str) -> tuple[Submission, dict[str, Any]]:
    await caller_of(request)
    body = only(json_of(await body_of(request, LARGE)), "submission", "changes", *more)
    submission = await submission_of(site_of(request).floor.store, body.get("submission"))
    given = body.get("changes", {})
    if (
        not isinstance(given, dict)
        or len(given) > MOST
        or any(type(one) is not str for one in given.values())
    ):
        raise Problem(400, "'changes' is not an object of texts.")
    try:
        return await apart(lambda: changed(submission, given)), body
    except KeyError as error:
        raise Problem(400, f"Nothing can be changed at {str(error)[:80]}.", "Ask without changes.") from None


def _answer(kind: str, submission: Submission, make: Any) -> bytes:
    key = (kind, submission.digest)
    with _keeping:
        known = _kept.get(key)
    if known is None:
        try:
            known = canonical(make(submission))
        except AnalysisError as error:
            raise Problem(422, str(error)) from None
        with _keeping:
            _kept[key] = known
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return known


@router.post("/what-if", summary="A table's figures, with other choices made", openapi_extra=described(ASKED))
async def what_if(request: Request) -> Response:
    submission, _ = await _asked(request)
    return json_response(await apart(lambda: _answer("what if", submission, _figures)))


def _figures(submission: Submission) -> dict[str, Any]:
    found = analyze(submission, full_table=True)
    by_wager = {name: entry for name, _, entry in found.entries()}
    return {
        "hash": submission.digest,
        "submission": submission.to_data(),
        "knobs": [
            one.to_json() | ({"gone": gone} if (gone := _gone(by_wager, one.wager, one.hand)) else {})
            for one in knobs(submission)
        ],
        "wagers": [_entry(submission, *one) for one in found.entries()],
        "together": found.together.to_json() if found.together is not None else None,
        "warnings": list(found.warnings),
    }


def _gone(entries: dict[str, WagerAnalysis], wager: str, hand: str) -> str:
    entry = entries.get(wager) if hand else None
    odds = gone_at(entry, hand) if entry is not None else None
    return str(odds) if odds is not None else ""


def _entry(submission: Submission, name: str, variant: str, entry: WagerAnalysis) -> dict[str, Any]:
    told = entry.to_json()
    strategy = told.get("strategy")
    if isinstance(strategy, dict):
        strategy.pop("table", None)
        if entry.strategy is not None:
            strategy["line"] = list(_line(submission, entry.strategy))
    return {**told, "wager": name, "title": title_of(submission, name), "players": variant}


def _line(submission: Submission, strategy: Strategy) -> Iterator[dict[str, str]]:
    """What staying in is worth more than leaving, hand by hand about where that changes its sign."""
    leaving = {act.say for decision in submission.regulation.decisions for act in decision.acts if act.leaves}
    asked = {line.asked for line in strategy.table}
    hands: OrderedDict[str, list[StrategyLine]] = OrderedDict()
    for line in strategy.table if len(asked) == 1 else ():
        if leaving & line.actions.keys() and line.actions.keys() - leaving:
            hands.setdefault(line.hand, []).append(line)
    points: list[tuple[str, Fraction]] = []
    for hand, lines in hands.items():
        total = Fraction(0)
        for line in lines:
            stays = max(value for act, value in line.actions.items() if act not in leaving)
            leaves = max(value for act, value in line.actions.items() if act in leaving)
            total += (stays - leaves) * line.hands
        points.append((hand, total / sum(line.hands for line in lines)))
    last = max((at for at, (_, worth) in enumerate(points) if worth > 0), default=-1)
    if last >= 0:
        for hand, worth in points[max(0, last - AROUND) : last + AROUND]:
            yield {"hand": hand, "worth": decimal(worth)}


@router.get("/tables/{table}/strategy", summary="How a table's game is best played")
async def strategy(request: Request, table: str) -> Response:
    await caller_of(request)
    submission = await submission_at(request, table)
    return json_response(await apart(lambda: _answer("strategy", submission, _strategies)))


def _strategies(submission: Submission) -> dict[str, Any]:
    items = [
        {
            "title": title_of(submission, name),
            "rule": entry.strategy.rule,
            "house_edge": decimal(entry.house_edge),
        }
        for name, _, entry in analyze(submission).entries()
        if entry.strategy is not None
    ]
    return {"hash": submission.digest, "items": items}


@router.post("/paytables", summary="Every paytable a table may have", openapi_extra=described(ASKED))
async def paytables(request: Request) -> Response:
    submission, _ = await _asked(request)
    return json_response(await apart(lambda: _answer("paytables", submission, _tables)))


def _tables(submission: Submission) -> dict[str, Any]:
    own = {name: entry for name, _, entry in analyze(submission).entries()}
    items = [
        {
            "wager": name,
            "title": submission.regulation.wagers[name].title,
            "paytable": key,
            "players": submission.regulation.wagers[name].payouts.by_players,
            "chosen": name in own and _is_chosen(own[name], key, entry),
            "ev": str(entry.ev),
            "house_edge": decimal(entry.house_edge),
            "hit_frequency": decimal(entry.distribution.hit_frequency),
            "std_dev": entry.distribution.std_dev,
            "strategy": entry.strategy.rule if entry.strategy is not None else "",
            "at_stake": entry.more.get("at_stake"),
        }
        for name, key, entry in analyze(submission, all_tables=True).entries()
    ]
    return {"hash": submission.digest, "items": items}


def _is_chosen(own: WagerAnalysis, key: str, entry: WagerAnalysis) -> bool:
    """Whether a paytable among all is this table's own; two may share a letter."""
    return own.ev == entry.ev and own.paytable in ("", key, key.rpartition(":")[2])


@router.post(
    "/par-sheet",
    summary="The par sheet as HTML, PDF or CSV",
    openapi_extra=described(
        fields({"submission": SUBMISSION, "as": {"enum": sorted(MEDIA)}}, changes=CHANGES)
    ),
)
async def par_sheet(request: Request) -> Response:
    submission, body = await _asked(request, "as")
    kind = body.get("as")
    if kind not in MEDIA:
        raise Problem(400, "'as' is not a kind of file.", f"Kinds: {', '.join(MEDIA)}.")
    document = await apart(lambda: _document(submission, kind))
    name = f"{submission.regulation.id}-{submission.digest[:8]}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(document, 200, headers, MEDIA[kind])


def _document(submission: Submission, kind: str) -> bytes:
    from feltlaw.report import PdfError, to_html, to_pdf
    from feltlaw.report import par_sheet as sheet_of
    from feltlaw.submission import check

    if kind == "csv":
        return as_csv(analyze(submission)).encode()
    sheet = sheet_of(check(submission.to_data()))
    if kind == "html":
        return to_html(sheet).encode()
    try:
        return to_pdf(sheet)
    except PdfError as error:
        raise Problem(501, f"{error}".capitalize(), "Take the HTML.") from None


def as_csv(found: Analysis) -> str:
    """Every outcome of every wager in a line, with the exact chance and what it nets per unit."""
    written = io.StringIO()
    out = csv.writer(written, lineterminator="\r\n")
    out.writerow(
        ("wager", "paytable", "players", "outcome", "pays", "combinations", "of", "net", "house_edge")
    )
    for name, variant, entry in found.entries():
        for row in entry.distribution.rows:
            out.writerow(
                (name, entry.paytable, variant, row.outcome, row.pays, row.combinations,
                 entry.distribution.total, row.net, entry.house_edge)
            )  # fmt: skip
    return written.getvalue()
