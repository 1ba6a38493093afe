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
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import ROOT
from tests.support.effort import examples
from tests.support.figures import Figures, Record, summary
from tests.support.order import in_order
from tools.clauses.collect import COLLECTED, marked

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
    """What is collected stays to the end, and is not looked through again and again for what may go; what
    tests make is looked through seldom, since they make much that goes by itself."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """What was collected is remembered, and what will be run is put in order."""
    config.stash[COLLECTED] = [marked(item) for item in items]
    try:
        return (yield)
    finally:
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        named = [(item.nodeid, item) for item in items]
        items[:] = [item for _, item in in_order(named, workers)]


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
