"""The desk: the one place where a command meets a table.

It takes commands in turn, adds the time and what chance gives, has them decided, appends the events and only
then adopts the state they lead to. This one appends in place, to a file or to memory; the floor's desk waits
for its database between deciding and adopting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from feltlaw.desk.chance import Chance
from feltlaw.desk.clock import Clock, system_clock, told
from feltlaw.desk.links import Links
from feltlaw.desk.turn import FAULTS, Turn, out_of_play
from feltlaw.event import Event, Person
from feltlaw.link import LinkState
from feltlaw.record.lines import Sealed
from feltlaw.record.restore import table_stream
from feltlaw.record.store import Head, Remembered, Store, StoreError, request_of
from feltlaw.refusal import Refused, shown
from feltlaw.table import Command, State, read_command
from feltlaw.table.machine import command_json
from feltlaw.table.opening import change_due, elapsed
from feltlaw.values import quick

LONGEST_KEY = 200
SNAPSHOT_EVERY = 50
"""Rounds between two saved states."""


class KeyReused(ValueError):
    """A command's key that was used for another command before."""


@quick
@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to: the number of the table's last event then, and the events it led to."""

    number: int
    lines: tuple[Sealed, ...]
    again: bool = False
    """Whether it is the answer to an earlier command with the same key."""
    states: tuple[State, ...] = ()
    """The state after each event; none where the answer was read back."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(line.event for line in self.lines)


@dataclass
class Desk:
    """A table open for commands."""

    store: Store
    links: Links
    state: State
    head: Head
    chance: Chance
    clock: Clock = system_clock
    snapshot_every: int = SNAPSHOT_EVERY
    fault: str = ""
    """Why the desk takes no commands any more: a store that failed, or books that do not balance."""
    watchers: list[Callable[[Answer, State], None]] = field(default_factory=list)
    """Who is told what was appended: screens, feeds, transcripts."""
    opened: int = 1
    """The number of the event that opened the table."""
    saved_at: int = 0
    """The round after which the state was saved last."""

    @cached_property
    def stream(self) -> str:
        return table_stream(self.state.table)

    @property
    def number(self) -> int:
        """The number of the table's last event."""
        return self.head.number

    # ── commands ──

    def do(
        self,
        do: str,
        by: Person,
        data: Mapping[str, Any] | None = None,
        *,
        key: str = "",
        expect: int | None = None,
    ) -> Answer:
        """Gives a command as plain JSON; raises `Refused`, and then nothing has happened."""
        return self.give(read_command(do, {} if data is None else data, by), key=key, expect=expect)

    def give(self, command: Command, *, key: str = "", expect: int | None = None) -> Answer:
        """Gives a command: decided, written down, and only then done."""
        request = request_of(command.by.account, command_json(command)) if key else ""
        if key and (found := self._answered(command.by.account, key, request)):
            return found
        check_expected(expect, self.number)
        turn = self.turn()
        self._decide(turn, command, key)
        if not key:
            return self._append(turn)
        own = turn.own
        answer = Remembered(self.stream, own[0].number, own[-1].number, request)
        return self._append(turn, (command.by.account, key), answer)

    def run(self, choose: Callable[[State], Command | None], most: int = 500) -> Answer | None:
        """Gives commands that follow each other without a person between them, in one append."""
        turn = self.turn()
        while len(turn.lines) < most and (command := choose(turn.state)) is not None:
            try:
                self._decide(turn, command)
            except Refused:
                if not turn.lines or self.fault or turn.state.stopped:
                    raise
                break  # what was decided before it stands; whoever goes on is told
        return self._append(turn) if turn.lines else None

    def turn(self) -> Turn:
        """What can be decided from here on."""
        if self.fault:
            raise Refused(f"this table is stopped: {self.fault}", "Open it again from its record.")
        running = self.reached()
        heads = {name: self.links.head(name) for name in running}
        return Turn(self.store.batch + 1, self.stream, self.state, self.head, running, heads)

    def reached(self) -> dict[str, LinkState]:
        """The table's links that can be reached now."""
        known = self.links.states
        return {name: known[name] for name in self.state.links.values() if name in known}

    def _answered(self, account: str, key: str, request: str) -> Answer | None:
        """The answer an account was given to this key before."""
        check_key(key)
        found = self.store.remembered(account, key)
        if found is None:
            return None
        if found.request != request:
            raise KeyReused(f"the key '{shown(key)}' was used for another command")
        lines = takewhile(
            lambda line: line.number <= found.last, self.store.read(found.stream, found.first - 1)
        )
        return Answer(found.last, tuple(lines), again=True)

    def _decide(self, turn: Turn, command: Command, key: str = "") -> None:
        try:
            turn.decide(command, told(self.clock), self.chance, key)
        except FAULTS as fault:
            turn.stop(str(fault), told(self.clock))
            self._append(turn)
            raise out_of_play(str(fault)) from fault

    def _append(
        self,
        turn: Turn,
        key: tuple[str, str] | None = None,
        answer: Remembered | None = None,
        *,
        watched: bool = True,
    ) -> Answer:
        try:
            self.store.append(turn.lines, key, answer)
        except StoreError as error:
            self.fault = str(error)
            raise
        self.state, self.head = turn.state, turn.head
        self.links.states.update(turn.links)
        found = Answer(self.number, turn.own, states=tuple(turn.states))
        if not watched:
            return found
        for watcher in self.watchers:
            watcher(found, self.state)
        if self.snapshot_every and self.state.rounds >= self.saved_at + self.snapshot_every:
            with suppress(StoreError):  # the command is done all the same; a store that failed says so next
                self.snapshot()
        return found

    # ── restarts ──

    def snapshot(self) -> None:
        """Names the state in the record, and then writes it down, so that a restart begins there."""
        turn = self.turn()
        due = [name for name in sorted(turn.links) if self.links.due(name)]
        saved = turn.snapshot(told(self.clock), self.opened, due)
        self.saved_at = self.state.rounds
        self._append(turn, watched=False)
        self.store.save(saved)

    def close(self) -> None:
        """Takes no more commands, and lets go of the store."""
        self.fault = self.fault or "it was closed"
        self.store.close()

    def deck_is_due(self) -> bool:
        """Whether the deck of the next round must be changed by now."""
        return deck_is_due(self.state, told(self.clock))


def deck_is_due(state: State, now: int) -> bool:
    """Whether the deck of the next round must be changed by now."""
    due = change_due(state, state.deck) if state.deck is not None else None
    return due is not None and elapsed(state, now) >= due[0]


def check_expected(expect: int | None, number: int) -> None:
    """A command may say after which event it was meant."""
    if expect is not None and expect != number:
        raise Refused(f"the table has gone on: its last event is {number}, not {expect}", "Look at it again.")


def check_key(key: str) -> None:
    """A key is some text of a bearable size."""
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused("this key cannot be remembered", f"Use at most {LONGEST_KEY} printable characters.")
