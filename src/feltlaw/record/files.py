"""A store in one file that only grows, with any number of streams. One flush to the disk for each append.

A batch is written in one go: its events, and a last line that confirms it. When the disk has it, the head
file is told, and only then does `append` return. Whatever fails closes the store: what is on the disk is
looked at anew when the record is opened again.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from feltlaw.event import Event
from feltlaw.record.beside import HeadFile, Known, SavedAt, write_saved
from feltlaw.record.chain import COMMIT_BEGINS, Commit, Position, seal_batch
from feltlaw.record.checkpoints import FIRST, Checkpoint, sign
from feltlaw.record.disk import clearly, is_same_file, publish, rows, write_all
from feltlaw.record.keys import KeyFault, Keys, Signer
from feltlaw.record.lines import Kinds, Sealed, encode, open_line, seal, unseal
from feltlaw.record.marks import EVERY, KINDS, RECORDER, STREAM
from feltlaw.record.store import EMPTY, Head, Remembered, Saved, Stale, StoreError, following

INDEX_EVERY, INDEX_MOST = 200, 100
"""A place in the file is remembered after so many batches, and so many of the last ones are kept."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Options:
    """What a record is opened with: who signs its checkpoints, what time it is, which events it may hold."""

    keys: Keys | None = None
    """Without keys there are no checkpoints."""
    clock: Callable[[], int] = wall_clock
    kinds: Kinds = field(default_factory=lambda: EVERY)


