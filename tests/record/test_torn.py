"""Torn writes are cut and marked, lost ones refused, and nothing is taken back by cutting."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlaw.audit import audit
from feltlaw.event import Person
from feltlaw.record.beside import Ended, head_path, read_head
from feltlaw.record.opening import Damaged, open_record, repair
from feltlaw.record.store import StoreError
from feltlaw.record.tables import open_table
from feltlaw.record.verify import verify
from tests.record.filed import buy, desk_player, table
from tests.support.recorded import entries_of, file_table, smooth, submission


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record whose last batch has several lines."""
    path = tmp_path_factory.mktemp("played") / "x.log"
    recorded = file_table(path, submission("PA-679a"), seed=3)
    recorded.play(1, smooth)
    desk = recorded.desk
    while len(list(_last_batch(path))) < 3:
        recorded.play(1, smooth)
    desk.close()
    return path


def _last_batch(path: Path) -> Iterator[bytes]:
    entries = entries_of(path.read_bytes())
    return (entry.raw for entry in entries if entry.batch == entries[-1].batch)


def _start(raw: bytes, batch: int) -> int:
    """Where a batch begins in a record."""
    commit = raw.index(b'{"commit":%d,' % (batch - 1))
    return raw.index(b"\n", commit) + 1


def _torn(tmp_path: Path, played: Path, size: int, confirmed: int | None) -> Path:
    path = tmp_path / f"{size}-{confirmed}.log"
    raw = played.read_bytes()
    path.write_bytes(raw[:size])
    if confirmed is not None:
        at = _start(raw, confirmed + 1)
        seal = raw[:at].rsplit(b"\n", 2)[1][-66:-2].decode()
        head_path(path).write_bytes(Ended(confirmed, seal, at).to_bytes())
    return path


@pytest.mark.clause("S-43")
def test_a_torn_write_is_cut_and_marked(played: Path, tmp_path: Path, quick: None) -> None:
    raw = played.read_bytes()
    last = entries_of(raw)[-1].batch
    start = _start(raw, last)
    whole = len([entry for entry in entries_of(raw) if entry.batch < last])
    for size in {start + 1, start + 9, len(raw) - 1, len(raw) - 2, *range(start + 1, len(raw), 997)}:
        path = _torn(tmp_path, played, size, last - 1)
        report = verify(path)
        assert not report.faults
        assert "incomplete" in report.not_proved[0]
        assert not audit(path).faults
        desk = open_table(path)
        entries = entries_of(path.read_bytes())
        assert len(entries) == whole + 1
        assert (entries[-1].kind, entries[-1].body["data"]["lost"]) == ("repaired", "nothing")
        assert Path(f"{path}.cut-{last}").read_bytes() == raw[start:size]
        desk.do("buy_in", desk_player(desk), {"amount": "1"})
        desk.close()
        report = audit(path)
        assert not report.faults
        assert any(f"{size - start:,} byte" in note for note in report.notes), "it is told for ever"


def test_zeros_at_the_end_are_a_torn_write(played: Path, tmp_path: Path, quick: None) -> None:
    """After a power loss a file may be longer than what arrived, or have a hole in its last write."""
    raw = played.read_bytes()
    last = entries_of(raw)[-1].batch
    start = _start(raw, last)
    for number, tail in enumerate(
        (
            b"\0" * 4096,
            raw[start : start + 40] + b"\0" * 7,
            raw[start : start + 300] + b"\0" * 512 + raw[start + 812 :],
            b"\0" * 64 + raw[start + 64 :],
        )
    ):
        path = _torn(tmp_path, played, start, last - 1)
        path = path.rename(tmp_path / f"zeros{number}.log")
        head_path(tmp_path / f"{start}-{last - 1}.log").rename(head_path(path))
        path.write_bytes(raw[:start] + tail)
        open_table(path).close()
        assert not audit(path).faults


