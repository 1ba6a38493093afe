"""Cards that come up: what everybody sees from now on, and which cards they are where the deck is real."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from feltlaw.cards import Card
from feltlaw.refusal import Refused
from feltlaw.schema import Few
from feltlaw.table.dealing import entered
from feltlaw.table.places import Place
from feltlaw.table.state import State
from feltlaw.values import quick

Cards = Annotated[tuple[Card, ...], Few(10)]


@quick
@dataclass(frozen=True, slots=True)
class Shown:
    """Cards of a place that were turned face up."""

    place: Place
    cards: Cards


def cards_of(state: State, place: Place, given: Sequence[Card], many: int | None = None) -> tuple[Card, ...]:
    """The cards that lie in a place: those the program dealt, or those of a real deck as they were
    entered."""
    lying = state.played.cards_at(place)
    wanted = len(lying) if many is None else many
    known = tuple(card for card in lying if card is not None)
    if len(known) == len(lying):
        if given and state.real_cards and tuple(given) != known:
            raise Refused("these cards are known to be others", f"Known: {' '.join(map(str, known))}.")
        if given and not state.real_cards:
            raise Refused("the program knows the cards it dealt", "Leave the cards out.")
        return known
    if not given:
        cite = state.submission.regulation.deck.cite
        raise Refused(f"the cards of {place.words} are not known", f"Enter {wanted} cards.", cite)
    return entered(state, given, wanted)


def to_enter(state: State, place: Place, many: int | None = None) -> dict[str, dict[str, int]]:
    """For an offer: how many cards of a place are still to be entered; nothing where all are known."""
    lying = state.played.cards_at(place)
    unknown = sum(card is None for card in lying)
    count = unknown if many is None else min(many, unknown)
    return {"cards": {"count": count}} if count else {}


def with_known(state: State, place: Place, cards: Sequence[Card]) -> State:
    """The table with the cards of a place known; where they are already, nothing changes."""
    facts = state.played.facts
    if all(one.card is not None for one in facts.dealt if one.place == place):
        return state
    left = list(cards)
    dealt = tuple(
        replace(one, card=left.pop(0)) if one.place == place and one.card is None and left else one
        for one in facts.dealt
    )
    return state.with_facts(dealt=dealt)


def with_shown(state: State, shown: Sequence[Shown]) -> State:
    """The table with these cards face up."""
    if not shown:
        return state
    up = dict(state.played.up)
    for one in shown:
        before = up.get(one.place, ())
        up[one.place] = (*before, *(card for card in one.cards if card not in before))
    return state.in_round(up=up)
