"""People at tables of a server: real clients over real sockets, as fast as they are answered or at the pace
of a real table."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from bench.tables import SEATS, WAGERS

OPENING = 40
"""So many tables are filled at a time."""
LONG, PING, PONG = 125, 9, 10
"""Of WebSocket frames: the longest whose length stands in two bytes, and two kinds."""
BETS, READY, DECISIONS = 0.35, 0.5, 0.95
"""When in a slow round the last bet lies there, the last player is ready, and the last one has decided."""


@dataclass
class Load:
    """What clients have seen, and what a server has used for it."""

    rounds: int = 0
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    frames: int = 0
    """What screens were sent."""
    commits: int = 0
    used: float = 0.0
    """Processor seconds of the server."""
    layers: dict[str, float] = field(default_factory=dict)
    """Of those, by layer."""
    memory: int = 0
    """The most bytes that the server had, in all its processes."""
    pause: float = 0.0
    """The longest time for which memory was tidied and nothing else done."""

    @property
    def rate(self) -> float:
        return self.rounds / self.seconds

    @property
    def cost(self) -> float:
        """Processor seconds of the server a round: what one core could do at most."""
        return self.used / self.rounds

    def quantile(self, part: float) -> float:
        return sorted(self.times)[int(len(self.times) * part)]

    def took(self, told: dict[str, Any]) -> None:
        """Adds what a process says about itself at its end."""
        self.commits += int(told["commits"])
        self.used += float(told["seconds"])
        self.memory += int(told["memory"])
        self.pause = max(self.pause, float(told["pause"]))
        for layer, seconds in told["layers"].items():
            self.layers[layer] = self.layers.get(layer, 0.0) + seconds

    def __str__(self) -> str:
        commands = len(self.times)
        shared = f", {self.commits / commands:.2f} commits a command" if self.commits else ""
        parts = ", ".join(
            f"{layer} {seconds / self.rounds * 1000:.1f}" for layer, seconds in self.layers.items()
        )
        return (
            f"{commands / self.seconds:,.0f} commands and {self.rate:.1f} rounds a second, "
            f"p50 {self.quantile(0.5) * 1000:.1f} ms, p99 {self.quantile(0.99) * 1000:.1f} ms{shared}"
            + (f", ms a round: {parts}" if parts else "")
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
        """Asks, on a new connection where the server has closed this one, which was silent for long."""
        self._count += 1
        raw = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\n{self._head}Idempotency-Key: {id(self)} {self._count}\r\n"
        asked = f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw
        while True:
            self._writer.write(asked)
            with contextlib.suppress(ConnectionError):
                if line := await self._reader.readline():
                    break
            await self.open()
        status, length = int(line.split()[1]), 0
        while (line := await self._reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, await self._reader.readexactly(length)

    async def watch(self, path: str, load: Load) -> None:
        """A screen on a connection of its own: it takes what comes, and shows it to nobody."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\n{self._head}Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        try:
            status = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in status:
                raise RuntimeError(f"a screen is told {status[:100]!r}")
            while True:
                first, size = await reader.readexactly(2)
                if size > LONG:
                    size = int.from_bytes(await reader.readexactly(2 if size == LONG + 1 else 8), "big")
                frame = await reader.readexactly(size)
                if first & 15 == PING:
                    writer.write(bytes((128 | PONG, 128 | size, 0, 0, 0, 0)) + frame)
                load.frames += 1
        finally:
            writer.close()

    def close(self) -> None:
        self._writer.close()


