"""What every analysis must satisfy, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import feltlaw
from feltlaw.cards import Card
from feltlaw.mathematics.outcomes import Distribution, WagerAnalysis
from feltlaw.mathematics.progressive import witness_meters
from feltlaw.mathematics.rules import Rules
from feltlaw.money import Amount, dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation import load
from feltlaw.round import read_round
from feltlaw.settlement import Settlement, settle_round
from feltlaw.submission import Submission


def submission(regulation: str, **sections: object) -> Submission:
    """A submission from its sections; `wagers` by default."""
    return Submission.from_data({"regulation": regulation, **sections})


def settled(witness: object, rules: Submission) -> Settlement:
    """A witness settled, its submission being the one that was analysed."""
    assert isinstance(witness, dict)
    return settle_round(read_round(witness, rules))


def check_witnesses(found: Distribution, rules: Submission, wagers: Iterable[str]) -> int:
    """Settles every row's witness: these wagers and the awards on them give the row's net together."""
    names = frozenset(wagers)
    checked = 0
    for row in found.rows:
        assert row.witness is not None, row.outcome
        lines = [one for one in settled(row.witness, rules).lines if one.seat == 1 and one.for_seat == 0]
        mine = [line for line in lines if line.id in names or line.on in names]
        first = next(line.stake for line in mine if line.stake)
        assert sum(line.net for line in mine) == row.net * first, row.outcome
        checked += 1
    return checked


def check_sums(entry: WagerAnalysis) -> None:
    """Counts sum to the total, and the published figures follow from the rows."""
    whole = entry.distribution
    whole.check()
    assert sum(row.combinations for row in whole.rows) == whole.total
    assert sum(row.combinations * row.net for row in whole.rows) == entry.ev * whole.total
    assert len({row.outcome for row in whole.rows}) == len(whole.rows)


@lru_cache(maxsize=1)
def side_tables() -> tuple[tuple[str, str, Paytable], ...]:
    """Every paytable of every wager beside a main game: regulation, section, table."""
    return tuple(_side_tables())


def _side_tables() -> Iterator[tuple[str, str, Paytable]]:
    for name in feltlaw.regulation_ids():
        regulation = load(name)
        main = {"ante", "blind", "play"}
        for wager in regulation.wagers.values():
            if wager.contest or wager.id in main or wager.payouts.by_players:
                continue
            for table in wager.payouts.tables.values():
                yield name, wager.id, table


def with_table(regulation: str, wager: str, table: Paytable, **more: object) -> Submission:
    """A submission that offers a wager with a certain table."""
    rules = load(regulation).wagers[wager]
    section: dict[str, object] = dict(more)
    if rules.payouts.choice is not None and not rules.payouts.posted:
        section[rules.payouts.choice.key] = table.name
    if table.amount is not None:
        section["amount"] = table.amount // 100
    return submission(regulation, wagers={rules.section: section})


def side_net(
    rules: Submission,
    wager: str,
    cards: Mapping[str, Sequence[Card]],
    *,
    fold: bool = False,
    meters: Mapping[str, object] | None = None,
    draws: Mapping[str, object] | None = None,
) -> Fraction:
    """What a side wager brings per unit, with the awards on it: cards settled, meters at their seeds."""
    asked = Rules(rules)
    wagers = [rules.regulation.decisions[0].of, wager] if fold else [wager]
    stakes = asked.stakes(*wagers)
    table = rules.wagers[wager].paytable()
    if table is not None and any(isinstance(row.pays, Amount) for row in table.rows.values()):
        stakes[wager] = dollars(rules.wagers[wager].minimum)
    lying = witness_meters(rules.wagers[wager]) if meters is None else meters
    scenario = asked.dealt(stakes, cards, fold=fold, meters=lying, draws=draws)
    lines = [one for one in settled(scenario, rules).lines if one.seat == 1 and one.for_seat == 0]
    mine = [line for line in lines if wager in (line.id, line.on)]
    stake = next(line.stake for line in mine if line.id == wager)
    return Fraction(sum(line.net for line in mine), stake)
