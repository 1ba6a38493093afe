"""A settled round in the books: every movement is a balanced entry, and the accounts agree with the lines."""

from __future__ import annotations

from feltlaw.ledger import TRAY, Ledger, book_round, open_meters
from hypothesis import given

from feltlaw.settlement import settle_round
from tests.strategies import Data, scenarios
from tests.test_settlement_money import nets, played, some


@some
@given(scenarios())
def test_every_movement_is_a_balanced_entry(scenario: Data) -> None:
    round_ = played(scenario)
    settlement = settle_round(round_)
    opened = Ledger().post(*open_meters("open", settlement.before))
    booked = book_round(opened, "round", settlement)
    assert sum(booked.balances.values()) == 0
    assert not [
        name for name, cents in booked.balances.items() if name.startswith(("layout:", "pot:")) and cents
    ]
    for name, meter in settlement.after.items():
        for level, facts in meter.levels.items():
            assert booked.balance(f"meter:{name}:{level}") == facts.amount
            assert booked.balance(f"reserve:{name}:{level}") == facts.reserve
    for person, net in nets(settlement).items():
        assert booked.balance(f"player:{person}") == net
    assert booked.balance(TRAY) - opened.balance(TRAY) == settlement.house_net
