"""`feltlaw record`: the files of records, and the key that signs their checkpoints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import shown
from feltlaw.cli.output import print_json, print_wrapped
from feltlaw.cli.record_files import new_file
from feltlaw.record.chain import RecordError
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.files import FileStore, Options
from feltlaw.record.keys import KeyFault, Keys, make_signer
from feltlaw.record.opening import Damaged, open_record, repair
from feltlaw.record.places import open_source
from feltlaw.record.store import StoreError
from feltlaw.record.words import moment, numbered
from feltlaw.schema import read
from feltlaw.submission.findings import plain


def checkpoint(name: str, out: str | None, *, last: bool, as_json: bool) -> None:
    """Signs the ends of all streams of a record, and writes that down elsewhere too."""
    with _clearly(name):
        made = _last(name) if last else _signed(name)
    write_checkpoint(made, name, out, as_json=as_json)


def write_checkpoint(made: Checkpoint, name: str, out: str | None, *, as_json: bool) -> None:
    """Prints a checkpoint, or puts it into a new file."""
    document = made.to_json()
    if out is None or out == "-":
        print_json(document)
        return
    _write(out, document)
    if as_json:
        print_json({"file": out, "checkpoint": document})
        return
    print_wrapped(f"Checkpoint {made.number} of {shown(name)}, {moment(made.at)}, written to {shown(out)}")
    print_wrapped("Keep it where who writes the record cannot change it.")


def _signed(name: str) -> Checkpoint:
    store = open_record(name, Options(Keys()))
    try:
        return store.checkpoint()
    finally:
        store.abandon()


def _last(name: str) -> Checkpoint:
    found: Checkpoint | None = None
    from feltlaw.audit.rounds import sound_batches

    for batch in sound_batches(open_source(name)):
        for entry in batch.entries:
            if entry.kind == "checkpoint" and entry.stream == "record":
                found = read(Checkpoint, entry.body.get("data"))
    if found is None:
        raise StoreError("there is no checkpoint in this record yet")
    return found


def key(out: str | None, rotate: str | None, data: str | None, file: str | None, *, as_json: bool) -> None:
    """Exports the public part of the signing key; with `rotate` a new key takes over first."""
    keys = Keys(data, Path(file) if file else None)
    with _clearly(rotate or "the signing key"):
        if rotate is not None:
            store: FileStore = open_record(rotate, Options(keys))
            try:
                store.rotate(make_signer())
            finally:
                store.abandon()
        public = keys.signer().public
    if out is None or out == "-":
        print_json(public.to_json())
        return
    _write(out, public.to_json())
    if as_json:
        print_json({"file": out, **public.to_json()})
    else:
        print_wrapped(f"The public key {public.id} is written to {shown(out)}")


def mend(name: str, reason: str, *, accept_loss: bool, as_json: bool) -> None:
    """Cuts off an incomplete write; what had been confirmed only where that is accepted, for a reason."""
    with _clearly(name):
        try:
            done = repair(name, Options(), accept_loss=accept_loss, reason=reason)
        except Damaged as damaged:
            raise refused(
                f"{shown(name)}: {plain(str(damaged.fault))}. Events that had been confirmed would be lost: "
                "with --accept-loss they are cut off, kept beside the record, and it says so for ever"
            ) from None
    if as_json:
        lost = done.lost if done else "nothing"
        print_json({"file": name, "cut_bytes": done.cut_bytes if done else 0, "lost": lost})
    elif done is None:
        print_wrapped(f"{shown(name)} is whole; there was nothing to do")
    else:
        told = {
            "nothing": "of a write that nobody had been told of",
            "perhaps": "of a write that had perhaps been confirmed",
            "confirmed": "after which events that had been confirmed are missing",
        }
        print_wrapped(f"{shown(name)}: {numbered(done.cut_bytes, 'byte')} cut off, {told[done.lost]}")


def _write(out: str, document: dict[str, Any]) -> None:
    with new_file(out) as file:
        file.write(json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n")


@contextmanager
def _clearly(name: str) -> Iterator[None]:
    try:
        yield
    except Damaged as error:
        raise refused(f"{shown(name)}: {plain(str(error))}") from None
    except (StoreError, RecordError) as error:
        raise unreadable(f"{shown(name)}: {plain(str(error))}") from None
    except KeyFault as error:
        raise unreadable(plain(str(error))) from None
