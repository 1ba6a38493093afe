"""What a table has to post, said a second time: the chapters' tables as they are printed, in words of a sign.

Nothing here asks the data or the program what a wager pays; `data/printed_tables.json` holds the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

from feltlaw.layout.rules import rules
from feltlaw.submission import Submission
from tests.paytable.test_printed import PRINTED, in_our_words
from tests.support.driver import submission

Rows = dict[str, tuple[str, ...]]
"""What each hand or outcome is called on the sign, and what it pays."""


@dataclass(frozen=True)
class Block:
    """A posted table under its title."""

    title: str
    rows: Rows
    note: str = ""
    heads: tuple[str, ...] = ()
    """Of the columns, where there are several."""


@dataclass(frozen=True)
class Choice:
    """What a table pays by: a paytable of a clause, where the submission chooses it, and by which names."""

    of: str
    title: str
    clause: str
    section: str = ""
    """Of the wager; empty where it is always offered."""
    key: str = ""
    names: tuple[str, ...] = ("",)
    envy: tuple[str, str, str] | None = None
    """The award beside it, its title, and the clause that prints it, for $1."""
    note: str = ""
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """What is chosen for one table."""

    regulation: str
    offered: tuple[str, ...]
    nth: int = 0
    """Which of the paytables of each wager, where there are so many; the last where there are fewer."""
    amount: Fraction = Fraction(1)
    """Of every progressive wager."""
    linked: bool = False
    """Whether a version ties the Pair Plus to the Ante."""
    most: int = 500

    def sections(self) -> dict[str, Any]:
        """Its submission, as a file has it."""
        wagers: dict[str, Any] = {section: {} for section in self.offered}
        for one in choices(self):
            if one.key:
                section, _, key = one.key.rpartition(".")
                wagers.setdefault(section, {})[key] = self.name(one)
            if one.envy and self.amount != 1 and self.name(one) != FOR_5:
                wagers[one.section] |= {"amount": str(float(self.amount)), "envy_scale": "linear"}
        version = {"version": {"pair_plus": "compulsory"}} if self.linked else {}
        return {"wagers": wagers, "limits": {"minimum": 5, "maximum": self.most}, **version}

    def name(self, one: Choice) -> str:
        return one.names[min(self.nth, len(one.names) - 1)]

    def clause(self, one: Choice, printed: str = "") -> str:
        name = self.name(one)
        where = "13(f)" if name == "two-level" else (printed or one.clause).format(name)
        return f"{self.regulation}.{where}"


THREE, FIVE, SIX = "three_card_progressive", "five_card_progressive", "six_card_bonus"
HAND, FIVE_OF_SIX, LINK = "five_card_hand_bonus", "five_of_six_progressive", "multi_game_link"
PAIR_BONUS = "pair_bonus"
ABC, ABCD, ABCDE = tuple("ABC"), tuple("ABCD"), tuple("ABCDE")
FOR_5 = "PTMGL02"
"""What is printed there is for a wager of $5 (I-114)."""
LINKS = ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03")
BONUSES = tuple(f"TCP-6B{number}" for number in range(1, 5))

CHOICES: dict[str, tuple[Choice, ...]] = {
    "PA-649a": (
        Choice("ante_bonus", "Ante Bonus", "12(b):{}", key="ante.bonus_paytable", names=ABC),
        Choice("pair_plus", "Pair Plus", "12(d):{}", key="pair_plus.paytable", names=ABCDE),
        Choice(
            THREE, "Three-Card Progressive", "12(e)(1):{}", THREE, f"{THREE}.paytable", ("A", "B"),
            ("envy_three_card", "Three-Card Envy Bonus", "12(e)(5):$1"),
        ),
        Choice(SIX, "Six Card Bonus", "12(f):{}", SIX, f"{SIX}.paytable", ABCDE),
        Choice(
            FIVE, "Five-Card Progressive", "12(h)(1)", FIVE,
            envy=("envy_five_card", "Five-Card Envy Bonus", "12(h)(5):$1"),
        ),
        Choice(
            f"{HAND}_player", "Five Card Hand Bonus", "12(i)(1)", HAND, note="player's hand, dealer's hand"
        ),
        Choice(
            FIVE_OF_SIX, "5 of 6 Progressive", "12(j)(1)", FIVE_OF_SIX,
            envy=("envy_five_of_six", "5 of 6 Envy Bonus", "12(j)(5):$1"),
        ),
    ),
    "MA-TCP": (
        Choice("ante_bonus", "Ante Bonus", "11(a)(3)"),
        Choice("pair_plus", "Pair Plus", "11(a)(2)"),
        Choice(SIX, "6 Card Bonus", "6(g)(4):{}", SIX, f"{SIX}.paytable", BONUSES),
        Choice(
            THREE, "Three Card Poker Progressive", "13(e):Table {}", THREE, f"{THREE}.paytable",
            ("1", "2", "3", "two-level"),
            ("envy_three_card", "Envy Bonus", "13(e):Table {}"),
        ),
        Choice(
            LINK, "Multi Game Link Progressive", "13(g):{}", LINK, f"{LINK}.paytable", LINKS,
            ("envy_multi_game_link", "Multi Game Link Envy Bonus", "13(g):{}"),
        ),
    ),
    "PA-679a": (
        Choice("play", "Play", "12(b)", note="dealer qualifies"),
        Choice(
            "bad_beat_bonus", "Bad Beat Bonus", "12(c):{}", key="play.bad_beat_paytable", names=ABCD,
            note="hand that loses to the dealer",
        ),
        Choice("prime", "Prime", "12(d)", "prime"),
        Choice(
            PAIR_BONUS, "Pair Bonus", "12(f):{}", PAIR_BONUS, f"{PAIR_BONUS}.paytable", ABCD,
            heads=("", "with a 2"),
        ),
        Choice(
            "all_six_bonus", "All-Six Bonus", "12(g):{}", "all_six_bonus", "all_six_bonus.paytable", ABCDE
        ),
    ),
    "PA-669a": (
        Choice("blind", "Blind and Play", "12(d)", heads=("Blind", "Play")),
        Choice("pair_plus", "Pair Plus", "12(a):{}", key="pair_plus.paytable", names=("A", "B")),
        Choice(
            THREE, "Progressive Payout", "12(e)(1)", THREE,
            envy=("envy_three_card", "Envy Bonus", "12(e)(5):$1"),
        ),
        Choice(SIX, "Six Card Bonus", "12(f):{}", SIX, f"{SIX}.paytable", ABCD),
    ),
    "PA-680a": (Choice("bonus", "Bonus", "12(c)", "bonus"),),
}  # fmt: skip
LINKED = {
    "PA-649a": Choice("ante_bonus", "Ante Bonus", "12(c):{}", key="ante.bonus_paytable", names=ABC),
    "MA-TCP": Choice("ante_bonus", "Ante Bonus", "11(a)(3)(i):{}", key="ante.bonus_paytable", names=ABC),
}
"""The tables for versions in which the Pair Plus depends on the Ante."""
OPTIONAL = {
    "PA-649a": (THREE, SIX, FIVE, HAND, FIVE_OF_SIX),
    "MA-TCP": (SIX, "cover_all", THREE, LINK),
    "PA-679a": ("prime", PAIR_BONUS, "all_six_bonus"),
    "PA-669a": (THREE, SIX),
    "PA-680a": ("pot", "bonus"),
}
HIGHER, EQUAL, NOT = "Higher than the dealer", "Equal to the dealer", "Dealer does not qualify"
COMPARED: dict[str, Block] = {
    **dict.fromkeys(
        ("PA-649a", "MA-TCP"),
        Block(
            "Ante and Play",
            {HIGHER: ("1 to 1", "1 to 1"), EQUAL: ("Push", "Push"), NOT: ("1 to 1", "Push")},
            heads=("Ante", "Play"),
        ),
    ),
    "PA-679a": Block(
        "Ante and Play",
        {HIGHER: ("1 to 1", "see Play"), EQUAL: ("1 to 1", "see Play"), NOT: ("Push", "1 to 1")},
        heads=("Ante", "Play"),
    ),
    "PA-669a": Block("Ante", {"Pair of 10s or better": ("1 to 1",)}),
    "PA-680a": Block(
        "Ante",
        {
            "Higher Point Count": ("1 to 1",),
            NOT: ("1 to 1",),
            "Winning with 5 points": ("1 to 2",),
            "Equal Point Counts": ("Push",),
            "Neither qualifies": ("Push",),
        },
    ),
}
"""What the Ante comes to, beside the Play where both are compared: 649a.12(a), 11(c); 679a.12(a), 11(c);
669a.12(b); 680a.12(a), (b), 11(d); MA-TCP.11(a)(1)."""
WORDS = {
    "mini_royal": "A-K-Q",
    "super_royal": "Super Royal",
    "six_card_royal_flush": "Six-card royal",
    "royal_flush": "Royal flush",
    "royal_flush_no_joker": "Royal flush, no joker",
    "royal_flush_with_joker": "Royal flush with a joker",
    "five_aces": "Five aces",
    "straight_flush": "Straight flush",
    "four_of_a_kind": "Four-of-a-kind",
    "full_house": "Full house",
    "flush": "Flush",
    "flush_or_lower": "Flush or lower",
    "straight": "Straight",
    "three_of_a_kind": "Three-of-a-kind",
    "two_pair": "Two pair",
    "pair": "Pair",
    "pair_of_tens_or_better": "Pair of 10s or better",
    "player": "Player’s three of one color",
    "player_and_dealer": "All six of one color",
}


def subsets(regulation: str) -> Iterator[tuple[str, ...]]:
    """Every way to offer some of the optional wagers; Massachusetts has one progressive (I-119)."""
    names = OPTIONAL[regulation]
    for some in chain.from_iterable(combinations(names, many) for many in range(len(names) + 1)):
        if not {THREE, LINK} <= set(some):
            yield some


def choices(table: Table) -> Iterator[Choice]:
    """What the table pays by, as far as it is offered."""
    for one in CHOICES[table.regulation]:
        chosen = LINKED[table.regulation] if table.linked and one.of == "ante_bonus" else one
        if not chosen.section or chosen.section in table.offered:
            yield chosen


def shown(hand: str, rows: Mapping[str, object]) -> str:
    """What a hand is called: with its suit, or with those that have no row of their own."""
    for suit, sign, others in (("_of_spades", "♠", "♥ ♦ ♣"), ("_of_diamonds", "♦", "♠ ♥ ♣")):
        if hand.endswith(suit):
            return f"{WORDS[hand.removesuffix(suit)]} {sign}"
        if f"{hand}{suit}" in rows:
            return f"{WORDS[hand]} {others}"
    return "A-K-Q suited" if hand == "mini_royal" else WORDS[hand]


def column(clause: str, kind: str = "rows") -> Rows:
    printed = in_our_words(PRINTED[clause][kind])
    return {
        shown(hand.removesuffix("_with_2"), printed): (cell.replace("push", "Push"),)
        for hand, cell in printed.items()
    }


def beside(one: Rows, other: Rows) -> Rows:
    assert set(one) == set(other)
    return {hand: (*cells, *other[hand]) for hand, cells in one.items()}


def dollars(amount: Fraction) -> str:
    return f"${int(amount):,}" if amount.denominator == 1 else f"${float(amount):,.2f}"


def envy(clause: str, amount: Fraction) -> Rows:
    """In proportion to the wager (I-52, I-117)."""
    printed = column(clause, "envy")
    return {
        hand: (dollars(Fraction(cell.replace("$", "").replace(",", "")) * amount),)
        for hand, (cell,) in printed.items()
    }


def wanted(table: Table) -> dict[str, Block]:
    """All that is posted about pays, by the wager or award it stands under; the comparison is `compared`."""
    found = {"compared": COMPARED[table.regulation]}
    for one in choices(table):
        clause = table.clause(one)
        rows = column(clause)
        note = one.note
        if one.of == "blind":
            rows = beside(rows, column("PA-669a.12(c)"))
        if one.of == PAIR_BONUS:
            rows = beside(column("PA-679a.12(e)"), rows)
        if "$" in str(rows):
            note = f"maximum wager ${table.most:,}"
        found[one.of] = Block(one.title, rows, note, one.heads)
        if one.envy:
            award, title, printed = one.envy
            times = Fraction(1) if table.name(one) == FOR_5 else table.amount
            found[award] = Block(title, envy(table.clause(one, printed), times), "another player’s hand")
    if "cover_all" in table.offered:
        players = PRINTED["MA-TCP.12(k)"]["players"]
        rows = {
            f"{many} player{'' if many == 1 else 's'}": tuple(in_our_words(players[str(many)]).values())
            for many in range(1, 8)
        }
        heads = ("A-K-Q suited", "Straight flush", "Three-of-a-kind", "Straight")
        found["cover_all"] = Block("Cover All", rows, "highest hand at the table", heads)
    if "pot" in table.offered:
        found["pot"] = Block(
            "Pot",
            {"Each player": ("$5",), "Highest Point Count": ("takes it",), "Equal highest": ("share it",)},
        )
    return found


def said(table: Submission, start: str) -> list[str]:
    """The program's sentences of one kind, each under its heading."""
    return [f"{one.heading} {one.text}" for one in rules(table) if one.id.partition(".")[0] == start]


def with_options(table: Table, options: Mapping[str, object]) -> Submission:
    """The table with more of a submission beside its wagers, each value by its path."""
    sections: dict[str, Any] = table.sections()
    for path, value in options.items():
        *parents, key = path.split(".")
        inner = sections
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[key] = value
    return submission(table.regulation, **sections)
