"""What every class of six cards is, read by the regulation's own ranking.

A hand is the best five of the six. Which five-card classes make which label is asked of the ranking, not
worked out again: every set of five different ranks, suited and not, and for sets with equal ranks the lowest
and the highest kickers, between which the label cannot change because labels are ranges of rank.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from feltlaw.cards import Card
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.mathematics.raise_it_up_classes import (
    MOST,
    RANKS,
    UNITS,
    ClassNumbers,
    ClassPlace,
    example,
    sets,
)
from feltlaw.ranking import Label, Poker

_GROUPS = (((2,), 3), ((2, 2), 1), ((3,), 2), ((3, 2), 0), ((4,), 1))
"""Five cards with equal ranks: the sizes of the groups, and how many kickers there are."""


@dataclass(frozen=True)
class SixCards:
    """The label of every class of six cards, as a number from the lowest up; the labels; examples."""

    classes: ClassNumbers
    labels: tuple[Label, ...]
    examples: tuple[tuple[Card, ...], ...]


@lru_cache(maxsize=4)
def read_six_cards(ranking: Poker) -> SixCards:
    """Reads all classes of six cards."""
    if (ranking.cards, ranking.of) != (5, MOST):
        raise AnalysisError(f"ranking {ranking.name} does not read the best five of six cards")
    floors = sorted({*map(ranking.shape_floor, ranking.order), *(t.rank for t in ranking.thresholds)})

    def number(cards: Sequence[Card]) -> int:
        return bisect_right(floors, ranking.rank(cards))

    plain = {ranks: number(_unsuited(ranks)) for ranks in combinations(RANKS, 5)}
    fives = {_key(ranks): label for ranks, label in plain.items()}
    fives.update(_with_groups(number))
    flushes = {ranks: number([Card(4 * rank) for rank in ranks]) for ranks in plain}
    fetch = fives.get
    free = []
    for ranks in sets(MOST).free:
        key = _key(ranks)
        free.append(max([fetch(key - UNITS[rank], 0) for rank in ranks]))
    classes = ClassNumbers(
        [*free, 0],
        [label for label in flushes.values() for _ in RANKS],
        [max(map(flushes.__getitem__, combinations(ranks, 5))) for ranks in sets(MOST).flush],
    )
    return _name(ranking, classes, floors)


def _with_groups(number: Callable[[Sequence[Card]], int]) -> Iterator[tuple[int, int]]:
    """The ranks, as a key, and the label of all sets of five cards with equal ranks."""
    for sizes, kickers in _GROUPS:
        for groups in permutations(RANKS, len(sizes)):
            if sizes == (2, 2) and groups[0] < groups[1]:
                continue
            rest = [rank for rank in RANKS if rank not in groups]
            held = [
                Card(4 * rank + suit)
                for rank, size in zip(groups, sizes, strict=True)
                for suit in range(size)
            ]
            lowest = number([*held, *(Card(4 * rank + 3) for rank in rest[:kickers])])
            highest = number([*held, *(Card(4 * rank + 3) for rank in rest[len(rest) - kickers :])])
            if lowest < highest:
                raise AnalysisError("a label that depends on kickers cannot be counted by classes")
            key = sum(size * UNITS[rank] for rank, size in zip(groups, sizes, strict=True))
            for others in combinations(rest, kickers):
                yield key + _key(others), lowest


def _name(ranking: Poker, classes: ClassNumbers, floors: Sequence[int]) -> SixCards:
    """Finds a set of six cards for every number that occurs, and asks the ranking for its label."""
    found: dict[int, tuple[Card, ...]] = {}
    for kind, listed in enumerate((classes.free[:-1], classes.short, classes.suited)):
        for label in set(listed) - set(found):
            found[label] = example(MOST, ClassPlace(kind, listed.index(label)))
    numbers = sorted(found)
    if numbers != list(range(len(numbers))):
        raise AnalysisError(f"ranking {ranking.name} has a label that no six cards make")
    hands = [ranking.read(found[label]) for label in numbers]
    assert [bisect_right(floors, hand.rank) for hand in hands] == numbers, "five of six cards are misread"
    return SixCards(classes, tuple(hand.label for hand in hands), tuple(found[label] for label in numbers))


def _unsuited(ranks: Sequence[int]) -> list[Card]:
    return [Card(4 * rank + at % 2) for at, rank in enumerate(ranks)]


def _key(ranks: Sequence[int]) -> int:
    return sum(map(UNITS.__getitem__, ranks))
