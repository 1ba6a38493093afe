"""The whole box: slots with processes, tables, people, faults, and the end of the faults."""

from __future__ import annotations

import asyncio
import random
from collections import Counter as Counts
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from unittest.mock import patch

from feltlaw.event import Person
from feltlaw.house import Mode
from feltlaw.record.restore import table_stream
from feltlaw.record.store import StoreError
from feltlaw.submission import Submission
from tests.box.deals import stacked
from tests.box.disk import Disk
from tests.box.loop import BoxLoop, Life
from tests.box.people import Counter, Crew, Player, Somebody
from tests.box.process import Kind, Process
from tests.box.screens import Seen
from tests.box.tables import choose_tables
from tests.box.wires import Ask, Wires

RATES = ("killed before", "killed after", "lost before", "lost after", "full")
NAMES = ("ann", "bob", "cid", "dot", "eve", "fox", "gus", "hal", "ida")


@dataclass(frozen=True)
class Size:
    """How much happens under one seed."""

    seconds: float = 24.0
    """With faults, in the box's own time."""
    patience: float = 400.0
    """After them, until every table must have gone on."""
    tables: int = 3
    """At most."""


SHORT = Size(seconds=14.0, tables=2)
"""For the tests that run always; the long proof has whole ones."""


def _no_twin(stack: ExitStack) -> None:
    pass


