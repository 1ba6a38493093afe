"""A writer killed anywhere: nothing that was confirmed is lost, nothing is there twice."""

from __future__ import annotations

import os
import random
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.desk import Desk
from feltlaw.event import Person
from feltlaw.record.files import Options
from feltlaw.record.keys import Keys
from feltlaw.record.tables import create_table, open_table
from feltlaw.record.verify import verify
from tests.support.recorded import Clock, entries_of, submission

ANN = Person("player", "ann")
CRASHED = 9


def begin(path: Path) -> None:
    desk = create_table(path, submission("PA-649a"), clock=Clock())
    desk.do("sit", ANN, {"seat": 1})
    desk.store.close()


def buy(desk: Desk, number: int) -> None:
    desk.do("buy_in", ANN, {"amount": "0.01"}, key=f"key {number}")
    if number % 7 == 0:
        desk.snapshot()


def child(work: Callable[[], None]) -> int:
    """Runs something in a process of its own; gives its id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        work()
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)


def write_on(path: Path, first: int, pipe: int, folder: Path) -> None:
    """Buys in for ever, one number after the other, and says after each that it is done."""
    desk = open_table(path, Options(Keys(folder)))
    for number in range(first, first + 100_000):
        buy(desk, number)
        os.write(pipe, b"%d\n" % number)
        if number % 11 == 0:
            desk.store.checkpoint()  # type: ignore[attr-defined]


def kill_often(folder: Path, times: int, seed: int) -> None:
    rng = random.Random(seed)
    path = folder / "x.log"
    begin(path)
    Keys(folder).signer()
    confirmed = 0
    for _ in range(times):
        reading, writing = os.pipe()
        pid = child(lambda: write_on(path, confirmed + 1, writing, folder))  # noqa: B023
        os.close(writing)
        assert select.select([reading], [], [], 20)[0], "it writes"
        time.sleep(rng.random() * 0.02)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        said = b""
        while piece := os.read(reading, 65536):
            said += piece
        os.close(reading)
        done = [int(number) for number in said.decode().split()]
        assert done == list(range(confirmed + 1, confirmed + 1 + len(done)))
        confirmed = done[-1] if done else confirmed
        there = bought(path)
        assert confirmed <= there <= confirmed + 1, "what was confirmed is there"
    desk = open_table(path)
    buy(desk, confirmed + 1)
    assert desk.state.chips("ann") == confirmed + 1, "whoever asks again gets it once"
    desk.close()
    report = audit(path)
    assert not report.faults, report.wrong
    numbers = [
        entry.body["given"]["key"] for entry in entries_of(path.read_bytes()) if entry.kind == "buy_in"
    ]
    assert numbers == [f"key {number}" for number in range(1, confirmed + 2)], "each once, in order"


def bought(path: Path) -> int:
    report = verify(path)
    assert not report.faults, report.wrong
    whole = path.read_bytes()
    end = whole.rindex(b'{"commit":') if b'{"commit":' in whole else 0
    return sum(entry.kind == "buy_in" for entry in entries_of(whole[:end]))


@pytest.mark.clause("S-43")
def test_killed_at_random(tmp_path: Path) -> None:
    kill_often(tmp_path, 12, 1)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(5))
def test_killed_at_random_many_times(tmp_path: Path, seed: int) -> None:
    kill_often(tmp_path, 100, seed)


def crash_at(limit: int, tear: int, work: Callable[[], None]) -> int:
    """Runs something in a process that ends at its n-th call to the system, or half way through a write."""

    def run() -> None:
        calls = 0

        def counted(real: Callable[..., Any], tears: bool) -> Callable[..., Any]:
            def call(*arguments: Any, **options: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls == limit:
                    if tears and tear:
                        real(
                            arguments[0],
                            arguments[1][: max(1, len(arguments[1]) * tear // 8)],
                            *arguments[2:],
                        )
                    os._exit(CRASHED)
                return real(*arguments, **options)

            return call

        for name in ("write", "fsync", "ftruncate", "pwrite", "link", "close"):
            setattr(os, name, counted(getattr(os, name), name in ("write", "pwrite")))
        Path.replace = counted(Path.replace, tears=False)  # type: ignore[method-assign]
        work()

    return os.waitstatus_to_exitcode(os.waitpid(child(run), 0)[1])


@pytest.mark.clause("S-43")
@pytest.mark.parametrize("tear", [0, 5])
def test_a_crash_at_any_call_leaves_a_record_that_goes_on(tmp_path: Path, tear: int) -> None:
    begin(tmp_path / "first.log")
    raw, head = ((tmp_path / name).read_bytes() for name in ("first.log", "first.log.head"))
    cut = 0
    for limit in range(1, 100):
        path = tmp_path / f"{limit}.log"
        done = tmp_path / f"{limit}.done"
        path.write_bytes(raw)
        (tmp_path / f"{limit}.log.head").write_bytes(head)

        def work(path: Path = path, done: Path = done) -> None:
            desk = open_table(path)
            for number in (6, 7, 8):
                buy(desk, number)
                with done.open("a") as file:
                    file.write("x")
            desk.store.close()

        status = crash_at(limit, tear, work)
        certain = len(done.read_text()) if done.exists() else 0
        report = verify(path)
        assert not report.faults, (limit, report.wrong)
        desk = open_table(path)
        there = desk.state.chips("ann")
        assert certain <= there <= certain + 1, limit
        for number in (6, 7, 8):
            buy(desk, number)
        assert desk.state.chips("ann") == 3, limit
        desk.close()
        report = audit(path)
        assert not report.faults, (limit, report.wrong)
        cut += any("repaired" in note for note in report.notes)
        if status == 0:
            break
        assert status == CRASHED
    assert limit > 12, "each command writes, flushes and tells the head"
    assert bool(cut) == bool(tear)
