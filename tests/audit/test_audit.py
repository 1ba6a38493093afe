"""What a record proves: nothing untrue in it survives the check, and what is true does."""

from __future__ import annotations

import copy
import os
import random
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw import seal
from feltlaw.audit import audit, state_at
from feltlaw.desk import Links, reopen
from feltlaw.link import CorrectLink, ResumeLink, StopLink
from feltlaw.record.report import Report
from feltlaw.record.sources import Source, source_of_store
from feltlaw.record.store import Answers, MemoryStore
from feltlaw.record.verify import verify
from feltlaw.settlement import order
from feltlaw.table import write_state
from tests.support.recorded import (
    FLO,
    SIDE_BETS,
    Recorded,
    entries_of,
    file_table,
    linked,
    memory_table,
    sealed_anew,
    smooth,
    submission,
)

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"deal": "automated_shoe"},
    {"shuffle": "manual"},
    {"deal": "hand"},
    {"decks": 2},
)
WANTED = {"shuffle", "cut", "bet", "deal", "decide", "settle_player", "end_round", "no_more_bets", "buy_in"}


class Bodies(list[dict[str, Any]]):
    """The events of a record, to be forged."""

    def __repr__(self) -> str:
        return f"{len(self)} events"


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield


def source_of(recorded: Recorded) -> Source:
    store = recorded.desk.store
    assert isinstance(store, MemoryStore)
    return source_of_store(store, store.streams, whole=True)


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


def checked(bodies: Bodies) -> Report:
    """The check of a record whose whole chain was sealed anew."""
    return audit(sealed_anew(bodies))


def line_of(bodies: Bodies, at: int) -> int:
    """The line on which an event stands."""
    return at + len({body["batch"] for body in bodies[:at]} - {bodies[at]["batch"]}) + 1


# ── what is true ──


@pytest.mark.parametrize("cards", WAYS, ids=lambda cards: next(iter(cards.values()), "default"))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_everything_holds_at_random_tables(regulation: str, cards: dict[str, Any]) -> None:
    recorded = memory_table(
        submission(regulation, **cards), seed=len(regulation) + len(cards), snapshot_every=1
    )
    recorded.play(2)
    report = audit(source_of(recorded))
    assert not report.faults, report.wrong
    counts = report.checked
    assert counts["rounds"] == 2
    assert counts["commands"] == counts["decided_again"] > 0
    assert counts["lines"] > 0
    assert counts["decks"] >= 2
    assert counts["snapshots"] >= 1
    assert any("each meter the sum" in sentence for sentence in report.proved) == bool(
        recorded.desk.links.states
    )


def test_real_cards_hold() -> None:
    for regulation in SIDE_BETS:
        recorded = memory_table(submission(regulation), seed=5, real_cards=True)
        recorded.play(1)
        report = audit(source_of(recorded))
        assert not report.faults, report.wrong
        assert (report.checked["rounds"], report.checked["decks"]) == (1, 0)


@given(st.integers(0, 10**6))
@settings(max_examples=6)
def test_tables_on_one_link_hold(seed: int) -> None:
    """Whatever the order in which they play, with a link that stops, comes back and is put right."""
    rng = random.Random(seed)
    store = MemoryStore()
    shared = Links(store)
    tables = [
        memory_table(linked(name), seed=seed + at, store=store, shared=shared, snapshot_every=2)
        for at, name in enumerate(("a", "b"))
    ]
    for _ in range(300):
        chosen = rng.choice(tables)
        stopped = shared.states["tcp-link"].stopped
        what = rng.random()
        now = chosen.desk.clock()
        if what < 0.01 and not stopped:
            shared.write("tcp-link", StopLink("a test"), FLO, now)
        elif what < 0.05 and stopped:
            shared.write("tcp-link", ResumeLink("it is over"), FLO, now)
        elif what < 0.02:
            data = CorrectLink("meter", 123, True, "wrong display", "a test")
            shared.write("tcp-link", data, FLO, now)
        else:
            chosen.step()
    report = audit(source_of(tables[0]))
    assert not report.faults, report.wrong
    assert report.checked["tables"] == 2
    assert report.checked["commands"] == report.checked["decided_again"]
    alone = audit(source_of_store(store, ["table/a"]))
    assert not alone.faults, alone.wrong
    assert any("what passed between a table and tcp-link" in one for one in alone.not_proved)


