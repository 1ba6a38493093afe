"""Where events are kept: appended together or not at all, each with the number it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from feltlaw.record.lines import START, Sealed


class StoreError(RuntimeError):
    """A store that cannot be written or read; nothing is certain about the last append."""


class Stale(StoreError):
    """Somebody else appended first: the events were decided on a state that is no longer the last."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a stream."""

    number: int
    hash: str


EMPTY = Head(0, START)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The answer that was given to a command's key: the events it led to, by their numbers, and what it was."""

    stream: str
    first: int
    last: int
    request: str
    """A digest of what was asked, so that a key is not used for something else."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A state that was written down: after which event of its stream, and the state as plain JSON."""

    number: int
    opened: int
    """The number of the event that opened the table."""
    hash: str
    """Of the event after which it was."""
    state: Mapping[str, object]


class Store(Protocol):
    """What a desk needs of a store; memory, a file and the databases of the floor are stores."""

    def head(self, stream: str) -> Head:
        """The last event of a stream; `EMPTY` where there is none."""

    @property
    def batch(self) -> int:
        """The number of the last append."""

    def append(self, lines: Sequence[Sealed], key: tuple[str, str] | None, answer: Remembered | None) -> None:
        """Writes events of one or several streams together; when this returns they are durable.

        Raises `Stale` where a stream has moved on, `StoreError` where nothing is certain any more.
        """

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        """The events of a stream from a number on."""

    def remembered(self, account: str, key: str) -> Remembered | None:
        """The answer given to an account's key."""

    def save(self, stream: str, saved: Saved) -> None:
        """Keeps a state, so that a restart need not begin at the first event."""

    def saved(self, stream: str) -> Saved | None:
        """The last state that was kept."""


class MemoryStore:
    """A store that lasts as long as the program: for tests and practice.

    With `keep` only so many events of each stream stay, which is enough for a table that is not audited.
    """

    def __init__(self, keep: int | None = None) -> None:
        self._keep = keep
        self._lines: dict[str, list[Sealed]] = {}
        self._heads: dict[str, Head] = {}
        self._answers: dict[tuple[str, str], Remembered] = {}
        self._saved: dict[str, Saved] = {}
        self._batch = 0

    def head(self, stream: str) -> Head:
        return self._heads.get(stream, EMPTY)

    @property
    def batch(self) -> int:
        return self._batch

    @property
    def streams(self) -> tuple[str, ...]:
        return tuple(self._lines)

    def append(self, lines: Sequence[Sealed], key: tuple[str, str] | None, answer: Remembered | None) -> None:
        heads = dict(self._heads)
        for line in lines:
            check_next(heads.get(line.stream, EMPTY), line)
            heads[line.stream] = Head(line.number, line.hash)
        for line in lines:
            kept = self._lines.setdefault(line.stream, [])
            kept.append(line)
            if self._keep is not None and len(kept) > 2 * self._keep:
                del kept[: -self._keep]
        self._heads = heads
        self._batch = lines[-1].batch if lines else self._batch
        if key is not None and answer is not None:
            self._answers[key] = answer

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        lines = self._lines.get(stream, [])
        first = lines[0].number if lines else 1
        return iter(lines[max(0, after + 1 - first) :])

    def remembered(self, account: str, key: str) -> Remembered | None:
        return self._answers.get((account, key))

    def save(self, stream: str, saved: Saved) -> None:
        self._saved[stream] = saved

    def saved(self, stream: str) -> Saved | None:
        return self._saved.get(stream)


def check_next(head: Head, line: Sealed) -> None:
    """Refuses a line that does not follow the last one of its stream."""
    if (line.number, line.prev) != (head.number + 1, head.hash):
        raise Stale(f"{line.stream} has {head.number} events, and this would be number {line.number}")
