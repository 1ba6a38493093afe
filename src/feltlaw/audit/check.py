"""The whole check of a record: its chain, and then every command, payment, seal and cent once more.

State is folded from what is on record, whatever today's program thinks of it. Where it would have decided
otherwise, that is wrong if it is the program that decided then, and told if it is another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from feltlaw import cage
from feltlaw.audit.findings import Findings
from feltlaw.audit.links import ALONE as LINK_ALONE
from feltlaw.audit.links import Links
from feltlaw.audit.money import Otherwise, Unreadable, Wrong, check_layout_empty, check_lines, check_meter
from feltlaw.audit.seals import Secrets, check_cuts, check_dealt, check_root
from feltlaw.audit.summary import conclude
from feltlaw.audit.tables import (
    ALONE,
    Placed,
    TableCheck,
    Waiting,
    check_written,
    decided,
    is_same,
    open_check,
    read_entry,
    said_otherwise,
    unlike,
)
from feltlaw.canonical import canonical, digest
from feltlaw.event import Event, event_json
from feltlaw.program import version
from feltlaw.record.beside import actor
from feltlaw.record.chain import Batch, Fault
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.keys import PublicKey
from feltlaw.record.lines import Entry
from feltlaw.record.places import open_source
from feltlaw.record.report import Report
from feltlaw.record.sources import Source
from feltlaw.record.store import Answers, Remembered, request_of
from feltlaw.record.tables import Left, left_by
from feltlaw.record.verify import verify
from feltlaw.table import EVENTS, Decision, State, apply, write_state

LOOKED_AT = frozenset(
    kind
    for kind, data in EVENTS.items()
    if kind == "end_round" or {"lines", "sealed"} & {field.name for field in fields(data)}
)
"""Events of which there is something to check even where they moved no money."""


def audit(
    place: Path | str | bytes | Source,
    *,
    checkpoints: Sequence[Checkpoint] = (),
    keys: Iterable[PublicKey] = (),
    before: Path | str | None = None,
) -> Report:
    """Checks a record and everything in it. `before` is the record from which it goes on, where it does."""
    source = open_source(place)
    auditor = Auditor(left_by(before) if before is not None else None, whole=source.is_whole)
    return verify(source, checkpoints=checkpoints, keys=keys, watcher=auditor)


class Auditor(Findings):
    """Plays a record through from its beginning."""

    def __init__(self, left: Left | None = None, *, whole: bool = True) -> None:
        super().__init__(Links(left=left))
        self.left, self.whole = left, whole
        self._keys = Answers()
        self._closed: set[str] = set()
        """Streams of tables that cannot be opened by this program."""
        self._opened: dict[str, Placed] = {}
        """By link, where it was opened."""

    def batch(self, batch: Batch, report: Report) -> None:
        self._report = report
        groups, waiting = self._sorted(batch)
        for queue in waiting.values():
            while queue and queue[0][1].kind in LINK_ALONE:
                self._link(*queue.popleft())
        certain = True
        for group in groups:
            table = self.tables.get(group[0][1].stream)
            if table is None or table.lost or group[0][1].kind in ALONE:
                self._alone(group)
                followed = table is None or not table.lost
                certain = certain and followed and group[0][1].stream not in self._closed
            else:
                certain = self._command(table, group, waiting) and certain
        for queue in waiting.values():
            for line, entry in queue:
                if certain and self.whole and entry.kind not in LINK_ALONE:
                    self._wrong(line, entry, "nothing that happened at a table led to this")
                self.orphans += not self.whole
                self._link(line, entry)
        self._cage(batch)

    def finish(self, report: Report) -> None:
        for line, entry in self.cage.left(report.heads)[0]:
            self._wrong(line, entry, "the table's event did not come with it")
        followed = [table.state for table in self.tables.values() if not table.lost]
        for name, what in self.links.left_locked(followed):
            report.add(Fault(0, "wrong", what, f"link/{name}"))
        conclude(self, report)

    def _sorted(self, batch: Batch) -> tuple[list[list[Placed]], Waiting]:
        """The events of each command, and those of links by their streams."""
        groups: list[list[Placed]] = []
        waiting: dict[str, deque[Placed]] = {}
        last: dict[str, list[Placed]] = {}
        for line, entry in enumerate(batch.entries, batch.line):
            word = entry.stream.partition("/")[0]
            if word == "link":
                waiting.setdefault(entry.stream, deque()).append((line, entry))
            elif word == "table":
                if entry.given is not None or entry.kind in ALONE or entry.stream not in last:
                    last[entry.stream] = []
                    groups.append(last[entry.stream])
                last[entry.stream].append((line, entry))
            elif word == "record":
                self._about(entry)
            elif word != cage.STREAM:
                self.unknown.add(word)
        return groups, waiting

    def _cage(self, batch: Batch) -> None:
        for line, entry in enumerate(batch.entries, batch.line):
            if entry.stream == cage.STREAM:
                self._guarded(line, entry, self.cage.see, line, entry, batch.entries)
        if self.cage.balances:
            for line, entry in enumerate(batch.entries, batch.line):
                table = self.tables.get(entry.stream)
                if table is not None and not table.state.real_cards:  # there chips are chips
                    self._guarded(line, entry, self.cage.check_table, entry, batch.entries)

    def _about(self, entry: Entry) -> None:
        match entry.body:
            case {"kind": "program_changed", "data": {"program": str(program)}}:
                for table in self.tables.values():
                    table.program = program

    # ── commands ──

    def _command(self, table: TableCheck, group: list[Placed], waiting: Waiting) -> bool:
        """A command and what followed from it; whether it is certain which events of links are its own."""
        self._count("commands")
        line, first = group[0]
        self._check_key(line, first, group)
        decision = decided(table, group, self.links.states)
        if isinstance(decision, Decision) and is_same(decision, group, waiting):
            self._adopt(table, group, decision, waiting)
            return True
        if isinstance(decision, str):
            self._differs(table, line, first, decision)
        else:
            for at, entry, what in unlike(decision, group):
                self._differs(table, at, entry, what)
            self._compare_links(table, decision, waiting)
        for at, entry in group:
            self._fold(table, at, entry)
        self._check_links(table, group[-1])
        return isinstance(decision, Decision)

    def _adopt(self, table: TableCheck, group: list[Placed], decision: Decision, waiting: Waiting) -> None:
        """What was decided again is what is on record: the state it led to is the state of the record."""
        before, table.state = table.state, decision.state
        self._count("decided_again")
        for name, _ in decision.links:
            waiting[f"link/{name}"].popleft()
            self._count("link_events")
        for (line, entry), event in zip(group, decision.events, strict=True):
            if event.moves or event.kind in LOOKED_AT:
                self._guarded(line, entry, self._facts, table, before, event)
        if decision.links:
            self.links.states.update(decision.link_states or {})
            for name in {name: None for name, _ in decision.links}:
                self._guarded(*group[-1], check_meter, self.links.states[name])
            self._check_links(table, group[-1])

    def _facts(self, table: TableCheck, before: State, event: Event) -> None:
        """What is checked of every event, however it was decided."""
        self._count("moves", len(event.moves))
        self._count("lines", check_lines(before, event))
        if table.secrets.check(event):
            self._count("decks")
        if event.kind == "end_round":
            self._count("rounds")
            check_layout_empty(table.state.books)
            check_cuts(before.deck)

    def _fold(self, table: TableCheck, line: int, entry: Entry) -> None:
        """An event as it is on record, whatever the rules say to it."""
        if table.lost:
            return
        before = table.state
        try:
            event = read_entry(entry).event
            table.state = apply(before, event)
        except Exception as error:  # whatever a made-up event, or one of another version, brings about
            what = str(error) if isinstance(error, Wrong) else _short(error)
            if table.same:
                self._wrong(line, entry, f"'{entry.kind[:40]}' cannot have happened here ({what})")
            table.lost = f"{table.stream} from line {line} on: what it says there cannot be followed ({what})"
            return
        for check, about in (
            (check_root, (event,)),
            (check_dealt, (before, table.state)),
            (self._facts, (table, before, event)),
        ):
            self._guarded(line, entry, check, *about)

    def _check_key(self, line: int, entry: Entry, group: list[Placed]) -> None:
        """No command is done twice under one key."""
        given = entry.given or {}
        key = given.get("key")
        if key is None:
            return
        account = actor(entry)
        if not isinstance(key, str) or self._keys.get(account, key) is not None:
            self._wrong(line, entry, "this key of a command was used before")
            return
        request = request_of(account, given)
        self._keys.add(account, key, Remembered(entry.stream, entry.number, group[-1][1].number, request))

    # ── what no command leads to ──

    def _alone(self, group: list[Placed]) -> None:
        line, entry = group[0]
        table = self.tables.get(entry.stream)
        if entry.kind != "open_table" and (entry.stream in self._closed or (table and table.lost)):
            return
        if entry.kind in ALONE:
            self._guarded(line, entry, lambda: check_written(entry, read_entry(entry).event))
        if entry.kind == "open_table":
            self._guarded(line, entry, self._open, line, entry)
        elif table is None:
            self._wrong(line, entry, "no table was opened in this stream")
        elif entry.kind == "snapshot":
            self._guarded(line, entry, self._snapshot, table, entry)
        elif entry.kind == "stop_table":
            self._report.notes.append(f"line {line}: here a fault stopped {table.stream}")
        if table is not None and entry.kind != "open_table":
            self._fold(table, line, entry)
        for at, more in group[1:]:
            self._wrong(at, more, "the words of this command are missing")
            if more.stream in self.tables:
                self._fold(self.tables[more.stream], at, more)

    def _open(self, line: int, entry: Entry) -> None:
        event = read_entry(entry).event
        before = self.tables.get(entry.stream)
        try:
            found = open_check(entry.stream, event, before.secrets if before else Secrets())
        except Unreadable as why:
            self._closed.add(entry.stream)
            self._report.not_proved.append(f"what happened at {entry.stream}, from line {line} on: {why}")
            return
        self._closed.discard(entry.stream)
        opened = found.opened
        self._check_carried(found, entry, before)
        self.tables[entry.stream] = found
        found.missing = tuple(name for name in opened.links.values() if name not in self.links.states)
        if self.whole and found.missing:
            raise Wrong(f"its meter {found.missing[0]} was not opened before it")
        for name in self.links.table_opens(found.state):
            self._wrong(*self._opened[name], f"the terms of this meter are not those of {entry.stream}")
        self._count("tables")
        if opened.practice:
            self._report.notes.append(
                f"{entry.stream} is a practice table: anybody can repeat its cards"
                + (f" from the seed '{opened.seed[:40]}'" if opened.seed else "")
                + ", and nothing proves its times"
            )
        if not found.same:
            self._report.notes.append(
                f"line {line}: {entry.stream} was opened by feltlaw {opened.program} with the data "
                f"{opened.regulation_digest[:12]}; this is feltlaw {version()} with "
                f"{found.state.submission.regulation.digest[:12]}"
            )

    def _check_carried(self, found: TableCheck, entry: Entry, before: TableCheck | None) -> None:
        """A table that goes on begins with what the part before it left, and names how that ended."""
        opened = found.opened
        if opened.continues != (entry.prev if entry.number > 1 else ""):
            raise Wrong("it does not name the hash with which the part before it ended")
        left = before.state if before and not before.lost else None
        if before is None and self.left is not None and self.left.state.table == opened.table:
            left = self.left.state
            if self.left.heads[entry.stream].hash != entry.prev:
                raise Wrong("it does not go on from the record that was given")
        if left is not None and opened.carried != canonical(write_state(left)).decode():
            raise Otherwise("it does not begin with what the part before it left")
        if left is not None:
            self._count("carried")

    def _snapshot(self, table: TableCheck, entry: Entry) -> None:
        data = read_entry(entry).event.data
        if data.state != digest(write_state(table.state)) or data.number != entry.number - 1:
            raise Otherwise("the state that is named here is not the one that the events lead to")
        self._count("snapshots")

    # ── links ──

    def _compare_links(self, table: TableCheck, decision: Decision, waiting: Waiting) -> None:
        """The events of links that should have come with a command, against those on record, which count."""
        for name, event in decision.links:
            queue = waiting.get(f"link/{name}")
            if not queue:
                continue
            line, entry = queue.popleft()
            expected = event_json(event)
            if not entry.says(dict(expected)):
                self._differs(table, line, entry, said_otherwise(entry, expected))
            self._link(line, entry)

    def _link(self, line: int, entry: Entry) -> None:
        """Folds an event of a link as it stands on record."""
        if entry.kind == "open_link":
            self._opened[entry.stream.removeprefix("link/")] = (line, entry)
        self._count("link_events")
        self._guarded(line, entry, self._see, entry)

    def _see(self, entry: Entry) -> None:
        found = read_entry(entry)
        self.links.see(found)
        check_written(entry, found.event)

    def _check_links(self, table: TableCheck, last: Placed) -> None:
        if not table.lost:
            for name in table.state.links.values():
                self._guarded(*last, self.links.check, table.state, name)


def _short(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return text if len(text) <= 120 else f"{text[:119]}…"
