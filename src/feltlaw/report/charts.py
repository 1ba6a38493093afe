"""The charts of a par sheet: what a wager can do, what a session comes to, the edge against the meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10

from feltlaw.mathematics.outcomes import Distribution
from feltlaw.report.numbers import nets, number, one_in, percent
from feltlaw.report.spread import SessionCounts
from feltlaw.report.svg import (
    DARK,
    GRID,
    LIGHT,
    PAPER,
    SOFT,
    WIDTH,
    Drawing,
    marks,
    round_step,
)

ROW, CLOSE = 14, 12
"""The height of a line, and where there are many of them."""
MANY = 16
MOST_BARS = 30
EDGE = Fraction(1, 200)
"""The part of all sessions at either end that is drawn as one bar."""
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def outcome_chart(found: Distribution, of: str = "staked") -> Drawing:
    """The chance of each result, on a logarithmic scale."""
    results = [(net, Fraction(many, found.total)) for net, many in reversed(found.by_net.items()) if many]
    labels = nets(net for net, _ in results)
    left, right, top = 58, WIDTH - 74, 18
    row = ROW if len(results) <= MANY else CLOSE
    bottom = top + row * len(results)
    height = bottom + 34
    decades = max(1, ceil(-log10(min(chance for _, chance in results))))
    listed = ", ".join(
        f"{label}: {_often(chance)}" for label, (_, chance) in zip(labels, results, strict=True)
    )
    made = Drawing(height, f"The chance of each result per unit {of}. {listed}.")

    def place(chance: Fraction) -> float:
        return left + (right - left) * (1 + log10(chance) / decades)

    for decade in range(0, decades + 1, ceil(decades / 5)):
        x = place(Fraction(1, 10**decade))
        made.line((x, top - 4), (x, bottom), color=GRID)
        power = f"10⁻{str(decade).translate(SUPERSCRIPTS)}" if decade else "1"
        made.text(x, bottom + 13, power, anchor="middle", fill=SOFT)
    for at, ((net, chance), label) in enumerate(zip(results, labels, strict=True)):
        y = top + row * at + row / 2
        x = place(chance)
        made.text(left - 8, y + 3.8, label, anchor="end")
        made.line((left, y), (x, y), color=SOFT, width=0.8)
        made.dot(x, y, fill=DARK if net > 0 else PAPER if net < 0 else LIGHT)
        made.text(WIDTH - 4, y + 3.8, _often(chance), anchor="end")
    made.text(left - 8, top - 6, "net", anchor="end", fill=SOFT)
    made.text(WIDTH - 4, top - 6, "probability", anchor="end", fill=SOFT)
    made.text((left + right) / 2, height - 5, "probability, logarithmic scale", anchor="middle", fill=SOFT)
    return made


def _often(chance: Fraction) -> str:
    """A chance in few characters."""
    if chance >= Fraction(1, 1000):
        return percent(chance, 2)
    often = 1 / chance
    for size, word in ((10**12, "tn"), (10**9, "bn"), (10**6, "m")):
        if often >= size:
            return f"1 in {number(often / size, 1)} {word}"
    return one_in(chance)


# ── sessions ──


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: results above `low`, up to and with `high`."""

    low: Fraction
    high: Fraction
    share: Fraction
    open_end: str = ""
    """`less` or `more` where it holds all that lies beyond."""


def bars(spread: SessionCounts) -> list[Bar]:
    """The results in classes of equal width, zero being the end of one; rare ones together at either end."""
    lowest, highest = _ends(spread)
    width = spread.step * max(Fraction(1), round_step((highest - lowest) / spread.step, MOST_BARS))
    first, last = ceil(lowest / width), ceil(highest / width)
    tallies = [0] * (last - first + 1)
    below = 0
    for place, count in enumerate(spread.counts):
        at = ceil(spread.result(place) / width) - first
        if at < 0:
            below += count
        else:
            tallies[at] += count
    found = [
        Bar((first + at - 1) * width, (first + at) * width, Fraction(many, spread.total))
        for at, many in enumerate(tallies)
    ]
    if below:
        found.insert(0, Bar(found[0].low - width, found[0].low, Fraction(below, spread.total), "less"))
    if spread.beyond:
        end = found[-1].high
        found.append(Bar(end, end + width, Fraction(spread.beyond, spread.total), "more"))
    return found


def _ends(spread: SessionCounts) -> tuple[Fraction, Fraction]:
    low = spread.at(EDGE)
    return (spread.lowest if low is None else low), spread.result(len(spread.counts) - 1)


