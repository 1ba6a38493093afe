"""The tests and the clauses their markers name, as pytest collects them; none is run."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SYSTEM = re.compile(r"S-[0-9]{2}")
MOST = 20
"""So many tests are named for a clause."""


class CollectError(Exception):
    """Tests that cannot be collected."""


@dataclass(frozen=True)
class Marked:
    """A test and the clauses it carries; `parameters` is empty for a test without any."""

    function: str
    parameters: str
    clauses: tuple[str, ...]

    @property
    def node(self) -> str:
        return f"{self.function}[{self.parameters}]" if self.parameters else self.function


def marked(item: pytest.Item) -> Marked:
    """A collected test with the clauses of its markers."""
    function, _, rest = item.nodeid.partition("[")
    named = dict.fromkeys(str(arg) for marker in item.iter_markers("clause") for arg in marker.args)
    return Marked(function, rest.removesuffix("]"), tuple(named))


COLLECTED = pytest.StashKey[Sequence[Marked]]()
"""In a run of tests: every test that was collected, the long proofs too, before any is left out."""


@dataclass(eq=False)
class _Plugin:
    found: list[Marked] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.found += map(marked, items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.errors.append(f"{report.nodeid}\n{report.longreprtext}")


def collect(root: Path) -> list[Marked]:
    """Every test of the tree, the long proofs included."""
    os.environ.pop("PYTEST_ADDOPTS", None)
    plugin = _Plugin()
    arguments = ["--collect-only", "-q", "-m", "", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.chdir(root):
        status = pytest.main([*arguments, str(root / "tests")], plugins=[plugin])
    if plugin.errors or status != pytest.ExitCode.OK:
        raise CollectError("\n".join(plugin.errors) or said.getvalue())
    return plugin.found


def unknown(tests: Iterable[Marked], known: Iterable[str]) -> list[str]:
    """A line for each marker that names no clause, interpretation or rule for the system around (S-01)."""
    there = frozenset(known)
    return sorted(
        {
            f"{test.function}: there is no {one} in the register"
            for test in tests
            for one in test.clauses
            if one not in there and not SYSTEM.fullmatch(one)
        }
    )


def by_clause(tests: Iterable[Marked]) -> dict[str, list[str]]:
    """The tests of each clause by name.

    A test all of whose cases carry the clause is named once, without them; otherwise its cases are named, and
    where there are too many, the last ones of the test with the most are left out.
    """
    tests = list(tests)
    cases = Counter(test.function for test in tests)
    found: dict[str, dict[str, list[Marked]]] = {}
    for test in tests:
        for clause in test.clauses:
            found.setdefault(clause, {}).setdefault(test.function, []).append(test)
    return {clause: _names(functions, cases) for clause, functions in found.items()}


def _names(functions: Mapping[str, list[Marked]], cases: Counter[str]) -> list[str]:
    names = {
        function: [function] if len(tests) == cases[function] else sorted({test.node for test in tests})
        for function, tests in functions.items()
    }
    while sum(map(len, names.values())) > max(MOST, len(names)):
        max(names.values(), key=len).pop()
    return sorted(name for some in names.values() for name in some)
