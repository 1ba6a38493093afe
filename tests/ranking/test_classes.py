"""Every hand there is, and the fewer that stand for all of them.

Suits are equal in rank, so hands that differ by an exchange of suits rank alike. One hand, with the number of
those like it, stands for its class. Plain enumeration proves it: of three cards here, five in make proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, factorial, prod
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

import feltlaw
from feltlaw.cards import DECK, JOKER, RANKS, Card, deck
from feltlaw.ranking import Poker

THREE_CARD = [
    ("PA-649a", "three_card"),
    ("MA-TCP", "three_card"),
    ("PA-679a", "three_card"),
    ("PA-669a", "three_card"),
]
FIVE_CARD = [("PA-649a", "five_card"), ("MA-TCP", "five_card"), ("PA-680a", "bonus_hand")]
SIX_CARD = [
    ("PA-649a", "six_card"),
    ("PA-649a", "five_of_six"),
    ("MA-TCP", "six_card"),
    ("PA-679a", "six_card"),
    ("PA-669a", "six_card"),
]

NOTHING = "nothing"


class HandClass(NamedTuple):
    cards: tuple[Card, ...]
    many: int


def poker(regulation: str, name: str) -> Poker:
    ranking = feltlaw.load(regulation).rankings[name]
    assert isinstance(ranking, Poker)
    return ranking


def jokers(regulation: str) -> int:
    return feltlaw.load(regulation).deck.jokers


@cache
def three_card_hands() -> tuple[tuple[Card, ...], ...]:
    return tuple(combinations(DECK, 3))


@cache
def classes(size: int, with_joker: int = 0) -> tuple[HandClass, ...]:
    """The classes of all hands of a 52-card deck, or of one with a joker."""
    if with_joker:
        return (*classes(size), *(HandClass((*cards, JOKER), many) for cards, many in classes(size - 1)))
    return tuple(_stand_for(holdings) for holdings in _holdings(size, 4, (size, 1 << 13)))


@cache
def _rank_sets(size: int) -> tuple[int, ...]:
    return tuple(bits for bits in range(1 << 13) if bits.bit_count() == size)


def _holdings(size: int, suits: int, most: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """The ways to spread so many cards over the suits, as sets of ranks, none greater than the one before."""
    if not suits:
        yield ()
        return
    for many in range(min(size, most[0]), -1, -1):
        if many * suits < size:
            return
        for ranks in _rank_sets(many):
            if (many, ranks) > most:
                break
            for rest in _holdings(size - many, suits - 1, (many, ranks)):
                yield (ranks, *rest)


def _stand_for(holdings: tuple[int, ...]) -> HandClass:
    cards = tuple(
        Card(r * 4 + suit) for suit, ranks in enumerate(holdings) for r in range(13) if ranks >> r & 1
    )
    alike = prod(factorial(same) for same in Counter(holdings).values())
    return HandClass(cards, factorial(4) // alike)


@cache
def rank_counts(regulation: str, name: str) -> Mapping[int, int]:
    """How many hands have each rank."""
    ranking = poker(regulation, name)
    counts: Counter[int] = Counter()
    for cards, count in classes(ranking.of, jokers(regulation)):
        counts[ranking.rank(cards)] += count
    return counts


def shape_of(ranking: Poker, rank: int) -> str:
    return next((shape for shape in ranking.order if rank >= ranking.shape_floor(shape)), NOTHING)


def shape_counts(ranking: Poker, ranks: Mapping[int, int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for rank, count in ranks.items():
        counts[shape_of(ranking, rank)] += count
    return dict(counts)


@cache
def five_card_kinds() -> tuple[tuple[Card, ...], ...]:
    """One hand for each choice of five ranks, suited and not."""
    found = [tuple(Card(4 * rank) for rank in ranks) for ranks in combinations(range(13), 5)]
    for ranks in combinations_with_replacement(range(13), 5):
        copies = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        if max(copies) == 0:
            copies[-1] = 1
        if max(copies) < 4:
            found.append(tuple(Card(4 * rank + copy) for rank, copy in zip(ranks, copies, strict=True)))
    return tuple(found)


@cache
def six_card_kinds() -> tuple[tuple[Card, ...], ...]:
    """Every five-card kind with a sixth card, each rank and suit in its turn, and the six-card royals."""
    found = [
        tuple(card for card in DECK if card.suit == suit and str(card)[0] in "AKQJT9") for suit in "cdhs"
    ]
    for at, five in enumerate(five_card_kinds()):
        rest = [card for card in DECK if card not in five]
        found.append((*five, rest[at % len(rest)]))
    return tuple(found)


def suited(cards: Iterable[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def letters(cards: Iterable[Card]) -> str:
    """The ranks alone, from the ace down."""
    return "".join(RANKS[card.rank] for card in sorted(cards, reverse=True))


def in_sequence(cards: Iterable[Card]) -> bool:
    """Consecutive in rank, the ace below the 2 as well as above the king but never between them."""
    ranks = letters(cards)
    return ranks in RANKS[::-1] or ranks in {"A32", "A5432"}


def of_a_kind(cards: Iterable[Card]) -> list[int]:
    """How many cards each rank has, the most first."""
    return sorted(Counter(card.rank for card in cards).values(), reverse=True)


def check_same_order(pairs: Iterable[tuple[int, int]]) -> int:
    """Two evaluations of the same hands: what ties in one ties in the other, what is higher is higher.

    Answers with the number of different ranks.
    """
    ordered = sorted(set(pairs))
    for lower, higher in pairwise(ordered):
        assert lower[0] < higher[0] and lower[1] < higher[1], (lower, higher)
    return len(ordered)


def any_hand(size: int, with_joker: int = 0) -> st.SearchStrategy[tuple[Card, ...]]:
    """Cards of the whole deck, or of a few neighbouring ranks and suits, where the rare shapes are common."""
    whole = deck(with_joker)
    few = _sub_decks(with_joker).map(lambda some: some if len(some) >= size else whole)
    return few.flatmap(lambda some: _draw(some, size)) | _draw(whole, size)


def _sub_decks(with_joker: int) -> st.SearchStrategy[tuple[Card, ...]]:
    def cut(lowest: int, suits: str) -> tuple[Card, ...]:
        few = [card for card in DECK if (card.rank - lowest) % 13 < 6 and card.suit in suits]
        return (*few, *deck(with_joker)[52:])

    return st.builds(cut, st.integers(0, 12), st.sampled_from(["s", "dh", "chs", "cdhs"]))


def _draw(cards: tuple[Card, ...], size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True).map(tuple)


@pytest.mark.parametrize(
    ("size", "with_joker", "known"),
    # Known from hold'em, where they are the different flops and boards: 1,755, 16,432 and 134,459.
    [(3, 0, 1_755), (4, 0, 16_432), (5, 0, 134_459), (5, 1, 134_459 + 16_432)],
)
def test_classes_are_all_hands(size: int, with_joker: int, known: int) -> None:
    found = classes(size, with_joker)
    assert len(found) == known
    assert sum(count for _, count in found) == comb(52 + with_joker, size)


def test_three_card_classes_are_the_plain_enumeration() -> None:
    plain = Counter(_class_of(cards) for cards in three_card_hands())
    assert plain == {_class_of(cards): count for cards, count in classes(3)}


def _class_of(cards: tuple[Card, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(card.rank for card in cards if card.suit == suit)) for suit in "cdhs"))


def test_five_card_kinds_are_all_kinds() -> None:
    kinds = {(letters(cards), suited(cards)) for cards in five_card_kinds()}
    assert {len(set(cards)) for cards in five_card_kinds()} == {5}
    assert len(kinds) == len(five_card_kinds()) == comb(13, 5) + comb(13 + 4, 5) - 13  # not five of one rank
