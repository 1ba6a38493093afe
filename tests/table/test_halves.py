"""The second halves of what is said about people and boxes: what the rule leaves alone."""

from __future__ import annotations

import pytest

from feltlaw.table import Person
from tests.support.driver import CHIPS, DEALER, REGULATIONS, Driver, drive, each, main_bets
from tests.support.rounds import real

SEVERAL = [name for name in REGULATIONS if name != "PA-669a"]
"""Chapters in which a player may have more than one box."""
P1, P3, P5 = (Person("player", f"p{seat}") for seat in (1, 3, 5))


def boxes(regulation: str, many: int) -> Driver:
    """p1 in the first boxes, p5 in the fifth, betting open."""
    table = drive(regulation, limits={"adjacent_boxes": 3})
    table.sit(1, 5)
    for seat in range(2, many + 1):
        table.do("sit", P1, seat=seat)
    table.until("betting")
    return table


@each("stay_seated", "abandon", regulations=SEVERAL)
def test_a_box_that_is_not_in_the_round_is_given_up_while_the_other_is_played(regulation: str) -> None:
    table = boxes(regulation, 2)
    table.bet({1: main_bets(regulation), 5: main_bets(regulation)})
    table.do("no_more_bets")
    refusal = table.refused("leave", P1, seat=1)
    assert "in the round" in refusal.what and refusal.clauses
    table.do("leave", P1, seat=2)
    left = table.last("leave").data
    assert (left.seats, left.mid_round, left.kept_cents, left.table_idle) == ((2,), False, 0, False)
    assert table.state.seats == {1: "p1", 5: "p5"} and not table.state.away
    assert table.round.facts.rulings == {} and set(table.round.facts.stakes) == {1, 5}
    table.finish()
    assert table.state.seats == {1: "p1", 5: "p5"}


@each("stay_seated", "abandon", regulations=SEVERAL)
def test_who_leaves_takes_nobody_along(regulation: str) -> None:
    """Both boxes of the one are left, the other's is not; and when the round is over, he just goes."""
    table = boxes(regulation, 2)
    table.bet({seat: main_bets(regulation) for seat in (1, 2, 5)})
    table.do("no_more_bets")
    table.do("leave", P1, seat=0)
    left = table.last("leave").data
    assert (left.seats, left.mid_round, left.table_idle) == ((1, 2), True, False)
    assert table.round.facts.rulings == {1: "left", 2: "left"} and table.state.away == ("p1",)
    table.finish()
    assert table.state.seats == {5: "p5"}
    table.do("leave", P5, seat=5)
    assert table.last("leave").data.table_idle and table.last("leave").data.kept_cents == CHIPS + won(table)


def won(table: Driver) -> int:
    return sum(line.net for line in table.paid(5))


@each("stay_seated", regulations=SEVERAL)
def test_the_box_at_the_end_is_given_up_and_the_middle_one_is_not(regulation: str) -> None:
    table = boxes(regulation, 3)
    refusal = table.refused("leave", P1, seat=2)
    assert "lie apart" in refusal.what and refusal.clauses
    table.do("leave", P1, seat=3)
    assert table.state.seats == {1: "p1", 2: "p1", 5: "p5"} and not table.last("leave").data.table_idle
    assert {offer.data.seat for offer in table.offers("leave") if offer.who == "p1"} == {0, 1, 2}
    assert {offer.data.seat for offer in table.offers("leave") if offer.who == "p5"} == {5}


@each("stay_seated")
def test_every_free_seat_is_offered_and_no_other(regulation: str) -> None:
    table = drive(regulation, limits={"seats": 4}).open(2)
    free = {offer.data.seat for offer in table.offers("sit") if not offer.who}
    assert free == {1, 3, 4}


