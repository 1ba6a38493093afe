"""The same key gives the same answer: kept, or told again from the record."""

from __future__ import annotations

from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.problems import MEDIA, Problem
from feltlaw.floor.api.site import json_response
from feltlaw.floor.approvals import approval_id
from feltlaw.floor.keeper import Keeper, KeyUse
from feltlaw.floor.reading import each_line, table_state
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Kept
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.lines import Sealed
from feltlaw.table import State, apply
from feltlaw.table.rules import Asked
from feltlaw.views import Look, Viewer


async def answered(store: FloorStore, key: KeyUse) -> Kept | None:
    """The answer that a key was given before; a problem where it was for another request."""
    found = await store.read(lambda: sql.reading_kept(key.account, key.key))
    if found is not None and found.request != key.request:
        raise Problem(422, "This key was used for another request.", "Send a new Idempotency-Key.")
    return found


def kept_response(kept: Kept) -> Response:
    """An answer whose bytes were kept."""
    if kept.status >= 400:
        return Response(kept.body, kept.status, media_type=MEDIA)
    return json_response(kept.body, kept.status)


async def told_again(store: FloorStore, kept: Kept, viewer: Viewer) -> Response:
    """The answer to a command of a table, folded from the record up to where it was given."""
    state, _, _, _ = await table_state(store, kept.stream, kept.first - 1)
    lines = [line async for line in each_line(store, kept.stream, kept.first - 1, kept.last)]
    return command_response(_look(state, lines, kept.last), lines, state.table, viewer)


def _look(before: State, lines: list[Sealed], seq: int) -> Look:
    states: list[State] = []
    state = before
    for line in lines:
        state = apply(state, line.event)
        states.append(state)
    return Look(state, {}, seq, before=before, events=[line.event for line in lines], states=states)


def given(keeper: Keeper, lines: tuple[Sealed, ...], viewer: Viewer) -> Response:
    """The answer to a command that has just become durable."""
    return command_response(keeper.feed.look, lines, keeper.state.table, viewer)


def command_response(
    look: Look, lines: tuple[Sealed, ...] | list[Sealed], table: str, viewer: Viewer
) -> Response:
    """`{seq, events, view}`, or the name of what now waits for a second account."""
    for line in lines:
        if isinstance(line.event.data, Asked):
            waits = approval_id(table, line.event.data.request.id)
            return json_response(canonical({"approval": waits, "seq": look.seq}), 202)
    return json_response(look.frame_bytes(viewer))
