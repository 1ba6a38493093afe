"""The call, where there are several: boxes, wagers and meters of which something goes back or is owed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.table import Person
from feltlaw.table.places import hand
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    HOUR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
)
from tests.support.rounds import branch, check_links, meter, nets, player, real, write_link

P1 = Person("player", "p1")
HOURS = {"hand": 4, "manual_shoe": 8, "automated_shoe": 8}
NUMBERS = {"hand": 1, "manual_shoe": 2, "automated_shoe": 2}
METERS: dict[str, dict[str, int]] = {
    "PA-649a": {"three_card_progressive": 14, "five_card_progressive": 21, "five_of_six_progressive": 28},
    "PA-669a": {"three_card_progressive": 14},
    "MA-TCP": {"multi_game_link": 21},
}
"""By chapter the progressives on devices of a table, and the cents of a dollar that each meter gets."""


def box(regulation: str, *wagers: str) -> dict[str, int]:
    return {**main_bets(regulation), **dict.fromkeys(wagers, 100)}


def with_meters(regulation: str, **cards: Any) -> Driver:
    return drive(regulation, wagers={name: {} for name in METERS[regulation]}, cards=cards)


def stop(table: Driver, *meters: str) -> None:
    for name in meters:
        write_link(table, table.state.links[name], StopLink("cut off"))


def showing(table: Driver) -> dict[str, int]:
    return {name: meter(table, name) for name in table.state.links}


def lying(table: Driver, seat: int) -> dict[str, int]:
    """What lies on the layout for a seat."""
    books = table.state.books
    return {one.part: cents for one, cents in books.items() if one[:2] == ("felt", f"{seat}")}


# ── when ──


@each("no_more_bets", regulations=PENNSYLVANIA, groups=DEALS)
def test_no_call_is_made_with_a_deck_whose_time_ran_out_while_players_bet(regulation: str, deal: str) -> None:
    """Four and eight hours (.3(c)), although nothing has happened at the table since the last bet."""
    for late in (False, True):
        table = drive(regulation, cards={"deal": deal})
        table.sit(1)
        table.do("receive_deck")
        since = table.clock.now
        table.until("betting")
        table.bet({1: main_bets(regulation)})
        table.clock.now = since + HOURS[deal] * HOUR - (not late)
        assert "no_more_bets" in table.offered(), "as far as the table has heard"
        if late:
            refusal = table.refused("no_more_bets", DEALER)
            assert refusal.cite.clauses == (f"{regulation}.3(c)({NUMBERS[deal]})",)
            assert "Change the deck" in refusal.legal
        else:
            table.do("no_more_bets", DEALER)
            assert table.state.phase == "dealing"


@each("no_more_bets", regulations=[name for name in REGULATIONS if name != "PA-669a"], groups=DEALS)
def test_the_call_is_not_offered_while_a_box_cannot_be_played(regulation: str, deal: str) -> None:
    """One player has left out the box in the middle of his three; the crew gives one back (I-10)."""
    table = drive(regulation, cards={"deal": deal}, limits={"adjacent_boxes": 3}).open(1)
    for seat in (2, 3):
        table.do("sit", P1, seat=seat)
    table.bet({seat: main_bets(regulation) for seat in (1, 2, 3)})
    assert "no_more_bets" in table.offered()
    table.do("bet", P1, seat=2, wagers={})
    assert "no_more_bets" not in table.offered() and "return_wagers" in table.offered()
    assert "I-10" in table.refused("no_more_bets", DEALER).clauses
    table.do("return_wagers", DEALER, seat=1)
    assert "no_more_bets" in table.offered()


# ── what goes back ──


@each("no_more_bets", regulations=["PA-680a"], groups=DEALS)
def test_each_box_of_a_player_alone_gets_its_pot_wager_back(regulation: str, deal: str) -> None:
    """One player has two boxes and both Pot wagers, 5 and 5: 20 stay on the Antes, no 10 on the Pot."""
    table = drive(regulation, wagers={"pot": {}}, cards={"deal": deal}, limits={"adjacent_boxes": 2})
    table.open(1)
    table.do("sit", P1, seat=2)
    before = table.chips(1)
    table.bet({seat: {"ante": 1000, "pot": 500} for seat in (1, 2)})
    table.do("no_more_bets", DEALER)
    back = table.last("no_more_bets").data.returned
    assert [(one.seat, one.wager) for one in back] == [(1, "pot"), (2, "pot")]
    assert table.round.facts.stakes == {1: {"ante": 1000}, 2: {"ante": 1000}}
    assert [lying(table, seat) for seat in (1, 2)] == [{"ante": 1000}] * 2
    assert table.chips(1) == before - 2000


@each("no_more_bets", "lock_out_device", regulations=["PA-649a"], groups=DEALS)
@pytest.mark.clause("I-154")
@pytest.mark.parametrize("runs", [0, 1, 2])
def test_of_each_meter_that_takes_no_wagers_the_wagers_of_every_box_go_back(
    regulation: str, deal: str, runs: int
) -> None:
    """All links but one are stopped: from seats 1 and 3 only that one's wagers are accepted and counted."""
    meters = METERS[regulation]
    table = with_meters(regulation, deal=deal).open(1, 3)
    table.bet({seat: box(regulation, *meters) for seat in (1, 3)})
    before, chips = showing(table), table.chips(1)
    stopped = [name for at, name in enumerate(meters) if at != runs]
    (running,) = set(meters) - set(stopped)
    stop(table, *stopped)
    table.do("no_more_bets", DEALER)
    closed = table.last("no_more_bets").data
    back = [(one.seat, one.wager) for one in closed.returned]
    assert sorted(back) == sorted((seat, name) for seat in (1, 3) for name in stopped)
    assert [(one.link, one.wagers) for one in closed.contributions] == [(table.state.links[running], 2)]
    assert table.round.facts.stakes == dict.fromkeys((1, 3), box(regulation, running))
    for seat in (1, 3):
        assert lying(table, seat) == box(regulation, running)
        assert table.chips(seat) == chips + 100 * len(stopped)
    more = {name: 2 * cents if name == running else 0 for name, cents in meters.items()}
    assert showing(table) == {name: before[name] + cents for name, cents in more.items()}
    assert closed.chips_to_count == 2
    table.do("count_progressive_chips", DEALER, chips=2)
    check_links([table])


