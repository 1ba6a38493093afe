"""Dealing and deciding: the main games of a few rounds at a time, compiled. Conventions: see `reading`."""

from __future__ import annotations

from typing import Any

import numpy as np

from feltlaw.mathematics.evaluators import FULL, SUMS
from feltlaw.simulation.chance import below, draw
from feltlaw.simulation.compiled import compiled
from feltlaw.simulation.reading import read_suited
from feltlaw.simulation.slots import CLASS, FIRST, SECOND, SLOTS

U = np.uint64


@compiled
def deal(
    rounds: int, state: Any, deck: Any, cards: Any, many: int, draws: Any, positions: Any, drawn: Any
) -> None:
    """Cards for some rounds, and the draws of a card and of a position (-1, -2 where none is made)."""
    at = 0
    asked = draws[0, 1] + draws[1, 1] > 0
    for round_ in range(rounds):
        draw(state, deck, U(many), U(deck.shape[0]))
        for card in range(many):
            cards[U(at)] = deck[U(card)]
            at += 1
        if asked:
            drawn[2 * round_] = -1
            drawn[2 * round_ + 1] = -2
            if draws[0, 1] and below(state, draws[0, 1]) < draws[0, 0]:
                drawn[2 * round_] = below(state, draws[0, 2])
            if draws[1, 1] and below(state, draws[1, 1]) < draws[1, 0]:
                drawn[2 * round_ + 1] = positions[below(state, draws[1, 2])]


@compiled
def against_dealer(
    rounds: int, seats: int, many: int, cards: Any, three: Any, place: Any, outcome: Any, met: int,
    group: Any, groups: int, seat_ends: Any, seat_shift: Any, end_net: Any, keep: bool,
    codes: Any, gone: Any, won: Any, ends: Any,
) -> None:  # fmt: skip
    """Play or fold, then the contest; what is known of the hand is kept only where something else needs it.

    How it ended and the group of the hand decide the main game and the wagers on the hand alone, so that only
    these ends are counted here: `spread` makes cells of them.
    """
    for round_ in range(rounds):
        base = round_ * many
        at = base + 3 * seats
        dealer = np.int64(
            three[U(np.int64(cards[U(at)]) * FIRST + np.int64(cards[U(at + 1)]) * SECOND + cards[U(at + 2)])]
        )
        row = np.int64(place[U(dealer & CLASS)]) * met
        for seat in range(seats):
            at = base + 3 * seat
            hand = np.int64(
                three[
                    U(np.int64(cards[U(at)]) * FIRST + np.int64(cards[U(at + 1)]) * SECOND + cards[U(at + 2)])
                ]
            )
            kind = hand & CLASS
            stays = hand >> seat_shift[U(seat)] & 1
            # outcomes count from 1, so that a fold is row 0 without a question asked
            ended = np.int64(outcome[U(row + kind)]) & -stays
            end = seat_ends[U(seat)] + ended * groups + group[U(kind)]
            ends[U(end)] += 1
            here = round_ * seats + seat
            won[U(here)] = end_net[U(end)]
            if keep:
                codes[U(SLOTS * here)] = kind
                gone[U(here)] = 1 - stays


@compiled
def by_streets(
    rounds: int, seats: int, many: int, cards: Any, three: Any, group: Any, groups: int, first: Any,
    later: Any, times: Any, strategy: Any, seat_ends: Any, end_net: Any, hands: int, own_ends: int,
    keys: Any, start: Any, mixed: Any, mixed_at: Any, suit_keys: Any, suited: Any, suited_at: Any,
    slot: int, codes: Any, gone: Any, act: Any, won: Any, ends: Any,
) -> None:  # fmt: skip
    """An act before each community card, until one says how much, or folds; `slot` holds the six cards.

    The ends of the main game are how much was played and what the six cards are; those of the wagers on the
    hand alone, from `own_ends` on, whether it folded and the group of the hand.
    """
    for round_ in range(rounds):
        base = round_ * many
        shared = base + 3 * seats
        for seat in range(seats):
            at = base + 3 * seat
            here = round_ * seats + seat
            index = np.int64(cards[U(at)]) * FIRST + np.int64(cards[U(at + 1)]) * SECOND + cards[U(at + 2)]
            kind = np.int64(three[U(index)]) & CLASS
            way = strategy[U(seat)]
            chosen = int(first[U(way * three.shape[0] + index)])
            played = times[U(24 * way + chosen)]
            street = 0
            total = np.int64(0)
            while played == 0:
                reader = later[U(2 * way + street)]
                offset = 64 * reader
                if street == 0:
                    for card in range(at, at + 3):
                        total += keys[U(offset + cards[U(card)])]
                total += keys[U(offset + cards[U(shared + street)])]
                street += 1
                word = total + start[U(reader)]
                if word & FULL == 0:
                    chosen = int(mixed[U(mixed_at[U(reader)] + (word & SUMS))])
                else:
                    chosen = read_suited(
                        suited, suited_at[U(reader)], suit_keys, word, cards, at, 3, shared, street
                    )
                played = times[U(24 * way + 8 * street + chosen)]
            # times played count from 1, so that a fold (-1) is row 0
            end = seat_ends[U(seat)] + max(played, 0) * hands + codes[U(SLOTS * here + slot)]
            left = np.int64(played < 0)
            own = seat_ends[U(seat)] + own_ends + left * groups + group[U(kind)]
            ends[U(end)] += 1
            ends[U(own)] += 1
            won[U(here)] = end_net[U(end)] + end_net[U(own)]
            codes[U(SLOTS * here)] = kind
            gone[U(here)] = left
            act[U(here)] = 8 * street + chosen


@compiled
def showdown(
    rounds: int, seats: int, hand: int, many: int, cards: Any, points: Any, points_keys: Any, strategy: Any,
    house: int, outcome: Any, met: int, seat_ends: Any, end_net: Any, act: Any, won: Any, ends: Any,
) -> None:  # fmt: skip
    """Hands set, the dealer's the house way; then the contest."""
    for round_ in range(rounds):
        base = round_ * many
        total = house
        for card in range(base + seats * hand, base + seats * hand + hand):
            total += points_keys[U(cards[U(card)])]
        row = np.int64(points[U(total)]) * met
        for seat in range(seats):
            total = strategy[U(seat)]
            for card in range(base + seat * hand, base + seat * hand + hand):
                total += points_keys[U(cards[U(card)])]
            shown = np.int64(points[U(total)])
            end = seat_ends[U(seat)] + np.int64(outcome[U(row + shown)])
            here = round_ * seats + seat
            ends[U(end)] += 1
            act[U(here)] = shown
            won[U(here)] = end_net[U(end)]


@compiled
def spread(ends: Any, end_at: Any, end_cell: Any, count: Any) -> None:
    """Adds the ends counted to their cells, and counts anew: each may be a cell of several wagers."""
    for end in range(ends.shape[0]):
        many = ends[end]
        if many:
            for at in range(end_at[end], end_at[end + 1]):
                count[end_cell[at]] += many
            ends[end] = 0
