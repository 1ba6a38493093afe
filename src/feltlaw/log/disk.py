"""The two files of a log: its lines, and beside them the head file that knows where they end."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from feltlaw.log.chain import Head
from feltlaw.log.files import head_path
from feltlaw.log.lines import START, LogError, canonical, seal

PRIVATE = 0o600
"""A log holds the order of cards that nobody has seen yet."""


class Appender:
    """The end of a log, locked against every other writer.

    Each batch is announced in the head file, then written and flushed to the disk; `close` confirms the last
    one. So wherever a write stops, the two files together tell what happened.
    """

    def __init__(self, path: Path, descriptor: int, head: Head, size: int) -> None:
        self.path = path
        self.end = head.last
        """Number and hash of the last line."""
        self._head = head
        self._size = size
        self._descriptor: int | None = descriptor

    def write(self, bodies: Sequence[Mapping[str, Any]]) -> None:
        """Writes one batch; when this returns it is on the disk."""
        seq, own = self.end
        lines = []
        for at, body in enumerate(bodies, 1):
            seq += 1
            own, raw = seal(body, seq, own, (at, len(bodies)))
            lines.append(raw)
        batch = b"".join(lines)
        descriptor = self._open_descriptor()
        try:
            self.tell(Head(self.end, (seq, own), closed=False))
            write_all(descriptor, batch)
            os.fsync(descriptor)
        except BaseException as error:
            self._give_up(descriptor)
            if isinstance(error, OSError):
                raise LogError(f"it cannot be written: {error.strerror}") from error
            raise
        self.end = (seq, own)
        self._size += len(batch)

    def _open_descriptor(self) -> int:
        if self._descriptor is None:
            raise LogError("this log is closed")
        return self._descriptor

    def _give_up(self, descriptor: int) -> None:
        """After a failed write nothing is certain: what arrived is taken back, and the log is closed."""
        with suppress(OSError):
            os.ftruncate(descriptor, self._size)
        self.drop()

    def repair(self) -> None:
        """Cuts off what stands after the last whole batch. It is kept beside the log, and the log says so."""
        descriptor = self._open_descriptor()
        try:
            cut = self.path.read_bytes()[self._size :]
            if cut:
                replace_file(Path(f"{self.path}.cut-{self.end[0] + 1}"), cut)
            self.tell(Head(self.end, (self.end[0] + 1, START), closed=False))
            os.ftruncate(descriptor, self._size)
            os.fsync(descriptor)
        except BaseException:
            self.drop()
            raise
        sha256 = hashlib.sha256(cut).hexdigest()
        self.write([{"mark": {"what": "repaired", "cut": len(cut), "sha256": sha256}}])

    def tell(self, head: Head) -> None:
        """Writes the head file anew."""
        replace_file(head_path(self.path), canonical(head.to_json()) + b"\n")
        self._head = head

    def close(self) -> None:
        """Confirms the last batch, and lets others write."""
        if self._descriptor is not None:
            try:
                self.tell(Head(self._head.before, self.end, closed=True))
            finally:
                self.drop()

    def drop(self) -> None:
        """Lets go of the files as they are."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def begin(path: Path, raw: bytes) -> int:
    """Makes a new file with its first line in it, whole or not at all, and locks it."""
    try:
        if path.is_dir():
            raise LogError("this is a directory; name a file in it")
        draft = path.with_name(f".{path.name}.{os.getpid()}.new")
        if not path.exists():
            head_path(path).unlink(missing_ok=True)  # left over from a log that is gone
        descriptor = os.open(draft, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC, PRIVATE)
    except OSError as error:
        raise LogError(f"it cannot be written: {error.strerror}") from None
    try:
        lock_descriptor(descriptor)
        write_all(descriptor, raw)
        os.fsync(descriptor)
        os.link(draft, path)
        sync_folder(path.parent)
    except BaseException as error:
        os.close(descriptor)
        if isinstance(error, FileExistsError):
            raise LogError("there is a file of this name already; it is left as it is") from None
        if isinstance(error, OSError):
            raise LogError(f"it cannot be written: {error.strerror}") from error
        raise
    finally:
        with suppress(OSError):
            draft.unlink()
    return descriptor


def lock(path: Path) -> int:
    """Opens a log for writing at its end; somebody else who has it open is not disturbed."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    except FileNotFoundError:
        raise LogError("there is no such file") from None
    except IsADirectoryError:
        raise LogError("this is a directory; name a log in it") from None
    except OSError as error:
        raise LogError(f"it cannot be written: {error.strerror}") from None
    try:
        lock_descriptor(descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def lock_descriptor(descriptor: int) -> None:
    """Locks a file until it is closed, be it by a crash."""
    if sys.platform == "win32":
        raise LogError("a log can only be written on a system that has advisory file locks")
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LogError("somebody else is writing this log") from None


def write_all(descriptor: int, raw: bytes) -> None:
    while raw:
        raw = raw[os.write(descriptor, raw) :]


def replace_file(path: Path, raw: bytes) -> None:
    """Writes a small file so that a reader finds the old one or the new one, also after a power loss."""
    draft = path.with_name(f".{path.name}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    try:
        write_all(descriptor, raw)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes a new name in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
