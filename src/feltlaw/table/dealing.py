"""The deal, and the stub."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.cards import Card, CardError, parse_cards
from feltlaw.cards import deck as full_deck
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Step
from feltlaw.table.places import HELD, Delivery, next_delivery
from feltlaw.table.rule import Data, Rule, cite_of, done_in, find_step, has_step, need, nothing, only
from feltlaw.table.state import SYSTEM, Command, Dealt, Event, State


def next_cards(state: State, many: int) -> tuple[Card, ...]:
    """The next cards of the deck, where the program knows them."""
    assert state.round is not None and state.deck is not None
    return tuple(Card(number) for number in state.deck.order[state.round.taken : state.round.taken + many])


def sample_cards(state: State, many: int) -> str:
    """Cards that a dealer with a real deck might enter."""
    assert state.round is not None
    used = {dealt.card for dealt in state.round.dealt}
    unused = [card for card in full_deck(state.submission.regulation.deck.jokers) if card not in used]
    return " ".join(str(card) for card in unused[:many])


def entered(state: State, text: str, many: int) -> tuple[Card, ...]:
    """Cards of a real deck, as the dealer enters them."""
    assert state.round is not None
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise Refused(str(error), "Look at the card again.") from None
    if len(cards) != many:
        raise Refused(f"{len(cards)} cards were entered", f"Enter {many}.")
    used = {dealt.card for dealt in state.round.dealt}
    for card in cards:
        if card in used:
            raise Refused(f"the {card.name} has been dealt already", "Look at the card again.")
        if card.is_joker and not state.submission.regulation.deck.jokers:
            raise Refused(
                "there is no joker in this game",
                "Look at the card again.",
                state.submission.regulation.deck.cite,
            )
    return cards


def delivery_offers(state: State, delivery: Delivery) -> Sequence[Data]:
    """One way to deliver what comes next."""
    return [{"cards": sample_cards(state, len(delivery.places))} if state.real_cards else {}]


def _deal_offers(state: State) -> Sequence[Data]:
    if state.phase != "dealing" or state.round is None:
        return ()
    delivery = next_delivery(state)
    return () if delivery is None or _stub_first(state, delivery) else delivery_offers(state, delivery)


def _stub_first(state: State, delivery: Delivery) -> bool:
    """With an automated shoe the stub comes out before the cards that are dealt from it (I-19)."""
    assert state.round is not None
    return delivery.from_stub and has_step(state, "remove_stub") and not state.round.stub_out


def check_deal(state: State, command: Command) -> Data:
    """The cards of the next delivery, as the event records them."""
    only(command.data, *(("cards",) if state.real_cards else ()))
    delivery = next_delivery(state)
    assert delivery is not None
    many = len(delivery.places)
    if state.real_cards:
        cards = entered(state, need(command.data, "cards", str, "the cards"), many)
    else:
        cards = next_cards(state, many)
    found = {
        "step": delivery.do,
        "to": [
            {"place": place, "card": str(card)} for place, card in zip(delivery.places, cards, strict=True)
        ],
    }
    return found | ({"cover_card": "dealer"} if _covers(state, delivery) else {})


def is_covered(state: State) -> bool:
    """Whether a cover card goes on the dealer's stack in the automated shoe (MA 9(c))."""
    return state.deal == "automated_shoe" and done_in(state, "deal_hands", "under_cover_card")


def _covers(state: State, delivery: Delivery) -> bool:
    """The dealer covers his own stack once the last player has his."""
    assert state.round is not None
    return is_covered(state) and delivery.places[0] == f"seat {max(state.round.stakes)}"


def deal(state: State, event: Event) -> State:
    """The cards lie in their places; what follows depends on what is still to come."""
    assert state.round is not None
    state = count_round(state)
    assert state.round is not None
    new = tuple(Dealt(item["place"], parse_cards(item["card"])[0]) for item in event.data["to"])
    state = state.with_round(
        dealt=(*state.round.dealt, *new),
        taken=state.round.taken + len(new),
        cover_card=event.data.get("cover_card", state.round.cover_card),
    )
    delivery = next_delivery(state)
    phase = "stub" if delivery is None else "deciding" if delivery.do == HELD else "dealing"
    looks = state.round.examined or phase == "deciding" if state.round else False
    return replace(state, phase=phase).with_round(examined=looks)


