"""A wrong hand found late: wagers go back, payments come back where they can, nobody is made to owe."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import CAGE
from feltlaw.event import Person
from feltlaw.table.places import COMMUNITY, DEALER, Place, fourth, hand
from tests.support.driver import CHIPS, FLOOR, FLOOR2, REGULATIONS, Driver, main_bets
from tests.support.driver import DEALER as DEE
from tests.support.rounds import P1, RealTable, check_links, house, meter, nets, player, real

WRONG = {name: f"{name}.{'14' if name == 'MA-TCP' else '13'}(c)" for name in REGULATIONS}
PAIR_PLUS = {seat: {"pair_plus": 1000} for seat in (7, 6, 5)}
HANDS = {"player 7": "Ks Kh 3c", "player 6": "2s 5h 9c", "player 5": "4s 6h Jc", "dealer": "Qd 8h 3s"}


def paid_and_lost(**sections: Any) -> RealTable:
    """I-152: seat 7 was paid 10.00, seat 6 has lost 10.00; seat 5 is next."""
    table = real("PA-649a", PAIR_PLUS, HANDS, **sections).until("settling")
    for seat in (7, 6):
        table.step("turn_up_player")
        table.do("settle_player", DEE, seat=seat)
    assert nets(table, 7, 6, 5) == {7: 1000, 6: -1000, 5: 0} and house(table) == 0
    return table


def four_cards(table: Driver, seat: int = 5) -> None:
    """A hand is found with four cards: one reports it, another account confirms."""
    table.both("report", DEE, FLOOR2, kind="wrong_number_of_cards", place=hand(seat), cards=4)
    assert table.kinds()[-1] == "void_round"


# ── I-152 to the letter ──


@pytest.mark.clause("I-152", "PA-649a.13(c)")
def test_everybody_ends_the_round_at_zero() -> None:
    table = paid_and_lost()
    four_cards(table)
    assert nets(table, 7, 6, 5) == {7: 0, 6: 0, 5: 0} and house(table) == 0
    data = table.last("void_round").data
    (back,) = data.taken_back
    assert (back.turn, back.seat, back.name, back.cents, back.short_cents) == (1, 7, "pair_plus", 1000, 0)
    assert {one.result for one in data.lines} == {"void"} and data.cite.clauses[0] == "PA-649a.13(c)"
    table.finish()
    assert [offer.data.deck for offer in table.offers("shuffle")] == [0], "the cards are reshuffled"


@pytest.mark.clause("I-152")
def test_where_the_submission_says_so_what_was_paid_stays_paid() -> None:
    table = paid_and_lost(settlement={"late_void": "keep_paid"})
    four_cards(table)
    assert nets(table, 7, 6, 5) == {7: 1000, 6: 0, 5: 0} and house(table) == -1000
    assert table.last("void_round").data.taken_back == ()


@pytest.mark.clause("I-152")
def test_a_player_who_has_gone_with_the_money_keeps_it_and_the_house_bears_it() -> None:
    table = paid_and_lost()
    table.do("leave", player(7))
    four_cards(table)
    assert nets(table, 7, 6, 5) == {7: 1000, 6: 0, 5: 0} and house(table) == -1000
    (back,) = table.last("void_round").data.taken_back
    assert (back.cents, back.short_cents) == (0, 1000)
    table.finish()
    assert table.last("end_round").data.kept == {"p7": CHIPS + 1000}


@pytest.mark.clause("I-152")
@pytest.mark.parametrize("left", [0, 400, 1000, 5000])
def test_of_a_player_with_too_few_chips_what_is_there_is_taken_and_nobody_owes(left: int) -> None:
    table = paid_and_lost()
    table.do("cash_out", player(7), amount=table.chips(7) - left)
    cage = table.state.books[CAGE]
    four_cards(table)
    taken = min(left, 1000)
    (back,) = table.last("void_round").data.taken_back
    assert (back.cents, back.short_cents) == (taken, 1000 - taken)
    assert table.chips(7) == left - taken >= 0 and house(table) == taken - 1000
    assert table.state.books[CAGE] == cage and nets(table, 6, 5) == {6: 0, 5: 0}


# ── when two people are needed ──


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(WRONG[name], "I-157")) for name in REGULATIONS]
)
def test_before_a_payment_one_person_reports_it_after_one_two_are_needed(regulation: str) -> None:
    report: dict[str, Any] = {"kind": "wrong_number_of_cards", "place": hand(1), "cards": 6}
    table = real(regulation).until("deciding")
    table.do("report", DEE, **report)
    assert table.round.void and table.last("void_round").data.cite.clauses[0] == WRONG[regulation]
    assert nets(table, 1, 3, 4) == {1: 0, 3: 0, 4: 0} and house(table) == 0
    late = real(regulation).until(do="settle_player")
    late.do("settle_player", DEE)
    late.do("report", DEE, **report)
    request = late.state.requests[-1]
    assert late.kinds()[-1] == "ask" and "void" in request.about
    for person in (DEE, Person("floorperson", DEE.account), P1, Person("dealer", "dan")):
        late.refused("confirm", person, request=request.id)
    late.do("confirm", FLOOR2, request=request.id)
    assert late.round.void and nets(late, 1, 3, 4) == {1: 0, 3: 0, 4: 0} and house(late) == 0
    assert late.last("report").confirmed_by == FLOOR2


@pytest.mark.clause("I-157", "I-68")
def test_a_verified_win_alone_makes_it_two_people() -> None:
    stakes = {"ante": 1000, "three_card_progressive": 100}
    hands = {"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
    table = real("PA-649a", {1: {"ante": 1000}, 3: stakes}, hands, wagers={"three_card_progressive": {}})
    table.until(do="verify_win")
    table.do("verify_win", DEE, seat=3, wager="three_card_progressive")
    table.do("report", FLOOR, kind="wrong_number_of_cards", place=hand(1), cards=4)
    assert table.kinds()[-1] == "ask" and table.link("three_card_progressive").open


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.clause("I-152")
def test_a_wrong_hand_found_while_the_cards_are_picked_up_voids_the_round_too(regulation: str) -> None:
    table = real(regulation).until("racking")
    table.both("report", DEE, FLOOR2, kind="wrong_number_of_cards", place=hand(3), cards=2)
    assert table.round.void and nets(table, 1, 3, 4) == {1: 0, 3: 0, 4: 0} and house(table) == 0
    table.finish()


# ── which hands count ──


@pytest.mark.clause("PA-649a.13(c)", "PA-669a.13(c)", "PA-679a.13(c)", "I-20")
def test_players_and_the_dealer_or_the_community_cards_of_raise_it_up_count_and_bonus_cards_do_not() -> None:
    poker = real("PA-649a", {1: {"ante": 1000, "five_card_progressive": 100}},
                 wagers={"five_card_progressive": {}}).until("deciding")  # fmt: skip
    prime = real("PA-679a", {1: {"ante": 1000, "pair_bonus": 500}}, wagers={"pair_bonus": {}}).until(
        "deciding"
    )
    raised = real("PA-669a", {1: main_bets("PA-669a")}).until("deciding")
    report = {"kind": "wrong_number_of_cards"}
    for table, place, cards in ((poker, COMMUNITY, 3), (prime, fourth(1), 2), (raised, DEALER, 4)):
        refusal = table.refused("report", DEE, **report, place=place, cards=cards)
        assert "no such hand counts" in refusal.what and "I-20" in refusal.legal
    for table, place, cards in ((poker, hand(1), 3), (prime, DEALER, 3), (raised, COMMUNITY, 3)):
        assert "are right for" in table.refused("report", DEE, **report, place=place, cards=cards).what
    assert "no such hand" in poker.refused("report", DEE, **report, place=hand(2), cards=4).what
    for table, place, cards in ((poker, DEALER, 2), (prime, hand(1), 4), (raised, COMMUNITY, 2)):
        table.do("report", DEE, **report, place=place, cards=cards)
        said = table.last("report").data
        assert (said.place, said.cards) == (place, cards) and table.round.void


COUNT: dict[str, tuple[str, list[str]]] = {
    "PA-649a": ("dealer", ["PA-649a.13(c)", "PA-649a.8(d)"]),
    "MA-TCP": ("dealer", ["MA-TCP.14(c)"]),
    "PA-679a": ("dealer", ["PA-679a.13(c)", "PA-679a.8(c)"]),
    "PA-669a": ("community", ["PA-669a.13(c)"]),
    "PA-680a": ("dealer", ["PA-680a.13(c)"]),
}
"""What counts its cards beside the players' hands, and the paragraphs."""


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*one[1], "I-20")) for name, one in COUNT.items()],
)
def test_a_report_on_another_place_is_told_of_every_hand_that_counts(regulation: str) -> None:
    table = real(regulation, {seat: main_bets(regulation) for seat in (1, 3, 4)}).until("deciding")
    hands = ["player 1", "player 3", "player 4"]
    for place in (hand(2), fourth(1), DEALER if regulation == "PA-669a" else COMMUNITY):
        refusal = table.refused("report", DEE, kind="wrong_number_of_cards", place=place, cards=4)
        named = refusal.legal.removeprefix("Name ").removesuffix("; cards of bonuses void no round (I-20).")
        assert sorted(named.split(", ")) == sorted([*hands, COUNT[regulation][0]])


