"""Files as a record needs them: whole or not at all, locked, flushed; every failure a clear `StoreError`."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from feltlaw.record.store import StoreError

PRIVATE = 0o600
"""A record holds the order of cards that nobody has seen yet."""
LONGEST_LINE = 1 << 24
"""So many bytes a line has at most; whatever is longer is none, and the rest is not looked at."""
PIECE = 1 << 18
"""So many bytes are read at once."""


@contextmanager
def clearly(what: str) -> Iterator[None]:
    """Turns every failure of the operating system into a `StoreError` that says what could not be done."""
    try:
        yield
    except FileNotFoundError:
        raise StoreError("there is no such file") from None
    except IsADirectoryError:
        raise StoreError("this is a directory; name a file in it") from None
    except PermissionError:
        raise StoreError(f"it may not be {what}: permission denied") from None
    except OSError as error:
        raise StoreError(f"it cannot be {what}: {error.strerror or error}") from error
    except ValueError as error:  # a name that no file can have
        raise StoreError(f"it cannot be {what}: {error}") from None


def make_draft(path: Path) -> tuple[Path, int]:
    """A new private file beside the place where it will be, locked; it gets its name when it is whole."""
    with clearly("written"):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        if path.exists() or path.is_symlink():
            raise StoreError("there is a file of this name already; it is left as it is")
        draft = path.with_name(f".{path.name}.{os.getpid()}.new")
        with suppress(FileNotFoundError):
            draft.unlink()
        descriptor = os.open(draft, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        lock(descriptor)
    except BaseException:
        os.close(descriptor)
        with suppress(OSError):
            draft.unlink()
        raise
    return draft, descriptor


def publish(draft: Path, path: Path) -> None:
    """Gives a draft its name; a file that is there already is left alone."""
    with clearly("written"):
        try:
            os.link(draft, path)
        except FileExistsError:
            raise StoreError("there is a file of this name already; it is left as it is") from None
        draft.unlink()
        sync_folder(path.parent)


def open_locked(path: Path) -> int:
    """Opens a file for writing at its end; somebody else who has it open is not disturbed."""
    with clearly("written"):
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    try:
        lock(descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def lock(descriptor: int) -> None:
    """Locks a file until it is closed, be it by a crash."""
    if sys.platform == "win32":
        raise StoreError("a record can only be written on a system that has advisory file locks")
    import fcntl

    with clearly("locked"):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError("somebody else is writing this record") from None


def is_same_file(descriptor: int, path: Path) -> bool:
    """Whether the name still leads to the file that is open, which was neither removed nor replaced."""
    try:
        own, there = os.fstat(descriptor), os.stat(path)
    except OSError:
        return False
    return (own.st_dev, own.st_ino) == (there.st_dev, there.st_ino)


def write_all(descriptor: int, raw: bytes) -> None:
    while raw:
        raw = raw[os.write(descriptor, raw) :]


def open_to_read(path: Path) -> int:
    """A file for reading, its bytes as they are on every system."""
    return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def read_at(descriptor: int, many: int, offset: int) -> bytes:
    """So many bytes from a place in a file."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, many, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.read(descriptor, many)


def rows(descriptor: int, offset: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The lines of a file from a place on, with their line feeds."""
    begun: list[bytes] = []
    while True:
        many = PIECE if end is None else min(PIECE, end - offset)
        with clearly("read"):
            piece = read_at(descriptor, many, offset) if many > 0 else b""
        if not piece:
            break
        offset += len(piece)
        first, *more = piece.split(b"\n")
        begun.append(first)
        if not more and len(begun) * PIECE > LONGEST_LINE:
            break
        if more:
            yield b"".join(begun) + b"\n"
            for row in more[:-1]:
                yield row + b"\n"
            begun = [more[-1]]
    if left := b"".join(begun):
        yield left


def replace_file(path: Path, raw: bytes) -> None:
    """Writes a small file so that a reader finds the old one or the new one, also after a power loss."""
    draft = path.with_name(f".{path.name}.new")
    with clearly("written"):
        with suppress(FileNotFoundError):
            draft.unlink()
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            write_all(descriptor, raw)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        draft.replace(path)
        sync_folder(path.parent)


def keep_beside(descriptor: int, offset: int, path: Path) -> None:
    """Copies what stands after a place of a file into a new one."""
    with clearly("written"):
        out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            while piece := read_at(descriptor, PIECE, offset):
                write_all(out, piece)
                offset += len(piece)
            os.fsync(out)
        finally:
            os.close(out)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes a new name in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
