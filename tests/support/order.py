"""In which order tests are run side by side: begun last, a slow one would be waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PAGES = "tests/web/"
"""They come first: one worker keeps them, and there is one browser and one floor."""
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
"""Files that another worker begins with, a group each."""


def in_order(tests: Sequence[tuple[str, T]], workers: int) -> list[tuple[str, T]]:
    """Tests with their names. Every worker is given an equal part of the list to begin with; the first part
    begins with the pages, the next ones with what is slow."""
    groups: list[list[tuple[str, T]]] = [[] for _ in SLOW]
    pages, rest = list[tuple[str, T]](), list[tuple[str, T]]()
    for test in tests:
        file = test[0].partition("::")[0]
        slow = [group for group, files in zip(groups, SLOW, strict=True) if file in files]
        (slow[0] if slow else pages if file.startswith(PAGES) else rest).append(test)
    found, part = pages, max(len(tests) // workers, 1)
    for group in groups:
        room = max(part - len(found) % part, 0) if workers > 1 else 0
        found, rest = [*found, *rest[:room], *group], rest[room:]
    return [*found, *rest]
