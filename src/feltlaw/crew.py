"""Running a table without a pit crew: dealer, floorperson and devices do what comes next by themselves.

People bet and decide; everything else is taken from what is legal, in the order of the regulation's steps.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from feltlaw.desk import Answer, Desk, deck_is_due, told
from feltlaw.event import Person
from feltlaw.table import Command, Offer, State
from feltlaw.table.course import next_offer
from feltlaw.table.legal import offers_of
from feltlaw.table.phases import BETWEEN

DEALER = Person("dealer", "dealer")
FLOORPERSON = Person("floorperson", "floorperson")
DEVICE = Person("device", "device")

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
        return crew_command(state, told(self.desk.clock), self.people, self.leaves)


def crew_command(
    state: State, now: int, people: Mapping[str, Person], leaves: Collection[str] = ()
) -> Command | None:
    """The next routine thing and who does it; None where people are to act."""
    offer = _old_deck(state, now) or next_offer(state, leaves)
    if offer is None:
        return None
    data = replace(offer.data, all=True) if offer.do == "deal" else offer.data
    return Command(offer.do, people[offer.roles[0]], data)


def _old_deck(state: State, now: int) -> Offer | None:
    """Changing the deck of the round, where its time is over."""
    if state.phase not in BETWEEN or not deck_is_due(state, now):
        return None
    return next((one for one in offers_of(state, "change_deck") if one.data.deck == state.active), None)
