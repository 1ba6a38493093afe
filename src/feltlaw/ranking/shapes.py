"""The shapes of poker hands, for three cards and for five, one small function each.

A shape looks at a `Spread` and answers with the ranks that decide between two hands of that shape, the
weightiest first, or None where the cards do not make it. Because each shape picks the best cards for itself,
five of six cards need no second pass. A joker stands for an ace among equal ranks and fills any gap in a
straight or flush.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from feltlaw.cards import RANK_NAMES, SUIT_NAMES, SUITS, Card

ACE = 12
_DOWN = tuple(range(ACE, -1, -1))
"""Ranks from the highest."""
Tiebreak = tuple[int, ...]


class HandSpread(NamedTuple):
    """Cards laid out by rank and by suit. `size` is how many of them make a poker hand."""

    size: int
    counts: tuple[int, ...]
    """How many cards of each rank, the joker counted as an ace."""
    ranks: int
    """Bit r+1 for rank r, and bit 0 for the ace again, below the 2."""
    suits: tuple[int, ...]
    """The same bits for each suit."""
    suit_counts: tuple[int, ...]
    jokers: int
    most: int
    """How many cards the commonest rank has."""
    suited: bool
    """Whether any suit has enough cards, with the joker, for a flush."""


_LAID = tuple((rank, suit, 2 << rank | (rank == ACE)) for rank in range(13) for suit in range(4))
"""By the number of a card its rank, its suit and its bits."""


def spread(cards: Sequence[Card], size: int) -> HandSpread:
    """Lays the cards out."""
    counts = [0] * 13
    suits = [0, 0, 0, 0]
    suit_counts = [0, 0, 0, 0]
    ranks = jokers = 0
    for card in cards:
        if card == 52:
            jokers += 1
            counts[ACE] += 1
            continue
        rank, suit, bit = _LAID[card]
        counts[rank] += 1
        ranks |= bit
        suits[suit] |= bit
        suit_counts[suit] += 1
    suited = max(suit_counts) + jokers >= size
    return HandSpread(
        size, tuple(counts), ranks, tuple(suits), tuple(suit_counts), jokers, max(counts), suited
    )


@cache
def _run(bits: int, size: int, jokers: int) -> int | None:
    """The top rank of the highest run of `size` ranks, at most `jokers` missing; an ace may be low."""
    window = (1 << size) - 1
    for top in range(ACE, size - 3, -1):
        wanted = window << (top + 2 - size)
        if (wanted & ~bits).bit_count() <= jokers:
            return top
    return None


def _groups(hand: HandSpread, *wanted: int) -> Tiebreak | None:
    """The best ranks that have these many cards each, then the kickers that fill the hand up."""
    if hand.most < wanted[0]:
        return None
    counts = hand.counts
    taken: list[int] = []
    for many in wanted:
        for rank in _DOWN:
            if counts[rank] >= many and rank not in taken:
                taken.append(rank)
                break
        else:
            return None
    return (*taken, *_kickers(hand, taken, hand.size - sum(wanted)))


def _kickers(hand: HandSpread, taken: Iterable[int], how_many: int) -> list[int]:
    counts = hand.counts
    left: list[int] = []
    for rank in _DOWN:
        if counts[rank] and rank not in taken:
            left += [rank] * counts[rank]
            if len(left) >= how_many:
                break
    return left[:how_many]


def _suited(hand: HandSpread, top: int, length: int) -> str | None:
    """The suit that holds this run, where one does."""
    if not hand.suited:
        return None
    wanted = ((1 << length) - 1) << (top + 2 - length)
    for suit, bits in zip(SUITS, hand.suits, strict=True):
        if (wanted & ~bits).bit_count() <= hand.jokers:
            return suit
    return None


def straight_flush(hand: HandSpread) -> Tiebreak | None:
    if not hand.suited:
        return None
    tops = [top for bits in hand.suits if (top := _run(bits, hand.size, hand.jokers)) is not None]
    return (max(tops),) if tops else None


def royal(hand: HandSpread) -> Tiebreak | None:
    """The straight flush that ends in the ace: a royal flush of five cards, a mini-royal of three."""
    return (ACE,) if _suited(hand, ACE, hand.size) else None


def royal_without_joker(hand: HandSpread) -> Tiebreak | None:
    return royal(hand) if not hand.jokers else None


def royal_with_joker(hand: HandSpread) -> Tiebreak | None:
    return royal(hand) if hand.jokers else None


def six_card_royal(hand: HandSpread) -> Tiebreak | None:
    """Ace down to 9 in one suit, over all six cards."""
    return (ACE,) if _suited(hand, ACE, 6) else None


def five_of_a_kind(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 5)


def four_of_a_kind(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 4)


def full_house(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 3, 2)


def flush(hand: HandSpread) -> Tiebreak | None:
    if not hand.suited:
        return None
    best: list[Tiebreak] = []
    for bits, many in zip(hand.suits, hand.suit_counts, strict=True):
        if many and many + hand.jokers >= hand.size:
            held = [rank for rank in range(ACE, -1, -1) if bits >> (rank + 1) & 1]
            missing = [rank for rank in range(ACE, -1, -1) if rank not in held]
            best.append(tuple(sorted(held + missing[: hand.jokers], reverse=True)[: hand.size]))
    return max(best) if best else None


def straight(hand: HandSpread) -> Tiebreak | None:
    top = _run(hand.ranks, hand.size, hand.jokers)
    return None if top is None else (top,)


def three_of_a_kind(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 3)


def two_pair(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 2, 2)


def pair(hand: HandSpread) -> Tiebreak | None:
    return _groups(hand, 2)


def high_card(hand: HandSpread) -> Tiebreak | None:
    return tuple(_kickers(hand, (), hand.size))


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape's test, the wider shapes a paytable may pay it as, and how a person says it."""

    find: Callable[[HandSpread], Tiebreak | None]
    say: str
    """`{0}`, `{0s}`: the deciding ranks, plain and as a plural; `{suit}`; kickers are added by `title`."""
    wider: tuple[str, ...] = ()
    length: int = 0
    """For a royal: how many cards it runs over, so that its suit can be named; 0 = the hand's size."""
    by_suit: bool = False
    kickers: int = 0


