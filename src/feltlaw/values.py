"""Values that never change: made quickly, a changed copy of one, and what follows from one worked out once.

A table makes some thousand frozen dataclasses in a round, and `dataclasses` sets every field of each through
`object.__setattr__`. `quick` makes those with slots in one go, `changed` copies those without.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_MEMO = "_memo"
_SET = object.__setattr__


def quick(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots whose values are made several times faster, and then are as frozen.

    Until its fields are set, a value belongs to a twin of its class that is not frozen.
    """
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]
    if any(not one.init or one.kw_only for one in fields) or "__slots__" not in kind.__dict__:
        raise TypeError(f"{kind.__name__} has fields that are not simply given, or no slots")
    twin = type(kind.__name__, kind.__bases__, {"__slots__": kind.__dict__["__slots__"]})
    names: dict[str, Any] = {"SET": _SET, "TWIN": twin, "KIND": kind, "MISSING": dataclasses.MISSING}
    given, lines = [], [" SET(self, '__class__', TWIN)"]
    for one in fields:
        names |= {f"d_{one.name}": one.default, f"f_{one.name}": one.default_factory}
        made = one.default_factory is not dataclasses.MISSING
        default = "MISSING" if made else "" if one.default is dataclasses.MISSING else f"d_{one.name}"
        given.append(f"{one.name}={default}" if default else one.name)
        held = f"f_{one.name}() if {one.name} is MISSING else {one.name}" if made else one.name
        lines.append(f" self.{one.name} = {held}")
    lines.append(" self.__class__ = KIND")
    if hasattr(kind, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec("\n".join([f"def __init__(self, {', '.join(given)}):", *lines]), names)
    kind.__init__ = wraps(kind.__init__)(names["__init__"])  # type: ignore[misc]
    return kind


def changed(value: T, **changes: Any) -> T:
    """The same value with other fields; what was worked out for it is forgotten."""
    fields = {**value.__dict__, **changes}
    fields.pop(_MEMO, None)
    found: T = object.__new__(type(value))
    _SET(found, "__dict__", fields)
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
