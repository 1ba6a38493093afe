"""The floor's stores, both by the same tests: all of an append or nothing, numbers, leases, keys,
durability."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Delete, Insert, Kept, KeyTaken, LostLease, Upsert
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.store import EMPTY, Head, Stale
from tests.floor.stores import KINDS, Kind, Opener, chain, opener


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    kind: Kind = request.param
    return opener(kind, tmp_path)


def told(opened: Opener, story: Callable[[FloorStore], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        store = await opened()
        try:
            return await story(store)
        finally:
            await store.close()

    return asyncio.run(whole())


async def lines_of(store: FloorStore, stream: str) -> list[bytes]:
    return await store.read(lambda: sql.reading_lines(stream, 0, 10_000))


def kept(key: str = "k1", body: bytes = b"{}") -> Kept:
    return Kept("ann", key, "what was asked", 200, body, 1_000)


def test_what_is_appended_is_there_in_its_order_after_a_restart(opened: Opener) -> None:
    lines, beside = chain("table/7", 5), chain("link/main", 2)

    async def first(store: FloorStore) -> None:
        await store.append(Append([*lines[:3], *beside]))
        await store.append(Append(lines[3:]))

    async def second(store: FloorStore) -> None:
        assert await lines_of(store, "table/7") == [line.raw for line in lines]
        assert await lines_of(store, "link/main") == [line.raw for line in beside]
        assert await store.read(lambda: sql.reading_head("table/7")) == Head(5, lines[-1].hash)
        assert await store.read(lambda: sql.reading_head("table/8")) == EMPTY

    told(opened, first)
    told(opened, second)


@pytest.mark.parametrize("wrong", ["number", "hash", "second stream"])
def test_events_that_are_not_next_leave_nothing_behind(opened: Opener, wrong: str) -> None:
    lines = chain("table/7", 3)

    async def story(store: FloorStore) -> None:
        await store.append(Append(lines[:1]))
        bad = {
            "number": lines[2:],
            "hash": chain("table/7", 1, start=1, prev="f" * 64),
            "second stream": [*lines[1:2], *chain("link/x", 2)[1:]],
        }[wrong]
        with pytest.raises(Stale):
            await store.append(
                Append(bad, kept=kept(), rows=[Insert("accounts", {"account": "a", "balance": 1})])
            )
        assert await lines_of(store, "table/7") == [lines[0].raw]
        assert await store.read(lambda: sql.reading_kept("ann", "k1")) is None
        assert await store.read(lambda: sql.reading_rows("accounts")) == []
        await store.append(Append(lines[1:]))

    told(opened, story)


def test_of_two_who_are_next_one_is(opened: Opener) -> None:
    rivals = [chain("table/7", 1, at=moment)[0] for moment in range(20)]

    async def story(store: FloorStore) -> None:
        results = await asyncio.gather(
            *(store.append(Append([line])) for line in rivals), return_exceptions=True
        )
        assert sum(result is None for result in results) == 1
        assert all(isinstance(result, Stale) for result in results if result is not None)
        assert len(await lines_of(store, "table/7")) == 1

    told(opened, story)


def test_two_processes_that_append_to_one_link(opened: Opener) -> None:
    """Each reads the link's end, appends with a table of its own and begins again where it was not next."""

    async def worker(store: FloorStore, name: str) -> int:
        prev, again = "0" * 64, 0
        for number in range(20):
            table = chain(f"table/{name}", 1, start=number, prev=prev)
            while True:
                head = await store.read(lambda: sql.reading_head("link/main"))
                line = chain("link/main", 1, start=head.number, prev=head.hash)
                try:
                    await store.append(Append([*table, *line]))
                    break
                except Stale:
                    again += 1
            prev = table[-1].hash
        return again

    async def story(one: FloorStore) -> None:
        two = await opened()
        again = await asyncio.gather(
            *(worker(store, f"{at}") for at, store in enumerate((one, two, one, two)))
        )
        assert len(await lines_of(one, "link/main")) == 80
        assert [len(await lines_of(two, f"table/{at}")) for at in range(4)] == [20] * 4
        assert sum(again) > 0, "nobody was ever second, so nothing was tried"
        await two.close()

    told(opened, story)


