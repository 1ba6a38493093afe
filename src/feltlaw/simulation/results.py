"""What a run says: figures with their errors, beside what should come out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

from feltlaw.mathematics.outcomes import decimal, ratio
from feltlaw.money import dollars
from feltlaw.settlement.wagers import is_shared
from feltlaw.simulation.chunk import statistics
from feltlaw.simulation.exact import Exact
from feltlaw.simulation.history import LevelHistory, Series, quarter_floor
from feltlaw.simulation.program import BARS, NOT_MADE
from feltlaw.simulation.run import ENOUGH_BLOCKS
from feltlaw.simulation.totals import Totals

CONFIDENCE = Fraction(99, 100)
WITHIN = NormalDist().inv_cdf(0.5 + float(CONFIDENCE) / 2)
"""Standard errors to either side that hold the true value so often."""
ENOUGH = 100
"""Counts expected below this have no z-score: they are not near enough to normal."""
ALARM = Fraction(1, 1000)
"""If all is right, so rarely is any of a run's z-scores out of line."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class Figure:
    """A mean that was observed: per round of one seat, unless said otherwise."""

    name: str
    observed: Fraction
    error: float | None
    """The standard error; None where there are too few blocks."""
    exact: Fraction | None = None

    @property
    def z(self) -> float | None:
        """How many standard errors the observed mean lies above the exact one."""
        if self.error is None or self.exact is None:
            return None
        if not self.error:
            return 0.0 if self.observed == self.exact else inf
        return float(self.observed - self.exact) / self.error

    @property
    def side(self) -> float:
        """Half the width of the interval that holds the true value."""
        return WITHIN * (self.error or 0.0)

    def to_json(self, unit: int = 1) -> dict[str, Any]:
        """In units of so many cents."""
        found: dict[str, Any] = {"mean": decimal(self.observed / unit, 8)}
        if self.error is not None:
            low, high = (float(self.observed) + sign * self.side for sign in (-1, 1))
            found |= {
                "standard_error": f"{self.error / unit:.8f}",
                "interval": [f"{low / unit:.8f}", f"{high / unit:.8f}"],
            }
        if self.exact is not None:
            found |= {"exact": decimal(self.exact / unit, 8), "exact_fraction": ratio(self.exact / unit)}
        if self.z is not None:
            found["z"] = f"{self.z:.3f}"
        return found


