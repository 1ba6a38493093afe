"""Opening the table: decks are received, inspected, verified, spread, washed, shuffled, cut and placed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from feltlaw.cards import deck as full_deck
from feltlaw.regulation.model import Cite
from feltlaw.round.refusal import Refused
from feltlaw.submission.conditions import holds
from feltlaw.table.rule import Data, Rule, cite_of, find_step, has_step, need, only
from feltlaw.table.state import Command, Deck, Event, RoundState, State

FIRST = {"received": "inspect", "inspected": "verify_inspection", "verified": "spread", "spread": "wash"}
NEXT = {"inspect": "inspected", "verify_inspection": "verified", "spread": "spread", "wash": "stacked"}
IDLE = ("closed", "opening", "shuffling")
HOUR = 3600


def commit(order: Sequence[int], nonce: str) -> str:
    """The public commitment to an order of cards: SHA-256 over the nonce and the cards' numbers."""
    return hashlib.sha256(f"{nonce}:{','.join(map(str, order))}".encode()).hexdigest()


def _someone_is_here(state: State) -> bool:
    return any(player.seats and not player.left for player in state.players.values())


def _decks_at(state: State, *stages: str) -> list[int]:
    return [at for at, deck in enumerate(state.decks) if deck is not None and deck.stage in stages]


def _expected(state: State) -> int:
    return state.submission.regulation.deck.cards


# ── receiving ──


def _receive_offers(state: State) -> Sequence[Data]:
    if state.phase not in IDLE:
        return ()
    extra = state.submission.option("cards.jokers_made") == 2
    return [
        {"deck": at, "preshuffled": False, "cards": _expected(state) + extra}
        for at, deck in enumerate(state.decks)
        if deck is None
    ]


def _check_receive(state: State, command: Command) -> Data:
    only(command.data, "deck", "preshuffled", "cards", "order", "nonce")
    at = need(command.data, "deck", int, "the number of the deck")
    if not 0 <= at < len(state.decks) or state.decks[at] is not None:
        raise Refused(f"deck {at} is not wanted", f"The table uses {len(state.decks)} deck(s).", state.submission.regulation.deck.cite)
    cards = command.data.get("cards", _expected(state))
    most = _expected(state) + (state.submission.option("cards.jokers_made") == 2)
    if cards not in (_expected(state), most):
        raise Refused(f"a deck of {cards} cards cannot be used", f"It must have {most}.", state.submission.regulation.deck.cite)
    preshuffled = command.data.get("preshuffled", False) is True
    data = {"deck": at, "preshuffled": preshuffled, "cards": cards}
    return data | (_order(state, command) if preshuffled else {})


def _order(state: State, command: Command) -> dict[str, object]:
    """The order a shuffle gave: checked to be the whole deck, and committed to."""
    if state.real_cards:
        return {}
    order = need(command.data, "order", (list, tuple), "the order of the cards")
    nonce = need(command.data, "nonce", str, "the nonce of the commitment")
    wanted = sorted(int(card) for card in full_deck(state.submission.regulation.deck.jokers))
    if sorted(order) != wanted:
        raise Refused("this is not a whole deck", f"An order names each of the {len(wanted)} cards once.")
    if len(nonce) < 32:
        raise Refused("the nonce is too short", "Use at least 128 random bits in hexadecimal.")
    return {"order": list(order), "nonce": nonce, "commitment": commit(order, nonce)}


def _receive(state: State, event: Event) -> State:
    data = event.data
    at = data["deck"]
    deck = Deck(
        state.submission.cards.deck_backs[at],
        event.at,
        "shuffled" if data["preshuffled"] else "received",
        data["cards"],
        data["preshuffled"],
        order=tuple(data.get("order", ())),
        nonce=data.get("nonce", ""),
        commitment=data.get("commitment", ""),
    )
    return _settle_phase(replace(state, phase="opening").with_deck(at, deck))


def _settle_phase(state: State) -> State:
    """Opening lasts until every deck is stacked; then the cards are shuffled."""
    if any(deck is None or deck.stage in FIRST for deck in state.decks):
        return replace(state, phase="opening")
    return replace(state, phase="shuffling")


# ── inspect, verify, spread, wash ──


def _prepare_offers(do: str, stage: str) -> object:
    def offers(state: State) -> Sequence[Data]:
        if state.phase != "opening":
            return ()
        if do == "wash" and not _someone_is_here(state):
            return ()
        if do == "spread" and any(state.decks[at].box_cards > _expected(state) for at in _decks_at(state, stage)):  # type: ignore[union-attr]
            return ()
        return [{"deck": at} for at in _decks_at(state, stage)]

    return offers


def _check_deck(*stages: str) -> object:
    def check(state: State, command: Command) -> Data:
        only(command.data, "deck")
        at = need(command.data, "deck", int, "the number of the deck")
        if at not in _decks_at(state, *stages):
            deck = state.decks[at] if 0 <= at < len(state.decks) else None
            where = deck.stage if deck else "not here"
            raise Refused(f"deck {at} is {where}", _what_next(state, deck), cite_of(state, command.do))
        return {"deck": at}

    return check


