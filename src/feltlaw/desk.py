"""The desk: the one place where a command meets a table.

It takes commands in turn, adds the time and what chance gives, has them decided, appends the events and only then
adopts the state they lead to. A file, memory and the floor's databases are stores behind the same desk.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from feltlaw import link as links
from feltlaw.books import OutOfBalance
from feltlaw.canonical import canonical, digest
from feltlaw.event import SYSTEM, Event, Person
from feltlaw.link import LinkState
from feltlaw.meter import Meter
from feltlaw.record.lines import Sealed, seal
from feltlaw.record.store import Head, Remembered, Saved, Store, StoreError
from feltlaw.refusal import Refused, shown
from feltlaw.round.read import start_meters
from feltlaw.shuffle import SeededSource, Source, SystemSource, draws, shuffle
from feltlaw.submission import Submission
from feltlaw.table import Command, Moment, Shuffled, State, TableOpened, apply, begin, decide, read_command
from feltlaw.table.life import Snapshot, StopTable, carried_state, read_state, write_state
from feltlaw.table.machine import RULES, command_json
from feltlaw.table.opening import change_due, elapsed

LONGEST_KEY = 200
SNAPSHOT_EVERY = 50
"""Rounds between two saved states."""

Clock = Callable[[], int]


def system_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class KeyReused(ValueError):
    """A command's key that was used for another command before."""


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


