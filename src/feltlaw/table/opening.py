"""Decks: received, inspected, verified, spread and washed at the opening; a second joker; changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from feltlaw.cards import deck as full_deck
from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few, Text, Whole
from feltlaw.seal import SECRET_DIGITS, root_of
from feltlaw.table.phases import BETWEEN, UNPREPARED
from feltlaw.table.rule import Moment, Rule, Way, cite_of, has_step, rule_of
from feltlaw.table.state import CardNumber, Count, Deck, State, Word

DeckNumber = Annotated[int, Whole(0, 1)]
NEXT = {"received": "inspect", "inspected": "verify_inspection", "verified": "spread", "spread": "wash"}
"""What comes next for a deck at a stage of its opening."""
WITH_JOKER = ("verified", "spread", "stacked", "shuffled", "idle")
"""Stages in which a second joker is taken out; a preshuffled deck comes with it."""
HOUR = 3_600_000
LONGEST_STEP = 30 * 24 * HOUR
"""What a jump of the clock counts for at most: any deck is due by then."""


@dataclass(frozen=True, slots=True)
class ReceiveDeck:
    """A deck comes to the table."""

    deck: DeckNumber
    preshuffled: bool = False
    cards: Annotated[int, Whole(0, 200)] = 0
    """How many are in the box; 0 for as many as there should be."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The order of a deck and its seal, as a shuffle gave them; empty where the cards are real."""

    order: Annotated[tuple[CardNumber, ...], Few(60)] = ()
    secret: Annotated[str, Text(64, 0)] = ""
    root: Annotated[str, Text(64, 0)] = ""


NO_SEAL = Sealed()


@dataclass(frozen=True, slots=True)
class DeckReceived:
    """A deck came to the table."""

    deck: DeckNumber
    cards: Count
    back: Word
    preshuffled: bool = False
    sealed: Sealed = NO_SEAL


@dataclass(frozen=True, slots=True)
class Inspect:
    """The dealer checks a deck for defects."""

    deck: DeckNumber


@dataclass(frozen=True, slots=True)
class VerifyInspection:
    """A floorperson verifies the inspection of a deck."""

    deck: DeckNumber


@dataclass(frozen=True, slots=True)
class RemoveJoker:
    """The second joker of a deck is taken out."""

    deck: DeckNumber


@dataclass(frozen=True, slots=True)
class JokerRemoved:
    """The second joker is out, and so many cards are left."""

    deck: DeckNumber
    cards: Count


@dataclass(frozen=True, slots=True)
class Spread:
    """A deck is spread face up for the first player to look at."""

    deck: DeckNumber


@dataclass(frozen=True, slots=True)
class Wash:
    """A deck is washed and stacked."""

    deck: DeckNumber


@dataclass(frozen=True, slots=True)
class ChangeDeck:
    """A deck leaves the table."""

    deck: DeckNumber


def expected(state: State) -> int:
    """How many cards a deck has in play."""
    return state.submission.regulation.deck.cards


def decks_at(state: State, *stages: str) -> list[int]:
    return [at for at, deck in enumerate(state.decks) if deck is not None and deck.stage in stages]


def elapsed(state: State, now: int) -> int:
    """The table's own clock at a moment: it never goes back, whatever the other clock does."""
    return state.running + min(max(0, now - state.now), LONGEST_STEP)


def change_due(state: State, deck: Deck) -> tuple[int, Cite] | None:
    """When a deck must be changed, on the table's clock, and by which clause; None without a limit (I-14)."""
    deal = "hand" if deck.hand_dealt else state.deal
    fitting = [rule for rule in state.submission.regulation.deck.change if deal in rule.deal]
    return (deck.since + fitting[0].hours * HOUR, fitting[0].cite) if fitting else None


def too_old(state: State, now: int) -> Refused | None:
    """The refusal to use the deck of this round any longer, where its time is over."""
    deck = state.deck
    due = change_due(state, deck) if deck is not None and state.locked is None else None
    if due is None or elapsed(state, now) < due[0]:
        return None
    return Refused("this deck has been in use too long", "Change the deck (change_deck).", due[1])


