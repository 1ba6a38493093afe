"""Questions about a table of another process, passed on to it.

Sessions and keys are in the store that all processes share, so a request that is passed on as it came is
known there as it was here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

import httpx
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from feltlaw.floor.floor import Elsewhere
from feltlaw.record.store import StoreError

PASSED_ON = "x-feltlaw-passed-on"
KEPT = ("authorization", "cookie", "x-feltlaw", "idempotency-key", "content-type")
SECONDS = 10.0


class Unreachable(StoreError):
    """The process that owns a table does not answer."""


class Forwarder:
    """Passes requests on, once: an owner that is not the owner any more says so itself."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def request(self, request: Request, body: bytes, owner: Elsewhere) -> Response:
        """The answer of the process that owns the table."""
        headers = _headers(request, owner)
        client = self._client = self._client or httpx.AsyncClient(timeout=SECONDS, trust_env=False)
        address = f"{owner.address}{request.url.path}"
        try:
            found = await client.request(
                request.method, address, params=request.url.query, content=body, headers=headers
            )
        except httpx.HTTPError as error:
            raise Unreachable(
                f"the process that owns this table does not answer ({type(error).__name__})"
            ) from error
        return Response(found.content, found.status_code, media_type=found.headers.get("content-type"))

    async def socket(self, socket: WebSocket, owner: Elsewhere) -> None:
        """The frames of the process that owns the table, as they come."""
        headers = _headers(socket, owner)
        address = f"ws{owner.address.removeprefix('http')}{socket.url.path}?{socket.url.query}"
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            try:
                async with connect(
                    address, additional_headers=headers, compression=None, proxy=None
                ) as there:
                    async for frame in there:
                        await socket.send_bytes(frame) if isinstance(
                            frame, bytes
                        ) else await socket.send_text(frame)
            except (OSError, WebSocketException):
                pass
            await socket.close(1012, "the table is being handed over")

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


def _headers(connection: HTTPConnection, owner: Elsewhere) -> Mapping[str, str]:
    if connection.headers.get(PASSED_ON) or not owner.address:
        raise Unreachable("this table is being handed over")
    found = {name: connection.headers[name] for name in KEPT if name in connection.headers}
    return {**found, PASSED_ON: "1"}
