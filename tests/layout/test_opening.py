"""A table is opened with the sign of its own layout, or not at all."""

from __future__ import annotations

import pytest

from feltlaw.desk import open_desk
from feltlaw.layout import layout_hash
from feltlaw.record.restore import table_stream
from feltlaw.record.store import MemoryStore
from feltlaw.refusal import Refused
from feltlaw.table import TableOpened
from tests.support.layouts import table


def test_hash_of_the_layout_is_in_the_opening() -> None:
    submission = table("PA-680a")
    store = MemoryStore()
    open_desk(submission, store, sign=layout_hash(submission))
    (event,) = [line.event for line in store.read(table_stream("T-07"))]
    assert isinstance(event.data, TableOpened)
    assert event.data.layout_hash == layout_hash(submission)
    assert event.data.digest == submission.digest


@pytest.mark.clause("PA-680a.2(b)(6)")
def test_sign_of_another_layout_is_refused() -> None:
    store = MemoryStore()
    with pytest.raises(Refused, match="the sign is of another layout") as refusal:
        open_desk(table("PA-680a"), store, sign=layout_hash(table("PA-680a", "few")))
    assert refusal.value.clauses == ["PA-680a.2(b)(6)"]
    assert layout_hash(table("PA-680a"))[:16] in refusal.value.legal
    assert store.batch == 0, "nothing is on record"


def test_sign_may_be_left_out() -> None:
    store = MemoryStore()
    open_desk(table("PA-680a"), store)
    (line,) = store.read(table_stream("T-07"))
    assert b"layout_hash" not in line.raw
