"""Records begun, opened again and repaired.

What a crash left of a write that nobody was told of is cut off, kept beside, and marked in the record. Where
events are missing that had been confirmed, or something was changed, nothing is done by itself.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from feltlaw.event import Event
from feltlaw.program import version
from feltlaw.record.beside import Ended, Known, SavedAt, forget, read_head, read_saved
from feltlaw.record.chain import Commit, Fault, Position, RecordError, Walk, looks_like_a_line
from feltlaw.record.diagnosis import diagnose, end_fault, is_torn
from feltlaw.record.disk import clearly, keep_beside, make_draft, open_locked, rows
from feltlaw.record.files import FileStore, Options
from feltlaw.record.lines import START, Entry, open_line, seal
from feltlaw.record.marks import (
    FORMAT,
    RECORDER,
    STREAM,
    VERSION,
    BeginRecord,
    Continued,
    ProgramChanged,
    Repaired,
)
from feltlaw.record.store import Head, StoreError

LARGEST_TAIL = 1 << 26
"""A batch is smaller than so many bytes; whatever is more is not one write."""


class Damaged(StoreError):
    """A record that is not as it was written, so that it is not gone on with."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(
            f"this record is damaged, {fault}. Nothing was changed. See: feltlaw audit verify; to go on with "
            "what stands before it: feltlaw record repair"
        )
        self.fault = fault


def create_record(
    path: Path | str,
    options: Options | None = None,
    *,
    continues: Mapping[str, Head] | None = None,
    draft: bool = False,
) -> FileStore:
    """Begins a new record; a file that is there already is left alone.

    `continues` are the ends of another record's streams, from which this one goes on. A `draft` gets its name
    with `publish`, once it holds everything it is to begin with.
    """
    chosen, place = options or Options(), Path(path).absolute()
    made, descriptor = make_draft(place)
    forget(place)
    left = dict(continues or {})
    store = FileStore(place, descriptor, Position(dict(left)), Known(), chosen, draft=made)
    begins = BeginRecord(FORMAT, VERSION, chosen.clock(), version(), left)
    event = Event("begin_record", RECORDER, chosen.clock(), begins)
    line = seal(STREAM, 1, 1, START, event)
    store.append([line], None, None)
    store.known.see(open_line(line.raw), 0)
    if not draft:
        store.publish()
    return store


# ── looking at a file ──


@dataclass(frozen=True, slots=True)
class Looked:
    """What a file and those beside it say about the end of a record."""

    walk: Walk
    known: Known
    states: dict[str, SavedAt]
    ended: Ended | str
    size: int
    replaced: bool = False
    """Whether another batch stands where the head file knows one."""

    @property
    def confirmed(self) -> int | None:
        """The last batch that is known to have been confirmed."""
        return self.ended.batch if isinstance(self.ended, Ended) else None

    @property
    def rest(self) -> int:
        """Bytes after the last whole batch."""
        return self.size - self.walk.position.offset

    @property
    def is_missing_confirmed(self) -> bool:
        return self.replaced or (self.confirmed or 0) > self.walk.position.batch


def look(path: Path, descriptor: int, *, from_saved: bool = True) -> Looked:
    """Reads a record to its end, from the last saved state on where there is one that fits."""
    with clearly("read"):
        size = os.fstat(descriptor).st_size
    try:
        begins = check_begins(descriptor)
    except RecordError as error:
        raise StoreError(str(error)) from None
    ended = read_head(path)
    found = read_saved(path, descriptor) if from_saved else None
    if found is not None and found[1].record != begins:
        found = None
    position, known, states = found or (Position(), Known(), {})
    walk = Walk(position)
    replaced = False
    for batch in walk.batches(rows(descriptor, position.offset, size)):
        for entry in batch.entries:
            known.see(entry, batch.offset)
        known.see_keys(list(batch.entries))
        if isinstance(ended, Ended) and batch.number == ended.batch:
            replaced = walk.position.seal != ended.seal
    return Looked(walk, known, states, ended, size, replaced)


def check_begins(descriptor: int) -> str:
    """The hash of a record's first event; raises `RecordError` where it is none that can be read here."""
    raw = next(iter(rows(descriptor)), b"").removesuffix(b"\n")
    return begins_of(raw, lambda: any(looks_like_a_line(row.rstrip(b"\n")) for row in rows(descriptor)))


def begins_of(raw: bytes, is_record: Callable[[], bool]) -> str:
    """The hash of the event in a first line; empty where it is damaged, though others show what it was.

    `is_record` is asked only where the line itself does not say that this is a record.
    """
    try:
        entry = open_line(raw)
    except ValueError:
        if f'"format":"{FORMAT}"'.encode() in raw or is_record():
            return ""
        raise RecordError("this file is not a feltlaw record") from None
    return check_format(entry)


def check_format(entry: Entry) -> str:
    """The hash of the event that begins a record, where this program reads its format."""
    match entry.body:
        case {"kind": "begin_record", "data": {"format": str(form), "version": int(number)}}:
            if (form, number) != (FORMAT, VERSION):
                raise RecordError(
                    f"this record is written in format {number}; this feltlaw reads format {VERSION}"
                )
            return entry.hash
    return ""


