"""Random tables in pairs that share their links, everything that always holds checked at every step.

Some are played in every run, ten thousand in the proof.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.effort import some
from tests.support.figures import COUNTS, Record
from tests.support.random_tables import play_tables

COMMANDS = 120
"""Commands given at each pair of tables; then their rounds are brought to an end."""
PAIRS = 12
CHUNK = 250
CHUNKS = 20
"""10,000 tables in all: every core has something to do, and what is rare happens in each."""
VOID = (
    "cards_face_up",
    "wrong_number_of_cards",
    "dealer_card_exposed",
    "community_card_exposed",
    "shoe_jam",
    "wrong_deck_count",
)
HAPPENED = (
    "late voids",
    "payments taken back",
    "record_departure",
    "players gone without a word",
    "come_back",
    "ruling: left",
    "ruling: abandoned",
    "rule_communication",
    "ask",
    "withdraw",
    "correct",
    "correct_bonus_cards",
    "links stopped",
    "links back",
    "link_is_back",
    "snapshots",
    "awards validated",
    "resolve_light",
    "jackpots",
    "close_table",
    "device_out_of_order",
    "device_repaired",
)
"""What must have come about in every chunk of the proof."""
REFUSED = ("wrong person", "not the time", "nonsense", "sent twice", "its own data")


def check(counts: Counter[str], pairs: int) -> None:
    """What is common enough to be met in every few tables."""
    assert counts["tables"] == 2 * pairs and counts["rounds"] > 3 * pairs
    for kind in REFUSED:
        assert counts[f"refused: {kind}"] > 2 * pairs
    for kind in ("rounds void", "record_departure", "correct", "ask", "snapshots", "links stopped"):
        assert counts[kind], kind
    assert sum(counts[kind] for kind in ("jackpots", "late voids", "come_back", "resolve_light", "validate"))


@pytest.mark.effort
@pytest.mark.parametrize("chunk", some(range(8), 4))
def test_random_tables(chunk: int) -> None:
    check(play_tables(range(PAIRS * chunk, PAIRS * (chunk + 1)), COMMANDS), PAIRS)


@pytest.mark.proof
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_random_tables(chunk: int, record_property: Record) -> None:
    first = 1_000_000 + CHUNK * chunk
    counts = play_tables(range(first, first + CHUNK), COMMANDS)
    record_property(COUNTS, dict(counts))
    check(counts, CHUNK)
    missing = [kind for kind in HAPPENED if not counts[kind]]
    missing += [kind for kind in VOID if not counts[f"void_round: {kind}"]]
    assert not missing, f"these never happened: {missing}"