def _what_next(state: State, deck: Deck | None) -> str:
    if deck is None:
        return "Receive a deck first."
    return f"Next for it: {FIRST.get(deck.stage, 'shuffle').replace('_', ' ')}."


def _prepare(state: State, event: Event) -> State:
    at = event.data["deck"]
    deck = state.decks[at]
    assert deck is not None
    return _settle_phase(state.with_deck(at, replace(deck, stage=NEXT[event.kind])))


def _joker_offers(state: State) -> Sequence[Data]:
    if not has_step(state, "remove_joker") or state.phase not in IDLE:
        return ()
    return [
        {"deck": at}
        for at, deck in enumerate(state.decks)
        if deck is not None and deck.box_cards > _expected(state) and deck.stage in ("verified", "shuffled")
    ]


def _remove_joker(state: State, event: Event) -> State:
    deck = state.decks[event.data["deck"]]
    assert deck is not None
    return state.with_deck(event.data["deck"], replace(deck, box_cards=_expected(state)))


# ── shuffle and cut ──


def _shuffle_offers(state: State) -> Sequence[Data]:
    if state.phase == "closed" or state.phase == "opening":
        return ()
    waiting = _decks_at(state, "stacked") + (_decks_at(state, "used") if _rack_is_clear(state) else [])
    if state.phase != "shuffling":
        waiting = [at for at in waiting if at != state.active and state.shuffle == "automated"]
    return [{"deck": at, **({} if state.real_cards else _SAMPLE[state.submission.regulation.deck.jokers])} for at in waiting]


def _rack_is_clear(state: State) -> bool:
    return state.round is None or state.round.ended


_SAMPLE = {
    jokers: {"order": [int(card) for card in full_deck(jokers)], "nonce": "0" * 32} for jokers in (0, 1)
}


def _check_shuffle(state: State, command: Command) -> Data:
    only(command.data, "deck", "order", "nonce", "counted")
    at = need(command.data, "deck", int, "the number of the deck")
    if at not in [offer["deck"] for offer in _shuffle_offers(state)]:
        raise Refused(f"deck {at} is not to be shuffled now", "Shuffle a stacked deck.", cite_of(state, "shuffle"))
    counted = command.data.get("counted", _expected(state))
    return {"deck": at, "counted": counted, **_order(state, command)}


def _shuffle(state: State, event: Event) -> State:
    data = event.data
    deck = state.decks[data["deck"]]
    assert deck is not None
    counts = state.submission.cards.shuffler_counts_cards and state.shuffle != "manual"
    if counts and data["counted"] != _expected(state):
        return replace(state.with_deck(data["deck"], None), phase="opening" if state.round is None or state.round.ended else state.phase)
    loaded = holds("shuffler_loads_shoe", state.submission) and state.shuffle != "manual"
    done = replace(
        deck,
        stage="shuffled",
        preshuffled=False,
        order=tuple(data.get("order", ())),
        nonce=data.get("nonce", ""),
        commitment=data.get("commitment", ""),
        counted_by_device=counts,
    )
    state = state.with_deck(data["deck"], done)
    if loaded and data["deck"] == state.active and state.phase == "shuffling" and state.deal != "hand":
        return _place(state, event)
    return state


def must_be_cut(state: State, deck: Deck) -> bool:
    """Cards shuffled by hand, or preshuffled, are cut; a reshuffling device needs none (5(c), (g))."""
    return state.shuffle != "continuous" and (state.shuffle == "manual" or deck.preshuffled)


