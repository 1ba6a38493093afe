"""Screens: each is told in order, of nothing that is not durable, and misses nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from feltlaw.floor.api.problems import problem_of
from feltlaw.floor.feed import Ended
from feltlaw.floor.floor import Elsewhere
from feltlaw.record.restore import table_stream
from feltlaw.views import Viewer
from tests.box.process import Process

if TYPE_CHECKING:
    from tests.box.world import World

CARD = rb"(?:[2-9TJQKA][cdhs]|Jk)"
EVENT = re.compile(rb'\{"number":(\d+),"kind"')
CARDS = re.compile(rb'"(' + CARD + rb"(?: " + CARD + rb')*)"')


@dataclass(frozen=True)
class Seen:
    """What one frame showed."""

    viewer: Viewer
    seq: int
    frame: bytes


def cards_in(text: bytes) -> set[str]:
    return {card for found in CARDS.findall(text) for card in found.decode().split()}


def parts_of(frame: bytes, seq: int) -> Iterator[tuple[int, set[str]]]:
    """The cards that a frame shows: by an event's number those in it, and with `seq` those of the view."""
    cut = frame.rindex(b'],"view":{')
    yield seq, cards_in(frame[cut:])
    if cards_in(frame[:cut]):
        _, *parts = EVENT.split(frame[:cut])
        for number, text in zip(parts[::2], parts[1::2], strict=True):
            yield int(number), cards_in(text)


@dataclass(eq=False)
class Screen:
    """One person's screen at one table."""

    world: World
    table: str
    viewer: Viewer
    view: dict[str, Any] = field(default_factory=dict)
    seq: int = 0
    moved: float = 0.0
    """When the table went on last, as far as this screen knows."""
    whole: int = 0
    """How often it got the whole table anew."""

    @property
    def quiet(self) -> float:
        """Seconds in which the table has not gone on."""
        return self.world.loop.now - self.moved

    async def run(self) -> None:
        """Watches, and watches again elsewhere when it is cut off."""
        world = self.world
        while True:
            slot = world.rng.randrange(len(world.processes))
            for _ in range(2):
                process = world.processes[slot]
                if process is None or not process.ready:
                    break
                gone: asyncio.Future[int] = world.loop.create_future()
                process.hangs.append(gone)
                world.loop.begin(self._watched(process, gone), process)
                slot = await gone
                if slot < 0:
                    break
            await asyncio.sleep(0.2 + world.rng.random() * 2)

    async def _watched(self, process: Process, gone: asyncio.Future[int]) -> None:
        """In the process: sends every frame as it comes."""
        world = self.world
        where = -1
        try:
            keeper = await process.floor.table(self.table)
            reader = await keeper.watch(self.viewer, self.seq or None)
            try:
                while not gone.done():
                    frame = await reader.next()
                    self._sent(frame)
                    if world.rng.random() < world.slow:
                        await asyncio.sleep(20)
            finally:
                reader.close()
        except Elsewhere as elsewhere:
            where = int(elsewhere.address or 0)
        except Ended:
            pass
        except Exception as error:
            if problem_of(error) is None:
                world.wrong(f"a screen at {self.table} ended in {type(error).__name__}: {error}")
        if not gone.done():
            gone.set_result(where)

    def _sent(self, frame: bytes) -> None:
        """A frame leaves the process."""
        world = self.world
        told = msgspec.json.decode(frame)
        seq, events = told["seq"], told["events"]
        if seq > world.disk.heads.get(table_stream(self.table), 0):
            world.wrong(f"a frame of {self.table} with number {seq} was sent before that was durable")
        if events and self.seq and events[0]["number"] != self.seq + 1:
            world.wrong(f"a screen at {self.table} had {self.seq} and then got {events[0]['number']}")
        if seq < self.seq:
            world.wrong(f"a screen at {self.table} had {self.seq} and was then told {seq}")
        self.whole += not events
        view = told["view"]
        if any(view.get(name) != self.view.get(name) for name in ("phase", "rounds")):
            self.moved = world.loop.now
        self.seq, self.view = seq, view
        world.counts["frames"] += 1
        world.seen.setdefault(self.table, []).append(Seen(self.viewer, seq, frame))
