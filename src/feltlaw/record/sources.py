"""Where the lines of a record come from, whatever it is kept in; and those of any store."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from feltlaw.record.beside import Ended
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.store import Head, Store


@dataclass
class Source:
    """The lines of a record, which can be gone through more than once."""

    again: Callable[[], Iterable[bytes]]
    """The lines from the first on, each with its line feed."""
    commits: bool = True
    """Whether lines stand between them that confirm each batch: a file has them, nothing else."""
    ended: Ended | str | None = None
    """What the head file knows, or why it is not known; None where there can be none."""
    shift: int = 0
    """Lines of the document before the first one."""
    streams: Sequence[str] = ()
    """What it holds, where that is not everything."""
    heads: dict[str, Head] = field(default_factory=dict)
    """The ends that an export states, known when it was read to its end."""
    checkpoint: list[Checkpoint] = field(default_factory=list)
    """The last checkpoint that an export brings along."""

    @property
    def is_whole(self) -> bool:
        """Whether it holds every stream of the record."""
        return not self.streams


def source_of_store(store: Store, streams: Sequence[str], *, whole: bool = False) -> Source:
    """The lines of some streams of a store, those of one batch together."""

    def merged() -> Iterator[bytes]:
        every = [
            ((line.batch, at, line.number, line.raw) for line in store.read(stream))
            for at, stream in enumerate(streams)
        ]
        for *_, raw in heapq.merge(*every):
            yield raw + b"\n"

    return Source(merged, commits=False, streams=() if whole else tuple(streams))
