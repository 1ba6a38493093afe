"""What a record proves: nothing untrue in it survives the check, and what is true does."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw import seal
from feltlaw.audit import audit
from feltlaw.desk import Links
from feltlaw.link import CorrectLink, ResumeLink, StopLink
from feltlaw.record.sources import source_of_store
from feltlaw.record.store import Answers, MemoryStore
from feltlaw.record.verify import verify
from tests.audit.forging import Bodies, changed, find, source_of
from tests.support.effort import examples
from tests.support.recorded import (
    FLO,
    SIDE_BETS,
    entries_of,
    file_table,
    linked,
    memory_table,
    sealed_anew,
    smooth,
    submission,
)

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"deal": "automated_shoe"},
    {"shuffle": "manual"},
    {"deal": "hand"},
    {"decks": 2},
)


# ── what is true ──


@pytest.mark.parametrize("cards", WAYS, ids=lambda cards: next(iter(cards.values()), "default"))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_everything_holds_at_random_tables(regulation: str, cards: dict[str, Any]) -> None:
    recorded = memory_table(
        submission(regulation, **cards), seed=len(regulation) + len(cards), snapshot_every=1
    )
    recorded.play(2)
    report = audit(source_of(recorded))
    assert not report.faults, report.wrong
    counts = report.checked
    assert counts["rounds"] == 2
    assert counts["commands"] == counts["decided_again"] > 0
    assert counts["lines"] > 0
    assert counts["decks"] >= 2
    assert counts["snapshots"] >= 1
    assert any("each meter the sum" in sentence for sentence in report.proved) == bool(
        recorded.desk.links.states
    )


def test_real_cards_hold() -> None:
    for regulation in SIDE_BETS:
        recorded = memory_table(submission(regulation), seed=5, real_cards=True)
        recorded.play(1)
        report = audit(source_of(recorded))
        assert not report.faults, report.wrong
        assert (report.checked["rounds"], report.checked["decks"]) == (1, 0)


@given(st.integers(0, 10**6))
@settings(max_examples=examples(6))
def test_tables_on_one_link_hold(seed: int) -> None:
    """Whatever the order in which they play, with a link that stops, comes back and is put right."""
    rng = random.Random(seed)
    store = MemoryStore()
    shared = Links(store)
    tables = [
        memory_table(linked(name), seed=seed + at, store=store, shared=shared, snapshot_every=2)
        for at, name in enumerate(("a", "b"))
    ]
    for _ in range(300):
        chosen = rng.choice(tables)
        stopped = shared.states["tcp-link"].stopped
        what = rng.random()
        now = chosen.desk.clock()
        if what < 0.01 and not stopped:
            shared.write("tcp-link", StopLink("a test"), FLO, now)
        elif what < 0.05 and stopped:
            shared.write("tcp-link", ResumeLink("it is over"), FLO, now)
        elif what < 0.02:
            data = CorrectLink("meter", 123, True, "wrong display", "a test")
            shared.write("tcp-link", data, FLO, now)
        else:
            chosen.step()
    report = audit(source_of(tables[0]))
    assert not report.faults, report.wrong
    assert report.checked["tables"] == 2
    assert report.checked["commands"] == report.checked["decided_again"]
    alone = audit(source_of_store(store, ["table/a"]))
    assert not alone.faults, alone.wrong
    assert any("what passed between a table and tcp-link" in one for one in alone.not_proved)


def test_a_record_that_is_only_a_record(tmp_path: Path) -> None:
    from feltlaw.record.opening import create_record

    create_record(tmp_path / "x.log").close()
    report = audit(tmp_path / "x.log")
    assert (report.status, report.faults) == ("not proved", [])
    assert any("there is none in it" in sentence for sentence in report.not_proved)


def test_memory_is_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch at a time is held, never the record; what is remembered on purpose is bounded."""
    monkeypatch.setattr(Answers.__init__, "__defaults__", (20,))
    monkeypatch.setattr("feltlaw.audit.seals.REMEMBERED", 5)
    monkeypatch.setattr("feltlaw.record.disk.PIECE", 8192)
    monkeypatch.setattr(seal, "_tree", lru_cache(maxsize=2)(seal._tree.__wrapped__))
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), seed=1)
    recorded.play(40, smooth, most=20_000)
    recorded.desk.close()
    audit(path)

    def peak(work: Callable[[], object]) -> int:
        tracemalloc.start()
        kept = work()
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert kept
        return found

    assert peak(lambda: audit(path)) < peak(lambda: entries_of(path.read_bytes())) / 4


def test_the_chain_alone(one: Bodies) -> None:
    """Verification without the audit says nothing of what happened at the table."""
    at = find(one, "settle_player")
    forged = sealed_anew(changed(one, at, ("data", "lines", 0, "paid_cents"), 99_900))
    assert not verify(forged).faults
    assert audit(forged).faults