_ROYAL = ("royal_flush", "straight_flush")

SHAPES: dict[str, Shape] = {
    "five_aces": Shape(five_of_a_kind, "five {0s}"),
    "six_card_royal_flush": Shape(
        six_card_royal, "six-card royal flush of {suit}", _ROYAL, length=6, by_suit=True
    ),
    "super_royal": Shape(six_card_royal, "Super Royal of {suit}", _ROYAL, length=6, by_suit=True),
    "royal_flush": Shape(royal, "royal flush of {suit}", ("straight_flush",), by_suit=True),
    "royal_flush_no_joker": Shape(royal_without_joker, "royal flush of {suit}, no joker", by_suit=True),
    "royal_flush_with_joker": Shape(royal_with_joker, "royal flush of {suit} with the joker", by_suit=True),
    "mini_royal": Shape(royal, "mini-royal of {suit}", ("straight_flush",), by_suit=True),
    "straight_flush": Shape(straight_flush, "straight flush, {0} high"),
    "four_of_a_kind": Shape(four_of_a_kind, "four {0s}", kickers=1),
    "full_house": Shape(full_house, "full house, {0s} over {1s}"),
    "flush": Shape(flush, "flush, {0} high"),
    "straight": Shape(straight, "straight, {0} high"),
    "three_of_a_kind": Shape(three_of_a_kind, "three {0s}"),
    "two_pair": Shape(two_pair, "two pair, {0s} and {1s}", kickers=2),
    "pair": Shape(pair, "pair of {0s}", kickers=1),
    "high_card": Shape(high_card, "{0} high"),
}


def suit_of(shape: Shape, hand: HandSpread) -> str | None:
    """The suit of a royal, in words; None for shapes whose suit no paytable asks for."""
    if not shape.by_suit:
        return None
    found = _suited(hand, ACE, shape.length or hand.size)
    return SUIT_NAMES[found] if found else None


def title(shape: Shape, tiebreak: Tiebreak, suit: str | None) -> str:
    """The words for a hand: `pair of queens, ace kicker`."""
    text = shape.say
    for at, rank in enumerate(tiebreak):
        text = text.replace(f"{{{at}}}", RANK_NAMES[rank]).replace(f"{{{at}s}}", f"{RANK_NAMES[rank]}s")
    text = text.replace("{suit}", str(suit))
    if shape.kickers and len(tiebreak) > shape.kickers:
        text += f", {RANK_NAMES[tiebreak[shape.kickers]]} kicker"
    return text