class Links:
    """The links of a property, as they stand; several desks may share one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.states: dict[str, LinkState] = {}

    def open(self, name: str, meter: Meter, by: Person, now: int, continues: str = "") -> LinkState:
        """Begins a link, where it is not there yet; one that is goes on as it stands."""
        found = self.states.get(name) or self._restored(name)
        if found is None:
            data = links.opening(name, meter, continues)
            event = Event("open_link", by, now, data, links.moves_of(LinkState(name, meter), data))
            line = seal(
                stream_of(name), 1, self.store.batch + 1, self.store.head(stream_of(name)).hash, event
            )
            self.store.append([line], None, None)
            found = links.begin(event)
        self.states[name] = found
        return found

    def _restored(self, name: str) -> LinkState | None:
        """A link from its stream, from a saved state on where there is one."""
        state: LinkState | None = None
        for line in self.store.read(stream_of(name)):
            state = links.begin(line.event) if state is None else links.apply(state, line.event)
        return state

    def write(self, name: str, data: object, by: Person, now: int) -> LinkState:
        """Something that happens to a link alone: it is stopped, resumed or put right."""
        before = self.states[name]
        event = Event(links.KIND_OF[type(data)], by, now, data, links.moves_of(before, data))
        head = self.store.head(stream_of(name))
        line = seal(stream_of(name), head.number + 1, self.store.batch + 1, head.hash, event)
        self.store.append([line], None, None)
        self.states[name] = links.apply(before, event)
        return self.states[name]


def stream_of(link: str) -> str:
    return f"link/{link}"


def table_stream(table: str) -> str:
    return f"table/{table}"


@dataclass
class Desk:
    """A table open for commands."""

    store: Store
    links: Links
    state: State
    head: Head
    source: Source
    clock: Clock = system_clock
    snapshot_every: int = SNAPSHOT_EVERY
    fault: str = ""
    """Why the desk takes no commands any more: a store that failed, or books that do not balance."""
    watchers: list[Callable[[Answer, State], None]] = field(default_factory=list)
    """Who is told what was appended: screens, feeds, transcripts."""
    opened: int = 1
    """The number of the event that opened the table."""
    _made: dict[str, tuple[int, Any]] = field(default_factory=dict)
    _after: dict[int, State] = field(default_factory=dict)
    """By their numbers, the states after events that are not appended yet."""
    _saved_at: int = 0

    @property
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
        return self.give(read_command(do, dict(data or {}), by), key=key, expect=expect)

    def give(self, command: Command, *, key: str = "", expect: int | None = None) -> Answer:
        """Gives a command: decided, written down, and only then done."""
        request = digest({"by": command.by.account, "command": command_json(command)}) if key else ""
        if key and (found := self._answered(command.by.account, key, request)):
            return found
        if expect is not None and expect != self.number:
            raise Refused(
                f"the table has gone on: its last event is {self.number}, not {expect}",
                "Look at it again.",
            )
        return self._append(
            *self._decided(command, key), account=command.by.account, key=key, request=request
        )

    def run(self, choose: Callable[[State], Command | None], most: int = 500) -> Answer | None:
        """Gives commands that follow each other without a person between them, in one append."""
        start, start_links = self.state, dict(self.links.states)
        self._after = {}
        lines: list[Sealed] = []
        try:
            while len(lines) < most and (command := choose(self.state)) is not None:
                more, state, link_states = self._decided(command, "", after=lines)
                lines += more
                self.state = state
                self.links.states.update(link_states)
        finally:
            state, link_states = self.state, dict(self.links.states)
            self.state = start
            self.links.states.clear()
            self.links.states.update(start_links)
        return self._append(lines, state, link_states) if lines else None

    def _answered(self, account: str, key: str, request: str) -> Answer | None:
        """The answer an account was given to this key before."""
        if len(key) > LONGEST_KEY or not key.isprintable():
            raise Refused("this key cannot be remembered", f"Use at most {LONGEST_KEY} printable characters.")
        found = self.store.remembered(account, key)
        if found is None:
            return None
        if found.request != request:
            raise KeyReused(f"the key '{shown(key)}' was used for another command")
        lines = [line for line in self.store.read(found.stream, found.first - 1) if line.number <= found.last]
        return Answer(found.last, tuple(lines), again=True)

    def _decided(
        self, command: Command, key: str, after: list[Sealed] | None = None
    ) -> tuple[list[Sealed], State, Mapping[str, LinkState]]:
        """A command's events sealed, and the states they lead to."""
        if self.fault:
            raise Refused(f"this table is stopped: {self.fault}", "Open it again from its record.")
        heads = {line.stream: Head(line.number, line.hash) for line in after or ()}
        now = self.clock()
        moment = Moment(now, command.by, *self._chance(command, heads), links=self._running())
        try:
            decision = decide(self.state, command, moment)
        except OutOfBalance as off:
            self._stop(str(off))
            raise Refused(f"this table is stopped: {off}", "This is a fault of the program.") from off
        given: dict[str, Any] = command_json(command)
        if key:
            given["key"] = key
        if command.do == "confirm":
            given["by"] = {"role": command.by.role, "account": command.by.account}
        batch = self.store.batch + 1
        lines: list[Sealed] = []
        for stream, event in (
            *((self.stream, one) for one in decision.events),
            *((stream_of(name), one) for name, one in decision.links),
        ):
            head = heads.get(stream) or (self.head if stream == self.stream else self.store.head(stream))
            line = seal(stream, head.number + 1, batch, head.hash, event, given if not lines else None)
            heads[stream] = Head(line.number, line.hash)
            lines.append(line)
        own = (line.number for line in lines if line.stream == self.stream)
        self._after.update(zip(own, decision.states, strict=True))
        return lines, decision.state, decision.link_states or {}

    def _running(self) -> dict[str, LinkState]:
        names = self.state.links.values()
        return {name: self.links.states[name] for name in names if name in self.links.states}

    def _append(
        self,
        lines: list[Sealed],
        state: State,
        link_states: Mapping[str, LinkState],
        account: str = "",
        key: str = "",
        request: str = "",
    ) -> Answer:
        own = tuple(line for line in lines if line.stream == self.stream)
        answer = Remembered(self.stream, own[0].number, own[-1].number, request) if key else None
        try:
            self.store.append(lines, (account, key) if key else None, answer)
        except StoreError as error:
            self.fault = str(error)
            raise
        self.state = state
        self.links.states.update(link_states)
        self.head = Head(own[-1].number, own[-1].hash)
        after, self._after = self._after, {}
        found = Answer(self.head.number, own, states=tuple(after.get(line.number, state) for line in own))
        for watcher in self.watchers:
            watcher(found, state)
        if self.snapshot_every and state.rounds >= self._saved_at + self.snapshot_every:
            self.snapshot()
        return found

    def _stop(self, why: str) -> None:
        """A fault of the program is on record, and nothing goes on until two people say so."""
        event = Event("stop_table", SYSTEM, self.clock(), StopTable(why[:300]))
        line = seal(self.stream, self.number + 1, self.store.batch + 1, self.head.hash, event)
        self._append([line], apply(self.state, event), {})

    # ── chance ──

    def _chance(
        self, command: Command, heads: Mapping[str, Head]
    ) -> tuple[Shuffled | None, Mapping[str, str | int]]:
        """What chance gives at this place in the record; asked again, it gives the same (S-44)."""
        rule = RULES.get(command.do)
        wants = rule.chance(self.state, command.data) if rule else ""
        number = heads[self.stream].number if self.stream in heads else self.number
        if wants == "deck":
            jokers = self.state.submission.regulation.deck.jokers
            return self._once("deck", number, lambda source: shuffle(source, jokers)), {}
        if wants == "draws" and self.state.under_way is not None:
            stakes = self.state.under_way.facts.stakes
            made = self._once("draws", number, lambda source: draws(source, self.state.submission, stakes))
            return None, made
        return None, {}

    def _once(self, what: str, number: int, make: Callable[[Source], Any]) -> Any:
        at, made = self._made.get(what, (-1, None))
        if at != number:
            made = make(self.source.fork(f"{what} {number}"))
            self._made[what] = (number, made)
        return made

    # ── restarts ──

    def snapshot(self) -> None:
        """Writes the state down and names it in the record, so that a restart begins there."""
        written = write_state(self.state)
        self.store.save(self.stream, Saved(self.number, self.opened, self.head.hash, written))
        self._saved_at = self.state.rounds
        event = Event("snapshot", SYSTEM, self.clock(), Snapshot(digest(written), self.number))
        line = seal(self.stream, self.number + 1, self.store.batch + 1, self.head.hash, event)
        self.store.append([line], None, None)
        self.state = apply(self.state, event)
        self.head = Head(line.number, line.hash)

    def deck_is_due(self) -> bool:
        """Whether the deck of the next round must be changed by now."""
        deck = self.state.deck
        due = change_due(self.state, deck) if deck is not None else None
        return due is not None and elapsed(self.state, self.clock()) >= due[0]


