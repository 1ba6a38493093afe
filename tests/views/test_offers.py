"""What may be done is found again only where something has changed: never anything stale."""

from __future__ import annotations

import random

import pytest

from feltlaw.table import State
from feltlaw.table.legal import _found, _rules_here, open_rules
from feltlaw.table.rule import Open
from feltlaw.values import changed
from tests.support.played import Played, cases, shuffled_deck, submission, usual_bets
from tests.support.rare import every_table


def found_anew(state: State) -> list[Open]:
    """Every rule asked on a copy of the state of which nothing is remembered."""
    fresh = changed(state)
    standing, moving = _rules_here(fresh)[fresh.phase]
    return [*_found(fresh, moving), *_found(fresh, standing)]


def check(table: Played) -> None:
    for step in table.steps:
        state = step.after
        if not state.stopped:
            assert list(open_rules(changed(state))) == found_anew(state), step.event.kind


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
