"""Records on the disk: one flush an append, torn writes cut, lost ones refused, every failure a clear one."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.crew import FLOORPERSON
from feltlaw.desk import Desk, KeyReused
from feltlaw.event import Person
from feltlaw.record.beside import Ended, head_path, read_head, saved_path
from feltlaw.record.chain import COMMIT_BEGINS
from feltlaw.record.files import Options
from feltlaw.record.opening import Damaged, create_record, open_record, repair
from feltlaw.record.store import Stale, StoreError
from feltlaw.record.tables import create_table, open_table
from feltlaw.record.verify import verify
from feltlaw.refusal import Refused
from tests.support import ROOT
from tests.support.recorded import Recorded, entries_of, file_table, smooth, submission

ANN = Person("player", "ann")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk; for tests in which nothing crashes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def table(path: Path) -> Desk:
    desk = file_table(path, submission("PA-679a")).desk
    desk.do("sit", ANN, {"seat": 1})
    return desk


def buy(desk: Desk, dollars: int, key: str = "") -> None:
    desk.do("buy_in", ANN, {"amount": str(dollars)}, key=key)


def chips(desk: Desk) -> int:
    return desk.state.chips("ann")


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


# ── torn ──


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


def desk_player(desk: Desk) -> Person:
    return Person("player", next(iter(desk.state.seats.values())))


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


# ── saved states ──


def test_opening_begins_at_the_saved_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """Nothing before it is read but the first line and the opening of the table."""
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), snapshot_every=0)
    recorded.play(3, smooth)
    recorded.desk.snapshot()
    recorded.desk.do("buy_in", desk_player(recorded.desk), {"amount": "7"}, key="seven")
    state = recorded.desk.state
    recorded.desk.close()
    read: list[tuple[int, int]] = []
    real = os.pread

    def noting(descriptor: int, many: int, offset: int) -> bytes:
        found = real(descriptor, min(many, 8192), offset)
        read.append((offset, len(found)))
        return found

    monkeypatch.setattr(os, "pread", noting)
    again = open_table(path)
    assert again.state == state
    assert sum(many for _, many in read) < path.stat().st_size / 2
    with pytest.raises(KeyReused):
        again.do("buy_in", desk_player(again), {"amount": "8"}, key="seven")


@pytest.mark.parametrize("spoil", ["missing", "empty", "changed", "older", "foreign", "state"])
def test_a_saved_state_that_does_not_fit_is_left_alone(tmp_path: Path, quick: None, spoil: str) -> None:
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-649a"), snapshot_every=0)
    recorded.play(1, smooth)
    recorded.desk.snapshot()
    older = saved_path(path).read_bytes()
    recorded.play(1, smooth)
    recorded.desk.snapshot()
    recorded.play(1, smooth)
    state, links = recorded.desk.state, dict(recorded.desk.links.states)
    recorded.desk.close()
    raw = saved_path(path).read_bytes()
    if spoil == "missing":
        saved_path(path).unlink()
    elif spoil == "foreign":
        other = file_table(tmp_path / "y.log", submission("PA-649a"), seed=9).play(1, smooth)
        other.desk.snapshot()
        other.desk.close()
        shutil.copy(saved_path(tmp_path / "y.log"), saved_path(path))
    elif spoil == "state":
        import hashlib

        _, _, body = raw.partition(b"\n")
        forged = body.replace(b'"rounds":2', b'"rounds":7')
        assert forged != body
        saved_path(path).write_bytes(hashlib.sha256(forged).hexdigest().encode() + b"\n" + forged)
    else:
        spoiled = {"empty": b"", "changed": raw.replace(b"placed", b"plaxed"), "older": older}[spoil]
        assert spoiled != raw
        saved_path(path).write_bytes(spoiled)
    again = open_table(path)
    assert again.state == state
    assert again.links.states == links


def test_a_state_that_was_saved_is_that_state_in_every_way(tmp_path: Path, quick: None) -> None:
    """Also in the order of its parts, since whatever is decided comes in it."""
    path = tmp_path / "x.log"
    desk = file_table(path, submission("PA-649a")).desk
    for seat, name in ((3, "c"), (1, "a"), (2, "b")):
        desk.do("sit", Person("player", name), {"seat": seat})
    desk.snapshot()
    desk.close()
    assert list(open_table(path).state.seats) == [3, 1, 2]


# ── keys of commands ──


def test_keys_are_remembered_over_a_restart(tmp_path: Path, quick: None) -> None:
    path = tmp_path / "x.log"
    desk = table(path)
    buy(desk, 5, key="one")
    first = desk.do("buy_in", ANN, {"amount": "6"}, key="two")
    desk.snapshot()
    for saved in (True, False):
        desk.close()
        if not saved:
            saved_path(path).unlink()
        desk = open_table(path)
        buy(desk, 5, key="one")
        again = desk.do("buy_in", ANN, {"amount": "6"}, key="two")
        assert chips(desk) == 1100
        assert again.again
        assert [line.raw for line in again.lines] == [line.raw for line in first.lines]
        with pytest.raises(KeyReused):
            buy(desk, 7, key="one")
        desk.do("buy_in", Person("player", "ann"), {"amount": "0.01"}, key=f"other {saved}")
        desk.do("cash_out", ANN, {"amount": "0.01"})


def test_nothing_grows_with_the_record(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from feltlaw.record import store as stores

    monkeypatch.setattr(stores.Answers.__init__, "__defaults__", (50,))
    monkeypatch.setattr("feltlaw.record.files.INDEX_EVERY", 10)
    desk = table(tmp_path / "x.log")
    for number in range(1500):
        buy(desk, 1, key=f"key {number}")
    store: Any = desk.store
    assert len(list(store.known.answers.items())) == 50
    assert len(store._index) == 100
    assert store.remembered("ann", "key 1499") is not None
    assert store.remembered("ann", "key 1") is None
    assert len(list(store.read("table/é7", desk.number - 3))) == 3


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
