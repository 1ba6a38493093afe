"""How a settled line moves money, and what a void round gives back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from feltlaw.books import HOUSE, INVENTORY, POT, Account, Move, chips, felt, held, move, on_link, on_reserve
from feltlaw.money import Cents
from feltlaw.settlement import Line
from feltlaw.table.state import Contribution, State
from feltlaw.values import carried


class Purses(NamedTuple):
    """Whose money lies where, for who asks for everybody's."""

    chips: Mapping[str, Cents]
    held: Mapping[str, Cents]
    layout: Mapping[int, Mapping[str, Cents]]
    """By seat and wager, what lies on the layout."""


def purses(state: State) -> Purses:
    """The books of a table by whom and by where."""
    return carried(state, "purses", (state.books,), _purses)


def _purses(state: State) -> Purses:
    chips_of: dict[str, Cents] = {}
    held_for: dict[str, Cents] = {}
    layout: dict[int, dict[str, Cents]] = {}
    for (kind, of, part), cents in state.books.items():
        if kind == "chips":
            chips_of[of] = cents
        elif kind == "felt":
            layout.setdefault(int(of), {})[part] = cents
        elif kind == "held":
            held_for[of] = cents
    return Purses(chips_of, held_for, layout)


def purse(state: State, player: str) -> Account:
    """Where a player's money goes: in front of him, or held for him who has left."""
    return held(player) if state.is_away(player) else chips(player)


def counterpart(paid_from: str) -> Account:
    """Whose money stands against a wager: the table inventory, or the house beside it (S-30)."""
    return HOUSE if paid_from == "game_account" else INVENTORY


def house_of(state: State, wager: str) -> Account:
    return counterpart(state.submission.regulation.wagers[wager].paid_from)


def pay_lines(state: State, lines: Iterable[Line]) -> tuple[Move, ...]:
    """Carries out lines: winnings and returned stakes go to the player, the rest to the house.

    The players' own wager against each other is gathered first. A stake that is off the layout already, such
    as a progressive chip that was counted into the inventory, is not collected twice.
    """
    every = list(lines)
    found: list[Move] = []
    for line in every:
        if line.paid_from == "players":
            found += move(felt(line.seat, line.id), POT, state.on_felt(line.seat, line.id))
    for line in every:
        found += _line(state, line)
    return tuple(found)


def _line(state: State, line: Line) -> Iterable[Move]:
    player = purse(state, state.played.facts.players[line.seat])
    if line.paid_from == "players":
        yield from move(POT, player, line.paid + line.returned)
        return
    house = counterpart(line.paid_from if line.is_award else _stake_from(state, line))
    lying = 0 if line.is_award else state.on_felt(line.seat, line.id)
    place = felt(line.seat, line.id)
    yield from move(place if lying else house, player, line.returned)
    if lying:
        yield from move(place, house, lying - line.returned)
    source = house
    if line.paid_from == "meter":
        source = on_link(state.links[line.meter], line.level)
    yield from move(source, player, line.paid)


def _stake_from(state: State, line: Line) -> str:
    return state.submission.regulation.wagers[line.id].paid_from


def contributions_back(state: State, given: Iterable[Contribution]) -> tuple[Move, ...]:
    """What wagers had put on links comes off them again (I-07)."""
    return tuple(Move(target, source, cents) for source, target, cents in contributions(state, given))


def contributions(state: State, given: Iterable[Contribution]) -> tuple[Move, ...]:
    """What accepted wagers put on links."""
    found: list[Move] = []
    for one in given:
        source = link_payer(state, one.link)
        for level, cents in one.cents.items():
            found += move(source, on_link(one.link, level), cents)
        for level, cents in one.reserve.items():
            found += move(source, on_reserve(one.link, level), cents)
    return tuple(found)


def link_payer(state: State, link: str) -> Account:
    """Whose money feeds a link: that of the wager it belongs to."""
    meter = next(name for name, one in state.links.items() if one == link)
    wagers = state.submission.regulation.wagers.values()
    return counterpart(next(wager.paid_from for wager in wagers if wager.meter == meter))


def take_off(state: State, seat: int, wager: str) -> tuple[Move, ...]:
    """A wager goes back to its player, from the layout or from where it was collected."""
    player = purse(state, state.played.facts.players[seat])
    stake = state.played.facts.stakes[seat][wager]
    lying = state.on_felt(seat, wager)
    return move(felt(seat, wager) if lying else house_of(state, wager), player, stake)


def without_wager(state: State, seat: int, wager: str) -> State:
    """The round without one wager of a seat; a box without any is none."""
    facts = state.played.facts
    kept = {one: cents for one, cents in facts.stakes[seat].items() if one != wager}
    stakes = {one: kept if one == seat else box for one, box in facts.stakes.items() if one != seat or kept}
    return state.with_facts(
        stakes=stakes,
        players={one: name for one, name in facts.players.items() if one in stakes},
        coupons={one: lies for one, lies in facts.coupons.items() if (one, lies) != (seat, wager)},
    )


def paid_in_round(lines: Iterable[Line]) -> Mapping[int, Cents]:
    """By seat, what lines have paid on top of stakes."""
    found: dict[int, Cents] = {}
    for line in lines:
        found[line.seat] = found.get(line.seat, 0) + line.paid
    return found
