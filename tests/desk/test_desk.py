"""The desk: keys, expected numbers, chance that is drawn once, steps in one append, faults that stop a
table."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from feltlaw.books import OutOfBalance
from feltlaw.crew import Crew
from feltlaw.desk import Desk, KeyReused, Links, open_desk, reopen
from feltlaw.event import Person
from feltlaw.link import StopLink
from feltlaw.record.lines import Sealed
from feltlaw.record.restore import restored, table_stream
from feltlaw.record.store import MemoryStore, Remembered, Stale, StoreError
from feltlaw.round import Refused
from feltlaw.shuffle import SeededSource, SystemSource
from feltlaw.table import Command, write_state
from feltlaw.table.betting import Bet
from tests.support.driver import DEALER, FLOOR, FLOOR2, submission

ANN = Person("player", "ann")
WAGERS: dict[str, Any] = {"three_card_progressive": {}, "six_card_bonus": {}}


def opened(**more: Any) -> Desk:
    clock = more.pop("clock", lambda: 1_800_000_000_000)
    store = more.pop("store", None) or MemoryStore()
    return open_desk(
        submission("PA-649a", wagers=WAGERS),
        store,
        source=more.pop("source", None) or SeededSource(more.pop("seed", 5)),
        clock=clock,
        **more,
    )


def seated(**more: Any) -> tuple[Desk, Crew]:
    desk = opened(**more)
    desk.do("sit", ANN, {"seat": 2})
    desk.do("buy_in", ANN, {"amount": "1000.00"})
    crew = Crew(desk)
    crew.run()
    assert desk.state.phase == "betting"
    return desk, crew


def play(desk: Desk, crew: Crew, rounds: int = 1) -> None:
    until = desk.state.rounds + rounds
    while desk.state.rounds < until:
        crew.run()
        if desk.state.rounds == until:
            return
        if desk.state.phase == "betting":
            desk.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00", "three_card_progressive": "1.00"}})
            crew.close_betting()
        elif desk.state.phase == "deciding":
            desk.do("decide", ANN, {"seat": 2, "act": "play"})


# ── keys and numbers ──


def test_the_same_key_gives_the_same_answer_and_does_nothing_twice() -> None:
    desk, _ = seated()
    first = desk.do("buy_in", ANN, {"amount": "50.00"}, key="k1")
    assert desk.state.chips("ann") == 1050_00
    desk.do("buy_in", ANN, {"amount": "7.00"})
    again = desk.do("buy_in", ANN, {"amount": "50.00"}, key="k1")
    assert again.again and again.lines == first.lines and again.number == first.number
    assert desk.state.chips("ann") == 1057_00


def test_a_key_for_another_command_is_refused_and_keys_are_the_accounts_own() -> None:
    desk, _ = seated()
    desk.do("buy_in", ANN, {"amount": "50.00"}, key="k1")
    with pytest.raises(KeyReused):
        desk.do("buy_in", ANN, {"amount": "51.00"}, key="k1")
    desk.do("sit", Person("player", "bob"), {"seat": 4}, key="k1")
    with pytest.raises(Refused, match="printable"):
        desk.do("buy_in", ANN, {"amount": "50.00"}, key="x" * 201)


def test_a_key_is_remembered_over_a_restart() -> None:
    desk, _ = seated()
    first = desk.do("buy_in", ANN, {"amount": "50.00"}, key="k1")
    again = reopen(desk.store, desk.state.table).do("buy_in", ANN, {"amount": "50.00"}, key="k1")
    assert again.again and again.lines == first.lines


def test_a_command_that_expects_an_older_table_is_refused() -> None:
    desk, _ = seated()
    seen = desk.number
    desk.do("buy_in", ANN, {"amount": "5.00"}, expect=seen)
    with pytest.raises(Refused, match=f"its last event is {seen + 1}, not {seen}"):
        desk.do("buy_in", ANN, {"amount": "5.00"}, expect=seen)
    assert desk.state.chips("ann") == 1005_00


def test_two_desks_that_both_believe_they_own_a_table_do_not_both_append() -> None:
    desk, _ = seated()
    other = reopen(desk.store, desk.state.table)
    desk.do("buy_in", ANN, {"amount": "5.00"})
    with pytest.raises(Stale):
        other.do("buy_in", ANN, {"amount": "9.00"})
    with pytest.raises(Refused, match="stopped"):
        other.do("buy_in", ANN, {"amount": "9.00"})
    assert reopen(desk.store, desk.state.table).state == desk.state


# ── chance ──


def test_a_refused_command_does_not_draw_anew() -> None:
    """Nobody can have the cards drawn again by sending a command that is refused (S-44)."""
    desk, crew = seated()
    play(desk, crew)
    desk.do("order_shuffle", FLOOR)
    command = crew.next(desk.state)
    assert command is not None and command.do == "shuffle"
    first, _ = desk.chance.given(desk.state, command, desk.number)
    with pytest.raises(Refused):
        desk.do("shuffle", ANN, {"deck": 0})
    second, _ = desk.chance.given(desk.state, command, desk.number)
    assert first == second
    desk.give(command)
    assert desk.state.deck is not None and first is not None and desk.state.deck.order == first.order


def test_a_seeded_table_goes_on_after_a_restart_as_it_would_have() -> None:
    desk, crew = seated()
    play(desk, crew, 2)
    twin = reopen(desk.store, desk.state.table)
    clock = desk.clock
    twin.clock = clock
    orders = []
    for one in (desk, twin):
        fresh = MemoryStore()
        for stream in desk.store.streams if isinstance(desk.store, MemoryStore) else ():
            fresh.append(list(desk.store.read(stream)), None, None)
        again = reopen(fresh, one.state.table, clock=clock)
        play(again, Crew(again), 1)
        orders.append(
            [
                line.event.data.sealed.order
                for line in fresh.read(again.stream)
                if line.event.kind == "shuffle"
            ]
        )
    assert orders[0] == orders[1] and len(orders[0][-1]) == 52


# ── appending ──


def test_steps_without_a_person_between_them_are_one_append() -> None:
    desk, crew = seated()
    desk.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00"}})
    batch = desk.store.batch
    crew.close_betting()
    crew.run()
    assert desk.state.phase == "deciding"
    assert desk.store.batch == batch + 2, "the call, and then the whole deal"
    lines = [line for line in desk.store.read(desk.stream) if line.batch == batch + 2]
    assert [line.event.kind for line in lines if line.given] == ["deal", "rack_stub"]


def test_what_was_decided_before_a_refusal_stands_and_the_next_run_is_told() -> None:
    desk, _ = seated()
    good, bad = (Command("bet", ANN, Bet(2, {"ante": cents})) for cents in (1000, 1))
    steps = iter([good, bad, bad])
    desk.run(lambda state: next(steps))
    assert desk.state.on_felt(2, "ante") == 1000
    before, number = write_state(desk.state), desk.number
    with pytest.raises(Refused):
        desk.run(lambda state: next(steps))
    assert write_state(desk.state) == before and desk.number == number


class Failing(MemoryStore):
    """A store whose disk is full from a moment on."""

    full = False

    def append(self, lines: Any, key: Any, answer: Remembered | None) -> None:
        if self.full:
            raise StoreError("the disk is full")
        super().append(lines, key, answer)


def test_a_store_that_fails_stops_the_desk_and_nothing_is_answered() -> None:
    store = Failing()
    desk, _ = seated(store=store)
    before = write_state(desk.state)
    store.full = True
    with pytest.raises(StoreError):
        desk.do("buy_in", ANN, {"amount": "5.00"})
    assert write_state(desk.state) == before
    store.full = False
    with pytest.raises(Refused, match="the disk is full"):
        desk.do("buy_in", ANN, {"amount": "5.00"})
    assert write_state(reopen(store, desk.state.table).state) == before, "the record is where it was"


def test_watchers_are_told_after_the_append() -> None:
    desk, _ = seated()
    seen: list[tuple[int, int]] = []
    desk.watchers.append(
        lambda answer, state: seen.append((answer.number, desk.store.head(desk.stream).number))
    )
    desk.do("buy_in", ANN, {"amount": "5.00"})
    assert seen == [(desk.number, desk.number)]


# ── books that do not balance ──


def test_a_fault_in_the_books_stops_the_table_on_record_until_two_people_let_it_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, _ = seated()
    from feltlaw.table import exchanging

    def off(*args: object) -> object:
        raise OutOfBalance("a cent came from nowhere")

    with monkeypatch.context() as patched:
        patched.setattr(exchanging, "move", off)
        with pytest.raises(Refused, match="a cent came from nowhere"):
            desk.do("buy_in", ANN, {"amount": "5.00"})
    again = reopen(desk.store, desk.state.table)
    for one in (desk, again):
        assert "a cent came from nowhere" in one.state.stopped
        with pytest.raises(Refused, match="the table is stopped"):
            one.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00"}})
    desk.do("resume_table", FLOOR, {"reason": "looked at"})
    assert desk.state.stopped
    with pytest.raises(Refused, match="himself"):
        desk.do("confirm", FLOOR, {"request": 1})
    desk.do("confirm", FLOOR2, {"request": 1})
    assert not desk.state.stopped
    desk.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00"}})


@pytest.mark.clause("S-62")
def test_a_source_of_chance_that_fails_takes_the_table_out_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = opened(source=SystemSource())
    desk.do("sit", ANN, {"seat": 2})
    crew = Crew(desk)

    def nothing(many: int | None = None) -> bytes:
        raise OSError("no entropy")

    with monkeypatch.context() as patched:
        patched.setattr(secrets, "token_bytes", nothing)
        with pytest.raises(Refused, match="generator gives nothing"):
            crew.run()
    assert "no entropy" in desk.state.stopped
    assert [line.event.kind for line in desk.store.read(desk.stream)][-1] == "stop_table"
    with pytest.raises(Refused, match="the table is stopped"):
        desk.do("buy_in", ANN, {"amount": "5.00"})
    desk.do("resume_table", FLOOR, {"reason": "it works again"})
    desk.do("confirm", FLOOR2, {"request": 1})
    crew.run()
    assert desk.state.phase == "betting"


# ── restarts ──


@pytest.mark.clause("S-43")
def test_a_restart_begins_at_the_saved_state_that_the_record_names() -> None:
    desk, crew = seated(snapshot_every=2)
    play(desk, crew, 5)
    saved = desk.store.saved(desk.stream)
    assert saved is not None and saved.number > 50
    read: list[int] = []

    class Counting(MemoryStore):
        def read(self, stream: str, after: int = 0) -> Any:
            for line in store.read(stream, after):
                read.append(line.number)
                yield line

    store = desk.store
    counting = Counting()
    counting.__dict__ |= store.__dict__
    state, head, opening, _ = restored(counting, desk.stream)
    assert (write_state(state), head, opening) == (write_state(desk.state), desk.head, 1)
    assert len([number for number in read if 1 < number <= saved.number]) == 0, "nothing before it was read"


def test_a_saved_state_that_the_record_does_not_name_is_left_alone() -> None:
    from dataclasses import replace

    desk, crew = seated(snapshot_every=1)
    play(desk, crew, 2)
    saved = desk.store.saved(desk.stream)
    assert saved is not None
    books = {**saved.state["books"], "chips|ann": 5}  # type: ignore[dict-item]
    desk.store.save({desk.stream: replace(saved, state={**saved.state, "books": books})})
    assert reopen(desk.store, desk.state.table).state == desk.state


# ── links ──


@pytest.mark.clause("S-09", "S-12")
def test_a_link_that_is_stopped_takes_no_wager_and_comes_back_where_it_was() -> None:
    desk, crew = seated()
    play(desk, crew, 2)
    name = desk.state.links["three_card_progressive"]
    showing = desk.links.states[name].showing("meter")
    crew.run()
    desk.links.write(name, StopLink("a failed check"), FLOOR, 0)
    with pytest.raises(Refused, match="a failed check"):
        desk.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00", "three_card_progressive": "1.00"}})
    desk.do("bet", ANN, {"seat": 2, "wagers": {"ante": "10.00"}})
    fresh = Links(desk.store)
    restarted = reopen(desk.store, desk.state.table, shared=fresh)
    assert fresh.states[name] == desk.links.states[name]
    assert fresh.states[name].showing("meter") == showing and fresh.states[name].stopped
    assert restarted.state == desk.state


def test_a_table_is_found_by_its_stream_only() -> None:
    desk = opened()
    with pytest.raises(StoreError, match="there is no table on record"):
        reopen(desk.store, "another")
    lines: list[Sealed] = list(desk.store.read(table_stream("table")))
    assert [line.event.kind for line in lines] == ["open_table"]
    assert DEALER.role == "dealer"
