"""JSON text of declared values, written once and kept with the value.

A view is sent to many people, and most of it was sent to them before: a seat whose chips have not changed, a
box that nobody has touched. Such parts are the same objects as last time, and their text lies beside them.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Mapping
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from typing import Any, Literal, Union

from feltlaw.cards import Card
from feltlaw.money import dollars
from feltlaw.schema import MISSING, Dollars, Record, Text, Whole, codec

Writer = Callable[[Any], str]

quoted: Writer = encode_basestring_ascii
"""A text in quotation marks, all of it ASCII."""
plain: Writer = json.JSONEncoder(separators=(",", ":")).encode
"""Plain JSON without spaces."""

_WRITERS: dict[Any, Writer] = {}


class Written:
    """A value that has room for its text."""

    __slots__ = ("_text",)


def text(value: object) -> str:
    """A value of a declared type as JSON, the same that `schema.write` means."""
    return writer(type(value))(value)


def writer(kind: Any) -> Writer:
    """How values of a type or an annotated type become text, worked out once."""
    found = _WRITERS.get(kind)
    if found is None:
        found = _WRITERS[kind] = _made(kind)
    return found


def declare_writer(kind: Any, made: Writer) -> None:
    """Declares how a type that says too little by itself becomes text."""
    _WRITERS[kind] = made


def _made(kind: Any) -> Writer:
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        base, mark, *_ = typing.get_args(kind)
        return _bounded(kind, base, mark)
    if origin is tuple:
        return _listed(typing.get_args(kind)[0])
    if origin in (Union, types.UnionType) and type(None) in typing.get_args(kind):
        return _optional(kind)
    if origin is Literal or kind is str:
        return _plain
    if kind is bool:
        return _flag
    if kind is Card:
        return _CARDS.__getitem__
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record(kind)
    return _as_written(kind)


def _bounded(kind: Any, base: Any, mark: object) -> Writer:
    if isinstance(mark, Dollars):
        return _money
    if isinstance(mark, Whole):
        return str
    if isinstance(mark, Text):
        return quoted
    if typing.get_origin(base) is tuple:
        return _listed(typing.get_args(base)[0])
    return _as_written(kind)


@lru_cache(maxsize=4000)
def _money(cents: int) -> str:
    return f'"{dollars(cents)}"'


def _plain(value: Any) -> str:
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def _flag(value: bool) -> str:
    return "true" if value else "false"


_CARDS: Mapping[Card, str] = {card: f'"{card}"' for card in map(Card, range(53))}


def _listed(kind: Any) -> Writer:
    one = writer(kind)
    if one is quoted:
        return _texts
    return lambda value: f"[{','.join(map(one, value))}]"


@lru_cache(maxsize=2000)
def _texts(value: tuple[str, ...]) -> str:
    """Clauses, and other lists of words that come again and again."""
    return f"[{','.join(map(quoted, value))}]"


def _optional(kind: Any) -> Writer:
    some = _some(kind)
    if some is kind:
        return _as_written(kind)
    inner = writer(some)
    return lambda value: "null" if value is None else inner(value)


def _as_written(kind: Any) -> Writer:
    """What has no quick way goes through its codec; what is a text in JSON is remembered."""
    write = codec(kind).write
    if codec(kind).schema.get("type") == "string":
        return lru_cache(maxsize=1000)(lambda value: quoted(write(value)))
    return lambda value: plain(write(value))


def _record(kind: type) -> Writer:
    """Every field by its name in JSON, without those that have their default; kept where the value can."""
    written = _compiled(kind)

    def kept(value: Any) -> str:
        try:
            found: str = value._text
        except AttributeError:
            found = written(value)
            object.__setattr__(value, "_text", found)
        return found

    return kept if issubclass(kind, Written) else written


def _some(kind: Any) -> Any:
    """The type of what is there, of something that may be missing."""
    parts = [part for part in typing.get_args(kind) if part is not type(None)]
    is_optional = typing.get_origin(kind) in (Union, types.UnionType) and len(parts) == 1
    return parts[0] if is_optional else kind


def _compiled(kind: type) -> Writer:
    """A function made for one type, as `dataclasses` makes its own: one line for each field.

    Fields without a default come first, so a comma stands before every field and the first one is cut off.
    """
    hints = typing.get_type_hints(kind, include_extras=True)
    names: dict[str, Any] = {}
    lines = ["def written(value):", "    text = ''"]
    for at, (field, name, _, default) in enumerate(Record(kind).parts):
        hint = hints[field] if default is not None else _some(hints[field])
        names[f"write{at}"], names[f"default{at}"] = writer(hint), default
        key = repr(f",{quoted(name)}:")
        if default is MISSING:
            lines.append(f"    text += {key} + write{at}(value.{field})")
        else:
            differs = "is not None" if default is None else f"!= default{at}"
            lines.append(f"    held = value.{field}")
            lines.append(f"    if held {differs}: text += {key} + write{at}(held)")
    lines.append("    return '{' + text[1:] + '}'")
    exec("\n".join(lines), names)
    made: Writer = names["written"]
    return made
