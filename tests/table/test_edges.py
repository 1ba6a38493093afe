"""Both sides of what the table asks itself before a thing is done: what is refused, and what passes."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.link import ResumeLink, StopLink
from feltlaw.register import clauses
from feltlaw.table import RULES, Person
from feltlaw.table.places import DEALER as DEALERS
from feltlaw.table.places import hand
from tests.support.chapters import COMMANDS
from tests.support.driver import (
    DEALER,
    DEVICE,
    FLOOR,
    FLOOR2,
    REGULATIONS,
    drive,
    each,
    main_bets,
    marks,
    submission,
)
from tests.support.parts import lines
from tests.support.rounds import P1, P3, deciding, ids, line, linked_real, real, settling, write_link

# ── wagers ──


@each("place_wagers", "idle_spread")
def test_before_the_wash_nobody_stakes_and_who_wants_nothing_is_not_refused(regulation: str) -> None:
    table = drive(regulation).open(1)
    table.do("leave", P1, seat=1)
    table.sit(1)
    refusal = table.refused("bet", P1, seat=1, wagers=main_bets(regulation))
    assert "spread and washed" in refusal.what
    assert set(refusal.clauses) & set(marks(regulation, "idle_spread").args)
    table.do("bet", P1, seat=1, wagers={})
    assert table.last("bet").moves == () and not table.round.facts.stakes


@pytest.mark.clause("MA-TCP.5(e)", "PA-649a.5(f)")
@pytest.mark.parametrize("regulation", ["MA-TCP", "PA-649a"])
def test_a_table_whose_cards_have_not_come_is_left_like_any_other(regulation: str) -> None:
    table = drive(regulation)
    table.sit(1)
    table.do("leave", P1, seat=1)
    assert table.last("leave").data.table_idle and table.state.decks == (None,)


# ── what a game does not have ──


def absent(regulation: str) -> list[str]:
    """Commands that are steps of another chapter, and none of this one."""
    everywhere = {line.do for name in REGULATIONS for line in lines(name)}
    here = {line.do for line in lines(regulation)}
    return [do for do in COMMANDS if do in everywhere - here and do in RULES]


@each("stay_seated", "end_game", "reveal_dealer", "deal_hands")
def test_a_step_of_another_game_is_refused_to_everybody_as_such(regulation: str) -> None:
    table = drive(regulation).start().until("deciding")
    assert absent(regulation), "every chapter lacks something that another has"
    for do in absent(regulation):
        known: dict[str, Any] = {"seat": 1, "deck": 0, "accepted": True, "wager": "ante", "act": "play"}
        known["chips"] = {}
        fields = RULES[do].command.__dataclass_fields__
        data = {name: known[name] for name in fields if name in known}
        for person in (DEALER, FLOOR, DEVICE, P1, Person("auditor", "ann")):
            refusal = table.refused(do, person, **data)
            assert f"there is no '{do.replace('_', ' ')}' in" in refusal.what, (do, person)
            assert refusal.clauses and all(one in clauses() for one in refusal.cite.clauses)


# ── cards that are not ready ──


@each("cut")
def test_cards_that_are_not_shuffled_are_not_cut(regulation: str) -> None:
    table = drive(regulation, cards={"shuffle": "manual"}).open(1)
    cut = {"depth": 20, "cover_card": "discard rack" if regulation == "MA-TCP" else "bottom"}
    table.start({1: main_bets(regulation)}).finish()
    for _ in table.round.facts.stakes:
        refusal = table.refused("cut", DEALER, **cut)
        assert "not ready to be cut" in refusal.what and refusal.legal == "Shuffle them first."
        assert "not ready to be cut" in table.refused("recut", FLOOR).what
    table.until(do="cut").do("cut", DEALER, **cut)
    assert "have been cut" in table.refused("cut", DEALER, **cut).what


# ── community cards ──


@pytest.mark.clause("PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)")
def test_real_community_cards_come_up_one_at_a_time() -> None:
    table = real("PA-669a", {1: main_bets("PA-669a")}, {"player 1": "Ah Kh Qh"}).until("deciding")
    for up, (name, both) in enumerate((("2c", "2c 3d"), ("3d", "3d 4s"), ("4s", "4s 5s"))):
        table.say(1, "check" if up < 2 else "play 1x")
        for wrong in ("", both):
            assert table.refused("reveal_community", DEALER, cards=parse_cards(wrong)).clauses
        (offer,) = table.offers("reveal_community")
        assert offer.choose == {"cards": {"count": 1}}
        table.do("reveal_community", DEALER, cards=parse_cards(name))
        assert table.up("community") == ["2c", "3d", "4s"][: up + 1]


@pytest.mark.clause("PA-649a.11(c)(7)", "PA-649a.11(c)(8)", "PA-649a.11(b)(2)", "I-70")
def test_community_cards_come_up_before_what_is_settled_after_all() -> None:
    """The one who staked on them has folded, and another is paid envy: they are seen before that."""
    bets = {
        1: {"ante": 1000, "five_card_progressive": 100},
        3: {"ante": 1000, "three_card_progressive": 100},
        4: {"ante": 1000, "three_card_progressive": 100},
    }
    offered: dict[str, Any] = {"three_card_progressive": {}, "five_card_progressive": {}}
    table = deciding("PA-649a", bets, {"seat 3": "As Ks Qs", "seat 1": "2d 7c 9h"}, wagers=offered)
    table.finish(seat_1="fold")
    done = [event.kind for event in table.log if event.kind in ("reveal_community", "settle_rest")]
    assert done == ["reveal_community", "settle_rest"]


@pytest.mark.clause("PA-649a.11(c)(8)", "PA-649a.11(b)(2)")
def test_a_folded_hand_with_a_bonus_is_turned_up_before_the_community_cards() -> None:
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "five_card_hand_bonus_player": 100}}
    table = deciding("PA-649a", bets, {"seat 3": "9s 9h 9d"}, wagers={"five_card_hand_bonus": {}})
    table.say(1, "play")
    table.say(3, "fold")
    table.until("settling")
    assert "reveal_community" not in table.offered()
    assert table.refused("reveal_community", DEALER).clauses
    table.do("turn_up_player", DEALER, seat=3)
    table.do("reveal_community", DEALER)


@pytest.mark.clause("MA-TCP.13(g)bis", "MA-TCP.10(c)(1)")
def test_step_by_step_all_hands_are_up_before_the_community_cards() -> None:
    bets = {seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)}
    more: dict[str, Any] = {"wagers": {"multi_game_link": {}}, "settlement": {"order": "by_step"}}
    table = settling("MA-TCP", bets, {"seat 3": "As Ks Qs", "seat 1": "Ah Kh Qh"}, **more)
    for seat in (3, 1):
        assert "reveal_community" not in table.offered()
        assert table.refused("reveal_community", DEALER).clauses
        table.do("turn_up_player", DEALER, seat=seat)
    table.do("reveal_community", DEALER)


# ── nothing left to decide ──


@pytest.mark.clause("PA-679a.11(b)", "PA-679a.13(d)", "I-76")
def test_when_the_contest_is_over_nobody_decides() -> None:
    table = deciding("PA-679a", {seat: {"ante": 1000, "prime": 500} for seat in (1, 3)}, wagers={"prime": {}})
    table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=DEALERS, nth=1)
    assert not {"decide", "time_out"} & table.offered()
    refusal = table.refused("decide", P1, seat=1, act="play", times=1)
    assert refusal.clauses and "nobody has anything to decide" in refusal.what
    table.finish()
    assert {one.id for one in table.lines(1) if one.stake} == {"ante", "prime"}


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(f"{name}.7(b)#2", *own, "I-09"))
        for name, own in {
            "PA-649a": ("PA-649a.11(b)(1)", "PA-649a.11(c)"),
            "PA-679a": ("PA-679a.11(b)#2", "PA-679a.11(c)"),
        }.items()
    ],
)
def test_what_a_ruling_takes_is_no_forfeit(regulation: str) -> None:
    """Of two who folded one has gone and was ruled on: the dealer collects the other's forfeit alone, and
    comes to the first when it is his turn."""
    table = deciding(
        regulation, {seat: {"ante": 1000} for seat in (1, 3, 4)}, settlement={"departed_player": "forfeit"}
    )
    for seat, act in ((1, "fold"), (3, "fold"), (4, "play")):
        table.say(seat, act)
    table.do("leave", P3, seat=3)
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    table.do("collect_forfeits", DEALER)
    data = table.last("collect_forfeits").data
    assert data.seats == (1,) and ids(table.last("collect_forfeits")) == [(1, "ante")]
    table.finish()
    mine = line(table, 3, "ante")
    assert (mine.outcome, mine.early, mine.net) == ("abandoned", False, -1000)
    assert f"{regulation}.7(b)#2" in mine.cite.clauses
    assert [one.seat for one in table.lines() if not one.early and one.id == "ante"] == [4, 3]


# ── a round that is void ──


@each("rack_cards", "end_game")
def test_the_cards_of_a_void_round_are_racked_uncounted_before_the_fifth(regulation: str) -> None:
    table = real(regulation, cards={"shuffler_counts_cards": False}).until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards", place=hand(1), cards=9)
    assert table.state.phase == "racking" and "rack_cards" in table.offered()
    table.do("rack_cards", DEALER)
    assert not table.events("count_stub")


# ── links ──


@pytest.mark.clause("I-154", "PA-649a.12(e)(3)", "PA-649a.2(c)")
def test_what_is_owed_to_one_link_is_not_settled_with_another() -> None:
    wagers = {"three_card_progressive": {"meter": "zed"}, "five_card_progressive": {"meter": "abe"}}
    (table,) = linked_real(submission("PA-649a", wagers=wagers), "one")
    table.put({"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"})
    table.start({seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)})
    table.until(do="verify_win").do("verify_win", DEALER, seat=3, wager="three_card_progressive")
    write_link(table, "zed", StopLink("cut off"))
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    write_link(table, "zed", ResumeLink("healed"))
    refusal = table.refused("link_is_back", DEVICE, link="abe")
    assert "nothing waits for it" in refusal.what and "I-154" in refusal.clauses
    table.do("link_is_back", DEVICE, link="zed")
    assert table.last("link_is_back").data.given_back == ("one 1 3 three_card_progressive",)


@pytest.mark.clause("PA-649a.8(b)", "PA-649a.8(b)#2", "PA-649a.12(i)(4)", "I-67")
def test_the_hand_bonus_is_fed_by_the_game_account_and_other_meters_by_the_table() -> None:
    wagers = ("three_card_progressive", "five_card_progressive", "five_card_hand_bonus_player")
    offered: dict[str, Any] = {one.removesuffix("_player"): {} for one in wagers}
    table = drive("PA-649a", wagers=offered).start({1: {"ante": 1000, **dict.fromkeys(wagers, 100)}})
    fed = {
        move.target.of: move.source.kind
        for move in table.last("no_more_bets").moves
        if move.target.kind == "link"
    }
    link = table.state.links
    assert fed[link["five_card_hand_bonus"]] == "house"
    assert fed[link["three_card_progressive"]] == fed[link["five_card_progressive"]] == "inventory"
