"""Of several boxes, wagers, hands, cards, draws, meters and payments that an event is about, each is told."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.link import ResumeLink, StopLink
from feltlaw.table.places import hand
from feltlaw.views import Viewer, view
from tests.support.driver import DEALER, DEVICE, FLOOR, FLOOR2, REGULATIONS, Driver, drive
from tests.support.eyes import CARDS
from tests.support.rounds import P1, player, real, write_link
from tests.views.test_each_part import told as told_of
from tests.views.test_each_part import told_all

ONLOOKER = Viewer("onlooker")


def told(table: Driver, kind: str) -> Any:
    """What everybody is told of the last event of a kind."""
    return told_of(table, kind)[-1]


def stakes(box: Any) -> dict[str, int]:
    return {one.wager: one.stake for one in box.wagers}


def amounts(reading: Any) -> dict[str, int]:
    return {one.level: one.showing for one in reading.levels}


# ── wagers ──


def test_every_wager_of_a_box_is_told_when_it_is_made() -> None:
    table = drive("PA-649a", wagers={"six_card_bonus": {}}).open(1)
    bets = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700}
    table.bet({1: bets})
    assert stakes(told(table, "bet")) == bets


@pytest.mark.clause("I-138", "PA-680a.7(d)(2)")
def test_every_wager_of_a_box_that_goes_back_is_told() -> None:
    table = drive("PA-680a", wagers={"pot": {}, "bonus": {}}).open(1, 3)
    table.bet({1: {"ante": 1000, "bonus": 500}, 3: {"ante": 1000, "pot": 500}})
    table.do("return_wagers", seat=1)
    back = told(table, "return_wagers")
    assert (back.seat, stakes(back)) == (1, {"ante": 1000, "bonus": 500})


def test_every_box_of_a_player_who_goes_before_the_call_is_told_with_its_wagers() -> None:
    table = drive("PA-649a", limits={"adjacent_boxes": 3}).open(1)
    bets = {1: {"ante": 1000, "pair_plus": 500}, 2: {"ante": 2000}, 3: {"pair_plus": 600}}
    for seat, wagers in bets.items():
        if seat > 1:
            table.do("sit", P1, seat=seat)
        table.do("bet", P1, seat=seat, wagers=wagers)
    table.do("record_departure", FLOOR, player="p1")
    left = told(table, "record_departure")
    assert left.seats == (1, 2, 3) and {box.seat: stakes(box) for box in left.returned} == bets


HAND = "five_card_hand_bonus"
PROGRESSIVES = {
    "three_card_progressive": 100,
    "five_card_progressive": 100,
    "five_of_six_progressive": 100,
    f"{HAND}_player": 100,
    f"{HAND}_dealer": 100,
}


def closed(*stopped: str) -> tuple[Driver, Any]:
    """The call at a table with two draws and four meters, some stopped; two have bet on all of them."""
    offered: dict[str, Any] = {one: {} for one in PROGRESSIVES if one.endswith("progressive")}
    offered[HAND] = {"magic_card": True, "lucky_bonus": True}
    table = drive("PA-649a", wagers=offered).open(1, 3)
    table.bet({seat: {"ante": 1000, **PROGRESSIVES} for seat in (1, 3)})
    for meter in stopped:
        write_link(table, table.state.links[meter], StopLink("cut off"))
    table.chance.drawn = {"magic_card": "Ks", "lucky_position": 3}
    table.do("no_more_bets")
    return table, told(table, "no_more_bets")


@pytest.mark.clause("I-154")
def test_every_wager_that_goes_back_at_the_call_is_told_with_the_reason() -> None:
    stopped = ("three_card_progressive", "five_of_six_progressive")
    _, call = closed(*stopped)
    why = "its meter does not take wagers now"
    back = sorted((one.seat, one.wager, one.why) for one in call.returned)
    assert back == sorted((seat, wager, why) for seat in (1, 3) for wager in stopped)


@pytest.mark.clause("PA-649a.12(i)(3)", "I-61")
def test_each_of_two_draws_is_told() -> None:
    table, call = closed()
    drawn = {"magic_card": "Ks", "lucky_position": "3"}
    assert {one.draw: one.value for one in call.draws} == drawn
    assert {one.draw: one.value for one in seen_round(table).draws} == drawn


def seen_round(table: Driver) -> Any:
    found = view(table.state, ONLOOKER, table.desk.links.states).public.round
    assert found is not None
    return found


@pytest.mark.clause("PA-649a.12(e)(3):A", "PA-649a.12(h)(3)", "PA-649a.12(i)(4)", "PA-649a.12(j)(3)")
def test_what_each_meter_shows_after_the_call_is_told() -> None:
    """Of two wagers of a dollar on each: 14%, 21% and 28%; of four on the Hand Bonus 21%."""
    _, call = closed()
    assert {one.link.partition(":")[2]: amounts(one) for one in call.readings} == {
        "three_card_progressive": {"meter": 1_000_28},
        "five_card_progressive": {"meter": 10_000_42},
        HAND: {"meter": 10_000_84},
        "five_of_six_progressive": {"meter": 10_000_56},
    }


@pytest.mark.clause("MA-TCP.13(g):PTMGLML02#2", "I-113")
def test_what_each_level_of_a_meter_shows_is_told() -> None:
    """Of two wagers of a dollar the mega gets 13%, the major 5%, the minor 3%."""
    table = drive("MA-TCP", wagers={"multi_game_link": {"paytable": "PTMGLML02"}})
    table.start({seat: {"ante": 1000, "multi_game_link": 100} for seat in (1, 3)})
    (reading,) = told(table, "no_more_bets").readings
    assert amounts(reading) == {"mega": 10_000_26, "major": 1_000_10, "minor": 250_06}


# ── cards ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_card_of_a_stack_is_told_to_come_to_its_place(regulation: str) -> None:
    many = CARDS.get(regulation, 3)
    table = drive(regulation, cards={"deal": "automated_shoe"}).start().until("deciding")
    stacks = [one.to for one in told_of(table, "deal") if one.steps == ("deal_hands",)]
    wanted = ["player 1", "player 3", *(["dealer"] if regulation != "PA-669a" else [])]
    assert [[str(place) for place in to] for to in stacks] == [[place] * many for place in wanted]


LEFT = {
    1: {"ante": 1000, "cover_all": 500, "three_card_progressive": 100},
    **{seat: {"ante": 1000} for seat in (3, 4, 5, 6)},
}
GIVEN = {"seat 3": "As Ks Qs", "seat 4": "Ah Kh Qh", "dealer": "2s 9c Jd"}


@pytest.mark.clause(
    "MA-TCP.10(b)", "MA-TCP.10(b)#3", "MA-TCP.12(h)a", "MA-TCP.13(e)b", "I-48", "I-100", "I-108"
)
def test_every_hand_that_is_collected_counted_or_left_face_up_is_told() -> None:
    """Two suited A-K-Q, each of which gives envy, stay exposed; cards of surrendered hands are counted."""
    offered = {"cover_all": {}, "three_card_progressive": {"folded_hands_qualify": True}}
    table = drive("MA-TCP", wagers=offered).start(LEFT, GIVEN)
    table.finish(seat_1="play", seat_3="fold", seat_4="fold", seat_5="surrender", seat_6="surrender")
    found = told(table, "collect_forfeits")
    shown = {str(one.place): (one.cards, one.hand) for one in found.shown}
    assert shown == {
        "player 3": (parse_cards("As Ks Qs"), "mini-royal of spades"),
        "player 4": (parse_cards("Ah Kh Qh"), "mini-royal of hearts"),
    }
    assert {str(one.place): one.cards for one in found.counted} == {"player 5": 3, "player 6": 3}
    assert [(one.seat, one.wager, one.net) for one in found.lines] == [
        (seat, "ante", -1000) for seat in (6, 5, 4, 3)
    ]


@pytest.mark.clause("PA-680a.11(f)", "I-139")
def test_every_hand_that_is_turned_up_for_the_pot_is_told() -> None:
    table = drive("PA-680a", wagers={"pot": {}})
    hands = {"seat 1": "2c 2d 3h 2h 3s", "seat 3": "4c 4d 4h 4s 6c", "dealer": "Kc Qc Jc 9s 5d"}
    table.start({seat: {"ante": 1000, "pot": 500} for seat in (1, 3)}, hands).finish()
    rest = told(table, "settle_rest")
    assert {str(one.place): (len(one.cards), one.hand) for one in rest.shown} == {
        "player 1": (2, "Point Count 6"),
        "player 3": (2, "Point Count 10"),
    }
    assert {(one.seat, one.wager, one.net) for one in rest.lines} == {(1, "pot", -500), (3, "pot", 500)}


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_hand_that_goes_to_the_rack_at_the_end_is_told(regulation: str) -> None:
    """Whatever lies there still when a round is void."""
    many = CARDS.get(regulation, 3)
    table = real(regulation).until("deciding")
    table.do("report", DEALER, kind="wrong_number_of_cards", place=hand(3), cards=many + 1)
    table.until("betting", "shuffling")
    order = {str(one.place): one.cards for one in told(table, "rack_cards").order}
    assert {place: cards for place, cards in order.items() if "player" in place} == {
        f"player {seat}": many for seat in (1, 3, 4)
    }


# ── money ──


@pytest.mark.clause("I-154")
def test_what_a_link_that_is_back_gives_is_told() -> None:
    """PA-649a.12(e)(1):A: all of the meter, on which 14% of two wagers of a dollar came."""
    table = drive("PA-649a", wagers={"three_card_progressive": {}})
    bets = {seat: {"ante": 1000, "three_card_progressive": 100} for seat in (1, 3)}
    table.start(bets, {"seat 1": "As Ks Qs", "seat 3": "2s 7h 9d"}).until(do="verify_win")
    link = table.state.links["three_card_progressive"]
    write_link(table, link, StopLink("cut off"))
    table.do("verify_win")
    assert (told(table, "verify_win").amount, told(table, "verify_win").waits_for_link) == (None, True)
    write_link(table, link, ResumeLink("repaired"))
    table.do("link_is_back", DEVICE, link=link)
    back = told(table, "link_is_back")
    assert back.link == link
    assert [(one.seat, one.wager, one.amount) for one in back.awards] == [
        (1, "three_card_progressive", 1_000_28)
    ]


@pytest.mark.clause("I-152", "PA-649a.13(c)")
def test_every_payment_that_is_taken_back_is_told() -> None:
    """Of a player who has $4 left of $10, that."""
    hands = {"player 7": "Ks Kh 3c", "player 6": "2s 2h 9c", "player 5": "4s 6h Jc", "dealer": "Qd 8h 3s"}
    table = real("PA-649a", {seat: {"pair_plus": 1000} for seat in (7, 6, 5)}, hands).until("settling")
    for seat in (7, 6):
        table.step("turn_up_player")
        table.do("settle_player", DEALER, seat=seat)
    table.do("cash_out", player(7), amount=table.chips(7) - 400)
    table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(5), cards=4)
    (void,) = [one.data for one in told_all(table, ONLOOKER) if one.kind == "void_round"]
    taken = {one.seat: (one.name, one.amount, one.short) for one in void.taken_back}
    assert taken == {7: ("pair_plus", 400, 600), 6: ("pair_plus", 1000, 0)}
    assert {(one.seat, one.result, one.returned) for one in void.lines} == {
        (seat, "void", 1000) for seat in (7, 6, 5)
    }
