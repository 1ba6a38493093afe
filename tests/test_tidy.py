"""The order of the house: who may import whom, and what the levels below the books may not touch.

A module of level n imports from levels 1 to n. Levels 1 to 3 are the rules themselves: standard library
only, no floats, and nothing from outside (clock, chance, network, processes) reaches them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import PurePosixPath

import pytest

from feltlaw import load, regulation_ids
from tests.support import ROOT

PACKAGE = "feltlaw"
SRC = ROOT / "src"

LEVELS: dict[str, int] = {
    # 1 words
    "money": 1,
    "cards": 1,
    "clause": 1,
    "canonical": 1,
    "schema": 1,
    "values": 1,
    "nearest": 1,
    # 2 law
    "ranking": 2,
    "paytable": 2,
    "regulation": 2,
    "submission": 2,
    "register": 2,
    # 3 game
    "contest": 3,
    "refusal": 3,
    "round": 3,
    "irregularity": 3,
    "meter": 3,
    "books": 3,
    "event": 3,
    "seal": 3,
    "link": 3,
    "cage": 3,
    "house": 3,
    "settlement": 3,
    "table": 3,
    "views": 3,
    # 4 books and numbers
    "program": 4,
    "shuffle": 4,
    "record": 4,
    "desk": 4,
    "crew": 4,
    "feed": 4,
    "audit": 4,
    "telling": 4,
    "practice": 4,
    "lessons": 4,
    "mathematics": 4,
    "simulation": 4,
    "layout": 4,
    "report": 4,
    "library": 4,
    "testing": 4,
    # 5 people
    "floor": 5,
    "client": 5,
    "web": 5,
    "cli": 5,
}
TOP = max(LEVELS.values())
PURE = 3  # the highest level of the rules themselves
FACADES = {"__init__", "__main__"}  # they import what they like, so only the top level may import them

OUTSIDE_WORLD = {
    *("time", "datetime", "random", "secrets", "uuid"),
    *("socket", "ssl", "select", "selectors", "asyncio", "http", "urllib", "sqlite3"),
    *("subprocess", "multiprocessing", "concurrent", "threading"),
}
FILES = {"pathlib", "os", "shutil", "tempfile", "glob", "importlib.resources"}
FILE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}
MAY_READ_PACKAGE_DATA = {2}

PROGRAM_TEXT = {".py", ".js", ".mjs", ".css", ".html"}  # data may be as long as the law is
LONGEST_FILE = 500


@dataclass(frozen=True)
class Source:
    """A Python file; its path is relative to src/, so it begins with the package."""

    path: PurePosixPath
    text: str

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text)))

    @property
    def module(self) -> str:
        """The module or subpackage right under the package that this file belongs to."""
        return self.path.parts[1].removesuffix(".py")

    @property
    def level(self) -> int:
        """0 for what has none: the facades, and modules nobody has given a level."""
        return LEVELS.get(self.module, 0)

    def at(self, node: ast.AST) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}"


@dataclass(frozen=True)
class Import:
    where: str
    name: str  # absolute and dotted; for "from a import b" a.b, whether b is a module or not

    def is_of(self, modules: set[str]) -> bool:
        parts = self.name.split(".")
        return any(".".join(parts[:n]) in modules for n in range(1, len(parts) + 1))


def imports(source: Source) -> Iterator[Import]:
    folder = source.path.parts[:-1]
    for node in source.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(source.at(node), alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = list(folder[: len(folder) + 1 - node.level]) if node.level else []
            if node.module:
                base += node.module.split(".")
            for alias in node.names:
                yield Import(source.at(node), ".".join([*base, alias.name]))


def calls(source: Source) -> Iterator[tuple[ast.Call, str, str]]:
    """Each call with what it is called on ("" for a plain name) and the name called."""
    for node in source.nodes:
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name):
                    yield node, "", name
                case ast.Attribute(value=ast.Name(id=owner), attr=name):
                    yield node, owner, name
                case ast.Attribute(attr=name):
                    yield node, "?", name


def unreadable(source: Source) -> Iterator[str]:
    try:
        ast.parse(source.text)
    except (SyntaxError, ValueError) as error:
        yield f"{source.path}: is not Python: {error}"


def without_level(source: Source) -> Iterator[str]:
    if source.module not in LEVELS and source.module not in FACADES:
        yield f"{source.path}: has no level; give '{source.module}' one in LEVELS of tests/test_tidy.py"


def upward_imports(source: Source) -> Iterator[str]:
    if not source.level:
        return
    for found in imports(source):
        parts = found.name.split(".")
        if parts[0] != PACKAGE:
            continue
        target = parts[1] if len(parts) > 1 else ""
        level = LEVELS.get(target, TOP)  # neither a module nor a subpackage: a name of the facade
        if level > source.level:
            here = f"{source.module} (level {source.level})"
            yield f"{found.where}: {here} imports {found.name} (level {level})"


def foreign_imports(source: Source) -> Iterator[str]:
    if 1 <= source.level <= PURE:
        for found in imports(source):
            if found.name.split(".")[0] not in {PACKAGE, *sys.stdlib_module_names}:
                yield f"{found.where}: imports {found.name}; levels 1 to {PURE} use the standard library only"
        for node, _, name in calls(source):
            if name in {"__import__", "import_module"}:
                yield f"{source.at(node)}: calls {name}(); levels 1 to {PURE} import with import only"


def floats(source: Source) -> Iterator[str]:
    if 1 <= source.level <= PURE:
        for node in source.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                yield f"{source.at(node)}: the float {node.value!r}; money is in cents, odds are fractions"
        for call, owner, name in calls(source):
            if "float" in {owner, name}:
                yield f"{source.at(call)}: calls float; money is in cents, odds are fractions"


def outside_world(source: Source) -> Iterator[str]:
    if 1 <= source.level <= PURE:
        for found in imports(source):
            if found.is_of(OUTSIDE_WORLD):
                yield f"{found.where}: imports {found.name}; clock and chance come in with the command"


def file_access(source: Source) -> Iterator[str]:
    if 1 <= source.level <= PURE and source.level not in MAY_READ_PACKAGE_DATA:
        for found in imports(source):
            if found.is_of(FILES):
                yield f"{found.where}: imports {found.name}; level {source.level} reads no files"
        for node, owner, name in calls(source):
            if (name == "open" and owner in {"", "io"}) or (name in FILE_METHODS and owner):
                yield f"{source.at(node)}: calls {name}(); level {source.level} reads no files"


def too_long(path: PurePosixPath, text: str) -> Iterator[str]:
    lines = len(text.splitlines())
    if lines > LONGEST_FILE and path.suffix in PROGRAM_TEXT and "vendor" not in path.parts:
        yield f"{path}: {lines} lines; {LONGEST_FILE} are the most, so divide it"


# Names of one game.

ALSO_WORDS = {"play", "bonus", "pot", "magic_card"}
"""Wagers and awards whose names are words of the format as well: an act, a kind of award, a contest."""


@cache
def names_in_the_data() -> frozenset[str]:
    """What the regulations call their wagers and awards."""
    laws = [load(regulation) for regulation in regulation_ids()]
    return frozenset(name for law in laws for name in (*law.wagers, *law.awards)) - ALSO_WORDS


def named_wagers(source: Source) -> Iterator[str]:
    """Code that knows a wager by its name: what it does to one wager it should do by what that wager is."""
    if not source.level or not looked_at(module_name(source)):
        return
    for node in source.nodes:
        if isinstance(node, ast.Constant) and node.value in names_in_the_data():
            yield f"{source.at(node)}: '{node.value}' is one regulation's wager; go by what it is"


# Cycles.

NOT_YET_UNTANGLED: set[str] = set()
"""Modules that are not looked at for cycles; it shall become empty."""


def module_name(source: Source) -> str:
    """Dotted, a package by its own name: feltlaw.round for feltlaw/round/__init__.py."""
    parts = source.path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(every: Sequence[Source]) -> dict[str, dict[str, str]]:
    """By module: the modules it imports, wherever the import stands, and where that is.

    Imports within functions and for types alone count too: a module that needs another to be understood
    depends on it.
    """
    names = {module_name(source) for source in every}
    found: dict[str, dict[str, str]] = {name: {} for name in names}
    for source in every:
        here = module_name(source)
        for one in imports(source):
            target = one.name if one.name in names else one.name.rpartition(".")[0]
            if target in names and target != here:
                found[here].setdefault(target, one.where)
    return found


def cycles(graph: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Modules that import each other, each group once, with a way round."""
    seen: set[str] = set()
    for start in sorted(graph):
        if start not in seen:
            way = _way_back(graph, start)
            seen.update(way)
            if way:
                steps = [graph[one][other] for one, other in pairwise([*way, start])]
                yield f"{' -> '.join([*way, start])}: {', '.join(steps)}"