def seal_of(state: State, moment: Moment) -> Sealed:
    """The order that chance gave, checked to be the whole deck, and sealed."""
    if state.real_cards:
        return Sealed()
    given = moment.shuffled
    wanted = sorted(int(card) for card in full_deck(state.submission.regulation.deck.jokers))
    if given is None or sorted(given.order) != wanted or len(given.secret) != SECRET_DIGITS:
        raise Refused(
            "the shuffle gave no whole deck", f"An order names each of the {len(wanted)} cards once."
        )
    return Sealed(given.order, given.secret, root_of(given.order, given.secret))


# ── receiving ──


def _most(state: State) -> int:
    """The cards in a new box: one more where the deck is made with two jokers (I-146)."""
    return expected(state) + (state.submission.option("cards.jokers_made") == 2)


def _receive_ways(state: State) -> Iterable[Way]:
    return [Way(ReceiveDeck(at)) for at, deck in enumerate(state.decks) if deck is None]


def _receive(state: State, data: ReceiveDeck, moment: Moment) -> Happening:
    law = state.submission.regulation.deck
    if not 0 <= data.deck < len(state.decks) or state.decks[data.deck] is not None:
        raise Refused(
            f"deck {data.deck} is not wanted", f"The table uses {len(state.decks)} deck(s).", law.cite
        )
    cards = data.cards or _most(state)
    if cards not in (expected(state), _most(state)):
        raise Refused(f"a deck of {cards} cards cannot be used", f"It must have {_most(state)}.", law.cite)
    sealed = seal_of(state, moment) if data.preshuffled else Sealed()
    return Happening(DeckReceived(data.deck, cards, _free_back(state, data.deck), data.preshuffled, sealed))


def _free_back(state: State, at: int) -> str:
    """The colour of a deck's back: its own, or the one that is not on the table (3(b)(1))."""
    backs = state.submission.cards.deck_backs
    here = [deck.back for deck in state.decks if deck is not None]
    return next(back for back in (backs[at], *backs) if back not in here)


def _received(state: State, data: DeckReceived, event: Event) -> State:
    deck = Deck(
        data.back,
        elapsed(state, event.at),
        "shuffled" if data.preshuffled else "received",
        data.cards,
        data.preshuffled,
        order=data.sealed.order,
        secret=data.sealed.secret,
        root=data.sealed.root,
    )
    return state.with_deck(data.deck, deck)


# ── inspect, verify, spread, wash ──


def second_joker(state: State, deck: Deck | None) -> Refused | None:
    """Why a deck may not be used yet: the second joker is still in it (I-146)."""
    if deck is None or deck.box_cards <= expected(state):
        return None
    cite = Cite(cite_of(state, "remove_joker").clauses, ("I-146",))
    return Refused("the deck has a second joker", "Take it out first (remove_joker).", cite)


def _what_next(deck: Deck | None) -> str:
    if deck is None:
        return "Receive a deck first."
    return f"Next for it: {NEXT.get(deck.stage, 'shuffle').replace('_', ' ')}."


def _check_stage(state: State, at: int, do: str, *stages: str) -> Deck:
    deck = state.decks[at] if 0 <= at < len(state.decks) else None
    if deck is None or deck.stage not in stages:
        where = deck.stage if deck else "not here"
        raise Refused(f"deck {at} is {where}", _what_next(deck), cite_of(state, do))
    return deck


def _inspect(state: State, data: Inspect, moment: Moment) -> Happening:
    _check_stage(state, data.deck, "inspect", "received")
    return Happening(data)


def _verify(state: State, data: VerifyInspection, moment: Moment) -> Happening:
    """Nobody verifies his own inspection."""
    deck = _check_stage(state, data.deck, "verify_inspection", "inspected")
    if deck.inspected_by == moment.by.account:
        raise Refused(
            f"{shown(moment.by.account)} inspected this deck himself",
            "Another account verifies the inspection.",
            cite_of(state, "verify_inspection"),
        )
    return Happening(data)


def _spread(state: State, data: Spread, moment: Moment) -> Happening:
    joker = second_joker(state, _check_stage(state, data.deck, "spread", "verified"))
    if joker:
        raise joker
    return Happening(data)


def _wash(state: State, data: Wash, moment: Moment) -> Happening:
    _check_stage(state, data.deck, "wash", "spread")
    if not state.here:
        raise Refused(
            "no player has had the chance to look", "Wait for the first player.", cite_of(state, "wash")
        )
    return Happening(data)


def _prepare_ways(state: State, kind: type, stage: str) -> Sequence[Way]:
    found = decks_at(state, stage)
    if kind is Spread:
        found = [at for at in found if not second_joker(state, state.decks[at])]
    if kind is Wash and not state.here:
        return ()
    return [Way(kind(at), not_for=_eyes(kind, state.decks[at])) for at in found]


