"""The shuffle, the cut, and the cards on their way into the shoe or the hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from feltlaw.event import Event, Happening, Person
from feltlaw.refusal import Refused
from feltlaw.schema import Whole
from feltlaw.submission.conditions import holds
from feltlaw.table.opening import (
    NO_SEAL,
    DeckNumber,
    Sealed,
    decks_at,
    expected,
    seal_of,
    second_joker,
    too_old,
)
from feltlaw.table.phases import OPEN, UNPREPARED
from feltlaw.table.rule import Following, Moment, Way, cite_of, done_in, find_step, has_step, rule_of
from feltlaw.table.state import MOST_CUTS, Deck, RoundState, State
from feltlaw.values import changed

BEFORE_CARDS = ("shuffling", "betting", "locked", "dealing")
CoverCard = Literal["bottom", "discard rack"]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A deck is shuffled into one stack, by hand or by the device."""

    deck: DeckNumber
    counted: Annotated[int, Whole(0, 200)] | None = None
    """What the device counted; left out, it counted a whole deck."""


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """A deck was shuffled and sealed, or taken off the table because its count was wrong."""

    deck: DeckNumber
    sealed: Sealed = NO_SEAL
    counted: Annotated[int, Whole(0, 200)] | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class OrderShuffle:
    """A floorperson orders the cards to be shuffled again."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cards are cut; the cover card ends where the regulation puts it."""

    depth: Annotated[int, Whole(0, 200)]
    cover_card: CoverCard


@dataclass(frozen=True, slots=True)
class Recut:
    """A floorperson requires the cards to be cut again."""


@dataclass(frozen=True, slots=True)
class PlaceCards:
    """The stack goes into the dealing shoe."""


@dataclass(frozen=True, slots=True)
class HoldCards:
    """The dealer takes the stack into his hand."""


@dataclass(frozen=True, slots=True)
class CardsPlaced:
    """The stack is where it is dealt from; a round is open for wagers, or goes on where it waited."""

    round: Annotated[int, Whole(0, 10**9)]
    by_hand: bool = False


# ── shuffle ──


def to_be_shuffled(state: State) -> list[int]:
    """The decks that are to be shuffled; one that lies in the device before others, also during a round."""
    if "shuffler" in state.out_of_order and state.shuffle != "manual":
        return []
    waiting = decks_at(state, "loaded")
    if state.phase == "shuffling" and not waiting:
        waiting = decks_at(state, "stacked", "used")
    return [at for at in waiting if not second_joker(state, state.decks[at])]


def device_counts(state: State) -> bool:
    """Whether the device in use counts the deck after the shuffle."""
    return state.submission.cards.shuffler_counts_cards and state.shuffle != "manual"


def _shuffle_ways(state: State) -> Iterable[Way]:
    return [Way(Shuffle(at)) for at in to_be_shuffled(state)]


def _no_shuffle(state: State) -> Refused | None:
    if to_be_shuffled(state):
        return None
    found = (second_joker(state, deck) for deck in state.decks) if state.phase == "shuffling" else ()
    return next((refused for refused in found if refused), None) or Refused(
        "no deck is to be shuffled now", "Shuffle a stacked deck.", cite_of(state, "shuffle")
    )


def _shuffle(state: State, data: Shuffle, moment: Moment) -> Happening:
    if data.deck not in to_be_shuffled(state):
        deck = state.decks[data.deck] if data.deck < len(state.decks) else None
        raise second_joker(state, deck) or Refused(
            f"deck {data.deck} is not to be shuffled now",
            "Shuffle a stacked deck.",
            cite_of(state, "shuffle"),
        )
    counts = device_counts(state)
    if data.counted is not None and not counts:
        raise Refused(
            "there is no device that counted the deck", "Leave the count out.", cite_of(state, "shuffle")
        )
    counted = expected(state) if data.counted is None else data.counted
    if counts and counted != expected(state):
        return Happening(DeckShuffled(data.deck, counted=counted, removed=True))
    return Happening(DeckShuffled(data.deck, seal_of(state, moment), counted if counts else None))


def _shuffled(state: State, data: DeckShuffled, event: Event) -> State:
    deck = state.decks[data.deck]
    assert deck is not None
    if data.removed:
        return state.with_deck(data.deck, None)
    done = changed(
        deck,
        stage="shuffled",
        preshuffled=False,
        order=data.sealed.order,
        secret=data.sealed.secret,
        root=data.sealed.root,
        uncounted_rounds=deck.uncounted_rounds if data.counted is None else 0,
        cuts=(),
    )
    return state.with_deck(data.deck, done)


