"""Which functions each test runs through, and how long it takes.

A test that never comes to a function cannot notice what is wrong in it, so it need not be run; those that do
are run from the quickest on. What was found is kept by test file, and found again when the file changes. What
functions remember is forgotten before each file; within a file a later test may live on what an earlier one
has computed, so a whole file counts as coming where one of its tests does.

`python -m tools.mutants.reach` looks at all files, and goes on where it was stopped.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import json
import os
import pkgutil
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.code import functions_in
from tools.mutants.mutant import NOT_THEIRS, ROOT, STATE, forget, inner_code, source_of, the_function
from tools.mutants.run import PLUGINS, warm_up

KEPT = STATE / "reach"
ELSEWHERE = ("web", "floor")
"""Folders whose tests start servers and browsers: what runs in another process is not seen."""
UNSEEN = ("simulation/test_cluster.py", "record/test_kill.py", "test_readme.py", "test_artefact.py")
UNSEEN_SECONDS = 0.1
LATER = 0.3
"""Seconds by which a test that only may come there stands behind one that does."""
Reached = Mapping[str, tuple[float, frozenset[str]]]
"""By test: its seconds, and the functions as `feltlaw.module:name`."""


def files() -> list[Path]:
    some = sorted((ROOT / "tests").rglob("test_*.py"))
    return [
        one
        for one in some
        if one.name not in NOT_THEIRS
        and not str(one).endswith(UNSEEN)
        and not one.name.endswith("_proof.py")
        and not set(one.relative_to(ROOT / "tests").parts) & set(ELSEWHERE)
    ]


def stamp(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def kept(file: Path) -> Path:
    return KEPT / f"{'-'.join(file.relative_to(ROOT / 'tests').with_suffix('').parts)}.json"


@cache
def reached() -> Reached:
    """What is known; nothing of a file that has changed since."""
    found: dict[str, tuple[float, frozenset[str]]] = {}
    for file in files():
        if kept(file).is_file():
            read: dict[str, Any] = json.loads(kept(file).read_text(encoding="utf-8"))
            if read["stamp"] == stamp(file):
                names = read["names"]
                found |= {
                    node: (one[0], frozenset(names[at] for at in one[1]))
                    for node, one in read["tests"].items()
                }
    return found


def coming(chosen: Iterable[str], function: str, known: Reached) -> list[str]:
    """Those of the tests that may notice, in the order in which they are best run."""
    there = {node.partition("::")[0] for node, (_, names) in known.items() if function in names}
    found: dict[str, float] = {}
    for node in chosen:
        if node not in known or function in known[node][1]:
            found[node] = known[node][0] if node in known else UNSEEN_SECONDS
        elif node.partition("::")[0] in there:
            found[node] = known[node][0] + LATER
    return sorted(found, key=lambda one: found[one])


# ── finding out ──


def listen(seen: set[str]) -> None:
    """Every function of the program that is loaded says when it is called."""
    import feltlaw

    for one in pkgutil.walk_packages(feltlaw.__path__, "feltlaw."):
        if one.name not in sys.modules or one.name.startswith(("feltlaw.simulation", "feltlaw.floor")):
            continue
        module = importlib.import_module(one.name)
        tree = ast.parse(source_of(one.name).read_text(encoding="utf-8"))
        found = list(functions_in(tree))
        for name, node in found:
            call = ast.Call(ast.Name("_come_to", ast.Load()), [ast.Constant(f"{one.name}:{name}")], [])
            node.body.insert(1 if ast.get_docstring(node) else 0, ast.Expr(call))
        code = compile(ast.fix_missing_locations(tree), str(source_of(one.name)), "exec")
        vars(module)["_come_to"] = seen.add
        for name, _ in found:
            with contextlib.suppress(Exception):
                the_function(module, name).__code__ = inner_code(code, name.split("."))


class _Listener:
    def __init__(self, seen: set[str]) -> None:
        self.seen, self.tests = seen, dict[str, tuple[float, frozenset[str]]]()
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.seen.clear()
        begun = time.process_time()
        yield
        self.tests[item.nodeid] = (round(time.process_time() - begun, 4), frozenset(self.seen))


def look(file: Path) -> None:
    """Runs the tests of a file in a fork and keeps what they come to."""
    pid = os.fork()
    if pid == 0:
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1):
                os.dup2(nothing, stream)
            os.chdir(ROOT)
            seen: set[str] = set()
            listen(seen)
            forget()
            plugin = _Listener(seen)
            pytest.main(
                ["-q", "--tb=no", "--assert=plain", "-m", "not proof", *PLUGINS, str(file)], plugins=[plugin]
            )
            _keep(file, plugin.tests)
            for node in plugin.failed:  # and so does not come where it would
                print(f"{node} fails when it is listened to", file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _keep(file: Path, tests: Mapping[str, tuple[float, frozenset[str]]]) -> None:
    names = sorted({name for _, some in tests.values() for name in some})
    at = {name: number for number, name in enumerate(names)}
    text = {node: (seconds, sorted(at[name] for name in some)) for node, (seconds, some) in tests.items()}
    KEPT.mkdir(parents=True, exist_ok=True)
    kept(file).write_text(json.dumps({"stamp": stamp(file), "names": names, "tests": text}), encoding="utf-8")


def main(words: Sequence[str]) -> int:
    warm_up()
    some = [one for one in files() if not words or any(word in str(one.relative_to(ROOT)) for word in words)]
    for file in some:
        if kept(file).is_file() and json.loads(kept(file).read_text(encoding="utf-8"))["stamp"] == stamp(
            file
        ):
            continue
        begun = time.monotonic()
        look(file)
        print(f"{file.name} {time.monotonic() - begun:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
