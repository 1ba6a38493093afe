"""Two three-card hands from one deck: how many dealer's hands lie below any rank, for every player's hand.

Suits that play alike leave 1,755 player's hands of 22,100, and 741 ranks. For a player's hand {a, b, c} the
dealer's hands below a rank that share no card with it are, by inclusion and exclusion,

    F - F[a] - F[b] - F[c] + F[ab] + F[ac] + F[bc] - F[abc]

where F counts all hands below the rank, F[a] those that contain a, and so on. F[a] depends only on a's rank,
F[ab] on both ranks and on whether the suits are the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, permutations
from math import comb

from feltlaw.cards import DECK, RANKS, Card
from feltlaw.mathematics.counts import Labels, in_every_suit
from feltlaw.ranking import Label, Poker, RankingError

HANDS = comb(52, 3)
DEALER_HANDS = comb(49, 3)
DEALS = HANDS * DEALER_HANDS

_SUIT_PATTERNS = {
    (True, True): (((0, 0, 0), 4), ((0, 0, 1), 12), ((0, 1, 0), 12), ((0, 1, 1), 12), ((0, 1, 2), 24)),
    (False, True): (((0, 1, 0), 12), ((0, 1, 2), 12)),
    (True, False): (((0, 0, 1), 12), ((2, 0, 1), 12)),
    (False, False): (((0, 1, 2), 4),),
}
"""Suits of three ascending ranks, by whether the second and the third are higher than the one before, and how
many hands each pattern stands for. The card beside a pair is in a suit of the pair or in another."""

_HANDS_OF = {(True, True): 60, (False, True): 24, (True, False): 24, (False, False): 4}
"""Hands of three ascending ranks that are not all of one suit."""


@dataclass(frozen=True, slots=True)
class HandOfThree:
    """One of the 1,755 hands, for all that differ from it by suits that play alike."""

    cards: tuple[Card, ...]
    weight: int
    at: int
    """The place of its rank among all, the lowest 0."""
    label: Label
    singles: tuple[Sequence[int], ...] = field(repr=False, compare=False)
    """For each card, the hands with it below each place."""
    pairs: tuple[Sequence[int], ...] = field(repr=False, compare=False)
    """For each two cards, the places of the 50 hands with both, ascending."""
    lower: int = 0
    """The dealer's hands below it that share no card with it."""
    equal: int = 0
    """Those of the same rank."""


def suit_classes() -> Iterator[tuple[tuple[Card, Card, Card], int]]:
    """The 1,755 hands that differ by more than suits that play alike, and how many each stands for."""
    for a, b, c in combinations_with_replacement(range(13), 3):
        for (s, t, u), weight in _SUIT_PATTERNS[a < b, b < c]:
            yield (DECK[4 * a + s], DECK[4 * b + t], DECK[4 * c + u]), weight


