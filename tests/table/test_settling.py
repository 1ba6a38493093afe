"""Settling at the table: whose turn it is, what is turned up when, and in which order the money moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.driver import DEALER, DEVICE, FLOOR, REGULATIONS, main_bets, proves
from tests.support.rounds import P1, P3, SEATS, deciding, ids, line, names, nets, settling

TURNED_UP = {
    "PA-649a": ("PA-649a.11(c)(1)", "PA-649a.11(c)#3"),
    "MA-TCP": ("MA-TCP.10(c)(2)(i)", "MA-TCP.10(c)(2)"),
    "PA-679a": ("PA-679a.11(c)(1)", "PA-679a.11(c)#3"),
    "PA-669a": ("PA-669a.11(i)", "PA-669a.11(i)"),
    "PA-680a": ("PA-680a.11(d)", "PA-680a.11(d)"),
}
"""The player's cards are turned up; beginning with the player farthest to the dealer's right."""
COMMUNITY_PAIR: dict[str, Any] = {"pair_bonus": {"community_card": True}}


# ── one player after the other ──


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*TURNED_UP[name])) for name in REGULATIONS]
)
def test_players_are_turned_up_and_settled_one_at_a_time_from_the_dealers_right(regulation: str) -> None:
    table = settling(regulation)
    for at, seat in enumerate((4, 3, 1)):
        others = [one for one in SEATS if one != seat]
        assert "face down" in table.refused("settle_player", DEALER, seat=seat).what
        for other in others:
            refusal = table.refused("turn_up_player", DEALER, seat=other)
            assert "counterclockwise" in refusal.legal and TURNED_UP[regulation][1] in refusal.clauses
        for person in (FLOOR, DEVICE, P1):
            assert table.refused("turn_up_player", person, seat=seat).legal.startswith(
                "It is for the dealer."
            )
        assert table.offers("turn_up_player")[0].cite.clauses == (TURNED_UP[regulation][0],)
        table.do("turn_up_player", DEALER, seat=seat)
        shown = table.last("turn_up_player").data.shown
        mine = table.cards(f"player {seat}")
        assert str(shown.place) == f"player {seat}"
        assert {str(card) for card in shown.cards} <= set(mine) and len(shown.cards) == 3
        for other in others:
            refusal = table.refused("settle_player", DEALER, seat=other)
            assert f"Settle seat {seat}" in refusal.legal and TURNED_UP[regulation][1] in refusal.clauses
        assert len(table.events("settle_player")) == at
        table.do("settle_player", DEALER, seat=seat)
        assert {one for one, _ in ids(table.last("settle_player"))} == {seat}
    assert table.state.phase == "racking"


@proves(
    "settle_players",
    "read_player",
    "pay_winners",
    "collect_losers",
    "settle_envy",
    "settle_cover_all",
    "settle_pot",
)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_the_lines_carried_out_are_the_settlement_each_once_and_in_its_order(regulation: str) -> None:
    table = deciding(regulation)
    table.finish(seat_3="fold" if regulation != "PA-669a" else "play 1x")
    carried = [one for event in table.log for one in getattr(event.data, "lines", ())]
    assert [one.turn for one in carried] == list(range(1, len(carried) + 1))
    assert table.round.settling.lines == tuple(carried)
    keys = [one.key for one in carried]
    assert len(keys) == len(set(keys))
    stakes = {(seat, wager) for seat, box in table.round.facts.stakes.items() for wager in box}
    assert {(one.seat, one.id) for one in carried if not one.is_award} == stakes
    assert nets(table, *SEATS) == {
        seat: sum(one.net for one in carried if one.seat == seat) for seat in SEATS
    }


# ── the fourth card of Three Card Prime ──


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(2)(i)", "I-79")
def test_a_fourth_card_is_turned_up_for_a_pair_or_better_where_its_bonus_is_settled() -> None:
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}
    hands = {"seat 3": "9s 9h 4d", "seat 1": "As 7h 4c"}
    table = settling("PA-679a", bets, hands, wagers={"pair_bonus": {}})
    refusal = table.refused("reveal_fourth", DEALER, seat=3)
    assert "no fourth card" in refusal.what and refusal.cite.clauses == ("PA-679a.11(d)(2)(ii)",)
    table.do("turn_up_player", DEALER, seat=3)
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["ante", "play"], "Ante and Play come first"
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "fourth card" in refusal.what and refusal.clauses == ["PA-679a.11(d)(2)(ii)"]
    assert "no fourth card to reveal" in table.refused("reveal_fourth", DEALER, seat=1).what
    for person in (FLOOR, DEVICE, P3):
        assert table.refused("reveal_fourth", person, seat=3).legal.startswith("It is for the dealer.")
    assert table.up("fourth 3") == []
    table.do("reveal_fourth", DEALER, seat=3)
    assert table.up("fourth 3") == table.cards("fourth 3")
    table.do("settle_player", DEALER, seat=3)
    assert names(table.last("settle_player")) == ["pair_bonus"]
    table.do("turn_up_player", DEALER, seat=1)
    assert "reveal_fourth" not in table.offered(), "no pair, no fourth card"
    table.finish()
    assert table.round.settling.fourths_up == (3,) and table.up("fourth 1") == []


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.11(d)(2)(ii)(A)", "PA-679a.11(d)(2)(ii)(B)", "I-77")
@pytest.mark.parametrize(("card", "paid"), [("2c", 1000), ("5c", 500)])
@pytest.mark.parametrize("community", [False, True])
def test_a_two_pays_more_whether_it_is_the_players_card_or_everybodys(
    card: str, paid: int, community: bool
) -> None:
    """I-77: a pair with a 2 in table B pays 2 to 1."""
    offered = {"pair_bonus": {"community_card": community, "paytable": "B"}}
    hands = {"seat 3": "9s 9h 4d", ("community" if community else "fourth 3"): card}
    table = settling("PA-679a", {3: {"ante": 1000, "pair_bonus": 500}}, hands, wagers=offered).finish()
    assert line(table, 3, "pair_bonus").paid == paid


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "I-77")
def test_the_community_card_stands_in_for_the_fourth_card_and_comes_up_once() -> None:
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)} | {4: {"ante": 1000}}
    hands = {"seat 1": "9s 9h 4d", "seat 3": "Ks Kh 5d"}
    table = settling("PA-679a", bets, hands, wagers=COMMUNITY_PAIR)
    for seat in (4, 3):
        assert "not the time" in table.refused("reveal_community", DEALER).what
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
    assert table.up("community") == [], "nobody needed it so far"
    assert names(table.last("settle_player")) == ["ante", "play"]
    table.do("reveal_community", DEALER)
    table.do("settle_player", DEALER, seat=3)
    assert ids(table.last("settle_player")) == [(3, "pair_bonus")]
    table.do("turn_up_player", DEALER, seat=1)
    table.do("settle_player", DEALER, seat=1)
    assert names(table.last("settle_player")) == ["ante", "play", "pair_bonus"]
    assert len(table.events("reveal_community")) == 1


@pytest.mark.clause("PA-679a.11(d)(2)(i)", "PA-679a.11(d)(2)(ii)")
@pytest.mark.parametrize(("hand", "turned"), [("Kh 9d 4s", 0), ("Kh Kd 4s", 1)])
def test_the_pair_bonus_community_card_is_turned_up_for_a_pair_only(hand: str, turned: int) -> None:
    bets = {1: {"ante": 1000, "pair_bonus": 500}, 3: {"ante": 1000}}
    table = settling("PA-679a", bets, {"seat 1": hand, "seat 3": "Qh Qd 5s"}, wagers=COMMUNITY_PAIR).finish()
    assert len(table.events("reveal_community")) == turned
    assert line(table, 1, "pair_bonus").result == ("win" if turned else "lose")
    assert len(table.up("community")) == turned


# ── the two cards of Three Card Poker ──


@pytest.mark.clause("PA-649a.11(c)(7)", "PA-649a.11(c)(8)#2", "I-44")
@pytest.mark.parametrize("wager", ["five_card_progressive", "five_card_hand_bonus_dealer"])
def test_community_cards_come_up_after_the_first_bettors_other_wagers(wager: str) -> None:
    bets = {
        1: {"ante": 1000, wager: 100},
        3: {"ante": 1000, "pair_plus": 500, wager: 100},
        4: {"ante": 1000},
    }
    section = wager.removesuffix("_dealer")
    hands = {"seat 3": "2s 5h 9c", "seat 1": "3s 6h Tc", "dealer": "Ac Qd 4h", "community": "Kd 7d"}
    table = settling("PA-649a", bets, hands, wagers={section: {}})
    for seat in (4, 3):
        assert "not the time" in table.refused("reveal_community", DEALER).what
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
    assert ids(table.last("settle_player")) == [(3, "ante"), (3, "play"), (3, "pair_plus")]
    refusal = table.refused("settle_player", DEALER, seat=3)
    assert "community cards are face down" in refusal.what and "PA-649a.11(c)(7)" in refusal.clauses
    for person in (FLOOR, DEVICE, P3):
        assert table.refused("reveal_community", person).legal.startswith("It is for the dealer.")
    table.do("reveal_community", DEALER)
    assert table.up("community") == ["Kd", "7d"]
    table.do("settle_player", DEALER, seat=3)
    assert ids(table.last("settle_player")) == [(3, wager)]
    table.do("turn_up_player", DEALER, seat=1)
    table.do("settle_player", DEALER, seat=1)
    assert names(table.last("settle_player")) == ["ante", "play", wager], "the cards are up already"


@pytest.mark.clause("I-70", "PA-649a.11(b)(2)#2")
def test_community_cards_are_shown_even_if_nobody_is_left_who_needs_them() -> None:
    """I-70: the only Five-Card bettor folds; another's straight flush earns him 300.00 all the same."""
    bets = {1: {"ante": 1000, "five_card_progressive": 100}, 3: {"ante": 1000}}
    hands = {"seat 3": "5s 6s 7s", "community": "8s 9s", "seat 1": "2d Jc 4h"}
    table = deciding("PA-649a", bets, hands, wagers={"five_card_progressive": {}})
    table.finish(seat_1="fold")
    assert len(table.events("reveal_community")) == 1
    assert line(table, 1, "envy_five_card").paid == 300_00
    kinds = table.kinds()
    assert kinds.index("reveal_community") < kinds.index("settle_rest") < kinds.index("rack_cards")


