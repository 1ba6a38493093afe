"""Wagers among players: the Pot needs two people, and the crew returns boxes that cannot be played."""

from __future__ import annotations

import pytest

from feltlaw.table import Person
from feltlaw.table.places import Place
from tests.support.driver import DEALER, DEVICE, FLOOR, Driver, drive
from tests.support.on_record import on_record

P1, P3 = Person("player", "p1"), Person("player", "p3")
BOTH = {"ante": 1000, "pot": 500}


def pot_table(**limits: int) -> Driver:
    return drive("PA-680a", wagers={"pot": {}}, limits=limits)


@pytest.mark.clause("PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138")
def test_the_pot_needs_two_people_and_goes_back_before_the_deal_otherwise() -> None:
    table = pot_table(adjacent_boxes=2).open(1, 3)
    table.bet({1: BOTH, 3: {"ante": 1000}})
    assert "PA-680a.7(d)(2)" in table.refused("no_more_bets", DEALER).clauses
    table.bet({3: BOTH})
    table.do("no_more_bets")
    assert table.last("no_more_bets").data.returned == ()
    table.finish()
    table.until("betting")
    before = table.chips(1)
    table.bet({1: BOTH})
    table.do("no_more_bets")
    (back,) = table.last("no_more_bets").data.returned
    assert (back.seat, back.wager) == (1, "pot") and "two different players" in back.why
    assert table.round.facts.stakes == {1: {"ante": 1000}} and table.chips(1) == before - 1000
    table.finish()
    on_record(table)


@pytest.mark.clause("PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138")
def test_two_boxes_of_one_player_are_no_company() -> None:
    table = pot_table(adjacent_boxes=2).open(1)
    table.do("sit", P1, seat=2)
    table.bet({1: BOTH, 2: BOTH})
    table.do("no_more_bets")
    assert [one.seat for one in table.last("no_more_bets").data.returned] == [1, 2]
    assert table.round.facts.stakes == {1: {"ante": 1000}, 2: {"ante": 1000}}


@pytest.mark.clause("PA-680a.7(d)(2)", "PA-680a.1:pot-wager", "I-138")
def test_a_player_alone_needs_no_pot_and_none_goes_back_that_he_has_not_made() -> None:
    table = pot_table(adjacent_boxes=2).open(1)
    table.do("sit", P1, seat=2)
    table.bet({1: {"ante": 1000}, 2: BOTH})
    table.do("no_more_bets")
    assert [(one.seat, one.wager) for one in table.last("no_more_bets").data.returned] == [(2, "pot")]
    assert table.round.facts.stakes == {1: {"ante": 1000}, 2: {"ante": 1000}}


@pytest.mark.clause("PA-680a.7(d)(2)", "I-140")
@pytest.mark.parametrize("pot", [499, 501, 1000])
def test_the_pot_wager_is_the_table_minimum(pot: int) -> None:
    table = pot_table().open(1, 3)
    refusal = table.refused("bet", P1, seat=1, wagers={"ante": 1000, "pot": pot})
    assert "PA-680a.7(d)(2)" in refusal.clauses and "$5" in refusal.legal


@pytest.mark.clause("PA-680a.7(d)(2)")
@pytest.mark.parametrize("crew", [DEALER, FLOOR])
def test_the_crew_returns_wagers_with_which_the_round_cannot_be_played(crew: Person) -> None:
    table = pot_table().open(1, 3)
    table.bet({1: BOTH, 3: {"ante": 1000}})
    table.do("ready", P3, seat=3)
    assert "no_more_bets" not in table.offered()
    assert "are complete" in table.refused("return_wagers", crew, seat=1).what
    assert [offer.data.seat for offer in table.offers("return_wagers")] == [3]
    for wrong in (DEVICE, P3):
        assert "may not return wagers" in table.refused("return_wagers", wrong, seat=3).what
    chips = table.chips(3)
    table.do("return_wagers", crew, seat=3)
    assert table.last("return_wagers").data.returned == {"ante": 1000}
    assert table.chips(3) == chips + 1000 and set(table.round.facts.stakes) == {1}
    assert table.round.betting.ready == ()
    table.do("no_more_bets")
    assert "betting is closed" in table.refused("return_wagers", crew, seat=1).what
    table.finish()


@pytest.mark.clause("PA-669a.7(d)(1)")
def test_where_every_box_is_whole_nothing_is_returned() -> None:
    table = drive("PA-669a").open(1, 3)
    assert "every box is whole" in table.refused("return_wagers", DEALER, seat=1).what
    table.bet({1: {"ante": 1000, "blind": 1000}})
    assert "every box is whole" in table.refused("return_wagers", DEALER, seat=1).what


# ── what it is called ──


@pytest.mark.clause("PA-649a.1:play-wager")
def test_the_play_wager_is_made_after_the_cards_are_seen() -> None:
    table = drive("PA-649a").start({1: {"ante": 1000}})
    before = table.chips(1)
    table.until("deciding")
    assert table.chips(1) == before and table.state.on_felt(1, "play") == 0
    table.say(1, "play")
    assert table.state.on_felt(1, "play") == 1000 and table.chips(1) == before - 1000


@pytest.mark.clause("MA-TCP.1:round-of-play")
def test_a_round_runs_from_the_wagers_to_the_last_payment() -> None:
    table = drive("MA-TCP").open(1, 3)
    numbers = [(table.round.number, table.round.ended)]
    table.start()
    while any(account.kind == "felt" for account in table.state.books):
        numbers.append((table.round.number, table.round.ended))
        table.take(table.next())
    assert set(numbers) == {(1, False)}
    table.until(do="shuffle")
    assert (table.round.number, table.round.ended, table.state.rounds) == (1, True, 1)
    table.until("betting")
    assert (table.round.number, table.round.ended) == (2, False)


def _ends(table: Driver, how: str) -> None:
    """The round that is being dealt comes to an end."""
    if how == "two face up":
        for _ in range(2):
            table.do("report", DEALER, kind="card_face_up")
    elif how == "jam":
        table.do("report", DEALER, kind="shoe_jam")
    elif how == "exposed":
        table.until("deciding")
        table.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place=Place("dealer"), nth=1)
    table.finish(**({"seat_1": "fold", "seat_3": "fold"} if how == "folded" else {}))


@pytest.mark.clause("MA-TCP.1:round-of-play")
def test_every_round_has_its_number_however_it_ended() -> None:
    """Played, folded by all, or void: wagers were placed and have all gone back or been settled."""
    table = drive("MA-TCP", cards={"deal": "automated_shoe"})
    for number, how in enumerate(("played", "two face up", "folded", "jam", "exposed", "played"), 1):
        table.start().until("dealing")
        assert (table.round.number, table.state.rounds) == (number, number - 1)
        _ends(table, how)
        assert table.round.void == (how in ("two face up", "jam", "exposed"))
        assert (table.last("end_round").data.round, table.state.rounds) == (number, number)
