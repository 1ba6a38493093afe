"""What a floorperson rules on a player who left in mid-round, or spoke about his hand."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.refusal import Refused
from feltlaw.table.outcome import BEFORE_REVEAL, is_paid, settle_state
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, only
from feltlaw.table.state import Command, Event, State


def _gone(state: State) -> list[int]:
    """Seats of players who left in this round, until its first wager is settled."""
    round_ = state.round
    if round_ is None or round_.ended or not round_.locked or is_paid(state):
        return []
    if state.phase not in (*BEFORE_REVEAL, "settling"):
        return []
    return [s for s, name in round_.players.items() if state.players[name].left and s not in round_.rulings]


def _departed_offers(state: State) -> Sequence[Data]:
    may = ["left"] + (
        ["abandoned"] if state.submission.option("settlement.departed_player") == "forfeit" else []
    )
    return [{"seat": seat, "ruling": ruling} for seat in _gone(state) for ruling in may]


def _check_departed(state: State, command: Command) -> Data:
    only(command.data, "seat", "ruling")
    seat = need(command.data, "seat", int, "the seat")
    ruling = need(command.data, "ruling", str, "the ruling")
    if seat not in _gone(state):
        raise Refused(
            f"the player of seat {seat} has not left in mid-round",
            "Rule on a player who left.",
            cite_of(state, "abandon"),
        )
    if {"seat": seat, "ruling": ruling} not in _departed_offers(state):
        raise Refused(
            f"this table's submission does not allow '{ruling[:20]}'",
            'Rule "left": the wagers are settled.',
            cite_of(state, "abandon"),
        )
    return {"seat": seat, "ruling": ruling}


def _no_ruling(state: State, command: Command) -> Refused | None:
    if not is_paid(state):
        return None
    return Refused(
        "wagers of this round have been paid or collected already",
        "A player who leaves now is settled like the others.",
        cite_of(state, "abandon"),
    )


def _rule_on(state: State, event: Event) -> State:
    assert state.round is not None
    ruling = {event.data["seat"]: event.data.get("ruling", "communicated")}
    state = state.with_round(rulings={**state.round.rulings, **ruling})
    return state.with_round(settlement=settle_state(state)) if state.phase == "settling" else state


def _communication_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if round_ is None or state.phase not in ("stub", "deciding") or not has_step(state, "no_talking"):
        return ()
    return [{"seat": seat} for seat in round_.stakes if seat not in round_.rulings]


def _check_communication(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    if {"seat": seat} not in _communication_offers(state):
        raise Refused(
            f"there is no such finding to make on seat {seat}",
            "Name a seat in the round.",
            cite_of(state, "no_talking"),
        )
    return {"seat": seat}


RULES = (
    Rule(
        "rule_departed",
        ("floorperson",),
        _departed_offers,
        _check_departed,
        _rule_on,
        step="abandon",
        refuse=_no_ruling,
    ),
    Rule(
        "rule_communication",
        ("floorperson",),
        _communication_offers,
        _check_communication,
        _rule_on,
        step="no_talking",
        text="Record that a player spoke about his hand: all his wagers are lost.",
    ),
)
