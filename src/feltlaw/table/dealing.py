"""The deal: card by card, stack by stack, or all that is to come at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from feltlaw.cards import Card
from feltlaw.cards import deck as full_deck
from feltlaw.event import SYSTEM, Event, Happening
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Step
from feltlaw.schema import Few
from feltlaw.table.deliveries import HELD, Delivery, next_delivery, to_come
from feltlaw.table.places import DEALER, Place, hand
from feltlaw.table.rule import (
    Following,
    Kind,
    Moment,
    Way,
    cite_of,
    done_in,
    find_step,
    has_step,
    rule_of,
)
from feltlaw.table.state import Count, Dealt, Name, State, Word
from feltlaw.values import changed


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals what comes next, or everything up to the next thing somebody else must do."""

    all: bool = False


@dataclass(frozen=True, slots=True)
class DeliverDealerStack:
    """The dealer's stack, held in the shoe so far, is delivered."""


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Cards came to their places, in this order."""

    steps: Annotated[tuple[Name, ...], Few(10)]
    """The regulation's steps this was."""
    to: Annotated[tuple[Dealt, ...], Few(200)]
    first: bool = False
    """Whether the first card of the round is among them."""
    complete: bool = False
    """Whether the players may look at their cards from now on."""
    cover_card: Word = ""


@dataclass(frozen=True, slots=True)
class NumberOfPlayersShown:
    """The shuffler shows the payouts for so many players (MA 12(e))."""

    players: Count


def next_cards(state: State, many: int) -> tuple[Card | None, ...]:
    """The next cards of the deck; None for those of a real one, which nobody knows."""
    deck, taken = state.deck, state.played.dealing.taken
    assert deck is not None
    if state.real_cards:
        return (None,) * many
    return tuple(Card(number) for number in deck.order[taken : taken + many])


def unseen(state: State) -> list[Card]:
    """The cards that are not known to lie anywhere."""
    known = {one.card for one in state.played.facts.dealt}
    return [card for card in full_deck(state.submission.regulation.deck.jokers) if card not in known]


def entered(state: State, cards: Sequence[Card], many: int) -> tuple[Card, ...]:
    """Cards of a real deck, as the dealer enters them; refused where they cannot be there."""
    law = state.submission.regulation.deck
    if len(cards) != many:
        raise Refused(f"{len(cards)} cards were entered", f"Enter {many}.", law.cite)
    left = unseen(state)
    for at, card in enumerate(cards):
        if card.is_joker and not law.jokers:
            raise Refused("there is no joker in this game", "Look at the card again.", law.cite)
        if card not in left or card in cards[:at]:
            raise Refused(f"the {card.name} lies elsewhere already", "Look at the card again.", law.cite)
    return tuple(cards)


def stub_first(state: State, delivery: Delivery) -> bool:
    """With an automated shoe the stub comes out before the cards that are dealt from it (I-19)."""
    return delivery.from_stub and has_step(state, "remove_stub") and not state.played.dealing.stub


def out_of_the_shoe(state: State, delivery: Delivery) -> bool:
    """Whether an automated shoe dispenses it: not what is dealt from a stub that leaves the shoe first."""
    from_stub = delivery.from_stub and has_step(state, "remove_stub")
    return state.deal == "automated_shoe" and not from_stub


def _no_deal(state: State) -> Refused | None:
    if state.phase == "betting":
        return Refused("betting is still open", 'Call "no more bets" first.', cite_of(state, "no_more_bets"))
    if state.phase == "locked":
        cite = cite_of(state, "count_progressive_chips")
        return Refused("the progressive chips have not been counted", "Count them.", cite)
    if state.phase != "dealing":
        return Refused("there is nothing to deal now", "Go on with the round.", cite_of(state, "deal_hands"))
    delivery = next_delivery(state)
    if delivery is None or stub_first(state, delivery):
        return Refused("the stub is in the shoe", "Take it out first.", cite_of(state, "remove_stub"))
    return None


