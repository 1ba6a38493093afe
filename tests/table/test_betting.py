"""Wagers: who may bet, on what, with what, until when; all of a box in one command."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import chips as chips_of
from feltlaw.books import felt
from feltlaw.link import ResumeLink, StopLink
from feltlaw.regulation import load
from feltlaw.round import Refused
from feltlaw.round.betting import check_coupon
from feltlaw.table import Person
from tests.support.driver import (
    CHIPS,
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    PENNSYLVANIA,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
    proves,
)

P1, P3 = Person("player", "p1"), Person("player", "p3")


def lying(table: Driver, seat: int = 1) -> dict[str, int]:
    """What lies in a box, as the books have it."""
    return {
        account.part: cents
        for account, cents in table.state.books.items()
        if account.kind == "felt" and account.of == str(seat)
    }


# ── who ──


@each("stay_seated")
def test_only_seated_players_bet_and_only_on_their_own_boxes(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    bets = main_bets(regulation)
    cite = list(marks(regulation, "stay_seated").args)
    refusal = table.refused("bet", Person("player", "nobody"), seat=2, wagers=bets)
    assert "not seated" in refusal.what and list(refusal.cite.clauses) == cite
    refusal = table.refused("bet", P1, seat=3, wagers=bets)
    assert "not yours" in refusal.what and list(refusal.cite.clauses) == cite
    for wrong in (DEALER, FLOOR, DEVICE):
        assert table.refused("bet", wrong, seat=1, wagers=bets).legal.startswith("It is for the player.")
    table.do("bet", P3, seat=3, wagers=bets)
    table.do("bet", P3, seat=3, wagers={})
    table.do("leave", P3)
    assert "not seated" in table.refused("bet", P3, seat=3, wagers=bets).what


# ── with what ──


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause), id=name)
        for name in REGULATIONS
        for clause in ["MA-TCP.6(b)" if name == "MA-TCP" else f"{name}.7(a)"]
    ],
)
def test_wagers_are_chips_or_plaques_and_never_cash_or_spoken(regulation: str, clause: str) -> None:
    table = drive(regulation).open(1)
    bets = main_bets(regulation)
    refusal = table.refused("bet", P1, seat=1, wagers=bets, instrument="cash")
    assert refusal.cite.clauses == (clause,) and "chips or plaques" in refusal.legal
    for other in ("words", "", None, "Cash"):
        with pytest.raises(Refused, match="chips, plaques, cash"):
            table.json("bet", P1, seat=1, wagers=dict.fromkeys(bets, "10.00"), instrument=other)
    for instrument in ("plaques", "chips"):
        table.do("bet", P1, seat=1, wagers=bets, instrument=instrument)
        assert table.round.facts.stakes == {1: bets} and lying(table) == bets
        table.do("bet", P1, seat=1, wagers={})


ON_DEVICES = [
    ("PA-649a", "three_card_progressive", "three_card_progressive"),
    ("PA-649a", "five_card_hand_bonus", "five_card_hand_bonus_player"),
    ("PA-669a", "three_card_progressive", "three_card_progressive"),
    ("MA-TCP", "three_card_progressive", "three_card_progressive"),
]


@pytest.mark.parametrize(
    ("regulation", "section", "wager"),
    [
        pytest.param(
            *one, marks=pytest.mark.clause("MA-TCP.6(b)" if one[0] == "MA-TCP" else f"{one[0]}.7(a)")
        )
        for one in ON_DEVICES
    ],
)
def test_cash_is_no_wager_on_a_device_either(regulation: str, section: str, wager: str) -> None:
    table = drive(regulation, wagers={section: {}}).open(1)
    bets = {**main_bets(regulation), wager: 100}
    refusal = table.refused("bet", P1, seat=1, wagers=bets, instrument="cash")
    assert "cash" in refusal.what and "chips or plaques" in refusal.legal
    table.do("bet", P1, seat=1, wagers=bets, instrument="chips")


@pytest.mark.clause("MA-TCP.6(b)", "I-123")
@each("place_wagers", regulations=PENNSYLVANIA)
def test_pennsylvania_knows_no_coupons(regulation: str) -> None:
    table = drive(regulation).open(1)
    refusal = table.refused("bet", P1, seat=1, wagers=main_bets(regulation), coupon="ante")
    assert "no match play coupons" in refusal.what and refusal.clauses == [f"{regulation}.7(a)"]
    with pytest.raises(Refused) as caught:
        check_coupon(table.state.submission, 1, "ante", {"ante": 1000})
    assert caught.value.clauses == [f"{regulation}.7(a)"]


@pytest.mark.clause("MA-TCP.6(b)", "I-123")
def test_a_match_play_coupon_lies_on_a_wager_where_the_house_accepts_it() -> None:
    table = drive("MA-TCP").open(1)
    refusal = table.refused("bet", P1, seat=1, wagers={"ante": 1000}, coupon="ante")
    assert "MA-TCP.6(b)" in refusal.clauses
    table = drive("MA-TCP", wagers={"ante": {"match_play": True}, "six_card_bonus": {}})
    hands = {"player 1": "As Ah 2c", "dealer": "Kh Qd 2d"}
    table.planned, table.wanted = {1: {"ante": 1000}}, hands
    table.open(1)
    table.do("bet", P1, seat=1, wagers={"ante": 1000}, coupon="ante")
    assert table.round.facts.coupons == {1: "ante"}
    for wrong in ("pair_plus", "six_card_bonus", "play", "nonsense"):
        box = {"ante": 1000, "six_card_bonus": 500}
        assert "cannot lie" in table.refused("bet", P1, seat=1, wagers=box, coupon=wrong).what
    table.do("bet", P1, seat=1, wagers={"ante": 1000})
    assert table.round.facts.coupons == {}, "what lies there is what was said last"
    table.do("bet", P1, seat=1, wagers={"ante": 1000}, coupon="ante")
    before = table.chips(1)
    table.do("no_more_bets")
    table.finish(seat_1="play")
    assert table.chips(1) - before == 1000 + 2 * 1000 + 1000, (
        "Ante back, doubled even money, and 1 to 1 on Play"
    )


@pytest.mark.clause("MA-TCP.6(b)", "I-123")
def test_a_coupon_stays_where_it_lies_whoever_bets_after_it() -> None:
    table = drive("MA-TCP", wagers={"ante": {"match_play": True}}).open(1, 3, 5)
    table.do("bet", P3, seat=3, wagers={"ante": 1000}, coupon="ante")
    for seat in (1, 5):
        table.do("bet", Person("player", f"p{seat}"), seat=seat, wagers={"ante": 1000})
        assert table.round.facts.coupons == {3: "ante"}
    table.do("bet", P1, seat=1, wagers={"ante": 1000}, coupon="ante")
    assert table.round.facts.coupons == {1: "ante", 3: "ante"}


@pytest.mark.clause("PA-649a.7(a)")
def test_a_bet_says_which_of_its_wagers_the_system_has_accepted() -> None:
    """What lies on the layout is placed there, and needs no system to accept it."""
    table = drive("PA-649a", wagers={"three_card_progressive": {}}).open(1)
    table.do("bet", P1, seat=1, wagers={"ante": 1000, "pair_plus": 500, "three_card_progressive": 100})
    assert table.last("bet").data.accepted == ("three_card_progressive",)
    table.do("bet", P1, seat=1, wagers={"ante": 1000})
    assert table.last("bet").data.accepted == ()


# ── all of a box ──


@proves("place_wagers")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_bet_says_what_lies_in_the_box_from_now_on(regulation: str) -> None:
    table = drive(regulation).open(1)
    bets = main_bets(regulation)
    double = {wager: 2 * cents for wager, cents in bets.items()}
    for box in (bets, double, bets, {}, double, {**double, "ante": 0} if len(bets) == 1 else {}, {}):
        table.do("bet", P1, seat=1, wagers=box)
        left = {wager: cents for wager, cents in box.items() if cents}
        assert lying(table) == left and table.round.facts.stakes.get(1, {}) == left
        assert table.chips(1) == CHIPS - sum(left.values())
        assert table.last("bet").data.wagers == left
    assert table.round.facts.stakes == {} and table.round.facts.players == {}
    table.do("bet", P1, seat=1, wagers=bets)
    table.do("bet", P1, seat=1, wagers=bets)
    assert table.last("bet").moves == (), "nothing moves where nothing changes"


@proves("place_wagers")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_only_what_changes_is_moved(regulation: str) -> None:
    table = drive(regulation).open(1)
    bets = main_bets(regulation)
    table.do("bet", P1, seat=1, wagers=bets)
    more = {wager: cents + 500 for wager, cents in bets.items()}
    table.do("bet", P1, seat=1, wagers=more)
    moves = [(one.source, one.target, one.cents) for one in table.last("bet").moves]
    assert moves == [(chips_of("p1"), felt(1, wager), 500) for wager in bets]
    table.do("bet", P1, seat=1, wagers=bets)
    moves = [(one.source, one.target, one.cents) for one in table.last("bet").moves]
    assert moves == [(felt(1, wager), chips_of("p1"), 500) for wager in bets]


@proves("place_wagers")
def test_a_wager_is_within_the_limits_and_the_players_chips() -> None:
    table = drive("PA-649a").open(1)
    table.do("cash_out", P1, amount=table.chips(1) - 2000)
    for box, why in (
        ({"ante": 499}, "below the minimum"),
        ({"ante": 50_001}, "above the maximum"),
        ({"ante": 2001}, "in front of you"),
        ({"ante": 1500, "pair_plus": 501}, "in front of you"),
        ({"ante": 500, "play": 500}, "decision"),
        ({"ante": 500, "six_card_bonus": 500}, "does not offer"),
        ({"ante": 500, "nonsense": 500}, "not a wager"),
    ):
        assert why in table.refused("bet", P1, seat=1, wagers=box).what
    table.do("bet", P1, seat=1, wagers={"ante": 2000})
    assert table.chips(1) == 0
    table.do("bet", P1, seat=1, wagers={"ante": 500, "pair_plus": 1500})
    assert lying(table) == {"ante": 500, "pair_plus": 1500}, "what lay there counts for what lies there now"
    assert "Take them back" in table.refused("leave", P1).legal
    table.do("bet", P1, seat=1, wagers={})
    assert table.chips(1) == 2000


@pytest.mark.parametrize(
    ("regulation", "wager", "first"),
    [
        pytest.param(
            name,
            wager.id,
            wager.requires.wagers,
            marks=pytest.mark.clause(*wager.requires.cite.clauses),
            id=f"{name}-{wager.id}",
        )
        for name in REGULATIONS
        for wager in load(name).wagers.values()
        if wager.requires and wager.stake.kind in ("limits", "fixed")
    ],
)
def test_a_side_wager_does_not_lie_without_the_wager_it_needs(
    regulation: str, wager: str, first: tuple[str, ...]
) -> None:
    law = load(regulation)
    table = drive(regulation, wagers={law.wagers[wager].section: {}}).open(1)
    amount = table.state.submission.wagers[wager].minimum
    refusal = table.refused("bet", P1, seat=1, wagers={wager: amount})
    requires = law.wagers[wager].requires
    assert requires is not None and refusal.cite.clauses == requires.cite.clauses
    needed = first if requires.all_of_them else first[:1]
    box = {**dict.fromkeys(needed, 1000), wager: amount}
    table.do("bet", P1, seat=1, wagers=box)
    assert lying(table) == box
    table.refused("bet", P1, seat=1, wagers={wager: amount})
    assert lying(table) == box, "it cannot be left alone either"


@pytest.mark.clause("PA-669a.7(d)(1)")
@pytest.mark.parametrize("box", [{"ante": 1000}, {"blind": 1000}, {"ante": 1000, "blind": 999}])
def test_in_raise_it_up_a_box_has_both_wagers_and_they_are_equal(box: dict[str, int]) -> None:
    table = drive("PA-669a").open(1)
    assert "PA-669a.7(d)(1)" in table.refused("bet", P1, seat=1, wagers=box).clauses
    table.do("bet", P1, seat=1, wagers={"ante": 1000, "blind": 1000})


# ── until when ──


@each("close_betting")
@pytest.mark.clause("I-17", "S-35")
def test_after_the_call_nothing_is_made_raised_or_taken_back(regulation: str) -> None:
    table = drive(regulation).start()
    clause = marks(regulation, "close_betting").args
    free = next(wager for wager in load(regulation).wagers if wager not in table.round.facts.stakes[1])
    bets, phases = main_bets(regulation), []
    while table.state.rounds == 0:
        if table.state.phase not in phases:
            phases.append(table.state.phase)
            boxes: tuple[dict[str, int], ...] = ({}, {**bets, free: 500}, {w: 2 * c for w, c in bets.items()})
            for box in boxes if table.state.phase != "racking" else ():
                refusal = table.refused("bet", P1, seat=1, wagers=box)
                assert "betting is closed" in refusal.what and refusal.clauses == [*clause, "I-17"]
            table.refused("ready", P1, seat=1)
        table.take(table.next())
    assert {"dealing", "deciding", "settling", "racking"} <= set(phases)


@each("no_more_bets", groups=DEALS)
@pytest.mark.parametrize("real_cards", [False, True])
def test_no_card_leaves_before_the_call(regulation: str, deal: str, real_cards: bool) -> None:
    table = drive(regulation, real_cards=real_cards, cards={"deal": deal}).open(1)
    assert "no wagers" in table.refused("no_more_bets", DEALER).what
    table.bet({1: main_bets(regulation)})
    for _ in ("not everybody waits", "everybody waits"):
        refusal = table.refused("deal", DEALER)
        assert "betting is still open" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "no_more_bets", group=deal).args
        if "ready" in table.offered():
            table.do("ready", P1, seat=1)
    for wrong in (FLOOR, DEVICE, P1):
        assert table.refused("no_more_bets", wrong).legal.startswith("It is for the dealer.")
    table.do("no_more_bets", DEALER)
    assert table.kinds()[-1] == "no_more_bets" and table.kinds().count("deal") == 0
    assert "deal" in table.offered()


def test_who_is_ready_waits_until_he_changes_his_mind() -> None:
    table = drive("PA-649a").open(1, 3)
    assert "has no wager" in table.refused("ready", P1, seat=1).what
    table.bet({1: {"ante": 1000}, 3: {"ante": 1000}})
    assert "not yours" in table.refused("ready", P1, seat=3).what
    table.do("ready", P1, seat=1)
    table.do("ready", P3, seat=3)
    assert "waits already" in table.refused("ready", P1, seat=1).what
    table.do("bet", P1, seat=1, wagers={"ante": 1500})
    assert list(table.round.betting.ready) == [3]
    table.do("bet", P3, seat=3, wagers={})
    assert list(table.round.betting.ready) == []


# ── a meter that does not answer ──


@proves("place_progressive")
def test_a_link_that_is_stopped_takes_no_wager() -> None:
    table = drive("PA-649a", wagers={"three_card_progressive": {}}).open(1, 3)
    link = table.state.links["three_card_progressive"]
    box = {"ante": 1000, "three_card_progressive": 100}
    table.do("bet", P1, seat=1, wagers=box)
    table.desk.links.write(link, StopLink("test"), FLOOR, table.clock.now)
    refusal = table.refused("bet", P3, seat=3, wagers=box)
    assert "is stopped: test" in refusal.what and "without the progressive wager" in refusal.legal
    table.do("bet", P3, seat=3, wagers={"ante": 1000})
    table.do("bet", P1, seat=1, wagers={**box, "ante": 1500})
    assert lying(table)["three_card_progressive"] == 100, "what was accepted lies there until the call"
    table.desk.links.write(link, ResumeLink("test"), FLOOR, table.clock.now)
    table.do("bet", P3, seat=3, wagers=box)


def test_wagers_come_from_outside_as_dollars() -> None:
    table = drive("PA-649a").open(1)
    wrong: tuple[Any, ...] = (10.5, "10.005", "-5.00", "1e3", " 10", None, True, "10,00", "9" * 40, {"a": 1})
    for amount in wrong:
        with pytest.raises(Refused, match="bet, wagers"):
            table.json("bet", P1, seat=1, wagers={"ante": amount})
    for text, cents in (("10", 1000), ("10.5", 1050), ("0007.25", 725), (20, 2000)):
        table.json("bet", P1, seat=1, wagers={"ante": text})
        assert lying(table) == {"ante": cents}
