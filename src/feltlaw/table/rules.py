"""Every rule of the table, and what one person asks for and another must confirm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite
from feltlaw.schema import Whole
from feltlaw.table import (
    betting,
    bonus_cards,
    checking,
    closing,
    dealing,
    deciding,
    devices,
    exchanging,
    forfeits,
    idle,
    irregular,
    life,
    opening,
    people,
    racking,
    revealing,
    rulings,
    settling,
    shuffling,
    stub,
    turning,
    voiding,
)
from feltlaw.table.rule import Kind, Moment, Rule, Way, rule_of
from feltlaw.table.state import Request, State
from feltlaw.values import changed

MODULES: tuple[Any, ...] = (
    life,
    opening,
    idle,
    shuffling,
    people,
    exchanging,
    betting,
    closing,
    dealing,
    stub,
    bonus_cards,
    deciding,
    forfeits,
    revealing,
    checking,
    turning,
    settling,
    voiding,
    racking,
    irregular,
    rulings,
    devices,
)


# ── two people ──


@dataclass(frozen=True, slots=True)
class Asked:
    """One person asks for something that another must confirm (I-157)."""

    request: Request


@dataclass(frozen=True, slots=True)
class Confirm:
    """Another account confirms a request, and it is carried out."""

    request: Annotated[int, Whole(1, 10**9)]


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A request is taken back, or refused by the second person."""

    request: Annotated[int, Whole(1, 10**9)]


def find_request(state: State, number: int) -> Request:
    found = next((one for one in state.requests if one.id == number), None)
    if found is None:
        waiting = ", ".join(str(one.id) for one in state.requests) or "none"
        raise Refused(f"there is no request {number}", f"Waiting: {waiting}.", TWO)
    return found


TWO = Cite((), ("I-157",))


def nothing_asked(state: State) -> Refused | None:
    return None if state.requests else Refused("nothing waits for a second person", "Go on.", TWO)


def _withdraw(state: State, data: Withdraw, moment: Moment) -> Happening:
    find_request(state, data.request)
    return Happening(data)


def _without(state: State, data: Withdraw, event: Event) -> State:
    return changed(state, requests=tuple(one for one in state.requests if one.id != data.request))


def _asked(state: State, data: Asked, event: Event) -> State:
    return changed(state, requests=(*state.requests, data.request), asked=data.request.id)


_TWO_RULES: tuple[Rule[Any], ...] = (
    rule_of(
        Confirm,
        roles=("dealer", "floorperson"),
        when=nothing_asked,
        ways=lambda state: [
            Way(
                Confirm(one.id),
                not_for=frozenset({one.by.account}),
                not_as="" if one.by.role == "floorperson" else "dealer",
                about=one.about,
            )
            for one in state.requests
            if not state.stopped or one.do == "resume_table"
        ],
        text="Confirm what another person asks for.",
        cite=lambda state: TWO,
    ),
    rule_of(
        Withdraw,
        roles=("dealer", "floorperson"),
        when=nothing_asked,
        decide=_withdraw,
        apply=_without,
        ways=lambda state: [Way(Withdraw(one.id), about=one.about) for one in state.requests],
        text="Take a request back, or refuse it.",
        cite=lambda state: TWO,
    ),
)

RULES: Mapping[str, Rule[Any]] = {
    rule.name: rule
    for rule in (*(rule for module in MODULES for rule in getattr(module, "RULES", ())), *_TWO_RULES)
}
KINDS: Mapping[str, Kind] = {
    **RULES,
    "ask": Kind("ask", Asked, _asked),
    **{kind.name: kind for module in MODULES for kind in getattr(module, "KINDS", ())},
}
EVENTS: Mapping[str, type] = {name: kind.event for name, kind in KINDS.items()}


WHILE_STOPPED = ("resume_table", "confirm", "withdraw")
"""What may be done at a table that a fault has stopped."""
