"""A closed table is opened with another submission: what lies there stays, what is offered is today's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from feltlaw.desk import Links
from feltlaw.desk.opening import opening_event
from feltlaw.link import ResumeLink, StopLink
from feltlaw.record.restore import restored
from feltlaw.round import Refused
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table.places import hand
from feltlaw.testing import ManualClock
from tests.support.driver import (
    DEALER,
    DEVICE,
    FLOOR,
    FLOOR2,
    HOUR,
    Driver,
    drive,
    main_bets,
    submission,
)
from tests.support.rounds import linked_real, meter, write_link

TCP = "three_card_progressive"
BEGINS = 1000_00
"""The seed of a $1 wager's meter."""


def opened(table: Driver, submitted: Submission) -> Driver:
    """The closed table an hour later, by somebody who has only its record and its links."""
    left, _, _, _ = restored(table.desk.store, table.desk.stream)
    assert left == table.state
    shared = Links(table.desk.store)
    shared.states = dict(table.desk.links.states)
    clock = ManualClock(table.clock.now + HOUR)
    return Driver(
        submitted, real_cards=left.real_cards, shared=shared, table=left.table, carried=left, clock=clock
    )


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
    left = table.state
    today = opened(table, submission(regulation, wagers={TCP: {"meter": "far"}}))
    assert dict(today.state.links) == {TCP: "far"}
    assert today.state.running == left.running + HOUR
    assert [deck and deck.since for deck in today.state.decks] == [deck and deck.since for deck in left.decks]
    today.start({1: {**main_bets(regulation), TCP: 100}}).until("deciding")
    assert meter(today, TCP) == BEGINS + 14, "of each wager 14% go on it"


NEAR, FAR = ({TCP: {"meter": link}} for link in ("near", "far"))
OTHERS = {"player 1": "2d 9c Jh", "dealer": "3s 8h Jd"}
OWED = ("a wager", "a payment", "a hit")


def owing(what: str) -> Driver:
    """A table that its link left in the middle of a round: a wager was cancelled, or a jackpot that the link
    had measured was paid, or was won in a round that is void."""
    (table,) = linked_real(submission("PA-649a", wagers=NEAR), "one")
    table.put({"player 3": "2s 9h Kc" if what == "a wager" else "As Ks Qs", **OTHERS})
    table.start({seat: {"ante": 1000, TCP: 100} for seat in (1, 3)})
    if what == "a wager":
        table.until(do="count_progressive_chips")
    else:
        table.until(do="verify_win").do("verify_win")
    if what == "a payment":
        table.do("validate")
        kept = table.desk.links.states.pop("near")
        table.finish()
        table.desk.links.states["near"] = kept
    write_link(table, "near", StopLink("cut off"))
    if what == "a wager":
        table.do("resolve_chips", seat=1, wager=TCP, cancel=True)
    if what == "a hit":
        table.both("report", DEALER, FLOOR2, kind="wrong_number_of_cards", place=hand(1), cards=4)
    if what != "a payment":
        table.finish()
    table.do("close_table", FLOOR)
    return table


@pytest.mark.clause("PA-649a.2(c)", "I-154")
@pytest.mark.parametrize("what", OWED)
@pytest.mark.parametrize("today", [{}, FAR])
def test_what_a_link_is_owed_is_not_left_behind_with_it(what: str, today: dict[str, Any]) -> None:
    """The table is opened with the link until it is back and has heard everything; then without it."""
    other = submission("PA-649a", wagers=today)
    table = owing(what)
    kinds = (table.state.owed_to_links, table.state.untold, table.state.owed_hits)
    assert {one.link for one in kinds[OWED.index(what)]} == {"near"}
    with pytest.raises(Refused, match="still owes something to near") as caught:
        opened(table, other)
    assert caught.value.clauses == ["I-154"] and "names every such link" in caught.value.legal
    again = opened(table, table.state.submission)
    write_link(again, "near", ResumeLink("healed"))
    again.do("link_is_back", DEVICE, link="near")
    again.do("close_table", FLOOR)
    assert dict(opened(again, other).state.links) == ({TCP: "far"} if today else {})


@pytest.mark.clause("PA-649a.2(c)", "I-154")
@pytest.mark.parametrize("what", OWED)
@pytest.mark.parametrize("order", [1, -1])
def test_every_link_that_is_owed_something_is_named(what: str, order: int) -> None:
    table = owing(what)
    kind = ("owed_to_links", "untold", "owed_hits")[OWED.index(what)]
    owed, *_ = getattr(table.state, kind)
    several = tuple(replace(owed, link=link) for link in ("near", "far", "third")[::order])
    left = replace(table.state, **cast(Any, {kind: several}))
    with pytest.raises(Refused, match="owes something to near and third, which"):
        opening_event(
            submission("PA-649a", wagers=FAR), left.table, FLOOR, 0, source=SeededSource(0),
            head=table.desk.head, carried=left,
        )  # fmt: skip
