"""Batch evaluators: an array of hands in, the array of their ranks out, as the ranking itself gives them.

Every card has a number such that the sum over a hand tells its ranks; the high bits of the same sum count the
cards of each suit. One table, filled by asking the ranking for one hand of each kind, gives the rank of hands
in which no suit has enough cards for a flush; a second one serves the others.

This needs numpy (`pip install 'feltlaw[fast]'`), which is loaded when the first evaluator is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

from feltlaw.cards import JOKER, Card
from feltlaw.mathematics.outcomes import AnalysisError
from feltlaw.ranking import Poker

if TYPE_CHECKING:
    from numpy import int32, int64, integer
    from numpy.typing import NDArray

HandCards = tuple[Card, ...]

RANKS = range(13)
KEYS = {
    3: (0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556),
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    6: (0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437),
}
"""For hands of so many cards, a number for each rank, so that no two hands of different ranks have the same
sum: each the least that will do after those before it."""

SUMS = (1 << 32) - 1
"""The bits of the sum; above them stand the counters of the suits, four bits each."""
ONE = tuple(1 << 32 + 4 * suit for suit in range(4))
EACH = sum(ONE)
FULL = 8 * EACH
"""The counters start so high that this bit of theirs says: enough cards for a flush."""
ODD = 13
"""In the index of a suited hand the ranks of the suit are 13 bits, and from here on stands the rank of a card
that is in another suit, counted from 1."""
WITH_JOKER = 1 << ODD + 4
NONE = 63
"""In the table of two cards' numbers, 64 by 64: no second card."""
BLOCK = 1 << 16
"""So many hands at a time stay in the processor's cache."""


class Evaluator:
    """Ranks whole arrays of hands. That the cards of a hand differ is not checked.

    >>> import numpy, feltlaw
    >>> three_card = Evaluator(feltlaw.load("PA-649a").rankings["three_card"])
    >>> mini_royal, queen_high = three_card.ranks(numpy.array([[51, 47, 43], [43, 17, 8]]))
    >>> int(mini_royal) == three_card.ranking.rank([Card(51), Card(47), Card(43)])
    True
    """

    def __init__(self, ranking: Poker, *, jokers: int = 0, compiled: bool = False) -> None:
        """`compiled`: by numba, which takes most of a second to start; worth it for millions of hands."""
        if ranking.of not in KEYS or ranking.of - ranking.cards > 1:
            raise AnalysisError(f"ranking {ranking.name} is not one of three, five or six cards")
        np = _numpy()
        self.ranking = ranking
        self.deck = 52 + jokers
        by_rank, by_suit = rank_keys(ranking.of), [suit_keys(suit) for suit in range(4)]
        counters = [*(ONE[card % 4] for card in range(52)), EACH]
        keys = [key + counter for key, counter in zip(by_rank, counters, strict=True)]
        self._keys: NDArray[int64] = np.array(keys[: self.deck] + (64 - self.deck) * [0], np.int64)
        self._pairs: NDArray[int64] = np.add.outer(self._keys, self._keys).ravel()
        self._suit_keys: NDArray[int64] = np.array([keys[: self.deck] for keys in by_suit], np.int64)
        self._start = (8 - ranking.cards) * EACH
        self._mixed = _table(ranking, mixed_hands(ranking.of, jokers), by_rank)
        self._suited = _table(ranking, suited_hands(ranking, jokers), by_suit[0])
        self._kernel = _compiled() if compiled else None

    def ranks(self, hands: NDArray[integer[Any]]) -> NDArray[int32]:
        """The rank of each row of card numbers: what `Poker.rank` gives, hand by hand."""
        np = _numpy()
        if hands.ndim != 2 or hands.shape[1] != self.ranking.of or hands.dtype.kind not in "iu":
            raise AnalysisError(
                f"ranking {self.ranking.name} is read from rows of {self.ranking.of} card numbers, "
                f"not from an array of {hands.dtype} with shape {hands.shape}"
            )
        if hands.size and not 0 <= hands.min() <= hands.max() < self.deck:
            raise AnalysisError(f"the numbers of the cards are 0 to {self.deck - 1}")
        found: NDArray[int32] = np.empty(len(hands), np.int32)
        if self._kernel is None:
            for first in range(0, len(hands), BLOCK):
                self._block(hands[first : first + BLOCK], found[first : first + BLOCK])
        else:
            tables = (self._keys, self._mixed, self._suit_keys, self._suited)
            self._kernel(hands, self._start, *tables, found)
        return found

    def _block(self, hands: NDArray[integer[Any]], found: NDArray[int32]) -> None:
        """The work of `_one_by_one` in whole columns, two cards at a time."""
        np = _numpy()
        columns = np.array(hands.T, np.intp, order="C")
        totals = np.full(len(hands), self._start)
        room = np.empty_like(totals)
        for at in range(0, len(columns), 2):
            pairs = columns[at]
            pairs <<= 6
            pairs |= columns[at + 1] if at + 1 < len(columns) else NONE
            totals += np.take(self._pairs, pairs, out=room, mode="clip")
        flushes = np.flatnonzero(np.bitwise_and(totals, FULL, out=room))
        np.take(self._mixed, np.bitwise_and(totals, SUMS, out=room), out=found, mode="clip")
        if len(flushes):
            full = totals[flushes] & FULL
            suits = sum(suit * (full >> 35 + 4 * suit & 1) for suit in range(1, 4))
            places = sum(self._suit_keys[suits, cards] for cards in hands[flushes].T)
            found[flushes] = self._suited[places]


