"""Whose money lies where, looked up once for everybody who asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from feltlaw.money import Cents
from feltlaw.table.state import State, by_player
from feltlaw.values import memo


class Purses(NamedTuple):
    """The books of a table by whom and by where."""

    chips: Mapping[str, Cents]
    held: Mapping[str, Cents]
    layout: Mapping[int, Mapping[str, Cents]]
    """By seat and wager, what lies on the layout."""
    seats: Mapping[str, tuple[int, ...]]
    """By player, where he sits."""
    boxes: Mapping[str, tuple[int, ...]]
    """By player, where he has a hand in the round."""


def purses(state: State) -> Purses:
    return memo(state, "purses", _purses)


def _purses(state: State) -> Purses:
    chips: dict[str, Cents] = {}
    held: dict[str, Cents] = {}
    layout: dict[int, dict[str, Cents]] = {}
    for (kind, of, part), cents in state.books.items():
        if kind == "chips":
            chips[of] = cents
        elif kind == "felt":
            layout.setdefault(int(of), {})[part] = cents
        elif kind == "held":
            held[of] = cents
    players = state.round.facts.players if state.round is not None else {}
    return Purses(chips, held, layout, state.seats_by_player, by_player(players))
