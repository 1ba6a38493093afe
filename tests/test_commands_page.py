"""The page of commands and events is the one that the code would write."""

from __future__ import annotations

import pytest

from feltlaw import link
from feltlaw.table.machine import KINDS, RULES
from tools import commands


def test_the_page_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["--check"]) == 0, capsys.readouterr().err


def test_every_command_and_event_is_on_it() -> None:
    text = commands.PAGE.read_text(encoding="utf-8")
    for name in (*RULES, *KINDS, *link.KINDS):
        assert f"### {name}\n" in text or f"### `{name}`" in text, name
