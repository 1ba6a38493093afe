"""Cover All a second time: all deals of two hands, of three by the first two, suit by suit, and by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb, factorial, isqrt
from random import Random

import pytest

from feltlaw.mathematics.cover_all_count import side_by_side
from tests.test_math_cover_all import REACHED, STRAIGHT, STRAIGHT_FLUSH, THREE_OF_A_KIND, analyses, strength

pytestmark = pytest.mark.proof

Hand = tuple[int, int, int]
LEVELS = ("no win", "straight", "three of a kind", "straight flush", "mini royal")


def counted(players: int) -> list[int]:
    """The deals by the strength of the highest hand, lowest first, as the package counts them."""
    rows = {row.outcome: row.combinations for row in analyses()[players].distribution.rows}
    return [rows[level] for level in LEVELS]


def canonical_hands() -> dict[Hand, int]:
    found: Counter[Hand] = Counter()
    turns = list(permutations(range(4)))
    for cards in combinations(range(52), 3):
        a, b, c = min(tuple(sorted(card // 4 * 4 + turn[card % 4] for card in cards)) for turn in turns)
        found[a, b, c] += 1
    return dict(found)


def test_all_deals_of_two_hands() -> None:
    others = [(strength(cards), sum(1 << card for card in cards)) for cards in combinations(range(52), 3)]
    found = [0] * len(LEVELS)
    for hand, many in canonical_hands().items():
        bits, mine = sum(1 << card for card in hand), strength(hand)
        for theirs, times in Counter([level for level, other in others if not bits & other]).items():
            found[max(mine, theirs)] += many * times
    assert found == counted(1)


def test_all_deals_of_three_hands() -> None:
    """The first two hands one by one; of the third, how many hands of each strength the other cards leave."""
    wide = 16
    worth = {cards: 1 << wide * strength(cards) for cards in combinations(range(52), 3)}
    found = [0] * len(LEVELS)
    for hand, many in canonical_hands().items():
        rest = [card for card in range(52) if card not in hand]
        second = {cards: worth[cards] for cards in combinations(rest, 3)}
        one = [0] * 52
        two = [[0] * 52 for _ in range(52)]
        for (a, b, c), word in second.items():
            one[a] += word
            one[b] += word
            one[c] += word
            two[a][b] += word
            two[a][c] += word
            two[b][c] += word
        all_left = sum(second.values())
        tally: Counter[tuple[int, int]] = Counter()
        for (a, b, c), word in second.items():
            taken = one[a] + one[b] + one[c] - two[a][b] - two[a][c] - two[b][c] + word
            tally[word, all_left - taken] += 1
        mine = strength(hand)
        for (word, left), times in tally.items():
            at_least = max(mine, (word.bit_length() - 1) // wide)
            for level in range(len(LEVELS)):
                third = left >> wide * level & (1 << wide) - 1
                found[max(at_least, level)] += many * times * third
    assert found == counted(2)


# ── any number of hands, suit by suit ──


def moves(level: int) -> list[tuple[int, int, int, int, int]]:
    """What straights from one place may take: suits of three ranks, how many straights, in how many ways."""
    if level == STRAIGHT:
        return [
            (low, middle, high, many, factorial(many) ** 2)
            for many in range(5)
            for low, middle, high in product([s for s in range(16) if s.bit_count() == many], repeat=3)
        ]
    return [(suits, suits, suits, suits.bit_count(), 1) for suits in range(16)]


def triples(used: int) -> Iterator[tuple[int, int]]:
    """With these suits of a rank used: no three of a kind, or each one that the others make."""
    yield 0, 1
    free = 4 - used.bit_count()
    if free >= 3:
        yield 1, comb(free, 3)


def sets_of_hands(level: int) -> list[int]:
    """Sets of 0 to 8 hands that reach a strength, with the suits used of every rank kept in mind."""
    wide, most = 128, 8
    everything = (1 << wide * (most + 1)) - 1
    with_triples = level <= THREE_OF_A_KIND
    allowed = moves(level)
    # suits used of the ace, of this rank, and of the next one
    states: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for place in range(13):
        grown: dict[tuple[int, int, int], int] = {}
        for (ace, here, following), ways in states.items():
            for low, middle, high, many, number in allowed if place < 12 else [(0, 0, 0, 0, 1)]:
                if low & here or middle & following:
                    continue
                used, after = low | here, middle | following
                new = ways * number << wide * many
                if place == 0:
                    key = (used, after, high)
                else:
                    if with_triples:
                        new = sum(new * count << wide * more for more, count in triples(used))
                    key = (ace, after, high)
                grown[key] = grown.get(key, 0) + (new & everything)
        states = grown
    total = 0
    for (ace, here, following), ways in states.items():
        if not ace & here and not following:
            more = triples(ace | here) if with_triples else iter([(0, 1)])
            total += sum(ways * count << wide * extra for extra, count in more)
    return [total >> wide * many & (1 << wide) - 1 for many in range(most + 1)]


@pytest.mark.parametrize("level", [STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH])
def test_up_to_eight_hands_suit_by_suit(level: int) -> None:
    sets = sets_of_hands(level)
    assert side_by_side(REACHED[level]) == [factorial(many) * ways for many, ways in enumerate(sets)]


@pytest.mark.parametrize("players", [3, 5, 7])
def test_by_chance(players: int) -> None:
    """Within five standard errors; the seed is fixed, so it cannot fail by bad luck later."""
    rounds = 120_000
    cards = 3 * (players + 1)
    levels = {hand: strength(hand) for hand in combinations(range(52), 3)}
    random = Random(20_000 + players)
    found = [0] * len(LEVELS)
    for _ in range(rounds):
        dealt = random.sample(range(52), cards)
        found[max(levels[tuple(sorted(dealt[at : at + 3]))] for at in range(0, cards, 3))] += 1  # type: ignore[index]
    total = sum(counted(players))
    for many, exact in zip(found, counted(players), strict=True):
        variance = rounds * exact * (total - exact) // total**2
        assert abs(many * total - rounds * exact) <= total * (5 * isqrt(variance) + 5)