def _way_back(graph: Mapping[str, Mapping[str, str]], start: str) -> list[str]:
    """The shortest way from a module round to itself; empty where there is none."""
    ways = {start: [start]}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for after in sorted(graph[here]):
            if after == start:
                return ways[here]
            if after not in ways:
                ways[after] = [*ways[here], after]
                waiting.append(after)
    return []


def looked_at(module: str) -> bool:
    """Not the facade, which may import what it likes."""
    name = module.removeprefix(f"{PACKAGE}.")
    return not any(name == one or name.startswith(f"{one}.") for one in (*NOT_YET_UNTANGLED, PACKAGE))


def test_no_modules_import_each_other() -> None:
    graph = {
        module: {target: where for target, where in targets.items() if looked_at(target)}
        for module, targets in import_graph(sources()).items()
        if looked_at(module)
    }
    faults = list(cycles(graph))
    assert not faults, report(faults)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"a": "import feltlaw.b", "b": "import feltlaw.a"}, "feltlaw.a -> feltlaw.b -> feltlaw.a"),
        ({"a": "from feltlaw.b import x", "b": "from feltlaw import a"}, "feltlaw.a -> feltlaw.b -> "),
        ({"a": "from . import b", "b": "def f():\n    from feltlaw.a import y"}, "feltlaw/b.py:2"),
        ({"a": "if TYPE_CHECKING:\n    from feltlaw.b import X", "b": "import feltlaw.a"}, "feltlaw/a.py:2"),
        (
            {"a": "import feltlaw.b", "b": "import feltlaw.c", "c": "import feltlaw.a", "d": ""},
            "feltlaw.a -> feltlaw.b -> feltlaw.c -> feltlaw.a",
        ),
        (
            {"p/__init__": "from feltlaw.p.q import x", "p/q": "from feltlaw.p import y"},
            "feltlaw.p -> feltlaw.p.q",
        ),
    ],
)
def test_a_cycle_is_found(texts: dict[str, str], says: str) -> None:
    (fault,) = cycles(import_graph([fake(f"{path}.py", text) for path, text in texts.items()]))
    assert says in fault