class Results:
    """A run's totals, read."""

    def __init__(self, totals: Totals) -> None:
        self.totals = totals
        self.program = totals.program
        self.run = totals.program.run
        self.exact = Exact(totals.program)
        self._statistics = statistics(totals.program)

    # ── sums over blocks ──

    def _error(self, name: str, at: int) -> float | None:
        """The standard error of a total's mean per round, from the spread of whole blocks."""
        blocks = self.totals.whole
        if blocks < ENOUGH_BLOCKS:
            return None
        whole = self.totals.sums[f"{name}s"][at] - self.totals.sums[f"{name}_rest"][at]
        squares = self.totals.sums[f"{name}_squares"][at]
        variance = Fraction(squares * blocks - whole * whole, blocks * (blocks - 1))
        return sqrt(variance / blocks) / self.run.block

    def _mean(self, name: str, at: int) -> Fraction:
        """Per round, over whole blocks where the error is known, over all otherwise."""
        total = self.totals.sums[f"{name}s"][at]
        if self.totals.whole < ENOUGH_BLOCKS:
            return Fraction(total, max(self.totals.rounds, 1))
        return Fraction(total - self.totals.sums[f"{name}_rest"][at], self.totals.whole * self.run.block)

    def seats(self, profile: int) -> int:
        return len(self.run.seats_of(profile))

    def net(self, profile: int, name: str) -> Figure:
        """Cents a seat wins a round by a wager or award, awards from meters left out; by all under ''."""
        at, seats = self._statistics.index((profile, name)), self.seats(profile)
        error = self._error("net", at)
        if name:
            found = self.exact.expected(profile, name)
            exact = found.mean if found else None
        else:
            parts = [self.net(profile, one).exact for one in self.ids(profile)]
            exact = None if None in parts else sum((part for part in parts if part is not None), Fraction(0))
        return Figure(
            f"{self.who(profile)}: {name or 'all together'}",
            self._mean("net", at) / seats,
            None if error is None else error / seats,
            exact,
        )

    def outcome(self, at: int) -> Figure:
        """How often a cell comes to a seat."""
        cell = self.program.cells[at]
        found = self.exact.expected(cell.profile, cell.id)
        exact = None if found is None or found.chances is None else found.chances.get(at, Fraction(0))
        seats = self.seats(cell.profile)
        error = self._error("cell", at)
        wager = self.run.submission.regulation.wagers.get(cell.id)
        # a hand that is not the player's own comes to all seats at once
        alike = wager is not None and "player" not in wager.cards
        many = self.totals.rounds * (1 if alike else seats)
        if exact is None or exact * many < ENOUGH or exact == 1:
            error = None
        return Figure(
            f"{self.who(cell.profile)}: {cell.id}, {cell.words}",
            self._mean("cell", at) / seats,
            None if error is None else error / seats,
            exact,
        )

    def ids(self, profile: int) -> list[str]:
        """The wagers and awards of a profile."""
        unmade = {
            cell.id for cell in self.program.cells if cell.profile == profile and cell.words == NOT_MADE
        }
        return [name for whose, name in self._statistics if whose == profile and name and name not in unmade]

    def who(self, profile: int) -> str:
        """`seat 2` or `seats 1-3, 5`."""
        return f"seat{'s' if self.seats(profile) > 1 else ''} {self.names(profile)}"

    def names(self, profile: int) -> str:
        """The seats of a profile in words: `1-3, 5`."""
        numbers = self.run.seats_of(profile)
        parts: list[str] = []
        for number in numbers:
            if number - 1 not in numbers:
                last = number
                while last + 1 in numbers:
                    last += 1
                parts.append(f"{number}-{last}" if last > number else str(number))
        return ", ".join(parts)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Everything that has an exact value, and enough rounds behind it for a z-score."""
        found: list[Figure] = []
        for profile in range(len(self.run.profiles)):
            found += [self.net(profile, name) for name in self.ids(profile)]
            found.append(self.net(profile, ""))
        found += [self.outcome(at) for at in range(len(self.program.cells))]
        found += [figure for meter in self.meters for figure in meter.figures]
        found.append(self.win_per_hour)
        return tuple(figure for figure in found if figure.z is not None)

    @property
    def bound(self) -> float:
        """What no z-score of this run should pass, however many there are."""
        many = max(len(self.figures), 1)
        return NormalDist().inv_cdf(1 - float(ALARM) / many / 2)

    @property
    def out_of_line(self) -> tuple[Figure, ...]:
        return tuple(figure for figure in self.figures if abs(figure.z or 0) > self.bound)

    # ── sessions, hours, meters ──

    def session(self, profile: int) -> SessionSpread:
        """What a seat's session comes to."""
        return self._spread(profile)

    @property
    def hour(self) -> SessionSpread:
        """What the table wins in an hour."""
        return self._spread(len(self.run.profiles))

    @property
    def win_per_hour(self) -> Figure:
        """What the house is up in an hour, in cents: what players lose, less what goes on the meters."""
        hours = self.hour
        error = hours.deviation / sqrt(hours.many) if hours.many >= ENOUGH_BLOCKS else None
        exact: Fraction | None = Fraction(0)
        for profile in range(len(self.run.profiles)):
            mean = self.net(profile, "").exact
            exact = None if mean is None or exact is None else exact - mean * self.seats(profile)
        for meter in self.meters:
            often = meter.often
            exact = None if often is None or exact is None else exact - often * meter.reseed
        if exact is not None:
            exact = (exact - self.program.tables.fed) * self.run.per_hour
        return Figure("the table's win in an hour", hours.mean, error, exact)

    def _spread(self, at: int) -> SessionSpread:
        many, total, squares, ahead = self.totals.table("sessions")[at]
        bars = self.totals.table("results")[at]
        return SessionSpread(many, total, squares, ahead, bars, int(self.program.tables.width[at]))

    def lost(self, profile: int) -> dict[int, Fraction]:
        """By bankroll: how often a session loses it."""
        many = self.session(profile).many
        counts = self.totals.table("lost")[profile]
        return {
            bank: Fraction(lost, max(many, 1)) for bank, lost in zip(self.run.bankrolls, counts, strict=True)
        }

    @cached_property
    def meters(self) -> tuple[MeterResult, ...]:
        return tuple(
            MeterResult(self, meter, level, history)
            for meter, levels in self.totals.history.levels.items()
            for level, history in levels.items()
        )

    @property
    def paid_from_meters(self) -> dict[tuple[int, str], int]:
        """By profile and wager: cents."""
        found: dict[tuple[int, str], int] = {}
        for where, cents in self.totals.history.paid.items():
            profile, _, name = where.partition(".")
            found[int(profile), name] = cents
        return found


