"""Runs on a real Dask scheduler with real workers: the same totals to the bit, whoever is killed.

One worker is killed in every run of the tests; schedulers, all workers and workers that do not fit, in the
proof.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest

from feltlaw.simulation import cluster
from feltlaw.simulation.chunk import Chunk
from feltlaw.simulation.cluster import TRIES, ClusterError, Patience, read_address, run_on
from feltlaw.simulation.local import run_here, uninterrupted
from feltlaw.simulation.program import Program, compile_run
from feltlaw.simulation.run import Run, SimulationError
from feltlaw.simulation.totals import Totals
from tests.support.simulated import RICH, full_table, submission

distributed: Any = pytest.importorskip("distributed")

LONG = 120.0
"""Seconds that something may take on a slow machine with other work to do."""
WAITING = Patience(scheduler=30, workers=LONG, lost=LONG)
SHORT = Patience(scheduler=3, workers=1, lost=1)
SRC = Path(cluster.__file__).resolve().parents[2]
DASK = """
import ctypes, os, signal, sys
parent = int(sys.argv.pop(1))
if sys.platform == "linux":  # dies with the tests, however they end
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() != parent:
    sys.exit(1)
from dask.__main__ import main
main()
"""


def changed(folder: Path, code: str) -> Path:
    """A folder that has Python run some code at its start, when it is first on the path."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(code)
    return folder


def without_feltlaw(folder: Path) -> Path:
    return changed(folder / "without", "import sys; sys.modules['feltlaw'] = None")


class Dask:
    """A scheduler, which needs no feltlaw, and workers, on this machine."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = {"DASK_TEMPORARY_DIRECTORY": str(folder), **settings}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        self.start_scheduler()

    def start_scheduler(self, port: int = 0) -> None:
        self.file.unlink(missing_ok=True)
        where = ("--host", "127.0.0.1", "--port", str(port), "--scheduler-file", str(self.file))
        self.scheduler = self._start(
            "scheduler",
            *where,
            "--no-dashboard",
            "--dashboard-address",
            "127.0.0.1:0",
            PYTHONPATH=str(without_feltlaw(self.folder)),
        )
        deadline = time.monotonic() + LONG
        while True:
            with contextlib.suppress(OSError, ValueError):
                self.address = str(json.loads(self.file.read_text())["address"])
                return
            assert self.scheduler.poll() is None, self.log()
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.05)

    def start_worker(self, first_on_path: Path | None = None) -> None:
        paths = [str(path) for path in (first_on_path, SRC) if path]
        self.workers.append(
            self._start(
                *("worker", self.address, "--nthreads", "1", "--host", "127.0.0.1"),
                *("--no-nanny", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"),
                PYTHONPATH=os.pathsep.join(paths),
            )
        )

    def _start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen(
                [sys.executable, "-c", DASK, str(os.getpid()), *words],
                env={**os.environ, "PYTHONPATH": str(SRC), **self.settings, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.processes.append(started)
        return started

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@contextlib.contextmanager
def started(folder: Path, workers: int = 0, **settings: str) -> Iterator[Dask]:
    dask = Dask(folder, **settings)
    try:
        for _ in range(workers):
            dask.start_worker()
        if workers:
            wait_for_workers(dask.address, workers)
        yield dask
    finally:
        dask.stop()


def wait_for_workers(address: str, workers: int) -> None:
    with distributed.Client(address, timeout=LONG, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=LONG)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A scheduler with two workers."""
    with started(tmp_path_factory.mktemp("dask"), 2) as found:
        yield found


@pytest.fixture(scope="module")
def program() -> Program:
    """Meters, awards and sessions of a full table, the last block shorter than the others."""
    return compile_run(full_table(submission("PA-649a"), 1_000_001, seed=3, bankrolls=(50_000,)))


@pytest.fixture(scope="module")
def expected(program: Program) -> dict[str, Any]:
    return run_here(program, threads=1).to_data()


