"""The shuffle, the cut, and the cards on their way into the shoe or the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused
from feltlaw.submission.conditions import holds
from feltlaw.table.opening import (
    FIRST,
    decks_at,
    expected,
    is_locked,
    may_be_prepared_again,
    order_of,
    second_joker,
    settle_phase,
    too_old,
)
from feltlaw.table.rule import Data, Rule, cite_of, done_in, find_step, has_step, need, nothing, only
from feltlaw.table.state import Command, Deck, Event, RoundState, State

BEFORE_CARDS = ("shuffling", "betting", "locked", "dealing")


def _no_card_is_out(state: State) -> bool:
    """Whether no card of a round is out."""
    return state.round is None or state.round.ended or state.round.open


# ── shuffle ──


def shuffle_offers(state: State) -> Sequence[Data]:
    """The decks that are to be shuffled; one that lies in the device before others, also during a round."""
    if state.phase in ("closed", "opening"):
        return ()
    waiting = decks_at(state, "loaded")
    if state.phase == "shuffling" and not waiting:
        waiting = decks_at(state, "stacked", "used")
    if "shuffler" in state.out_of_order and state.shuffle != "manual":
        waiting = []
    waiting = [at for at in waiting if not second_joker(state, state.decks[at])]
    return [{"deck": at, **({} if state.real_cards else _BY_CHANCE)} for at in sorted(waiting)]


_BY_CHANCE = {"order": None, "nonce": None}


def _counts(state: State) -> bool:
    """Whether the device in use counts the deck after the shuffle."""
    return state.submission.cards.shuffler_counts_cards and state.shuffle != "manual"


def _shuffles(state: State) -> tuple[str, ...]:
    return ("dealer",) if state.shuffle == "manual" else ("dealer", "device")


def _check_shuffle(state: State, command: Command) -> Data:
    only(command.data, "deck", "order", "nonce", *(("counted",) if _counts(state) else ()))
    at = need(command.data, "deck", int, "the number of the deck")
    if at not in [offer["deck"] for offer in shuffle_offers(state)]:
        raise second_joker(state, state.decks[at] if 0 <= at < len(state.decks) else None) or Refused(
            f"deck {at} is not to be shuffled now", "Shuffle a stacked deck.", cite_of(state, "shuffle")
        )
    if not _counts(state):
        return {"deck": at, **order_of(state, command)}
    counted = need({"counted": expected(state), **command.data}, "counted", int, "the device's count")
    if not 0 <= counted <= 2 * expected(state):
        raise Refused(
            f"no device counts {counted} cards", "Give the number it shows.", cite_of(state, "device_count")
        )
    return {"deck": at, "counted": counted, **order_of(state, command)}


def _no_shuffle(state: State, command: Command) -> Refused | None:
    if state.phase != "shuffling":
        return None
    found = (second_joker(state, deck) for deck in state.decks)
    return next((refused for refused in found if refused), None)


def _shuffle(state: State, event: Event) -> State:
    data = event.data
    deck = state.decks[data["deck"]]
    assert deck is not None
    counts = "counted" in data
    if counts and data["counted"] != expected(state):
        gone = state.with_deck(data["deck"], None)
        return settle_phase(gone) if state.phase == "shuffling" else gone
    done = replace(
        deck,
        stage="shuffled",
        preshuffled=False,
        order=tuple(data.get("order", ())),
        nonce=data.get("nonce", ""),
        commitment=data.get("commitment", ""),
        uncounted_rounds=0 if counts else deck.uncounted_rounds,
        cuts=(),
    )
    state = state.with_deck(data["deck"], done)
    loaded = (
        holds("shuffler_loads_shoe", state.submission) and state.shuffle != "manual" and state.deal != "hand"
    )
    if loaded and data["deck"] == state.active and place_offers(replace(state, now=event.at)):
        return _place(state, event)
    return state


def _order_offers(state: State) -> Sequence[Data]:
    deck = state.deck if state.decks else None
    waiting = deck is not None and deck.stage in ("shuffled", "cut", "placed")
    waiting = waiting and not second_joker(state, deck)
    return [{}] if waiting and may_be_prepared_again(state) and state.phase != "opening" else ()


def _too_late(state: State, command: Command) -> Refused | None:
    if not is_locked(state):
        return None
    return Refused(
        "betting is closed, and the order of the cards with it",
        "Order a shuffle before the call or after the round.",
        cite_of(state, "shuffle"),
    )


def _order_shuffle(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    state = state.with_deck(state.active, replace(deck, stage="stacked", preshuffled=False))
    return replace(state, phase="shuffling")


# ── cut ──


def must_be_cut(state: State, deck: Deck) -> bool:
    """Cards shuffled by hand, or preshuffled, are cut; a reshuffling device needs none (5(c), (g))."""
    return state.shuffle != "continuous" and (state.shuffle == "manual" or deck.preshuffled)


def _cover_card(state: State) -> str:
    """Where the cover card ends: at the bottom with the cards above it, or in the rack (MA 5(c)(1)(iv))."""
    return "discard rack" if done_in(state, "cut", "cover_card_to_rack") else "bottom"


def _cut_offers(state: State) -> Sequence[Data]:
    deck = state.deck
    if state.phase != "shuffling" or deck is None or deck.stage != "shuffled" or not must_be_cut(state, deck):
        return ()
    if second_joker(state, deck):
        return ()
    step = find_step(state, "cut")
    depth = max(step.number if step else 1, expected(state) // 2)
    return [{"depth": depth, "cover_card": _cover_card(state)}]


def _check_cut(state: State, command: Command) -> Data:
    only(command.data, "depth", "cover_card")
    depth = need(command.data, "depth", int, "the number of cards above the cover card")
    step = find_step(state, "cut")
    least = step.number if step else 1
    if not least <= depth < expected(state):
        raise Refused(
            f"a cut of {depth} cards is improper",
            f"Cut {least} to {expected(state) - 1} cards from the top.",
            cite_of(state, "cut"),
        )
    cover = need(command.data, "cover_card", str, "where the cover card is after the cut")
    if cover != _cover_card(state):
        raise Refused(
            f"the cover card is not to be left at '{cover[:20]}'",
            f"It goes to: {_cover_card(state)}.",
            cite_of(state, "cut"),
        )
    return {"depth": depth, "cover_card": cover}


def _no_cut(state: State, command: Command) -> Refused | None:
    """There is no cut after a machine shuffle, and none at all with a reshuffling device."""
    deck = state.deck if state.decks else None
    if deck is None or deck.stage not in ("shuffled", "placed") or state.phase not in BEFORE_CARDS:
        return None
    if state.shuffle == "continuous" and has_step(state, "continuous"):
        return Refused("the device shuffles, and nothing is cut", "Deal.", cite_of(state, "continuous"))
    if must_be_cut(state, deck) or deck.cuts:
        return second_joker(state, deck)
    return Refused("cards shuffled by a device are not cut", "Deal at once.", cite_of(state, "no_cut"))


def _cut(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    depth = event.data["depth"]
    order = deck.order[depth:] + deck.order[:depth]
    return state.with_deck(state.active, replace(deck, stage="cut", order=order, cuts=(*deck.cuts, depth)))


def _recut_offers(state: State) -> Sequence[Data]:
    """After the cut and until the first card is dealt."""
    deck = state.deck if state.decks else None
    if deck is None or not deck.cuts or deck.stage not in ("cut", "placed"):
        return ()
    return [{}] if state.phase in BEFORE_CARDS and _no_card_is_out(state) else ()


def _recut(state: State, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    state = state.with_deck(state.active, replace(deck, stage="shuffled"))
    return replace(state, phase="shuffling")


# ── placing ──


def place_offers(state: State) -> Sequence[Data]:
    """The deck of this round goes into the shoe or the hand once every deck at the table is ready."""
    deck = state.deck
    if state.phase != "shuffling" or deck is None or second_joker(state, deck):
        return ()
    if any(one is None or one.stage in (*FIRST, "stacked") for one in state.decks):
        return ()
    ready = deck.stage == "cut" or (deck.stage == "shuffled" and not must_be_cut(state, deck))
    return [{}] if ready and too_old(state, state.now) is None else ()


def _check_place(state: State, command: Command) -> Data:
    only(command.data)
    refused = too_old(state, command.at)
    if refused:
        raise refused
    return {}


def _not_ready(state: State, command: Command) -> Refused | None:
    deck = state.deck if state.decks else None
    if state.phase != "shuffling" or deck is None:
        return None
    if joker := second_joker(state, deck):
        return joker
    if deck.stage == "shuffled" and must_be_cut(state, deck):
        return Refused("the cards have not been cut", "Cut them.", cite_of(state, "cut"))
    if decks_at(state, "stacked") or deck.stage == "used":
        return Refused("the cards have not been shuffled", "Shuffle them.", cite_of(state, "shuffle"))
    return too_old(state, command.at)


def _place(state: State, event: Event) -> State:
    """The round is open for wagers; one that waited for a new shuffle or cut goes on where it was."""
    deck = state.deck
    assert deck is not None
    by_hand = deck.hand_dealt or state.deal == "hand"
    state = _into_shuffler(state).with_deck(state.active, replace(deck, stage="placed", hand_dealt=by_hand))
    round_ = state.round
    if round_ is None or round_.ended:
        return replace(state, phase="betting", round=RoundState(state.rounds + 1))
    if not round_.locked:
        return replace(state, phase="betting")
    return replace(state, phase="dealing" if round_.chips_counted else "locked")


def _into_shuffler(state: State) -> State:
    """Two decks change places: the one in the rack goes into the device that the other leaves."""
    for at in decks_at(state, "used"):
        deck = state.decks[at]
        assert deck is not None
        state = state.with_deck(at, replace(deck, stage="loaded"))
    return state


RULES = (
    Rule(
        "shuffle",
        ("dealer", "device"),
        shuffle_offers,
        _check_shuffle,
        _shuffle,
        roles_now=_shuffles,
        refuse=_no_shuffle,
    ),
    Rule(
        "order_shuffle",
        ("floorperson",),
        _order_offers,
        nothing,
        _order_shuffle,
        step="shuffle",
        text="Order the cards to be shuffled again.",
        refuse=_too_late,
    ),
    Rule("cut", ("dealer",), _cut_offers, _check_cut, _cut, refuse=_no_cut),
    Rule("recut", ("floorperson",), _recut_offers, nothing, _recut, refuse=_no_cut),
    Rule(
        "place_cards",
        ("dealer",),
        lambda state: () if state.deal == "hand" else place_offers(state),
        _check_place,
        _place,
        refuse=_not_ready,
    ),
    Rule(
        "hold_cards",
        ("dealer",),
        lambda state: place_offers(state) if state.deal == "hand" else (),
        _check_place,
        _place,
        refuse=_not_ready,
    ),
)
