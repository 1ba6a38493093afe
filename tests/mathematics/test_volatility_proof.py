"""Sessions a second time: round after round, every sum of money apart, in whole numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from feltlaw.mathematics import WagerAnalysis, analyze
from feltlaw.mathematics.outcomes import Distribution, decimal
from feltlaw.mathematics.volatility import chance_ahead, chance_of_ruin
from tests.support.figures import Figures
from tests.support.math_checks import submission
from tests.support.submissions import REGULATIONS

pytestmark = pytest.mark.proof

ROUNDS, BANKROLL = 60, 12
METHOD = "round after round, every sum apart"


def played(found: Distribution, rounds: int, bankroll: int | None = None) -> tuple[Counter[Fraction], int]:
    """Sequences of rounds by the money won, those apart that lost a bankroll on the way."""
    money: Counter[Fraction] = Counter({Fraction(0): 1})
    ruined = 0
    for later in range(rounds - 1, -1, -1):
        after: Counter[Fraction] = Counter()
        for had, ways in money.items():
            for net, many in found.by_net.items():
                if bankroll is not None and had + net <= -bankroll:
                    ruined += ways * many * found.total**later
                else:
                    after[had + net] += ways * many
        money = after
    return money, ruined


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_sessions(regulation: str, figure: Figures) -> None:
    entry = analyze(submission(regulation)).wagers["ante"]
    assert isinstance(entry, WagerAnalysis)
    found = entry.distribution
    compare = figure.of(regulation, "ante")
    rounds = ROUNDS if len(found.by_net) < 20 else ROUNDS // 6
    money, _ = played(found, rounds)
    ahead = Fraction(sum(ways for won, ways in money.items() if won > 0), found.total**rounds)
    first = chance_ahead(found, rounds)
    compare(f"ahead after {rounds} rounds", first.value, decimal(ahead, len(first.value) - 2), METHOD)
    assert first.exact in (None, ahead)
    _, ruined = played(found, rounds, BANKROLL)
    ruin = chance_of_ruin(found, rounds, BANKROLL)
    second = decimal(Fraction(ruined, found.total**rounds), len(ruin.value) - 2)
    compare(f"{BANKROLL} units lost within {rounds} rounds", ruin.value, second, METHOD)


def test_side_wagers(figure: Figures) -> None:
    wagers: dict[str, dict[str, object]] = {"pair_plus": {}, "six_card_bonus": {}}
    for name in wagers:
        entry = analyze(submission("PA-649a", wagers=wagers)).wagers[name]
        assert isinstance(entry, WagerAnalysis)
        money, _ = played(entry.distribution, ROUNDS // 4)
        ahead = Fraction(
            sum(ways for won, ways in money.items() if won > 0), entry.distribution.total ** (ROUNDS // 4)
        )
        first = chance_ahead(entry.distribution, ROUNDS // 4)
        compare = figure.of("PA-649a", name, entry.paytable)
        compare(
            f"ahead after {ROUNDS // 4} rounds", first.value, decimal(ahead, len(first.value) - 2), METHOD
        )
