"""Which mutants there are and which tests are theirs."""

from __future__ import annotations

import csv
import hashlib
import importlib
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, zip_longest
from types import FunctionType

from feltlaw.register import conformance_map
from feltlaw.regulation import regulation_ids
from tools.clauses.code import scan
from tools.clauses.collect import Marked, collect
from tools.mutants.code import code_mutants, module_mutants
from tools.mutants.data import data_mutants
from tools.mutants.mutant import NOT_THEIRS, ROOT, STATE, Mutant
from tools.mutants.reach import coming, reached

LEDGER = ROOT / "conformance" / "survivors.csv"
"""Mutants that live although nobody wants them to, and those that are no wrong version, with reasons."""
LONGEST = 12.0
"""So many seconds of tests are run against a change of the code, the quickest first, unless more are
given."""
UNKNOWN = 0.04
"""The seconds of a test at which nobody has looked."""


def clause_mutants() -> list[Mutant]:
    """Wrong versions by the clause: of the data row by row, and of the functions that the map names."""
    found = [one for regulation in regulation_ids() for one in data_mutants(regulation)]
    for function, some in sorted(owners().items()):
        found += code_mutants(function, some)
    return found


def all_mutants() -> list[Mutant]:
    """Every wrong version: by the clause, and of the modules that are tried by themselves."""
    found = clause_mutants()
    known = {one.id for one in found}
    for module in modules():
        found += (one for one in module_mutants(module) if one.id not in known)
    return found


MODULES = {"mathematics": "mathematics/", "views": "views/", "telling": "telling/"}
"""Parts of the program that are tried by module, and the folders of their own tests."""


def modules() -> list[str]:
    """What belongs to these parts, by name."""
    return [
        f"feltlaw.{part}.{path.stem}"
        for part in MODULES
        for path in sorted((ROOT / "src" / "feltlaw" / part).glob("*.py"))
        if path.stem != "__init__"
    ]


@cache
def owners() -> dict[str, tuple[str, ...]]:
    """By function the clauses whose entry in the map names it or a rule that rests on it, and the readings of
    them and rules for the system around them that its own words cite."""
    found: dict[str, dict[str, None]] = {}
    read_as = {one: some for one, some in scan(ROOT / "src").items() if one.startswith(("I-", "S-"))}
    for clause, facts in conformance_map().items():
        for name in facts["code"]:
            for function in with_helpers(name) if ":" in name else ():
                found.setdefault(function, {})[clause] = None
    for reading, some in read_as.items():
        for name in some & found.keys():
            for function in with_helpers(name):
                found[function][reading] = None
    return {function: tuple(some) for function, some in found.items()}


@cache
def with_helpers(function: str) -> tuple[str, ...]:
    """A rule's function of the table, and the functions of its own module that it rests on."""
    if not function.startswith("feltlaw.table."):
        return (function,)
    name, _, first = function.partition(":")
    module = importlib.import_module(name)
    found, waiting = {first: None}, [first]
    while waiting:
        here = vars(module).get(waiting.pop())
        for other in here.__code__.co_names if isinstance(here, FunctionType) else ():
            target = vars(module).get(other)
            if other not in found and isinstance(target, FunctionType) and target.__module__ == name:
                found[other] = None
                waiting.append(other)
    return tuple(f"{name}:{one}" for one in found)


def number(mutant: str) -> int:
    """A number that does not depend on the other mutants; samples and shards go by it."""
    return int.from_bytes(hashlib.sha256(mutant.encode()).digest()[:6], "big")


def in_fixed_order(mutants: Iterable[Mutant]) -> list[Mutant]:
    return sorted(mutants, key=lambda one: number(one.id))


def own_tests() -> dict[str, list[str]]:
    """The tests that carry each clause's mark, the long proofs apart, as pytest collects them."""
    files = sorted(
        path for folder in ("tests", "conformance/parts") for path in (ROOT / folder).rglob("*.[pt]*")
    )
    stamp = hashlib.sha256("".join(f"{one} {one.stat().st_mtime_ns}" for one in files).encode()).hexdigest()
    path = STATE / f"tests-{stamp[:12]}.json"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "tools.mutants.plan"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        path.write_text(done.stdout, encoding="utf-8")
    found: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def by_mark(tests: Sequence[Marked]) -> dict[str, list[str]]:
    """The same of tests that were collected already."""
    found: dict[str, list[str]] = {}
    for test in tests:
        if not test.function.partition("::")[0].endswith(("_proof.py", *NOT_THEIRS)):
            for clause in test.clauses:
                found.setdefault(clause, []).append(test.node)
    return found


def tests_of(mutant: Mutant, own: Mapping[str, Sequence[str]], longest: float = LONGEST) -> list[str]:
    """The tests of its clauses, one of each clause in turn; of a module's function those of the module."""
    if mutant.kind in MODULES:
        mine = [node for node in reached() if is_of_module(node, mutant)]
        return quickest(coming(mine, mutant.function, reached()), longest)
    in_turn = chain.from_iterable(zip_longest(*(own.get(clause, ()) for clause in mutant.clauses)))
    found = list(dict.fromkeys(node for node in in_turn if node))
    return quickest(coming(found, mutant.function, reached()), longest) if mutant.function else found


def is_of_module(node: str, mutant: Mutant) -> bool:
    """Whether a test is in the folder of the module's part, or in a file that is called like the module."""
    name = mutant.function.partition(":")[0].rpartition(".")[2]
    return node.startswith(f"tests/{MODULES[mutant.kind]}") or f"/test_{name}.py::" in node


def others_of(mutant: Mutant, own: Mapping[str, Sequence[str]], longest: float = LONGEST) -> list[str]:
    """All other tests that come to a function."""
    mine = {node for clause in mutant.clauses for node in own.get(clause, ())}
    some = [node for node in reached() if node not in mine]
    return quickest(coming(some, mutant.function, reached()), longest)


def quickest(tests: Sequence[str], longest: float) -> list[str]:
    """As many of them as fit into the time that a mutant has."""
    spent = accumulate(reached().get(node, (UNKNOWN,))[0] for node in tests)
    return [node for node, until in zip(tests, spent, strict=True) if until < longest]


def ledger() -> dict[str, tuple[str, str]]:
    """Known survivors: `open` or `equivalent`, and why."""
    if not LEDGER.is_file():
        return {}
    with LEDGER.open(encoding="utf-8", newline="") as file:
        return {row["mutant"]: (row["state"], row["reason"]) for row in csv.DictReader(file)}


if __name__ == "__main__":
    print(json.dumps(by_mark(collect(ROOT))))
