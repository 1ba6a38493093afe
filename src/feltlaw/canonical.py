"""The one way to write plain data down, so that equal data has equal bytes and one hash."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Never

_WRITE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str).encode

LONGEST_NUMBER = 600
"""Digits, fewer than Python reads by itself however it is set up."""


def canonical(data: object) -> bytes:
    """Sorted keys, no spaces, UTF-8; what JSON does not know is written as its text.

    >>> canonical({"b": [1, True], "a": "é"}).decode()
    '{"a":"é","b":[1,true]}'
    """
    return _WRITE(data).encode()


def digest(data: object) -> str:
    """SHA-256 of data written so."""
    return hashlib.sha256(canonical(data)).hexdigest()


def parse(raw: bytes) -> Any:
    """JSON in which every key stands once and no number is a float; `ValueError` for anything else."""
    try:
        return json.loads(
            raw.decode(),
            parse_int=whole_number,
            parse_float=_no_float,
            parse_constant=_no_float,
            object_pairs_hook=_no_double,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeError):
        raise ValueError("it is not JSON") from None


def whole_number(text: str) -> int:
    """A whole number of JSON, refused in our own words where it is longer than anybody needs."""
    digits = len(text.removeprefix("-"))
    if digits > LONGEST_NUMBER:
        raise ValueError(f"a number has {digits:,} digits, too many")
    return int(text)


def _no_float(text: str) -> Never:
    raise ValueError(f"{text[:20]} is not a whole number")


def _no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found
