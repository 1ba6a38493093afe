"""Players in a round that is void: it is not complete before its cards are in the rack, and until then nobody
goes with his chips, gives up a box of it, or is recorded as gone by one person."""

from __future__ import annotations

import pytest

from tests.support.driver import CHIPS, DEALER, DEALS, FLOOR, FLOOR2, REGULATIONS, Driver, main_bets
from tests.support.rounds import P3, branch, nets, player
from tests.table.test_void_ends import happens, kinds, opened

SEATED = {name: f"{name}.6(c)" if name == "MA-TCP" else f"{name}.7(b)" for name in REGULATIONS}
"""Who has received cards stays seated until the round is over."""
NOT_VOID = ("PA-679a", "dealer_card_exposed")
"""There wagers beside the contest stand (679a.13(d)); the round goes on."""


def every() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("regulation", "deal", "kind"),
        [
            pytest.param(name, deal, kind, marks=pytest.mark.clause(SEATED[name], "I-157"))
            for name in REGULATIONS
            for deal in DEALS
            for kind in kinds(name, deal)
        ],
    )


def undone(regulation: str, deal: str, kind: str) -> Driver:
    """A table where this has just happened; p3 sits at seat 4 as well, where a player may have two boxes."""
    several = {} if regulation == "PA-669a" else {"limits": {"adjacent_boxes": 2}}
    table = opened(regulation, kind, cards={"deal": deal}, **several)
    table.sit(1, 3)
    if several:
        table.do("sit", P3, seat=4)
    table.start(dict.fromkeys(table.state.seats, main_bets(regulation)))
    happens(table, kind)
    assert table.round.void == ((regulation, kind) != NOT_VOID)
    return table


def at_each_moment(table: Driver) -> list[Driver]:
    """The table as it is at every moment until the round is over."""
    found = []
    for _ in table.to_the_end():
        found.append(branch(table))
        table.take(table.next())
    return found


@every()
def test_who_leaves_while_the_cards_of_a_void_round_lie_there_has_left_in_mid_round(
    regulation: str, deal: str, kind: str
) -> None:
    """His seats and his chips stay until the cards are racked, and are no longer his then."""
    moments = at_each_moment(undone(regulation, deal, kind))
    assert moments
    for table in moments:
        own = [seat for seat, name in table.state.seats.items() if name == "p3"]
        if len(own) == 2:
            for seat in own:
                refusal = table.refused("leave", P3, seat=seat)
                assert "is in the round" in refusal.what and refusal.cite.clauses == (SEATED[regulation],)
        before = table.chips(3)
        table.do("leave", P3, seat=0)
        left = table.last("leave").data
        assert (left.mid_round, left.kept_cents, left.returned) == (True, 0, {})
        assert table.chips(3) == before and [s for s, n in table.state.seats.items() if n == "p3"] == own
        assert "left in the middle" in table.refused("sit", P3, seat=6).what
        table.finish()
        assert table.last("end_round").data.kept == {"p3": CHIPS}
        assert table.state.seats == {1: "p1"} and nets(table, 1) == {1: 0}


@every()
def test_that_a_player_has_gone_in_a_void_round_is_recorded_by_two_people(
    regulation: str, deal: str, kind: str
) -> None:
    moments = at_each_moment(undone(regulation, deal, kind))
    assert moments
    for table in moments:
        for seat in (1, 3):
            for by in (DEALER, FLOOR):
                other = branch(table)
                other.do("record_departure", by, player=f"p{seat}")
                assert other.kinds()[-1] == "ask" and not other.state.away
                other.do("confirm", FLOOR2, request=other.state.requests[-1].id)
                assert other.state.is_away(f"p{seat}") and other.last("record_departure").data.mid_round
                assert other.state.seats[seat] == f"p{seat}" and other.chips(seat) > 0


@every()
def test_once_a_void_round_is_over_a_player_goes_with_what_he_has(
    regulation: str, deal: str, kind: str
) -> None:
    table = undone(regulation, deal, kind).finish()
    by_one = branch(table)
    for seat in (1, 3):
        table.do("leave", player(seat), seat=0)
        left = table.last("leave").data
        assert (left.mid_round, left.kept_cents) == (False, CHIPS)
        by_one.do("record_departure", DEALER, player=f"p{seat}")
        assert by_one.last("record_departure").data.kept_cents == CHIPS
    assert table.state.seats == by_one.state.seats == {}