@pytest.mark.parametrize(
    "texts",
    [
        {"a": "import feltlaw.b", "b": "import feltlaw.c", "c": ""},
        {"a": "import feltlaw.b\nimport feltlaw.c", "b": "import feltlaw.c", "c": "import json"},
        {"p/__init__": "from feltlaw.p.q import x", "p/q": "from feltlaw.p.r import y", "p/r": ""},
        {"a": "from feltlaw.a.b import c"},
    ],
)
def test_no_cycle_is_made_up(texts: dict[str, str]) -> None:
    assert not list(cycles(import_graph([fake(f"{path}.py", text) for path, text in texts.items()])))


Rule = Callable[[Source], Iterator[str]]
RULES: list[Rule] = [
    *(without_level, upward_imports, foreign_imports, floats, outside_world, file_access, named_wagers),
]


@cache
def sources() -> list[Source]:
    """Every Python file of the package that parses."""
    return [source for source in python_files() if not list(unreadable(source))]


@cache
def python_files() -> list[Source]:
    return [
        Source(PurePosixPath(path.relative_to(SRC).as_posix()), path.read_text(encoding="utf-8"))
        for path in sorted((SRC / PACKAGE).rglob("*.py"))
    ]


def report(faults: list[str]) -> str:
    return "\n".join(["", *faults])


def test_every_file_is_python() -> None:
    faults = [fault for source in python_files() for fault in unreadable(source)]
    assert not faults, report(faults)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_house(rule: Rule) -> None:
    faults = [fault for source in sources() for fault in rule(source)]
    assert not faults, report(faults)


def test_no_file_is_too_long() -> None:
    faults = [
        fault
        for path in sorted(SRC.rglob("*"))
        if path.is_file() and path.suffix in PROGRAM_TEXT
        for fault in too_long(
            PurePosixPath(path.relative_to(SRC).as_posix()), path.read_text(encoding="utf-8")
        )
    ]
    assert not faults, report(faults)


# The rules themselves, on texts made up to break them.


def fake(path: str, text: str) -> Source:
    return Source(PurePosixPath(PACKAGE, path), text)