@dataclass(frozen=True)
class SessionSpread:
    """Results of sessions or hours."""

    many: int
    total: int
    squares: int
    ahead: int
    bars: list[int]
    width: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, max(self.many, 1))

    @property
    def deviation(self) -> float:
        if self.many < 2:
            return 0.0
        return sqrt(Fraction(self.squares * self.many - self.total**2, self.many * (self.many - 1)))

    def quantile(self, percent: int) -> int:
        """Cents below which so many percent lie, to within a bar."""
        wanted = Fraction(percent * self.many, 100)
        passed = 0
        for bar, many in enumerate(self.bars):
            passed += many
            if passed >= wanted:
                return (bar - BARS // 2) * self.width
        return 0

    def to_json(self) -> dict[str, Any]:
        return {
            "count": self.many,
            "mean": dollars(round(self.mean)),
            "std_dev": dollars(round(self.deviation)),
            "ahead": decimal(Fraction(self.ahead, max(self.many, 1)), 8),
            "quantiles": {str(one): dollars(self.quantile(one)) for one in QUANTILES} if self.many else {},
            "bar": dollars(self.width),
            "bars": {
                dollars((bar - BARS // 2) * self.width): many for bar, many in enumerate(self.bars) if many
            },
        }


@dataclass(frozen=True)
class MeterResult:
    """One level of a meter over a run."""

    results: Results
    meter: str
    level: str
    history: LevelHistory

    @property
    def shows(self) -> int:
        return self.results.totals.history.meters[self.meter].levels[self.level].amount

    @property
    def reseed(self) -> int:
        return self.results.totals.history.meters[self.meter].levels[self.level].reseed

    @property
    def often(self) -> Fraction | None:
        """Full awards in a round; None where that is not known."""
        return self._expected[0] if self._expected else None

    @cached_property
    def _expected(self) -> tuple[Fraction, Fraction | None] | None:
        """Full awards in a round, and what one comes to in the long run; None where that is not known."""
        run = self.results.run
        often = Fraction(0)
        average: Fraction | None = None
        wagers = 0
        shared: set[str] = set()
        for profile, seat in enumerate(run.profiles):
            for name in seat.stakes:
                wager = run.submission.regulation.wagers[name]
                if wager.meter != self.meter:
                    continue
                found = self.results.exact.progressive(profile, name)
                if found is None or (is_shared(run.submission, wager) and not wager.shared):
                    return None
                # one award for all who made a shared wager
                seats = self.results.seats(profile) if not wager.shared else int(wager.id not in shared)
                shared |= {wager.id} if wager.shared else set()
                often += found.won[self.level].full * seats
                average = found.average_award(self.level)
                wagers += 1
        return often, average if wagers == 1 else None

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Rounds between full awards and what they come to."""
        if not self.often or self._expected is None:
            return ()
        often, average = self._expected
        named = f"{self.meter}, {self.level}" if self.level != "meter" else self.meter
        found: list[Figure] = []
        if self.history.gaps.many >= ENOUGH:
            found.append(_figure(f"{named}: rounds between awards", self.history.gaps, 1 / often))
        if self.history.awards.many >= ENOUGH and average is not None and self._alike:
            found.append(_figure(f"{named}: award", self.history.awards, average))
        return tuple(found)

    @property
    def _alike(self) -> bool:
        """Whether awards are independent of each other: a reserve carries from one to the next, and a start
        away from the seed makes the first ones others."""
        level = self.results.totals.history.meters[self.meter].levels[self.level]
        return not level.reserve_rate and self.meter not in self.results.run.start

    def to_json(self) -> dict[str, Any]:
        awards, gaps, lesser = self.history.awards, self.history.gaps, self.history.lesser
        found: dict[str, Any] = {"shows": dollars(self.shows), "awards": awards.many}
        if awards.many:
            found |= {
                "award": _series(awards, money=True),
                "rounds_between": _series(gaps, money=False) if gaps.many else None,
            }
        if lesser.many:
            found["lesser_awards"] = _series(lesser, money=True) | {"count": lesser.many}
        if self.often and self._expected is not None:
            often, average = self._expected
            found["expected"] = {"rounds_between": decimal(1 / often, 2)}
            if average is not None:
                found["expected"]["award"] = dollars(round(average))
        found["checks"] = [{"figure": one.name, **one.to_json()} for one in self.figures]
        return found


def _figure(name: str, series: Series, exact: Fraction | None) -> Figure:
    variance = Fraction(series.squares * series.many - series.total**2, series.many * max(series.many - 1, 1))
    return Figure(name, Fraction(series.total, series.many), sqrt(variance / series.many), exact)


def _series(series: Series, *, money: bool) -> dict[str, Any]:
    mean = Fraction(series.total, max(series.many, 1))

    def shown(value: Fraction | int) -> str:
        return dollars(round(value)) if money else f"{round(value)}"

    return {
        "mean": dollars(round(mean)) if money else decimal(mean, 2),
        "least": shown(series.least),
        "most": shown(series.most),
        "bars": {shown(quarter_floor(bar)): many for bar, many in enumerate(series.bars) if many},
    }
