"""Shuffler and automated shoe: put out of order, replaced by another method, and brought back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few
from feltlaw.table.opening import may_be_prepared_again
from feltlaw.table.phases import OPEN
from feltlaw.table.rule import Moment, Way, rule_of
from feltlaw.table.state import Deck, State, Word
from feltlaw.values import changed

Device = Literal["shuffler", "shoe"]


@dataclass(frozen=True, slots=True)
class DeviceOutOfOrder:
    """A floorperson puts a broken device out of order and another method is used (I-25)."""

    device: Device
    sign: Literal["covered", "signed", "removed"]
    instead: Literal["manual", "manual_shoe", "hand"]


@dataclass(frozen=True, slots=True)
class Equipment:
    """How the table goes on: the ways of shuffling and dealing, and at which stage each deck is kept."""

    shuffle: Word
    deal: Word
    decks: Annotated[tuple[Deck | None, ...], Few(2)]


@dataclass(frozen=True, slots=True)
class DevicePutOut:
    """A device is out of order; during a round nothing changes but the sign."""

    device: Device
    sign: Word
    equipment: Equipment | None = None


@dataclass(frozen=True, slots=True)
class DeviceRepaired:
    """A device that was out of order is brought back into use."""

    device: Device


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """The table is run again as it was submitted, as far as its devices work."""

    device: Device
    equipment: Equipment


def _cite(state: State) -> Cite:
    return state.submission.regulation.irregularities["device_out_of_order"].cite


def _signs(state: State) -> tuple[str, ...]:
    """What must be done with a broken device before another method is used: the regulation's own words."""
    return state.submission.regulation.irregularities["device_out_of_order"].signs


def with_equipment(state: State, equipment: Equipment) -> State:
    """The table goes on in these ways; the deck whose turn it is stays so as far as it is there."""
    active = min(state.active, len(equipment.decks) - 1)
    return changed(
        state, shuffle=equipment.shuffle, deal=equipment.deal, decks=equipment.decks, active=active
    )


def unplayable(state: State) -> dict[str, Cite]:
    """Wagers that nobody can make now: the device they are played with is out of order (MA 12(d), (e))."""
    if not state.out_of_order:
        return {}
    items = state.submission.regulation.layout
    broken = [item for item in items if item.shows == "equipment" and {*item.what} & {*state.out_of_order}]
    return {wager: item.cite for item in broken for wager in item.wagers}


# ── out of order ──


def _broken(state: State) -> list[Device]:
    """The shuffler at any time, for a deck may be in it while another is in play; the shoe between rounds."""
    found: list[Device] = []
    if state.shuffle != "manual" and "shuffler" not in state.out_of_order:
        found.append("shuffler")
    if state.deal == "automated_shoe" and may_be_prepared_again(state):
        found.append("shoe")
    return found


def _no_device(state: State) -> Refused | None:
    if _broken(state):
        return None
    return Refused(
        "it is not the time to put a device out of order",
        "The shuffler is put out of order while one is in use, the automated shoe between rounds.",
        _cite(state),
    )


def _instead(state: State, device: str) -> tuple[str, ...]:
    """Cards are dealt from the hand only after a machine shuffle."""
    if device == "shuffler":
        return ("manual",)
    return ("manual_shoe",) if state.shuffle == "manual" else ("manual_shoe", "hand")


def _out_ways(state: State) -> Iterable[Way]:
    for device in _broken(state):
        yield _out_way(device, _signs(state), _instead(state, device))


@lru_cache(maxsize=50)
def _out_way(device: Device, signs: tuple[str, ...], instead: tuple[str, ...]) -> Way:
    choose = {"sign": {"enum": list(signs)}, "instead": {"enum": list(instead)}}
    return Way(DeviceOutOfOrder(device, signs[0], instead[0]), choose=choose)  # type: ignore[arg-type]


def _out(state: State, data: DeviceOutOfOrder, moment: Moment) -> Happening:
    """A broken device is covered or signed (PA), or taken away (MA), before another method is used (I-25)."""
    if data.device not in _broken(state):
        raise Refused(
            f"there is no {data.device} in use that could be replaced",
            f"In use: {', '.join(_broken(state))}.",
            _cite(state),
        )
    if data.sign not in _signs(state):
        legal = f"It must be {' or '.join(_signs(state))} first."
        raise Refused(f"the {data.device} was {shown(data.sign)}", legal, _cite(state))
    methods = _instead(state, data.device)
    if data.instead not in methods:
        what = f"{shown(data.instead)} may not be used instead"
        raise Refused(what, f"Use {' or '.join(methods)}.", _cite(state))
    equipment: Equipment | None
    if data.device == "shoe":
        equipment = Equipment(state.shuffle, data.instead, _out_of_the_shoe(state))
    else:
        equipment = None if _in_play(state) else without_shuffler(state)
    return Happening(DevicePutOut(data.device, data.sign, equipment))


