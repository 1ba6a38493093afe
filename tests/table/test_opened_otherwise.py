"""A table that was closed is opened with another submission: what lies there stays, what is offered is today's."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.desk import Links
from feltlaw.record.restore import restored
from feltlaw.testing import ManualClock
from tests.support.driver import FLOOR, HOUR, Driver, drive, main_bets, submission
from tests.support.rounds import meter

TCP = "three_card_progressive"
BEGINS = 1000_00
"""The seed of a $1 wager's meter."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param("PA-649a", marks=pytest.mark.clause("PA-649a.3(c)(2)", "I-14")),
        pytest.param("PA-669a", marks=pytest.mark.clause("PA-669a.3(c)(2)", "I-14")),
        pytest.param("MA-TCP", marks=pytest.mark.clause("I-14")),
    ],
)
@pytest.mark.parametrize("yesterday", [{}, {TCP: {}}, {TCP: {"meter": "near"}}])
def test_decks_have_their_age_and_the_meters_are_those_of_today(
    regulation: str, yesterday: dict[str, Any]
) -> None:
    table = drive(regulation, wagers=yesterday).start().finish()
    table.do("close_table", FLOOR)
    left, _, _, _ = restored(table.desk.store, table.desk.stream)
    today = Driver(
        submission(regulation, wagers={TCP: {"meter": "far"}}),
        shared=Links(table.desk.store),
        table=left.table,
        carried=left,
        clock=ManualClock(table.clock.now + HOUR),
    )
    assert dict(today.state.links) == {TCP: "far"}
    assert today.state.running == left.running + HOUR
    assert [deck and deck.since for deck in today.state.decks] == [deck and deck.since for deck in left.decks]
    today.start({1: {**main_bets(regulation), TCP: 100}}).until("deciding")
    assert meter(today, TCP) == BEGINS + 14, "of each wager 14% go on it"
