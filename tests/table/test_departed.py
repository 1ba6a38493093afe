"""Players who go in mid-round, come back, or do not answer: nobody's one button takes their money."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.books import CAGE
from feltlaw.table import Person
from tests.support.driver import CHIPS, DEALER, DEVICE, FLOOR, PENNSYLVANIA, REGULATIONS, drive, main_bets
from tests.support.rounds import P1, P3, P4, deciding, line, names, nets, settling

MAY_BE_ABANDONED = {name: f"{name}.7(b)#2" for name in PENNSYLVANIA}
"""If a player leaves the table, wagers may be considered abandoned and treated as losing."""
TWO_BOXES: dict[str, Any] = {"limits": {"adjacent_boxes": 2}}


# ── recorded as gone ──


@pytest.mark.clause("I-157", "PA-649a.7(b)")
@pytest.mark.parametrize("regulation", [name for name in REGULATIONS if name != "PA-680a"])
def test_a_departure_takes_nothing_until_a_second_account_confirms_it(regulation: str) -> None:
    table = deciding(regulation)
    before = table.state.books
    table.do("record_departure", DEALER, player="p1")
    assert table.kinds()[-1] == "ask" and table.state.away == () and table.state.books == before
    assert {offer.data.seat for offer in table.offers("decide")} == {1}, "he is still asked"
    table.say(1, "check" if regulation == "PA-669a" else "play")
    assert table.state.requests == (), "his own act shows that he is there"
    assert "nothing waits" in table.refused("confirm", FLOOR, request=1).what


@pytest.mark.clause("I-157")
def test_one_of_the_two_is_a_floorperson_and_both_are_people_of_the_crew() -> None:
    table = deciding("PA-649a")
    table.do("record_departure", DEALER, player="p3")
    for person in (Person("dealer", "dan"), DEALER, Person("floorperson", DEALER.account)):
        assert "I-157" in table.refused("confirm", person, request=1).clauses
    for person in (P4, DEVICE, Person("floorperson", "p4"), Person("auditor", "ann")):
        table.refused("confirm", person, request=1)
    assert "was asked for already" in table.refused("record_departure", FLOOR, player="p3").what
    table.do("confirm", FLOOR, request=1)
    event = table.last("record_departure")
    assert (event.by, event.confirmed_by) == (DEALER, FLOOR)
    assert table.state.away == ("p3",) and table.round.facts.rulings == {3: "left"}


def test_the_second_person_may_refuse_and_the_first_may_take_it_back() -> None:
    table = deciding("PA-649a")
    for person in (FLOOR, DEALER):
        table.do("record_departure", DEALER, player="p3")
        table.do("withdraw", person, request=table.state.requests[-1].id)
        assert table.state.requests == () and table.state.away == ()
    table.do("record_departure", DEALER, player="p3")
    assert table.state.requests[0].id == 3, "no two requests have one number"


def test_a_request_that_nobody_could_carry_out_any_more_is_taken_back_by_itself() -> None:
    table = deciding("PA-649a")
    table.do("record_departure", DEALER, player="p3")
    table.do("leave", P3)
    assert table.state.requests == () and table.state.away == ("p3",)


@pytest.mark.clause("I-150", "I-157")
def test_before_the_call_one_person_records_it_and_the_chips_are_kept() -> None:
    table = drive("PA-649a").open(1, 3)
    table.bet({1: {"ante": 1000}, 3: {"ante": 1000}})
    table.do("record_departure", DEALER, player="p3")
    data = table.last("record_departure").data
    assert (data.mid_round, data.returned, data.kept_cents) == (False, {3: {"ante": 1000}}, CHIPS)
    assert 3 not in table.state.seats and table.state.chips("p3") == 0


# ── what a missing answer counts as ──


@pytest.mark.clause("I-09")
def test_the_table_answers_for_a_player_who_left_when_it_is_his_turn() -> None:
    table = deciding("PA-649a")
    table.do("leave", P3)
    assert 3 not in table.round.facts.answers, "it is not his turn yet"
    events = table.say(1, "play")
    assert [(event.kind, event.data.seat) for event in events] == [("decide", 1), ("decide", 3)]
    said = events[-1].data
    assert (said.answer.word, said.answer.leaves, said.absent) == ("fold", "fold", True)
    assert {offer.data.seat for offer in table.offers("decide")} == {4}


@pytest.mark.clause("I-09", "PA-669a.11(f)")
def test_in_raise_it_up_a_player_who_left_checks_until_he_can_only_fold() -> None:
    table = deciding("PA-669a", {seat: main_bets("PA-669a") for seat in (1, 3)})
    table.do("leave", P1)
    for _ in range(2):
        table.say(3, "check")
        table.do("reveal_community")
    assert [one.word for one in table.round.facts.answers[1]] == ["check", "check", "fold"]
    assert [(one.seat, one.id, one.outcome) for one in table.paid()] == [
        (1, "ante", "folded"), (1, "blind", "folded"),
    ]  # fmt: skip
    table.finish(seat_3="play 1x")
    assert table.round.settling.turned_up == (3,), "his hand is in the rack"


@pytest.mark.clause("I-09")
@pytest.mark.parametrize(("ruling", "net", "held"), [("left", 500, 2000), ("abandoned", -1500, 0)])
def test_prime_survives_a_departure_unless_two_people_rule_it_abandoned(
    ruling: str, net: int, held: int
) -> None:
    """I-09: Ante 10, Prime 5 on three red cards: -10 and +15, held; with the ruling -15."""
    bets = {1: {"ante": 1000}, 3: {"ante": 1000, "prime": 500}}
    option = {"departed_player": "forfeit" if ruling == "abandoned" else "settle"}
    table = drive("PA-679a", wagers={"prime": {}}, settlement=option)
    table.start(bets, {"seat 3": "Ah Kd 9h", "dealer": "2s 5s 9c"}).until("deciding")
    table.do("leave", P3)
    if ruling == "abandoned":
        table.both("rule_departed", FLOOR, seat=3, ruling=ruling)
    table.until("racking")
    assert nets(table, 3) == {3: net} and table.state.held("p3") == held
    away = table.state.chips("p3")
    table.do("rack_cards", DEALER)
    assert table.last("end_round").data.kept == {"p3": away + held}
    assert (table.state.chips("p3"), table.state.held("p3")) == (0, 0) and 3 not in table.state.seats
    assert "p3" not in table.state.away


@pytest.mark.clause("I-09", "MA-TCP.6(c)")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_without_a_ruling_a_departed_player_is_settled_and_his_winnings_are_kept(regulation: str) -> None:
    bets = {1: main_bets(regulation), 3: main_bets(regulation)}
    side = {"PA-680a": "", "PA-679a": "prime"}.get(regulation, "pair_plus")
    bets[3] |= {side: 500} if side else {}
    hands = {"seat 3": "Ah Kh Qh"} if side else {"seat 3": "Kh Qd Jc 4s 5h", "dealer": "2c 2d 2h 3s 3h"}
    offered: dict[str, Any] = {side: {}} if side == "prime" else {}
    table = deciding(regulation, bets, hands, wagers=offered)
    table.do("leave", P3)
    refusal = table.refused("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert "submission does not allow" in refusal.what and "I-09" in refusal.clauses
    before, cage = table.chips(3), table.state.books[CAGE]
    table.finish()
    outcomes = {one.id: one.outcome for one in table.lines(3)}
    assert (outcomes["ante"] == "folded") == bool(side), "a missing decision counts as a fold; a hand is set"
    credited = sum(one.paid + one.returned for one in table.lines(3))
    assert (credited > 0) == (regulation != "PA-649a"), "there a fold forfeits Pair Plus (649a.11(b)(1))"
    assert table.last("end_round").data.kept == {"p3": before + credited}
    assert table.state.books[CAGE] == cage + before + credited


# ── rulings ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(n, marks=pytest.mark.clause(c, "I-09", "I-157")) for n, c in MAY_BE_ABANDONED.items()],
)
def test_a_floorperson_and_another_account_rule_a_departed_players_wagers_abandoned(regulation: str) -> None:
    table = drive(regulation, settlement={"departed_player": "forfeit"}).start()
    table.do("deal")
    assert "no player has left" in table.refused("rule_departed", FLOOR, seat=3, ruling="abandoned").what
    table.do("leave", P3)
    clause = MAY_BE_ABANDONED[regulation]
    for person in (DEALER, P1, DEVICE):
        refusal = table.refused("rule_departed", person, seat=3, ruling="abandoned")
        assert refusal.legal.startswith("It is for the floorperson.") and clause in refusal.clauses
    assert "has not left" in table.refused("rule_departed", FLOOR, seat=1, ruling="abandoned").what
    table.do("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert table.round.facts.rulings == {3: "left"}, "one word alone does nothing"
    table.do("confirm", DEALER, request=table.state.requests[-1].id)
    event = table.last("rule_departed")
    assert (event.by, event.confirmed_by, event.data.ruling) == (FLOOR, DEALER, "abandoned")
    table.finish()
    assert table.lines(3) and nets(table, 1)[1] > -CHIPS
    assert all(one.result == "lose" and clause in one.cite.clauses for one in table.lines(3))


@pytest.mark.clause("I-09", "PA-649a.7(b)#2")
def test_a_ruling_is_possible_until_the_first_wager_of_that_person_is_settled() -> None:
    table = settling("PA-649a", settlement={"departed_player": "forfeit"})
    table.do("leave", P3)
    table.do("leave", P4)
    table.do("turn_up_player", DEALER, seat=4)
    table.do("settle_player", DEALER, seat=4)
    refusal = table.refused("rule_departed", FLOOR, seat=4, ruling="abandoned")
    assert "has not left" in refusal.what or "settled already" in refusal.what
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert "settled already" in table.refused("rule_departed", FLOOR, seat=4, ruling="abandoned").what
    table.finish()
    assert {one.outcome for one in table.lines(3)} == {"abandoned"} and table.up("player 3") == []


@pytest.mark.clause("I-10", "I-09")
def test_a_ruling_on_a_person_is_on_all_his_boxes_and_only_while_all_are_open() -> None:
    table = drive("PA-649a", settlement={"departed_player": "forfeit"}, **TWO_BOXES)
    table.sit(1, 3)
    table.do("sit", P3, seat=4)
    table.start({seat: {"ante": 1000} for seat in (1, 3, 4)}).until("deciding")
    for seat in (1, 3, 4):
        table.say(seat, "play")
    table.do("leave", P3)
    assert table.round.facts.rulings == {3: "left", 4: "left"}
    table.until("settling")
    table.do("turn_up_player", DEALER, seat=4)
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert table.round.facts.rulings == {3: "abandoned", 4: "abandoned"}
    late = drive("PA-649a", settlement={"departed_player": "forfeit"}, **TWO_BOXES)
    late.sit(3)
    late.do("sit", P3, seat=4)
    late.start({3: {"ante": 1000}, 4: {"ante": 1000}}).until(do="settle_player")
    late.do("settle_player", DEALER, seat=4)
    late.do("leave", P3)
    assert "settled already" in late.refused("rule_departed", FLOOR, seat=3, ruling="abandoned").what


# ── coming back ──


@pytest.mark.clause("I-157")
def test_a_player_who_comes_back_before_his_decision_has_his_seat_back() -> None:
    table = deciding("PA-649a")
    assert "nobody has left" in table.refused("come_back", P3).what
    table.both("record_departure", player="p3")
    refusal = table.refused("decide", P3, seat=3, act="play")
    assert "turn" in refusal.what
    assert "left in the middle" in table.refused("sit", P3, seat=2).what
    assert "you have not left" in table.refused("come_back", P1).what
    table.do("come_back", P3)
    assert table.state.away == () and table.round.facts.rulings == {}
    table.say(1, "play")
    table.say(3, "play")
    table.say(4, "play")
    table.finish()
    assert 3 in table.state.seats


@pytest.mark.clause("I-157")
def test_what_was_decided_for_him_stays_and_nobody_comes_back_into_settling_or_a_ruling() -> None:
    table = deciding("PA-649a", settlement={"departed_player": "forfeit"})
    table.do("leave", P1)
    assert table.round.facts.answers[1][0].word == "fold"
    table.do("come_back", P1)
    assert "PA-649a.11(b)" in table.refused("decide", P1, seat=1, act="play").clauses, "the fold stands"
    table.do("leave", P3)
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    table.refused("come_back", P3)
    table.do("leave", P4)
    table.until("settling")
    assert "being settled" in table.refused("come_back", P4).what
    table.finish()
    assert table.state.seats == {1: "p1"}


# ── a player who does not answer ──

BETS = {1: {**main_bets("PA-669a"), "pair_plus": 500}, 3: main_bets("PA-669a")}
SIXES = {"seat 1": "6h 6d 2c", "community": "3s 8c Jd"}


@pytest.mark.clause("I-153")
def test_a_time_out_calls_the_floor_and_nothing_is_lost() -> None:
    table = deciding("PA-669a", BETS, SIXES)
    before = table.state.books
    for _ in range(2):
        table.do("time_out", DEVICE, seat=1)
        assert table.last("time_out").data.floor_called and table.kinds()[-1] == "time_out"
    assert table.state.books == before and 1 not in table.round.facts.answers and table.state.away == ()
    refusal = table.refused("time_out", DEVICE, seat=3)
    assert (
        "nobody waits for seat 3" in refusal.what and "I-153" in table.refused("time_out", P1, seat=1).clauses
    )
    for person in (DEALER, FLOOR, P1):
        assert table.refused("time_out", person, seat=1).legal.startswith("It is for the device.")
    table.say(1, "check")


@pytest.mark.clause("I-153")
def test_where_it_is_posted_a_time_out_folds_and_touches_nothing_else() -> None:
    """I-153: Ante 10, Blind 10, Pair Plus 5 on 6-6-2: Ante and Blind lost, Pair Plus paid."""
    table = deciding("PA-669a", BETS, SIXES, automatic={"no_answer": "fold"})
    for street in range(3):
        table.do("time_out", DEVICE, seat=1)
        said = table.last("decide").data
        assert said.absent and said.answer.word == ("fold" if street == 2 else "check")
        if street < 2:
            table.say(3, "check")
            table.do("reveal_community")
    assert names(table.last("collect_forfeits")) == ["pair_plus", "ante", "blind"]
    assert line(table, 1, "pair_plus").result == "win" and nets(table, 1) == {1: -2000 + 500}
    assert table.state.away == (), "a lost connection is no departure"
    assert "nobody waits for seat 1" in table.refused("time_out", DEVICE, seat=1).what


@pytest.mark.clause("I-153", "I-145")
@pytest.mark.parametrize("option", ["wait", "fold"])
def test_a_hand_not_set_in_time_is_set_the_house_way(option: str) -> None:
    table = deciding("PA-680a", automatic={"no_answer": option}, hands={"seat 3": "Kh Qd Jc 4s 5h"})
    events = table.do("time_out", DEVICE, seat=3)
    assert [event.kind for event in events] == ["time_out", "set_hand"] and not events[0].data.floor_called
    said = events[1].data
    assert said.absent and said.house_way and {str(card) for card in said.answer.three} == {"Kh", "Qd", "Jc"}
    table.finish()
    assert line(table, 3, "ante").outcome != "abandoned"
