"""The simulation's generator: the published sequence, blocks apart, and cards without favour."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from feltlaw.simulation.chance import below, draw, reseed, step
from feltlaw.simulation.chunk import seed_words

PUBLISHED = (41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162)
"""The first outputs of xoshiro256++ from the state 1, 2, 3, 4."""


def state_of(block: int, seed: int = 1) -> tuple[int, ...]:
    state = np.empty(4, np.uint64)
    reseed(state, seed_words(seed), block)
    return tuple(int(word) for word in state)


def test_the_sequence_is_the_published_one() -> None:
    state = np.array([1, 2, 3, 4], np.uint64)
    assert tuple(int(step(state)) for _ in PUBLISHED) == PUBLISHED


def test_every_block_and_seed_starts_from_a_state_of_its_own() -> None:
    seeds = (0, 1, 2, (1 << 64) + 1, (1 << 128) - 1)
    states = {state_of(block, seed) for seed in seeds for block in range(400)}
    assert len(states) == 5 * 400
    assert all(any(state) for state in states)


def test_a_drawn_deck_is_still_a_deck() -> None:
    state = np.array(state_of(5), np.uint64)
    deck = np.arange(52, dtype=np.uint8)
    for _ in range(200):
        draw(state, deck, np.uint64(26), np.uint64(52))
        assert sorted(deck) == list(range(52))


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize("size", [52, 53])
def test_every_card_comes_to_every_place_alike(size: int) -> None:
    """Chi-square with size - 1 degrees of freedom stays below its mean plus six deviations."""
    state = np.array(state_of(7), np.uint64)
    deck = np.arange(size, dtype=np.uint8)
    seen = np.zeros((24, size), np.int64)
    for _ in range(40_000):
        draw(state, deck, np.uint64(24), np.uint64(size))
        seen[np.arange(24), deck[:24]] += 1
    free = size - 1
    for place in range(24):
        assert chi_square(seen[place].tolist()) < free + 6 * (2 * free) ** 0.5


def test_three_cards_of_a_small_deck_come_in_every_order() -> None:
    """All 60 ways to draw three of five cards come alike, though one word gives all three."""
    state = np.array(state_of(11), np.uint64)
    deck = np.arange(5, dtype=np.uint8)
    counts = dict.fromkeys(permutations(range(5), 3), 0)
    for _ in range(60_000):
        draw(state, deck, np.uint64(3), np.uint64(5))
        counts[int(deck[0]), int(deck[1]), int(deck[2])] += 1
    assert chi_square(list(counts.values())) < 59 + 6 * 118**0.5


def test_below_is_even() -> None:
    state = np.array(state_of(13), np.uint64)
    counts = [0] * 20
    for _ in range(40_000):
        counts[below(state, 20)] += 1
    assert chi_square(counts) < 19 + 6 * 38**0.5