@pytest.mark.clause("I-152", "PA-649a.13(c)", "MA-TCP.14(c)")
@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
@pytest.mark.parametrize(
    ("left", "taken"),
    [
        (0, [0, 0, 0]), (300, [300, 0, 0]), (500, [500, 0, 0]), (1200, [500, 700, 0]),
        (2100, [500, 1000, 600]), (9000, [500, 1000, 1000]),
    ],
)  # fmt: skip
def test_payments_are_undone_from_the_last_one_back_as_far_as_the_chips_go(
    regulation: str, left: int, taken: list[int]
) -> None:
    """Ante, Play and then Pair Plus were paid 10, 10 and 5: of too few chips the last comes back first."""
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "pair_plus": 500}}
    hands = {"player 3": "Ks Kh 9d", "dealer": "Qs Qh 8c", "player 1": "2s 5h 9c"}
    table = real(regulation, bets, hands).until(do="settle_player")
    table.do("settle_player", DEE, seat=3)
    assert nets(table, 3) == {3: 2500}
    table.do("cash_out", player(3), amount=table.chips(3) - left)
    four_cards(table, 1)
    back = table.last("void_round").data.taken_back
    wanted = zip((3, 2, 1), ("pair_plus", "play", "ante"), taken, (500, 1000, 1000), strict=True)
    assert [(one.turn, one.name, one.cents, one.short_cents) for one in back] == [
        (turn, name, cents, whole - cents) for turn, name, cents, whole in wanted
    ]
    assert table.chips(3) == left - sum(taken) and house(table) == sum(taken) - 2500


