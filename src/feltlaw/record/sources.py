"""Where the lines of a record come from: its file, an export of it, bytes handed over, or any store."""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from feltlaw.record.beside import Ended, read_head
from feltlaw.record.chain import RecordError, looks_like_a_line
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.disk import clearly, open_to_read, read_at, rows
from feltlaw.record.opening import begins_of
from feltlaw.record.store import Head, Store, StoreError

FIRST_PIECE = 4096


@dataclass
class Source:
    """The lines of a record, which can be gone through more than once."""

    again: Callable[[], Iterable[bytes]]
    """The lines from the first on, each with its line feed."""
    commits: bool = True
    """Whether lines stand between them that confirm each batch: a file has them, nothing else."""
    ended: Ended | str | None = None
    """What the head file knows, or why it is not known; None where there can be none."""
    shift: int = 0
    """Lines of the document before the first one."""
    streams: Sequence[str] = ()
    """What it holds, where that is not everything."""
    heads: dict[str, Head] = field(default_factory=dict)
    """The ends that an export states, known when it was read to its end."""
    checkpoint: list[Checkpoint] = field(default_factory=list)
    """The last checkpoint that an export brings along."""

    @property
    def is_whole(self) -> bool:
        """Whether it holds every stream of the record."""
        return not self.streams


def open_source(place: Path | str | bytes | Source) -> Source:
    """The lines of a record, given by the path of its file, of an export, or as bytes."""
    from feltlaw.record.exports import is_export, source_of_export

    if isinstance(place, Source):
        return place
    if isinstance(place, bytes):
        if is_export(place[:FIRST_PIECE]):
            return source_of_export(lambda: _split(place))
        _check(_split(place))
        return Source(lambda: _split(place))
    path = Path(place)
    with _readable(), clearly("read"):
        if path.is_dir():
            raise StoreError("this is a directory; name a record in it")
        descriptor = open_to_read(path)
    holder = _Open(descriptor)
    with _readable(), clearly("read"):
        begins = read_at(descriptor, FIRST_PIECE, 0)
    if is_export(begins):
        return source_of_export(holder.rows)
    _check(holder.rows())
    return Source(holder.rows, ended=read_head(path))


class _Open:
    """A file that is open as long as somebody has use for its lines."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def rows(self) -> Iterator[bytes]:
        with _readable():
            yield from rows(self._descriptor)

    def __del__(self) -> None:
        os.close(self._descriptor)


@contextmanager
def _readable() -> Iterator[None]:
    """A file that cannot be read is no record."""
    try:
        yield
    except StoreError as error:
        raise RecordError(str(error)) from None


def _split(raw: bytes) -> Iterator[bytes]:
    """Bytes as lines with their line feeds, the last one perhaps without."""
    *whole, rest = raw.split(b"\n")
    for row in whole:
        yield row + b"\n"
    if rest:
        yield rest


def _check(lines: Iterable[bytes]) -> None:
    """Raises `RecordError` for what is no record, or one of another format."""
    every = iter(lines)
    first = next(every, b"").removesuffix(b"\n")
    begins_of(first, lambda: any(looks_like_a_line(row.removesuffix(b"\n")) for row in every))


def source_of_store(store: Store, streams: Sequence[str], *, whole: bool = False) -> Source:
    """The lines of some streams of a store, those of one batch together."""

    def merged() -> Iterator[bytes]:
        every = [
            ((line.batch, at, line.number, line.raw) for line in store.read(stream))
            for at, stream in enumerate(streams)
        ]
        for *_, raw in heapq.merge(*every):
            yield raw + b"\n"

    return Source(merged, commits=False, streams=() if whole else tuple(streams))
