"""Typed values and their JSON: what is declared is read and written, everything else is refused with
words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.canonical import canonical
from feltlaw.cards import Card
from feltlaw.record.lines import encode
from feltlaw.schema import Dollars, Few, SchemaError, Text, Whole, json_schema, read, write
from feltlaw.table import EVENTS, RULES

SMALL = Annotated[int, Whole(1, 7)]


@dataclass(frozen=True, slots=True)
class Inner:
    word: Annotated[str, Text(5)]


@dataclass(frozen=True, slots=True)
class Everything:
    """One field of each kind."""

    seat: SMALL
    wagers: Annotated[Mapping[Annotated[str, Text(8)], Annotated[int, Dollars(0, 1000_00)]], Few(2)]
    cards: Annotated[tuple[Card, ...], Few(3)] = ()
    by_seat: Annotated[Mapping[SMALL, Inner], Few(3)] = field(default_factory=dict)
    choice: Literal["a", "b"] = "a"
    flag: bool = False
    maybe: Inner | None = None
    rate: Fraction = Fraction(0)
    either: Annotated[str, Text(5)] | SMALL = 1
    hidden: int = field(default=0, metadata={"json": "shown_as"})


GOOD: dict[str, Any] = {
    "seat": 3,
    "wagers": {"ante": "10.00"},
    "cards": ["Qs", "Jk"],
    "by_seat": {"2": {"word": "x"}},
    "choice": "b",
    "flag": True,
    "maybe": {"word": "é"},
    "rate": "7/50",
    "either": "word",
    "shown_as": 4,
}


def test_what_is_declared_comes_back_as_it_was_written() -> None:
    value = read(Everything, GOOD)
    assert value == Everything(
        *(3, {"ante": 1000}, (Card(43), Card(52)), {2: Inner("x")}, "b", True),
        *(Inner("é"), Fraction(7, 50), "word", 4),
    )
    assert write(value) == GOOD


def test_what_has_its_default_is_not_written() -> None:
    assert write(Everything(1, {})) == {"seat": 1, "wagers": {}}


@pytest.mark.parametrize(
    "change, where, legal",
    [
        ({"seat": 0}, "seat", "Write a whole number from 1 to 7."),
        ({"seat": 8}, "seat", "from 1 to 7"),
        ({"seat": True}, "seat", "whole number"),
        ({"seat": 1.0}, "seat", "whole number"),
        ({"seat": 10**5000}, "seat", "from 1 to 7"),
        ({"wagers": {"ante": "1000.01"}}, "wagers.ante", "Write 0.00 to 1000.00."),
        ({"wagers": {"ante": "-0.01"}}, "wagers.ante", "Write 0.00 to 1000.00."),
        ({"wagers": {"ante": "1e1000000"}}, "wagers.ante", "10.00"),
        ({"wagers": {"a": "1", "b": "1", "c": "1"}}, "wagers", "at most 2"),
        ({"wagers": {"far too long": "1"}}, "wagers.far too long", "1 to 8"),
        ({"wagers": []}, "wagers", "by name"),
        ({"cards": ["As", "Ks", "Qs", "Js"]}, "cards", "at most 3"),
        ({"cards": ["Zz"]}, "cards[0]", "not a card"),
        ({"cards": "As"}, "cards", "a list"),
        ({"by_seat": {"9": {"word": "x"}}}, "by_seat.9", "from 1 to 7"),
        ({"by_seat": {"2": {"word": "x", "more": 1}}}, "by_seat.2", "Fields: word."),
        ({"choice": "c"}, "choice", "Write one of: a, b."),
        ({"flag": 1}, "flag", "true or false"),
        ({"maybe": {"word": ""}}, "maybe.word", "1 to 5"),
        ({"maybe": {"word": "ab\ncd"}}, "maybe.word", "printable"),
        ({"maybe": {"word": "\ud800"}}, "maybe.word", "printable"),
        ({"rate": "1/0"}, "rate", ""),
        ({"undeclared": "x" * 10**6}, "", "Fields: "),
    ],
)
def test_what_is_not_declared_is_refused_with_its_place_and_what_would_be_right(
    change: dict[str, Any], where: str, legal: str
) -> None:
    with pytest.raises(SchemaError) as caught:
        read(Everything, GOOD | change)
    assert caught.value.where == where
    assert legal in caught.value.legal
    assert len(str(caught.value)) < 500


def test_a_missing_field_is_named() -> None:
    with pytest.raises(SchemaError, match="the field 'seat' is missing"):
        read(Everything, {"wagers": {}})


@pytest.mark.parametrize("kind", [*(rule.command for rule in RULES.values()), *EVENTS.values()])
def test_every_command_and_event_says_its_fields_to_a_machine(kind: type) -> None:
    schema = json_schema(kind)
    json.dumps(schema)
    assert schema["type"] == "object" and schema["additionalProperties"] is False
    assert schema["description"], "a newcomer reads what it is"
    for name, one in schema["properties"].items():
        assert _is_bounded(one), f"{kind.__name__}.{name} has no bound"


def _is_bounded(schema: Mapping[str, Any]) -> bool:
    """Whether nothing unbounded can be said in a field."""
    if "anyOf" in schema:
        return all(_is_bounded(one) for one in schema["anyOf"])
    kind = schema.get("type")
    if "enum" in schema or kind in ("boolean", "null") or isinstance(kind, list):
        return True
    if kind == "integer":
        return {"minimum", "maximum"} <= set(schema)
    if kind == "string":
        return "maxLength" in schema or "pattern" in schema
    if kind == "array":
        return "maxItems" in schema and _is_bounded(schema["items"])
    if "maxProperties" in schema:
        return _is_bounded(schema["additionalProperties"])
    return all(_is_bounded(one) for one in schema["properties"].values())


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.text(st.characters(codec="utf-8"), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


@given(
    st.dictionaries(st.text(st.characters(categories=("L", "N", "P", "S")), max_size=8), PLAIN, max_size=5)
)
def test_the_record_writes_the_canonical_bytes(data: dict[str, Any]) -> None:
    printable = json.loads(json.dumps(data))
    if all(text.isprintable() for text in _texts(printable)):
        assert encode(printable) == canonical(printable)


def _texts(data: object) -> list[str]:
    if isinstance(data, str):
        return [data]
    if isinstance(data, list):
        return [text for one in data for text in _texts(one)]
    if isinstance(data, dict):
        return [text for key, one in data.items() for text in (key, *_texts(one))]
    return []


@given(PLAIN)
def test_nothing_but_a_schema_error_comes_of_reading_anything(data: Any) -> None:
    for rule in RULES.values():
        try:
            read(rule.command, data)
        except SchemaError as error:
            assert error.what and error.legal
