"""Random tables in pairs that share their links, so that meters are moved by both.

Every pair is played from a seed, and everything that always holds is checked at every step.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from feltlaw import link as links
from feltlaw import load
from feltlaw.books import on_link, on_reserve
from feltlaw.desk import Links, reopen
from feltlaw.record.restore import restored, table_stream
from feltlaw.record.store import MemoryStore
from feltlaw.table import Person, write_state
from tests.support.driver import REGULATIONS
from tests.support.random_submissions import random_submission
from tests.support.random_table import RandomTable


def play_pair(seed: int, commands: int) -> Counter[str]:
    """Two tables that share their links, played turn and turn about and read back from their records."""
    rng = random.Random(seed)
    store = MemoryStore()
    shared = Links(store)
    data = random_submission(rng, REGULATIONS[seed % len(REGULATIONS)])
    for wager in load(data["regulation"]).wagers.values():
        if wager.meter and wager.section in data["wagers"]:
            data["wagers"][wager.section]["meter"] = f"{wager.meter} of {seed}"
    pair = [RandomTable(seed, shared, "one", _linked(data)), RandomTable(seed + 10**6, shared, "two", None)]
    if rng.random() < 0.5:
        pair[1] = RandomTable(seed + 5 * 10**6, shared, "three", _linked(data))
    for _ in range(commands):
        rng.choice(pair).step()
    counts: Counter[str] = Counter()
    for table in pair:
        table.close()
        table.reopen()
        desk = table.desk
        if rng.random() < 0.5:
            desk.snapshot()
            table.counts["snapshots"] += 1
            seat = desk.state.here[0]
            desk.do("buy_in", Person("player", seat), {"amount": "7.00"})
        state, head, _, _ = restored(store, table_stream(desk.state.table))
        assert write_state(state) == write_state(desk.state) and head == desk.head, (
            "a restart is where it was"
        )
        assert reopen(store, desk.state.table, shared=shared).state == desk.state
        table.counts["tables"] += 1
        table.counts["rounds"] += desk.state.rounds
        counts += table.counts
    _links_agree(shared, pair)
    return counts


def _linked(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(data))
    return found


def _links_agree(shared: Links, pair: list[RandomTable]) -> None:
    """Each meter is the sum of its stream, and holds what its tables have put there and not taken off."""
    for name, link in shared.states.items():
        state: links.LinkState | None = None
        for line in shared.store.read(f"link/{name}"):
            state = links.begin(line.event) if state is None else links.apply(state, line.event)
        assert state == link, f"link {name} is the fold of its stream"
        assert sum(state.books.values()) == 0
        locked = [account.of for account in state.books if account.kind == "locked"]
        assert set(locked) <= set(state.open), "only awards of rounds that are not over are locked"
        for level, facts in state.meter.levels.items():
            assert facts.amount == state.books.get(links.meter_account(level), 0), "the meter is its account"
            assert facts.reserve == state.books.get(links.reserve_account(level), 0)
        for table in pair:
            books = table.state.books
            mine = sum(books.get(on_link(name, level), 0) for level in state.meter.levels)
            mine += sum(books.get(on_reserve(name, level), 0) for level in state.meter.levels)
            theirs = -sum(
                c for a, c in state.books.items() if a.kind == "table" and a.of == table.state.table
            )
            assert mine == theirs, f"table {table.state.table} and link {name} agree: {mine} {theirs}"


def play_tables(seeds: range, commands: int) -> Counter[str]:
    """Plays a pair of tables from each seed; a failure names its seed."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        try:
            counts += play_pair(seed, commands)
        except Exception as error:
            raise AssertionError(f"tables of seed {seed}: {type(error).__name__}: {error}") from error
    return counts
