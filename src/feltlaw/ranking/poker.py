"""Poker hands: an ordered list of shapes, read from the regulation's own list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from feltlaw.cards import Card, parse_cards
from feltlaw.ranking.base import Hand, Label, Rank, Ranking, RankingError
from feltlaw.ranking.shapes import SHAPES, HandSpread, Tiebreak, spread, suit_of, title

_NIBBLES = 5
_ROOM = 4 * _NIBBLES
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Threshold:
    """The lowest hand of a named group, such as queen high; from it upward hands are `<name>_or_better`."""

    name: str
    rank: Rank
    clause: str


def is_group(name: str) -> bool:
    """Whether a row's name stands for hands from some hand up or down, and not for one kind of hand."""
    return name.endswith(("_or_better", "_or_lower"))


class Poker(Ranking):
    """Shapes from highest to lowest, each with the clause that lists it.

    The rank of a hand is its shape's place in the list, then the deciding cards: one integer, 20 bits for the
    cards. Cards that make none of the listed shapes are `nothing`, below all of them.
    """

    def __init__(
        self,
        name: str,
        clause: str,
        *,
        cards: int,
        of: int,
        shapes: Mapping[str, str],
        thresholds: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        """`cards` make the hand, out of `of`; `shapes`: clause by shape; `thresholds`: lowest, clause."""
        if cards not in (3, 5) or of < cards:
            raise RankingError(
                f"ranking {name}: poker hands have three or five cards, out of as many or more"
            )
        for shape in shapes:
            if shape not in SHAPES:
                raise RankingError(
                    f"ranking {name}: no shape called '{shape}'; there are {', '.join(SHAPES)}"
                )
        self.name = name
        self.clause = clause
        self.cards = cards
        self.of = of
        self.order = tuple(shapes)
        self._clauses = dict(shapes)
        self._tests = tuple((SHAPES[shape], shape, len(shapes) - at) for at, shape in enumerate(shapes))
        self._finders = tuple((test.find, shape, strength) for test, shape, strength in self._tests)
        self.thresholds: tuple[Threshold, ...] = ()
        found = [
            Threshold(key, self._lowest(key, parse_cards(lowest)), where)
            for key, (lowest, where) in (thresholds or {}).items()
        ]
        self.thresholds = tuple(sorted(found, key=lambda threshold: -threshold.rank))
        self._label = lru_cache(maxsize=None)(self._make_label)
        self._read = lru_cache(maxsize=65536)(self._read_cards)

    def read(self, *groups: Sequence[Card]) -> Hand:
        cards = tuple(sorted(chain.from_iterable(groups)))
        self.expect(cards, self.of)
        return self._read(cards)

    def so_far(self, cards: Sequence[Card]) -> Hand:
        """What these cards make already, while others that the hand is read from are still to come."""
        return self._read(tuple(sorted(cards)))

    def threshold(self, name: str) -> Threshold:
        for threshold in self.thresholds:
            if threshold.name == name:
                return threshold
        raise RankingError(f"ranking {self.name} has no threshold '{name}'")

    def labels(self) -> tuple[Label, ...]:
        found: list[Label] = []
        for test, shape, strength in self._tests:
            suits = ("clubs", "diamonds", "hearts", "spades") if test.by_suit else (None,)
            lowest, highest = strength << _ROOM, ((strength + 1) << _ROOM) - 1
            steps = [lowest, *(t.rank for t in self.thresholds if lowest < t.rank <= highest)]
            found.extend(self._label(shape, suit, self._reached(step)) for suit in suits for step in steps)
        if "high_card" not in self.order:
            found.append(self._label(NOTHING, None, ()))
        return tuple(dict.fromkeys(found))

    def shape_floor(self, shape: str) -> Rank:
        """The lowest rank any hand of this shape can have."""
        return (len(self.order) - self.order.index(shape)) << _ROOM

    def _read_cards(self, cards: tuple[Card, ...]) -> Hand:
        rank, shape, tiebreak, hand = self._find(cards)
        if shape == NOTHING:
            return Hand(rank, self._label(NOTHING, None, ()), "no listed hand")
        suit = suit_of(SHAPES[shape], hand)
        return Hand(rank, self._label(shape, suit, self._reached(rank)), title(SHAPES[shape], tiebreak, suit))

    def _find(self, cards: Sequence[Card]) -> tuple[Rank, str, Tiebreak, HandSpread]:
        hand = spread(cards, self.cards)
        for find, shape, strength in self._finders:
            tiebreak = find(hand)
            if tiebreak is not None:
                rank = strength
                for nibble in tiebreak:
                    rank = rank << 4 | nibble
                return rank << 4 * (_NIBBLES - len(tiebreak)), shape, tiebreak, hand
        return 0, NOTHING, (), hand

    def _lowest(self, threshold: str, cards: Sequence[Card]) -> Rank:
        rank = self.rank(cards)
        if len(cards) != self.cards or not rank:
            raise RankingError(
                f"ranking {self.name}: threshold {threshold} is not one of its {self.cards}-card hands"
            )
        return rank

    def rank(self, cards: Sequence[Card]) -> Rank:
        """The rank alone, for counting: no words, no cache."""
        return self._find(cards)[0]

    def _reached(self, rank: Rank) -> tuple[str, ...]:
        return tuple(f"{t.name}_or_better" for t in self.thresholds if rank >= t.rank)

    def _make_label(self, shape: str, suit: str | None, reached: tuple[str, ...]) -> Label:
        if shape == NOTHING:
            return Label(NOTHING, (NOTHING,), self.clause)
        names = [f"{shape}_of_{suit}"] if suit else []
        names += [shape, *(wide for wide in SHAPES[shape].wider if wide != shape and wide in self.order)]
        names += reached
        at = self.order.index(shape)
        names += [f"{above}_or_lower" for above in reversed(self.order[: at + 1])]
        return Label(shape, tuple(names), self._clauses[shape])
