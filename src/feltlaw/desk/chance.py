"""What chance gives to a table: orders of decks and draws, once for each place in the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlaw.shuffle import Source, draws, shuffle
from feltlaw.table import Command, Shuffled, State
from feltlaw.table.machine import RULES


@dataclass
class Chance:
    """A source, and what it gave last: asked again at the same place, it gives the same (S-44)."""

    source: Source
    _made: dict[str, tuple[int, Any]] = field(default_factory=dict)

    def given(
        self, state: State, command: Command, number: int
    ) -> tuple[Shuffled | None, Mapping[str, str | int]]:
        """What a command wants of chance, after so many events of the table."""
        rule = RULES.get(command.do)
        wants = rule.chance(state, command.data) if rule else ""
        if wants == "deck":
            return self._once("deck", number, lambda source: self.deck(source, state)), {}
        if wants == "draws" and state.under_way is not None:
            stakes = state.under_way.facts.stakes
            return None, self._once("draws", number, lambda source: draws(source, state.submission, stakes))
        return None, {}

    def deck(self, source: Source, state: State) -> Shuffled:
        """A deck in a new order."""
        return shuffle(source, state.submission.regulation.deck.jokers)

    def _once(self, what: str, number: int, make: Callable[[Source], Any]) -> Any:
        at, made = self._made.get(what, (-1, None))
        if at != number:
            made = make(self.source.fork(f"{what} {number}"))
            self._made[what] = (number, made)
        return made
