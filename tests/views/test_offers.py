"""What may be done is found again only where something has changed: never anything stale."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from feltlaw.regulation.model import Cite
from feltlaw.table import State
from feltlaw.table.betting import Ready
from feltlaw.table.legal import _found, _rules_here, open_rule, open_rules, players_rules
from feltlaw.table.rule import Open, Way
from feltlaw.values import changed
from feltlaw.views.offers import _Sorted
from tests.support.played import Played, cases, shuffled_deck, submission, usual_bets
from tests.support.rare import every_table


def found_anew(state: State) -> list[Open]:
    """Every rule asked on a copy of the state of which nothing is remembered."""
    fresh = replace(state)
    if fresh.round is not None:
        fresh = replace(fresh, round=replace(fresh.round, facts=replace(fresh.round.facts)))
    here = _rules_here(fresh)[fresh.phase]
    return [*_found(fresh, here.moving), *_found(fresh, here.standing)]


def check(table: Played) -> None:
    for step in table.steps:
        state = step.after
        if not state.stopped:
            anew = found_anew(state)
            assert list(open_rules(changed(state))) == anew, step.event.kind
            assert [open_rule(changed(state), one.do) for one in anew] == anew
            for_players = [
                one for part in players_rules(changed(state)) for one in part if "player" in one.roles
            ]
            assert for_players == [one for one in anew if "player" in one.roles]


@pytest.mark.parametrize(("regulation", "deal"), list(cases()))
def test_in_every_round(regulation: str, deal: str) -> None:
    about = submission(regulation, cards={"deal": deal})
    bets = usual_bets(about)
    table = Played(about, shuffled_deck(regulation, deal)).start(bets)
    table.finish(random.Random(2))
    table.bet(bets)
    table.finish(random.Random(3))
    check(table)


def test_where_everything_happens() -> None:
    for table in every_table():
        check(table)


# ── as bytes, and for whom ──


def bytes_of(rules: tuple[Open, ...], last: _Sorted | None, role: str, account: str) -> bytes:
    return _Sorted(rules, last).bytes_for(role, account)


PLAYER, BOTH, CREW = ("player",), ("player", "dealer"), ("dealer",)
CITES = (Cite(("PA-649a.7(a)",)), Cite(("PA-649a.7(b)",)))


def rule(text: str = "Be ready.", cite: int = 0, roles: tuple[str, ...] = PLAYER, **seats: int) -> Open:
    """A rule with a way for each of these players."""
    ways = tuple(Way(Ready(seat), "" if who == "anybody" else who) for who, seat in seats.items())
    return Open("ready", text, CITES[cite], roles, ways)


def same_ways(of: Open, **changes: Any) -> Open:
    return Open(of.do, changes.get("text", of.text), changes.get("cite", of.cite), of.roles, of.ways)


def anew(rules: tuple[Open, ...]) -> tuple[Open, ...]:
    """The same, of which nothing is remembered."""
    return tuple(
        Open(one.do, one.text, one.cite, one.roles, tuple(replace(way) for way in one.ways)) for one in rules
    )


FIRST = rule(p1=1, p2=2)
AFTER: list[tuple[Open, ...]] = [
    (FIRST,),
    (same_ways(FIRST, text="Say so."),),
    (same_ways(FIRST, cite=CITES[1]),),
    (rule(p1=3, p2=2),),
    (rule(p1=1),),
    (FIRST, rule("More.", 1, p1=4)),
    (FIRST, rule("Everybody.", 1, anybody=5)),
    (rule("Everybody.", 1, anybody=5),),
    (rule(roles=BOTH, p1=1),),
    (),
]
BEFORE: list[tuple[Open, ...]] = [*AFTER, (rule("The crew.", roles=CREW, anybody=5),)]


@pytest.mark.parametrize(("before", "after"), list(product(range(len(BEFORE)), range(len(AFTER)))))
def test_what_was_written_a_moment_ago_is_never_stale(before: int, after: int) -> None:
    """Whatever may be done then and now, by whom: the bytes are those of now."""
    for role, account in (("player", "p1"), ("player", "p2"), ("player", "p9"), ("dealer", "dee")):
        last = _Sorted(BEFORE[before])
        last.bytes_for(role, account)
        expected = _Sorted(anew(AFTER[after])).bytes_for(role, account)
        assert bytes_of(AFTER[after], last, role, account) == expected
        assert bytes_of(AFTER[after], None, role, account) == expected
        assert bytes_of(AFTER[after], _Sorted(BEFORE[before]), role, account) == expected


def test_a_way_is_offered_to_whom_it_names_and_to_roles_that_are_enough() -> None:
    def seats(rules: tuple[Open, ...], role: str, account: str) -> list[int]:
        return [way.data.seat for *_, way in _Sorted(rules).ways_for(role, account)]

    mixed = (rule(p1=1, p2=2), rule(anybody=3), rule(roles=BOTH, p1=4, p2=5), rule(roles=CREW, anybody=6))
    assert seats(mixed, "player", "p1") == [1, 4, 3]
    assert seats(mixed, "player", "p2") == [2, 5, 3]
    assert seats(mixed, "dealer", "dee") == [4, 5, 6]
    assert seats(mixed, "onlooker", "p1") == []
    not_his = Open("ready", "t.", CITES[0], CREW, (Way(Ready(7), not_for=frozenset({"dee"})),))
    assert seats((not_his,), "dealer", "dee") == [] and seats((not_his,), "dealer", "dan") == [7]
