from __future__ import annotations

import csv
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.clause import Clause, ClauseError, parse_clause
from tests.support import ROOT

with (ROOT / "conformance" / "clauses.csv").open(encoding="utf-8", newline="") as _file:
    IDS = [row["id"] for row in csv.DictReader(_file)]

ids = st.sampled_from(IDS)


@pytest.mark.clause("I-107")
def test_ids_are_unique_and_know_the_second_g() -> None:
    assert len(set(IDS)) == len(IDS)
    assert len({parse_clause(text) for text in IDS}) == len(IDS)
    assert "MA-TCP.13(g)" in IDS
    assert "MA-TCP.13(g)bis" in IDS


@pytest.mark.parametrize("text", IDS)
def test_every_id_prints_back(text: str) -> None:
    clause = parse_clause(text)
    assert str(clause) == text
    assert text.startswith(f"{clause.regulation}.{clause.section}")
    assert not clause.is_interpretation


def test_ids_sort_in_the_order_of_the_file() -> None:
    """But for MA-TCP.13(e), which prints its lettered items before its tables."""
    odd = [
        (str(one), str(next_one))
        for _, group in groupby(map(parse_clause, IDS), key=lambda clause: clause.regulation)
        for one, next_one in pairwise(group)
        if not one < next_one
    ]
    assert odd == [("MA-TCP.13(e)c", "MA-TCP.13(e):Table 1")]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("PA-649a.11(c)(3)(ii)(B)", Clause("PA-649a", 11, ("c", "3", "ii", "B"))),
        ("PA-649a.1:ante-wager", Clause("PA-649a", 1, (), "ante-wager")),
        ("PA-649a.12(d):A", Clause("PA-649a", 12, ("d",), "A")),
        ("PA-649a.12(e)(5):$1", Clause("PA-649a", 12, ("e", "5"), "$1")),
        ("PA-649a.7(d)(5)#3", Clause("PA-649a", 7, ("d", "5"), "", 3)),
        ("PA-649a.1:lucky-bonus(ii)", Clause("PA-649a", 1, (), "lucky-bonus(ii)")),
        ("MA-TCP.13(d)a", Clause("MA-TCP", 13, ("d", "=a"))),
        ("MA-TCP.13(g)bis", Clause("MA-TCP", 13, ("g", "=bis"))),
        ("MA-TCP.13(g):PTMGL01#2", Clause("MA-TCP", 13, ("g",), "PTMGL01", 2)),
        ("MA-TCP.13(e):Table 1", Clause("MA-TCP", 13, ("e",), "Table 1")),
        ("MA-TCP.2", Clause("MA-TCP", 2)),
        ("I-05", Clause("I", 5)),
        ("I-146", Clause("I", 146)),
    ],
)
def test_the_parts_of_a_citation(text: str, clause: Clause) -> None:
    assert parse_clause(text) == clause
    assert str(clause) == text


@pytest.mark.parametrize(
    "order",
    [
        ["PA-649a.2", "PA-649a.2(a)", "PA-649a.2(b)", "PA-649a.10", "PA-649a.11"],
        ["PA-649a.7(d)(2)", "PA-649a.7(d)(10)"],
        ["PA-649a.11(c)(3)(i)", "PA-649a.11(c)(3)(ii)", "PA-649a.11(c)(3)(iv)", "PA-649a.11(c)(3)(v)"],
        ["PA-649a.11(c)(3)(v)", "PA-649a.11(c)(3)(ix)", "PA-649a.11(c)(3)(x)"],
        ["PA-669a.11(h)", "PA-669a.11(i)", "PA-669a.11(j)", "PA-669a.11(v)", "PA-669a.11(x)"],
        ["PA-649a.12(d)", "PA-649a.12(d)#2", "PA-649a.12(d):A", "PA-649a.12(d):B", "PA-649a.12(e)"],
        ["MA-TCP.13(g)", "MA-TCP.13(g):PTMGL01", "MA-TCP.13(g):PTMGL01#2", "MA-TCP.13(g)bis", "MA-TCP.13(h)"],
        ["I-02", "I-10", "I-99", "I-100"],
    ],
)
def test_clauses_sort_as_a_reader_would(order: list[str]) -> None:
    assert [str(clause) for clause in sorted(map(parse_clause, reversed(order)))] == order