HAND = "five_card_hand_bonus"
SYSTEMS: dict[str, dict[str, tuple[str, ...]]] = {
    "PA-649a": {
        "three_card_progressive": ("three_card_progressive",),
        "five_card_progressive": ("five_card_progressive",),
        "five_of_six_progressive": ("five_of_six_progressive",),
        HAND: (f"{HAND}_player", f"{HAND}_dealer"),
    },
    "PA-669a": {"three_card_progressive": ("three_card_progressive",)},
    "MA-TCP": {"multi_game_link": ("multi_game_link",)},
}
"""By chapter every meter of a table, and the wagers that feed it: each has its own (I-43)."""
OFFERED = {
    "PA-649a": ("PA-649a.2(c)", "PA-649a.2(d)", "PA-649a.7(d)(4)", "PA-649a.7(d)(6)", "PA-649a.7(d)(7)",
                "PA-649a.7(d)(8)"),
    "PA-669a": ("PA-669a.7(d)(4)",),
    "MA-TCP": ("MA-TCP.13(a)",),
}  # fmt: skip


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*OFFERED[name])) for name in SYSTEMS]
)
@pytest.mark.clause("I-43", "I-154")
@pytest.mark.parametrize("deal", DEALS)
def test_a_meter_that_stops_takes_its_own_wagers_with_it_and_no_others(regulation: str, deal: str) -> None:
    """Whichever of the meters run: a wager on one of them is taken while players bet and stays at the call,
    one on another is refused and goes back, from the box with all of them and from that with one alone."""
    systems, main = SYSTEMS[regulation], main_bets(regulation)
    every = [wager for wagers in systems.values() for wager in wagers]
    begun = drive(regulation, wagers={name: {} for name in systems}, cards={"deal": deal}).open(1, 3, 4)
    begun.bet({1: box(regulation, *every), 3: main})
    for many in range(len(systems) + 1):
        for stopped in combinations(systems, many):
            table = branch(begun)
            off = [wager for name in stopped for wager in systems[name]]
            runs = [wager for wager in every if wager not in off]
            before = showing(table)
            alone = (off or runs)[0]
            table.bet({4: box(regulation, alone)})
            stop(table, *stopped)
            for wager in every:
                if wager in off:
                    refusal = table.refused("bet", player(3), seat=3, wagers=box(regulation, wager))
                    assert "stopped: cut off" in refusal.what
                else:
                    table.do("bet", player(3), seat=3, wagers=box(regulation, wager))
            table.do("bet", player(3), seat=3, wagers=box(regulation, *runs))
            table.do("no_more_bets", DEALER)
            closed = table.last("no_more_bets").data
            back = {(1, wager) for wager in off} | ({(4, alone)} if alone in off else set())
            assert {(one.seat, one.wager) for one in closed.returned} == back, stopped
            kept = box(regulation, alone) if alone in runs else main
            stakes = {1: box(regulation, *runs), 3: box(regulation, *runs), 4: kept}
            assert table.round.facts.stakes == stakes
            assert {seat: lying(table, seat) for seat in stakes} == stakes
            fed = {table.state.links[name] for name, wagers in systems.items() if {*wagers} & {*runs}}
            assert {one.link for one in closed.contributions} == fed
            moved = {name for name, cents in showing(table).items() if cents != before[name]}
            assert moved == {*systems} - {*stopped}
            check_links([table])


