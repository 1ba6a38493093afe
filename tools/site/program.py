"""Pages from the program itself: every command with its options, every key of a submission."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any

import typer

from feltlaw import load, regulation_ids, settle, usual_submission
from feltlaw.submission import new_submission
from tools.site.games import titled

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, str]:
    return {"reference/command-line.md": command_line(), "reference/submission.md": submission_keys()}


def command_line() -> str:
    from feltlaw.cli.app import app

    root = typer.main.get_command(app)
    lines = ["# Command line", "", *_help(root.help or ""), ""]
    for path, command in _commands(root, "feltlaw"):
        if path == "feltlaw":
            continue
        context = command.context_class(command, info_name=path)
        lines += [f"{'#' * min(path.count(' ') + 1, 3)} {path}", ""]
        if hasattr(command, "commands"):
            lines += [*_help(command.help or ""), ""]
            continue
        usage = " ".join(command.collect_usage_pieces(context))
        lines += ["```text", f"{path} {usage}", "```", "", *_help(command.help or ""), ""]
        records = [found for one in command.get_params(context) if (found := one.get_help_record(context))]
        if records:
            lines += ["| | |", "|---|---|"]
            lines += [f"| <code>{_cell(names)}</code> | {_cell(told)} |" for names, told in records]
            lines.append("")
    return "\n".join(lines)


def _commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A command and everything below it; their classes are the command line library's own."""
    yield path, command
    if hasattr(command, "commands"):
        for name, one in command.commands.items():
            if not one.hidden:
                yield from _commands(one, f"{path} {name}")


def _cell(text: str) -> str:
    return escape(" ".join(text.split()), quote=False).replace("|", "&#124;")


def _help(text: str) -> Iterator[str]:
    """A command's help as paragraphs, with what one types in blocks of its own."""
    for part in re.split(r"\n\s*\n", text.replace("\b", "").strip()):
        words = part.strip()
        typed = [line.strip() for line in words.splitlines()]
        if words.startswith("Example: "):
            yield from ("```sh", " ".join(typed).removeprefix("Example: "), "```", "")
        elif len(typed) > 1 and all(line.startswith("feltlaw ") for line in typed):
            yield from ("```sh", *typed, "```", "")
        else:
            yield from (" ".join(typed), "")


def submission_keys() -> str:
    lines = [
        "# Every key of a submission",
        "",
        "A Rules Submission is one TOML file with a table's approved choices. Below is what "
        "`feltlaw rules new` writes for each regulation: every key with what it takes, its default and its "
        "clause. Where `#` stands right before a key, the line shows the default.",
        "",
    ]
    for name in regulation_ids():
        lines += [f'=== "{titled(load(name))}"', "", "    ```toml"]
        lines += [f"    {line}".rstrip() for line in new_submission(name).splitlines()]
        lines += ["    ```", ""]
    return "\n".join(lines)


def example_settlement(formats: str) -> str:
    """What the first scenario of the page about formats comes to, as JSON."""
    found = re.search(r"```json\n(.*?)```", formats, re.DOTALL)
    assert found is not None, "the page about formats has no scenario"
    result = settle(json.loads(found[1], parse_float=Decimal))
    return f"```json\n{json.dumps(result.to_json(), indent=2)}\n```"


def example_analysis() -> str:
    """The analysis of one wager, as JSON, its longer lists cut."""
    from feltlaw import analyze

    entry = json.loads(json.dumps(analyze(usual_submission("PA-679a")).to_json()["wagers"]["prime"]))
    return f"```json\n{json.dumps({'wagers': {'prime': entry}}, indent=2)}\n```"
