"""Community cards that only bonuses are read with: face down until the settlement, and racked like a hand."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.places import COMMUNITY, Place
from tests.support.driver import DEALER, DEALS, FLOOR, Driver, drive, main_bets
from tests.support.rounds import Hands, RealTable, real
from tests.table.test_racking import RACKED
from tests.table.test_stub import BESIDE

SEATS = (1, 3)
TURNED_UP = {
    "PA-649a": ("PA-649a.11(c)(7)", "I-70"),
    "MA-TCP": ("MA-TCP.13(g)bis", "I-118"),
    "PA-679a": ("PA-679a.11(d)(2)(ii)",),
}
"""When the hand is read with them: .11(c) and (d) come after the dealer's cards are up; in Massachusetts they
"are flopped at the end"."""
PAIRS: Hands = {"player 1": "9s 9h 4d", "player 3": "Kh Kc 8h", "dealer": "Qh Jd 4c", "community": "5c 6d"}


def each_way(clauses: dict[str, Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("regulation", "deal"),
        [
            pytest.param(name, deal, marks=pytest.mark.clause(*proved), id=f"{name}-{deal}")
            for name, proved in clauses.items()
            for deal in DEALS
        ],
    )


def dealt(regulation: str, deal: str, *, real_cards: bool = False) -> Driver:
    """A round in which both have a wager that is read with community cards."""
    wager, terms, stake, many = BESIDE[regulation]
    bets = {seat: {**main_bets(regulation), wager: stake} for seat in SEATS}
    hands = {**PAIRS, "community": " ".join(PAIRS["community"].split()[:many])}
    sections: dict[str, Any] = {"wagers": {wager: terms}, "cards": {"deal": deal}}
    if real_cards:
        return real(regulation, bets, hands, **sections)
    return drive(regulation, **sections).start(bets, {**hands})


@each_way(TURNED_UP)
@pytest.mark.parametrize("real_cards", [False, True])
def test_they_lie_face_down_until_every_decision_is_made_and_the_dealer_has_shown_his_hand(
    regulation: str, deal: str, real_cards: bool
) -> None:
    table = dealt(regulation, deal, real_cards=real_cards)
    many = BESIDE[regulation][3]
    laid = {"cards": table.lying(COMMUNITY)} if isinstance(table, RealTable) else {}
    while not table.events("turn_up_player"):
        assert "reveal_community" not in table.offered() and table.up("community") == []
        table.refused("reveal_community", DEALER, **laid)
        table.take(table.next())
    table.finish()
    (event,) = table.events("reveal_community")
    assert event.by == DEALER and len(event.data.shown.cards) == many
    done = table.kinds()
    before = [done.index(one) for one in ("decide", "reveal_dealer", "turn_up_player", "reveal_community")]
    assert before == sorted(before)


EXPOSED = {
    "PA-649a": ("dealer_card_exposed", Place("dealer")),
    "MA-TCP": ("dealer_card_exposed", Place("dealer")),
    "PA-669a": ("community_card_exposed", COMMUNITY),
}
"""What makes a round void when all cards are dealt (13(d), MA 14(d)); 679a.13(d) settles its bonuses."""


@pytest.mark.parametrize(
    ("regulation", "deal", "void"),
    [
        pytest.param(
            name,
            deal,
            void,
            marks=pytest.mark.clause(RACKED[name]),
            id=f"{name}-{deal}-{'void' if void else 'settled'}",
        )
        for name in (*BESIDE, "PA-669a")
        for deal in DEALS
        for void in (False, True)
        if not void or name in EXPOSED
    ],
)
def test_they_are_racked_and_recorded_with_the_hands(regulation: str, deal: str, void: bool) -> None:
    """Also where the round is void: whoever asks about it later finds them there."""
    if regulation == "PA-669a":
        table = drive(regulation, cards={"deal": deal}).start(cards={"community": "5c 6d 7h"})
    else:
        table = dealt(regulation, deal)
    table.until("deciding")
    lying = {"PA-669a": ["5c", "6d", "7h"], "PA-679a": ["5c"]}.get(regulation, ["5c", "6d"])
    assert table.cards("community") == lying
    if void:
        kind, place = EXPOSED[regulation]
        table.do("record_exposed_card", FLOOR, kind=kind, place=place, nth=1)
    table.finish()
    assert table.round.void == void
    (recorded,) = [one for one in table.last("rack_cards").data.order if one.place == COMMUNITY]
    assert [str(card) for card in recorded.cards] == lying
    assert COMMUNITY in table.round.racked
