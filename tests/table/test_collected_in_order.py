"""What is collected before what: forfeits before the dealer's cards, every player's hand before what comes
after all players, hands in the order in which they were shown."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from tests.support.driver import DEALER, REGULATIONS, drive, main_bets
from tests.support.rounds import ids, places, racked

# ── forfeits before the dealer's cards ──

FORFEITS: dict[str, tuple[dict[str, int], ...]] = {
    "PA-649a": ({}, {"pair_plus": 500}, {"six_card_bonus": 500}, {"five_of_six_progressive": 100}),
    "PA-679a": ({}, {"prime": 500}, {"pair_bonus": 500}, {"all_six_bonus": 500}),
    "MA-TCP": ({}, {"pair_plus": 500}, {"six_card_bonus": 500}, {"cover_all": 500}),
}
"""What lies beside the Ante that is forfeited: nothing, what is lost with it, what keeps the hand there."""
COLLECTED = {
    "PA-649a": ("11(c)", "11(c)#2"),
    "PA-679a": ("11(c)", "11(c)#2"),
    "MA-TCP": ("10(b)#4",),
}


@pytest.mark.parametrize(
    ("regulation", "more"),
    [
        pytest.param(name, more, marks=pytest.mark.clause(*(f"{name}.{one}" for one in COLLECTED[name])))
        for name, boxes in FORFEITS.items()
        for more in boxes
    ],
)
@pytest.mark.parametrize("folds", [(1,), (4,), (1, 3, 4)])
def test_the_dealer_shows_nothing_before_what_was_forfeited_is_collected(
    regulation: str, more: dict[str, int], folds: tuple[int, ...]
) -> None:
    wagers: dict[str, Any] = {name: {} for name in more}
    for word in ("fold", "surrender") if regulation == "MA-TCP" else ("fold",):
        table = drive(regulation, wagers=wagers)
        table.start({seat: {"ante": 1000, **more} for seat in (1, 3, 4)}).until("deciding")
        for seat in (1, 3, 4):
            refusal = table.refused("reveal_dealer", DEALER)
            assert f"seat {seat} has not decided" in refusal.what
            table.say(seat, word if seat in folds else "play")
        refusal = table.refused("reveal_dealer", DEALER)
        assert "forfeited wagers have not been collected" in refusal.what
        assert refusal.cite.clauses[0] == f"{regulation}.{COLLECTED[regulation][0]}"
        assert table.up("dealer") == []
        table.do("collect_forfeits", table.by(table.offers("collect_forfeits")[0]))
        collected = ids(table.last("collect_forfeits"))
        assert {seat for seat, _ in collected} == set(folds) and ("ante" in {name for _, name in collected})
        table.do("reveal_dealer")
        assert len(table.up("dealer")) == 3


@pytest.mark.clause("MA-TCP.10(b)#4", "MA-TCP.9(c)(2)")
def test_a_held_stack_too_is_shown_after_what_was_forfeited_is_collected() -> None:
    cards = {"deal": "automated_shoe", "dealer_stack": "held"}
    table = drive("MA-TCP", cards=cards).start().until("deciding")
    for seat, word in ((1, "fold"), (3, "play")):
        table.say(seat, word)
    for do in ("deliver_dealer_stack", "reveal_dealer"):
        assert "not been collected" in table.refused(do, DEALER).what
    table.do("collect_forfeits")
    assert "not complete" in table.refused("reveal_dealer", DEALER).what


# ── hands in order ──

IN_ORDER = {
    "PA-649a": "PA-649a.11(d)",
    "MA-TCP": "MA-TCP.10(d)",
    "PA-679a": "PA-679a.11(e)",
    "PA-669a": "PA-669a.11(j)",
    "PA-680a": "PA-680a.11(g)",
}
SEATS = (1, 2, 4, 6)
LOW = {"seat 1": "2s 5h 9c", "seat 2": "3s 6h Tc", "seat 4": "4s 7h Jc", "seat 6": "2d 7c 8h"}
HIGH = {"seat 1": "Ks Kh 3d", "seat 2": "As Ad 5d", "seat 4": "Kd Kc 4d", "seat 6": "Ac Ah 2d"}
DEALERS = {"dealer": "Qs Qh 9d"}
"""Higher than the low hands and lower than the high ones; none is one that the Cover All pays."""


def dealt(losers: tuple[int, ...]) -> dict[str, str]:
    """The hands of all seats, some of which lose."""
    return {f"seat {seat}": (LOW if seat in losers else HIGH)[f"seat {seat}"] for seat in SEATS}


@pytest.mark.parametrize(
    ("regulation", "order"),
    [
        pytest.param(name, order, marks=pytest.mark.clause(IN_ORDER[name]), id=f"{name} {order}".strip())
        for name in REGULATIONS
        for order in (("by_player", "by_step") if name == "MA-TCP" else ("",))
    ],
)
@pytest.mark.parametrize("losers", [(), (2, 6), SEATS])
def test_hands_are_picked_up_in_the_order_in_which_they_were_shown(
    regulation: str, order: str, losers: tuple[int, ...]
) -> None:
    """From the far right to the left, the highest seat first, and the dealer's last."""
    hands = {} if regulation in ("PA-669a", "PA-680a") else {**DEALERS, **dealt(losers)}
    settlement: dict[str, Any] = {"settlement": {"order": order}} if order else {}
    table = drive(regulation, **settlement)
    table.start({seat: main_bets(regulation) for seat in SEATS}, hands).finish()
    assert [event.data.seat for event in table.events("turn_up_player")] == [6, 4, 2, 1]
    hands_racked = [one for one in racked(table) if one.startswith("player")]
    assert hands_racked == ["player 6", "player 4", "player 2", "player 1"]
    assert racked(table)[-1] == ("community" if regulation == "PA-669a" else "dealer")


