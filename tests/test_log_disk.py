"""Logs on the disk: crashes at every write, torn files that are gone on with, one writer at a time."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit, state_at
from feltlaw.log import LogError, Tampered, create_log, open_log, open_table, read_log, repair, verify
from feltlaw.log.chain import Head
from feltlaw.log.files import head_path
from feltlaw.round import Refused
from feltlaw.shuffle import SeededSource
from feltlaw.table import Event, Person, Table, replay, to_json
from tests.recording import Recorded, record, submission

ANN = Person("player", "Ann")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk; for tests in which nothing crashes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def bytes_now(table: Table) -> str:
    return json.dumps(to_json(table.state))


def events(many: int, first: int = 0) -> list[Event]:
    return [Event("buy_in", ANN, first + number, {"amount": 100 + number}) for number in range(many)]


def test_files_are_private(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    log = create_log(path, submission("PA-680a"))
    log.append(events(2))
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    log.close()
    path.write_bytes(path.read_bytes()[:-5])
    repair(path)
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"x.log", "x.log.head", "x.log.cut-1"}
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_every_batch_is_flushed_before_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head file announces a batch, the batch is written and flushed, and then it counts."""
    log = create_log(tmp_path / "x.log", submission("PA-680a"))
    done: list[str] = []
    inode = (tmp_path / "x.log").stat().st_ino
    write, fsync, replaced = os.write, os.fsync, Path.replace

    def which(descriptor: int) -> str:
        return "log" if os.fstat(descriptor).st_ino == inode else "other"

    def note_write(descriptor: int, raw: bytes) -> int:
        done.append(f"write {which(descriptor)}")
        return write(descriptor, raw)

    def note_fsync(descriptor: int) -> None:
        done.append(f"fsync {which(descriptor)}")
        fsync(descriptor)

    def note_replace(self: Path, target: Path) -> Path:
        done.append("replace head")
        return replaced(self, target)

    monkeypatch.setattr(os, "write", note_write)
    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(Path, "replace", note_replace)
    log.append(events(3))
    assert done == ["write other", "fsync other", "replace head", "fsync other", "write log", "fsync log"]


def test_the_order_of_a_command(tmp_path: Path, quick: None) -> None:
    """A refused command leaves no trace; a command whose write fails is not done."""
    about = submission("PA-680a")
    log, table = create_log(tmp_path / "x.log", about), Table(about)
    with pytest.raises(Refused):
        log.do(table, "sit", ANN, seat=99)
    assert log.end[0] == 0
    log.do(table, "sit", ANN, seat=1)
    assert (log.end[0], len(table.events)) == (1, 1)
    log.close()
    before = bytes_now(table)
    with pytest.raises(LogError, match="closed"):
        log.do(table, "buy_in", ANN, amount=500)
    assert bytes_now(table) == before
    assert len(table.events) == 1
    with pytest.raises(LogError, match="float"):
        open_log(tmp_path / "x.log").append([Event("buy_in", ANN, 0, {"amount": 0.5})])
    assert read_log(tmp_path / "x.log").events == table.events


# ── replay ──


@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_interrupted_tables_go_on_as_if_they_had_not_been(
    tmp_path: Path, regulation: str, quick: None
) -> None:
    """Closed and opened again after every few commands: the same cards, the same states, the same events."""
    about = submission(regulation)
    through = record(tmp_path / "through.log", about, seed=4)
    pieces = record(tmp_path / "pieces.log", about, seed=4)
    while through.table.state.rounds < 2:
        for _ in range(7):
            through.step()
            pieces.step()
        pieces.log.close()
        table, log = open_table(tmp_path / "pieces.log")
        assert bytes_now(table) == bytes_now(through.table)
        assert table.events == through.table.events
        pieces.table, pieces.log = table, log
    assert (tmp_path / "pieces.log").read_bytes() == (tmp_path / "through.log").read_bytes()


def test_real_cards_are_remembered(tmp_path: Path, quick: None) -> None:
    recorded = record(tmp_path / "x.log", submission("PA-679a"), real_cards=True)
    recorded.play(1)
    assert recorded.log.shuffled() == {}
    recorded.log.close()
    table, log = open_table(tmp_path / "x.log")
    log.close()
    assert table.state.real_cards
    assert bytes_now(table) == bytes_now(recorded.table)
    report = audit(tmp_path / "x.log")
    assert report.status == "intact"
    assert report.counts["rounds"] == 1
    assert report.counts["commitments"] == 0


# ── torn ──


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """A table that was closed right after a round: the last command had several events."""
    recorded = record(tmp_path_factory.mktemp("played") / "x.log", submission("PA-679a"), seed=3)
    recorded.play(1)
    recorded.log.close()
    return recorded


