"""A link that is down: no wagers, awards that wait for it, void rounds that owe it something."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.link import CloseHit, ResumeLink, StopLink
from feltlaw.record.sources import source_of_store
from feltlaw.record.store import StoreError
from feltlaw.table.places import hand
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, Driver, main_bets, submission
from tests.support.rounds import (
    P1,
    RealTable,
    check_links,
    line,
    linked,
    linked_real,
    meter,
    nets,
    write_link,
)
from tests.table.five_card import FIVE, ROYAL, five_card, settle_win, to_win

# ── a link that is down ──


@pytest.mark.clause("I-154", "PA-649a.2(c)")
def test_a_stopped_link_takes_no_wagers_and_gives_back_those_that_were_not_locked() -> None:
    table, _ = linked(five_card(), "one", "two")
    table.open(1, 3)
    table.bet({3: FIVE})
    write_link(table, "five", StopLink("a failed check"))
    refusal = table.refused("bet", P1, seat=1, wagers=FIVE)
    assert "stopped: a failed check" in refusal.what
    table.bet({1: {"ante": 1000}})
    table.do("no_more_bets", DEALER)
    back = table.last("no_more_bets").data
    assert [(one.seat, one.wager) for one in back.returned] == [(3, "five_card_progressive")]
    assert back.contributions == () and table.round.facts.stakes[3] == {"ante": 1000}
    table.finish()
    assert meter(table, "five_card_progressive") == 10_000_00
    check_links([table])


@pytest.mark.clause("I-154")
@pytest.mark.parametrize("back_first", [0, 1])
def test_hits_while_the_link_is_down_get_what_its_order_gives_when_it_is_back(back_first: int) -> None:
    """I-154: two tables cut off, each with 100% of 15,000: the first gets 15,000.00, the other the reseed."""
    tables = linked(five_card(), "one", "two", five=15_000_00 - 42)
    for table in tables:
        table.start({3: FIVE}, ROYAL)
    for table in tables:
        table.until(do="verify_win")
    write_link(tables[0], "five", StopLink("cut off"))
    for table in tables:
        assert "nothing waits for a link" in table.refused("link_is_back", DEVICE, link="five").what
        table.do("verify_win", DEALER, seat=3, wager="five_card_progressive")
        data = table.last("verify_win").data
        assert data.award is None and data.check.waits_for_link, "registered without an amount"
        refusal = table.refused("settle_player", DEALER, seat=3)
        assert "I-154" in refusal.clauses and "validate" not in table.offered()
        assert "not back" in table.refused("link_is_back", DEVICE, link="five").what
    assert meter(tables[0], "five_card_progressive") == 15_000_00
    write_link(tables[0], "five", ResumeLink("healed"))
    first, second = tables[back_first], tables[1 - back_first]
    for person in (DEALER, FLOOR, P1):
        assert "for the device" in first.refused("link_is_back", person, link="five").legal
    first.do("link_is_back", DEVICE, link="five")
    second.do("link_is_back", DEVICE, link="five")
    assert (settle_win(second, 3), settle_win(first, 3)) == (10_000_00, 15_000_00)
    for table in tables:
        table.finish()
    check_links(tables)


FIXED = [
    pytest.param("PA-649a", "three_card_progressive", {"seat 3": "5h 6d 7c", "dealer": "4c 9d Kh"}, 6_00,
                 marks=pytest.mark.clause("PA-649a.11(c)(5)(iv)")),
    pytest.param("PA-649a", "five_card_progressive",
                 {"seat 3": "9s 9h 9d", "community": "9c 2d", "dealer": "4c 6d Kh"}, 300_00,
                 marks=pytest.mark.clause("PA-649a.11(c)(7)(iv)")),
    pytest.param("PA-649a", "five_of_six_progressive", {"seat 3": "2s 3h 4c", "dealer": "5d 6h Kc"}, 5_00,
                 marks=pytest.mark.clause("PA-649a.11(c)(9)(iv)")),
    pytest.param("PA-669a", "three_card_progressive", {"seat 3": "5h 6d 7c"}, 6_00,
                 marks=pytest.mark.clause("PA-669a.11(i)(3)(i)(D)")),
    pytest.param("MA-TCP", "three_card_progressive", {"seat 3": "5h 6d 7c", "dealer": "4c 9d Kh"}, 6_00,
                 marks=pytest.mark.clause("MA-TCP.13(d)b")),
]  # fmt: skip


@pytest.mark.clause("I-154")
@pytest.mark.parametrize(("regulation", "wager", "hands", "paid"), FIXED)
def test_fixed_amounts_are_paid_at_once_while_the_link_is_down(
    regulation: str, wager: str, hands: dict[str, str], paid: int
) -> None:
    (table,) = linked(submission(regulation, wagers={wager: {"meter": "five"}}), "one")
    to_win(table, hands, {3: {**main_bets(regulation), wager: 100}})
    write_link(table, "five", StopLink("cut off"))
    table.do("verify_win", DEALER, seat=3, wager=wager)
    assert settle_win(table, 3, wager) == paid
    check_links([table])


@pytest.mark.clause("I-154", "MA-TCP.13(d)g")
def test_a_win_that_the_link_has_never_heard_of_is_not_ended_there() -> None:
    """Fixed amounts are paid while it is cut off; when it is back there is nothing to tell it."""
    (table,) = linked(submission("MA-TCP", wagers={"three_card_progressive": {"meter": "five"}}), "one")
    bets = {3: {"ante": 1000, "three_card_progressive": 100}}
    to_win(table, {"seat 3": "5h 6d 7c", "dealer": "4c 9d Jh"}, bets)
    kept = table.desk.links.states.pop("five")
    table.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    assert settle_win(table, 3, "three_card_progressive") == 600
    table.finish()
    assert table.state.untold == ()
    table.desk.links.states["five"] = kept
    assert "nothing waits for a link" in table.refused("link_is_back", DEVICE, link="five").what
    check_links([table])


# ── void rounds ──

TCP: dict[str, Any] = {"three_card_progressive": {"meter": "tcp"}}
WON = {"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
THREE = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}


def hit_at(*, paid: bool = False) -> list[RealTable]:
    """Two tables on a link, real cards; at the first a jackpot has been verified, or paid."""
    tables = linked_real(submission("PA-649a", wagers=TCP), "one", "two")
    table = tables[0]
    table.put(WON)
    table.start(THREE).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    if paid:
        settle_win(table, 3, "three_card_progressive")
    return tables


def void(table: Driver) -> None:
    """Seat 1 is found with four cards: one reports it, another account confirms."""
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.round.void


@pytest.mark.clause("I-07", "I-152")
@pytest.mark.parametrize("paid", [False, True])
def test_a_hit_of_a_void_round_gives_its_amount_back_to_the_meter(paid: bool) -> None:
    one, two = hit_at(paid=paid)
    assert meter(two, "three_card_progressive") == 1000_00
    void(one)
    assert one.last("void_round").data.given_back == ("one 1 3 three_card_progressive",)
    assert meter(two, "three_card_progressive") == 1000_00 and not one.link("three_card_progressive").open
    level = one.link("three_card_progressive").meter.levels["meter"]
    assert (level.hits, level.paid, level.contributed, level.reseeded) == (0, 0, 0, 0)
    one.finish()
    assert nets(one, 1, 3) == {1: 0, 3: 0}
    check_links([one, two])


@pytest.mark.clause("I-07", "I-152", "I-154")
@pytest.mark.parametrize("paid", [False, True])
def test_what_a_void_round_owes_a_stopped_link_is_settled_when_it_is_back(paid: bool) -> None:
    one, two = hit_at(paid=paid)
    write_link(one, "tcp", StopLink("cut off"))
    void(one)
    one.finish()
    assert nets(one, 1, 3) == {1: 0, 3: 0}, "the players do not wait for it"
    write_link(one, "tcp", ResumeLink("healed"))
    one.do("link_is_back", DEVICE, link="tcp")
    assert meter(one, "three_card_progressive") == 1000_00 and not one.link("three_card_progressive").open
    level = one.link("three_card_progressive").meter.levels["meter"]
    assert (level.hits, level.paid, level.contributed) == (0, 0, 0)
    assert "nothing waits" in one.refused("link_is_back", DEVICE, link="tcp").what
    check_links([one, two])


@pytest.mark.clause("I-154", "I-07")
def test_a_hit_that_the_link_has_ended_by_itself_is_not_given_back_again() -> None:
    one, _ = hit_at(paid=True)
    write_link(one, "tcp", StopLink("cut off"))
    void(one)
    one.finish()
    write_link(one, "tcp", ResumeLink("healed"))
    write_link(one, "tcp", CloseHit("one 1 3 three_card_progressive"))
    one.do("link_is_back", DEVICE, link="tcp")
    heard = [sealed.event.kind for sealed in one.desk.links.store.read("link/tcp")]
    assert "give_back_hit" not in heard and not one.state.owed_hits


@pytest.mark.clause("I-154")
def test_what_is_owed_comes_off_before_a_waiting_award_is_measured() -> None:
    """A void round's part is still on the meter when, a round later, the link goes down under a jackpot."""
    one, two = hit_at()
    write_link(one, "tcp", StopLink("cut off"))
    void(one)
    one.finish()
    write_link(one, "tcp", ResumeLink("healed"))
    one.put(WON)
    one.start(THREE).until(do="verify_win")
    write_link(one, "tcp", StopLink("again"))
    one.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    write_link(one, "tcp", ResumeLink("healed"))
    one.do("link_is_back", DEVICE, link="tcp")
    assert one.last("link_is_back").data.awards == () and meter(one, "three_card_progressive") == 1000_28
    one.do("link_is_back", DEVICE, link="tcp")
    assert settle_win(one, 3, "three_card_progressive") == 1000_28
    one.finish()
    check_links([one, two])


