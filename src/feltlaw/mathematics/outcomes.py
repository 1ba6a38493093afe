"""What an analysis says: exact counts and fractions, and the decimals a person reads beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.mathematics.advice import Exposure, Strategy
from feltlaw.mathematics.figures import decimal, percent, ratio, root

__all__ = [
    "AnalysisError",
    "Distribution",
    "OutcomeRow",
    "WagerAnalysis",
    "Witness",
    "decimal",
    "distribution",
    "percent",
    "ratio",
    "root",
]

Witness = Mapping[str, Any]
"""A scenario of the contract: settled, it gives its row's net."""


class AnalysisError(ValueError):
    """Something that cannot be analysed; the message says what would be legal."""


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One line of an outcome table."""

    outcome: str
    """Words a person understands."""
    combinations: int
    net: Fraction
    """Per unit of the named wager, the loss of the stake included."""
    witness: Witness | None = field(default=None, compare=False, repr=False)
    """One deal that ends so."""
    pays: str = ""
    """What a paytable row says, `5 to 1` or `500 for 1`, where one row alone pays."""
    stake_returned: bool | None = None
    """Whether the stake itself comes back with it."""


@dataclass(frozen=True)
class Distribution:
    """What a wager can do: disjoint rows, their combinations summing to `total`."""

    rows: tuple[OutcomeRow, ...]
    total: int

    def __post_init__(self) -> None:
        self.check()

    def check(self) -> None:
        """Refuses counts that do not sum to the total."""
        counted = sum(row.combinations for row in self.rows)
        if counted != self.total or any(row.combinations < 0 for row in self.rows):
            raise ArithmeticError(f"{counted:,} combinations counted, of {self.total:,}")

    @cached_property
    def by_net(self) -> dict[Fraction, int]:
        """Combinations by net result, the lowest first."""
        found: dict[Fraction, int] = {}
        for row in self.rows:
            found[row.net] = found.get(row.net, 0) + row.combinations
        return dict(sorted(found.items()))

    def moment(self, power: int) -> Fraction:
        """The mean of `net` to a power."""
        return sum((n * net**power for net, n in self.by_net.items()), Fraction(0)) / self.total

    @cached_property
    def ev(self) -> Fraction:
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self.moment(2) - self.ev**2

    @property
    def std_dev(self) -> str:
        return root(self.variance)

    @cached_property
    def skewness_squared(self) -> Fraction:
        """The skewness squared, its sign kept; 0 where nothing varies."""
        if not self.variance:
            return Fraction(0)
        third = self.moment(3) - 3 * self.ev * self.moment(2) + 2 * self.ev**3
        return third * abs(third) / self.variance**3

    @property
    def skewness(self) -> str:
        square = self.skewness_squared
        return ("-" if square < 0 else "") + root(abs(square))

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the wager comes out ahead."""
        return Fraction(sum(row.combinations for row in self.rows if row.net > 0), self.total)

    def to_json(self) -> list[dict[str, object]]:
        return [
            {
                "outcome": row.outcome,
                "combinations": row.combinations,
                "probability": ratio(Fraction(row.combinations, self.total)),
                "net": ratio(row.net),
                **({"pays": row.pays, "stake_returned": row.stake_returned} if row.pays else {}),
            }
            for row in self.rows
        ]


def distribution(rows: Iterable[OutcomeRow], total: int) -> Distribution:
    """A distribution with the empty rows left out."""
    return Distribution(tuple(row for row in rows if row.combinations), total)


@dataclass(frozen=True)
class WagerAnalysis:
    """One entry of an analysis: a wager, or the main game under its wager. Every engine answers with one."""

    wager: str
    distribution: Distribution
    covers: tuple[str, ...] = ()
    """For a main game: the wagers and awards that are inside it."""
    paytable: str = ""
    """The table's name, as a submission writes it."""
    average_stake: Fraction = Fraction(1)
    """Expected total staked per unit of the named wager."""
    strategy: Strategy | None = None
    kept: Distribution | None = None
    """Where a fold forfeits the wager: what it would do if it were never forfeited."""
    exposures: tuple[Exposure, ...] = ()
    warnings: tuple[str, ...] = ()
    more: Mapping[str, object] = field(default_factory=dict)
    """Further entries of the JSON document, such as `meter`, `envy` and `at_stake`."""

    def __repr__(self) -> str:
        table = f" {self.paytable}" if self.paytable else ""
        return f"<WagerAnalysis {self.wager}{table}: house edge {percent(self.house_edge)}>"

    @property
    def ev(self) -> Fraction:
        return self.distribution.ev

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_stake

    def to_json(self) -> dict[str, object]:
        """The entry of `feltlaw analyze --json`."""
        whole = self.distribution
        found: dict[str, object] = {}
        if self.covers:
            found["covers"] = list(self.covers)
        if self.paytable:
            found["paytable"] = self.paytable
        found |= {
            "ev": ratio(self.ev),
            "ev_decimal": decimal(self.ev),
            "house_edge": decimal(self.house_edge),
            "return": decimal(1 - self.element_of_risk),
            "return_exact": ratio(1 - self.element_of_risk),
            "average_stake": ratio(self.average_stake),
            "element_of_risk": decimal(self.element_of_risk, 7),
            "element_of_risk_exact": ratio(self.element_of_risk),
            "std_dev": whole.std_dev,
            "skewness": whole.skewness,
            "hit_frequency": decimal(whole.hit_frequency),
            "hit_frequency_exact": ratio(whole.hit_frequency),
            "combinations": whole.total,
        }
        if self.kept is not None:
            found |= {"ev_kept": ratio(self.kept.ev), "ev_kept_decimal": decimal(self.kept.ev)}
        found |= self.more
        found["outcomes"] = whole.to_json()
        if self.strategy:
            found["strategy"] = self.strategy.to_json()
        if self.exposures:
            found["exposure"] = [one.to_json() for one in self.exposures]
        if self.warnings:
            found["warnings"] = list(self.warnings)
        return found
