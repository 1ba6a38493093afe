"""What was built for a table lately, so that a part that has not changed is not built and written again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
MANY = 64
"""So many parts of a kind are kept: twice as many as a table has at one time."""


class Kept:
    """The parts of one table's last views. It does not grow: who has gone is forgotten after a while."""

    def __init__(self) -> None:
        self._kinds: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._last: dict[object, tuple[tuple[object, ...], Any]] = {}

    def maker(self, make: Callable[..., T]) -> Callable[..., T]:
        """Makes parts of a kind, the same object again where it is asked for the same."""
        found = self._kinds.get(make)
        if found is None:
            found = self._kinds[make] = lru_cache(maxsize=MANY)(make)
        return found

    def unless_changed(self, name: object, rests_on: tuple[object, ...], make: Callable[[], T]) -> T:
        """Something made last time, where everything it rests on is still the same."""
        last = self._last.get(name)
        if last is None or last[0] != rests_on:
            if len(self._last) > MANY:
                self._last.clear()
            last = self._last[name] = (rests_on, make())
        found: T = last[1]
        return found
