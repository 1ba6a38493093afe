"""The events of a record changed, and the chain sealed anew from one end to the other."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from feltlaw.audit import audit
from feltlaw.record.report import Report
from feltlaw.record.sources import Source, source_of_store
from feltlaw.record.store import MemoryStore
from tests.support.recorded import (
    Recorded,
    sealed_anew,
)


class Bodies(list[dict[str, Any]]):
    """The events of a record, to be forged."""

    def __repr__(self) -> str:
        return f"{len(self)} events"


def checked(bodies: Bodies) -> Report:
    """The check of a record whose whole chain was sealed anew."""
    return audit(sealed_anew(bodies))


def line_of(bodies: Bodies, at: int) -> int:
    """The line on which an event stands."""
    return at + len({body["batch"] for body in bodies[:at]} - {bodies[at]["batch"]}) + 1


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from leaves(value, (*path, at))
    else:
        yield path


def at_path(data: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def changed(bodies: Bodies, at: int, path: tuple[Any, ...], value: Any) -> Bodies:
    """The same record with one value another."""
    found = Bodies(bodies)
    found[at] = copy.deepcopy(found[at])
    at_path(found[at], path[:-1])[path[-1]] = value
    return found


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}0"


def named(report: Report, bodies: Bodies, at: int) -> None:
    """The first thing that is wrong is on the forged line, or on another of the same command."""
    assert report.status == "wrong"
    first = min(number for number, body in enumerate(bodies) if body["batch"] == bodies[at]["batch"])
    last = max(number for number, body in enumerate(bodies) if body["batch"] == bodies[at]["batch"])
    assert line_of(bodies, first) <= report.faults[0].line <= line_of(bodies, last), report.wrong


def find(bodies: Bodies, kind: str) -> int:
    return next(at for at, body in enumerate(bodies) if body["kind"] == kind)


def said(report: Report) -> str:
    assert report.status == "wrong"
    return report.wrong[0]


def source_of(recorded: Recorded) -> Source:
    store = recorded.desk.store
    assert isinstance(store, MemoryStore)
    return source_of_store(store, store.streams, whole=True)
