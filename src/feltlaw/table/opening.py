"""Opening the table: decks are received, inspected, verified, spread and washed; and changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from feltlaw.cards import deck as full_deck
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, only, why_not
from feltlaw.table.state import Command, Deck, Event, State

FIRST = {"received": "inspect", "inspected": "verify_inspection", "verified": "spread", "spread": "wash"}
NEXT = {"inspect": "inspected", "verify_inspection": "verified", "spread": "spread", "wash": "stacked"}
IDLE = ("closed", "opening", "shuffling")
WITH_JOKER = ("verified", "spread", "stacked", "shuffled")
"""Stages in which a second joker is taken out; a preshuffled deck comes with it."""
HOUR = 3600
SHORTEST_NONCE = 32


def commit(order: Sequence[int], nonce: str) -> str:
    """The public commitment to an order of cards: SHA-256 over the nonce and the cards' numbers."""
    return hashlib.sha256(f"{nonce}:{','.join(map(str, order))}".encode()).hexdigest()


def someone_is_here(state: State) -> bool:
    return any(player.seats and not player.left for player in state.players.values())


def decks_at(state: State, *stages: str) -> list[int]:
    return [at for at, deck in enumerate(state.decks) if deck is not None and deck.stage in stages]


def expected(state: State) -> int:
    """How many cards a deck has in play."""
    return state.submission.regulation.deck.cards


def change_due(state: State, deck: Deck) -> tuple[int, Cite] | None:
    """When a deck must be changed, and by which clause; None where the text has no limit (I-14)."""
    hand = state.deal == "hand" or deck.hand_dealt
    rules = state.submission.regulation.deck.change
    fitting = [rule for rule in rules if ("hand" if hand else state.deal) in rule.deal]
    return (deck.opened_at + fitting[0].hours * HOUR, fitting[0].cite) if fitting else None


def is_locked(state: State) -> bool:
    """Whether a round is on for which betting is closed."""
    return state.round is not None and state.round.locked and not state.round.ended


def too_old(state: State, at: int) -> Refused | None:
    """The refusal to use the deck of this round any longer, where its time is over."""
    deck = state.deck
    due = change_due(state, deck) if deck is not None and not is_locked(state) else None
    if due is None or at < due[0]:
        return None
    return Refused("this deck has been in use too long", "Change the deck.", due[1])


# ── receiving ──


def _most(state: State) -> int:
    """The cards in a new box: one more where the deck is made with two jokers (I-146)."""
    return expected(state) + (state.submission.option("cards.jokers_made") == 2)


def _receive_offers(state: State) -> Sequence[Data]:
    if state.phase not in IDLE:
        return ()
    return [
        {"deck": at, "preshuffled": False, "cards": _most(state)}
        for at, deck in enumerate(state.decks)
        if deck is None
    ]


def _check_receive(state: State, command: Command) -> Data:
    only(command.data, "deck", "preshuffled", "cards", "order", "nonce")
    at = need(command.data, "deck", int, "the number of the deck")
    law = state.submission.regulation.deck
    if not 0 <= at < len(state.decks) or state.decks[at] is not None:
        raise Refused(f"deck {at} is not wanted", f"The table uses {len(state.decks)} deck(s).", law.cite)
    cards = command.data.get("cards", _most(state))
    if type(cards) is not int or cards not in (expected(state), _most(state)):
        raise Refused(
            f"a deck of {str(cards)[:20]} cards cannot be used", f"It must have {_most(state)}.", law.cite
        )
    preshuffled = command.data.get("preshuffled", False) is True
    data = {"deck": at, "preshuffled": preshuffled, "cards": cards}
    return data | (order_of(state, command) if preshuffled else {})


def order_of(state: State, command: Command) -> dict[str, object]:
    """The order a shuffle gave: checked to be the whole deck, and committed to."""
    if state.real_cards:
        return {}
    order = need(command.data, "order", (list, tuple), "the order of the cards")
    nonce = need(command.data, "nonce", str, "the nonce of the commitment")
    wanted = sorted(int(card) for card in full_deck(state.submission.regulation.deck.jokers))
    if any(type(card) is not int for card in order) or sorted(order) != wanted:
        raise Refused("this is not a whole deck", f"An order names each of the {len(wanted)} cards once.")
    if len(nonce) < SHORTEST_NONCE or not set(nonce) <= set("0123456789abcdef"):
        raise Refused(
            "the nonce is too short or not in hexadecimal", "Use at least 128 random bits in hexadecimal."
        )
    return {"order": list(order), "nonce": nonce, "commitment": commit(order, nonce)}


def _receive(state: State, event: Event) -> State:
    data = event.data
    at = data["deck"]
    deck = Deck(
        _free_back(state, at),
        event.at,
        "shuffled" if data["preshuffled"] else "received",
        data["cards"],
        data["preshuffled"],
        order=tuple(data.get("order", ())),
        nonce=data.get("nonce", ""),
        commitment=data.get("commitment", ""),
    )
    return settle_phase(state.with_deck(at, deck))


def _free_back(state: State, at: int) -> str:
    """The colour of a deck's back: its own, or the one that is not on the table (3(b)(1))."""
    backs = state.submission.cards.deck_backs
    here = [deck.back for deck in state.decks if deck is not None]
    return next(back for back in (backs[at], *backs) if back not in here)


def settle_phase(state: State) -> State:
    """Opening lasts until every deck is stacked; then the cards are shuffled."""
    if any(deck is None or deck.stage in FIRST for deck in state.decks):
        return replace(state, phase="opening")
    return replace(state, phase="shuffling")


# ── inspect, verify, spread, wash ──


