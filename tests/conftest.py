"""How hypothesis runs, what the proofs print at their end, and a keyboard interrupt that programs hear.

Hypothesis has no deadlines, since machines differ, and under CI it takes the same examples always; how many,
`tests.support.effort` says.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence

import pytest
from hypothesis import HealthCheck, settings

from tests.support import ROOT
from tests.support.effort import examples
from tests.support.figures import Figures, Record, summary
from tools.clauses.collect import COLLECTED, marked

PAGES = "tests/web/"
SLOW = (
    (
        "tests/test_mutants.py",
        "tests/test_examples.py",
        "tests/simulation/test_cluster.py",
        "tests/cli/test_simulate.py",
    ),
    (
        "tests/test_readme.py",
        "tests/floor/test_kill.py",
        "tests/floor/test_serve.py",
        "tests/floor/test_bots.py",
    ),
)
"""What begins first beside the pages, at other workers: begun last, one of them would be waited for."""

settings.register_profile(
    "local", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=examples(100)
)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)


COMPILING = pytest.StashKey["subprocess.Popen[bytes]"]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """The loop of the simulation is compiled once, beside the first tests, and not by every worker."""
    others = session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput")
    if others and not list((ROOT / "src/feltlaw/simulation/__pycache__").glob("kernel.play*.nbi")):
        command = [sys.executable, "-c", "from feltlaw.cli import main; main()"]
        session.config.stash[COMPILING] = subprocess.Popen(
            [*command, "simulate", "PA-649a", "--rounds", "1e6"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (compiling := session.config.stash.get(COMPILING, None)) is not None:
        compiling.kill()
        compiling.wait()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, and is not looked through again and again for what may go."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Those of the pages come first: one worker keeps them, and there is one browser and one floor."""
    config.stash[COLLECTED] = [marked(item) for item in items]
    try:
        return (yield)
    finally:
        items[:] = in_order(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def in_order(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Every worker begins with an equal part of the list: the first with the pages, others with slow ones."""
    groups: list[list[pytest.Item]] = [[] for _ in SLOW]
    pages, rest = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        file = item.nodeid.partition("::")[0]
        slow = [group for group, files in zip(groups, SLOW, strict=True) if file in files]
        (slow[0] if slow else pages if file.startswith(PAGES) else rest).append(item)
    found, part = pages, -(-len(items) // workers)
    for group in groups:
        room = max(part - len(found) % part, 0) if workers > 1 else 0
        found, rest = [*found, *rest[:room], *group], rest[room:]
    return [*found, *rest]


@pytest.fixture
def figure(record_property: Record) -> Figures:
    """Compares an exact figure with a second one; both stand in the table that closes the run."""
    return Figures(record_property)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of all figures that the tests recorded, also those of other processes."""
    reports = [
        report
        for kind in ("passed", "failed")
        for report in terminalreporter.getreports(kind)
        if isinstance(report, pytest.TestReport) and report.when == "call"
    ]
    lines = list(summary(one for report in reports for one in report.user_properties))
    if lines:
        terminalreporter.section("what was proved")
        for line in lines:
            terminalreporter.write_line(line)