@pytest.mark.clause("I-154", "I-07")
def test_an_award_that_waits_for_its_link_is_gone_with_a_void_round() -> None:
    tables = linked_real(submission("PA-649a", wagers=TCP), "one")
    (table,) = tables
    table.put(WON)
    table.start(THREE).until(do="verify_win")
    write_link(table, "tcp", StopLink("cut off"))
    table.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    void(table)
    write_link(table, "tcp", ResumeLink("healed"))
    table.do("link_is_back", DEVICE, link="tcp")
    assert table.last("link_is_back").data.hits == (), "there is no award to register any more"
    table.finish()
    link = table.link("three_card_progressive")
    assert (meter(table, "three_card_progressive"), link.open, link.last) == (1000_00, {}, ())
    check_links(tables)


# ── a link that cannot be reached at all ──


def _audited(table: Driver) -> list[str]:
    """What the audit of a table and its links finds wrong."""
    store = table.desk.store
    streams = [table.desk.stream, *(f"link/{name}" for name in table.state.links.values())]
    return audit(source_of_store(store, streams, whole=True)).wrong


@pytest.mark.clause("I-154", "PA-649a.2(c)", "PA-649a.11(c)(7)(iii)")
@pytest.mark.parametrize("gone", ["verified", "validated", "paid"])
def test_what_a_link_was_not_told_it_is_told_when_it_is_back(gone: str) -> None:
    """The amount was locked while the link answered: it is paid, and the link hears of it in its order."""
    (table,) = linked(five_card(), "one", five=15_000_00)
    states = table.desk.links.states
    win = {"seat": 3, "wager": "five_card_progressive"}
    to_win(table).do("verify_win", DEALER, **win)
    away = {}
    for at, do in (("verified", "validate"), ("validated", "settle_player"), ("paid", "")):
        if gone == at:
            away["five"] = states.pop("five")
        if do:
            table.do(do, FLOOR if do == "validate" else DEALER, **(win if do == "validate" else {"seat": 3}))
    assert line(table, 3, "five_card_progressive").paid == 15_000_21
    table.finish()
    states |= away
    check_links([table])
    assert not _audited(table)
    table.do("link_is_back", DEVICE, link="five")
    link = table.link("five_card_progressive")
    assert not link.open and link.last[0].paid_cents == 15_000_21 and link.last[0].validated_by == "flo"
    assert not [account for account in link.books if account.kind == "locked"]
    check_links([table])
    table.start({3: FIVE}).finish()
    check_links([table])
    assert not _audited(table)


