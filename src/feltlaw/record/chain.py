"""Walking through a record: whole batches of lines that follow each other, up to the first that does not.

A file has, after the events of each batch, a line that confirms it: the batch's number, how many lines it
has, and a seal that binds them to all batches before. An export has the events alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from feltlaw.record.lines import BEGINS, START, Entry, open_line
from feltlaw.record.store import EMPTY, Head

COMMIT_BEGINS = b'{"commit":'
LONGEST_PART = 1 << 22
"""A part of a line that is longer is no beginning of one."""
_COMMIT = re.compile(rb'\{"commit":([0-9]{1,15}),"lines":([0-9]{1,9}),"seal":"([0-9a-f]{64})"\}')


class RecordError(ValueError):
    """What cannot be read as a record: no such file, another format, nothing of a record in it."""


class Commit(NamedTuple):
    """The line that confirms a batch."""

    batch: int
    lines: int
    seal: str

    @property
    def raw(self) -> bytes:
        return b'{"commit":%d,"lines":%d,"seal":"%s"}' % (self.batch, self.lines, self.seal.encode())


def read_commit(raw: bytes) -> Commit:
    """A confirming line; raises `ValueError` where it is none."""
    found = _COMMIT.fullmatch(raw)
    if found is None:
        raise ValueError("it is not written as a record is")
    commit = Commit(int(found[1]), int(found[2]), found[3].decode())
    if commit.raw != raw:
        raise ValueError("it is not written as a record is")
    return commit


def seal_batch(before: str, hashes: Iterable[str]) -> str:
    """The seal of a batch: the one before it, and every line of it in its place."""
    return hashlib.sha256("".join((before, *hashes)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a record, and where.

    `kind`: changed, dropped, swapped, inserted, appended or cut; `wrong` for what cannot have happened.
    """

    line: int
    """Line of the file or of the export, from 1; 0 for what is about no line."""
    kind: str
    what: str
    stream: str = ""
    number: int = 0
    """Of the event in its stream, where it is about one."""

    def __str__(self) -> str:
        event = f"{self.stream}, event {self.number}" if self.number else self.stream
        if not self.line:
            return f"{event}: {self.what}" if event else self.what
        where = f" ({event})" if event else ""
        return f"line {self.line}{where}: {self.what}"

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"line": self.line, "kind": self.kind, "what": self.what}
        if self.stream:
            found["stream"] = self.stream
        if self.number:
            found["event"] = self.number
        return found


@dataclass(slots=True)
class Position:
    """A place in a record between two batches."""

    heads: dict[str, Head] = field(default_factory=dict)
    batch: int = 0
    seal: str = START
    line: int = 0
    """Lines before it."""
    offset: int = 0
    """Bytes before it."""


class Batch(NamedTuple):
    """Events that were written together."""

    number: int
    line: int
    """Of its first event."""
    offset: int
    """Of its first byte in the file."""
    entries: Sequence[Entry]


@dataclass(slots=True)
class Stuck:
    """Where a walk could not go on: the line, what it is, why it does not fit, what its batch has so far."""

    line: int
    raw: bytes
    why: str
    """Why the line cannot be read; empty where it can, but does not belong there."""
    found: Entry | Commit | None
    pending: list[Entry]


