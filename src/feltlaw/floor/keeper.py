"""One table in the process that owns it: commands in turn, appended, and only then adopted and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from feltlaw import cage
from feltlaw.canonical import canonical
from feltlaw.desk import FAULTS, Answer, Chance, Turn, told
from feltlaw.desk.desk import check_expected
from feltlaw.desk.turn import out_of_play
from feltlaw.event import Person
from feltlaw.floor.afterwards import correction_rows
from feltlaw.floor.approvals import approval_rows
from feltlaw.floor.automatic import LEAST_MS, Pace, link_is_back, next_command
from feltlaw.floor.counter import Entries
from feltlaw.floor.feed import Feed, Reader
from feltlaw.floor.parts import Parts
from feltlaw.floor.rounds import round_rows
from feltlaw.floor.store.model import (
    Append,
    Change,
    Kept,
    KeyTaken,
    Lease,
    LostLease,
    Stopped,
    Uncertain,
    Upsert,
)
from feltlaw.house import Mode
from feltlaw.record.lines import Sealed
from feltlaw.record.restore import table_stream
from feltlaw.record.store import Head, Saved, Stale, StoreError
from feltlaw.refusal import Refused
from feltlaw.table import Command, State
from feltlaw.views import Viewer

SNAPSHOT_EVERY = 50
"""Rounds between two saved states."""
TRIES = 50
"""So often a command begins again because another process wrote to a link or to the cage first."""
MOST_TOGETHER = 500
"""Events that may follow each other without a person between them, in one append."""


class NotHere(RuntimeError):
    """This process does not own the table any more."""


@dataclass(frozen=True, slots=True)
class KeyUse:
    """The key of a command, and a digest of what was asked."""

    account: str
    key: str
    request: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that refuses, to be kept for the key it was given to."""

    status: int
    body: bytes


Refusing = Callable[[Refused], Refusal]


