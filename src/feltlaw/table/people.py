"""People: sitting down, leaving or found to have gone, buying in and cashing out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.round.betting import check_seat, check_table
from feltlaw.table.money import take_off, unlocked_stakes
from feltlaw.table.rule import BY, Data, Rule, cite_of, need, only, why_not
from feltlaw.table.state import Command, Event, Player, State

MOST_CHIPS: Cents = 100_000_000_00


def seated(state: State, command: Command) -> Player:
    """The player who gives a command, if he sits at the table."""
    player = state.players.get(command.by.name)
    if player is None or not player.seats or player.left:
        raise Refused(
            f"{shown(command.by.name)} is not seated at this table",
            "Sit down first.",
            cite_of(state, "stay_seated"),
        )
    return player


def in_round(state: State, player: Player) -> bool:
    """Whether a player has wagers in a round that has been locked and is not over."""
    round_ = state.round
    return bool(round_ and round_.locked and not round_.ended and set(player.seats) & set(round_.stakes))


def _sit_offers(state: State) -> Sequence[Data]:
    taken = {seat for player in state.players.values() for seat in player.seats}
    return [{"seat": seat} for seat in range(1, state.submission.limits.seats + 1) if seat not in taken]


def _check_sit(state: State, command: Command) -> Data:
    only(command.data, "seat")
    seat = need(command.data, "seat", int, "the seat")
    check_seat(state.submission, seat)
    if any(seat in player.seats for player in state.players.values()):
        raise Refused(f"seat {seat} is taken", "Choose a free seat.", cite_of(state, "stay_seated"))
    _check_own_name(state, command.by.name)
    player = state.players.get(command.by.name)
    if player and player.left:
        raise Refused(
            "you left in the middle of a round", "Come back when it is over.", cite_of(state, "stay_seated")
        )
    nothing_yet: dict[str, Cents] = {}
    seats = (*(player.seats if player else ()), seat)
    check_table(state.submission, [(one, command.by.name, nothing_yet) for one in sorted(seats)])
    return {"seat": seat}


def _check_own_name(state: State, name: str) -> None:
    """Nobody sits down under a name that the record could take for somebody else's."""
    others = [one for one in (*state.players, state.dealer) if one.casefold() == name.casefold()]
    if others and name not in state.players:
        raise Refused(f"{shown(others[0])} is at this table already", "Choose another name.")


def _sit(state: State, event: Event) -> State:
    player = state.players.get(event.by.name, Player(event.by.name))
    return state.with_player(replace(player, seats=tuple(sorted((*player.seats, event.data["seat"])))))


def _leave_offers(state: State) -> Sequence[Data]:
    return [
        {BY: player.name}
        for player in state.players.values()
        if player.seats and not player.left and not _open_bets(state, player)
    ]


def _open_bets(state: State, player: Player) -> bool:
    """Wagers on the layout that may still be taken back."""
    return bool(set(player.seats) & set(unlocked_stakes(state)))


def _check_leave(state: State, command: Command) -> Data:
    only(command.data)
    player = seated(state, command)
    if _open_bets(state, player):
        raise Refused(
            "you have wagers on the layout", "Take them back first.", cite_of(state, "close_betting")
        )
    return {"mid_round": in_round(state, player)}


def _leave(state: State, event: Event) -> State:
    return _gone(state, state.players[event.by.name], mid_round=event.data["mid_round"])


def _gone(state: State, player: Player, *, mid_round: bool) -> State:
    """He is away from the table; with cards in a round his box stays until it is over."""
    return state.with_player(replace(player, left=True) if mid_round else replace(player, seats=()))


# ── a player who went without a word ──


def _departure_offers(state: State) -> Sequence[Data]:
    return [{"player": player.name} for player in state.players.values() if player.seats and not player.left]


def _check_departure(state: State, command: Command) -> Data:
    """Wagers on the layout before the call go back with him: only a seated player may bet (7(b), MA 6(c))."""
    only(command.data, "player")
    name = need(command.data, "player", str, "the player's name")
    player = state.players.get(name)
    if player is None or not player.seats or player.left:
        raise Refused(
            f"{shown(name)} does not sit at this table",
            "Name a seated player.",
            cite_of(state, "stay_seated"),
        )
    back = {
        str(seat): dict(state.round.stakes[seat])
        for seat in player.seats
        if _open_bets(state, player) and state.round and seat in state.round.stakes
    }
    return {"player": name, "mid_round": in_round(state, player), "returned": back}


def _record_departure(state: State, event: Event) -> State:
    """The house holds what lay on the layout for him."""
    for seat, wagers in event.data["returned"].items():
        for wager in wagers:
            state = take_off(state, int(seat), wager, held=True)
    return _gone(state, state.players[event.data["player"]], mid_round=event.data["mid_round"])


def _chips_offers(state: State) -> Sequence[Data]:
    return [{BY: name, "amount": 10_000} for name in state.players]


def _check_chips(state: State, command: Command) -> Data:
    only(command.data, "amount")
    amount = need(command.data, "amount", int, "the amount in cents")
    player = state.players.get(command.by.name)
    if player is None:
        raise Refused(f"{shown(command.by.name)} is not at this table", "Sit down first.")
    if not 0 < amount <= MOST_CHIPS:
        raise Refused(
            f"{show_dollars(amount)} cannot be exchanged", f"Exchange up to {show_dollars(MOST_CHIPS)}."
        )
    if command.do == "cash_out" and amount > player.chips + player.held:
        raise Refused(
            f"{shown(command.by.name)} has {show_dollars(player.chips + player.held)}",
            "Cash out no more than that.",
        )
    return {"amount": amount}


def _buy_in(state: State, event: Event) -> State:
    player = state.players[event.by.name]
    return state.with_player(replace(player, chips=player.chips + event.data["amount"]))


def _cash_out(state: State, event: Event) -> State:
    player = state.players[event.by.name]
    held = min(player.held, event.data["amount"])
    chips = player.chips - (event.data["amount"] - held)
    return state.with_player(replace(player, held=player.held - held, chips=chips))


def _cash_out_offers(state: State) -> Sequence[Data]:
    return [
        {BY: player.name, "amount": min(player.chips + player.held, MOST_CHIPS)}
        for player in state.players.values()
        if player.chips + player.held
    ]


RULES = (
    Rule("sit", ("player",), _sit_offers, _check_sit, _sit, step="stay_seated", text="Sit down."),
    Rule(
        "leave",
        ("player",),
        _leave_offers,
        _check_leave,
        _leave,
        step="stay_seated",
        text="Leave the table.",
        refuse=partial(why_not, _check_leave),
    ),
    Rule(
        "record_departure",
        ("dealer", "floorperson"),
        _departure_offers,
        _check_departure,
        _record_departure,
        step="stay_seated",
        text="Record that a player has gone without a word; wagers before the call go back to him.",
        refuse=partial(why_not, _check_departure),
    ),
    Rule("buy_in", ("player",), _chips_offers, _check_chips, _buy_in, text="Exchange money for chips."),
    Rule(
        "cash_out", ("player",), _cash_out_offers, _check_chips, _cash_out, text="Exchange chips for money."
    ),
)
