"""Shuffler and automated shoe: put out of order, replaced by another method, and brought back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.table.opening import is_locked, may_be_prepared_again, settle_phase
from feltlaw.table.rule import Data, Rule, need, only
from feltlaw.table.state import Command, Deck, Event, State


def _cite(state: State) -> Cite:
    return state.submission.regulation.irregularities["device_out_of_order"].cite


def _signs(state: State) -> tuple[str, ...]:
    """What must be done with a broken device before another method is used: the regulation's own words."""
    return state.submission.regulation.irregularities["device_out_of_order"].signs


# ── out of order ──


def _out_offers(state: State) -> Sequence[Data]:
    """The shuffler at any time, for a deck may be in it while another is in play; the shoe between rounds."""
    sign = _signs(state)[0]
    found = []
    if state.shuffle != "manual" and "shuffler" not in state.out_of_order:
        found.append({"device": "shuffler", "sign": sign, "instead": "manual"})
    if state.deal == "automated_shoe" and may_be_prepared_again(state):
        found.append({"device": "shoe", "sign": sign, "instead": "manual_shoe"})
    return found


def _check_out(state: State, command: Command) -> Data:
    """A broken device is covered or signed (PA), or taken away (MA), before another method is used (I-25)."""
    only(command.data, "device", "sign", "instead")
    device = need(command.data, "device", str, "the device")
    sign = need(command.data, "sign", str, "what was done with the device")
    instead = need(command.data, "instead", str, "the method used instead")
    known = [offer["device"] for offer in _out_offers(state)]
    if device not in known:
        raise Refused(
            f"there is no {shown(device)} in use that could be replaced",
            f"In use: {', '.join(known)}.",
            _cite(state),
        )
    if sign not in _signs(state):
        raise Refused(
            f"the {device} was {shown(sign)}", f"It must be {' or '.join(_signs(state))} first.", _cite(state)
        )
    methods = ("manual",) if device == "shuffler" else _other_deals(state)
    if instead not in methods:
        raise Refused(
            f"{shown(instead)} may not be used instead", f"Use {' or '.join(methods)}.", _cite(state)
        )
    return {"device": device, "sign": sign, "instead": instead}


def _other_deals(state: State) -> tuple[str, ...]:
    """Cards are dealt from the hand only after a machine shuffle."""
    return ("manual_shoe",) if state.shuffle == "manual" else ("manual_shoe", "hand")


def _out(state: State, event: Event) -> State:
    """During a round nothing changes but the sign: the cards in play are shuffled and dealt already."""
    device = event.data["device"]
    state = replace(state, out_of_order={**state.out_of_order, device: event.data["sign"]})
    if device == "shoe":
        return replace(_out_of_the_shoe(state), deal=event.data["instead"])
    if is_locked(state):
        return state
    state = _without_shuffler(state)
    return settle_phase(state) if state.phase in ("opening", "shuffling") else state


def _out_of_the_shoe(state: State) -> State:
    """Cards that waited in the shoe for the first wager are taken out as they lie."""
    deck = state.deck
    if state.phase != "betting" or deck is None:
        return state
    lies = replace(deck, stage="cut" if deck.cuts else "shuffled")
    return replace(state.with_deck(state.active, lies), phase="shuffling")


def apply_pending(state: State) -> State:
    """At the end of a round: the table goes on without a shuffler that was put out of order in it."""
    waits = "shuffler" in state.out_of_order and state.shuffle != "manual"
    return _without_shuffler(state) if waits else state


def _without_shuffler(state: State) -> State:
    """The table goes on with one deck, shuffled by hand, dealt from a shoe (I-25).

    That is the deck whose turn it is; where it is off the table, the one that is there.
    """
    kept = state.deck or next((deck for deck in state.decks if deck is not None), None)
    if kept is not None and kept.stage in ("shuffled", "loaded") and not kept.preshuffled:
        kept = replace(kept, stage="stacked")
    if kept is not None and kept.stage == "placed" and state.deal == "hand":
        kept = replace(kept, stage="stacked")
        state = replace(state, phase="shuffling")
    deal = "manual_shoe" if state.deal == "hand" else state.deal
    return replace(state, shuffle="manual", deal=deal, decks=(kept,), active=0)


# ── back in use ──


def _back_offers(state: State) -> Sequence[Data]:
    if state.phase not in ("closed", "opening", "shuffling") or is_locked(state):
        return ()
    return [{"device": device} for device in state.out_of_order]


def _check_back(state: State, command: Command) -> Data:
    only(command.data, "device")
    device = need(command.data, "device", str, "the device")
    if device not in state.out_of_order:
        out = ", ".join(state.out_of_order)
        raise Refused(f"no {shown(device)} is out of order", f"Out of order: {out}.", _cite(state))
    return {"device": device}


def _back(state: State, event: Event) -> State:
    """The table is run again as it was submitted, as far as its devices work."""
    cards = state.submission.cards
    out = {device: sign for device, sign in state.out_of_order.items() if device != event.data["device"]}
    shuffle = "manual" if "shuffler" in out else cards.shuffle
    decks: tuple[Deck | None, ...] = tuple(deck and _to_be_shuffled(deck) for deck in state.decks)
    if shuffle != "manual":
        decks += (None,) * (cards.decks - len(decks))
    state = replace(
        state, out_of_order=out, shuffle=shuffle, deal=_deal_with(state, out, shuffle), decks=decks
    )
    return state if state.phase == "closed" else settle_phase(state)


def _deal_with(state: State, out: dict[str, str], shuffle: str) -> str:
    """How cards are dealt with these devices out of order: as submitted, or as they are dealt now."""
    submitted = state.submission.cards.deal
    works = {"automated_shoe": "shoe" not in out, "hand": shuffle != "manual"}
    return submitted if works.get(submitted, True) else state.deal


def _to_be_shuffled(deck: Deck) -> Deck:
    """What was prepared for another method is shuffled anew."""
    again = deck.stage in ("shuffled", "cut") and not deck.preshuffled
    return replace(deck, stage="stacked") if again else deck


def _no_device(state: State, command: Command) -> Refused | None:
    return Refused(
        "it is not the time to put a device out of order",
        "The shuffler is put out of order while one is in use, the automated shoe between rounds.",
        _cite(state),
    )


def _nothing_back(state: State, command: Command) -> Refused | None:
    if not state.out_of_order:
        return Refused("no device is out of order", "Go on.", _cite(state))
    return Refused(
        "it is not the time to bring a device back into use",
        "That is done between rounds while cards are opened or shuffled: order a shuffle, or wait for it.",
        _cite(state),
    )


RULES = (
    Rule(
        "device_out_of_order",
        ("floorperson",),
        _out_offers,
        _check_out,
        _out,
        refuse=_no_device,
        text="Put a broken device out of order and use another method.",
        cite=_cite,
    ),
    Rule(
        "device_repaired",
        ("floorperson",),
        _back_offers,
        _check_back,
        _back,
        refuse=_nothing_back,
        text="Bring a device that was out of order back into use.",
        cite=_cite,
    ),
)