class Walk:
    """Goes through the lines of a record and yields its whole batches.

    When it ends, `position` is after the last of them. `stuck` says at which line it could not go on; without
    it, `open` lines of a batch that was not confirmed, or a part of a line, may be left at the end.
    """

    def __init__(self, position: Position | None = None, *, commits: bool = True) -> None:
        self.position = position or Position()
        self.commits = commits
        self.stuck: Stuck | None = None
        self.open: list[Entry] = []
        self.part = b""
        """What stands at the end without a line feed."""
        self._heads: dict[str, Head] = {}
        self._bytes = 0

    def batches(self, rows: Iterable[bytes]) -> Iterator[Batch]:
        """The whole batches of lines that still have their line feeds."""
        at = self.position
        for row in rows:
            if not row.endswith(b"\n"):
                self.part = row
                break
            made = self.take(row[:-1])
            if made is not None:
                yield made
            if self.stuck is not None:
                return
        if not self.commits and self.open and not self.part:
            yield self._whole(START, at.line + len(self.open))

    def take(self, raw: bytes) -> Batch | None:
        """One more line; gives the batch that it completes."""
        found: Entry | Commit
        try:
            confirms = self.commits and raw.startswith(COMMIT_BEGINS)
            found = read_commit(raw) if confirms else open_line(raw)
        except ValueError as error:
            self._stop(raw, str(error), None)
            return None
        if isinstance(found, Commit):
            return self._confirm(raw, found)
        return self._event(raw, found)

    def _event(self, raw: bytes, entry: Entry) -> Batch | None:
        made = None
        if not self.commits and self.open and entry.batch > self.open[0].batch:
            made = self._whole(START, self.position.line + len(self.open))
        if not self.fits(entry):
            self._stop(raw, "", entry)
            return made
        self.open.append(entry)
        self._heads[entry.stream] = Head(entry.number, entry.hash)
        self._bytes += len(raw) + 1
        return made

    def fits(self, entry: Entry) -> bool:
        """Whether an event is the next of its stream, and of this batch."""
        if self.commits or self.open:
            wanted = self.position.batch + 1 if self.commits else self.open[0].batch
            if entry.batch != wanted:
                return False
        elif entry.batch <= self.position.batch:
            return False
        head = self.head(entry.stream)
        if head is EMPTY and not self.commits and entry.number > 1:
            return continues(entry)
        return (entry.number, entry.prev) == (head.number + 1, head.hash)

    def head(self, stream: str) -> Head:
        """The last event of a stream so far, that of an open batch included."""
        return self._heads.get(stream) or self.position.heads.get(stream, EMPTY)

    def _confirm(self, raw: bytes, commit: Commit) -> Batch | None:
        seal = seal_batch(self.position.seal, [entry.hash for entry in self.open])
        if commit != (self.position.batch + 1, len(self.open), seal) or not self.open:
            self._stop(raw, "", commit)
            return None
        self._bytes += len(raw) + 1
        return self._whole(seal, self.position.line + len(self.open) + 1)

    def _whole(self, seal: str, line: int) -> Batch:
        before = self.position
        made = Batch(self.open[0].batch, before.line + 1, before.offset, self.open)
        if made.number == 1:
            before.heads.update(left_before(self.open[0]))
        before.heads.update(self._heads)
        self.position = Position(before.heads, made.number, seal, line, before.offset + self._bytes)
        self.open, self._heads, self._bytes = [], {}, 0
        return made

    def _stop(self, raw: bytes, why: str, found: Entry | Commit | None) -> None:
        line = self.position.line + len(self.open) + 1
        self.stuck = Stuck(line, raw, why, found, self.open)


def left_before(begins: Entry) -> dict[str, Head]:
    """The ends of streams from which a record goes on, as its first event states them."""
    data = begins.body.get("data")
    given = data.get("continues") if isinstance(data, dict) and begins.kind == "begin_record" else None
    found = {}
    for stream, head in given.items() if isinstance(given, dict) else ():
        match head:
            case {"number": int(number), "hash": str(own)}:
                found[stream] = Head(number, own)
    return found


def continues(entry: Entry) -> bool:
    """Whether an event may be the first of an export and not number 1: it opens a part of a stream."""
    data = entry.body.get("data")
    if entry.kind not in ("open_table", "open_link") or not isinstance(data, dict):
        return False
    return bool(data.get("continues") == entry.prev)


def looks_like_a_line(raw: bytes) -> bool:
    """Whether bytes are a sound line of some record, wherever it belongs."""
    try:
        if raw.startswith(COMMIT_BEGINS):
            read_commit(raw)
        else:
            open_line(raw)
    except ValueError:
        return False
    return True


def is_beginning(part: bytes) -> bool:
    """Whether a write that was cut short can end like this: the beginning of a line, or zeros on the disk."""
    piece = part.rstrip(b"\0")
    if len(piece) > LONGEST_PART:
        return False
    starts = (BEGINS, COMMIT_BEGINS)
    if not any(piece[: len(start)] == start[: len(piece)] for start in starts):
        return False
    if any(byte < ord(" ") for byte in piece):
        return False
    depth, quoted, escaped = 0, False, False
    for at, byte in enumerate(piece):
        if quoted:
            quoted = escaped or byte != ord('"')
            escaped = byte == ord("\\") and not escaped
        elif byte == ord('"'):
            quoted = True
        elif byte in b"{[":
            depth += 1
        elif byte in b"}]":
            depth -= 1
            if depth == 0:  # all of it, only the line feed is missing
                return at == len(piece) - 1 and looks_like_a_line(piece)
    return True
