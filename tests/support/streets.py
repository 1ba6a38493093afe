"""Raise It Up Stud by all its deals: every hand up to its suits, every board, card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb, lcm, perm

import numpy as np

import feltlaw
from feltlaw.cards import DECK, show
from feltlaw.mathematics.raise_it_up_rules import Named
from feltlaw.mathematics.raise_it_up_solve import StreetRule
from tests.support.hands import BIT, KINDS, UNIT, Numbers, evaluate, every_set

REST = 49
BOARDS = np.array(list(combinations(range(REST), 3)), dtype=np.int64)
ORDERED = list(permutations(range(3), 2))
"""Which two of a board's three cards come first, and in what order."""
FOLD_AT, DEALS = perm(49, 3), comb(52, 3) * perm(49, 3)
SAYS = {1: ["check", "check", "play 1x"], 2: ["check", "play 2x"], 3: ["play 3x"]}
FOLDS = ["check", "check", "fold"]
Hand = tuple[int, int, int]


def settle(cards: tuple[int, ...], says: list[str]) -> Fraction:
    """What six cards bring per unit of the Ante, through settlement."""
    shown = [DECK[card] for card in cards]
    seat = {"seat": 1, "cards": show(shown[:3]), "wagers": {"ante": 2, "blind": 2}, "decisions": says}
    table = {"submission": {"regulation": "PA-669a"}, "seats": [seat], "community": show(shown[3:])}
    return Fraction(feltlaw.settle(table).seats[0].net, 200)


@dataclass(frozen=True)
class Nets:
    """What each kind of six cards brings: Ante and Blind, and each unit of Play, in units of 1/`scale`."""

    kept: Numbers
    play: Numbers
    fold: int
    scale: int


@cache
def nets() -> Nets:
    found: dict[int, tuple[Fraction, Fraction]] = {}
    fold = Fraction(0)
    for kind, six in every_set(6).examples.items():
        once, twice, thrice = (settle(six, SAYS[times]) for times in (1, 2, 3))
        assert thrice - twice == twice - once
        found[kind] = (once - (twice - once), twice - once)
        fold = settle(six, FOLDS)
    scale = lcm(fold.denominator, *(one.denominator for pair in found.values() for one in pair))
    kept, play = (np.zeros(KINDS, dtype=np.int64) for _ in range(2))
    for kind, (ante, one) in found.items():
        kept[kind], play[kind] = int(ante * scale), int(one * scale)
    return Nets(kept, play, int(fold * scale), scale)


