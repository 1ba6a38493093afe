"""People and wagers: who may bet, on what, with what, until when."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.regulation import load
from feltlaw.table import Person
from tests.driver import (
    DEALER,
    DEALS,
    FLOOR,
    REGULATIONS,
    drive,
    each,
    main_bets,
    marks,
)

P1, P3 = Person("player", "P1"), Person("player", "P3")


# ── who ──


@each("stay_seated")
def test_only_seated_players_bet_and_only_on_their_own_boxes(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    cite = list(marks(regulation, "stay_seated").args)
    refusal = table.refused("bet", Person("player", "Nobody"), seat=2, wager="ante", amount=1000)
    assert "not seated" in refusal.what and list(refusal.cite.clauses) == cite
    refusal = table.refused("bet", P1, seat=3, wager="ante", amount=1000)
    assert "not yours" in refusal.what and list(refusal.cite.clauses) == cite
    table.do("bet", P3, seat=3, wager="ante", amount=1000)
    table.do("take_back", P3, seat=3, wager="ante")
    table.do("leave", P3)
    assert "not seated" in table.refused("bet", P3, seat=3, wager="ante", amount=1000).what


@each("stay_seated")
def test_a_player_with_a_wager_in_the_round_stays_in_it_when_he_leaves(regulation: str) -> None:
    table = drive(regulation).start()
    table.do("deal")
    table.do("leave", P3)
    assert table.last("leave").data == {"mid_round": True}
    assert table.player(3).left and table.player(3).seats == (3,)
    assert "seat 3 is taken" in table.refused("sit", Person("player", "New"), seat=3).what
    assert table.refused("sit", P3, seat=4).cite.clauses == marks(regulation, "stay_seated").args
    table.finish()
    assert not table.player(3).seats
    table.do("sit", Person("player", "New"), seat=3)


@pytest.mark.clause("I-10", "PA-649a.7(f)")
def test_boxes_of_one_person_are_adjacent_and_not_too_many() -> None:
    table = drive("PA-649a", limits={"adjacent_boxes": 2})
    table.do("sit", P1, seat=2)
    assert "PA-649a.7(f)" in table.refused("sit", P1, seat=4).clauses
    table.do("sit", P1, seat=3)
    assert "PA-649a.7(f)" in table.refused("sit", P1, seat=4).clauses
    assert "no seat 8" in table.refused("sit", P3, seat=8).what


@pytest.mark.clause("PA-669a.7(e)")
def test_in_raise_it_up_a_player_has_one_position() -> None:
    table = drive("PA-669a")
    table.do("sit", P1, seat=2)
    assert "PA-669a.7(e)" in table.refused("sit", P1, seat=3).clauses


# ── with what ──


@pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause), id=name)
        for name in REGULATIONS
        for clause in ["MA-TCP.6(b)" if name == "MA-TCP" else f"{name}.7(a)"]
    ],
)
def test_wagers_are_chips_or_plaques_and_never_spoken(regulation: str, clause: str) -> None:
    table = drive(regulation).open(1)
    for cash in ("cash", "words", ""):
        how: dict[str, Any] = {"with": cash}
        refusal = table.refused("bet", P1, seat=1, wager="ante", amount=1000, **how)
        assert refusal.cite.clauses == (clause,) and "chips" in refusal.legal
    for chips in ("plaques", "chips"):
        how = {"with": chips}
        table.do("bet", P1, seat=1, wager="ante", amount=1000, **how)
        assert table.round.stakes == {1: {"ante": 1000}}
        table.do("take_back", P1, seat=1, wager="ante")


@pytest.mark.clause("MA-TCP.6(b)", "I-123")
def test_a_match_play_coupon_lies_on_a_wager_where_the_house_accepts_it() -> None:
    table = drive("MA-TCP").open(1)
    refusal = table.refused("bet", P1, seat=1, wager="ante", amount=1000, coupon=True)
    assert "MA-TCP.6(b)" in refusal.clauses
    table = drive("MA-TCP", wagers={"ante": {"match_play": True}, "six_card_bonus": {}})
    hands = {"seat 1": "As Ah 2c", "dealer": "Kh Qd 2d"}
    table.planned, table.wanted = {1: {"ante": 1000}}, hands
    table.open(1)
    table.do("bet", P1, seat=1, wager="ante", amount=1000, coupon=True)
    assert "cannot lie" in table.refused("bet", P1, seat=1, wager="pair_plus", amount=500, coupon=True).what
    assert (
        "cannot lie" in table.refused("bet", P1, seat=1, wager="six_card_bonus", amount=500, coupon=True).what
    )
    before = table.chips(1)
    table.do("no_more_bets")
    table.finish(seat_1="play")
    assert table.chips(1) - before == 1000 + 2 * 1000 + 1000, (
        "Ante back, doubled even money, and 1 to 1 on Play"
    )


# ── in which order ──


@pytest.mark.parametrize(
    ("regulation", "wager", "first"),
    [
        pytest.param(
            name,
            wager.id,
            first,
            marks=pytest.mark.clause(*wager.requires.cite.clauses),
            id=f"{name}-{wager.id}",
        )
        for name in REGULATIONS
        for wager in load(name).wagers.values()
        if wager.requires and wager.stake.kind in ("limits", "fixed")
        for first in [wager.requires.wagers]
    ],
)
def test_a_side_wager_comes_after_the_wager_it_needs(
    regulation: str, wager: str, first: tuple[str, ...]
) -> None:
    law = load(regulation)
    section = law.wagers[wager].section
    table = drive(regulation, wagers={section: {}}).open(1)
    amount = table.state.submission.wagers[wager].minimum
    refusal = table.refused("bet", P1, seat=1, wager=wager, amount=amount)
    requires = law.wagers[wager].requires
    assert requires is not None and refusal.cite.clauses == requires.cite.clauses
    for one in first if requires.all_of_them else first[:1]:
        table.do("bet", P1, seat=1, wager=one, amount=1000)
    table.do("bet", P1, seat=1, wager=wager, amount=amount)
    assert table.round.stakes[1][wager] == amount


def test_a_wager_is_made_once_within_the_limits_and_the_players_chips() -> None:
    table = drive("PA-649a").open(1)
    table.do("cash_out", P1, amount=table.chips(1) - 2000)
    for amount, why in (
        (499, "below"),
        (50_001, "above"),
        (0, "no wager"),
        (-500, "no wager"),
        (2001, "in front of"),
    ):
        assert why in table.refused("bet", P1, seat=1, wager="ante", amount=amount).what
    assert "no such wager" in table.refused("take_back", P1, seat=1, wager="ante").what
    table.do("bet", P1, seat=1, wager="ante", amount=2000)
    assert "already" in table.refused("bet", P1, seat=1, wager="ante", amount=500).what
    assert "Take them back" in table.refused("leave", P1).legal
    assert "decision" in table.refused("bet", P1, seat=1, wager="play", amount=500).what
    assert "does not offer" in table.refused("bet", P1, seat=1, wager="six_card_bonus", amount=500).what
    assert "not a wager" in table.refused("bet", P1, seat=1, wager="nonsense", amount=500).what
    table.do("take_back", P1, seat=1, wager="ante")
    assert table.chips(1) == 2000


@pytest.mark.clause("PA-680a.7(d)(2)", "I-138")
def test_the_pot_needs_two_people_and_goes_back_before_the_deal_otherwise() -> None:
    both = {"ante": 1000, "pot": 500}
    table = drive("PA-680a", wagers={"pot": {}}, limits={"adjacent_boxes": 2}).open(1, 3)
    table.bet({1: both, 3: {"ante": 1000}})
    assert "PA-680a.7(d)(2)" in table.refused("no_more_bets").clauses
    table.bet({3: {"pot": 500}})
    table.do("no_more_bets")
    assert table.last("no_more_bets").data["pot_returned"] == []
    table.finish()
    table.until("betting")
    before = table.chips(1)
    table.bet({1: both})
    table.do("no_more_bets")
    assert table.last("no_more_bets").data["pot_returned"] == [1]
    assert table.round.stakes == {1: {"ante": 1000}} and table.chips(1) == before - 1000


# ── until when ──


@each("close_betting")
@pytest.mark.clause("I-17")
def test_after_the_call_nothing_is_made_raised_or_taken_back(regulation: str) -> None:
    table = drive(regulation).start()
    clause = marks(regulation, "close_betting").args
    free = next(wager for wager in load(regulation).wagers if wager not in table.round.stakes[1])
    phases = []
    while table.state.rounds == 0:
        if table.state.phase not in phases:
            phases.append(table.state.phase)
            for do, data in (
                ("bet", {"wager": "ante", "amount": 1000}),
                ("bet", {"wager": free, "amount": 500}),
                ("take_back", {"wager": "ante"}),
            ):
                refusal = table.refused(do, P1, seat=1, **data)
                assert "betting is closed" in refusal.what and refusal.clauses == [*clause, "I-17"]
        table.take(table.next())
    assert {"dealing", "deciding", "settling", "racking"} <= set(phases)


@each("no_more_bets", groups=DEALS)
def test_no_card_leaves_before_the_call(regulation: str, deal: str) -> None:
    table = drive(regulation, cards={"deal": deal}).open(1)
    refusal = table.refused("no_more_bets", DEALER)
    assert "no wagers" in refusal.what
    table.bet({1: main_bets(regulation)})
    refusal = table.refused("deal", DEALER)
    assert "betting is still open" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "no_more_bets", group=deal).args
    assert "for the dealer" in table.refused("no_more_bets", FLOOR).legal
    table.do("no_more_bets")
    assert table.kinds()[-1] == "no_more_bets" and table.kinds().count("deal") == 0
    assert "deal" in table.offered()


# ── what it is called ──


@pytest.mark.clause("PA-649a.1:play-wager")
def test_the_play_wager_is_made_after_the_cards_are_seen() -> None:
    table = drive("PA-649a").start({1: {"ante": 1000}})
    before = table.chips(1)
    table.until("deciding")
    assert table.chips(1) == before and "play" not in table.state.on_felt()[1]
    table.say(1, "play")
    assert table.state.on_felt()[1]["play"] == 1000 and table.chips(1) == before - 1000


@pytest.mark.clause("MA-TCP.1:round-of-play")
def test_a_round_runs_from_the_wagers_to_the_last_payment() -> None:
    table = drive("MA-TCP").open(1, 3)
    numbers = [(table.round.number, table.round.ended)]
    table.start()
    while any(table.state.on_felt().values()):
        numbers.append((table.round.number, table.round.ended))
        table.take(table.next())
    assert set(numbers) == {(1, False)}
    table.until(do="shuffle")
    assert (table.round.number, table.round.ended, table.state.rounds) == (1, True, 1)
    table.until("betting")
    assert (table.round.number, table.round.ended) == (2, False)


@pytest.mark.clause("PA-679a.7(e)", "I-10")
def test_a_gap_between_one_players_boxes_can_be_closed_by_the_crew() -> None:
    table = drive("PA-679a", limits={"adjacent_boxes": 3})
    ann = Person("player", "Ann")
    for seat in (2, 3, 4):
        table.do("sit", ann, seat=seat)
    table.do("buy_in", ann, amount=100_000)
    table.sit(6)
    table.until("betting")
    table.bet({2: {"ante": 1000}, 4: {"ante": 1000}, 6: {"ante": 1000}})
    assert "not adjacent" in table.refused("no_more_bets").what
    assert [offer.data["seat"] for offer in table.offers("return_wagers")] == [2, 4]
    assert "complete" in table.refused("return_wagers", DEALER, seat=6).what
    table.do("return_wagers", DEALER, seat=4)
    assert "return_wagers" not in table.offered()
    table.do("no_more_bets")
    table.finish()
