"""Decks: the order on record against its seal, the cuts, and the cards that came from it."""

from __future__ import annotations

from collections import deque

from feltlaw.audit.money import Wrong
from feltlaw.event import Event
from feltlaw.seal import SECRET_DIGITS, root_of
from feltlaw.table import State
from feltlaw.table.opening import Sealed
from feltlaw.table.state import Deck

REMEMBERED = 1000
"""So many secrets of decks are remembered; one that comes twice was not drawn."""


class Secrets:
    """The secrets of the last decks."""

    def __init__(self) -> None:
        self._last: deque[str] = deque(maxlen=REMEMBERED)
        self._known: set[str] = set()

    def check(self, event: Event) -> bool:
        """Whether an event sealed a deck; raises `Wrong` where its secret was used before."""
        sealed = getattr(event.data, "sealed", None)
        if not isinstance(sealed, Sealed) or not sealed.order:
            return False
        if len(sealed.secret) != SECRET_DIGITS or sealed.secret in self._known:
            raise Wrong("the secret of this deck's seal is not one that was drawn for it")
        if len(self._last) == REMEMBERED:
            self._known.discard(self._last[0])
        self._last.append(sealed.secret)
        self._known.add(sealed.secret)
        return True


def check_root(event: Event) -> None:
    """The order of a deck is the one its seal stands for."""
    sealed = getattr(event.data, "sealed", None)
    if isinstance(sealed, Sealed) and sealed.order:
        try:
            same = root_of(sealed.order, sealed.secret) == sealed.root
        except ValueError:
            same = False
        if not same:
            raise Wrong("the order of the cards is not the one that the seal stands for")


def check_dealt(before: State, after: State) -> None:
    """The cards that came from the deck are the next of its order, as it was cut."""
    round_, deck = after.round, before.deck
    if round_ is None or deck is None or not deck.order or before.round is None:
        return
    known = len(before.round.facts.dealt) if before.round.number == round_.number else 0
    came = round_.facts.dealt[known:]
    taken = before.round.dealing.taken
    next_ = deck.order[taken : taken + len(came)]
    if [None if one.card is None else int(one.card) for one in came] != list(next_) and came:
        raise Wrong("the cards that were dealt are not the next ones of the deck")


def check_cuts(deck: Deck | None) -> None:
    """A deck that was cut is still the one that was sealed."""
    if deck is not None and deck.order and root_of(deck.sealed_order, deck.secret) != deck.root:
        raise Wrong("the deck of this round is not the one that was sealed, however it was cut")
