"""What a wager needs beside it before the deal, and the Play, which has its time after it: what is said of a
box where it is not so, and by which paragraphs."""

from __future__ import annotations

import pytest

from feltlaw.refusal import Refused
from feltlaw.round.betting import check_box
from tests.support.driver import main_bets, submission

EITHER, BOTH, ANTE = "an Ante or a Pair Plus wager", "an Ante and a Blind wager", "an Ante wager"
NEEDS = [
    ("PA-649a", "three_card_progressive", "a Three-Card Progressive", EITHER, ["7(d)(4)#2"], ["7(d)(4)"]),
    ("PA-649a", "six_card_bonus", "a Six Card Bonus", EITHER, ["7(d)(5)#3"], ["7(d)(5)"]),
    ("PA-649a", "five_card_progressive", "a Five-Card Progressive", EITHER, ["7(d)(6)#2"], ["7(d)(6)"]),
    ("PA-649a", "five_card_hand_bonus_player", "a Five Card Hand Bonus on the player's hand", EITHER,
     ["7(d)(7)#2"], ["7(d)(7)"]),
    ("PA-649a", "five_card_hand_bonus_dealer", "a Five Card Hand Bonus on the dealer's hand", EITHER,
     ["7(d)(7)#2"], ["7(d)(7)"]),
    ("PA-649a", "five_of_six_progressive", "a 5 of 6 Progressive", EITHER, ["7(d)(8)#2"], ["7(d)(8)"]),
    ("MA-TCP", "six_card_bonus", "a 6 Card Bonus", EITHER, ["6(g)(3)", "I-22"], ["6(g)"]),
    ("MA-TCP", "cover_all", "a Cover All", EITHER, ["7(c)", "12(a)", "I-22"], []),
    ("MA-TCP", "three_card_progressive", "a Three Card Poker Progressive", EITHER, ["13(a)", "I-22"], []),
    ("MA-TCP", "multi_game_link", "a Multi Game Link Progressive", EITHER, ["13(a)", "I-22"], []),
    ("PA-679a", "prime", "a Prime", ANTE, ["8(c)", "I-22"], ["7(d)(2)"]),
    ("PA-679a", "pair_bonus", "a Pair Bonus", ANTE, ["8(c)", "I-22"], ["7(d)(3)"]),
    ("PA-679a", "all_six_bonus", "an All-Six Bonus", ANTE, ["8(c)", "I-22"], ["7(d)(4)"]),
    ("PA-669a", "pair_plus", "a Pair Plus", BOTH, ["7(d)(1)", "I-22"], ["7(d)(3)"]),
    ("PA-669a", "three_card_progressive", "a Progressive Payout", BOTH, ["7(d)(4)#2"], ["7(d)(4)"]),
    ("PA-669a", "six_card_bonus", "a Six Card Bonus", BOTH, ["7(d)(1)", "I-22"], ["7(d)(5)"]),
    ("PA-680a", "bonus", "a Bonus", ANTE, ["8(c)", "I-22"], ["7(d)(3)"]),
]  # fmt: skip
"""Each wager, what it is called, what it needs, what says so, and which paragraph has it."""


def whole(regulation: str, some: list[str]) -> list[str]:
    return [one if one.startswith("I-") else f"{regulation}.{one}" for one in some]


def refused(regulation: str, wager: str, stakes: dict[str, int]) -> Refused | None:
    section = "five_card_hand_bonus" if "hand_bonus" in wager else wager
    table = submission(regulation, wagers={section: {}} if section else {})
    try:
        check_box(table, stakes)
    except Refused as refusal:
        return refusal
    return None


@pytest.mark.parametrize(
    ("regulation", "wager", "title", "needed", "clauses"),
    [
        pytest.param(
            *case, clauses, marks=pytest.mark.clause(*whole(case[0], [*clauses, *own])), id="-".join(case[:2])
        )
        for *case, clauses, own in NEEDS
    ],
)
def test_a_wager_that_lacks_what_it_needs_is_refused_with_all_that_it_needs(
    regulation: str, wager: str, title: str, needed: str, clauses: list[str]
) -> None:
    """Alone, and where of two that it needs together there is one; with what it needs it is accepted."""
    stake = 100 if "progressive" in wager or "link" in wager or "hand" in wager else 500
    boxes: list[dict[str, int]] = [{wager: stake}]
    if needed == BOTH:
        boxes += [{"ante": 1000, wager: stake}, {wager: stake, "ante": 1000}]
    for box in boxes:
        found = refused(regulation, wager, box)
        assert found is not None, box
        assert str(found) == f"{title} wager needs {needed} first. Place {needed}."
        assert set(found.clauses) == set(whole(regulation, clauses))
    assert refused(regulation, wager, {wager: stake, **main_bets(regulation)}) is None
    if needed == EITHER:
        assert refused(regulation, wager, {wager: stake, "pair_plus": 1000}) is None
    if needed == BOTH:
        without = refused(regulation, wager, {"blind": 1000, wager: stake})
        assert without is not None
        assert str(without) == "the Blind wager must equal the Ante. Place an Ante first."


LATER = {
    "PA-649a": (["11(b)", "7(d)(1)", "I-26"], []),
    "MA-TCP": (["10(b)", "I-26"], ["6(a)(1)"]),
    "PA-679a": (["11(b)", "I-26"], ["7(d)(1)"]),
    "PA-669a": (["11(b)", "11(d)", "11(f)", "I-26", "I-87"], ["7(d)(2)"]),
}
"""Where the Play wager is made: in Raise It Up at one of three decisions; and what else has that wager."""


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(*whole(name, [*clauses, *own])))
        for name, (clauses, own) in LATER.items()
    ],
)
def test_a_play_wager_before_the_deal_is_refused_with_every_decision_that_makes_one(regulation: str) -> None:
    """Whatever it is: the Ante, more or less, or beside no Ante."""
    for stakes in (main_bets(regulation), {}):
        for play in (500, 1000, 2000, 3000):
            for box in ({**stakes, "play": play}, {"play": play, **stakes}):
                found = refused(regulation, "", box)
                assert found is not None
                assert str(found) == (
                    "the Play wager is made by a decision after the deal, not before it. "
                    "Leave it out and decide."
                )
                assert set(found.clauses) == set(whole(regulation, LATER[regulation][0]))
