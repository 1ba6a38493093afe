"""Values that never change: a changed copy made quickly, and what follows from one worked out once.

For frozen dataclasses without slots, of which a table makes a few hundred in a round: `dataclasses.replace`
would set every field one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_MEMO = "_memo"


def changed(value: T, **changes: Any) -> T:
    """The same value with other fields; what was worked out for it is forgotten."""
    found: T = object.__new__(type(value))
    fields = found.__dict__
    fields.update(value.__dict__)
    fields.update(changes)
    fields.pop(_MEMO, None)
    return found


def memo(value: T, name: str, work_out: Callable[[T], R]) -> R:
    """What follows from a value, worked out when it is asked for the first time."""
    known: dict[str, Any] | None = value.__dict__.get(_MEMO)
    if known is None:
        known = value.__dict__[_MEMO] = {}
    if name not in known:
        known[name] = work_out(value)
    found: R = known[name]
    return found