class At:
    """Does something once, when so much of a run is done."""

    def __init__(self, share: float, do: Any) -> None:
        self.share = share
        self.do = do
        self.done = False

    def __call__(self, totals: Totals) -> None:
        if not self.done and totals.rounds >= self.share * totals.program.run.rounds:
            self.done = True
            self.do()


def interrupt() -> None:
    raise KeyboardInterrupt


# ── the same to the bit ──


def test_totals_are_those_of_one_machine(dask: Dask, program: Program, expected: dict[str, Any]) -> None:
    seen: list[int] = []
    totals = run_on(program, dask.address, told=lambda now: seen.append(now.rounds), patience=WAITING)
    assert totals.done
    assert totals.to_data() == expected
    assert seen == sorted(set(seen))
    assert (seen[0], seen[-1]) == (0, program.run.rounds)
    assert len(seen) > 4


def test_interrupted_here_and_gone_on_with_there(
    dask: Dask, program: Program, expected: dict[str, Any], tmp_path: Path
) -> None:
    checkpoint = tmp_path / "kept.json"
    here = run_here(program, threads=1, checkpoint=checkpoint, told=At(0.2, interrupt))
    there = run_on(program, dask.address, checkpoint=checkpoint, told=At(0.5, interrupt), patience=WAITING)
    assert 0 < here.rounds < there.rounds < program.run.rounds
    assert json.loads(checkpoint.read_text())["totals"] == there.to_data()
    last = run_on(program, dask.address, checkpoint=checkpoint, patience=WAITING)
    assert last.to_data() == expected
    # a finished run needs no scheduler
    assert run_on(program, "127.0.0.1:1", checkpoint=checkpoint, patience=SHORT).to_data() == expected


