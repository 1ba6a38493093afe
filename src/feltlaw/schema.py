"""Typed values and their JSON: fields declared once, on a dataclass, with their bounds.

A field's annotation says everything: `Annotated[int, Whole(1, 7)]`, `Annotated[str, Text(60)]`, a
`Literal`, a dataclass, `tuple[...]` and `Mapping[...]` with a bound on how many, `... | None`. Reading
accepts what is declared and nothing else; writing leaves out what has its default; `json_schema` says the
same to a machine.
"""

from __future__ import annotations

import dataclasses
import operator
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeVar, Union

from feltlaw.cards import Card, CardError, parse_card
from feltlaw.money import Cents, MoneyError, dollars, parse_money

T = TypeVar("T")

MANY = 1000
"""How many entries a list or a mapping may have that declares no bound of its own."""
LARGE = 10**15
"""How large a number may be that declares no bound of its own."""
LONG = 200
"""How long a text may be that declares no bound of its own."""


class SchemaError(ValueError):
    """Data that is not what was declared: where, what is wrong, and what would be right."""

    def __init__(self, where: str, what: str, legal: str) -> None:
        self.where, self.what, self.legal = where, what, legal
        super().__init__(f"{where or 'it'}: {what}. {legal}")


# ── bounds ──


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class InCents(Whole):
    """An amount in cents; the name of its field in JSON says so, whatever the program calls it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of printable characters, at most so long."""

    most: int
    least: int = 1


@dataclass(frozen=True, slots=True)
class Dollars:
    """Cents in the program, dollars in JSON: `"10.00"`."""

    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class Few:
    """At most so many entries."""

    most: int


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are read from plain JSON, written to it, and described."""

    read: Callable[[Any, str], Any]
    write: Callable[[Any], Any]
    schema: Mapping[str, Any]
    tidy: Callable[[Any], Any] | None = None
    """Puts the mappings in a value in order; None where it can have none."""
    in_cents: bool = False
    """Whether it is an amount in cents, or a table of such."""


_SCALARS: dict[type, Codec] = {}
_CODECS: dict[Any, Codec] = {}


def scalar(kind: type[T], read: Callable[[str], T], write: Callable[[T], str], about: str, most: int) -> None:
    """Declares a type that JSON writes as a text; `read` raises `ValueError` with what would be right."""

    def reading(value: Any, where: str) -> T:
        text = _text(value, where, Text(most, 0))
        try:
            return read(text)
        except (ValueError, ZeroDivisionError) as error:
            raise SchemaError(where, "it cannot be read", _sentence(error)) from None

    _SCALARS[kind] = Codec(reading, write, {"type": "string", "maxLength": most, "description": about})


def declare(kind: Any, made: Codec) -> None:
    """Declares how a type that says too little by itself is read and written."""
    _CODECS[kind] = made


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")


# ── reading and writing ──


def read(kind: type[T], data: object, where: str = "") -> T:
    """A value of a declared type from plain JSON; raises `SchemaError`."""
    found: T = codec(kind).read(data, where)
    return found


def write(value: object) -> Any:
    """A value of a declared type as plain JSON; what has its default is left out."""
    return codec(type(value)).write(value)


def tidy(value: T) -> T:
    """The same value with every mapping in it in the order in which it is written down.

    Whatever is made of such a value comes in the same order as it would from the one that is read back.
    """
    put = codec(type(value)).tidy
    found: T = put(value) if put else value
    return found


def json_schema(kind: Any) -> dict[str, Any]:
    """What `read` accepts, as a JSON Schema."""
    return dict(codec(kind).schema)


def codec(kind: Any) -> Codec:
    """The codec of a type or an annotated type, made once."""
    found = _CODECS.get(kind)
    if found is None:
        found = _CODECS[kind] = _SCALARS.get(kind) or _made(kind)
    return found


def _made(kind: Any) -> Codec:
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        base, *marks = typing.get_args(kind)
        return _bounded(base, marks)
    if origin is Literal:
        return _choice(typing.get_args(kind))
    if origin in (Union, types.UnionType):
        return _optional(kind)
    if origin is tuple or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _bounded(kind, [Few(MANY)])
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record(kind)
    plain = {
        bool: Codec(_flag, _as_it_is, {"type": "boolean"}),
        str: _bounded(str, [Text(LONG, 0)]),
        int: _bounded(int, [Whole(-LARGE, LARGE)]),
    }
    if kind in plain:
        return plain[kind]
    raise TypeError(f"{kind} has no declared form in JSON")


def _bounded(base: Any, marks: list[Any]) -> Codec:
    mark = marks[0]
    if isinstance(mark, Dollars):
        return _dollars(mark)
    if isinstance(mark, Whole):
        schema = {"type": "integer", "minimum": mark.least, "maximum": mark.most}
        reading = partial(_whole, mark=mark)
        return Codec(reading, _as_it_is, schema, in_cents=isinstance(mark, InCents))
    if isinstance(mark, Text):
        schema = {"type": "string", "minLength": mark.least, "maxLength": mark.most}
        return Codec(lambda value, where: _text(value, where, mark), _as_it_is, schema)
    if isinstance(mark, Few):
        if typing.get_origin(base) is tuple:
            return _listed(typing.get_args(base)[0], mark.most)
        key, held = typing.get_args(base)
        return _mapped(key, held, mark.most)
    raise TypeError(f"{mark} is not a bound")


def _as_it_is(value: Any) -> Any:
    """How JSON's own kinds of values are written."""
    return value


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise SchemaError(where, "it is neither true nor false", "Write true or false.")
    return value


