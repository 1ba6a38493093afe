"""No width of the terminal, from 40 columns on, cuts a number or loses one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.cli import output
from feltlaw.cli.columns import Lines, is_figures, joined_figures, table_lines
from tests.support.cli import feltlaw
from tests.support.effort import some
from tests.support.submissions import REGULATIONS

WIDTHS = range(40, 201)
MOST_ROWS = 12
"""Of a long table; the rest of it is like them."""
SCENARIO = {
    "submission": {"regulation": "PA-649a", "wagers": {"three_card_progressive": {"paytable": "A"}}},
    "seats": [
        {
            "seat": 1,
            "cards": "Ah Kh Qh",
            "wagers": {"ante": 1234.5, "pair_plus": 10, "three_card_progressive": 1},
            "decisions": ["play"],
        }
    ],
    "dealer": "Kd Jd 9c",
}
COMMANDS = [
    ["games"],
    *(["games", name] for name in REGULATIONS),
    ["rules", "show", "PA-649a"],
    ["rules", "show", "PA-649a", "11"],
    ["rules", "show", "I-40"],
    ["rules", "check", "PA-649a", "MA-TCP"],
    ["procedure", "PA-669a", "--deal", "automated_shoe"],
    *(["analyze", name] for name in REGULATIONS),
    ["analyze", "PA-679a", "--all", "--rounds", "100", "--bet", "10", "--per-hour", "40"],
    ["analyze", "PA-669a", "--hand", "Ts 9h 4c"],
    ["analyze", "PA-649a", "--with", "pair_plus=5"],
    ["settle", "{scenario}"],
    ["settle", "{scenario}", "--explain"],
    ["simulate", "PA-679a", "--rounds", "3000", "--threads", "1"],
    ["audit", "list", "{log}"],
    ["audit", "explain", "{log}", "1"],
]
Table = tuple[Sequence[str], Sequence[Sequence[str]], Sequence[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round to settle, and a record of two rounds."""
    found = tmp_path_factory.mktemp("widths")
    (found / "round.json").write_text(json.dumps(SCENARIO), "utf-8")
    table = ("play", "PA-680a", "--seed", "7", "--rounds", "2", "--pace", "fast")
    assert feltlaw(*table, "--log", str(found / "table.log"), stdin=b"\n\n\n\n\n").status == 0
    return found


@pytest.mark.effort
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_at_every_width(command: list[str], folder: Path) -> None:
    named = {"scenario": folder / "round.json", "log": folder / "table.log"}
    tables: list[Table] = []

    def noted(
        heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, least: Sequence[str] = ()
    ) -> Lines:
        tables.append((heads, rows, least))
        return table_lines(heads, rows, width, least)

    with mock.patch.object(output, "table_lines", noted):
        ran = feltlaw(*(one.format(**named) for one in command), columns=40)
    assert ran.status == 0
    assert [line for line in ran.out.splitlines() if is_too_long(line, 40) or line.endswith(" ")] == []
    for heads, rows, least in tables:
        for width in some(WIDTHS, 4):
            check(heads, rows[:MOST_ROWS], least, width)


figures = st.one_of(
    st.integers(-(10**13), 10**13).map(lambda n: f"{n:,}"),
    st.integers(1, 10**6).map(lambda n: f"${n:,}.{n % 100:02d}"),
    st.integers(1, 10**5).map(lambda n: f"{n:,} to 1"),
    st.integers(0, 10**6).map(lambda n: f"{n / 10**4:.4f} %"),
)
words = st.lists(
    st.sampled_from(["three", "of", "a", "kind", "PA-649a.11(c)(3)(ii)(B),", "straight", "flush"]), max_size=8
).map(" ".join)


@given(
    st.lists(st.tuples(words, figures, figures, words, figures), min_size=1, max_size=4),
    st.integers(40, 200),
    st.permutations(["b", "c", "d", "e e"]),
)
def test_any_table_at_any_width(rows: list[tuple[str, ...]], width: int, least: list[str]) -> None:
    check(("a", "b", "c", "d", "e e"), rows, least[:2], width)


def check(heads: Sequence[str], rows: Sequence[Sequence[str]], least: Sequence[str], width: int) -> None:
    lines = table_lines(heads, rows, width, least)
    assert [line for line in (*lines.head, *lines.body) if is_too_long(line, width)] == []
    wanted = words_of(cell for row in rows for cell in row)
    assert wanted - words_of(lines.body) == Counter(), f"lost at {width} columns"


def words_of(texts: Iterable[str]) -> Counter[str]:
    """Words, figures with what belongs to them; what separates cells is no part of one."""
    return Counter(
        word.rstrip(";") for text in texts for word in joined_figures(text).split(" ") if word.rstrip(";")
    )


def is_too_long(line: str, width: int) -> bool:
    """Too long for a terminal, and could have been shorter: a single word cannot, nor a hash."""
    return len(line) > width and len(joined_figures(line.removeprefix("Hash: ")).split()) > 1


def test_figures_stand_to_the_right_and_words_to_the_left() -> None:
    rows = [("straight flush", "35 to 1", "48"), ("pair", "1 to 1", "3,744")]
    assert table_lines(("hand", "pays", "hands"), rows, 80).body == [
        " straight flush  35 to 1     48",
        " pair             1 to 1  3,744",
    ]
    assert is_figures(["$10", "-$1,000.50", "3.37 %", "100% of meter", ""])
    assert not is_figures(["11(c)(3)", "2"])
    assert not is_figures(["", ""])


def test_what_matters_least_goes_under_its_row() -> None:
    rows = [("Ante", "3.3730 %", "PA-649a.11(c)(3)(ii)(B), PA-649a.12(a)")]
    found = table_lines(("wager", "house edge", "clauses"), rows, 40, ("clauses",))
    assert found.body == [
        " Ante     3.3730 %",
        "    clauses PA-649a.11(c)(3)(ii)(B),",
        "      PA-649a.12(a)",
    ]
