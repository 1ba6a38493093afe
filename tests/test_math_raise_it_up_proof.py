"""Raise It Up Stud a second time: every hand that differs by more than its suits, every board, card by card.

The evaluator below is written for this file: counts of ranks and bits of suits, no ranking of the package.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from operator import add

import pytest

from feltlaw.mathematics.raise_it_up import analyze_main
from feltlaw.submission import Submission
from tests.test_math_raise_it_up import check_classes

pytestmark = pytest.mark.proof

# Chapter 669a.12(b)-(d), in half Antes: what Ante and Blind bring together, and one unit of Play.
LOSES, TENS, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
ANTE_AND_BLIND = (-4, 2, 2, 4, 6, 8, 10, 62, 402, 2002)
PLAY = (-2, 2, 3, 6, 8, 10, 12, 20, 40, 200)
FOLD = -4

RANK_KEY = [1 << 3 * (card // 4) for card in range(52)]
START = 0x3333  # a counter for each suit, from three, so that five cards of a suit reach eight
FLUSH_BITS = 0x8888
RUNS = [0b1000000001111, *(0b11111 << low for low in range(9))]

Hand = tuple[int, int, int]


def by_ranks(ranks: tuple[int, ...]) -> int:
    """What six cards are without a flush."""
    many = Counter(ranks)
    sizes = sorted(many.values(), reverse=True)
    if sizes[0] == 4:
        return QUADS
    if sizes[0] == 3 and sizes[1] >= 2:
        return FULL
    held = sum(1 << rank for rank in many)
    if any(held & run == run for run in RUNS):
        return STRAIGHT
    if sizes[0] == 3:
        return TRIPS
    pairs = [rank for rank, count in many.items() if count == 2]
    if len(pairs) > 1:
        return TWO_PAIR
    return TENS if pairs and pairs[0] >= 8 else LOSES


def suited(held: int) -> int:
    """What five or six cards of one suit are."""
    if held & RUNS[-1] == RUNS[-1]:
        return ROYAL
    return STRAIGHT_FLUSH if any(held & run == run for run in RUNS) else FLUSH


def canonical_hands() -> dict[Hand, int]:
    """Every hand of three cards up to its suits, and how many there are of it."""
    found: Counter[Hand] = Counter()
    turns = list(permutations(range(4)))
    for cards in combinations(range(52), 3):
        turned = (tuple(sorted(card // 4 * 4 + turn[card % 4] for card in cards)) for turn in turns)
        a, b, c = min(turned)
        found[a, b, c] += 1
    return dict(found)


def solve(hand: Hand, pays: dict[int, int], flushes: dict[int, int]) -> int:
    """The best value of a hand, summed over all ordered boards."""
    rest = [card for card in range(52) if card not in hand]
    ranks, suits = [RANK_KEY[card] for card in rest], [1 << 4 * (card % 4) for card in rest]
    ranks_held = sum(RANK_KEY[card] for card in hand)
    suits_held = START + sum(1 << 4 * (card % 4) for card in hand)
    two = [[0] * len(rest) for _ in rest]  # for two community cards: the sum over the third
    for x, y in combinations(range(len(rest)), 2):
        later = range(y + 1, len(rest))
        held, flush_held = ranks_held + ranks[x] + ranks[y], suits_held + suits[x] + suits[y]
        if flush_held + 0x1111 & FLUSH_BITS:
            board = (*hand, rest[x], rest[y])
            worth = [read((*board, rest[z]), pays, flushes) for z in later]
        else:
            worth = [pays[held + key] for key in ranks[y + 1 :]]
        two[x][y] += sum(worth)
        for card in (x, y):
            two[card][y + 1 :] = map(add, two[card][y + 1 :], worth)
    all_ante = all_play = check = 0
    for x in range(len(rest)):
        sums = [two[x][y] + two[y][x] for y in range(len(rest)) if y != x]
        ante, play = unpack(sum(sums), 48 * 47)
        last = sum(max(sum(unpack(one, 47)), 47 * FOLD) for one in sums)
        check += max(last, ante + play, ante + 2 * play)
        all_ante, all_play = all_ante + ante, all_play + play
    return max(check, *(all_ante + times * all_play for times in (1, 2, 3)))


def read(cards: tuple[int, ...], pays: dict[int, int], flushes: dict[int, int]) -> int:
    """Six cards that may be a flush."""
    for suit in range(4):
        held = [card // 4 for card in cards if card % 4 == suit]
        if len(held) >= 5:
            return flushes[sum(1 << rank for rank in held)]
    return pays[sum(RANK_KEY[card] for card in cards)]


def pack(label: int) -> int:
    """What a label brings, Ante and Blind above bit 32, Play below, shifted so that nothing is negative."""
    return (ANTE_AND_BLIND[label] + 4 << 32) + PLAY[label] + 2


def unpack(packed: int, many: int) -> tuple[int, int]:
    return (packed >> 32) - 4 * many, (packed & 0xFFFFFFFF) - 2 * many


def test_every_hand_against_every_board() -> None:
    pays = {
        sum(1 << 3 * rank for rank in ranks): pack(by_ranks(ranks))
        for ranks in combinations_with_replacement(range(13), 6)
        if max(Counter(ranks).values()) <= 4
    }
    flushes = {
        held: pack(suited(held))
        for size in (5, 6)
        for held in (sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size))
    }
    hands = canonical_hands()
    assert (len(hands), sum(hands.values())) == (1755, 22100)
    won = sum(many * solve(hand, pays, flushes) for hand, many in hands.items())
    value = Fraction(won, 2 * 22100 * 49 * 48 * 47)
    assert value == analyze_main(Submission.from_data({"regulation": "PA-669a"})).ev


def test_every_class_of_six_cards() -> None:
    check_classes(1)
