"""The dealer's payout card: all that is settled, in the order of the chapter, first in words, then table by
table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from feltlaw.layout import layout_of
from feltlaw.layout.card import card_blocks
from feltlaw.layout.flow import Block, Facts, Grid, Paragraphs
from tests.support.driver import REGULATIONS, submission
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, LINK, PAIR_BONUS, SIX, THREE, Table, subsets

ORDER: dict[str, dict[str, str]] = {
    "PA-649a": {
        "Ante": "", "Play": "", "Ante Bonus": "", "Pair Plus": "", "Three-Card Progressive": THREE,
        "Six Card Bonus": SIX, "Five-Card Progressive": FIVE,
        "Five Card Hand Bonus on the player's hand": HAND,
        "Five Card Hand Bonus on the dealer's hand": HAND, "Magic Card Bonus": "magic_card",
        "Lucky Bonus": "lucky_bonus", "5 of 6 Progressive": FIVE_OF_SIX,
    },
    "MA-TCP": {
        "Ante": "", "Play": "", "Ante Bonus": "", "Pair Plus": "", "6 Card Bonus": SIX,
        "Three Card Poker Progressive": THREE, "Multi Game Link Progressive": LINK,
    },
    "PA-679a": {
        "Ante": "", "Play": "", "Bad Beat Bonus": "", "Prime": "prime", "Pair Bonus": PAIR_BONUS,
        "All-Six Bonus": "all_six_bonus",
    },
    "PA-669a": {
        "Pair Plus": "", "Ante": "", "Play": "", "Blind": "", "Progressive Payout": THREE,
        "Six Card Bonus": SIX,
    },
    "PA-680a": {"Ante": "", "Bonus": "bonus"},
}  # fmt: skip
"""What is settled player by player, and with what it is offered: 649a.11(c)(3) to (9), MA 10(c) and 13(c),
679a.11(c)(3) and (d), 669a.11(i)(1) to (3), 680a.11(d) and (e)."""
AFTER: dict[str, dict[str, str]] = {
    "PA-649a": {
        "Three-Card Envy Bonus": THREE, "Five-Card Envy Bonus": FIVE, "5 of 6 Envy Bonus": FIVE_OF_SIX,
    },
    "MA-TCP": {"Cover All": "cover_all", "Envy Bonus": THREE, "Multi Game Link Envy Bonus": LINK},
    "PA-679a": {},
    "PA-669a": {"Envy Bonus": THREE},
    "PA-680a": {"Pot": "pot"},
}  # fmt: skip
"""What waits for all players: other players' hands, and the highest hand (I-50, I-120, I-139)."""
LAW = {
    "PA-649a": (
        *(f"PA-649a.11(c){at}" for at in ("#3", "(3)(ii)(B)", "(4)", "(5)", "(6)", "(7)", "(8)", "(9)")),
        "I-30", "I-44", "I-50",
    ),
    "MA-TCP": ("MA-TCP.10(c)", "MA-TCP.10(c)(1)", "MA-TCP.10(c)(2)", "MA-TCP.12(j)", "MA-TCP.13(c)", "I-120"),
    "PA-679a": ("PA-679a.11(c)#3", "PA-679a.11(c)(3)(iv)", "PA-679a.11(d)"),
    "PA-669a": ("PA-669a.11(i)", "PA-669a.11(i)(1)", "PA-669a.11(i)(2)", "PA-669a.11(i)(3)", "I-50"),
    "PA-680a": ("PA-680a.11(d)", "PA-680a.11(e)", "PA-680a.11(f)", "I-139"),
}  # fmt: skip
IN_NO_TABLE = {
    "PA-649a": ("Ante", "Play"), "MA-TCP": ("Ante", "Play", "Cover All"), "PA-679a": ("Ante",),
    "PA-669a": (), "PA-680a": ("Ante", "Pot"),
}  # fmt: skip
"""What is not paid by the hand alone."""
each = pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(*LAW[name])) for name in REGULATIONS]
)


def offered(names: dict[str, str], some: tuple[str, ...]) -> list[str]:
    return [title for title, with_ in names.items() if not with_ or with_ in some]


def listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


DRAWS = ((), ("magic_card",), ("lucky_bonus",), ("magic_card", "lucky_bonus"))


def tables(regulation: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """What a table offers and its submission: nothing, each wager alone, all but one and all; with all, each
    version, each way of settling and each draw too."""
    every = list(subsets(regulation))
    most = max(map(len, every))
    for some in every:
        sections = Table(regulation, some).sections()
        if len(some) < 2 or len(some) >= most - 1:
            yield some, sections
        if len(some) == most and regulation in ("PA-649a", "MA-TCP"):
            yield some, Table(regulation, some, linked=True).sections()
        if regulation == "MA-TCP" and len(some) == most:
            yield some, {**sections, "settlement": {"order": "by_step"}}
        for draws in DRAWS if HAND in some and len(some) in (1, most) else ():
            wagers = {**sections["wagers"], HAND: dict.fromkeys(draws, True)}
            yield (*some, *draws), {**sections, "wagers": wagers}


@cache
def cards(regulation: str) -> list[tuple[tuple[str, ...], bool, list[Block]]]:
    """The card of every table: what is offered, whether it settles step by step, and what stands there."""
    found = []
    for some, sections in tables(regulation):
        table = submission(regulation, **sections)
        found.append((some, "settlement" in sections, card_blocks(table, layout_of(table))))
    return found


@each
def test_the_card_tells_the_order_in_which_the_chapter_settles(regulation: str) -> None:
    """A bonus with the wager that it is on, whatever else is offered."""
    for some, by_step, blocks in cards(regulation):
        first = blocks[0]
        assert isinstance(first, Paragraphs) and first.heading == "Order of settlement"
        how = "each step for all players" if by_step else "each player in turn"
        wanted = [f"From your right, counterclockwise, {how}: {listed(offered(ORDER[regulation], some))}."]
        if after := offered(AFTER[regulation], some):
            wanted.append(f"After all players: {listed(after)}.")
        assert [text for text, _ in first.texts] == wanted, some


@each
def test_the_tables_of_the_card_stand_in_that_order(regulation: str) -> None:
    for some, _, blocks in cards(regulation):
        wanted = [
            f"{title}, each" if "Envy" in title else title.partition(" on the ")[0]
            for names in (ORDER, AFTER)
            for title in offered(names[regulation], some)
            if title not in IN_NO_TABLE[regulation]
        ]
        told = [one.heading for one in blocks if isinstance(one, Grid | Facts)]
        assert told == list(dict.fromkeys(wanted)), some