def count_round(state: State) -> State:
    """With its first card a round counts for the deck, whatever becomes of it (I-13)."""
    deck = state.deck
    assert deck is not None and state.round is not None
    if state.round.taken:
        return state
    return state.with_deck(state.active, replace(deck, uncounted_rounds=deck.uncounted_rounds + 1))


def players_shown(state: State, event: Event) -> Sequence[Event]:
    """The shuffler shows the Cover All payouts once the dealer has his own hand (MA 12(e))."""
    assert state.round is not None
    own = state.submission.regulation.deal.dealer
    done = own is not None and len(state.cards_at("dealer")) == own.most
    if not has_step(state, "show_number_of_players") or not done or event.data["to"][-1]["place"] != "dealer":
        return ()
    shown = {"players": len(state.round.stakes)}
    return [Event("show_number_of_players", SYSTEM, event.at, shown)]


def _deal_step(state: State) -> Step | None:
    delivery = next_delivery(state) if state.phase == "dealing" and state.round else None
    step = find_step(state, delivery.do if delivery else "deal_hands")
    return _missing_step(state, step, delivery.places[0]) if step and delivery and delivery.missing else step


def _missing_step(state: State, step: Step, place: str) -> Step:
    """One card only, for a stack that came out one short (I-12)."""
    to = {"dealer": "your own hand", "community": "the community area"}.get(place, place)
    top = "from the stub" if has_step(state, "remove_stub") else "out of the shoe, the first of the stub"
    words = f"One card lay face up in the stack of {to}: deal the next card {top}, face down, in its place."
    return replace(step, text=words, cite=state.submission.regulation.irregularities["card_face_up"].cite)


def _why_no_deal(state: State, command: Command) -> Refused | None:
    if state.phase == "betting":
        return Refused("betting is still open", 'Call "no more bets" first.', cite_of(state, "no_more_bets"))
    if state.phase == "locked":
        return Refused(
            "the progressive chips have not been counted",
            "Count them.",
            cite_of(state, "count_progressive_chips"),
        )
    if state.phase == "dealing":
        return Refused("the stub is in the shoe", "Take it out first.", cite_of(state, "remove_stub"))
    return None


# ── the stub ──


def _remove_stub_offers(state: State) -> Sequence[Data]:
    delivery = next_delivery(state) if state.phase == "dealing" and state.round else None
    return [{}] if delivery and _stub_first(state, delivery) else ()


def count_due(state: State) -> bool:
    """Whether this stub must be counted: the fifth since the last count, no shuffler counting (I-13)."""
    deck = state.deck
    assert deck is not None
    step = find_step(state, "count_stub")
    return step is not None and deck.uncounted_rounds >= step.number


def _stub_step(state: State) -> Step | None:
    """Some texts rack the stub in the sentence that takes it out of the shoe, where it may be out already."""
    own, step = find_step(state, "rack_stub"), find_step(state, "remove_stub")
    if own is None and step is not None and state.round is not None and state.round.stub_out:
        return replace(step, text="Unless the stub is to be counted, put it in the discard rack unseen.")
    return own or step


def _rack_stub_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "stub" and not count_due(state) else ()


def must_count(state: State) -> Refused:
    """The refusal to go on without the count."""
    cite = cite_of(state, "count_stub")
    return Refused(
        "the stub must be counted in this round", "Count it (count_stub).", Cite(cite.clauses, ("I-13",))
    )


def _stub_done(state: State) -> State:
    assert state.round is not None
    racked = (*state.round.racked, "stub")
    return replace(state, phase="deciding").with_round(stub_done=True, examined=True, racked=racked)


def _expected_stub(state: State) -> int:
    """What is left of a whole deck; a card found face up is counted where it lies (I-12)."""
    assert state.round is not None
    return _whole(state) - len(state.round.dealt)


