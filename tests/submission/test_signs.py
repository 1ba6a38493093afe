"""What a sign says of amounts and odds: every printed cell, every wager with its own limits."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
from feltlaw.mathematics.warnings import warnings
from feltlaw.money import show_dollars
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.driver import REGULATIONS, submission
from tests.support.parts import terms


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(e)", "MA-TCP.12(k)", "I-101")
def test_the_whole_matrix_of_cover_all_is_posted() -> None:
    (table,) = [
        one for one in posted(submission("MA-TCP", wagers={"cover_all": {}})) if one.wager == "cover_all"
    ]
    printed = PRINTED["MA-TCP.12(k)"]["players"]
    wanted = [[*in_our_words(printed[str(players)]).values()] for players in range(1, 8)]
    assert [list(row.pays) for row in table.rows] == wanted
    assert [row.shown for row in table.rows] == ["1 player", *(f"{many} players" for many in range(2, 8))]


def free(regulation: str) -> dict[str, tuple[str, ...]]:
    """Wagers always offered whose amount one may choose, with their paragraphs: the second statement's."""
    kinds = {one.path: dict(one.facts) for one in terms(regulation)}
    found = {}
    for one in terms(regulation):
        part, _, wager = one.path.partition(".")
        stake = kinds.get(f"{one.path}.stake", {})
        if part == "wager" and kinds[one.path].get("offered") == "always" and "kind" not in stake:
            found[wager] = one.clauses
    return found


def limits(submitted: Submission) -> dict[str, str]:
    """By the first wager a line is about, its text."""
    return {one.wager: one.text for one in rules(submitted) if one.id.startswith("limit.")}


@pytest.mark.clause("I-21")
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_wagers_alike_are_posted_as_one_and_others_each_with_its_own_limits(regulation: str) -> None:
    wagers = list(free(regulation))
    if len(wagers) > 1:
        first, *others = wagers
        said = [one for one in rules(submission(regulation)) if one.heading == "Each wager"]
        assert [(one.id, one.wager) for one in said] == [(f"limit.{first}", first)]
        assert said[0].short == "$5 to $500" and said[0].text == "Each wager: $5 to $500."
        assert not set(others) & set(limits(submission(regulation)))
    own = {wager: {"maximum": 100 + at} for at, wager in enumerate(wagers)}
    posted_ = limits(submission(regulation, wagers=own))
    for at, wager in enumerate(wagers):
        assert posted_[wager].endswith(f": $5 to {show_dollars((100 + at) * 100)}.")
        assert not posted_[wager].startswith("Each wager")


SECTION = "wagers.five_card_hand_bonus"


@pytest.mark.clause("I-61")
def test_only_a_warning_about_draws_speaks_of_them() -> None:
    bonus: dict[str, Any] = {"magic_card": True, "magic_card_chance": "1/2"}
    for drawn in warnings(submission("PA-649a", wagers={"five_card_hand_bonus": bonus})):
        assert drawn.where == SECTION and "I-61" in drawn.cite.interpretations
        assert " with Magic Card Bonus" in drawn.what
    (other,) = warnings(submission("MA-TCP", wagers={"three_card_progressive": {"paytable": "3"}}))
    assert "I-61" not in other.cite.interpretations and " with Magic" not in other.what
