"""A table of one's own without an account, and what the mathematics says about one's hand."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.cards import deck
from feltlaw.floor.api.describing import SUBMISSION, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import LARGE, body_of, caller_of, json_of, json_response, only, site_of, viewer_of
from feltlaw.floor.api.submissions import submission_of
from feltlaw.floor.api.tables import Found, owned
from feltlaw.floor.api.tools import apart
from feltlaw.floor.practice import PREFIX, Lesson
from feltlaw.money import dollars
from feltlaw.practice import Adviser, decisions_for, spoken
from feltlaw.submission import Submission
from feltlaw.telling.teaching import not_counted, unit_of
from feltlaw.views import View
from feltlaw.views.parts import BoxView

router = APIRouter(prefix="/api", tags=["practice"])
ADVISERS = 64
MOST_OTHERS = 6
LESSON = fields(
    {"submission": SUBMISSION},
    hard={"type": "boolean"},
    others={"type": "integer", "minimum": 0, "maximum": MOST_OTHERS},
    again={"type": "object", "properties": {"table": {"type": "string"}, "round": {"type": "integer"}}},
)


@router.post(
    "/practice",
    summary="A practice table",
    openapi_extra=described(LESSON),
    status_code=201,
)
async def practice(request: Request) -> Response:
    await caller_of(request)
    site = site_of(request)
    body = only(json_of(await body_of(request, LARGE)), "submission", "hard", "others", "again")
    given = body.get("submission")
    if isinstance(given, str) and given.startswith(PREFIX):
        submission = (await site.practice.table(given)).state.submission
    else:
        submission = await submission_of(site.floor.store, given)
    lesson = _lesson(body)
    adviser = _adviser(submission)
    if lesson.hard or lesson.others:
        await apart(lambda: adviser.hand(tuple(deck()[: submission.regulation.deal.player.most])))
    keeper = await site.practice.open(adviser, lesson)
    return json_response(
        canonical({"id": keeper.state.table, "account": "you", "regulation": submission.regulation.id}), 201
    )


def _lesson(body: dict[str, Any]) -> Lesson:
    hard, others, again = body.get("hard", False), body.get("others", 0), body.get("again")
    if type(hard) is not bool:
        raise Problem(400, "'hard' is not true or false.")
    if type(others) is not int or not 0 <= others <= MOST_OTHERS:
        raise Problem(400, "'others' is not a number of players.", f"Write 0 to {MOST_OTHERS}.")
    if again is None:
        return Lesson(hard, others)
    given = only(again, "table", "round") if isinstance(again, dict) else {}
    table, number = given.get("table"), given.get("round")
    if type(table) is not str or type(number) is not int:
        raise Problem(400, "'again' names no round.", "Give a practice table and the number of its round.")
    return Lesson(hard, others, (table, number))


@router.get("/tables/{table}/coach", summary="The value of each legal act")
async def coach(request: Request, table: str) -> Response:
    async def act(here: Found) -> Response:
        _, keeper, caller = here
        viewer = viewer_of(caller, request.query_params.get("as"))
        if viewer.role != "player":
            raise Problem(403, "The coach looks at a player's own hand.", "Ask as player.")
        look = keeper.feed.look
        view, submission = look.view(viewer), keeper.state.submission
        hands = await apart(lambda: coached(submission, view))
        return json_response(canonical({"seq": look.seq, "hands": hands}))

    return await owned(request, table, b"", act, changing=False)


def coached(submission: Submission, view: View) -> list[dict[str, Any]]:
    """What each act is worth for every hand of one's own that is to be decided, per unit and in money."""
    adviser = _adviser(submission)
    found = []
    for hand in view.own.you.hands if view.own.you is not None else ():
        offers = decisions_for(view, hand.seat)
        sets = any(one.do == "set_hand" and one.data.get("seat") == hand.seat for one in view.own.legal)
        values = adviser.values(view, hand.seat) if offers or sets else None
        if values is None:
            continue
        box = _box(view, hand.seat)
        unit = unit_of(submission, box) if box is not None else 0
        told: dict[str, Any] = {"seat": hand.seat, "unit": dollars(unit), "acts": []}
        if box is not None and (beside := not_counted(submission, box)):
            told["beside"] = beside
        for one in offers:
            worth = values.actions.get(spoken(submission, one))
            told["acts"].append({"do": one.do, "data": dict(one.data), **_worth(worth, unit)})
        if sets:
            told["sets"] = [
                {
                    "cards": [str(card) for card in values.sets[say].cards],
                    "note": values.sets[say].note,
                    **_worth(worth, unit),
                }
                for say, worth in sorted(values.actions.items(), key=lambda item: -item[1])
            ]
        if offers:
            best = adviser.choose(view, hand.seat)
            told["best"] = {"do": best.do, "data": dict(best.data)}
        found.append(told)
    return found


def _box(view: View, seat: int) -> BoxView | None:
    boxes = view.public.round.boxes if view.public.round is not None else ()
    return next((box for box in boxes if box.seat == seat), None)


def _worth(value: Fraction | None, unit: int) -> dict[str, str | None]:
    if value is None:
        return {"value": None, "money": None}
    cents = round(value * unit)
    return {"value": str(value), "money": f"{'-' if cents < 0 else ''}{dollars(abs(cents))}"}


_advisers: OrderedDict[str, Adviser] = OrderedDict()


def _adviser(submission: Submission) -> Adviser:
    found = _advisers.setdefault(submission.digest, Adviser(submission))
    _advisers.move_to_end(submission.digest)
    while len(_advisers) > ADVISERS:
        _advisers.popitem(last=False)
    return found
