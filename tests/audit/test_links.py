"""Awards on a meter in the record: locked, validated, paid, given back; what stays locked is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.crew import Crew
from feltlaw.desk import Desk
from feltlaw.event import Person
from feltlaw.link import CloseHit, StopLink
from feltlaw.record.report import Report
from feltlaw.record.sources import source_of_store
from feltlaw.record.store import MemoryStore
from feltlaw.table.rule import Shuffled
from tests.support.recorded import DEE, DEVICE, FAY, FLO, Recorded, linked, memory_table

ANN = Person("player", "ann")
ROYAL = (51, 0, 47, 5, 43, 10)
"""Ace, king and queen of spades for the one player, something lower for the dealer."""
LEAVES = frozenset(
    {"validate", "release_cards", "reveal_dealer", "turn_up_player", "reveal_community", "rack_cards"}
)


def report_of(desk: Desk) -> Report:
    store = desk.store
    assert isinstance(store, MemoryStore)
    return audit(source_of_store(store, store.streams, whole=True))


def kinds(desk: Desk) -> list[str]:
    return [line.event.kind for line in desk.store.read("link/tcp-link")]


def rigged(desk: Desk, first: tuple[int, ...]) -> None:
    """The next decks begin with these cards; their seals are made of them, as always."""
    made = desk.chance._once

    def once(what: str, number: int, make: Callable[[Any], Any]) -> Any:
        found = made(what, number, make)
        if what != "deck":
            return found
        return Shuffled((*first, *(card for card in found.order if card not in first)), found.secret)

    desk.chance._once = once  # type: ignore[method-assign]


def bet_and_play(recorded: Recorded, crew: Crew) -> None:
    desk = recorded.desk
    desk.do("sit", ANN, {"seat": 1})
    desk.do("buy_in", ANN, {"amount": "1000"})
    crew.run()
    wagers = {"ante": "10", "three_card_progressive": "1", "pair_plus": "10"}
    desk.do("bet", ANN, {"seat": 1, "wagers": wagers})
    crew.close_betting()
    crew.run()
    desk.do("decide", ANN, {"seat": 1, "act": "play"})
    crew.run()


def crew_of(desk: Desk) -> Crew:
    return Crew(desk, {"dealer": DEE, "floorperson": FLO, "device": DEVICE}, leaves=LEAVES)


def real_table() -> tuple[Desk, Crew]:
    """A table with real cards at which a mini royal was validated and is not paid yet."""
    recorded = memory_table(linked("a"), real_cards=True)
    desk, crew = recorded.desk, crew_of(recorded.desk)
    bet_and_play(recorded, crew)
    desk.do("reveal_dealer", DEE, {"cards": ["2c", "3d", "5h"]})
    desk.do("turn_up_player", DEE, {"seat": 1, "cards": ["As", "Ks", "Qs"]})
    while not desk.state.played.settling.checks:
        command = crew.next(desk.state)
        assert command is not None
        desk.give(command)
    desk.do("validate", FLO, {"seat": 1, "wager": "three_card_progressive"})
    return desk, crew


@pytest.mark.clause("S-20", "S-41")
def test_an_award_that_was_paid() -> None:
    recorded = memory_table(linked("a"))
    desk, crew = recorded.desk, crew_of(recorded.desk)
    rigged(desk, ROYAL)
    bet_and_play(recorded, crew)
    desk.do("reveal_dealer", DEE)
    desk.do("turn_up_player", DEE, {"seat": 1})
    crew.run()
    desk.do("validate", FLO, {"seat": 1, "wager": "three_card_progressive"})
    crew.run()
    desk.do("release_cards", FLO)
    desk.do("rack_cards", DEE)
    assert kinds(desk)[1:] == ["contribute", "register_hit", "validate_hit", "pay_hit", "close_hit"]
    report = report_of(desk)
    assert not report.faults, report.wrong
    assert desk.links.states["tcp-link"].last[0].paid_cents == 1000_14
    assert report.checked["link_events"] == 6


def test_the_stream_of_a_link_alone() -> None:
    desk, _ = real_table()
    report = audit(source_of_store(desk.store, ["link/tcp-link"]))
    assert not report.faults, report.wrong
    assert any("what led to 3 events of links" in sentence for sentence in report.not_proved)


def test_an_award_that_was_given_back() -> None:
    desk, _ = real_table()
    report = {"kind": "wrong_number_of_cards", "place": "player 1", "cards": 4}
    desk.do("report", DEE, report)
    desk.do("confirm", FAY, {"request": 1})
    assert kinds(desk)[-2:] == ["give_back_hit", "take_back"]
    assert not report_of(desk).faults, report_of(desk).wrong


def test_an_award_that_stays_locked_for_nobody_is_found() -> None:
    """Whatever closes a hit that was neither paid nor given back, its money is named."""
    desk, _ = real_table()
    hit = next(iter(desk.links.states["tcp-link"].open))
    desk.links.write("tcp-link", StopLink("a test"), FLO, desk.clock())
    desk.links.write("tcp-link", CloseHit(hit), FLO, desk.clock())
    wrong = report_of(desk).wrong
    assert any("nothing that happened at a table led to this" in one for one in wrong)
    desk, crew = real_table()
    desk.give(crew.next(desk.state))  # type: ignore[arg-type]
    assert not report_of(desk).faults
    link = desk.links.states["tcp-link"]
    assert link.open, "it is open until the round is over"
