"""What an analysis says: exact counts and fractions, and the decimals a person reads beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

Witness = Mapping[str, Any]
"""A scenario of the contract: settled, it gives its row's net."""


class AnalysisError(ValueError):
    """Something that cannot be analysed; the message says what would be legal."""


def ratio(value: Fraction | int) -> str:
    """`p/q` in lowest terms, as JSON writes an exact number.

    >>> ratio(Fraction(-2, 6)), ratio(2)
    ('-1/3', '2')
    """
    return str(Fraction(value))


def decimal(value: Fraction | int, places: int = 10) -> str:
    """A fraction as a decimal, rounded half away from zero; no float is involved.

    >>> decimal(Fraction(-1, 3), 4), decimal(Fraction(1, 8), 2), decimal(Fraction(-1, 1000), 2)
    ('-0.3333', '0.13', '0.00')
    """
    exact = Fraction(value)
    scaled = (2 * abs(exact.numerator) * 10**places + exact.denominator) // (2 * exact.denominator)
    return _signed(scaled, places, exact < 0)


def root(value: Fraction, places: int = 6) -> str:
    """The square root as a decimal, rounded to the nearest.

    >>> root(Fraction(2), 5)
    '1.41421'
    """
    if value < 0:
        raise ValueError("only what is not negative has a root here")
    # floor(10^places * sqrt(value)), then up where the next half is passed
    scaled = isqrt(value.numerator * 100**places // value.denominator)
    if (2 * scaled + 1) ** 2 * value.denominator <= 4 * value.numerator * 100**places:
        scaled += 1
    return _signed(scaled, places, False)


def percent(value: Fraction | int, places: int = 4) -> str:
    """`3.3730 %`."""
    return f"{decimal(Fraction(value) * 100, places)} %"


def _signed(scaled: int, places: int, negative: bool) -> str:
    sign = "-" if negative and scaled else ""
    whole, rest = divmod(scaled, 10**places)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


@dataclass(frozen=True, slots=True)
class Row:
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

    rows: tuple[Row, ...]
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


def distribution(rows: Iterable[Row], total: int) -> Distribution:
    """A distribution with the empty rows left out."""
    return Distribution(tuple(row for row in rows if row.combinations), total)


@dataclass(frozen=True, slots=True)
class Compared:
    """A named way of playing, and what it costs against the best one."""

    name: str
    rule: str
    ev: Fraction
    cost: Fraction
    """Expected loss against optimal play, per unit of the wager; never negative."""

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "rule": self.rule, "ev": ratio(self.ev), "ev_decimal": decimal(self.ev),
                "cost": ratio(self.cost), "cost_decimal": decimal(self.cost)}  # fmt: skip


@dataclass(frozen=True)
class Strategy:
    """The best play, as a rule and in figures."""

    rule: str
    """What a person can remember."""
    frequencies: Mapping[str, Fraction]
    """How often each action is taken."""
    notes: tuple[str, ...] = ()
    """Where the rule is not the whole truth: boundary hands that depend on suits, and the like."""
    cost_of_rule: Fraction = Fraction(0)
    """What following the rule to the letter loses against optimal play; 0 where the rule is exact."""
    compared: tuple[Compared, ...] = ()
    table: tuple[Mapping[str, str], ...] = ()
    """The full table, a line for each class of hands, where it is short enough to print."""

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "rule": self.rule,
            "frequencies": {action: ratio(often) for action, often in self.frequencies.items()},
            "cost_of_rule": ratio(self.cost_of_rule),
        }
        if self.notes:
            found["notes"] = list(self.notes)
        if self.compared:
            found["compared"] = [one.to_json() for one in self.compared]
        if self.table:
            found["table"] = [dict(line) for line in self.table]
        return found


@dataclass(frozen=True, slots=True)
class Exposure:
    """The game when a card is seen that should be hidden, and used as well as it can be."""

    seen: str
    """What is seen, in words: `one dealer card`."""
    ev: Fraction
    rule: str = ""

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"seen": self.seen, "ev": ratio(self.ev), "ev_decimal": decimal(self.ev)}
        return found | ({"rule": self.rule} if self.rule else {})


@dataclass(frozen=True)
class WagerAnalysis:
    """One entry of an analysis: a wager, or the main game under `ante`. Every engine answers with one."""

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
            "average_stake": ratio(self.average_stake),
            "element_of_risk": decimal(self.element_of_risk, 7),
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


@dataclass(frozen=True)
class HandValue:
    """What each action is worth with given cards, per unit of the Ante, all money staked on it counted."""

    cards: str
    asked: str
    """The decision it is about, in words: `before the first community card`."""
    actions: Mapping[str, Fraction]
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> str:
        return max(self.actions, key=lambda action: self.actions[action])

    def to_json(self) -> dict[str, object]:
        return {
            "cards": self.cards,
            "decision": self.asked,
            "actions": {
                action: {"ev": ratio(value), "ev_decimal": decimal(value)}
                for action, value in self.actions.items()
            },
            "best": self.best,
            **({"notes": list(self.notes)} if self.notes else {}),
        }
