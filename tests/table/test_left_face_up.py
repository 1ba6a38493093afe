"""Massachusetts: hands that give envy stay face up (13(e)b), told from the cards that can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.places import COMMUNITY, hand
from tests.support.driver import Driver, drive
from tests.support.eyes import strength
from tests.support.rounds import P3, SEATS, branch, deciding, racked, real, settling

THREE: dict[str, Any] = {"wagers": {"three_card_progressive": {}}}
LINK: dict[str, Any] = {"wagers": {"multi_game_link": {}}}
PLAIN = {"ante": 1000}


def turn(table: Driver, seat: int) -> None:
    """The turn of one player: his cards, and his wagers as far as they go."""
    while table.state.phase == "settling":
        offer = table.next()
        if getattr(offer.data, "seat", seat) != seat or offer.do == "settle_rest":
            return
        table.take(offer)


def lying(table: Driver) -> set[int]:
    return set(table.round.settling.exposed)


def envy(table: Driver) -> set[tuple[int, int, int]]:
    return {(one.seat, one.for_seat, one.paid) for one in table.paid() if one.for_seat}


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.10(c)(2)(iii)")
def test_a_real_hand_that_gives_envy_stays_before_the_next_one_is_known() -> None:
    """The dealer sees what he has turned up; what the others have he need not know."""
    bets = {seat: {**PLAIN, "three_card_progressive": 100} for seat in SEATS}
    hands = {"player 4": "Ah Kh Qh", "player 3": "2d 9c Jh", "player 1": "As Ks Qs", "dealer": "2s 9h Jd"}
    table = real("MA-TCP", bets, hands, **THREE).until("settling")
    turn(table, 4)
    assert not table.round.known_at(hand(3)) and lying(table) == {4} and racked(table) == []
    turn(table, 3)
    assert lying(table) == {4} and racked(table) == ["player 3"]
    turn(table, 1)
    assert lying(table) == {4, 1} and racked(table) == ["player 3"]
    table.finish()
    assert envy(table) == {(4, 1, 100_00), (3, 1, 100_00), (3, 4, 25_00), (1, 4, 25_00)}


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.13(e)a", "I-48")
@pytest.mark.parametrize("wager", [False, True])
def test_a_real_folded_hand_that_was_looked_at_stays_for_its_envy(wager: bool) -> None:
    """The first of two equal hands is left for Cover All, the other where it gives envy."""
    stakes = {**PLAIN, "cover_all": 500} | ({"three_card_progressive": 100} if wager else {})
    hands = {"player 4": "Ah Kh Qh", "player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "2s 9h Jd"}
    offered = {"cover_all": {}, "three_card_progressive": {"folded_hands_qualify": wager}}
    bets = {seat: stakes if seat == 1 else PLAIN for seat in SEATS}
    table = real("MA-TCP", bets, hands, wagers=offered).until("deciding")
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    looked = {seat: table.lying(hand(seat)) for seat in (3, 4)}
    table.do("collect_forfeits", hands=looked)
    assert set(table.last("collect_forfeits").data.exposed) == ({4, 3} if wager else {4})


# ── five cards, two of them face down ──


LINKED = {**PLAIN, "multi_game_link": 100}
GIVES = "5s 6s 7s"
COULD = "9h Th Qh"
NEVER = "2d 9c Jh"


@pytest.mark.clause("MA-TCP.13(e)b", "MA-TCP.13(g)bis", "I-118")
@pytest.mark.parametrize("cards_real", [False, True])
@pytest.mark.parametrize("community", ["8s 9s", "8d 3c"])
def test_what_community_cards_make_of_a_hand_is_not_told_before_they_are_turned_up(
    community: str, cards_real: bool
) -> None:
    """Seats 4 and 3 have no Multi Game Link wager: they are settled before its cards are turned up. A hand
    that can be one that gives envy stays until then, whatever they are; one that never can is locked up."""
    for first in (GIVES, COULD, NEVER):
        bets = {4: PLAIN, 3: PLAIN, 1: LINKED}
        hands = {"seat 4": first, "seat 3": "2h 4c Kd", "seat 1": "3d 3h Jc", "dealer": "2s 9d Jd"}
        hands["community"] = community
        if cards_real:
            put = {place.replace("seat", "player"): cards for place, cards in hands.items()}
            table: Driver = real("MA-TCP", bets, put, **LINK).until("settling")
        else:
            table = settling("MA-TCP", bets, hands, **LINK)
        turn(table, 4)
        turn(table, 3)
        assert not table.up("community") and table.round.cards_at(COMMUNITY)
        assert lying(table) == (set() if first is NEVER else {4})
        turn(table, 1)
        table.until(do="rack_cards")
        gives = first is GIVES and community == "8s 9s"
        assert envy(table) == ({(1, 4, 300_00)} if gives else set())
        assert lying(table) == ({4} if gives else set()), "what gives none is locked up when it is seen"
        assert ("player 4" in racked(table)) != gives


@pytest.mark.clause("MA-TCP.13(e)a#2", "MA-TCP.13(e)b")
def test_no_hand_waits_for_community_cards_where_nobody_else_could_get_envy_for_it() -> None:
    hands = {"seat 4": GIVES, "seat 3": "2h 4c Kd", "dealer": "2s 9d Jd", "community": "8s 9s"}
    table = settling("MA-TCP", {4: LINKED, 3: PLAIN}, hands, **LINK)
    turn(table, 4)
    assert lying(table) == set() and racked(table) == ["player 4"]


@pytest.mark.clause("MA-TCP.13(e)a#2", "MA-TCP.13(e)b", "I-49")
@pytest.mark.parametrize("own", [0, 100])
@pytest.mark.parametrize(
    ("wager", "gives"), [("three_card_progressive", "As Ks Qs"), ("multi_game_link", GIVES)]
)
def test_no_hand_stays_for_a_wager_on_another_box_of_the_same_player(
    wager: str, gives: str, own: int
) -> None:
    """He can win no envy from himself, whether the wager lies on both of his boxes or on the other alone."""
    for others in (False, True):
        bets = {
            1: PLAIN | ({wager: 100} if others else {}),
            3: {**PLAIN, wager: 100},
            4: PLAIN | ({wager: own} if own else {}),
        }
        table = drive("MA-TCP", limits={"adjacent_boxes": 2}, wagers={wager: {}})
        table.sit(1, 3)
        table.do("sit", P3, seat=4)
        hands = {"seat 4": gives, "seat 3": "2h 4c Kd", "seat 1": "3d 3h Jc", "dealer": "2s 9d Jd"}
        table.start(bets, hands | ({"community": "8s 9s"} if wager == "multi_game_link" else {}))
        table.until("settling")
        turn(table, 4)
        assert lying(table) == ({4} if others else set())
        assert ("player 4" in racked(table)) != others
        table.until(do="rack_cards")
        assert {(to, of) for to, of, _ in envy(table)} == ({(1, 4)} if others else set())


@pytest.mark.clause("MA-TCP.12(i)", "MA-TCP.13(e)b", "MA-TCP.13(g)bis", "I-48")
@pytest.mark.parametrize("community", ["8s 9s", "8d 3c"])
def test_a_folded_hand_is_left_or_racked_without_regard_to_cards_that_lie_face_down(community: str) -> None:
    hands = {"seat 4": "As Ks Qs", "seat 3": GIVES, "seat 1": "3d 3h Jc", "dealer": "2s 9d Jd"}
    hands["community"] = community
    stakes = {**LINKED, "cover_all": 500}
    offered = {"multi_game_link": {"folded_hands_qualify": True}, "cover_all": {}}
    table = deciding("MA-TCP", {4: PLAIN, 3: PLAIN, 1: stakes}, hands, wagers=offered)
    for seat, word in ((1, "play"), (3, "fold"), (4, "fold")):
        table.say(seat, word)
    table.do("collect_forfeits")
    assert table.last("collect_forfeits").data.exposed == (4,), "the higher one, for Cover All alone"


@pytest.mark.clause("MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.13(e)b", "MA-TCP.13(g)bis")
@pytest.mark.parametrize("cards", ["5s 6s 7s", "7h 7d 7c", "9c Td Js"])
def test_a_higher_hand_takes_away_none_of_those_that_may_still_give_envy(cards: str) -> None:
    """12(i): the earlier highest hand is removed for a higher one; three hands that can be straight flushes
    with cards that nobody has seen stay, each of them, before and after it."""
    could = {7: "9h Th Qh", 6: "2c 3c 5c", 5: "4d 6d 8d"}
    bets = {**dict.fromkeys((7, 6, 5, 4, 3), PLAIN), 1: {**LINKED, "cover_all": 500}}
    hands = {f"seat {seat}": held for seat, held in could.items()}
    hands |= {"seat 4": cards, "seat 3": "Ah Kd Qs", "seat 1": "3d 3h Jc", "dealer": "2s 9d Jd"}
    offered: dict[str, Any] = {"wagers": {"multi_game_link": {}, "cover_all": {}}}
    table = settling("MA-TCP", bets, hands | {"community": "8s 9s"}, **offered)
    for seat, lies in ((7, {7}), (6, {7, 6}), (5, {7, 6, 5}), (4, {7, 6, 5, 4})):
        turn(table, seat)
        assert lying(table) == lies
    turn(table, 3)
    gone = "player 3" if cards != "9c Td Js" else "player 4"
    assert lying(table) == {7, 6, 5, 4} if gone == "player 3" else {7, 6, 5, 3}
    assert racked(table) == [gone]
    assert not table.up("community")


# ── the highest hand so far, for Cover All ──

LOOKED_AT: dict[str, tuple[list[str], str]] = {
    "from the lowest up": (
        ["8h 7h Jh", "3s 2d Ac", "5s 6d 7c", "As Kd Qc", "2s 2h 2c", "Td Th Tc", "4c 5c 6c"], "9c 8d 3h"),
    "level ones": (
        ["5s 6d 7c", "5c 6h 7s", "5d 6c 7h", "Ks Jd Qc", "Kh Jc Qs", "Kd Js Qh", "9s 8d Th"], "2c 4d Tc"),
    "suited ones that are level": (
        ["4s 5s 6s", "4d 5d 6d", "3h 2h Ah", "4h 5h 6h", "7c 8c 9c", "7s 8s 9s", "As 2s 3s"], "Qc Jd 2d"),
    "three of a kind": (
        ["2s 2h 2d", "As Ah Ad", "Ks Kh Kd", "7s 7h 7c", "Js Qs Ac", "Jc Tc 9c", "4s 4h 4d"], "9s 8d 3h"),
    "lower ones after higher": (
        ["9h 9d 9c", "8s 8h 8c", "Qs Kd Ah", "2d 7d Jd", "As Ac Kc", "4s 5h 6c", "Th Jc Qd"], "2c 3d 7h"),
    "a flush before and after": (
        ["Ah Kh 9h", "As Ad Kc", "2d 7d Jd", "3s 2c Ac", "Qd Td 8d", "Kd 3d 6d", "4s 4h 5c"], "2s 6c 9c"),
    "the dealer's": (
        ["5s 6d 7c", "Ks Qd Jc", "9s 9h 9d", "As Qs Js", "Ac Ad 2h", "2s 3c 4d", "Kh Qh Jh"], "Td Jd Qc"),
}  # fmt: skip
"""Hands from the dealer's right, seat 7 first, and the dealer's, which he looks at before them."""
RANKED = pytest.mark.clause(
    *("MA-TCP.3(a)", "MA-TCP.3(a)#2", "MA-TCP.3(b)(1)", "MA-TCP.3(b)(2)", "MA-TCP.3(b)(3)", "MA-TCP.3(b)(4)"),
    *("MA-TCP.3(b)(5)", "MA-TCP.3(c)", "MA-TCP.12(g)", "MA-TCP.12(h)a", "MA-TCP.12(i)", "MA-TCP.1:suit"),
)
LOWEST = (3,)
"""A straight, the lowest hand that Cover All pays for, by `strength`."""


def suited(cards: str, by: int) -> str:
    """The same with the suits changed round."""
    turned = dict(zip("shdc", "shdc"[by:] + "shdc"[:by], strict=True))
    return " ".join(card[0] + turned[card[1]] for card in cards.split())


def best(hands: dict[int, str]) -> set[int]:
    """The seat of the first of the highest hands looked at, 0 the dealer's; none below a straight."""
    ranks = {seat: strength(tuple(hand.split())) for seat, hand in hands.items()}
    highest = max(ranks.values())
    return {next(seat for seat, rank in ranks.items() if rank == highest)} if highest >= LOWEST else set()


