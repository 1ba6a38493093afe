"""Forfeited wagers and hands: collected at once, or when everybody has decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from feltlaw.refusal import Refused
from feltlaw.regulation.model import Step
from feltlaw.round.model import Played
from feltlaw.table.exposing import collect, folded_hands_are_looked_at
from feltlaw.table.outcome import is_partly_settled, keeps_cards, lives, played_seats
from feltlaw.table.rule import Data, Rule, cite_of, done_in, need, nth_step, only
from feltlaw.table.state import Command, Event, Person, State
from feltlaw.table.turns import decided


def _folded(state: State) -> list[int]:
    return [played.number for played in played_seats(state) if played.left_by]


def _at_once(state: State) -> bool:
    """Whether a fold is collected at once and not when everybody has decided (669a.11(f))."""
    return done_in(state, "collect_forfeits", "at_once")


def _due(state: State) -> list[int]:
    """Seats whose forfeited wagers and hands wait to be collected.

    Where a fold is collected at once, that of a player who left without a Play wager waits for the dealer:
    his missing decision counts as a fold (I-09).
    """
    round_ = state.round
    if round_ is None or state.phase != "deciding" or round_.forfeits_collected or is_partly_settled(state):
        return []
    if not _at_once(state):
        return _folded(state) if decided(state) else []
    done = {int(mark.split("/")[0]) for mark in round_.collected}
    return [seat for seat in _folded(state) if seat not in done]


def forfeits_due(state: State) -> bool:
    """Whether forfeits wait to be collected, before the next card is seen."""
    return bool(_due(state))


def _surrendered(state: State) -> dict[str, int]:
    """Hands given up unexposed, and how many cards each must come back with (MA 10(b))."""
    due = state.submission.regulation.deal.player.most
    return {str(played.number): due for played in played_seats(state) if played.left_by == "surrender"}


def _collect_offers(state: State) -> Sequence[Data]:
    if not forfeits_due(state):
        return ()
    counted = _surrendered(state)
    return [{"counted": counted} if counted else {}]


def _collect_step(state: State) -> Step | None:
    """Where there are several, the first is about surrendered hands and the last about all."""
    counts = state.phase == "deciding" and bool(_surrendered(state))
    return nth_step(state, "collect_forfeits", 0 if counts else len(state.submission.regulation.steps))


def _check_collect(state: State, command: Command) -> Data:
    """The cards of a surrendered hand are counted face down as they come back."""
    due = _surrendered(state)
    only(command.data, *(("counted",) if due else ()))
    counted: Mapping[str, Any] = need({"counted": {}, **command.data}, "counted", dict, "the count")
    if counted != due:
        raise Refused(
            "the surrendered cards have not been counted, or one is missing",
            f"Count {', '.join(f'{cards} cards of seat {seat}' for seat, cards in due.items())}.",
            cite_of(state, "collect_forfeits"),
        )
    return {**_forfeits(state, _due(state)), **({"counted": dict(counted)} if due else {})}


def _forfeits(state: State, seats: Sequence[int]) -> dict[str, object]:
    """The wagers a fold takes, and the hands that leave the table.

    A hand on which a wager still stands is looked at before it is racked (669a.11(f), I-86), and where Cover
    All is on the table every folded one is; a straight or higher then stays face up (MA 12(h), I-100).
    """
    taken: dict[str, list[str]] = {}
    looked_at: list[int] = []
    leaving: list[str] = []
    for played in played_seats(state):
        if played.number not in seats:
            continue
        taken[str(played.number)] = [wager for wager in played.stakes if not lives(state, played, wager)]
        if keeps_cards(state, played):
            continue
        leaving.append(f"seat {played.number}")
        if played.left_by == "fold" and (_has_open_wager(state, played) or folded_hands_are_looked_at(state)):
            looked_at.append(played.number)
    exposed, _ = collect(state, [f"seat {seat}" for seat in looked_at])
    racked = [place for place in (*_exposed(state), *leaving) if place not in exposed]
    return {"forfeited": taken, "racked": racked, "looked_at": looked_at, "exposed": exposed}


def _exposed(state: State) -> tuple[str, ...]:
    assert state.round is not None
    return state.round.exposed


def _has_open_wager(state: State, played: Played) -> bool:
    """Whether a wager that reads the player's own cards outlives his fold."""
    wagers = state.submission.regulation.wagers
    return not played.ruled_out and any(
        lives(state, played, one) and "player" in wagers[one].cards for one in played.stakes
    )


def _collect(state: State, event: Event) -> State:
    round_ = state.round
    assert round_ is not None
    taken = [(int(seat), wager) for seat, wagers in event.data["forfeited"].items() for wager in wagers]
    up = [int(place.removeprefix("seat ")) for place in event.data["exposed"] if place not in round_.exposed]
    return replace(
        state, tray=state.tray + sum(round_.stakes[seat][wager] for seat, wager in taken)
    ).with_round(
        collected=(*round_.collected, *(f"{seat}/{wager}" for seat, wager in taken)),
        racked=(*round_.racked, *event.data["racked"]),
        exposed=tuple(event.data["exposed"]),
        turned_up=(*round_.turned_up, *up),
        forfeits_collected=not _at_once(state),
    )


def collected_at_once(state: State, event: Event) -> Sequence[Event]:
    """What follows a decision: where the regulation collects a fold at once, the dealer does."""
    if not _at_once(state) or event.data["seat"] not in _folded(state):
        return ()
    data = _forfeits(state, [event.data["seat"]])
    return [Event("collect_forfeits", Person("dealer", state.dealer), event.at, data)]


RULES = (
    Rule("collect_forfeits", ("dealer",), _collect_offers, _check_collect, _collect, step=_collect_step),
)
