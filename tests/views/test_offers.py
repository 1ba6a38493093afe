"""What may be done is found again only where something has changed: never anything stale."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from feltlaw.table import State
from feltlaw.table.legal import _found, _rules_here, open_rule, open_rules, players_rules
from feltlaw.table.rule import Open
from feltlaw.values import changed
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
