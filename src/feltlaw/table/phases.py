"""What the table is doing: asked once after each event, and written into it."""

from __future__ import annotations

from feltlaw.round.dealing import extra_cards
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.table.agenda import hands_down, next_line
from feltlaw.table.deliveries import HELD, next_delivery
from feltlaw.table.places import COMMUNITY
from feltlaw.table.state import RoundState, State

PHASES = (
    "closed",
    "opening",
    "shuffling",
    "idle",
    "betting",
    "locked",
    "dealing",
    "stub",
    "deciding",
    "settling",
    "racking",
    "ending",
)
UNPREPARED = ("received", "inspected", "verified", "spread")
"""Stages of a deck that has not been opened for gaming yet."""
OPEN = PHASES[1:]
BETWEEN = ("opening", "shuffling", "idle", "betting")
"""Phases in which no card of a round is out."""
BEFORE_REVEAL = ("dealing", "stub", "deciding")


def phase_of(state: State) -> str:
    """The phase a state is in, from what lies where."""
    if not state.is_open:
        return "closed"
    round_ = state.locked
    if round_ is not None and (round_.dealing.taken or _is_placed(state) or round_.void):
        return _round_phase(state, round_)
    if round_ is None and state.under_way is not None and _is_placed(state):
        return "betting"
    if any(deck is None or deck.stage in UNPREPARED for deck in state.decks):
        return "opening"
    if any(deck is not None and deck.stage == "idle" for deck in state.decks):
        return "idle"
    return "shuffling"


def _is_placed(state: State) -> bool:
    return state.deck is not None and state.deck.stage == "placed"


def _round_phase(state: State, round_: RoundState) -> str:
    if round_.void or _is_settled(state, round_):
        return "ending" if round_.cleared else "racking"
    if is_revealed(state, round_):
        return "settling"
    if not round_.betting.chips_counted:
        return "locked"
    if round_.dealing.stub == "racked":
        return "deciding"
    delivery = next_delivery(state)
    if delivery is None:
        return "stub"
    return "deciding" if delivery.do == HELD else "dealing"


def has_streets(state: State) -> bool:
    """Whether the community cards come up one at a time, with decisions between them."""
    return any(decision.revealed for decision in state.submission.regulation.decisions)


def is_revealed(state: State, round_: RoundState) -> bool:
    """Whether everything that settling waits for has been turned up."""
    if state.submission.regulation.deal.dealer is not None:
        return round_.settling.dealer_up
    everything = len(round_.cards_at(COMMUNITY))
    return has_streets(state) and 0 < everything == round_.settling.community_up


def _is_settled(state: State, round_: RoundState) -> bool:
    """Whether every line was carried out and every card turned up that must be."""
    if not is_revealed(state, round_):
        return False
    try:
        return next_line(state) is None and not community_due(state) and not hands_down(state)
    except UnknownCards:
        return False


def community_due(state: State) -> bool:
    """Whether community cards that nobody has asked for are turned up all the same (I-70).

    That of the Pair Bonus is turned up for a pair only (679a.11(d)(2)).
    """
    round_ = state.played
    if round_.settling.community_up:
        return False
    staked = {wager for box in round_.facts.stakes.values() for wager in box}
    if extra_cards(state.submission, "community", staked) is None:
        return False  # the wagers on them went back, because nobody can tell which they are (I-20)
    return not any("fourth" in wager.cards for wager in state.submission.regulation.wagers.values())
