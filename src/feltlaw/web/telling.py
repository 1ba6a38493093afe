"""What pages are told beside views: a game's layout and words, what happened in sentences, clauses."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import (
    LARGE,
    body_of,
    caller_of,
    json_of,
    json_response,
    only,
    site_of,
    viewer_of,
)
from feltlaw.floor.api.submissions import read_submission, submission_of
from feltlaw.floor.api.tables import Found, owned
from feltlaw.floor.api.tools import apart, drawing
from feltlaw.floor.practice import PREFIX
from feltlaw.floor.store import statements as sql
from feltlaw.irregularity import can_happen
from feltlaw.irregularity import cited as irregularity_cite
from feltlaw.layout import layout_of
from feltlaw.layout.drawing import draw
from feltlaw.layout.posted import compared
from feltlaw.money import Odds, dollars
from feltlaw.regulation import regulation_ids
from feltlaw.submission import Submission, new_submission
from feltlaw.telling import Teller
from feltlaw.telling.names import in_words
from feltlaw.telling.posted import posted_tables, qualifying, summaries
from feltlaw.telling.reasons import reason, sentence
from feltlaw.telling.teaching import act_words, forms, how_it_goes, staying
from feltlaw.views.event_parts import EventView
from feltlaw.views.parts import LineView
from feltlaw.web.mini import mini_felt

router = APIRouter(prefix="/api", tags=["pages"])
DENOMINATIONS = (100, 500, 2500, 10_000, 50_000)
KEPT = 64
LATE = {"wait": "else the floor is called", "fold": "else it counts as a fold"}
"""What is said of a clock that runs out."""
_games: OrderedDict[str, dict[str, Any]] = OrderedDict()
_felts: OrderedDict[str, bytes] = OrderedDict()
_minis: OrderedDict[str, bytes] = OrderedDict()


# ── games ──


@router.get("/games", summary="The games there are")
async def games(request: Request) -> Response:
    await caller_of(request)
    found = await apart(lambda: [_brief(read_submission(one)) for one in regulation_ids()])
    return json_response(canonical({"items": found, "next": None}))


def warm() -> None:
    """Works out what the lobby asks for first, so that nobody waits for it."""
    for own in regulation_ids():
        submission = read_submission(own)
        described(submission)
        _mini(own, submission)


def _mini(game: str, submission: Submission) -> bytes:
    with drawing:
        found = mini_felt(submission)
        _keep(_minis, game, found)
    return found


def _brief(submission: Submission) -> dict[str, Any]:
    about = described(submission)
    return {name: about[name] for name in about if name not in ("layout", "pays", "wins")}


@router.get("/games/{game}", summary="A game: its layout, its words, its pays")
async def game(request: Request, game: str) -> Response:
    await caller_of(request)
    submission = _beginning(game)
    return json_response(canonical(await apart(lambda: described(submission))))


@router.post("/games", summary="A submission's layout, words and pays, as a table by it would have them")
async def drawn_up(request: Request) -> Response:
    await caller_of(request)
    body = only(json_of(await body_of(request, LARGE)), "submission")
    submission = await submission_of(site_of(request).floor.store, body.get("submission"))
    return json_response(canonical(await apart(lambda: described(submission))))


@router.get("/games/{game}/submission", summary="The submission a casino would begin with, as TOML")
async def beginning(request: Request, game: str) -> Response:
    await caller_of(request)
    _beginning(game)
    return json_response(canonical({"submission": new_submission(game)}))


@router.get("/games/{game}/felt.svg", summary="The felt of a game")
async def game_felt(request: Request, game: str) -> Response:
    await caller_of(request)
    submission = _beginning(game)
    return await _felt(submission)


@router.get("/games/{game}/mini.svg", summary="The felt of a game in small")
async def game_mini(request: Request, game: str) -> Response:
    await caller_of(request)
    submission = _beginning(game)
    kept = _minis.get(game)
    if kept is None:
        kept = await apart(lambda: _mini(game, submission))
    return Response(kept, 200, media_type="image/svg+xml")


@router.get("/tables/{table}/game", summary="A table's layout, its words, its pays")
async def table_game(request: Request, table: str) -> Response:
    await caller_of(request)
    submission = await submission_at(request, table)
    return json_response(canonical(await apart(lambda: described(submission))))


@router.get("/tables/{table}/felt.svg", summary="The felt of a table")
async def table_felt(request: Request, table: str) -> Response:
    await caller_of(request)
    return await _felt(await submission_at(request, table))


def _beginning(game: str) -> Submission:
    if game not in regulation_ids():
        legal = f"Games: {', '.join(regulation_ids())}."
        raise Problem(404, f"There is no game {game[:40]}.", legal)
    return read_submission(game)


async def submission_at(request: Request, table: str) -> Submission:
    """What a table was opened with, wherever it is owned."""
    site = site_of(request)
    if table.startswith(PREFIX):
        return (await site.practice.table(table)).state.submission
    rows = await site.floor.store.read(lambda: sql.reading_rows("tables", {"id": table}))
    if not rows:
        raise Problem(404, f"There is no table {table[:40]}.", "GET /api/tables lists them.")
    return await submission_of(site.floor.store, str(rows[0]["submission"]))


async def _felt(submission: Submission) -> Response:
    kept = _felts.get(submission.digest)
    if kept is None:
        kept = await apart(lambda: _drawn(submission))
        _keep(_felts, submission.digest, kept)
    return Response(kept, 200, media_type="image/svg+xml")


def _drawn(submission: Submission) -> bytes:
    with drawing:
        return draw(submission, "felt", fonts=False).svg.encode()


def _keep(book: OrderedDict[str, Any], key: str, value: Any) -> None:
    book[key] = value
    while len(book) > KEPT:
        book.popitem(last=False)


def described(submission: Submission) -> dict[str, Any]:
    """Everything about a game that a page shows and that does not change from round to round."""
    with drawing:
        known = _games.get(submission.digest)
        if known is None:
            known = _described(submission)
            _keep(_games, submission.digest, known)
    return known


def _described(submission: Submission) -> dict[str, Any]:
    regulation, limits, layout = submission.regulation, submission.limits, layout_of(submission)
    lowest = min([limits.minimum, *(one.minimum for one in submission.wagers.values() if one.minimum)])
    chips = [one for one in DENOMINATIONS if lowest // 10 <= one <= limits.maximum]
    return {
        "regulation": regulation.id,
        "title": regulation.title,
        "citation": regulation.citation,
        "jurisdiction": regulation.jurisdiction,
        "submission": submission.digest,
        "limits": {
            "minimum": dollars(limits.minimum),
            "maximum": dollars(limits.maximum),
            "seats": limits.seats,
        },
        "how": list(how_it_goes(submission)),
        "needs": list(qualifying(regulation)),
        "wins": [list(one) for one in summaries(submission, limits.seats)],
        "top": _top(submission),
        "wagers": [
            {
                "id": one.wager.id,
                "title": one.wager.title,
                "meter": one.wager.meter or "",
                "made": one.wager.stake.kind == "decision",
            }
            for one in submission.wagers.values()
        ],
        "awards": [{"id": one.award.id, "title": one.award.title} for one in submission.awards.values()],
        "decisions": [
            {
                "of": one.of,
                "makes": one.makes,
                "acts": [
                    {
                        "act": act.word,
                        "times": act.play,
                        "say": act.say,
                        "leaves": act.leaves,
                        **asdict(forms(act)),
                    }
                    for act in one.acts
                ],
            }
            for one in regulation.decisions
        ],
        "stays": asdict(stays) if (stays := staying(submission)) is not None else None,
        "chips": [str(one) for one in chips],
        "late": LATE[str(submission.option("automatic.no_answer"))],
        "angles": [[one.number, str(round(one.angle, 1))] for one in layout.seats],
        "layout": layout.to_data(),
        "compared": sorted(compared(submission)),
        "jokers": regulation.deck.jokers,
        "irregularities": [
            {
                "kind": one.kind,
                "title": in_words(one.kind),
                "text": one.text,
                "clauses": list(irregularity_cite(submission, one).clauses),
            }
            for one in regulation.irregularities.values()
            if can_happen(submission, one.kind)
        ],
        "pays": [
            {"heading": one.heading, "titles": list(one.titles), "rows": [list(row) for row in one.rows]}
            for one in posted_tables(submission, limits.seats)
        ],
    }


def _top(submission: Submission) -> dict[str, str]:
    """The most that a side bet pays, for the lobby."""
    title, best = "", None
    for offered in submission.wagers.values():
        table = offered.paytable(submission.limits.seats)
        for row in table.rows.values() if table is not None else ():
            if isinstance(row.pays, Odds) and (best is None or row.pays.ratio > best.ratio):
                title, best = offered.wager.title, row.pays
    return {"title": title, "pays": str(best) if best is not None else ""}


# ── what has happened, in sentences ──


@router.get("/tables/{table}/told", summary="What has happened at a table, in sentences, and why")
async def told(request: Request, table: str) -> Response:
    after = request.query_params.get("after", "0")
    if not after.isdecimal() or len(after) > 15:
        raise Problem(400, "'after' is not the number of an event.")

    async def act(here: Found) -> Response:
        _, keeper, caller = here
        viewer = viewer_of(caller, request.query_params.get("as"))
        submission, look = keeper.state.submission, keeper.feed.look
        events = [event for one in keeper.feed.recent() for event in one.frame(viewer).events]
        view = look.view(viewer)
        yours = view.own.you.seats if view.own.you is not None else ()
        teller = Teller(submission, yours)
        sentences: list[dict[str, Any]] = []
        lines: list[dict[str, Any]] = []
        for event in events:
            words = teller.event(event)
            if event.number <= int(after):
                continue
            sentences += [
                {"number": event.number, "text": str(one), "tone": one.tone, "under": one.under}
                for one in words
            ]
            lines += [_line(event.number, line, teller) for line in lines_of(event)]
        acts = list(_acts(submission, view.public.round.boxes, yours) if view.public.round else ())
        clocks = [{"for": what, "seat": seat, "ms": left} for what, seat, left in keeper.clocks()]
        return json_response(
            canonical({"seq": look.seq, "said": sentences, "lines": lines, "acts": acts, "clocks": clocks})
        )

    return await owned(request, table, b"", act, changing=False)


def lines_of(event: EventView) -> Iterator[LineView]:
    """The lines an event tells of, one's own in full where others do not see them so."""
    seen: dict[tuple[int, str, int], LineView] = {}
    for part in (event.data, event.own):
        for line in getattr(part, "lines", None) or ():
            if isinstance(line, LineView):
                seen[line.seat, line.id, line.for_seat] = line
    yield from seen.values()


def _line(number: int, line: LineView, teller: Teller) -> dict[str, Any]:
    players = teller.players or 1
    return {
        "number": number,
        "seat": line.seat,
        "id": line.id,
        "for_seat": line.for_seat,
        "reason": reason(line, teller.submission, players),
        "sentence": sentence(line, teller.submission),
        "clauses": list(line.clauses),
        "readings": list(line.interpretations),
    }


def _acts(submission: Submission, boxes: Iterable[Any], yours: Iterable[int]) -> Iterator[dict[str, Any]]:
    """What each act would give up, for the boxes of whoever looks."""
    mine = set(yours)
    for box in boxes:
        if box.seat not in mine:
            continue
        for decision in submission.regulation.decisions:
            for act in decision.acts:
                if words := act_words(submission, act, box):
                    yield {"seat": box.seat, "act": act.word, "words": words}