def _one_by_one(  # noqa: PLR0917 - numba takes arguments in their order
    hands: Any, start: int, keys: Any, mixed: Any, suit_keys: Any, suited: Any, found: Any
) -> None:  # pragma: no cover - it runs compiled
    """The kernel, for numba."""
    for hand in range(hands.shape[0]):
        total = start
        for place in range(hands.shape[1]):
            total += keys[hands[hand, place]]
        full = total & FULL
        if full == 0:
            found[hand] = mixed[total & SUMS]
            continue
        suit = 0
        for other in range(1, 4):
            if full >> 35 + 4 * other & 1:
                suit = other
        at = 0
        for place in range(hands.shape[1]):
            at += suit_keys[suit, hands[hand, place]]
        found[hand] = suited[at]


@cache
def _compiled() -> Any:
    try:
        import numba
    except ModuleNotFoundError:
        raise AnalysisError("a compiled evaluator needs numba: pip install 'feltlaw[fast]'") from None
    return numba.njit(cache=True, nogil=True)(_one_by_one)


def _numpy() -> Any:
    try:
        import numpy
    except ModuleNotFoundError:
        raise AnalysisError("batch evaluators need numpy: pip install 'feltlaw[fast]'") from None
    return numpy


# ── the tables ──


def rank_keys(of: int) -> list[int]:
    """For each card what it adds to the sum. The joker's is above all sums without it."""
    keys = KEYS[of]
    most = sum(sorted(4 * keys)[-of:])
    return [*(keys[card // 4] for card in range(52)), most + 1]


def suit_keys(suit: int) -> list[int]:
    """For each card what it adds to the index of a hand with a flush in this suit."""
    return [
        *(1 << card // 4 if card % 4 == suit else card // 4 + 1 << ODD for card in range(52)),
        WITH_JOKER,
    ]


def mixed_hands(of: int, jokers: int) -> Iterator[HandCards]:
    """A hand of every kind without a flush: one for each choice of ranks, its suits in turn."""
    for many in range(jokers + 1):
        for ranks in combinations_with_replacement(RANKS, of - many):
            if all(a < b for a, b in zip(ranks, ranks[4:], strict=False)):
                cards = (Card(4 * rank + at % 4) for at, rank in enumerate(ranks))
                yield *cards, *many * (JOKER,)


def suited_hands(ranking: Poker, jokers: int) -> Iterator[HandCards]:
    """A hand of every kind with enough cards of one suit for a flush, and at most one of another."""
    for many in range(jokers + 1):
        for others in range(ranking.of - ranking.cards + 1):
            for ranks in combinations(RANKS, ranking.of - many - others):
                cards = (*(Card(4 * rank) for rank in ranks), *many * (JOKER,))
                yield from ((*cards, Card(4 * odd + 1)) for odd in RANKS) if others else (cards,)


def _table(ranking: Poker, hands: Iterable[HandCards], keys: Sequence[int]) -> NDArray[int32]:
    """What the ranking says of each kind of hand, at the sum of its keys."""
    np = _numpy()
    found: dict[int, int] = {}
    for hand in hands:
        at = sum([keys[card] for card in hand])
        if at in found:
            raise AnalysisError(f"ranking {ranking.name}: two kinds of hands have the same sum")
        found[at] = ranking.rank(hand)
    table: NDArray[int32] = np.zeros(max(found) + 1, np.int32)
    table[list(found)] = list(found.values())
    return table
