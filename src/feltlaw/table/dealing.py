"""The deal, the stub, and what may go wrong with cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from feltlaw.cards import Card, CardError, parse_cards
from feltlaw.regulation.model import Cite
from feltlaw.round.refusal import Refused
from feltlaw.submission.conditions import holds
from feltlaw.table.places import from_stub, next_delivery
from feltlaw.table.rule import Data, Rule, cite_of, find_step, has_step, need, only
from feltlaw.table.state import Command, Dealt, Event, State


def next_cards(state: State, many: int) -> tuple[Card, ...]:
    """The next cards of the deck, where the program knows them."""
    assert state.round is not None and state.deck is not None
    return tuple(Card(number) for number in state.deck.order[state.round.taken : state.round.taken + many])


def _entered(state: State, command: Command, many: int) -> tuple[Card, ...]:
    """Cards of a real deck, as the dealer enters them."""
    assert state.round is not None
    text = need(command.data, "cards", str, "the cards")
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise Refused(str(error)) from None
    if len(cards) != many:
        raise Refused(f"{len(cards)} cards were entered", f"Enter {many}.")
    used = {dealt.card for dealt in state.round.dealt}
    for card in cards:
        if card in used:
            raise Refused(f"the {card.name} has been dealt already", "Look at the card again.")
        if card.is_joker and not state.submission.regulation.deck.jokers:
            raise Refused("there is no joker in this game", "Look at the card again.", state.submission.regulation.deck.cite)
    return cards


def _deal_offers(state: State) -> Sequence[Data]:
    if state.phase != "dealing" or state.round is None:
        return ()
    delivery = next_delivery(state)
    if delivery is None or _stub_first(state):
        return ()
    if not state.real_cards:
        return [{}]
    unused = [card for card in range(52) if Card(card) not in {d.card for d in state.round.dealt}]
    return [{"cards": " ".join(str(Card(card)) for card in unused[: len(delivery.places)])}]


def _stub_first(state: State) -> bool:
    """With an automated shoe the stub comes out before the cards that are dealt from it (I-19)."""
    delivery = next_delivery(state)
    assert state.round is not None
    return bool(
        delivery
        and from_stub(delivery)
        and state.deal == "automated_shoe"
        and has_step(state, "remove_stub")
        and not state.round.stub_out
    )


def _check_deal(state: State, command: Command) -> Data:
    only(command.data, *(("cards",) if state.real_cards else ()))
    delivery = next_delivery(state)
    assert delivery is not None
    many = len(delivery.places)
    cards = _entered(state, command, many) if state.real_cards else next_cards(state, many)
    return {
        "step": delivery.do,
        "to": [{"place": place, "card": str(card)} for place, card in zip(delivery.places, cards, strict=True)],
    }


def _deal(state: State, event: Event) -> State:
    assert state.round is not None
    new = tuple(Dealt(item["place"], parse_cards(item["card"])[0]) for item in event.data["to"])
    state = state.with_round(dealt=(*state.round.dealt, *new), taken=state.round.taken + len(new))
    return _after_deal(state)


def _after_deal(state: State) -> State:
    if next_delivery(state) is not None:
        return state
    assert state.round is not None
    held = state.deal == "automated_shoe" and holds("dealer_stack_held", state.submission)
    return replace(state, phase="stub").with_round(dealer_delivered=not held)


def _players_shown(state: State, event: Event) -> Sequence[Event]:
    """The shuffler shows the Cover All payouts once the dealer has his own hand (MA 12(e))."""
    assert state.round is not None
    if not has_step(state, "show_number_of_players") or state.phase != "stub":
        return ()
    return [Event("show_number_of_players", replace(event.by, role="device"), event.at, {"players": len(state.round.stakes)})]


def _remove_stub_offers(state: State) -> Sequence[Data]:
    if state.phase == "dealing" and _stub_first(state):
        return [{}]
    return ()


def _nothing(state: State, command: Command) -> Data:
    only(command.data)
    return {}


def _remove_stub(state: State, event: Event) -> State:
    return state.with_round(stub_out=True)


# ── the stub ──


def count_due(state: State) -> bool:
    """Whether this round's stub must be counted: the fifth since the last count, without a counting shuffler (I-13)."""
    deck = state.deck
    assert deck is not None
    step = find_step(state, "count_stub")
    if step is None or deck.counted_by_device:
        return False
    return deck.uncounted_rounds + 1 >= step.number


def _rack_stub_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "stub" and not count_due(state) else ()


def _check_rack_stub(state: State, command: Command) -> Data:
    only(command.data)
    if count_due(state):
        cite = cite_of(state, "count_stub")
        raise Refused("the stub must be counted in this round", "Count it (count_stub).", Cite(cite.clauses, ("I-13",)))
    return {}


def _rack_stub(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    state = state.with_deck(state.active, replace(deck, uncounted_rounds=deck.uncounted_rounds + 1))
    return replace(state, phase="deciding").with_round(stub_done=True)


def _expected_stub(state: State) -> int:
    assert state.round is not None
    return state.submission.regulation.deck.cards - len(state.round.dealt)


def _count_offers(state: State) -> Sequence[Data]:
    return [{"cards": _expected_stub(state)}] if state.phase == "stub" else ()


def _check_count(state: State, command: Command) -> Data:
    only(command.data, "cards", "misdealt")
    cards = need(command.data, "cards", int, "the number of cards in the stub")
    right = cards == _expected_stub(state)
    misdealt = command.data.get("misdealt")
    if not right and not isinstance(misdealt, bool):
        raise Refused(
            f"{cards} cards in the stub do not make a deck",
            "Say whether the cards were misdealt: misdealt = true or false.",
            cite_of(state, "misdealt"),
        )
    return {"cards": cards, "right": right, **({} if right else {"misdealt": misdealt})}


def _count(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    if event.data["right"]:
        state = state.with_deck(state.active, replace(deck, uncounted_rounds=0))
        return replace(state, phase="deciding").with_round(stub_done=True)
    return state


def _after_count(state: State, event: Event) -> Sequence[Event]:
    if event.data["right"]:
        return ()
    from feltlaw.table.floor import void_event

    kind = "wrong_number_of_cards" if event.data["misdealt"] else "wrong_deck_count"
    return [void_event(state, kind, event)]


def card_names(cards: Sequence[Any]) -> list[str]:
    return [str(card) for card in cards]


RULES = (
    Rule("deal", ("dealer", "device"), _deal_offers, _check_deal, _deal, step="deal_hands", then=_players_shown),
    Rule("show_number_of_players", ("device",), lambda s: (), _nothing, lambda s, e: s),
    Rule("remove_stub", ("dealer",), _remove_stub_offers, _nothing, _remove_stub),
    Rule("rack_stub", ("dealer",), _rack_stub_offers, _check_rack_stub, _rack_stub),
    Rule("count_stub", ("dealer",), _count_offers, _check_count, _count, then=_after_count),
)
