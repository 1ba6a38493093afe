"""Records of another version: they replay as they were, and the check says where today differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit, state_at
from feltlaw.desk import reopen
from feltlaw.settlement import order
from feltlaw.table import write_state
from tests.audit.forging import Bodies, changed, checked, find, line_of, said, source_of
from tests.support.recorded import (
    Recorded,
    entries_of,
    file_table,
    memory_table,
    smooth,
    submission,
)


def pays_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settlement pays a cent more on every win of the Ante."""
    made = order.dealers_order

    def dearer(of: Any) -> Iterator[Any]:
        for line in made(of):
            yield replace(line, paid=line.paid + 1) if line.id == "ante" and line.paid else line

    monkeypatch.setattr("feltlaw.table.agenda.dealers_order", dearer)


def winning(seed: int = 0) -> Recorded:
    """A table at which an Ante was paid."""
    while True:
        recorded = memory_table(submission("PA-679a"), seed=seed, snapshot_every=0)
        recorded.play(3, smooth)
        store = recorded.desk.store
        lines = [
            line
            for one in store.read(recorded.desk.stream)
            for line in getattr(one.event.data, "lines", ())
            if line.id == "ante" and line.paid
        ]
        if lines:
            return recorded
        seed += 1


def test_an_old_record_replays_to_the_cent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review, fault 16: with settlement changed by a cent, opening silently changed a player's chips."""
    recorded = winning()
    before = write_state(recorded.desk.state)
    pays_more(monkeypatch)
    again = reopen(recorded.desk.store, recorded.desk.state.table)
    assert write_state(again.state) == before
    assert write_state(state_at(source_of(recorded))[0]) == before
    report = audit(source_of(recorded))
    assert report.status == "wrong", "the same version decides otherwise now"
    assert "paid_cents" in report.wrong[0]
    assert report.faults[0].number > 0


def test_another_version_is_told_and_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of another version decided then: what this one would do otherwise is told."""
    monkeypatch.setattr("feltlaw.desk.opening.version", lambda: "0.0.9")
    recorded = winning()
    monkeypatch.undo()
    report = audit(source_of(recorded))
    assert not report.faults
    assert any("was opened by feltlaw 0.0.9" in note for note in report.notes)
    assert report.checked["decided_again"] == report.checked["commands"]
    with pytest.MonkeyPatch.context() as patched:
        pays_more(patched)
        report = audit(source_of(recorded))
    assert not report.faults, report.wrong
    assert any("decided otherwise today" in note and "paid_cents" in note for note in report.notes)
    assert any("would be decided otherwise by this program than by feltlaw 0.0.9" in n for n in report.notes)


def test_other_data_of_the_regulation_is_told(one: Bodies) -> None:
    at = find(one, "open_table")
    report = checked(changed(one, at, ("data", "regulation_digest"), "ab" * 32))
    assert not report.faults
    assert any("abababababab" in note for note in report.notes)


@pytest.mark.clause("S-48")
def test_a_program_that_changed_is_on_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from feltlaw.record.tables import open_table

    path = tmp_path / "x.log"
    with pytest.MonkeyPatch.context() as patched:
        for module in ("feltlaw.desk.opening", "feltlaw.record.opening"):
            patched.setattr(f"{module}.version", lambda: "0.0.9")
        file_table(path, submission("PA-679a")).desk.close()
    open_table(path).close()
    open_table(path).close()
    kinds = [entry.kind for entry in entries_of(path.read_bytes()) if entry.stream == "record"]
    assert kinds == ["begin_record", "program_changed"]
    report = audit(path)
    assert not report.faults
    assert any("from here on feltlaw" in note for note in report.notes)


def test_money_is_checked_whatever_the_version(one: Bodies) -> None:
    """A forger who says that another version decided does not get away with money from nowhere."""
    opened = find(one, "open_table")
    old = changed(one, opened, ("data", "program"), "0.0.1")
    assert not checked(old).faults
    at = find(one, "settle_player")
    report = checked(changed(old, at, ("data", "lines", 0, "paid_cents"), 77_700))
    assert "its lines give" in said(report)
    shuffled = find(one, "shuffle")
    report = checked(changed(old, shuffled, ("data", "sealed", "root"), "0" * 64))
    assert "not the one that the seal stands for" in said(report)
    report = checked(changed(old, find(one, "snapshot"), ("data", "state"), "0" * 64))
    assert not report.faults, "another version may have written states otherwise"
    assert any("the state that is named here" in note for note in report.notes)


def test_a_version_that_cannot_be_followed(one: Bodies) -> None:
    """A record of another version that this program cannot read is not wrong, and not proved."""
    opened = find(one, "open_table")
    old = changed(one, opened, ("data", "program"), "9.9.9")
    report = checked(changed(old, opened, ("data", "submission"), "{}"))
    assert not report.faults
    assert any("cannot be opened here" in sentence for sentence in report.not_proved)
    at = find(one, "deal")
    report = checked(changed(old, at, ("data", "more"), 1))
    assert not report.faults
    assert any(f"from line {line_of(one, at)} on" in sentence for sentence in report.not_proved)
