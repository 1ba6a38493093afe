"""How one is told to come into a round, by the players' guide and where the game is taught: which wagers it
takes, whether one of them is enough, whether both may be made, and what may be added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.flow import Paragraphs
from feltlaw.layout.guide import _bets, guide_blocks
from feltlaw.refusal import Refused
from feltlaw.round.betting import check_box
from feltlaw.telling.teaching import how_it_goes
from tests.support.driver import submission
from tests.support.signs import (
    FIVE,
    FIVE_OF_SIX,
    HAND,
    LINK,
    PAIR_BONUS,
    SIX,
    THREE,
    Table,
    subsets,
    with_options,
)

FREE, COVERED, BOTH = ("Ante", "Pair Plus"), ("Ante",), ("Ante", "Pair Plus")
WAYS: list[tuple[str, str, tuple[str, ...], str, tuple[str, ...]]] = [
    ("PA-649a", "", FREE, "or", ("7(d)(1)", "7(d)(2)", "7(d)(3)")),
    ("PA-649a", "optional", FREE, "or", ("7(d)(1)", "7(d)(2)", "7(d)(3)")),
    ("PA-649a", "ante_covers", COVERED, "", ("7(e)", "7(e)(1)")),
    ("PA-649a", "ante_covers_half", COVERED, "", ("7(e)", "7(e)(2)")),
    ("PA-649a", "compulsory", BOTH, "and", ("7(e)", "7(e)(3)")),
    ("MA-TCP", "", FREE, "or", ("6(a)(1)", "6(a)(2)", "6(a)(3)")),
    ("MA-TCP", "optional", FREE, "or", ("6(a)(1)", "6(a)(2)", "6(a)(3)")),
    ("MA-TCP", "ante_covers", COVERED, "", ("6(f)", "6(f)(1)")),
    ("MA-TCP", "ante_covers_half", COVERED, "", ("6(f)", "6(f)(2)")),
    ("MA-TCP", "compulsory", BOTH, "and", ("6(f)", "6(f)(3)")),
    ("PA-679a", "", ("Ante",), "", ("7(d)(1)",)),
    ("PA-669a", "", ("Ante", "Blind"), "and", ("7(d)(1)",)),
    ("PA-680a", "", ("Ante",), "", ("7(d)(1)",)),
]
"""A chapter, its version, the wagers that bring a player into the round, and whether one of them does ("or":
both may be made) or it takes them all."""
BESIDE: dict[str, dict[str, str]] = {
    "PA-649a": {
        THREE: "Three-Card Progressive", SIX: "Six Card Bonus", FIVE: "Five-Card Progressive",
        HAND: "Five Card Hand Bonus", FIVE_OF_SIX: "5 of 6 Progressive",
    },
    "MA-TCP": {
        SIX: "6 Card Bonus", "cover_all": "Cover All", THREE: "Three Card Poker Progressive",
        LINK: "Multi Game Link Progressive",
    },
    "PA-679a": {"prime": "Prime", PAIR_BONUS: "Pair Bonus", "all_six_bonus": "All-Six Bonus"},
    "PA-669a": {THREE: "Progressive Payout", SIX: "Six Card Bonus"},
    "PA-680a": {"bonus": "Bonus"},
}  # fmt: skip
"""What may be added where it is offered; the Pot is no such wager."""
each = pytest.mark.parametrize(
    ("regulation", "version", "needed", "joint"),
    [
        pytest.param(
            name,
            version,
            needed,
            joint,
            marks=pytest.mark.clause(*(f"{name}.{one}" for one in clauses)),
            id=f"{name}-{version}",
        )
        for name, version, needed, joint, clauses in WAYS
    ],
)


def tables(regulation: str, version: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every choice of optional wagers, and the table that offers them."""
    chosen = {"version.pair_plus": version} if version else {}
    for offered in subsets(regulation):
        yield offered, with_options(Table(regulation, offered), chosen)


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


@each
def test_the_guide_says_which_wagers_one_bets_and_what_may_be_added(
    regulation: str, version: str, needed: tuple[str, ...], joint: str
) -> None:
    """In every choice of side wagers: `the Ante or the Pair Plus, or both`, or what the version asks for."""
    start = f"bet the {f' {joint} the '.join(needed)}{', or both' * (joint == 'or')}."
    for offered, about in tables(regulation, version):
        names = [title for one, title in BESIDE[regulation].items() if one in offered]
        if regulation in ("PA-649a", "MA-TCP", "PA-669a") and "Pair Plus" not in needed:
            names.insert(0, "Pair Plus")
        more = f" You may add the {listed(names)}." if names else ""
        pot = " Where two or more play, everybody adds the Pot." * ("pot" in offered)
        assert _bets(about) == f"Before “no more bets”, {start}{more}{pot}"


@each
def test_a_round_is_taught_to_begin_with_the_same_wagers(
    regulation: str, version: str, needed: tuple[str, ...], joint: str
) -> None:
    words = f" {joint} ".join(needed) + ", or both" * (joint == "or")
    for offered, about in tables(regulation, version):
        pot = ", and with others the Pot" * ("pot" in offered)
        first, *_ = how_it_goes(about)
        assert first.startswith(f"You stake the {words}{pot}, side bets beside it as you like, and get ")


@each
def test_a_box_is_accepted_with_the_wagers_that_were_told_and_with_no_fewer(
    regulation: str, version: str, needed: tuple[str, ...], joint: str
) -> None:
    """Each of them alone, where one is enough, and all together; of several that it takes none alone."""
    about = submission(regulation, **({"version": {"pair_plus": version}} if version else {}))
    names = [one.lower().replace(" ", "_") for one in needed]
    boxes = {(name,): joint == "or" or len(names) == 1 for name in names} | {tuple(names): True}
    if version and "pair_plus" not in names:
        boxes |= {("pair_plus",): False, (*names, "pair_plus"): True}
    for wagers, fits in boxes.items():
        box = dict.fromkeys(wagers, 1000)
        if fits:
            check_box(about, box)
        else:
            with pytest.raises(Refused):
                check_box(about, box)


@each
def test_that_sentence_is_the_first_of_the_guide_and_rests_on_its_paragraph(
    regulation: str, version: str, needed: tuple[str, ...], joint: str
) -> None:
    about = submission(regulation, **({"version": {"pair_plus": version}} if version else {}))
    first = guide_blocks(about, layout_of(about))[0]
    assert isinstance(first, Paragraphs) and first.heading == "How a round goes"
    text, rule = first.texts[0]
    assert text.startswith("Before “no more bets”, bet the ") and rule is not None
    (law,) = {one[4] for one in WAYS if one[:2] == (regulation, version)}
    if version not in ("", "optional"):
        assert {f"{regulation}.{one}" for one in law} <= {*rule.cite.clauses}
