"""What both clients do alike between a call and the network."""

from __future__ import annotations

import json
import random
import ssl
from functools import cache
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import quote, urlencode

import httpx

from feltlaw.client.model import Frame, Problem

SECONDS = 30.0
"""So long one answer may take."""
PATIENCE = 25.0
"""So long a call is tried; longer than another process needs to take over from one that died."""
PASSING = (429, 503)
"""Problems of a screen that are over in a moment."""


def signed(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


@cache
def trusted() -> ssl.SSLContext:
    """Whom a connection may trust; read once for all clients, since it takes longer than a call."""
    return httpx.create_ssl_context(trust_env=False)


def pause(attempt: int) -> float:
    """Seconds before the next attempt: longer each time, and never the same for two clients."""
    return min(2.0, 0.05 * 2.0 ** min(attempt, 8)) * (0.5 + random.random() / 2)


def lost_before_sent(error: httpx.TransportError) -> bool:
    """Whether a request cannot have reached the floor."""
    return isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)


def cookies_of(jar: CookieJar) -> dict[str, str]:
    """The session's cookie as a header, for sockets, which httpx does not open."""
    found = "; ".join(f"{one.name}={one.value}" for one in jar)
    return {"Cookie": found} if found else {}


def live_url(url: str, table: str, after: int | None, as_: str | None) -> str:
    wanted = {"after": after, "as": as_}
    query = urlencode({name: value for name, value in wanted.items() if value is not None})
    return f"{_socket(url)}/api/tables/{quote(table, safe='')}/live{'?' if query else ''}{query}"


def link_url(url: str, link: str) -> str:
    return f"{_socket(url)}/api/links/{quote(link, safe='')}/live"


def _socket(url: str) -> str:
    return f"ws{url.removeprefix('http')}"


def refused(text: str | bytes) -> Any:
    """What a frame says; raises `Problem` where it says that there is nothing to see."""
    data = json.loads(text)
    if "problem" in data:
        body = data["problem"]
        status = int(body.get("status", 500))
        if status not in PASSING:
            raise Problem(status, body)
        raise ConnectionError(str(body.get("detail", "")))
    return data


class Following:
    """Where somebody who listens has come to."""

    def __init__(self, after: int | None) -> None:
        self.after = after

    def frame(self, data: Any) -> Frame | None:
        """A frame that is new; raises `ConnectionError` where events before it are missing."""
        frame = Frame.of(data)
        if self.after is not None and frame.events:
            if frame.seq <= self.after:
                return None
            if frame.first > self.after + 1:
                raise ConnectionError("events are missing")
        self.after = frame.seq
        return frame
