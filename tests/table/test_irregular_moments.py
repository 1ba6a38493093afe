"""At which moments of a round a thing can go wrong: all of them are gone through, and what it leads to there.

When it can be, and where it leads, is said here from .13 of the chapters (MA 14) and told from the cards that
were dealt, turned up and racked so far; nothing of it is asked of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.table.places import Place
from tests.support.driver import (
    DEALER,
    DEALS,
    FLOOR,
    FLOOR2,
    REGULATIONS,
    Driver,
    dealt_to,
    main_bets,
    submission,
)
from tests.support.rounds import RealTable, branch, house, nets

SEATS = (1, 3)
LAST = {"PA-680a": "d e f", "PA-669a": "e f g"}
"""Shuffler, shoe, device out of order; a letter earlier in Saigon, which has no (d) of an exposed card."""


def clause(regulation: str, kind: str) -> str:
    """The paragraph of an irregularity."""
    section = "14" if regulation == "MA-TCP" else "13"
    jam, shoe, out = LAST.get(regulation, "e f g").split()
    letter = {
        "card_face_up": "(a)", "cards_face_up": "(a)#2", "card_drawn_in_error": "(b)",
        "wrong_number_of_cards": "(c)", "dealer_card_exposed": "(d)", "community_card_exposed": "(d)",
        "shuffler_jam": f"({jam})", "shoe_jam": f"({shoe})", "device_out_of_order": f"({out})",
    }[kind]  # fmt: skip
    return f"{regulation}.{section}{letter}"


MORE: dict[str, tuple[str, int, int]] = {
    "PA-649a": ("five_card_progressive", 100, 2),
    "MA-TCP": ("multi_game_link", 100, 2),
    "PA-679a": ("pair_bonus", 500, 2),
}
"""A wager for which more cards are dealt, its stake, and how many when both players make it."""
HAND = {name: 5 if name == "PA-680a" else 3 for name in REGULATIONS}
HELD = {"deal": "automated_shoe", "dealer_stack": "held"}


@dataclass
class Moment:
    """Where a round is, told from its cards."""

    table: Driver
    regulation: str
    held: bool

    @property
    def called(self) -> bool:
        """After the call, the progressive chips counted where there are some."""
        counted = self.regulation not in ("PA-649a", "MA-TCP") or self.is_done("count_progressive_chips")
        return self.is_done("no_more_bets") and counted

    def is_done(self, do: str) -> bool:
        return bool(self.table.events(do))

    def lying(self, *groups: str) -> int:
        """How many cards were dealt to such places."""
        places = dealt_to(self.table.events("deal", "deliver_dealer_stack"))
        return sum(not groups or place.group in groups for place in places)

    @property
    def stacks(self) -> int:
        """The cards that an automated shoe gives out in stacks."""
        return HAND[self.regulation] * (len(SEATS) + 1)

    @property
    def due(self) -> int:
        return self.stacks + (MORE[self.regulation][2] if self.regulation in MORE else 0)

    @property
    def settled(self) -> bool:
        """Whether no wager lies on the layout any more."""
        return self.lying() > 0 and not [one for one in self.table.state.books if one.kind == "felt"]

    @property
    def dealing(self) -> bool:
        return self.called and self.lying() < self.due

    def can(self, kind: str) -> bool | None:
        """Whether it can happen now; None where this is said elsewhere."""
        if kind in ("card_face_up", "cards_face_up", "card_drawn_in_error"):
            return self.dealing
        if kind == "shoe_jam":
            if self.table.state.deal != "automated_shoe" or not self.called:
                return False
            return None if self.stacks <= self.lying() < self.due else self.lying() < self.stacks
        if kind == "wrong_number_of_cards":
            return self.table.state.real_cards and self.lying() > 0 and not self.is_done("rack_cards")
        if kind == "dealer_card_exposed":
            if self.held and self.lying("dealer") == 0 and self.lying() == 6:
                return True  # it can be seen in the shoe, under its cover card
            return self.lying("dealer") > 0 and not self.is_done("reveal_dealer")
        up = sum(len(event.data.shown.cards) for event in self.table.events("reveal_community"))
        hidden = self.lying("community") > up or self.lying("fourth") > len(
            self.table.events("reveal_fourth")
        )
        return None if hidden and self.settled else hidden

    def data(self, kind: str) -> dict[str, Any]:
        """What is said of it."""
        if kind == "wrong_number_of_cards":
            return {"kind": kind, "place": Place("player", 1), "cards": HAND[self.regulation] + 1}
        if kind == "dealer_card_exposed":
            return {"kind": kind, "place": Place("dealer"), "nth": 1}
        if kind == "community_card_exposed":
            place, nth = (Place("community"), max(self.lying("community"), 1))
            if self.regulation == "PA-679a":
                done = [event.data.seat for event in self.table.events("reveal_fourth")]
                place, nth = Place("fourth", next((seat for seat in SEATS if seat not in done), 1)), 1
            return {"kind": kind, "place": place, "nth": nth}
        return {"kind": kind}


def leads(regulation: str, kind: str, *, held: bool) -> str:
    """What becomes of the round."""
    if kind == "card_face_up":
        return "void" if held else "stands"
    if kind == "dealer_card_exposed":
        return {"PA-679a": "partly_settled", "PA-680a": "stands"}.get(regulation, "void")
    if kind == "community_card_exposed":
        return "void" if regulation == "PA-669a" else "stands"
    return "stands" if kind == "card_drawn_in_error" else "void"


def kinds(regulation: str) -> list[str]:
    found = ["card_face_up", "card_drawn_in_error", "shoe_jam", "wrong_number_of_cards"]
    if regulation != "PA-669a":
        found.append("dealer_card_exposed")
    if regulation != "PA-680a":
        found.append("community_card_exposed")
    return found


INSTEAD = {"shoe replaced by a shoe": "manual_shoe", "shoe replaced by the hand": "hand"}
WAYS = (*DEALS, "real cards", "held", *INSTEAD)


def ways() -> list[Any]:
    found = []
    for name in REGULATIONS:
        for way in WAYS:
            proved = {clause(name, kind) for kind in (*kinds(name), "cards_face_up")} - {"PA-680a.13(d)"}
            if way != "held" or name == "MA-TCP":
                marked = pytest.mark.clause(*sorted(proved))
                found.append(pytest.param(name, way, marks=marked, id=f"{name}-{way.replace(' ', '-')}"))
    return found


def started(regulation: str, way: str) -> Driver:
    """A table at the call."""
    wager, stake, _ = MORE.get(regulation, ("", 0, 0))
    deal = {"real cards": "manual_shoe", **dict.fromkeys(INSTEAD, "automated_shoe")}.get(way, way)
    cards = HELD if way == "held" else {"deal": deal}
    submitted = submission(regulation, cards=cards, wagers={wager: {}} if wager else {})
    table = RealTable(submitted, real_cards=True).put({}) if way == "real cards" else Driver(submitted)
    if way in INSTEAD:
        sign = "removed" if regulation == "MA-TCP" else "signed"
        table.open(*SEATS).do("device_out_of_order", device="shoe", sign=sign, instead=INSTEAD[way])
    more = {wager: stake} if wager else {}
    return table.start({seat: {**main_bets(regulation), **more} for seat in SEATS})


@pytest.mark.parametrize(("regulation", "way"), ways())
def test_what_can_happen_at_each_moment_of_a_round_and_where_it_leads(regulation: str, way: str) -> None:
    table = started(regulation, way)
    now = Moment(table, regulation, held=way == "held")
    while table.state.rounds == 0:
        for kind in kinds(regulation):
            can = now.can(kind)
            assert can is None or can == (kind in offered(table))
            if can:
                _happens(now, kind)
            elif can is not None:
                for do in ("report", "record_exposed_card") if "exposed" in kind else ("report",):
                    refusal = table.refused(do, FLOOR, **now.data(kind))
                    assert refusal.cite.clauses[0] == clause(regulation, kind) or regulation == "PA-680a"
        table.take(table.next())
    assert not table.round.void


def offered(table: Driver) -> set[str]:
    """What may be reported or recorded now."""
    offers = [*table.offers("report"), *table.offers("record_exposed_card")]
    return {one.data.kind for one in offers}


def _happens(now: Moment, kind: str) -> None:
    table = branch(now.table)
    if kind == "card_face_up" and now.held and now.lying() >= now.stacks:
        return  # the held stack was delivered
    end = leads(now.regulation, kind, held=now.held)
    recorded = "exposed" in kind and end != "stands"
    do = "record_exposed_card" if recorded else "report"
    table.do(do, FLOOR if recorded else DEALER, **now.data(kind))
    begun = any(
        map(now.is_done, ("settle_player", "verify_win", "collect_losers", "pay_winners", "settle_rest"))
    )
    assert (table.kinds()[-1] == "ask") == (begun and end == "void"), "two people undo a result (I-157)"
    if begun and end == "void":
        table.do("confirm", FLOOR2, request=table.state.requests[-1].id)
    data = table.last(do).data
    assert (data.kind, data.round, table.round.void) == (kind, end, end == "void"), kind
    if (now.regulation, kind) != ("PA-680a", "dealer_card_exposed"):
        assert data.cite.clauses[0] == clause(now.regulation, kind)
    if end == "void":
        assert nets(table, *SEATS) == {1: 0, 3: 0} and house(table) == 0, "all wagers go back"
        assert {one.result for one in table.lines()} == {"void"}
        return
    after = Moment(table, now.regulation, now.held)
    for other in kinds(now.regulation):
        if other not in (kind, "wrong_number_of_cards") and (can := after.can(other)) is not None:
            assert can == (other in offered(table)), f"{other} after {kind}"
    if kind == "card_face_up":
        assert [event.kind for event in table.do("report", DEALER, kind=kind)] == ["report", "void_round"]
        second = table.last("report").data
        assert (second.kind, second.cite.clauses[0]) == (
            "cards_face_up",
            clause(now.regulation, "cards_face_up"),
        )
        assert nets(table, *SEATS) == {1: 0, 3: 0} and house(table) == 0


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(one, marks=pytest.mark.clause(clause(one, "wrong_number_of_cards")))
        for one in REGULATIONS
    ],
)
def test_before_anybody_has_a_card_nobody_has_a_wrong_number_of_them(regulation: str) -> None:
    """A card that was found face up lies beside the hands."""
    table = RealTable(submission(regulation), real_cards=True).put({})
    table.start(dict.fromkeys(SEATS, main_bets(regulation))).until("dealing")
    table.do("report", DEALER, kind="card_face_up", card=Card(0))
    assert "wrong_number_of_cards" not in offered(table)
    table.refused("report", DEALER, kind="wrong_number_of_cards", cards=4)
    table.do("deal")
    assert "wrong_number_of_cards" in offered(table)
