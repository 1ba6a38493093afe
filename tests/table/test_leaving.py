"""Leaving before the call and in the middle of a round, with or without a word; and coming back."""

from __future__ import annotations

import pytest

from feltlaw.table import Person
from feltlaw.table.places import hand
from tests.support.driver import (
    CHIPS,
    DEALER,
    FLOOR,
    FLOOR2,
    REGULATIONS,
    Driver,
    drive,
    each,
    main_bets,
    marks,
)
from tests.support.on_record import on_record

P1, P2, P3 = (Person("player", f"p{seat}") for seat in (1, 2, 3))
DEE_ABOVE = Person("floorperson", "dee")
"""The dealer, who says that he is a floorperson."""
DEAL2 = Person("dealer", "dan")


def deciding(regulation: str) -> Driver:
    return drive(regulation).start().until("deciding")


def waiting(table: Driver) -> int:
    """How many requests wait for a second person."""
    return len(table.state.requests)


def answer(table: Driver, seat: int) -> None:
    """What a player does when it is his turn."""
    if table.state.submission.regulation.id == "PA-680a":
        table.do("set_hand", Person("player", f"p{seat}"), seat=seat)
    else:
        table.say(seat, "play" if table.state.submission.regulation.id != "PA-669a" else "play 3x")


def passive(regulation: str) -> list[str]:
    """What missing answers count as: a fold, a check where one cannot fold, the house way (I-09)."""
    return {"PA-669a": ["check", "check", "fold"], "PA-680a": ["set"]}.get(regulation, ["fold"])


# ── before the call ──


@each("stay_seated")
def test_a_player_leaves_with_everything_that_is_his(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    table.do("leave", P1)
    left = table.last("leave").data
    assert (left.player, left.seats, left.mid_round, left.kept_cents) == ("p1", (1,), False, CHIPS)
    assert table.state.seats == {3: "p3"} and table.state.chips("p1") == 0
    assert not any("p1" in (account.of, account.part) for account in table.state.books)
    assert "not seated" in table.refused("leave", P1).what
    table.do("sit", P1, seat=1)
    assert table.chips(1) == 0, "what he took along is at the cage"


@each("close_betting")
def test_until_the_call_a_wager_is_taken_back_also_while_the_cards_are_prepared_anew(regulation: str) -> None:
    orders = ("change_deck",) if regulation == "MA-TCP" else ("change_deck", "order_shuffle")
    for order in orders:
        table = drive(regulation).open(1, 3)
        table.bet({1: main_bets(regulation)})
        table.do(order)
        assert table.state.phase in ("opening", "shuffling")
        refusal = table.refused("leave", P1)
        assert "Take them back" in refusal.legal
        assert refusal.cite.clauses == marks(regulation, "close_betting").args
        table.do("bet", P1, seat=1, wagers={})
        assert not table.round.facts.stakes and table.chips(1) == CHIPS
        table.do("leave", P1)


@each("stay_seated")
@pytest.mark.clause("I-150", "I-157")
@pytest.mark.parametrize("crew", [DEALER, FLOOR])
def test_before_the_call_one_person_records_a_departure_and_the_wagers_go_with_the_player(
    regulation: str, crew: Person
) -> None:
    """No card was dealt on them: they are the player's, and the cage has them for him."""
    table = drive(regulation).open(1, 3)
    table.bet({1: main_bets(regulation), 3: main_bets(regulation)})
    table.do("ready", P3, seat=3)
    refusal = table.refused("record_departure", crew, player="p2")
    assert "does not sit at this table" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "stay_seated").args
    table.do("record_departure", crew, player="p3")
    left = table.last("record_departure").data
    assert left.returned == {3: main_bets(regulation)} and left.kept_cents == CHIPS
    assert not left.mid_round and table.state.requests == ()
    assert set(table.round.facts.stakes) == set(table.round.facts.players) == {1}
    assert table.state.seats == {1: "p1"} and table.state.chips("p3") == table.state.held("p3") == 0
    table.do("no_more_bets")
    table.finish()
    on_record(table)


# ── in the middle of a round ──


