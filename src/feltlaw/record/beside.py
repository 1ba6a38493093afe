"""The two small files beside a record: its head, which knows what was confirmed, and its saved states.

Neither is needed to read a record, and neither proves anything. Without the head nobody can tell a record
that lost confirmed events from one that was torn in the middle of a write; without the saved states opening
takes longer.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from feltlaw.canonical import parse
from feltlaw.record.chain import Position, read_commit
from feltlaw.record.disk import PRIVATE, clearly, read_at, replace_file
from feltlaw.record.lines import Entry, encode, is_hash
from feltlaw.record.store import Answers, Head, Remembered, Saved, StoreError, request_of

HEAD_SIZE = 160
"""The head is always so long, so that it can be written over in one go."""
SAVED_VERSION = 1
LONGEST_COMMIT = 200


def head_path(path: Path | str) -> Path:
    return Path(f"{path}.head")


def saved_path(path: Path | str) -> Path:
    return Path(f"{path}.saved")


# ── the head ──


@dataclass(frozen=True, slots=True)
class Ended:
    """The last batch that is known to have been confirmed."""

    batch: int
    seal: str
    size: int
    """Of the record, in bytes."""

    def to_bytes(self) -> bytes:
        told = {"batch": self.batch, "seal": self.seal, "size": self.size}
        own = hashlib.sha256(encode(told)).hexdigest()[:16]
        return encode({**told, "check": own}).ljust(HEAD_SIZE - 1) + b"\n"

    @classmethod
    def from_bytes(cls, raw: bytes) -> Ended:
        """Raises `ValueError` where it is no such file, or was torn."""
        match parse(raw):
            case {"batch": int(batch), "seal": str(seal), "size": int(size), "check": str()}:
                found = cls(batch, seal, size)
                if is_hash(seal) and found.to_bytes() == raw:
                    return found
        raise ValueError("it does not say how a record ends")


class HeadFile:
    """The head of a record that is being written. It is not flushed: it never knows more than what was."""

    def __init__(self, path: Path) -> None:
        self.path = head_path(path)
        self._descriptor: int | None = None

    def write(self, position: Position) -> None:
        raw = Ended(position.batch, position.seal, position.offset).to_bytes()
        with clearly("written"):
            if self._descriptor is None:
                self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT, PRIVATE)
                os.ftruncate(self._descriptor, HEAD_SIZE)
            os.pwrite(self._descriptor, raw, 0)

    def close(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None


def read_head(path: Path | str) -> Ended | str:
    """What the head of a record says, or why nothing is known from it."""
    place = head_path(path)
    for _ in range(3):  # somebody may be writing it
        try:
            return Ended.from_bytes(place.read_bytes())
        except FileNotFoundError:
            return "its head file is not there"
        except OSError as error:
            return f"its head file cannot be read: {error.strerror}"
        except ValueError:
            continue
    return "its head file is damaged"


def forget(path: Path) -> None:
    """Removes what is left beside the place of a record that is gone."""
    for beside in (head_path(path), saved_path(path)):
        with suppress(OSError):
            beside.unlink()


# ── what is known of a record ──


@dataclass
class Known:
    """What has to be remembered of the lines that were read or written, and does not grow with them."""

    record: str = ""
    """The hash of the event that begins the record."""
    program: str = ""
    checkpoint: tuple[int, str] = (0, "")
    """The number and the hash of the last checkpoint."""
    checkpointed: int = 0
    """The batch of the last checkpoint."""
    openings: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By stream, the number of the event that opened its last part, and where its batch begins."""
    answers: Answers = field(default_factory=Answers)

    def see(self, entry: Entry, offset: int) -> None:
        """Takes note of a line; `offset` is where its batch begins."""
        data = entry.body.get("data")
        match entry.kind, data:
            case "begin_record", {"program": str(program)}:
                self.record, self.program = entry.hash, program
            case "program_changed", {"program": str(program)}:
                self.program = program
            case "checkpoint", {"number": int(number)} if entry.stream == "record":
                self.checkpoint = (number, hashlib.sha256(encode(data)).hexdigest())
                self.checkpointed = entry.batch
            case "open_table" | "open_link", _:
                self.openings[entry.stream] = (entry.number, offset)

    def see_keys(self, entries: list[Entry]) -> None:
        """Remembers the keys of the commands of a batch."""
        for at, entry in enumerate(entries):
            given = entry.given
            match given:
                case {"key": str(key), "do": str(), "data": dict()} if given is not None:
                    own = [one.number for one in entries[at:] if one.stream == entry.stream]
                    account = actor(entry)
                    request = request_of(account, given)
                    self.answers.add(account, key, Remembered(entry.stream, own[0], own[-1], request))