@RANKED
@pytest.mark.parametrize("name", LOOKED_AT)
@pytest.mark.parametrize("by", [0, 1, 2, 3])
def test_a_hand_stays_until_a_higher_one_is_found_and_no_suit_is_higher(name: str, by: int) -> None:
    """A straight or higher alone, and a flush is lower; of two that are level the first stays, whichever
    suits they have."""
    held, dealer = LOOKED_AT[name]
    hands = {seat: suited(cards, by) for seat, cards in zip(range(7, 0, -1), held, strict=True)}
    bets = {seat: {**PLAIN, "cover_all": 500} if seat == 1 else PLAIN for seat in range(1, 8)}
    dealt = {f"seat {seat}": cards for seat, cards in hands.items()} | {"dealer": suited(dealer, by)}
    table = settling("MA-TCP", bets, dealt, wagers={"cover_all": {}})
    looked = {0: dealt["dealer"]}
    for seat, cards in hands.items():
        turn(table, seat)
        looked[seat] = cards
        stays = best(looked) - {0}
        assert lying(table) == stays, (seat, cards)
        assert {*racked(table)} == {f"player {one}" for one in looked if one and one not in stays}


@RANKED
@pytest.mark.clause("MA-TCP.10(b)#4", "I-100")
@pytest.mark.parametrize("name", LOOKED_AT)
@pytest.mark.parametrize("by", [0, 1, 2, 3])
def test_of_folded_hands_that_are_looked_at_the_first_of_the_highest_stays(name: str, by: int) -> None:
    """Whichever of them folded: all but the first or the last player, from the dealer's right."""
    held, _ = LOOKED_AT[name]
    hands = {seat: suited(cards, by) for seat, cards in zip(range(7, 0, -1), held, strict=True)}
    bets = {seat: {**PLAIN, "cover_all": 500} if seat == 1 else PLAIN for seat in range(1, 8)}
    dealt = {f"seat {seat}": cards for seat, cards in hands.items()}
    begun = deciding("MA-TCP", bets, dealt, wagers={"cover_all": {}})
    for plays in (1, 7, 4):
        table = branch(begun)
        for seat in range(1, 8):
            table.say(seat, "play" if seat == plays else "fold")
        table.do("collect_forfeits")
        folded = {seat: cards for seat, cards in hands.items() if seat != plays}
        assert {*table.last("collect_forfeits").data.exposed} == best(folded)


