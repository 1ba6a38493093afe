"""The links of a property on a store, as they stand."""

from __future__ import annotations

from feltlaw import link as links
from feltlaw.desk.turn import link_event, link_line
from feltlaw.event import Event, Person
from feltlaw.link import LinkState
from feltlaw.meter import Meter
from feltlaw.record.lines import Sealed
from feltlaw.record.restore import restored_link, stream_of
from feltlaw.record.store import Head, Store, StoreError
from feltlaw.schema import tidy

SNAPSHOT_EVERY = 100
"""Events of a link between two saved states of it."""


class Links:
    """States of links by their names; several desks may share them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.states: dict[str, LinkState] = {}
        self._saved_at: dict[str, int] = {}

    def head(self, name: str) -> Head:
        return self.store.head(stream_of(name))

    def reach(self, name: str) -> LinkState:
        """A link as it stands; raises `StoreError` where it is not on record."""
        found = self.states.get(name) or restored_link(self.store, name)
        if found is None:
            raise StoreError(f"the link {name} is not on record")
        self.states[name] = found
        return found

    def open(self, name: str, meter: Meter, by: Person, now: int) -> LinkState:
        """Begins a link, where it is not there yet; one that is goes on as it stands."""
        line, state = self.opening(name, meter, by, now)
        if line is not None:
            self.store.append([line], None, None)
        self.states[name] = state
        return state

    def opening(
        self, name: str, meter: Meter, by: Person, now: int, before: LinkState | None = None
    ) -> tuple[Sealed | None, LinkState]:
        """The event that begins a link, and how it stands then; none where it is there already.

        `before` is the link as another record left it, on which the store's stream goes on.
        """
        found = self.states.get(name) or restored_link(self.store, name)
        if found is not None:
            return None, found
        return link_opening(
            name, meter, by, now, head=self.head(name), batch=self.store.batch + 1, before=before
        )

    def write(self, name: str, data: object, by: Person, now: int) -> LinkState:
        """Something that happens to a link alone: it is stopped, resumed or put right."""
        event, state = link_event(self.states[name], data, by, now)
        line, _ = link_line(name, event, self.head(name), self.store.batch + 1)
        self.store.append([line], None, None)
        self.states[name] = state
        return state

    def due(self, name: str) -> bool:
        """Whether many events have come since the link's state was saved last."""
        if name not in self._saved_at:
            saved = self.store.saved(stream_of(name))
            self._saved_at[name] = saved.number if saved else 0
        number = self.states[name].number
        if number < self._saved_at[name] + SNAPSHOT_EVERY:
            return False
        self._saved_at[name] = number
        return True


def link_opening(
    name: str,
    meter: Meter,
    by: Person,
    now: int,
    *,
    head: Head,
    batch: int,
    before: LinkState | None = None,
) -> tuple[Sealed, LinkState]:
    """The event that begins a link, and how it stands then."""
    data = tidy(links.opening(name, meter, head.hash if head.number else "", before))
    event = Event("open_link", by, now, data, links.moves_of(LinkState(name, meter), data))
    line, _ = link_line(name, event, head, batch)
    return line, links.begin(event, line.number)