def actor(entry: Entry) -> str:
    """The account that gave the command: who confirms a request is named beside it."""
    match entry.body:
        case {"given": {"by": {"account": str(account)}}} | {"by": {"account": str(account)}}:
            return account
    return ""


# ── saved states ──


@dataclass(frozen=True, slots=True)
class SavedAt:
    """A saved state, and where in the file its stream goes on after it."""

    saved: Saved
    offset: int


def write_saved(path: Path, position: Position, known: Known, states: Mapping[str, SavedAt]) -> None:
    """Writes the saved states and everything else that opening the record here needs."""
    data = {
        "version": SAVED_VERSION,
        "position": {
            "heads": {stream: [head.number, head.hash] for stream, head in position.heads.items()},
            "batch": position.batch,
            "seal": position.seal,
            "line": position.line,
            "offset": position.offset,
        },
        "record": known.record,
        "program": known.program,
        "checkpoint": [*known.checkpoint, known.checkpointed],
        "openings": known.openings,
        "answers": [
            [account, key, one.stream, one.first, one.last, one.request]
            for (account, key), one in known.answers.items()
        ],
        "states": {
            stream: [at.saved.number, at.saved.opened, at.saved.hash, at.offset, at.saved.state]
            for stream, at in states.items()
        },
    }
    raw = msgspec.json.encode(data)  # in the order it comes: whatever is made of a state comes in its order
    replace_file(saved_path(path), hashlib.sha256(raw).hexdigest().encode() + b"\n" + raw)


def read_saved(path: Path, descriptor: int) -> tuple[Position, Known, dict[str, SavedAt]] | None:
    """The saved states of a record, where they fit it; None where it has to be read from its beginning."""
    try:
        own, _, raw = saved_path(path).read_bytes().partition(b"\n")
        if hashlib.sha256(raw).hexdigest().encode() != own:
            return None
        found = _read_saved(msgspec.json.decode(raw))
        return found if _fits(descriptor, found[0]) else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StoreError):
        return None


def _read_saved(data: Any) -> tuple[Position, Known, dict[str, SavedAt]]:
    if data["version"] != SAVED_VERSION:
        raise ValueError("another version")
    at = data["position"]
    heads = {stream: Head(number, own) for stream, (number, own) in at["heads"].items()}
    position = Position(heads, at["batch"], at["seal"], at["line"], at["offset"])
    number, own, batch = data["checkpoint"]
    openings = {stream: (first, offset) for stream, (first, offset) in data["openings"].items()}
    known = Known(data["record"], data["program"], (number, own), batch, openings)
    for account, key, stream, first, last, request in data["answers"]:
        known.answers.add(account, key, Remembered(stream, first, last, request))
    states = {
        stream: SavedAt(Saved(number, opened, own, state), offset)
        for stream, (number, opened, own, offset, state) in data["states"].items()
    }
    return position, known, states


def _fits(descriptor: int, position: Position) -> bool:
    """Whether the batch after which it was saved ends there in the file."""
    start = max(0, position.offset - LONGEST_COMMIT)
    before = read_at(descriptor, position.offset - start, start)
    if len(before) != position.offset - start or not before.endswith(b"\n"):
        return False
    commit = read_commit(before[:-1].rpartition(b"\n")[2])
    return (commit.batch, commit.seal) == (position.batch, position.seal)