# ── what the links were given ──


@each("no_more_bets", "lock_out_device", regulations=[*METERS], groups=DEALS)
@pytest.mark.clause("I-07")
def test_what_the_call_put_on_every_meter_comes_off_again_with_a_void_round(
    regulation: str, deal: str
) -> None:
    meters = METERS[regulation]
    offered: dict[str, Any] = {name: {} for name in meters}
    bets = {seat: box(regulation, *meters) for seat in (1, 3)}
    table = real(regulation, bets, wagers=offered, cards={"deal": deal})
    begun = {name: meter(table, name) - 2 * cents for name, cents in meters.items()}
    table.until("deciding")
    table.do("report", DEALER, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.round.void and showing(table) == begun
    given = table.last("void_round").data.contributions
    assert {one.link: (one.wagers, one.cents["meter"]) for one in given} == {
        table.state.links[name]: (2, 2 * cents) for name, cents in meters.items()
    }
    assert nets(table, 1, 3) == {1: 0, 3: 0}


def cancelling(regulation: str, deal: str) -> Driver:
    """Seats 1 and 3 have every progressive; all links stop after the call, before the chips are counted."""
    table = with_meters(regulation, deal=deal)
    table.start({seat: box(regulation, *METERS[regulation]) for seat in (1, 3)})
    stop(table, *METERS[regulation])
    return table


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(
            name,
            deal,
            marks=marks(name, "count_progressive_chips", group="betting" if name == "MA-TCP" else deal),
            id=f"{name}-{deal}",
        )
        for name in METERS
        for deal in DEALS
    ],
)
@pytest.mark.clause("I-18", "I-154")
def test_links_that_are_down_get_every_cancelled_wager_off_when_they_are_back(
    regulation: str, deal: str
) -> None:
    """No chip of seat 3 lies there and one of seat 1 is missing: each meter is owed each wager's cents."""
    meters = METERS[regulation]
    table = cancelling(regulation, deal)
    shown, links = showing(table), table.state.links
    first = next(iter(meters))
    gone = [(3, name) for name in meters] + [(1, first)]
    for seat, name in gone:
        table.do("resolve_chips", FLOOR, seat=seat, wager=name, cancel=True)
        assert table.last("resolve_chips").data.unreached == (links[name],)
    assert showing(table) == shown, "they do not answer"
    owed = [(one.link, one.wagers, one.cents) for one in table.state.owed_to_links]
    assert owed == [(links[name], 1, {"meter": meters[name]}) for _, name in gone]
    for name, cents in meters.items():
        write_link(table, links[name], ResumeLink("healed"))
        table.do("link_is_back", DEVICE, link=links[name])
        many = 2 if name == first else 1
        assert (meter(table, name), table.link(name).wagers) == (shown[name] - many * cents, 2 - many)
    assert table.state.owed_to_links == ()
    table.do("count_progressive_chips", DEALER, chips=len(meters) - 1)
    check_links([table])
