"""Forfeits, where there are several: hands counted, looked at, left face up; what rulings take out."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Event, apply
from feltlaw.table.forfeits import ForfeitsCollected
from feltlaw.table.places import hand
from feltlaw.table.state import RoundState, State
from tests.support.driver import DEALER, FLOOR, REGULATIONS, each, main_bets, submission
from tests.support.rounds import P1, P3, deciding, line, nets, real

SEATS = (1, 3, 4)
PLAIN = {"ante": 1000}
WITH_A_FOLD = [name for name in REGULATIONS if name != "PA-680a"]


# ── hands counted and looked at ──


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_the_cards_of_each_surrendered_hand_are_asked_for_and_counted() -> None:
    table = deciding("MA-TCP")
    for seat, word in ((1, "surrender"), (3, "surrender"), (4, "play")):
        table.say(seat, word)
    for counted in ({}, {1: 3}, {3: 3}, {1: 3, 3: 2}, {1: 3, 3: 3, 4: 3}):
        refusal = table.refused("collect_forfeits", DEALER, counted=counted)
        assert refusal.legal == "Count 3 cards of seat 3, 3 cards of seat 1."
    table.do("collect_forfeits", DEALER, counted={1: 3, 3: 3})
    assert table.last("collect_forfeits").data.counted == {1: 3, 3: 3}
    table.finish()
    assert nets(table, 1, 3) == {1: -1000, 3: -1000}


ROYALS = {"player 4": "Ah Kh Qh", "player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "2s 9h Jd"}


@pytest.mark.clause("MA-TCP.12(b)", "MA-TCP.12(h)a", "I-100")
@pytest.mark.parametrize("highest", [3, 4])
def test_each_folded_hand_of_a_real_deck_is_known_once_the_dealer_has_looked_at_it(highest: int) -> None:
    """Whichever of two is the higher one: Cover All pays seat 1 for it."""
    low = 7 - highest
    hands = {**ROYALS, f"player {highest}": "As Ks Qs", f"player {low}": "2h 5d 9s"}
    bets = {1: {**PLAIN, "cover_all": 500}, 3: PLAIN, 4: PLAIN}
    table = real("MA-TCP", bets, hands, wagers={"cover_all": {}}).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    looked = {seat: table.lying(hand(seat)) for seat in (3, 4)}
    table.do("collect_forfeits", DEALER, hands=looked)
    data = table.last("collect_forfeits").data
    assert (data.looked_at, data.exposed) == ((4, 3), (highest,))
    assert {seat: table.round.known_at(hand(seat)) for seat in (3, 4)} == looked
    assert table.up(f"player {highest}") == ["As", "Ks", "Qs"] and table.up(f"player {low}") == []
    table.finish()
    assert line(table, 1, "cover_all").result == "win"


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.13(e)b", "I-100")
def test_each_folded_hand_that_is_left_there_lies_face_up() -> None:
    """The first of two equal hands stays for Cover All, the other because it gives envy."""
    stakes = {**PLAIN, "cover_all": 500, "three_card_progressive": 100}
    offered: dict[str, Any] = {"cover_all": {}, "three_card_progressive": {"folded_hands_qualify": True}}
    table = real("MA-TCP", {1: stakes, 3: PLAIN, 4: PLAIN}, ROYALS, wagers=offered).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    table.do("collect_forfeits", DEALER, hands={seat: table.lying(hand(seat)) for seat in (3, 4)})
    assert (table.up("player 4"), table.up("player 3")) == (["Ah", "Kh", "Qh"], ["As", "Ks", "Qs"])


# ── each once ──


@each("collect_forfeits", regulations=WITH_A_FOLD)
def test_the_record_keeps_whose_forfeits_were_collected_however_many_collections_there_are(
    regulation: str,
) -> None:
    """Nobody's are due again: seat 1 at first, then 4 and 3."""
    state = State(submission(regulation), "one", "manual", "manual_shoe", round=RoundState(1))
    for seats, known in (((1,), (1,)), ((4, 3), (1, 4, 3))):
        state = apply(state, Event("collect_forfeits", DEALER, state.now, ForfeitsCollected(seats, ())))
        assert state.played.settling.forfeits == known


@pytest.mark.clause("PA-669a.11(f)", "PA-669a.11(f)#2", "I-92")
def test_lines_are_numbered_as_they_are_carried_out_whatever_is_ruled_between_two_folds() -> None:
    """Seat 1 folds and his Ante and Blind are collected; that he spoke about his hand is found after it."""
    table = deciding("PA-669a", {seat: main_bets("PA-669a") for seat in (1, 3)})
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    table.say(1, "fold")
    table.both("rule_communication", FLOOR, seat=1)
    table.say(3, "fold")
    found = [
        (one.turn, one.seat, one.id) for event in table.events("collect_forfeits") for one in event.data.lines
    ]
    assert found == [(1, 1, "ante"), (2, 1, "blind"), (3, 3, "ante"), (4, 3, "blind")]
    table.finish()
    assert [one.turn for one in table.lines()] == [1, 2, 3, 4]


# ── what rulings take out ──


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.7(b)#2", "PA-649a.11(c)")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.7(b)#2", "PA-679a.11(c)")),
    ],
)
@pytest.mark.clause("I-09")
@pytest.mark.parametrize("stays", [False, True])
def test_of_several_who_folded_and_were_ruled_on_none_has_forfeits_to_collect(
    regulation: str, stays: bool
) -> None:
    """Seats 1 and 3 have gone and abandoned their wagers; that of seat 4 is a forfeit, or nobody's is."""
    table = deciding(
        regulation, dict.fromkeys((1, 3, 4, 5), PLAIN), settlement={"departed_player": "forfeit"}
    )
    for seat, act in ((1, "fold"), (3, "fold"), (4, "play" if stays else "fold"), (5, "play")):
        table.say(seat, act)
    for seat, person in ((1, P1), (3, P3)):
        table.do("leave", person, seat=seat)
        table.both("rule_departed", FLOOR, seat=seat, ruling="abandoned")
    if stays:
        assert "no forfeits wait" in table.refused("collect_forfeits", DEALER).what
        assert {"reveal_dealer"} <= table.offered()
    else:
        table.do("collect_forfeits", DEALER)
        data = table.last("collect_forfeits").data
        assert (data.seats, [str(one) for one in data.racked]) == ((4,), ["player 4"])
    table.finish()
    assert {line(table, seat, "ante").outcome for seat in (1, 3)} == {"abandoned"}
