"""Looks for cards that show through a state: two unseen cards change places, and no byte of a view changes.

For tables of any kind, at any moment. Lines that were carried out stay as they are; whole rounds that are
played twice are in tests/views/test_leaks.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from feltlaw.cards import Card, deck
from feltlaw.link import LinkState
from feltlaw.table import State
from feltlaw.table.places import hand
from feltlaw.values import changed
from feltlaw.views import Look, Viewer


def seen_bytes(state: State, viewer: Viewer, links: Mapping[str, LinkState]) -> bytes:
    return Look(state, links).view_bytes(viewer)


def swapped(state: State, first: Card, second: Card) -> State:
    """The same table with two cards exchanged wherever they lie, dealt or not, set or not."""
    change = {first: second, second: first}

    def other(card: Card) -> Card:
        return change.get(card, card)

    decks = tuple(
        one and replace(one, order=tuple(int(other(Card(card))) for card in one.order)) for one in state.decks
    )
    state = changed(state, decks=decks)
    if state.round is None:
        return state
    facts = state.round.facts
    return state.with_facts(
        dealt=tuple(
            replace(item, card=None if item.card is None else other(item.card)) for item in facts.dealt
        ),
        answers={
            seat: tuple(replace(one, three=tuple(other(card) for card in one.three)) for one in answers)
            for seat, answers in facts.answers.items()
        },
    )


def hidden_cards(state: State, viewer: Viewer) -> list[Card]:
    """The cards a person has not seen: neither face up, nor in a hand of his own.

    Other cards in a hand that was set would be another setting, perhaps one that nobody may make.
    """
    assert state.round is not None
    facts = state.round.facts
    seen = {card for cards in state.round.up.values() for card in cards}
    for seat, owner in facts.players.items():
        is_set = any(one.three for one in facts.answers.get(seat, ()))
        if is_set or viewer == Viewer("player", owner):
            seen |= {card for card in state.round.cards_at(hand(seat)) if card is not None}
    everything = deck(state.submission.regulation.deck.jokers)
    return [card for card in everything if card not in seen]


def check_views(
    state: State, rng: random.Random, viewers: Sequence[Viewer], links: Mapping[str, LinkState] | None = None
) -> int:
    """Exchanges two unseen cards for each viewer; gives how many views were looked at.

    After a round the paths of its opened seal are hashes of cards nobody may see, and are not compared here.
    """
    if state.round is None or state.round.ended or state.real_cards:
        return 0
    for viewer in viewers:
        one, other = rng.sample(hidden_cards(state, viewer), 2)
        mine = seen_bytes(swapped(state, one, other), viewer, links or {})
        assert mine == seen_bytes(swapped(state, one, one), viewer, links or {}), (viewer, one, other)
    return len(viewers)
