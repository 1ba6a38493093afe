"""A run on a Dask cluster: chunks on the workers of a scheduler, added up here, in order.

A worker is sent the run as plain data and makes its own tables of it, once. They are compared with those made
here, so that a worker with other rules, data or program is refused and nothing of it is counted. A chunk lost
with its worker is played again by another one: the same blocks give the same chunk, wherever they are played.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from socket import gaierror
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from feltlaw.canonical import canonical
from feltlaw.simulation.chunk import Chunk, play_chunk
from feltlaw.simulation.local import Told, add_in_order, deaf, in_order, kept, start
from feltlaw.simulation.program import Program, compile_run
from feltlaw.simulation.run import Run, SimulationError
from feltlaw.simulation.totals import Totals

SEAT_ROUNDS = 1 << 26
"""A chunk of a long run has so many rounds times seats: one to five seconds for one thread."""
PIECES = 4
"""A short run is divided into so many chunks for every thread."""
AHEAD = 3
"""Chunks under way or waiting, for every thread."""
TRIES = 5
"""So often is a chunk given to Dask, which gives up on it after some lost workers."""
LOOK_EVERY = 2.0
"""Seconds between two looks at how many workers there are."""
PAUSE = 0.2
SAME = "all machines need the feltlaw that starts the run"
SCHEMES = ("tcp", "tls", "ws", "wss")
LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


@dataclass(frozen=True)
class Patience:
    """Seconds to wait for others."""

    scheduler: float = 5.0
    """For the scheduler to answer."""
    workers: float = 20.0
    """For the first worker, at the start."""
    lost: float = 120.0
    """For the scheduler or any worker to come back, in the middle of a run."""


class ClusterError(SimulationError):
    """A run that the cluster could not finish; `totals` is what was done by then."""

    def __init__(self, message: str, totals: Totals) -> None:
        super().__init__(message)
        self.totals = totals


class _Lost(Exception):
    """The scheduler is gone, with all it was given."""


def run_on(
    program: Program,
    scheduler: str,
    *,
    checkpoint: Path | None = None,
    told: Told | None = None,
    ending: ExitStack | None = None,
    patience: Patience | None = None,
) -> Totals:
    """Plays a run, or what is left of it, on the workers of the scheduler at an address.

    The totals are those of `run_here`, to the bit. An interruption (Ctrl-C) ends it early: what was added by
    then is kept, and returned as it is.
    """
    totals = start(program, checkpoint)
    if told is not None:
        told(totals)
    if totals.done:
        return totals
    try:
        with (
            _quiet(),
            _Cluster(program, scheduler, patience or Patience()) as cluster,
            kept(totals, checkpoint) as keep,
        ):
            try:
                cluster.play(totals, keep, told)
            except SimulationError as error:
                raise ClusterError(f"{error}; {_so_far(totals, checkpoint)}", totals) from None
    except KeyboardInterrupt:
        if ending is not None:
            ending.enter_context(deaf())
    return totals


def _so_far(totals: Totals, checkpoint: Path | None) -> str:
    done = f"{totals.rounds:,} of {totals.program.run.rounds:,} rounds were done"
    if checkpoint is None:
        return f"{done}, and without a checkpoint a new run begins again"
    return f"{done}, and the same run goes on from the checkpoint {checkpoint}"


class _Cluster:
    """A scheduler and its workers, at work on one run."""

    def __init__(self, program: Program, scheduler: str, patience: Patience) -> None:
        self.program = program
        self.scheduler = scheduler
        self.patience = patience
        self.address = read_address(scheduler)
        self.order = order(program)
        self.threads = 0
        self.looked = 0.0
        """When the workers were last counted."""
        self.seen = 0.0
        """When there last were any."""
        self.held = ExitStack()

    def __enter__(self) -> _Cluster:
        with ExitStack() as undo:
            undo.callback(self.leave)
            self.connect(self.patience.scheduler)
            self._wait_for_workers()
            self._check_workers()
            undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def play(self, totals: Totals, keep: Callable[[], None], told: Told | None) -> None:
        """Plays what is missing; when the scheduler is lost it goes on with the next one at that address."""
        while not totals.done:
            try:
                add_in_order(
                    in_order(self.submit, totals, self._chunk_blocks(), self.window), totals, keep, told
                )
            except _Lost:
                self._reconnect()

    def _chunk_blocks(self) -> int:
        run = self.program.run
        most = SEAT_ROUNDS // (run.block * len(run.seats))
        return max(1, min(most, -(-run.blocks // (PIECES * self.threads or 1))))

    # ── the scheduler ──

    def connect(self, seconds: float) -> None:
        distributed = _distributed()
        try:
            found = asyncio.run(asyncio.wait_for(_identity(self.address, seconds), 2 * seconds))
        except Exception as error:
            raise SimulationError(_unreachable(self.scheduler, error, seconds)) from None
        if found != "Scheduler":
            raise SimulationError(f"at {self.scheduler} there is a Dask {found.lower()}, not the scheduler")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # other versions of other packages are no matter here
                self.client = distributed.Client(
                    self.address,
                    timeout=seconds,
                    set_as_default=False,
                    direct_to_workers=False,
                    name="feltlaw",
                )
        except Exception as error:
            raise SimulationError(_unreachable(self.scheduler, error, seconds)) from None
        self.held.callback(self._close)
        self.executor = self.client.get_executor(pure=False)
        self.looked = 0.0
        self.seen = time.monotonic()

    def _close(self) -> None:
        with suppress(Exception):
            self.client.close(timeout=self.patience.scheduler)

    def leave(self) -> None:
        self.held.close()

    def _reconnect(self) -> None:
        deadline = time.monotonic() + self.patience.lost
        seconds = min(self.patience.scheduler, self.patience.lost)
        while True:
            self.leave()
            try:
                return self.connect(seconds)
            except SimulationError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE)

    # ── the workers ──

    def _count(self) -> None:
        """Looks how many threads there are."""
        if self.client.status != "running":
            raise _Lost
        try:
            self.threads = sum(self.client.nthreads().values())
        except Exception:
            raise _Lost from None
        self.looked = time.monotonic()
        if self.threads:
            self.seen = self.looked

    def window(self) -> int:
        """How many chunks may be under way, or waiting for an earlier one."""
        if time.monotonic() - self.looked > LOOK_EVERY:
            self._count()
            if time.monotonic() - self.seen > self.patience.lost:
                raise SimulationError(
                    f"the scheduler at {self.scheduler} has had no workers for "
                    f"{self.patience.lost:.0f} seconds"
                )
        return AHEAD * self.threads

    def _wait_for_workers(self) -> None:
        deadline = time.monotonic() + self.patience.workers
        while True:
            try:
                self._count()
            except _Lost:
                raise SimulationError(f"the scheduler at {self.scheduler} went away") from None
            if self.threads:
                return
            if time.monotonic() > deadline:
                raise SimulationError(
                    f"the scheduler at {self.scheduler} has no workers; start some with: "
                    f"dask worker {self.address}"
                )
            time.sleep(PAUSE)

    def _check_workers(self) -> None:
        """Asks every worker whether it is fit for the run; those that come later find out by themselves."""
        answers = self.client.run(pickle.loads, packed(complaint, self.order), on_error="return")
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, ImportError | AttributeError):
                raise SimulationError(
                    f"the worker {worker} has no feltlaw, or another one ({_one_line(answer)})"
                )
            if isinstance(answer, str) and answer:
                raise SimulationError(f"the worker {worker} {answer}")

    # ── the work ──

    def submit(self, first: int, blocks: int) -> Future[Chunk]:
        promise: Future[Chunk] = Future()
        self._give(promise, first, blocks, TRIES)
        return promise

    def _give(self, promise: Future[Chunk], first: int, blocks: int, tries: int) -> None:
        try:
            task = self.executor.submit(pickle.loads, packed(play_part, self.order, first, blocks))
        except Exception:
            promise.set_exception(_Lost())
        else:
            task.add_done_callback(partial(self._settle, promise, first, blocks, tries - 1))

    def _settle(
        self, promise: Future[Chunk], first: int, blocks: int, tries: int, task: Future[Chunk | str]
    ) -> None:
        """What became of a chunk; one that failed with its worker is given out again."""
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or (error is not None and self.client.status != "running"):
            promise.set_exception(_Lost())
        elif error is not None and tries:
            self._give(promise, first, blocks, tries)
        elif error is not None:
            promise.set_exception(SimulationError(f"the workers failed {TRIES} times: {_one_line(error)}"))
        elif isinstance(result := task.result(), str):
            promise.set_exception(SimulationError(result))
        else:
            promise.set_result(result)


class _Call:
    def __init__(self, function: Callable[..., object], *given: object) -> None:
        self.call = function, given

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.call


def packed(function: Callable[..., object], *given: object) -> bytes:
    """A call that is made by unpickling it.

    Dask itself then sees bytes only: a scheduler needs no feltlaw, and a worker without it says so (given a
    function that it cannot import, it would break down).
    """
    return pickle.dumps(_Call(function, *given))


# ── at the worker ──


def order(program: Program) -> str:
    """A run as it is sent to the workers, with what they are to make of it."""
    run = program.run
    told = {"feltlaw": _version(), "digest": run.digest, "tables": fingerprint(program), "run": run.to_send()}
    return canonical(told).decode()


def fingerprint(program: Program) -> str:
    """SHA-256 of the tables and of what their cells mean."""
    found = sha256()
    for name, value in program.tables._asdict().items():
        table = np.ascontiguousarray(value)
        found.update(f"{name} {table.dtype.str} {table.shape} ".encode())
        found.update(table.tobytes())
    for cell in program.cells:
        found.update(f"{cell} ".encode())
    return found.hexdigest()


def complaint(text: str) -> str:
    """Why this worker will not do; empty if it will, as far as can be told without making the tables."""
    told = json.loads(text)
    if told["feltlaw"] != _version():
        return f"has feltlaw {_version()} and not {told['feltlaw']}: {SAME}"
    try:
        same = Run.from_data(told["run"]).digest == told["digest"]
    except (ValueError, LookupError, TypeError):
        same = False
    if not same:
        return f"has other regulations or another version of the simulation: {SAME}"
    return ""


_making = Lock()


@lru_cache(maxsize=2)
def _made(text: str) -> Program | str:
    """The run with its tables, or what is wrong with this worker."""
    wrong = complaint(text)
    if wrong:
        return wrong
    told = json.loads(text)
    program = compile_run(Run.from_data(told["run"]))
    if fingerprint(program) != told["tables"]:
        return f"makes other tables of the run: {SAME}"
    return program


def play_part(text: str, first: int, blocks: int) -> Chunk | str:
    """Some blocks of a run, or why this worker will not do."""
    with _making:  # by the first thread, once
        program = _made(text)
    if isinstance(program, str):
        return f"the worker {_distributed().get_worker().address} {program}"
    return play_chunk(program, first, blocks)


def _version() -> str:
    try:
        return version("feltlaw")
    except PackageNotFoundError:
        return "without a version"


# ── Dask ──


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise SimulationError(
            "a simulation on a cluster needs Dask: pip install 'feltlaw[cluster]'"
        ) from None
    return distributed


def read_address(text: str) -> str:
    """The address of a scheduler, complete.

    >>> read_address("10.0.0.1:8786")
    'tcp://10.0.0.1:8786'
    """
    try:
        parts = urlsplit(text.strip() if "://" in text else f"tcp://{text.strip()}")
        known = parts.scheme in SCHEMES and parts.hostname and parts.port
    except ValueError:
        known = None
    if not known or "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
        raise SimulationError(
            f"{text!r} is not the address of a scheduler, which is written like tcp://10.0.0.1:8786"
        )
    return f"{parts.scheme}://{parts.netloc}"


async def _identity(address: str, seconds: float) -> str:
    """What answers at an address: a scheduler, or some other part of Dask."""
    distributed = _distributed()
    secure = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=seconds, **secure)
    try:
        await comm.write({"op": "identity", "reply": True})
        return str((await comm.read())["type"])
    finally:
        comm.abort()


def _unreachable(scheduler: str, error: BaseException, seconds: float) -> str:
    """Why nothing came of a connection, in one line."""
    chain = [error]
    while chain[-1].__cause__ is not None:
        chain.append(chain[-1].__cause__)
    if isinstance(chain[-1], ConnectionRefusedError):
        return f"there is no scheduler at {scheduler}: the connection was refused"
    if any(isinstance(one, gaierror) for one in chain):
        return f"there is no scheduler at {scheduler}: the name of the machine is not known"
    if isinstance(error, OSError) and "trying to connect" in str(error):
        return f"there is no scheduler at {scheduler}: no connection within {seconds:.0f} seconds"
    if scheduler.startswith(("tls", "wss")) and isinstance(error, TypeError):
        return f"{scheduler} needs certificates: set them in Dask's configuration (distributed.comm.tls)"
    # what another protocol says is read as the length of a message, and there is no room for that
    detail = "" if isinstance(error, MemoryError) else f" ({_one_line(error)})"
    return f"what answers at {scheduler} is not a Dask scheduler{detail}"


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")[:300]


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps what Dask logs about connections off the screen: what matters is said by us."""
    _distributed()
    before = [(logger, logger.level) for logger in map(logging.getLogger, LOGGERS)]
    for logger, _ in before:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)