def into_the_shoe(state: State, now: int, by: Person | None = None) -> list[Following]:
    """Where the shuffler loads the shoe, a deck it has shuffled is in it when its turn comes (5(a)#2)."""
    loads = holds("shuffler_loads_shoe", state.submission) and state.deal != "hand"
    if not loads or not_ready(state, now) is not None:
        return []
    deck = state.deck
    return [Following("place_cards", _placing(state), by)] if deck and not must_be_cut(state, deck) else []


# ── a floorperson's shuffle ──


def _ordered(state: State) -> bool:
    """Whether the text lets a floorperson direct a shuffle: Pennsylvania's does (5(a))."""
    return done_in(state, "shuffle", "when_directed")


def _no_order(state: State) -> Refused | None:
    """From the shuffle to the first card, also between the call and the deal."""
    cite = cite_of(state, "shuffle")
    if not _ordered(state):
        what = f"{state.submission.regulation.title} here knows no shuffle by order"
        return Refused(what, "The cards are shuffled before play and after every round.", cite)
    deck, round_ = state.deck, state.under_way
    if "shuffler" in state.out_of_order and state.shuffle != "manual":
        what = "the shuffler is out of order, and another method is used after this round"
        return Refused(what, "Play the round with the cards as they are.", cite)
    if round_ is not None and round_.dealing.taken:
        return Refused("cards are out", "Order a shuffle before the first card or after the round.", cite)
    if deck is None or deck.stage not in ("shuffled", "cut", "placed") or state.phase == "opening":
        return Refused("the cards have not been shuffled yet", "Shuffle them first.", cite)
    return second_joker(state, deck)


