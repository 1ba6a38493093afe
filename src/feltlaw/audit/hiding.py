"""Cards that nobody has seen yet: left out of what an auditor is shown while a round is under way.

A record knows every card. As long as its last round is not over, whoever looks at it learns no more than what
lies face up on the table, unless he asks for the rest in so many words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from feltlaw.table import State

UNSEEN = "??"
"""What stands in the place of a card that lies face down."""
_CARD = re.compile(r"[2-9TJQKA][cdhs]|Jk")
_COMING = ("shuffled", "cut", "placed")
"""Stages of a deck whose order somebody will still play on."""


@dataclass(frozen=True)
class Hidden:
    """What of one table is not to be shown: the decks that are in play, and the round that is under way."""

    roots: frozenset[str] = frozenset()
    round: int = 0
    """The number of the round under way; 0 where there is none."""
    up: frozenset[str] = field(default_factory=frozenset)
    """The cards of that round that lie face up."""

    def in_event(self, round_: int, data: Any) -> Any:
        """The plain data of an event of a round, without what nobody has seen."""
        return self._without(data, cards=bool(self.round) and round_ == self.round)

    def in_state(self, state: State, data: Any) -> Any:
        """The plain data of a state, without what nobody has seen."""
        number = state.round.number if state.round is not None else 0
        return self._without(data, cards=bool(self.round) and number == self.round)

    def _without(self, data: Any, *, cards: bool) -> Any:
        if isinstance(data, dict):
            kept = data
            if data.get("root") in self.roots:
                kept = {key: value for key, value in data.items() if key not in ("order", "secret")}
            return {key: self._without(value, cards=cards) for key, value in kept.items()}
        if isinstance(data, list):
            return [self._without(value, cards=cards) for value in data]
        if cards and isinstance(data, str) and _CARD.fullmatch(data) and data not in self.up:
            return UNSEEN
        return data


def hidden_in(last: State) -> Hidden:
    """What is not to be shown of a table whose record ends in this state."""
    round_ = last.under_way
    decks = [deck for deck in last.decks if deck is not None and deck.root]
    dealt = round_ is not None and round_.dealing.taken
    roots = {deck.root for deck in decks if deck.stage in _COMING}
    if not dealt:
        return Hidden(frozenset(roots))
    up = {str(card) for cards in round_.up.values() for card in cards} if round_ else set()
    return Hidden(frozenset(roots), round_.number if round_ else 0, frozenset(up))


NOTHING = Hidden()
