"""Balances that one process has at hand, while others write to the cage too."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from feltlaw.floor.counter import Counter
from feltlaw.floor.store.protocol import FloorStore
from feltlaw.record.store import Head


class Answers:
    """A store that answers when it is told to, in any order."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[Any]] = []

    async def read(self, transaction: Any) -> Any:
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


def test_a_balance_that_was_read_before_the_end_of_the_cage_is_read_again() -> None:
    """Ann's balance is read; another process takes money from it; bob's is read, and comes first."""

    async def story() -> None:
        store = Answers()
        counter = Counter(cast(FloorStore, store))
        ann = asyncio.ensure_future(counter.ready(["ann"]))
        bob = asyncio.ensure_future(counter.ready(["bob"]))
        await asyncio.sleep(0)
        store.asked[1].set_result((Head(6, "6" * 64), {"bob": 7}))
        await bob
        store.asked[0].set_result((Head(5, "5" * 64), {"ann": 100}))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(store.asked) == 3, "what ann had before the cage's last event is of no use"
        store.asked[2].set_result((Head(6, "6" * 64), {"ann": 40}))
        await ann
        assert (counter.balance("ann"), counter.balance("bob")) == (40, 7)

    asyncio.run(story())
