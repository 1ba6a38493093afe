"""What holds at every place of a regulation file, tried at a place of each kind."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.canonical import digest
from feltlaw.regulation import RegulationError, load, read_regulation, regulation_ids
from feltlaw.regulation.load import regulation_from
from tests.regulation.test_faults import changed, text_of
from tests.support.effort import some

REGULATIONS = regulation_ids()
Path = tuple[str | int, ...]

NAMED = {  # tables whose keys are names, not words of the format
    *("ranking", "thresholds", "shapes", "wager", "award", "paytables", "rows", "outcomes", "levels"),
    *("optional_rows", "versions", "contest", "options", "irregularity", "shuffle", "dealing"),
    "reversed_by",
}


def toml(value: Any) -> str:
    """Data as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def write(data: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in data.items())


@cache
def parsed(regulation: str) -> dict[str, Any]:
    return tomllib.loads(text_of(regulation))


def data_of(regulation: str) -> dict[str, Any]:
    return copy.deepcopy(parsed(regulation))


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every table, list and value, with the way to it."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from places(inner, (*path, at))


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def with_value(data: Any, path: Path, value: object) -> Any:
    """The same data but for one value."""
    if not path:
        return value
    new = copy.copy(data)
    inner = data[path[0]] if path[1:] else None
    new[path[0]] = with_value(inner, path[1:], value)
    return new


def shown(path: Path) -> str:
    """The way as a message writes it."""
    text = ""
    for key in path:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            name = f'"{key}"' if "." in key or "(" in key else key
            text += f".{name}" if text else name
    return text


def kind_of(path: Path) -> str:
    """The way without names and numbers, so that one place can stand for all of its kind."""
    return ".".join(
        "*" if isinstance(key, int) or (index and path[index - 1] in NAMED) else key
        for index, key in enumerate(path)
    )


def kinds() -> dict[str, tuple[str, Path]]:
    """One place for each kind there is in any regulation, the short files first."""
    found: dict[str, tuple[str, Path]] = {}
    for regulation in ("PA-680a", "PA-679a", "PA-669a", "MA-TCP", "PA-649a"):
        for path, value in places(data_of(regulation)):
            found.setdefault(f"{kind_of(path) or 'file'} ({type(value).__name__})", (regulation, path))
    return found


KINDS = kinds()
TABLES = [kind for kind in KINDS if kind.endswith("(dict)")]
CITING = re.compile(r"\.(clause|interpretation)\b")  # read alike in every table, so the wagers stand for all
REST = [
    kind
    for kind in KINDS
    if not kind.startswith("file ") and (kind.startswith("wager.") or not CITING.search(kind))
]


def refusal(data: dict[str, Any]) -> str:
    with pytest.raises(RegulationError) as error:
        regulation_from(data)
    return str(error.value)


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_without_its_clause_is_refused(kind: str) -> None:
    regulation, path = KINDS[kind]
    data = data_of(regulation)
    if at(data, path).pop("clause", None):
        assert refusal(data) == f"{shown(path)}: 'clause' is missing"


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_with_an_unknown_key_is_refused(kind: str) -> None:
    regulation, path = KINDS[kind]
    says = refusal(with_value(data_of(regulation), (*path, "surprise"), 1))
    if path and path[-1] in NAMED:
        assert says.startswith(shown(path))
    else:
        assert says == f"{shown(path) or 'the file'}: unknown key 'surprise'"


@pytest.mark.effort
@pytest.mark.parametrize("kind", [kind for kind in some(REST) if not kind.startswith("options.*.values.*")])
def test_a_value_of_another_type_is_refused(kind: str) -> None:
    regulation, path = KINDS[kind]
    data = data_of(regulation)
    for other in (7.5, {"surprise": 7}):
        if type(other) is not type(at(data, path)):
            assert re.match(r"(the file|[a-z_]+)[.:\[ ]", refusal(with_value(data, path, other)))