@each("stay_seated")
@pytest.mark.parametrize("phase", ["dealing", "stub", "deciding", "settling"])
def test_a_player_with_a_wager_in_the_round_stays_in_it_when_he_leaves(regulation: str, phase: str) -> None:
    table = drive(regulation).start().until(phase)
    table.do("leave", P3)
    assert table.last("leave").data.mid_round and table.state.is_away("p3")
    assert table.state.seats[3] == "p3" and table.round.facts.rulings == {3: "left"}
    assert "seat 3 is taken" in table.refused("sit", Person("player", "new"), seat=3).what
    refusal = table.refused("sit", P3, seat=4)
    assert "left in the middle" in refusal.what
    assert refusal.cite.clauses == marks(regulation, "stay_seated").args
    assert "not seated" in table.refused("leave", P3).what
    table.finish()
    assert 3 not in table.state.seats and table.lines(3), "his wagers were settled"
    assert "p3" not in str(sorted(table.state.books))
    kept = table.last("end_round").data.kept
    staked = sum(line.net for line in table.lines(3))
    assert kept == {"p3": CHIPS + staked}
    table.do("sit", Person("player", "new"), seat=3)
    on_record(table)


@each("stay_seated", more={"PA-669a": ["I-09"]})
@pytest.mark.clause("I-157", "I-09")
@pytest.mark.parametrize("crew", [(DEALER, FLOOR), (FLOOR, DEALER), (FLOOR, FLOOR2), (DEAL2, FLOOR)])
def test_in_mid_round_one_asks_and_another_account_confirms(
    regulation: str, crew: tuple[Person, Person]
) -> None:
    first, second = crew
    table = deciding(regulation)
    for wrong in (P1, P3, Person("device", "dev")):
        assert "may not record departure" in table.refused("record_departure", wrong, player="p1").what
    table.do("record_departure", first, player="p1")
    assert table.kinds()[-1] == "ask" and table.state.is_here("p1"), "nothing has happened yet"
    (request,) = table.state.requests
    assert (request.do, request.by, request.against) == ("record_departure", first, "p1")
    assert "asked for already" in table.refused("record_departure", second, player="p1").what
    table.do("confirm", second, request=request.id)
    event = table.last("record_departure")
    assert (event.by, event.confirmed_by) == (first, second) and event.data.mid_round
    assert table.state.is_away("p1") and table.state.requests == ()
    assert {offer.who for offer in table.offers("leave")} == {"p3"}
    assert all(offer.who != "p1" for offer in table.offers("decide") + table.offers("set_hand"))
    assert (1, "left") in [(offer.data.seat, offer.data.ruling) for offer in table.offers("rule_departed")]
    table.finish()
    assert 1 not in table.state.seats and table.lines(1)
    on_record(table)


@each("stay_seated", more={"PA-669a": ["I-09"]})
@pytest.mark.clause("I-157")
def test_who_may_not_confirm_a_departure(regulation: str) -> None:
    table = deciding(regulation)
    table.do("record_departure", DEALER, player="p1")
    number = table.state.requests[0].id
    for wrong, why in (
        (DEALER, "asked for this himself"),
        (DEE_ABOVE, "asked for this himself"),
        (DEAL2, "must be a floorperson"),
        (P3, "may not confirm"),
        (Person("floorperson", "p3"), "plays at this table"),
        (Person("floorperson", "Flo"), "is a spelling"),
    ):
        assert why in table.refused("confirm", wrong, request=number).what
        assert table.state.is_here("p1")
    assert "no request 9" in table.refused("confirm", FLOOR, request=9).what
    table.do("withdraw", FLOOR, request=number)
    assert "nothing waits" in table.refused("confirm", FLOOR, request=number).what
    table.finish()
    assert 1 in table.state.seats


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_player_who_acts_has_not_gone(regulation: str) -> None:
    """His own decision before the second person's word is accepted, and there is nothing left to confirm."""
    table = deciding(regulation)
    table.do("record_departure", DEALER, player="p1")
    number = table.state.requests[0].id
    answer(table, 1)
    assert waiting(table) == 0 and table.state.is_here("p1")
    assert "nothing waits" in table.refused("confirm", FLOOR, request=number).what
    table.do("record_departure", DEALER, player="p1")
    table.do("buy_in", P3, amount=100)
    assert waiting(table) == 1, "that was another player"
    table.do("buy_in", P1, amount=100)
    assert waiting(table) == 0


# ── answers that do not come ──


