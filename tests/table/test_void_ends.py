"""What every void ends with: the cards are reshuffled, and the meters have nothing of the round."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.link import ResumeLink, StopLink
from feltlaw.table.places import Place
from tests.support.driver import (
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    REGULATIONS,
    Driver,
    drive,
    main_bets,
    submission,
)
from tests.support.rounds import RealTable, check_links, house, meter, nets, write_link
from tests.table.test_irregular_moments import HAND, clause

SEEN = {"PA-669a": "community_card_exposed", "PA-680a": ""}
"""Whose card that is seen too early undoes the hands; the dealer's, if nothing is said here."""


def kinds(regulation: str, deal: str) -> list[str]:
    found = ["cards_face_up", "wrong_number_of_cards", SEEN.get(regulation, "dealer_card_exposed")]
    return [one for one in (*found, "shoe_jam" if deal == "automated_shoe" else "") if one]


def voids(*regulations: str) -> pytest.MarkDecorator:
    """Each paragraph that makes hands void, with each way of dealing."""
    return pytest.mark.parametrize(
        ("regulation", "deal", "kind"),
        [
            pytest.param(name, deal, kind, marks=pytest.mark.clause(clause(name, kind)))
            for name in regulations
            for deal in DEALS
            for kind in kinds(name, deal)
        ],
    )


def happens(table: Driver, kind: str) -> None:
    """It happens when cards are out."""
    regulation = table.state.submission.regulation.id
    table.until("dealing").do("deal")
    if kind == "cards_face_up":
        for _ in range(2):
            table.do("report", DEALER, kind="card_face_up")
    elif kind == "shoe_jam":
        table.do("report", DEALER, kind=kind)
    elif kind == "wrong_number_of_cards":
        many = HAND[regulation] - 1
        table.do("report", DEALER, kind=kind, place=Place("player", 3), cards=many)
    else:
        place = Place("community" if regulation == "PA-669a" else "dealer")
        table.until("stub").do("record_exposed_card", FLOOR, kind=kind, place=place, nth=1)


def opened(regulation: str, kind: str, **sections: Any) -> Driver:
    """A table with a real deck where only a real one can be miscounted."""
    submitted = submission(regulation, **sections)
    if kind != "wrong_number_of_cards":
        return Driver(submitted)
    return RealTable(submitted, real_cards=True).put({})


@voids(*REGULATIONS)
def test_the_cards_of_void_hands_are_shuffled_before_they_are_dealt_again(
    regulation: str, deal: str, kind: str
) -> None:
    """Also in Prime, where only Ante and Play are void (679a.13(d))."""
    table = opened(regulation, kind, cards={"deal": deal}).start()
    before = table.state.deck and table.state.deck.root
    happens(table, kind)
    table.finish()
    assert nets(table, 1, 3) == {1: 0, 3: 0} and house(table) == 0
    place = "hold_cards" if deal == "hand" else "place_cards"
    assert "have not been shuffled" in table.refused(place, DEALER).what
    table.do("shuffle", DEVICE, deck=0)
    table.do(place)
    assert table.state.deck is not None
    assert kind == "wrong_number_of_cards" or table.state.deck.root != before, "another order of the cards"


PROGRESSIVE = ("PA-649a", "MA-TCP", "PA-669a")


@voids(*PROGRESSIVE)
@pytest.mark.clause("I-07", "I-154")
def test_what_void_hands_put_on_a_meter_comes_off_it_again(regulation: str, deal: str, kind: str) -> None:
    """At once, or where the link is down when it is back; the players do not wait for it."""
    wager = "three_card_progressive"
    for stopped in (False, True):
        table = opened(regulation, kind, cards={"deal": deal}, wagers={wager: {}})
        before, link = meter(table, wager), table.state.links[wager]
        table.start({seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)})
        shown = meter(table, wager)
        assert shown > before
        if stopped:
            write_link(table, link, StopLink("cut off"))
        happens(table, kind)
        assert nets(table, 1, 3) == {1: 0, 3: 0}
        if stopped:
            assert meter(table, wager) == shown, "it does not hear of it"
            write_link(table, link, ResumeLink("healed"))
            table.do("link_is_back", DEVICE, link=link)
        assert meter(table, wager) == before and house(table) == 0
        table.finish()
        check_links([table])


@pytest.mark.clause("PA-679a.13(d)", "I-76")
@pytest.mark.parametrize("deal", DEALS)
def test_whenever_a_dealers_card_was_seen_in_prime_nothing_is_left_to_decide(deal: str) -> None:
    """From the dealer's first card on, through the deal and while the stub lies there."""
    moments = 0
    while True:
        table = drive("PA-679a", cards={"deal": deal}, wagers={"prime": {}})
        table.start({1: {"ante": 1000, "prime": 500}, 3: {"ante": 1000}}, {"seat 1": "Ah Kd 9h"})
        table.until("dealing")
        while not table.cards("dealer"):
            table.take(table.next())
        for _ in range(moments):
            table.take(table.next())
        last = table.state.phase == "deciding"
        table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=Place("dealer"), nth=1)
        while table.state.rounds == 0:
            assert not {"decide", "collect_forfeits"} & table.offered()
            table.take(table.next())
        assert {one.id: one.result for one in table.lines(1)} == {"ante": "void", "prime": "win"}
        assert nets(table, 1, 3) == {1: 1500, 3: 0}
        if last:
            break
        moments += 1
    assert moments > 0
