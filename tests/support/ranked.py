"""The printed tables of pays with their hands in the order of the chapter's list, and what people call these.

The lists are 649a.6(b), (d) and (e), MA 3(b), 679a.6(b) and (d), 669a.6(b) and (c), 680a.6(c).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from feltlaw.register import clauses
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.signs import HAND, LINK, OPTIONAL, PAIR_BONUS, THREE, Table, choices

THREE_CARDS = (
    "mini_royal_of_spades", "mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush",
    "flush_or_lower", "pair",
)  # fmt: skip
FIVE_CARDS = (
    "five_aces", "super_royal_of_diamonds", "super_royal", "six_card_royal_flush_of_diamonds",
    "six_card_royal_flush", "royal_flush_of_spades", "royal_flush", "royal_flush_no_joker",
    "royal_flush_with_joker", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "pair_of_tens_or_better",
)  # fmt: skip
"""From the highest. A royal of the suit that has a row of its own stands before the others."""
COLORS = ("player_and_dealer", "player")
"""Six cards of one color are the rarer ones, and pay more (679a.12(d))."""
WITH_2 = "_with_2"
SAYS = {"player": "your cards of one color", "player_and_dealer": "your cards and the dealer's of one color"}
LISTED = {
    "PA-649a": ("6(b)(1) 6(b)(2) 6(b)(3) 6(b)(4) 6(b)(5) 6(e) "
                "6(d)(1) 6(d)(2) 6(d)(3) 6(d)(4) 6(d)(5) 6(d)(6) 6(d)(7) 6(d)(8)"),
    "MA-TCP": "3(b)(1) 3(b)(2) 3(b)(3) 3(b)(4) 3(b)(5)",
    "PA-679a": ("6(b)(1) 6(b)(2) 6(b)(3) 6(b)(4) 6(b)(5) 6(b)(6) "
                "6(d)(1) 6(d)(2) 6(d)(3) 6(d)(4) 6(d)(5) 6(d)(6) 6(d)(7) 6(d)(8)"),
    "PA-669a": ("6(b)(1) 6(b)(2) 6(b)(3) 6(b)(4) 6(b)(5) 6(b)(6) 6(b)(7) 6(b)(8) 6(b)(9) "
                "6(c)(1) 6(c)(2) 6(c)(3) 6(c)(4) 6(c)(5)"),
    "PA-680a": ("6(c)(1) 6(c)(2) 6(c)(3) 6(c)(4) 6(c)(5) 6(c)(6) 6(c)(7) 6(c)(8) 6(c)(9) 6(c)(10)"),
}  # fmt: skip
"""The hands in order of highest to lowest."""


def proving(regulation: str) -> tuple[str, ...]:
    """The clauses of the lists, and of whatever prints a column."""
    prints = [one for one in PRINTED if one.startswith(regulation) and {*PRINTED[one]} & {"rows", "envy"}]
    found = [*(f"{regulation}.{one}" for one in LISTED[regulation].split()), *prints]
    return tuple(one for one in found if one in clauses())


def choosing(regulation: str) -> tuple[str, ...]:
    """The clauses of tables of which one is selected: each of them, and the paragraph that has them."""
    named = [table.clause(one) for table in tables(regulation) for one in choices(table) if table.name(one)]
    found = dict.fromkeys(clause for name in named for clause in (name, name.partition(":")[0]))
    return tuple(one for one in found if one in clauses())


LISTS = (THREE_CARDS, FIVE_CARDS, COLORS)
Column = dict[str, str]
"""What each hand pays, from the highest."""


def highest_first(hands: Iterable[str]) -> list[str]:
    """In the order of the list that has them all; hands with a 2 after those without."""
    plain = {one for one in hands if not one.endswith(WITH_2)}
    with_2 = {one.removesuffix(WITH_2) for one in hands if one.endswith(WITH_2)}
    order = next(one for one in LISTS if plain | with_2 <= {*one})
    return [*(one for one in order if one in plain), *(one + WITH_2 for one in order if one in with_2)]


def said(hand: str) -> str:
    """A row as one says it."""
    return SAYS.get(hand, hand.replace("_", " "))


def ranked(rows: Column) -> Column:
    return {hand: rows[hand] for hand in highest_first(rows)}


def column(clause: str, kind: str = "rows") -> Column:
    return ranked(in_our_words(PRINTED[clause][kind]))


def columns(table: Table, players: int) -> Iterator[tuple[str, str, Column]]:
    """Each wager or award that pays by a table, what it is called, and what is printed for it."""
    for one in choices(table):
        rows = column(table.clause(one))
        if one.of == PAIR_BONUS:
            yield one.of, one.title, column("PA-679a.12(e)") | rows
        elif one.of == "blind":
            yield "ante", "Ante", {"pair_of_tens_or_better": PRINTED["PA-669a.12(b)"]["odds"]}
            yield "blind", "Blind", rows
            yield "play", "Play", column("PA-669a.12(c)")
        elif one.of == f"{HAND}_player":
            for whose in ("player", "dealer"):
                yield f"{HAND}_{whose}", f"{one.title} on the {whose}'s hand", rows
        else:
            yield one.of, one.title, rows
        if one.envy:
            award, title, printed = one.envy
            yield award, title, column(table.clause(one, printed), "envy")
    if "cover_all" in table.offered:
        rows = ranked(in_our_words(PRINTED["MA-TCP.12(k)"]["players"][str(players)]))
        yield "cover_all", f"Cover All ({players} player{'s' * (players != 1)})", rows


def tables(regulation: str) -> Iterator[Table]:
    """Tables that offer all that goes together, by each of the paytables of every wager."""
    both = dict.fromkeys(tuple(one for one in OPTIONAL[regulation] if one != left) for left in (THREE, LINK))
    versions = (False, True) if regulation in ("PA-649a", "MA-TCP") else (False,)
    for offered, linked, nth in product(both, versions, range(6)):
        yield Table(regulation, offered, nth, linked=linked)