def test_confirmed_events_that_are_gone(played: Path, tmp_path: Path, quick: None) -> None:
    """Review, fault 3: a fold was undone by cutting 11 bytes off the log, and verify said intact."""
    raw = played.read_bytes()
    last = entries_of(raw)[-1].batch
    for size in (len(raw) - 11, _start(raw, last), _start(raw, last - 3), _start(raw, last - 3) + 50):
        path = _torn(tmp_path, played, size, None)
        shutil.copy(head_path(played), head_path(path))
        before = path.read_bytes()
        for act in (open_record, open_table, repair):
            with pytest.raises(Damaged, match=r"had been confirmed.*Nothing was changed"):
                act(path)
        assert path.read_bytes() == before
        with pytest.raises(StoreError, match="gives a reason"):
            repair(path, accept_loss=True)
        done = repair(path, accept_loss=True, reason="the disk lost it")
        assert done is not None
        assert (done.lost, done.known_batch) == ("confirmed", last)
        open_table(path).close()
        for report in (verify(path), audit(path)):
            assert report.status == "wrong", "for ever"
            assert "without events that had been confirmed" in report.wrong[0]
            assert "the disk lost it" in report.wrong[0]


@pytest.mark.clause("S-43")
def test_a_decision_cannot_be_taken_back_by_cutting_the_record(tmp_path: Path, quick: None) -> None:
    """Review, fault 3, as it was done: fold, close, cut 11 bytes, open, play."""
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), seed=5)
    state = recorded.desk.state
    while state.phase != "deciding":
        recorded.step(smooth)
        state = recorded.desk.state
    seat, player = min(state.played.facts.players.items())
    recorded.desk.do("decide", Person("player", player), {"seat": seat, "act": "fold"})
    recorded.desk.close()
    path.write_bytes(path.read_bytes()[:-11])
    with pytest.raises(Damaged):
        open_table(path)
    assert verify(path).status == "wrong"


def test_a_head_that_is_missing(played: Path, tmp_path: Path, quick: None) -> None:
    """Nobody can tell then whether whole batches were cut off, and that is never forgotten."""
    path = _torn(tmp_path, played, len(played.read_bytes()), None)
    open_table(path).close()
    assert isinstance(read_head(path), Ended)
    report = audit(path)
    assert (report.status, report.faults) == ("not proved", [])
    assert "although its head file is not there" in report.not_proved[0]
    torn = _torn(tmp_path, played, len(played.read_bytes()) - 5, None)
    with pytest.raises(Damaged, match="nobody can tell"):
        open_table(torn)
    done = repair(torn, accept_loss=True, reason="x")
    assert done is not None
    assert done.lost == "perhaps"
    assert "whether it had been confirmed cannot be told" in " ".join(audit(torn).not_proved)


def test_a_changed_record_is_not_gone_on_with(played: Path, tmp_path: Path, quick: None) -> None:
    raw = played.read_bytes()
    middle = len(raw) // 2
    spoiled = raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :]
    for name, wrong in (("a", spoiled), ("b", spoiled[:-7]), ("c", raw + b"x\n")):
        path = tmp_path / f"{name}.log"
        path.write_bytes(wrong)
        shutil.copy(head_path(played), head_path(path))
        for act in (open_record, repair):
            with pytest.raises(Damaged):
                act(path)
        assert path.read_bytes() == wrong
        done = repair(path, accept_loss=True, reason="nothing else is left")
        assert done is not None
        assert done.lost == "confirmed"
        open_table(path).close()
        assert audit(path).status == "wrong"
    whole = tmp_path / "whole.log"
    for file, to in ((played, whole), (head_path(played), head_path(whole))):
        shutil.copy(file, to)
    assert repair(whole) is None
    assert whole.read_bytes() == raw


def test_another_record_under_the_name(played: Path, tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 1)
    desk.close()
    shutil.copy(head_path(played), head_path(path))
    with pytest.raises(Damaged, match="confirmed"):
        open_table(path)
