"""Every deal as a side wager sees it, counted one by one, and not by classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from feltlaw.cards import DECK, Card
from feltlaw.ranking import Poker, WithFourth
from feltlaw.submission import Submission
from tests.support.all_deals import DEALER_HANDS, HANDS, THREE, Cards, player_hands
from tests.support.hands import Numbers, evaluate, every_set, tally

PAIRS = comb(49, 2)


@dataclass(frozen=True, slots=True)
class Group:
    """Deals that are paid alike."""

    count: int
    cards: Mapping[str, Cards]
    """One of them."""
    hand: Cards | None = None
    """The player's three cards, where deals are kept apart by them."""


@dataclass(frozen=True, slots=True)
class Groups:
    groups: tuple[Group, ...]
    total: int

    def __post_init__(self) -> None:
        assert sum(group.count for group in self.groups) == self.total


def groups(chosen: Submission, wager: str, *, by_hand: bool = False) -> Groups:
    """All deals of a wager; `by_hand`: apart by the player's three cards, where the wager rests on them."""
    rules = chosen.regulation
    cards, ranking = rules.wagers[wager].cards, rules.rankings[rules.wagers[wager].ranking]
    if cards == ("player",) and rules.deal.player.most == 3:
        return _three(rules.rankings["three_card"])
    if isinstance(ranking, WithFourth):
        return _fourth(rules.rankings["three_card"])
    if rules.wagers[wager].ranking == "same_color":
        return _colours()
    if by_hand and cards == ("player", "community") and getattr(ranking, "of", 0) == 5:
        return _three_and_two(rules.rankings["three_card"])
    return _sets(getattr(ranking, "of", 0), rules.deck.jokers, cards, rules.deal.player.most)


@cache
def _three(ranking: object) -> Groups:
    """All hands of three cards."""
    assert isinstance(ranking, Poker)
    found = [Group(many, {"player": cards}, cards) for cards, many in player_hands(ranking).items()]
    return Groups(tuple(found), HANDS)


@cache
def _fourth(ranking: object) -> Groups:
    """All hands of three cards with each of 49 others, those alike that hold the same shape."""
    assert isinstance(ranking, Poker)
    counts: Counter[tuple[str, int]] = Counter()
    firsts: dict[tuple[str, int], Mapping[str, Cards]] = {}
    for cards, many in player_hands(ranking).items():
        label = ranking.read(cards).label.names[0]
        for card in DECK:
            if card not in cards:
                counts[label, card.rank] += many
                firsts.setdefault((label, card.rank), {"player": cards, "fourth": (card,)})
    return Groups(tuple(Group(many, firsts[key]) for key, many in counts.items()), HANDS * 49)


@cache
def _colours() -> Groups:
    """All 407,170,400 deals by the red cards of the player and of the dealer."""
    is_red = np.array([card.is_red for card in DECK])
    reds = is_red[THREE].sum(axis=1)
    holds = np.zeros((52, len(THREE)), dtype=bool)
    for column in range(3):
        holds[THREE[:, column], np.arange(len(THREE))] = True
    counts: Counter[tuple[int, int]] = Counter()
    firsts: dict[tuple[int, int], Mapping[str, Cards]] = {}
    for at, (a, b, c) in enumerate(THREE):
        free = np.flatnonzero(~(holds[a] | holds[b] | holds[c]))
        many = np.bincount(reds[free], minlength=4)
        for theirs in range(4):
            key = (int(reds[at]), theirs)
            counts[key] += int(many[theirs])
            if key not in firsts:
                dealer = THREE[free[int(np.argmax(reds[free] == theirs))]]
                firsts[key] = {"player": _cards(THREE[at]), "dealer": _cards(dealer)}
    return Groups(tuple(Group(many, firsts[key]) for key, many in counts.items()), HANDS * DEALER_HANDS)


def _cards(numbers: Numbers) -> Cards:
    return tuple(DECK[card] for card in numbers)


@cache
def _three_and_two(ranking: object) -> Groups:
    """Every hand of three cards with every two more, by hand and by kind."""
    assert isinstance(ranking, Poker)
    found = []
    for cards, weight in player_hands(ranking).items():
        rest = np.array([card for card in DECK if card not in cards], dtype=np.int64)
        two = rest[np.array(list(combinations(range(49), 2)))]
        five = np.column_stack([np.broadcast_to(np.array(cards, dtype=np.int64), (PAIRS, 3)), two])
        counted = tally(iter([(five, evaluate(five))]))
        for kind, many in counted.counts.items():
            example = counted.examples[kind]
            found.append(Group(weight * many, {"player": example[:3], "community": example[3:]}, cards))
    return Groups(tuple(found), HANDS * PAIRS)


@cache
def _sets(size: int, jokers: int, cards: tuple[str, ...], held: int) -> Groups:
    """Every set of five or six cards, however its cards lie."""
    every = every_set(size, jokers)
    found = []
    for kind, many in every.counts.items():
        left: list[Card] = list(every.examples[kind])
        lying = {}
        for name in cards:
            take = held if name == "player" else 3 if name == "dealer" else len(left)
            lying[name], left = tuple(left[:take]), left[take:]
        found.append(Group(many, lying))
    return Groups(tuple(found), every.total)
