"""Community cards that only bonuses are read with: face down until the settlement, and racked like a hand."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Person
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


FOLDED: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "five_card_progressive": ("PA-649a", "PA-649a.11(c)(7)", ("fold",)),
    "five_card_hand_bonus_player": ("PA-649a", "PA-649a.11(c)(8)", ("fold",)),
    "five_card_hand_bonus_dealer": ("PA-649a", "PA-649a.11(c)(8)", ("fold",)),
    "multi_game_link": ("MA-TCP", "MA-TCP.13(g)bis", ("fold", "surrender")),
}
"""Wagers that are read with two community cards, where they are turned up, and how a player gives up."""
COMPANY: dict[str, tuple[dict[int, str], dict[int, bool], set[int]]] = {
    "alone": ({1: "p1"}, {1: True}, {1}),
    "alone with two boxes": ({1: "p1", 2: "p1"}, {1: True, 2: True}, {1, 2}),
    "alone with two boxes, one of them with the wager": ({1: "p1", 2: "p1"}, {1: True, 2: False}, {1, 2}),
    "alone and in with the other box": ({1: "p1", 2: "p1"}, {1: True, 2: False}, {1}),
    "both": ({1: "p1", 3: "p3"}, {1: True, 3: True}, {1, 3}),
    "both, one of them with the wager": ({1: "p1", 3: "p3"}, {1: True, 3: False}, {1, 3}),
    "the one with the wager": ({1: "p1", 3: "p3"}, {1: True, 3: False}, {1}),
    "one of two with the wager": ({1: "p1", 3: "p3"}, {1: True, 3: True}, {3}),
}
"""Who owns each box, on which the wager is, and which are given up."""


@pytest.mark.parametrize(
    ("wager", "how"),
    [
        pytest.param(wager, how, marks=pytest.mark.clause(clause, "I-70", "I-118"), id=f"{wager}-{how}")
        for wager, (_, clause, says) in FOLDED.items()
        for how in says
    ],
)
@pytest.mark.parametrize("company", COMPANY)
def test_they_are_turned_up_whenever_they_were_dealt_whoever_gave_up(
    wager: str, how: str, company: str
) -> None:
    """Also where nobody is left who could win anything with them."""
    regulation, (owners, has, gone) = FOLDED[wager][0], COMPANY[company]
    section = wager.removesuffix("_player").removesuffix("_dealer")
    table = drive(regulation, wagers={section: {}}, limits={"adjacent_boxes": 2})
    table.open(*dict.fromkeys(int(one[1:]) for one in owners.values()))
    for seat, owner in owners.items():
        by = Person("player", owner)
        if owner != f"p{seat}":
            table.do("sit", by, seat=seat)
        table.do("bet", by, seat=seat, wagers={"ante": 1000, **({wager: 100} if has[seat] else {})})
    table.do("no_more_bets")
    table.until("deciding")
    lying = table.cards("community")
    table.finish(**{f"seat_{seat}": how if seat in gone else "play" for seat in owners})
    (event,) = table.events("reveal_community")
    assert sorted(map(str, event.data.shown.cards)) == sorted(lying) and len(lying) == 2
    assert table.kinds().index("reveal_community") < table.kinds().index("rack_cards")


@pytest.mark.clause("PA-649a.11(c)(7)", "PA-649a.11(c)(8)", "I-70")
@pytest.mark.parametrize("wager", [wager for wager in FOLDED if FOLDED[wager][0] == "PA-649a"])
@pytest.mark.parametrize("seats", [(1,), (1, 3)])
def test_they_are_turned_up_although_everybody_has_left(wager: str, seats: tuple[int, ...]) -> None:
    section = wager.removesuffix("_player").removesuffix("_dealer")
    table = drive("PA-649a", wagers={section: {}}, settlement={"departed_player": "forfeit"})
    table.start({seat: {"ante": 1000, wager: 100} for seat in seats}).until("deciding")
    for seat in seats:
        table.do("leave", Person("player", f"p{seat}"))
        table.both("rule_departed", FLOOR, DEALER, seat=seat, ruling="abandoned")
    table.finish()
    assert len(table.events("reveal_community")) == 1 and not table.round.void


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
