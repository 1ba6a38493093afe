"""A table as somebody who acts there sees it: always the newest frame, whatever came in between."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from feltlaw.client.asynchronous import AsyncClient
from feltlaw.client.model import Frame


@dataclass
class Tally:
    """What bots have done."""

    commands: int = 0
    refused: int = 0
    validated: int = 0
    approved: int = 0


class Watch:
    """The newest frame of a table, and a way to wait for one that is newer."""

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self._news = asyncio.Event()
        self._error: BaseException | None = None

    def put(self, frame: Frame) -> None:
        if self.frame is None or frame.seq >= self.frame.seq:
            self.frame = frame
        self._news.set()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self._news.set()

    async def newer(self, than: int, seconds: float | None = None) -> Frame | None:
        """A frame after a number; None where none came in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.frame is None or self.frame.seq <= than:
                    if self._error is not None:
                        raise self._error
                    self._news.clear()
                    await self._news.wait()
                return self.frame
        return None


@asynccontextmanager
async def watching(client: AsyncClient, table: str, role: str) -> AsyncIterator[Watch]:
    """Follows a table in the background."""
    watch = Watch()
    task = asyncio.ensure_future(_follow(watch, client, table, role))
    try:
        yield watch
    finally:
        await settled([task])


async def _follow(watch: Watch, client: AsyncClient, table: str, role: str) -> None:
    try:
        async with aclosing(client.live(table, as_=role)) as frames:  # type: ignore[type-var]
            async for frame in frames:
                watch.put(frame)
    except Exception as error:
        watch.fail(error)


async def settled(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Ends tasks, and waits until they have."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
