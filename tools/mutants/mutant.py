"""What a wrong version is, and how a process becomes it.

Nothing on disk changes: a regulation's data is altered between the parser and the loader, a function by new
code in the same function object, so that everybody who imported it runs the wrong version.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import tomllib
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / "build" / "mutants"
NOT_THEIRS = ("test_conformance.py", "test_goldens.py", "test_commands_page.py", "test_mutants.py")
"""Files that are renewed with a command notice everything and prove nothing."""
Key = str | int


@dataclass(frozen=True)
class Edit:
    """Words of a file of the program, and what stands there instead."""

    file: str
    before: str
    after: str


@dataclass(frozen=True)
class Mutant:
    """One wrong version: where, what it says instead, and the clauses that it breaks."""

    id: str
    kind: str
    """What was done to it: actor, citation, step, order, condition, amount, row, word, text, code."""
    clauses: tuple[str, ...]
    before: str
    after: str
    regulation: str = ""
    path: tuple[Key, ...] = ()
    act: str = ""
    """set, drop, or swap with what comes next."""
    value: Any = None
    function: str = ""
    """`feltlaw.module:name`; `value` is then the number of the change in `tools.mutants.code`."""
    edits: tuple[Edit, ...] = ()
    """What somebody wrote, in place of all that."""

    @property
    def diff(self) -> str:
        return f"- {self.before}\n+ {self.after}"


def become(mutant: Mutant) -> None:
    """This process runs the wrong version from here on."""
    if mutant.edits:
        edit(mutant.edits)
    elif mutant.function:
        replace_code(mutant.function, int(mutant.value))
    else:
        from feltlaw.regulation import load as function

        loader: Any = importlib.import_module(function.__module__)
        loader.tomllib = _Parser(partial(_changed, mutant))
    forget()


def _changed(mutant: Mutant, text: str) -> dict[str, Any]:
    data = tomllib.loads(text)
    if data.get("regulation", {}).get("id") == mutant.regulation:
        change(data, mutant.path, mutant.act, mutant.value)
    return data


NEVER_WRONG = ("feltlaw.register", "feltlaw.clause", "feltlaw.cards")


def forget() -> None:
    """What functions of ours remember of the right version; the register of clauses is never wrong."""
    for one in remembering():
        one.cache_clear()


@functools.cache
def remembering() -> list[Any]:
    """Functions with a memory; to be asked once before a process forks, where looking is dear."""
    found = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    ours = [one for one in found if one.__module__.startswith(("feltlaw.", "tests."))]
    return [one for one in ours if not one.__module__.startswith(NEVER_WRONG)]


class _Parser:
    """Stands in for `tomllib`; one file reads differently."""

    TOMLDecodeError = tomllib.TOMLDecodeError

    def __init__(self, loads: Callable[[str], dict[str, Any]]) -> None:
        self.loads = loads


def change(data: Any, path: Sequence[Key], act: str, value: Any = None) -> None:
    """Alters data in place.

    >>> some = {"rows": {"flush": "4 to 1", "pair": "1 to 1"}, "steps": ["deal", "rack"]}
    >>> change(some, ("rows", "flush"), "swap")
    >>> change(some, ("steps", 0), "drop")
    >>> some
    {'rows': {'pair': '1 to 1', 'flush': '4 to 1'}, 'steps': ['rack']}
    """
    *outer, key = path
    for one in outer:
        data = data[one]
    if act == "set":
        data[key] = value
    elif act == "drop":
        del data[key]
    elif isinstance(data, list):
        data[key], data[key + 1] = data[key + 1], data[key]  # type: ignore[operator,index]
    else:
        order = list(data)
        at = order.index(key)
        order[at], order[at + 1] = order[at + 1], order[at]
        held = dict(data)
        data.clear()
        data.update({one: held[one] for one in order})


def source_of(module: str) -> Path:
    found = importlib.import_module(module).__file__
    assert found is not None
    return Path(found)


def replace_code(function: str, number: int) -> None:
    """The function with the change of that number, under the same name and for everybody who holds it."""
    from tools.mutants.code import changed_module

    module, _, name = function.partition(":")
    tree = changed_module(module, name, number)
    code = compile(ast.fix_missing_locations(tree), str(source_of(module)), "exec")
    loaded = importlib.import_module(module)
    names = outermost(loaded, name.split("."))
    the_function(loaded, ".".join(names)).__code__ = inner_code(code, names)


class OtherwiseError(Exception):
    """An edit that changes more than what functions do, so that a process cannot become it."""


def edited(edits: Iterable[Edit], root: Path = ROOT) -> dict[str, tuple[str, str]]:
    """By file how it reads and how it would; what is to be changed must stand there once."""
    found: dict[str, tuple[str, str]] = {}
    for one in edits:
        path = root / one.file
        if not one.file.startswith("src/feltlaw/") or not path.is_file():
            raise ValueError(f"there is no {one.file} of the program")
        before, now = found.get(one.file) or (path.read_text(encoding="utf-8"),) * 2
        if (times := now.count(one.before)) != 1:
            raise ValueError(f"{one.file} has it {times} times: {one.before[:80]!r}")
        found[one.file] = before, now.replace(one.before, one.after)
    return found


def edit(edits: Iterable[Edit]) -> None:
    """The program with these edits made, as far as they are in functions and data."""
    from feltlaw.regulation import load

    texts = edited(edits)
    data = {before: after for file, (before, after) in texts.items() if file.endswith(".toml")}
    loader: Any = importlib.import_module(load.__module__)
    loader.tomllib = _Parser(lambda text: tomllib.loads(data.get(text, text)))
    for file, (before, after) in texts.items():
        if file.endswith(".py"):
            _edit_module(module_of(file), ast.parse(before), ast.parse(after))


def module_of(file: str) -> str:
    """
    >>> module_of("src/feltlaw/table/play.py")
    'feltlaw.table.play'
    """
    return ".".join(Path(file).relative_to("src").with_suffix("").parts).removesuffix(".__init__")


def _edit_module(module: str, before: ast.Module, after: ast.Module) -> None:
    from tools.mutants.code import without_bodies

    if without_bodies(before) != without_bodies(after):
        raise OtherwiseError(module)
    loaded = importlib.import_module(module)
    code = compile(after, str(source_of(module)), "exec")
    for name in functions_changed(before, after):
        the_function(loaded, name).__code__ = inner_code(code, name.split("."))


def functions_changed(before: ast.Module, after: ast.Module) -> list[str]:
    """By name the functions that read otherwise."""
    from tools.mutants.code import functions_in

    old, new = ({name: ast.dump(one) for name, one in functions_in(tree)} for tree in (before, after))
    return [name for name in new if old.get(name) != new[name]]


def outermost(module: types.ModuleType, names: Sequence[str]) -> Sequence[str]:
    """The names down to the first function: what is made inside it is changed with it."""
    found: Any = module
    for at, name in enumerate(names, 1):
        found = vars(found)[name]
        if not isinstance(found, type):
            return names[:at]
    return names


WRAPPED = ("__func__", "fget", "func", "work_out", "__wrapped__")
"""Where methods, properties and whatever is worked out once keep what was written."""


def the_function(module: types.ModuleType, name: str) -> types.FunctionType:
    """A function or method as it was written, out of whatever wraps it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    while not isinstance(found, types.FunctionType):
        wrapped = (getattr(found, name, None) for name in WRAPPED)
        found = next(one for one in wrapped if one is not None)
    return found


def inner_code(code: types.CodeType, names: Sequence[str]) -> types.CodeType:
    """The code of what has these names; the last of several, since what is said for the type checker alone
    comes first."""
    for name in names:
        *_, code = (one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name)
    return code