def test_a_record_that_is_only_a_record(tmp_path: Path) -> None:
    from feltlaw.record.opening import create_record

    create_record(tmp_path / "x.log").close()
    report = audit(tmp_path / "x.log")
    assert (report.status, report.faults) == ("not proved", [])
    assert any("there is none in it" in sentence for sentence in report.not_proved)


# ── forgeries, sealed anew from one end to the other ──


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from leaves(value, (*path, at))
    else:
        yield path


def at_path(data: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def changed(bodies: Bodies, at: int, path: tuple[Any, ...], value: Any) -> Bodies:
    """The same record with one value another."""
    found = Bodies(bodies)
    found[at] = copy.deepcopy(found[at])
    at_path(found[at], path[:-1])[path[-1]] = value
    return found


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}0"


def named(report: Report, bodies: Bodies, at: int) -> None:
    """The first thing that is wrong is on the forged line, or on another of the same command."""
    assert report.status == "wrong"
    first = min(number for number, body in enumerate(bodies) if body["batch"] == bodies[at]["batch"])
    last = max(number for number, body in enumerate(bodies) if body["batch"] == bodies[at]["batch"])
    assert line_of(bodies, first) <= report.faults[0].line <= line_of(bodies, last), report.wrong


def amounts(bodies: Bodies) -> list[tuple[int, tuple[Any, ...]]]:
    """Every amount of money on record: in movements, lines, contributions, readings, awards."""
    return [
        (at, path)
        for at, body in enumerate(bodies)
        for part in ("moves", "data")
        for path in leaves(body.get(part, {}), (part,))
        if type(at_path(body, path)) is int and _is_money(path)
    ]


def _is_money(path: tuple[Any, ...]) -> bool:
    words = [str(part) for part in path]
    return any(word.endswith("cents") for word in words) or bool(
        {"showing", "wagers", "reserve"} & set(words)
    )


def check_amount(bodies: Bodies, at: int, path: tuple[Any, ...], value: int) -> None:
    forged = changed(bodies, at, path, value)
    report = checked(forged)
    assert report.status == "wrong", (bodies[at]["kind"], path)
    line = line_of(bodies, at)
    assert report.faults[0].line == line, report.wrong


@pytest.mark.clause("S-40")
@given(st.data())
@settings(max_examples=40)
def test_an_overwritten_amount_is_named(one: Bodies, data: st.DataObject) -> None:
    """Review, fault 16: with every recorded amount overwritten, replay gave the same state."""
    at, path = data.draw(st.sampled_from(amounts(one)))
    value = at_path(one[at], path)
    check_amount(
        one, at, path, data.draw(st.sampled_from([value + 1, value + 10_000, max(value - 1, 0) or 7]))
    )


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("regulation", SIDE_BETS)
def test_every_overwritten_amount_is_named(tmp_path: Path, regulation: str, seed: int) -> None:
    path = tmp_path / "x.log"
    recorded = file_table(path, submission(regulation), seed=seed, snapshot_every=1)
    recorded.play(2)
    recorded.desk.close()
    bodies = Bodies(entry.body for entry in entries_of(path.read_bytes()))
    every = amounts(bodies)
    assert len(every) > 10
    for at, path_ in every:
        check_amount(bodies, at, path_, at_path(bodies[at], path_) + 1)