def test_a_stream_has_one_owner_and_the_append_of_another_is_refused(opened: Opener) -> None:
    lines = chain("table/7", 3)

    async def story(store: FloorStore) -> None:
        first = await store.write(lambda: sql.leasing("table/7", "p1", now=0, until=10))
        assert first is not None
        await store.append(Append(lines[:1], {"table/7": first.epoch}))
        assert await store.write(lambda: sql.leasing("table/7", "p2", now=9, until=19)) is None
        second = await store.write(lambda: sql.leasing("table/7", "p2", now=10, until=20))
        assert second is not None and second.epoch > first.epoch
        with pytest.raises(LostLease):
            await store.append(Append(lines[1:2], {"table/7": first.epoch}, kept=kept()))
        assert await store.write(lambda: sql.renewing([first], 99)) == ["table/7"]
        assert await store.write(lambda: sql.renewing([second], 99)) == []
        await store.append(Append(lines[1:2], {"table/7": second.epoch}))
        assert await store.read(lambda: sql.owners(["table/7", "table/8"])) == {"table/7": ("p2", 99)}
        await store.write(lambda: sql.releasing([second]))
        again = await store.write(lambda: sql.leasing("table/7", "p2", now=11, until=30))
        assert again is not None and again.epoch > second.epoch, "what was given up is not gone on with"

    told(opened, story)


def test_an_answer_is_kept_with_its_events_and_a_key_has_one(opened: Opener) -> None:
    lines = chain("table/7", 2)
    answer = kept(body=b'{"seq":1}')

    async def story(store: FloorStore) -> None:
        await store.append(Append(lines[:1], kept=answer))
        assert await store.read(lambda: sql.reading_kept("ann", "k1")) == answer
        assert await store.read(lambda: sql.reading_kept("bob", "k1")) is None
        with pytest.raises(KeyTaken):
            await store.append(Append(lines[1:], kept=answer))
        both = [Append(chain(f"table/{at}", 1), kept=kept("k2")) for at in (1, 2)]
        results = await asyncio.gather(*(store.append(one) for one in both), return_exceptions=True)
        assert sorted(type(one) is KeyTaken for one in results) == [False, True]
        assert await store.read(lambda: sql.reading_kept("ann", "k1")) == answer

    told(opened, story)


def test_a_key_used_in_two_processes_at_once_has_one_answer(opened: Opener) -> None:
    """At two tables, so that no row of a stream makes them wait for each other."""

    async def story(one: FloorStore) -> None:
        two = await opened()
        for number in range(30):
            appends = [
                store.append(Append(chain(f"table/{name} {number}", 1), kept=kept(f"k{number}")))
                for store, name in ((one, "a"), (two, "b"))
            ]
            results = await asyncio.gather(*appends, return_exceptions=True)
            assert [type(result) for result in results if result is not None] == [KeyTaken], results
        await two.close()

    told(opened, story)


def test_rows_go_with_their_events(opened: Opener) -> None:
    async def story(store: FloorStore) -> None:
        key = {"account": "ann"}
        await store.append(Append(chain("cage", 1), rows=[Upsert("accounts", key, {"balance": 5})]))
        await store.append(Append(rows=[Upsert("accounts", key, {"balance": 7})]))
        assert await store.read(lambda: sql.reading_rows("accounts")) == [{"account": "ann", "balance": 7}]
        await store.append(Append(rows=[Delete("accounts", key)]))
        assert await store.read(lambda: sql.reading_rows("accounts", key)) == []

    told(opened, story)


@pytest.mark.parametrize(
    "row",
    [
        Upsert("accounts", {"account": "a"}, {"balance = 1; --": 1}),
        Insert("people; DROP TABLE people", {"account": "a"}),
        Delete("accounts", {}),
    ],
)
def test_only_what_the_schema_has_is_put_into_a_statement(row: Any) -> None:
    with pytest.raises((ValueError, KeyError)):
        list(sql.writing([row]))


def test_many_share_a_commit(opened: Opener) -> None:
    async def story(store: Any) -> None:
        before = store.commits
        await asyncio.gather(*(store.append(Append(chain(f"table/{at}", 3))) for at in range(200)))
        assert store.commits - before < 100
        assert len(await lines_of(store, "table/199")) == 3

    told(opened, story)


def test_whoever_listens_hears_of_every_stream(opened: Opener) -> None:
    async def story(store: FloorStore) -> None:
        heard: set[str] = set()
        ready = asyncio.Event()

        def hear(streams: Any) -> None:
            ready.set() if not streams else heard.update(streams)

        other = await opened()
        end = other.listen(hear)
        source = other if "SQLite" in type(store).__name__ else store
        if source is store:
            await asyncio.wait_for(ready.wait(), 10)
        wanted = {f"table/{'x' * 50}{at}" for at in range(300)}
        await asyncio.gather(*(source.append(Append(chain(stream, 1))) for stream in wanted))
        for _ in range(500):
            if heard >= wanted:
                break
            await asyncio.sleep(0.01)
        assert heard == wanted
        end()
        await other.close()

    told(opened, story)
