"""A link by itself: whatever tables do in whatever order, no cent is lost and none is paid twice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw import link as links
from feltlaw.books import HOUSE, Account, OutOfBalance
from feltlaw.event import Event, Person, event_json, read_event
from feltlaw.link import (
    CloseHit,
    Contribute,
    CorrectLink,
    GiveBackHit,
    Hit,
    LinkState,
    PayHit,
    RegisterHit,
    ResumeLink,
    StopLink,
    TakeBack,
    ValidateHit,
    check_running,
    contribution,
    correction,
    lock,
)
from feltlaw.meter import Level, Meter
from feltlaw.refusal import Refused
from tests.support.effort import examples

BY = Person("dealer", "dee")
ONE = Meter({"meter": Level(10_000_00, 10_000_00, Fraction("0.21"), Fraction("0.08"), ("PA-649a.12(h)(3)",))})
TWO = Meter(
    {
        "major": Level(10_000_00, 10_000_00, Fraction("0.15"), Fraction(0)),
        "minor": Level(1_000_00, 1_000_00, Fraction("0.06"), Fraction(0)),
    }
)
DOWN = ("take_back", "register_hit", "give_back_hit", "correct_link")
"""The only events by which a level may show less than before."""


@dataclass
class Stream:
    """A link and everything that was written to it."""

    state: LinkState
    events: list[Event] = field(default_factory=list)

    @classmethod
    def open(cls, meter: Meter, name: str = "link") -> Stream:
        data = links.opening(name, meter)
        event = Event("open_link", BY, 0, data, links.moves_of(LinkState(name, meter), data))
        return cls(links.begin(event), [event])

    def write(self, asked: object) -> Any:
        """What a table asks for, as the link writes it; a level goes down by listed events only."""
        before = self.state
        data = links.fitted(before, asked)
        kind = links.KIND_OF[type(data)]
        event = Event(kind, BY, len(self.events), data, links.moves_of(before, data))
        self.state = links.apply(before, event)
        self.events.append(event)
        for level in before.meter.levels:
            assert self.state.showing(level) >= before.showing(level) or kind in DOWN
        assert self.state.number == len(self.events)
        return data

    def stake(self, table: str, round_: int, wagers: int = 1, stake: int = 100) -> Contribute:
        cents, reserve = contribution(self.state, {str(one): stake for one in range(wagers)})
        data = Contribute(table, round_, wagers, cents, reserve)
        self.write(data)
        return data

    def hit(self, table: str, round_: int, level: str, percent: int, seat: int = 1) -> Hit:
        hit = Hit(f"{table} {round_} {seat} x", table, round_, (seat,), "x", 0, 0, level, Fraction(percent))
        written: RegisterHit = self.write(RegisterHit(lock(self.state, hit)))
        return written.hit

    def pay(self, hit: Hit) -> None:
        self.write(ValidateHit(hit.id, "flo"))
        self.write(PayHit(hit.id, hit.cents, by_hand=True))
        self.write(CloseHit(hit.id))


def check(stream: Stream) -> None:
    """The state is the fold of the stream, as written down; books balance; what is shown is what is there."""
    state: LinkState | None = None
    for event in stream.events:
        again = read_event(event_json(event), links.KINDS)
        assert again == event
        state = links.apply(state, again) if state is not None else links.begin(again)
    assert state == stream.state and sum(state.books.values()) == 0
    for name, level in state.meter.levels.items():
        assert level.amount == state.books.get(links.meter_account(name), 0) >= 0
        assert level.reserve == state.books.get(links.reserve_account(name), 0) >= 0
    locked = {account.of: cents for account, cents in state.books.items() if account.kind == "locked"}
    assert locked == {
        hit.id: hit.cents - hit.paid_cents
        for hit in state.open.values()
        if hit.level and hit.cents > hit.paid_cents
    }


# ── single events ──


def test_a_hit_locks_its_amount_and_restarts_the_level_at_once() -> None:
    stream = Stream.open(ONE)
    stream.stake("one", 1, 2)
    hit = stream.hit("one", 1, "meter", 100)
    assert (hit.cents, hit.showing_cents, hit.reseed_cents, hit.reserve_cents) == (
        10_000_42,
        10_000_42,
        10_000_00,
        16,
    )
    assert stream.state.showing("meter") == 10_000_16 and stream.state.meter.levels["meter"].reserve == 0
    assert stream.state.books[Account("locked", hit.id)] == 10_000_42
    stream.pay(hit)
    assert (stream.state.open, [one.id for one in stream.state.last]) == ({}, [hit.id])
    level = stream.state.meter.levels["meter"]
    assert (level.hits, level.paid, level.paid_by_hand, level.reseeded) == (
        1,
        10_000_42,
        10_000_42,
        10_000_00,
    )
    check(stream)


@pytest.mark.clause("I-56")
def test_a_tenth_restarts_nothing_and_may_leave_less_than_the_seed() -> None:
    stream = Stream.open(ONE)
    hit = stream.hit("one", 1, "meter", 10)
    assert (hit.cents, stream.state.showing("meter")) == (1_000_00, 9_000_00)
    assert stream.state.meter.levels["meter"].reseeded == 0


def test_an_award_of_a_fixed_amount_locks_nothing() -> None:
    stream = Stream.open(ONE)
    hit = Hit("one 1 1 x", "one", 1, (1,), "x", 0, 300_00)
    stream.write(RegisterHit(lock(stream.state, hit)))
    stream.pay(hit)
    assert stream.state.showing("meter") == 10_000_00 and stream.state.meter.levels["meter"].hits == 0
    assert stream.state.last[0].paid_cents == 300_00
    check(stream)


@pytest.mark.clause("I-07")
@pytest.mark.parametrize("paid", [False, True])
def test_a_hit_given_back_leaves_the_meter_as_it_was(paid: bool) -> None:
    stream = Stream.open(ONE)
    given_ = stream.stake("one", 1, 3)
    hit = stream.hit("one", 1, "meter", 100)
    if paid:
        stream.write(ValidateHit(hit.id, "flo"))
        stream.write(PayHit(hit.id, hit.cents, by_hand=True))
    back = stream.write(GiveBackHit(hit.id, "round void"))
    assert (back.locked_cents, back.paid_cents) == ((0, hit.cents) if paid else (hit.cents, 0))
    stream.write(TakeBack("one", 1, given_.wagers, given_.cents, given_.reserve))
    assert stream.state.meter == ONE and stream.state.wagers == 0 and not stream.state.open
    check(stream)


def test_what_somebody_else_has_won_since_is_borne_by_the_house() -> None:
    """One table's part was won by another before its round was void: the winner keeps it, the house pays."""
    bare = Level(50, 0, Fraction("0.21"), Fraction(0))
    stream = Stream.open(Meter({"meter": bare}))
    mine = stream.stake("one", 1, 5)
    hit = stream.hit("two", 1, "meter", 100)
    stream.pay(hit)
    assert (hit.cents, stream.state.showing("meter")) == (50 + 105, 0)
    stream.stake("two", 2, 1)
    back = stream.write(TakeBack("one", 1, 5, mine.cents))
    assert back.short == {"meter": 105 - 21} and stream.state.showing("meter") == 0
    assert stream.state.books.get(Account("table", "one"), 0) == 0, "the table has all of it back"
    assert stream.state.meter.levels["meter"].contributed == 21
    check(stream)


