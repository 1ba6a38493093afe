"""The floor under load: real clients over real sockets, at full speed, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

from bench.measure import Compared, Effort, LeftOut, Result
from bench.records import play_automatic
from bench.tables import SEATS, WAGERS, full_table
from feltlaw.crew import Crew

EIGHTH, FOUR_FIFTHS = 1 / 8, 0.8
ALONE = "the desk alone, in memory"


@dataclass
class Load:
    """What clients have seen."""

    rounds: int = 0
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    commits: int = 0
    used: float = 0.0
    """Processor seconds of the server."""

    @property
    def rate(self) -> float:
        return self.rounds / self.seconds

    @property
    def cost(self) -> float:
        """Processor seconds of the server a round: what one core could do at most."""
        return self.used / self.rounds

    def quantile(self, part: float) -> float:
        return sorted(self.times)[int(len(self.times) * part)]

    def __str__(self) -> str:
        commands = len(self.times)
        shared = f", {commands / self.commits:.1f} commands a commit" if self.commits else ""
        return (
            f"{commands / self.seconds:,.0f} commands and {self.rate:.0f} rounds a second, "
            f"p50 {self.quantile(0.5) * 1000:.1f} ms, p99 {self.quantile(0.99) * 1000:.1f} ms{shared}"
        )


class Wire:
    """One keep-alive connection of one player."""

    def __init__(self, address: str, key: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = str(parts.hostname), int(parts.port or 80)
        self._head = (
            f"Host: {parts.netloc}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
        )
        self._count = 0

    async def open(self) -> Wire:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        self._count += 1
        raw = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\n{self._head}Idempotency-Key: {id(self)} {self._count}\r\n"
        self._writer.write(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
        status = int((await self._reader.readline()).split()[1])
        length = 0
        while (line := await self._reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, await self._reader.readexactly(length)

    def close(self) -> None:
        self._writer.close()


class Table:
    """Seven players who bet, are ready and decide as fast as they are answered."""

    def __init__(self, name: str, wires: Sequence[Wire], load: Load) -> None:
        self._path, self._wires, self._load = f"/api/tables/{name}", wires, load

    async def begin(self) -> None:
        for seat, wire in zip(SEATS, self._wires, strict=True):
            await wire.open()
            await self._give(wire, "sit", {"seat": seat}, counts=False)
            await wire.post(f"{self._path}/buy-in", {"amount": "10000000.00"})

    async def _give(self, wire: Wire, do: str, data: dict[str, Any], *, counts: bool = True) -> None:
        since = perf_counter()
        status, answer = await wire.post(f"{self._path}/commands", {"do": do, "data": data})
        if status != 200:
            raise RuntimeError(f"{do}: {status} {answer[:300]!r}")
        if counts:
            self._load.times.append(perf_counter() - since)

    async def play(self, until: float) -> None:
        while perf_counter() < until:
            for seat, wire in zip(SEATS, self._wires, strict=True):
                await self._give(wire, "bet", {"seat": seat, "wagers": WAGERS})
            for seat, wire in zip(SEATS, self._wires, strict=True):
                await self._give(wire, "ready", {"seat": seat})
            for seat, wire in zip(SEATS, self._wires, strict=True):
                await self._give(wire, "decide", {"seat": seat, "act": "play"})
            self._load.rounds += 1

    def close(self) -> None:
        for wire in self._wires:
            wire.close()


def loaded(place: str, tables: int, seconds: float, *, durable: bool = True) -> Load:
    """A server in a process of its own, and everybody at its tables in this one."""
    command = [
        sys.executable,
        "-m",
        "bench.floor_server",
        place,
        str(tables),
        "durable" if durable else "not",
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        told = json.loads(server.stdout.readline())
        load = asyncio.run(_played(told["address"], told["keys"], seconds))
        server.stdin.close()
        told = json.loads(server.stdout.readline())
        load.commits, load.used = int(told["commits"]), float(told["seconds"])
    return load


async def _played(address: str, keys: dict[str, list[str]], seconds: float) -> Load:
    load = Load()
    tables = [Table(name, [Wire(address, key) for key in own], load) for name, own in keys.items()]
    for table in tables:
        await table.begin()
    since = perf_counter()
    await asyncio.gather(*(table.play(since + seconds) for table in tables))
    load.seconds = perf_counter() - since
    for table in tables:
        table.close()
    return load


def _alone(rounds: int) -> float:
    """Seconds a round at the desk alone, on the memory store."""
    desk = full_table()
    crew = Crew(desk)
    play_automatic(desk, crew)
    began = process_time()
    for _ in range(rounds):
        play_automatic(desk, crew)
    return (process_time() - began) / rounds


def floor(effort: Effort, folder: Path) -> Iterator[Result]:
    """Rounds of one and of many tables, against the desk alone and against commits nobody waits for."""
    many, seconds = (10, 4.0) if effort.quick else (50, 12.0)
    alone = _alone(20 if effort.quick else 100)
    one = loaded(str(folder / "one"), 1, seconds)
    busy = loaded(str(folder / "many"), many, seconds)
    hasty = loaded(str(folder / "hasty"), many, seconds, durable=False)
    yield Compared(
        "one table over HTTP, SQLite",
        "round",
        one.cost,
        alone,
        ALONE,
        None,
        str(one),
    )
    yield Compared(
        f"{many} tables over HTTP, SQLite", "round", busy.cost, alone, ALONE, EIGHTH,
        str(busy),
    )  # fmt: skip
    yield Compared(
        f"{many} tables, durable commits", "round", 1 / busy.rate, 1 / hasty.rate, "commits not waited for",
        FOUR_FIFTHS, f"not waited for: {hasty}",
    )  # fmt: skip
    url = os.environ.get("TEST_DATABASE_URL", "")
    if not url:
        yield LeftOut(f"{many} tables over HTTP, PostgreSQL", "name an empty database in TEST_DATABASE_URL")
        return
    shared = loaded(url, many, seconds)
    yield Compared(
        f"{many} tables over HTTP, PostgreSQL", "round", shared.cost, alone, ALONE,
        EIGHTH, str(shared),
    )  # fmt: skip
