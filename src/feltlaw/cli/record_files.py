"""Records, checkpoints and keys as a user names them, with one clear message where they cannot be read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from feltlaw.audit.rounds import Tampered
from feltlaw.canonical import parse
from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import read_text, shown
from feltlaw.record.chain import RecordError
from feltlaw.record.checkpoints import Checkpoint, read_checkpoint
from feltlaw.record.disk import PRIVATE
from feltlaw.record.keys import PublicKey, read_public
from feltlaw.record.places import open_source
from feltlaw.record.sources import Source
from feltlaw.record.store import StoreError
from feltlaw.submission.findings import plain


@contextmanager
def readable(name: str) -> Iterator[None]:
    """A record that cannot be read is wrong usage; one that was tampered with breaks a rule."""
    try:
        yield
    except Tampered as error:
        raise refused(f"{shown(name)}: {plain(str(error))}. See: feltlaw audit verify") from None
    except (RecordError, StoreError) as error:
        raise unreadable(f"{shown(name)}: {plain(str(error))}") from None


@contextmanager
def found_in(name: str) -> Iterator[None]:
    """What is not in a record."""
    try:
        yield
    except LookupError as error:
        raise refused(f"{shown(name)}: {plain(str(error.args[0]))}") from None


@contextmanager
def new_file(out: str) -> Iterator[Any]:
    """A new private file; one that is there already is left alone, and half a one does not stay."""
    try:
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        raise unreadable(f"there is a file {shown(out)} already; name a new one") from None
    except (OSError, ValueError) as error:
        raise _not_written(out, error) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except BaseException as error:
        os.unlink(out)
        if isinstance(error, OSError):
            raise _not_written(out, error) from None
        raise


def _not_written(out: str, error: Exception) -> Stop:
    return unreadable(f"{shown(out)} cannot be written: {getattr(error, 'strerror', None) or error}")


def source_of(name: str) -> Source:
    if name == "-":
        return open_source(sys.stdin.buffer.read() if sys.stdin else b"")
    return open_source(name)


def _document(name: str) -> Any:
    try:
        return parse(read_text(name).encode())
    except ValueError as error:
        raise unreadable(f"{shown(name)} cannot be read: {error}") from None


def checkpoint_from(name: str) -> Checkpoint:
    try:
        return read_checkpoint(_document(name))
    except ValueError as error:
        raise unreadable(f"{shown(name)}: {plain(str(error))}") from None


def public_key_from(name: str) -> PublicKey:
    try:
        return read_public(_document(name))
    except ValueError as error:
        raise unreadable(f"{shown(name)}: {plain(str(error))}") from None
