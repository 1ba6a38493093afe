"""Watches a table from outside for duties that no single step shows, without asking the table about them.

A deck is counted in every fifth round it is dealt (I-13), the rack holds one deck and the other is in the
shuffler (.3(b), MA 2(b)), both have backs of their own (.3(b)(1)), none is lost, nobody plays with cards that
lay at a table without players (.5(f), MA 5(e)), and nobody looks at his cards before all are dealt (.11(a)).
"""

from __future__ import annotations

from feltlaw.table import Event
from feltlaw.table.state import State

ROUNDS = 5
UNPREPARED = ("received", "inspected", "verified", "spread")


def _is_watched(state: State) -> bool:
    """Whether a player is there, or a round goes on without him."""
    here = any(name not in state.away for name in state.seats.values())
    round_ = state.round
    return here or bool(round_ and round_.betting.locked and not round_.ended)


class Watch:
    """What was dealt and left alone since, by the number of the deck."""

    def __init__(self) -> None:
        self.dealt: dict[int, int] = {}
        self.by_device: set[int] = set()
        self.left_alone: set[int] = set()
        self.may_look = False
        """Whether the deal of this round was complete."""

    def saw(self, before: State, event: Event, after: State) -> None:
        self._cards(before, event)
        self._people(before, event, after)
        backs = [deck.back for deck in after.decks if deck]
        assert len(backs) == len(set(backs)), f"two decks with the same back: {backs}"
        if event.kind == "no_more_bets":
            self.may_look = False
        right = event.kind == "count_stub" and event.data.right
        if event.kind == "rack_stub" or right or after.phase == "deciding":
            self.may_look = True
        if len(after.decks) < len(before.decks):
            good = [deck for at, deck in enumerate(before.decks) if deck and at != before.active]
            assert backs or not good, "a deck vanished that nobody took away"
            kept = next((at for at, deck in enumerate(before.decks) if deck and deck.back in backs), 0)
            self.dealt = {0: self.dealt.get(kept, 0)}
            self.by_device = {0} & {0 for at in self.by_device if at == kept}
            self.left_alone = {0} & {0 for at in self.left_alone if at == kept}
        self._rack(after)

    def _cards(self, before: State, event: Event) -> None:
        data = event.data
        if event.kind in ("receive_deck", "change_deck"):
            self.dealt[data.deck] = 0
            self.by_device.discard(data.deck)
        if event.kind == "shuffle":
            self.by_device.discard(data.deck)
            if data.counted is not None:
                self.by_device.add(data.deck)
                self.dealt[data.deck] = 0
        if event.kind == "count_stub" and data.whole:
            self.dealt[before.active] = 0
        takes = event.kind in ("deal", "deliver_dealer_stack") or getattr(data, "kind", "") == "card_face_up"
        if takes and before.round is not None and not before.round.facts.dealt:
            self.dealt[before.active] = self.dealt.get(before.active, 0) + 1
            if before.active not in self.by_device:
                assert self.dealt[before.active] <= ROUNDS, "a deck dealt a sixth time without a count"

    def _people(self, before: State, event: Event, after: State) -> None:
        if event.kind == "idle_wash":
            self.left_alone.clear()
        if event.kind in ("wash", "receive_deck"):
            self.left_alone.discard(event.data.deck)
        if event.kind == "bet" and before.shuffle == "continuous":
            self.left_alone.clear()
        if _is_watched(before) and not _is_watched(after):
            decks = enumerate(after.decks)
            self.left_alone |= {at for at, deck in decks if deck and deck.stage not in UNPREPARED}
        placed = event.kind == "bet" and event.data.wagers
        if placed or event.kind == "no_more_bets":
            here = {at for at, deck in enumerate(before.decks) if deck is not None}
            assert not self.left_alone & here, "cards used that lay at a table without players"

    def _rack(self, state: State) -> None:
        others = [deck.stage for at, deck in enumerate(state.decks) if deck and at != state.active]
        round_ = state.round
        if round_ is not None and round_.betting.locked and not round_.ended and round_.dealing.taken:
            assert all(stage in ("loaded", "shuffled") for stage in others), f"not in the shuffler: {others}"
