"""kill -9 of a real server under load, on both databases, and of the database itself: nothing that was
answered is lost, nothing is there twice, every stream verifies, books and meters add up, and tables go on."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import apsw
import psycopg
import pytest

from feltlaw.event import Person
from feltlaw.floor.property import DATABASE
from tests.box.checks import Verdict
from tests.box.disk import Disk
from tests.box.wires import Ask, Reply
from tests.floor.postgres import Server, new_server
from tests.floor.stores import KINDS, Kind
from tests.support import ROOT
from tests.support.processes import environment

PATIENCE = 90.0


class Rows:
    """A database after the last kill, for whoever checks what it holds."""

    def __init__(self, where: str) -> None:
        self._url = where
        self.counts: Counter[str] = Counter()

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        if self._url.startswith("postgresql:"):
            with psycopg.connect(self._url) as connection:
                found = connection.execute(sql.replace("?", "%s").encode(), values).fetchall()
            return [tuple(row) for row in found]
        return list(apsw.Connection(str(Path(self._url) / DATABASE)).execute(sql, values))


@dataclass
class Killed:
    """The processes of one property, one after the other, and what each of them said."""

    where: str
    rng: random.Random
    asks: dict[tuple[str, str], Ask] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    runs: int = 0
    _process: subprocess.Popen[str] | None = None
    _ready: threading.Event = field(default_factory=threading.Event)
    _said: int = 0

    @property
    def answers(self) -> int:
        return sum(len(ask.answers) for ask in list(self.asks.values()))  # another thread adds to them

    def begin(self) -> None:
        """Starts a process; it asks again for whatever got no answer."""
        self.runs += 1
        self._ready.clear()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.floor.killed", self.where, f"r{self.runs}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env=environment(PYTHONPATH=str(ROOT)),
        )  # fmt: skip
        open_ = [
            [ask.by.role, ask.by.account, ask.do, ask.data, ask.table, ask.key]
            for ask in self.asks.values()
            if not ask.answers
        ]
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(open_) + "\n")
        self._process.stdin.flush()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):
                self._hear(json.loads(line))

    def _hear(self, said: dict[str, Any]) -> None:
        match said:
            case {"ask": [role, account, do, data, table, key]}:
                self.asks.setdefault((account, key), Ask(Person(role, account), do, data, table, key))
            case {"answer": [account, key, status, body]}:
                self.asks[account, key].answers.append(Reply(status, body.encode()))
            case {"fault": what}:
                self.faults.append(what)
            case {"ready": _}:
                self._ready.set()

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def until_it_answers(self, more: int) -> None:
        """Waits until tables are played on: so many more answers."""
        assert self._ready.wait(PATIENCE), "it did not begin"
        before, until = self.answers, time.monotonic() + PATIENCE
        while self.answers < before + more:
            assert time.monotonic() < until, f"only {self.answers - before} answers"
            time.sleep(0.01)

    def check(self) -> Counter[str]:
        verdict = Verdict(cast(Disk, Rows(self.where)), list(self.asks.values()), {})
        assert not [*self.faults, *verdict.check(audited=True)]
        return verdict.counts


def kill_often(where: str, kills: int, server: Server | None = None) -> Counter[str]:
    property_ = Killed(where, random.Random(kills))
    rng = property_.rng
    for number in range(kills):
        property_.begin()
        if rng.random() < 0.8:
            property_.until_it_answers(rng.randrange(60))
            if server is not None and number % 2:
                server.kill()
                time.sleep(rng.random() * 0.2)
                server.start()
                property_.until_it_answers(5)
        else:
            time.sleep(rng.random() * 2)  # perhaps it has not even begun
        property_.kill()
    property_.begin()
    property_.until_it_answers(60)
    property_.kill()
    counts = property_.check()
    assert counts["rounds"] and property_.answers > 60
    return counts


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_is_killed_and_nothing_is_lost(kind: Kind, tmp_path: Path) -> None:
    if kind == "sqlite":
        kill_often(str(tmp_path), 2)
    else:
        server = new_server()
        kill_often(server.database("killed"), 2, server)
        server.kill()


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
def test_a_server_is_killed_hundreds_of_times(kind: Kind, tmp_path: Path) -> None:
    if kind == "sqlite":
        kill_often(str(tmp_path), 300)
    else:
        server = new_server()
        kill_often(server.database("killed"), 300, server)
        server.kill()
