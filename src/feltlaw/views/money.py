"""Whose money lies where, looked up once for everybody who asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from feltlaw.money import Cents
from feltlaw.table.state import State
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
    seats = _by_player(tuple(sorted(state.seats.items())))
    boxes = _by_player(tuple(sorted(players.items())))
    return Purses(chips, held, layout, seats, boxes)


@lru_cache(maxsize=256)
def _by_player(seats: tuple[tuple[int, str], ...]) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for seat, player in seats:
        found[player] = (*found.get(player, ()), seat)
    return found