@pytest.mark.clause("I-152", "I-154")
@pytest.mark.parametrize("back", ["before the void", "after it"])
@pytest.mark.parametrize("late_void", ["take_back", "keep_paid"])
def test_a_round_that_is_void_after_a_payment_its_link_was_not_told_of(back: str, late_void: str) -> None:
    (table,) = linked_real(submission("PA-649a", wagers=TCP, settlement={"late_void": late_void}), "one")
    table.put(WON)
    table.start(THREE).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    states = table.desk.links.states
    away = {"tcp": states.pop("tcp")}
    settle_win(table, 3, "three_card_progressive")
    if back == "before the void":
        states |= away
    void(table)
    states.setdefault("tcp", away["tcp"])
    check_links([table])
    table.finish()
    if table.state.untold or table.state.owed_hits or table.state.owed_to_links:
        table.do("link_is_back", DEVICE, link="tcp")
    assert not table.link("three_card_progressive").open
    check_links([table])


@pytest.mark.clause("I-152", "I-154")
def test_books_agree_also_while_a_stopped_link_does_not_know_that_its_payment_came_back() -> None:
    one, two = hit_at(paid=True)
    write_link(one, "tcp", StopLink("cut off"))
    void(one)
    check_links([one, two])
    one.finish()
    write_link(one, "tcp", ResumeLink("healed"))
    one.do("link_is_back", DEVICE, link="tcp")
    check_links([one, two])


# ── a wager that goes back ──


@pytest.mark.clause("I-18", "I-154")
@pytest.mark.parametrize("cut", [False, True])
def test_a_wager_is_cancelled_while_its_link_is_down_and_the_link_gets_it_back_later(cut: bool) -> None:
    """What is offered is accepted: the table owes the link what the wager had put on it."""
    one, two = linked(five_card(), "one", "two")
    one.start({1: FIVE, 3: FIVE}).until(do="count_progressive_chips")
    before = meter(two, "five_card_progressive")
    states = one.desk.links.states
    kept = states["five"]
    if cut:
        del states["five"]
        one.desk.links.reach = _gone  # type: ignore[method-assign]
    else:
        write_link(one, "five", StopLink("cut off"))
    (offer,) = [one for one in one.offers("resolve_chips") if one.data.seat == 3]
    one.take(offer)
    assert one.last("resolve_chips").data.unreached == ("five",)
    assert one.round.facts.stakes[3] == {"ante": 1000}
    if cut:
        states["five"] = kept
        del one.desk.links.reach
    else:
        write_link(one, "five", ResumeLink("healed"))
    assert meter(two, "five_card_progressive") == before, "nothing has moved it yet"
    one.do("link_is_back", DEVICE, link="five")
    assert (
        before - meter(two, "five_card_progressive")
        == one.last("resolve_chips").data.contribution.cents["meter"]
    )
    one.finish()
    check_links([one, two])


def _gone(name: str) -> Any:
    raise StoreError(f"{name} does not answer")
