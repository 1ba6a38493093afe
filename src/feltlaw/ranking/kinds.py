"""Rankings that are not an order of poker shapes: by colour, with a fourth card, over a whole table."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.cards import RANK_NAMES, RANKS, Card
from feltlaw.ranking.base import Hand, Label, Ranking, RankingError


class SameColor(Ranking):
    """Whether the player's cards share a colour, alone or with the dealer's."""

    def __init__(self, name: str, clause: str, *, rows: dict[str, str]) -> None:
        self.name = name
        self.clause = clause
        self._both, self._alone, self._mixed = (
            Label(shape, (shape,), rows[shape]) for shape in ("player_and_dealer", "player", "mixed")
        )

    def read(self, *groups: Sequence[Card]) -> Hand:
        if len(groups) != 2 or not all(groups):
            raise RankingError(f"{self.name} is read from the player's cards and the dealer's")
        player, dealer = groups
        colors = {card.is_red for card in player}
        if len(colors) > 1:
            return Hand(0, self._mixed, "mixed colors")
        color = "red" if colors == {True} else "black"
        if {card.is_red for card in dealer} == colors:
            return Hand(2, self._both, f"player and dealer all {color}")
        return Hand(1, self._alone, f"player all {color}")

    def labels(self) -> tuple[Label, ...]:
        return (self._both, self._alone, self._mixed)


class WithFourth(Ranking):
    """Another ranking, its rows told apart by whether a further card has a certain rank."""

    def __init__(self, name: str, clause: str, *, of: Ranking, fourth: str) -> None:
        if fourth not in RANKS:
            raise RankingError(f"ranking {name}: '{fourth}' is not a rank of a card")
        self.name = name
        self.clause = clause
        self.of = of
        self.fourth = RANKS.index(fourth)
        self._word = RANK_NAMES[self.fourth]

    def read(self, *groups: Sequence[Card]) -> Hand:
        if len(groups) < 2:
            raise RankingError(f"{self.name} is read from the cards of a hand and a further card")
        *cards, extra = groups
        self.expect(extra, 1)
        hand = self.of.read(*cards)
        if extra[0].rank != self.fourth:
            return hand
        return Hand(hand.rank, self._with(hand.label), f"{hand.title}, with a {self._word}")

    def labels(self) -> tuple[Label, ...]:
        return (*(self._with(label) for label in self.of.labels()), *self.of.labels())

    def _with(self, label: Label) -> Label:
        return Label(label.shape, tuple(f"{name}_with_{self._word}" for name in label.names), label.clause)


class Highest(Ranking):
    """The best of several hands, each group of cards a hand of its own."""

    def __init__(self, name: str, clause: str, *, of: Ranking) -> None:
        self.name = name
        self.clause = clause
        self.of = of

    def read(self, *groups: Sequence[Card]) -> Hand:
        if not groups:
            raise RankingError(f"{self.name} needs at least one hand")
        return max((self.of.read(group) for group in groups), key=lambda hand: hand.rank)

    def labels(self) -> tuple[Label, ...]:
        return self.of.labels()