def test_giving_back_takes_of_the_restart_only_what_others_have_left() -> None:
    stream = Stream.open(ONE)
    first = stream.hit("one", 1, "meter", 100)
    second = stream.hit("two", 1, "meter", 100)
    assert (first.cents, second.cents) == (10_000_00, 10_000_00)
    stream.pay(second)
    stream.write(GiveBackHit(first.id, "round void"))
    assert stream.state.showing("meter") == 10_000_00, "what restarted it has been won once and is there once"
    check(stream)


def test_a_link_that_is_stopped_takes_no_wagers_and_comes_back_where_it_was() -> None:
    stream = Stream.open(ONE)
    stream.write(StopLink("a failed check"))
    with pytest.raises(Refused, match="stopped: a failed check"):
        check_running(stream.state, "link")
    with pytest.raises(Refused, match="does not answer"):
        check_running(None, "link")
    stream.write(ResumeLink("looked at"))
    assert check_running(stream.state, "link").meter == ONE


def test_a_correction_is_checked_and_moves_the_meter_by_its_amount() -> None:
    stream = Stream.open(TWO)
    up = CorrectLink("minor", 500, True, "wrong display", "read from the sign")
    stream.write(correction(stream.state, up))
    assert stream.state.showing("minor") == 1_005_00
    with pytest.raises(Refused, match="no level 'mega'"):
        correction(stream.state, replace(up, level="mega"))
    with pytest.raises(Refused, match=r"shows \$1,005"):
        correction(stream.state, replace(up, up=False, cents=1_005_01))
    stream.write(replace(up, up=False))
    assert stream.state.meter == TWO
    check(stream)


def test_nothing_is_taken_off_a_meter_that_is_not_there() -> None:
    stream = Stream.open(TWO)
    hit = lock(stream.state, Hit("one 1 1 x", "one", 1, (1,), "x", 0, 0, "minor", Fraction(100)))
    with pytest.raises(OutOfBalance):
        stream.write(RegisterHit(replace(hit, cents=hit.cents + 100_000_00)))


# ── any interleaving ──

Plan = Sequence[tuple[str, int, int]]
"""For one table, its rounds: how each ends, wagers, percent of its hit (0 for none)."""
rounds = st.tuples(
    st.sampled_from(("pay", "void", "void late")), st.integers(1, 7), st.sampled_from((0, 10, 25, 100))
)
plans = st.lists(st.lists(rounds, max_size=4), min_size=2, max_size=5)


