"""Rules that a person can remember, played as their words say; and small parts that figures rest on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import comb

import pytest

from feltlaw.cards import Card
from feltlaw.cards import deck as full_deck
from feltlaw.mathematics.deals import _by_rank
from feltlaw.mathematics.raise_it_up_rules import _made, _pair_only, after_4th, after_5th, before_4th, fills
from feltlaw.mathematics.rules import Rules
from feltlaw.mathematics.sums import _trimmed, _Window
from feltlaw.ranking import Poker
from feltlaw.regulation import load
from tests.support.driver import submission

STRAIGHTS = [{(top - at) % 13 for at in range(5)} for top in range(3, 13)]
"""Ranks from 0 for a 2 to 12 for an ace, which is low in the first of them."""
TEN = 8


def ranks_of(cards: list[Card]) -> list[int]:
    return sorted(card.rank for card in cards)


def most_suited(cards: list[Card]) -> list[Card]:
    """The cards of the suit of which there are most; none where every suit is there once."""
    (suit, many), *_ = Counter(card.suit for card in cards).most_common(1)
    return [card for card in cards if card.suit == suit] if many > 1 else []


def is_paired(ranks: list[int]) -> bool:
    return any(many > 1 for many in Counter(ranks).values())


def highs(ranks: list[int]) -> int:
    return len({rank for rank in ranks if rank >= TEN})


def completing(ranks: list[int]) -> set[int]:
    """The ranks any one of which would make a straight with these."""
    return {new for new in range(13) if any(run <= {*ranks, new} for run in STRAIGHTS)} - set(ranks)


def has_straight(ranks: list[int]) -> bool:
    return any(run <= set(ranks) for run in STRAIGHTS)


def first_said(ranks: list[int], suited: int) -> bool:
    """A pair or better; three cards of 10 or higher; two of them and a third at most three ranks below the
    highest, Q-J-9 only with two of a suit; three of a suit that hold a 10 or higher or fit one straight."""
    if is_paired(ranks) or highs(ranks) == 3:
        return True
    if suited == 3:
        return highs(ranks) > 0 or any(set(ranks) <= run for run in STRAIGHTS)
    near = highs(ranks) == 2 and ranks[-1] - ranks[0] <= 3
    return near and (ranks != [7, 9, 10] or suited == 2)


def second_said(ranks: list[int], suited: int) -> bool:
    """A pair or better, four of a suit, four cards of one straight, three of a suit with three of 10 or
    higher."""
    one_straight = any(set(ranks) <= run for run in STRAIGHTS)
    return is_paired(ranks) or suited == 4 or one_straight or (suited == 3 and highs(ranks) == 3)


def third_said(ranks: list[int], suited: int) -> bool:
    """A pair or better, four of a suit, a straight or two ranks that would make one, one such rank and a card
    of 10 or higher."""
    would = len(completing(ranks))
    if is_paired(ranks) or suited >= 4 or has_straight(ranks):
        return True
    return would >= 2 or (would == 1 and highs(ranks) > 0)


def made_said(ranks: list[int], suited: int) -> bool:
    """A pair of 10s or better, two pair, three of a kind, a straight, a flush."""
    counts = Counter(ranks)
    pairs = [rank for rank, many in counts.items() if many == 2]
    if any(many > 2 for many in counts.values()) or len(pairs) > 1 or any(rank >= TEN for rank in pairs):
        return True
    return not pairs and (suited == 5 or has_straight(ranks))


@pytest.mark.parametrize(
    ("rule", "said", "size"),
    [
        (before_4th, first_said, 3),
        (after_4th, second_said, 4),
        (after_5th, third_said, 5),
        (_made, made_said, 3),
        (_made, made_said, 5),
        (_pair_only, lambda ranks, suited: is_paired(ranks), 4),
    ],
)
def test_a_rule_is_what_its_words_say(
    rule: Callable[[tuple[int, ...], tuple[int, ...]], bool],
    said: Callable[[list[int], int], bool],
    size: int,
) -> None:
    """Hands at random, and hands of neighbours and of few suits, on which the rules turn."""
    chance = random.Random(size)
    cards = list(full_deck(0))
    hands = [chance.sample(cards, size) for _ in range(1500)]
    for _ in range(1500):
        low, suits = chance.randrange(8), chance.choice(("cd", "c", "cdh"))
        near = [one for one in cards if low <= one.rank <= low + 5 and str(one)[-1] in suits]
        hands.append(chance.sample(near, min(size, len(near))))
    for hand in hands:
        if len(hand) < size:
            continue
        ranks, suited = ranks_of(hand), most_suited(hand)
        wanted = said(ranks, len(suited))
        assert rule(tuple(ranks), tuple(ranks_of(suited))) == wanted, (rule.__name__, hand)


def test_what_fills_a_straight() -> None:
    chance = random.Random(7)
    for _ in range(800):
        ranks = sorted(chance.sample(range(13), chance.choice((4, 5))))
        assert fills(tuple(ranks)) == (13 if has_straight(ranks) else len(completing(ranks))), ranks


# ── small parts ──


def test_ends_that_hold_next_to_nothing_are_cut_off_and_counted_as_missing() -> None:
    assert _trimmed(_Window(4, [0, 1, 5, 7, 1, 0], 2), 1) == _Window(6, [5, 7], 4)
    assert _trimmed(_Window(4, [0, 0, 0], 2), 0) == _Window(7, [], 2)
    assert _trimmed(_Window(4, [2, 5, 2], 0), 1) == _Window(4, [2, 5, 2], 0)


@pytest.mark.parametrize("ranks", [(0, 4, 8), (5, 5, 9), (12, 12, 12)])
def test_two_more_cards_are_counted_by_their_ranks_and_shown_by_two_cards(ranks: tuple[int, ...]) -> None:
    ranking = load("PA-649a").rankings["five_card"]
    assert isinstance(ranking, Poker)
    found = _by_rank(ranking, ranks)
    assert sum(many for many, _ in found.values()) == comb(49, 2)
    for label, (_, two) in found.items():
        assert len(set(two)) == 2
        own = [
            next(one for one in full_deck(0) if one.rank == rank and one not in two) for rank in set(ranks)
        ]
        if len(set(ranks)) == 3:
            mixed = ranking.read((*own, *two))
            assert mixed.label == label or "flush" in mixed.shape


@pytest.mark.parametrize(
    ("least", "most", "staked"), [(19, 20, 2000), (19, 500, 2000), (19, 19, 1900), (20, 20, 2000)]
)
def test_figures_are_worked_out_on_an_even_stake_where_there_is_one(
    least: int, most: int, staked: int
) -> None:
    rules = Rules(submission("PA-649a", limits={"minimum": least, "maximum": most}))
    assert rules._even("ante", 0) == staked
