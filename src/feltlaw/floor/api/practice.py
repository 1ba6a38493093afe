"""A table of one's own without an account, and what the mathematics says about one's hand."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.describing import SUBMISSION, described, fields
from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import LARGE, body_of, caller_of, json_of, json_response, only, site_of, viewer_of
from feltlaw.floor.api.submissions import submission_of
from feltlaw.floor.api.tables import Found, owned
from feltlaw.floor.api.tools import apart
from feltlaw.practice import Adviser, decisions_for, spoken
from feltlaw.submission import Submission

router = APIRouter(prefix="/api", tags=["practice"])


@router.post(
    "/practice",
    summary="A practice table",
    openapi_extra=described(fields({"submission": SUBMISSION})),
    status_code=201,
)
async def practice(request: Request) -> Response:
    await caller_of(request)
    site = site_of(request)
    body = only(json_of(await body_of(request, LARGE)), "submission")
    submission = await submission_of(site.floor.store, body.get("submission"))
    keeper = await site.practice.open(submission)
    return json_response(
        canonical({"id": keeper.state.table, "account": "you", "regulation": submission.regulation.id}), 201
    )


@router.get("/tables/{table}/coach", summary="The value of each legal act")
async def coach(request: Request, table: str) -> Response:
    async def act(here: Found) -> Response:
        _, keeper, caller = here
        viewer = viewer_of(caller, request.query_params.get("as"))
        if viewer.role != "player":
            raise Problem(403, "The coach looks at a player's own hand.", "Ask as player.")
        look = keeper.feed.look
        view = look.view(viewer)
        adviser = _adviser(keeper.state.submission)
        hands = []
        for hand in view.own.you.hands if view.own.you is not None else ():
            offers = decisions_for(view, hand.seat)
            values = await apart(lambda seat=hand.seat: adviser.values(view, seat))  # type: ignore[misc]
            if not offers or values is None:
                continue
            acts = [
                {
                    "do": one.do,
                    "data": dict(one.data),
                    "value": _exact(values.actions.get(spoken(adviser.submission, one))),
                }
                for one in offers
            ]
            best = adviser.choose(view, hand.seat)
            hands.append({"seat": hand.seat, "acts": acts, "best": {"do": best.do, "data": dict(best.data)}})
        return json_response(canonical({"seq": look.seq, "hands": hands}))

    return await owned(request, table, b"", act, changing=False)


def _exact(value: object) -> str | None:
    return str(value) if value is not None else None


_advisers: dict[str, Adviser] = {}
MOST_ADVISERS = 64


def _adviser(submission: Submission) -> Adviser:
    """One for all tables with the same submission: what it has worked out serves again."""
    found = _advisers.get(submission.digest)
    if found is None:
        if len(_advisers) >= MOST_ADVISERS:
            _advisers.clear()
        found = _advisers[submission.digest] = Adviser(submission)
    return found
