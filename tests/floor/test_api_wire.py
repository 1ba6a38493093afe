"""What goes over the wire to one player, byte for byte, for two deals that differ in what he may not see."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from feltlaw import seal
from feltlaw.cards import deck, parse_card
from feltlaw.client.wire import trusted
from feltlaw.desk import Chance
from feltlaw.shuffle import Source
from feltlaw.table import Shuffled
from tests.floor.served import Served, served

GAME = "PA-649a"
START = 1_800_000_000_000
DEALT = ("As", "4h", "2c", "Kd", "8s", "7d", "Qs", "Jc", "9h")
"""Seat 1, seat 2 and the dealer in turn."""


@pytest.fixture(autouse=True)
def leaves_that_hide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Seals as if the hash hid a card perfectly; that it does is the hash's business."""
    monkeypatch.setattr(
        seal, "_leaf", lambda place, card, nonce: hashlib.sha256(bytes((place,)) + nonce).digest()
    )
    seal._tree.cache_clear()
    yield
    seal._tree.cache_clear()


class Planned(Chance):
    """One order for every deck."""

    order: tuple[int, ...]

    def _once(self, what: str, number: int, make: Callable[[Source], Any]) -> Any:
        return Shuffled(self.order, "ab" * 32)


def order_with(exchange: dict[str, str]) -> tuple[int, ...]:
    """The whole deck, with some cards exchanged."""
    first = [int(parse_card(card)) for card in DEALT]
    every = [*first, *(int(card) for card in deck(0) if int(card) not in first)]
    change = {int(parse_card(one)): int(parse_card(other)) for one, other in exchange.items()}
    change |= {other: one for one, other in change.items()}
    return tuple(change.get(card, card) for card in every)


class Wire:
    """Everything that one account is sent: answers and frames, with their headers."""

    def __init__(self, floor: Served, key: str) -> None:
        signed = {"Authorization": f"Bearer {key}"} if key else {}
        self.http = httpx.AsyncClient(base_url=floor.url, headers=signed, trust_env=False, verify=trusted())
        floor.others.append(self.http)
        self.signed, self.url = signed, floor.url
        self.got: list[bytes] = []
        self._keys = itertools.count(1)

    async def give(self, path: str, body: dict[str, Any]) -> None:
        headers = {"Idempotency-Key": str(next(self._keys))}
        self._note(await self.http.post(f"/api/tables/t1/{path}", json=body, headers=headers))

    async def do(self, do: str, **data: Any) -> None:
        await self.give("commands", {"do": do, "data": data})

    async def look(self, path: str) -> None:
        self._note(await self.http.get(path))

    def _note(self, answer: httpx.Response) -> None:
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        self.got.append(f"{answer.status_code} {sorted(headers.items())}".encode() + answer.content)

    async def listen(self, after: int) -> list[bytes]:
        """Frames from a number on, until nothing more comes."""
        found: list[bytes] = []
        url = f"ws{self.url.removeprefix('http')}/api/tables/t1/live?after={after}"
        async with connect(url, additional_headers=self.signed, proxy=None) as socket:
            while True:
                try:
                    found.append(str(await asyncio.wait_for(socket.recv(), 0.3)).encode())
                except TimeoutError:
                    return found


async def played(
    folder: Path, order: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[bytes]]:
    """A round in which seat 2 folds unseen; what each of them was sent."""

    class Stacked(Planned):
        pass

    Stacked.order = order
    monkeypatch.setattr("feltlaw.floor.opening.Chance", Stacked)
    async with served(folder, clock=lambda: START) as floor:
        await (await floor.client("manager1")).open_table(GAME, "automatic", "t1")
        cashier = await floor.client("cashier1")
        wires = {name: Wire(floor, await floor.key(name)) for name in ("player1", "player2")}
        wires["onlooker"] = Wire(floor, "")
        wires["floor1"] = Wire(floor, await floor.key("floor1"))
        for seat, name in ((1, "player1"), (2, "player2")):
            await cashier.deposit(name, "200.00")
            await wires[name].do("sit", seat=seat)
            await wires[name].give("buy-in", {"amount": "200.00"})
            await wires[name].do("bet", seat=seat, wagers={"ante": "10.00", "pair_plus": "10.00"})
        for seat, name in ((1, "player1"), (2, "player2")):
            await wires[name].do("ready", seat=seat)
        for wire in wires.values():
            await wire.look("/api/tables/t1/view")
        await wires["player1"].look("/api/tables/t1/coach")
        await wires["player1"].do("decide", seat=1, act="play")
        await wires["player2"].do("decide", seat=2, act="fold")
        for wire in wires.values():
            for path in ("view", ""):
                await wire.look(f"/api/tables/t1/{path}".rstrip("/"))
            wire.got += await wire.listen(1)
        await wires["player1"].look("/api/rounds/t1/1")
        await wires["floor1"].look("/api/rounds/t1/1")
        return {name: wire.got for name, wire in wires.items()}


def test_a_folded_hand_shows_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        one = await played(tmp_path / "one", order_with({}), monkeypatch)
        two = await played(tmp_path / "two", order_with({"4h": "5h", "8s": "6s"}), monkeypatch)
        again = await played(tmp_path / "again", order_with({}), monkeypatch)
        assert one == again, "nothing else differs"
        for name in ("player1", "onlooker", "floor1"):
            assert one[name] == two[name], name
            assert len(one[name]) > 4
        assert one["player2"] != two["player2"], "he has seen his own cards"
        told = b"".join(one["player1"])
        assert b'"Qs"' in told
        assert b'"4h"' not in told
        assert b'"8s"' not in told

    asyncio.run(scenario())
