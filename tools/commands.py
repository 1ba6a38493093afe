"""Writes docs/commands.md: every command and every event of a table and of a link, from what the code
declares.

`--check` writes nothing and fails if the page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "commands.md"
HEAD = """# Commands and events

This page is written by `python -m tools.commands` from the types that the program itself reads and writes
(`feltlaw.schema`). Nothing that is not declared here is accepted or recorded.

A command is `{"do": …, "data": {…}}`, given by a person in a role. It may carry a key, so that it is done
once however often it is sent, and the number of the last event it expects. Amounts in commands are dollars
(`"10.00"`); events hold cents, in fields that end in `_cents`. A field that has its default is left out.

An event on record has `stream`, `number`, `batch`, `at` (milliseconds since 1970), `by` (`role`, `account`),
`kind`, `data`, and where they say something `moves` (money: `from`, `to`, `amount_cents`), `phase` (what the
table does from now on), `confirmed_by` (the second of two people) and `given` (what the command said); `prev`
and `hash` bind it to the event before it in its stream.
"""


def main(arguments: list[str]) -> int:
    text = page()
    if arguments == ["--check"]:
        fresh = PAGE.is_file() and PAGE.read_text("utf-8") == text
        if not fresh:
            print("docs/commands.md is out of date: run python -m tools.commands", file=sys.stderr)
        return 0 if fresh else 1
    PAGE.write_text(text, "utf-8")
    return 0


def page() -> str:
    """The whole page."""
    from feltlaw import link
    from feltlaw.schema import json_schema
    from feltlaw.table.machine import KINDS, RULES

    lines = [HEAD]
    lines.append("## Commands of a table\n")
    for name, rule in sorted(RULES.items()):
        lines += _entry(name, json_schema(rule.command), _who(rule.roles))
    lines.append("## Events of a table\n")
    for name, kind in sorted(KINDS.items()):
        lines += _entry(name, json_schema(kind.event), "")
    lines.append("## Events of a link\n")
    for name, data in sorted(link.KINDS.items()):
        lines += _entry(name, json_schema(data), "")
    return "\n".join(lines).rstrip() + "\n"


def _who(roles: tuple[str, ...]) -> str:
    return f"For: {', '.join(roles)}." if roles else "For whom the regulation's step names."


def _entry(name: str, schema: Mapping[str, Any], who: str) -> Iterator[str]:
    yield f"### `{name}`\n"
    yield " ".join(part for part in (schema.get("description", ""), who) if part) + "\n"
    properties = schema["properties"]
    if not properties:
        return
    yield "| field | what it takes |"
    yield "|---|---|"
    for field, one in properties.items():
        needed = "" if field in schema["required"] else " (may be left out)"
        yield f"| `{field}` | {_takes(one)}{needed} |"
    yield ""


def _takes(schema: Mapping[str, Any]) -> str:
    """A field's type and bounds in a few words."""
    if "anyOf" in schema:
        return " or ".join(_takes(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return ", ".join(f"`{one}`" if one != "" else "nothing" for one in schema["enum"])
    kind = schema.get("type")
    if kind == "integer":
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    if kind == "boolean":
        return "true or false"
    if kind == "array":
        return f"up to {schema['maxItems']} of: {_takes(schema['items'])}"
    if kind == "object" and "properties" in schema:
        inner = "; ".join(f"`{name}`: {_takes(one)}" for name, one in schema["properties"].items())
        return f"{{{inner}}}"
    if kind == "object":
        return f"up to {schema['maxProperties']} by name, each: {_takes(schema['additionalProperties'])}"
    about = schema.get("description", "")
    return about or f"text of {schema.get('minLength', 0)} to {schema.get('maxLength', 0)} characters"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
