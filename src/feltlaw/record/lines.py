"""What stands in a record: one line for each event, in one encoding only, sealed to the line before it.

A line is the event's hash and then its body, a JSON object with sorted keys, without spaces and floats, in UTF-8.
The hash is the SHA-256 of the body; the body names the hash of the event before it in the same stream. All
events with one batch number were written together: all of them count, or none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from feltlaw.canonical import parse
from feltlaw.event import Event, event_json, read_event

START = "0" * 64
"""The hash before the first event of a stream."""
_HEAD = b'{"hash":"'
_encode = msgspec.json.Encoder(order="sorted").encode
"""The bytes of `feltlaw.canonical`, several times faster."""
_BODY = len(_HEAD) + 64 + 2
"""Where the body begins, after the hash, a quote and a comma."""


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


def seal(
    stream: str, number: int, batch: int, prev: str, event: Event, given: Mapping[str, Any] | None = None
) -> Sealed:
    """An event bound to the one before it."""
    body: dict[str, Any] = event_json(event)
    body["stream"], body["number"], body["batch"], body["prev"] = stream, number, batch, prev
    if given is not None:
        body["given"] = given
    written = _encode(body)
    own = hashlib.sha256(written).hexdigest()
    return Sealed(
        stream, number, batch, own, prev, event, given, b'%s%s",%s' % (_HEAD, own.encode(), written[1:])
    )


def split(raw: bytes) -> tuple[str, bytes]:
    """The hash a line states and its body; raises `ValueError` where they do not belong together."""
    if not raw.startswith(_HEAD) or raw[_BODY - 2 : _BODY] != b'",':
        raise ValueError("it is not written as a record is")
    own, body = raw[len(_HEAD) : _BODY - 2], b"{" + raw[_BODY:]
    if hashlib.sha256(body).hexdigest().encode() != own:
        raise ValueError("its hash does not fit what it says")
    return own.decode(), body


_KEYS = {"stream", "number", "batch", "prev", "given"}


def unseal(raw: bytes, kinds: Mapping[str, Mapping[str, type]]) -> Sealed:
    """A line read back; `kinds` are the events by the first word of their stream's name."""
    own, body = split(raw)
    data = parse(body)
    match data:
        case {"stream": str(stream), "number": int(number), "batch": int(batch), "prev": str(prev)}:
            known = kinds.get(stream.partition("/")[0])
            if known is None:
                raise ValueError(f"there is no stream '{stream[:40]}'")
            given = data.get("given")
            if given is not None and not isinstance(given, dict):
                raise ValueError("what the command said is not a table of fields")
            event = read_event({key: value for key, value in data.items() if key not in _KEYS}, known)
            return Sealed(stream, number, batch, own, prev, event, given, raw)
    raise ValueError("it is not a line of a record")