def _whole(state: State) -> int:
    return state.submission.regulation.deck.cards


def _count_offers(state: State) -> Sequence[Data]:
    """When the deal is done; and after a round that was void, before its cards are racked."""
    round_ = state.round
    if round_ is None or "stub" in round_.racked or not round_.taken:
        return ()
    void = state.phase == "racking" and round_.void and not round_.stub_counted
    return [{"cards": _expected_stub(state)}] if state.phase == "stub" or void else ()


def _check_count(state: State, command: Command) -> Data:
    only(command.data, "cards", "misdealt", "deck")
    cards = _counted(state, command, "cards", "the number of cards in the stub")
    if cards == _expected_stub(state):
        return {"cards": cards, "right": True}
    misdealt = command.data.get("misdealt")
    cite = cite_of(state, "misdealt")
    if not isinstance(misdealt, bool):
        raise Refused(
            f"{cards} cards in the stub do not make a deck",
            _say_misdealt(state),
            cite,
        )
    if not misdealt:
        return {"cards": cards, "right": False, "misdealt": False}
    if "deck" not in command.data:
        raise Refused(
            "whether the whole deck is there has not been said",
            f"Count stub, hands and rack together (deck); {_whole(state)} must be there.",
            cite,
        )
    deck = _counted(state, command, "deck", "the number of cards in the deck")
    return {"cards": cards, "right": False, "misdealt": True, "deck": deck}


def _say_misdealt(state: State) -> str:
    bonus = any(extra.wagers for extra in state.submission.regulation.deal.extra)
    first = " Bonus cards wrongly dealt are put right first (correct_bonus_cards)." if bonus else ""
    return f"Say whether the cards were misdealt: misdealt = true or false.{first}"


def _counted(state: State, command: Command, key: str, what: str) -> int:
    found: int = need(command.data, key, int, what)
    if not 0 <= found <= 2 * _whole(state):
        raise Refused(
            f"nobody can have counted {found} cards",
            f"Count again; a deck has {_whole(state)}.",
            cite_of(state, "count_stub"),
        )
    return found


def _is_whole(state: State, event: Event) -> bool:
    """Whether a count showed that no card of the deck is missing and none too many."""
    return event.data["right"] is True or event.data.get("deck") == _whole(state)


def _count(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None and state.round is not None
    state = state.with_round(stub_counted=True)
    if _is_whole(state, event):
        state = state.with_deck(state.active, replace(deck, uncounted_rounds=0))
    elif state.round is not None and state.round.void:
        state = state.with_round(deck_incomplete=True)
    return _stub_done(state) if event.data["right"] and state.phase == "stub" else state


def _after_count(state: State, event: Event) -> Sequence[Event]:
    assert state.round is not None
    if event.data["right"] or state.round.void:
        return ()
    from feltlaw.table.floor import void_event

    kind = "wrong_number_of_cards" if _is_whole(state, event) else "wrong_deck_count"
    return [void_event(state, kind, event)]


RULES = (
    Rule(
        "deal",
        ("dealer", "device"),
        _deal_offers,
        check_deal,
        deal,
        step=_deal_step,
        then=players_shown,
        refuse=_why_no_deal,
        roles_now=lambda state: ("dealer", "device") if state.deal == "automated_shoe" else ("dealer",),
    ),
    Rule("show_number_of_players", ("device",), lambda state: (), nothing, lambda state, event: state),
    Rule(
        "remove_stub",
        ("dealer",),
        _remove_stub_offers,
        nothing,
        lambda state, event: state.with_round(stub_out=True),
    ),
    Rule(
        "rack_stub",
        ("dealer",),
        _rack_stub_offers,
        nothing,
        lambda state, event: _stub_done(state),
        step=_stub_step,
        refuse=lambda state, command: must_count(state) if state.phase == "stub" else None,
    ),
    Rule("count_stub", ("dealer",), _count_offers, _check_count, _count, then=_after_count),
)