@pytest.mark.clause("MA-TCP.12(h)", "MA-TCP.12(h)a", "MA-TCP.12(i)", "I-98")
@pytest.mark.parametrize("cards", ["3s 2d Ah", "7c 7d 7h", "8c 7c 6c"])
@pytest.mark.parametrize("bettor", [None, 1, 4])
@pytest.mark.parametrize("said", ["play", "fold"])
def test_a_high_hand_stays_only_in_a_round_in_which_somebody_made_the_wager(
    cards: str, bettor: int | None, said: str
) -> None:
    """A table that offers Cover All resolves a round without one as any other: each hand is racked in its
    turn, and a folded one with the others, unseen. Whoever made the wager, the hand stays for him."""
    for seat in SEATS:
        bets = {one: PLAIN | ({"cover_all": 500} if one == bettor else {}) for one in SEATS}
        hands = {
            f"seat {one}": low for one, low in zip(SEATS, ("2h 9c Jh", "4h 9d Kh", "5h Tc Jd"), strict=True)
        }
        hands |= {f"seat {seat}": cards, "dealer": "Qs Ts 5d"}
        table = deciding("MA-TCP", bets, hands, wagers={"cover_all": {}})
        for one in SEATS:
            table.say(one, said if one == seat else "play")
        stays = {seat} if bettor else set()
        if said == "fold":
            table.do("collect_forfeits")
            assert lying(table) == stays
            assert racked(table) == ([] if bettor else [f"player {seat}"])
        table.until("settling")
        for one in sorted(SEATS, reverse=True):
            turn(table, one)
            if one <= seat and said == "play":
                assert (seat in lying(table), f"player {seat}" in racked(table)) == (bool(stays), not stays)
            assert lying(table) <= stays


@pytest.mark.clause("MA-TCP.12(h)", "MA-TCP.12(h)a")
def test_each_round_goes_by_its_own_wagers() -> None:
    """A round after one with Cover All, at the same table: nothing of it is left to be resolved otherwise."""
    hands = {"seat 4": "Ac Kd Qh", "seat 3": "4h 9d Kh", "seat 1": "2h 9c Jh", "dealer": "Qs Ts 5d"}
    table = drive("MA-TCP", wagers={"cover_all": {}})
    for made in (True, False, True, False):
        bets = {one: PLAIN | ({"cover_all": 500} if made and one == 1 else {}) for one in SEATS}
        table.start(bets, hands).until("settling")
        turn(table, 4)
        assert lying(table) == ({4} if made else set())
        assert ("player 4" in racked(table)) != made
        table.finish()
