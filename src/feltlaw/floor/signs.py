"""Meters as they move, whoever moves them: for signs, and for tables that wait for a link that is back.

The store tells which streams have gone on, in this process or another. What is read then is what is durable;
a tip that another process has left behind is forgotten, so that a stopped link takes no wager anywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence

from feltlaw.floor.feed import Ended
from feltlaw.floor.keeper import Keeper, NotHere
from feltlaw.floor.links import FloorLinks
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.link import LinkState
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused
from feltlaw.table.checking import links_waited_for

TOGETHER_SECONDS = 0.05
"""A sign moves at most so often."""
LOOK_SECONDS = 5.0
"""So often it is looked whether a table waits for a link that runs, whatever was heard."""


class Sign:
    """One reader of a meter: always the newest state, and none of the events in between."""

    def __init__(self, signs: Signs, name: str) -> None:
        self._signs, self.name = signs, name
        self._shown = -1
        self._wake = asyncio.Event()
        self._over = False

    async def next(self) -> LinkState:
        """The link when it has moved; raises `Ended` where the server stops."""
        while True:
            state = self._signs.links.durable.get(self.name)
            if state is not None and state.number > self._shown:
                self._shown = state.number
                return state
            if self._over:
                raise Ended("this server stops")
            self._wake.clear()
            await self._wake.wait()

    def wake(self, *, over: bool = False) -> None:
        self._over = self._over or over
        self._wake.set()

    def close(self) -> None:
        self._signs.readers.get(self.name, set()).discard(self)


class Signs:
    """All links that this process has something to do with."""

    def __init__(self, store: FloorStore, links: FloorLinks, keepers: Mapping[str, Keeper]) -> None:
        self.links = links
        self.readers: dict[str, set[Sign]] = {}
        self._keepers = keepers
        self._moved: set[str] = set()
        self._wake = asyncio.Event()
        self._end: Callable[[], None] = store.listen(self._heard)

    async def watch(self, name: str) -> Sign:
        """A new reader of a link that is on record."""
        await self.links.refresh(name)
        sign = Sign(self, name)
        self.readers.setdefault(name, set()).add(sign)
        return sign

    def end(self) -> None:
        self._end()
        for every in self.readers.values():
            for sign in every:
                sign.wake(over=True)

    def _heard(self, streams: Sequence[str]) -> None:
        names = {one.removeprefix("link/") for one in streams if one.startswith("link/")}
        known = set(self.links.durable)
        self._moved |= names & known if streams else known
        if self._moved:
            self._wake.set()

    async def run(self) -> None:
        """Follows links for as long as the process serves."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_SECONDS)
            self._wake.clear()
            moved, self._moved = self._moved, set()
            for name in moved:
                with contextlib.suppress(StoreError):
                    await self.links.refresh(name)
                self.links.catch_up(name)
                for sign in self.readers.get(name, ()):
                    sign.wake()
            for keeper in list(self._keepers.values()):
                if any(self.links.runs(name) for name in links_waited_for(keeper.state)):
                    with contextlib.suppress(Refused, StoreError, NotHere):
                        await keeper.go_on()  # it gets what it waited for (I-154)
            await asyncio.sleep(TOGETHER_SECONDS)
