"""A table is opened with the sign of its own layout, or not at all."""

from __future__ import annotations

from functools import cache

import pytest

from feltlaw.desk import open_desk
from feltlaw.layout import layout_hash
from feltlaw.record.restore import table_stream
from feltlaw.record.store import MemoryStore
from feltlaw.refusal import Refused
from feltlaw.table import State, TableOpened
from tests.support.driver import FLOOR
from tests.support.layouts import KINDS, table


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


SIGNS = {"PA-649a": "2(b)(7)", "PA-679a": "2(b)(4)", "PA-669a": "2(b)(6)", "PA-680a": "2(b)(6)"}
"""The odds of every wager, on the layout or on a sign at the table."""


@cache
def hash_of(regulation: str, kind: str) -> str:
    return layout_hash(table(regulation, kind))


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(f"{name}.{at}")) for name, at in SIGNS.items()]
)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("yesterday", [*KINDS, "none"])
def test_the_sign_is_looked_at_whenever_a_table_is_opened(regulation: str, kind: str, yesterday: str) -> None:
    """A new table, and one that goes on, with the wagers of yesterday or with others: no other sign hangs
    there than today's, and yesterday's is good for nothing else."""
    submission, store = table(regulation, kind), MemoryStore()
    left: State | None = None
    if yesterday != "none":
        before = table(regulation, yesterday)
        desk = open_desk(before, store, by=FLOOR, sign=hash_of(regulation, yesterday))
        desk.do("close_table", FLOOR, {})
        left = desk.state
    right = hash_of(regulation, kind)
    elsewhere = hash_of(*("PA-669a", "few") if regulation == "PA-649a" else ("PA-649a", "few"))
    others = [hash_of(regulation, one) for one in KINDS if one != kind] + [elsewhere]
    assert right not in others
    many = store.batch
    for wrong in (*others, right[:16], right.upper(), "felt"):
        with pytest.raises(Refused, match="the sign is of another layout") as refusal:
            open_desk(submission, store, by=FLOOR, carried=left, sign=wrong)
        assert refusal.value.cite.clauses == (f"{regulation}.{SIGNS[regulation]}",)
        assert right[:16] in refusal.value.legal and store.batch == many, "nothing is on record"
    desk = open_desk(submission, store, by=FLOOR, carried=left, sign=right)
    event = [line.event for line in store.read(table_stream("T-07"))][-1]
    assert isinstance(event.data, TableOpened) and event.data.layout_hash == right
    assert desk.state.submission.digest == submission.digest


def test_sign_may_be_left_out() -> None:
    store = MemoryStore()
    open_desk(table("PA-680a"), store)
    (line,) = store.read(table_stream("T-07"))
    assert b"layout_hash" not in line.raw
