"""Restarts: a table that was interrupted is the table it was, and goes on as it would have."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.audit import audit, state_at
from feltlaw.crew import FLOORPERSON
from feltlaw.desk import Links, open_desk, reopen
from feltlaw.event import Person
from feltlaw.link import StopLink, read_link, write_link
from feltlaw.record.files import Options
from feltlaw.record.opening import create_record, open_record
from feltlaw.record.restore import restored, restored_link
from feltlaw.record.sources import source_of_store
from feltlaw.record.store import MemoryStore, StoreError
from feltlaw.record.tables import open_from, open_table, reading
from feltlaw.record.verify import verify
from feltlaw.shuffle import SeededSource
from feltlaw.table import State, read_state, write_state
from tests.support.effort import examples
from tests.support.recorded import (
    SIDE_BETS,
    Clock,
    Recorded,
    entries_of,
    file_table,
    linked,
    memory_table,
    smooth,
    submission,
)

WAYS: tuple[dict[str, Any], ...] = ({}, {"shuffle": "manual"}, {"decks": 2})


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def in_order(state: State) -> str:
    """A state with the order of all its parts."""
    return json.dumps(write_state(state))


# ── states ──


@pytest.mark.clause("S-43")
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_interrupted_tables_go_on_as_if_they_had_not_been(tmp_path: Path, regulation: str) -> None:
    """Closed and opened again after every few commands: the same cards, the same states, the same bytes."""
    about = submission(regulation)
    clocks = [Clock(rng=random.Random(4)) for _ in range(2)]
    tables = [
        Recorded(
            open_desk(
                about,
                create_record(tmp_path / name, Options(clock=Clock())),
                source=SeededSource(4),
                clock=clock,
            ),
            random.Random(4),
        )
        for name, clock in zip(("through", "pieces"), clocks, strict=True)
    ]
    through, pieces = tables
    coin = random.Random(1)
    for one in tables:
        one.desk.snapshot_every = 1
    while through.desk.state.rounds < 2:
        for _ in range(9):
            through.step()
            pieces.step()
        pieces.desk.close()
        if coin.random() < 0.3:
            whole = tmp_path / "whole"
            for name in ("", ".head"):
                shutil.copy(f"{tmp_path / 'pieces'}{name}", f"{whole}{name}")
            with reading(whole) as store:
                assert in_order(restored(store, pieces.desk.stream)[0]) == in_order(through.desk.state)
        pieces.desk = open_table(tmp_path / "pieces", clock=clocks[1], snapshot_every=1)
        assert in_order(pieces.desk.state) == in_order(through.desk.state)
        assert pieces.desk.links.states == through.desk.links.states
        assert pieces.desk.head == through.desk.head
    through.desk.close()
    pieces.desk.close()
    assert (tmp_path / "pieces").read_bytes() == (tmp_path / "through").read_bytes()
    assert not audit(tmp_path / "pieces").faults


@given(st.sampled_from(list(SIDE_BETS)), st.sampled_from(WAYS), st.integers(0, 10**6))
@settings(max_examples=examples(12))
def test_restart_is_replay_is_what_was(regulation: str, cards: dict[str, Any], seed: int) -> None:
    """From the opening, from a saved state, and the live one: the same, to the order of every part."""
    recorded = memory_table(submission(regulation, **cards), seed=seed, snapshot_every=1)
    recorded.play(2)
    desk, store = recorded.desk, recorded.desk.store
    assert isinstance(store, MemoryStore)
    assert store.saved(desk.stream) is not None
    again = reopen(store, desk.state.table)
    assert in_order(again.state) == in_order(desk.state)
    assert again.links.states == desk.links.states
    store._saved.clear()
    folded = restored(store, desk.stream)
    assert in_order(folded[0]) == in_order(desk.state)
    assert (folded[1], folded[2]) == (desk.head, desk.opened)
    source = source_of_store(store, store.streams, whole=True)
    assert in_order(state_at(source)[0]) == in_order(desk.state)
    plain = json.loads(json.dumps(write_state(desk.state)))
    assert in_order(read_state(plain, desk.state.submission)) == in_order(desk.state)
    for name, state in desk.links.states.items():
        assert restored_link(store, name) == state == read_link(json.loads(json.dumps(write_link(state))))


@pytest.mark.proof
@pytest.mark.parametrize("cards", WAYS, ids=lambda cards: next(iter(cards.values()), "default"))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_restarts_of_many_tables(tmp_path: Path, regulation: str, cards: dict[str, Any]) -> None:
    for seed in range(40):
        path = tmp_path / f"{seed}.log"
        recorded = file_table(path, submission(regulation, **cards), seed=seed, snapshot_every=2)
        recorded.play(6)
        state = recorded.desk.state
        recorded.desk.close()
        again = open_table(path)
        assert in_order(again.state) == in_order(state)
        again.close()
        report = audit(path)
        assert not report.faults, (seed, report.wrong)
        assert report.checked["commands"] == report.checked["decided_again"]


def test_the_state_after_every_command(tmp_path: Path) -> None:
    recorded = memory_table(submission("PA-669a"), seed=6)
    states = {}
    while recorded.desk.state.rounds < 1:
        recorded.step()
        states[recorded.desk.number] = recorded.desk.state
    store = recorded.desk.store
    assert isinstance(store, MemoryStore)
    source = source_of_store(store, store.streams, whole=True)
    for number, state in states.items():
        if number % 9 == 0 or number == recorded.desk.number:
            assert in_order(state_at(source, number)[0]) == in_order(state)
    for number in (0, recorded.desk.number + 1):
        with pytest.raises(LookupError, match=rf"no event {number}"):
            state_at(source, number)


@pytest.mark.clause("S-44")
def test_what_chance_gave_is_not_drawn_again(tmp_path: Path) -> None:
    """A shuffle that is on record stays, whatever happens afterwards; one that was refused is kept."""
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), seed=8)
    recorded.play(1, smooth)
    while not any(deck and deck.root for deck in recorded.desk.state.decks):
        recorded.step(smooth)
    root = [deck.root for deck in recorded.desk.state.decks if deck]
    recorded.desk.close()
    assert [deck.root for deck in open_table(path).state.decks if deck] == root


# ── links ──


def test_tables_that_share_a_link_in_one_record(tmp_path: Path) -> None:
    """Opened again, each table and the link are where they were; the link's own saved states are used."""
    path = tmp_path / "x.log"
    store = create_record(path)
    shared = Links(store)
    tables = [
        memory_table(linked(name), seed=seed, store=store, shared=shared, snapshot_every=2)
        for seed, name in enumerate(("a", "b", "c"))
    ]
    rng = random.Random(1)
    for _ in range(900):
        rng.choice(tables).step()
    states = {one.desk.state.table: one.desk.state for one in tables}
    link = shared.states["tcp-link"]
    tables[0].desk.close()
    kinds = [entry.kind for entry in entries_of(path.read_bytes()) if entry.stream == "link/tcp-link"]
    assert "contribute" in kinds
    store = open_record(path)
    shared = Links(store)
    for name, state in states.items():
        desk = reopen(store, name, shared=shared)
        assert in_order(desk.state) == in_order(state)
    assert shared.states["tcp-link"] == link
    report = audit(path)
    assert not report.faults, report.wrong
    assert report.checked["tables"] == 3
    with pytest.raises(StoreError, match="somebody else"):
        open_table(path)
    store.close()
    with pytest.raises(StoreError, match="it has a, b, c"):
        open_table(path)
    assert open_table(path, table="b").state == states["b"]


