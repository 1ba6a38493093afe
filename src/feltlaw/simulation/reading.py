"""What cards are: compiled readings of the hands of a few rounds at a time.

Places in an array are given unsigned (`U`), so that nobody looks whether they count from the end; and every
function is given the arrays it needs one by one, which costs nothing, unlike taking them out of a tuple.
Seats of all rounds stand in a row: seat `s` of round `r` at `r * seats + s`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from feltlaw.mathematics.evaluators import FULL, SUMS
from feltlaw.simulation.compiled import compiled
from feltlaw.simulation.slots import CLASS, FIRST, SECOND, SLOTS, SUITED, THREE

U = np.uint64


@compiled
def read_with(
    rounds: int, seats: int, hand: int, many: int, cards: Any, other: int, others: int, slot: int,
    reader: int, keys: Any, start: Any, mixed: Any, mixed_at: Any, suit_keys: Any, suited: Any,
    suited_at: Any, codes: Any,
) -> None:  # fmt: skip
    """What every seat's cards are together with others, which lie at `other` and are summed once."""
    offset = 64 * reader
    table, second = mixed_at[reader], suited_at[reader]
    for round_ in range(rounds):
        base = round_ * many
        shared = start[reader]
        for card in range(base + other, base + other + others):
            shared += keys[U(offset + cards[U(card)])]
        for seat in range(seats):
            at = base + seat * hand
            total = shared
            for card in range(at, at + hand):
                total += keys[U(offset + cards[U(card)])]
            if total & FULL == 0:
                code = int(mixed[U(table + (total & SUMS))])
            else:
                code = read_suited(suited, second, suit_keys, total, cards, at, hand, base + other, others)
            codes[U(SLOTS * (round_ * seats + seat) + slot)] = code


@compiled
def read_suited(
    suited: Any, start: int, suit_keys: Any, total: int,
    cards: Any, at: int, many: int, further: int, more: int,
) -> int:  # fmt: skip
    """What cards are of which one suit has enough for a flush."""
    full = total & FULL
    suit = 0
    while not full >> 35 + 4 * suit & 1:
        suit += 1
    index = start + suit * SUITED
    for card in range(at, at + many):
        index += suit_keys[suit, cards[card]]
    for card in range(further, further + more):
        index += suit_keys[suit, cards[card]]
    return int(suited[index])


@compiled
def read_dealers(
    rounds: int, seats: int, many: int, cards: Any, at: int, size: int, slot: int, reader: int,
    keys: Any, start: Any, mixed: Any, mixed_at: Any, suit_keys: Any, suited: Any, suited_at: Any, codes: Any,
) -> None:  # fmt: skip
    """What the dealer's cards and the community's are, for every seat alike."""
    for round_ in range(rounds):
        base = round_ * many + at
        total = start[reader]
        for card in range(base, base + size):
            total += keys[64 * reader + cards[card]]
        if total & FULL == 0:
            code = int(mixed[mixed_at[reader] + (total & SUMS)])
        else:
            code = read_suited(suited, suited_at[reader], suit_keys, total, cards, base, size, 0, 0)
        for seat in range(seats):
            codes[SLOTS * (round_ * seats + seat) + slot] = code


@compiled
def read_colors(rounds: int, seats: int, many: int, cards: Any, slot: int, codes: Any) -> None:
    """How many red cards player and dealer have."""
    for round_ in range(rounds):
        base = round_ * many
        theirs = _reds(cards, base + 3 * seats)
        for seat in range(seats):
            codes[U(SLOTS * (round_ * seats + seat) + slot)] = 4 * _reds(cards, base + 3 * seat) + theirs


@compiled
def _reds(cards: Any, at: int) -> int:
    """How many of three cards are diamonds or hearts, whose numbers end in 1 and 2."""
    found = np.int64(0)
    for card in range(at, at + 3):
        suit = np.int64(cards[U(card)]) & 3
        found += (suit >> 1) ^ (suit & 1)
    return int(found)


@compiled
def read_fourth(
    rounds: int, seats: int, many: int, cards: Any, at: int, each: int, slot: int, codes: Any
) -> None:
    """The class of a hand, and the rank of a further card: every seat's own, or one for all."""
    for round_ in range(rounds):
        for seat in range(seats):
            card = np.int64(cards[round_ * many + at + each * seat])
            here = SLOTS * (round_ * seats + seat)
            codes[here + slot] = 13 * codes[here + THREE] + (card >> 2)


@compiled
def read_highest(
    rounds: int, seats: int, many: int, cards: Any, three: Any, place: Any, count_folded: int, slot: int,
    gone: Any, codes: Any,
) -> None:  # fmt: skip
    """The highest hand at the table; of equals the first in the order of settlement, the dealer's last."""
    for round_ in range(rounds):
        highest, best = np.int64(-1), np.int64(0)
        for seat in range(seats - 1, -1, -1):
            here = round_ * seats + seat
            kind = np.int64(codes[SLOTS * here + THREE])
            if np.int64(place[kind]) > highest and (count_folded or not gone[here]):
                highest, best = np.int64(place[kind]), kind
        at = round_ * many + 3 * seats
        index = np.int64(cards[at]) * FIRST + np.int64(cards[at + 1]) * SECOND + cards[at + 2]
        kind = np.int64(three[index]) & CLASS
        if np.int64(place[kind]) > highest:
            best = kind
        for seat in range(seats):
            codes[SLOTS * (round_ * seats + seat) + slot] = best
