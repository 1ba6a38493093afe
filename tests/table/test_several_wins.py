"""Several wins of a round that are looked at closely, on one meter or on two: each has its own light, amount
and link."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.settlement import Line
from feltlaw.submission import Submission
from feltlaw.table.checking import LinkReturned, links_waited_for
from feltlaw.table.places import hand
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, Driver, drive, main_bets, submission
from tests.support.rounds import RealTable, check_links, line, linked, linked_real, meter, write_link

TCP, FCP = "three_card_progressive", "five_card_progressive"
BOTH = {"ante": 1000, TCP: 100, FCP: 100}
"""A box with the wagers on two meters."""
WITH_LIGHTS = [
    pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.11(c)(5)(i)", "PA-649a.11(c)(5)(ii)", "I-156")),
    pytest.param(
        "PA-669a", marks=pytest.mark.clause("PA-669a.11(i)(3)(i)(A)", "PA-669a.11(i)(3)(i)(B)", "I-156")
    ),
]


def two_meters() -> Submission:
    return submission("PA-649a", wagers={TCP: {"meter": "near"}, FCP: {"meter": "far"}})


def verify(table: Driver, seat: int, wager: str, light: bool = True) -> dict[str, Any]:
    table.until(do="verify_win").do("verify_win", DEALER, seat=seat, wager=wager, light=light)
    return {"seat": seat, "wager": wager}


def pay(table: Driver, win: dict[str, Any]) -> Line:
    table.do("validate", FLOOR, **win)
    table.until(do="settle_player").do("settle_player", DEALER, seat=win["seat"])
    return line(table, win["seat"], win["wager"])


# ── lights and amounts ──


@pytest.mark.parametrize("regulation", WITH_LIGHTS)
@pytest.mark.parametrize("lit", list(product((True, False), repeat=3)))
def test_each_winner_whose_light_is_off_waits_for_the_record(regulation: str, lit: tuple[bool, ...]) -> None:
    """A straight is 6 for 1; the player farthest to the right comes first (11(c), 669a.11(i))."""
    box = {**main_bets(regulation), TCP: 100}
    hands = {"seat 1": "5h 6d 7c", "seat 3": "5d 6c 7h", "seat 4": "5c 6h 7d", "dealer": "2c 9d Kh"}
    hands = {place: cards for place, cards in hands.items() if regulation != "PA-669a" or place != "dealer"}
    table = drive(regulation, wagers={TCP: {}}).start(dict.fromkeys((1, 3, 4), box), hands)
    for seat, light in zip((4, 3, 1), lit, strict=True):
        win = verify(table, seat, TCP, light)
        asked = [(offer.data.seat, offer.data.wager) for offer in table.offers("resolve_light")]
        assert asked == ([] if light else [(seat, TCP)])
        if not light:
            assert "light is off" in table.refused("settle_player", DEALER, seat=seat).legal
            table.refused("validate", FLOOR, **win)
            table.do("resolve_light", FLOOR, **win, accepted=True)
        assert pay(table, win).paid == 600
    table.finish()


@pytest.mark.clause(
    "PA-649a.11(c)(5)(i)", "PA-649a.11(c)(7)(i)", "PA-649a.12(e)(4)", "PA-649a.12(h)(4)", "PA-649a.2(c)"
)
def test_two_jackpots_of_one_hand_come_off_their_own_meters() -> None:
    """A Mini Royal of spades in a Royal Flush: all of both meters (12(e), 12(h)), each to its end."""
    (table,) = linked(two_meters(), "one", near=2_000_00, far=15_000_00)
    table.start({3: BOTH}, {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "2c 7d 9h"})
    first, second = meter(table, TCP), meter(table, FCP)
    assert pay(table, verify(table, 3, TCP)).paid == first
    assert pay(table, verify(table, 3, FCP)).paid == second
    assert [(one.seat, one.wager, one.cents) for one in table.round.facts.awards] == [
        (3, TCP, first),
        (3, FCP, second),
    ]
    assert [(one.wager, one.validated_by) for one in table.round.settling.checks] == [
        (TCP, "flo"),
        (FCP, "flo"),
    ]
    table.finish()
    for wager in (TCP, FCP):
        assert not table.link(wager).open, "the round is over for both links"
        assert table.link(wager).last[0].validated_by == "flo"
    check_links([table])


@pytest.mark.clause("PA-649a.11(c)(8)(i)", "PA-649a.11(c)(5)(i)", "I-59")
@pytest.mark.parametrize("before", [(), (6,), (4,), (6, 4)])
def test_what_several_share_is_registered_once_whatever_else_is_won_between(before: tuple[int, ...]) -> None:
    """A straight flush of the dealer's five cards is a tenth of the meter, divided (12(i)(1)); some of those
    who share it have won 6 for 1 with a straight of their own."""
    bonus = "five_card_hand_bonus"
    hands = {"dealer": "9s 8s 7s", "community": "Js Ts", "seat 3": "3c 6d Qh"}
    hands["seat 6"] = "2c 3d 4h" if 6 in before else "2c 3d Kh"
    hands["seat 4"] = "2d 3h 4c" if 4 in before else "2d 4s Kc"
    box = {"ante": 1000, TCP: 100, f"{bonus}_dealer": 100}
    table = drive("PA-649a", wagers={TCP: {}, bonus: {}})
    table.start(dict.fromkeys((3, 4, 6), box), hands)
    showing = meter(table, bonus)
    table.finish()
    won = [(one.seat, one.paid) for one in table.lines() if one.id == TCP and one.paid]
    assert won == [(seat, 600) for seat in (6, 4) if seat in before]
    tenth = -(-showing // 10)
    paid = [line(table, seat, f"{bonus}_dealer").paid for seat in (6, 4, 3)]
    assert sum(paid) == tenth and max(paid) - min(paid) <= 1
    assert table.link(bonus).meter.levels["meter"].hits == 1


# ── links that are down ──


def jackpots() -> RealTable:
    """Real cards: seat 3 has a Mini Royal of spades in a Royal Flush, and with the same two cards seat 1 a
    Straight Flush, a tenth of what is then on the meter (12(h))."""
    (table,) = linked_real(two_meters(), "one")
    table.put({"player 3": "As Ks Qs", "community": "Js Ts", "player 1": "9s 8s 7s", "dealer": "3d 8h Jd"})
    return table.start({1: BOTH, 3: BOTH})  # type: ignore[return-value]


def cut_off(table: Driver, *links: str) -> None:
    for link in links:
        write_link(table, link, StopLink("cut off"))


def void(table: Driver) -> None:
    """A hand is found with four cards: one reports it, another account confirms."""
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.round.void


def is_back(table: Driver, link: str) -> LinkReturned:
    write_link(table, link, ResumeLink("healed"))
    table.do("link_is_back", DEVICE, link=link)
    said: LinkReturned = table.last("link_is_back").data
    return said


ORDERS = pytest.mark.parametrize("order", [("near", "far"), ("far", "near")])
ON = {"near": TCP, "far": FCP}
BEFORE = {TCP: 1000_00, FCP: 10_000_00}
"""What the meters show before anybody plays: their seeds."""


@pytest.mark.clause("PA-649a.2(c)", "I-07", "I-152", "I-154")
@ORDERS
def test_a_void_round_owes_each_of_two_links_what_is_its_own(order: tuple[str, str]) -> None:
    """On both there is a hit and what two wagers had put there; each has its own again when it is back."""
    table = jackpots()
    pay(table, verify(table, 3, TCP))
    verify(table, 3, FCP)
    cut_off(table, "near", "far")
    void(table)
    table.finish()
    for at, link in enumerate(order):
        assert sorted(links_waited_for(table.state)) == sorted(order[at:])
        assert is_back(table, link).given_back == (f"one 1 3 {ON[link]}",)
        assert meter(table, ON[link]) == BEFORE[ON[link]] and not table.link(ON[link]).open
    assert "nothing waits" in table.refused("link_is_back", DEVICE, link="far").what
    check_links([table])


@pytest.mark.clause("PA-649a.2(c)", "PA-649a.12(h)(3)", "I-07", "I-152", "I-154")
@pytest.mark.parametrize("paid", [False, True])
def test_every_hit_of_a_void_round_goes_back_to_its_link(paid: bool) -> None:
    table = jackpots()
    for seat, wager in ((3, TCP), (3, FCP)):
        pay(table, verify(table, seat, wager))
    win = verify(table, 1, TCP)
    pay(table, win)
    win = verify(table, 1, FCP)
    if paid:
        pay(table, win)
    cut_off(table, "far")
    void(table)
    table.finish()
    hits = tuple(f"one 1 {seat} {FCP}" for seat in (3, 1))
    assert tuple(one.hit for one in table.state.owed_hits) == hits
    assert is_back(table, "far").given_back == hits
    assert meter(table, FCP) == BEFORE[FCP] and not table.link(FCP).open
    level = table.link(FCP).meter.levels["meter"]
    assert (level.hits, level.paid, level.contributed, level.reseeded) == (0, 0, 0, 0)
    check_links([table])


@pytest.mark.clause("PA-649a.2(c)", "PA-649a.12(e)(3):A", "PA-649a.12(h)(3)", "I-18", "I-154")
@pytest.mark.parametrize("cancelled", [(1,), (3, 1), (1, 3, 4)])
def test_all_that_was_cancelled_while_a_link_was_down_comes_off_its_meter(cancelled: tuple[int, ...]) -> None:
    """Each $1 had put 14 cents on the one and 21 on the other; those that stay leave theirs."""
    (table,) = linked(two_meters(), "one")
    table.start(dict.fromkeys((1, 3, 4), BOTH)).until(do="count_progressive_chips")
    assert (meter(table, TCP), meter(table, FCP)) == (1000_00 + 3 * 14, 10_000_00 + 3 * 21)
    cut_off(table, "near", "far")
    for seat in cancelled:
        table.do("resolve_chips", seat=seat, wager=TCP, cancel=True)
        table.do("resolve_chips", seat=seat, wager=FCP, cancel=True)
    for link in ("far", "near"):
        back = is_back(table, link).taken_back
        assert [one.link for one in back] == [link] * len(cancelled)
    stay = 3 - len(cancelled)
    assert (meter(table, TCP), meter(table, FCP)) == (1000_00 + 14 * stay, 10_000_00 + 21 * stay)
    assert table.state.owed_to_links == ()
    table.finish()
    check_links([table])


@pytest.mark.clause("PA-649a.2(c)", "PA-649a.11(c)(7)(i)", "I-154")
def test_a_win_waits_for_its_own_link_after_another_has_been_measured() -> None:
    """The nearer link gives the first win its amount; the other is cut off before the second."""
    (table,) = linked(two_meters(), "one", far=15_000_00)
    table.start({3: BOTH}, {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "2c 7d 9h"})
    pay(table, verify(table, 3, TCP))
    cut_off(table, "far")
    win = verify(table, 3, FCP)
    assert links_waited_for(table.state) == ["far"]
    assert "I-154" in table.refused("settle_player", DEALER, seat=3).clauses
    said = is_back(table, "far")
    assert said.hits == (f"one 1 3 {FCP}",) and [one.wager for one in said.awards] == [FCP]
    assert pay(table, win).paid == 15_000_21
    table.finish()
    check_links([table])


@pytest.mark.clause("PA-649a.2(c)", "I-154")
@ORDERS
def test_each_of_two_links_hears_what_it_was_not_told(order: tuple[str, str]) -> None:
    """Both answered while the amounts were locked, and neither when they were validated and paid."""
    (table,) = linked(two_meters(), "one", far=15_000_00)
    table.start({3: BOTH}, {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "2c 7d 9h"})
    states = table.desk.links.states
    win = verify(table, 3, TCP)
    away = {"near": states.pop("near")}
    first = pay(table, win)
    win = verify(table, 3, FCP)
    away["far"] = states.pop("far")
    second = pay(table, win)
    table.finish()
    paid = {"near": first.paid, "far": second.paid}
    assert paid["far"] == 15_000_21
    for at, link in enumerate(order):
        assert sorted(links_waited_for(table.state)) == sorted(order[at:])
        states[link] = away[link]
        table.do("link_is_back", DEVICE, link=link)
        (heard,) = table.link(ON[link]).last
        assert (heard.paid_cents, heard.validated_by) == (paid[link], "flo")
        assert not table.link(ON[link]).open
    assert links_waited_for(table.state) == []
    check_links([table])
