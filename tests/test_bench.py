"""`make bench`: the parts that take a moment, what is left out, and how it stops at a wrong answer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from bench import __main__ as bench
from bench.measure import Compared, WrongAnswer, agree, best, seconds
from tests.support import ROOT

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The program, in this process."""

    def ran(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["bench", *arguments])
        try:
            bench.main()
            status = 0
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        said = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, said.out, said.err)

    return ran


def results(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["results"]
    assert isinstance(found, list)
    return found


def test_without_a_compiler_the_loops_are_left_out(run: Run) -> None:
    done = run("--json", "--only", "three-card", "--only", "raise-it-up", CXX="no-such-compiler")
    found = results(done)
    assert [one["name"] for one in found] == ["Three Card Poker, exact", "Raise It Up Stud, exact"]
    assert all("no C++ compiler" in one["left_out"] for one in found)
    said = run("--only", "three-card", CXX="no-such-compiler")
    assert "Left out: Three Card Poker, exact; there is no C++ compiler" in said.stdout


def test_settling_is_measured_and_checked(run: Run) -> None:
    (found,) = results(run("--quick", "--json", "--only", "settle"))
    assert found["name"] == "settle"
    assert found["seconds"] > found["baseline_seconds"] > 0
    assert found["times"] == pytest.approx(found["baseline_seconds"] / found["seconds"])
    assert "rounds of" in found["note"]


def test_a_table_for_people() -> None:
    """The real program."""
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--only", "settle"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "x as fast" in done.stdout
    assert "Load now" in done.stdout
    assert done.stderr == "measuring settle ...\n"


def test_an_unknown_part(run: Run) -> None:
    done = run("--only", "everything")
    assert done.returncode == 2
    assert all(name in done.stderr for name in bench.BENCHES)


def test_another_answer_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> list[Compared]:
        agree("the game", 1, 2)
        return []

    monkeypatch.setattr(bench, "BENCHES", {"wrong": wrong})
    monkeypatch.setattr(sys, "argv", ["bench"])
    with pytest.raises(SystemExit) as stopped:
        bench.main()
    assert stopped.value.code == "bench: the game: feltlaw gives 1, the baseline 2"


def test_measuring() -> None:
    agree("nothing", 1, 1)
    with pytest.raises(WrongAnswer):
        agree("something", 1, 2)
    taken, found = best(lambda: sum(range(1000)), 3)
    assert taken >= 0
    assert found == 499_500
    assert [seconds(value) for value in (2.5, 0.0123, 4.5e-6, 3e-9)] == ["2.5 s", "12.3 ms", "4.5 µs", "3 ns"]
    slow = Compared("x", "hand", 2.0, 100.0, "y", 80)
    assert slow.missed
    assert not Compared("x", "hand", 1.0, 100.0, "y", 80).missed
    assert not Compared("x", "hand", 2.0, 1.0, "y").missed
