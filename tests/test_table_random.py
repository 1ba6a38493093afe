"""Random whole tables, everything that always holds checked: some in every run, ten thousand in the proof."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.random_tables import play_tables, report

COMMANDS = 120
"""Commands given at each table; then its round is brought to an end."""
CHUNK = 250
CHUNKS = 40
"""10,000 tables in all, so that every core has something to do."""


@pytest.mark.parametrize("chunk", range(8))
def test_random_tables(chunk: int) -> None:
    counts = play_tables(range(25 * chunk, 25 * (chunk + 1)), COMMANDS)
    assert counts["tables"] == 25
    assert counts["rounds"] > 25 and counts["jackpots"] + counts["rounds void"] > 0
    for kind in ("wrong person", "not the time", "older than the last event", "nonsense", "sent twice"):
        assert counts[f"refused: {kind}"] > 25


@pytest.mark.proof
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_random_tables(
    chunk: int, tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str]
) -> None:
    first = 1_000_000 + CHUNK * chunk
    counts = play_tables(range(first, first + CHUNK), COMMANDS)
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder) / "random_tables"
    shared.mkdir(exist_ok=True)
    (shared / f"{chunk}.part").write_text(json.dumps(counts), encoding="utf-8")
    (shared / f"{chunk}.part").rename(shared / f"{chunk}.json")
    if total := _everything(shared):
        with capfd.disabled():
            print(f"\n{report(total)}", file=sys.stderr)
        assert total["tables"] == CHUNK * CHUNKS
        assert all(total[f"void_round: {kind}"] for kind in VOID) and total["jackpots"]


VOID = ("cards_face_up", "wrong_number_of_cards", "dealer_card_exposed", "community_card_exposed", "shoe_jam")


def _everything(shared: Path) -> Counter[str] | None:
    """The counts of all chunks, for the one that finishes last and first takes them."""
    parts = sorted(shared.glob("*.json"))
    if len(parts) < CHUNKS:
        return None
    try:
        (shared / "printed").mkdir()
    except FileExistsError:
        return None
    total: Counter[str] = Counter()
    for part in parts:
        total.update(json.loads(part.read_text("utf-8")))
    return total