def test_an_overwritten_amount_is_another_state(one: Bodies) -> None:
    """Events are the truth: what they say moves the money, whatever the program would settle."""
    before = write_state(state_at(sealed_anew(one))[0])
    for at, path in amounts(one):
        if path[0] == "moves" and one[at]["kind"] in ("settle_player", "buy_in"):
            forged = sealed_anew(changed(one, at, path, at_path(one[at], path) + 100))
            assert write_state(state_at(forged)[0])["books"] != before["books"]
            return
    raise AssertionError("nothing moved")


@given(st.data())
@settings(max_examples=60)
def test_any_other_value_in_an_event_is_found(one: Bodies, data: st.DataObject) -> None:
    choices = [
        (at, path)
        for at, body in enumerate(one)
        if body["stream"] != "record"
        for path in leaves({key: body[key] for key in ("data", "moves", "phase", "kind") if key in body})
    ]
    at, path = data.draw(st.sampled_from(choices))
    if path[-1] in ("program", "regulation_digest", "seed", "practice"):
        return  # what it is pinned to is told, and what it is told of proves nothing
    named(checked(changed(one, at, path, other(at_path(one[at], path)))), one, at)


@given(st.data())
@settings(max_examples=40)
def test_other_words_of_a_command_are_found(one: Bodies, data: st.DataObject) -> None:
    choices = [
        (at, path) for at, body in enumerate(one) for path in leaves(body.get("given", {}), ("given",))
    ]
    at, path = data.draw(st.sampled_from(choices))
    if path[-1] == "key":
        return
    named(checked(changed(one, at, path, other(at_path(one[at], path)))), one, at)


def renumbered(bodies: Bodies) -> Bodies:
    """The same events with the numbers that they have now."""
    numbers: dict[str, int] = {}
    found = Bodies()
    for body in bodies:
        numbers[body["stream"]] = numbers.get(body["stream"], 0) + 1
        found.append({**body, "number": numbers[body["stream"]]})
    batches = {number: at for at, number in enumerate(dict.fromkeys(body["batch"] for body in found), 1)}
    return Bodies({**body, "batch": batches[body["batch"]]} for body in found)


@given(st.data())
@settings(max_examples=25)
def test_a_command_left_out_or_done_twice_is_found(one: Bodies, data: st.DataObject) -> None:
    """Unless the game does not depend on it: then it is the same as if it had not been done."""
    commands = sorted({body["batch"] for body in one if "given" in body})
    batch = data.draw(st.sampled_from(commands))
    mine = [body for body in one if body["batch"] == batch]
    kinds = {body["kind"] for body in mine}
    rest = Bodies(body for body in one if body["batch"] != batch)
    last = max(at for at, body in enumerate(one) if body["batch"] == batch)
    again = [{**body, "batch": body["batch"] + 0.5} for body in mine]
    twice = Bodies([*one[: last + 1], *again, *one[last + 1 :]])
    free = {"sit", "leave", "buy_in", "cash_out", "bet", "order_shuffle", "ready"}
    keyed = any("key" in body.get("given", {}) for body in mine)
    if not kinds & free or keyed:
        assert checked(renumbered(twice)).status == "wrong"
    if not kinds & free:
        assert checked(renumbered(rest)).status == "wrong"
    else:
        assert checked(renumbered(rest)).status in ("wrong", "not proved")


# ── single untruths ──


def find(bodies: Bodies, kind: str) -> int:
    return next(at for at, body in enumerate(bodies) if body["kind"] == kind)


def said(report: Report) -> str:
    assert report.status == "wrong"
    return report.wrong[0]


def test_a_settlement_that_pays_too_much(one: Bodies) -> None:
    at = find(one, "settle_player")
    lines = one[at]["data"]["lines"]
    report = checked(changed(one, at, ("data", "lines", 0, "paid_cents"), 99_900))
    number = one[at]["number"]
    assert f"line {line_of(one, at)} (table/é7, event {number})" in said(report)
    assert f"data.lines[1].paid_cents is 99900, not {lines[0]['paid_cents']}" in said(report)
    for forged in (lines[1:], [lines[0], *lines], [{**lines[0], "turn": 99}, *lines[1:]]):
        named(checked(changed(one, at, ("data", "lines"), forged)), one, at)


