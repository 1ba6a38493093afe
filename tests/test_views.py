"""Nobody's view holds a card he may not see: change an unseen card, and no byte of the view changes."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from feltlaw.cards import Card, deck
from feltlaw.regulation import regulation_ids
from feltlaw.table import State, apply, start
from feltlaw.table.state import Dealt
from feltlaw.views import VIEWERS, view
from tools.goldens import PLAYERS, names, play_golden


def viewers() -> list[tuple[str, str]]:
    return [(role, name) for role in VIEWERS for name in (PLAYERS.values() if role == "player" else [""])]


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
    return state.with_round(dealt=dealt)


@pytest.mark.parametrize("name", names())
def test_an_unseen_card_changes_no_view(name: str) -> None:
    """At every moment before settlement; then the lines themselves tell what was turned up."""
    table = play_golden(name)
    rng = random.Random(name)
    state = start(table.submission)
    checked = 0
    for event in table.events:
        state = apply(state, event)
        if state.round is None or state.round.settlement is not None:
            continue
        for role, person in viewers():
            known = visible(state, role, person)
            spoken = {card for said in state.round.decisions.values() for card in " ".join(said).split()}
            hidden = [
                c
                for c in deck(table.submission.regulation.deck.jokers)
                if c not in known and str(c) not in spoken
            ]
            one, other = rng.sample(hidden, 2)
            assert seen_bytes(swapped(state, one, other), role, person) == seen_bytes(state, role, person)
            checked += 1
    assert checked > 60


@pytest.mark.parametrize("name", names())
def test_settlement_shows_only_what_was_turned_up(name: str) -> None:
    """Hands not yet turned up stay unseen by everybody but their owners."""
    table = play_golden(name)
    state = start(table.submission)
    for event in table.events:
        state = apply(state, event)
        round_ = state.round
        if round_ is None or round_.settlement is None:
            continue
        for role, person in viewers():
            shown = visible(state, role, person)
            for seat, owner in round_.players.items():
                hand = set(state.cards_at(f"seat {seat}"))
                if seat not in round_.turned_up and owner != person:
                    assert not hand & shown, (event.kind, role, person, seat)


@pytest.mark.parametrize("name", names())
def test_players_see_their_own_hand_only_after_the_deal(name: str) -> None:
    table = play_golden(name)
    state = start(table.submission)
    before = after = 0
    for event in table.events:
        state = apply(state, event)
        for person in PLAYERS.values():
            hands = view(state, "player", person)["you"]["hands"]
            if state.phase in ("dealing", "stub"):
                assert hands == {}
                before += 1
            if state.phase == "deciding":
                assert len(hands) == 1
                after += 1
    assert before and after


def test_the_nonce_and_the_order_are_in_no_view() -> None:
    for name in names():
        table = play_golden(name)
        state = start(table.submission)
        for event in table.events:
            state = apply(state, event)
            for role, person in viewers():
                text = seen_bytes(state, role, person).decode()
                assert all(not one or not one.nonce or one.nonce not in text for one in state.decks)
                assert '"order"' not in text


def test_there_are_five_kinds_of_view() -> None:
    state = play_golden(f"{regulation_ids()[0]}-hand").state
    with pytest.raises(ValueError, match="no view for a stranger"):
        view(state, "stranger")
