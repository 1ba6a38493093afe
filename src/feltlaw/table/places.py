"""In which order cards are dealt, for each way of dealing and each game."""

from __future__ import annotations

from dataclasses import dataclass

from feltlaw.round.dealing import extra_cards
from feltlaw.submission.conditions import holds
from feltlaw.table.state import State


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the dealer places next: one card, or a stack from an automated shoe. `do` is the regulation's step."""

    do: str
    places: tuple[str, ...]
    """The place of each card, the top card of a stack last."""


def deliveries(state: State) -> tuple[Delivery, ...]:
    """Everything to be dealt this round, in order."""
    assert state.round is not None
    stacks = state.deal == "automated_shoe"
    return (*(_stacks(state) if stacks else _one_by_one(state)), *_extras(state))


def _one_by_one(state: State) -> tuple[Delivery, ...]:
    """One card at a time, clockwise from the dealer's far left (seat 1), the dealer last."""
    assert state.round is not None
    deal = state.submission.regulation.deal
    places = [f"seat {seat}" for seat in sorted(state.round.stakes)]
    if deal.dealer:
        places.append("dealer")
    return tuple(Delivery("deal_hands", (place,)) for _ in range(deal.player.most) for place in places)


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
        found.append(Delivery("deal_hands", tuple(["dealer"] * deal.dealer.most + ["rack"] * four)))
    return tuple(found)


def _extras(state: State) -> tuple[Delivery, ...]:
    assert state.round is not None
    submission = state.submission
    found = []
    if not (state.deal == "automated_shoe" and holds("four_card_stacks", submission)):
        for seat in sorted(state.round.stakes):
            fourth = extra_cards(submission, "fourth", set(state.round.stakes[seat]))
            if fourth:
                found.append(Delivery("deal_extra", (f"fourth {seat}",) * fourth.cards))
    staked = {wager for stakes in state.round.stakes.values() for wager in stakes}
    community = extra_cards(submission, "community", staked)
    if community:
        if state.deal == "automated_shoe" and not community.wagers:
            found.append(Delivery("deal_community", ("community",) * community.cards))
        else:
            found += [Delivery("deal_community", ("community",))] * community.cards
    return tuple(found)


def next_delivery(state: State) -> Delivery | None:
    """What comes next, None where everything is dealt."""
    assert state.round is not None
    taken = len([dealt for dealt in state.round.dealt if dealt.place != "found face up"])
    for delivery in deliveries(state):
        if taken < len(delivery.places):
            return delivery
        taken -= len(delivery.places)
    return None


def from_stub(delivery: Delivery) -> bool:
    """Whether these cards come from the stub after it has left an automated shoe (I-19)."""
    return delivery.do in ("deal_extra", "deal_community")