@dataclass
class Keeper:
    """A table, its people waiting in turn, and everybody who watches."""

    parts: Parts
    mode: Mode
    lease: Lease
    state: State
    head: Head
    opened: int
    chance: Chance
    opener: str
    """The account in whose name an automatic table is run."""
    round_lines: list[Sealed] = field(default_factory=list)
    """The events since the last round ended, for whoever searches rounds."""
    saved_at: int = 0
    fault: str = ""
    feed: Feed = field(init=False)
    lost: bool = False

    def __post_init__(self) -> None:
        self.stream = table_stream(self.state.table)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.feed = Feed(self.state, self.parts.links.durable, self.head.number)
        self._pace = Pace(self._tick, automatic=self.mode == "automatic", validates=self.parts.validates)

    # ── commands ──

    async def command(
        self,
        command: Command,
        *,
        key: KeyUse | None = None,
        expect: int | None = None,
        refusing: Refusing | None = None,
    ) -> Answer:
        """Decides a command in its turn; when this returns it is durable. Raises `Refused` otherwise."""
        async with self._lock:
            self._check_here()
            try:
                check_expected(expect, self.head.number)
                deciding = partial(self._first, command, key)
                return await self._decided(deciding, command.by, key)
            except Refused as refused:
                if key is not None and refusing is not None:
                    await self._keep_refusal(key, refusing(refused))
                raise

    def frame(self, answer: Answer, viewer: Viewer) -> bytes:
        """An answer as its asker may see it; asked before anything else is awaited."""
        assert self.feed.look.seq == answer.number, "nothing has happened since"
        return self.feed.look.frame_bytes(viewer)

    async def watch(self, viewer: Viewer, after: int | None = None) -> Reader:
        """A new screen; one that knows more than this process is not told the table of long ago."""
        self._check_here()
        if after is not None and after > self.head.number:
            async with self._lock:
                await self._check_own()
                self._check_here()
        return self.feed.watch(viewer, after)

    async def go_on(self) -> None:
        """What the table does by itself now: after it was opened, or taken over."""
        async with self._lock:
            if not self.lost and not self.fault:
                await self._decided(self._follow, self._dealer, None)

    def _first(self, command: Command, key: KeyUse | None, turn: Turn, now: int) -> None:
        turn.decide(command, now, self.chance, key.key if key else "")
        self._follow(turn, now)

    def _follow(self, turn: Turn, now: int) -> None:
        """Everything that comes next and is no person's to do."""
        while len(turn.lines) < MOST_TOGETHER:
            command = link_is_back(turn.state, turn.links, self.opener)
            if command is None and self.mode == "automatic":
                command = next_command(turn.state, now, self.opener, validates=self.parts.validates)
            if command is None:
                return
            turn.decide(command, now, self.chance)

    @property
    def _dealer(self) -> Person:
        return Person("dealer", self.opener)

    # ── deciding, appending, adopting ──

    async def _decided(self, decide: Callable[[Turn, int], None], by: Person, key: KeyUse | None) -> Answer:
        for attempt in range(TRIES):
            turn, entries = await self._prepared(decide, by)
            if not turn.lines:
                return Answer(self.head.number, ())
            only_stopped = turn.lines[0].event.kind == "stop_table"
            append = self._append_of(turn, entries, None if only_stopped else key)
            try:
                await self.parts.store.append(append)
            except (Stale, Uncertain) as error:
                self.parts.fail(error)
                await self._check_own()
                await asyncio.sleep(self.parts.pause(attempt))
                continue
            except KeyTaken:  # the same request is being done, and its answer will be this one's
                self.parts.fail()
                raise
            except LostLease as error:
                self.parts.fail()
                self.lose()
                raise NotHere(str(error)) from error
            except StoreError as error:
                self.parts.fail()
                if self.parts.store.fault:
                    self.stop(str(error))
                else:  # the store works: whoever asks next reads the table again
                    self.lose()
                raise
            answer = self._adopt(turn)
            if only_stopped:
                raise out_of_play(self.state.stopped)
            return answer
        self.parts.fail()
        raise Stopped("other processes were first again and again")

    async def _prepared(self, decide: Callable[[Turn, int], None], by: Person) -> tuple[Turn, Entries]:
        """A turn decided on links and balances as they stand; nothing is awaited after the last of them."""
        shared = self.parts
        while True:
            await shared.links.ready(self.state.links.values())
            now = told(shared.clock)
            turn = self._turn()
            try:
                decide(turn, now)
            except FAULTS as fault:
                turn.stop(str(fault), now)
            entries = self._cage_entries(turn)
            if not shared.counter.lacks(entries):
                break
            await shared.counter.ready(one.account for one in entries)
        made = shared.counter.prepare(entries, by, now, turn.batch)
        shared.links.advance(turn)
        shared.counter.advance(made)
        return turn, made

    def _turn(self) -> Turn:
        states, heads = self.parts.links.reached(self.state.links.values())
        return Turn(self.parts.batch(), self.stream, self.state, self.head, states, heads)

    def _cage_entries(self, turn: Turn) -> list[cage.Entry]:
        """What goes to and comes from players' accounts; at a real table chips are chips."""
        if self.mode == "real":
            return []
        return [
            entry for line in turn.own for entry in cage.at_table(self.state.table, line.number, line.event)
        ]

    def _append_of(self, turn: Turn, entries: Entries, key: KeyUse | None) -> Append:
        rows: list[Change] = [*entries.rows]
        self._next_round, more = round_rows(self.state.table, self.round_lines, turn)
        rows += more
        rows += [row for line in turn.own for row in approval_rows(self.state.table, line)]
        rows += [row for line in turn.own for row in correction_rows(self.state.table, line)]
        if turn.state.rounds >= self.saved_at + SNAPSHOT_EVERY:
            due = self.parts.links.due(turn)
            rows += _saved_rows(turn.snapshot(turn.lines[-1].event.at, self.opened, due))
            self.parts.links.advance(turn)
        own = turn.own
        kept = None
        if key is not None:
            at, first, last = own[-1].event.at, own[0].number, own[-1].number
            kept = Kept(key.account, key.key, key.request, 200, b"", at, self.stream, first, last)
        return Append([*turn.lines, *entries.lines], {self.stream: self.lease.epoch}, kept, rows)

    def _adopt(self, turn: Turn) -> Answer:
        before, self.state, self.head = self.state, turn.state, turn.head
        self.round_lines = self._next_round
        if self.state.rounds >= self.saved_at + SNAPSHOT_EVERY:
            self.saved_at = self.state.rounds
        self.parts.links.settle(turn.links)
        answer = Answer(self.head.number, turn.own, states=tuple(turn.states))
        self.feed.appended(before, answer, self.parts.links.durable)
        self._set_clock()
        return answer

    async def _keep_refusal(self, key: KeyUse, refusal: Refusal) -> None:
        """A refusal is the answer to its key from now on."""
        now = told(self.parts.clock)
        kept = Kept(key.account, key.key, key.request, refusal.status, refusal.body, now)
        try:
            await self.parts.store.append(Append(leases={self.stream: self.lease.epoch}, kept=kept))
        except LostLease as error:
            self.lose()
            raise NotHere(str(error)) from error

    async def _check_own(self) -> None:
        """After a lost race: it was a link or the cage, or the table itself, which then is another
        process's."""
        if await self.parts.head(self.stream) != self.head:
            self.lose()
            raise NotHere(f"{self.stream} has gone on elsewhere")

    # ── clocks ──

    def _set_clock(self, least: int = 0) -> None:
        if not self.lost and not self.fault:
            self._pace.set(self.state, told(self.parts.clock), least)

    def clocks(self) -> list[tuple[str, int, int]]:
        """The clocks that run now: for what, for which seat, and the milliseconds left."""
        return self._pace.clocks(self.state, told(self.parts.clock))

    def start(self) -> None:
        """Begins to work: a table goes on by itself, as far as nobody has to do anything."""
        self._spawn(self.go_on())
        self._set_clock()

    def _tick(self) -> None:
        self._spawn(self._timed())

    async def _timed(self) -> None:
        """A clock has run out: in its turn, what it stands for is done, where it is still due."""
        least = LEAST_MS
        try:
            async with self._lock:
                self._check_here()
                answer = await self._decided(self._ran_out, self._dealer, None)
                if answer.events:
                    self._pace.done()
                    least = 0
        finally:
            self._set_clock(least)

    def _ran_out(self, turn: Turn, now: int) -> None:
        command = self._pace.due(turn.state, now, self.opener)
        if command is not None:
            turn.decide(command, now, self.chance)
        self._follow(turn, now)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ── the end ──

    def _check_here(self) -> None:
        if self.lost:
            raise NotHere(f"{self.stream} is owned by another process")
        if self.fault:
            raise Stopped(self.fault)

    def lose(self) -> None:
        """Another process has the table now; who watches looks there."""
        self.lost = True
        self._pace.end()
        self.feed.end()

    async def finish(self) -> None:
        """Lets what is under way become durable, and then takes nothing more."""
        async with self._lock:
            self.lose()

    def stop(self, why: str) -> None:
        """The store failed: nothing is accepted any more, and everybody is told."""
        self.fault = why
        self._pace.end()
        self.feed.end(why)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """A table's own work: what stops it is said where it is asked for next."""
    try:
        await work
    except (StoreError, NotHere, Refused):
        return


def _saved_rows(saved: Mapping[str, Saved]) -> Sequence[Upsert]:
    return [
        Upsert(
            "snapshots",
            {"stream": stream, "number": one.number},
            {"opened": one.opened, "hash": one.hash, "state": canonical(one.state)},
        )
        for stream, one in saved.items()
    ]