def _cut_offers(state: State) -> Sequence[Data]:
    deck = state.deck
    if state.phase != "shuffling" or deck is None or deck.stage != "shuffled" or not must_be_cut(state, deck):
        return ()
    step = find_step(state, "cut")
    return [{"depth": max(step.number if step else 1, _expected(state) // 2)}]


def _check_cut(state: State, command: Command) -> Data:
    only(command.data, "depth")
    depth = need(command.data, "depth", int, "the number of cards above the cover card")
    step = find_step(state, "cut")
    least = step.number if step else 1
    if not least <= depth < _expected(state):
        raise Refused(
            f"a cut of {depth} cards is improper",
            f"The cover card goes {least} to {_expected(state) - 1} cards down.",
            cite_of(state, "cut"),
        )
    return {"depth": depth}


def _cut(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    depth = event.data["depth"]
    return state.with_deck(state.active, replace(deck, stage="cut", order=deck.order[depth:] + deck.order[:depth]))


def _recut_offers(state: State) -> Sequence[Data]:
    deck = state.deck
    return [{}] if deck is not None and deck.stage == "cut" and state.phase == "shuffling" else ()


def _recut(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    return state.with_deck(state.active, replace(deck, stage="shuffled", preshuffled=True))


# ── placing, age ──


def change_due(state: State, deck: Deck) -> tuple[int, Cite] | None:
    """When a deck must be changed, and by which clause; None where the text has no limit (I-14)."""
    hand = state.deal == "hand" or deck.hand_dealt
    rules = [rule for rule in state.submission.regulation.deck.change if ("hand" if hand else state.deal) in rule.deal]
    return (deck.opened_at + rules[0].hours * HOUR, rules[0].cite) if rules else None


def _place_offers(state: State) -> Sequence[Data]:
    deck = state.deck
    if state.phase != "shuffling" or deck is None or deck.box_cards > _expected(state):
        return ()
    if any(one is None or one.stage in (*FIRST, "stacked") for one in state.decks) or not _rack_is_clear(state):
        return ()
    ready = deck.stage == "cut" or (deck.stage == "shuffled" and not must_be_cut(state, deck))
    return [{}] if ready else ()


def _check_place(state: State, command: Command) -> Data:
    only(command.data)
    deck = state.deck
    assert deck is not None
    due = change_due(state, deck)
    if due and command.at >= due[0]:
        raise Refused("this deck has been in use too long", "Change the deck.", due[1])
    return {}


def _place(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    by_hand = deck.hand_dealt or state.deal == "hand"
    state = state.with_deck(state.active, replace(deck, stage="placed", hand_dealt=by_hand))
    return replace(state, phase="betting", round=RoundState(state.rounds + 1))


def _change_offers(state: State) -> Sequence[Data]:
    if state.phase not in IDLE:
        return ()
    return [{"deck": at} for at, deck in enumerate(state.decks) if deck is not None]


def _check_change(state: State, command: Command) -> Data:
    only(command.data, "deck")
    at = need(command.data, "deck", int, "the number of the deck")
    if at not in [offer["deck"] for offer in _change_offers(state)]:
        raise Refused(f"deck {at} is not here", "Name a deck at the table.")
    return {"deck": at}


def _change(state: State, event: Event) -> State:
    return replace(state.with_deck(event.data["deck"], None), phase="opening")


# ── orders and idle tables ──


def _order_offers(state: State) -> Sequence[Data]:
    deck = state.deck
    waiting = deck is not None and deck.stage in ("shuffled", "cut", "placed")
    unlocked = state.round is None or not state.round.locked
    return [{}] if waiting and unlocked and state.phase in ("shuffling", "betting") and _no_bets(state) else ()


def _no_bets(state: State) -> bool:
    return state.round is None or state.round.ended or not any(state.round.stakes.values())


def _order_shuffle(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    state = state.with_deck(state.active, replace(deck, stage="stacked", preshuffled=False))
    return replace(state, phase="shuffling", round=None)


def _idle_offers(state: State) -> Sequence[Data]:
    idle = state.phase == "betting" and not _someone_is_here(state) and state.shuffle != "continuous"
    return [{"face_up": False}] if idle else ()


def _check_idle(state: State, command: Command) -> Data:
    only(command.data, "face_up")
    return {"face_up": command.data.get("face_up", False) is True}


def _idle_spread(state: State, event: Event) -> State:
    return replace(state, phase="idle", round=None)


def _idle_wash_offers(state: State) -> Sequence[Data]:
    return [{}] if state.phase == "idle" and _someone_is_here(state) else ()


def _nothing(state: State, command: Command) -> Data:
    only(command.data)
    return {}


def _idle_wash(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    return replace(state.with_deck(state.active, replace(deck, stage="stacked")), phase="shuffling")


def _rule(do: str, stage: str) -> Rule:
    roles = ("floorperson",) if do == "verify_inspection" else ("dealer",)
    return Rule(do, roles, _prepare_offers(do, stage), _check_deck(stage), _prepare)  # type: ignore[arg-type]


RULES = (
    Rule("receive_deck", ("floorperson",), _receive_offers, _check_receive, _receive, text="Bring a deck to the table."),
    *(_rule(do, stage) for stage, do in FIRST.items()),
    Rule("remove_joker", ("dealer",), _joker_offers, _check_deck("verified", "shuffled"), _remove_joker),  # type: ignore[arg-type]
    Rule("shuffle", ("dealer", "device"), _shuffle_offers, _check_shuffle, _shuffle),
    Rule("cut", ("dealer",), _cut_offers, _check_cut, _cut),
    Rule("recut", ("floorperson",), _recut_offers, _nothing, _recut),
    Rule("place_cards", ("dealer",), lambda s: () if s.deal == "hand" else _place_offers(s), _check_place, _place),
    Rule("hold_cards", ("dealer",), lambda s: _place_offers(s) if s.deal == "hand" else (), _check_place, _place),
    Rule("change_deck", ("floorperson",), _change_offers, _check_change, _change, text="Take a deck off the table."),
    Rule(
        "order_shuffle", ("floorperson",), _order_offers, _nothing, _order_shuffle, step="shuffle",
        text="Order the cards to be shuffled again.",
    ),
    Rule("idle_spread", ("dealer",), _idle_offers, _check_idle, _idle_spread),
    Rule("idle_wash", ("dealer",), _idle_wash_offers, _nothing, _idle_wash),
)