def _prepare_offers(do: str, stage: str) -> Callable[[State], Sequence[Data]]:
    def offers(state: State) -> Sequence[Data]:
        if state.phase != "opening" or (do == "wash" and not someone_is_here(state)):
            return ()
        return [
            {"deck": at}
            for at in decks_at(state, stage)
            if do != "spread" or not second_joker(state, state.decks[at])
        ]

    return offers


def second_joker(state: State, deck: Deck | None) -> Refused | None:
    """Why a deck may not be used yet: the second joker is still in it (I-146)."""
    if deck is None or deck.box_cards <= expected(state):
        return None
    cite = Cite(cite_of(state, "remove_joker").clauses, ("I-146",))
    return Refused("the deck has a second joker", "Take it out first (remove_joker).", cite)


def _check_deck(*stages: str) -> Callable[[State, Command], Data]:
    def check(state: State, command: Command) -> Data:
        only(command.data, "deck")
        at = need(command.data, "deck", int, "the number of the deck")
        if at not in decks_at(state, *stages):
            deck = state.decks[at] if 0 <= at < len(state.decks) else None
            where = deck.stage if deck else "not here"
            raise Refused(f"deck {at} is {where}", _what_next(deck), cite_of(state, command.do))
        joker = second_joker(state, state.decks[at])
        if command.do == "spread" and joker:
            raise joker
        if command.do == "verify_inspection":
            _check_other_person(state, command, at)
        return {"deck": at}

    return check


def _check_other_person(state: State, command: Command, at: int) -> None:
    """Nobody verifies his own inspection."""
    deck = state.decks[at]
    if deck is not None and deck.inspected_by == command.by.name:
        raise Refused(
            f"{shown(command.by.name)} inspected this deck himself",
            "Somebody else verifies the inspection.",
            cite_of(state, command.do),
        )


def _what_next(deck: Deck | None) -> str:
    if deck is None:
        return "Receive a deck first."
    return f"Next for it: {FIRST.get(deck.stage, 'shuffle').replace('_', ' ')}."


def _not_yet(state: State, command: Command) -> Refused | None:
    """Why a deck cannot be prepared in this way now: where it stands, or nobody is there to see it washed."""
    if state.phase != "opening":
        return None
    if command.do == "wash" and decks_at(state, "spread") and not someone_is_here(state):
        return Refused(
            "no player has had the chance to look", "Wait for the first player.", cite_of(state, "wash")
        )
    return why_not(_check_deck(*(stage for stage, do in FIRST.items() if do == command.do)), state, command)


def _prepare(state: State, event: Event) -> State:
    at = event.data["deck"]
    deck = state.decks[at]
    assert deck is not None
    inspected = event.by.name if event.kind == "inspect" else deck.inspected_by
    unwatched = deck.unwatched and event.kind != "wash"
    done = replace(deck, stage=NEXT[event.kind], inspected_by=inspected, unwatched=unwatched)
    return settle_phase(state.with_deck(at, done))


def _joker_offers(state: State) -> Sequence[Data]:
    if not has_step(state, "remove_joker") or state.phase not in (*IDLE, "idle"):
        return ()
    return [{"deck": at} for at in decks_at(state, *WITH_JOKER) if second_joker(state, state.decks[at])]


def _check_joker(state: State, command: Command) -> Data:
    found = _check_deck(*WITH_JOKER)(state, command)
    if not second_joker(state, state.decks[found["deck"]]):
        raise Refused(f"deck {found['deck']} has one joker", "Go on.", cite_of(state, "remove_joker"))
    return found


def _remove_joker(state: State, event: Event) -> State:
    deck = state.decks[event.data["deck"]]
    assert deck is not None
    return state.with_deck(event.data["deck"], replace(deck, box_cards=expected(state)))


# ── changing a deck ──


def may_be_prepared_again(state: State) -> bool:
    """Whether the cards may still be shuffled or exchanged: until betting is closed."""
    return state.phase in (*IDLE, "idle", "betting") and not is_locked(state)


def _change_offers(state: State) -> Sequence[Data]:
    if not may_be_prepared_again(state):
        return ()
    here = [at for at, deck in enumerate(state.decks) if deck is not None]
    return [{"deck": at} for at in here if state.phase != "betting" or at == state.active]


def _check_change(state: State, command: Command) -> Data:
    only(command.data, "deck")
    at = need(command.data, "deck", int, "the number of the deck")
    if at not in [offer["deck"] for offer in _change_offers(state)]:
        raise Refused(f"deck {at} cannot be taken away now", "Name the deck in use.")
    return {"deck": at}


def _change(state: State, event: Event) -> State:
    return replace(state.with_deck(event.data["deck"], None), phase="opening")


def _change_cite(state: State) -> Cite:
    due = change_due(state, state.deck) if state.decks and state.deck else None
    return due[1] if due else state.submission.regulation.deck.cite


def _rule(do: str, stage: str) -> Rule:
    roles = ("floorperson",) if do == "verify_inspection" else ("dealer",)
    return Rule(do, roles, _prepare_offers(do, stage), _check_deck(stage), _prepare, refuse=_not_yet)


RULES = (
    Rule(
        "receive_deck",
        ("floorperson",),
        _receive_offers,
        _check_receive,
        _receive,
        text="Bring a deck to the table.",
        cite=lambda state: state.submission.regulation.deck.cite,
    ),
    *(_rule(do, stage) for stage, do in FIRST.items()),
    Rule("remove_joker", ("dealer",), _joker_offers, _check_joker, _remove_joker),
    Rule(
        "change_deck",
        ("floorperson",),
        _change_offers,
        _check_change,
        _change,
        text="Take a deck off the table.",
        cite=_change_cite,
    ),
)
