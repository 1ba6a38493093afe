"""Tables of one's own, without an account and without a database: the same floor, in memory.

Whoever opened one knows its name, which nobody can guess, and plays there as `you`.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from feltlaw import cage
from feltlaw.desk import Clock, told
from feltlaw.event import Person
from feltlaw.floor.cashier import Cashier
from feltlaw.floor.feed import Ended
from feltlaw.floor.floor import Floor, NoTable
from feltlaw.floor.keeper import Keeper, KeyUse, NotHere
from feltlaw.floor.opening import Wanted
from feltlaw.floor.people import Caller
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Stopped
from feltlaw.floor.store.sqlite import SQLiteStore
from feltlaw.lessons import Lessons
from feltlaw.practice import Adviser, company_step, middle_seat, seats_beside
from feltlaw.record.restore import table_stream
from feltlaw.refusal import Refused
from feltlaw.shuffle import SystemSource
from feltlaw.table import read_command
from feltlaw.views import Viewer

PREFIX = "practice-"
YOU = Caller("you", ("player",))
HOUSE = Person("manager", "house")
PURSE = 10_000_00
KEPT_MS = 3_600_000
"""A practice table nobody has touched for so long goes."""
MOST = 500


@dataclass(frozen=True, slots=True)
class Lesson:
    """How somebody wants to practise."""

    hard: bool = False
    """With hands that are close between two acts."""
    others: int = 0
    """Players of the program beside him."""
    again: tuple[str, int] | None = None
    """A practice table and the round there whose deck is dealt once more, first."""


ALONE = Lesson()


@dataclass
class PracticeTables:
    """All practice tables of one process."""

    clock: Clock
    _floor: Floor | None = None
    _touched: dict[str, int] = field(default_factory=dict)
    _company: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def open(self, adviser: Adviser, lesson: Lesson = ALONE) -> Keeper:
        """A new table with a purse for its player, who has the chips in front of him when he buys in."""
        floor, submission = await self._running(), adviser.submission
        again = self._order(lesson.again)
        await self._tidy(floor)
        if len(self._touched) >= MOST:
            raise Refused("too many practice tables are open", "Wait until others have finished.")
        name = f"{PREFIX}{secrets.token_hex(12)}"
        self._touched[name] = told(self.clock)
        names = [f"bot{at + 1}" for at in range(min(lesson.others, submission.limits.seats - 1))]
        beside = seats_beside(submission.limits.seats)[: len(names)]
        chance = Lessons(
            SystemSource(),
            adviser=adviser if lesson.hard else None,
            player=YOU.account,
            seats=(middle_seat(submission.limits.seats), *beside),
            again=again,
        )
        keeper = await floor.open(Wanted(name, "automatic", submission, HOUSE), chance)
        for account in (YOU.account, *names):
            deposit = cage.Deposit(account, PURSE)
            key = KeyUse(account, f"purse {name}", "")
            await Cashier(floor.parts).enter(deposit, Person("cashier", "house"), key)
        if names:
            company = dict(zip(names, beside, strict=True))
            self._company[name] = asyncio.ensure_future(self._play(keeper, adviser, company))
        return keeper

    def _order(self, again: tuple[str, int] | None) -> tuple[int, ...]:
        """The deck of a round that is over; one that is still to be played is nobody's to know."""
        if again is None:
            return ()
        table, number = again
        keeper = (
            self._floor.keepers.get(table) if self._floor is not None and table in self._touched else None
        )
        known = keeper.chance.orders if keeper is not None and isinstance(keeper.chance, Lessons) else {}
        if number not in known or number >= max(known):
            raise Refused("this hand is not remembered any more", "Deal another one.")
        return known[number]

    async def _play(self, keeper: Keeper, adviser: Adviser, seats: Mapping[str, int]) -> None:
        """The players of the program, for as long as the table is there; each does what is his to do."""
        reader = await keeper.watch(Viewer("onlooker"))
        with contextlib.suppress(Ended, NotHere, Stopped):
            while True:
                acted = False
                for name, seat in seats.items():
                    view = keeper.feed.look.view(Viewer("player", name))
                    step = await asyncio.to_thread(company_step, adviser, view, seat)
                    alone = all(one.player != YOU.account for one in view.public.seats)
                    if step is not None and not (alone and step[0] == "bet"):
                        with contextlib.suppress(Refused):
                            by = Person("player", name)
                            acted |= bool((await keeper.command(read_command(*step, by))).events)
                if not acted:
                    await reader.next()
        reader.close()

    async def table(self, name: str) -> Keeper:
        if self._floor is None or name not in self._touched:
            raise NoTable(f"there is no table {name}")
        self._touched[name] = told(self.clock)
        return await self._floor.table(name)

    @property
    def cashier(self) -> Cashier:
        assert self._floor is not None, "a table was found"
        return Cashier(self._floor.parts)

    @property
    def floor(self) -> Floor:
        assert self._floor is not None, "a table was found"
        return self._floor

    async def _running(self) -> Floor:
        if self._floor is None:
            floor = Floor(SQLiteStore(None), self.clock, "practice", validates=True)
            await floor.start()
            self._floor = floor
        return self._floor

    async def _tidy(self, floor: Floor) -> None:
        now = told(self.clock)
        for name in [one for one, at in self._touched.items() if now - at > KEPT_MS]:
            del self._touched[name]
            if name in self._company:
                self._company.pop(name).cancel()
            await floor.release(name)
            await floor.store.write(lambda name=name: sql.dropping(table_stream(name), name))  # type: ignore[misc]

    async def stop(self) -> None:
        for task in self._company.values():
            task.cancel()
        if self._floor is not None:
            await self._floor.stop()
            await self._floor.store.close()
