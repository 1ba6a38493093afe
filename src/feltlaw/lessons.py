"""A deck for somebody who practises: the same hand once more, or a hand that is hard to play.

Every order is a whole deck, drawn like any other; of several the one is taken whose hand is closest between
two acts. Nobody bets money on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from feltlaw.cards import Card
from feltlaw.desk.chance import Chance
from feltlaw.mathematics.advice import HandValue
from feltlaw.practice import Adviser, main_bets
from feltlaw.shuffle import Source, shuffle
from feltlaw.table import Shuffled, State
from feltlaw.table.deliveries import planned
from feltlaw.table.places import hand

TRIES = 60
"""Decks of which the one with the hardest hand is taken."""
REMEMBERED = 4

Order = tuple[int, ...]


@dataclass
class Lessons(Chance):
    """Chance at a practice table."""

    adviser: Adviser | None = None
    """Whose word it is which hand is hard; None where hands come as they come."""
    player: str = ""
    seats: tuple[int, ...] = ()
    """Where he is about to sit, and then those who are to sit beside him."""
    again: Order = ()
    """The order of the next deck, where a hand is to be repeated."""
    orders: dict[int, Order] = field(default_factory=dict)
    """By round the order of its deck, of the last few rounds."""

    def deck(self, source: Source, state: State) -> Shuffled:
        made = super().deck(source, state)
        if self.again:
            made, self.again = replace(made, order=self.again), ()
        elif self.adviser is not None:
            made = self._hardest(source, state, made)
        self.orders[state.rounds + 1] = made.order
        while len(self.orders) > REMEMBERED:
            del self.orders[min(self.orders)]
        return made

    def _hardest(self, source: Source, state: State, made: Shuffled) -> Shuffled:
        assert self.adviser is not None, "somebody says what is hard"
        best: tuple[Fraction, Shuffled] | None = None
        places = self._own(state)
        for _ in range(TRIES):
            found = self.adviser.hand(tuple(Card(made.order[at]) for at in places)) if places else None
            gap = closeness(found) if found is not None else None
            if gap is not None and (best is None or gap < best[0]):
                best = gap, made
            made = shuffle(source, state.submission.regulation.deck.jokers)
        return best[1] if best is not None else made

    def _own(self, state: State) -> list[int]:
        """Which cards of the deck will be the player's, if everybody who sits there plays."""
        here = next((seat for seat, player in state.seats.items() if player == self.player), 0)
        seats = tuple(state.seats) if here else self.seats
        boxes = dict.fromkeys(seats, main_bets(state.submission, alone=len(seats) < 2))
        mine = hand(here or next(iter(self.seats), 0))
        to = [place for delivery in planned(state, boxes) for place in delivery.places]
        return [at for at, place in enumerate(to) if place == mine]


def closeness(found: HandValue) -> Fraction | None:
    """What the best act is worth more than the next that is worth less; None where there is no choice."""
    worth = sorted(set(found.actions.values()))
    return worth[-1] - worth[-2] if len(worth) > 1 else None
