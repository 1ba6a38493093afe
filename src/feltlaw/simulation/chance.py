"""The simulation's generator: xoshiro256++, seeded anew for every block by the run's seed and the block's number.

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
WORD = 1 << 32
MASK = WORD - 1


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
def draw(state: Any, deck: Any, many: int, size: int) -> None:
    """Brings `many` random cards to the front of the deck, in random order."""
    at = 0
    while at < many:
        word = step(state)
        half = np.int64(word & LOW)
        for _ in range(2):
            left = size - at
            if left < 3:
                # at the end of the deck two cards or one are left to choose from
                at = _last(state, deck, at, many, size)
                return
            product = half * left
            first = at + (product >> 32)
            product = (product & MASK) * (left - 1)
            second = at + 1 + (product >> 32)
            product = (product & MASK) * (left - 2)
            third = at + 2 + (product >> 32)
            ways = left * (left - 1) * (left - 2)
            if product & MASK < ways and product & MASK < WORD % ways:
                # one of the few words that would favour some cards: take another
                half = np.int64(step(state) >> np.uint64(32))
                continue
            deck[at], deck[first] = deck[first], deck[at]
            deck[at + 1], deck[second] = deck[second], deck[at + 1]
            deck[at + 2], deck[third] = deck[third], deck[at + 2]
            at += 3
            if at >= many:
                return
            half = np.int64(word >> np.uint64(32))


@compiled
def _last(state: Any, deck: Any, at: int, many: int, size: int) -> int:
    while at < many:
        other = at + below(state, size - at)
        deck[at], deck[other] = deck[other], deck[at]
        at += 1
    return at


@compiled
def below(state: Any, limit: int) -> int:
    """A whole number from 0 to below the limit, which is below 2^31, without bias."""
    while True:
        product = np.int64(step(state) >> np.uint64(32)) * limit
        if product & MASK >= WORD % limit:
            return product >> 32
