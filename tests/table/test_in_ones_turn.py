"""What belongs into a player's turn and what does not, where he is the only one it is about or one of
several."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table.places import fourth
from tests.support.driver import DEALER, DEALS, FLOOR, main_bets
from tests.support.rounds import P1, deciding, ids, racked, settling

THREE, LINK = "three_card_progressive", "multi_game_link"
AFTER: dict[str, tuple[str, str, dict[str, str], str, list[str]]] = {
    "three-card envy": (
        "PA-649a", THREE, {"seat 3": "As Ks Qs"}, "envy_three_card",
        ["PA-649a.11(c)#3", "PA-649a.11(c)(5)(v)", "I-50"],
    ),
    "five-card envy": (
        "PA-649a", "five_card_progressive", {"seat 3": "As Ks Qs", "community": "Js Ts"}, "envy_five_card",
        ["PA-649a.11(c)(7)", "PA-649a.11(c)(7)(v)", "I-50"],
    ),
    "5 of 6 envy": (
        "PA-649a", "five_of_six_progressive", {"seat 3": "As Ks Qs", "dealer": "Js Ts 2c"},
        "envy_five_of_six", ["PA-649a.11(c)(9)", "PA-649a.11(c)(9)(v)", "I-50"],
    ),
    "669a envy": (
        "PA-669a", THREE, {"seat 3": "As Ks Qs"}, "envy_three_card",
        ["PA-669a.11(i)", "PA-669a.11(i)(3)(i)(E)", "I-50"],
    ),
    "MA envy": ("MA-TCP", THREE, {"seat 3": "As Ks Qs"}, "envy_three_card", ["MA-TCP.13(e)c", "I-50"]),
    "MA link envy": (
        "MA-TCP", LINK, {"seat 3": "As Ks Qs", "community": "Js Ts"}, "envy_multi_game_link",
        ["MA-TCP.13(e)c", "MA-TCP.13(g)bis", "I-50"],
    ),
    "MA Cover All": ("MA-TCP", "cover_all", {"seat 3": "As Ks Qs"}, "cover_all", ["MA-TCP.12(j)"]),
}  # fmt: skip
"""What is settled after all players: the wager it goes with, the cards, its lines' name, the paragraphs."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.clause(*one[4])) for name, one in AFTER.items()]
)
def test_what_waits_for_all_players_is_not_settled_in_the_turn_of_the_last_of_them(name: str) -> None:
    """Seat 1 is settled last, and his alone is what comes after all: still it comes by itself."""
    regulation, wager, hands, of, _ = AFTER[name]
    mine = {**main_bets(regulation), wager: 500 if wager == "cover_all" else 100}
    bets = {1: mine, 3: main_bets(regulation) if wager == "cover_all" else mine}
    hands = {"seat 1": "2d 9c Jh", "dealer": "3c 8d Kh", **hands}
    if regulation == "PA-669a":
        del hands["dealer"]
    table = settling(regulation, bets, hands, wagers={wager: {}}).finish()
    last = [event for event in table.events("settle_player") if event.data.lines[0].seat == 1][-1]
    assert ids(last) and of not in {id for _, id in ids(last)}
    assert {one for one in ids(table.last("settle_rest")) if one[1] == of} == {(1, of)}
    kinds = table.kinds()
    assert kinds.index("settle_rest") > len(kinds) - 1 - kinds[::-1].index("settle_player")


# ── step by step ──

STEPS: dict[str, Any] = {"wagers": {LINK: {}}, "settlement": {"order": "by_step"}}


@pytest.mark.clause("MA-TCP.13(g)bis", "MA-TCP.10(c)(1)(ii)", "I-70", "I-118")
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("linked", [(1,), (3,), (4,), (1, 4), (1, 3, 4)])
def test_step_by_step_community_cards_come_up_before_the_first_wager_is_collected(
    deal: str, linked: tuple[int, ...]
) -> None:
    """Whosever line comes first, and whether it rests on them or not: they are shown as they were dealt."""
    bets = {seat: {"ante": 1000, **({LINK: 100} if seat in linked else {})} for seat in (1, 3, 4)}
    hands = {"seat 1": "9s 9h 4d", "seat 3": "2s 5h 8c", "seat 4": "3s 6h Tc", "dealer": "Qh Jd 4c"}
    table = settling("MA-TCP", bets, {**hands, "community": "5c 6d"}, cards={"deal": deal}, **STEPS)
    for seat in (4, 3, 1):
        for do in ("collect_losers", "reveal_community"):
            table.refused(do, DEALER)
        table.do("turn_up_player", DEALER, seat=seat)
    refusal = table.refused("collect_losers", DEALER)
    assert "community cards are face down" in refusal.what
    table.do("reveal_community", DEALER)
    assert len(table.up("community")) == 2
    table.do("collect_losers", DEALER)
    assert {seat for seat, name in ids(table.last("collect_losers")) if name == LINK} == {*linked}
    table.finish()


# ── fourth cards ──


