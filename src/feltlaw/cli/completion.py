"""`feltlaw completion`, and what the words that a shell completes may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from feltlaw.cli.naming import BARE, choice_named

SHELLS = ("bash", "zsh", "fish")
PROGRAM, VARIABLE = "feltlaw", "_FELTLAW_COMPLETE"
_HERE = {
    "bash": 'eval "$(feltlaw completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(feltlaw completion zsh)"   # in ~/.zshrc, after compinit',
    "fish": "feltlaw completion fish | source   # in ~/.config/fish/config.fish",
}


def run(shell: str) -> None:
    """Prints the script that completes words in a shell, and where it goes."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    named = choice_named(shell, SHELLS, "SHELL")
    print(f"# {_HERE[named]}")
    print(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=named).strip())


def regulations(incomplete: str) -> Iterator[tuple[str, str]]:
    """Regulations, and files of submissions."""
    from feltlaw.regulation import load, regulation_ids

    for name in regulation_ids():
        for one in (name, f"{name}{BARE}"):
            if one.casefold().startswith(incomplete.casefold()) and (one == name or ":" in incomplete):
                yield one, load(name).title
    yield from ((name, "a submission") for name in _files(incomplete, ".toml"))


def records(incomplete: str) -> Iterator[tuple[str, str]]:
    """Records in the folder that is being named."""
    yield from ((name, "a record") for name in _files(incomplete, ".log"))


def _files(incomplete: str, ending: str) -> Iterator[str]:
    """Files of a kind, and the folders on the way to them."""
    folder, _, start = incomplete.rpartition("/")
    where = Path(folder) if folder else Path("/" if incomplete.startswith("/") else ".")
    try:
        there = sorted(where.iterdir())
    except OSError:
        return
    before = f"{folder}/" if "/" in incomplete else ""
    for path in there:
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        if path.is_dir():
            yield f"{before}{path.name}/"
        elif path.suffix == ending:
            yield f"{before}{path.name}"


def one_of(words: Iterable[str]) -> Any:
    """Completes one of a few words."""
    known = tuple(words)

    def complete(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return complete


def wagers(ctx: Any, incomplete: str) -> list[str]:
    """Wagers of the regulation that was named before, each ready for its amount."""
    from feltlaw.cli.files import read_submission_data
    from feltlaw.regulation import load

    named = ctx.params.get("name") or next(iter(ctx.args), "")
    try:
        regulation = load(read_submission_data(named)["regulation"])
    except Exception:  # what is on the line so far names nothing yet, for whatever reason
        return []
    *before, last = incomplete.split(",")
    start = "".join(f"{one}," for one in before)
    return [f"{start}{name}=" for name in regulation.wagers if name.startswith(last)]
