"""A stub that has to be counted is counted before it is racked, also one from which cards for a bonus were
dealt and one that has left its shoe for them."""

from __future__ import annotations

import pytest

from tests.support.driver import DEALER, DEALS, drive, each, main_bets
from tests.table.test_stub import NOT_COUNTED
from tests.table.test_stub_moments import BONUSES, section

SEATS = (1, 3)


@each("count_stub", "rack_stub", "remove_stub", "rack_counted_stub", groups=DEALS, regulations=tuple(BONUSES))
@pytest.mark.clause("I-13", "I-19")
@pytest.mark.parametrize("staked", [(), (1,), SEATS])
def test_in_the_fifth_round_a_stub_is_not_racked_uncounted_whatever_was_dealt_from_it(
    regulation: str, deal: str, staked: tuple[int, ...]
) -> None:
    for wager, terms, stake, _ in BONUSES[regulation]:
        table = drive(regulation, wagers={section(wager): terms}, cards={**NOT_COUNTED, "deal": deal})
        own = main_bets(regulation)
        for number in range(1, 7):
            bets = {seat: {**own, wager: stake} if seat in staked else own for seat in SEATS}
            table.start(bets).until("stub")
            assert bool(table.offers("rack_stub")) == (number != 5), (wager, number)
            if number == 5:
                assert "must be counted" in table.refused("rack_stub", DEALER).what
                table.do("count_stub")
            else:
                table.do("rack_stub", DEALER)
            table.finish()
