"""A record where it lies: its file, an export of it, or bytes handed over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from feltlaw.record.beside import read_head
from feltlaw.record.chain import RecordError, looks_like_a_line
from feltlaw.record.disk import clearly, open_to_read, read_at, rows
from feltlaw.record.exports import is_export, source_of_export
from feltlaw.record.opening import begins_of
from feltlaw.record.sources import Source
from feltlaw.record.store import StoreError

FIRST_PIECE = 4096


def open_source(place: Path | str | bytes | Source) -> Source:
    """The lines of a record, given by the path of its file, of an export, or as bytes."""
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
