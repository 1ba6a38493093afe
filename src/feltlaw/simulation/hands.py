"""What wagers are read from: a slot for each, readers for the larger hands, labels for every code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from feltlaw.cards import Card
from feltlaw.ranking import Highest, Label, Poker, SameColor, WithFourth
from feltlaw.regulation.model import Award, Wager
from feltlaw.simulation import slots
from feltlaw.simulation.games import GameTables
from feltlaw.simulation.readers import Kind, Reader, label_reader, suit_key_table
from feltlaw.simulation.run import Run, SimulationError

if TYPE_CHECKING:
    from numpy.typing import NDArray

READ_FROM = {
    ("player", "dealer"): slots.WITH_DEALER,
    ("player", "community"): slots.WITH_COMMUNITY,
    ("player",): slots.WITH_COMMUNITY,
    ("dealer", "community"): slots.DEALERS,
}
"""Where hands of five or six cards are read from; a player who has five needs no others."""


class Hands:
    """The slots of one run."""

    def __init__(self, run: Run, game: GameTables) -> None:
        self.run = run
        self.game = game
        self.submission = run.submission
        self.regulation = run.submission.regulation
        self.readers: list[Reader] = list(game.readers)
        self.reader = [-1] * slots.SLOTS
        self.kinds: dict[int, tuple[Kind, ...]] = {}
        self.rankings: dict[int, tuple[Poker, ...]] = {}
        self._read_slots()

    def side(self, profile: int) -> list[Wager]:
        """The wagers of a profile that rest on a label, in the order of settlement."""
        steps = (*self.regulation.settlement.each_player, *self.regulation.settlement.after_all)
        stakes = self.run.profiles[profile].stakes
        return [
            self.regulation.wagers[step.settle]
            for step in steps
            if step.settle in stakes
            and step.settle not in self.game.covers
            and not self.regulation.wagers[step.settle].contest
        ]

    def slot(self, wager: Wager | Award) -> int:
        ranking = self.regulation.rankings[wager.ranking]
        if isinstance(ranking, Poker) and ranking.of == 3 and wager.cards == ("player",):
            return slots.THREE
        if isinstance(ranking, Poker) and wager.cards in READ_FROM:
            return READ_FROM[wager.cards]
        for kind, slot in (
            (SameColor, slots.COLORS),
            (WithFourth, slots.FOURTH),
            (Highest, slots.HIGHEST),
        ):
            if isinstance(ranking, kind):
                return slot
        raise SimulationError(f"there is no way yet to deal the {wager.title} wager in a simulation")

    @cached_property
    def slots(self) -> frozenset[int]:
        return frozenset(
            self.slot(wager) for profile in range(len(self.run.profiles)) for wager in self.side(profile)
        )

    def _read_slots(self) -> None:
        """A reader for every slot that hands of five or six cards are read from."""
        wanted: dict[int, list[Poker]] = {slot: [ranking] for slot, ranking in self.game.needs.items()}
        for profile in range(len(self.run.profiles)):
            for wager in self.side(profile):
                ranking = self.regulation.rankings[wager.ranking]
                slot = self.slot(wager)
                if slot in READ_FROM.values() and isinstance(ranking, Poker):
                    listed = wanted.setdefault(slot, [])
                    if ranking not in listed:
                        listed.append(ranking)
        for slot, rankings in wanted.items():
            same = next((other for other, read in self.rankings.items() if read == tuple(rankings)), None)
            if same is None:
                reader, kinds = label_reader(tuple(rankings), self.regulation.deck.jokers)
                self.reader[slot] = len(self.readers)
                self.readers.append(reader)
                self.kinds[slot] = kinds
            else:
                self.reader[slot], self.kinds[slot] = self.reader[same], self.kinds[same]
            self.rankings[slot] = tuple(rankings)

    def tables(self) -> dict[str, Any]:
        mixed_at, suited_at = [0], [0]
        for reader in self.readers:
            mixed_at.append(mixed_at[-1] + len(reader.mixed))
            suited_at.append(suited_at[-1] + len(reader.suited))
        blank = np.zeros(1, np.uint8)
        return {
            "keys": ints(
                key for reader in self.readers for key in (*reader.keys, *[0] * (64 - len(reader.keys)))
            ),
            "start": ints(reader.start for reader in self.readers),
            "mixed": np.concatenate([*(reader.mixed for reader in self.readers), blank]),
            "mixed_at": ints(mixed_at),
            "suit_keys": suit_key_table(),
            "suited": np.concatenate([*(reader.suited for reader in self.readers), blank]),
            "suited_at": ints(suited_at),
            "reader": ints(self.reader),
        }

    def code_labels(
        self, wager: Wager | Award, slot: int
    ) -> list[tuple[Label, Mapping[str, tuple[Card, ...]]]]:
        """For every code of a slot: what the wager's ranking calls it, and cards that are it."""
        ranking = self.regulation.rankings[wager.ranking]
        if slot in READ_FROM.values():
            assert isinstance(ranking, Poker)
            which = self.rankings[slot].index(ranking)
            sizes = {"player": self.regulation.deal.player.most}
            return [(kind.labels[which], _laid(kind.cards, wager.cards, sizes)) for kind in self.kinds[slot]]
        return self.game.code_labels(ranking, slot)


def _laid(
    cards: Sequence[Card], groups: Sequence[str], sizes: Mapping[str, int]
) -> dict[str, tuple[Card, ...]]:
    """Cards dealt out to the groups a wager is read from."""
    left = list(cards)
    found: dict[str, tuple[Card, ...]] = {}
    for at, name in enumerate(groups):
        size = len(left) if at == len(groups) - 1 else sizes.get(name, 3)
        found[name] = tuple(left[:size])
        left = left[size:]
    return found


def ints(numbers: Any) -> NDArray[Any]:
    return np.array(list(numbers), np.int64)
