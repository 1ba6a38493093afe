"""The table without gaming activity: cards are spread, and washed before anybody plays again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused
from feltlaw.table.opening import is_locked, someone_is_here
from feltlaw.table.rule import Data, Rule, cite_of, done_in, has_step, only
from feltlaw.table.state import Command, Event, State


def is_active(state: State) -> bool:
    """Whether anybody plays: a player is there, or a round goes on without him."""
    return someone_is_here(state) or is_locked(state)


def left_unwatched(state: State) -> State:
    """The last player has gone: the cards must be spread, and washed before a wager (5(f), MA 5(e))."""
    return _watched(state, unwatched=True)


def played_again(state: State) -> State:
    """Somebody bets: where the cards could stay in the reshuffling device, the quiet time is over."""
    return _watched(state, unwatched=False)


def _watched(state: State, *, unwatched: bool) -> State:
    return replace(state, decks=tuple(deck and replace(deck, unwatched=unwatched) for deck in state.decks))


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


def _nothing_staked(state: State) -> bool:
    return state.round is None or state.round.ended or not any(state.round.stakes.values())


def _spread_offers(state: State) -> Sequence[Data]:
    """Between rounds, once nobody is there; also while players sit there and nobody bets."""
    quiet = state.phase == "betting" or (
        state.phase == "shuffling" and (not someone_is_here(state) or must_be_spread(state) is not None)
    )
    ready = all(deck is not None for deck in state.decks) and _is_spread(state)
    return [{"face_up": False}] if quiet and ready and not is_locked(state) and _nothing_staked(state) else ()


def _check_spread(state: State, command: Command) -> Data:
    only(command.data, "face_up")
    face_up = command.data.get("face_up", False) is True
    if face_up and not _turned_up_later(state) and not someone_is_here(state):
        raise Refused(
            "no player is there who could have asked for the cards face up",
            "Spread them face down (face_up = false).",
            cite_of(state, "idle_spread"),
        )
    return {"face_up": face_up}


def _no_spread(state: State, command: Command) -> Refused | None:
    if not _is_spread(state) and has_step(state, "continuous"):
        return Refused(
            "the cards stay in the reshuffling device", "Wait for a player.", cite_of(state, "continuous")
        )
    return None


def _spread(state: State, event: Event) -> State:
    """All decks, from shoe, rack and shuffler."""
    decks = tuple(deck and replace(deck, stage="spread") for deck in state.decks)
    return replace(state, phase="idle", round=None, decks=decks)


def _turned_up_later(state: State) -> bool:
    """Whether cards spread face down are turned up for the player to look (MA 5(e))."""
    return done_in(state, "idle_spread", "turned_up_on_arrival")


def _wash_offers(state: State) -> Sequence[Data]:
    if state.phase != "idle" or not someone_is_here(state):
        return ()
    return [{"face_up": True}] if _turned_up_later(state) else [{}]


def _check_wash(state: State, command: Command) -> Data:
    only(command.data, *(("face_up",) if _turned_up_later(state) else ()))
    if _turned_up_later(state) and command.data.get("face_up") is not True:
        raise Refused(
            "the player has not seen the cards",
            "Turn the cards face up first (face_up = true).",
            cite_of(state, "idle_spread"),
        )
    return dict(command.data)


def _nobody_to_look(state: State, command: Command) -> Refused | None:
    if state.phase != "idle":
        return None
    return Refused(
        "no player has had the chance to look", "Wait for the first player.", cite_of(state, "idle_wash")
    )


def _wash(state: State, event: Event) -> State:
    decks = tuple(deck and replace(deck, stage="stacked", unwatched=False) for deck in state.decks)
    return replace(state, phase="shuffling", decks=decks)


RULES = (
    Rule("idle_spread", ("dealer",), _spread_offers, _check_spread, _spread, refuse=_no_spread),
    Rule("idle_wash", ("dealer",), _wash_offers, _check_wash, _wash, refuse=_nobody_to_look),
)
