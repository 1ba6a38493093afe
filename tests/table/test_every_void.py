"""Whatever makes a round void, at whatever moment: everybody has what he had, and nobody has anything else.

What is void is read from the second statement; what may be reported is what the table offers.
"""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.register import clauses
from feltlaw.table import Offer
from tests.support.driver import FLOOR2, REGULATIONS, Driver, drive
from tests.support.parts import terms
from tests.support.rounds import branch, house, nets
from tests.table.test_actors import WAGERS, bets

SEATS = (1, 3)


def ends(regulation: str) -> dict[str, str]:
    """By what happened, whether the round stands or is void."""
    found = {}
    for term in terms(regulation):
        part, _, kind = term.path.partition(".")
        if part == "irregularity" and "round" in dict(term.facts):
            found[kind] = dict(term.facts)["round"]
    return found


def marked() -> list[Any]:
    found = []
    for name in REGULATIONS:
        cited = [
            clause
            for term in terms(name)
            if term.path.startswith("irregularity.")
            for clause in term.clauses
            if clause in clauses()
        ]
        found.append(pytest.param(name, id=name, marks=pytest.mark.clause(*dict.fromkeys(cited))))
    return found


def happens(table: Driver, offer: Offer) -> Driver:
    """The same table, where this happens now; two people where two are needed."""
    other = branch(table)
    other.take(offer)
    if other.kinds()[-1] == "ask":
        other.do("confirm", FLOOR2, request=other.state.requests[-1].id)
    return other


def holdings(table: Driver) -> tuple[object, ...]:
    """What everybody has, the house and the meters."""
    meters = {name: dict(link.meter.levels) for name, link in table.desk.links.states.items()}
    return nets(table, *SEATS), house(table), meters


@pytest.mark.parametrize("deal", ["hand", "automated_shoe"])
@pytest.mark.parametrize("regulation", marked())
def test_after_a_void_round_everybody_has_what_he_had(regulation: str, deal: str) -> None:
    table = drive(regulation, wagers=WAGERS[regulation], cards={"deal": deal})
    table.sit(*SEATS)
    stated, seen, before = ends(regulation), set[tuple[str, bool, str]](), holdings(table)
    for _ in table.to_the_end():
        for offer in (*table.offers("report"), *table.offers("record_exposed_card")):
            moment = (
                table.state.phase,
                table.state.round is not None and bool(table.paid()),
                offer.data.kind,
            )
            if moment in seen:
                continue
            seen.add(moment)
            other = happens(table, offer)
            void = other.state.round is not None and other.round.void
            assert void == (stated.get(offer.data.kind) == "void"), moment
            if void:
                assert holdings(other) == before, moment
                assert not any(
                    account.kind in ("felt", "pot") for account, cents in other.state.books.items() if cents
                )
        if table.state.phase == "betting":
            table.bet({seat: bets(table) for seat in SEATS})
            table.do("no_more_bets")
        else:
            table.take(table.next())
    assert {"cards_face_up", "card_face_up"} <= {kind for _, _, kind in seen}
