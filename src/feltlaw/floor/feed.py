"""Who watches a table: each gets his own frames, in order, none of them before it is durable.

A reader has a queue of a bearable length; one that does not keep up gets the whole table once, and goes on
from there. Nobody waits for anybody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

from feltlaw.desk import Answer
from feltlaw.link import LinkState
from feltlaw.table import State
from feltlaw.views import Look, Viewer
from feltlaw.views.kept import Kept as KeptParts

QUEUE = 64
"""Frames that wait for a reader, before he gets the whole table instead."""
REMEMBERED = 40
"""Appends that a reader who comes back need not have missed."""


class Ended(Exception):
    """The table is not here any more: it is another process's, or the server stops."""


class Reader:
    """One screen: what it may see, and the frames on their way to it."""

    def __init__(self, feed: Feed, viewer: Viewer) -> None:
        self._feed = feed
        self.viewer = viewer
        self._frames: deque[bytes] = deque()
        self._behind = False
        self._wake = asyncio.Event()
        self._ended = ""
        self._over = False

    async def next(self) -> bytes:
        """The next frame; raises `Ended` where there are no more."""
        while True:
            if self._behind:
                self._behind = False
                self._frames.clear()
                return self._feed.whole(self.viewer)
            if self._frames:
                return self._frames.popleft()
            if self._over:
                raise Ended(self._ended)
            self._wake.clear()
            await self._wake.wait()

    def put(self, frame: bytes) -> None:
        if len(self._frames) >= QUEUE:
            self._behind = True
            self._frames.clear()
        elif not self._behind:
            self._frames.append(frame)
        self._wake.set()

    def end(self, why: str = "") -> None:
        self._ended, self._over = why, True
        self._wake.set()

    def close(self) -> None:
        """The screen is gone."""
        self._feed.leave(self)


class Feed:
    """Everybody who watches one table, and what has just happened there."""

    def __init__(self, state: State, links: Mapping[str, LinkState], number: int) -> None:
        self._kept = KeptParts()
        self.look = Look(state, _of(state, links), number, kept=self._kept)
        """The table as it is now, for whoever asks."""
        self._before: deque[tuple[int, Look]] = deque(maxlen=REMEMBERED)
        """The last appends, each with the number before it."""
        self._readers: dict[Reader, None] = {}
        """In the order they came, so that what a process does follows from what it was given alone."""

    @property
    def readers(self) -> int:
        return len(self._readers)

    def watch(self, viewer: Viewer, after: int | None = None) -> Reader:
        """A new reader: with everything after a number, or with the whole table."""
        reader = Reader(self, viewer)
        missed = [look for before, look in self._before if after is not None and before >= after]
        number = self.look.seq
        if after is not None and (after == number or (missed and self._starts(after))):
            for look in missed:
                reader.put(look.frame_bytes(viewer))
        else:
            reader.put(self.whole(viewer))
        self._readers[reader] = None
        return reader

    def _starts(self, after: int) -> bool:
        return any(before == after for before, _ in self._before)

    def recent(self) -> list[Look]:
        """The last appends, each with what happened in it."""
        return [look for _, look in self._before]

    def leave(self, reader: Reader) -> None:
        self._readers.pop(reader, None)

    def whole(self, viewer: Viewer) -> bytes:
        """One frame with the whole table and no events."""
        return self.look.frame_bytes(viewer, events=False)

    def appended(self, before: State, answer: Answer, links: Mapping[str, LinkState]) -> None:
        """Tells everybody what has become durable."""
        number = self.look.seq
        state = answer.states[-1] if answer.states else before
        self.look = Look(
            state,
            _of(state, links),
            answer.number,
            before=before,
            events=answer.events,
            states=answer.states,
            kept=self._kept,
        )
        self._before.append((number, self.look))
        frames: dict[Viewer, bytes] = {}
        for reader in self._readers:
            frame = frames.get(reader.viewer)
            if frame is None:
                frame = frames[reader.viewer] = self.look.frame_bytes(reader.viewer)
            reader.put(frame)

    def end(self, why: str = "") -> None:
        """Nobody is told anything from here any more."""
        for reader in self._readers:
            reader.end(why)
        self._readers.clear()


def _of(state: State, links: Mapping[str, LinkState]) -> dict[str, LinkState]:
    return {name: links[name] for name in state.links.values() if name in links}