def _whole(value: Any, where: str, mark: Whole) -> int:
    if type(value) is not int or not mark.least <= value <= mark.most:
        what = "it is not a whole number" if type(value) is not int else "it is out of bounds"
        raise SchemaError(where, what, f"Write a whole number from {mark.least} to {mark.most}.")
    return value


def _text(value: Any, where: str, mark: Text) -> str:
    if not isinstance(value, str) or not mark.least <= len(value) <= mark.most or not value.isprintable():
        raise SchemaError(
            where,
            "it is not a text that can be written down",
            f"Write {mark.least} to {mark.most} printable characters.",
        )
    return value


def _dollars(mark: Dollars) -> Codec:
    def reading(value: Any, where: str) -> Cents:
        try:
            cents = parse_money(value)
        except MoneyError as error:
            raise SchemaError(where, "it is not an amount of money", _sentence(error)) from None
        if not mark.least <= cents <= mark.most:
            legal = f"Write {dollars(mark.least)} to {dollars(mark.most)}."
            raise SchemaError(where, "the amount is out of bounds", legal)
        return cents

    about = f"dollars, {dollars(mark.least)} to {dollars(mark.most)}"
    schema = {"type": "string", "pattern": r"^-?[0-9]{1,15}(\.[0-9]{1,2})?$", "description": about}
    return Codec(reading, dollars, schema)


def _choice(allowed: tuple[Any, ...]) -> Codec:
    kinds = {type(one) for one in allowed}

    def reading(value: Any, where: str) -> Any:
        if type(value) not in kinds or value not in allowed:
            legal = ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in allowed)
            raise SchemaError(where, "it is not one of the choices", f"Write one of: {legal}.")
        return value

    return Codec(reading, _as_it_is, {"enum": list(allowed)})


def _optional(kind: Any) -> Codec:
    parts = [part for part in typing.get_args(kind) if part is not type(None)]
    codecs = [codec(part) for part in parts]
    if len(parts) == len(typing.get_args(kind)):
        return _either(parts, codecs)
    inner = codecs[0] if len(codecs) == 1 else _either(parts, codecs)

    def reading(value: Any, where: str) -> Any:
        return None if value is None else inner.read(value, where)

    def writing(value: Any) -> Any:
        return None if value is None else inner.write(value)

    put = inner.tidy
    tidying = (lambda value: None if value is None else put(value)) if put else None
    return Codec(reading, writing, {"anyOf": [dict(inner.schema), {"type": "null"}]}, tidying)


def _either(parts: list[Any], codecs: list[Codec]) -> Codec:
    """A text or a number: told apart by what JSON gives."""

    def reading(value: Any, where: str) -> Any:
        return codecs[0 if isinstance(value, str) else 1].read(value, where)

    if [_base(part) for part in parts] != [str, int]:
        raise TypeError(f"{parts} are not told apart in JSON")
    return Codec(reading, _as_it_is, {"anyOf": [dict(one.schema) for one in codecs]})


def _base(part: Any) -> Any:
    return typing.get_args(part)[0] if typing.get_origin(part) is typing.Annotated else part


def _listed(kind: Any, most: int) -> Codec:
    inner = codec(kind)
    read_one, write_one = inner.read, inner.write

    def reading(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) > most:
            raise SchemaError(where, "it is not a list", f"Write a list of at most {most}.")
        return tuple([read_one(one, f"{where}[{at}]") for at, one in enumerate(value)])

    schema = {"type": "array", "items": dict(inner.schema), "maxItems": most}
    put = inner.tidy
    tidying = (lambda value: _each(put, value)) if put else None
    return Codec(reading, lambda value: [write_one(one) for one in value], schema, tidying)