def _to_be_shuffled_again(state: State, data: OrderShuffle, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    return state.with_deck(state.active, changed(deck, stage="stacked", preshuffled=False))


# ── cut ──


def must_be_cut(state: State, deck: Deck) -> bool:
    """Cards shuffled by hand, or preshuffled, are cut; a reshuffling device needs none (5(c), (g))."""
    return state.shuffle != "continuous" and (state.shuffle == "manual" or deck.preshuffled)


def _cover_card(state: State) -> CoverCard:
    """Where the cover card ends: at the bottom with the cards above it, or in the rack (MA 5(c)(1)(iv))."""
    return "discard rack" if done_in(state, "cut", "cover_card_to_rack") else "bottom"


def _least(state: State) -> int:
    step = find_step(state, "cut")
    return step.number if step else 1


def _no_cut(state: State) -> Refused | None:
    """There is no cut after a machine shuffle, and none at all with a reshuffling device."""
    deck = state.deck
    if deck is None or state.phase not in BEFORE_CARDS or deck.stage not in ("shuffled", "cut", "placed"):
        return Refused("the cards are not ready to be cut", "Shuffle them first.", cite_of(state, "cut"))
    if state.shuffle == "continuous" and has_step(state, "continuous"):
        return Refused("the device shuffles, and nothing is cut", "Deal.", cite_of(state, "continuous"))
    if must_be_cut(state, deck) or deck.cuts:
        return second_joker(state, deck)
    return Refused("cards shuffled by a device are not cut", "Deal at once.", cite_of(state, "no_cut"))


def _not_to_be_cut(state: State) -> Refused | None:
    deck = state.deck
    if refused := _no_cut(state):
        return refused
    if state.phase != "shuffling" or deck is None or deck.stage != "shuffled":
        return Refused("the cards have been cut", "Go on, or have them recut.", cite_of(state, "cut"))
    return None


def _cut_ways(state: State) -> Iterable[Way]:
    depth = max(_least(state), expected(state) // 2)
    choose = {"depth": {"minimum": _least(state), "maximum": expected(state) - 1}}
    return [Way(Cut(depth, _cover_card(state)), choose=choose)]


def _cut(state: State, data: Cut, moment: Moment) -> Happening:
    if not _least(state) <= data.depth < expected(state):
        raise Refused(
            f"a cut of {data.depth} cards is improper",
            f"Cut {_least(state)} to {expected(state) - 1} cards from the top.",
            cite_of(state, "cut"),
        )
    if data.cover_card != _cover_card(state):
        raise Refused(
            f"the cover card is not to be left at '{data.cover_card}'",
            f"It goes to: {_cover_card(state)}.",
            cite_of(state, "cut"),
        )
    return Happening(data)


def _was_cut(state: State, data: Cut, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    order = deck.order[data.depth :] + deck.order[: data.depth]
    cuts = deck.cuts if len(deck.cuts) < MOST_CUTS else (sum(deck.cuts),)
    done = changed(deck, stage="cut", order=order, cuts=(*cuts, data.depth))
    return state.with_deck(state.active, done)


def _no_recut(state: State) -> Refused | None:
    """After the cut and until the first card is dealt."""
    deck, round_ = state.deck, state.under_way
    if refused := _no_cut(state):
        return refused
    out = round_ is not None and not round_.is_open
    if deck is None or not deck.cuts or deck.stage not in ("cut", "placed") or out:
        return Refused(
            "a recut comes after the cut and before the first card", "Cut the cards.", cite_of(state, "recut")
        )
    return None


def _to_be_cut_again(state: State, data: Recut, event: Event) -> State:
    deck = state.deck
    assert deck is not None
    return state.with_deck(state.active, changed(deck, stage="shuffled"))


# ── placing ──


def not_ready(state: State, now: int) -> Refused | None:
    """Why the deck of this round cannot go into the shoe or the hand: all decks must be ready."""
    deck = state.deck
    if deck is None or any(one is None or one.stage in UNPREPARED for one in state.decks):
        return Refused("a deck is not open for gaming yet", "Open it.", state.submission.regulation.deck.cite)
    if joker := second_joker(state, deck):
        return joker
    if deck.stage == "shuffled" and must_be_cut(state, deck):
        return Refused("the cards have not been cut", "Cut them.", cite_of(state, "cut"))
    if deck.stage not in ("shuffled", "cut") or decks_at(state, "stacked"):
        return Refused("the cards have not been shuffled", "Shuffle them.", cite_of(state, "shuffle"))
    return too_old(state, now)


def _placing(state: State) -> Happening:
    number = state.rounds + 1 if state.under_way is None else 0
    return Happening(CardsPlaced(number, by_hand=state.deal == "hand"))


def _place(state: State, data: PlaceCards | HoldCards, moment: Moment) -> Happening:
    if refused := not_ready(state, moment.now):
        raise refused
    return _placing(state)


def _placed(state: State, data: CardsPlaced, event: Event) -> State:
    """The round is open for wagers; one that waited for a new shuffle or cut goes on where it was."""
    deck = state.deck
    assert deck is not None
    done = changed(deck, stage="placed", hand_dealt=deck.hand_dealt or data.by_hand)
    state = _into_shuffler(state).with_deck(state.active, done)
    return changed(state, round=RoundState(data.round)) if data.round else state


def _into_shuffler(state: State) -> State:
    """Two decks change places: the one in the rack goes into the device that the other leaves."""
    for at in decks_at(state, "used"):
        deck = state.decks[at]
        assert deck is not None
        state = state.with_deck(at, changed(deck, stage="loaded"))
    return state


def _held_instead(state: State) -> Refused | None:
    if state.deal != "hand":
        return None
    return Refused(
        "cards are dealt from the hand here", "Take them in your hand.", cite_of(state, "hold_cards")
    )


def _placed_instead(state: State) -> Refused | None:
    if state.deal == "hand":
        return None
    what = "cards are dealt from a shoe here"
    return Refused(what, "Put them in the shoe.", cite_of(state, "place_cards"))


def _place_when(state: State) -> Refused | None:
    return _held_instead(state) or not_ready(state, state.now)


def _hold_when(state: State) -> Refused | None:
    return _placed_instead(state) or not_ready(state, state.now)


RULES = (
    rule_of(
        Shuffle,
        DeckShuffled,
        phases=tuple(phase for phase in OPEN if phase != "opening"),
        when=_no_shuffle,
        decide=_shuffle,
        apply=_shuffled,
        then=lambda state, data, event, moment: into_the_shoe(state, event.at),
        ways=_shuffle_ways,
        chance=lambda state, data: "" if state.real_cards else "deck",
    ),
    rule_of(
        OrderShuffle,
        phases=("shuffling", "betting", "locked", "dealing"),
        roles=("floorperson",),
        when=_no_order,
        apply=_to_be_shuffled_again,
        ways=lambda state: [Way(OrderShuffle())],
        step="shuffle",
        text="Order the cards to be shuffled again.",
    ),
    rule_of(Cut, phases=BEFORE_CARDS, when=_not_to_be_cut, decide=_cut, apply=_was_cut, ways=_cut_ways),
    rule_of(
        Recut,
        phases=BEFORE_CARDS,
        when=_no_recut,
        apply=_to_be_cut_again,
        ways=lambda state: [Way(Recut())],
    ),
    rule_of(
        PlaceCards,
        CardsPlaced,
        phases=("shuffling",),
        when=_place_when,
        decide=_place,
        apply=_placed,
        ways=lambda state: [Way(PlaceCards())],
    ),
    rule_of(
        HoldCards,
        CardsPlaced,
        phases=("shuffling",),
        when=_hold_when,
        decide=_place,
        apply=_placed,
        ways=lambda state: [Way(HoldCards())],
    ),
)
