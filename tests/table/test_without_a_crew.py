"""An automatic table: what the program does by itself, and what it leaves to a person."""

from __future__ import annotations

import pytest

from feltlaw.floor.automatic import next_command
from tests.support.driver import FLOOR, drive, main_bets
from tests.table.test_papers import SHARES, Hands, offered


@pytest.mark.parametrize(
    ("clause", "wager", "hands"),
    [
        pytest.param(clause, wager, hands, marks=pytest.mark.clause(clause, "I-28"), id=f"{clause}-{percent}")
        for clause, wager, percent, hands in SHARES
    ],
)
def test_an_automatic_table_lets_go_of_no_winners_cards_by_itself(
    clause: str, wager: str, hands: Hands
) -> None:
    """It deals, verifies and pays; that the papers are complete a person says, and that a win is valid."""
    regulation = clause.partition(".")[0]
    table = drive(regulation, wagers=offered(regulation, wager))
    table.start({1: main_bets(regulation), 3: {**main_bets(regulation), wager: 100}}, hands)
    waited = []
    for _ in range(200):
        if table.state.rounds:
            break
        if command := next_command(table.state, table.clock.now, "max"):
            table.give(command)
        elif table.state.phase == "deciding":
            table.take(table.offers("decide")[0])
        else:
            waited.append(next(do for do in ("validate", "release_cards") if do in table.offered()))
            table.do(waited[-1], FLOOR)
    assert waited == ["validate", "release_cards"] and table.state.rounds == 1
    assert [event.by for event in table.events("release_cards")] == [FLOOR]
