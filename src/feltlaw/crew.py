"""Running a table without a pit crew: dealer, floorperson and devices do what comes next by themselves.

People bet and decide; everything else is taken from what is legal, in the order of the regulation's steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from feltlaw.desk import Answer, Desk
from feltlaw.event import Person
from feltlaw.table import Command, Offer, State
from feltlaw.table.idle import must_be_spread
from feltlaw.table.machine import RULES, offers_of
from feltlaw.table.phases import BETWEEN, PHASES
from feltlaw.table.stub import count_due

DEALER = Person("dealer", "dealer")
FLOORPERSON = Person("floorperson", "floorperson")
DEVICE = Person("device", "device")

ROUTINE = (
    "receive_deck",
    "inspect",
    "verify_inspection",
    "remove_joker",
    "spread",
    "wash",
    "shuffle",
    "cut",
    "place_cards",
    "hold_cards",
    "idle_wash",
    "count_progressive_chips",
    "remove_stub",
    "deal",
    "count_stub",
    "rack_stub",
    "collect_forfeits",
    "deliver_dealer_stack",
    "reveal_community",
    "reveal_dealer",
    "turn_up_player",
    "reveal_fourth",
    "verify_win",
    "resolve_light",
    "validate",
    "collect_losers",
    "pay_winners",
    "settle_player",
    "settle_rest",
    "release_cards",
    "rack_cards",
    "end_game",
)
"""What the crew does without being asked, the first that is legal first."""
_IN_PHASE = {
    phase: tuple(do for do in ROUTINE if not RULES[do].phases or phase in RULES[do].phases) for phase in PHASES
}
WITHOUT_FLOORPERSON = frozenset({"resolve_light", "validate", "release_cards"})
"""What an automatic table leaves to a person: wins are validated by one."""


@dataclass
class Crew:
    """Dealer, floorperson and devices of one table."""

    desk: Desk
    people: dict[str, Person] = field(
        default_factory=lambda: {"dealer": DEALER, "floorperson": FLOORPERSON, "device": DEVICE}
    )
    leaves: frozenset[str] = frozenset()
    """Routine that this crew leaves to others."""

    def step(self) -> Answer | None:
        """Does the next routine thing; nothing where people are to act."""
        command = self.next(self.desk.state)
        return self.desk.give(command) if command else None

    def run(self) -> Answer | None:
        """Goes on until people are to act, all in one append."""
        return self.desk.run(self.next)

    def close_betting(self) -> Answer:
        """Calls "no more bets"."""
        return self.desk.do("no_more_bets", self.people["dealer"])

    def next(self, state: State) -> Command | None:
        """The next thing that is nobody else's to do."""
        offer = self._offer(state)
        if offer is None:
            return None
        data = replace(offer.data, all=True) if offer.do == "deal" else offer.data
        return Command(offer.do, self.people[offer.roles[0]], data)

    def _offer(self, state: State) -> Offer | None:
        if state.phase in BETWEEN:
            if self.desk.deck_is_due():
                due = [one for one in offers_of(state, "change_deck") if one.data.deck == state.active]
                if due:
                    return due[0]
            if must_be_spread(state) is not None and (spread := offers_of(state, "idle_spread")):
                return spread[0]
        for do in _IN_PHASE[state.phase]:
            if do in self.leaves or (do == "count_stub" and not count_due(state)):
                continue
            if offers := offers_of(state, do):
                return offers[0]
        return None
