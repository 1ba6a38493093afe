"""The examples in the docstrings are true, and every public name has a docstring."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import feltlaw

RUNS_ON_IMPORT = {"feltlaw.__main__"}
HEAVY = {"numba", "numpy", "scipy", "matplotlib", "pandas"}  # minutes to compile, or seconds to import


def is_heavy(module: str) -> bool:
    """Whether its source imports one of the heavy libraries; the module itself is not imported for this."""
    return not HEAVY.isdisjoint(re.findall(r"^\s*(?:from|import) (\w+)", source_of(module), re.MULTILINE))


@cache
def source_of(module: str) -> str:
    spec = importlib.util.find_spec(module)
    assert spec and spec.origin, module
    return Path(spec.origin).read_text(encoding="utf-8")


@cache
def modules() -> list[Any]:
    """Every module of the package; those with heavy imports wait for the long proofs."""
    found = pkgutil.walk_packages(feltlaw.__path__, prefix="feltlaw.")
    names = ["feltlaw", *sorted({module.name for module in found} - RUNS_ON_IMPORT)]
    return [pytest.param(name, marks=pytest.mark.proof) if is_heavy(name) else name for name in names]


def with_examples() -> list[Any]:
    """Those in whose source an example stands."""
    named = [(one, one if isinstance(one, str) else one.values[0]) for one in modules()]
    return [one for one, name in named if ">>> " in source_of(name)]


@pytest.mark.parametrize("name", with_examples())
def test_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0, f"{failed} examples of {name} do not hold; run python -m doctest on it"


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test for test in finder.find(feltlaw) if test.examples]
    assert examples


@pytest.mark.parametrize("name", modules())
def test_every_module_says_what_it_is_for(name: str) -> None:
    module = importlib.import_module(name)
    assert inspect.getdoc(module) or not inspect.getsource(module).strip()


@pytest.mark.parametrize("name", feltlaw.__all__)
def test_every_public_name_has_a_docstring_of_its_own(name: str) -> None:
    public = getattr(feltlaw, name)
    assert callable(public) or inspect.ismodule(public), f"{name} is not a class, a function or a module"
    own = public.__doc__ or ""
    inherited = {base.__doc__ for base in inspect.getmro(public)[1:]} if inspect.isclass(public) else set()
    generated = f"{name}("  # what dataclass writes where there is nothing
    assert own.strip() and own not in inherited and not own.startswith(generated)