@dataclass
class World:
    """One seed."""

    seed: int
    size: Size = field(default_factory=Size)
    twin: Callable[[ExitStack], None] = _no_twin
    """What makes the floor a bad twin of itself, while it runs."""

    def __post_init__(self) -> None:
        self.rng = random.Random(f"box {self.seed}")
        self.loop = BoxLoop()
        self.counts: Counts[str] = Counts()
        self.story: list[str] = []
        self.faults: list[str] = []
        self.asked: list[Ask] = []
        self.seen: dict[str, list[Seen]] = {}
        self.noisy = True
        self.gone_on: set[str] = set()
        """Tables that have played another round since the faults ended: nobody needs to play there now."""
        self.slow = 0.002
        """How often a screen does not keep up."""
        self.disk = Disk(self.loop, self.rng, self.counts)
        self.disk.kill = self.killed
        self.disk.told = self._tell
        self.wires = Wires(self)
        self.kind: Kind = "sqlite" if self.rng.random() < 0.25 else "postgres"
        many = 1 if self.kind == "sqlite" else self.rng.randint(2, 3)
        self.processes: list[Process | None] = [None] * many
        self._died: dict[int, asyncio.Event] = {}
        self.tables = choose_tables(self.rng, self.size.tables)
        self.people: list[Somebody] = []

    # ── the story ──

    def say(self, what: str) -> None:
        self.story.append(f"{self.loop.now:9.3f}  {what}")

    def wrong(self, what: str) -> None:
        self.faults.append(what)
        self.say(f"WRONG: {what}")

    # ── running ──

    def run(self) -> None:
        """From the first process to the end of the faults, and until every table has gone on."""
        with ExitStack() as stack:
            self._hurry(stack)
            self.twin(stack)
            try:
                self.loop.run_until_complete(self.loop.begin(self._live()))
            except AssertionError as error:
                self.wrong(str(error))
            self.faults += [f"in a task: {error}" for error in self.loop.errors]
            self.faults += self.disk.faults

    async def _live(self) -> None:
        loop = self.loop
        self.say(
            f"a property on {self.kind} with {len(self.processes)} processes and {', '.join(self.tables)}"
        )
        for slot in range(len(self.processes)):
            loop.begin(self._supervised(slot))
        self._faults_begin()
        loop.begin(self._faulty())
        if self.rng.random() < 0.3:
            loop.begin(self._fragile())
        for table, (mode, submission) in self.tables.items():
            loop.begin(self._kept_open(table, mode, submission))
        self._people_come()
        await asyncio.sleep(self.size.seconds)
        self._faults_end()
        await self._goes_on()

    def _hurry(self, stack: ExitStack) -> None:
        """What takes hundreds of rounds in a real property comes within a few here."""
        stack.enter_context(patch("feltlaw.desk.chance.shuffle", stacked))
        for what, often in (
            ("keeper.SNAPSHOT_EVERY", (1, 2, 50)),
            ("links.SNAPSHOT_EVERY", (2, 6, 200)),
            ("feed.QUEUE", (2, 64)),
            ("feed.REMEMBERED", (2, 40)),
        ):
            stack.enter_context(patch(f"feltlaw.floor.{what}", self.rng.choice(often)))

    async def _kept_open(self, table: str, mode: Mode, submission: Submission) -> None:
        """The manager opens a table, and now and then closes it for the day and opens it again."""
        mia = Person("manager", "mia")
        while True:
            reply = await self.wires.ask(Ask(mia, "open", (mode, submission), table), 1)
            if reply.status not in (201, 409):
                self.say(f"mia, who wants to open {table}, is told {reply.status or 'nothing'}")
                await asyncio.sleep(1)
                continue
            self.say(f"{table} is open, {mode}" if reply.status == 201 else f"{table} was open")
            await asyncio.sleep(10 + self.rng.random() * 40)
            if self.noisy and self.rng.random() < 0.5:
                reply = await self.wires.ask(Ask(mia, "close", {}, table), 2)
                self.say(f"mia, who wants to close {table}, is told {reply.status or 'nothing'}")
                self.counts["tables closed"] += reply.status == 200

    def _people_come(self) -> None:
        names = iter(NAMES)
        players = []
        for table, (mode, _) in self.tables.items():
            for _ in range(self.rng.randint(1, 2)):
                players.append(next(names))
                self.people.append(Player(self, Person("player", players[-1]), table))
            if mode == "dealt":
                self.people.append(Crew(self, Person("dealer", "dee"), table))
            self.people.append(Crew(self, Person("floorperson", "flo"), table))
            if mode == "dealt":
                self.people.append(Crew(self, Person("floorperson", "fay"), table))
        for one in self.people:
            one.begin()
        self.loop.begin(Counter(self, players).run())

    # ── processes ──

    async def _supervised(self, slot: int) -> None:
        """Begins a process again whenever it has died, or its store has failed."""
        for life in range(10**6):
            jump = self._jump() if self.noisy and self.rng.random() < 0.2 else 0
            seed = self.rng.getrandbits(64)
            process = Process(
                slot, self.kind, self.disk, random.Random(seed), seed, jump,
                name=f"p{slot}.{life}",
            )  # fmt: skip
            self._died[slot] = died = asyncio.Event()
            self.processes[slot] = process
            self.counts["processes begun"] += 1
            self.say(f"{process.name} begins" + (f", its clock off by {jump} ms" if jump else ""))
            self.loop.begin(self._begun(process), process)
            while process.alive:
                try:
                    await asyncio.wait_for(died.wait(), 3.0)
                except TimeoutError:
                    if process.ready and process.store.fault:
                        self.say(f"{process.name}: {process.store.fault}")
                        self.killed(process, "its store has failed, and somebody looks at it")
            self.processes[slot] = None
            await asyncio.sleep(self.rng.random() * 5)

    async def _begun(self, process: Process) -> None:
        try:
            await process.begin()
        except StoreError as error:
            self.loop.call_soon(
                self.killed, process, f"it could not begin: {error}", context=self.loop.outside
            )

    def killed(self, life: Life, why: str) -> None:
        """A process dies where it stands."""
        assert isinstance(life, Process)
        if not life.alive:
            return
        self.say(f"{life.name} is killed: {why}")
        self.counts["processes killed"] += 1
        self.loop.kill(life)
        for keeper in life.floor.keepers.values() if life.ready else ():
            keeper.lost = True  # nothing of what is thrown away later sets a clock
        for hangs in life.hangs:
            if not hangs.done():
                self.loop.later(self.wires.delay(), _let_go, hangs)
        self._died[life.slot].set()

    def _tell(self, streams: list[str]) -> None:
        for process in self.processes:
            if process is not None and process.ready:
                process.store.tell(streams)

    # ── faults ──

    def _faults_begin(self) -> None:
        """Some seeds are rough in one way, some in another, some hardly at all."""
        rng = self.rng
        self.wires.loss = rng.choice((0.0, 0.02, 0.1))
        self.wires.twice = rng.choice((0.0, 0.03, 0.1))
        scale = rng.choice((0.0, 0.004, 0.015))
        self.disk.rates = {fate: scale * rng.random() * 2 for fate in RATES}  # type: ignore[misc]
        self.disk.rates["full"] /= 4

    async def _faulty(self) -> None:
        """Things that go wrong from outside, at any moment."""
        rng = self.rng
        often = rng.choice((2.0, 5.0, 12.0))
        kinds = (
            self._kill,
            self._clock_jumps,
            self._lease_runs_out,
            self._link_cut,
            self._link_cut,
            self._freeze,
        )
        while True:
            await asyncio.sleep(rng.expovariate(1 / often))
            if not self.noisy:
                return
            living = [one for one in self.processes if one is not None and one.ready]
            if living:
                rng.choice(kinds)(rng.choice(living))

    async def _fragile(self) -> None:
        """Links that are gone when they are needed: between the deal and the wins it brings (I-154)."""
        while self.noisy:
            await asyncio.sleep(0.5)
            for process in self.processes:
                keepers = process.floor.keepers.values() if process is not None and process.ready else ()
                phases = {keeper.state.phase for keeper in keepers}
                if process is not None and phases & {"deciding", "settling"} and self.rng.random() < 0.4:
                    self._link_cut(process, 12)

    def _kill(self, process: Process) -> None:
        self.counts["fault: killed from outside"] += 1
        self.killed(process, "from outside")

    def _jump(self) -> int:
        self.counts["fault: clock jumps"] += 1
        return self.rng.choice((-1, 1)) * self.rng.choice((500, 5_000, 20_000, 3_600_000, 10**9))

    def _clock_jumps(self, process: Process) -> None:
        process.jump_ms += self._jump()
        self.say(f"the clock of {process.name} jumps, and is off by {process.jump_ms} ms")

    def _lease_runs_out(self, process: Process) -> None:
        """Under its owner: another process takes a table that this one still believes to own."""
        others = [one for one in self.processes if one is not None and one.ready and one is not process]
        tables = [name for name, keeper in process.floor.keepers.items() if not keeper.lost]
        if not others or not tables:
            return
        table = self.rng.choice(tables)
        self.counts["fault: lease runs out"] += 1
        self.say(f"the lease of {process.name} on {table} has run out")
        self.disk.db.execute("UPDATE streams SET until = 1 WHERE stream = ?", (table_stream(table),))
        other = self.rng.choice(others)
        self.loop.begin(_taken(other, table), other)

    def _link_cut(self, process: Process, seconds: float = 30) -> None:
        links = sorted(
            {link for keeper in process.floor.keepers.values() for link in keeper.state.links.values()}
        )
        if not links:
            return
        link = self.rng.choice(links)
        self.counts["fault: link cut"] += 1
        self.say(f"{process.name} cannot reach the link {link}")
        process.floor.parts.links.cut(link)
        self.loop.later(self.rng.random() * seconds, self._joined, process, link)

    def _joined(self, process: Process, link: str) -> None:
        self.say(f"{process.name} reaches the link {link} again")
        process.floor.parts.links.join(link)

    def _freeze(self, process: Process) -> None:
        """The database does not answer anybody for a while."""
        self.counts["fault: database held"] += 1
        self.say("the database is held by somebody else")
        session = object()
        self.loop.begin(self._held(session))

    async def _held(self, session: object) -> None:
        await self.disk.take(session, Life("backup"))
        await asyncio.sleep(self.rng.random() * 15)
        self.disk.give_back(session)

    def _faults_end(self) -> None:
        self.say("the faults end")
        self.noisy = False
        self.slow = 0.0
        self.disk.rates = {}
        self.wires.loss = self.wires.twice = 0.0
        for process in self.processes:
            if process is not None:
                process.jump_ms = 0
                if process.ready:
                    for link in list(process.floor.parts.links._cut):
                        process.floor.parts.links.join(link)

    # ── afterwards ──

    async def _goes_on(self) -> None:
        """Every table plays another round by itself."""
        before = self._rounds()
        until = self.loop.now + self.size.patience
        while self.loop.now < until:
            await asyncio.sleep(2)
            now = self._rounds()
            self.gone_on |= {table for table, rounds in now.items() if rounds > before.get(table, 0)}
            if self.gone_on >= set(self.tables):
                return
        for table in self.tables:
            if table not in self.gone_on:
                self.wrong(f"{table} does not go on")
                for one in (one for one in self.people if one.table == table):
                    view = one.screen.view
                    offers = sorted({offer["do"] for offer in one.offers})
                    self.say(
                        f"  {one.person.account} sees {view.get('phase')} at {one.screen.seq}, "
                        f"waits {view.get('waits', {}).get('do')}, may {', '.join(offers)}"
                    )

    def _rounds(self) -> dict[str, int]:
        found = self.disk.rows("SELECT table_id, COUNT(*) FROM rounds GROUP BY table_id")
        return {str(table): int(many) for table, many in found}


async def _taken(process: Process, table: str) -> None:
    try:
        await process.floor.table(table)
    except Exception:  # it was too late, and the owner has said so again
        return


def _let_go(hangs: asyncio.Future[int]) -> None:
    if not hangs.done():
        hangs.set_result(-1)
