"""Restarts: the state a stream leads to, from the last saved one that the record names."""

from __future__ import annotations

from contextlib import suppress

from feltlaw import link as links
from feltlaw.canonical import digest
from feltlaw.link import LinkState
from feltlaw.record.lines import Sealed
from feltlaw.record.store import Head, Readable, Saved, StoreError
from feltlaw.table import State, TableOpened, apply, begin, read_state


def stream_of(link: str) -> str:
    return f"link/{link}"


def table_stream(table: str) -> str:
    return f"table/{table}"


def restored(store: Readable, stream: str) -> tuple[State, Head, int, TableOpened]:
    """The state a table's stream leads to, its last event, and the event that opened its last part."""
    saved = named_state(store, stream)
    opening = next(store.read(stream, saved.opened - 1 if saved else 0), None)
    if opening is None or opening.event.kind != "open_table":
        raise StoreError(f"there is no table on record as {stream}")
    state, number, head = begin(opening.event), opening.number, Head(opening.number, opening.hash)
    if saved is not None:
        with suppress(ValueError):  # one that was written by a program which knew other states
            state, head = read_state(saved.state, state.submission), Head(saved.number, saved.hash)
    opened: TableOpened = opening.event.data
    for line in store.read(stream, head.number):
        _check_next(line, head.number)
        if line.event.kind == "open_table":
            opened, number = line.event.data, line.number
        state = apply(state, line.event)
        head = Head(line.number, line.hash)
    return state, head, number, opened


def restored_link(store: Readable, name: str) -> LinkState | None:
    """A link from its stream, from a saved state on where the record names one; None where there is none."""
    stream = stream_of(name)
    saved = named_state(store, stream)
    state: LinkState | None = None
    if saved is not None:
        with suppress(ValueError):
            state = links.read_link(saved.state)
    for line in store.read(stream, state.number if state else 0):
        if state is not None:
            _check_next(line, state.number)
        if state is None or line.event.kind == "open_link":
            state = links.begin(line.event, line.number)
        else:
            state = links.apply(state, line.event)
    return state


def _check_next(line: Sealed, number: int) -> None:
    if line.number != number + 1:
        raise StoreError(f"events {number + 1} to {line.number - 1} of {line.stream} are missing")


def named_state(store: Readable, stream: str) -> Saved | None:
    """The saved state of a stream, where the event after it names it; any other is left alone."""
    saved = store.saved(stream)
    if saved is None:
        return None
    line = next(store.read(stream, saved.number), None)
    if (
        line is None
        or line.event.kind != "snapshot"
        or (line.number, line.prev) != (saved.number + 1, saved.hash)
    ):
        return None
    return saved if line.event.data.state == digest(saved.state) else None
