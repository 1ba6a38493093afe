"""The document in which a record travels: one stream or all of it, line for line as it was sealed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from feltlaw.canonical import canonical, parse
from feltlaw.record.chain import RecordError, Walk
from feltlaw.record.checkpoints import Checkpoint, read_checkpoint
from feltlaw.record.lines import BEGINS, Entry, encode, is_hash
from feltlaw.record.sources import Source
from feltlaw.record.store import Head
from feltlaw.schema import read

FORMAT, VERSION = "feltlaw-export", 2
FIRST = b'{"format":"%s","version":%d,\n' % (FORMAT.encode(), VERSION)
LINES = b'"lines":[\n'
_HEADER = 3
"""Lines of the document before the first event, as it is written here."""


def is_export(begins: bytes) -> bool:
    """Whether a document says in its beginning that it is an export."""
    return f'"{FORMAT}"'.encode() in begins[:1000] and not begins.lstrip().startswith(BEGINS)


# ── writing ──


def export(source: Source, stream: str = "") -> Iterator[bytes]:
    """One JSON document of a record, or of one of its streams, piece by piece.

    Raises `RecordError` where the record is not as it was written; what is not confirmed is left out.
    """
    yield FIRST
    yield b'"streams":%s,\n' % canonical([stream] if stream else list(source.streams))
    yield LINES
    walk = Walk(commits=source.commits)
    last: Checkpoint | None = None
    first = True
    for batch in walk.batches(source.again()):
        for entry in batch.entries:
            if entry.kind == "checkpoint":
                last = _checkpoint(entry) or last
            if not stream or entry.stream == stream:
                yield (b"" if first else b",\n") + entry.raw
                first = False
    if walk.stuck is not None:
        raise RecordError("this record is damaged. See: feltlaw audit verify")
    if stream and stream not in walk.position.heads:
        known = ", ".join(walk.position.heads)
        raise RecordError(f"there is no stream '{stream[:80]}' in this record; it has {known}")
    heads = {
        name: {"number": head.number, "hash": head.hash}
        for name, head in walk.position.heads.items()
        if not stream or name == stream
    }
    yield b"\n],\n"
    if last is not None:
        yield b'"checkpoint":%s,\n' % canonical(last.to_json())
    yield b'"heads":%s}\n' % canonical(heads)


def _checkpoint(entry: Entry) -> Checkpoint | None:
    try:
        return read(Checkpoint, entry.body.get("data"))
    except ValueError:
        return None


# ── reading ──


def source_of_export(again: Callable[[], Iterator[bytes]]) -> Source:
    """The lines of an export; raises `RecordError` where it is none that can be read here.

    One that was written here is gone through line by line; one that another tool wrote is read whole.
    """
    source = Source(lambda: iter(()), commits=False)
    begun = again()
    head = [next(begun, b"") for _ in range(_HEADER)]
    if head[0] == FIRST and head[2] == LINES and head[1].startswith(b'"streams":'):
        source.streams = _streams(_parsed(head[1].rstrip(b",\n").partition(b":")[2]))
        source.again = lambda: _rows(again(), source)
        source.shift = _HEADER
        _check_tail(again)
        return source
    return _read_whole(b"".join(again()), source)


def _check_tail(again: Callable[[], Iterator[bytes]]) -> None:
    """Whether the document ends as one does."""
    last = b""
    for row in again():
        last = row
    if not (last.startswith(b'"heads":{') and last.endswith(b"}}\n")):
        raise RecordError("this export is not whole: its end is missing")


def _rows(document: Iterable[bytes], source: Source) -> Iterator[bytes]:
    """The events of an export as it is written here; what stands after them is taken note of."""
    rows = iter(document)
    for _ in range(_HEADER):
        next(rows, b"")
    for row in rows:
        if row == b"],\n":
            break
        yield row.removesuffix(b"\n").removesuffix(b",") + b"\n"
    for row in rows:
        name, _, rest = row.partition(b":")
        if name == b'"checkpoint"':
            source.checkpoint = [_read_checkpoint(_parsed(rest.rstrip(b",\n")))]
        elif name == b'"heads"':
            source.heads = _heads(_parsed(rest.rstrip(b"\n").removesuffix(b"}")))
        else:
            raise RecordError("this export has a part that is not known")


def _read_whole(raw: bytes, source: Source) -> Source:
    data = _parsed(raw)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("this export is not whole")
    if data.get("version") != VERSION:
        raise RecordError(f"this export is of another version; this feltlaw reads version {VERSION}")
    match data:
        case {"streams": list(streams), "lines": list(lines), "heads": dict(heads)}:
            if unknown := set(data) - {"format", "version", "streams", "lines", "heads", "checkpoint"}:
                raise RecordError(f"this export has a part that is not known: {min(unknown)[:40]}")
            source.streams, source.heads = _streams(streams), _heads(heads)
            if "checkpoint" in data:
                source.checkpoint = [_read_checkpoint(data["checkpoint"])]
            written = [_written(line) for line in lines]
            source.again = lambda: written
            return source
    raise RecordError("this export is not whole")


def _written(line: Any) -> bytes:
    """A line as it was sealed, whatever way another tool wrote it."""
    if not isinstance(line, dict) or not is_hash(line.get("hash")):
        return encode(line) + b"\n"
    body = {key: value for key, value in line.items() if key != "hash"}
    return b'%s%s",%s\n' % (BEGINS, line["hash"].encode(), encode(body)[1:])


def _parsed(raw: bytes) -> Any:
    try:
        return parse(raw)
    except ValueError as error:
        raise RecordError(f"this export cannot be read: {error}") from None


def _streams(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(one, str) for one in data):
        raise RecordError("this export does not say which streams it holds")
    return tuple(data)


def _heads(data: Any) -> dict[str, Head]:
    try:
        return {stream: read(Head, head) for stream, head in data.items()}
    except (ValueError, AttributeError):
        raise RecordError("this export does not say how it ends") from None


def _read_checkpoint(data: Any) -> Checkpoint:
    try:
        return read_checkpoint(data)
    except ValueError as error:
        raise RecordError(f"this export cannot be read: {error}") from None
