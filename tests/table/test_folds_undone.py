"""Folds that were collected, and then a card that was seen too early: what went into the tray comes back."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw.table.places import DEALER, Place
from tests.support.driver import DEALER as DEE
from tests.support.driver import FLOOR, Driver
from tests.support.rounds import deciding, house, nets, real

BETS = {1: {"ante": 1000, "prime": 500}, 2: {"ante": 1000}, 3: {"ante": 1000, "prime": 500}}
HANDS = {1: "Ah Kd 9h", 2: "Ac Kc 8h", 3: "6s 4d 2c"}
DEALERS = "2s 5s 9c"
ACTS = {1: "fold", 2: "fold", 3: "play"}
SETTLED = feltlaw.settle(
    {
        "submission": {"regulation": "PA-679a", "wagers": {"prime": {}}},
        "seats": [
            {
                "seat": seat,
                "cards": HANDS[seat],
                "wagers": {wager: cents // 100 for wager, cents in BETS[seat].items()},
                "decisions": [ACTS[seat]],
            }
            for seat in BETS
        ],
        "dealer": DEALERS,
        "irregularity": {"kind": "dealer_card_exposed"},
    }
)


def exposed_after_folds(cards: str) -> Driver:
    """Seats 1 and 2 fold, their Antes are collected, then a card of the dealer is seen."""
    word = "player" if cards == "real" else "seat"
    hands = {**{f"{word} {seat}": hand for seat, hand in HANDS.items()}, "dealer": DEALERS}
    game = real if cards == "real" else deciding
    table = game("PA-679a", BETS, hands, wagers={"prime": {}}).until("deciding")
    for seat, act in ACTS.items():
        table.say(seat, act)
    table.do("collect_forfeits")
    assert house(table) == 2000 and nets(table, 1, 2) == {1: -1000, 2: -1000}
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALER, nth=1)
    return table


@pytest.mark.clause("PA-679a.13(d)", "I-08", "I-76")
@pytest.mark.parametrize("cards", ["program", "real"])
def test_antes_collected_from_folds_come_back_when_a_dealer_card_is_exposed(cards: str) -> None:
    """13(d) returns all Ante and Play Wagers, folded ones too (I-08, I-76); Prime is settled: 3 to 1."""
    table = exposed_after_folds(cards)
    table.finish()
    assert nets(table, 1, 2, 3) == {1: 1500, 2: 0, 3: -500} and house(table) == -1000
    assert tuple(table.paid()) == tuple(line for line in SETTLED.lines), "the table and `settle` agree"


@pytest.mark.clause("PA-679a.13(c)", "I-08", "I-152")
@pytest.mark.parametrize("settle", [0, 1, 3])
def test_a_round_that_is_void_after_all_gives_them_back_once(settle: int) -> None:
    """A wrong number of cards is found later, with nobody, one or all three settled."""
    table = exposed_after_folds("real")
    for _ in range(settle):
        table.until(do="settle_player")
        table.do("settle_player")
    table.do("report", DEE, kind="wrong_number_of_cards", place=Place("player", 3), cards=4)
    if table.state.requests:
        table.do("confirm", FLOOR, request=table.state.requests[-1].id)
    assert table.round.void and house(table) == 0
    assert nets(table, 1, 2, 3) == dict.fromkeys(BETS, 0)


STANDS: dict[str, tuple[str, dict[str, int], dict[str, Any], Place, list[str]]] = {
    "PA-649a": (
        "PA-649a", {"five_card_progressive": 100}, {"five_card_progressive": {}}, Place("community"),
        ["PA-649a.13(d)"],
    ),
    "MA-TCP": (
        "MA-TCP", {"multi_game_link": 100}, {"multi_game_link": {}}, Place("community"), ["MA-TCP.14(d)"],
    ),
    "679a fourth": (
        "PA-679a", {"pair_bonus": 500}, {"pair_bonus": {}}, Place("fourth", 1), ["PA-679a.13(d)"],
    ),
    "679a community": (
        "PA-679a", {"pair_bonus": 500}, {"pair_bonus": {"community_card": True}}, Place("community"),
        ["PA-679a.13(d)"],
    ),
}  # fmt: skip
"""Cards of bonuses: chapter, what seat 1 stakes beside, what is offered, where they lie, the paragraph."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.clause(*one[4], "I-20")) for name, one in STANDS.items()]
)
@pytest.mark.parametrize("settled", [0, 1])
def test_a_bonus_card_that_is_seen_too_early_undoes_nothing_of_what_was_collected(
    name: str, settled: int
) -> None:
    """Two have folded and lost their Antes, and perhaps one more player is settled: all of it stays done."""
    regulation, stakes, offered, place, _ = STANDS[name]
    bets = {1: {"ante": 1000, **stakes}, **{seat: {"ante": 1000} for seat in (3, 4, 5)}}
    hands = {f"player {seat}": cards for seat, cards in ((1, "2s 5h 9c"), (5, "3s 6h Tc"))}
    table = real(regulation, bets, {**hands, "dealer": "Ks Kh 8d"}, wagers=offered).until("deciding")
    for seat in bets:
        table.say(seat, "fold" if seat in (3, 4) else "play")
    table.until(do="collect_forfeits").do("collect_forfeits")
    if settled:
        table.until(do="settle_player").do("settle_player", DEE, seat=5)
    done = table.paid()
    assert [one.seat for one in done] == [4, 3, *[5, 5][: 2 * settled]]
    table.do("report", DEE, kind="community_card_exposed", place=place, nth=1)
    assert table.paid() == done and not table.round.void
    table.finish()
    assert table.paid()[: len(done)] == done
    lost = -2000 - sum(stakes.values())
    assert nets(table, 1, 3, 4, 5) == {1: lost, 3: -1000, 4: -1000, 5: -2000}
