"""Tables of two games on several links, interleaved at random: no cent is lost, none is paid twice."""

from __future__ import annotations

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from feltlaw import link as links
from feltlaw.link import ResumeLink, StopLink
from feltlaw.table import Shuffled
from feltlaw.table.checking import links_waited_for
from tests.link.test_link import DOWN
from tests.support.driver import DEVICE, Driver, main_bets, submission
from tests.support.effort import examples
from tests.support.random_submissions import random_order
from tests.support.rounds import check_links, linked, property_links, write_link

POKER = submission(
    "PA-649a", wagers={"three_card_progressive": {"meter": "tcp"}, "five_card_progressive": {"meter": "five"}}
)
RAISED = submission("PA-669a", wagers={"three_card_progressive": {"meter": "tcp"}})


def tables(seed: int) -> list[Driver]:
    """Three tables of one game and two of another: five on one link, three of them on a second."""
    found = linked(POKER, "a", "b", "c")
    shared = found[0].desk.links
    found += [Driver(RAISED, shared=shared, table=name, seed=seed) for name in ("d", "e")]
    for at, table in enumerate(found):
        rng = random.Random(seed * 10 + at)
        table.chance.plan = lambda table=table, rng=rng: Shuffled(  # type: ignore[misc]
            tuple(random_order(rng, table.state)), f"{rng.getrandbits(256):064x}"
        )
    return found


def told_of_links(table: Driver) -> None:
    """The table hears of the links that are back, between rounds as well."""
    for name in links_waited_for(table.state):
        if not table.desk.links.states[name].stopped:
            table.do("link_is_back", DEVICE, link=name)


def step(table: Driver, rng: random.Random) -> None:
    """The next thing at a table: wagers, the call, or what comes next; a link that is back is told so."""
    told_of_links(table)
    if table.state.phase == "betting":
        if not table.state.seats:
            table.sit(1, 3, 4)
        wagers = [one for one in table.state.submission.wagers.values() if one.wager.meter]
        running = [one for one in wagers if not table.desk.links.states[one.meter].stopped]
        mine = {one.wager.id: one.minimum for one in running if rng.random() < 0.8}
        table.bet({seat: {**main_bets(table.state.submission.regulation.id), **mine} for seat in (1, 3, 4)})
        table.do("no_more_bets")
        return
    exposed = table.offers("record_exposed_card") if rng.random() < 0.02 else []
    offer = exposed[0] if exposed else table.routine()
    if offer is not None:
        table.take(offer)
    elif not table.state.seats:
        table.sit(1, 3, 4)


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 10**6))
@example(794)  # what is owed is still owed when the last round is over
def test_five_tables_on_two_links_in_any_interleaving(seed: int) -> None:
    rng = random.Random(seed)
    every = tables(seed)
    for _ in range(500):
        step(rng.choice(every), rng)
        name = rng.choice(("tcp", "five"))
        if every[0].desk.links.states[name].stopped:
            if rng.random() < 0.3:
                write_link(every[0], name, ResumeLink("healed"))
        elif rng.random() < 0.01:
            write_link(every[0], name, StopLink("cut off"))
    for name, state in every[0].desk.links.states.items():
        if state.stopped:
            write_link(every[0], name, ResumeLink("healed"))
    for table in every:
        told_of_links(table)
        while table.state.locked is not None:
            step(table, rng)
        assert not table.state.owed_to_links and not table.state.owed_hits
    check_links(every)
    for name, state in every[0].desk.links.states.items():
        assert not state.open, "every hit is paid or given back"
        _goes_down_by_listed_events_only(every[0], name)
    assert set(every[0].desk.links.states) == {"tcp", "five"}, "one link for all who name it"


def _goes_down_by_listed_events_only(table: Driver, name: str) -> None:
    state: links.LinkState | None = None
    hits: set[str] = set()
    for line in table.desk.store.read(f"link/{name}"):
        before = state
        state = links.apply(state, line.event) if state is not None else links.begin(line.event)
        if before is not None:
            down = any(state.showing(level) < before.showing(level) for level in state.meter.levels)
            assert not down or line.event.kind in DOWN
        if line.event.kind == "register_hit":
            assert line.event.data.hit.id not in hits, "no award is registered twice"
            hits.add(line.event.data.hit.id)


def test_a_meter_outlives_a_table() -> None:
    """The next table on the link finds the meter as the last one left it, in the same store."""
    shared = property_links(POKER, tcp=2_000_00)
    one = Driver(POKER, shared=shared, table="one")
    one.start({3: {"ante": 1000, "three_card_progressive": 100}}).finish()
    left = one.link("three_card_progressive").showing("meter")
    two = Driver(POKER, shared=shared, table="two")
    assert two.link("three_card_progressive").showing("meter") == left > 2_000_00
