"""Writes the scenarios under conformance/scenarios in their one form: what fits into a line stands on one.

    python -m tools.scenarios [FILE ...]

Without files, all of them. A new scenario may be typed in any form of JSON; this puts it in order and
changes no value.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ROOT / "conformance" / "scenarios"
WIDTH = 110


class Written(str):
    """A number with a point, kept as it was typed."""

    __slots__ = ()


def formed(text: str) -> str:
    """The same JSON: the parts of the file below each other, and in them as much on a line as fits."""
    parts = json.loads(text, parse_float=Written)
    return (
        "{\n"
        + ",\n".join(f'  "{name}": {_filled(one, "  ", len(name) + 4)}' for name, one in parts.items())
        + "\n}\n"
    )


def _filled(value: Any, indent: str, before: int) -> str:
    """A value behind so many characters of its line; what does not fit goes on below."""
    flat = _flat(value)
    if len(indent) + before + len(flat) < WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    parts = (
        [(f"{_flat(name)}: ", one) for name, one in value.items()]
        if isinstance(value, dict)
        else [("", one) for one in value]
    )
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict) and len(indent) > 2 and all(_fits(head, one, indent) for head, one in parts):
        return opening + _packed(parts, indent + " ") + closing
    inner = indent + "  "
    return f"{opening}\n{inner}{_packed(parts, inner)}\n{indent}{closing}"


def _packed(parts: list[tuple[str, Any]], indent: str) -> str:
    """Parts one behind the other, as many on a line as fit; in a list of tables each begins a line."""
    lines, used = [""], 0
    for at, (head, one) in enumerate(parts):
        text = head + _filled(one, indent, len(head))
        joins = "\n" not in text and "\n" not in lines[-1] and (head or not isinstance(one, dict))
        if at and joins and used + len(text) + 2 < WIDTH - len(indent):
            lines[-1] += f", {text}"
            used += len(text) + 2
        elif at:
            lines.append(text)
            used = len(text)
        else:
            lines, used = [text], len(text)
    return f",\n{indent}".join(lines)


def _fits(head: str, value: Any, indent: str) -> bool:
    return len(indent) + len(head) + len(_flat(value)) + 2 < WIDTH


def _flat(value: Any) -> str:
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flat(name)}: {_flat(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flat, value))}]"
    return json.dumps(value, ensure_ascii=False)


def main(names: list[str]) -> int:
    paths = [Path(name) for name in names] or sorted(SCENARIOS.glob("*/*.json"))
    changed = 0
    for path in paths:
        text = path.read_text(encoding="utf-8")
        wanted = formed(text)
        if text != wanted:
            path.write_text(wanted, encoding="utf-8")
            changed += 1
    print(f"{len(paths)} scenarios, {changed} put in order")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
