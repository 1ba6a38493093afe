"""Forfeits: collected as lines of their own, before a card more is seen, or at once; hands racked or kept."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import INVENTORY
from feltlaw.table import Event
from tests.support.driver import DEALER, DEVICE, FLOOR, Driver
from tests.support.rounds import P1, Bets, deciding, ids, line, names, nets, places


def collected(regulation: str, bets: Bets, say: dict[int, str], **more: Any) -> tuple[Driver, Event]:
    """A round in which everybody has decided and the forfeits are collected, and the event."""
    table = deciding(regulation, bets, more.pop("hands", None), **more)
    for seat, word in say.items():
        assert "collect_forfeits" not in table.offered(), "not before the last decision"
        table.say(seat, word)
    table.do("collect_forfeits", DEALER)
    return table, table.last("collect_forfeits")


# ── what a fold costs, wager by wager ──

EVERY = {
    "PA-649a": ("three_card_progressive", "six_card_bonus", "five_card_progressive", "five_card_hand_bonus",
                "five_of_six_progressive"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "MA-TCP": ("six_card_bonus", "three_card_progressive", "cover_all"),
}  # fmt: skip
STAKES = {
    "PA-649a": {
        "ante": 1000, "pair_plus": 500, "three_card_progressive": 100, "six_card_bonus": 500,
        "five_card_progressive": 100, "five_card_hand_bonus_player": 100, "five_card_hand_bonus_dealer": 100,
        "five_of_six_progressive": 100,
    },
    "PA-679a": {"ante": 1000, "prime": 500, "pair_bonus": 500, "all_six_bonus": 500},
    "MA-TCP": {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "three_card_progressive": 100,
               "cover_all": 500},
}  # fmt: skip
FORFEITED = {
    "PA-649a": ["ante", "pair_plus", "three_card_progressive", "five_card_progressive"],
    "PA-679a": ["ante"],
    "MA-TCP": ["ante", "three_card_progressive"],
}
"""649a.11(b)(1)-(3) with I-41; 679a.11(b); MA 10(b), 6(g)(2), 13(c) with I-108 to I-110."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause(
            "PA-649a.11(b)(1)", "PA-649a.11(b)(2)", "PA-649a.11(b)(3)", "PA-649a.11(c)", "I-41")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.11(b)#2", "PA-679a.11(c)")),
        pytest.param("MA-TCP", marks=pytest.mark.clause(
            "MA-TCP.10(b)#2", "MA-TCP.10(b)#4", "I-108", "I-110")),
    ],
)  # fmt: skip
def test_a_fold_costs_what_the_text_names_before_the_dealers_cards_and_nothing_else(regulation: str) -> None:
    bets = {1: {"ante": 1000}, 3: STAKES[regulation]}
    hands = {"seat 3": "2s 5h 9c", "dealer": "Kd 8h 3c", "seat 1": "4c 6d Jh"}
    offered: dict[str, Any] = {wager: {} for wager in EVERY[regulation]}
    table, event = collected(regulation, bets, {1: "play", 3: "fold"}, wagers=offered, hands=hands)
    assert ids(event) == [(3, name) for name in FORFEITED[regulation]]
    assert {(one.outcome, one.result, one.early) for one in event.data.lines} == {("folded", "lose", True)}
    assert [one.turn for one in event.data.lines] == list(range(1, len(event.data.lines) + 1))
    for wager in STAKES[regulation]:
        live = wager not in FORFEITED[regulation] and "progressive" not in wager
        assert bool(table.state.on_felt(3, wager)) == live, f"{wager} lies there or is collected"
    assert event.data.racked == (), "a hand on which a wager is live stays"
    table.finish()
    rest = [one.id for one in table.lines(3) if not one.early and not one.is_award]
    assert sorted(rest) == sorted(set(STAKES[regulation]) - set(FORFEITED[regulation]))
    assert not {one.outcome for one in table.lines(3) if not one.early} & {"folded"}