@pytest.mark.clause("I-155")
def test_an_order_that_was_not_sealed(one: Bodies) -> None:
    at = find(one, "shuffle")
    order = one[at]["data"]["sealed"]["order"]
    swapped = [order[1], order[0], *order[2:]]
    assert "root is" in said(checked(changed(one, at, ("data", "sealed", "order"), swapped)))
    for path, value in ((("data", "sealed", "secret"), "0" * 64), (("data", "sealed", "root"), "0" * 64)):
        named(checked(changed(one, at, path, value)), one, at)


def test_a_secret_that_was_used_before(one: Bodies) -> None:
    """A second deck with the seal of the first is no new shuffle, though everything else fits."""
    recorded = memory_table(submission("PA-679a"), seed=2)
    made = recorded.desk.chance._once
    kept: dict[str, Any] = {}

    def same(what: str, number: int, make: Callable[[Any], Any]) -> Any:
        return kept.setdefault(what, made(what, number, make)) if what == "deck" else made(what, number, make)

    recorded.desk.chance._once = same  # type: ignore[method-assign]
    recorded.play(2, smooth)
    assert "not one that was drawn for it" in said(audit(source_of(recorded)))


@pytest.mark.clause("I-155")
def test_a_card_that_was_not_next(one: Bodies) -> None:
    at = find(one, "deal")
    to = one[at]["data"]["to"]
    unseen = {"2c", "3c"} - {card["card"] for card in to}
    report = checked(changed(one, at, ("data", "to", 0, "card"), (unseen or {"4c"}).pop()))
    assert "data.to[1].card is" in said(report)


@pytest.mark.clause("I-155")
def test_a_cut_that_was_another(one: Bodies) -> None:
    at = find(one, "cut")
    depth = one[at]["data"]["depth"]
    forged = changed(one, at, ("data", "depth"), depth + 1)
    forged = changed(forged, at, ("given", "data", "depth"), depth + 1)
    report = checked(forged)
    assert report.status == "wrong"
    deal = find(one, "deal")
    assert report.faults[0].line == line_of(one, deal), "the cards dealt are not those of that cut"


def test_a_saved_state_that_is_another(one: Bodies) -> None:
    at = find(one, "snapshot")
    report = checked(changed(one, at, ("data", "state"), "0" * 64))
    assert "the state that is named here is not the one that the events lead to" in said(report)


def test_words_that_are_missing(one: Bodies) -> None:
    at = find(one, "buy_in")
    without = Bodies(dict(body) for body in one)
    del without[at]["given"]
    assert "the words of this command are missing" in said(checked(without))


def test_a_person_who_may_not(one: Bodies) -> None:
    at = find(one, "shuffle")
    report = checked(changed(one, at, ("by",), {"account": "ann", "role": "player"}))
    assert "the rules refuse this: a player may not shuffle" in said(report)


def test_events_that_make_no_sense(one: Bodies) -> None:
    """Nothing that can be sealed breaks the check down."""
    at = find(one, "deal")
    for path, value in (
        (("kind",), "nonsense"),
        (("data",), {}),
        (("data",), []),
        (("data", "to"), [[[]]]),
        (("data", "more"), 1),
        (("moves",), [{"from": "cage", "to": "inventory", "amount_cents": 10**30}]),
        (("moves",), [{"from": "chips|nobody", "to": "inventory", "amount_cents": 5}]),
        (("by",), {"role": "king", "account": "x"}),
        (("at",), -5),
        (("given",), {"do": ["deal"], "data": {}}),
        (("given",), {"do": "deal", "data": {}, "by": {"role": "dealer", "account": "dee"}}),
        (("given",), {"do": "deal", "data": {"all": "x" * 100_000}}),
        (("given",), {"do": "deal", "data": {}, "unreached": 5}),
    ):
        report = checked(changed(one, at, path, value))
        assert report.status == "wrong"
        assert report.faults[0].line == line_of(one, at), (path, report.wrong)
    at = find(one, "open_table")
    for path, value in (
        (("data", "submission"), "{}"),
        (("data", "submission"), "nonsense"),
        (("data", "digest"), "0" * 64),
        (("data", "table"), "other"),
        (("data", "links"), {}),
    ):
        assert checked(changed(one, at, path, value)).status == "wrong"


