"""Whether a log is as it was written: intact, torn by a power loss, or tampered with, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from feltlaw.log.lines import (
    BEGINS,
    FORMAT,
    START,
    VERSION,
    Header,
    Line,
    Log,
    LogError,
    open_line,
    parse,
    read_line,
)

INTACT, TORN, TAMPERED = "intact", "torn", "tampered"


@dataclass(frozen=True, slots=True)
class Head:
    """What the file beside a log says about its end, written before each batch.

    A batch that follows on `before` and ends with `last` was announced; once `closed` it was all there.
    """

    before: tuple[int, str]
    last: tuple[int, str]
    closed: bool

    def to_json(self) -> dict[str, Any]:
        ends = {"before": self.before, "last": self.last}
        return {name: {"seq": seq, "hash": own} for name, (seq, own) in ends.items()} | {
            "closed": self.closed
        }

    @classmethod
    def from_bytes(cls, raw: bytes) -> Head:
        """Raises `ValueError` where it is not such a file."""
        match parse(raw):
            case {
                "before": {"seq": int(seq), "hash": str(own)},
                "last": {"seq": int(last), "hash": str(end)},
                "closed": bool(closed),
            }:
                return cls((seq, own), (last, end), closed)
        raise ValueError("it does not say how a log ends")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a log. `kind`: changed, dropped, swapped, inserted, appended, cut."""

    line: int
    """Line of the file, from 1."""
    kind: str
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


@dataclass(frozen=True)
class Verdict:
    """What can be said about a log from its bytes, and with its head file about its end."""

    status: str
    fault: Fault | None = None
    log: Log | None = None
    """What is whole; for a log that was tampered with, what stands before the fault."""
    size: int = 0
    """Bytes of what is whole."""
    torn: int = 0
    """Bytes after it."""
    notes: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()

    @property
    def events(self) -> int:
        return len(self.log.events) if self.log else 0

    def __str__(self) -> str:
        if self.status == INTACT:
            return f"intact: {self.events} events"
        if self.status == TORN:
            return f"torn: {self.fault}; {self.events} whole events stand before it"
        return f"{'tampered with' if self.status == TAMPERED else self.status}: {self.fault}"


def check_chain(raw: bytes, head: Head | None = None) -> Verdict:
    """Checks the bytes of a log; raises `LogError` where they are no log of this format."""
    *pieces, rest = raw.split(b"\n")
    read = [_read(piece) for piece in pieces[1:]]
    header = _header(pieces, read, head)
    if isinstance(header, Fault):
        return Verdict(TAMPERED, header)
    opened, own = header
    fault = _walk(read, own, head)
    sound = read if fault is None else read[: fault[0]]
    whole = [line for line in sound if isinstance(line, Line)]
    open_batch: list[Line] = []
    while whole and not whole[-1].ends_batch:
        open_batch.append(whole.pop())
    log = Log(opened, tuple(whole), (whole[-1].seq, whole[-1].hash) if whole else (0, own))
    size = sum(len(piece) + 1 for piece in pieces[: 1 + len(whole)])
    unchecked = () if head else ("whether whole commands were cut off at the end: the log has no head file",)
    found = Verdict(INTACT, None, log, size, len(raw) - size, (), unchecked)
    if fault is not None:
        return _with(found, TAMPERED, fault[1])
    if rest and not _is_beginning(rest):
        return _with(
            found,
            TAMPERED,
            _tail_fault(len(pieces) + 1, log, head, "ends in a way no line begins", "changed"),
        )
    if found.torn:
        line = 2 + len(whole)
        found = _with(found, TORN, Fault(line, "cut", "the last write, which begins here, is incomplete"))
    return _check_end(found, head) if head else found


def _with(verdict: Verdict, status: str, fault: Fault | None, *notes: str) -> Verdict:
    return Verdict(
        status, fault, verdict.log, verdict.size, verdict.torn, (*verdict.notes, *notes), verdict.unchecked
    )


def _read(piece: bytes) -> Line | str:
    """A line, or why it is none."""
    try:
        return read_line(piece)
    except ValueError as error:
        return str(error)


def _header(
    pieces: Sequence[bytes], read: Sequence[Line | str], head: Head | None
) -> tuple[Header, str] | Fault:
    """The header and its hash. A file with no sign of a log in it is none."""
    first = pieces[0] if pieces else b""
    try:
        data = open_line(first)
        if data.get("format") != FORMAT:
            raise ValueError("it is not the header of a log")
        if data.get("version") != VERSION:
            raise LogError(
                f"this log is written in format {str(data.get('version'))[:20]}; "
                f"this feltlaw reads format {VERSION}"
            )
        own = data.pop("hash")
        if (data.pop("seq", None), data.pop("prev", None), data.pop("batch", None)) != (0, START, [1, 1]):
            raise ValueError("it is not the first line of a log")
        return Header.from_json(data), own
    except LogError:
        raise
    except ValueError as error:
        known = f'"format":"{FORMAT}"'.encode() in first or any(
            isinstance(line, Line) for line in (_read(first), *read)
        )
        if not known and head is None:
            raise LogError("this file is not a feltlaw log") from None
        if isinstance(_read(first), Line):
            return Fault(1, "dropped", "the header is missing: another line stands first")
        return Fault(1, "changed", f"the header was changed: {error}")