@pytest.mark.clause("I-110", "MA-TCP.13(c)")
def test_where_folded_hands_qualify_the_progressive_is_not_forfeited() -> None:
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "three_card_progressive": 100}}
    offered = {"three_card_progressive": {"folded_hands_qualify": True}}
    table, event = collected(
        "MA-TCP", bets, {1: "play", 3: "fold"}, wagers=offered, hands={"seat 3": "5h 6d 7c"}
    )
    assert names(event) == ["ante"]
    table.finish()
    assert line(table, 3, "three_card_progressive").paid == 600


@pytest.mark.clause("MA-TCP.10(b)#4", "I-110", "I-48")
@pytest.mark.parametrize("order", ["by_player", "by_step"])
@pytest.mark.parametrize("qualify", [False, True])
def test_a_folded_hand_stays_for_its_progressive_only_where_that_still_counts(
    order: str, qualify: bool
) -> None:
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "three_card_progressive": 100}}
    offered = {"three_card_progressive": {"folded_hands_qualify": qualify}}
    say, option = {1: "play", 3: "fold"}, {"order": order}
    table, event = collected("MA-TCP", bets, say, wagers=offered, settlement=option)
    assert places(event.data.racked) == ([] if qualify else ["player 3"])
    table.finish()
    assert bool(table.up("player 3")) == qualify, "a hand given up is not shown to anybody"


SIDE = {
    "PA-649a": ("six_card_bonus", "pair_plus"),
    "MA-TCP": ("six_card_bonus", ""),
    "PA-679a": ("prime", ""),
}
"""A wager that keeps a folded hand on the table, and one that does not."""


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(clause.partition(".")[0], clause, marks=pytest.mark.clause(clause))
        for clause in ("PA-649a.11(c)", "MA-TCP.10(b)#4", "PA-679a.11(c)")
    ],
)
def test_forfeits_are_collected_but_cards_stay_where_a_bonus_is_live(regulation: str, clause: str) -> None:
    stays, goes = SIDE[regulation]
    bets = {seat: {"ante": 1000} for seat in (1, 3, 4)}
    bets[1][stays] = 500
    bets[3] |= {goes: 500} if goes else {}
    table = deciding(regulation, bets, {"seat 3": "2s 5h 9c"}, wagers={stays: {}})
    for seat, word in ((1, "fold"), (3, "fold"), (4, "play")):
        assert "collect_forfeits" not in table.offered(), "not before the last decision"
        table.say(seat, word)
    refusal = table.refused("reveal_dealer", DEALER)
    assert "not been collected" in refusal.what
    inventory = table.state.books.get(INVENTORY, 0)
    (offer,) = table.offers("collect_forfeits")
    assert offer.cite.clauses[0] == clause
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("collect_forfeits", person).legal.startswith("It is for the dealer.")
    table.take(offer)
    data = table.last("collect_forfeits").data
    assert places(data.racked) == ["player 3"] and data.seats == (3, 1) and data.looked_at == ()
    assert [one for one in data.lines if one.seat == 1] == [line(table, 1, "ante")]
    lost = sum(bets[3].values()) + 1000
    assert table.state.books[INVENTORY] - inventory == lost, "into the table inventory container"
    table.do("reveal_dealer", DEALER)
    assert "not the time" in table.refused("collect_forfeits", DEALER).what
    assert table.up("player 3") == [], "unseen"


