"""A run on this machine: chunks on several threads, added up in order, kept on disk now and then."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType

from feltlaw.canonical import canonical, digest
from feltlaw.simulation import kernel
from feltlaw.simulation.chunk import Chunk, play_chunk
from feltlaw.simulation.interpreted import interpreted, is_compiled
from feltlaw.simulation.program import Program
from feltlaw.simulation.run import MOST_THREADS, SimulationError
from feltlaw.simulation.totals import Totals

CHUNK_ROUNDS = 1 << 19
"""About so many rounds make a chunk: a fraction of a second, since a Ctrl-C waits for those under way."""
HEAD_START, COMPILING = 2.0, 20.0
"""Seconds to play uncompiled at first, and those that making machine code is worth."""
KEPT_EVERY = 30.0
"""Seconds between two writings of a checkpoint."""

Told = Callable[[Totals], None]
"""Is told how far a run has come."""


def chunk_blocks(program: Program) -> int:
    """Blocks to a chunk; small runs are divided too, so that every thread has something to do."""
    run = program.run
    return max(1, min(CHUNK_ROUNDS // run.block, -(-run.blocks // 16)))


def run_here(
    program: Program,
    *,
    threads: int | None = None,
    checkpoint: Path | None = None,
    told: Told | None = None,
    ending: ExitStack | None = None,
) -> Totals:
    """Plays a run, or what is left of it, and gives its totals.

    An interruption (Ctrl-C) ends it early: what was added by then is kept, and returned as it is. Others are
    then not heard until this returns, or until `ending` is closed where it is given.
    """
    threads = (os.cpu_count() or 1) if threads is None else threads
    if not 1 <= threads <= MOST_THREADS:
        raise SimulationError(f"{threads} threads: from 1 to {MOST_THREADS}")
    totals = start(program, checkpoint)
    if told is not None:
        told(totals)
    with ExitStack() as leaving, ThreadPoolExecutor(threads) as pool, kept(totals, checkpoint) as keep:
        chunks = in_order(
            lambda first, blocks: pool.submit(play_chunk, program, first, blocks),
            totals,
            chunk_blocks(program),
            lambda: 2 * threads,
        )
        try:
            if not is_compiled(kernel.play):
                _head_start(program, totals, keep, told)
            add_in_order(chunks, totals, keep, told)
        except KeyboardInterrupt:
            (ending or leaving).enter_context(deaf())
            pool.shutdown(wait=False, cancel_futures=True)
    return totals


def _head_start(program: Program, totals: Totals, keep: Callable[[], None], told: Told | None) -> None:
    """Plays the first blocks uncompiled, so that something comes out at once; all of them if they are few."""
    play, began, first = interpreted(kernel.play), time.monotonic(), totals.blocks
    while totals.blocks < program.run.blocks:
        add_in_order(iter([play_chunk(program, totals.blocks, 1, play)]), totals, keep, told)
        spent = time.monotonic() - began
        left = spent / (totals.blocks - first) * (program.run.blocks - totals.blocks)
        if spent > HEAD_START and left > COMPILING:
            break
    totals.compiling = totals.blocks < program.run.blocks
    if told is not None:
        told(totals)


Submit = Callable[[int, int], "Future[Chunk]"]
"""Has some blocks played: the first one, and how many."""


def in_order(submit: Submit, totals: Totals, size: int, window: Callable[[], int]) -> Iterator[Chunk]:
    """The chunks still missing, of `size` blocks, in their order.

    At most `window` of them are under way or waiting; it is asked anew all the time.
    """
    run = totals.program.run
    running: dict[Future[Chunk], int] = {}
    ready: dict[int, Chunk] = {}
    following, wanted = totals.blocks, totals.blocks
    while wanted < run.blocks:
        most = window()
        while following < run.blocks and len(running) + len(ready) < most:
            blocks = min(size, run.blocks - following)
            running[submit(following, blocks)] = following
            following += blocks
        if wanted not in ready:
            if not running:
                time.sleep(0.5)
            done, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                ready[running.pop(future)] = future.result()
            continue
        chunk = ready.pop(wanted)
        wanted += chunk.blocks
        yield chunk


def add_in_order(
    chunks: Iterator[Chunk], totals: Totals, keep: Callable[[], None], told: Told | None
) -> None:
    """Adds chunks as they come, each of them whole or not at all."""
    for chunk in chunks:
        with uninterrupted():
            totals.add(chunk)
        keep()
        if told is not None:
            told(totals)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Has Ctrl-C wait: totals to which half a chunk was added would be wrong, and their checkpoint too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if waiting and callable(before):
            before(*waiting[0])


@contextmanager
def deaf() -> Iterator[None]:
    """Has further Ctrl-Cs do nothing: the first one was heard, and what it keeps must not be lost."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ── checkpoints ──


def start(program: Program, checkpoint: Path | None) -> Totals:
    """Totals to go on from: those of the checkpoint, or empty ones."""
    totals = Totals(program)
    if checkpoint is None or not checkpoint.exists():
        return totals
    try:
        data = json.loads(checkpoint.read_text("utf-8"))
        theirs, run_digest = data["run"], data["digest"]
        state, seal = data["totals"], data["seal"]
    except OSError as error:
        raise SimulationError(f"the checkpoint {checkpoint} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SimulationError(
            f"{checkpoint} is not a checkpoint of a simulation; name another file, it is left as it is"
        ) from None
    if run_digest != program.run.digest:
        raise SimulationError(
            f"the checkpoint {checkpoint} belongs to another run "
            f"({_differences(theirs, program.run.to_data())}); name another file, or run with the same "
            "submission, players, wagers, strategies, rounds and seed. It is left as it is"
        )
    if seal != digest(state):
        raise SimulationError(f"the checkpoint {checkpoint} is damaged; it is left as it is")
    totals.restore(state)
    return totals


def _differences(theirs: object, ours: dict[str, object]) -> str:
    """What two runs differ in."""
    if not isinstance(theirs, dict):
        return "of another kind"
    names = [key for key in ours if theirs.get(key) != ours[key]]
    return "another " + ", another ".join(names).replace("_", " ") if names else "another version"


@contextmanager
def kept(totals: Totals, checkpoint: Path | None) -> Iterator[Callable[[], None]]:
    """Writes the totals now and then, and at the end, however it comes.

    A checkpoint that cannot be written at all is refused before any work is done; once there is work, it is
    worth more than its checkpoint: the failure is told, and the run goes on.
    """
    last = time.monotonic()

    def keep(*, now: bool = False) -> None:
        nonlocal last
        if checkpoint is None or not (now or time.monotonic() - last > KEPT_EVERY):
            return
        last = time.monotonic()
        try:
            write(totals, checkpoint)
            totals.unsaved = ""
        except SimulationError as error:
            totals.unsaved = str(error)

    if checkpoint is not None:
        write(totals, checkpoint)
    try:
        yield keep
    finally:
        with uninterrupted():
            keep(now=True)


def write(totals: Totals, checkpoint: Path) -> None:
    """Puts a checkpoint in place whole: an interruption leaves the one before."""
    run, state = totals.program.run, totals.to_data()
    data = {"run": run.to_data(), "digest": run.digest, "totals": state, "seal": digest(state)}
    place = checkpoint.resolve()
    part = place.with_name(f".{place.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        part.write_bytes(canonical(data))
        part.replace(place)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise SimulationError(f"the checkpoint {checkpoint} cannot be written: {error.strerror}") from None
