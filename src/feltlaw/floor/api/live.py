"""Screens that watch: each has its own queue and its own sender, and nobody waits for anybody."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from feltlaw.canonical import canonical
from feltlaw.floor.api.problems import Problem, problem_of
from feltlaw.floor.api.site import caller_of, site_of, still_there, viewer_of
from feltlaw.floor.feed import Ended
from feltlaw.floor.floor import Elsewhere
from feltlaw.floor.practice import PREFIX, YOU

router = APIRouter(prefix="/api")
REFUSED, GONE, AGAIN = 4400, 4404, 1012
"""How a socket is closed: 4000 and the status of a problem; 1012 where one should connect again."""
FULL_SECONDS = 20.0
"""So long a screen may take for one frame."""


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Frames `{seq, events, view}`: nothing is missed after `after`, or the first has the whole table."""
    site = site_of(socket)
    await socket.accept()
    try:
        caller = await caller_of(socket)
        after = _number(socket.query_params.get("after"))
        here = site.practice.table(table) if table.startswith(PREFIX) else site.floor.table(table)
        keeper = await here
        acting = YOU if table.startswith(PREFIX) else caller
        viewer = viewer_of(acting, socket.query_params.get("as"))
        reader = await keeper.watch(viewer, after)
    except Elsewhere as elsewhere:
        await site.forwarder.socket(socket, elsewhere)
        return
    except Exception as error:
        await refuse(socket, error)
        return
    try:
        await sending(socket, reader.next, lambda: still_there(socket, acting))
    finally:
        reader.close()


async def sending(
    socket: WebSocket, following: Callable[[], Awaitable[bytes]], still: Callable[[], Awaitable[bool]]
) -> None:
    """Sends frames until the screen goes or there are no more; what the screen says is not listened to."""
    gone = asyncio.ensure_future(_gone(socket))
    try:
        while True:
            frame = asyncio.ensure_future(following())
            done, _ = await asyncio.wait({frame, gone}, return_when=asyncio.FIRST_COMPLETED)
            if frame not in done:
                frame.cancel()
                with contextlib.suppress(asyncio.CancelledError, Ended):
                    await frame
                return
            try:
                told = frame.result()
            except Ended as ended:
                await _close(socket, AGAIN, str(ended) or "the table is being handed over")
                return
            if not await still():
                await _close(socket, 4401, "this session is over")
                return
            await asyncio.wait_for(socket.send_text(told.decode("utf-8")), FULL_SECONDS)
    except (WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
        await _close(socket, AGAIN, "too slow")
    finally:
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await gone


async def _gone(socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return


async def refuse(socket: WebSocket, error: Exception) -> None:
    """Says in one frame why there is nothing to see, and closes."""
    problem = problem_of(error) or Problem(500, "Something went wrong here.")
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(canonical({"problem": problem.body}).decode())
    await _close(socket, 4000 + problem.status, str(problem)[:100])


async def _close(socket: WebSocket, code: int, why: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code, why[:100])


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 15:
        raise Problem(400, "'after' is not the number of an event.")
    return int(text)