@pytest.mark.effort
@pytest.mark.parametrize("kind", some(REST))
def test_a_key_left_out_is_refused_or_changes_the_digest(kind: str) -> None:
    regulation, path = KINDS[kind]
    data = data_of(regulation)
    del at(data, path[:-1])[path[-1]]
    try:
        changed = regulation_from(data)
    except RegulationError:
        return
    assert changed.digest != load(regulation).digest


# The digest.


def shuffled(value: Any) -> Any:
    """The same with the keys of every table the other way round, but for those whose order has a meaning."""
    if isinstance(value, dict):
        return {
            key: (
                {name: shuffled(inner) for name, inner in value[key].items()}
                if key in ("shapes", "paytables", "ranking", "wager") and isinstance(value[key], dict)
                else shuffled(value[key])
            )
            for key in reversed(value)
        }
    return [shuffled(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_digest_does_not_see_comments_spaces_or_the_order_of_keys(regulation: str) -> None:
    original = load(regulation)
    for text in (
        text_of(regulation) + "\n# a last word\n\n",
        re.sub(r"^#.*\n", "", text_of(regulation), flags=re.MULTILINE),
        write(data_of(regulation)),
        write(shuffled(data_of(regulation))),
    ):
        assert read_regulation(text).digest == original.digest
    assert re.fullmatch(r"[0-9a-f]{64}", original.digest)


@pytest.mark.parametrize(
    ("regulation", "old", "new"),
    [
        ("PA-679a", 'player = "3 to 1" }', 'player = "4 to 1" }'),
        ("PA-679a", "[seats]\nmost = 6", "[seats]\nmost = 7"),
        ("PA-679a", 'title = "Three Card Prime"', 'title = "Three Card Primes"'),
        ("PA-679a", 'won = "PA-679a.11(d)(1)(ii)"', 'won = "PA-679a.11(d)(1)"'),
        ("PA-669a", 'rate = "14%"', 'rate = "15%"'),
        ("PA-680a", "half_points = 5", "half_points = 6"),
    ],
)
def test_the_digest_sees_a_change_of_the_text(regulation: str, old: str, new: str) -> None:
    assert read_regulation(changed(regulation, old, new)).digest != load(regulation).digest


@given(st.data())
def test_the_digest_sees_every_value(drawn: st.DataObject) -> None:
    regulation = drawn.draw(st.sampled_from(REGULATIONS))
    data = load(regulation).data
    path, value = drawn.draw(st.sampled_from([place for place in places(data) if place[0]]))
    other: object = drawn.draw(st.text() | st.integers() | st.booleans() | st.just({}) | st.just([]))
    new = with_value(dict(data), path, other)
    assert (digest(new) == digest(data)) == (json.dumps(other) == json.dumps(value))


@pytest.mark.parametrize(
    ("regulation", "path"),
    [
        ("PA-679a", ("ranking", "three_card", "shapes")),
        ("PA-680a", ("ranking", "bonus_hand", "shapes")),
        ("PA-649a", ("wager", "pair_plus", "paytables")),
        ("MA-TCP", ("wager", "multi_game_link", "paytables")),
    ],
)
def test_the_digest_sees_an_order_that_has_a_meaning(regulation: str, path: Path) -> None:
    """Shapes rank from the highest down, and the first paytable is the one by default."""
    data = data_of(regulation)
    table = at(data, path)
    first, second, *rest = table
    swapped = {key: table[key] for key in (second, first, *rest)}
    assert read_regulation(write(with_value(data, path, swapped))).digest != load(regulation).digest


def test_regulations_have_different_digests() -> None:
    assert len({load(regulation).digest for regulation in REGULATIONS}) == len(REGULATIONS)


# Loading by name.


@pytest.mark.parametrize("name", ["", "PA-649", "pa-649a", "PA-649a.toml", "../PA-649a", "x" * 500])
def test_an_unknown_regulation_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(RegulationError) as error:
        load(name)
    assert str(error.value) == (
        f"there is no regulation '{name[:40]}'; feltlaw knows PA-649a, MA-TCP, PA-679a, PA-669a, PA-680a"
    )


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_regulation_is_read_once(regulation: str) -> None:
    assert load(regulation) is load(regulation)
    assert load(regulation).id == regulation
    assert load(regulation).data == data_of(regulation)