def _in_play(state: State) -> bool:
    """Whether the cards of a round are shuffled and on their way to the players already."""
    placed = state.deck is not None and state.deck.stage == "placed"
    return state.locked is not None and (placed or not state.locked.is_open)


def _put_out(state: State, data: DevicePutOut, event: Event) -> State:
    state = changed(state, out_of_order={**state.out_of_order, data.device: data.sign})
    return with_equipment(state, data.equipment) if data.equipment else state


def _out_of_the_shoe(state: State) -> tuple[Deck | None, ...]:
    """Cards that waited in the shoe for the first wager are taken out as they lie.

    Those of a shuffler that has failed meanwhile are shuffled anew: they are not cut as a device left them.
    """
    deck = state.deck
    if state.phase != "betting" or deck is None:
        return state.decks
    if state.shuffle == "manual" and not deck.cuts and not deck.preshuffled:
        return state.with_deck(state.active, replace(deck, stage="stacked")).decks
    return state.with_deck(state.active, replace(deck, stage=deck.unplaced)).decks


def after_round(state: State, *, removed: bool) -> Equipment | None:
    """At the end of a round: the table goes on without a shuffler that was put out of order in it.

    The deck that was in play stays; what lies in the shuffler is covered with it, and serves only where the
    other one has to leave.
    """
    if "shuffler" not in state.out_of_order or state.shuffle == "manual":
        return None
    deck = state.deck
    used = None if removed or deck is None else replace(deck, stage="used")
    return without_shuffler(state.with_deck(state.active, used))


def without_shuffler(state: State) -> Equipment:
    """The table goes on with one deck, shuffled by hand, dealt from a shoe (I-25).

    That is the deck whose turn it is; where it is off the table, the one that is there.
    """
    kept = state.deck or next((deck for deck in state.decks if deck is not None), None)
    if kept is not None and kept.stage in ("shuffled", "loaded") and not kept.preshuffled:
        kept = replace(kept, stage="stacked")
    if kept is not None and kept.stage == "placed" and state.deal == "hand":
        kept = replace(kept, stage="stacked")
    deal = "manual_shoe" if state.deal == "hand" else state.deal
    return Equipment("manual", deal, (kept,))


# ── back in use ──


def _not_back(state: State) -> Refused | None:
    if not state.out_of_order:
        return Refused("no device is out of order", "Go on.", _cite(state))
    if state.phase in ("opening", "shuffling") and state.locked is None:
        return None
    return Refused(
        "it is not the time to bring a device back into use",
        "That is done between rounds while cards are opened or shuffled: order a shuffle, or wait for it.",
        _cite(state),
    )


def _back(state: State, data: DeviceRepaired, moment: Moment) -> Happening:
    if data.device not in state.out_of_order:
        out = ", ".join(state.out_of_order)
        raise Refused(f"no {data.device} is out of order", f"Out of order: {out}.", _cite(state))
    cards = state.submission.cards
    out_ = [device for device in state.out_of_order if device != data.device]
    shuffle = "manual" if "shuffler" in out_ else cards.shuffle
    decks: tuple[Deck | None, ...] = tuple(deck and _to_be_shuffled(deck) for deck in state.decks)
    if shuffle != "manual":
        decks += (None,) * (cards.decks - len(decks))
    return Happening(DeviceBack(data.device, Equipment(shuffle, _deal_with(state, out_, shuffle), decks)))


def _brought_back(state: State, data: DeviceBack, event: Event) -> State:
    out = {device: sign for device, sign in state.out_of_order.items() if device != data.device}
    return with_equipment(changed(state, out_of_order=out), data.equipment)


def _deal_with(state: State, out: list[str], shuffle: str) -> str:
    """How cards are dealt with these devices out of order: as submitted, or as they are dealt now."""
    submitted = state.submission.cards.deal
    works = {"automated_shoe": "shoe" not in out, "hand": shuffle != "manual"}
    return submitted if works.get(submitted, True) else state.deal


def _to_be_shuffled(deck: Deck) -> Deck:
    """What was prepared for another method is shuffled anew."""
    again = deck.stage in ("shuffled", "cut") and not deck.preshuffled
    return replace(deck, stage="stacked") if again else deck


RULES = (
    rule_of(
        DeviceOutOfOrder,
        DevicePutOut,
        phases=OPEN,
        roles=("floorperson",),
        when=_no_device,
        decide=_out,
        apply=_put_out,
        ways=_out_ways,
        text="Put a broken device out of order and use another method.",
        cite=_cite,
    ),
    rule_of(
        DeviceRepaired,
        DeviceBack,
        phases=OPEN,
        roles=("floorperson",),
        when=_not_back,
        decide=_back,
        apply=_brought_back,
        ways=lambda state: [Way(DeviceRepaired(device)) for device in state.out_of_order],
        text="Bring a device that was out of order back into use.",
        cite=_cite,
    ),
)
