"""What moves a sign, and what lets a table go on that waited for a link: of several links, readers and tables
each (I-154)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from feltlaw.floor import automatic, signs
from feltlaw.floor.signs import Signs


class Links:
    """Links of which a test says which run and how far they have come."""

    def __init__(self, numbers: Mapping[str, int], down: Sequence[str] = ()) -> None:
        self.durable = {name: SimpleNamespace(number=number) for name, number in numbers.items()}
        self.down = set(down)
        self.read: list[str] = []

    async def refresh(self, name: str) -> None:
        self.read.append(name)

    def catch_up(self, name: str) -> None:
        pass

    def runs(self, name: str) -> bool:
        return name not in self.down


class Table:
    """A table that waits for these links, and counts how often it is told to go on."""

    def __init__(self, *waits: str) -> None:
        self.state, self.times = waits, 0

    async def go_on(self) -> None:
        self.times += 1


Heard = Callable[[Sequence[str]], None]


class Store:
    heard: Heard

    def listen(self, heard: Heard) -> Callable[[], None]:
        self.heard = heard
        return lambda: None


@pytest.fixture(autouse=True)
def _waits_by_name(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(signs, "links_waited_for", lambda state: state)
    monkeypatch.setattr(automatic, "links_waited_for", lambda state: state.waits)
    yield


def following(
    links: Links, tables: Mapping[str, Table], act: Callable[[Signs, Heard], Awaitable[None]]
) -> None:
    """Follows these links while a test does something."""
    store = Store()

    async def scenario() -> None:
        every = Signs(cast(Any, store), cast(Any, links), cast(Any, tables))
        running = asyncio.ensure_future(every.run())
        await asyncio.sleep(0)
        await act(every, store.heard)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(scenario())


@pytest.mark.clause("I-154", "S-01", "S-19")
def test_every_reader_of_every_link_that_moved_is_told() -> None:
    links = Links({"one": 1, "two": 1})

    async def act(every: Signs, heard: Heard) -> None:
        readers = [await every.watch(name) for name in ("one", "one", "two", "two")]
        assert [(await reader.next()).number for reader in readers] == [1, 1, 1, 1]
        waiting = [asyncio.ensure_future(reader.next()) for reader in readers]
        await asyncio.sleep(0)
        links.durable = {name: SimpleNamespace(number=2) for name in links.durable}
        heard(["link/one", "link/two"])
        assert [(await asyncio.wait_for(one, 2)).number for one in waiting] == [2, 2, 2, 2]

    following(links, {}, act)


@pytest.mark.clause("I-154")
def test_each_table_goes_on_for_which_any_of_its_links_is_back() -> None:
    tables = {
        "first": Table("down", "back"), "second": Table("back", "down"), "third": Table("down"),
        "fourth": Table(), "fifth": Table("back"),
    }  # fmt: skip

    async def act(every: Signs, heard: Heard) -> None:
        heard(["link/back"])
        await asyncio.sleep(0.01)
        assert {name: one.times for name, one in tables.items()} == {
            "first": 1, "second": 1, "third": 0, "fourth": 0, "fifth": 1
        }  # fmt: skip

    following(Links({"down": 1, "back": 1}, ["down"]), tables, act)


@pytest.mark.clause("I-154")
def test_what_comes_together_is_read_together_and_nothing_is_done_while_nothing_comes() -> None:
    links, table = Links({"one": 1}), Table("one")

    async def act(every: Signs, heard: Heard) -> None:
        await asyncio.sleep(2.5 * signs.TOGETHER_SECONDS)
        assert (links.read, table.times) == ([], 0)
        for _ in range(10):
            heard(["link/one"])
            await asyncio.sleep(signs.TOGETHER_SECONDS / 50)
        await asyncio.sleep(3 * signs.TOGETHER_SECONDS)
        assert links.read == ["one", "one"], "at once, and what came after it together"
        assert table.times == 2

    following(links, {"t1": table}, act)


@pytest.mark.clause("I-154")
def test_of_several_links_that_a_table_waits_for_the_one_that_runs_is_named() -> None:
    """Whichever of them it is; one that nobody can reach is not back."""
    running, stopped = SimpleNamespace(stopped=""), SimpleNamespace(stopped="a failed check")
    state = SimpleNamespace(waits=["one", "two", "three"], table="t1")
    for name in state.waits:
        links: dict[str, Any] = {"one": stopped, "two": stopped, name: running}
        command = automatic.link_is_back(cast(Any, state), links, "opener")
        assert command is not None and (command.do, command.data.link) == ("link_is_back", name)
    assert automatic.link_is_back(cast(Any, state), cast(Any, {"two": stopped}), "opener") is None
