"""How much the tests try: enough to notice in `make test`, all of it in `make proof`.

Property tests try a fifth of the usual examples, and five times the usual in `make proof`. A test that
repeats one proof at many places takes `some` of them and carries the mark `effort`, by which `make proof`
runs it again with all.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

LONG = os.environ.get("FELTLAW_EFFORT") == "long"


def examples(usual: int) -> int:
    """A fifth of what is usual, and a few at least; five times that in `make proof`."""
    return 5 * usual if LONG else max(usual // 5, 5)


def some(everything: Sequence[T], one_in: int = 3) -> Sequence[T]:
    """One in so many, always the same ones; everything in `make proof`."""
    return everything if LONG else everything[::one_in]
