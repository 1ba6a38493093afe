"""What a line of the settlement waits for: cards still face down, a dealer who verifies, a floorperson."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.money import ForOne, MeterShare
from feltlaw.refusal import Refused, shown
from feltlaw.settlement import Line
from feltlaw.submission.conditions import holds
from feltlaw.table.outcome import after_all
from feltlaw.table.rule import Data, Rule, cite_of, has_step, need, nothing, only
from feltlaw.table.state import Command, Event, State


def open_lines(state: State) -> tuple[Line, ...]:
    """Lines not yet carried out, in the dealer's order."""
    round_ = state.round
    if round_ is None or round_.settlement is None or round_.void:
        return ()
    return tuple(line for line in round_.settlement.lines if line.turn not in round_.settled_turns)


def own_lines(state: State, seat: int) -> tuple[Line, ...]:
    """A seat's open lines that do not wait for the others."""
    return tuple(line for line in open_lines(state) if line.seat == seat and not after_all(state, line))


def turn_order(state: State) -> list[int]:
    """Seats still to be settled, the highest number first."""
    assert state.round is not None
    return [seat for seat in sorted(state.round.stakes, reverse=True) if seat not in state.round.settled]


def is_shown(state: State, seat: int) -> bool:
    assert state.round is not None
    return seat in state.round.turned_up or f"seat {seat}" in state.round.racked


# ── what a line waits for ──


def uses(state: State, line: Line) -> tuple[str, ...]:
    """The groups of cards a line rests on."""
    regulation = state.submission.regulation
    if not line.is_award:
        return regulation.wagers[line.id].cards
    award = regulation.awards[line.id]
    return award.cards or tuple(card for wager in award.stake_of for card in regulation.wagers[wager].cards)


def waits_for_community(state: State, line: Line) -> bool:
    """Whether a line needs community cards that are not up yet."""
    assert state.round is not None
    if line.outcome in ("folded", "surrendered") or state.round.community_up:
        return False
    if "community" in uses(state, line):
        return True
    return (
        "fourth" in uses(state, line) and line.result == "win" and holds("community_card", state.submission)
    )


def waits_for_fourth(state: State, line: Line) -> bool:
    """A winning Pair Bonus waits for the fourth card."""
    assert state.round is not None
    return (
        "fourth" in uses(state, line)
        and line.result == "win"
        and not holds("community_card", state.submission)
        and line.seat not in state.round.fourths_up
    )


def needs_verification(state: State, line: Line) -> bool:
    """Whether the dealer must verify a win before it is paid: any on a validated wager or its bonus."""
    wager = state.submission.regulation.wagers.get(line.on or line.id)
    return wager is not None and wager.validated is not None and line.result == "win"


def needs_validation(state: State, line: Line) -> bool:
    """Whether a floorperson must validate a win before it is paid (I-66)."""
    wager = state.submission.regulation.wagers.get(line.id)
    if wager is None or wager.validated is None or line.result != "win":
        return False
    return wager.validated.what == "all" or isinstance(line.pays, MeterShare) or line.pays == ForOne(500)


def _mark(line: Line) -> str:
    return f"{line.seat}/{line.id}"


def _wins(state: State, seat: int) -> list[Line]:
    """A seat's open wins that are looked at closely, as far as the cards they rest on are up."""
    lines = [line for line in own_lines(state, seat) if needs_verification(state, line)]
    return [line for line in lines if not waits_for_community(state, line)] if is_shown(state, seat) else []


def _to_verify(state: State) -> dict[int, list[Line]]:
    """By seat, the wins the dealer has not verified yet."""
    assert state.round is not None
    found = {seat: _wins(state, seat) for seat in turn_order(state)}
    return {
        seat: left
        for seat, lines in found.items()
        if (left := [line for line in lines if _mark(line) not in state.round.verified])
    }


def _to_validate(state: State) -> dict[int, list[Line]]:
    """By seat, the verified wins that wait for a floorperson."""
    assert state.round is not None
    found = {seat: _wins(state, seat) for seat in turn_order(state)}
    return {
        seat: left
        for seat, lines in found.items()
        if (
            left := [
                line
                for line in lines
                if needs_validation(state, line)
                and _mark(line) in state.round.verified
                and _mark(line) not in state.round.validated
            ]
        )
    }


def _has_light(state: State, lines: Sequence[Line]) -> bool:
    """Whether the progressive system shows these wins with a light; the electronic one does not."""
    wagers = state.submission.regulation.wagers
    devices = any(wagers[line.on or line.id].placed == "progressive_device" for line in lines)
    return devices and has_step(state, "verify_light")


def _verify_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None:
        return ()
    return [
        {"seat": seat, **({"light": True} if _has_light(state, lines) else {})}
        for seat, lines in _to_verify(state).items()
    ]


def _check_verify(state: State, command: Command) -> Data:
    only(command.data, "seat", "light")
    seat = need(command.data, "seat", int, "the seat")
    lines = _to_verify(state).get(seat)
    if lines is None:
        raise Refused(
            f"seat {seat} has no award to verify", "Verify a winning hand.", cite_of(state, "verify_win")
        )
    light = command.data.get("light") is True
    if _has_light(state, lines) and not light:
        raise Refused(
            "the light of the progressive system is not lit",
            "Look at the system.",
            cite_of(state, "verify_light"),
        )
    return {"seat": seat, "light": light, "wins": [line.id for line in lines]}


def _verify(state: State, event: Event) -> State:
    assert state.round is not None
    marks = (f"{event.data['seat']}/{wager}" for wager in event.data["wins"])
    return state.with_round(verified=(*state.round.verified, *marks))


def _call(state: State, event: Event) -> Sequence[Event]:
    """Where the regulation says so, selecting the winner calls a supervisor (MA 13(d)e)."""
    if not has_step(state, "call_floorperson"):
        return ()
    return [Event("call_floorperson", event.by, event.at, {"seat": event.data["seat"]})]


def _validate_offers(state: State) -> Sequence[Data]:
    if state.phase != "settling" or state.round is None:
        return ()
    return [{"seat": seat} for seat in _to_validate(state)]


def _check_validate(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    lines = _to_validate(state).get(seat)
    if lines is None:
        raise Refused(
            f"seat {seat} has no verified award", "The dealer verifies first.", cite_of(state, "validate")
        )
    if command.by.name == state.dealer:
        raise Refused(
            f"{shown(command.by.name)} is the dealer who verified the award",
            "Somebody else validates it.",
            cite_of(state, "validate"),
        )
    return {"seat": seat, "wins": [line.id for line in lines]}


def _validate(state: State, event: Event) -> State:
    assert state.round is not None
    marks = (f"{event.data['seat']}/{wager}" for wager in event.data["wins"])
    return state.with_round(validated=(*state.round.validated, *marks))


def waits_for_people(state: State, seats: Sequence[int]) -> Refused | None:
    """Why a win cannot be paid yet: it is not verified, or not validated."""
    for do, waiting in (("verify_win", _to_verify(state)), ("validate", _to_validate(state))):
        for seat in seats:
            if seat in waiting:
                return Refused(
                    f"the award of seat {seat} waits", f"Next: {do.replace('_', ' ')}.", cite_of(state, do)
                )
    return None


RULES = (
    Rule("verify_win", ("dealer",), _verify_offers, _check_verify, _verify, then=_call),
    Rule("call_floorperson", ("dealer",), lambda state: (), nothing, lambda state, event: state),
    Rule("validate", ("floorperson",), _validate_offers, _check_validate, _validate),
)
