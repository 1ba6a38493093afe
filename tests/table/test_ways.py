"""Procedure in every way of shuffling and dealing that a regulation allows, in the chapter's order.

For each way a table is opened and two rounds are played; every step up to the stub is the one the second
statement has in that place, is cited and offered as it says, and nobody else may take it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from feltlaw.event import ROLES
from feltlaw.register import clauses
from feltlaw.round import Refused
from feltlaw.table import Command, Moment, Offer, Person, decide
from tests.support.driver import REGULATIONS, Driver, drive
from tests.support.parts import Line, terms
from tests.support.ways import CardsWay, allowed, course, stated
from tests.table.test_actors import WAGERS, bets

OFFERED = {
    "PA-649a": frozenset({"progressive", "five_card_hand"}),
    "MA-TCP": frozenset({"progressive", "every_hand"}),
    "PA-679a": frozenset({"fourth_card", "fourth_card_from_stub"}),
    "PA-669a": frozenset({"progressive"}),
    "PA-680a": frozenset[str](),
}
"""The conditions that the wagers of these tables bring about."""
DEALT = ("deal_hands", "deal_extra", "deal_community")
Step = tuple[str, tuple[str, ...], tuple[str, ...]]


def rounds(way: CardsWay) -> list[CardsWay]:
    """The first round and the next, with a deck no longer new; after a preshuffled one that is the same."""
    return [way] if way.preshuffled else [way, way]


def on_offer(way: CardsWay) -> tuple[dict[str, Any], frozenset[str]]:
    """The wagers of a table, and the conditions they bring about; a wager on every hand needs a shuffler."""
    wagers, offered = WAGERS[way.regulation], OFFERED[way.regulation]
    if way.shuffle == "manual":
        return {name: one for name, one in wagers.items() if name != "cover_all"}, offered - {"every_hand"}
    return wagers, offered


def every() -> list[Any]:
    found = []
    for regulation in REGULATIONS:
        for way in allowed(regulation):
            for one in (way, replace(way, preshuffled=True)):
                _, offered = on_offer(one)
                steps = course(one, offered, first=True, counted=False)
                for later in rounds(one)[1:]:
                    steps += course(later, offered, first=False, counted=not one.counts)
                cited = [clause for line in steps for clause in line.clauses if clause in clauses()]
                found.append(pytest.param(one, marks=pytest.mark.clause(*dict.fromkeys(cited)), id=str(one)))
    return found


def written(line: Line, way: CardsWay) -> Step:
    """A step as the statement has it; all the cards of a deal are one command, and where nothing shuffles
    but hands the dealer shuffles."""
    who = ("dealer",) if line.do == "shuffle" and way.shuffle == "manual" else line.who
    return "deal" if line.do in DEALT else line.do, who, line.clauses


def played(table: Driver, way: CardsWay, *, counted: bool) -> list[Step]:
    """Goes on to the first decision; the steps as they were offered, each once however often it was taken."""
    found: list[Step] = []
    for _ in table.to_the_end():
        if table.state.phase in ("deciding", "settling"):
            break
        if table.state.phase == "betting":
            table.bet({seat: bets(table) for seat in (1, 3)})
        offer = choose(table, way, counted=counted)
        if all(offer.do != step[0] for step in found):
            others(table, offer)
        table.take(offer)
        found.append((offer.do, offer.roles, offer.cite.clauses))
    return [step for step, _ in groupby(found) if step[0] != "receive_deck"]


def choose(table: Driver, way: CardsWay, *, counted: bool) -> Offer:
    if table.state.phase == "betting":
        return table.offers("no_more_bets")[0]
    if table.state.phase == "stub" and counted:
        return table.offers("count_stub")[0]
    offer = table.next()
    if offer.do == "receive_deck" and way.preshuffled:
        return replace(offer, data=replace(offer.data, preshuffled=True))
    return offer


def others(table: Driver, offer: Offer) -> None:
    """Whoever is not named may not, and is told who may and by which paragraph."""
    for role in ROLES:
        if role in offer.roles or role == "player":
            continue
        person = Person(role, "mallory")  # type: ignore[arg-type]
        with pytest.raises(Refused) as caught:
            decide(table.state, Command(offer.do, person, offer.data), Moment(table.state.now, person))
        assert caught.value.clauses[: len(offer.cite.clauses)] == list(offer.cite.clauses), offer.do


@pytest.mark.parametrize("way", every())
def test_each_step_in_its_place(way: CardsWay) -> None:
    wagers, offered = on_offer(way)
    table = drive(way.regulation, cards=way.cards, wagers=wagers)
    table.sit(1, 3)
    for number, one in enumerate(rounds(way)):
        if number:
            table.finish()
        counted = bool(number) and not way.counts
        steps = [written(line, way) for line in course(one, offered, first=not number, counted=counted)]
        assert played(table, way, counted=counted) == [step for step, _ in groupby(steps)]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name,
            id=name,
            marks=pytest.mark.clause(
                *{
                    clause
                    for term in terms(name)
                    if term.path.startswith(("dealing.", "shuffle.", "deck.second"))
                    for clause in term.clauses
                    if clause in clauses()
                }
            ),
        )
        for name in REGULATIONS
    ],
)
def test_no_way_more_and_no_way_less(regulation: str) -> None:
    assert set(allowed(regulation)) == set(stated(regulation))
