"""What each hand of a chapter is called where it is posted: on felt, sign and card, the highest first.

A name says all that a hand must be: three of one suit are not any three in sequence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from feltlaw.layout.drawing import draw
from feltlaw.layout.posted import posted
from feltlaw.submission import Submission
from tests.support.driver import submission
from tests.support.layouts import read
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, PAIR_BONUS, SIX, THREE
from tests.support.submissions import by_clause, regulation_of

Named = tuple[str, str]
"""A hand as it is shown, and as it is read aloud."""
MINI: Named = ("A-K-Q suited", "ace, king and queen of one suit")
SPADES: Named = ("A-K-Q ♠", "ace, king and queen of spades")
OTHERS: Named = ("A-K-Q ♥ ♦ ♣", "ace, king and queen of hearts, diamonds or clubs")
STRAIGHT_FLUSH: Named = ("Straight flush", "straight flush")
THREES: Named = ("Three-of-a-kind", "three-of-a-kind")
STRAIGHT: Named = ("Straight", "straight")
FLUSH: Named = ("Flush", "flush")
PAIR: Named = ("Pair", "pair")
ROYAL: Named = ("Royal flush", "royal flush")
FOURS: Named = ("Four-of-a-kind", "four-of-a-kind")
FULL: Named = ("Full house", "full house")
TENS: Named = ("Pair of 10s or better", "pair of 10s or better")
BY_THREE = (STRAIGHT_FLUSH, THREES, STRAIGHT, FLUSH, PAIR)
"""Three cards, from the highest: 649a.6(b), 669a.6(c), 679a.6(b)(2)-(6), MA-TCP.3(b)."""
BY_FIVE = (ROYAL, STRAIGHT_FLUSH, FOURS, FULL, FLUSH, STRAIGHT, THREES)
"""The best five of more, from the highest: 649a.6(d), 669a.6(b), 679a.6(d)(2)-(8)."""
MADE = [f"MA-TCP.3(b)({at})" for at in range(1, 6)]


def numbered(start: str, most: int) -> list[str]:
    return [f"{start}({at})" for at in range(1, most + 1)]


Sections = dict[str, dict[str, object]]
TABLES: list[tuple[tuple[str, ...], Sections, Mapping[str, tuple[Named, ...]]]] = [
    (
        ("PA-649a.6(b)(1)", *numbered("PA-649a.6(b)", 5)[1:], *numbered("PA-649a.6(d)", 7)),
        {THREE: {"paytable": "A"}, SIX: {"paytable": "A"}, FIVE: {}, HAND: {}, FIVE_OF_SIX: {}},
        {
            "ante_bonus": BY_THREE[:3], "pair_plus": BY_THREE, THREE: (SPADES, OTHERS, *BY_THREE[:3]),
            SIX: BY_FIVE, FIVE: BY_FIVE, f"{HAND}_player": BY_FIVE[:5],
            FIVE_OF_SIX: (("Royal flush ♠", "royal flush of spades"),
                          ("Royal flush ♥ ♦ ♣", "royal flush of hearts, diamonds or clubs"), *BY_FIVE[1:6]),
            "envy_three_card": (SPADES, OTHERS), "envy_five_card": BY_FIVE[:2],
        },
    ),
    (
        ("PA-649a.6(e)", "PA-649a.12(g)", "PA-649a.6(b)(1)"),
        {"ante": {"mini_royal": "10 to 1"}, "pair_plus": {"mini_royal": "50 to 1"}},
        {"ante_bonus": (MINI, *BY_THREE[:3]), "pair_plus": (MINI, *BY_THREE)},
    ),
    (
        ("PA-649a.6(d)(8)", "PA-649a.12(f):E"),
        {SIX: {"paytable": "E"}},
        {SIX: (("Super Royal ♦", "Super Royal of diamonds"),
               ("Super Royal ♠ ♥ ♣", "Super Royal of spades, hearts or clubs"), *BY_FIVE)},
    ),
    (
        ("PA-679a.6(b)(1)", *numbered("PA-679a.6(b)", 6)[1:], *numbered("PA-679a.6(d)", 8)[1:],),
        {PAIR_BONUS: {}, "all_six_bonus": {}, "prime": {}},
        {
            "play": (MINI, *BY_THREE[:3], ("Flush or lower", "flush or lower")),
            "bad_beat_bonus": BY_THREE[:3], PAIR_BONUS: (MINI, *BY_THREE), "all_six_bonus": BY_FIVE,
            "prime": (("All six of one color", "the player's and the dealer's cards, all of one color"),
                      ("Player’s three of one color", "the player's three cards of one color")),
        },
    ),
    (
        ("PA-679a.6(d)(1)", "PA-679a.12(g):E"),
        {"all_six_bonus": {"paytable": "E"}},
        {"all_six_bonus": (("Six-card royal ♦", "six-card royal flush of diamonds"),
                           ("Six-card royal ♠ ♥ ♣", "six-card royal flush of spades, hearts or clubs"),
                           *BY_FIVE)},
    ),
    (
        (*numbered("PA-669a.6(b)", 9), *numbered("PA-669a.6(c)", 5)),
        {THREE: {}, SIX: {}},
        {
            "ante": (TENS,), "blind": (*BY_FIVE, ("Two pair", "two pair"), TENS), "pair_plus": BY_THREE,
            THREE: (SPADES, OTHERS, *BY_THREE[:3]), SIX: BY_FIVE, "envy_three_card": (SPADES, OTHERS),
        },
    ),
    (
        tuple(numbered("PA-680a.6(c)", 10)),
        {"bonus": {}},
        {"bonus": (("Five aces", "five aces"), ("Royal flush, no joker", "royal flush, no joker"),
                   ("Royal flush with a joker", "royal flush with a joker"), *BY_FIVE[1:],
                   ("Two pair", "two pair"))},
    ),
    (
        (*MADE, "MA-TCP.12(c)"),
        {SIX: {}, THREE: {}, "cover_all": {}},
        {
            "ante_bonus": BY_THREE[:3], "pair_plus": (MINI, *BY_THREE), SIX: BY_FIVE,
            THREE: (SPADES, OTHERS, *BY_THREE[:3]), "envy_three_card": (SPADES, OTHERS),
        },
    ),
]  # fmt: skip
"""By the paragraphs that say what each hand is: a table, and what it posts from the highest hand down."""


each = pytest.mark.parametrize(("clause", "wagers", "named"), by_clause(*TABLES))


def offered(clause: str, wagers: Sections) -> Submission:
    return submission(regulation_of(clause), wagers=wagers)


@each
def test_every_hand_is_posted_by_all_that_it_must_be_and_the_highest_first(
    clause: str, wagers: Sections, named: Mapping[str, tuple[Named, ...]]
) -> None:
    tables = {one.award or one.wager: one for one in posted(offered(clause, wagers))}
    for wager, hands in named.items():
        assert [(row.shown, row.said) for row in tables[wager].rows] == list(hands), wager


def in_this_order(text: str, names: list[str]) -> bool:
    """Whether each name stands there, what it pays right behind it, and one after the other."""
    pays = r"(?:[\d,]+ (?:to|for) 1|\d+%|\$[\d,]+|Push)"
    found = re.search(".*?".join(rf"(?<=\s){re.escape(name)} {pays}" for name in names), f" {text}")
    return found is not None


@each
@pytest.mark.parametrize("part", ["felt", "sign", "card"])
def test_hands_are_drawn_under_these_names(
    clause: str, wagers: Sections, named: Mapping[str, tuple[Named, ...]], part: str
) -> None:
    """The signs of suits are drawn as shapes; what is read aloud has their names."""
    table = offered(clause, wagers)
    drawing = draw(table, part, fonts=False)
    if part == "felt" and not drawing.layout.pays_on_felt:
        return
    drawn = {one.award or one.wager: one for one in read(drawing) if one.kind == "pays"}
    for wager, hands in named.items():
        if part == "card" and wager.startswith("envy"):
            continue  # a card is for what is paid by the stake
        text = " ".join(drawn[wager].text.split())
        names = [" ".join("".join(one for one in shown if one not in "♠♥♦♣").split()) for shown, _ in hands]
        assert in_this_order(text, names), (wager, text)
        aloud = drawn[wager].label
        assert all(f"{said} " in aloud for _, said in hands), (wager, aloud)


@pytest.mark.clause("MA-TCP.12(c)", "MA-TCP.12(k)", "MA-TCP.3(b)(1)")
@pytest.mark.parametrize("part", ["felt", "sign"])
def test_the_hands_of_cover_all_stand_over_their_columns(part: str) -> None:
    table = submission("MA-TCP", wagers={"cover_all": {}})
    (block,) = (one for one in posted(table) if one.wager == "cover_all")
    assert block.heads == ("A-K-Q suited", "Straight flush", "Three-of-a-kind", "Straight")
    drawing = draw(table, part, fonts=False)
    shown = [one.text.upper() for one in read(drawing) if one.wager == "cover_all" and one.kind == "pays"]
    for text in shown:
        words = " ".join(text.replace("THREE- OF", "THREE-OF").split())
        places = [words.index(one.upper()) for one in ("A-K-Q suited", "Straight flush", "Three-of-a-kind")]
        assert places == sorted(places)
    assert len(shown) == (part == "sign" or drawing.layout.pays_on_felt)
