"""What each wager takes, as a sign tells it: by which paragraphs, of one wager and of several told as one."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
from tests.support.driver import submission
from tests.support.submissions import regulation_of

ALIKE: list[tuple[str, tuple[str, ...], str, set[str]]] = [
    ("PA-649a", ("six_card_bonus",), "Ante, Pair Plus and Six Card Bonus",
     {"PA-649a.7(d)(1)", "PA-649a.7(d)(2)", "PA-649a.7(d)(5)#3", "I-21"}),
    ("PA-679a", ("prime", "pair_bonus", "all_six_bonus"), "Ante, Prime, Pair Bonus and All-Six Bonus",
     {"PA-679a.7(d)(1)", "PA-679a.7(d)(2)", "PA-679a.7(d)(3)", "PA-679a.7(d)(4)"}),
    ("PA-669a", ("six_card_bonus",), "Ante, Pair Plus and Six Card Bonus",
     {"PA-669a.7(d)(1)", "PA-669a.7(d)(3)", "PA-669a.7(d)(5)", "I-21"}),
    ("PA-680a", ("bonus",), "Ante and Bonus", {"PA-680a.7(d)(1)", "PA-680a.7(d)(3)", "I-21"}),
    ("MA-TCP", ("six_card_bonus", "cover_all"), "Ante, Pair Plus, 6 Card Bonus and Cover All",
     {"MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.6(g)", "MA-TCP.12(a)", "I-21", "I-128"}),
]  # fmt: skip
"""Wagers between the same limits, and the paragraph that has each of them staked (I-21)."""
APART: list[tuple[str, dict[str, Any], str, str, set[str]]] = [
    ("PA-649a.7(d)(1)", {}, "Ante", "$5 to $50", {"PA-649a.7(d)(1)"}),
    ("PA-649a.7(d)(2)", {}, "Pair Plus", "$5 to $500", {"PA-649a.7(d)(2)", "I-21"}),
    ("PA-649a.7(d)(5)#3", {"six_card_bonus": {}}, "Six Card Bonus", "$5 to $500",
     {"PA-649a.7(d)(5)#3", "I-21"}),
    ("PA-649a.11(b)", {}, "Play", "same as Ante", {"PA-649a.11(b)", "PA-649a.7(d)(1)", "I-26"}),
    ("PA-649a.12(e)(5)", {"three_card_progressive": {}}, "Three-Card Progressive", "$1",
     {"PA-649a.12(e)(5)", "I-21", "I-52"}),
    ("PA-679a.7(d)(3)", {"pair_bonus": {}}, "Pair Bonus", "$5 to $500", {"PA-679a.7(d)(3)"}),
    ("PA-669a.7(d)(1)", {}, "Blind", "same as Ante", {"PA-669a.7(d)(1)"}),
    ("PA-680a.7(d)(2)", {"pot": {}}, "Pot", "$5", {"PA-680a.7(d)(2)", "I-140"}),
    ("MA-TCP.6(a)(1)", {}, "Ante", "$5 to $50", {"MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "I-21", "I-128"}),
    ("MA-TCP.6(g)", {"six_card_bonus": {}}, "6 Card Bonus", "$5 to $500",
     {"MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.6(g)", "I-21", "I-128"}),
    ("MA-TCP.10(b)", {}, "Play", "same as Ante",
     {"MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.10(b)", "I-26", "I-128"}),
]  # fmt: skip
"""Where the Ante has limits of its own, each by itself; in Massachusetts also by what wants them posted."""


def check(regulation: str, title: str, wagers: dict[str, Any], text: str, cited: set[str]) -> None:
    """The sign says that these wagers take so much, by these paragraphs alone and by these readings."""
    sentences = [one for one in rules(submission(regulation, wagers=wagers)) if one.kind == "limit"]
    (found,) = (one for one in sentences if one.label.startswith(f"{title}: "))
    assert found.label == f"{title}: {text}"
    assert set(found.cite.clauses) == {one for one in cited if not one.startswith("I-")}
    assert cited <= {*found.cite.clauses, *found.cite.interpretations}


@pytest.mark.parametrize(
    ("regulation", "offered", "titles", "cited"),
    [pytest.param(*one, marks=pytest.mark.clause(*sorted(one[3])), id=one[0]) for one in ALIKE],
)
def test_wagers_between_the_same_limits_are_told_as_one_by_the_paragraph_of_each(
    regulation: str, offered: tuple[str, ...], titles: str, cited: set[str]
) -> None:
    check(regulation, titles, {name: {} for name in offered}, "$5 to $500", cited)


@pytest.mark.parametrize(
    ("clause", "offered", "title", "text", "cited"),
    [pytest.param(*one, marks=pytest.mark.clause(*sorted(one[4])), id=f"{one[0]}-{one[2]}") for one in APART],
)
def test_a_wager_that_is_told_apart_is_told_by_its_own_paragraph(
    clause: str, offered: dict[str, Any], title: str, text: str, cited: set[str]
) -> None:
    check(regulation_of(clause), title, {**offered, "ante": {"maximum": 50}}, text, cited)


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(c)", "MA-TCP.12(f)", "MA-TCP.12(k)", "I-02", "I-101")
def test_cover_all_is_posted_by_what_prints_each_of_its_lines() -> None:
    """12(f) prints the line for seven players once more, and the one for four pays 3 to 2 (I-02)."""
    (table,) = (
        one for one in posted(submission("MA-TCP", wagers={"cover_all": {}})) if one.wager == "cover_all"
    )
    clauses = {"MA-TCP.12(a)", "MA-TCP.12(b)", "MA-TCP.12(c)", "MA-TCP.12(f)", "MA-TCP.12(k)"}
    assert set(table.cite.clauses) == clauses
    assert {"I-02", "I-101"} <= set(table.cite.interpretations)
