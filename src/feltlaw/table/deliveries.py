"""In which order cards are dealt, for each way of dealing and each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from feltlaw.money import Cents
from feltlaw.round.dealing import extra_cards
from feltlaw.submission.conditions import holds
from feltlaw.table.places import COMMUNITY, DEALER, FACE_UP, RACK, Place, fourth, hand
from feltlaw.table.rule import has_step
from feltlaw.table.state import State
from feltlaw.values import memo, quick

HELD = "deliver_dealer_stack"


@quick
@dataclass(frozen=True, slots=True)
class Delivery:
    """What the dealer places next: one card, or a stack from an automated shoe. `do` is the step."""

    do: str
    places: tuple[Place, ...]
    """The place of each card, the top card of a stack last."""
    from_stub: bool = False
    """Whether these cards come from the stub after it has left an automated shoe (I-19)."""
    missing: bool = False
    """Whether it is the card that a stack lacks because it lay face up (I-12)."""


Boxes = Mapping[int, Mapping[str, Cents]]


def deliveries(state: State) -> tuple[Delivery, ...]:
    """Everything to be dealt this round, in order."""
    due = planned(state, state.played.facts.stakes)
    return _shortened(state, due) if state.deal == "automated_shoe" else due


def planned(state: State, boxes: Boxes) -> tuple[Delivery, ...]:
    """What a round with these wagers would be dealt, in order, if no card lies face up."""
    hands = _stacks(state, boxes) if state.deal == "automated_shoe" else _one_by_one(state, boxes)
    return (*hands, *_extras(state, boxes))


def _one_by_one(state: State, boxes: Boxes) -> tuple[Delivery, ...]:
    """One card at a time, clockwise from the dealer's far left (seat 1), the dealer last."""
    deal = state.submission.regulation.deal
    places = [hand(seat) for seat in sorted(boxes)]
    if deal.dealer:
        places.append(DEALER)
    return _times_round(tuple(places), deal.player.most)


@lru_cache(maxsize=256)
def _times_round(places: tuple[Place, ...], times: int) -> tuple[Delivery, ...]:
    return tuple(Delivery("deal_hands", (place,)) for _ in range(times) for place in places)


def is_held(state: State) -> bool:
    """Whether the dealer's stack stays in the automated shoe until the forfeits are cleared (MA 9(c)(2))."""
    return state.deal == "automated_shoe" and has_step(state, "hold_dealer_stack")


def _stacks(state: State, boxes: Boxes) -> tuple[Delivery, ...]:
    """A whole hand at a time; with stacks of four the top card is a fourth card or goes to the rack."""
    deal = state.submission.regulation.deal
    four = holds("four_card_stacks", state.submission)
    found = []
    for seat in sorted(boxes):
        places = [hand(seat)] * deal.player.most
        if four:
            due = extra_cards(state.submission, "fourth", set(boxes[seat]))
            places.append(fourth(seat) if due else RACK)
        found.append(Delivery("deal_hands", tuple(places)))
    if deal.dealer:
        places = [DEALER] * deal.dealer.most + [RACK] * four
        found.append(Delivery(HELD if is_held(state) else "deal_hands", tuple(places)))
    return tuple(found)


def _extras(state: State, boxes: Boxes) -> tuple[Delivery, ...]:
    submission = state.submission
    stacks = state.deal == "automated_shoe"
    found = []
    if not (stacks and holds("four_card_stacks", submission)):
        for seat in sorted(boxes):
            due = extra_cards(submission, "fourth", set(boxes[seat]))
            if due:
                found.append(Delivery("deal_extra", (fourth(seat),) * due.cards, stacks))
    community = extra_cards(submission, "community", {wager for box in boxes.values() for wager in box})
    if community and stacks and not community.wagers:
        found.append(Delivery("deal_community", (COMMUNITY,) * community.cards))
    elif community:
        found += [Delivery("deal_community", (COMMUNITY,), stacks)] * community.cards
    return tuple(found)


def _shortened(state: State, due: Sequence[Delivery]) -> tuple[Delivery, ...]:
    """A stack in which a card lay face up comes out one short; the stub's first card is for it (I-12)."""
    places = [dealt.place for dealt in state.played.facts.dealt]
    if FACE_UP not in places:
        return tuple(due)
    before = places.index(FACE_UP)
    found, missing = [], []
    for delivery in due:
        if before == 0 and not delivery.from_stub:
            found.append(replace(delivery, places=delivery.places[1:]))
            missing.append(Delivery(delivery.do, delivery.places[:1], from_stub=True, missing=True))
        else:
            found.append(delivery)
        before -= len(delivery.places)
    shoe = [delivery for delivery in found if not delivery.from_stub]
    return (*shoe, *missing, *found[len(shoe) :])


def to_come(state: State) -> tuple[Delivery, ...]:
    """What is still to be dealt, in order."""
    return memo(state, "to_come", _to_come)


def _to_come(state: State) -> tuple[Delivery, ...]:
    taken = sum(dealt.place != FACE_UP for dealt in state.played.facts.dealt)
    due = deliveries(state)
    for at, delivery in enumerate(due):
        if taken < len(delivery.places):
            return due[at:]
        taken -= len(delivery.places)
    return ()


def next_delivery(state: State) -> Delivery | None:
    """What comes next, None where everything is dealt."""
    return next(iter(to_come(state)), None)
