"""The charts: well-formed, inside their frame, true to the figures."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.mathematics.outcomes import Distribution, OutcomeRow
from feltlaw.mathematics.volatility import chance_ahead
from feltlaw.report.blocks import Chart, Charts
from feltlaw.report.charts import MOST_BARS, EdgeLine, bars, meter_chart, outcome_chart, session_chart
from feltlaw.report.spread import session
from feltlaw.report.svg import WIDTH, Drawing, marks, round_step
from feltlaw.report.wager import ROUNDS
from tests.support.effort import examples
from tests.support.report_sheets import analysis, sheet
from tests.support.submissions import REGULATIONS

SVG = "{http://www.w3.org/2000/svg}"
ROOM = 1.0
"""How far a line may stand over the frame by its own width."""


def check_drawing(svg: str) -> ElementTree.Element:
    """Well-formed, and every shape inside its frame."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    assert (left, top, width) == (0, 0, WIDTH)
    for shape in root:
        for name, text in shape.attrib.items():
            if name in ("x", "x1", "x2", "cx", "width"):
                assert -ROOM <= float(text) <= width + ROOM, ElementTree.tostring(shape)
            if name in ("y", "y1", "y2", "cy", "height"):
                assert -ROOM <= float(text) <= height + ROOM, ElementTree.tostring(shape)
        if shape.tag == f"{SVG}text":
            assert shape.text
        assert shape.tag.removeprefix(SVG) in {"text", "line", "rect", "circle"}
    assert "nan" not in svg
    return root


def every_chart(regulation: str) -> list[Chart]:
    return [
        chart
        for section in sheet(regulation).sections
        for block in section.blocks
        if isinstance(block, Charts)
        for chart in block.items
    ]


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_charts_of_a_sheet(regulation: str) -> None:
    found = every_chart(regulation)
    assert found
    for chart in found:
        root = check_drawing(chart.svg)
        assert root.attrib["aria-label"] == chart.alt
        assert chart.caption


distributions = st.lists(
    st.tuples(st.fractions(-3, 60, max_denominator=2), st.integers(1, 50)),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one[0],
).map(
    lambda rows: Distribution(
        tuple(OutcomeRow(str(net), many, net) for net, many in rows), sum(many for _, many in rows)
    )
)


@given(distributions, st.integers(1, 4))
@settings(max_examples=examples(60), deadline=None)
def test_sessions_are_counted_exactly(found: Distribution, rounds: int) -> None:
    sums: Counter[Fraction] = Counter()
    for rows in product(found.rows, repeat=rounds):
        sums[sum((row.net for row in rows), Fraction(0))] += prod(row.combinations for row in rows)
    spread = session(found, rounds)
    for place, count in enumerate(spread.counts):
        exactly = Fraction(sums[spread.result(place)], found.total**rounds)
        assert Fraction(count, spread.total) == exactly
    beyond = sum(many for net, many in sums.items() if net > spread.result(len(spread.counts) - 1))
    assert Fraction(spread.beyond, spread.total) == Fraction(beyond, found.total**rounds)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_sessions_agree_with_the_chance_to_be_ahead(regulation: str) -> None:
    for _, key, entry in analysis(regulation).entries():
        if key in ("", "2"):
            spread = session(entry.distribution, ROUNDS)
            ahead = spread.beyond + sum(
                count for place, count in enumerate(spread.counts) if spread.result(place) > 0
            )
            shown = chance_ahead(entry.distribution, ROUNDS).value
            assert abs(Fraction(ahead, spread.total) - Fraction(shown)) <= Fraction(1, 10 ** (len(shown) - 2))


@given(distributions, st.integers(1, 30))
@settings(max_examples=examples(60), deadline=None)
def test_any_distribution_can_be_drawn(found: Distribution, rounds: int) -> None:
    check_drawing(str(outcome_chart(found)))
    spread = session(found, rounds)
    drawn = bars(spread)
    assert sum(bar.share for bar in drawn) == 1
    assert len(drawn) <= MOST_BARS + 3
    inner = [bar for bar in drawn if not bar.open_end]
    assert all(before.high == after.low for before, after in pairwise(drawn))
    assert len({bar.high - bar.low for bar in inner}) == 1
    assert not any(bar.low < 0 < bar.high for bar in inner), "zero is the end of a class"
    check_drawing(str(session_chart(spread, rounds * found.ev)))


def test_dots_of_the_outcome_chart() -> None:
    found = Distribution(
        (
            OutcomeRow("a", 1, Fraction(10)),
            OutcomeRow("b", 9, Fraction(0)),
            OutcomeRow("c", 90, Fraction(-1)),
        ),
        100,
    )
    root = check_drawing(str(outcome_chart(found)))
    across = [float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle")]
    assert across == sorted(across), "a likelier result stands further to the right"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for label in ("+10", "0", "−1", "1.00 %", "9.00 %", "90.00 %"):
        assert label in texts


def test_meter_chart() -> None:
    lines = [
        EdgeLine("no other player", Fraction(1, 2), Fraction(1, 20_000)),
        EdgeLine("6 others, with envy", Fraction(2, 5), Fraction(1, 20_000)),
    ]
    assert lines[0].zero == 10_000
    assert lines[0].edge(Fraction(1_000)) == Fraction(9, 20)
    drawn = meter_chart(lines, Fraction(1_000), "the meter")
    root = check_drawing(str(drawn))
    assert "45.00 %" in drawn.alt
    assert "$10,000" in drawn.alt
    dots = list(root.iter(f"{SVG}circle"))
    assert len(dots) == 3
    assert len({dot.attrib["cy"] for dot in dots[:2]}) == 1, "both break even on the zero line"
    dashed = [line for line in root.iter(f"{SVG}line") if "stroke-dasharray" in line.attrib]
    assert len(dashed) == 2, "the second line and its key, told apart in grey"


def test_a_meter_that_pays_back_at_once() -> None:
    line = EdgeLine("no other player", Fraction(-1, 10), Fraction(1, 20_000))
    check_drawing(str(meter_chart([line], Fraction(1_000), "the meter")))


@given(st.fractions(Fraction(1, 10**6), 10**9), st.integers(1, 30))
def test_round_steps(span: Fraction, most: int) -> None:
    step = round_step(span, most)
    assert step * most >= span
    assert re.fullmatch(r"[125]0*|0?", str(step.numerator)) or step.numerator in (1, 2, 5)
    assert step / 5 * 2 * most < span, "no rounder step that is much finer would do"
    found = list(marks(Fraction(0), span, most))
    assert len(found) <= most + 1


def test_texts_are_escaped() -> None:
    drawing = Drawing(20, 'a < b & "c"')
    drawing.text(1, 10, "5 < 6 & 7")
    root = check_drawing(str(drawing))
    assert root.attrib["aria-label"] == 'a < b & "c"'
    assert [text.text for text in root.iter(f"{SVG}text")] == ["5 < 6 & 7"]
