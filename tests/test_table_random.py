"""Random whole tables, everything that always holds checked: some in every run, ten thousand in the proof."""

from __future__ import annotations

import pytest

from tests.figures import COUNTS, Record
from tests.random_tables import play_tables

COMMANDS = 120
"""Commands given at each table; then its round is brought to an end."""
CHUNK = 500
CHUNKS = 20
"""10,000 tables in all: every core has something to do, and what is rare happens in each."""


@pytest.mark.parametrize("chunk", range(8))
def test_random_tables(chunk: int) -> None:
    counts = play_tables(range(25 * chunk, 25 * (chunk + 1)), COMMANDS)
    assert counts["tables"] == 25
    assert counts["rounds"] > 25 and counts["jackpots"] + counts["rounds void"] > 0
    for kind in ("wrong person", "not the time", "older than the last event", "nonsense", "sent twice"):
        assert counts[f"refused: {kind}"] > 25


@pytest.mark.proof
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_random_tables(chunk: int, record_property: Record) -> None:
    first = 1_000_000 + CHUNK * chunk
    counts = play_tables(range(first, first + CHUNK), COMMANDS)
    record_property(COUNTS, dict(counts))
    assert counts["tables"] == CHUNK
    assert all(counts[f"void_round: {kind}"] for kind in VOID) and counts["jackpots"]


VOID = ("cards_face_up", "wrong_number_of_cards", "dealer_card_exposed", "community_card_exposed", "shoe_jam")
