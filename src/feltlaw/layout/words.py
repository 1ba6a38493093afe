"""What is written on layouts and signs, in words: hands, pays, outcomes.

Nothing here knows a game: hands are the shapes of the rankings, outcomes those of the contests.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from feltlaw.cards import SUIT_NAMES
from feltlaw.money import Pays, Push

SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_HANDS = {
    "mini_royal": ("A-K-Q", "ace, king and queen of one suit"),
    "three_of_a_kind": ("Three-of-a-kind", "three-of-a-kind"),
    "four_of_a_kind": ("Four-of-a-kind", "four-of-a-kind"),
    "super_royal": ("Super Royal", "Super Royal"),
    "six_card_royal_flush": ("Six-card royal", "six-card royal flush"),
    "royal_flush_no_joker": ("Royal flush, no joker", "royal flush, no joker"),
    "royal_flush_with_joker": ("Royal flush with a joker", "royal flush with a joker"),
    "player": ("Player’s three of one color", "the player's three cards of one color"),
    "player_and_dealer": ("All six of one color", "the player's and the dealer's cards, all of one color"),
    "pair_of_tens": ("Pair of 10s", "pair of 10s"),
}
"""Shapes that are said otherwise than their names with spaces: as they are shown, and whole."""
_ROYAL = "of one suit"

OUTCOMES = {
    "against_dealer": {
        "higher": "Higher than the dealer",
        "equal": "Equal to the dealer",
        "dealer_does_not_qualify": "Dealer does not qualify",
    },
    "showdown": {
        "higher": "Higher Point Count",
        "only_player_qualifies": "Dealer does not qualify",
        "higher_with_half_points": "Winning with {half} points",
        "only_player_qualifies_with_half_points": "Winning with {half} points",
        "equal": "Equal Point Counts",
        "neither_qualifies": "Neither qualifies",
    },
    "pot": {"highest": "Highest Point Count", "tied": "Equal highest"},
}
"""What a contest may say, where something is paid or comes back. `bad_beat` is paid by its own table."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words as they are shown, with signs for suits, and as they are read aloud."""

    shown: str
    said: str


def hand(row: str, rows: Collection[str] = ()) -> Said:
    """A row of a paytable; beside a row for one suit, the same hand is that of the other three.

    >>> hand("mini_royal_of_spades").shown, hand("three_of_a_kind").shown
    ('A-K-Q ♠', 'Three-of-a-kind')
    >>> hand("royal_flush", ["royal_flush_of_spades", "royal_flush"])
    Said(shown='Royal flush ♥ ♦ ♣', said='royal flush of hearts, diamonds or clubs')
    """
    for suffix, more in (("_or_better", " or better"), ("_or_lower", " or lower")):
        if row.endswith(suffix):
            base = hand(row.removesuffix(suffix))
            return Said(base.shown + more, base.said + more)
    if match := re.fullmatch(r"(.+)_with_(\w)", row):
        base = hand(match[1], [one for one in rows if one.endswith(f"_with_{match[2]}")])
        return Said(f"{base.shown} with a {match[2]}", f"{base.said} with a {match[2]}")
    shape, _, suit = row.rpartition("_of_")
    if shape and suit in SIGNS:
        return _suited(shape, [suit])
    taken = [suit for suit in SIGNS if f"{row}_of_{suit}" in rows]
    if taken:
        return _suited(row, [suit for suit in SIGNS if suit not in taken])
    shown, said = _base(row)
    return Said(f"{shown} suited", said) if said.endswith(_ROYAL) else Said(shown, said)


def _base(row: str) -> tuple[str, str]:
    plain = row.replace("_", " ")
    return _HANDS.get(row, (plain[:1].upper() + plain[1:], plain))


def _suited(row: str, suits: Sequence[str]) -> Said:
    shown, said = _base(row)
    named = f"of {listed([*suits], 'or')}"
    whole = said.replace(_ROYAL, named) if said.endswith(_ROYAL) else f"{said} {named}"
    return Said(f"{shown} {' '.join(SIGNS[suit] for suit in suits)}", whole)


def pays(what: Pays) -> str:
    """What a row pays, as it is posted."""
    return "Push" if isinstance(what, Push) else str(what)


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def share(chance: str) -> str:
    """A chance as one says it.

    >>> share("1/20"), share("1")
    ('1 of 20 rounds', 'every round')
    """
    above, _, below = chance.partition("/")
    return f"{above} of {below} rounds" if below else "every round" if above == "1" else "no round"


def times(numbers: Sequence[int]) -> str:
    """`1, 2 or 3 times`, `equal to` for one alone."""
    return "equal to" if list(numbers) == [1] else f"{listed([str(one) for one in numbers], 'or')} times"


assert set(SIGNS) == set(SUIT_NAMES.values())