def cut_points(played: Recorded) -> Iterator[tuple[int, int]]:
    """Sizes at which a file ends inside the last write, and how many events are whole then."""
    lines = played.log.path.read_bytes().splitlines(keepends=True)
    last = read_log(played.log.path).lines[-1].batch[1]
    assert last > 1
    start, end = len(b"".join(lines[:-last])), len(b"".join(lines))
    sizes = {start + 1, start + 9, end - 1, end - 2, *range(start + 1, end, 97)}
    borders = {start + len(b"".join(lines[-last : -last + many])) for many in range(1, last)}
    for size in sorted(sizes | borders):
        yield size, len(lines) - 1 - last


@pytest.mark.parametrize("head", ["running", "closed", "none"])
def test_a_torn_table_goes_on(played: Recorded, tmp_path: Path, head: str, quick: None) -> None:
    raw = played.log.path.read_bytes()
    known = Head.from_bytes(head_path(played.log.path).read_bytes())
    for size, whole in cut_points(played):
        path = tmp_path / f"{size}.log"
        path.write_bytes(raw[:size])
        if head != "none":
            told = known.to_json() | {"closed": head == "closed"}
            head_path(path).write_text(json.dumps(told))
        verdict = verify(path)
        assert (verdict.status, verdict.events) == ("torn", whole)
        assert audit(path).status == "torn"
        table, log = open_table(path)
        assert table.events == played.table.events[:whole]
        assert table.state == replay(table.submission, table.events)
        event = played.table.events[whole]
        log.do(table, event.kind, event.by, event.at)
        log.close()
        assert bytes_now(table) == bytes_now(played.table)
        report = audit(path)
        assert (report.status, report.verdict.unchecked) == ("intact", ())
        cut = raw[verdict.size : size]
        assert Path(f"{path}.cut-{whole + 1}").read_bytes() == cut
        assert any(f"repaired, {len(cut)} bytes cut off" in note for note in report.verdict.notes)
        assert to_json(state_at(read_log(path))) == to_json(table.state)


