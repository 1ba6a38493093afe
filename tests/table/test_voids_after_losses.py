"""All wagers go back in a void round, those too that were lost by then: to a fold, a surrender or a ruling,
collected or still on the layout."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.table import Offer
from tests.support.driver import DEALS, FLOOR, FLOOR2, PENNSYLVANIA, REGULATIONS, submission
from tests.support.house_money import house_accounts, meters
from tests.support.rounds import RealTable, branch, nets, player
from tests.table.test_actors import WAGERS, bets
from tests.table.test_every_void import ends
from tests.table.test_stub import stub_of
from tests.table.test_whole_voids import MISDEALT, REMOVED

SEATS = (1, 3, 4, 5)
LOSE = {
    "PA-649a": {3: "fold", 4: "abandoned"},
    "PA-679a": {3: "fold", 4: "abandoned"},
    "PA-680a": {3: "abandoned", 4: "abandoned"},
    "PA-669a": {3: "fold", 4: "abandoned", 5: "communicated"},
    "MA-TCP": {3: "fold", 4: "surrender"},
}
"""What costs a seat its wagers; the others play."""
VOID = {
    "PA-649a": ["13(c)", "13(d)"],
    "PA-679a": ["13(c)"],
    "PA-680a": ["13(c)"],
    "PA-669a": ["13(c)", "13(d)"],
    "MA-TCP": ["14(c)", "14(d)"],
}
EXPOSED = {
    "PA-649a": "dealer_card_exposed",
    "PA-669a": "community_card_exposed",
    "MA-TCP": "dealer_card_exposed",
}


def open_table(regulation: str, **more: Any) -> RealTable:
    if regulation != "MA-TCP":
        more["settlement"] = {"departed_player": "forfeit"}
    table = RealTable(submission(regulation, wagers=WAGERS[regulation], **more), real_cards=True).put({})
    table.sit(*SEATS)
    return table


def holdings(table: RealTable) -> tuple[object, ...]:
    """What everybody has, the house account by account, and the meters."""
    return nets(table, *SEATS), house_accounts(table), meters(table)


def rule(table: RealTable, lose: dict[int, str]) -> None:
    for seat, what in lose.items():
        if what == "abandoned":
            table.do("leave", player(seat))
            table.both("rule_departed", FLOOR, seat=seat, ruling=what)
        elif what == "communicated":
            table.both("rule_communication", FLOOR, seat=seat)


def goes_on(table: RealTable, lose: dict[int, str]) -> None:
    offer = table.next()
    if offer.do == "decide":
        said = lose.get(offer.data.seat, "play")
        own = [one for one in table.offers("decide") if one.data.seat == offer.data.seat]
        offer = next((one for one in own if one.data.act == said), own[0])
    table.take(offer)


def voided(table: RealTable, offer: Offer) -> RealTable:
    other = branch(table)
    other.take(offer)
    if other.kinds()[-1] == "ask":
        other.do("confirm", FLOOR2, request=other.state.requests[-1].id)
    assert other.round.void
    return other


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name, marks=pytest.mark.clause(*(f"{name}.{one}" for one in VOID[name]), "I-08", "I-152")
        )
        for name in REGULATIONS
    ],
)
def test_what_was_lost_before_the_round_became_void_goes_back_too(regulation: str) -> None:
    table, lose = open_table(regulation), LOSE[regulation]
    stated, before = ends(regulation), holdings(table)
    tried: dict[tuple[str, int, str], set[int]] = {}
    ruled = False
    for _ in table.to_the_end():
        if table.state.phase == "betting":
            before = holdings(table)
            table.bet({seat: bets(table) for seat in SEATS})
            table.do("no_more_bets")
            continue
        if table.state.phase == "deciding" and not ruled:
            rule(table, lose)
            ruled = True
        for offer in (*table.offers("report"), *table.offers("record_exposed_card")) if ruled else ():
            kind = offer.data.kind
            lost = {one.seat for one in table.paid() if one.result == "lose"}
            moment = (table.state.phase, len(table.paid()), kind)
            if stated.get(kind) != "void" or moment in tried:
                continue
            tried[moment] = lost
            assert holdings(voided(table, offer)) == before, moment
        goes_on(table, lose)
    taken: dict[str, set[int]] = {}
    for (_, _, kind), lost in tried.items():
        taken[kind] = taken.get(kind, set()) | lost
    assert taken["wrong_number_of_cards"] >= set(lose)
    if regulation in EXPOSED:
        assert taken[EXPOSED[regulation]] >= {3}, "what was forfeited is collected before the cards are shown"


def counted() -> list[Any]:
    """A stub that is counted wrong, by chapter and way of dealing, with a misdeal and without."""
    return [
        pytest.param(name, deal, misdealt, marks=pytest.mark.clause(f"{name}.{clause}"))
        for name in PENNSYLVANIA
        for misdealt, found in ((True, MISDEALT), (False, REMOVED))
        for deal, clause in zip(DEALS, found[name], strict=True)
    ]


@pytest.mark.parametrize(("regulation", "deal", "misdealt"), counted())
def test_abandoned_wagers_go_back_when_the_stub_is_counted_wrong(
    regulation: str, deal: str, misdealt: bool
) -> None:
    table = open_table(regulation, cards={"deal": deal, "shuffle": "manual"} if deal != "hand" else {})
    before = holdings(table)
    table.until("betting")
    table.bet({seat: bets(table) for seat in SEATS})
    table.do("no_more_bets")
    table.until("stub")
    for seat in (3, 4):
        table.do("leave", player(seat))
        table.both("rule_departed", FLOOR, seat=seat, ruling="abandoned")
    more: dict[str, Any] = {"deck": stub_of(regulation, -1)} if misdealt else {}
    table.do("count_stub", misdealt=misdealt, cards=1, **more)
    assert table.round.void and holdings(table) == before