@pytest.mark.clause("PA-649a.11(c)")
@pytest.mark.parametrize(
    ("section", "wager"),
    [
        ("six_card_bonus", "six_card_bonus"),
        ("five_card_hand_bonus", "five_card_hand_bonus_player"),
        ("five_card_hand_bonus", "five_card_hand_bonus_dealer"),
        ("five_of_six_progressive", "five_of_six_progressive"),
    ],
)
def test_each_wager_that_the_text_names_keeps_a_folded_hand_by_itself(section: str, wager: str) -> None:
    """A Five Card Hand Bonus on the dealer's hand too: the text asks for the wager, not for whose hand."""
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, wager: 100}, 4: {"ante": 1000}}
    say = {1: "fold", 3: "fold", 4: "play"}
    table, event = collected("PA-649a", bets, say, wagers={section: {}}, limits={"minimum": 1})
    assert places(event.data.racked) == ["player 1"]
    table.finish()
    assert table.up("player 3") and not table.up("player 1")


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.11(c)#2")),
        pytest.param("PA-679a", marks=pytest.mark.clause("PA-679a.11(c)#2")),
        pytest.param("MA-TCP"),
    ],
)
@pytest.mark.clause("I-27")
def test_the_dealer_shows_his_hand_even_if_everybody_folds(regulation: str) -> None:
    table = deciding(regulation)
    for seat in (1, 3, 4):
        assert "has not decided" in table.refused("reveal_dealer", DEALER).what
        table.say(seat, "fold")
    table.do("collect_forfeits", DEALER)
    assert table.up("dealer") == [] and table.state.phase == "deciding"
    table.do("reveal_dealer", DEALER)
    assert [str(card) for card in table.last("reveal_dealer").data.shown.cards] == table.cards("dealer")
    table.finish()
    assert nets(table, 1, 3, 4) == {1: -1000, 3: -1000, 4: -1000}


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_a_surrendered_hand_is_counted_as_it_comes_back_and_never_seen() -> None:
    bets = {seat: {"ante": 1000, "pair_plus": 500} for seat in (1, 3)}
    table = deciding("MA-TCP", bets, {"seat 1": "4s 4h 2c", "seat 3": "4c 4d 2h"})
    table.say(1, "surrender")
    table.say(3, "fold")
    for counted in ({}, {1: 2}, {1: 4}, {3: 3}, {1: 3, 3: 3}):
        refusal = table.refused("collect_forfeits", DEALER, counted=counted)
        assert "have not been counted" in refusal.what
        assert "Count 3 cards of seat 1" in refusal.legal and refusal.cite.clauses == ("MA-TCP.10(b)#3",)
    assert table.offers("collect_forfeits")[0].cite.clauses == ("MA-TCP.10(b)#3",)
    table.do("collect_forfeits", DEALER, counted={1: 3})
    data = table.last("collect_forfeits").data
    assert data.counted == {1: 3} and (places(data.racked), data.looked_at) == (["player 1"], ())
    assert [(one.seat, one.id, one.outcome) for one in data.lines] == [
        (3, "ante", "folded"), (1, "ante", "surrendered"), (1, "pair_plus", "surrendered"),
    ]  # fmt: skip
    table.finish()
    assert [event.data.seat for event in table.events("turn_up_player")] == [3]
    assert nets(table, 1, 3) == {1: -1500, 3: -500} and table.up("player 1") == []


@pytest.mark.clause("MA-TCP.10(b)#4", "MA-TCP.9(c)(2)")
def test_the_dealers_cards_are_not_revealed_while_they_are_in_the_shoe_or_the_stub_is_out() -> None:
    held = {"deal": "automated_shoe", "dealer_stack": "held"}
    table = deciding("MA-TCP", {1: {"ante": 1000}, 3: {"ante": 1000}}, cards=held)
    table.say(1, "fold")
    assert "seat 3 has not decided" in table.refused("deliver_dealer_stack", DEALER).what
    table.say(3, "play")
    assert "not been collected" in table.refused("deliver_dealer_stack", DEALER).what
    table.do("collect_forfeits", DEALER)
    beside = {"cover_card": "beside the shoe"}
    assert "not complete" in table.refused("reveal_dealer", DEALER, **beside).what
    table.do("deliver_dealer_stack", DEALER)
    while table.round.dealing.stub != "racked":
        table.refused("reveal_dealer", DEALER, **beside)
        table.take(table.next())
    assert "cover card lies" in table.refused("reveal_dealer", DEALER, cover_card="").what
    table.do("reveal_dealer", DEALER, **beside)
    assert table.round.dealing.cover_card == "beside the shoe"