@pytest.mark.parametrize(
    ("rule", "path", "text", "says"),
    [
        (without_level, "misc.py", "", "give 'misc' one in LEVELS"),
        (without_level, "utils/text.py", "", "give 'utils' one in LEVELS"),
        (upward_imports, "money.py", "from feltlaw.meter import meter", "money (level 1) imports"),
        (upward_imports, "money.py", "from feltlaw import meter", "feltlaw.meter (level 3)"),
        (upward_imports, "money.py", "import feltlaw.meter as s", "feltlaw.meter (level 3)"),
        (upward_imports, "money.py", "from .meter import meter", "feltlaw.meter.meter (level 3)"),
        (upward_imports, "money.py", "from . import meter", "feltlaw.meter (level 3)"),
        (upward_imports, "ranking/three.py", "from ..meter import meter", "feltlaw.meter.meter"),
        (upward_imports, "ranking/__init__.py", "from .. import meter", "feltlaw.meter (level 3)"),
        (upward_imports, "meter.py", "def f():\n    from feltlaw import desk", "meter.py:2"),
        (upward_imports, "meter.py", "if TYPE_CHECKING:\n    import feltlaw.cli", "feltlaw.cli (level 5)"),
        (upward_imports, "desk.py", "import feltlaw", "imports feltlaw (level 5)"),
        (upward_imports, "desk.py", "from feltlaw import Table", "feltlaw.Table (level 5)"),
        (foreign_imports, "cards.py", "import numpy as np", "imports numpy"),
        (foreign_imports, "regulation/load.py", "from pydantic.types import X", "imports pydantic.types.X"),
        (foreign_imports, "round.py", "import importlib\nimportlib.import_module('numpy')", "round.py:2"),
        (foreign_imports, "round.py", "__import__('numpy')", "calls __import__()"),
        (floats, "money.py", "HALF = 0.5", "money.py:1: the float 0.5"),
        (floats, "money.py", "x = 1e3", "the float 1000.0"),
        (floats, "paytable.py", "def f(x):\n    return float(x)", "paytable.py:2: calls float"),
        (floats, "meter.py", "float.fromhex('1')", "calls float"),
        *(
            (outside_world, path, f"import {name}", f"imports {name}")
            for path in ("cards.py", "submission.py", "round.py")
            for name in sorted(OUTSIDE_WORLD)
        ),
        (outside_world, "round.py", "from datetime import datetime", "imports datetime.datetime"),
        (outside_world, "round.py", "import urllib.request", "imports urllib.request"),
        (file_access, "cards.py", "open('x')", "calls open()"),
        (file_access, "round.py", "import io\nio.open('x')", "round.py:2: calls open()"),
        (file_access, "round.py", "from pathlib import Path", "imports pathlib.Path"),
        (file_access, "cards.py", "from importlib import resources", "imports importlib.resources"),
        (file_access, "cards.py", "import importlib.resources", "imports importlib.resources"),
        (
            named_wagers,
            "submission/x.py",
            'if "pair_plus" in wagers: pass',
            "'pair_plus' is one regulation's",
        ),
        (named_wagers, "report/x.py", "WAGER = 'cover_all'", "report/x.py:1"),
        (file_access, "meter.py", "def f(path):\n    return path.read_text()", "calls read_text()"),
    ],
)
def test_rule_finds(rule: Rule, path: str, text: str, says: str) -> None:
    faults = list(rule(fake(path, text)))
    assert len(faults) == 1, report(faults)
    assert says in faults[0]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("__init__.py", "from feltlaw.cli import main\nHALF = 0.5"),
        ("__main__.py", "from feltlaw.cli import main\nmain()"),
        ("money.py", "from __future__ import annotations\nfrom fractions import Fraction\nONE = 1"),
        ("money.py", "def f(x: object) -> bool:\n    return isinstance(x, float)"),
        ("ranking/three.py", "from . import shapes\nfrom .shapes import Shape\nfrom ..cards import Card"),
        ("regulation/load.py", "from importlib import resources\nfrom pathlib import Path\nopen('x')"),
        ("round.py", "def f(table):\n    return table.open()"),
        ("meter.py", "from feltlaw.contest import against_dealer\nfrom feltlaw.money import Cents"),
        ("round/x.py", '"""The pair_plus wager."""\nraise ValueError("no pair_plus here")\nkind = "bonus"'),
        ("shuffle.py", "import secrets, time, numpy\nHALF = float(0.5)\nopen('x')"),
        ("cli/__init__.py", "import feltlaw\nfrom feltlaw import Table\nfrom feltlaw.money import Cents"),
    ],
)
def test_rules_let_pass(path: str, text: str) -> None:
    faults = [fault for rule in RULES for fault in rule(fake(path, text))]
    assert not faults, report(faults)


def test_unreadable_file_is_found() -> None:
    assert list(unreadable(fake("money.py", "def"))) != []
    assert list(unreadable(fake("money.py", "x = 1"))) == []


def test_long_file_is_found() -> None:
    path = PurePosixPath(PACKAGE, "round.py")
    assert list(too_long(path, "x = 1\n" * (LONGEST_FILE + 1))) != []
    assert list(too_long(path, "x = 1\n" * LONGEST_FILE)) == []
    assert list(too_long(path.with_suffix(".toml"), "x = 1\n" * (LONGEST_FILE + 1))) == []
