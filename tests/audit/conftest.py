"""A short record for forgers, and a disk that nobody waits for."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.audit.forging import Bodies
from tests.support.recorded import (
    entries_of,
    file_table,
    smooth,
    submission,
)

WANTED = {"shuffle", "cut", "bet", "deal", "decide", "settle_player", "end_round", "no_more_bets", "buy_in"}


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Bodies:
    """The bodies of a short record for forgers: a round with every usual thing in it, and a saved state."""
    for seed in range(100):
        path = tmp_path_factory.mktemp("audit") / "one.log"
        recorded = file_table(path, submission("PA-649a", shuffle="manual"), seed=seed, snapshot_every=0)
        recorded.play(1, smooth)
        recorded.desk.snapshot()
        recorded.desk.close()
        entries = entries_of(path.read_bytes())
        if {entry.kind for entry in entries} >= WANTED:
            return Bodies(entry.body for entry in entries)
    raise AssertionError("no such record in 100 games")
