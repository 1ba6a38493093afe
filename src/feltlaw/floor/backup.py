"""A property's data copied while it is served, and put back: every stream is walked before either is said to
be done. A PostgreSQL database has tools of its own for it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from feltlaw.floor.property import DATABASE, Where
from feltlaw.floor.store.model import Stopped
from feltlaw.floor.store.sqlite import LEAST_SQLITE, connect
from feltlaw.record.chain import RecordError
from feltlaw.record.keys import PRIVATE, PRIVATE_FOLDER
from feltlaw.record.lines import START, open_line

KEY = ".key"
"""What the signing key of a backup is called, after the backup's own name."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup holds."""

    streams: int
    events: int
    with_key: bool


def back_up(where: Where, target: Path, *, with_key: bool) -> Copied:
    """Copies a property to a new file, as it stands at one moment; a server may go on meanwhile.

    The signing key is not in it unless it is asked for: then it lies beside it, for its owner alone.
    """
    source = _own_file(where, "pg_dump --format=custom --file=FILE URL")
    if not source.exists():
        raise Stopped(f"there is no property in {where.data}")
    key = where.keys.path
    if with_key and not key.exists():
        raise Stopped(f"there is no signing key at {key}")
    with (
        _new(target) as draft,
        closing(connect(source)) as live,
        closing(apsw.Connection(str(draft))) as copy,
    ):
        with copy.backup("main", live, "main") as copying:
            copying.step(-1)  # at once: readers hold no writer up, and a copy in steps begins again
        copy.execute("PRAGMA journal_mode = DELETE")
        copied = walked(copy)
    if with_key:
        with _new(target.with_name(target.name + KEY)) as draft:
            shutil.copyfile(key, draft)
    return Copied(*copied, with_key)


def put_back(source: Path, where: Where) -> Copied:
    """A property from a backup, in a folder that has none."""
    target = _own_file(where, "pg_restore --dbname=URL FILE")
    if not source.is_file():
        raise Stopped(f"there is no backup {source}")
    if target.exists():
        raise Stopped(f"there is a property in {where.data}; restore into an empty folder")
    where.data.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    with _new(target) as draft:
        shutil.copyfile(source, draft)
        try:
            with closing(apsw.Connection(str(draft))) as copy:
                copied = walked(copy)
        except apsw.Error as error:
            raise Stopped(f"{source} is no backup that can be read: {error}") from error
    key = source.with_name(source.name + KEY)
    if key.exists() and not where.keys.path.exists():
        where.keys.path.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with _new(where.keys.path) as draft:
            shutil.copyfile(key, draft)
    return Copied(*copied, key.exists())


def walked(connection: apsw.Connection) -> tuple[int, int]:
    """How many streams and events a database holds, each event bound to the one before it, each stream up to
    where it says it ends; raises `Stopped` where that is not so."""
    for (said,) in connection.execute("PRAGMA quick_check"):
        if said != "ok":
            raise Stopped(f"the database is damaged: {said}")
    ends: dict[str, tuple[int, str]] = {}
    events = 0
    for stream, number, raw in connection.execute(
        "SELECT stream, number, line FROM events ORDER BY stream, number"
    ):
        last, prev = ends.get(stream, (0, START))
        try:
            line = open_line(bytes(raw))
        except (RecordError, ValueError) as error:
            raise Stopped(f"{stream} cannot be read at {number}: {error}") from error
        if (line.stream, line.number, line.prev) != (stream, last + 1, prev):
            raise Stopped(f"{stream} is not whole at {number}")
        ends[stream] = (line.number, line.hash)
        events += 1
    for stream, number, own in connection.execute("SELECT stream, number, hash FROM streams"):
        if ends.get(stream, (0, START)) != (number, own):
            raise Stopped(f"{stream} does not end where it should")
    return len(ends), events


def _own_file(where: Where, instead: str) -> Path:
    if where.database:
        raise Stopped(f"a PostgreSQL database has tools of its own for this: {instead}")
    if apsw.SQLITE_VERSION_NUMBER < LEAST_SQLITE:
        raise Stopped(f"SQLite {apsw.sqlite_lib_version()} may lose data; 3.51.3 or later is needed")
    return where.data / DATABASE


@contextmanager
def _new(target: Path) -> Iterator[Path]:
    """A file that is there whole or not at all, for its owner alone; never in another's place."""
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        try:
            yield draft
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            os.link(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except FileExistsError:
        raise Stopped(f"{target} is there already; choose another name") from None
    except OSError as error:
        raise Stopped(f"{target} cannot be written: {error.strerror or error}") from error