def _eyes(kind: type, deck: Deck | None) -> frozenset[str]:
    """Who may not do it because he did what it looks at."""
    return frozenset({deck.inspected_by}) if kind is VerifyInspection and deck is not None else frozenset()


def _prepared(
    state: State, data: Inspect | VerifyInspection | Spread | Wash, event: Event, stage: str
) -> State:
    deck = state.decks[data.deck]
    assert deck is not None
    inspected = event.by.account if isinstance(data, Inspect) else deck.inspected_by
    unwatched = deck.unwatched and not isinstance(data, Wash)
    return state.with_deck(data.deck, replace(deck, stage=stage, inspected_by=inspected, unwatched=unwatched))


# ── the second joker ──


def _joker_ways(state: State) -> Iterable[Way]:
    if not has_step(state, "remove_joker"):
        return ()
    return [
        Way(RemoveJoker(at)) for at in decks_at(state, *WITH_JOKER) if second_joker(state, state.decks[at])
    ]


def _remove_joker(state: State, data: RemoveJoker, moment: Moment) -> Happening:
    deck = _check_stage(state, data.deck, "remove_joker", *WITH_JOKER)
    if not second_joker(state, deck):
        raise Refused(f"deck {data.deck} has one joker", "Go on.", cite_of(state, "remove_joker"))
    return Happening(JokerRemoved(data.deck, expected(state)))


def _joker_removed(state: State, data: JokerRemoved, event: Event) -> State:
    deck = state.decks[data.deck]
    assert deck is not None
    return state.with_deck(data.deck, replace(deck, box_cards=data.cards))


# ── changing a deck ──


def may_be_prepared_again(state: State) -> bool:
    """Whether the cards may still be shuffled or exchanged: until betting is closed."""
    return state.phase in BETWEEN and state.locked is None


def _changeable(state: State) -> list[int]:
    here = [at for at, deck in enumerate(state.decks) if deck is not None]
    return [at for at in here if state.phase != "betting" or at == state.active]


def _change(state: State, data: ChangeDeck, moment: Moment) -> Happening:
    if data.deck not in _changeable(state):
        raise Refused(f"deck {data.deck} cannot be taken away now", "Name the deck in use.")
    return Happening(data)


def _no_change(state: State) -> Refused | None:
    if may_be_prepared_again(state):
        return None
    return Refused(
        "a round is on", "Change the deck before the call or after the round.", _change_cite(state)
    )


def _change_cite(state: State) -> Cite:
    due = change_due(state, state.deck) if state.deck else None
    return due[1] if due else state.submission.regulation.deck.cite


def _prepare(kind: type, stage: str, decide: object, after: str) -> Rule[Any]:
    return rule_of(
        kind,
        phases=("opening",),
        decide=decide,
        apply=lambda state, data, event: _prepared(state, data, event, after),
        ways=lambda state: _prepare_ways(state, kind, stage),
    )


RULES = (
    rule_of(
        ReceiveDeck,
        DeckReceived,
        phases=("opening", "shuffling"),
        roles=("floorperson",),
        decide=_receive,
        apply=_received,
        ways=_receive_ways,
        text="Bring a deck to the table.",
        cite=lambda state: state.submission.regulation.deck.cite,
        chance=lambda state, data: "deck" if data.preshuffled and not state.real_cards else "",
    ),
    _prepare(Inspect, "received", _inspect, "inspected"),
    _prepare(VerifyInspection, "inspected", _verify, "verified"),
    _prepare(Spread, "verified", _spread, "spread"),
    _prepare(Wash, "spread", _wash, "stacked"),
    rule_of(
        RemoveJoker,
        JokerRemoved,
        phases=("opening", "shuffling", "idle"),
        decide=_remove_joker,
        apply=_joker_removed,
        ways=_joker_ways,
    ),
    rule_of(
        ChangeDeck,
        phases=BETWEEN,
        roles=("floorperson",),
        when=_no_change,
        decide=_change,
        apply=lambda state, data, event: state.with_deck(data.deck, None),
        ways=lambda state: [Way(ChangeDeck(at)) for at in _changeable(state)],
        text="Take a deck off the table.",
        cite=_change_cite,
    ),
)
assert set(NEXT) == set(UNPREPARED)
