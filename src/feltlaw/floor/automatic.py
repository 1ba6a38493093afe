"""What the program does by itself at a table, and the clocks of an automatic one, as its submission posts
them (I-153)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltlaw.crew import WITHOUT_FLOORPERSON, crew_command
from feltlaw.event import Person, canonical_account
from feltlaw.link import LinkState
from feltlaw.table import Command, State
from feltlaw.table.betting import ReturnWagers, incomplete
from feltlaw.table.checking import LinkIsBack, links_waited_for
from feltlaw.table.closing import NoMoreBets
from feltlaw.table.deciding import TimeOut, waiting

QUIET_MS = 60_000
"""A table at which nothing is awaited looks again so often: decks grow old, cards must be spread."""
LINK_MS = 3_000
"""A table that waits for a link looks so often whether it is back."""
LEAST_MS = 1_000
"""After a clock for which nothing could be done, so long nothing is tried again."""


def crew_of(table: str, opener: str) -> dict[str, Person]:
    """Who acts at an automatic table: the program deals, and what a floorperson does is in the opener's name.

    No account of a person has a slash in its name.
    """
    return {
        "dealer": Person("dealer", canonical_account(f"{table}/dealer")),
        "device": Person("device", canonical_account(f"{table}/device")),
        "floorperson": Person("floorperson", opener),
    }


def next_command(state: State, now: int, opener: str, *, validates: bool = False) -> Command | None:
    """What comes next and is no person's to do; wins that a floorperson validates wait for one."""
    leaves = frozenset[str]() if validates else WITHOUT_FLOORPERSON
    found = crew_command(state, now, crew_of(state.table, opener), leaves)
    if found is None and state.phase == "betting" and all_ready(state):
        return _call(state, opener)
    return found


def link_is_back(state: State, links: Mapping[str, LinkState], opener: str) -> Command | None:
    """At a table of any mode: a link that it waits for answers again (I-154)."""
    for name in links_waited_for(state):
        link = links.get(name)
        if link is not None and not link.stopped:
            return Command("link_is_back", crew_of(state.table, opener)["device"], LinkIsBack(name))
    return None


def all_ready(state: State) -> bool:
    """Whether everybody at the table has wagered and waits for the deal."""
    round_ = state.under_way
    if round_ is None or not round_.facts.stakes:
        return False
    here = {seat for seat, player in state.seats.items() if not state.is_away(player)}
    return here <= set(round_.facts.stakes) and set(round_.facts.stakes) <= set(round_.betting.ready)


def _call(state: State, opener: str) -> Command:
    """ "No more bets"; a box that cannot be played so gets its wagers back first."""
    dealer = crew_of(state.table, opener)["dealer"]
    if seats := incomplete(state):
        return Command("return_wagers", dealer, ReturnWagers(seats[0]))
    return Command("no_more_bets", dealer, NoMoreBets())


@dataclass(frozen=True, slots=True)
class Waits:
    """Whom a clock runs for: the round, what is awaited, the seat; nobody where it runs for all bets."""

    round: int
    what: str
    seat: int = 0


class Pace:
    """The clocks of one table: one call of the event loop is set, for the first that runs out."""

    def __init__(self, tick: Callable[[], None], *, automatic: bool = True, validates: bool = False) -> None:
        self._tick, self._automatic, self._validates = tick, automatic, validates
        self._since: dict[Waits, int] = {}
        self._called: set[Waits] = set()
        """Those for whom the floor was called: the clock does not run for them again."""
        self._over: Waits | None = None
        """Whose time is being declared over."""
        self._timer: asyncio.TimerHandle | None = None

    def set(self, state: State, now: int, least: int = 0) -> None:
        """Looks at what the table waits for; what was waited for before goes on with its own time."""
        self.end()
        waits = self._waits(state)
        self._since = {one: min(self._since.get(one, now), now) for one in waits}
        self._called &= set(waits)
        times = [self._left(state, one, now) for one in waits if one not in self._called]
        times += [LINK_MS] if links_waited_for(state) else []
        times += [QUIET_MS] if self._automatic else []
        left = min([one for one in times if one is not None], default=None)
        if left is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(left, least) / 1000, self._tick)

    def due(self, state: State, now: int, opener: str) -> Command | None:
        """What a clock that has run out stands for; asked when it can be decided at once."""
        self._over = None
        for one in self._waits(state):
            left = self._left(state, one, now) if one not in self._called else None
            if left is None or left > 0:
                continue
            if one.what == "bets":
                return _call(state, opener)
            self._over = one
            return Command("time_out", crew_of(state.table, opener)["device"], TimeOut(one.seat))
        return None

    def done(self) -> None:
        """What was due is on record."""
        if self._over is not None:
            self._called.add(self._over)

    def _waits(self, state: State) -> list[Waits]:
        """Nobody is hurried where nobody validates: at practice."""
        return _waits(state) if self._automatic and not self._validates else []

    def clocks(self, state: State, now: int) -> list[tuple[str, int, int]]:
        """For whom a clock runs: `bets` or `decision`, the seat, and the milliseconds left."""
        found = []
        for one in self._waits(state):
            left = self._left(state, one, now) if one not in self._called else None
            if left is not None:
                found.append(("bets" if one.what == "bets" else "decision", one.seat, left))
        return found

    def _left(self, state: State, one: Waits, now: int) -> int | None:
        """Milliseconds until a clock runs out; None where there is none."""
        option = "betting_seconds" if one.what == "bets" else "decision_seconds"
        seconds = state.submission.option(f"automatic.{option}")
        if not isinstance(seconds, int) or not seconds:
            return None
        since = self._since.get(one, now)
        return max(0, since + seconds * 1000 - now) if since <= now else seconds * 1000

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _waits(state: State) -> list[Waits]:
    round_ = state.under_way
    if round_ is None:
        return []
    if state.phase == "betting":
        return [Waits(state.rounds, "bets")] if round_.facts.stakes else []
    found = waiting(state)
    if found is None:
        return []
    decision, seats = found
    answers = round_.facts.answers
    return [Waits(state.rounds, f"{decision.name} {len(answers.get(seat, ()))}", seat) for seat in seats]
