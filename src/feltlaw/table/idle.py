"""The table without gaming activity: cards are spread, and washed before anybody plays again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused
from feltlaw.table.rule import Moment, Way, cite_of, done_in, rule_of
from feltlaw.table.state import State
from feltlaw.values import changed


@dataclass(frozen=True, slots=True)
class IdleSpread:
    """The cards of a table without gaming activity are spread."""

    face_up: bool = False


@dataclass(frozen=True, slots=True)
class IdleWash:
    """The cards that were spread at an idle table are washed and stacked."""

    face_up: bool = False
    """Whether they were turned up first for the player to look (MA 5(e))."""


def is_active(state: State) -> bool:
    """Whether anybody plays: a player is there, or a round goes on without him."""
    return bool(state.here) or state.locked is not None


def watched(state: State, *, unwatched: bool) -> State:
    """Every deck with the note whether it has lain at a table that all had left (5(f), MA 5(e))."""
    if all(deck is None or deck.unwatched == unwatched for deck in state.decks):
        return state
    return changed(state, decks=tuple(deck and replace(deck, unwatched=unwatched) for deck in state.decks))


def _is_spread(state: State) -> bool:
    """Whether cards are spread at this table as it is run now: not with a reshuffling device (5(g))."""
    return state.shuffle != "continuous"


def must_be_spread(state: State) -> Refused | None:
    """Why nobody may bet: the cards lay at a table without players and were not washed since."""
    if not _is_spread(state) or not any(deck is not None and deck.unwatched for deck in state.decks):
        return None
    return Refused(
        "the cards have not been spread and washed since the table was without players",
        "The dealer spreads them (idle_spread), then washes them (idle_wash).",
        cite_of(state, "idle_spread"),
    )


def _no_spread(state: State) -> Refused | None:
    """Between rounds, once nobody is there; also while players sit there and nobody bets."""
    if not _is_spread(state):
        return Refused(
            "the cards stay in the reshuffling device", "Wait for a player.", cite_of(state, "continuous")
        )
    quiet = state.phase == "betting" or not state.here or must_be_spread(state) is not None
    if state.locked is not None or not quiet or any(deck is None for deck in state.decks):
        return Refused("there is gaming activity", "Go on with the round.", cite_of(state, "idle_spread"))
    if state.under_way is not None and any(state.under_way.facts.stakes.values()):
        return Refused(
            "there are wagers on the layout", "Go on with the round.", cite_of(state, "idle_spread")
        )
    return None


def _spread(state: State, data: IdleSpread, moment: Moment) -> Happening:
    if data.face_up and not _turned_up_later(state) and not state.here:
        raise Refused(
            "no player is there who could have asked for the cards face up",
            "Spread them face down (face_up = false).",
            cite_of(state, "idle_spread"),
        )
    return Happening(data)


def _was_spread(state: State, data: IdleSpread, event: Event) -> State:
    """All decks, from shoe, rack and shuffler."""
    decks = tuple(deck and replace(deck, stage="idle", face_up=data.face_up) for deck in state.decks)
    return changed(state, round=None, decks=decks)


def _turned_up_later(state: State) -> bool:
    """Whether cards spread face down are turned up for the player to look (MA 5(e))."""
    return done_in(state, "idle_spread", "turned_up_on_arrival")


def _to_be_turned_up(state: State) -> bool:
    """Whether the player who has come sees backs alone, and must see more."""
    down = any(deck is not None and deck.stage == "idle" and not deck.face_up for deck in state.decks)
    return down and _turned_up_later(state)


def _no_wash(state: State) -> Refused | None:
    if state.here:
        return None
    return Refused(
        "no player has had the chance to look", "Wait for the first player.", cite_of(state, "idle_wash")
    )


def _wash_ways(state: State) -> Iterable[Way]:
    return [Way(IdleWash(_to_be_turned_up(state)))]


def _wash(state: State, data: IdleWash, moment: Moment) -> Happening:
    turn = _to_be_turned_up(state)
    if data.face_up != turn:
        raise Refused(
            "the player has not seen the cards" if turn else "the cards are washed as they lie",
            "Turn the cards face up first (face_up = true)." if turn else "Leave it out (face_up = false).",
            cite_of(state, "idle_spread"),
        )
    return Happening(data)


def _washed(state: State, data: IdleWash, event: Event) -> State:
    decks = tuple(
        deck and replace(deck, stage="stacked", unwatched=False, face_up=False) for deck in state.decks
    )
    return changed(state, decks=decks)


RULES = (
    rule_of(
        IdleSpread,
        phases=("betting", "shuffling"),
        when=_no_spread,
        decide=_spread,
        apply=_was_spread,
        ways=lambda state: [Way(IdleSpread())],
    ),
    rule_of(IdleWash, phases=("idle",), when=_no_wash, decide=_wash, apply=_washed, ways=_wash_ways),
)