@cache
def canonical_hands() -> dict[Hand, int]:
    """Every hand of three cards up to its suits, and how many there are of it."""
    found: Counter[Hand] = Counter()
    turns = list(permutations(range(4)))
    for cards in combinations(range(52), 3):
        a, b, c = min(tuple(sorted(card // 4 * 4 + turn[card % 4] for card in cards)) for turn in turns)
        found[a, b, c] += 1
    assert (len(found), sum(found.values())) == (1755, 22100)
    return dict(found)


def _pairs(of_boards: Numbers) -> Numbers:
    """For every two community cards, the sum over the third."""
    places = np.concatenate([BOARDS[:, a] * REST + BOARDS[:, b] for a, b in ORDERED])
    found = np.bincount(places, weights=np.tile(of_boards, len(ORDERED)), minlength=REST * REST)
    return np.rint(found).astype(np.int64).reshape(REST, REST)


class Streets:
    """One hand with every board. Sums run over the cards to come, in order."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.rest = np.array([card for card in range(52) if card not in hand])
        cards = np.column_stack([np.broadcast_to(np.array(hand), (len(BOARDS), 3)), self.rest[BOARDS]])
        self.kinds = evaluate(cards)
        self.kept, self.play = nets().kept[self.kinds], nets().play[self.kinds]
        self.two = [_pairs(self.kept), _pairs(self.play)]
        self.one = [both.sum(axis=1) for both in self.two]
        self.all = [int(both.sum()) for both in self.one]
        self.apart = ~np.eye(REST, dtype=bool)

    def at_two(self, times: int) -> Numbers:
        found: Numbers = self.two[0] + times * self.two[1]
        return found

    def at_one(self, times: int) -> Numbers:
        found: Numbers = self.one[0] + times * self.one[1]
        return found

    def at_none(self, times: int) -> int:
        return self.all[0] + times * self.all[1]

    def last(self, fold: int) -> Numbers:
        """The last decision at its best, for every two cards known."""
        return np.where(self.apart, np.maximum(fold * 47, self.at_two(1)), 0)

    def best(self, fold: int, finer: int = 1) -> int:
        """The whole game at its best, a fold costing so much; in units so many times finer."""
        last = np.where(self.apart, np.maximum(fold * 47, finer * self.at_two(1)), 0).sum(axis=1)
        second = np.maximum(last, finer * np.maximum(self.at_one(1), self.at_one(2)))
        return max(int(second.sum()), *(finer * self.at_none(times) for times in (1, 2, 3)))

    # ── how the best play ends ──

    @cached_property
    def _acts(self) -> tuple[int, Numbers, Numbers]:
        """How many times the Ante is played at each decision, 0 for check or fold; of equals the least."""
        fold = nets().fold
        third = np.where(self.at_two(1) > fold * 47, 1, 0)
        check = self.last(fold).sum(axis=1)
        options = np.stack([check, self.at_one(1), self.at_one(2)])
        second = options.argmax(axis=0)
        values = [int(options.max(axis=0).sum()), *(self.at_none(times) for times in (1, 2, 3))]
        return values.index(max(values)), second, third

    @property
    def folds(self) -> int:
        """In how many ways the cards to come lead the best play to a fold."""
        first, second, third = self._acts
        if first:
            return 0
        return 47 * int(((third == 0) & (second == 0)[:, None] & self.apart).sum())

    def ends(self) -> Counter[tuple[int, int]]:
        """Ordered boards by times played, 0 for a fold, and kind."""
        first, second, third = self._acts
        found: Counter[tuple[int, int]] = Counter()
        orders = np.zeros((4, len(BOARDS)), dtype=np.int64)
        if first:
            orders[first] = 6
        else:
            for a, b in ORDERED:
                x, y = BOARDS[:, a], BOARDS[:, b]
                played = np.where(second[x] > 0, second[x], third[x, y])
                orders[played, np.arange(len(BOARDS))] += 1
        for times, many in enumerate(orders):
            counted = np.rint(np.bincount(self.kinds, weights=many, minlength=KINDS)).astype(np.int64)
            for kind in map(int, np.flatnonzero(counted)):
                found[times, kind] += int(counted[kind])
        return found

    # ── other ways ──

    def exposed(self, card: int) -> int:
        """A community card, the first, second or third to come, known from the beginning."""
        fold = nets().fold
        play = np.maximum(self.at_one(3), np.maximum(self.at_one(2), self.at_one(1)))
        second = np.maximum(self.at_two(1), self.at_two(2))
        if card == 1:
            later = np.maximum(self.last(fold).sum(axis=1), np.maximum(self.at_one(1), self.at_one(2)))
        elif card == 2:
            later = np.where(self.apart, np.maximum(self.last(fold), second), 0).sum(axis=0)
        else:
            sure = _pairs(np.maximum(fold, self.kept + self.play))
            later = np.where(self.apart, np.maximum(sure, second), 0).sum(axis=0)
        return int(np.maximum(later, play).sum())

    def way(self, named: Named) -> int:
        """A named way of playing: acts left out, or rules followed."""
        fold = nets().fold
        third = self._street(
            [fold * 47 if act.fold else self.at_two(act.play) for act in named.streets[2]],
            self._says(named.rules[2], 2),
        )
        waiting = np.where(self.apart, third, 0).sum(axis=1)
        second = self._street(
            [self.at_one(act.play) if act.play else waiting for act in named.streets[1]],
            self._says(named.rules[1], 1),
        )
        waits = int(np.broadcast_to(second, REST).sum())
        first = self._street(
            [self.at_none(act.play) if act.play else waits for act in named.streets[0]],
            self._says(named.rules[0], 0),
        )
        return int(first)

    def _street(self, options: list[int | Numbers], rule: Numbers | None) -> Numbers:
        stacked = np.stack(np.broadcast_arrays(*options))
        found: Numbers = stacked.max(axis=0) if rule is None else np.where(rule, stacked[-1], stacked[0])
        return np.asarray(found)

    def _says(self, rule: StreetRule | None, more: int) -> Numbers | None:
        """What a rule says with no, one or two community cards known."""
        if rule is None:
            return None
        found = np.zeros((REST,) * more, dtype=bool)
        for places in combinations(range(REST), more):
            cards = (*self.hand, *(int(self.rest[place]) for place in places))
            said = _asked(rule, int(UNIT[list(cards)].sum()), _suited(cards))
            for order in permutations(places):
                found[order] = said
        return found


def _suited(cards: tuple[int, ...]) -> int:
    """The ranks of a suit that all cards share, or all but one, as bits."""
    for suit in range(4):
        own = [card for card in cards if card % 4 == suit]
        if len(own) >= len(cards) - 1:
            return int(sum(BIT[own]))
    return 0


@cache
def _asked(rule: StreetRule, ranks: int, suited: int) -> bool:
    held = tuple(rank for rank in range(13) for _ in range(ranks >> 3 * rank & 7))
    return rule(held, tuple(rank for rank in range(13) if suited >> rank & 1))