def session_chart(spread: SessionCounts, expected: Fraction, of: str = "staked") -> Drawing:
    """How the results of sessions spread, those ahead dark."""
    found = bars(spread)
    height, left, right, top, bottom = 222, 44, WIDTH - 6, 20, 182
    low, high = found[0].low, found[-1].high
    tallest = max(bar.share for bar in found)
    told = [spread.at(Fraction(part, 100)) for part in (5, 50, 95)]
    words = ", ".join("beyond the chart" if one is None else _whole(one) for one in told)
    made = Drawing(
        height,
        f"Results of sessions of {spread.rounds} rounds in units {of}; 5, 50 and 95 of 100 sessions end "
        f"at or below {words}.",
    )

    def across(value: Fraction) -> float:
        return left + (right - left) * float((value - low) / (high - low))

    def up(share: Fraction) -> float:
        return bottom - (bottom - top) * float(share / tallest)

    made.text(2, top - 7, "sessions", fill=SOFT)
    for share in marks(Fraction(0), tallest, 5):
        made.line((left, up(share)), (right, up(share)), color=GRID)
        made.text(left - 5, up(share) + 3.8, f"{_whole(share * 100)} %", anchor="end", fill=SOFT)
    for bar in found:
        start, end = across(bar.low), across(bar.high)
        made.bar(
            start + 0.7,
            up(bar.share),
            end - start - 1.4,
            bottom - up(bar.share),
            fill=PAPER if bar.open_end else DARK if bar.low >= 0 else LIGHT,
            dash="2 1.5" if bar.open_end else "",
        )
    made.line((left, bottom), (right, bottom))
    inner = [bar for bar in found if not bar.open_end]
    for value in marks(inner[0].low, inner[-1].high, 6):
        made.line((across(value), bottom), (across(value), bottom + 4))
        made.text(across(value), bottom + 16, _signed(value), anchor="middle", fill=SOFT)
    x = across(expected)
    made.line((x, top - 6), (x, bottom), width=1.2, dash="4 2.5")
    near_end = x > (left + right) / 2
    made.text(
        x + (-4 if near_end else 4),
        top - 7,
        f"expected {_signed(expected, 1)}",
        anchor="end" if near_end else "start",
    )
    made.text(
        (left + right) / 2,
        height - 6,
        f"result after {spread.rounds} rounds, in units",
        anchor="middle",
        fill=SOFT,
    )
    return made


def _whole(value: Fraction) -> str:
    places = next((places for places in range(4) if (value * 10**places).denominator == 1), 4)
    return number(value, places)


def _signed(value: Fraction, places: int | None = None) -> str:
    text = _whole(value) if places is None else number(value, places)
    return f"+{text}" if value > 0 else text


# ── meters ──


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """The house edge as the meter rises: a straight line."""

    words: str
    at_zero: Fraction
    """The edge with nothing on the meter."""
    per_dollar: Fraction
    """What each dollar takes off the edge."""

    def edge(self, amount: Fraction) -> Fraction:
        return self.at_zero - self.per_dollar * amount

    @property
    def zero(self) -> Fraction:
        """The amount from which the player has the edge."""
        return self.at_zero / self.per_dollar


def meter_chart(lines: Sequence[EdgeLine], seed: Fraction, words: str) -> Drawing:
    """The house edge against the amount on the meter, in dollars."""
    height, left, right, top, bottom = 190, 50, WIDTH - 14, 28, 150
    furthest = max([seed, *(line.zero for line in lines)])
    high = furthest * Fraction(6, 5)
    edges = [line.edge(at) for line in lines for at in (Fraction(0), high)]
    most, least = max(*edges, Fraction(0)), min(*edges, Fraction(0))
    first = lines[0]
    made = Drawing(
        height,
        f"The house edge falls from {percent(first.edge(seed), 2)} with {words} at its seed of "
        f"${number(seed, 0)} to nothing at ${number(first.zero, 0)}.",
    )

    def across(amount: Fraction) -> float:
        return left + (right - left) * float(amount / high)

    def up(edge: Fraction) -> float:
        return bottom - (bottom - top) * float((edge - least) / (most - least))

    made.text(2, top - 14, "house edge", fill=SOFT)
    for edge in marks(least, most, 6):
        made.line((left, up(edge)), (right, up(edge)), color=GRID)
        made.text(left - 5, up(edge) + 3.8, f"{_whole(edge * 100)} %", anchor="end", fill=SOFT)
    for amount in marks(Fraction(0), high, 4):
        made.line((across(amount), bottom), (across(amount), bottom + 4))
        made.text(across(amount), bottom + 16, f"${_whole(amount)}", anchor="middle", fill=SOFT)
    if len(lines) > 1:
        made.ground(right - 154, top - 2, 154, 15 * len(lines) + 4)
    made.line((left, bottom), (right, bottom))
    made.line((left, up(Fraction(0))), (right, up(Fraction(0))), width=1.2)
    for at, line in enumerate(lines):
        made.line(
            (across(Fraction(0)), up(line.at_zero)),
            (across(high), up(line.edge(high))),
            color=DARK,
            width=1.8,
            dash="5 3" if at else "",
        )
        if line.zero >= 0:
            made.dot(across(line.zero), up(Fraction(0)), fill=PAPER)
        if len(lines) > 1:
            y = top + 11 + 15 * at
            key = ((right - 150, y - 4), (right - 124, y - 4))
            made.line(*key, color=DARK, width=1.8, dash="5 3" if at else "")
            made.text(right - 118, y, line.words)
    made.dot(across(seed), up(first.edge(seed)))
    made.text((left + right) / 2, height - 6, f"dollars on {words}", anchor="middle", fill=SOFT)
    return made
