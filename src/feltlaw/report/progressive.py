"""The part of a sheet about a progressive wager: terms, returns, break-even, the edge against the meter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from feltlaw.mathematics.outcomes import WagerAnalysis
from feltlaw.money import Cents, parse_money, show_dollars, show_percent
from feltlaw.report.blocks import CLAUSES, Block, Chart, Charts, Column, Heading, SheetTable, Text, figures
from feltlaw.report.charts import EdgeLine, meter_chart
from feltlaw.report.numbers import exact, fraction, number, percent
from feltlaw.submission import Offered

ONE = "meter"


def progressive(entry: WagerAnalysis, offered: Offered) -> Iterator[Block]:
    """Nothing where the wager feeds no meter."""
    meter = entry.more.get("meter")
    if not isinstance(meter, dict):
        return
    levels = list(offered.levels)
    yield Heading("Progressive meter")
    yield _terms(offered)
    yield _returns(meter)
    yield _by_level(meter, levels)
    yield Text(_fed(meter["long_run"]["wagers_a_round"]), "note")
    yield from _break_even(meter, levels)
    envy = _envy(entry)
    if envy is not None:
        yield Text(
            f"Envy is worth {exact(envy)} per unit staked for each other player who makes the wager; the "
            "expected value leaves it out."
        )
    if len(levels) > 1:
        yield Text("Each level's break-even holds with the other levels at their seeds.", "note")
        yield Charts(tuple(meter_charts(entry, offered)))


def meter_charts(entry: WagerAnalysis, offered: Offered) -> Iterator[Chart]:
    """The edge against the meter, for each level that can bring the wager to break even."""
    meter = entry.more.get("meter")
    if isinstance(meter, dict):
        for level in offered.levels:
            if _of(meter["break_even"], level):
                yield _chart(meter, level, len(offered.levels) > 1, _envy(entry))


def _of(value: Any, level: str) -> Any:
    """A level's own value, where a value is given by level."""
    return value[level] if isinstance(value, Mapping) else value


def _called(level: str) -> str:
    return "the meter" if level == ONE else f"the {level} meter"


def _title(level: str) -> str:
    return "Meter" if level == ONE else level.capitalize()


def _terms(offered: Offered) -> SheetTable:
    reserve = any(level.reserve_rate for level in offered.levels.values())
    rows = []
    for name, level in offered.levels.items():
        row = [_title(name), show_dollars(level.seed), show_dollars(level.reseed), show_percent(level.rate)]
        if reserve:
            row.append(show_percent(level.reserve_rate))
        rows.append((*row, ", ".join(level.clauses)))
    heads = figures("Level", "Seed", "Reseed", "Added per wager", *(["To the reserve"] if reserve else []))
    fed = f"the shared meter {offered.meter}" if offered.linked else "a meter of this table's own"
    caption = f"Each wager of {show_dollars(offered.minimum)} feeds {fed}"
    return SheetTable(caption, (*heads, Column(CLAUSES)), tuple(rows))


def _returns(meter: Mapping[str, Any]) -> SheetTable:
    rows = (
        ("With the meter at its seed", *_return(meter["return_at_seed_exact"])),
        ("The other rows, the meter left out", *_return(meter["return_without_meter"])),
        ("In the long run, increments and reseeds paid out", *_return(meter["long_run"]["return_exact"])),
    )
    return SheetTable("What the wager returns", figures("Counted", "Return", "Exactly"), rows)


def _by_level(meter: Mapping[str, Any], levels: list[str]) -> SheetTable:
    later = meter["long_run"]
    rows = []
    for level in levels:
        per = Fraction(_of(meter["return_per_dollar_exact"], level))
        often = _of(later["wagers_per_award"], level)
        rows.append(
            (
                _title(level),
                percent(per, 8),
                fraction(per),
                _money(_of(meter["break_even"], level)),
                _money(_of(later["average_award"], level)),
                "none" if often is None else _whole(Fraction(often)),
            )
        )
    return SheetTable(
        "What the meter adds, where it breaks even, and what it awards", figures(*BY_LEVEL), tuple(rows)
    )


def _fed(wagers: int) -> str:
    rounds = (
        "one wager a round"
        if wagers == 1
        else f"{wagers} wagers a round, those of all who divide an award; the average is before it is divided"
    )
    return f"Long run and averages: the meter is fed by this wager alone, with {rounds}."


BY_LEVEL = (
    "Level",
    "Return per dollar",
    "Exactly",
    "Break-even",
    "Average full award",
    "Wagers per full award",
)


def _whole(value: Fraction) -> str:
    return number(value, 0 if value.denominator == 1 else 2)


def _return(text: str) -> tuple[str, str]:
    value = Fraction(text)
    return percent(value), fraction(value)


def _break_even(meter: Mapping[str, Any], levels: list[str]) -> Iterator[Block]:
    """The amounts by number of others, where envy makes them count."""
    by_others = meter.get("break_even_by_others")
    if isinstance(by_others, Mapping):
        yield SheetTable(
            "Break-even by the number of other players who make the wager, envy counted",
            figures("Other players", *by_others),
            tuple(
                (_title(level), *(_money(_of(at, level)) for at in by_others.values())) for level in levels
            ),
        )


def _money(amount: str | None) -> str:
    return "none" if amount is None else show_dollars(_cents(amount))


def _cents(amount: str) -> Cents:
    return parse_money(amount)


def _envy(entry: WagerAnalysis) -> Fraction | None:
    envy = entry.more.get("envy")
    return Fraction(str(envy["per_other_player"])) if isinstance(envy, dict) else None


def _chart(meter: Mapping[str, Any], level: str, several: bool, envy: Fraction | None) -> Chart:
    per = Fraction(_of(meter["return_per_dollar_exact"], level))
    seed = Fraction(_of(meter["seed"], level))
    at_zero = 1 - Fraction(meter["return_at_seed_exact"]) + per * seed
    lines = [EdgeLine("no other player", at_zero, per)]
    others = max(map(int, meter.get("break_even_by_others", {"0": None})))
    if envy and others:
        lines.append(EdgeLine(f"{others} others, with envy", at_zero - others * envy, per))
    words = _called(level)
    beside = " with the other levels at their seeds" if several else ""
    drawn = meter_chart(lines, seed, words)
    caption = f"House edge against {words}{beside}. Filled dot: the seed; open dot: break-even."
    return drawn.chart(caption)