def _each(put: Callable[[Any], Any], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each value put in order; the same tuple where nothing had to be."""
    made = tuple([put(one) for one in values])
    return values if all(map(operator.is_, made, values)) else made


def _mapped(key: Any, kind: Any, most: int) -> Codec:
    inner, keys = codec(kind), codec(key)
    numbered = _base(key) is int

    def name(value: Any, where: str) -> Any:
        if numbered:
            value = int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 10 else value
        return keys.read(value, where)

    def reading(value: Any, where: str) -> dict[Any, Any]:
        is_table = type(value) is dict or isinstance(value, Mapping)  # an abstract type is asked slowly
        if not is_table or len(value) > most:
            raise SchemaError(where, "it is not a table", f"Write at most {most} entries by name.")
        found = {}
        for one, held in value.items():
            at = f"{where}.{str(one)[:40]}"
            found[name(one, at)] = inner.read(held, at)
        return found

    def writing(value: Mapping[Any, Any]) -> dict[str, Any]:
        return {str(keys.write(one)): inner.write(held) for one, held in value.items()}

    schema = {
        "type": "object",
        "maxProperties": most,
        "additionalProperties": dict(inner.schema),
        **({} if numbered else {"propertyNames": dict(keys.schema)}),
    }

    def tidying(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
        names = {str(keys.write(one)): one for one in value} if len(value) > 1 else {}
        ordered = sorted(names)
        if inner.tidy is None and ordered == list(names):
            return value
        keys_in_order = [names[name] for name in ordered] if names else list(value)
        return {one: inner.tidy(value[one]) if inner.tidy else value[one] for one in keys_in_order}

    return Codec(reading, writing, schema, tidying, inner.in_cents)


# ── records ──


class Record:
    """How a dataclass is read and written: every field by its name, or by the name its metadata gives for
    JSON.

    A field whose metadata gives an empty name is not written, and whoever reads must bring it along.
    """

    def __init__(self, kind: type) -> None:
        hints = typing.get_type_hints(kind, include_extras=True)
        self.kind = kind
        self.parts = [
            (one.name, name, inner, _default(one))
            for one in dataclasses.fields(kind)
            if one.metadata.get("json", one.name)
            for inner in (codec(hints[one.name]),)
            for name in (one.metadata.get("json") or _json_name(one.name, inner),)
        ]
        self.known = {name for _, name, _, _ in self.parts}
        self._readers = [(field, name, inner.read, default) for field, name, inner, default in self.parts]
        self.write = self._writer()

    def _writer(self) -> Callable[[Any], dict[str, Any]]:
        """A function that writes the fields one by one, made as `dataclasses` makes its own."""
        lines, names = ["def write(value):", " found = {}"], {"MISSING": MISSING}
        for at, (field, name, inner, default) in enumerate(self.parts):
            names |= {f"w{at}": inner.write, f"d{at}": default}
            held = "held" if inner.write is _as_it_is else f"w{at}(held)"
            lines.append(f" held = value.{field}")
            put = f"found[{name!r}] = {held}"
            lines.append(f" {put}" if default is MISSING else f" if held != d{at}: {put}")
        lines.append(" return found")
        exec("\n".join(lines), names)
        made: Callable[[Any], dict[str, Any]] = names["write"]  # type: ignore[assignment]
        return made

    def read(self, value: Any, where: str, brought: Mapping[str, Any] | None = None) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):  # an abstract type is asked slowly
            raise SchemaError(where, "it is not a table of fields", "Give each field by its name.")
        if not self.known.issuperset(value):
            unknown = next(key for key in value if key not in self.known)
            what = f"there is no field '{str(unknown)[:40]}'"
            raise SchemaError(where, what, f"Fields: {', '.join(sorted(self.known)) or 'none'}.")
        found: dict[str, Any] = dict(brought) if brought else {}
        for field, name, reading, default in self._readers:
            held = value.get(name, MISSING)
            if held is not MISSING:
                found[field] = reading(held, f"{where}.{name}" if where else name)
            elif default is MISSING:
                raise SchemaError(where, f"the field '{name}' is missing", f"Give '{name}'.")
        return self.kind(**found)

    def tidying(self) -> Callable[[Any], Any] | None:
        """How a value's mappings are put in order; None where it can have none."""
        parts = [(field, inner.tidy) for field, _, inner, _ in self.parts if inner.tidy is not None]
        if not parts:
            return None

        def put(value: Any) -> Any:
            changes = {}
            for field, inner in parts:
                held = getattr(value, field)
                ordered = inner(held)
                if ordered is not held:
                    changes[field] = ordered
            return dataclasses.replace(value, **changes) if changes else value

        return put

    def schema(self) -> dict[str, Any]:
        about = " ".join((self.kind.__doc__ or "").strip().split("\n\n")[0].split())
        return {
            **({"description": about} if about else {}),
            "type": "object",
            "properties": {name: dict(inner.schema) for _, name, inner, _ in self.parts},
            "required": [name for _, name, _, default in self.parts if default is MISSING],
            "additionalProperties": False,
        }


def _json_name(field: str, inner: Codec) -> str:
    """`wagers_cents` for `wagers` that are in cents, `amount_cents` for what is only called cents."""
    if not inner.in_cents or field.endswith("_cents"):
        return field
    return f"{'amount' if field == 'cents' else field}_cents"


def _record(kind: type) -> Codec:
    record = Record(kind)
    return Codec(record.read, record.write, record.schema(), record.tidying())


MISSING = object()
"""Stands for the default of a field that has none."""


def _default(one: dataclasses.Field[Any]) -> Any:
    if one.default is not dataclasses.MISSING:
        return one.default
    if one.default_factory is not dataclasses.MISSING:
        return one.default_factory()
    return MISSING


# ── what every level knows ──


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except CardError as error:
        raise ValueError(str(error)) from None


scalar(Card, _card, str, "a card, like Qs, Th or Jk", 3)
scalar(Fraction, Fraction, str, "a fraction in lowest terms, like 7/50", 60)