# ── where the money came from ──


@pytest.mark.clause("I-152", "PA-680a.13(c)")
@pytest.mark.parametrize("gone", [False, True])
def test_the_pot_is_taken_back_from_who_won_it(gone: bool) -> None:
    bets = {seat: {"ante": 1000, "pot": 500} for seat in (1, 3)}
    hands = {"player 3": "Kh Qd Jc 4s 5h", "player 1": "2c 2d 2h 3s 3h", "dealer": "4c 4d 4h 6s 6h"}
    table = real("PA-680a", bets, hands, wagers={"pot": {}}).until("racking")
    assert nets(table, 1, 3) == {1: -500, 3: 1500}
    if gone:
        table.do("leave", player(3))
    four_cards(table, 1)
    assert nets(table, 1, 3) == ({1: 0, 3: 1500} if gone else {1: 0, 3: 0})
    assert house(table) == (-1500 if gone else 0), "the loser has his stake back either way"
    table.finish()


@pytest.mark.clause("I-152", "I-07")
@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("option", ["take_back", "keep_paid"])
def test_a_paid_jackpot_is_on_the_meter_again_or_stays_paid(option: str, gone: bool) -> None:
    stakes = {"ante": 1000, "three_card_progressive": 100}
    hands = {"player 3": "As Ks Qs", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
    table = real("PA-649a", {1: stakes, 3: stakes}, hands, wagers={"three_card_progressive": {}},
                 settlement={"late_void": option})  # fmt: skip
    seed = 1000_00
    table.until(do="validate").do("validate", FLOOR, seat=3, wager="three_card_progressive")
    table.do("settle_player", DEE, seat=3)
    paid = nets(table, 3)[3]
    if gone:
        table.do("leave", player(3))
    four_cards(table, 1)
    link = table.link("three_card_progressive")
    if option == "take_back":
        assert meter(table, "three_card_progressive") == seed, "whoever bears it, the meter is whole"
        assert (link.open, link.meter.levels["meter"].paid, link.meter.levels["meter"].hits) == ({}, 0, 0)
        assert nets(table, 1, 3) == {1: 0, 3: paid + 100 if gone else 0}
    else:
        assert nets(table, 1)[1] == 0 and nets(table, 3)[3] >= paid
        assert [hit.paid_cents for hit in link.open.values()] == [1000_28]
    table.finish()
    assert not table.link("three_card_progressive").open
    check_links([table])


@pytest.mark.clause("I-152", "I-67")
def test_electronic_credits_are_taken_back_to_the_house_not_the_inventory() -> None:
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "five_card_hand_bonus_player": 100}}
    hands = {"player 3": "As Ah Ad", "community": "Ts Td", "player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
    table = real("PA-649a", bets, hands, wagers={"five_card_hand_bonus": {}})
    table.until(do="verify_win").do("verify_win", DEE, seat=3, wager="five_card_hand_bonus_player")
    table.do("settle_player", DEE, seat=3)
    assert nets(table, 3)[3] > 100_00
    four_cards(table, 1)
    left = {str(a): c for a, c in table.state.books.items() if a.kind in ("inventory", "house") and c}
    assert nets(table, 1, 3) == {1: 0, 3: 0} and left == {}
    assert Place("player", 3) not in table.round.racked
