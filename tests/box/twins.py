"""Bad twins of the floor: each breaks one promise, and the box must find out.

They differ from the floor in a few lines each, put in the place of its own while a seed runs.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from feltlaw.desk import Answer, Turn
from feltlaw.desk.turn import link_line
from feltlaw.event import Event
from feltlaw.floor.keeper import Keeper
from feltlaw.floor.links import FloorLinks
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, LostLease
from feltlaw.link import apply
from feltlaw.record.store import Head, StoreError

Twin = Callable[[ExitStack], None]


class _Hasty:
    """The parts of a process with a store that says "done" at once."""

    def __init__(self, parts: Any) -> None:
        self._parts, self.store = parts, self
        self._tasks: set[asyncio.Task[None]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parts, name)

    async def append(self, append: Append) -> None:
        async def work() -> None:
            with contextlib.suppress(StoreError):
                await self._parts.store.append(append)

        self._tasks.add(task := asyncio.ensure_future(work()))
        task.add_done_callback(self._tasks.discard)


def _answer_before_durable(stack: ExitStack) -> None:
    """Answers, and leaves the writing to a task of its own."""
    ready = Keeper.__post_init__

    def hasty(self: Keeper) -> None:
        ready(self)
        self.parts = _Hasty(self.parts)  # type: ignore[assignment]

    stack.enter_context(patch.object(Keeper, "__post_init__", hasty))


def _append_anywhere(stack: ExitStack) -> None:
    """Takes events whatever number they were decided for, and puts them at the end."""

    def unchecked(append: Append, heads: Any, epochs: Mapping[str, int], batches: Any, taken: Any) -> None:
        for stream, epoch in append.leases.items():
            if epochs[stream] != epoch:
                raise LostLease("it is owned by another process")

    def written(appends: Sequence[Append], heads: Any, batches: Any) -> sql.Steps[None]:
        for append in appends:
            for line in append.lines:
                rows = yield sql.one(
                    "SELECT COALESCE(MAX(number), 0) FROM events WHERE stream = ?", line.stream
                )
                number = int(rows[0][0]) + 1
                yield sql.one("INSERT INTO events (stream, number, at, line) VALUES (?, ?, ?, ?)",
                              line.stream, number, line.event.at, line.raw)  # fmt: skip
                yield sql.one("UPDATE streams SET number = ?, hash = ?, batch = ? WHERE stream = ?",
                              number, line.hash, line.batch, line.stream)  # fmt: skip
        yield from rest([Append(kept=one.kept, rows=one.rows) for one in appends], heads, batches)

    rest = sql.written
    stack.enter_context(patch.object(sql, "_check", unchecked))
    stack.enter_context(patch.object(sql, "written", written))


def _contributes_twice(stack: ExitStack) -> None:
    """A second attempt brings along what the first one wanted to put on the meters."""
    decided, append_of = Keeper._decided, Keeper._append_of

    async def again(self: Keeper, decide: Any, by: Any, key: Any) -> Answer:
        self.attempts = 0  # type: ignore[attr-defined]
        return await decided(self, decide, by, key)

    def more(self: Keeper, turn: Turn, entries: Any, key: Any) -> Append:
        self.attempts += 1  # type: ignore[attr-defined]
        if self.attempts > 1:  # type: ignore[attr-defined]
            for line in [one for one in turn.lines if one.event.kind == "contribute"]:
                _once_more(turn, line.stream.removeprefix("link/"), line.event)
            self.parts.links.advance(turn)
        return append_of(self, turn, entries, key)

    stack.enter_context(patch.object(Keeper, "_decided", again))
    stack.enter_context(patch.object(Keeper, "_append_of", more))


def _once_more(turn: Turn, name: str, event: Event) -> None:
    line, head = link_line(name, event, turn.heads[name], turn.batch)
    turn.lines.append(line)
    turn.heads[name] = head
    turn.links[name] = apply(turn.links[name], event)


def _lease_unchecked(stack: ExitStack) -> None:
    """Appends of whoever comes, owner or not, as long as they are next."""
    check = sql._check

    def unleased(append: Append, *known: Any) -> None:
        check(Append(append.lines, {}, append.kept, append.rows), *known)

    stack.enter_context(patch.object(sql, "_check", unleased))


def _view_before_durable(stack: ExitStack) -> None:
    """Shows what was decided while it is being written."""
    append_of, adopt = Keeper._append_of, Keeper._adopt

    def shown(self: Keeper, turn: Turn, entries: Any, key: Any) -> Append:
        answer = Answer(turn.head.number, turn.own, states=tuple(turn.states))
        self.feed.appended(self.state, answer, self.parts.links.durable)
        return append_of(self, turn, entries, key)

    def silent(self: Keeper, turn: Turn) -> Answer:
        with patch.object(self.feed, "appended", lambda *told: None):
            return adopt(self, turn)

    stack.enter_context(patch.object(Keeper, "_append_of", shown))
    stack.enter_context(patch.object(Keeper, "_adopt", silent))


def _reads_an_old_link(stack: ExitStack) -> None:
    """Goes on with what it thought a link was, after another process has written to it."""

    def kept(self: FloorLinks) -> None:
        for name, (state, head) in list(self._tips.items()):
            self._tips[name] = (state, Head(head.number, head.hash))

    stack.enter_context(patch.object(FloorLinks, "fail", kept))


TWINS: Mapping[str, Twin] = {
    "answer before it is durable": _answer_before_durable,
    "append without the expected number": _append_anywhere,
    "a retry that contributes twice": _contributes_twice,
    "a lease that is not checked at the append": _lease_unchecked,
    "a view sent before its events are durable": _view_before_durable,
    "links are not read again after a lost race": _reads_an_old_link,
}