@pytest.mark.parametrize("size", [2_000_000, 5000])
def test_what_a_command_ignores_is_not_written(tmp_path: Path, size: int) -> None:
    """Review, fault 5: 20 MB of blanks, an order nested 970 deep and huge numbers were written to the log."""
    from feltlaw.event import Person
    from feltlaw.refusal import Refused

    path = tmp_path / "x.log"
    desk = file_table(path, submission("PA-680a")).desk
    before = path.stat().st_size
    deep: Any = []
    for _ in range(size // 5):
        deep = [deep]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("set_hand", {"seat": 1, "cards": " " * size}),
        ("receive_deck", {"deck": 0, "nonce": "x" * size}),
        ("receive_deck", {"deck": 0, "order": deep if size < 10_000 else [1]}),
        ("receive_deck", {"deck": 10**4000}),
        ("receive_deck", {"deck": 0.0}),
        ("buy_in", {"amount": b"5"}),
        ("sit", {"seat": 1, "guest": "\ud800"}),
        ("sit", {"seat": 1, "guest": "a\nb"}),
    ]
    for do, data in wrong:
        with pytest.raises(Refused):
            desk.do(do, Person("player" if do not in ("receive_deck",) else "floorperson", "ann"), data)
    assert path.stat().st_size == before
    while deep:
        deep = deep[0]


# ── other programs ──


def pays_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settlement pays a cent more on every win of the Ante."""
    made = order.dealers_order

    def dearer(of: Any) -> Iterator[Any]:
        for line in made(of):
            yield replace(line, paid=line.paid + 1) if line.id == "ante" and line.paid else line

    monkeypatch.setattr("feltlaw.table.agenda.dealers_order", dearer)


def winning(seed: int = 0) -> Recorded:
    """A table at which an Ante was paid."""
    while True:
        recorded = memory_table(submission("PA-679a"), seed=seed, snapshot_every=0)
        recorded.play(3, smooth)
        store = recorded.desk.store
        lines = [
            line
            for one in store.read(recorded.desk.stream)
            for line in getattr(one.event.data, "lines", ())
            if line.id == "ante" and line.paid
        ]
        if lines:
            return recorded
        seed += 1


def test_an_old_record_replays_to_the_cent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review, fault 16: with settlement changed by a cent, opening silently changed a player's chips."""
    recorded = winning()
    before = write_state(recorded.desk.state)
    pays_more(monkeypatch)
    again = reopen(recorded.desk.store, recorded.desk.state.table)
    assert write_state(again.state) == before
    assert write_state(state_at(source_of(recorded))[0]) == before
    report = audit(source_of(recorded))
    assert report.status == "wrong", "the same version decides otherwise now"
    assert "paid_cents" in report.wrong[0]
    assert report.faults[0].number > 0


