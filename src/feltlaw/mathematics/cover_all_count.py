"""How many hands of three cards there are side by side, from one deck, that all reach a certain rank.

Hands that reach a straight take neighbouring cards or three of one rank, so they can be laid out along the
ranks, the ace at both ends: a dynamic programme goes from the low ace over the 2 to the king and the high
ace, and remembers only what is still open. Numbers for one, two, ... eight hands are the coefficients of a
polynomial, which one integer holds (`WIDE` bits for each coefficient).

- Where straights count in any suit, it is enough to know how many run through a rank: so many different cards
  of the four, in any order, are taken.
- Where only straight flushes count, each suit is free, or a straight flush of it waits for one or two cards.

Three of a kind takes three of the four cards of a rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, factorial, perm

WIDE = 256
MOST = 8
"""The most hands there may be at a table: seven players' and the dealer's."""
_ALL = (1 << WIDE * (MOST + 1)) - 1
_COEFFICIENT = (1 << WIDE) - 1
ONE_MORE = WIDE
"""Shifting by this counts one hand more."""

LOW_ACE, HIGH_ACE = 0, 13
"""Places along the ranks; 1 to 12 are the 2 to the king."""
SUITS = 4


@dataclass(frozen=True)
class Reached:
    """The hands that reach a rank, by where they lie: straights from a place up, in one suit or in any."""

    suited: frozenset[int]
    mixed: frozenset[int]
    triples: frozenset[int]
    """Places, the ace's the high one, of which three of a kind reach it."""


def side_by_side(hands: Reached) -> list[int]:
    """In how many ways 0, 1, ... 8 players can be dealt such hands at once, one each."""
    if hands.mixed and hands.mixed != hands.suited:
        raise ValueError("straights must reach a rank in any suit, in one suit only, or not at all")
    packed, scale = _mixed(hands) if hands.mixed else (_suited(hands), 1)
    found = []
    for many in range(MOST + 1):
        ways, rest = divmod(factorial(many) * (packed >> WIDE * many & _COEFFICIENT), scale)
        if rest:
            raise ArithmeticError("hands that cannot be counted in whole numbers")
        found.append(ways)
    return found


def _mixed(hands: Reached) -> tuple[int, int]:
    """Sets of hands, straights in any suit, times the scale that keeps the numbers whole."""
    whole = factorial(SUITS)

    def at_rank(place: int, taken: int) -> int:
        """The cards of a rank that straights take, one after the other, and three of a kind beside them."""
        triple = comb(SUITS, 3) * perm(1, taken) if place in hands.triples else 0
        return perm(SUITS, taken) + (triple << ONE_MORE)

    # by the straights from the low ace, and those of the last two runs, which take a card of this rank too
    states: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for place in range(LOW_ACE, HIGH_ACE):
        grown: dict[tuple[int, int, int], int] = {}
        for (low, before, last), ways in states.items():
            most = SUITS - before - last if place in hands.mixed else 0
            for starts in range(most + 1):
                # starts of one run are in no order among each other
                number = (ways * (whole // factorial(starts))) << ONE_MORE * starts
                if place == LOW_ACE:
                    key = (starts, 0, starts)
                else:
                    number *= at_rank(place, before + last + starts)
                    key = (low, last, starts)
                grown[key] = grown.get(key, 0) + (number & _ALL)
        states = grown
    total = 0
    for (low, before, _), ways in states.items():
        total += ways * at_rank(HIGH_ACE, low + before) & _ALL
    return total & _ALL, whole**HIGH_ACE


def _suited(hands: Reached) -> int:
    """Sets of hands, straights in one suit only.

    A suit's state: how many cards its straight still awaits, and whether its ace is taken as the low one.
    """
    states: dict[tuple[tuple[int, bool], ...], int] = {((0, False),) * SUITS: 1}
    for place in range(LOW_ACE, HIGH_ACE + 1):
        grown: dict[tuple[tuple[int, bool], ...], int] = {}
        for suits, ways in states.items():
            for after, free, hands_more in _moves(suits, place, place in hands.suited):
                number = ways << ONE_MORE * hands_more
                if place in hands.triples:
                    number += ways * comb(free, 3) << ONE_MORE * (hands_more + 1)
                key = tuple(sorted(after))
                grown[key] = grown.get(key, 0) + (number & _ALL)
        states = grown
    return sum(states.values()) & _ALL


def _moves(
    suits: tuple[tuple[int, bool], ...], place: int, starts: bool
) -> Iterator[tuple[list[tuple[int, bool]], int, int]]:
    """What the card of each suit at a place may do: the suits after it, cards left over, straights begun."""
    choices = []
    for awaited, ace_taken in suits:
        gone = ace_taken and place >= HIGH_ACE
        if awaited:
            choices.append([] if gone else [((awaited - 1, ace_taken), 0, 0)])
            continue
        choices.append([((0, ace_taken), int(not gone), 0)])
        if starts:
            choices[-1].append(((2, ace_taken or place == LOW_ACE), 0, 1))
    for chosen in product(*choices):
        yield (
            [suit for suit, _, _ in chosen],
            sum(free for _, free, _ in chosen),
            sum(new for _, _, new in chosen),
        )


def deals(hands: int) -> int:
    """The ways to deal so many hands of three cards, one to each place."""
    total = 1
    for dealt in range(hands):
        total *= comb(52 - 3 * dealt, 3)
    return total


def none_of(together: Sequence[int], hands: int) -> int:
    """Deals of so many hands in which none reaches the rank, by inclusion and exclusion."""
    whole = deals(hands)
    return sum(
        (-1) ** many * comb(hands, many) * together[many] * (whole // deals(many))
        for many in range(hands + 1)
    )
