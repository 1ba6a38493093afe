"""How meters have moved, for the small lines beside them: a few readings since the last hit."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.event import Millis
from feltlaw.floor.api.site import caller_of, json_response, site_of
from feltlaw.floor.api.times import shown_time
from feltlaw.floor.linking import link_of
from feltlaw.floor.reading import each_line
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.link import LinkState, RegisterHit
from feltlaw.link.state import meter_account
from feltlaw.money import Cents, dollars
from feltlaw.record.lines import Sealed
from feltlaw.record.restore import stream_of

router = APIRouter(prefix="/api", tags=["links"])
LOOKED_BACK, POINTS = 400, 40
"""How many events of a link are looked through, and how many readings are shown of them at most."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one event added to each level of a meter."""

    number: int
    at: Millis
    by: dict[str, Cents]
    hit: str
    """The level that was won, where it was."""


@dataclass
class Steps:
    """The last events of a link, read on as it goes on."""

    last: int = 0
    found: deque[Step] = field(default_factory=lambda: deque(maxlen=LOOKED_BACK))

    async def read_to(self, store: FloorStore, state: LinkState) -> None:
        after = max(self.last, state.number - LOOKED_BACK)
        async for line in each_line(store, stream_of(state.id), after, state.number):
            if line.number > self.last:  # else somebody else who asked at the same time has read it
                self.found.append(_step(line, list(state.meter.levels)))
                self.last = line.number


def _step(line: Sealed, levels: Sequence[str]) -> Step:
    moved = dict.fromkeys(levels, 0)
    for level in levels:
        account = meter_account(level)
        for source, target, cents in line.event.moves:
            moved[level] += cents * ((target == account) - (source == account))
    data = line.event.data
    return Step(line.number, line.event.at, moved, data.hit.level if isinstance(data, RegisterHit) else "")


@router.get("/courses", summary="How each meter has moved since its last hit, in a few readings")
async def courses(request: Request) -> Response:
    await caller_of(request)
    floor = site_of(request).floor
    book: dict[str, Steps] = request.app.state.courses
    rows = await floor.store.read(lambda: sql.reading_rows("links", order="id"))
    items: list[dict[str, Any]] = []
    for row in rows:
        state = await link_of(floor.parts, str(row["id"]))
        steps = book.setdefault(state.id, Steps())
        await steps.read_to(floor.store, state)
        known = [one for one in steps.found if one.number <= state.number]
        for level, one in state.meter.levels.items():
            items.append({"link": state.id, "level": level, **course(known, level, one.amount)})
    return json_response(canonical({"items": items, "next": None}))


def course(steps: Sequence[Step], level: str, showing: Cents) -> dict[str, Any]:
    """Readings up to what a level shows now: from its last hit, but for one that has only just been, or from
    as far back as was looked."""
    readings: list[tuple[Millis, Cents]] = []
    hits: list[int] = []
    for at, step in enumerate(reversed(steps)):
        readings.append((step.at, showing))
        showing -= step.by[level]
        if step.hit == level:
            readings.append((step.at, showing))
            hits.append(len(readings) - 2)
            if at > LOOKED_BACK // 20:  # one that has only just been is shown as the fall it is
                break
    begun = bool(hits) and hits[-1] == len(readings) - 2
    readings = readings[: hits[-1] + 1] if begun else readings
    readings.reverse()
    kept = [readings[at] for at in _spread(len(readings), {len(readings) - 1 - one for one in hits})]
    return {
        "hit": begun,
        "since": shown_time(kept[0][0]) if kept else None,
        "points": [[str(at - kept[0][0]), dollars(cents)] for at, cents in kept],
    }


def _spread(many: int, falls: set[int]) -> list[int]:
    """Places among so many, evenly and not too many; both sides of a fall are among them."""
    apart = max(1, -(-many // POINTS))
    sharp = {one for fall in falls for one in (fall - 1, fall) if 0 <= one < many}
    return sorted({*range(0, many, apart), many - 1, *sharp} - {-1})
