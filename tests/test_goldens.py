"""The golden transcripts: what happens at a table, and what each person sees of it, event by event."""

from __future__ import annotations

import json

import pytest

from tools.goldens import FOLDER, names, transcript


@pytest.mark.parametrize("name", names())
def test_golden(name: str) -> None:
    """A difference is a change of behaviour: read it, then run tools/goldens.py."""
    assert transcript(name) == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def test_every_golden_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(names())


@pytest.mark.parametrize("name", names())
def test_golden_rounds_are_whole(name: str) -> None:
    kinds = [json.loads(line)["event"]["kind"] for line in transcript(name).splitlines()[1:]]
    assert kinds[-1] == "end_round" or "end_round" in kinds
    assert {"receive_deck", "shuffle", "no_more_bets", "deal", "rack_cards"} <= set(kinds)
