"""What stands in a log: a header, then a line for each event, in one encoding only.

A line is a JSON object with sorted keys, without spaces and floats, in UTF-8, and ends with a line feed.
`hash` is the SHA-256 of the same object without it; `prev` is the hash of the line before, so the last hash
stands for the whole file. `batch` is `[2,3]` on the second of three lines that were written together: all of
them count, or none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version as installed_version
from typing import Any, Never

from feltlaw.regulation import regulation_ids
from feltlaw.regulation.load import load
from feltlaw.submission import Submission, SubmissionError
from feltlaw.table import Event, Person

FORMAT = "feltlaw-log"
VERSION = 1
START = "0" * 64
"""The hash before the first line."""
BEGINS = b'{"batch":['
"""How every line begins, since its keys are sorted."""


class LogError(ValueError):
    """A log that cannot be read, written or gone on with."""


def canonical(data: object) -> bytes:
    """The one way to write plain data down.

    >>> canonical({"b": [1, True], "a": "é"}).decode()
    '{"a":"é","b":[1,true]}'
    """
    _check_plain(data)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise LogError("a text in it has characters that UTF-8 cannot write") from None


def _check_plain(data: object) -> None:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if not isinstance(key, str):
                raise LogError(f"the key {key!r} is not a text")
            _check_plain(value)
    elif isinstance(data, list | tuple):
        for value in data:
            _check_plain(value)
    elif data is not None and not isinstance(data, str | int):
        raise LogError(f"a {type(data).__name__} cannot be written in a log")


def parse(raw: bytes) -> Any:
    """JSON in which every key stands once and no number is a float; raises `ValueError` for anything else."""
    try:
        return json.loads(
            raw.decode(), parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_double
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeError):
        raise ValueError("it is not JSON") from None


def _no_float(text: str) -> Never:
    raise ValueError(f"{text[:20]} is not a whole number")


def _no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def seal(body: Mapping[str, Any], seq: int, prev: str, batch: tuple[int, int]) -> tuple[str, bytes]:
    """A line that follows the one with the hash `prev`: its own hash, and its bytes."""
    content = {**body, "seq": seq, "prev": prev, "batch": list(batch)}
    own = hashlib.sha256(canonical(content)).hexdigest()
    return own, canonical({**content, "hash": own}) + b"\n"


@dataclass(frozen=True, slots=True)
class Header:
    """What a log is pinned to. Its submission is written out in full, so the log needs no other file."""

    feltlaw: str
    """The version of the program that wrote it."""
    data_hash: str
    """The regulation's data."""
    submission: Mapping[str, Any]
    digest: str
    """The submission's."""
    real_cards: bool
    practice: bool
    seed: str | None
    created: int

    @classmethod
    def of(
        cls, submission: Submission, *, real_cards: bool, practice: bool, seed: str | None, created: int
    ) -> Header:
        plain = parse(canonical(submission.to_data()))
        return cls(
            installed_version("feltlaw"),
            submission.regulation.digest,
            plain,
            submission.digest,
            real_cards,
            practice,
            seed,
            created,
        )

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "feltlaw": self.feltlaw,
            "data_hash": self.data_hash,
            "submission": dict(self.submission),
            "digest": self.digest,
            "real_cards": self.real_cards,
            "practice": self.practice,
            "created": self.created,
        }
        return found if self.seed is None else found | {"seed": self.seed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Raises `ValueError` where it is not a header."""
        kinds = {
            "feltlaw": str,
            "data_hash": str,
            "submission": dict,
            "digest": str,
            "real_cards": bool,
            "practice": bool,
            "created": int,
        }
        if any(type(data.get(key)) is not kind for key, kind in kinds.items()):
            raise ValueError("a part of the header is missing")
        seed = data.get("seed")
        known = {*kinds, "format", "version"} | ({"seed"} if isinstance(seed, str) else set())
        if set(data) != known:
            raise ValueError("the header has a part that is not known")
        return cls(**{key: data[key] for key in kinds}, seed=seed)

    @property
    def regulation(self) -> str:
        return str(self.submission.get("regulation"))

    def why_not_replayable(self) -> str:
        """Why the installed data cannot replay this log; empty where it can."""
        if self.regulation not in regulation_ids():
            return f"the regulation '{self.regulation[:40]}' is not installed"
        installed = load(self.regulation).digest
        if installed != self.data_hash:
            return (
                f"it was written by feltlaw {self.feltlaw[:20]} with other data of {self.regulation} (hash "
                f"{self.data_hash[:12]}, installed is {installed[:12]})"
            )
        try:
            same = Submission.from_data(self.submission).digest == self.digest
        except SubmissionError:
            same = False
        return "" if same else "its submission is not the one that its digest stands for"

    def read_submission(self) -> Submission:
        """The submission; raises `LogError` where the installed data would read it differently."""
        why = self.why_not_replayable()
        if why:
            raise LogError(f"this log cannot be replayed here: {why}")
        return Submission.from_data(self.submission)


@dataclass(frozen=True, slots=True)
class Line:
    """One line after the header: an event, or a mark about the file itself (it was repaired)."""

    seq: int
    prev: str
    hash: str
    batch: tuple[int, int]
    event: Event | None = None
    given: Mapping[str, Any] | None = None
    """What the command said, on the first event that follows from it."""
    mark: Mapping[str, Any] | None = None

    @property
    def ends_batch(self) -> bool:
        return self.batch[0] == self.batch[1]


@dataclass(frozen=True)
class Log:
    """A log that was read: its header and its lines, only whole batches."""

    header: Header
    lines: tuple[Line, ...]
    head: tuple[int, str]
    """Number and hash of the last line; the hash stands for everything."""

    @property
    def events(self) -> list[Event]:
        return [line.event for line in self.lines if line.event is not None]

    def batches(self) -> Iterator[list[Line]]:
        """The events in the batches in which they were written, one for each command."""
        found: list[Line] = []
        for line in self.lines:
            found.append(line)
            if line.ends_batch:
                if any(one.event is not None for one in found):
                    yield found
                found = []


def event_json(event: Event) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "by": {"role": event.by.role, "name": event.by.name},
        "at": event.at,
        "data": dict(event.data),
    }


def read_event(data: object) -> Event:
    """Raises `ValueError` where it is not an event."""
    match data:
        case {
            "kind": str(kind),
            "by": {"role": str(role), "name": str(name), **nothing},
            "at": int(at),
            "data": dict(given),
            **rest,
        } if not rest and not nothing and not isinstance(at, bool):
            return Event(kind, Person(role, name), at, given)
    raise ValueError("it is not an event")


def open_line(raw: bytes) -> dict[str, Any]:
    """What a line says, without the line feed; raises `ValueError` where it is not as it was sealed."""
    data = parse(raw)
    try:
        written = canonical(data)
    except RecursionError:
        written = b""
    if not isinstance(data, dict) or written != raw:
        raise ValueError("it is not written as a log is")
    own = data.pop("hash", None)
    if own != hashlib.sha256(canonical(data)).hexdigest():
        raise ValueError("its hash does not fit what it says")
    return data | {"hash": own}


def read_line(raw: bytes) -> Line:
    """A line after the header; raises `ValueError` where it is not as it was sealed."""
    data = open_line(raw)
    match data:
        case {"seq": int(seq), "prev": str(prev), "hash": str(own), "batch": [int(at), int(of)], **rest}:
            match rest:
                case {"event": event, "given": dict(given)} if len(rest) == 2:
                    return Line(seq, prev, own, (at, of), read_event(event), given)
                case {"event": event} if len(rest) == 1:
                    return Line(seq, prev, own, (at, of), read_event(event))
                case {"mark": dict(mark)} if len(rest) == 1:
                    return Line(seq, prev, own, (at, of), mark=mark)
    raise ValueError("it is not a line of a log")


def seal_again(log: Log) -> Iterator[bytes]:
    """The lines of a log, header first, byte for byte as they stand in its file."""
    own, raw = seal(log.header.to_json(), 0, START, (1, 1))
    yield raw
    for line in log.lines:
        own, raw = seal(body_of(line), line.seq, own, line.batch)
        yield raw


def body_of(line: Line) -> dict[str, Any]:
    """What a line says, without what binds it to the others."""
    if line.event is None:
        return {"mark": dict(line.mark or {})}
    return {"event": event_json(line.event), **({} if line.given is None else {"given": dict(line.given)})}
