"""What every seat won or lost in a round, taken from the money that moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from feltlaw.audit.money import PURSES
from feltlaw.books import Move
from feltlaw.event import Event
from feltlaw.money import Cents
from feltlaw.settlement import Line
from feltlaw.table import State

HOUSE = ("inventory", "house")

Part = tuple[int, str, Cents]
"""A seat, the wager or award, and what came to the player, or went if it is below zero."""


@dataclass
class _Due:
    """What a line says that a player gets, or gives back, as far as it has not moved yet."""

    player: str
    seat: int
    id: str
    open: list[Cents]

    def takes(self, cents: Cents) -> bool:
        if cents in self.open:
            self.open.remove(cents)
            return True
        return False


def parts(state: State, event: Event) -> Iterator[Part]:
    """What an event moved to or from the players, by seat and wager.

    Stakes carry their seat in their account. What the house or a meter pays goes to a person: where he has
    several boxes, the event's own lines tell for which of them it was.
    """
    if event.kind == "correct":  # it is linked to an event of any round, and told apart
        return
    due = list(_due(state, event))
    for move in event.moves:
        yield from _part(state, event, move, due)


def _part(state: State, event: Event, move: Move, due: list[_Due]) -> Iterator[Part]:
    source, target, cents = move
    if source.kind in PURSES and target.kind == "felt":
        yield int(target.of), target.part, -cents
    elif source.kind == "felt" and target.kind in (*PURSES, "cage"):
        any(one.takes(cents) for one in due if (str(one.seat), one.id) == (source.of, source.part))
        yield int(source.of), source.part, cents
    elif target.kind in PURSES and source.kind not in (*PURSES, "cage"):
        yield _for(state, event, target.of, cents, due)
    elif source.kind in PURSES and target.kind not in (*PURSES, "cage"):
        yield _for(state, event, source.of, -cents, due)


def _for(state: State, event: Event, player: str, cents: Cents, due: list[_Due]) -> Part:
    """Which box a payment was for: the first of the event's own lines that it fits."""
    for one in due:
        if one.player == player and one.takes(cents):
            return one.seat, one.id, cents
    seat, wager = getattr(event.data, "seat", 0), getattr(event.data, "wager", "")
    players = state.round.facts.players if state.round is not None else {}
    own = [number for number, name in players.items() if name == player]
    return (seat if seat in own else own[0] if own else 0), wager, cents


def _due(state: State, event: Event) -> Iterator[_Due]:
    """What an event's lines say that players get or give back, in their order."""
    players = state.round.facts.players if state.round is not None else {}
    lines: tuple[Line, ...] = getattr(event.data, "lines", ())
    for line in lines:
        shared = line.paid_from == "players"
        amounts = [line.paid + line.returned] if shared else [line.returned, line.paid]
        yield _Due(players.get(line.seat, ""), line.seat, line.id, [cents for cents in amounts if cents])
    taken: tuple[Any, ...] = getattr(event.data, "taken_back", ()) if event.kind == "void_round" else ()
    for one in taken:
        yield _Due(players.get(one.seat, ""), one.seat, one.name, [-one.cents])


def house_part(event: Event) -> Cents:
    """What an event brought to the table inventory and the house beside it, or took from them."""
    found = 0
    if event.kind != "correct":
        for source, target, cents in event.moves:
            if "cage" not in (source.kind, target.kind):
                found += cents * ((target.kind in HOUSE) - (source.kind in HOUSE))
    return found
