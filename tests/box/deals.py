"""Decks of the box: as the shuffler gives them, and in some of them jackpots lie in wait."""

from __future__ import annotations

import random

from feltlaw.shuffle import Source, shuffle
from feltlaw.table.rule import Shuffled


def stacked(source: Source, jokers: int) -> Shuffled:
    """A shuffled deck; in most of them some hands are suited runs from the ace down."""
    made = shuffle(source, jokers)
    rng = random.Random(source.take(8))
    if rng.random() < 0.3:
        return made
    order = list(made.order)
    hands = rng.randint(2, 4)
    together = rng.random() < 0.5
    for nth in range(rng.randint(1, 3)):
        spots = [nth * 3 + at for at in range(3)] if together else [nth + hands * at for at in range(3)]
        run = [card for card in sorted(range(52), reverse=True) if card % 4 == 3 - nth]
        for spot, card in zip(spots, run, strict=False):
            where = order.index(card)
            order[spot], order[where] = order[where], order[spot]
    return Shuffled(tuple(order), made.secret)