@pytest.mark.proof
@pytest.mark.parametrize("failures", ["0", "3"])
def test_a_worker_is_killed(
    failures: str,
    program: Program,
    expected: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dask gives the chunks of the dead worker to the other one, or, told not to, it is done from here."""
    tries: list[int] = []
    give = cluster._Cluster._give

    def counted(self: Any, promise: Future[Chunk], first: int, blocks: int, left: int) -> None:
        tries.append(left)
        give(self, promise, first, blocks, left)

    monkeypatch.setattr(cluster._Cluster, "_give", counted)
    monkeypatch.setattr(cluster, "PIECES", 16)
    with started(tmp_path, 2, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=failures) as dask:
        victim = dask.workers[0]

        def kill_at_work() -> None:
            victim.send_signal(signal.SIGSTOP)  # so that it dies with work that it was given
            Timer(1.0, victim.kill).start()

        killed = At(0.1, kill_at_work)
        totals = run_on(program, dask.address, told=killed, patience=WAITING)
        assert killed.done
        assert victim.wait(LONG) == -signal.SIGKILL
        assert dask.workers[1].poll() is None
    assert totals.to_data() == expected
    assert (min(tries) < TRIES) == (failures == "0")


@pytest.mark.proof
def test_the_scheduler_is_killed(program: Program, expected: dict[str, Any], tmp_path: Path) -> None:
    """It comes back, and the run goes on; then it does not, and what was done is kept."""
    checkpoint = tmp_path / "kept.json"
    with started(tmp_path, 1) as dask:
        port = int(dask.address.rpartition(":")[2])

        def replace() -> None:
            dask.stop()
            dask.start_scheduler(port)
            dask.start_worker()

        replaced = At(0.2, replace)
        totals = run_on(program, dask.address, told=replaced, patience=WAITING)
        assert replaced.done
        assert totals.to_data() == expected

        stopped = At(0.2, dask.stop)
        with pytest.raises(ClusterError, match=r"refused|no connection") as error:
            run_on(
                *(program, dask.address),
                checkpoint=checkpoint,
                told=stopped,
                patience=Patience(scheduler=30, workers=LONG, lost=1),
            )
    done = error.value.totals
    assert f"{done.rounds:,} of 1,000,001 rounds were done" in str(error.value)
    assert str(checkpoint) in str(error.value)
    assert 0 < done.rounds < program.run.rounds
    assert run_here(program, checkpoint=checkpoint).to_data() == expected


@pytest.mark.proof
def test_all_workers_are_killed(program: Program, tmp_path: Path) -> None:
    with started(tmp_path, 1) as dask:
        told = At(0.1, dask.workers[0].kill)
        with pytest.raises(ClusterError, match=r"no workers for 3 seconds; .* without a checkpoint"):
            run_on(program, dask.address, told=told, patience=Patience(scheduler=30, workers=LONG, lost=3))


# ── what is sent ──


@pytest.mark.parametrize("regulation", RICH)
def test_a_run_is_read_back_as_it_was_sent(regulation: str) -> None:
    run = full_table(
        submission(regulation), 12_345, seed=1 << 100, per_hour=7, hours=3, bankrolls=(1, 99_999)
    )
    back = Run.from_data(json.loads(json.dumps(run.to_send())))
    assert back == run
    assert back.digest == run.digest


def test_a_meter_is_sent() -> None:
    meter = {"three_card_progressive": {"meter": 123_456}}
    run = full_table(submission("PA-649a"), 50_000, start=meter)
    assert Run.from_data(json.loads(json.dumps(run.to_send()))) == run


# ── workers that will not do ──


@pytest.mark.proof
def test_a_worker_of_another_version_is_refused(program: Program, tmp_path: Path) -> None:
    other = tmp_path / "other" / "feltlaw-9.8.7.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: feltlaw\nVersion: 9.8.7\n")
    with started(tmp_path) as dask:
        dask.start_worker(other.parent)
        with pytest.raises(SimulationError, match=r"^the worker tcp://\S+ has feltlaw 9\.8\.7 and not \d"):
            run_on(program, dask.address, patience=WAITING)


@pytest.mark.proof
def test_a_worker_of_another_loop_is_refused(program: Program, tmp_path: Path) -> None:
    code = "import feltlaw.simulation.run as model; model.VERSION += 1"
    with started(tmp_path) as dask:
        dask.start_worker(changed(tmp_path / "other", code))
        with pytest.raises(SimulationError, match=r"^the worker tcp://\S+ has other regulations or another"):
            run_on(program, dask.address, patience=WAITING)


@pytest.mark.proof
def test_a_worker_without_feltlaw_is_refused(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(tmp_path) as dask:
        dask.start_worker(without_feltlaw(tmp_path))
        with pytest.raises(SimulationError, match=r"^the worker tcp://\S+ has no feltlaw, or another one"):
            run_on(program, dask.address, patience=WAITING)
        # nor does it break down if it comes later
        monkeypatch.setattr(cluster._Cluster, "_check_workers", lambda _: None)
        with pytest.raises(ClusterError, match=rf"^the workers failed {TRIES} times: ModuleNotFoundError: "):
            run_on(program, dask.address, patience=WAITING)


def test_a_worker_that_makes_other_tables_is_refused(
    dask: Dask, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last check, by the worker itself, also of workers that come in the middle of a run."""
    monkeypatch.setattr(cluster, "fingerprint", lambda _: "another")
    with pytest.raises(
        ClusterError, match=r"^the worker tcp://\S+ makes other tables .* 0 of 1,000,001 rounds"
    ):
        run_on(program, dask.address, patience=WAITING)


# ── schedulers that are not there ──


@pytest.mark.parametrize(
    "address",
    [
        "",
        "here",
        "tcp://here",
        "http://127.0.0.1:80",
        "tcp://127.0.0.1:port",
        "tcp://127.0.0.1:99999",
        "tcp://127.0.0.1:0",
        "tcp://:8786",
        "::::",
        "inproc://1",
        "me@127.0.0.1:8786",
        "127.0.0.1:8786/status",
    ],
)
def test_addresses_that_are_none(address: str, program: Program) -> None:
    with pytest.raises(
        SimulationError, match=r"not the address of a scheduler, .* like tcp://10\.0\.0\.1:8786"
    ):
        run_on(program, address)


def test_addresses() -> None:
    assert read_address(" 127.0.0.1:8786 ") == "tcp://127.0.0.1:8786"
    assert read_address("tls://[::1]:8786/") == "tls://[::1]:8786"


@contextlib.contextmanager
def server(answer: bytes | None) -> Iterator[str]:
    """Answers every connection with some bytes, or not at all."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            held = []
            with contextlib.suppress(OSError):
                while True:
                    held.append(listening.accept()[0])
                    if answer is not None:
                        held[-1].sendall(answer)
                        held.pop().close()
            for one in held:
                one.close()

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_nobody_there(
    program: Program, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is looked up by us: resolvers there are that know every name, or never answer."""
    known = socket.getaddrinfo

    def look_up(host: Any, *rest: Any, **options: Any) -> Any:
        if host == "nohost.invalid":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return known(host, *rest, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
    checkpoint = tmp_path / "kept.json"
    why = "(.* refused|no connection within .* seconds)"  # the latter on a busy machine
    with pytest.raises(SimulationError, match=rf"^there is no scheduler at {address}: {why}$"):
        run_on(program, address, checkpoint=checkpoint, patience=SHORT)
    assert not checkpoint.exists()
    with pytest.raises(
        SimulationError,
        match=r"no scheduler at nohost\.invalid:8786: (the name .* is not known|no connection within .*)$",
    ):
        run_on(program, "nohost.invalid:8786", patience=SHORT)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("answer", [b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\x05" + 12 * b"\0", b"", None])
def test_somebody_else_there(
    answer: bytes | None, program: Program, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whether a connection that was closed at once has ever been one is a matter of chance."""
    said = r"^what answers at {0} is not a Dask scheduler|^there is no scheduler at {0}: no connection within"
    with server(answer) as address, pytest.raises(SimulationError, match=said.format(address)) as error:
        run_on(program, address, patience=SHORT)
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


def test_a_worker_is_no_scheduler(dask: Dask, program: Program) -> None:
    with distributed.Client(dask.address, timeout=LONG, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    with pytest.raises(SimulationError, match=f"^at {worker} there is a Dask worker, not the scheduler$"):
        run_on(program, worker, patience=WAITING)


def test_a_scheduler_without_workers(
    program: Program, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        started(tmp_path) as dask,
        pytest.raises(SimulationError, match=f"has no workers; start some with: dask worker {dask.address}$"),
    ):
        run_on(program, dask.address, patience=Patience(scheduler=30, workers=1))
    assert capfd.readouterr() == ("", "")


def test_without_dask(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SimulationError, match=r"pip install 'feltlaw\[cluster\]'"):
        run_on(program, "127.0.0.1:8786")


def test_dask_is_loaded_only_when_it_is_asked_for() -> None:
    code = "import sys, feltlaw.simulation.cluster; sys.exit(bool({'dask', 'distributed'} & {*sys.modules}))"
    ran = subprocess.run(
        [sys.executable, "-c", code], check=False, env={**os.environ, "PYTHONPATH": str(SRC)}
    )
    assert ran.returncode == 0


# ── Ctrl-C ──


def test_an_interruption_waits_for_what_must_be_whole() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        done.append(True)
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# ── the page ──


def test_the_page_on_kubernetes() -> None:
    """Commands are lists of strings, and everybody means the same address."""
    yaml: Any = pytest.importorskip("yaml")
    page = (SRC.parent / "docs" / "cluster.md").read_text("utf-8")
    parts = list(yaml.safe_load_all(page.partition("```yaml\n")[2].partition("```")[0]))
    pods = [part["spec"]["template"]["spec"] for part in parts if "template" in part["spec"]]
    words = [
        word for pod in pods for one in pod["containers"] for word in one["command"] + one.get("args", [])
    ]
    service = next(part for part in parts if part["kind"] == "Service")
    address = f"tcp://{service['metadata']['name']}:{service['spec']['ports'][0]['port']}"
    assert all(isinstance(word, str) for word in words)
    assert '"1e11"' in page  # to Kubernetes it would be a number
    assert [word for word in words if "://" in word] == [address, address]
