"""What only a terminal sees: completion, a pager, colours."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from unittest import mock

import pytest

from feltlaw.cli import pager
from feltlaw.cli.commands import PERSONS
from feltlaw.cli.completion import SHELLS
from tests.support.cli import feltlaw, program


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_is_told_how_to_complete(shell: str) -> None:
    ran = feltlaw("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"feltlaw completion {shell}" in ran.out.splitlines()[0]
    assert f"_FELTLAW_COMPLETE=complete_{shell}" in ran.out
    assert "Did you mean 'bash'?" in feltlaw("completion", "bsh").err


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("feltlaw an", ["analyze"]),
        ("feltlaw analyze PA-6", ["PA-649a", "PA-679a", "PA-669a", "PA-680a"]),
        ("feltlaw analyze PA-680a --with b", ["bonus="]),
        ("feltlaw completion z", ["zsh"]),
    ],
)
def test_words_are_completed(line: str, wanted: list[str]) -> None:
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_FELTLAW_COMPLETE": "complete_bash"}
    assert program(env=asked).out.split() == wanted


def test_every_command_is_listed_for_somebody_and_nothing_is_cut() -> None:
    ran = feltlaw()
    assert (ran.status, ran.err) == (0, "")
    assert "..." not in ran.out.replace("[ARGS]...", "")
    from typer.main import get_command

    from feltlaw.cli.app import app

    listed = [name for names in PERSONS.values() for name in names]
    assert sorted(listed) == sorted(get_command(app).commands)  # type: ignore[attr-defined]


class Terminal(pager._Screen):
    """A screen that somebody watches."""


@pytest.mark.skipif(os.name == "nt", reason="the pager of the test is a script")
@pytest.mark.parametrize(
    ("rows", "arguments", "read"), [(10, [], True), (400, [], False), (10, ["--no-pager"], False)]
)
def test_a_long_answer_is_paged(
    rows: int, arguments: list[str], read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, seen = tmp_path / "pager", tmp_path / "seen"
    script.write_text(f"#!/bin/sh\ncat > {seen}\n")
    script.chmod(0o700)
    monkeypatch.setenv("PAGER", str(script))
    monkeypatch.setenv("LINES", str(rows))
    screen = Terminal()
    watching = mock.patch.object(pager, "_watched", lambda: True)
    from feltlaw.cli import main

    with (
        watching,
        mock.patch.object(sys, "stdout", screen),
        mock.patch.object(sys, "argv", ["feltlaw", "games", "PA-680a", *arguments]),
        pytest.raises(SystemExit) as left,
    ):
        main()
    assert not left.value.code
    assert seen.exists() is read
    assert "Saigon" in (seen.read_text("utf-8") if read else screen.getvalue())
