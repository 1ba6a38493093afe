"""What people do to a link itself: it is stopped, resumed, put right, beside the tables and in its order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from feltlaw import link as links
from feltlaw.desk import told
from feltlaw.desk.turn import link_event, link_line
from feltlaw.event import Person
from feltlaw.floor.keeper import TRIES
from feltlaw.floor.parts import Parts
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Change, Kept, Stopped, Uncertain
from feltlaw.link import LinkState
from feltlaw.record.store import Stale, StoreError

Fact = Callable[[LinkState], Any]
"""The data of an event for a link as it stands; raises `Refused` where it may not be."""


class NoLink(LookupError):
    """There is no such link at this property."""


async def link_of(parts: Parts, name: str) -> LinkState:
    """A link as everybody may see it, with what other processes have written."""
    rows = await parts.store.read(lambda: sql.reading_rows("links", {"id": name}))
    if rows:
        await parts.links.refresh(name)
    found = parts.links.durable.get(name) if rows else None
    if found is None:
        raise NoLink(f"there is no link {name[:80]}")
    return found


async def write_link(
    parts: Parts,
    name: str,
    by: Person,
    fact: Fact,
    *,
    confirmed_by: Person | None = None,
    rows: Sequence[Change] = (),
    kept: Kept | None = None,
) -> LinkState:
    """Writes an event of a link alone; begins again where a table was first."""
    for attempt in range(TRIES):
        await parts.links.ready([name])
        states, heads = parts.links.reached([name])
        if name not in states:
            raise NoLink(f"there is no link {name[:80]}")
        state, head = states[name], heads[name]
        event, after = link_event(state, fact(state), by, told(parts.clock))
        if confirmed_by is not None:
            event = replace(event, confirmed_by=confirmed_by)
            after = links.apply(state, event)
        line, reached = link_line(name, event, head, parts.batch())
        parts.links.begin(name, after, reached)
        try:
            await parts.store.append(Append([line], kept=kept, rows=rows))
        except (Stale, Uncertain) as error:
            parts.fail(error)
            await asyncio.sleep(parts.pause(attempt))
            continue
        except StoreError:
            parts.fail()
            raise
        parts.links.settle({name: after})
        return after
    raise Stopped("other processes were first again and again")
