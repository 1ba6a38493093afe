"""Of several alike, each by what is its own: the link's payer, the light of a win, a deck of two."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltlaw.books import Account
from feltlaw.link import LinkState
from feltlaw.meter import Level, Meter
from feltlaw.table.closing import contribution_of
from feltlaw.table.money import counterpart, link_payer
from feltlaw.table.places import COMMUNITY
from tests.support.driver import DEALER, FLOOR, Driver, drive

BONUS = "five_card_hand_bonus"


@pytest.mark.clause("PA-649a.8(h)", "PA-649a.13(c)", "I-07")
def test_each_meter_is_fed_and_given_back_by_its_own_account() -> None:
    """The Five Card Hand Bonus has an account of its own (649a.12(i)); the progressives are the house's."""
    shared = {"three_card_progressive": "amber", "five_card_progressive": "birch", BONUS: "cedar"}
    table = drive("PA-649a", wagers={one: {"meter": link} for one, link in shared.items()})
    assert dict(table.state.links) == shared
    paying: dict[str, Account] = {
        meter: link_payer(table.state, link) for meter, link in table.state.links.items()
    }
    assert paying == {
        "three_card_progressive": counterpart("house"),
        "five_card_progressive": counterpart("house"),
        BONUS: counterpart("game_account"),
    }


@pytest.mark.clause("PA-649a.11(c)(8)(i)")
def test_a_win_of_the_electronic_system_has_no_light_that_could_be_dark() -> None:
    """11(c)(8) has the dealer verify the hand alone; lights are for (5), (7) and (9)."""
    table = drive("PA-649a", wagers={BONUS: {}})
    bets = {3: {"ante": 1000, f"{BONUS}_player": 100}}
    table.start(bets, {"seat 3": "As Ks Qs", "community": "Js 9s"}).until(do="verify_win")
    table.do("verify_win", DEALER, seat=3, wager=f"{BONUS}_player", light=False)
    assert table.last("verify_win").data.check.light
    assert not table.offers("resolve_light")


@pytest.mark.clause("PA-649a.7(a)")
@pytest.mark.parametrize("real", [False, True])
def test_a_player_buys_and_sells_chips_for_himself_and_the_dealer_for_a_seat(real: bool) -> None:
    table = drive("PA-649a", real_cards=real)
    table.sit(3, 5)
    for do in ("buy_in", "cash_out"):
        assert [offer.data.seat for offer in table.offers(do)] == ([3, 5] if real else [0, 0])


@pytest.mark.clause("MA-TCP.5(e)", "MA-TCP.4(c)")
@pytest.mark.parametrize("gone", [0, 1])
@pytest.mark.parametrize("face_up", [False, True])
def test_a_deck_that_came_after_the_spread_is_not_turned_up_with_the_other(gone: int, face_up: bool) -> None:
    """Those that were spread face up have been seen, those spread face down are turned up, whichever of the
    two it is; of the new one that lies stacked nobody speaks."""
    table: Driver = drive("MA-TCP", cards={"shuffle": "automated", "decks": 2}).open(1)
    table.do("idle_spread", DEALER, face_up=face_up)
    table.do("change_deck", FLOOR, deck=gone)
    table.until("idle")
    stages = [deck.stage if deck else "" for deck in table.state.decks]
    assert stages[1 - gone] == "idle" and stages[gone] == "stacked"
    assert [offer.data.face_up for offer in table.offers("idle_wash")] == [not face_up]
    refusal = table.refused("idle_wash", DEALER, face_up=face_up)
    assert ("washed as they lie" if face_up else "has not seen the cards") in refusal.what
    table.do("idle_wash", DEALER, face_up=not face_up)
    assert table.last("idle_wash").data.face_up != face_up


@pytest.mark.clause("PA-679a.13(d)")
def test_a_community_card_seen_too_early_leaves_every_player_his_decision() -> None:
    """13(d) is about the dealer's cards alone: only where one of them shows the Ante goes back undecided."""
    table = drive("PA-679a", wagers={"pair_bonus": {"community_card": True}})
    table.start({seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}).until("deciding")
    table.do("report", DEALER, kind="community_card_exposed", place=COMMUNITY, nth=1)
    assert table.state.phase == "deciding"
    assert {offer.data.seat for offer in table.offers("decide")} == {1}
    assert "has not decided" in table.refused("reveal_dealer", DEALER).what


@pytest.mark.clause("MA-TCP.10(b)#5")
def test_who_forgets_the_cover_card_is_told_where_it_lies_and_where_it_goes() -> None:
    table = drive("MA-TCP", cards={"deal": "automated_shoe"}).start().until(do="reveal_dealer")
    refusal = table.refused("reveal_dealer", DEALER, cover_card="")
    assert refusal.what == "the cover card lies on the dealer's stack"
    assert refusal.legal == "Lay it beside the shoe first."
    without = drive("MA-TCP", cards={"deal": "hand"}).start().until(do="reveal_dealer")
    refusal = without.refused("reveal_dealer", DEALER, cover_card="beside the shoe")
    assert refusal.what == "there is no cover card on the stack"
    assert refusal.legal == "Leave it out."


@pytest.mark.clause("I-18", "PA-649a.8(b)")
def test_what_a_cancelled_wager_had_put_on_its_link_is_counted_by_the_links_own_rate() -> None:
    """A link that keeps half of each dollar gives half a dollar back; one that does not answer, the 14 % of
    649a.12(e)(3)."""
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    table.start({1: {"ante": 1000, "three_card_progressive": 100}})
    name = table.state.links["three_card_progressive"]
    link = LinkState(name, Meter({"meter": Level(1_000_00, 1_000_00, Fraction("0.5"), Fraction(0))}))
    for links, cents in (({name: link}, 50), ({}, 14)):
        part = contribution_of(table.state, 1, "three_card_progressive", links)
        assert (part.link, part.wagers, part.cents, part.reserve) == (name, 1, {"meter": cents}, {})