def steps(plan: Plan, table: str) -> list[tuple[str, str, int]]:
    """What a table does, in its own order."""
    found = []
    for number, (end, _, percent) in enumerate(plan, 1):
        found.append(("stake", table, number))
        if percent:
            found.append(("hit", table, number))
            if end in ("pay", "void late"):
                found.append(("pay", table, number))
        if end != "pay":
            found.append(("void", table, number))
        elif percent:
            found.append(("close", table, number))
    return found


def play(plan: list[Plan], seed: int, meter: Meter) -> Stream:
    """All tables on one link, their steps interleaved by a seed."""
    stream = Stream.open(meter)
    rng = random.Random(seed)
    queues = [steps(one, f"t{at}") for at, one in enumerate(plan)]
    given_: dict[tuple[str, int], Contribute] = {}
    hits: dict[tuple[str, int], Hit] = {}
    levels = list(meter.levels)
    while any(queues):
        at = rng.choice([number for number, queue in enumerate(queues) if queue])
        do, table, number = queues[at].pop(0)
        _, wagers, percent = plan[at][number - 1]
        key = (table, number)
        if do == "stake":
            given_[key] = stream.stake(table, number, wagers)
        elif do == "hit":
            hits[key] = stream.hit(table, number, levels[number % len(levels)], percent)
        elif do == "pay":
            stream.write(ValidateHit(hits[key].id, "flo"))
            stream.write(PayHit(hits[key].id, hits[key].cents, by_hand=False))
        elif do == "close":
            stream.write(CloseHit(hits[key].id))
        else:
            if key in hits:
                stream.write(GiveBackHit(hits[key].id, "void"))
            part = given_[key]
            stream.write(TakeBack(table, number, part.wagers, part.cents, part.reserve))
        check(stream)
    return stream


@settings(max_examples=examples(60), deadline=None)
@given(
    plans, st.lists(st.integers(0, 10**6), min_size=2, max_size=3, unique=True), st.sampled_from((ONE, TWO))
)
def test_any_interleaving_of_tables_loses_no_cent_and_pays_none_twice(
    plan: list[Plan], seeds: list[int], meter: Meter
) -> None:
    for seed in seeds:
        stream = play(plan, seed, meter)
        state = stream.state
        assert not state.open and not [one for one in state.books if one.kind == "locked"]
        paid = sum(level.paid for level in state.meter.levels.values())
        ended = [one for rounds_ in plan for one in rounds_ if one[0] == "pay"]
        assert state.wagers == sum(wagers for _, wagers, _ in ended)
        assert len(state.last) == min(sum(bool(percent) for _, _, percent in ended), links.LAST)
        money = sum(level.amount + level.reserve for level in state.meter.levels.values())
        tables = sum(cents for account, cents in state.books.items() if account.kind == "table")
        assert money + tables + state.books.get(HOUSE, 0) == 0
        assert paid == sum(hit.paid_cents for hit in state.last) or len(state.last) == links.LAST


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.lists(st.integers(1, 7), max_size=6), min_size=2, max_size=6), st.integers(0, 10**6))
def test_without_hits_every_interleaving_gives_the_same_meter(plan: list[list[int]], seed: int) -> None:
    """Contributions, and wagers that go back again, in any order."""
    whole: list[Plan] = [
        [("void" if wagers % 3 == 0 else "pay", wagers, 0) for wagers in one] for one in plan
    ]
    first, second = play(whole, seed, ONE), play(whole, seed + 1, ONE)
    assert first.state.meter == second.state.meter and first.state.wagers == second.state.wagers
    assert first.state.books == second.state.books
    wagers = sum(wagers for one in plan for wagers in one if wagers % 3)
    assert first.state.showing("meter") == 10_000_00 + 21 * wagers


@pytest.mark.clause("I-54", "I-55", "S-08")
@settings(max_examples=examples(40), deadline=None)
@given(st.permutations(["a", "b", "c", "d"]))
def test_hits_are_measured_in_the_order_of_the_link(order: list[str]) -> None:
    """Each takes its percentage of what the one before it left."""
    percents = {"a": 100, "b": 10, "c": 25, "d": 100}
    stream = Stream.open(ONE)
    stream.stake("a", 1, 4)
    shown = 10_000_84
    reserve = 4 * 8
    for table in order:
        hit = stream.hit(table, 1, "meter", percents[table])
        cents = -(-shown * percents[table] // 100)
        assert (hit.showing_cents, hit.cents) == (shown, cents)
        shown -= cents
        if percents[table] == 100:
            shown, reserve = shown + 10_000_00 + reserve, 0
    assert stream.state.showing("meter") == shown
    check(stream)
