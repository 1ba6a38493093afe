"""Records on the disk: one flush an append, one writer, every failure a clear one."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.crew import FLOORPERSON
from feltlaw.record.beside import Ended, head_path, saved_path
from feltlaw.record.chain import COMMIT_BEGINS
from feltlaw.record.files import Options
from feltlaw.record.opening import Damaged, create_record, open_record, repair
from feltlaw.record.store import Stale, StoreError
from feltlaw.record.tables import create_table, open_table
from feltlaw.record.verify import verify
from feltlaw.refusal import Refused
from tests.record.filed import ANN, buy, chips, table
from tests.support import ROOT
from tests.support.recorded import Recorded, entries_of, file_table, smooth, submission

# ── writing ──


def test_files_are_private(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    desk.snapshot()
    desk.close()
    raw = path.read_bytes()
    head_path(path).write_bytes(Ended(desk.store.batch - 1, "0" * 64, 0).to_bytes())
    path.write_bytes(raw[:-5])
    head_path(path).unlink()
    with pytest.raises(Damaged):
        open_table(path)
    repair(path, accept_loss=True, reason="a test")
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"x.log", "x.log.head", "x.log.saved", f"x.log.cut-{desk.store.batch}"}
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_one_flush_an_append(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch is written in one go and flushed; then the head is told, without a flush of its own."""
    desk = table(tmp_path / "x.log")
    done: list[str] = []
    inode = (tmp_path / "x.log").stat().st_ino

    def noting(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(descriptor: int, *more: Any) -> Any:
            which = "record" if os.fstat(descriptor).st_ino == inode else "head"
            done.append(f"{name} {which}")
            return real(descriptor, *more)

        return call

    for name in ("write", "fsync", "pwrite"):
        monkeypatch.setattr(os, name, noting(name))
    buy(desk, 5)
    assert done == ["write record", "fsync record", "pwrite head"]


def test_the_order_of_a_command(tmp_path: Path, quick: None) -> None:
    """A refused command leaves no trace; one that cannot be written is not done."""
    desk = table(tmp_path / "x.log")
    size = (tmp_path / "x.log").stat().st_size
    with pytest.raises(Refused):
        desk.do("sit", ANN, {"seat": 99})
    assert (tmp_path / "x.log").stat().st_size == size
    desk.store.close()
    before = desk.state
    with pytest.raises(StoreError, match="closed"):
        buy(desk, 500)
    assert desk.state == before
    with pytest.raises(Refused, match="this table is stopped"):
        buy(desk, 500)


def test_a_batch_ends_with_the_line_that_confirms_it(tmp_path: Path, quick: None) -> None:
    recorded = file_table(tmp_path / "x.log", submission("PA-649a"))
    recorded.play(1, smooth)
    recorded.desk.close()
    rows = (tmp_path / "x.log").read_bytes().splitlines()
    batch, lines = 0, 0
    for row in rows:
        if row.startswith(COMMIT_BEGINS):
            batch += 1
            assert row.startswith(b'{"commit":%d,"lines":%d,' % (batch, lines))
            lines = 0
        else:
            lines += 1
    assert (lines, batch) == (0, recorded.desk.store.batch)
    assert {entry.stream for entry in entries_of((tmp_path / "x.log").read_bytes())} == {
        "record",
        "table/é7",
        "link/é7:three_card_progressive",
        "link/é7:five_card_hand_bonus",
    }


def test_a_new_file_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails while a table is opened, there is no file of that name afterwards, and no draft."""
    about = submission("PA-679a")
    names = ("write", "fsync", "link", "open", "unlink")
    calls = dict.fromkeys(names, 0)
    limit = 0
    limited = ""

    def failing(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            calls[name] += 1
            if name == limited and calls[name] == limit:
                raise OSError(errno.EIO, "Input/output error")
            return real(*arguments, **options)

        return call

    tried = 0
    for name in ("write", "fsync", "link", "open"):
        for number in range(1, 20):
            limited, limit = name, number
            calls = dict.fromkeys(names, 0)
            with monkeypatch.context() as patched:
                for one in names[:-1]:
                    patched.setattr(os, one, failing(one))
                try:
                    create_table(tmp_path / f"{name}{number}.log", about).store.close()
                except StoreError as error:
                    assert "Input/output error" in str(error)
                else:
                    break
            tried += 1
            left = {file.name for file in tmp_path.iterdir() if file.name.startswith((name, f".{name}"))}
            assert left <= {f"{name}{number}.log", f"{name}{number}.log.head"}, left
            if left:  # it had its name already, and all of it
                assert not verify(tmp_path / f"{name}{number}.log").faults
            for file in tmp_path.iterdir():
                file.unlink()
    assert tried > 6


def test_a_record_is_never_written_over(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    table(path).close()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(StoreError, match="already"):
        create_record(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    for place, why in ((tmp_path, "directory"), (tmp_path / "none" / "x.log", "no such file")):
        with pytest.raises(StoreError, match=why):
            create_record(place)
    with pytest.raises(StoreError, match="no such file"):
        open_record(tmp_path / "other.log")
    with pytest.raises(StoreError, match="directory"):
        open_record(tmp_path)
    (tmp_path / "text").write_text("hello\n")
    for act in (open_record, repair):
        with pytest.raises(StoreError, match="not a feltlaw record"):
            act(tmp_path / "text")


def test_the_folder_may_change(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = table(Path("x.log"))
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    buy(desk, 1)
    desk.close()
    assert chips(open_table(tmp_path / "x.log")) == 100


def test_what_is_left_beside_a_record_that_is_gone(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    desk.snapshot()
    desk.close()
    path.unlink()
    desk = table(path)
    buy(desk, 3)
    desk.close()
    assert not saved_path(path).exists()
    assert chips(open_table(path)) == 300


# ── one writer ──


def test_two_writers_are_refused(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    before = path.read_bytes()
    for other in (open_record, repair):
        with pytest.raises(StoreError, match="somebody else is writing"):
            other(path)
    code = f"from feltlaw.record.tables import open_table; open_table({str(path)!r})"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert "somebody else is writing this record" in ran.stderr
    assert path.read_bytes() == before
    assert not verify(path).faults, "reading needs no lock"
    buy(desk, 1)
    desk.close()
    again = open_table(path)
    assert chips(again) == 100


def test_an_append_expects_what_is_there(tmp_path: Path, quick: None) -> None:
    desk = table(tmp_path / "x.log")
    line = next(desk.store.read("table/é7"))
    with pytest.raises(Stale, match="this would be number 1"):
        desk.store.append([line], None, None)
    buy(desk, 1)
    assert chips(desk) == 100


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_gone_is_noticed(tmp_path: Path, quick: None, replaced: bool) -> None:
    """Review, fault 15: five more commands succeeded, and no file was left."""
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 1)
    path.rename(tmp_path / "moved")
    if replaced:
        shutil.copy(tmp_path / "moved", path)
    with pytest.raises(StoreError, match="removed, or another one put in its place"):
        buy(desk, 5)
    assert chips(desk) == 100
    with pytest.raises(Refused, match="this table is stopped"):
        buy(desk, 5)


# ── failures of the disk ──


@pytest.mark.clause("S-43")
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["write", "fsync", "pwrite"])
def test_a_failed_write_closes_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """It is never tried again on the same handle; opened again, the record has all of it or nothing."""
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 1)
    real = getattr(os, name)
    calls = 0

    def failing(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if name == "write" and isinstance(arguments[1], bytes):
            real(arguments[0], arguments[1][:50])
        raise error

    before = desk.state
    with monkeypatch.context() as patched:
        patched.setattr(os, name, failing)
        with pytest.raises((StoreError, KeyboardInterrupt)) as caught:
            buy(desk, 5, key="five")
        assert isinstance(caught.value, KeyboardInterrupt) or "No space left" in str(caught.value)
        assert calls == 1
        with pytest.raises((StoreError, Refused)):
            buy(desk, 5, key="five")
        assert calls == 1, "never again on the same handle"
    assert desk.state == before, "what is not certain is not done"
    again = open_table(path)
    assert chips(again) == (100 if name == "write" else 600)
    buy(again, 5, key="five")
    assert chips(again) == 600, "once, whether or not it had arrived"
    again.close()
    report = audit(path)
    assert not report.faults


@pytest.mark.parametrize("name", ["write", "fsync", "ftruncate", "open", "pwrite"])
def test_a_full_disk_while_a_record_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Review, fault 15: on a full disk opening, repairing and closing raised a bare OSError."""
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 1)
    desk.close()
    raw, head = path.read_bytes(), head_path(path).read_bytes()
    more = b'{"hash":"00'
    real = getattr(os, name)

    def full(*arguments: Any, **options: Any) -> Any:
        if name == "open" and arguments[1] == os.O_RDONLY:
            return real(*arguments, **options)
        raise OSError(errno.ENOSPC, "No space left on device")

    for act in (open_record, repair):
        path.write_bytes(raw + more)
        head_path(path).write_bytes(head)
        with monkeypatch.context() as patched:
            patched.setattr(os, name, full)
            with pytest.raises(StoreError, match="No space left"):
                act(path)
        for file in tmp_path.glob("*.cut*"):
            file.unlink()
        if path.read_bytes() != raw:
            repair(path)
        assert chips(open_table(path)) == 100


def test_a_full_disk_while_a_state_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """Saved states are a convenience: without them the table goes on."""
    desk = table(tmp_path / "x.log")
    desk.snapshot_every = 1
    real = os.open

    def full(path: Any, *more: Any, **options: Any) -> int:
        if str(path).endswith(".saved.new"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *more, **options)

    monkeypatch.setattr(os, "open", full)
    recorded = Recorded(desk, __import__("random").Random(3))
    recorded.play(1, smooth)
    desk.close()
    assert not saved_path(tmp_path / "x.log").exists()
    monkeypatch.undo()
    assert open_table(tmp_path / "x.log").state.rounds == 1


# ── closing ──


def test_closing_twice_and_leaving_in_a_hurry(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    store = table(path).store
    store.close()
    store.close()
    with open_record(path) as opened:
        assert opened.batch == store.batch
    with pytest.raises(RuntimeError, match="in a hurry"), open_record(path) as opened:
        raise RuntimeError("in a hurry")
    assert opened.is_closed
    open_table(path, Options()).close()
    desk = open_table(path)
    assert desk.do("close_table", FLOORPERSON).events[0].kind == "close_table"