@pytest.mark.clause("PA-679a.11(d)(2)(ii)", "PA-679a.13(d)", "I-20")
@pytest.mark.parametrize("deal", DEALS)
def test_each_fourth_card_that_was_turned_up_lies_face_up_from_then_on(deal: str) -> None:
    """Seats 4, 3 and 1 have pairs: no card that was revealed can be one that was seen too early."""
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3, 4)}
    hands = {"seat 1": "9s 9h 4d", "seat 3": "7s 7h 2d", "seat 4": "5s 5h 3d", "dealer": "Qh Jd 4c"}
    table = settling("PA-679a", bets, hands, wagers={"pair_bonus": {}}, cards={"deal": deal})
    up: list[int] = []
    for seat in (4, 3, 1):
        assert [one.data.place.seat for one in table.offers("report") if one.data.place] == [
            one for one in (1, 3, 4) if one not in up
        ]
        table.do("turn_up_player", DEALER, seat=seat)
        table.do("settle_player", DEALER, seat=seat)
        table.do("reveal_fourth", DEALER, seat=seat)
        up.append(seat)
        for one in up:
            refusal = table.refused("report", DEALER, kind="community_card_exposed", place=fourth(one), nth=1)
            assert "no such card lies face down" in refusal.what or "cannot happen now" in refusal.what
        table.do("settle_player", DEALER, seat=seat)
    assert table.round.settling.fourths_up == (4, 3, 1)


# ── lines and hands that are done already ──

DONE: dict[str, tuple[str, list[str]]] = {
    "PA-649a": ("rule_departed", ["PA-649a.11(c)(2)", "PA-649a.11(c)#3", "PA-649a.7(b)#2"]),
    "PA-679a": ("rule_departed", ["PA-679a.11(c)(2)", "PA-679a.11(c)#3", "PA-679a.7(b)#2"]),
    "PA-669a": ("rule_communication", ["PA-669a.11(i)(2)", "PA-669a.11(a)(3)", "I-92"]),
}
"""A ruling on a player whose forfeits have been collected, and the paragraphs."""


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*one[1])) for name, one in DONE.items()]
)
@pytest.mark.parametrize("ruled", [False, True])
def test_lines_are_numbered_on_from_those_that_were_carried_out(regulation: str, ruled: bool) -> None:
    """Seat 1 has folded, and his forfeits are collected; by a ruling they would come in his turn."""
    option: dict[str, Any] = (
        {"settlement": {"departed_player": "forfeit"}} if DONE[regulation][0] == "rule_departed" else {}
    )
    table = deciding(regulation, **option)
    for _ in range(2 if regulation == "PA-669a" else 0):
        for seat in (1, 3, 4):
            table.say(seat, "check")
        table.do("reveal_community")
    for seat in (1, 3, 4):
        table.say(seat, "fold" if seat == 1 else "play 1x" if regulation == "PA-669a" else "play")
    if regulation != "PA-669a":
        table.do("collect_forfeits", DEALER)
    if ruled and regulation == "PA-669a":
        table.both("rule_communication", FLOOR, seat=1)
    elif ruled:
        table.do("leave", P1, seat=1)
        table.both("rule_departed", FLOOR, seat=1, ruling="abandoned")
    table.finish()
    carried = [one for event in table.events("collect_forfeits", "settle_player") for one in event.data.lines]
    assert [one.turn for one in carried] == [*range(1, len(carried) + 1)]
    forfeited = ["ante", "blind"] if regulation == "PA-669a" else ["ante"]
    assert [(one.seat, one.id) for one in carried][: len(forfeited)] == [(1, name) for name in forfeited]
    assert {one.seat for one in carried[len(forfeited) :]} == {3, 4}


@pytest.mark.clause("MA-TCP.10(c)(1)(iii)", "MA-TCP.10(c)(1)(iv)", "MA-TCP.12(h)a", "MA-TCP.12(j)")
@pytest.mark.parametrize("folds", [(), (4,), (3, 4), (1,)])
def test_step_by_step_all_hands_that_lie_there_are_collected_before_what_comes_after_all(
    folds: tuple[int, ...],
) -> None:
    """Nobody has won, and a folded hand lies face up for Cover All: the dealer's fourth step comes all the
    same, for the hands of those who have stayed."""
    hands = {"seat 1": "2s 5h 9c", "seat 3": "3s 6h Tc", "seat 4": "4s 7h Jc", "seat 5": "2d 7c 8h"}
    for seat in folds[-1:]:
        hands[f"seat {seat}"] = "9s 9h 9d"
    bets = {seat: {"ante": 1000, "cover_all": 500} for seat in (1, 3, 4, 5)}
    more: dict[str, Any] = {"wagers": {"cover_all": {}}, "settlement": {"order": "by_step"}}
    table = deciding("MA-TCP", bets, {**hands, "dealer": "Qs Qh 8c"}, **more)
    for seat in bets:
        table.say(seat, "fold" if seat in folds else "play")
    table.until(do="collect_losers").do("collect_losers", DEALER)
    refusal = table.refused("settle_rest", DEALER)
    assert "players are still to be settled" in refusal.what
    table.do("pay_winners", DEALER)
    assert table.last("pay_winners").data.lines == ()
    stayed = [f"player {seat}" for seat in (5, 4, 3, 1) if seat not in folds]
    assert {*stayed} <= {*racked(table)}
    table.do("settle_rest", DEALER)
    assert {id for _, id in ids(table.last("settle_rest"))} == {"cover_all"}
