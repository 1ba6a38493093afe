"""A turn: what is being decided at a table and is not on record yet.

It holds the events, sealed, and the states they lead to. Whoever keeps the table appends them, and adopts the
states when they are durable; a turn that is dropped has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlaw import link as links
from feltlaw.books import OutOfBalance
from feltlaw.canonical import digest
from feltlaw.desk.chance import Chance
from feltlaw.event import SYSTEM, Event, Person, Snapshot
from feltlaw.link import LinkState
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.restore import stream_of
from feltlaw.record.store import EMPTY, Head, Saved
from feltlaw.refusal import Refused
from feltlaw.schema import tidy
from feltlaw.shuffle import SourceFailed
from feltlaw.table import Command, Moment, State, apply, decide
from feltlaw.table.life import StopTable, write_state
from feltlaw.table.machine import command_json

FAULTS = (OutOfBalance, SourceFailed)
"""What takes a table out of play at once, on record."""


@dataclass
class Turn:
    """Events of one append, one after the other, and how table and links stand after them."""

    batch: int
    stream: str
    state: State
    head: Head
    links: dict[str, LinkState]
    """The table's links that can be reached, by their names."""
    heads: dict[str, Head]
    """The last events of links."""
    lines: list[Sealed] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    """The state after each event of the table."""

    @property
    def own(self) -> tuple[Sealed, ...]:
        """The events of the table."""
        return tuple(line for line in self.lines if line.stream == self.stream)

    def decide(self, command: Command, now: int, chance: Chance, key: str = "") -> None:
        """Takes one more command; raises `Refused`, and then the turn is as it was."""
        shuffled, drawn = chance.given(self.state, command, self.head.number)
        moment = Moment(now, command.by, shuffled, drawn, links=self.links, number=self.head.number)
        decision = decide(self.state, command, moment)
        given: dict[str, Any] = command_json(command)
        if key:
            given["key"] = key
        if command.do == "confirm":
            given["by"] = {"role": command.by.role, "account": command.by.account}
        if unreached := {name for name in self.state.links.values() if name not in self.links}:
            given["unreached"] = sorted(unreached)
        for at, (event, state) in enumerate(zip(decision.events, decision.states, strict=True)):
            self.happens(event, state, None if at else given)
        for name, event in decision.links:
            self._on_link(name, event)
        if decision.link_states is not self.links:
            self.links = dict(decision.link_states or {})

    def happens(
        self, event: Event, state: State | None = None, given: Mapping[str, Any] | None = None
    ) -> None:
        """One more event of the table."""
        line = seal(self.stream, self.head.number + 1, self.batch, self.head.hash, event, given=given)
        self.head = Head(line.number, line.hash)
        self.state = apply(self.state, event) if state is None else state
        self.lines.append(line)
        self.states.append(self.state)

    def stop(self, why: str, now: int) -> None:
        """A fault is on record, and nothing goes on until two people say so."""
        self.happens(Event("stop_table", SYSTEM, now, StopTable(why[:300])))

    def snapshot(self, now: int, opened: int, link_names: Iterable[str]) -> dict[str, Saved]:
        """Names the states of the table and of links in the record; gives what is to be kept."""
        written = write_state(self.state)
        saved = {self.stream: Saved(self.head.number, opened, self.head.hash, written)}
        self.happens(Event("snapshot", SYSTEM, now, Snapshot(digest(written), self.head.number)))
        for name in link_names:
            state, head = self.links[name], self.heads[name]
            written = links.write_link(state)
            saved[stream_of(name)] = Saved(head.number, 0, head.hash, written)
            event = Event("snapshot", SYSTEM, now, Snapshot(digest(written), head.number))
            self._on_link(name, event)
            self.links[name] = links.apply(state, event)
        return saved

    def _on_link(self, name: str, event: Event) -> None:
        line, self.heads[name] = link_line(name, event, self.heads.get(name, EMPTY), self.batch)
        self.lines.append(line)


def out_of_play(why: str) -> Refused:
    """What whoever asked is told where a fault has stopped the table."""
    return Refused(f"this table is stopped: {why}", "Have it looked at; two people let it go on.")


def link_line(name: str, event: Event, head: Head, batch: int) -> tuple[Sealed, Head]:
    """An event of a link sealed, and the end of its stream then."""
    line = seal(stream_of(name), head.number + 1, batch, head.hash, event)
    return line, Head(line.number, line.hash)


def link_event(state: LinkState, data: object, by: Person, now: int) -> tuple[Event, LinkState]:
    """Something that happens to a link alone: it is stopped, resumed, put right."""
    tidied = tidy(data)
    event = Event(links.KIND_OF[type(tidied)], by, now, tidied, links.moves_of(state, tidied))
    return event, links.apply(state, event)
