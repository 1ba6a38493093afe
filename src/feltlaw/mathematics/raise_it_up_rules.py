"""Raise It Up Stud as a person can remember it, and other ways to play it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from feltlaw.mathematics.advice import CardPart
from feltlaw.mathematics.raise_it_up_classes import Ranks
from feltlaw.mathematics.raise_it_up_solve import StreetActs, StreetRule
from feltlaw.regulation.model import Act

TEN, ACE = 8, 12
QUEEN_JACK_NINE = (7, 9, 10)
_RUNS = tuple(sum(1 << rank % 13 for rank in range(top - 4, top + 1)) for top in range(3, ACE + 1))
"""The ranks of every straight as bits, the ace low in the first."""


def high(ranks: Ranks) -> int:
    """Different ranks of 10 or higher."""
    return sum(rank >= TEN for rank in set(ranks))


def paired(ranks: Ranks) -> bool:
    """Whether there is a pair or better among them."""
    return len(set(ranks)) < len(ranks)


def fills(ranks: Ranks) -> int:
    """The ranks that would make a straight: one for an inside draw, two for an open or a double one.

    >>> fills((3, 4, 5, 6)), fills((3, 4, 6, 7)), fills((0, 1, 2, 12)), fills((3, 4, 5, 6, 7))
    (2, 1, 1, 13)
    """
    return _fills(_bits(ranks))


@cache
def _fills(held: int) -> int:
    missing = [run & ~held for run in _RUNS]
    return 13 if 0 in missing else len({gap for gap in missing if gap.bit_count() == 1})


def _bits(ranks: Ranks) -> int:
    return sum({1 << rank for rank in ranks})


def before_4th(ranks: Ranks, suited: Ranks) -> bool:
    """The rule for three cards: whether to play 3x."""
    if paired(ranks) or high(ranks) >= 3:
        return True
    if len(suited) >= 3:
        return high(ranks) > 0 or any(not _bits(ranks) & ~run for run in _RUNS)
    if high(ranks) < 2 or ranks[-1] - ranks[0] > 3:
        return False
    return ranks != QUEEN_JACK_NINE or bool(suited)


def after_4th(ranks: Ranks, suited: Ranks) -> bool:
    """The rule for four cards: whether to play 2x."""
    if paired(ranks) or len(suited) >= 4 or fills(ranks):
        return True
    return len(suited) >= 3 and high(ranks) >= 3


def after_5th(ranks: Ranks, suited: Ranks) -> bool:
    """The rule for five cards: whether to play 1x."""
    return paired(ranks) or len(suited) >= 4 or fills(ranks) > 1 or (fills(ranks) > 0 and high(ranks) > 0)


RULES: tuple[StreetRule, StreetRule, StreetRule] = (before_4th, after_4th, after_5th)

SAID = (
    CardPart(
        "",
        "play 3x",
        (
            "a pair or better",
            "three cards of 10 or higher",
            "two of them and a third at most three ranks below the highest (J-10-9, J-10-8, Q-10-9, and "
            "Q-J-9 with two of a suit)",
            "three of a suit that hold a 10 or higher or fit one straight",
        ),
        "check",
    ),
    CardPart(
        "",
        "play 2x",
        (
            "a pair or better",
            "four of a suit",
            "four cards of one straight",
            "three of a suit with three cards of 10 or higher",
        ),
        "check",
    ),
    CardPart(
        "",
        "play 1x",
        (
            "a pair or better",
            "four of a suit",
            "a straight or two ranks that would make one",
            "one such rank and a card of 10 or higher",
        ),
        "fold",
    ),
)
"""The rules in words, in the order of the decisions."""


@dataclass(frozen=True)
class Named:
    """A way of playing: acts never considered, or rules followed; where neither says, the best is done."""

    name: str
    rule: str
    streets: StreetActs
    rules: tuple[StreetRule | None, ...] = (None, None, None)


def named_ways(streets: StreetActs) -> Iterator[Named]:
    """Ways that players follow, the game's acts given."""
    first, second, last = streets
    yield Named("the rule", "as said above, to the letter", streets, RULES)
    yield Named(
        "3x with a pair only",
        "play 3x with a pair or better and with nothing else; then the best play",
        streets,
        (_pair_only, None, None),
    )
    yield Named(
        "wait for 4th Street", "always check first; then the best play", (_waits(first), second, last)
    )
    yield Named(
        "wait for 5th Street", "check twice; then the best play", (_waits(first), _waits(second), last)
    )
    yield Named("never fold", "the best play, but always 1x at the end", (first, second, _plays(last)))
    yield Named(
        "made hands only",
        "3x, 2x and 1x with a pair of 10s or better in hand; otherwise check, and fold",
        streets,
        (_made, _made, _made),
    )
    yield Named("always 3x", "play 3x at once with any cards", (_plays(first)[-1:], second, last))


def _pair_only(ranks: Ranks, suited: Ranks) -> bool:
    return paired(ranks)


def _made(ranks: Ranks, suited: Ranks) -> bool:
    """A hand that has won already: a pair of 10s, two pair, or better."""
    spare = len(ranks) - len(set(ranks))
    if spare == 1:
        return any(a == b >= TEN for a, b in pairwise(ranks))
    return bool(spare) or len(suited) >= 5 or fills(ranks) >= 13


def _waits(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    return tuple(act for act in acts if not act.play)


def _plays(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    return tuple(act for act in acts if act.play)
