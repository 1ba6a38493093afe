"""The whole order inside a seat's turn, for a seat with every wager: as the chapters have it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, Driver, drive, main_bets, proves
from tests.support.rounds import nets, settling

FORWARD = {
    "turn_up_player", "settle_player", "reveal_community", "reveal_fourth", "verify_win", "validate",
    "settle_rest", "collect_losers", "pay_winners", "rack_cards",
}  # fmt: skip
"""What moves a settlement on."""


def walk(table: Driver, seat: int = 0) -> list[str]:
    """What happens from here on, step by step, to the last line of a seat's own turn, or of the round.

    At each moment exactly one thing moves the settlement on.
    """
    found: list[str] = []
    while table.state.phase == "settling":
        offer = table.next()
        whose = getattr(offer.data, "seat", seat)
        if seat and (offer.do == "settle_rest" or whose != seat):
            break
        assert FORWARD & table.offered() == {offer.do}
        for event in table.take(offer):
            if event.kind in ("turn_up_player", "reveal_fourth", "reveal_community", "call_floorperson"):
                found.append(event.kind)
            elif event.kind == "verify_win":
                found.append(f"verify {event.data.check.wager}")
            elif event.kind == "validate":
                found.append(f"validate {event.data.wager}")
            else:
                found += [
                    f"{'pay' if one.result == 'win' else one.result} {one.id}" for one in event.data.lines
                ]
                found += [f"rack {place}" for place in event.data.racked]
    return found


def won(wager: str) -> list[str]:
    """Verified that the hand wins and the light is on, validated by a floorperson, paid."""
    return [f"verify {wager}", f"validate {wager}", f"pay {wager}"]


# ── Three Card Poker, 649a.11(c)(1)-(9) ──

EVERY_649A: dict[str, Any] = {
    "three_card_progressive": {},
    "six_card_bonus": {},
    "five_card_progressive": {},
    "five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True},
    "five_of_six_progressive": {},
}
ALL_649A = {
    "ante": 1000, "pair_plus": 500, "three_card_progressive": 100, "six_card_bonus": 500,
    "five_card_progressive": 100, "five_card_hand_bonus_player": 100, "five_card_hand_bonus_dealer": 100,
    "five_of_six_progressive": 100,
}  # fmt: skip


def full_649a(hands: dict[str, str], **draws: str | int) -> Driver:
    table = drive("PA-649a", wagers=EVERY_649A)
    table.chance.drawn = draws
    return table.start({1: {"ante": 1000}, 3: ALL_649A}, hands).until("settling")


@pytest.mark.clause(
    *(f"PA-649a.11(c)({number})" for number in (1, 2, 4, 5, 6, 7, 8, 9)), "PA-649a.11(c)(3)(ii)(B)",
    *(f"PA-649a.11(c)({number})({part})" for number in (5, 7, 9) for part in ("i", "ii", "iii", "iv")),
    *(f"PA-649a.11(c)(8)({part})" for part in ("i", "ii", "iii")),
    "I-44", "I-60",
)  # fmt: skip
def test_three_card_poker_with_every_wager_won() -> None:
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "9s 8s 7s"}
    table = full_649a(hands, magic_card="Ks", lucky_position=3)
    assert walk(table, 3) == [
        "turn_up_player",  # (1)
        "pay ante", "pay play", "pay ante_bonus",  # (3)
        "pay pair_plus",  # (4)
        *won("three_card_progressive"),  # (5)
        "pay six_card_bonus",  # (6)
        "reveal_community",  # (7)
        *won("five_card_progressive"),
        *won("five_card_hand_bonus_player"),  # (8), his own hand first (I-60)
        *won("five_card_hand_bonus_dealer"),
        "verify magic_card", "pay magic_card",
        "verify lucky_bonus", "pay lucky_bonus",
        *won("five_of_six_progressive"),  # (9)
    ]  # fmt: skip


@pytest.mark.clause("PA-649a.11(c)(3)(ii)(A)", "PA-649a.11(c)(4)", "PA-649a.11(c)(7)", "I-44")
def test_three_card_poker_with_every_wager_lost() -> None:
    table = full_649a({"seat 3": "2s 5h 9c", "community": "Kd 7d", "dealer": "As Qh Jd"})
    assert walk(table, 3) == [
        "turn_up_player",
        "lose ante", "lose play", "lose pair_plus", "lose three_card_progressive", "lose six_card_bonus",
        "reveal_community",
        "lose five_card_progressive", "lose five_card_hand_bonus_player", "lose five_card_hand_bonus_dealer",
        "lose five_of_six_progressive",
    ]  # fmt: skip
    assert nets(table, 3) == {3: -1000 - 1000 - 500 - 500 - 5 * 100}


@pytest.mark.clause("PA-649a.11(c)(5)", "PA-649a.11(c)(6)", "PA-649a.11(b)(3)", "I-41")
def test_three_card_poker_after_a_fold_the_wagers_that_live_keep_their_order() -> None:
    table = drive("PA-649a", wagers=EVERY_649A)
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "9s 8s 7s"}
    table.start({1: {"ante": 1000}, 3: ALL_649A}, hands).until("deciding")
    table.say(1, "play")
    table.say(3, "fold")
    table.until("settling")
    assert walk(table, 3) == [
        "turn_up_player",
        "pay six_card_bonus",
        "reveal_community",
        *won("five_card_hand_bonus_player"),
        *won("five_card_hand_bonus_dealer"),
        *won("five_of_six_progressive"),
    ]


# ── Raise It Up, 669a.11(i) ──


@pytest.mark.clause(
    "PA-669a.11(i)", "PA-669a.11(i)(1)", "PA-669a.11(i)(2)", "PA-669a.11(i)(2)(ii)", "PA-669a.11(i)(3)",
    "PA-669a.11(i)(3)(i)", "PA-669a.11(i)(3)(ii)",
    *(f"PA-669a.11(i)(3)(i)({part})" for part in "ABCD"),
)  # fmt: skip
def test_raise_it_up_with_every_wager() -> None:
    bets = {1: main_bets("PA-669a"), 3: {**main_bets("PA-669a"), "pair_plus": 500,
            "three_card_progressive": 100, "six_card_bonus": 500}}  # fmt: skip
    hands = {"seat 3": "5h 6d 7c", "community": "8s 9c 2d", "seat 1": "Kh Qd 4s"}
    table = drive("PA-669a", wagers={"three_card_progressive": {}, "six_card_bonus": {}}).start(bets, hands)
    table.until("deciding")
    for seat in (1, 3):
        table.say(seat, "play 3x")
    table.until("settling")
    assert walk(table, 3) == [
        "turn_up_player",
        "pay pair_plus",  # (1)
        "pay ante", "pay play", "pay blind",  # (2)
        *won("three_card_progressive"),  # (3)(i)
        "pay six_card_bonus",  # (3)(ii)
    ]  # fmt: skip


# ── Three Card Prime, 679a.11(c) and (d) ──

EVERY_679A: dict[str, Any] = {"prime": {}, "pair_bonus": {}, "all_six_bonus": {}}
ALL_679A = {"ante": 1000, "prime": 500, "pair_bonus": 500, "all_six_bonus": 500}


@pytest.mark.clause(
    "PA-679a.11(d)", "PA-679a.11(d)(1)(ii)", "PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(3)(ii)",
    "PA-679a.11(c)(3)(ii)", "I-77",
)  # fmt: skip
@pytest.mark.parametrize("community", [False, True])
def test_three_card_prime_with_every_wager_won(community: bool) -> None:
    offered = {**EVERY_679A, "pair_bonus": {"community_card": community}}
    hands = {"seat 3": "9h 9d 4h", "dealer": "Kc 9c 4d", "seat 1": "Ks 7c 2d"}
    table = settling("PA-679a", {1: {"ante": 1000}, 3: ALL_679A}, hands, wagers=offered)
    assert walk(table, 3) == [
        "turn_up_player",
        "pay ante", "pay play",  # (c)(3)
        "pay prime",  # (d)(1)
        "reveal_community" if community else "reveal_fourth",  # (d)(2)(ii)
        "pay pair_bonus",
        "pay all_six_bonus",  # (d)(3): two nines and two fours with a nine and a four make a full house
    ]  # fmt: skip


@pytest.mark.clause(
    "PA-679a.11(c)(3)(iii)", "PA-679a.11(d)(1)(i)", "PA-679a.11(d)(2)(i)", "PA-679a.11(d)(3)(i)",
)  # fmt: skip
@pytest.mark.parametrize("community", [False, True])
def test_three_card_prime_with_every_wager_lost_turns_no_fourth_card_up(community: bool) -> None:
    offered = {**EVERY_679A, "pair_bonus": {"community_card": community}}
    hands = {"seat 3": "9h 7d 2s", "dealer": "Ac Kc 4d", "seat 1": "Ks 6c 3d"}
    table = settling("PA-679a", {1: {"ante": 1000}, 3: ALL_679A}, hands, wagers=offered)
    assert walk(table, 3) == [
        "turn_up_player", "lose ante", "lose play", "lose prime", "lose pair_bonus", "lose all_six_bonus",
    ]  # fmt: skip
    table.finish()
    assert not table.events("reveal_community", "reveal_fourth"), "a pair or better turns it up"
    assert table.up("fourth 3") == table.up("community") == []


@pytest.mark.clause("PA-679a.11(c)(3)(iv)", "PA-679a.11(d)")
def test_three_card_prime_a_bad_beat_comes_with_the_play_wager() -> None:
    hands = {"seat 3": "5h 6d 7c", "dealer": "8h 9d Tc"}
    table = settling("PA-679a", {3: {"ante": 1000, "prime": 500}}, hands, wagers={"prime": {}})
    assert walk(table) == [
        "turn_up_player", "lose ante", "push play", "pay bad_beat_bonus", "lose prime",
    ]  # fmt: skip


@pytest.mark.clause("PA-679a.13(d)", "I-76")
def test_three_card_prime_after_an_exposed_dealer_card_only_the_optional_wagers_are_settled() -> None:
    hands = {"seat 3": "9h 9d 4h", "dealer": "Kc 9c 4d"}
    table = drive("PA-679a", wagers=EVERY_679A).start({3: ALL_679A}, hands).until("deciding")
    table.do("record_exposed_card", kind="dealer_card_exposed")
    table.until("settling")
    assert walk(table) == [
        "turn_up_player", "void ante", "pay prime", "reveal_fourth", "pay pair_bonus", "pay all_six_bonus",
    ]  # fmt: skip


# ── Saigon, 680a.11(d)-(f) ──


@pytest.mark.clause("PA-680a.11(d)", "PA-680a.11(e)", "PA-680a.11(f)", "I-139")
def test_saigon_with_every_wager() -> None:
    bets = {seat: {"ante": 1000, "pot": 500, "bonus": 500} for seat in (1, 3)}
    hands = {"seat 3": "Kh Kd Kc 4s 5h", "seat 1": "2c 2d 2h 3s 3h", "dealer": "4c 4d 4h 6s 6h"}
    table = settling("PA-680a", bets, hands, wagers={"pot": {}, "bonus": {}})
    assert walk(table) == [
        "turn_up_player", "pay ante", "pay bonus",
        "turn_up_player", "push ante", "pay bonus",
        "pay pot", "lose pot",
    ]  # fmt: skip


# ── Massachusetts, 10(c), 12(j), 13(c)-(e) ──

EVERY_MA: dict[str, Any] = {"six_card_bonus": {}, "cover_all": {}}
ALL_MA = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "cover_all": 500}


@pytest.mark.clause(
    "MA-TCP.10(c)(2)", "MA-TCP.10(c)(2)(i)", "MA-TCP.10(c)(2)(ii)", "MA-TCP.10(c)(2)(iii)",
    "MA-TCP.12(j)", "MA-TCP.13(c)", "MA-TCP.13(d)d", "MA-TCP.13(d)e", "MA-TCP.13(d)f", "MA-TCP.13(e)c",
    "I-120",
)  # fmt: skip
def test_massachusetts_player_by_player_with_every_wager() -> None:
    stakes = ALL_MA | {"three_card_progressive": 100}
    hands = {"seat 3": "As Ks Qs", "seat 1": "2d 9c Jh", "dealer": "Kd Kh 3c"}
    table = settling(
        "MA-TCP", {1: stakes, 3: stakes}, hands, wagers={**EVERY_MA, "three_card_progressive": {}}
    )
    progressive = won("three_card_progressive")
    progressive.insert(1, "call_floorperson")
    assert walk(table) == [
        "turn_up_player", "pay ante", "pay play", "pay ante_bonus", "pay pair_plus", "pay six_card_bonus",
        *progressive,  # this hand gives envy and is the highest: it stays face up
        "turn_up_player", "lose ante", "lose play", "lose pair_plus", "lose six_card_bonus",
        "lose three_card_progressive", "rack player 1",
        "pay cover_all", "pay cover_all",
        "pay envy_three_card",
    ]  # fmt: skip


@pytest.mark.clause("MA-TCP.13(g)bis", "MA-TCP.13(c)", "I-118", "I-120")
def test_massachusetts_player_by_player_the_link_comes_after_the_cards_that_are_flopped_at_the_end() -> None:
    stakes = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "multi_game_link": 100}
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts", "seat 1": "2d 9c 9h", "dealer": "Kd Kh 3c"}
    offered: dict[str, Any] = {"six_card_bonus": {}, "multi_game_link": {}}
    table = settling("MA-TCP", {1: stakes, 3: stakes}, hands, wagers=offered)
    link = won("multi_game_link")
    link.insert(1, "call_floorperson")
    assert walk(table) == [
        "turn_up_player", "pay ante", "pay play", "pay ante_bonus", "pay pair_plus", "pay six_card_bonus",
        "reveal_community", *link,
        "turn_up_player", "lose ante", "lose play", "pay pair_plus", "lose six_card_bonus",
        "lose multi_game_link", "rack player 1",
        "pay envy_multi_game_link",
    ]  # fmt: skip


@pytest.mark.clause(
    "MA-TCP.10(c)(1)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(1)(ii)", "MA-TCP.10(c)(1)(iii)",
    "MA-TCP.10(c)(1)(iv)", "MA-TCP.12(j)", "MA-TCP.13(e)c", "I-120",
)  # fmt: skip
def test_massachusetts_step_by_step_with_every_wager() -> None:
    stakes = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "multi_game_link": 100, "cover_all": 500}
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts", "seat 1": "2d 9c 9h", "dealer": "Kd Kh 3c"}
    offered: dict[str, Any] = {"six_card_bonus": {}, "multi_game_link": {}, "cover_all": {}}
    table = settling("MA-TCP", {1: stakes, 3: stakes}, hands, wagers=offered, settlement={"order": "by_step"})
    link = won("multi_game_link")
    link.insert(1, "call_floorperson")
    assert walk(table) == [
        "turn_up_player", "turn_up_player",  # (i)
        "reveal_community",
        "lose ante", "lose play", "lose six_card_bonus", "lose multi_game_link",  # (ii), seat 1
        "pay ante", "pay play", "pay ante_bonus", "pay pair_plus", "pay six_card_bonus", *link,  # (iii)
        "pay pair_plus",
        "rack player 1",  # (iv)
        "pay cover_all", "pay cover_all",
        "pay envy_multi_game_link",
    ]  # fmt: skip
    by_player = settling("MA-TCP", {1: stakes, 3: stakes}, hands, wagers=offered).finish()
    assert nets(table, 1, 3) == nets(by_player, 1, 3), "the money is the same"


@proves(
    "settle_players",
    "read_player",
    "pay_winners",
    "collect_losers",
    "settle_envy",
    "settle_cover_all",
    "settle_pot",
)
def test_at_no_step_another_wager_can_be_settled_first() -> None:
    """Each settling command says whose turn it is, and carries out what comes next and nothing else."""
    hands = {"seat 3": "As Ks Qs", "community": "Js Ts", "dealer": "9s 8s 7s"}
    table = full_649a(hands)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    for wager in ("five_card_progressive", "five_of_six_progressive", "ante"):
        refusal = table.refused("verify_win", DEALER, seat=3, wager=wager)
        assert "three_card_progressive of seat 3" in refusal.legal
    for do in ("reveal_community", "settle_rest"):
        table.refused(do, DEALER)
    table.refused("turn_up_player", DEALER, seat=1)
    table.refused("settle_player", DEALER, seat=1)
