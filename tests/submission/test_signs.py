"""What a sign says of amounts and odds: every printed cell, every wager with its own limits."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.layout.posted import posted
from feltlaw.layout.rules import rules
from feltlaw.mathematics.progressive import drawn_awards
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.warnings import warnings
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.driver import submission


@pytest.mark.clause("MA-TCP.12(a)", "MA-TCP.12(e)", "MA-TCP.12(k)", "I-101")
def test_the_whole_matrix_of_cover_all_is_posted() -> None:
    (table,) = [
        one for one in posted(submission("MA-TCP", wagers={"cover_all": {}})) if one.wager == "cover_all"
    ]
    printed = PRINTED["MA-TCP.12(k)"]["players"]
    wanted = [[*in_our_words(printed[str(players)]).values()] for players in range(1, 8)]
    assert [list(row.pays) for row in table.rows] == wanted
    assert [row.shown for row in table.rows] == ["1 player", *(f"{many} players" for many in range(2, 8))]


SIDE = {
    "PA-649a": ("three_card_progressive", "six_card_bonus", "five_card_progressive", "five_card_hand_bonus"),
    "MA-TCP": ("cover_all", "six_card_bonus", "three_card_progressive"),
    "PA-679a": ("prime", "pair_bonus", "all_six_bonus"),
    "PA-669a": ("three_card_progressive", "six_card_bonus"),
    "PA-680a": ("pot", "bonus"),
}
FIXED = {
    "PA-649a": [
        ("play", "Play: same as Ante"), ("three_card_progressive", "Three-Card Progressive: $1"),
        ("five_card_progressive", "Five-Card Progressive: $1"),
        ("five_card_hand_bonus_player", "Five Card Hand Bonus: $1"),
    ],
    "MA-TCP": [
        ("play", "Play: same as Ante"),
        ("three_card_progressive", "Three Card Poker Progressive: $1"),
    ],
    "PA-679a": [("play", "Play: same as Ante")],
    "PA-669a": [("blind", "Blind: same as Ante"), ("three_card_progressive", "Progressive Payout: $1")],
    "PA-680a": [("pot", "Pot: $5")],
}  # fmt: skip
"""What nobody chooses freely: Play and Blind, one amount for a progressive or electronic wager, the Pot."""
FREE = {
    "PA-649a": {"ante": "Ante", "pair_plus": "Pair Plus", "six_card_bonus": "Six Card Bonus"},
    "MA-TCP": {
        "ante": "Ante", "pair_plus": "Pair Plus", "six_card_bonus": "6 Card Bonus", "cover_all": "Cover All",
    },
    "PA-679a": {
        "ante": "Ante", "prime": "Prime", "pair_bonus": "Pair Bonus", "all_six_bonus": "All-Six Bonus",
    },
    "PA-669a": {"ante": "Ante", "pair_plus": "Pair Plus", "six_card_bonus": "Six Card Bonus"},
    "PA-680a": {"ante": "Ante", "bonus": "Bonus"},
}  # fmt: skip


def limits(submitted: Submission) -> list[tuple[str, str]]:
    """Each line about an amount, by the wager it is about."""
    said = [one for one in rules(submitted) if one.id.startswith("limit.")]
    assert all(one.id == f"limit.{one.wager}" and one.text.endswith(f": {one.short}.") for one in said)
    return [(one.wager, one.label) for one in said]


STAKES = {
    "PA-649a": ("PA-649a.7(d)(1)", "PA-649a.7(d)(2)", "PA-649a.7(d)(4)", "PA-649a.7(d)(5)"),
    "MA-TCP": ("MA-TCP.6(a)(1)", "MA-TCP.6(a)(2)", "MA-TCP.6(g)", "I-128"),
    "PA-679a": ("PA-679a.7(d)(1)", "PA-679a.7(d)(2)", "PA-679a.7(d)(3)", "PA-679a.7(d)(4)"),
    "PA-669a": ("PA-669a.7(d)(1)", "PA-669a.7(d)(3)", "PA-669a.7(d)(4)", "PA-669a.7(d)(5)"),
    "PA-680a": ("PA-680a.7(d)(1)", "PA-680a.7(d)(2)", "PA-680a.7(d)(3)"),
}
"""By which paragraphs the wagers may be made, and some in a given amount."""


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause("I-21", *STAKES[name])) for name in STAKES]
)
def test_wagers_alike_are_posted_as_one_and_others_each_with_its_own_limits(regulation: str) -> None:
    offered: dict[str, Any] = {wager: {} for wager in SIDE[regulation]}
    *names, last = FREE[regulation].values()
    alike = submission(regulation, wagers=offered)
    assert limits(alike) == [("ante", f"{', '.join(names)} and {last}: $5 to $500"), *FIXED[regulation]]
    assert rules(alike)[0].heading == "Each wager"
    own = {wager: {"maximum": 100 + at} for at, wager in enumerate(FREE[regulation])}
    apart = submission(regulation, wagers=offered | own)
    assert limits(apart) == [
        *((wager, f"{name}: $5 to ${100 + at}") for at, (wager, name) in enumerate(FREE[regulation].items())),
        *FIXED[regulation],
    ]
    assert "Each wager" not in [one.heading for one in rules(apart)]
    wager, name = list(FREE[regulation].items())[1]
    dearer = submission(regulation, wagers=offered | {wager: {"minimum": 7}})
    assert limits(dearer)[:2] == [("ante", "Ante: $5 to $500"), (wager, f"{name}: $7 to $500")]


@pytest.mark.clause("I-21", "PA-679a.7(d)(2)", "PA-680a.7(d)(3)")
@pytest.mark.parametrize("regulation", ["PA-679a", "PA-680a"])
def test_one_wager_alone_is_called_by_its_name(regulation: str) -> None:
    assert limits(submission(regulation))[0] == ("ante", "Ante: $5 to $500")


SECTION = "wagers.five_card_hand_bonus"


@pytest.mark.clause("I-61")
def test_only_a_warning_about_draws_speaks_of_them() -> None:
    bonus: dict[str, Any] = {"magic_card": True, "magic_card_chance": "1/2"}
    for drawn in warnings(submission("PA-649a", wagers={"five_card_hand_bonus": bonus})):
        assert drawn.where == SECTION and "I-61" in drawn.cite.interpretations
        assert " with Magic Card Bonus" in drawn.what and " with the meter at its seed" in drawn.what
    (other,) = warnings(submission("MA-TCP", wagers={"three_card_progressive": {"paytable": "3"}}))
    assert "I-61" not in other.cite.interpretations and " with Magic" not in other.what
    assert warnings(submission("PA-679a")) == (), "the Play is no side wager, though it is paid by a table"


@pytest.mark.clause("I-61", "I-63", "I-64", "PA-649a.12(i)(3)", "PA-649a.11(c)(8)(iii)")
@pytest.mark.parametrize("positions", ["all", "staked"])
@pytest.mark.parametrize(
    ("magic", "lucky", "words"),
    [
        (True, True, " with Magic Card Bonus and Lucky Bonus"),
        (True, False, " with Magic Card Bonus"),
        (False, True, " with Lucky Bonus"),
        (False, False, ""),
    ],
)
def test_a_warning_names_each_bonus_that_is_drawn_and_rests_on_the_readings_of_its_table(
    magic: bool, lucky: bool, words: str, positions: str
) -> None:
    """Each drawn every second round, beside what the table pays (I-01, I-03)."""
    bonus: dict[str, Any] = {
        "magic_card": magic, "magic_card_chance": "1/2", "lucky_bonus": lucky, "lucky_bonus_chance": "1/2",
        "lucky_positions": positions,
    }  # fmt: skip
    table = submission("PA-649a", wagers={"five_card_hand_bonus": bonus})
    offered = [table.wagers[f"five_card_hand_bonus_{whose}"] for whose in ("player", "dealer")]
    for one in offered:
        assert [draw.words for draw in drawn_awards(Rules(table), one, 1)] == [
            name for name, drawn in (("Magic Card Bonus", magic), ("Lucky Bonus", lucky)) if drawn
        ]
    found = warnings(table)
    assert len(found) == (2 if magic or (lucky and positions == "staked") else 0)
    staked = lucky and positions == "staked"
    for whose, said in zip(("player", "dealer"), found, strict=False):
        assert said.what.startswith(f"the Five Card Hand Bonus on the {whose}'s hand wager{words} returns ")
        readings = ["I-01", "I-03", "I-61", *(["I-63"] if staked else [])]
        assert list(said.cite.interpretations) == readings
        assert said.cite.clauses == ("PA-649a.12(i)(1)",)
        assert said.what.count("everybody makes this wager") == staked


@pytest.mark.clause("I-40", "I-61")
def test_a_warning_of_posted_odds_rests_on_the_readings_of_the_table_alone() -> None:
    rows = {
        "mini_royal": 3500,
        "straight_flush": 35,
        "three_of_a_kind": 25,
        "straight": 5,
        "flush": 3,
        "pair": 1,
    }
    posted = {"rows": {hand: f"{odds} to 1" for hand, odds in rows.items()}}
    (said,) = warnings(submission("MA-TCP", wagers={"pair_plus": posted}))
    assert said.cite.clauses == ("MA-TCP.11(a)(2)",)
    assert said.cite.interpretations == ("I-40", "I-106", "I-124")


@pytest.mark.clause("I-61")
def test_a_draw_that_is_never_made_is_no_bonus() -> None:
    for chance, many in (("0", 0), ("1/20", 1)):
        bonus = {"magic_card": True, "magic_card_chance": chance}
        table = submission("PA-649a", wagers={"five_card_hand_bonus": bonus})
        offered = table.wagers["five_card_hand_bonus_player"]
        assert len(drawn_awards(Rules(table), offered, 1)) == many


# ── what the other half pays ──


@pytest.mark.parametrize(
    ("clause", "wager", "amount"),
    [
        pytest.param(clause, wager, amount, marks=pytest.mark.clause(clause, "I-52"), id=clause)
        for part, wager in (
            ("PA-649a.12(e)(5)", "three_card_progressive"),
            ("PA-649a.12(h)(5)", "five_card_progressive"),
            ("PA-649a.12(j)(5)", "five_of_six_progressive"),
            ("PA-669a.12(e)(5)", "three_card_progressive"),
        )
        for amount in (1, 5)
        for clause in (f"{part}:${amount}",)
    ],
)
def test_the_envy_of_the_stake_is_posted(clause: str, wager: str, amount: int) -> None:
    regulation = clause.partition(".")[0]
    table = submission(regulation, wagers={wager: {"amount": amount}})
    (block,) = [one for one in posted(table) if one.award and one.wager == wager]
    printed = in_our_words(PRINTED[clause]["envy"])
    assert [row.pays for row in block.rows] == [(cell,) for cell in printed.values()]
    assert block.note == "another player’s hand" and clause in block.cite.clauses


@pytest.mark.clause("I-38", "PA-649a.7(d)(5)#2", "PA-649a.12(f):E")
@pytest.mark.parametrize(("paytable", "note"), [("E", "maximum wager $500"), ("A", "")])
def test_beside_a_fixed_sum_the_maximum_is_shown(paytable: str, note: str) -> None:
    table = submission("PA-649a", wagers={"six_card_bonus": {"paytable": paytable}})
    (block,) = [one for one in posted(table) if one.wager == "six_card_bonus"]
    assert block.note == note and block.label.startswith(f"{block.title} ({note}): " if note else block.title)


HIGHER, EQUAL, NOT = "Higher than the dealer", "Equal to the dealer", "Dealer does not qualify"
COMPARED = {
    "PA-649a": [(HIGHER, ("1 to 1", "1 to 1")), (EQUAL, ("Push", "Push")), (NOT, ("1 to 1", "Push"))],
    "MA-TCP": [(HIGHER, ("1 to 1", "1 to 1")), (EQUAL, ("Push", "Push")), (NOT, ("1 to 1", "Push"))],
    "PA-679a": [(HIGHER, ("1 to 1", "see Play")), (EQUAL, ("1 to 1", "see Play")), (NOT, ("Push", "1 to 1"))],
}


@pytest.mark.clause("PA-649a.12(b)", "PA-679a.12(a)", "MA-TCP.11(a)(1)")
@pytest.mark.parametrize("regulation", COMPARED)
def test_what_a_comparison_pays_is_posted(regulation: str) -> None:
    first, *_ = posted(submission(regulation))
    assert first.heads == ("Ante", "Play")
    assert [(row.shown, row.pays) for row in first.rows] == COMPARED[regulation]
