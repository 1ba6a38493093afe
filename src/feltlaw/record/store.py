"""Where events are kept: appended together or not at all, each with the number it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from feltlaw.canonical import digest
from feltlaw.record.lines import START, Sealed
from feltlaw.schema import Text, Whole
from feltlaw.values import quick

KEYS = 5_000
"""So many keys of commands are remembered by a store that keeps them in memory."""


class StoreError(RuntimeError):
    """A store that cannot be written or read; nothing is certain about the last append."""


class Stale(StoreError):
    """Somebody else appended first: the events were decided on a state that is no longer the last."""


@quick
@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a stream."""

    number: Annotated[int, Whole(0, 10**12)]
    hash: Annotated[str, Text(64, 64)]


EMPTY = Head(0, START)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The answer that was given to a command's key: the events it led to, by number, and what it was."""

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
    """The number of the event that opened the table or the link."""
    hash: str
    """Of the event after which it was."""
    state: Mapping[str, object]


class Readable(Protocol):
    """What restoring a state needs of a store."""

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        """The events of a stream from a number on."""

    def saved(self, stream: str) -> Saved | None:
        """The last state that was kept; whoever uses it checks that the record names it."""


class Store(Readable, Protocol):
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

    def remembered(self, account: str, key: str) -> Remembered | None:
        """The answer given to an account's key."""

    def save(self, states: Mapping[str, Saved]) -> None:
        """Keeps states, by stream, that their streams' last events name: a restart begins there.

        Raises `StoreError` where that fails, which costs nothing but time.
        """

    def close(self) -> None:
        """Lets go of what the store holds."""


class Answers:
    """The last keys of commands and what they led to; older ones are forgotten."""

    def __init__(self, most: int = KEYS) -> None:
        self._most = most
        self._known: dict[tuple[str, str], Remembered] = {}

    def get(self, account: str, key: str) -> Remembered | None:
        return self._known.get((account, key))

    def add(self, account: str, key: str, answer: Remembered) -> None:
        self._known[account, key] = answer
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]

    def items(self) -> Iterable[tuple[tuple[str, str], Remembered]]:
        return self._known.items()


def request_of(account: str, command: Mapping[str, Any]) -> str:
    """What tells one command of an account from another: `do` and `data`."""
    return digest({"by": account, "command": {"do": command.get("do"), "data": command.get("data")}})


class MemoryStore:
    """A store that lasts as long as the program: for tests and practice.

    With `keep` only so many events of each stream stay, which is enough for a table that is not audited.
    """

    def __init__(self, keep: int | None = None) -> None:
        self._keep = keep
        self._lines: dict[str, list[Sealed]] = {}
        self._heads: dict[str, Head] = {}
        self._answers = Answers()
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
        self._heads = following(self._heads, lines)
        for line in lines:
            kept = self._lines.setdefault(line.stream, [])
            kept.append(line)
            if self._keep is not None and len(kept) > 2 * self._keep:
                del kept[: -self._keep]
        self._batch = lines[-1].batch if lines else self._batch
        if key is not None and answer is not None:
            self._answers.add(*key, answer)

    def read(self, stream: str, after: int = 0) -> Iterator[Sealed]:
        lines = self._lines.get(stream, [])
        first = lines[0].number if lines else 1
        return iter(lines[max(0, after + 1 - first) :])

    def remembered(self, account: str, key: str) -> Remembered | None:
        return self._answers.get(account, key)

    def save(self, states: Mapping[str, Saved]) -> None:
        self._saved.update(states)

    def saved(self, stream: str) -> Saved | None:
        return self._saved.get(stream)

    def close(self) -> None:
        """There is nothing to let go of."""


def following(heads: Mapping[str, Head], lines: Iterable[Sealed]) -> dict[str, Head]:
    """The last events of all streams with these lines appended; raises `Stale` where one does not follow."""
    found = dict(heads)
    for line in lines:
        check_next(found.get(line.stream, EMPTY), line)
        found[line.stream] = Head(line.number, line.hash)
    return found


def check_next(head: Head, line: Sealed) -> None:
    """Refuses a line that does not follow the last one of its stream."""
    if (line.number, line.prev) != (head.number + 1, head.hash):
        raise Stale(f"{line.stream} has {head.number} events, and this would be number {line.number}")