def test_a_long_link_is_saved_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlaw.desk.links.SNAPSHOT_EVERY", 5)
    path = tmp_path / "x.log"
    recorded = file_table(path, linked("a"), seed=2, snapshot_every=2)
    recorded.play(16, smooth, most=4000)
    link = recorded.desk.links.states["tcp-link"]
    saved = recorded.desk.store.saved("link/tcp-link")
    assert saved is not None
    assert saved.number > 5
    recorded.desk.close()
    again = open_table(path)
    assert again.links.states["tcp-link"] == link
    assert not audit(path).faults
    again.links.write("tcp-link", StopLink("a test"), FLOORPERSON, 1)
    again.close()
    assert open_table(path).links.states["tcp-link"].stopped == "a test"


# ── going on in a new record ──


def closed_table(path: Path) -> Recorded:
    recorded = file_table(path, linked("TCP-07"), seed=3)
    recorded.play(2, smooth)
    while recorded.desk.state.played.facts.stakes and recorded.desk.state.under_way:
        recorded.step(smooth)
    recorded.desk.do("close_table", FLOORPERSON)
    return recorded


@pytest.mark.clause("S-14")
def test_a_new_record_goes_on_from_another(tmp_path: Path) -> None:
    monday, tuesday = tmp_path / "monday.log", tmp_path / "tuesday.log"
    before = closed_table(monday).desk
    link = before.links.states["tcp-link"]
    with pytest.raises(StoreError, match="somebody else"):
        open_table(monday)
    before.close()
    desk = open_from(monday, tuesday, clock=Clock(now=before.state.now), source=SeededSource(4))
    assert desk.state.books == before.state.books
    assert desk.state.rounds == before.state.rounds
    assert desk.number == before.number + 1
    assert [deck and deck.back for deck in desk.state.decks] == [d and d.back for d in before.state.decks]
    after = desk.links.states["tcp-link"]
    assert (after.meter, after.wagers, after.last) == (link.meter, link.wagers, link.last)
    assert after.number == link.number + 1
    first = next(desk.store.read("table/TCP-07"))
    assert first.prev == before.head.hash == first.event.data.continues
    Recorded(desk, random.Random(4)).play(1, smooth)
    state = desk.state
    desk.close()
    assert in_order(open_table(tuesday).state) == in_order(state)
    report = audit(tuesday)
    assert not report.faults, report.wrong
    assert any("goes on from another record" in note for note in report.notes)
    report = audit(tuesday, before=monday)
    assert not report.faults, report.wrong
    assert "what the table began with is what the record before it left" in report.proved
    other = tmp_path / "other.log"
    closed_table(other).desk.close()
    assert verify(tuesday).heads["table/TCP-07"].number == desk.number