# ── Massachusetts, step by step ──


@pytest.mark.clause("MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(1)(iv)", "MA-TCP.12(j)", "I-120")
@pytest.mark.parametrize("losers", [SEATS, (1, 2), (6,), ()])
def test_all_hands_are_collected_before_the_cover_all_whoever_has_won(losers: tuple[int, ...]) -> None:
    """Where nobody has won they are collected all the same, and nothing is paid with them."""
    table = drive("MA-TCP", wagers={"cover_all": {}}, settlement={"order": "by_step"})
    bets = {seat: {"ante": 1000, "cover_all": 500} for seat in SEATS}
    table.start(bets, {**DEALERS, **dealt(losers)}).until(do="collect_losers")
    for do in ("pay_winners", "settle_rest", "rack_cards"):
        table.refused(do, DEALER)
    table.do("collect_losers", DEALER)
    collected = ids(table.last("collect_losers"))
    assert collected == [
        (seat, wager) for seat in (6, 4, 2, 1) if seat in losers for wager in ("ante", "play")
    ]
    assert racked(table) == []
    refusal = table.refused("settle_rest", DEALER)
    assert "players are still to be settled" in refusal.what
    table.refused("rack_cards", DEALER)
    table.do("pay_winners", DEALER)
    paid = [one for one in table.last("pay_winners").data.lines if one.seat]
    assert {one.seat for one in paid} == set(SEATS) - set(losers)
    assert places(table.last("pay_winners").data.racked) == [f"player {seat}" for seat in (6, 4, 2, 1)]
    assert "paid" in table.refused("pay_winners", DEALER).what
    table.do("settle_rest", DEALER)
    assert {name for _, name in ids(table.last("settle_rest"))} == {"cover_all"}


BESIDE: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: ("three_card_progressive", {"paytable": name}) for name in ("1", "2", "3", "two-level")},
    **{
        name: ("multi_game_link", {"paytable": name})
        for name in ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03")
    },
}
"""Every progressive wager that may be offered."""
STAKES = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500}
KINGS = {"dealer": "Kh Ks 9d"}
NOTHING = {"seat 1": "2s 5h 9c", "seat 2": "3s 6h Jc", "seat 4": "4s 7h Jd", "seat 6": "2d 7c 8h"}
PAIRS = {**NOTHING, "seat 2": "Qs Qd 3c", "seat 4": "As Ad 4d"}
"""Queens lose to the dealer and win by themselves, aces win both; neither is anything on a meter."""


@pytest.mark.clause("MA-TCP.13(c)", "MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(2)(ii)", "I-120")
@pytest.mark.parametrize("order", ["by_step", "by_player"])
@pytest.mark.parametrize("paytable", BESIDE)
@pytest.mark.parametrize("hands", [NOTHING, PAIRS], ids=["all lose", "some win"])
def test_a_progressive_wager_is_settled_at_the_same_time_as_the_wagers_beside_it(
    order: str, paytable: str, hands: dict[str, str]
) -> None:
    """Collected with every other losing wager in the one step, or with all of its player in his turn."""
    wager, terms = BESIDE[paytable]
    offered = {wager: {**terms, "amount": 5}, "six_card_bonus": {}}
    cards = {**KINGS, **hands, **({"community": "Td 3h"} if wager == "multi_game_link" else {})}
    table = drive("MA-TCP", wagers=offered, settlement={"order": order})
    table.start({seat: {**STAKES, wager: 500} for seat in SEATS}, cards)
    wins = {2: {"pair_plus"}, 4: {"ante", "play", "pair_plus"}} if hands is PAIRS else {}
    all_of = {"ante", "play", "pair_plus", "six_card_bonus", wager}
    lost = {(seat, one) for seat in SEATS for one in all_of - wins.get(seat, set())}
    won = {(seat, one) for seat, mine in wins.items() for one in mine}
    if order == "by_step":
        table.until(do="collect_losers").do("collect_losers", DEALER)
        collected = ids(table.last("collect_losers"))
        assert set(collected) == lost and len(collected) == len(lost)
        if won:
            table.until(do="pay_winners").do("pay_winners", DEALER)
            assert set(ids(table.last("pay_winners"))) == won
        table.until("racking")
        assert len(table.events("pay_winners")) == bool(won)
        return
    table.until("racking")
    settled = [ids(event) for event in table.events("settle_player")]
    turns = [seat for seat, _ in groupby(found[0][0] for found in settled)]
    assert turns == [6, 4, 2, 1], "nobody's wagers wait for another player's"
    assert {pair for found in settled for pair in found} == {(seat, one) for seat in SEATS for one in all_of}