# ── opening ──


def open_desk(
    submission: Submission,
    store: Store,
    *,
    table: str = "",
    by: Person = SYSTEM,
    source: Source | None = None,
    clock: Clock = system_clock,
    real_cards: bool = False,
    shared: Links | None = None,
    meters: Mapping[str, Meter] | None = None,
    carried: State | None = None,
    continues: str = "",
    snapshot_every: int = SNAPSHOT_EVERY,
) -> Desk:
    """Opens a table on a store: a new one, or one that goes on from the state an earlier record left.

    Its meters begin at their seeds, at the amounts given, or where their links stand.
    """
    chosen = source or SystemSource()
    name = table or submission.table or "table"
    property_links = shared or Links(store)
    now = clock()
    started = start_meters(submission)
    on = {}
    for offered in submission.wagers.values():
        meter = offered.wager.meter
        if meter and meter not in on:
            on[meter] = offered.meter if offered.linked else f"{name}:{meter}"
            property_links.open(on[meter], (meters or {}).get(meter, started[meter]), by, now)
    opened = TableOpened(
        name,
        canonical(submission.to_data()).decode(),
        submission.digest,
        submission.regulation.digest,
        version("feltlaw"),
        on,
        real_cards,
        not chosen.live,
        chosen.seed or "",
        carried_state(carried) if carried is not None else "",
        continues,
    )
    event = Event("open_table", by, now, opened, phase="opening")
    state = begin(event)
    head = store.head(table_stream(name))
    line = seal(table_stream(name), head.number + 1, store.batch + 1, head.hash, event)
    store.append([line], None, None)
    return Desk(
        store,
        property_links,
        state,
        Head(line.number, line.hash),
        chosen,
        clock,
        snapshot_every,
        opened=line.number,
        _saved_at=state.rounds,
    )


def reopen(
    store: Store,
    table: str,
    *,
    clock: Clock = system_clock,
    shared: Links | None = None,
    snapshot_every: int = 50,
) -> Desk:
    """A table as its record left it: from the last saved state that the record names, or from its opening."""
    stream = table_stream(table)
    state, head, number, opened = restored(store, stream)
    property_links = shared or Links(store)
    for name in state.links.values():
        if name not in property_links.states:
            found = property_links._restored(name)
            if found is None:
                raise StoreError(f"the link {name} is not on record")
            property_links.states[name] = found
    source: Source = SeededSource(opened.seed) if opened.practice and opened.seed else SystemSource()
    return Desk(
        store,
        property_links,
        state,
        head,
        source,
        clock,
        snapshot_every,
        opened=number,
        _saved_at=state.rounds,
    )


def restored(store: Store, stream: str) -> tuple[State, Head, int, TableOpened]:
    """The state a table's stream leads to, its last event, and the event that opened its last part."""
    saved = store.saved(stream)
    opening = next(store.read(stream, saved.opened - 1 if saved else 0), None)
    if opening is None or opening.event.kind != "open_table":
        raise StoreError(f"there is no table on record as {stream}")
    state, number, head = begin(opening.event), opening.number, Head(opening.number, opening.hash)
    if saved is not None:
        state, head = _from_saved(store, stream, saved, state)
    opened: TableOpened = opening.event.data
    for line in store.read(stream, head.number):
        if line.event.kind == "open_table":
            opened, number = line.event.data, line.number
        state = apply(state, line.event)
        head = Head(line.number, line.hash)
    return state, head, number, opened


def _from_saved(store: Store, stream: str, saved: Saved, opening: State) -> tuple[State, Head]:
    """A saved state, where the record names it: the event after it has its hash."""
    named = next(store.read(stream, saved.number), None)
    if named is None or named.event.kind != "snapshot" or named.event.data.state != digest(saved.state):
        raise StoreError(f"the saved state of {stream} is not the one that the record names")
    return read_state(saved.state, opening.submission), Head(saved.number, saved.hash)
