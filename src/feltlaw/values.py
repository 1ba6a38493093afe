"""Values that never change: made quickly, a changed copy of one, and what follows from one worked out once.

A table makes some thousand frozen dataclasses in a round, and `dataclasses` sets every field of each through
`object.__setattr__`. `quick` makes those with slots in one go; `changed` copies these, and those without.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
R = TypeVar("R")

_MEMO = "_memo"
_CARRIED = "_carried"
_SET = object.__setattr__
_COPIES: dict[type, Callable[[Any, dict[str, Any]], Any]] = {}
"""How values of the quick kinds are copied."""


def quick(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots whose values are made several times faster, and then are as frozen.

    Until its fields are set, a value belongs to a twin of its class that is not frozen.
    """
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]
    simple = all(one.init and not one.kw_only for one in fields) and not hasattr(kind, "__post_init__")
    if not simple or "__slots__" not in kind.__dict__:
        raise TypeError(f"{kind.__name__} has fields that are not simply given, or no slots")
    twin = type(kind.__name__, kind.__bases__, {"__slots__": kind.__dict__["__slots__"]})
    names: dict[str, Any] = {"SET": _SET, "NEW": object.__new__, "TWIN": twin, "KIND": kind}
    given, sets, copies = [], [], []
    for one in fields:
        name = one.name
        names |= {f"d_{name}": one.default, f"f_{name}": one.default_factory}
        made = one.default_factory is not dataclasses.MISSING
        given.append(name if not made and one.default is dataclasses.MISSING else f"{name}=d_{name}")
        sets.append(f" self.{name} = {f'f_{name}() if {name} is d_{name} else ' if made else ''}{name}")
        copies.append(f" copy.{name} = changes[{name!r}] if {name!r} in changes else value.{name}")
    init = [f"def init(self, {', '.join(given)}):", " SET(self, '__class__', TWIN)", *sets]
    copy = ["def copied(value, changes):", " copy = NEW(TWIN)", *copies, " copy.__class__ = KIND"]
    exec("\n".join([*init, " self.__class__ = KIND", *copy, " return copy"]), names)
    kind.__init__ = wraps(kind.__init__)(names["init"])  # type: ignore[method-assign]
    _COPIES[kind] = names["copied"]
    return kind


def changed(value: T, **changes: Any) -> T:
    """The same value with other fields; what was worked out for it is forgotten."""
    if (copied := _COPIES.get(type(value))) is not None:
        same: T = copied(value, changes)
        return same
    fields = {**value.__dict__, **changes}
    fields.pop(_MEMO, None)
    found: T = object.__new__(type(value))
    _SET(found, "__dict__", fields)
    return found


def carried(value: T, name: object, rests_on: tuple[object, ...], work_out: Callable[[T], R]) -> R:
    """What follows from parts of a value, and still does for a changed copy in which they are the same.

    The last finding goes along from copy to copy. Parts that nobody has touched are the same objects, which
    is seen quickly.
    """
    known: dict[object, tuple[tuple[object, ...], Any]] | None = value.__dict__.get(_CARRIED)
    if known is None:
        known = value.__dict__[_CARRIED] = {}
    last = known.get(name)
    if last is None or last[0] != rests_on:
        last = known[name] = (rests_on, work_out(value))
    found: R = last[1]
    return found


class once(Generic[T, R]):
    """An attribute that is worked out when it is asked for the first time.

    `functools.cached_property` does the same and locks while it does; nothing here is shared by threads.
    """

    def __init__(self, work_out: Callable[[T], R]) -> None:
        self.work_out, self.__doc__ = work_out, work_out.__doc__
        self.name = work_out.__name__

    @overload
    def __get__(self, value: None, owner: type) -> once[T, R]: ...
    @overload
    def __get__(self, value: T, owner: type) -> R: ...
    def __get__(self, value: T | None, owner: type) -> once[T, R] | R:
        if value is None:
            return self
        found = value.__dict__[self.name] = self.work_out(value)
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