class Table:
    """Seven players who sit at one table."""

    def __init__(self, name: str, wires: Sequence[Wire], load: Load) -> None:
        self._path, self._wires, self._load = f"/api/tables/{name}", wires, load
        self._seats = list(zip(SEATS, wires, strict=True))
        self._screens: list[asyncio.Task[None]] = []

    async def begin(self, *, screens: bool = False) -> None:
        for seat, wire in self._seats:
            await wire.open()
            await self._give(wire, "sit", {"seat": seat})
            await wire.post(f"{self._path}/buy-in", {"amount": "10000000.00"})
            if screens:
                watching = wire.watch(f"{self._path}/live", self._load)
                self._screens.append(asyncio.ensure_future(watching))

    async def _give(self, wire: Wire, do: str, data: dict[str, Any]) -> None:
        since = perf_counter()
        status, answer = await wire.post(f"{self._path}/commands", {"do": do, "data": data})
        if status != 200:
            raise RuntimeError(f"{do}: {status} {answer[:300]!r}")
        self._load.times.append(perf_counter() - since)

    async def play(self, until: float) -> None:
        """A round, and more until it is time; everybody as fast as he is answered."""
        while True:
            for seat, wire in self._seats:
                await self._give(wire, "bet", {"seat": seat, "wagers": WAGERS})
            for seat, wire in self._seats:
                await self._give(wire, "ready", {"seat": seat})
            for seat, wire in self._seats:
                await self._give(wire, "decide", {"seat": seat, "act": "play"})
            self._load.rounds += 1
            if perf_counter() >= until:
                return

    async def play_slowly(self, round_seconds: float, rng: random.Random) -> None:
        """At a real table's pace, for ever: bets and decisions come over the whole of a round's time."""
        await asyncio.sleep(rng.random() * round_seconds)
        while True:
            began = perf_counter()
            acts = [
                (rng.random() * BETS, "bet", {"seat": seat, "wagers": WAGERS}, wire)
                for seat, wire in self._seats
            ]
            acts += [
                (BETS + rng.random() * (READY - BETS), "ready", {"seat": seat}, wire)
                for seat, wire in self._seats
            ]
            each = (DECISIONS - READY) / len(self._seats)
            acts += [
                (READY + each * at, "decide", {"seat": seat, "act": "play"}, wire)
                for at, (seat, wire) in enumerate(self._seats, 1)
            ]
            for at, do, data, wire in sorted(acts, key=lambda act: act[0]):
                await asyncio.sleep(max(0.0, began + at * round_seconds - perf_counter()))
                await self._give(wire, do, data)
            self._load.rounds += 1
            await asyncio.sleep(max(0.0, began + round_seconds - perf_counter()))

    def close(self) -> None:
        for screen in self._screens:
            screen.cancel()
        for wire in self._wires:
            wire.close()


Served = tuple[str, dict[str, list[str]]]
"""A server's address, and by table its players' keys."""


async def played(where: Sequence[Served], seconds: float, begun: Callable[[], None], slow: float = 0) -> Load:
    """Everybody at all tables of these servers for a while; `begun` is called when all sit.

    With `slow`, rounds take so many seconds, and every player has a screen.
    """
    load = Load()
    tables = [
        Table(name, [Wire(address, key) for key in own], load)
        for address, keys in where
        for name, own in keys.items()
    ]
    for at in range(0, len(tables), OPENING):
        await asyncio.gather(*(table.begin(screens=bool(slow)) for table in tables[at : at + OPENING]))
    if not slow:
        await asyncio.gather(*(table.play(perf_counter()) for table in tables))  # a round to warm up
    if slow:
        rng = random.Random(1)
        playing = [asyncio.ensure_future(table.play_slowly(slow, rng)) for table in tables]
        await _unless_failed(playing, slow)  # until everybody has begun
    begun()
    load.frames = load.rounds = 0
    load.times.clear()
    since = perf_counter()
    if slow:
        await _unless_failed(playing, seconds)
    else:
        await asyncio.gather(*(table.play(since + seconds) for table in tables))
    load.seconds = perf_counter() - since
    measured = replace(load, times=list(load.times))
    for task in playing if slow else ():
        task.cancel()
    for table in tables:
        table.close()
    return measured


async def _unless_failed(playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """Waits, and says at once what went wrong at a table."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
