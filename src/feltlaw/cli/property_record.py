"""`feltlaw record` on a property: its record out of the folder or the database, served or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from feltlaw.cli.audit import told_as_exported, verify_source
from feltlaw.cli.errors import unreadable
from feltlaw.cli.property import looked, seen
from feltlaw.cli.record import write_checkpoint
from feltlaw.cli.record_files import new_file, readable
from feltlaw.desk import system_clock
from feltlaw.floor.exporting import Part, every_stream, export_parts, whole_stream
from feltlaw.floor.property import Property, Where
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.nearest import did_you_mean
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.keys import KeyFault, Signer
from feltlaw.record.places import open_source
from feltlaw.refusal import Refused
from feltlaw.submission.findings import plain


def called(place: Where) -> str:
    """What the property is called in a sentence."""
    return "the database" if place.database else str(place.data)


def verify(
    place: Where, checkpoints: Sequence[str], keys: Sequence[str], before: str | None, *, as_json: bool
) -> None:
    """Checks the whole record as `feltlaw audit verify` checks an export, decks on the tables as well."""
    with TemporaryDirectory(prefix="feltlaw-") as folder:
        file = str(Path(folder) / "record.json")
        _write(place, file, lambda store: every_stream(store, decks=True))
        with readable(called(place)):
            source = open_source(file)
        verify_source(called(place), source, checkpoints, keys, before, as_json=as_json)


def export(place: Where, out: str, stream: str, *, as_json: bool) -> None:
    """Writes the record, or one stream, as one document that is signed by the property's key."""
    if out == "-":
        raise unreadable("a property's record is written to a file: -o FILE")
    with _with_key(place):
        signer = place.keys.signer()
    _write(place, out, lambda store: _parts(store, stream), signer)
    told_as_exported(out, as_json=as_json)


def checkpoint(place: Where, out: str | None, *, as_json: bool) -> None:
    """Signs how all streams of the property end now."""

    async def act(prop: Property) -> Checkpoint:
        return await prop.floor.signing_with(place.keys).checkpoint()

    with _with_key(place):
        made = seen(place, act)
    write_checkpoint(made, called(place), out, as_json=as_json)


def _write(
    place: Where,
    out: str,
    wanted: Callable[[FloorStore], Awaitable[Sequence[Part]]],
    signer: Signer | None = None,
) -> None:
    async def act(store: FloorStore) -> None:
        parts = await wanted(store)
        with new_file(out) as file:
            async for piece in export_parts(store, parts, signer, system_clock()):
                file.write(piece)

    looked(place, act)


async def _parts(store: FloorStore, stream: str) -> list[Part]:
    if not stream:
        return [part for part in await every_stream(store) if part.last]
    part = await whole_stream(store, stream)
    if part is None:
        rows = await store.read(lambda: sql.reading_rows("streams", order="stream"))
        known = [str(row["stream"]) for row in rows]
        raise Refused(
            f"there is no stream '{plain(stream[:60])}' here",
            f"{did_you_mean(stream, known)} There are {', '.join(known[:20])}.".strip(),
        )
    if not part.last:
        raise Refused(f"everything of {stream} is still to be played", "Ask again after a round.")
    return [part]


@contextmanager
def _with_key(place: Where) -> Iterator[None]:
    """A key that is named is there: no other is made in its place."""
    if place.key is not None and not place.key.exists():
        raise unreadable(f"there is no signing key at {plain(str(place.key))}; feltlaw record key makes one")
    try:
        yield
    except KeyFault as error:
        raise unreadable(plain(str(error))) from None
