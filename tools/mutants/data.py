"""Wrong versions of a regulation's data, each of them the clauses' that the altered row cites.

Another person, another citation, a step left out or moved, a condition dropped or exchanged, a number or a
payout off by one, a word exchanged for another that the same key has elsewhere, the second half of a text
missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from feltlaw.register import clauses as register
from feltlaw.regulation import load, regulation_ids
from tools.mutants.mutant import Key, Mutant

SILENT = ("title", "interpretation", "name", "key", "say", "section", "meter", "id")
"""Names, and what cites a reading: no clause is broken by them."""
CONDITIONS = ("when", "unless")
ROLES = ("dealer", "floorperson", "device", "player")
Data = Mapping[str, Any]
Altered = tuple[str, tuple[Key, ...], str, Any, str, str]
"""Kind, path, act, value, before, after."""


def data_mutants(regulation: str) -> Iterator[Mutant]:
    """Every wrong version of a regulation's file that has a clause."""
    data = load(regulation).data
    seen: set[str] = set()
    for part in data:
        if part == "regulation":
            continue
        for owners, altered in _table(data[part], (part,), ()):
            if not owners:
                continue
            kind, path, act, value, before, after = altered
            name = f"{regulation}:{written(path)}:{act}" + (f"={_short(value)}" if act == "set" else "")
            if name not in seen:
                seen.add(name)
                yield Mutant(name, kind, owners, before, after, regulation, path, act, value)


def written(path: Sequence[Key]) -> str:
    """A path as people write it: `steps.round[3].by`."""
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path).lstrip(".")


def _short(value: Any) -> str:
    return re.sub(r"\s+", " ", value if isinstance(value, str) else repr(value))[:60]


def cited(value: Any) -> tuple[str, ...]:
    """The clauses of the register that a value names, if it is a citation."""
    some = value if isinstance(value, list) else [value]
    if all(isinstance(one, str) and re.match(r"(PA|MA)-", one) for one in some) and some:
        return tuple(one for one in some if one in register())
    return ()


def _table(
    table: Any, path: tuple[Key, ...], owners: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Altered]]:
    """A table's own values, and the tables inside it."""
    if not isinstance(table, dict):
        return
    owners = cited(table.get("clause")) or owners
    for key, value in table.items():
        here = (*path, key)
        if key in SILENT:
            continue
        if citation := cited(value):
            for one in citation:
                yield from (((one,), altered) for altered in _citation(value, here, one))
            if key != "clause" and list(table)[-1] != key and "shapes" in path:
                yield citation, ("order", here, "swap", None, f"{key} before the next", f"{key} after it")
        elif isinstance(value, dict):
            yield from _table(value, here, owners)
            if path[-1] in ("rows", "outcomes"):
                yield cited(value.get("clause")) or owners, _left_out("row", here)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for at, item in enumerate(value):
                mine = cited(item.get("clause")) or owners
                yield from _table(item, (*here, at), owners)
                name = (
                    written((*here, at)) + f" {item.get('do') or item.get('settle') or item.get('say') or ''}"
                )
                yield mine, ("step", (*here, at), "drop", None, name, "left out")
                if path[0] in ("steps", "settlement", "decisions") and at + 1 < len(value):
                    after = cited(value[at + 1].get("clause"))
                    both = tuple(dict.fromkeys((*cited(item.get("clause")), *after))) or owners
                    yield both, ("order", (*here, at), "swap", None, name, "after the next one")
        else:
            yield from ((owners, altered) for altered in _value(key, value, here))


def _left_out(kind: str, path: tuple[Key, ...]) -> Altered:
    return kind, path, "drop", None, written(path), "left out"


def _set(kind: str, path: tuple[Key, ...], old: Any, new: Any) -> Altered:
    return kind, path, "set", new, f"{written(path)} = {_shown(old)}", f"{written(path)} = {_shown(new)}"


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _citation(value: Any, path: tuple[Key, ...], one: str) -> Iterator[Altered]:
    """The neighbour's clause instead."""
    mine = [entry for entry in register() if register()[entry].regulation == register()[one].regulation]
    at = mine.index(one)
    other = mine[at + 1] if at + 1 < len(mine) else mine[at - 1]
    if isinstance(value, list):
        other = next(name for name in (*mine[at + 1 :], *mine[:at]) if name not in value)
        yield _set("citation", path, value, [other if name == one else name for name in value])
    else:
        yield _set("citation", path, value, other)


def _value(key: str, value: Any, path: tuple[Key, ...]) -> Iterator[Altered]:
    match value:
        case bool():
            yield _set("condition", path, value, not value)
        case int():
            yield _set("amount", path, value, value + 1)
            if value > 0:
                yield _set("amount", path, value, value - 1)
        case str() if key == "text":
            if (half := _half(value)) != value:
                yield _set("text", path, value, half)
        case _ if key == "by":
            yield from _actors(value, path)
        case str():
            yield from _word(key, value, path)
        case [_, *_]:
            for at, one in enumerate(value[:3]):
                yield _set("condition", path, value, value[:at] + value[at + 1 :])
                if isinstance(one, int) and not isinstance(one, bool):
                    yield _set("amount", path, value, [*value[:at], one + 1, *value[at + 1 :]])


def _actors(value: Any, path: tuple[Key, ...]) -> Iterator[Altered]:
    if isinstance(value, list):
        for one in value:
            yield _set("actor", path, value, [other for other in value if other != one])
        return
    for other in [role for role in ROLES if role != value][:2]:
        yield _set("actor", path, value, other)
    yield _set("actor", path, value, [value, "device" if value != "device" else "dealer"])


def _half(text: str) -> str:
    """A text without what follows its last comma, semicolon, "and", "or" or "unless"."""
    parts = re.split(r"(?:[;,:]| and| or| unless| until| if) ", text)
    return text[: text.rindex(parts[-1])].rstrip(" ,;:") if len(parts) > 1 else text


def _word(key: str, value: str, path: tuple[Key, ...]) -> Iterator[Altered]:
    kind = "row" if "rows" in path or key == "pays" else "amount"
    if found := re.search(r"\d[\d,]*", value):
        number = int(found[0].replace(",", ""))
        if kind == "row" or re.fullmatch(r"[\d.,$% a-z]+", value):
            yield _set(kind, path, value, f"{value[: found.start()]}{number + 1}{value[found.end() :]}")
        if len(path) > 1 and path[-2] == "rows":
            yield _left_out("row", path)
        return
    if value in ("push", "lose"):
        yield _set("row", path, value, "lose" if value == "push" else "push")
        return
    if key in CONDITIONS:
        yield ("condition", path, "drop", None, f'{written(path)} = "{value}"', "no condition")
    others = [one for one in _elsewhere(key) if one != value]
    if others:
        at = sum(map(ord, written(path))) % len(others)
        yield _set("condition" if key in CONDITIONS else "word", path, value, others[at])


@cache
def _elsewhere(key: str) -> tuple[str, ...]:
    """What the same key says in any of the regulations."""
    found: set[str] = set()

    def look(data: Any) -> None:
        if isinstance(data, dict):
            if isinstance(data.get(key), str):
                found.add(data[key])
            for inner in data.values():
                look(inner)
        elif isinstance(data, list):
            for inner in data:
                look(inner)

    for regulation in regulation_ids():
        look(load(regulation).data)
    return tuple(sorted(found))