def _walk(read: Sequence[Line | str], own: str, head: Head | None) -> tuple[int, Fault] | None:
    """The first line that is not what should stand there: its place among the lines, and what is wrong."""
    prev, seq, batch = own, 1, (1, 1)
    for at, line in enumerate(read):
        if not isinstance(line, Line):
            return at, _broken(read, at, (seq, prev), line, head)
        if (line.seq, line.prev) != (seq, prev):
            return at, _misplaced(read, at, (seq, prev), line)
        follows = (1, line.batch[1]) if batch[0] == batch[1] else (batch[0] + 1, batch[1])
        if line.batch != follows or line.batch[1] < 1:
            return at, Fault(at + 2, "changed", "its place in its batch is not the next one")
        prev, seq, batch = line.hash, seq + 1, line.batch
    return None


def _broken(
    read: Sequence[Line | str], at: int, wanted: tuple[int, str], why: str, head: Head | None
) -> Fault:
    number = at + 2
    if _later(read, at, wanted) is not None:
        return Fault(number, "inserted", f"this line was put in: {why}")
    if head and head.last == (wanted[0] - 1, wanted[1]):
        return Fault(number, "appended", f"this line was put on at the end: {why}")
    return Fault(number, "changed", f"this line was changed: {why}")


def _misplaced(read: Sequence[Line | str], at: int, wanted: tuple[int, str], line: Line) -> Fault:
    """A line that is sound in itself, but does not belong here."""
    number, seq = at + 2, wanted[0]
    twin = next((n for n, one in enumerate(read) if n != at and one == line), None)
    if twin is not None:
        return Fault(number, "inserted", f"this line was put in: it is line {twin + 2} once more")
    later = _later(read, at, wanted)
    if later is not None and line.seq > seq:
        return Fault(number, "swapped", f"this line is out of its place: line {later + 2} belongs here")
    if later is not None:
        return Fault(number, "inserted", "this line was put in: the lines around it belong together")
    if line.seq > seq:
        missing = f"entry {seq} is" if line.seq == seq + 1 else f"entries {seq} to {line.seq - 1} are"
        return Fault(number, "dropped", f"{missing} missing before this line")
    return Fault(
        number, "changed", "this line does not follow the line before it: one of the two is another now"
    )


def _later(read: Sequence[Line | str], at: int, wanted: tuple[int, str]) -> int | None:
    """Where the line that should stand here is found further down."""
    for number in range(at + 1, len(read)):
        line = read[number]
        if isinstance(line, Line) and (line.seq, line.prev) == wanted:
            return number
    return None


def _is_beginning(rest: bytes) -> bool:
    """Whether a write that was cut short can end like this: the beginning of a line, or zeros on the disk."""
    piece = rest.rstrip(b"\0")
    if piece[: len(BEGINS)] != BEGINS[: len(piece)] or any(byte < ord(" ") for byte in piece):
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
                return at == len(piece) - 1 and isinstance(_read(piece), Line)
    return True


def _tail_fault(line: int, log: Log, head: Head | None, what: str, kind: str) -> Fault:
    if head and head.last == log.head:
        return Fault(line, "appended", "there is more than was written: it was put on at the end")
    return Fault(line, kind, f"this line {what}: it was changed, or put on at the end")


def _check_end(verdict: Verdict, head: Head) -> Verdict:
    """Compares the end of a log whose chain holds with what its head file says."""
    log = verdict.log
    assert log is not None
    seq, own = log.head
    hashes = {line.seq: line.hash for line in log.lines} | ({0: own} if not log.lines else {})
    after = 2 + len(log.lines)
    for known in (head.before, head.last):
        if 0 < known[0] <= seq and hashes[known[0]] != known[1]:
            what = "this line is not the one that the head file knows"
            return _with(verdict, TAMPERED, Fault(known[0] + 1, "changed", what))
    if seq > head.last[0] or (seq == head.last[0] and verdict.torn):
        what = f"there is more than was written: the head file knows of {head.last[0]} entries"
        return _with(verdict, TAMPERED, Fault(head.last[0] + 2, "appended", what))
    if seq == head.last[0]:
        return verdict
    missing = f"the head file knows of {head.last[0]} entries, and {seq} are here"
    if seq != head.before[0] or (head.closed and not verdict.torn):
        return _with(verdict, TAMPERED, Fault(after, "dropped", f"the end was cut off: {missing}"))
    if head.closed:
        doubt = "the last write had been confirmed: either the disk lost it later, or the end was cut off"
        return _with(verdict, TORN, verdict.fault, doubt)
    if verdict.torn:
        return verdict
    return _with(verdict, TORN, Fault(after, "cut", f"the last write did not arrive: {missing}"))
