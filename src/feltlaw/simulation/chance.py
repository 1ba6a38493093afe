"""The simulation's generator: xoshiro256++, seeded for every block by the run's seed and the block's number.

Different blocks of a run start from different states for certain (every step from the number to the state can
be undone). Cards are drawn by a partial shuffle without bias: three draws from one 32-bit word, and another
word in the rare case in which the three are not equally likely (Brackett-Rozinsky and Lemire).

These functions are compiled by numba where they are used. The generator is for simulation alone; tables that
people play at take their cards from `feltlaw.shuffle`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from feltlaw.simulation.compiled import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)
WORD = np.uint64(1 << 32)
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)


@compiled
def mix(word: Any) -> Any:
    """The scrambler of SplitMix64."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@compiled
def reseed(state: Any, seed: Any, block: int) -> None:
    """The state at the start of a block; `seed` is two words."""
    word = mix(mix(seed[0] + GOLDEN * np.uint64(block + 1)) ^ seed[1])
    for at in range(4):
        word += GOLDEN
        state[at] = mix(word)


@compiled
def step(state: Any) -> Any:
    """The next 64 random bits."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    total = a + d
    found = ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    state[0], state[1], state[2], state[3] = a, b, c, d
    return found


@compiled
def draw(state: Any, deck: Any, many: Any, size: Any) -> None:
    """Brings `many` random cards to the front of the deck, in random order; it may bring two more.

    Numbers are unsigned here, also those that could not be negative anyway: places in an array are then taken
    as they are, which is half the time of the whole.
    """
    at = np.uint64(0)
    word = half = np.uint64(0)
    fresh = True
    while at < many:
        if fresh:
            word = step(state)
            half = word & LOW
        else:
            half = word >> SHIFT
        fresh = not fresh
        left = size - at
        product = half * left
        first = at + (product >> SHIFT)
        product = (product & LOW) * (left - ONE)
        second = at + ONE + (product >> SHIFT)
        product = (product & LOW) * (left - TWO)
        third = at + TWO + (product >> SHIFT)
        ways = left * (left - ONE) * (left - TWO)
        # of all words, so many are too few to go round: they would favour some cards
        if product & LOW < ways and product & LOW < WORD % ways:
            continue
        deck[at], deck[first] = deck[first], deck[at]
        deck[at + ONE], deck[second] = deck[second], deck[at + ONE]
        deck[at + TWO], deck[third] = deck[third], deck[at + TWO]
        at += THREE


@compiled
def below(state: Any, limit: int) -> int:
    """A whole number from 0 to below the limit, which is below 2^31, without bias."""
    while True:
        product = (step(state) >> SHIFT) * np.uint64(limit)
        if product & LOW >= WORD % np.uint64(limit):
            return int(product >> SHIFT)
