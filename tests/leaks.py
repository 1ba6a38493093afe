"""Looks for cards that show through: two unseen cards change places, and no byte of a view may change."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace

from feltlaw.table.outcome import settle_state
from feltlaw.views import view

from feltlaw.cards import Card, deck
from feltlaw.table import State
from feltlaw.table.state import Dealt


def seen_bytes(state: State, role: str, name: str) -> bytes:
    return json.dumps(view(state, role, name), sort_keys=True).encode()


def visible(state: State, role: str, name: str) -> set[Card]:
    """The cards this person's view names, found in its text."""
    shown = view(state, role, name)
    faces = shown.get("round", {}).get("face_up", {})
    cards = {card for group in faces.values() for card in group}
    cards |= {card for hand in shown.get("you", {}).get("hands", {}).values() for card in hand}
    return {card for card in (*map(Card, range(53)),) if str(card) in cards}


def swapped(state: State, first: Card, second: Card) -> State:
    """The same table with two cards exchanged wherever they lie, dealt or not."""
    change = {first: second, second: first}
    decks = tuple(
        one and replace(one, order=tuple(int(change.get(Card(card), Card(card))) for card in one.order))
        for one in state.decks
    )
    state = replace(state, decks=decks)
    if state.round is None:
        return state
    dealt = tuple(Dealt(item.place, change.get(item.card, item.card)) for item in state.round.dealt)
    state = state.with_round(dealt=dealt)
    assert state.round is not None
    return state.with_round(settlement=settle_state(state)) if state.round.settlement else state


def hidden_cards(state: State, role: str, person: str) -> list[Card]:
    """The cards a person has not seen; how a hand was set tells the cards that are set."""
    assert state.round is not None
    spoken = {card for said in state.round.decisions.values() for card in " ".join(said).split()}
    seen = visible(state, role, person)
    if state.round.settlement is not None:
        # what lies in the rack was seen if it was turned up before
        seen |= {card for seat in state.round.turned_up for card in state.cards_at(f"seat {seat}")}
    everything = deck(state.submission.regulation.deck.jokers)
    return [card for card in everything if card not in seen and str(card) not in spoken]


def check_views(state: State, rng: random.Random, viewers: Sequence[tuple[str, str]]) -> int:
    """Exchanges two unseen cards for each viewer; gives how many views were looked at."""
    for role, person in viewers:
        one, other = rng.sample(hidden_cards(state, role, person), 2)
        changed, same = swapped(state, one, other), swapped(state, one, one)
        assert seen_bytes(changed, role, person) == seen_bytes(same, role, person), (role, one, other)
    return len(viewers)
