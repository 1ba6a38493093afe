"""What the dealer enters for guests: only what they may do, and nothing for players with accounts."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person, legal
from tests.support.driver import CHIPS, DEALER, REGULATIONS, Driver, each, main_bets, submission
from tests.support.rounds import RealTable

ANN = Person("player", "ann")


def not_for_ann(table: Driver, seat: int, do: str, **data: Any) -> None:
    """The dealer is refused, with the reading that says why, and is not offered it either."""
    refusal = table.refused(do, DEALER, seat=seat, **data)
    assert "account of his own" in refusal.what and "I-157" in refusal.clauses, do
    offers = legal(table.state, "dealer", DEALER.account)
    assert not [one for one in offers if one.do == do and getattr(one.data, "seat", 0) == seat], do


def asks(table: Driver, seat: int) -> list[dict[str, Any]]:
    """Every answer that is open to a seat now, by the command that gives it."""
    return [
        {"do": offer.do} | {name: getattr(offer.data, name) for name in offer.data.__slots__}
        for do in ("decide", "set_hand")
        for offer in table.offers(do)
        if offer.data.seat == seat
    ]


@each("place_wagers", "stay_seated", "decide", "set_hand", "own_hand")
@pytest.mark.clause("I-157")
@pytest.mark.parametrize(("hers", "guests"), [(1, 3), (3, 1)])
def test_the_dealer_does_nothing_in_the_place_of_a_player_with_an_account(
    regulation: str, hers: int, guests: int
) -> None:
    """She bets, answers and sets for herself at every moment; for the guest beside her the dealer does."""
    table = RealTable(submission(regulation), real_cards=True).put({})
    table.do("sit", ANN, seat=hers)
    table.do("sit", DEALER, seat=guests, guest="gus")
    not_for_ann(table, hers, "buy_in", amount=CHIPS)
    table.do("buy_in", ANN, amount=CHIPS)
    table.do("buy_in", DEALER, seat=guests, amount=CHIPS)
    table.until("betting")
    for do, data in (
        ("bet", {"wagers": main_bets(regulation)}),
        ("ready", {}),
        ("cash_out", {"amount": 100}),
        ("leave", {}),
    ):
        not_for_ann(table, hers, do, **data)
    table.do("bet", ANN, seat=hers, wagers=main_bets(regulation))
    for wagers in ({}, main_bets(regulation, 500)):
        not_for_ann(table, hers, "bet", wagers=wagers)
    table.do("bet", DEALER, seat=guests, wagers=main_bets(regulation))
    table.do("no_more_bets", DEALER)
    asked = set()
    while table.state.rounds == 0:
        not_for_ann(table, hers, "leave")
        for said in asks(table, hers):
            asked.add(said["do"])
            not_for_ann(table, **said)
        offer = table.next()
        if offer.do not in ("decide", "set_hand"):
            table.take(offer)
            continue
        seat = offer.data.seat
        said = asks(table, seat)[0]
        table.do(said.pop("do"), ANN if seat == hers else DEALER, **said)
    assert asked == {"set_hand" if regulation == "PA-680a" else "decide"}


@each("stay_seated")
@pytest.mark.clause("I-157")
def test_the_dealer_brings_nobody_back_but_guests(regulation: str) -> None:
    table = RealTable(submission(regulation), real_cards=True).put({})
    table.do("sit", ANN, seat=1)
    table.do("sit", DEALER, seat=3, guest="gus")
    table.do("buy_in", ANN, amount=CHIPS)
    table.do("buy_in", DEALER, seat=3, amount=CHIPS)
    table.until("betting")
    table.do("bet", ANN, seat=1, wagers=main_bets(regulation))
    table.do("bet", DEALER, seat=3, wagers=main_bets(regulation))
    table.do("no_more_bets", DEALER)
    table.do("leave", ANN, seat=1)
    table.do("leave", DEALER, seat=3)
    not_for_ann(table, 1, "come_back")
    table.do("come_back", DEALER, seat=3)
    assert table.state.is_away("ann") and not table.state.is_away("gus")
    table.do("come_back", ANN)
    assert not table.state.is_away("ann")


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause), id=name)
        for name in REGULATIONS
        for clause in ["MA-TCP.6(b)" if name == "MA-TCP" else f"{name}.7(a)"]
    ],
)
def test_the_dealer_takes_no_cash_wager_of_a_guest_either(regulation: str, clause: str) -> None:
    table = RealTable(submission(regulation), real_cards=True).put({})
    table.do("sit", DEALER, seat=1, guest="gus")
    table.do("buy_in", DEALER, seat=1, amount=CHIPS)
    table.until("betting")
    bets = main_bets(regulation)
    refusal = table.refused("bet", DEALER, seat=1, wagers=bets, instrument="cash")
    assert refusal.cite.clauses == (clause,) and "chips or plaques" in refusal.legal
    table.do("bet", DEALER, seat=1, wagers=bets, instrument="plaques")
    assert table.round.facts.stakes == {1: bets}