@pytest.mark.parametrize(
    ("regulation", "most"),
    [
        pytest.param("PA-649a", 7, marks=pytest.mark.clause("PA-649a.2(a)")),
        pytest.param("PA-679a", 6, marks=pytest.mark.clause("PA-679a.2(a)")),
        pytest.param("PA-669a", 6, marks=pytest.mark.clause("PA-669a.2(a)")),
        pytest.param("PA-680a", 6, marks=pytest.mark.clause("PA-680a.2(a)")),
        pytest.param("MA-TCP", 7, marks=pytest.mark.clause("I-128")),
    ],
)
def test_a_table_has_the_seats_it_was_submitted_with_and_never_more_than_the_chapter_allows(
    regulation: str, most: int
) -> None:
    """ "No more than" so many positions: those that were submitted are all there are."""
    for seats in range(1, most + 1):
        table = drive(regulation, limits={"seats": seats})
        for taken in range(1, seats + 1):
            free = [offer.data.seat for offer in table.offers("sit") if not offer.who]
            assert free == [*range(taken, seats + 1)]
            for wrong in (0, seats + 1, most + 1):
                person = Person("player", f"p{taken}")
                assert "there is no seat" in table.refused("sit", person, seat=wrong).what
            table.sit(taken)
        assert not [offer for offer in table.offers("sit") if not offer.who]


@pytest.mark.clause("PA-680a.11(b)", "PA-680a.11(b)(1)")
def test_three_of_the_cards_one_holds_are_chosen_and_of_real_ones_none() -> None:
    table = drive("PA-680a").start().until("deciding")
    (offer, _) = table.offers("set_hand")
    assert offer.choose == {"cards": {"from": table.cards("player 1"), "count": 3}}
    on_layout = real("PA-680a", {seat: main_bets("PA-680a") for seat in (1, 3)}, {}).until("deciding")
    assert [one.choose for one in on_layout.offers("set_hand")] == [{}, {}]


@each("count_stub")
def test_a_real_stub_is_counted_and_the_programs_is_known(regulation: str) -> None:
    cards = {"shuffler_counts_cards": False}
    table = drive(regulation, cards=cards).start().until("stub")
    assert [one.choose for one in table.offers("count_stub")] == [{}]
    bets = {seat: main_bets(regulation) for seat in (1, 3)}
    on_layout = real(regulation, bets, {}, cards=cards).until("stub")
    most = 53 if regulation == "PA-680a" else 52
    assert [one.choose for one in on_layout.offers("count_stub")] == [
        {"cards": {"minimum": 0, "maximum": most}}
    ]


@each("place_wagers")
def test_while_the_cards_are_prepared_again_wagers_only_go_back(regulation: str) -> None:
    for order in ("change_deck",) if regulation == "MA-TCP" else ("change_deck", "order_shuffle"):
        table = drive(regulation).open(1, 3)
        table.bet({1: main_bets(regulation)})
        table.do(order)
        for seat, wagers in ((3, main_bets(regulation)), (1, main_bets(regulation, 2000))):
            refusal = table.refused("bet", Person("player", f"p{seat}"), seat=seat, wagers=wagers)
            assert "prepared again" in refusal.what and refusal.clauses
        table.do("bet", P1, seat=1, wagers=main_bets(regulation))
        table.do("bet", P1, seat=1, wagers={})
        assert not table.round.facts.stakes.get(1)


@pytest.mark.clause("PA-679a.11(d)(2)(ii)")
def test_a_real_fourth_card_waits_for_the_hand_it_belongs_to() -> None:
    """As long as the hands are unknown no fourth card is turned up, whoever has one."""
    bets = {seat: {"ante": 1000, "pair_bonus": 500} for seat in (1, 3)}
    hands = {"player 3": "Ks Kh 3c", "player 1": "9s 5h 2d", "dealer": "Qd 8h 3s"}
    table = real("PA-679a", bets, hands, wagers={"pair_bonus": {}}).until("settling")
    assert "reveal_fourth" not in table.offered()
    assert table.refused("reveal_fourth", DEALER, seat=1).clauses == ["PA-679a.11(d)(2)(ii)"]
