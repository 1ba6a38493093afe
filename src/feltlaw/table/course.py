"""The usual course of a round: what comes next when everybody does what the regulation's steps say."""

from __future__ import annotations

from collections.abc import Collection

from feltlaw.table.idle import must_be_spread
from feltlaw.table.legal import open_rule
from feltlaw.table.phases import BETWEEN, PHASES
from feltlaw.table.rule import Offer, Open
from feltlaw.table.rules import RULES
from feltlaw.table.state import State
from feltlaw.table.stub import count_due

ROUTINE = (
    "receive_deck",
    "inspect",
    "verify_inspection",
    "remove_joker",
    "spread",
    "wash",
    "shuffle",
    "cut",
    "place_cards",
    "hold_cards",
    "idle_wash",
    "count_progressive_chips",
    "remove_stub",
    "deal",
    "count_stub",
    "rack_stub",
    "collect_forfeits",
    "deliver_dealer_stack",
    "reveal_community",
    "reveal_dealer",
    "turn_up_player",
    "reveal_fourth",
    "verify_win",
    "resolve_light",
    "validate",
    "collect_losers",
    "pay_winners",
    "settle_player",
    "settle_rest",
    "release_cards",
    "rack_cards",
    "end_game",
)
"""What a crew does without being asked, the first that is legal first."""
_IN_PHASE = {
    phase: tuple(do for do in ROUTINE if not RULES[do].phases or phase in RULES[do].phases)
    for phase in PHASES
}


def next_step(state: State, leaves: Collection[str] = ()) -> Open | None:
    """The next thing that is nobody's decision nor left to others; None where people are to act."""
    if state.phase in BETWEEN and must_be_spread(state) and (spread := open_rule(state, "idle_spread")):
        return spread
    steps = (one for one in _IN_PHASE[state.phase] if one not in leaves and not _left_out(state, one))
    return next((found for do in steps if (found := open_rule(state, do)) is not None), None)


def next_offer(state: State, leaves: Collection[str] = ()) -> Offer | None:
    """The first way to take it."""
    step = next_step(state, leaves)
    return next(step.offers()) if step is not None else None


def _left_out(state: State, do: str) -> bool:
    """A count that is allowed is made when it is due."""
    return do == "count_stub" and not count_due(state)
