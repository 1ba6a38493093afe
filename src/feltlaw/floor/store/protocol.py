"""What the floor needs of its store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from feltlaw.floor.store.model import Append
from feltlaw.floor.store.statements import Steps

T = TypeVar("T")
Transaction = Callable[[], Steps[T]]
"""Makes the steps of a transaction; asked again where it has to begin anew."""
Heard = Callable[[Sequence[str]], None]
"""Is told, on the event loop, which streams have gone on."""


class FloorStore(Protocol):
    """Events and rows, durable when `append` and `write` return."""

    @property
    def fault(self) -> str:
        """Why the store takes nothing any more; empty while it works."""

    async def append(self, append: Append) -> None:
        """Writes everything of an append, or nothing.

        Raises `Stale`, `LostLease` and `KeyTaken` where it may not be, `Uncertain` where a lost connection
        took it along, `Stopped` where the store has failed.
        """

    async def write(self, transaction: Transaction[T]) -> T:
        """Runs a transaction that changes something; durable when it returns."""

    async def read(self, transaction: Transaction[T]) -> T:
        """Runs a transaction that only reads what is durable."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Tells of streams that this or another process has appended to; gives what ends it."""

    async def close(self) -> None:
        """Finishes what was begun, and lets go of the database."""