def _deal(state: State, data: Deal, moment: Moment) -> Happening:
    due = to_come(state)
    taken = [due[0]]
    if data.all:
        taken = []
        for delivery in due:
            if delivery.do == HELD or stub_first(state, delivery):
                break
            taken.append(delivery)
    return _dealing(state, taken, due)


def deliver(state: State, data: DeliverDealerStack, moment: Moment) -> Happening:
    due = to_come(state)
    return _dealing(state, [due[0]], due)


def _dealing(state: State, taken: Sequence[Delivery], due: Sequence[Delivery]) -> Happening:
    places = [place for delivery in taken for place in delivery.places]
    cards = next_cards(state, len(places))
    rest = due[len(taken) :]
    return Happening(
        CardsDealt(
            tuple(dict.fromkeys(delivery.do for delivery in taken)),
            tuple(Dealt(place, card) for place, card in zip(places, cards, strict=True)),
            first=not state.played.dealing.taken,
            complete=bool(rest) and rest[0].do == HELD,
            cover_card="dealer" if any(_covers(state, delivery) for delivery in taken) else "",
        )
    )


def is_covered(state: State) -> bool:
    """Whether a cover card goes on the dealer's stack in the automated shoe (MA 9(c))."""
    return state.deal == "automated_shoe" and done_in(state, "deal_hands", "under_cover_card")


def _covers(state: State, delivery: Delivery) -> bool:
    """The dealer covers his own stack once the last player has his."""
    return is_covered(state) and delivery.places[0] == hand(max(state.played.facts.stakes))


def dealt(state: State, data: CardsDealt, event: Event) -> State:
    """The cards lie in their places; with its first card a round counts for the deck (I-13)."""
    if data.first:
        state = counted_round(state)
    round_ = state.played
    state = state.with_facts(dealt=(*round_.facts.dealt, *data.to))
    dealing = round_.dealing
    return state.dealing_on(
        taken=dealing.taken + len(data.to),
        complete=dealing.complete or data.complete,
        cover_card=data.cover_card or dealing.cover_card,
    )


def counted_round(state: State) -> State:
    """The deck has been dealt once more without a count."""
    deck = state.deck
    assert deck is not None
    return state.with_deck(state.active, changed(deck, uncounted_rounds=deck.uncounted_rounds + 1))


def players_shown(state: State, data: CardsDealt, event: Event, moment: Moment) -> list[Following]:
    """The shuffler shows the Cover All payouts once the dealer has his own hand (MA 12(e))."""
    own = state.submission.regulation.deal.dealer
    came = any(one.place == DEALER for one in data.to)
    if own is None or not came or not has_step(state, "show_number_of_players"):
        return []
    if len(state.played.cards_at(DEALER)) != own.most:
        return []
    shown = NumberOfPlayersShown(len(state.played.facts.stakes))
    return [Following("show_number_of_players", Happening(shown), SYSTEM)]


def _deal_step(state: State) -> Step | None:
    delivery = next_delivery(state) if state.phase == "dealing" else None
    step = find_step(state, delivery.do if delivery else "deal_hands")
    if step and delivery and delivery.missing:
        return _missing_step(state, step, delivery.places[0])
    return step


def _missing_step(state: State, step: Step, place: Place) -> Step:
    """One card only, for a stack that came out one short (I-12)."""
    to = {"dealer": "your own hand", "community": "the community area"}.get(place.group, place.words)
    top = "from the stub" if has_step(state, "remove_stub") else "out of the shoe, the first of the stub"
    words = f"One card lay face up in the stack of {to}: deal the next card {top}, face down, in its place."
    return replace(step, text=words, cite=state.submission.regulation.irregularities["card_face_up"].cite)


def _deal_ways(state: State) -> list[Way]:
    return [Way(Deal(), choose={"all": {"enum": [False, True]}})]


RULES = (
    rule_of(
        Deal,
        CardsDealt,
        phases=("betting", "locked", "dealing"),
        offered=("dealing",),
        when=_no_deal,
        decide=_deal,
        apply=dealt,
        then=players_shown,
        ways=_deal_ways,
        step=_deal_step,
    ),
)
KINDS = (Kind("show_number_of_players", NumberOfPlayersShown),)
