"""What stands in a record: one line for each event, in one encoding only, sealed to the line before it.

A line is the event's hash and then its body, a JSON object with sorted keys, without spaces and floats, in
UTF-8. The hash is the SHA-256 of the body; the body names the hash of the event before it in the same stream.
All events with one batch number were written together: all of them count, or none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from feltlaw.event import Event, event_json, read_event
from feltlaw.values import quick

START = "0" * 64
"""The hash before the first event of a stream."""
BEGINS = b'{"hash":"'
"""How the line of an event begins."""
Kinds = Mapping[str, Mapping[str, type]]
"""The types of events by the first word of their stream's name, then by their kind."""

encode = msgspec.json.Encoder(order="sorted").encode
"""The bytes of `feltlaw.canonical`, several times faster."""
decode = msgspec.json.Decoder().decode
_BODY = len(BEGINS) + 64 + 2
"""Where the body begins, after the hash, a quote and a comma."""
_DIGITS = frozenset(b"0123456789abcdef")
_BINDING = {"stream", "number", "batch", "prev", "given"}


@quick
@dataclass(frozen=True, slots=True)
class Sealed:
    """One event on record."""

    stream: str
    number: int
    batch: int
    hash: str
    prev: str
    event: Event
    given: Mapping[str, Any] | None
    """What the command said, on the first event it led to."""
    raw: bytes
    """The line as it is written, without its line feed."""


class Entry(NamedTuple):
    """A line whose hash fits and that is written as a record is; what its event says is not looked at yet."""

    stream: str
    number: int
    batch: int
    hash: str
    prev: str
    body: dict[str, Any]
    raw: bytes

    @property
    def kind(self) -> str:
        return str(self.body.get("kind"))

    @property
    def given(self) -> dict[str, Any] | None:
        """What the command said, on the first event it led to."""
        found = self.body.get("given")
        return found if isinstance(found, dict) else None

    def says(self, event: dict[str, Any]) -> bool:
        """Whether the line is that of an event in this place, byte for byte.

        The event is given as plain JSON, which gets the place written into it.
        """
        event["stream"], event["number"] = self.stream, self.number
        event["batch"], event["prev"] = self.batch, self.prev
        if "given" in self.body:
            event["given"] = self.body["given"]
        return encode(event)[1:] == self.raw[_BODY:]


def seal(
    stream: str, number: int, batch: int, prev: str, event: Event, *, given: Mapping[str, Any] | None = None
) -> Sealed:
    """An event bound to the one before it."""
    body: dict[str, Any] = event_json(event)
    body["stream"], body["number"], body["batch"], body["prev"] = stream, number, batch, prev
    if given is not None:
        body["given"] = given
    own, raw = written(body)
    return Sealed(stream, number, batch, own, prev, event, given, raw)


def written(body: Mapping[str, Any]) -> tuple[str, bytes]:
    """A body's hash, and the line it stands in."""
    text = encode(body)
    own = hashlib.sha256(text).hexdigest()
    return own, b'%s%s",%s' % (BEGINS, own.encode(), text[1:])


def open_line(raw: bytes) -> Entry:
    """A line read as far as its place; raises `ValueError` where it is not as it was sealed."""
    if not raw.startswith(BEGINS) or raw[_BODY - 2 : _BODY] != b'",':
        raise ValueError("it is not written as a record is")
    own, text = raw[len(BEGINS) : _BODY - 2], b"{" + raw[_BODY:]
    if hashlib.sha256(text).hexdigest().encode() != own:
        raise ValueError("its hash does not fit what it says")
    try:
        body = decode(text)
        same = encode(body) == text
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("it is not JSON") from None
    if not same or type(body) is not dict:
        raise ValueError("it is not written as a record is")
    get = body.get
    stream, number, batch, prev = get("stream"), get("number"), get("batch"), get("prev")
    if type(stream) is not str or type(number) is not int or type(batch) is not int or type(prev) is not str:
        raise ValueError("it is not a line of a record")
    return Entry(stream, number, batch, own.decode(), prev, body, raw)


def unseal(entry: Entry, kinds: Kinds) -> Sealed:
    """The event of a line; raises `ValueError` where it is none of these kinds."""
    known = kinds.get(entry.stream.partition("/")[0])
    if known is None:
        raise ValueError(f"there is no stream '{entry.stream[:40]}'")
    given = entry.body.get("given")
    if given is not None and type(given) is not dict:
        raise ValueError("what the command said is not a table of fields")
    event = read_event({key: value for key, value in entry.body.items() if key not in _BINDING}, known)
    return Sealed(entry.stream, entry.number, entry.batch, entry.hash, entry.prev, event, given, entry.raw)


def is_hash(text: object) -> bool:
    """Whether a text is a SHA-256 in small hexadecimal digits."""
    return isinstance(text, str) and len(text) == len(START) and _DIGITS.issuperset(text.encode())
