"""The cover card on the dealer's stack in Massachusetts: from the deal until his cards are turned up."""

from __future__ import annotations

import pytest

from tests.support.driver import Driver, drive

BETS = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}


def table(stack: str) -> Driver:
    """With community cards to be dealt from the stub, after the dealer's stack."""
    cards = {"deal": "automated_shoe", "dealer_stack": stack}
    return drive("MA-TCP", cards=cards, wagers={"multi_game_link": {}})


def test_what_a_table_may_do_with_the_dealers_stack() -> None:
    options = drive("MA-TCP").state.submission.regulation.options
    assert options["cards.dealer_stack"].values == ("delivered", "held")


@pytest.mark.clause("MA-TCP.9(c)", "MA-TCP.9(c)(1)", "MA-TCP.2(c)", "MA-TCP.10(b)#5")
def test_it_lies_on_the_stack_until_the_dealer_reveals_it() -> None:
    playing = table("delivered").start(BETS)
    assert playing.round.dealing.cover_card == ""
    playing.until("deciding")
    assert playing.cards("community"), "cards were dealt after the stack"
    assert playing.round.dealing.cover_card == "dealer"
    playing.until(do="reveal_dealer")
    refusal = playing.refused("reveal_dealer", cover_card="")
    assert "MA-TCP.10(b)#5" in refusal.clauses
    playing.do("reveal_dealer")
    assert playing.round.dealing.cover_card == "beside the shoe"


@pytest.mark.clause("MA-TCP.9(c)(2)", "MA-TCP.2(c)", "MA-TCP.10(b)#5")
def test_it_lies_on_a_stack_that_stays_in_the_shoe_too() -> None:
    playing = table("held").start(BETS).until(do="deliver_dealer_stack")
    playing.take(playing.next())
    assert playing.round.dealing.cover_card == "dealer"
    playing.until(do="reveal_dealer").do("reveal_dealer")
    assert playing.round.dealing.cover_card == "beside the shoe"


CUTS = ("shuffled by a device", "cut", "recut", "preshuffled")


@pytest.mark.clause("MA-TCP.2(c)", "MA-TCP.9(c)", "MA-TCP.9(c)(1)", "MA-TCP.9(c)(2)", "MA-TCP.10(b)#5")
@pytest.mark.parametrize("stack", ["delivered", "held"])
@pytest.mark.parametrize("how", CUTS)
def test_it_is_another_than_the_one_that_the_cards_were_cut_with(stack: str, how: str) -> None:
    """2(c): one "with the same attributes": the one of the cut lies in the discard rack (5(c)(1)(iv))."""
    shuffle = "automated" if how in ("shuffled by a device", "preshuffled") else "manual"
    cards = {"shuffle": shuffle, "deal": "automated_shoe", "dealer_stack": stack}
    playing = drive("MA-TCP", cards=cards, wagers={"multi_game_link": {}})
    if how == "preshuffled":
        playing.do("receive_deck", deck=0, preshuffled=True)
    playing.open(1, 3)
    if how == "recut":
        playing.do("recut")
        playing.until("betting")
    assert len(playing.events("cut")) == {"cut": 1, "recut": 2, "preshuffled": 1}.get(how, 0)
    for rounds in (0, 1):
        playing.start(BETS)
        if playing.events("cut") and not rounds:
            assert playing.last("cut").data.cover_card == "discard rack"
        assert playing.round.dealing.cover_card == "", "it comes on top of the dealer's stack"
        if stack == "delivered":
            playing.until("deciding")
            assert playing.round.dealing.cover_card == "dealer"
        playing.until(do="reveal_dealer")
        assert playing.round.dealing.cover_card == "dealer"
        assert "MA-TCP.10(b)#5" in playing.refused("reveal_dealer", cover_card="").clauses
        playing.do("reveal_dealer", cover_card="beside the shoe")
        assert playing.round.dealing.cover_card == "beside the shoe"
        playing.finish()


@pytest.mark.clause("MA-TCP.10(b)#5")
@pytest.mark.parametrize("deal", ["manual_shoe", "hand"])
def test_without_an_automated_shoe_there_is_none_to_lay_down(deal: str) -> None:
    playing = drive("MA-TCP", cards={"deal": deal}).start().until(do="reveal_dealer")
    refusal = playing.refused("reveal_dealer", cover_card="beside the shoe")
    assert "no cover card on the stack" in refusal.what
    playing.do("reveal_dealer")
    assert playing.round.dealing.cover_card == ""


@pytest.mark.parametrize("regulation", ["PA-649a", "PA-679a", "PA-669a", "PA-680a"])
def test_pennsylvania_has_none(regulation: str) -> None:
    playing = drive(regulation, cards={"deal": "automated_shoe"}).start().until("deciding")
    assert playing.round.dealing.cover_card == ""


@pytest.mark.clause("MA-TCP.9(c)", "MA-TCP.2(c)", "MA-TCP.10(b)#5", "MA-TCP.14(g)", "I-25")
@pytest.mark.parametrize("stack", ["delivered", "held"])
@pytest.mark.parametrize("instead", ["manual_shoe", "hand"])
@pytest.mark.parametrize("broken", ["before the first round", "between rounds"])
def test_none_is_used_while_another_way_of_dealing_takes_the_place_of_the_automated_shoe(
    stack: str, instead: str, broken: str
) -> None:
    """10(b)#5: "if an automated dealing shoe is used to deal the cards"; once it is back, it is laid down
    again."""
    cards = {"shuffle": "automated", "deal": "automated_shoe", "dealer_stack": stack}
    playing = drive("MA-TCP", cards=cards, wagers={"multi_game_link": {}})
    playing.sit(1, 3)
    if broken == "between rounds":
        playing.start(BETS).finish()
        assert playing.last("reveal_dealer").data.cover_card == "beside the shoe"
    playing.do("device_out_of_order", device="shoe", sign="removed", instead=instead)
    for _ in range(2):
        playing.start(BETS).until(do="reveal_dealer")
        assert playing.round.dealing.cover_card == ""
        refusal = playing.refused("reveal_dealer", cover_card="beside the shoe")
        assert "no cover card on the stack" in refusal.what
        playing.do("reveal_dealer", cover_card="")
        assert playing.round.dealing.cover_card == ""
        playing.finish()
    playing.until("shuffling").do("device_repaired", device="shoe")
    playing.start(BETS).until(do="reveal_dealer")
    assert "MA-TCP.10(b)#5" in playing.refused("reveal_dealer", cover_card="").clauses
    playing.do("reveal_dealer", cover_card="beside the shoe")