def find_damage(looked: Looked, descriptor: int) -> Fault | None:
    """What is wrong with a record; None also for a write that nobody was told of."""
    walk = looked.walk
    if walk.stuck is not None:
        if _is_scattered(looked, descriptor):
            return None
        return diagnose(walk, lambda: rows(descriptor, 0, looked.size), looked.confirmed)
    if looked.replaced:
        what = "this batch is not the one that the head file knows: confirmed events are missing"
        return Fault(walk.position.line, "cut", what)
    if looked.is_missing_confirmed or (looked.rest and not is_torn(walk)):
        return end_fault(walk, looked.confirmed)
    return None


def _is_scattered(looked: Looked, descriptor: int) -> bool:
    """Whether the last write reached the disk in pieces, with zeros between them, and was never confirmed."""
    if looked.confirmed is None or looked.is_missing_confirmed or looked.rest > LARGEST_TAIL:
        return False
    tail = b"".join(rows(descriptor, looked.walk.position.offset, looked.size))
    later = (row for row in tail.split(b"\n") if looks_like_a_line(row))
    return b"\0" in tail and all(_batch_of(row) <= looked.walk.position.batch + 1 for row in later)


def _batch_of(raw: bytes) -> int:
    walk = Walk()
    walk.take(raw)
    found = walk.stuck.found if walk.stuck else walk.open[0]
    return found.batch if isinstance(found, Commit | Entry) else 0


# ── opening ──


def open_record(path: Path | str, options: Options | None = None) -> FileStore:
    """Goes on with a record. A write that was cut short, and of which nobody was told, is cut off first."""
    chosen, place = options or Options(), Path(path)
    descriptor = open_locked(place)
    try:
        looked = look(place, descriptor)
        damage = find_damage(looked, descriptor)
        if damage is not None:
            raise Damaged(damage)
        if looked.rest and looked.confirmed is None:
            raise Damaged(
                Fault(
                    looked.walk.position.line + 1,
                    "cut",
                    f"the last write is incomplete, and {looked.ended}: nobody can tell whether it had been "
                    "confirmed",
                )
            )
        cut = _cut(place, descriptor, looked) if looked.rest else None
        store = FileStore(place, descriptor, looked.walk.position, looked.known, chosen, states=looked.states)
    except BaseException:
        os.close(descriptor)
        raise
    try:
        if cut is not None:
            store.mark(Repaired(*cut, lost="nothing"))
        elif isinstance(looked.ended, str):
            store.mark(Continued(looked.ended))
        elif looked.ended.batch < looked.walk.position.batch:
            store.confirm()
        if looked.known.program != version():
            store.mark(ProgramChanged(version()))
    except BaseException:
        store.abandon()
        raise
    return store


def _cut(path: Path, descriptor: int, looked: Looked) -> tuple[int, str]:
    """Cuts off what stands after the last whole batch, and keeps it beside: its size and its hash."""
    at = looked.walk.position
    own = hashlib.sha256()
    for row in rows(descriptor, at.offset, looked.size):
        own.update(row)
    beside = Path(f"{path}.cut-{at.batch + 1}")
    number = 1
    while beside.exists():
        number += 1
        beside = Path(f"{path}.cut-{at.batch + 1}-{number}")
    keep_beside(descriptor, at.offset, beside)
    with clearly("written"):
        os.ftruncate(descriptor, at.offset)
        os.fsync(descriptor)
    return looked.rest, own.hexdigest()


def repair(
    path: Path | str,
    options: Options | None = None,
    *,
    accept_loss: bool = False,
    reason: str = "",
) -> Repaired | None:
    """Makes a record whole again that ends in an incomplete write; None where there was nothing to do.

    Where confirmed events are missing, or lines were changed, everything after the last sound batch is cut
    off only with `accept_loss` and a reason, and the record says so for ever. What was cut is kept beside.
    """
    chosen, place = options or Options(), Path(path)
    descriptor = open_locked(place)
    try:
        looked = look(place, descriptor, from_saved=False)
        damage = find_damage(looked, descriptor)
        if damage is None and not looked.rest:
            os.close(descriptor)
            return None
        lost = "confirmed" if damage else "perhaps" if looked.confirmed is None else "nothing"
        if lost != "nothing" and not accept_loss:
            raise Damaged(damage or end_fault(looked.walk, None))
        if lost != "nothing" and not reason.strip():
            raise StoreError("who cuts confirmed events off a record gives a reason")
        if looked.walk.position.batch == 0:
            raise StoreError("nothing of this record is sound, not even its beginning")
        cut = _cut(place, descriptor, looked) if looked.rest else (0, hashlib.sha256().hexdigest())
    except BaseException:
        os.close(descriptor)
        raise
    known = (looked.confirmed or 0) if looked.is_missing_confirmed else 0
    mark = Repaired(*cut, lost, known, reason.strip()[:200])  # type: ignore[arg-type]
    store = FileStore(place, descriptor, looked.walk.position, looked.known, chosen)
    try:
        store.mark(mark)
    finally:
        store.abandon()
    return mark