def test_repair_touches_nothing_but_torn_logs(played: Recorded, tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    for file in (played.log.path, head_path(played.log.path)):
        shutil.copy(file, tmp_path)
    raw = path.read_bytes()
    assert repair(path) == 0
    assert path.read_bytes() == raw
    spoiled = raw.replace(b"seat 1", b"seat 2", 1).replace(b'"amount":', b'"amount":1', 1)
    assert spoiled != raw
    for wrong in (spoiled, spoiled[:-7], raw + b"x\n", raw[: len(raw) // 2]):
        path.write_bytes(wrong)
        with pytest.raises(Tampered):
            repair(path)
        with pytest.raises(Tampered):
            open_table(path)
        assert path.read_bytes() == wrong
    path.write_bytes(raw[:-7])
    assert repair(path) > 0
    assert repair(path) == 0


def test_a_log_without_its_head_file_says_so(played: Recorded, tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    shutil.copy(played.log.path, path)
    assert "no head file" in verify(path).unchecked[0]
    open_log(path).close()
    report = audit(path)
    assert (report.status, report.verdict.unchecked) == ("intact", ())
    assert "continued without its head file" in report.verdict.notes[-1]


# ── crashes ──

CRASH = """
import os, sys
from pathlib import Path
from feltlaw.log import open_table
from feltlaw.table import Person

path, limit, tear = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
calls = 0

def counted(real, tears=False):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls == limit:
            if tears and tear:
                real(arguments[0], arguments[1][: max(1, len(arguments[1]) * tear // 8)])
            os._exit(9)
        return real(*arguments, **options)
    return call

for child in iter(int, 1):
    pid = os.fork()
    if pid == 0:
        here = path.with_name(f"{limit}") / "x.log"
        table, log = open_table(here)
        os.write, os.fsync, os.ftruncate = counted(os.write, True), counted(os.fsync), counted(os.ftruncate)
        Path.replace = counted(Path.replace)
        os.close = counted(os.close)
        ann = Person("player", "Ann")
        for number in range(2):
            log.do(table, "buy_in", ann, amount=1000 + number)
            with open(here.with_name("done"), "a") as done:
                done.write("x")
        log.close()
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != 9:
        print(limit)
        sys.exit(code)
    limit += 1
"""


@pytest.mark.parametrize("tear", [0, 5])
def test_a_crash_at_any_moment_leaves_a_log_that_goes_on(tmp_path: Path, tear: int) -> None:
    """The program ends at its first, second, third ... call to the system, or half way through a write."""
    about = submission("PA-679a")
    first = tmp_path / "0"
    first.mkdir()
    log, table = create_log(first / "x.log", about, source=SeededSource(1)), Table(about)
    log.do(table, "sit", ANN, seat=1)
    log.close()
    for number in range(1, 60):
        shutil.copytree(first, tmp_path / f"{number}")
    done = subprocess.run(
        [sys.executable, "-c", CRASH, str(first), "1", str(tear)],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    last = int(done.stdout)
    assert last > 2 * 6, "each command writes, flushes and replaces"
    statuses = []
    for number in range(1, last + 1):
        path = tmp_path / f"{number}" / "x.log"
        kept = path.with_name("done")
        certain = len(kept.read_text()) if kept.exists() else 0
        verdict = verify(path)
        statuses.append(verdict.status)
        assert verdict.status in ("intact", "torn"), (number, verdict)
        assert certain <= verdict.events - 1 <= certain + 1, "what was confirmed is there"
        table, log = open_table(path)
        assert table.state.players["Ann"].chips == sum(1000 + one for one in range(verdict.events - 1))
        log.do(table, "buy_in", ANN, amount=7)
        log.close()
        report = audit(path)
        assert (report.status, report.verdict.unchecked) == ("intact", ())
    assert "torn" in statuses
    assert "intact" in statuses


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["write", "fsync"])
@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_failed_write_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int, error: BaseException
) -> None:
    about = submission("PA-679a")
    path = tmp_path / "x.log"
    log, table = create_log(path, about), Table(about)
    log.do(table, "sit", ANN, seat=1)
    before = bytes_now(table)
    real = getattr(os, name)
    calls = 0

    def failing(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            if name == "write":
                real(arguments[0], arguments[1][:50])
            raise error
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(os, name, failing)
        if name == "write" and call == 3:  # there are only two
            log.do(table, "buy_in", ANN, amount=500)
            return
        with pytest.raises((LogError, KeyboardInterrupt)) as caught:
            log.do(table, "buy_in", ANN, amount=500)
    assert isinstance(caught.value, KeyboardInterrupt) or "No space left" in str(caught.value)
    assert bytes_now(table) == before, "what is not written is not done"
    with pytest.raises(LogError, match="closed"):
        log.append(events(1))
    verdict = verify(path)
    assert verdict.status in ("intact", "torn")
    assert verdict.events == 1
    again, log = open_table(path)
    assert bytes_now(again) == before
    log.do(again, "buy_in", ANN, amount=500)
    log.close()
    assert audit(path).status == "intact"


# ── one writer ──


def test_two_writers_are_refused(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    log = create_log(path, submission("PA-679a"))
    log.append(events(1))
    before = path.read_bytes()
    with pytest.raises(LogError, match="somebody else is writing"):
        open_log(path)
    with pytest.raises(LogError, match="somebody else is writing"):
        repair(path)
    other = subprocess.run(
        [sys.executable, "-c", f"from feltlaw.log import open_table; open_table({str(path)!r})"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "somebody else is writing this log" in other.stderr
    assert path.read_bytes() == before
    assert verify(path).status == "intact", "reading needs no lock"
    log.append(events(1, 5))
    log.close()
    with open_log(path) as again:
        again.append(events(1, 9))
    assert verify(path).events == 3


def test_a_log_is_never_written_over(tmp_path: Path, quick: None) -> None:
    about = submission("PA-679a")
    path = tmp_path / "x.log"
    create_log(path, about).close()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(LogError, match="already"):
        create_log(path, about)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    path.unlink()
    create_log(path, about, at=7).close()
    assert verify(path).status == "intact", "a head file left over from another log does no harm"


def test_where_no_log_can_be(tmp_path: Path) -> None:
    about = submission("PA-679a")
    for call in (open_log, open_table, verify, read_log, repair):
        with pytest.raises(LogError, match="no such file"):
            call(tmp_path / "none.log")
        with pytest.raises(LogError, match="directory"):
            call(tmp_path)
    with pytest.raises(LogError, match="cannot be written: No such file"):
        create_log(tmp_path / "none" / "x.log", about)
    text = tmp_path / "x.txt"
    text.write_text("hello\n")
    with pytest.raises(LogError, match="not a feltlaw log"):
        open_log(text)
    with pytest.raises(LogError, match="already"):
        create_log(text, about)
    assert text.read_text() == "hello\n"


@pytest.mark.parametrize("name", [".", "/", "..", ""])
def test_a_folder_is_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LogError, match="this is a directory; name a file in it"):
        create_log(name, submission("PA-649a"))
    assert not list(tmp_path.iterdir())