class HandTable:
    """All three-card hands of a ranking, and the counts of inclusion and exclusion."""

    def __init__(self, ranking: Poker) -> None:
        if ranking.of != 3:
            raise RankingError(f"{ranking.name} is not a ranking of three cards")
        self.ranking = ranking
        self._mixed: dict[tuple[int, int, int], int] = {}
        self._suited: dict[tuple[int, int, int], int] = {}
        self.ranks = self._places()
        """The rank at each place, ascending."""
        self.all_below = self._accumulated(None)
        self.with_card = [self._accumulated(rank) for rank in range(13)]
        self.with_two = self._with_two()
        self.hands = tuple(self._hands())

    def _places(self) -> list[int]:
        """Ranks every rank pattern once mixed and once suited, and puts them in order."""
        rank = self.ranking.rank
        mixed: dict[tuple[int, int, int], int] = {}
        suited: dict[tuple[int, int, int], int] = {}
        for a in range(13):
            for b in range(a, 13):
                for c in range(b, 13):
                    mixed[a, b, c] = rank((DECK[4 * a], DECK[4 * b + 1], DECK[4 * c + 2]))
                    if a < b < c:
                        suited[a, b, c] = rank((DECK[4 * a], DECK[4 * b], DECK[4 * c]))
        ranks = sorted({*mixed.values(), *suited.values()})
        place = {value: at for at, value in enumerate(ranks)}
        self._mixed = {key: place[value] for key, value in mixed.items()}
        self._suited = {key: place[value] for key, value in suited.items()}
        return ranks

    def _accumulated(self, each: int | None) -> list[int]:
        """Hands below each place: all of them, or those with one certain card of rank `each`."""
        counts = [0] * len(self.ranks)
        for ranks, place in self._mixed.items():
            many = 4 if each is None else ranks.count(each)
            if many:
                counts[place] += _HANDS_OF[ranks[0] < ranks[1], ranks[1] < ranks[2]] * many // 4
        for ranks, place in self._suited.items():
            counts[place] += 4 if each is None else each in ranks
        return [0, *accumulate(counts)]

    def _with_two(self) -> dict[tuple[int, int, bool], list[int]]:
        """The places of the hands with two certain cards, by their ranks and whether they are suited."""
        found: dict[tuple[int, int, bool], list[int]] = {
            (a, b, s): [] for a in range(13) for b in range(a, 13) for s in (False, True)
        }
        for (a, b, c), place in self._mixed.items():
            if a < b < c:
                for two in ((a, b), (a, c), (b, c)):
                    found[*two, False] += [place] * 4
                    found[*two, True] += [place] * 3
            elif a < c:
                pair, other = (c, a) if a < b else (a, c)
                found[pair, pair, False] += [place] * 4
                for suited in (False, True):
                    found[min(pair, other), max(pair, other), suited] += [place] * 3
            else:
                found[a, a, False] += [place] * 2
        for (a, b, c), place in self._suited.items():
            for two in ((a, b), (a, c), (b, c)):
                found[*two, True].append(place)
        for places in found.values():
            places.sort()
        return found

    def _hands(self) -> Iterator[HandOfThree]:
        labels = Labels(self.ranking)
        for ranks, place in self._mixed.items():
            a, b, c = ranks
            singles = (self.with_card[a], self.with_card[b], self.with_card[c])
            for (s, t, u), weight in _SUIT_PATTERNS[a < b, b < c]:
                at = self._suited[ranks] if s == t == u else place
                cards = (DECK[4 * a + s], DECK[4 * b + t], DECK[4 * c + u])
                pairs = (
                    self.with_two[a, b, s == t],
                    self.with_two[a, c, s == u],
                    self.with_two[b, c, t == u],
                )
                lower = self._count(singles, pairs, at)
                equal = self._count(singles, pairs, at + 1) - lower - 1
                label = labels.find(self.ranks[at], cards)
                if label is not None:
                    yield HandOfThree(cards, weight, at, label, singles, pairs, lower, equal)
                    continue
                for turned in in_every_suit(cards):
                    label = self.ranking.read(turned).label
                    yield HandOfThree(turned, weight // 4, at, label, singles, pairs, lower, equal)

    def below(self, hand: HandOfThree, place: int) -> int:
        """The dealer's hands below a place that share no card with this hand."""
        return self._count(hand.singles, hand.pairs, place) - (hand.at < place)

    def _count(self, singles: tuple[Sequence[int], ...], pairs: tuple[Sequence[int], ...], place: int) -> int:
        """Inclusion and exclusion, but for the hand itself."""
        a, b, c = singles
        ab, ac, bc = pairs
        return (
            self.all_below[place]
            - (a[place] + b[place] + c[place])
            + (bisect_left(ab, place) + bisect_left(ac, place) + bisect_left(bc, place))
        )

    def two(self, one: Card, other: Card) -> Sequence[int]:
        """The places of the hands with both of two cards, ascending."""
        low, high = sorted((one, other))
        return self.with_two[low // 4, high // 4, low % 4 == high % 4]

    def at(self, cards: Sequence[Card]) -> int:
        """The place of a hand."""
        a, b, c = sorted(cards)
        ranks = (a // 4, b // 4, c // 4)
        return self._suited[ranks] if a % 4 == b % 4 == c % 4 else self._mixed[ranks]

    def place(self, rank: int) -> int:
        """The first place whose hands have at least this rank."""
        return bisect_left(self.ranks, rank)

    def of(self, cards: Sequence[Card]) -> HandOfThree:
        """The hand of the table that stands for these cards."""
        label = self.ranking.read(cards).label
        shape = suit_shape(cards)
        for hand in self.hands:
            if hand.label == label and suit_shape(hand.cards) == shape:
                return hand
        raise RankingError(f"{self.ranking.name} is read from three cards")

    def dealt(self, lowest: int, end: int, without: Sequence[Card]) -> tuple[Card, ...] | None:
        """Some hand from one place up to before another, without certain cards."""
        taken = set(without)
        one_suit, three_suits = [(suit,) * 3 for suit in range(4)], [*permutations(range(4), 3)]
        for places, ways in ((self._suited, one_suit), (self._mixed, three_suits)):
            for ranks in (ranks for ranks, place in places.items() if lowest <= place < end):
                for suits in ways:
                    cards = tuple(DECK[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))
                    if taken.isdisjoint(cards):
                        return cards
        return None


def suit_shape(cards: Sequence[Card]) -> tuple[tuple[int, ...], ...]:
    """Which cards share a suit, by rank; alike for hands that play alike."""
    by_suit: dict[int, list[int]] = {}
    for card in cards:
        by_suit.setdefault(card % 4, []).append(card // 4)
    return tuple(sorted(tuple(sorted(ranks)) for ranks in by_suit.values()))


@lru_cache(maxsize=16)
def hand_table(ranking: Poker) -> HandTable:
    """The table of a ranking, made once."""
    return HandTable(ranking)


def short_name(ranking: Poker, cards: Sequence[Card]) -> str:
    """How players write a hand: `Q-6-4`, or the words for a pair and better."""
    hand = ranking.read(cards)
    if hand.shape not in ("high_card", "nothing"):
        return hand.title
    return "-".join(RANKS[card.rank].replace("T", "10") for card in sorted(cards, reverse=True))