@pytest.mark.clause("I-09")
@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("seat", [1, 3])
def test_a_missing_answer_is_the_tables_when_its_turn_comes(regulation: str, seat: int) -> None:
    table = drive(regulation).start()
    table.do("leave", Person("player", f"p{seat}"))
    other = 4 - seat
    table.until("deciding")
    while table.state.rounds == 0:
        offer = table.next()
        assert getattr(offer.data, "seat", other) == other or offer.do not in ("decide", "set_hand")
        table.take(offer)
    mine = [event for event in table.events("decide", "set_hand") if event.data.seat == seat]
    assert [event.data.answer.word for event in mine] == passive(regulation)
    assert all(event.data.absent and event.by == Person("device", "table") for event in mine)
    theirs = [event for event in table.events("decide", "set_hand") if event.data.seat == other]
    assert theirs and not any(event.data.absent for event in theirs)
    if regulation == "PA-680a":
        assert all(event.data.house_way for event in mine)


@pytest.mark.clause("I-09")
def test_nothing_but_the_missing_decision_is_taken_from_who_left() -> None:
    """Three Card Prime, Ante 10 and Prime 5 on three red cards: Ante -10, Prime +15 (I-09)."""
    table = drive("PA-679a", wagers={"prime": {}})
    cards = {"player 1": "2h 7d 9h", "dealer": "Qs 8c 3c"}
    table.start({1: {"ante": 1000, "prime": 500}, 3: {"ante": 1000}}, cards).until("deciding")
    table.do("leave", P1)
    table.finish(seat_3="fold")
    assert {line.id: line.net for line in table.lines(1)} == {"ante": -1000, "prime": 1500}
    assert table.last("end_round").data.kept == {"p1": CHIPS + 500}


# ── back again ──


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("with_a_word", [True, False])
def test_who_comes_back_before_his_decision_has_his_seat_back(regulation: str, with_a_word: bool) -> None:
    table = deciding(regulation)
    if with_a_word:
        table.do("leave", P3)
    else:
        table.both("record_departure", player="p3")
    if regulation != "PA-680a":
        refusal = table.refused("decide", P3, seat=3, act="play")
        assert refusal.cite.clauses
    assert "have not left" in table.refused("come_back", P1).what
    early = [event.data.seat for event in table.events("decide", "set_hand")]
    table.do("come_back", P3)
    assert table.state.is_here("p3") and table.round.facts.rulings == {}
    assert early == ([3] if regulation == "PA-680a" else []), "a hand not set was set the house way"
    answer(table, 1)
    if regulation != "PA-680a":
        answer(table, 3)
        assert not table.last("decide").data.absent
    table.finish()
    assert table.state.seats == {1: "p1", 3: "p3"}


@pytest.mark.clause("PA-649a.7(b)", "I-157")
def test_who_left_is_told_to_come_back_first() -> None:
    table = deciding("PA-649a")
    table.do("leave", P3)
    table.say(1, "play")
    assert [event.data.absent for event in table.events("decide")] == [False, True]
    table.refused("bet", P3, seat=3, wagers={})
    table.refused("ready", P3, seat=3)
    refusal = table.refused("decide", P3, seat=3, act="play")
    assert refusal.clauses


@pytest.mark.clause("I-157")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_who_left_cannot_come_back_once_the_round_is_settled(regulation: str) -> None:
    table = deciding(regulation)
    table.do("leave", P3)
    table.until("settling")
    assert "being settled" in table.refused("come_back", P3).what
    assert not table.offers("come_back")
    table.finish()
    table.refused("come_back", P3)


@pytest.mark.clause("PA-679a.7(b)#2", "I-157", "I-09")
def test_who_was_ruled_to_have_abandoned_his_wagers_does_not_come_back_to_them() -> None:
    table = drive("PA-679a", settlement={"departed_player": "forfeit"}).start().until("deciding")
    table.do("leave", P3)
    table.both("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert not table.offers("come_back")
    refusal = table.refused("come_back", P3)
    assert "ruled" in refusal.what
    table.finish()
    assert {line.result for line in table.lines(3)} == {"lose"}


@pytest.mark.clause("I-09")
def test_a_round_that_is_over_still_knows_who_had_left() -> None:
    table = deciding("PA-649a")
    table.do("leave", P1)
    table.finish()
    assert table.round.ended and table.round.facts.rulings == {1: "left"}
    assert table.state.away == () and table.round.cards_at(hand(1))