@given(ids, ids)
def test_order_is_total(one: str, other: str) -> None:
    left, right = parse_clause(one), parse_clause(other)
    assert (left < right) + (left == right) + (left > right) == 1


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("PA-649a.11", "PA-649a.11(c)(3)(i)"),
        ("PA-649a.11(c)", "PA-649a.11(c)(3)(i)"),
        ("PA-649a.11(c)(3)(i)", "PA-649a.11(c)(3)(i)"),
        ("PA-649a.12(d)", "PA-649a.12(d):A"),
        ("PA-649a.12(d)", "PA-649a.12(d)#2"),
        ("PA-649a.1", "PA-649a.1:ante-wager"),
        ("MA-TCP.13(d)", "MA-TCP.13(d)a"),
        ("MA-TCP.13", "MA-TCP.13(g)bis"),
        ("MA-TCP.13(g)bis", "MA-TCP.13(g)bis"),
    ],
)
def test_a_paragraph_contains_what_stands_in_it(outer: str, inner: str) -> None:
    assert parse_clause(outer).contains(parse_clause(inner))
    assert (outer == inner) == parse_clause(inner).contains(parse_clause(outer))


@pytest.mark.parametrize(
    ("outer", "other"),
    [
        ("PA-649a.11(c)", "PA-649a.11(d)"),
        ("PA-649a.1", "PA-649a.11"),
        ("PA-649a.11", "PA-669a.11"),
        ("PA-649a.12(d):A", "PA-649a.12(d):B"),
        ("PA-649a.12(d):A", "PA-649a.12(d)"),
        ("PA-649a.7(d)(5)#2", "PA-649a.7(d)(5)"),
        ("PA-649a.7(d)(5)#2", "PA-649a.7(d)(5)#3"),
        ("MA-TCP.13(g):PTMGL01", "MA-TCP.13(g):PTMGL01#2"),
        ("MA-TCP.13(g)", "MA-TCP.13(g)bis"),
        ("I-01", "I-02"),
    ],
)
def test_a_paragraph_does_not_contain_its_sisters(outer: str, other: str) -> None:
    assert not parse_clause(outer).contains(parse_clause(other))


@given(ids)
def test_every_clause_stands_in_its_section(text: str) -> None:
    clause = parse_clause(text)
    assert Clause(clause.regulation, clause.section).contains(clause)
    assert clause.contains(clause)


@pytest.mark.parametrize(
    "text",
    [
        *("", "649a.11", "PA-649a", "PA-649a.", "PA-649a.x", "pa-649a.11", "P-649a.11", "PA649a.11"),
        *("PA-649a.11(", "PA-649a.11()", "PA-649a.11(c", "PA-649a.11 (c)", "PA-649a.11(c)\n", " PA-649a.11"),
        *("PA-649a.11(c)#", "PA-649a.11(c):", "PA-649a.11(c)#x", "PA-649a.11(c)ab", "PA-649a.11a"),
        *("I", "I-", "I-x", "I-1234", "I-87(a)", "I-87 ", "i-87", "PA-649a.11(c);", "x" * 500),
    ],
)
def test_other_texts_are_no_citation(text: str) -> None:
    with pytest.raises(ClauseError, match="is not a citation: write a clause like") as refusal:
        parse_clause(text)
    assert len(str(refusal.value)) < 180


@given(st.text(max_size=30) | st.from_regex(r"PA-649a\.[0-9a-z()#:]{0,12}", fullmatch=True))
def test_any_text_is_a_citation_or_a_refusal(text: str) -> None:
    try:
        clause = parse_clause(text)
    except ClauseError:
        return
    assert parse_clause(str(clause)) == clause
