"""Cover All a second time: all deals of two hands, of three by the first two, suit by suit, and by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial, perm
from random import Random

import pytest

import feltlaw
from feltlaw.mathematics.cover_all_count import side_by_side
from feltlaw.mathematics.outcomes import root
from tests.mathematics.test_cover_all import (
    MINI_ROYAL,
    REACHED,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    analyses,
    strength,
)
from tests.support.figures import Figures

pytestmark = pytest.mark.proof

Hand = tuple[int, int, int]
LEVELS = ("no win", "straight", "three of a kind", "straight flush", "mini royal")


def counted(players: int) -> list[int]:
    """The deals by the strength of the highest hand, lowest first, as the package counts them."""
    rows = {row.outcome: row.combinations for row in analyses()[players].distribution.rows}
    return [rows[level] for level in LEVELS]


def compared(players: int, found: list[int], figure: Figures, method: str) -> None:
    """The counts by level, each paid as settlement pays it, against the engine's figures."""
    entry = analyses()[players]
    assert found == counted(players)
    whole = sum(found)
    nets = {row.outcome: settled_net(row.witness) for row in entry.distribution.rows}
    by_level = [(Fraction(many, whole), nets[level]) for level, many in zip(LEVELS, found, strict=True)]
    ev = sum((often * net for often, net in by_level), Fraction(0))
    square = sum((often * net**2 for often, net in by_level), Fraction(0))
    compare = figure.of("MA-TCP", "cover_all", counted_players(players))
    compare("expected value", entry.ev, ev, method)
    compare("standard deviation", entry.distribution.std_dev, root(square - ev**2), method)
    compare("hit frequency", entry.distribution.hit_frequency, 1 - by_level[0][0], method)


def counted_players(players: int) -> str:
    return "1 player" if players == 1 else f"{players} players"


def settled_net(witness: object) -> Fraction:
    assert isinstance(witness, dict)
    line = next(line for line in feltlaw.settle(witness).lines if line.id == "cover_all")
    return Fraction(line.net, line.stake)


def canonical_hands() -> dict[Hand, int]:
    found: Counter[Hand] = Counter()
    turns = list(permutations(range(4)))
    for cards in combinations(range(52), 3):
        a, b, c = min(tuple(sorted(card // 4 * 4 + turn[card % 4] for card in cards)) for turn in turns)
        found[a, b, c] += 1
    return dict(found)


def test_all_deals_of_two_hands(figure: Figures) -> None:
    others = [(strength(cards), sum(1 << card for card in cards)) for cards in combinations(range(52), 3)]
    found = [0] * len(LEVELS)
    for hand, many in canonical_hands().items():
        bits, mine = sum(1 << card for card in hand), strength(hand)
        for theirs, times in Counter([level for level, other in others if not bits & other]).items():
            found[max(mine, theirs)] += many * times
    compared(1, found, figure, "every deal of two hands")


def test_all_deals_of_three_hands(figure: Figures) -> None:
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
    compared(2, found, figure, "every deal of three hands")


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


@cache
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


@pytest.mark.parametrize("players", range(1, 8))
def test_every_number_of_players_suit_by_suit(players: int, figure: Figures) -> None:
    """How many deals have no hand of a strength: by inclusion and exclusion over the sets of such hands."""
    hands = players + 1
    dealt = [perm(52, 3 * many) // 6**many for many in range(hands + 1)]
    below = []
    for level in (STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH, MINI_ROYAL):
        sets = [comb(4, many) for many in range(9)] if level == MINI_ROYAL else sets_of_hands(level)
        rest = [perm(52 - 3 * many, 3 * (hands - many)) // 6 ** (hands - many) for many in range(hands + 1)]
        below.append(
            sum((-1) ** many * perm(hands, many) * sets[many] * rest[many] for many in range(hands + 1))
        )
    found = [more - less for less, more in pairwise([0, *below, dealt[hands]])]
    compared(players, found, figure, "sets of hands counted suit by suit")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_by_chance(players: int, figure: Figures) -> None:
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
    compare = figure.of("MA-TCP", "cover_all", counted_players(players))
    for level, many, exact in zip(LEVELS, found, counted(players), strict=True):
        compare.by_chance(
            f"highest hand: {level}", Fraction(exact, total), many, rounds, f"{rounds:,} deals at random"
        )
