"""Chips: what lies on the felt, and how a settled line moves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from feltlaw.meter import FULL, Meter
from feltlaw.money import Cents, MeterShare
from feltlaw.round.deciding import choose
from feltlaw.settlement import Line
from feltlaw.table.state import RoundState, State


def play_stake(state: State, round_: RoundState, seat: int) -> dict[str, Cents]:
    """The Play wager a seat has made by its decisions so far."""
    stakes = round_.stakes.get(seat, {})
    said = round_.decisions.get(seat, ())
    for decision, words in zip(state.submission.regulation.decisions, said, strict=False):
        act, _ = choose(decision, words, seat)
        if act.play:
            return {
                wager.id: act.play * stakes[wager.stake.of]
                for wager in state.submission.regulation.wagers.values()
                if wager.stake.kind == "decision"
            }
    return {}


def all_stakes(state: State, seat: int) -> dict[str, Cents]:
    """Everything a seat has staked this round."""
    assert state.round is not None
    return {**state.round.stakes.get(seat, {}), **play_stake(state, state.round, seat)}


def open_stakes(state: State) -> Mapping[int, Mapping[str, Cents]]:
    """Stakes not yet carried out by a settled line."""
    round_ = state.round
    if round_ is None or round_.ended:
        return {}
    done = {
        (line.seat, line.id)
        for line in (round_.settlement.lines if round_.settlement else ())
        if line.turn in round_.settled_turns and not line.is_award
    }
    return {
        seat: {
            wager: cents
            for wager, cents in all_stakes(state, seat).items()
            if (seat, wager) not in done and f"{seat}/{wager}" not in round_.collected
        }
        for seat in round_.stakes
    }


def credit(state: State, name: str, cents: Cents, *, held: bool = False) -> State:
    """Gives money to a player; what is for one who has left is held for him."""
    player = state.players[name]
    if player.left or held:
        return state.with_player(replace(player, held=player.held + cents))
    return state.with_player(replace(player, chips=player.chips + cents))


def take_off(state: State, seat: int, wager: str, *, held: bool = False) -> State:
    """A wager comes off the layout and goes back to its player."""
    round_ = state.round
    assert round_ is not None
    kept = {one: cents for one, cents in round_.stakes[seat].items() if one != wager}
    stakes = {one: kept if one == seat else box for one, box in round_.stakes.items() if one != seat or kept}
    state = credit(state, round_.players[seat], round_.stakes[seat][wager], held=held)
    return state.with_round(
        stakes=stakes,
        players={one: name for one, name in round_.players.items() if one in stakes},
        coupons={one: lies for one, lies in round_.coupons.items() if (one, lies) != (seat, wager)},
    )


def unlocked_stakes(state: State) -> Mapping[int, Mapping[str, Cents]]:
    """Wagers on the layout before the call, also while the cards are prepared once more."""
    round_ = state.round
    return {} if round_ is None or round_.ended or round_.locked else round_.stakes


def cancel(state: State, seat: int, wager: str) -> State:
    """A wager goes back after the call, and its contribution comes off the meter again."""
    state = take_off(state, seat, wager)
    name = state.submission.regulation.wagers[wager].meter
    round_ = state.round
    assert round_ is not None
    if not name:
        return state
    before, meter = state.meters[name].total, round_.meters_before[name]
    for stakes in round_.stakes.values():
        for one, amount in stakes.items():
            if state.submission.regulation.wagers[one].meter == name:
                meter = meter.contribute(amount)
    return replace(state, meters={**state.meters, name: meter}, tray=state.tray + before - meter.total)


def pay_lines(state: State, lines: Iterable[Line]) -> State:
    """Carries out lines: winnings and returned stakes go to the player, the rest to the tray.

    The Pot passes through the tray; an award from a meter comes off it, and one that empties it restarts it.
    """
    for line in lines:
        round_ = state.round
        assert round_ is not None
        state = credit(state, round_.players[line.seat], line.paid + line.returned)
        collected = f"{line.seat}/{line.id}" in round_.collected
        tray = state.tray + (0 if collected else line.stake) - line.returned
        if line.paid_from == "meter":
            state, tray = _off_meter(state, line, tray)
        else:
            tray -= line.paid
        state = replace(state, tray=tray).with_round(settled_turns=(*round_.settled_turns, line.turn))
    return state


def _off_meter(state: State, line: Line, tray: Cents) -> tuple[State, Cents]:
    meter = state.meters[line.meter]
    level = meter.levels[line.level]
    left = replace(level, amount=level.amount - line.paid)
    if isinstance(line.pays, MeterShare) and line.pays.percent == FULL and left.amount <= 0:
        left = replace(left, amount=left.amount + level.reseed + level.reserve, reserve=0)
        tray -= level.reseed
    levels = {**meter.levels, line.level: left}
    return replace(state, meters={**state.meters, line.meter: Meter(levels)}), tray