class FileStore:
    """A record open for writing. Nobody else can write it at the same time.

    `create_record` and `open_record` make one.
    """

    def __init__(
        self,
        path: Path,
        descriptor: int,
        position: Position,
        known: Known,
        options: Options,
        *,
        states: dict[str, SavedAt] | None = None,
        draft: Path | None = None,
    ) -> None:
        self.path = path.absolute()
        self.options = options
        self.known = known
        self._descriptor = descriptor
        self._position = position
        self._draft = draft
        self._head_file = HeadFile(self.path)
        self._states = states or {}
        self._index: deque[tuple[dict[str, int], int]] = deque(maxlen=INDEX_MOST)
        self._begun = position.offset
        """Where the last batch begins."""
        self._note_place()
        self._closed = ""
        """Why nothing can be written or read any more."""

    # ── what a desk asks for ──

    def head(self, stream: str) -> Head:
        return self._position.heads.get(stream, EMPTY)

    @property
    def batch(self) -> int:
        return self._position.batch

    @property
    def streams(self) -> tuple[str, ...]:
        return tuple(self._position.heads)

    @property
    def is_closed(self) -> bool:
        return bool(self._closed)

    def append(self, lines: Sequence[Sealed], key: tuple[str, str] | None, answer: Remembered | None) -> None:
        self._check_open()
        if not lines:
            return
        offset = self._position.offset
        self._write(lines)
        for line in lines:
            if line.event.kind in ("open_table", "open_link"):
                self.known.openings[line.stream] = (line.number, offset)
        if key is not None and answer is not None:
            self.known.answers.add(*key, answer)
        if self.options.keys is not None and any(line.event.kind == "close_table" for line in lines):
            with suppress(KeyFault):  # the table is closed all the same; closing the record says so
                self.checkpoint()

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        self._check_open()
        end = self._position.offset
        last = b',"stream":%s}\n' % encode(stream)
        for row in rows(self._descriptor, self._place_of(stream, after), end):
            self._check_open()
            if not row.endswith(last) or row.startswith(COMMIT_BEGINS):
                continue
            try:
                line = unseal(open_line(row[:-1]), self.options.kinds)
            except ValueError as error:
                self._fail(f"an event of {stream} cannot be read: {error}")
                raise StoreError(self._closed) from None
            if line.number > after:
                yield line

    def remembered(self, account: str, key: str) -> Remembered | None:
        return self.known.answers.get(account, key)

    def save(self, states: Mapping[str, Saved]) -> None:
        self._check_open()
        for stream, saved in states.items():
            named = self.head(stream).number == saved.number + 1
            place = self._begun if named else self._place_of(stream, saved.number)
            self._states[stream] = SavedAt(saved, place)
        if self._draft is None:
            write_saved(self.path, self._position, self.known, self._states)

    def saved(self, stream: str) -> Saved | None:
        found = self._states.get(stream)
        return found.saved if found else None

    def _place_of(self, stream: str, after: int) -> int:
        """Where in the file to begin looking for what follows an event."""
        best, offset = 0, 0
        opened = self.known.openings.get(stream)
        saved = self._states.get(stream)
        places = [({stream: opened[0] - 1}, opened[1])] if opened else []
        places += [({stream: saved.saved.number}, saved.offset)] if saved else []
        for heads, at in (*places, *self._index):
            number = heads.get(stream, 0)
            if best <= number <= after and at > offset:
                best, offset = number, at
        return offset

    # ── writing ──

    def _write(self, lines: Sequence[Sealed]) -> None:
        """Writes a batch down; when this returns it is on the disk, under the record's name."""
        before = self._position
        heads = following(before.heads, lines)
        if any(line.batch != before.batch + 1 for line in lines):
            raise Stale(f"the record has {before.batch} batches, and this would be number {lines[0].batch}")
        own = seal_batch(before.seal, [line.hash for line in lines])
        commit = Commit(before.batch + 1, len(lines), own).raw
        raw = b"\n".join((*(line.raw for line in lines), commit, b""))
        try:
            with clearly("written"):
                write_all(self._descriptor, raw)
                os.fsync(self._descriptor)
            if not is_same_file(self._descriptor, self._draft or self.path):
                raise StoreError("its file was removed, or another one put in its place")
            after = Position(
                heads, before.batch + 1, own, before.line + len(lines) + 1, before.offset + len(raw)
            )
            if self._draft is None:
                self._head_file.write(after)
        except BaseException as error:
            self._fail(str(error) or type(error).__name__)
            raise
        self._position, self._begun = after, before.offset
        if after.batch % INDEX_EVERY == 0:
            self._note_place()

    def _note_place(self) -> None:
        heads = self._position.heads.items()
        self._index.append(({stream: head.number for stream, head in heads}, self._position.offset))

    def confirm(self) -> None:
        """Makes certain that what was found in the file is on the disk, before anybody builds on it."""
        self._check_open()
        try:
            with clearly("written"):
                os.fsync(self._descriptor)
            self._head_file.write(self._position)
        except BaseException as error:
            self._fail(str(error) or type(error).__name__)
            raise

    def mark(self, data: object) -> Sealed:
        """Writes down something about the record itself."""
        self._check_open()
        kind = next(name for name, known in KINDS.items() if known is type(data))
        event = Event(kind, RECORDER, self.options.clock(), data)
        head = self.head(STREAM)
        line = seal(STREAM, head.number + 1, self.batch + 1, head.hash, event)
        offset = self._position.offset
        self._write([line])
        self.known.see(open_line(line.raw), offset)
        return line

    def publish(self) -> None:
        """Gives a new record its name, now that everything stands in it that it begins with."""
        if self._draft is not None:
            draft, self._draft = self._draft, None
            try:
                publish(draft, self.path)
                self._head_file.write(self._position)
            except BaseException as error:
                with suppress(OSError):
                    draft.unlink()
                self._fail(str(error))
                raise
            if self._states:
                write_saved(self.path, self._position, self.known, self._states)

    # ── checkpoints ──

    def checkpoint(self, *, next_key: Signer | None = None) -> Checkpoint:
        """Signs the ends of all streams as they are now, and keeps that in the record."""
        keys = self.options.keys
        if keys is None:
            raise StoreError("this record was opened without a key, so nothing can be signed")
        number, before = self.known.checkpoint
        signer = keys.signer()
        made = sign(
            signer,
            Checkpoint(
                self.known.record,
                number + 1,
                self.options.clock(),
                dict(self._position.heads),
                before or FIRST,
                signer.id,
                next_key.public.raw.hex() if next_key else "",
            ),
        )
        self.mark(made)
        return made

    def rotate(self, new: Signer) -> Checkpoint:
        """Lets another key sign from now on: the old one announces it, for whoever trusts the old one."""
        keys = self.options.keys
        made = self.checkpoint(next_key=new)
        assert keys is not None, "the checkpoint was signed"
        keys.succeed(made.to_json(), new)
        return made

    # ── the end ──

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"this record is closed: {self._closed}")

    def _fail(self, why: str) -> None:
        """After a failure nothing is certain: the files are let go of as they are."""
        if not self._closed:
            self._closed = why
            self._head_file.close()
            with suppress(OSError):
                os.close(self._descriptor)
            if self._draft is not None:
                with suppress(OSError):
                    self._draft.unlink()

    def close(self) -> None:
        """Signs what was written since the last checkpoint, and lets others write.

        Raises `KeyFault` where it cannot be signed; the record is whole and closed all the same.
        """
        if self._closed:
            return
        try:
            signs = self.options.keys is not None and self._draft is None
            if signs and self.known.checkpointed < self.batch:
                self.checkpoint()
        finally:
            self._fail("it was closed")

    def abandon(self) -> None:
        """Lets go of the files as they are, without a checkpoint."""
        self._fail("it was closed")

    def __del__(self) -> None:
        """A record that nobody holds any more is not locked for others."""
        with suppress(Exception):
            self._fail("it was closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
            return
        with suppress(StoreError, KeyFault):
            self.close()
