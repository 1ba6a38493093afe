"""Plain enumeration of every five-card and six-card hand, in as many processes as there are cores.

What `make test` shows for one hand of each class, or for random hands, is shown here for all of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import combinations
from math import comb
from multiprocessing import get_context
from typing import TypeVar

import pytest

from feltlaw.cards import JOKER, Card, deck
from tests.ranking.test_classes import (
    FIVE_CARD,
    SIX_CARD,
    check_same_order,
    jokers,
    poker,
    rank_counts,
    shape_counts,
)
from tests.ranking.test_counts import FIVE_CARD_COUNTS, SIX_CARD_COUNTS, expected_counts
from tests.ranking.test_order import bonus_strength, strength
from tests.ranking.test_points import counts_after_qualifying, point_count, value_classes

pytestmark = pytest.mark.proof

Key = TypeVar("Key")
Say = Callable[[str], None]
Piece = tuple[str, str, int]
"""A regulation, one of its rankings, and the lowest card of the hands to look at."""


@pytest.fixture
def say(capfd: pytest.CaptureFixture[str]) -> Say:
    def to_the_terminal(text: str) -> None:
        with capfd.disabled():
            print(f"\n{text}", end="", file=sys.stderr, flush=True)

    return to_the_terminal


def hands_from(first: int, size: int, with_joker: int) -> Iterator[tuple[Card, ...]]:
    """The hands whose lowest card is this one."""
    cards = deck(with_joker)
    return ((cards[first], *rest) for rest in combinations(cards[first + 1 :], size - 1))


def tally(piece: Piece) -> Counter[tuple[int, int]]:
    """How many hands have each rank here, and which strength elsewhere."""
    regulation, name, first = piece
    ranking = poker(regulation, name)
    judge = bonus_strength if jokers(regulation) else partial(strength, ranking)
    hands = hands_from(first, ranking.of, jokers(regulation))
    return Counter((ranking.rank(cards), judge(cards)) for cards in hands)


def point_tally(piece: Piece) -> Counter[tuple[bool, tuple[int, ...]]]:
    """How many hands, with the joker or without, leave which Point Counts when they qualify."""
    ranking = point_count()
    found: Counter[tuple[bool, tuple[int, ...]]] = Counter()
    for five in hands_from(piece[2], 5, 1):
        splits = ranking.splits(five)
        counts = sorted({split.points for split in splits}) if splits[0].qualifies else ()
        found[JOKER in five, tuple(counts)] += 1
    return found


def all_together(
    count: Callable[[Piece], Counter[Key]], pieces: Iterable[Piece], hands: int, say: Say
) -> Counter[Key]:
    """The sum over all pieces, with a line to the terminal for every tenth of the way."""
    total: Counter[Key] = Counter()
    said = 0
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(count, piece): piece for piece in pieces}
        for job in as_completed(jobs):
            total.update(job.result())
            done = 10 * total.total() // hands
            if done > said:
                said = done
                say(f"{' '.join(jobs[job][:2])}: {total.total():,} of {hands:,} hands")
    assert total.total() == hands
    return total


def ranks_alone(found: Counter[tuple[int, int]]) -> Counter[int]:
    ranks: Counter[int] = Counter()
    for (rank, _), count in found.items():
        ranks[rank] += count
    return ranks


@pytest.mark.parametrize(("regulation", "name"), FIVE_CARD)
def test_every_five_card_hand(regulation: str, name: str, say: Say) -> None:
    size = 52 + jokers(regulation)
    pieces = ((regulation, name, first) for first in range(size - 4))
    found = all_together(tally, pieces, comb(size, 5), say)
    check_same_order(found)
    assert ranks_alone(found) == rank_counts(regulation, name)
    if size == 52:
        ranking = poker(regulation, name)
        counted = shape_counts(ranking, ranks_alone(found))
        assert counted == expected_counts(ranking, FIVE_CARD_COUNTS)


@pytest.mark.parametrize(("regulation", "name"), SIX_CARD)
def test_every_six_card_hand(regulation: str, name: str, say: Say) -> None:
    ranking = poker(regulation, name)
    pieces = ((regulation, name, first) for first in range(52 - 5))
    found = all_together(tally, pieces, comb(52, 6), say)
    check_same_order(found)
    assert shape_counts(ranking, ranks_alone(found)) == expected_counts(ranking, SIX_CARD_COUNTS)


def test_every_saigon_hand(say: Say) -> None:
    """What each hand may be set to; and of those without the joker, none to two Point Counts (I-129)."""
    pieces = (("PA-680a", "point_count", first) for first in range(53 - 4))
    found = all_together(point_tally, pieces, comb(53, 5), say)
    by_values: Counter[tuple[bool, tuple[int, ...]]] = Counter()
    for with_joker in (False, True):
        for values, hands in value_classes(with_joker).items():
            by_values[with_joker, tuple(sorted(counts_after_qualifying(values)))] += hands
    assert found == by_values
    assert all(len(counts) <= 1 for with_joker, counts in found if not with_joker)
