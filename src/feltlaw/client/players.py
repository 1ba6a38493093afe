"""A player that the program brings: sits down, buys in, stakes, decides as the mathematics says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlaw.client.asynchronous import AsyncClient
from feltlaw.client.model import Frame, Problem, Unreachable
from feltlaw.client.watching import Tally, Watch, watching
from feltlaw.money import Cents, dollars, parse_money
from feltlaw.practice import Adviser, main_bets, usual_bets
from feltlaw.submission import Submission

PATIENCE_SECONDS = 2.0
"""So long a player waits for news after a refusal."""
LOOK_SECONDS = 30.0
BUY_IN: Cents = 300_00


@dataclass
class Rules:
    """The rules of tables and what the mathematics knows of them, read once for everybody."""

    _known: dict[str, Adviser] = field(default_factory=dict)

    async def of(self, client: AsyncClient, table: str) -> Adviser:
        digest = (await client.table(table))["submission"]
        if digest not in self._known:
            data = (await client.submission(digest))["submission"]
            self._known.setdefault(digest, Adviser(Submission.from_data(data)))
        return self._known[digest]


Step = tuple[str, Mapping[str, Any]]


@dataclass
class Player:
    """One player at one table."""

    client: AsyncClient
    table: str
    account: str
    rules: Rules
    pace: float
    rng: random.Random
    tally: Tally
    fund: Callable[[str], Awaitable[bool]]
    """Puts money on an account at the cage, where somebody can."""
    stop: asyncio.Event
    _broke: bool = False
    _refused: int = -1
    """The number at which the table refused; nothing is tried there again."""
    _refused_bets: bool = False

    async def play(self) -> None:
        """Plays until it is time to stop, or until there is nothing left to play with."""
        adviser = await self.rules.of(self.client, self.table)
        async with watching(self.client, self.table, "player") as watch:
            frame = await watch.newer(-1)
            while frame is not None and not self._broke and frame.view["phase"] != "closed":
                if self.stop.is_set() and not await self._leave(frame):
                    return
                step = await self._next(frame, adviser) if frame.seq != self._refused else None
                if step is None:
                    frame = await self._news(watch, frame)
                    continue
                if self.pace:
                    await asyncio.sleep(self.pace * (0.5 + self.rng.random()))
                frame = await self._do(step, frame, watch)

    async def _news(self, watch: Watch, frame: Frame) -> Frame:
        seconds = PATIENCE_SECONDS if frame.seq == self._refused else LOOK_SECONDS
        newer = asyncio.ensure_future(watch.newer(frame.seq, seconds))
        stopping = asyncio.ensure_future(self.stop.wait())
        try:
            await asyncio.wait({newer, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            if not newer.done():
                newer.cancel()
        self._refused = -1
        found = newer.result() if newer.done() and not newer.cancelled() else None
        return found or frame

    async def _leave(self, frame: Frame) -> bool:
        """Gets up where that is allowed now; whether it is worth while to wait for it."""
        seats = frame.view.get("you", {}).get("seats", [])
        offered = frame.offers("leave")
        if not seats or not offered:
            return False
        for offer in offered:
            try:
                await self.client.command(self.table, "leave", offer["data"], as_="player")
            except (Problem, Unreachable):
                self.tally.refused += 1
        return False

    # ── what comes next ──

    async def _next(self, frame: Frame, adviser: Adviser) -> Step | None:
        """The next thing to do, where there is one."""
        you = frame.view.get("you", {})
        if not you.get("seats"):
            seats = frame.offers("sit")
            return ("sit", self.rng.choice(seats)["data"]) if seats else None
        if back := frame.offers("come_back"):
            return "come_back", back[0]["data"]
        if frame.offers("decide", "set_hand"):
            return await self._decision(frame, adviser)
        if ready := frame.offers("ready"):
            return "ready", ready[0]["data"]
        if (
            frame.view["phase"] == "betting"
            and frame.offers("bet", "buy_in")
            and not self._has_bet(frame, you["seats"][0])
        ):
            return self._bet(frame, adviser.submission, you["seats"][0], parse_money(you.get("chips", "0")))
        return None

    @staticmethod
    def _has_bet(frame: Frame, seat: int) -> bool:
        boxes = (frame.view.get("round") or {}).get("boxes", ())
        return any(box["seat"] == seat and box.get("wagers") for box in boxes)

    def _bet(self, frame: Frame, submission: Submission, seat: int, chips: Cents) -> Step:
        """What is usual, sometimes with what feeds a meter; money is exchanged first where it is short."""
        alone = len(frame.view.get("seats", ())) < 2
        bets = usual_bets(submission, chips, alone=alone)
        if not bets:
            least = sum(main_bets(submission, alone=alone).values())
            return "buy_in", {"amount": dollars(max(BUY_IN, 4 * least))}
        if self._refused_bets:
            bets = main_bets(submission, alone=alone)
        elif self.rng.random() < 0.5:
            bets |= self._on_meters(submission, chips - sum(bets.values()))
        wagers = {wager: dollars(stake) for wager, stake in bets.items()}
        return "bet", {"seat": seat, "wagers": wagers}

    @staticmethod
    def _on_meters(submission: Submission, chips: Cents) -> dict[str, Cents]:
        """A wager on each meter, as far as the chips go."""
        found: dict[str, Cents] = {}
        for wager, offered in submission.wagers.items():
            if offered.wager.meter and offered.minimum <= chips // 4 and not submission.needs_company(wager):
                found[wager] = offered.minimum
                chips -= offered.minimum
        return found

    async def _decision(self, frame: Frame, adviser: Adviser) -> Step:
        view = frame.seen
        seat = frame.offers("decide", "set_hand")[0]["data"]["seat"]
        if not self.pace:
            choice = adviser.choose(view, seat)
        else:
            choice = await asyncio.to_thread(adviser.choose, view, seat)
        return choice.do, choice.data

    # ── doing it ──

    async def _do(self, step: Step, frame: Frame, watch: Watch) -> Frame:
        do, data = step
        self.tally.commands += 1
        try:
            if do == "buy_in":
                answer = await self._buy_in(str(data["amount"]))
            else:
                answer = await self.client.command(self.table, do, data, as_="player")
        except Problem as refused:
            self.tally.refused += 1
            self._refused_bets = do == "bet"
            self._refused = frame.seq
            if do == "buy_in" or refused.status in (401, 403):
                self._broke = True
            return watch.frame or frame
        if do == "bet":
            self._refused_bets = False
        return answer

    async def _buy_in(self, amount: str) -> Frame:
        try:
            return await self.client.buy_in(self.table, amount)
        except Problem as refused:
            if refused.status != 409 or not await self.fund(self.account):
                raise
        return await self.client.buy_in(self.table, amount)