def test_another_version_is_told_and_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of another version decided then: what this one would do otherwise is told."""
    monkeypatch.setattr("feltlaw.desk.opening.version", lambda name: "0.0.9")
    recorded = winning()
    monkeypatch.undo()
    report = audit(source_of(recorded))
    assert not report.faults
    assert any("was opened by feltlaw 0.0.9" in note for note in report.notes)
    assert report.checked["decided_again"] == report.checked["commands"]
    with pytest.MonkeyPatch.context() as patched:
        pays_more(patched)
        report = audit(source_of(recorded))
    assert not report.faults, report.wrong
    assert any("decided otherwise today" in note and "paid_cents" in note for note in report.notes)
    assert any("would be decided otherwise by this program than by feltlaw 0.0.9" in n for n in report.notes)


def test_other_data_of_the_regulation_is_told(one: Bodies) -> None:
    at = find(one, "open_table")
    report = checked(changed(one, at, ("data", "regulation_digest"), "ab" * 32))
    assert not report.faults
    assert any("abababababab" in note for note in report.notes)


@pytest.mark.clause("S-48")
def test_a_program_that_changed_is_on_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from feltlaw.record.tables import open_table

    path = tmp_path / "x.log"
    with pytest.MonkeyPatch.context() as patched:
        for module in ("feltlaw.desk.opening", "feltlaw.record.opening"):
            patched.setattr(f"{module}.version", lambda name: "0.0.9")
        file_table(path, submission("PA-679a")).desk.close()
    open_table(path).close()
    open_table(path).close()
    kinds = [entry.kind for entry in entries_of(path.read_bytes()) if entry.stream == "record"]
    assert kinds == ["begin_record", "program_changed"]
    report = audit(path)
    assert not report.faults
    assert any("from here on feltlaw" in note for note in report.notes)


def test_money_is_checked_whatever_the_version(one: Bodies) -> None:
    """A forger who says that another version decided does not get away with money from nowhere."""
    opened = find(one, "open_table")
    old = changed(one, opened, ("data", "program"), "0.0.1")
    assert not checked(old).faults
    at = find(one, "settle_player")
    report = checked(changed(old, at, ("data", "lines", 0, "paid_cents"), 77_700))
    assert "its lines give" in said(report)
    shuffled = find(one, "shuffle")
    report = checked(changed(old, shuffled, ("data", "sealed", "root"), "0" * 64))
    assert "not the one that the seal stands for" in said(report)
    report = checked(changed(old, find(one, "snapshot"), ("data", "state"), "0" * 64))
    assert not report.faults, "another version may have written states otherwise"
    assert any("the state that is named here" in note for note in report.notes)


def test_a_version_that_cannot_be_followed(one: Bodies) -> None:
    """A record of another version that this program cannot read is not wrong, and not proved."""
    opened = find(one, "open_table")
    old = changed(one, opened, ("data", "program"), "9.9.9")
    report = checked(changed(old, opened, ("data", "submission"), "{}"))
    assert not report.faults
    assert any("cannot be opened here" in sentence for sentence in report.not_proved)
    at = find(one, "deal")
    report = checked(changed(old, at, ("data", "more"), 1))
    assert not report.faults
    assert any(f"from line {line_of(one, at)} on" in sentence for sentence in report.not_proved)


def test_memory_is_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch at a time is held, never the record; what is remembered on purpose is bounded."""
    monkeypatch.setattr(Answers.__init__, "__defaults__", (20,))
    monkeypatch.setattr("feltlaw.audit.seals.REMEMBERED", 5)
    monkeypatch.setattr("feltlaw.record.disk.PIECE", 8192)
    monkeypatch.setattr(seal, "_tree", lru_cache(maxsize=2)(seal._tree.__wrapped__))
    path = tmp_path / "x.log"
    recorded = file_table(path, submission("PA-679a"), seed=1)
    recorded.play(40, smooth, most=20_000)
    recorded.desk.close()
    audit(path)

    def peak(work: Callable[[], object]) -> int:
        tracemalloc.start()
        kept = work()
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert kept
        return found

    assert peak(lambda: audit(path)) < peak(lambda: entries_of(path.read_bytes())) / 4


def test_the_chain_alone(one: Bodies) -> None:
    """Verification without the audit says nothing of what happened at the table."""
    at = find(one, "settle_player")
    forged = sealed_anew(changed(one, at, ("data", "lines", 0, "paid_cents"), 99_900))
    assert not verify(forged).faults
    assert audit(forged).faults
