"""The pictures of a simulation: how sessions and hours spread, how a meter went, how large awards were."""

from __future__ import annotations

from fractions import Fraction

from feltlaw.money import show_dollars
from feltlaw.report.numbers import number
from feltlaw.report.svg import DARK, GRID, LIGHT, PAPER, SOFT, WIDTH, Drawing, marks, round_step
from feltlaw.simulation.history import Series, quarter_floor
from feltlaw.simulation.results import MeterResult, SessionSpread

MOST_BARS = 36
SHOWN = 60
"""So many of the first awards are drawn."""
EDGE = Fraction(1, 400)
"""The part at either end that is drawn as one bar."""


def spread_chart(spread: SessionSpread, word: str, who: str, rounds: int) -> Drawing:
    """A histogram in dollars, what is ahead dark."""
    bars = _bars(spread)
    height, left, right, top, bottom = 210, 44, WIDTH - 8, 20, 168
    low, high = bars[0][0], bars[-1][0] + bars[0][1]
    most = max(Fraction(many, spread.many) for _, _, many in bars)
    made = Drawing(
        height,
        f"What {who} in a {word} of {rounds:,} rounds: {show_dollars(round(spread.mean))} on average; 5, 50 "
        f"and 95 of 100 end at or below "
        f"{', '.join(show_dollars(spread.quantile(one)) for one in (5, 50, 95))}.",
    )

    def across(cents: int | Fraction) -> float:
        return left + (right - left) * float(Fraction(cents - low) / (high - low))

    def up(share: Fraction) -> float:
        return bottom - (bottom - top) * float(share / most)

    made.text(2, top - 7, f"{word}s", fill=SOFT)
    for share in marks(Fraction(0), most, 5):
        made.line((left, up(share)), (right, up(share)), color=GRID)
        made.text(left - 5, up(share) + 3.8, f"{number(share * 100, 1)} %", anchor="end", fill=SOFT)
    for at, (start, width, many) in enumerate(bars):
        end = at in (0, len(bars) - 1)
        share = Fraction(many, spread.many)
        made.bar(
            across(start) + 0.4,
            up(share),
            across(start + width) - across(start) - 0.8,
            bottom - up(share),
            fill=PAPER if end else DARK if start >= 0 else LIGHT,
            dash="2 1.5" if end else "",
        )
    made.line((left, bottom), (right, bottom))
    for dollars in marks(Fraction(low + bars[0][1], 100), Fraction(high - bars[0][1], 100), 5):
        made.line((across(100 * dollars), bottom), (across(100 * dollars), bottom + 4))
        text = show_dollars(int(100 * dollars))
        made.text(across(100 * dollars), bottom + 16, text, anchor="middle", fill=SOFT)
    x = across(round(spread.mean))
    made.line((x, top - 6), (x, bottom), width=1.2, dash="4 2.5")
    made.text(
        (left + right) / 2, height - 6, f"what {who}; outer bars hold all beyond", anchor="middle", fill=SOFT
    )
    return made


def _bars(spread: SessionSpread) -> list[tuple[int, int, int]]:
    """Start, width and count of each bar; the first and the last hold all that lies beyond."""
    from feltlaw.simulation.program import BARS

    found = [((at - BARS // 2) * spread.width, many) for at, many in enumerate(spread.bars)]
    rare = EDGE * spread.many
    passed, first = 0, 0
    while passed + found[first][1] <= rare:
        passed += found[first][1]
        first += 1
    passed, last = 0, len(found) - 1
    while passed + found[last][1] <= rare:
        passed += found[last][1]
        last -= 1
    span = Fraction(found[last][0] - found[first][0] + spread.width, spread.width)
    width = spread.width * int(max(Fraction(1), round_step(span, MOST_BARS)))
    low, high = found[first][0] // width * width, found[last][0] // width * width
    tallies = dict.fromkeys(range(low - width, high + 2 * width, width), 0)
    for start, many in found:
        tallies[min(max(start // width * width, low - width), high + width)] += many
    return [(start, width, many) for start, many in sorted(tallies.items())]


def path_chart(meter: MeterResult) -> Drawing:
    """What a meter showed, from award to award."""
    path = meter.history.path[:SHOWN]
    height, left, right, top, bottom = 190, 62, WIDTH - 8, 20, 150
    last, most = max(path[-1][0], 1), max(shown for _, shown, _ in path)
    made = Drawing(
        height, f"What the meter showed over its first {len(path)} awards, up to {show_dollars(most)}."
    )

    def across(round_: int) -> float:
        return left + (right - left) * round_ / last

    def up(cents: int | Fraction) -> float:
        return bottom - (bottom - top) * float(Fraction(cents, most) if most else 0)

    made.text(2, top - 7, "meter", fill=SOFT)
    for dollars in marks(Fraction(0), Fraction(most, 100), 5):
        made.line((left, up(100 * dollars)), (right, up(100 * dollars)), color=GRID)
        text = show_dollars(int(100 * dollars))
        made.text(left - 5, up(100 * dollars) + 3.8, text, anchor="end", fill=SOFT)
    before = (0, path[0][2])
    for round_, shown, after in path:
        made.line((across(before[0]), up(before[1])), (across(round_), up(shown)), color=DARK, width=1.2)
        made.line((across(round_), up(shown)), (across(round_), up(after)), color=DARK, width=0.7, dash="2 2")
        before = (round_, after)
    made.line((left, bottom), (right, bottom))
    for value in marks(Fraction(0), Fraction(last), 4):
        made.line((across(int(value)), bottom), (across(int(value)), bottom + 4))
        made.text(across(int(value)), bottom + 16, f"{int(value):,}", anchor="middle", fill=SOFT)
    made.text((left + right) / 2, height - 6, "rounds", anchor="middle", fill=SOFT)
    return made


def sizes_chart(series: Series, *, money: bool) -> Drawing:
    """Numbers by size, four bars to each doubling."""
    filled = [at for at, many in enumerate(series.bars) if many]
    first, last = filled[0], filled[-1] + 1
    height, left, right, top, bottom = 180, 44, WIDTH - 8, 20, 140
    most = Fraction(max(series.bars), series.many)
    words = "awards" if money else "gaps"
    made = Drawing(height, f"{series.many:,} {words} by size, on a scale that doubles.")

    def across(bar: float) -> float:
        return left + (right - left) * (bar - first) / (last - first)

    def up(share: Fraction) -> float:
        return bottom - (bottom - top) * float(share / most)

    made.text(2, top - 7, words, fill=SOFT)
    for share in marks(Fraction(0), most, 4):
        made.line((left, up(share)), (right, up(share)), color=GRID)
        made.text(left - 5, up(share) + 3.8, f"{number(share * 100, 1)} %", anchor="end", fill=SOFT)
    for at in range(first, last):
        share = Fraction(series.bars[at], series.many)
        width = across(at + 1) - across(at)
        made.bar(across(at) + 0.4, up(share), width - 0.8, bottom - up(share), fill=LIGHT)
    made.line((left, bottom), (right, bottom))
    every = max(1, -(-(last - first) // 5))
    for at in range(first, last, every):
        value = round(quarter_floor(at))
        made.line((across(at), bottom), (across(at), bottom + 4))
        text = show_dollars(value // 100 * 100) if money else f"{value:,}"
        made.text(across(at), bottom + 16, text, anchor="middle", fill=SOFT)
    said = "award, on a scale that doubles" if money else "rounds between awards, on a scale that doubles"
    made.text((left + right) / 2, height - 6, said, anchor="middle", fill=SOFT)
    return made