FOLDED = [
    pytest.param("PA-649a", "five_card_progressive", marks=pytest.mark.clause("PA-649a.11(c)(7)")),
    pytest.param("PA-649a", "five_card_hand_bonus_player", marks=pytest.mark.clause("PA-649a.11(c)(8)#2")),
    pytest.param("PA-649a", "five_card_hand_bonus_dealer", marks=pytest.mark.clause("PA-649a.11(c)(8)#2")),
    pytest.param("MA-TCP", "multi_game_link", marks=pytest.mark.clause("MA-TCP.13(g)bis", "MA-TCP.13(e)a")),
]


@pytest.mark.clause("I-70")
@pytest.mark.parametrize(("regulation", "wager"), FOLDED)
@pytest.mark.parametrize("said", ["fold", "surrender"])
@pytest.mark.parametrize("envy", [False, True])
def test_community_cards_that_were_dealt_come_up_though_every_bettor_folds(
    regulation: str, wager: str, said: str, envy: bool
) -> None:
    """Also where they earn nobody anything; a folder's envy may rest on them."""
    if said == "surrender" and regulation != "MA-TCP":
        return
    section = wager.removesuffix("_player").removesuffix("_dealer")
    bets = {1: {"ante": 1000, wager: 100}, 3: {"ante": 1000}, 4: {"ante": 1000, wager: 100}}
    hands = {"seat 3": "5s 6s 7s" if envy else "2s 6h 9c", "community": "8s 9s", "seat 1": "2d Jc 4h"}
    table = deciding(regulation, bets, hands, wagers={section: {}})
    table.finish(seat_1=said, seat_4=said)
    assert table.up("community") == ["8s", "9s"] and len(table.events("reveal_community")) == 1
    assert table.kinds().index("reveal_community") < table.kinds().index("rack_cards")
    found = [(one.seat, one.for_seat, one.paid) for one in table.lines() if one.id.startswith("envy")]
    assert found == ([(4, 3, 300_00), (1, 3, 300_00)] if envy and "hand_bonus" not in wager else [])


# ── after all players ──


@pytest.mark.clause("PA-649a.11(c)(5)(v)", "PA-669a.11(i)(3)(i)(E)", "I-50")
@pytest.mark.parametrize("regulation", ["PA-649a", "PA-669a"])
def test_envy_is_paid_after_the_last_player_and_the_cards_stay_until_then(regulation: str) -> None:
    bets = {seat: {**main_bets(regulation), "three_card_progressive": 100} for seat in SEATS}
    hands = {"seat 1": "As Ks Qs", "seat 3": "2d 9c Jh", "seat 4": "3d 9h Jc"}
    table = settling(regulation, bets, hands, wagers={"three_card_progressive": {}})
    assert "players are still to be settled" in table.refused("settle_rest", DEALER).what
    table.until(do="settle_rest")
    assert [place.group for place in table.round.racked] == ["stub"]
    for person in (FLOOR, DEVICE, P1):
        assert table.refused("settle_rest", person).legal.startswith("It is for the dealer.")
    table.do("settle_rest", DEALER)
    assert ids(table.last("settle_rest")) == [(4, "envy_three_card"), (3, "envy_three_card")]
    assert {one.paid for one in table.last("settle_rest").data.lines} == {100_00}
    assert table.state.phase == "racking"
