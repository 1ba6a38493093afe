"""In which order cards are dealt, for each way of dealing and each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from feltlaw.round.dealing import extra_cards
from feltlaw.submission.conditions import holds
from feltlaw.table.rule import has_step
from feltlaw.table.state import State

FACE_UP = "found face up"
HELD = "deliver_dealer_stack"


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the dealer places next: one card, or a stack from an automated shoe. `do` is the step."""

    do: str
    places: tuple[str, ...]
    """The place of each card, the top card of a stack last."""
    from_stub: bool = False
    """Whether these cards come from the stub after it has left an automated shoe (I-19)."""
    missing: bool = False
    """Whether it is the card that a stack lacks because it lay face up (I-12)."""


def deliveries(state: State) -> tuple[Delivery, ...]:
    """Everything to be dealt this round, in order."""
    if state.deal != "automated_shoe":
        return (*_one_by_one(state), *_extras(state))
    return _shortened(state, (*_stacks(state), *_extras(state)))


def _one_by_one(state: State) -> tuple[Delivery, ...]:
    """One card at a time, clockwise from the dealer's far left (seat 1), the dealer last."""
    assert state.round is not None
    deal = state.submission.regulation.deal
    places = [f"seat {seat}" for seat in sorted(state.round.stakes)]
    if deal.dealer:
        places.append("dealer")
    return tuple(Delivery("deal_hands", (place,)) for _ in range(deal.player.most) for place in places)


def is_held(state: State) -> bool:
    """Whether the dealer's stack stays in the automated shoe until the forfeits are cleared (MA 9(c)(2))."""
    return state.deal == "automated_shoe" and has_step(state, "hold_dealer_stack")


def _stacks(state: State) -> tuple[Delivery, ...]:
    """A whole hand at a time; with stacks of four the top card is a fourth card or goes to the rack."""
    assert state.round is not None
    deal = state.submission.regulation.deal
    four = holds("four_card_stacks", state.submission)
    found = []
    for seat in sorted(state.round.stakes):
        places = [f"seat {seat}"] * deal.player.most
        if four:
            fourth = extra_cards(state.submission, "fourth", set(state.round.stakes[seat]))
            places.append(f"fourth {seat}" if fourth else "rack")
        found.append(Delivery("deal_hands", tuple(places)))
    if deal.dealer:
        places = ["dealer"] * deal.dealer.most + ["rack"] * four
        found.append(Delivery(HELD if is_held(state) else "deal_hands", tuple(places)))
    return tuple(found)


def _extras(state: State) -> tuple[Delivery, ...]:
    assert state.round is not None
    submission = state.submission
    stacks = state.deal == "automated_shoe"
    found = []
    if not (stacks and holds("four_card_stacks", submission)):
        for seat in sorted(state.round.stakes):
            fourth = extra_cards(submission, "fourth", set(state.round.stakes[seat]))
            if fourth:
                found.append(Delivery("deal_extra", (f"fourth {seat}",) * fourth.cards, stacks))
    staked = {wager for stakes in state.round.stakes.values() for wager in stakes}
    community = extra_cards(submission, "community", staked)
    if community and stacks and not community.wagers:
        found.append(Delivery("deal_community", ("community",) * community.cards))
    elif community:
        found += [Delivery("deal_community", ("community",), stacks)] * community.cards
    return tuple(found)


def _shortened(state: State, due: Sequence[Delivery]) -> tuple[Delivery, ...]:
    """A stack in which a card lay face up comes out one short; the stub's first card is for it (I-12)."""
    assert state.round is not None
    places = [dealt.place for dealt in state.round.dealt]
    if FACE_UP not in places:
        return tuple(due)
    before = places.index(FACE_UP)
    found, missing = [], []
    for delivery in due:
        if before == 0 and len(delivery.places) > 1 and not delivery.from_stub:
            found.append(replace(delivery, places=delivery.places[1:]))
            missing.append(Delivery(delivery.do, delivery.places[:1], from_stub=True, missing=True))
        else:
            found.append(delivery)
        before -= len(delivery.places)
    shoe = [delivery for delivery in found if not delivery.from_stub]
    return (*shoe, *missing, *found[len(shoe) :])


def next_delivery(state: State) -> Delivery | None:
    """What comes next, None where everything is dealt."""
    assert state.round is not None
    taken = len([dealt for dealt in state.round.dealt if dealt.place != FACE_UP])
    for delivery in deliveries(state):
        if taken < len(delivery.places):
            return delivery
        taken -= len(delivery.places)
    return None
