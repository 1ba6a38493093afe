"""The examples in the docstrings are true, and every public name has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import feltlaw

RUNS_ON_IMPORT = {"feltlaw.__main__"}


def modules() -> list[str]:
    found = pkgutil.walk_packages(feltlaw.__path__, prefix="feltlaw.", onerror=lambda name: None)
    return ["feltlaw", *sorted({module.name for module in found} - RUNS_ON_IMPORT)]


@pytest.mark.parametrize("name", modules())
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
    assert callable(public), f"{name} is not a class or a function"
    own = public.__doc__ or ""
    inherited = {base.__doc__ for base in inspect.getmro(public)[1:]} if inspect.isclass(public) else set()
    generated = f"{name}("  # what dataclass writes where there is nothing
    assert own.strip() and own not in inherited and not own.startswith(generated)
