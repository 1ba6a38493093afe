"""The seal of a deck, opened after the round: to each what he saw or held (I-155)."""

from __future__ import annotations

from collections.abc import Iterable

from feltlaw.cards import Card
from feltlaw.seal import Opened, open_cards
from feltlaw.table.places import hand
from feltlaw.table.state import Deck, RoundState, State
from feltlaw.views.parts import SealView


def played_deck(state: State) -> Deck | None:
    """The deck of a round, while it goes on or until it is shuffled again; None for a real one."""
    decks = state.decks
    if state.round is not None and not state.round.ended:
        found = state.deck
    else:
        found = next((deck for deck in decks if deck is not None and deck.stage == "used"), None)
    return found if found is not None and found.order else None


def shown_seal(round_: RoundState, deck: Deck) -> SealView:
    """The cards that everybody has seen in a round, each with its proof."""
    seen = {card for cards in round_.up.values() for card in cards}
    return SealView(deck.root, _opened(deck, _places(round_, seen)))


def held_seal(round_: RoundState, deck: Deck, account: str) -> tuple[Opened, ...]:
    """The cards that a player held and not everybody has seen."""
    if not round_.dealing.complete:
        return ()
    seen = {card for cards in round_.up.values() for card in cards}
    own = {
        card
        for seat, player in round_.facts.players.items()
        if player == account
        for card in round_.known_at(hand(seat))
    }
    return _opened(deck, _places(round_, own - seen))


def whole_seal(deck: Deck) -> SealView:
    """All cards of a deck, for an auditor."""
    return SealView(deck.root, _opened(deck, range(len(deck.order))))


def _places(round_: RoundState, cards: set[Card]) -> list[int]:
    """Which cards from the top of the deck these were: a round takes them in order, wherever they go."""
    return [at for at, dealt in enumerate(round_.facts.dealt) if dealt.card in cards]


def _opened(deck: Deck, places: Iterable[int]) -> tuple[Opened, ...]:
    return open_cards(deck.sealed_order, deck.secret, [deck.sealed_place(at) for at in places])
