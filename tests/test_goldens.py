"""The golden transcripts: what happens at a table, and what each person sees of it, append by append."""

from __future__ import annotations

import re

import pytest

from tools.goldens import FOLDER, WIDE, names, transcript


@pytest.mark.parametrize("name", names())
def test_golden(name: str) -> None:
    """A difference is a change of behaviour: read it, then run tools/goldens.py."""
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(names())


@pytest.mark.parametrize("name", names())
def test_golden_rounds_are_whole_and_can_be_read(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    kinds = re.findall(r"^\d+ (\w+) by ", text, re.MULTILINE)
    assert {"receive_deck", "shuffle", "no_more_bets", "deal", "rack_cards", "end_round"} <= set(kinds)
    assert max(map(len, text.splitlines())) <= WIDE