def test_what_it_must_begin_with_is_checked(tmp_path: Path) -> None:
    """Chips, table inventory and meters are those that the other record left, to the cent."""
    from tests.support.recorded import sealed_anew

    monday, tuesday = tmp_path / "monday.log", tmp_path / "tuesday.log"
    closed_table(monday).desk.close()
    open_from(monday, tuesday, source=SeededSource(4)).close()
    entries = entries_of(tuesday.read_bytes())
    bodies = [entry.body for entry in entries]
    table = next(body for body in bodies if body["kind"] == "open_table")
    meter = next(body for body in bodies if body["kind"] == "open_link")
    carried = json.loads(table["data"]["carried"])
    purse = next(name for name in carried["books"] if name.startswith("chips"))
    carried["books"][purse] += 1
    carried["books"]["inventory"] = carried["books"].get("inventory", 0) - 1
    richer = json.dumps(carried, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    levels = {**meter["data"]["levels"]["meter"]}
    levels["amount_cents"] += 1
    higher = {
        **meter,
        "data": {**meter["data"], "levels": {"meter": levels}},
        "moves": [{**one, "amount_cents": one["amount_cents"] + 1} for one in meter["moves"]],
    }
    for old, new, what in (
        (table, {**table, "data": {**table["data"], "carried": richer}}, "does not begin with what"),
        (meter, higher, "does not go on where it had ended"),
    ):
        raw = sealed_anew([new if body is old else body for body in bodies])
        assert not verify(raw).faults
        assert any(what in one for one in audit(raw, before=monday).wrong)


def test_a_link_that_others_play_on_stays(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    store = create_record(path)
    first = memory_table(linked("a"), store=store)
    second = memory_table(linked("b"), store=store, shared=first.desk.links)
    first.desk.do("close_table", FLOORPERSON)
    with pytest.raises(StoreError, match="b is on the same link, tcp-link, and open"):
        open_from(path, tmp_path / "y.log", table="a")
    second.desk.do("close_table", FLOORPERSON)
    assert open_from(path, tmp_path / "y.log", table="a").state.table == "a"


def test_a_table_is_opened_again_in_its_own_record(tmp_path: Path) -> None:
    """A fresh part of the stream, which begins with what the last one left."""
    recorded = memory_table(linked("a"), seed=3)
    recorded.play(2, smooth)
    while recorded.desk.state.played.facts.stakes and recorded.desk.state.under_way:
        recorded.step(smooth)
    desk = recorded.desk
    desk.do("close_table", FLOORPERSON)
    again = open_desk(
        linked("a"),
        desk.store,
        table="a",
        source=SeededSource(9),
        clock=desk.clock,
        shared=desk.links,
        carried=desk.state,
    )
    assert again.number == desk.number + 1
    Recorded(again, random.Random(1)).play(1, smooth)
    store = again.store
    assert isinstance(store, MemoryStore)
    report = audit(source_of_store(store, store.streams, whole=True))
    assert not report.faults, report.wrong
    assert in_order(reopen(store, "a").state) == in_order(again.state)
    assert report.checked["tables"] == 2


def test_short_sittings_are_saved_too(tmp_path: Path) -> None:
    """A table that is opened again and again saves its state all the same."""
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), snapshot_every=3)
    for _ in range(5):
        recorded.play(1, smooth)
        recorded.desk.close()
        recorded.desk = open_table(path, clock=recorded.desk.clock, snapshot_every=3)
    saved = recorded.desk.store.saved(recorded.desk.stream)
    assert saved is not None
    assert saved.state["rounds"] == 3


def test_an_open_table_is_not_left(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    desk = file_table(path, linked("a")).desk
    desk.do("sit", Person("player", "ann"), {"seat": 1})
    desk.close()
    with pytest.raises(StoreError, match="close it first"):
        open_from(path, tmp_path / "y.log")
    assert not (tmp_path / "y.log").exists()
    with pytest.raises(StoreError, match="no such file"):
        open_from(tmp_path / "none.log", tmp_path / "y.log")


def test_a_store_that_forgets() -> None:
    """A table that is not audited may keep its last events only."""
    store = MemoryStore(keep=50)
    recorded = memory_table(submission("PA-679a"), store=store, snapshot_every=1)
    recorded.play(6, smooth, most=4000)
    assert len(store._lines[recorded.desk.stream]) <= 100
