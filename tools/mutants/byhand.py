"""Wrong versions that somebody wrote who read the law and the program, and no test.

A line of a file is one: `{"id", "clauses": [], "misreading", "edits": [{"file", "before", "after"}]}`; what
stands before must be there once. Each is tried against the tests that carry the marks of its clauses; with
`--others` what lives is tried against those of anything else. What a process cannot become, since it
changes more than functions and data, is made in a copy of the tree.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import os
import shutil
import subprocess
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tools.mutants.mutant import ROOT, STATE, Edit, Mutant, edited, functions_changed, module_of
from tools.mutants.plan import own_tests, quickest
from tools.mutants.reach import coming, reached
from tools.mutants.run import (
    BROKEN,
    FIRST,
    NOTICED,
    OTHERS,
    REFUSED,
    SURVIVED,
    TIMEOUT,
    UNTESTED,
    Items,
    Verdict,
    failing,
    run,
    warm_up,
    with_collected,
)

KEPT = STATE / "byhand"
LONGEST = 45.0
"""So many seconds of tests for one, the quickest first."""
LATEST = 1200
"""So many seconds a copy of the tree may take for the tests of one."""
FOLDERS = ("src", "tests", "tools", "conformance", "docs", "examples", "bench")
Tests = Mapping[str, Sequence[str]]


def read(path: Path) -> list[Mutant]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
            edits = tuple(Edit(**each) for each in one["edits"])
            files = edited(edits)
            data = "".join(Path(file).stem for file in files if file.endswith(".toml"))
            found.append(
                Mutant(one["id"], "by hand", tuple(one["clauses"]), "", one["misreading"], data, edits=edits)
            )
        except (ValueError, KeyError, TypeError) as error:
            print(f"{path.name}:{number}: {error}")
    twice = [id for id, times in Counter(one.id for one in found).items() if times > 1]
    if twice:
        raise SystemExit(f"{path}: two are called {twice[0]}")
    return found


def functions_of(mutant: Mutant) -> list[str]:
    """The functions it changes; none where it changes something else as well."""
    found: list[str] = []
    for file, (before, after) in edited(mutant.edits).items():
        here = functions_changed(ast.parse(before), ast.parse(after)) if file.endswith(".py") else []
        if not here:
            return []
        found += (f"{module_of(file)}:{name}" for name in here)
    return found


def tests_of(mutant: Mutant, own: Tests, others: bool) -> list[str]:
    mine = list(dict.fromkeys(node for clause in mutant.clauses for node in own.get(clause, ())))
    if others:
        mine = [node for node in reached() if node not in set(mine)]
    functions = functions_of(mutant)
    if not functions:
        seconds = {node: took for node, (took, _) in reached().items()}
        return quickest(sorted(mine, key=lambda node: seconds.get(node, 0)), LONGEST) if others else mine
    some = dict.fromkeys(node for name in functions for node in coming(mine, name, reached()))
    return quickest(list(some), LONGEST)


# ── in this process's own image ──


def in_forks(some: Sequence[Mutant], tests: Tests, jobs: int) -> Iterator[Verdict]:
    warm_up()
    found: list[Verdict] = []
    code = [one for one in some if not one.regulation]
    used = {node.partition("::")[0] for one in code for node in tests[one.id]}

    def each(ready: Items) -> None:
        early = {node: item for node, item in ready.items() if node.startswith(FIRST)}
        found.extend(run(code, tests, ROOT, jobs=jobs, ready=ready))
        found.extend(run([one for one in some if one.regulation], tests, ROOT, jobs=jobs, ready=early))

    with_collected([ROOT / one for one in sorted({*used, *FIRST})], ROOT, each)
    yield from found


# ── in a copy of the tree ──


def in_copies(some: Iterable[Mutant], tests: Tests) -> Iterator[Verdict]:
    place = STATE / f"copy-{os.getpid()}"
    try:
        for name in FOLDERS:
            shutil.copytree(ROOT / name, place / name)
        for path in ROOT.iterdir():
            if path.is_file():
                shutil.copy2(path, place / path.name)
        for one in some:
            texts = edited(one.edits)
            for file, (_, after) in texts.items():
                (place / file).write_text(after, encoding="utf-8")
            yield in_copy(one, tests[one.id], place)
            for file, (before, _) in texts.items():
                (place / file).write_text(before, encoding="utf-8")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def in_copy(one: Mutant, chosen: Sequence[str], place: Path) -> Verdict:
    words = os.environ | {
        "PYTHONPATH": f"{place / 'src'}{os.pathsep}{place}",
        "CI": "true",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    if not chosen:
        return Verdict(one.id, UNTESTED)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tools.mutants.byhand", "--inside"], cwd=place, env=words, text=True,
            input=json.dumps(chosen), capture_output=True, timeout=LATEST, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Verdict(one.id, TIMEOUT)
    last = (done.stdout.splitlines() or [""])[-1]
    if not last.startswith("{"):
        return Verdict(one.id, BROKEN, done.stderr.strip()[-300:])
    by = json.loads(last)["failed"]
    return Verdict(one.id, NOTICED if by else SURVIVED, by)


def inside() -> int:
    """Runs the tests that come in; the program here is the wrong version."""
    print("\n" + json.dumps({"failed": failing(json.load(sys.stdin), ROOT)}))
    return 0


# ── all of them ──


def verdicts(some: Sequence[Mutant], own: Tests, options: Namespace, others: bool) -> Iterator[Verdict]:
    tests = {one.id: tests_of(one, own, others) for one in some}
    left = []
    for came in in_forks(some, tests, options.jobs):
        if came.result == BROKEN and "OtherwiseError" in came.by:
            left.append(came.mutant)
        else:
            yield came
    if left:
        yield from in_copies([one for one in some if one.id in left], tests)


def kept(path: Path) -> dict[str, Verdict]:
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as rows:
        return {one: Verdict(one, result, by) for one, result, by in csv.reader(rows)}


def keep(path: Path, found: Mapping[str, Verdict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as rows:
        csv.writer(rows).writerows((one.mutant, one.result, one.by) for one in found.values())


def of_file(file: Path, options: Namespace) -> int:
    """Tries those of a file, and keeps what came out in build/; how many live."""
    every = read(file)
    path = KEPT / f"{file.stem}.csv"
    found = {one: came for one, came in kept(path).items() if not options.anew}
    wanted = [one for one in every if options.id in ("", one.id)]
    if not options.id:
        fine = (NOTICED, REFUSED, OTHERS) if options.others else (NOTICED, REFUSED)
        wanted = [one for one in wanted if one.id not in found or found[one.id].result not in fine]
    own = own_tests()
    if not options.others or options.id:
        found |= {came.mutant: came for came in verdicts(wanted, own, options, False)}
        keep(path, found)
    if options.others:
        fine = (NOTICED, REFUSED)
        living = [one for one in wanted if one.id not in found or found[one.id].result not in fine]
        for came in verdicts(living, own, options, True):
            result = {NOTICED: OTHERS, UNTESTED: SURVIVED}.get(came.result, came.result)
            found[came.mutant] = Verdict(came.mutant, result, came.by)
        keep(path, found)
    for one in every:
        if one.id in found and found[one.id].result not in (NOTICED,):
            print(f"{found[one.id].result:9} {one.id} {' '.join(one.clauses)}  {found[one.id].by[-160:]}")
            print(f"          {one.after}")
    counts = Counter(came.result for came in found.values())
    print(f"{file.name}: {dict(counts)}", flush=True)
    return counts[SURVIVED] + counts[UNTESTED] + counts[TIMEOUT]


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="byhand", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--others", action="store_true", help="what lives against all other tests as well")
    parser.add_argument("--anew", action="store_true", help="also what was noticed before")
    parser.add_argument("--id", default="", help="only this one")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.inside:
        return inside()
    return 1 if sum(of_file(file, options) for file in options.files) else 0


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    sys.exit(main(sys.argv[1:]))
