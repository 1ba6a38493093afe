"""Runs tests against wrong versions: one warm process has everything loaded, and a fork of it becomes each
mutant.

The fork collects its tests only when it has become the mutant, so that what a test reads out of the data
while it is collected is wrong as well: a test that compares the data with itself notices nothing here either.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import resource
import select
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.mutant import Mutant, become, remembering

NOTICED, SURVIVED, REFUSED, TIMEOUT, UNTESTED = "noticed", "survived", "refused", "hangs", "untested"
OTHERS = "others"
"""Noticed, but only by tests that carry the mark of something else."""
BROKEN = "broken"
"""The tool could not try it: no verdict."""
FIRST = ("tests/test_parts.py", "tests/paytable/test_printed.py")
"""Files that notice most and cost least."""
SECONDS = 90
"""So long a mutant may compute; what takes longer counts as not noticed. Waiting is not counted."""


PLUGINS = [
    word
    for name in (
        "no:cacheprovider",
        "no:unraisableexception",
        "no:threadexception",
        "_hypothesis_pytestplugin",
    )
    for word in ("-p", name)
]


Items = Mapping[str, pytest.Item]


@dataclass(frozen=True)
class Verdict:
    mutant: str
    result: str
    by: str = ""
    """The test that noticed, or what the loader said when it refused."""
    seconds: float = 0.0


class _Chosen:
    """Keeps the chosen tests, the cheap files first, and remembers which one failed."""

    def __init__(self, chosen: Iterable[str]) -> None:
        self.order = {node: at for at, node in enumerate(chosen)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid]
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (cannot be collected)"


def warm_up() -> None:
    """Loads the program and what tests need, so that a fork has it."""
    import feltlaw

    os.environ["CI"] = "true"  # hypothesis takes the same examples for every mutant
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for one in pkgutil.walk_packages(feltlaw.__path__, "feltlaw."):
        if not one.name.startswith(("feltlaw.floor", "feltlaw.cli", "feltlaw.simulation")):
            with contextlib.suppress(ImportError):
                importlib.import_module(one.name)
    for name in (
        "hypothesis.strategies",
        "hypothesis.internal.conjecture.engine",
        "_hypothesis_pytestplugin",
    ):
        importlib.import_module(name)
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--version", *PLUGINS])  # loads its own modules
    remembering()
    gc.collect()
    gc.freeze()  # what is loaded stays, and no fork looks through it for what may go


def files_of(root: Path, chosen: Sequence[str]) -> list[str]:
    files = list(dict.fromkeys(node.partition("::")[0] for node in chosen))
    return [str(root / file) for file in files]


def in_this_process(mutant: Mutant, chosen: Sequence[str], root: Path, ready: Items) -> Verdict:
    """Becomes the mutant and runs the tests; the process is of no use for anything else afterwards.

    Tests that are `ready` were collected before the change; the others are collected now.
    """
    begun = time.monotonic()
    become(mutant)
    if mutant.regulation:
        from feltlaw.regulation import load
        from feltlaw.regulation.reader import RegulationError

        try:
            load(mutant.regulation)
        except (RegulationError, ValueError, KeyError) as error:
            return Verdict(mutant.id, REFUSED, str(error).splitlines()[0][:200])
    if not chosen:
        return Verdict(mutant.id, UNTESTED)
    failed = first_failing([ready[node] for node in chosen if node in ready])
    for stage in stages([node for node in chosen if node not in ready]):
        if stage and not failed:
            failed = failing(stage, root)
    return Verdict(mutant.id, NOTICED if failed else SURVIVED, failed, round(time.monotonic() - begun, 2))


def first_failing(items: Iterable[pytest.Item]) -> str:
    """The first of these collected tests that fails, if one does; each sets up and clears away by itself."""
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            return item.nodeid
    return ""


class Collected:
    """A run of pytest that collects and then does what it is given to do with the tests."""

    def __init__(self, act: Callable[[Items], None]) -> None:
        self.act = act

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()  # what is frozen is not looked at, and most that remembers was loaded before
        remembering.cache_clear()
        remembering()
        gc.collect()
        gc.freeze()
        self.act({item.nodeid: item for item in session.items})
        return True


def with_collected(files: Iterable[Path], root: Path, act: Callable[[Items], None]) -> None:
    """Does something with the tests of these files, collected once."""
    words = ["-q", "--no-header", "--assert=plain", "-s", "-m", "not proof", "--rootdir", str(root), *PLUGINS]
    pytest.main([*words, *map(str, files)], plugins=[Collected(act)])


def stages(chosen: Sequence[str]) -> list[list[str]]:
    """The cheap files, the file that has most of the quickest, and then all the others: collecting costs."""
    cheap = [node for node in chosen if node.startswith(FIRST)]
    left = [node for node in chosen if not node.startswith(FIRST)]
    most = Counter(node.partition("::")[0] for node in left[:40]).most_common(1)
    best = [node for node in left if most and node.startswith(f"{most[0][0]}::")]
    return [cheap, best, [node for node in left if node not in set(best)]]


def failing(chosen: Sequence[str], root: Path) -> str:
    """The first of these tests that fails, if one does."""
    plugin = _Chosen(chosen)
    arguments = [
        "-x",
        "-q",
        "--no-header",
        "--tb=no",
        "--assert=plain",
        "-m",
        "not proof",
        "--rootdir",
        str(root),
    ]
    status = pytest.main([*arguments, *PLUGINS, *files_of(root, chosen)], plugins=[plugin])
    if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return plugin.failed
    return plugin.failed or f"pytest said {status}"


@dataclass
class _Child:
    pid: int
    mutant: Mutant
    pipe: int
    until: float
    said: bytes = b""


def run(
    mutants: Iterable[Mutant],
    tests: Mapping[str, Sequence[str]],
    root: Path,
    *,
    jobs: int = 1,
    seconds: int = SECONDS,
    ready: Items | None = None,
) -> Iterator[Verdict]:
    """The verdict on each mutant, as they come; `tests` has the tests of each mutant by its id."""
    waiting = iter(mutants)
    running: list[_Child] = []
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)) is not None:
            running.append(_start(mutant, tests.get(mutant.id, ()), root, seconds, ready or {}))
        if not running:
            return
        heard, _, _ = select.select([child.pipe for child in running], [], [], 0.5)
        for child in list(running):
            ended = False
            if child.pipe in heard:
                more = os.read(child.pipe, 65536)
                child.said += more
                ended = not more
            late = time.monotonic() > child.until
            if ended or late:
                running.remove(child)
                yield _end(child, late=late and not ended)


def _start(mutant: Mutant, chosen: Sequence[str], root: Path, seconds: int, ready: Items) -> _Child:
    out, into = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setpgid(0, 0)
            gc.disable()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            os.close(out)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            os.chdir(root)
            verdict = in_this_process(mutant, chosen, root, ready)
            os.write(into, json.dumps(vars(verdict)).encode())
            status = 0
        except BaseException:
            os.write(
                into,
                json.dumps({"mutant": mutant.id, "result": BROKEN, "by": traceback.format_exc()}).encode(),
            )
        finally:
            os._exit(status)
    os.close(into)
    return _Child(pid, mutant, out, time.monotonic() + 10 * seconds)


def _end(child: _Child, *, late: bool) -> Verdict:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    os.waitpid(child.pid, 0)
    os.close(child.pipe)
    if late or not child.said:
        return Verdict(child.mutant.id, TIMEOUT, seconds=SECONDS)
    return Verdict(**json.loads(child.said))
