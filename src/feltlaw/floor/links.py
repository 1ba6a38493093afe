"""The property's links in one process.

Tables decide on the *tip* of a link: how it stands after what this process has decided, on its way to the
store or already there. Appends of one process reach the store in their order, so what stands on a tip
becomes durable after it, or is refused with it; then the tips are read anew. Screens see what is durable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from feltlaw import link as links
from feltlaw.desk import Turn
from feltlaw.floor.reading import lines_after, link_state
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.link import LinkState
from feltlaw.record.restore import stream_of
from feltlaw.record.store import Head

SNAPSHOT_EVERY = 200
"""Events of a link between two saved states of it."""


class FloorLinks:
    """States of links, by their names."""

    def __init__(self, store: FloorStore) -> None:
        self._store = store
        self._tips: dict[str, tuple[LinkState, Head]] = {}
        self._cut: set[str] = set()
        """Links that this process cannot reach: an error when one was read, or a test's scissors."""
        self._nowhere: set[str] = set()
        """Links that are not on record."""
        self.durable: dict[str, LinkState] = {}
        """As everybody may see them."""
        self._saved_at: dict[str, int] = {}

    async def ready(self, names: Iterable[str]) -> None:
        """Reads links that are not known; when this returns, all that are on record are at hand."""
        missing = [name for name in names if name not in self._tips and name not in self._nowhere]
        while missing:
            for name in missing:
                found = await link_state(self._store, name)
                if found is None:
                    self._nowhere.add(name)
                else:
                    self._tips.setdefault(name, found)
                    self._seen(name, found[0])
            missing = [name for name in missing if name not in self._tips and name not in self._nowhere]

    def reached(self, names: Iterable[str]) -> tuple[dict[str, LinkState], dict[str, Head]]:
        """The tips of links that can be reached: states and last events."""
        wanted = [name for name in names if name in self._tips and name not in self._cut]
        return {name: self._tips[name][0] for name in wanted}, {name: self._tips[name][1] for name in wanted}

    def begin(self, name: str, state: LinkState, head: Head) -> None:
        """A link whose opening is on its way to the store."""
        self._nowhere.discard(name)
        self._tips[name] = (state, head)

    def tip(self, name: str) -> LinkState:
        return self._tips[name][0]

    def known(self, name: str) -> bool:
        return name in self._tips

    def advance(self, turn: Turn) -> None:
        """What a turn has decided is what the next one stands on."""
        for name, state in turn.links.items():
            self._tips[name] = (state, turn.heads[name])

    def settle(self, states: Mapping[str, LinkState]) -> None:
        """What a turn has decided is durable."""
        for name, state in states.items():
            self._seen(name, state)

    def fail(self) -> None:
        """An append was refused: what stood on it is void, and everything is read anew."""
        self._tips.clear()
        self._nowhere.clear()

    def due(self, turn: Turn) -> list[str]:
        """Links of a turn of which many events have come since their states were saved last."""
        found = []
        for name, state in turn.links.items():
            if (
                state.number
                >= self._saved_at.setdefault(name, state.number // SNAPSHOT_EVERY * SNAPSHOT_EVERY)
                + SNAPSHOT_EVERY
            ):
                self._saved_at[name] = state.number
                found.append(name)
        return found

    async def refresh(self, name: str) -> None:
        """Brings what everybody may see up to date with what other processes have written."""
        state = self.durable.get(name)
        if state is None:
            self._nowhere.discard(name)
            await self.ready([name])
            return
        for line in await lines_after(self._store, stream_of(name), state.number):
            begins = line.event.kind == "open_link"
            state = links.begin(line.event, line.number) if begins else links.apply(state, line.event)
        self._seen(name, state)

    def catch_up(self, name: str) -> None:
        """Forgets a tip that another process has left behind."""
        tip, seen = self._tips.get(name), self.durable.get(name)
        if tip is not None and seen is not None and tip[0].number < seen.number:
            del self._tips[name]

    def runs(self, name: str) -> bool:
        """Whether a link takes wagers, as far as this process knows."""
        seen = self.durable.get(name)
        return seen is not None and not seen.stopped and name not in self._cut

    def cut(self, name: str) -> None:
        """The link cannot be reached until `join`."""
        self._cut.add(name)

    def join(self, name: str) -> None:
        self._cut.discard(name)

    def _seen(self, name: str, state: LinkState) -> None:
        known = self.durable.get(name)
        if known is None or known.number < state.number:
            self.durable[name] = state
